"""Every exception that nonet raises, under one base class, and its warning.

What was proved about a puzzle is a Status, never an exception; these are for invalid use.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle
    from nonet.core.result import Result


_VALUES = {"columns": "{'puzzle': NAME}"}
"""The placeholder for the value of a keyword without choices, if not `...`."""


def counted(number: int, things: str) -> str:
    """Return a number with a noun, in the singular if there is one.

    >>> counted(1, "rows"), counted(2, "rows")
    ('1 row', '2 rows')
    """
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


@dataclass(frozen=True, slots=True)
class Advice:
    """The keyword that would help, and the values to choose from, if known.

    A command sets its option, which is named instead of the keyword. If another call is the right
    one, `instead` is that call, and there is no keyword.

    >>> str(Advice("notation", ("line", "grid"))), str(Advice("layout", about="boxes"))
    ("say which: notation='line' or 'grid'", 'say which boxes: layout=...')
    """

    keyword: str = ""
    choices: tuple[str, ...] = ()
    about: str = ""
    """What to choose: the boxes or the regions of a layout."""
    is_alternative: bool = False
    """True if changing the input would help as well."""
    option: tuple[str, str] | None = None
    """The equivalent command-line option, and the placeholder for its value."""

    instead: str = ""
    """What to do instead."""

    def __str__(self) -> str:
        if self.instead:
            return f"try {self.instead}"
        of_what = f" {self.about}" if self.about else ""
        return f"{'or ' * self.is_alternative}say which{of_what}: {self._means()}"

    def _means(self) -> str:
        if self.option is not None:
            name, value = self.option
            return " or ".join(f"{name} {choice}" for choice in self.choices or (value,))
        values = " or ".join(map(self._value, self.choices)) or _VALUES.get(self.keyword, "...")
        return f"{self.keyword}={values}"

    def _value(self, choice: str) -> str:
        """Return a choice as Python code; a layout is given as a box shape such as 2x3."""
        return f"Layout({choice.replace('x', ', ')})" if self.keyword == "layout" else repr(choice)


class NonetError(Exception):
    """Base class of all nonet errors; `advice` says what would help, if known."""

    advice: Advice | None = None


class ArgumentError(NonetError, ValueError):
    """An argument is invalid.

    If there is no other message, it is made from `expected` and `found`.
    """

    def __init__(
        self,
        message: str = "",
        *,
        expected: str | None = None,
        found: str | None = None,
        advice: Advice | None = None,
    ) -> None:
        self.expected = expected
        self.found = found
        self.advice = advice
        super().__init__(message or f"expected {expected}, found {found}")

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message}; {self.advice}" if self.advice else message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.args, self.__dict__


class OutOfRangeError(ArgumentError, IndexError):
    """An index is out of range: a cell that is not on the board, or a row not in the batch."""


class RuleError(ArgumentError):
    """A rule is invalid, or invalid on this board: which rule, what was expected and found.

    >>> raise RuleError("house", "9 cells", "8")
    Traceback (most recent call last):
    nonet.core.errors.RuleError: rule house: expected 9 cells, found 8
    """

    def __init__(self, rule: str, expected: str, found: str) -> None:
        self.rule = rule
        message = f"rule {rule}: expected {expected}, found {found}"
        super().__init__(message, expected=expected, found=found)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rule, self.expected, self.found)


class ParseError(NonetError, ValueError):
    """A text, list or array is not a puzzle: where, what was expected, what was found.

    Lines and columns count from 1; both are None if the error concerns the whole input. `message`
    replaces the default wording if another is clearer.

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
        advice: Advice | None = None,
        message: str = "",
    ) -> None:
        self.expected = expected
        self.found = found
        self.message = message
        self.line = line
        self.column = column
        self.source = source
        self.advice = advice
        super().__init__(expected, found)

    def __str__(self) -> str:
        places = [self.source] if self.source else []
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.column is not None:
            places.append(f"column {self.column}")
        where = ", ".join(places)
        start = f"{where}: " if where else ""
        if self.advice and not self.message and not self.advice.instead:
            return f"{start}expected {self.expected} ({self.advice}), found {self.found}"
        message = self.message or f"expected {self.expected}, found {self.found}"
        return f"{start}{message}{f'; {self.advice}' if self.advice else ''}"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.expected, self.found), self.__dict__

    def at(self, *, line: int | None = None, source: str | None = None) -> ParseError:
        """Return the same error located in a larger text: at that line, in that file."""
        return type(self)(
            self.expected,
            self.found,
            line=self.line if line is None else line,
            column=self.column,
            source=self.source if source is None else source,
            advice=self.advice,
            message=self.message,
        )


class AmbiguityError(ParseError):
    """A text can be read as several different puzzles; choose one."""


_FEW_NAMES = 40
"""More names than these are not listed in a message."""


class UnknownNameError(NonetError, LookupError):
    """An unknown name, with the closest known one."""

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
            advice = f"; did you mean {self.suggestion!r}?"
        elif 0 < len(self.known) <= _FEW_NAMES:
            advice = f"; choose from: {', '.join(self.known)}"
        else:
            advice = ""
        see = f" (see: {self.command})" if self.command else ""
        return f"no {self.kind} named {self.name!r}{advice}{see}"


class UnknownEngineError(UnknownNameError):
    """There is no engine with this name."""

    kind = "engine"
    command = "nonet engines"


class UnknownNotationError(UnknownNameError):
    """There is no notation with this name."""

    kind = "notation"
    command = "nonet formats"


class UnknownRuleError(UnknownNameError):
    """There is no rule with this name."""

    kind = "rule"
    command = "nonet rules"


class UnknownTechniqueError(UnknownNameError):
    """No technique of that name is known."""

    kind = "technique"
    command = "nonet techniques"


class UnknownOrderError(UnknownNameError):
    """No order of that name is known."""

    kind = "order"
    command = "nonet techniques --orders"


class UnknownLanguageError(UnknownNameError):
    """There are no words for that language."""

    kind = "language"


class UnknownSymmetryError(UnknownNameError):
    """There is no symmetry with this name."""

    kind = "symmetry"


class NotFoundError(NonetError, LookupError):
    """No puzzle of the wanted kind was found: it is very rare, or there is none.

    `nearest` is the puzzle that came closest, a `Generated`, or None if there is none.
    """

    def __init__(self, message: str, nearest: Any = None) -> None:
        self.message = message
        self.nearest = nearest
        super().__init__(message, nearest)

    def __str__(self) -> str:
        return self.message


class UnsupportedError(NonetError):
    """An engine does not support a puzzle."""


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
    """An engine returned an answer that another engine or the checker refutes, or none at all.

    `results` are the two answers if whole results were compared.
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
    """A digit was placed or eliminated where it is not a candidate."""


class ConformanceError(NonetError, AssertionError):
    """An engine failed the conformance suite; the message lists every failure."""


class LossWarning(UserWarning):
    """A puzzle was written in a format that cannot hold all of it, such as its rules.

    >>> warning = LossWarning("line", {"rules": 2})
    >>> str(warning), warning.notation, warning.lost
    ('line cannot hold rules (2 puzzles)', 'line', {'rules': 2})
    """

    def __init__(self, notation: str, lost: Mapping[str, int]) -> None:
        self.notation = notation
        """The name of the notation or document."""
        self.lost = dict(lost)
        """What it cannot hold, with the number of puzzles that have it."""
        named = (f"{name} ({counted(count, 'puzzles')})" for name, count in lost.items())
        super().__init__(f"{notation} cannot hold {', '.join(named)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.notation, self.lost)
