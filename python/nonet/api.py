"""The public functions. Each takes a puzzle in any form: a Puzzle, text, list, array or path."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice, starmap
from typing import TYPE_CHECKING, Any

from nonet.core.board import Board
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Limit
from nonet.core.named_rules import listed_rules
from nonet.core.puzzle import NO_NOTES, Grid, Puzzle, Solution
from nonet.core.result import Count, Progress, Result
from nonet.engines import agreement
from nonet.engines.base import Engine
from nonet.engines.roster import as_engine, best_engine
from nonet.judge import Verdict, judge
from nonet.notations.parsing import PuzzleLike, Rules, check_layout, parse

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from nonet.batch.results import BatchResult


def format(puzzle: PuzzleLike, notation: str | None = None, **options: Any) -> str:
    """Format a puzzle in a notation such as grid; `parse` reads it back exactly.

    The default is a line, or numbers above 25x25. `nonet formats` and
    `nonet.notations.catalog.NOTATIONS` list all notations. An unusual box shape has to be named
    again when reading, unless a frame shows it. LossWarning says what a notation cannot hold, such
    as rules or pencil marks.

    >>> format([[1, 0, 0, 4], [0, 0, 1, 0], [2, 0, 4, 0], [0, 3, 0, 0]])
    '1..4..1.2.4..3..'
    """
    puzzle = parse(puzzle)
    text = _formatter()(puzzle, notation, **options)
    if puzzle.notes is not NO_NOTES or puzzle.rules or puzzle.layout is not CLASSIC:
        from nonet.files.losses import warn_of_losses

        warn_of_losses(puzzle, notation, options)
    return text


@cache
def _formatter() -> Callable[..., str]:
    """Return the formatter of every notation; loading them all takes a while."""
    from nonet.notations.formatting import format_text

    return format_text


def read(
    path: str | os.PathLike[str],
    *,
    notation: str | None = None,
    layout: Layout | None = None,
    alphabet: str | None = None,
    columns: Mapping[str, str] | None = None,
    on_error: Callable[[ParseError], object] | None = None,
    rules: Rules = (),
) -> Iterator[Puzzle]:
    """Iterate over the puzzles of a file: one puzzle, a list, a document or a zip file.

    Several grids in one file are separated by empty lines, or have a title such as `Grid 01` above
    each, which becomes its name. The format is detected, unless `notation` names a notation or a
    document; `columns` says which column of a table is what (`{"puzzle": "Grid"}`). `rules` are
    added to those of every puzzle. A puzzle that cannot be read raises ParseError with file and
    line; with `on_error`, that is called with the error instead, and reading continues.
    """
    from nonet.files.source import read_file

    check_layout(layout)
    if on_error is not None and not callable(on_error):
        raise ArgumentError(f"on_error: expected a function, found {on_error!r:.40}")
    how = (notation, layout, alphabet, columns, listed_rules(rules))
    return read_file(os.fspath(path), on_error, *how)


def write(
    puzzles: Iterable[PuzzleLike],
    path: str | os.PathLike[str],
    *,
    notation: str | None = None,
    **options: Any,
) -> int:
    """Write puzzles to a file and return how many; `read` reads them back.

    `notation` or the file extension determines the format (`.csv`, `.jsonl`, `.sdm` and so on;
    others are lists of lines); a further `.gz` or `.zip` compresses the file. Numbers are written
    as one line per puzzle; grid, marks and sized are separated by empty lines. Other notations with
    several lines can hold only one puzzle, except in a zip file, which has one file per puzzle.

    The options are those of the notation, as in `format`. Notes and rules that it cannot hold are
    left out, and one LossWarning says which; a board that it cannot hold raises ArgumentError. On
    failure, an existing file is unchanged.
    """
    from nonet.files.writing import Form, named_by_path, write_file

    if isinstance(puzzles, str | bytes | os.PathLike | Grid | Board | Result):
        raise ArgumentError(f"expected several puzzles, found one {type(puzzles).__name__}")
    path = os.fspath(path)
    form = Form(notation or named_by_path(path), options)
    written, losses = write_file(path, form, starmap(_numbered, enumerate(puzzles, start=1)))
    losses.warn(level=1)
    return written


def _numbered(number: int, puzzle: PuzzleLike) -> Puzzle:
    """Read one of several puzzles; an error says which."""
    try:
        return parse(puzzle)
    except ParseError as error:
        raise error.at(source=error.source or f"puzzle {number}") from None


def solve(
    puzzle: PuzzleLike,
    *,
    limit: Limit | int | None = 2,
    engine: str | Engine | None = None,
    layout: Layout | None = None,
    rules: Rules = (),
    confirm: str | Engine | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Result:
    """Find the solution and prove whether it is unique.

    >>> result = solve("...4..1.2.4..3..")
    >>> result.status.name, str(result.solution)
    ('UNIQUE', '1234341221434321')

    Conflicting givens have the status NO_SOLUTION, without any search. With `confirm`, a second
    engine solves the puzzle with the same limit: `result.confirmed_by` is its name if it agrees, or
    None if it was stopped; if the answers differ, DisagreementError has both results. During long
    searches, `progress` is called with a `Progress` from time to time.
    """
    puzzle = parse(puzzle, layout=layout, rules=rules)
    chosen = _engine(engine, puzzle)
    if progress is None:
        result = chosen.solve(puzzle, Limit.of(limit))
    else:
        result = chosen.solve(puzzle, Limit.of(limit), progress=progress)
    if engine is None and result.why is None:
        result = replace(result, why=chosen.why)
    if confirm is None:
        return result
    return agreement.confirm(result, _engine(confirm, puzzle), Limit.of(limit))


def count(
    puzzle: PuzzleLike,
    *,
    limit: Limit | int | None = None,
    engine: str | Engine | None = None,
    layout: Layout | None = None,
    rules: Rules = (),
) -> Count:
    """Count all solutions, or up to a limit; the count says whether it is exact.

    >>> print(count("." * 16), count("." * 81, limit=1000), sep=", ")
    288, at least 1000
    """
    puzzle = parse(puzzle, layout=layout, rules=rules)
    return _engine(engine, puzzle).count(puzzle, Limit.of(limit))


def solutions(
    puzzle: PuzzleLike,
    *,
    limit: Limit | int | None = None,
    engine: str | Engine | None = None,
    layout: Layout | None = None,
    rules: Rules = (),
) -> Iterator[Solution]:
    """Iterate over the distinct solutions in the engine's fixed order, as they are found.

    >>> for solution in solutions("..3.34...1..4..."):
    ...     print(solution)
    1234341221434321
    1234342121434312
    """
    puzzle = parse(puzzle, layout=layout, rules=rules)
    limit = Limit.of(limit)
    search = _engine(engine, puzzle).search(puzzle, limit)
    return islice(search, limit.solutions)


def check(
    solution: PuzzleLike,
    puzzle: PuzzleLike | None = None,
    *,
    layout: Layout | None = None,
    rules: Rules = (),
) -> Verdict:
    """Check a grid against every rule and every given. The verdict is true or lists problems.

    >>> verdict = check("1234341221434312")
    >>> bool(verdict), verdict.problems[0]
    (False, '1 appears twice in column 3: r2c3 r4c3')
    """
    if puzzle is not None:
        puzzle = parse(puzzle, layout=layout, rules=rules)
        return judge(parse(solution, layout=puzzle.layout), puzzle)
    return judge(parse(solution, layout=layout, rules=rules))


def solve_array(array: ArrayLike, *, layout: Layout | None = None) -> NDArray[Any]:
    """Return a solved copy of an n x n array with 0 for empty cells, or one filled with -1.

    If there are several solutions, it returns the first; -1 means that there is none. Floats are
    accepted if they are whole numbers, and NaN is an empty cell. The dtype is that of the input if
    it is numeric and can hold -1, otherwise int64. A bad shape, type or value raises ParseError.
    """
    import numpy as np

    from nonet.text.arrays import as_array, parse_array

    given = as_array(array)
    if given.ndim != 2:
        raise ParseError("an array of shape (n, n)", f"shape {given.shape}")
    found = solve(parse_array(given, layout=layout), limit=1).solution
    dtype = given.dtype if given.dtype.kind in "if" else np.dtype(np.int64)
    if found is None:
        return np.full(given.shape, -1, dtype=dtype)
    return found.to_array().astype(dtype)


def solve_many(
    puzzles: ArrayLike | list[str] | list[bytes] | bytes,
    *,
    limit: Limit | int | None = 2,
    threads: int | None = None,
    layout: Layout | None = None,
    rules: Rules = (),
    engine: str | Engine | None = None,
) -> BatchResult:
    """Solve many puzzles: an array (n, cells) or (n, n, n), a list of lines, or bytes of lines.

    Rows keep their order. A row that cannot be read has the status MALFORMED and a reason in
    `errors`; in bytes, empty lines and `#` comments are skipped. All cores are used by default.
    `rules` are added to those of every row.

    >>> result = solve_many(["...4..1.2.4..3..", "oops"])
    >>> result.status.tolist(), result.solutions[0, :4].tolist()
    ([1, 6], [1, 2, 3, 4])
    """
    from nonet.batch.arrays import solve_rows_or_lines

    check_layout(layout)
    return solve_rows_or_lines(
        puzzles, Limit.of(limit), threads, layout, listed_rules(rules), engine
    )


def _engine(engine: str | Engine | None, puzzle: Puzzle) -> Engine:
    return best_engine(puzzle) if engine is None else as_engine(engine)
