"""Every exception that nonet raises on purpose, under one base class.

What was proved about a puzzle is a Status, never an exception; these are for misuse.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle
    from nonet.core.result import Result


class NonetError(Exception):
    """Base of all errors raised by nonet."""


class ArgumentError(NonetError, ValueError):
    """An argument is outside what the call takes."""


class ParseError(NonetError, ValueError):
    """A text, list or array is not a puzzle: where, what was expected, what was found.

    Lines and columns count from 1; both are None where the whole input is meant.

    >>> raise ParseError("a digit or '.'", "'x'", line=3, column=7)
    Traceback (most recent call last):
    nonet.core.errors.ParseError: line 3, column 7: expected a digit or '.', found 'x'
    """

    def __init__(
        self,
        expected: str,
        found: str,
        *,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
    ) -> None:
        self.expected = expected
        self.found = found
        self.line = line
        self.column = column
        self.source = source
        super().__init__(expected, found)

    def __str__(self) -> str:
        places = [self.source] if self.source else []
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.column is not None:
            places.append(f"column {self.column}")
        where = ", ".join(places)
        return f"{where}{': ' if where else ''}expected {self.expected}, found {self.found}"

    def __reduce__(self) -> tuple[object, ...]:
        places = {"line": self.line, "column": self.column, "source": self.source}
        return type(self), (self.expected, self.found), places

    def at(self, *, line: int | None = None, source: str | None = None) -> ParseError:
        """Return the same error seen from a larger text: at that line, in that file."""
        return type(self)(
            self.expected,
            self.found,
            line=self.line if line is None else line,
            column=self.column,
            source=self.source if source is None else source,
        )


class AmbiguityError(ParseError):
    """A text is several different puzzles, one in each way to read it; say which is meant."""


class UnknownNameError(NonetError, LookupError):
    """A name that is not in a list of names, with the nearest one that is."""

    kind = "name"
    command: str | None = None

    def __init__(self, name: str, known: Iterable[str]) -> None:
        name = str(name)
        self.name = name
        self.known = tuple(known)
        near = difflib.get_close_matches(name, self.known, n=1, cutoff=0.55)
        self.suggestion = near[0] if near else None
        super().__init__(name, self.known)

    def __str__(self) -> str:
        if self.suggestion:
            advice = f"did you mean {self.suggestion!r}?"
        else:
            advice = f"there are: {', '.join(self.known)}"
        see = f" (see: {self.command})" if self.command else ""
        return f"no {self.kind} named {self.name!r}; {advice}{see}"


class UnknownEngineError(UnknownNameError):
    """No engine of that name is in the roster."""

    kind = "engine"
    command = "nonet engines"


class UnknownNotationError(UnknownNameError):
    """No notation of that name can be read or written."""

    kind = "notation"
    command = "nonet formats"


class UnsupportedError(NonetError):
    """An engine was given a layout that it does not declare."""


class MissingPackageError(NonetError, ImportError):
    """An engine needs a package that is not installed."""

    def __init__(self, engine: str, package: str, install: str) -> None:
        self.engine = engine
        self.package = package
        self.install = install
        super().__init__(engine, package, install)

    def __str__(self) -> str:
        return f"engine {self.engine!r} needs {self.package}: {self.install}"


class DisagreementError(NonetError):
    """An engine gave an answer that another one or the judge refutes, or none at all.

    `results` are the two answers where whole results were compared.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        engines: tuple[str, ...],
        problem: str,
        results: tuple[Result, ...] = (),
    ) -> None:
        self.puzzle = puzzle
        self.engines = engines
        self.problem = problem
        self.results = results
        super().__init__(puzzle, engines, problem, results)

    def __str__(self) -> str:
        return f"{self.problem}\n  puzzle: {self.puzzle}"


class IllegalMoveError(NonetError, ValueError):
    """A digit was placed or eliminated where the board does not have it as a candidate."""


class ConformanceError(NonetError, AssertionError):
    """An engine broke its contract; the message lists every point that failed."""
