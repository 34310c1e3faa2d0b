"""`nonet rate`: how hard puzzles are."""

from __future__ import annotations

from contextlib import closing

import click

from nonet.cli import OTHER_ANSWER, STOPPED
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.forms import PICTURES, SUFFIXES, Wanted, form_options
from nonet.cli.inputs import Items
from nonet.cli.options import puzzles_argument, read_limit, reading_options
from nonet.cli.output import Output
from nonet.core.errors import ArgumentError
from nonet.core.result import Status
from nonet.files.items import Item, Reading
from nonet.logic.rating import rate as rate_puzzle
from nonet.logic.rating_words import tell_rating
from nonet.logic.scales import DEFAULT_SCALES, SCALES, read_scales
from nonet.native import thread_count

_ROWS = 4
"""The least number of puzzles that each core gets at a time."""
_CODES = {
    Status.UNIQUE.word: 0,
    Status.MULTIPLE.word: OTHER_ANSWER,
    Status.NO_SOLUTION.word: OTHER_ANSWER,
    Status.FOUND.word: STOPPED,
    Status.UNKNOWN.word: STOPPED,
}


def _read_scales(context: click.Context, _: click.Parameter, value: str) -> tuple[str, ...]:
    try:
        return read_scales(value)
    except ArgumentError as error:
        raise click.BadParameter(f"expected {error.expected}, found {error.found!r}") from None


def _complete_scale(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in SCALES if name.startswith(incomplete)]


@click.command(
    short_help="Rate how hard puzzles are.",
    epilog="""\b
    Examples:
      nonet rate PUZZLE
      nonet rate --scale er,search PUZZLE
      nonet rate puzzles.txt -o ratings.csv
    """,
)
@puzzles_argument
@click.option(
    "--scale",
    "scales",
    metavar="NAMES",
    default=",".join(DEFAULT_SCALES),
    show_default=True,
    callback=_read_scales,
    shell_complete=_complete_scale,
    help=f"Scales, separated by commas: {', '.join(SCALES)}.",
)
@click.option(
    "--seconds", type=click.FloatRange(min=0), metavar="S", help="Maximum time per puzzle."
)
@click.option(
    "--nodes", type=click.IntRange(min=1), metavar="N", help="Maximum number of steps per path."
)
@click.option(
    "--copies",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    help="Also rate N random copies of a single puzzle, and show the range of ER and score.",
)
@reading_options
@form_options(pictures=False)
def rate(
    puzzles: tuple[str, ...],
    scales: tuple[str, ...],
    copies: int,
    seconds: float | None,
    nodes: int | None,
    reading: Reading,
    wanted: Wanted,
) -> int:
    """Rate how hard puzzles are, on one or more scales.

    The scales are er (Sudoku Explainer's ER, EP and ED), hodoku (HoDoKu's level and score), nonet
    (how long people take) and search (how hard the puzzle is for a program that guesses). A puzzle
    given as an argument is rated in words; files and stdin print one line per puzzle. Tables (-o)
    and --json have all the details.

    Exit code: 0 done, 1 not unique, 2 bad input, 3 a limit was reached.
    """
    limit = read_limit(2, seconds, nodes)
    items = Items(puzzles, reading)
    form = wanted.form_of(items)
    if form in PICTURES:
        known = ", ".join(name for name in SUFFIXES if name not in PICTURES)
        raise click.UsageError(f"a rating cannot be written as {form}; use one of: {known}")

    def answer(item: Item) -> Answer:
        puzzle = reading.parse(item)
        rating = rate_puzzle(puzzle, scales=scales, limit=limit, copies=copies)
        return Answer("\n".join(tell_rating(puzzle, rating, scales)), _CODES[rating.status.word])

    if copies and form != "grid":
        items.close()
        raise click.UsageError("--copies works only for a single puzzle that is rated in words")
    with Output(wanted.path, items) as out:
        if form == "grid":
            codes = answer_each(items, out, answer)
        else:
            from nonet.batch.rating import Rate
            from nonet.cli.many import Run, Shared

            # Hard puzzles take long, and each is rated on one core.
            run = Run(items, out, wanted, form, least_rows=_ROWS * thread_count(None))
            rating = Rate(scales, limit, has_records=form == "json", alone=items.is_one)
            with closing(Shared(rating)) as verb:
                run.write(run.read(items), verb)
            codes = run.codes | {_CODES[outcome] for outcome in verb.outcomes}
    return max(codes, default=0) if items.is_one else worst(codes)
