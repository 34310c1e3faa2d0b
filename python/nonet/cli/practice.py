"""`nonet practice`: a position to practise a technique on."""

from __future__ import annotations

import json
import sys

import click

from nonet.cli.columns import filled, two_columns
from nonet.cli.output import draw
from nonet.logic.catalog import catalog
from nonet.logic.exercises import Exercise, exercise_counts, format_position
from nonet.logic.exercises import practice as choose_exercise
from nonet.logic.words import describe_step
from nonet.render.picture import picture_of
from nonet.render.steps import step_picture


@click.command(
    short_help="Practise a technique.",
    epilog="""\b
    Examples:
      nonet practice
      nonet practice x-wing
      nonet practice x-wing --seed 7 --answer
    """,
)
@click.argument("technique", required=False)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Choose exercise number N.")
@click.option("--answer", is_flag=True, help="Show and explain the step.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def practice(technique: str | None, seed: int | None, answer: bool, as_json: bool) -> int:
    """Show a position where a technique is the easiest move that makes progress.

    Without a technique, list those that have exercises. The same seed gives the same exercise
    again. --answer explains the step below the board.
    """
    if technique is None:
        _list(as_json)
        return 0
    exercise = choose_exercise(technique, seed)
    if as_json:
        click.echo(json.dumps(exercise.to_dict()))
        return 0
    board, step = exercise.board, exercise.step
    picture = step_picture(board, step) if answer else picture_of(board, candidates=True)
    click.echo(draw(picture, sys.stdout))
    click.echo(format_position(board))
    click.echo(filled(describe_step(board, step) if answer else _question(exercise)))
    return 0


def _list(as_json: bool) -> None:
    counts = exercise_counts()
    if as_json:
        click.echo(json.dumps(counts))
        return
    click.echo(two_columns([(name, f"{n} positions") for name, n in counts.items()], ""))


def _question(exercise: Exercise) -> str:
    title = catalog()[exercise.technique].title
    again = f"nonet practice {exercise.technique} --seed {exercise.seed} --answer"
    return f"{title}: find a step. Nothing easier makes progress here. The answer: {again}"
