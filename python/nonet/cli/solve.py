"""`nonet solve`: one puzzle as a drawing, many as lines or a table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import IO, TYPE_CHECKING

import click

from nonet.api import solve as solve_puzzle
from nonet.cli import DISAGREEMENT, STOPPED, UNIQUE
from nonet.cli.answers import Answer, answer_each, exit_code, worst
from nonet.cli.forms import PICTURES, Wanted, form_options
from nonet.cli.inputs import Items
from nonet.cli.options import (
    confirm_option,
    pencil_marks_option,
    puzzles_argument,
    reading_options,
    search_options,
    symbols_option,
)
from nonet.cli.output import Output, draw
from nonet.cli.pictures import draw_picture
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
    from nonet.core.puzzle import Puzzle
    from nonet.core.result import Result
    from nonet.engines.base import Engine


@click.command(
    epilog="""\b
    Examples:
      nonet solve ...4..1.2.4..3..
      nonet solve puzzles.txt -o solved.txt
      nonet solve --confirm dlx puzzles.txt
      nonet solve --rule diagonals --rule anti-knight puzzle.txt
      nonet solve puzzles.csv -o solved.parquet
      zcat puzzles.gz | nonet solve --json --seconds 1
    """,
)
@puzzles_argument
@search_options(2, "Solutions to find.")
@confirm_option
@pencil_marks_option
@reading_options
@symbols_option
@form_options(grid="Draw every puzzle.")
def solve(
    puzzles: tuple[str, ...],
    reading: Reading,
    limit: Limit,
    engine: Engine | None,
    confirm: Engine | None,
    symbols: str | None,
    wanted: Wanted,
) -> int:
    """Solve a puzzle and prove whether the solution is unique.

    A puzzle given as an argument is drawn, in pages of columns if the terminal is too narrow.
    Each puzzle in a file or on stdin gets a line: the solution, or dots if there is none, and the
    status. A line that cannot be read gets 81 dots. A single puzzle is drawn on a terminal. With
    -o, the file name decides what is written: lines, a table, JSON or a picture.

    Exit code: 0 unique, or found if --limit is 1; 1 any other answer, 2 bad input, 3 a limit was
    reached first (also for --confirm), 4 engines disagree. For many: 4 if any disagree, otherwise
    2 if any line was bad, otherwise 3 if any was stopped, otherwise 0.
    """
    if engine is None:
        simd_path()  # A bad NONET_SIMD is refused before any file is touched.
    items = Items(puzzles, reading)
    form = wanted.form_of(items)
    asking = _Asking(items, reading, limit, engine, confirm, symbols)
    with Output(wanted.path, items) as out:
        if form == "grid":
            codes = answer_each(items, out, partial(asking.draw, out))
        elif form in PICTURES:
            codes = answer_each(items, out, partial(asking.picture, out, form))
        else:
            codes = asking.write(out, wanted, form)
        asking.unused.tell(out)
        if confirm and not items.is_one:
            out.complain(f"{confirm.name} confirmed {asking.agreed} of {asking.asked}")
    return max(codes) if items.is_one else worst(codes)


class _Asking:
    """The question about every puzzle, and a summary of the answers."""

    def __init__(
        self,
        items: Items,
        reading: Reading,
        limit: Limit,
        engine: Engine | None,
        confirm: Engine | None,
        symbols: str | None,
    ) -> None:
        self._items = items
        self._reading = reading
        self._limit = limit
        self._engine = engine
        self._confirm = confirm
        self._symbols = symbols
        self.unused = UnusedPencilMarks(reading)
        self.asked = self.agreed = 0

    def write(self, out: Output, wanted: Wanted, form: str) -> set[int]:
        """Answer all puzzles as lines, JSON or a table; return the exit codes."""
        from nonet.cli.many import Run, Solve

        run = Run(self._items, out, wanted, form)
        search = SearchDisplay()
        verb = Solve(
            self._limit,
            self._engine,
            self._confirm,
            alone=self._items.is_one,
            tell=out.complain,
            progress=search.show if self._items.is_one else None,
        )

        def see(puzzle: Puzzle) -> None:
            self.unused.see(puzzle)
            if form != "json":
                name_shape(puzzle, self._items, out)

        try:
            run.write(run.read(self._items, see), verb)
        finally:
            search.clear()
        self.asked, self.agreed = verb.asked, verb.agreed
        codes = run.codes | {exit_code(status, self._limit) for status in verb.statuses}
        if verb.is_disputed:
            codes.add(DISAGREEMENT)
        if self._confirm and verb.agreed < verb.asked and not verb.is_disputed:
            codes.add(STOPPED)
        return codes or {UNIQUE}

    def draw(self, out: Output, item: Item) -> Answer:
        """Answer one puzzle with a drawing and a sentence."""
        result, code = self._solve(out, item)
        return Answer(describe(result, self._limit, out.stream, self._symbols), code)

    def picture(self, out: Output, form: str, item: Item) -> Answer:
        """Answer one puzzle with a picture."""
        result, code = self._solve(out, item)
        return Answer(draw_picture(result, form, verdict(result, self._limit), self._symbols), code)

    def _solve(self, out: Output, item: Item) -> tuple[Result, int]:
        puzzle = self.unused.see(self._reading.parse(item))
        digit_names(puzzle.layout.size, self._symbols)  # Refuse bad symbols before the search.
        name_shape(puzzle, self._items, out)
        self.asked += 1
        search = SearchDisplay()
        try:
            result = solve_puzzle(
                puzzle,
                limit=self._limit,
                engine=self._engine,
                confirm=self._confirm,
                progress=search.show if self._items.is_one else None,
            )
        finally:
            search.clear()
        code = exit_code(result.status, self._limit)
        if result.confirmed_by:
            self.agreed += 1
        elif self._confirm:
            code = STOPPED
            place = f"{item.place}: " if item.place else ""
            out.complain(f"{place}not confirmed by {self._confirm.name}")
        return result, code


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
