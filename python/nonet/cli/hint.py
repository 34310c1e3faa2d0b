"""`nonet hint`: where to look next on a player's grid."""

from __future__ import annotations

import json

import click

from nonet.cli import OTHER_ANSWER, STOPPED
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.inputs import Items
from nonet.cli.options import language_option, output_option, puzzles_argument, reading_options
from nonet.cli.output import Output
from nonet.core.result import Status
from nonet.files.items import Item, Reading
from nonet.logic.hints import Hint
from nonet.logic.hints import hint as find_hint
from nonet.logic.languages import Language
from nonet.logic.player_grid import PencilMarks


@click.command(
    short_help="Say where to look next.",
    epilog="""\b
    Examples:
      nonet hint ...4..1.2.4..3..
      nonet hint --level 3 PUZZLE
      nonet hint --moves "r1c2=6 r3c4<>5" PUZZLE
    """,
)
@puzzles_argument
@click.option(
    "--level",
    type=click.IntRange(1, 5),
    default=1,
    show_default=True,
    help="How much to tell: 1 where to look, 2 the digit, 3 the technique, 4 the cells, 5 all.",
)
@click.option(
    "--moves",
    metavar="TEXT",
    default="",
    help='The moves so far, in order: "r4c7=5 r1c2<>3".',
)
@click.option(
    "--pencil-marks",
    "marks",
    type=click.Choice(["full", "partial", "none"]),
    default="full",
    show_default=True,
    help="How the pencil marks of the input are meant; partial: Snyder notation.",
)
@click.option(
    "--order",
    "order_name",
    metavar="NAME",
    default="nonet",
    show_default=True,
    help="Which techniques come first: nonet, hodoku or sudoku-explainer.",
)
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per puzzle.")
@output_option
@reading_options
def hint(
    puzzles: tuple[str, ...],
    level: int,
    moves: str,
    marks: PencilMarks,
    order_name: str,
    language: Language,
    as_json: bool,
    output: str | None,
    reading: Reading,
) -> int:
    """Say where to look next, on the grid as it is: with its placed digits and pencil marks.

    A wrong digit, or a candidate that was removed though the solution needs it, is named first.
    With --moves, the hint prefers steps near the last move, and says how far to go back after a
    mistake; moves that the grid does not show yet are played.

    Exit code: 0 a hint, or solved; 1 a mistake, no solution or several solutions; 2 bad input; 3 no
    technique finds a step.
    """
    items = Items(puzzles, reading)

    def answer(item: Item) -> Answer:
        found = find_hint(
            reading.parse(item),
            level=level,
            moves=moves,
            pencil_marks=marks,
            order=order_name,
            language=language,
        )
        return Answer(json.dumps(found.to_dict()) if as_json else found.text, _code(found))

    with Output(output, items) as out:
        codes = answer_each(items, out, answer)
    return max(codes, default=0) if items.is_one else worst(codes)


def _code(found: Hint) -> int:
    if found.mistakes or found.status in (Status.NO_SOLUTION, Status.MULTIPLE):
        return OTHER_ANSWER
    is_done = found.house is not None or (found.board is not None and found.board.is_full)
    return 0 if is_done else STOPPED
