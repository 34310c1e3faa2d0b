"""`nonet solve`: one puzzle as a drawing, many as lines."""

from __future__ import annotations

from dataclasses import replace
from typing import IO, TYPE_CHECKING

import click

from nonet.api import solve as solve_puzzle
from nonet.cli import STOPPED
from nonet.cli.answers import Answer, answer_each, exit_code, worst
from nonet.cli.inputs import Items
from nonet.cli.lines import MALFORMED, format_answer, solve_lines
from nonet.cli.options import (
    confirm_option,
    json_option,
    output_option,
    pencil_marks_option,
    puzzles_argument,
    reading_options,
    search_options,
    symbols_option,
)
from nonet.cli.output import Output, draw
from nonet.cli.progress import SearchDisplay
from nonet.cli.shapes import name_shape
from nonet.cli.unused_pencil_marks import UnusedPencilMarks
from nonet.core.result import Status
from nonet.files.items import Item, Reading
from nonet.native import simd_path
from nonet.render.picture import digit_names
from nonet.render.verdicts import describe_placed, describe_reached, format_time, verdict

if TYPE_CHECKING:
    from nonet.core.limit import Limit
    from nonet.core.result import Result
    from nonet.engines.base import Engine


@click.command(
    epilog="""\b
    Examples:
      nonet solve ...4..1.2.4..3..
      nonet solve puzzles.txt -o solved.txt
      nonet solve --confirm dlx puzzles.txt
      nonet solve --rule diagonals --rule anti-knight puzzle.txt
      zcat puzzles.gz | nonet solve --json --seconds 1
    """,
)
@puzzles_argument
@search_options(2, "Solutions to find.")
@confirm_option
@pencil_marks_option
@reading_options
@symbols_option
@json_option
@output_option
def solve(
    puzzles: tuple[str, ...],
    reading: Reading,
    limit: Limit,
    engine: Engine | None,
    confirm: Engine | None,
    symbols: str | None,
    as_json: bool,
    output: str | None,
) -> int:
    """Solve a puzzle and prove whether the solution is unique.

    A single puzzle is drawn, in pages of columns if the terminal is too narrow. For many puzzles
    (several arguments, or one per line of a file or stdin), each gets a line: the solution, or dots
    if there is none, and the status. A line that cannot be read gets 81 dots.

    Exit code: 0 unique, 1 any other answer, 2 bad input, 3 a limit was reached first (also for
    --confirm), 4 engines disagree. For many: 4 if any disagree, otherwise 2 if any line was bad,
    otherwise 3 if any was stopped, otherwise 0.
    """
    if engine is None:
        simd_path()  # A bad NONET_SIMD is refused before any file is touched.
    items = Items(puzzles, reading)
    asked = agreed = 0
    unused = UnusedPencilMarks(reading)

    def answer(item: Item) -> Answer:
        nonlocal asked, agreed
        puzzle = unused.see(reading.parse(item))
        digit_names(puzzle.layout.size, symbols)  # Refused before the search, not after it.
        if not as_json:
            name_shape(puzzle, items, out)
        asked += 1
        one = items.is_one
        search = SearchDisplay()
        try:
            result = solve_puzzle(
                puzzle,
                limit=limit,
                engine=engine,
                confirm=confirm,
                progress=search.show if one else None,
            )
        finally:
            search.clear()
        text = describe(result, limit, out.stream, symbols) if one else format_answer(result)
        code = exit_code(result.status, limit)
        if result.confirmed_by:
            agreed += 1
        elif confirm:
            code = STOPPED
            out.complain(f"{item.place and item.place + ': '}not confirmed by {confirm.name}")
        return Answer(text, result.to_dict(), code)

    with Output(output, items) as out:
        if not (items.is_one or as_json or engine or confirm):
            return worst(solve_lines(items, limit, out))
        codes = answer_each(items, out, answer, as_json=as_json, malformed=MALFORMED)
        unused.tell(out)
        if confirm and not items.is_one:
            out.complain(f"{confirm.name} confirmed {agreed} of {asked}")
    return max(codes) if items.is_one else worst(codes)


def describe(result: Result, limit: Limit, stream: IO[str], symbols: str | None) -> str:
    """Draw the solutions, or the puzzle if there are none, and say what is proved."""
    grids = draw_solutions(result, stream, symbols) or [draw(result.puzzle, stream, symbols)]
    problems = [str(conflict) for conflict in result.puzzle.conflicts()]
    took = f"{format_time(result.stats.seconds)}, engine {result.engine}"
    if result.why:
        took += f": {result.why}"
    if result.confirmed_by:
        took += f"; confirmed by {result.confirmed_by}"
    said = [*grids, *problems, f"{verdict(result, limit)} ({took})"]
    placed = result.puzzle.notes.placed
    if placed is not None and any(placed) and result.status is Status.UNIQUE:
        said.append(describe_placed(placed, result.solutions[0]))
    if result.stopped_by:
        said.append(f"So far: {describe_reached(result)}.")
    return "\n".join(said)


def draw_solutions(result: Result, stream: IO[str], symbols: str | None = None) -> list[str]:
    """Draw every solution of a result, with its givens highlighted."""
    results = [replace(result, solutions=(found,)) for found in result.solutions]
    return [draw(one, stream, symbols) for one in results]
