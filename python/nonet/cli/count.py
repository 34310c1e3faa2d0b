"""`nonet count`: how many solutions there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonet.api import count as count_solutions
from nonet.cli import STOPPED
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.forms import PICTURES, Wanted, form_options
from nonet.cli.inputs import Items
from nonet.cli.options import (
    pencil_marks_option,
    puzzles_argument,
    reading_options,
    search_options,
)
from nonet.cli.output import Output
from nonet.cli.pictures import draw_picture
from nonet.cli.shapes import name_shape
from nonet.cli.unused_pencil_marks import UnusedPencilMarks
from nonet.files.items import Item, Reading

if TYPE_CHECKING:
    from nonet.core.limit import Limit
    from nonet.core.puzzle import Puzzle
    from nonet.engines.base import Engine


@click.command(
    short_help="Count the solutions.",
    epilog="""\b
    Examples:
      nonet count 15..4.24..564....3.....463..2..2..31
      nonet count --limit 1000 puzzles.txt
      nonet count puzzles.csv -o counts.csv
    """,
)
@puzzles_argument
@search_options(None, "Stop at this many solutions. [count all]")
@pencil_marks_option
@reading_options
@form_options()
def count(
    puzzles: tuple[str, ...],
    reading: Reading,
    limit: Limit,
    engine: Engine | None,
    wanted: Wanted,
) -> int:
    """Count the solutions of a puzzle, or of each puzzle in a list.

    If a limit stops a count, it reads "at least N". With -o, the file name decides what is
    written: lines, a table, JSON or a picture.

    Exit code: 0 done, 2 if any input was bad, otherwise 3 if a limit was reached.
    """
    items = Items(puzzles, reading)
    form = wanted.form_of(items)
    unused = UnusedPencilMarks(reading)

    def see(puzzle: Puzzle) -> Puzzle:
        if form != "json":
            name_shape(puzzle, items, out)
        return unused.see(puzzle)

    def answer(item: Item) -> Answer:
        puzzle = see(reading.parse(item))
        counted = count_solutions(puzzle, limit=limit, engine=engine)
        stopped = not counted.exact and counted != limit.solutions
        text = str(counted)
        if form in PICTURES:
            text = draw_picture(puzzle, form, f"{text} solution{'s' * (counted != 1)}")
        return Answer(text, STOPPED if stopped else 0)

    with Output(wanted.path, items) as out:
        if form == "grid" or form in PICTURES:
            codes = answer_each(items, out, answer)
        else:
            from nonet.cli.many import Count, Run

            run = Run(items, out, wanted, form)
            verb = Count(limit, engine, alone=items.is_one)
            run.write(run.read(items, see), verb)
            codes = run.codes | ({STOPPED} if verb.is_stopped else set())
        unused.tell(out)
    return worst(codes)
