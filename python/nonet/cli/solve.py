"""`nonet solve`: one puzzle prettily, many as lines."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, TYPE_CHECKING, Any

import click

from nonet.cli.inputs import Item, Items, Reading, reading_options
from nonet.cli.output import Progress, complain, draw, json_option, open_output, output_option

if TYPE_CHECKING:
    from nonet.core.errors import ParseError
    from nonet.core.layout import Layout
    from nonet.core.limit import Limit
    from nonet.core.puzzle import Puzzle
    from nonet.core.result import Result, Status

_CHUNK = 4096
"""Puzzles solved at a time: what is held in memory, and what Ctrl-C can lose."""

STOPPED, BAD_INPUT, OTHER_ANSWER, UNIQUE = 3, 2, 1, 0


@click.command(
    epilog="Example: nonet solve "
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE|FILE|-]...")
@reading_options
@click.option("--engine", help="Engine to use. [the best for the board; see: nonet engines]")
@click.option("--limit", type=click.IntRange(min=1), default=2, help="Solutions to look for. [2]")
@click.option("--seconds", type=click.FloatRange(min=0), help="Time limit for each puzzle.")
@click.option("--nodes", type=click.IntRange(min=1), help="Node limit for each puzzle.")
@json_option
@output_option
def solve(
    puzzles: tuple[str, ...],
    layout: Layout | None,
    notation: str | None,
    alphabet: str | None,
    engine: str | None,
    limit: int,
    seconds: float | None,
    nodes: int | None,
    as_json: bool,
    output: str | None,
) -> int:
    """Solve a puzzle and prove whether the answer is the only one.

    One puzzle is drawn; of many (a file or stdin with one per line) each gets a line: the
    solution, or dots if there is none, and the status.

    Exit code: 0 unique, 1 any other answer, 2 bad input, 3 a limit ran out first. Of many: 2 if
    any line was bad, else 3 if any was stopped, else 0.
    """
    from nonet.core.limit import Limit
    from nonet.engines.roster import engine_named

    if engine is not None:
        engine_named(engine)
    items = Items(puzzles, Reading(layout, notation, alphabet))
    limits = Limit(solutions=limit, seconds=seconds, nodes=nodes)
    with open_output(output, puzzles) as stream:
        if items.is_one:
            return _solve_one(items, limits, engine, as_json, stream)
        return _solve_lines(items, limits, engine, as_json, stream)


def _solve_one(
    items: Items, limit: Limit, engine: str | None, as_json: bool, stream: IO[str]
) -> int:
    from nonet.api import solve as solve_puzzle
    from nonet.core.result import Status

    (item,) = items
    result = solve_puzzle(items.reading.parse(item), limit=limit, engine=engine)
    text = json.dumps(result.to_dict()) if as_json else _describe(result, limit, stream)
    stream.write(f"{text}\n")
    if result.stopped_by:
        return STOPPED
    return UNIQUE if result.status is Status.UNIQUE else OTHER_ANSWER


def _describe(result: Result, limit: Limit, stream: IO[str]) -> str:
    grids = [
        draw(_one_of(result, number), stream) for number in range(max(1, len(result.solutions)))
    ]
    problems = [str(conflict) for conflict in result.puzzle.conflicts()]
    took = f"{1000 * (result.stats.seconds or 0):.2f} ms, engine {result.engine}"
    return "\n".join([*grids, *problems, f"{verdict(result, limit)} ({took})"])


def _one_of(result: Result, number: int) -> Result:
    from dataclasses import replace

    return replace(result, solutions=result.solutions[number : number + 1])


def verdict(result: Result, limit: Limit) -> str:
    """Say in words what a result proves."""
    from nonet.core.result import Status

    seen = len(result.solutions)
    if result.status is Status.UNIQUE:
        return "This is the only solution."
    if result.status is Status.NO_SOLUTION:
        return "There is no solution."
    if result.stopped_by:
        found = f"{seen} found" if seen else "No solution found"
        return f"{found} before the limit on {result.stopped_by} was reached."
    if result.status is Status.FOUND:
        return "This is a solution; whether it is the only one was not asked."
    if seen == limit.solutions:
        return f"There are at least {seen} solutions."
    return f"There are exactly {seen} solutions."


def _solve_lines(
    items: Items, limit: Limit, engine: str | None, as_json: bool, stream: IO[str]
) -> int:
    answer = _json_lines if as_json or engine else _plain_lines
    codes: set[int] = {0}
    source = iter(items)
    with Progress(items.total_bytes) as progress:
        while chunk := list(islice(source, _CHUNK)):
            parsed = [(item, _parse(item, items.reading)) for item in chunk]
            for line, code in answer(parsed, limit, engine, as_json):
                stream.write(f"{line}\n")
                codes.add(code)
            progress.advance(len(chunk), items.read_bytes)
    return worst(codes)


def worst(codes: set[int]) -> int:
    """Return the exit code of a batch: bad input before a stop before all else."""
    return BAD_INPUT if BAD_INPUT in codes else STOPPED if STOPPED in codes else 0


_Parsed = list[tuple[Item, "Puzzle | ParseError"]]


def _parse(item: Item, reading: Reading) -> Puzzle | ParseError:
    from nonet.core.errors import ParseError

    try:
        return reading.parse(item)
    except ParseError as error:
        complain(error)
        return error


def _plain_lines(
    parsed: _Parsed, limit: Limit, engine: str | None, as_json: bool
) -> Iterator[tuple[str, int]]:
    """Answer a chunk with the batch engines, layout by layout, in the order of the input."""
    import numpy as np

    from nonet.api import solve_many
    from nonet.core.line import format_cells
    from nonet.core.result import Status

    by_layout: dict[Layout, list[int]] = defaultdict(list)
    cells: list[bytes] = []
    for index, (_, puzzle) in enumerate(parsed):
        cells.append(b"" if isinstance(puzzle, Exception) else puzzle.cells)
        if not isinstance(puzzle, Exception):
            by_layout[puzzle.layout].append(index)
    answers: list[tuple[str, Status]] = [("." * 81, Status.MALFORMED)] * len(parsed)
    for layout, indices in by_layout.items():
        rows = np.frombuffer(b"".join(cells[i] for i in indices), dtype=np.uint8)
        batch = solve_many(rows.reshape(len(indices), -1), limit=limit, layout=layout)
        for index, solution, status in zip(indices, batch.solutions, batch.status, strict=True):
            answers[index] = format_cells(solution.tobytes(), layout), Status(status)
    for text, status in answers:
        yield f"{text} {status.word}", _line_code(status, limit)


def _line_code(status: Status, limit: Limit) -> int:
    from nonet.core.result import Status

    if status is Status.MALFORMED:
        return BAD_INPUT
    stopped = status is Status.UNKNOWN or (status is Status.FOUND and limit.solutions != 1)
    return STOPPED if stopped else 0


def _json_lines(
    parsed: _Parsed, limit: Limit, engine: str | None, as_json: bool
) -> Iterable[tuple[str, int]]:
    """Answer a chunk puzzle by puzzle, with the engine asked for and all that it tells."""
    from nonet.api import solve as solve_puzzle
    from nonet.core.errors import ParseError
    from nonet.core.line import format_cells
    from nonet.core.result import Status

    for item, puzzle in parsed:
        where = {"source": item.source, "line": item.line}
        if isinstance(puzzle, ParseError):
            record: dict[str, Any] = {**where, "status": "malformed", "error": error_record(puzzle)}
            plain, status = f"{'.' * 81} malformed", Status.MALFORMED
        else:
            result = solve_puzzle(puzzle, limit=limit, engine=engine)
            record = {**where, **result.to_dict()}
            empty = format_cells(bytes(len(puzzle.cells)), puzzle.layout)
            plain, status = f"{result.solution or empty} {result.status.word}", result.status
        yield json.dumps(record) if as_json else plain, _line_code(status, limit)


def error_record(error: ParseError) -> dict[str, Any]:
    """Return a parse error as plain data."""
    return {
        "message": str(error),
        "line": error.line,
        "column": error.column,
        "expected": error.expected,
        "found": error.found,
    }
