"""`nonet hint`: where to look next on a player's grid."""

from __future__ import annotations

import json
import os

import click

from nonet.cli import OTHER_ANSWER, STOPPED
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.forms import PICTURES, SUFFIXES
from nonet.cli.inputs import Items
from nonet.cli.options import (
    language_option,
    order_option,
    output_option,
    puzzles_argument,
    reading_options,
)
from nonet.cli.output import Output
from nonet.cli.pictures import draw_picture
from nonet.core.result import Status
from nonet.documents.detect import bare_name
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
      nonet hint --level 5 PUZZLE -o step.svg
    """,
)
@puzzles_argument
@click.option(
    "--level",
    type=click.IntRange(1, 5),
    default=1,
    show_default=True,
    help="How much to reveal: 1 where to look, 2 the digit, 3 technique, 4 cells, 5 the step.",
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
    help="How to read the pencil marks; partial means Snyder notation.",
)
@order_option
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
    """Say where to look next on a grid, with its placed digits and pencil marks.

    Mistakes come first: a wrong digit, or a removed candidate that the solution needs. With
    --moves, the hint prefers steps near the last move and says how far to go back after a mistake;
    moves that the grid does not show yet are played. With -o FILE.svg or FILE.html, you get a
    picture of the board with the hint.

    Exit code: 0 a hint, or solved; 1 a mistake, no solution or several solutions; 2 bad input; 3 no
    technique finds a step.
    """
    items = Items(puzzles, reading)
    form = _picture_form(output, items)

    def answer(item: Item) -> Answer:
        found = find_hint(
            reading.parse(item),
            level=level,
            moves=moves,
            pencil_marks=marks,
            order=order_name,
            language=language,
        )
        if as_json:
            text = json.dumps(found.to_dict())
        elif form is not None:
            text = draw_picture(found.picture(language), form, found.text)
        else:
            text = found.text
        return Answer(text, _code(found))

    with Output(output, items) as out:
        codes = answer_each(items, out, answer)
    return max(codes, default=0) if items.is_one else worst(codes)


def _picture_form(output: str | None, items: Items) -> str | None:
    """Return svg or html if the file is to be a picture, which needs a single puzzle."""
    suffix = os.path.splitext(bare_name(output))[1] if output else ""
    form = next((form for form in PICTURES if suffix in SUFFIXES[form]), None)
    if form is not None and not items.is_one:
        items.close()
        raise click.UsageError(f"{form} holds a picture of one puzzle, but there may be several")
    return form


def _code(found: Hint) -> int:
    if found.mistakes or found.status in (Status.NO_SOLUTION, Status.MULTIPLE):
        return OTHER_ANSWER
    is_done = found.house is not None or (found.board is not None and found.board.is_full)
    return 0 if is_done else STOPPED
