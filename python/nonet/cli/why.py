"""`nonet why`: why a digit is in a cell, or why not."""

from __future__ import annotations

import json

import click

from nonet.cli import STOPPED
from nonet.cli.inputs import Items
from nonet.cli.options import (
    input_argument,
    language_option,
    order_option,
    output_option,
    read_limit,
    reading_options,
)
from nonet.cli.output import Output
from nonet.files.items import Reading
from nonet.logic.languages import Language
from nonet.logic.reasons import why_not


@click.command(
    short_help="Prove why a digit cannot go in a cell, or why it must.",
    epilog="""\b
    Examples:
      nonet why ...4..1.2.4..3.. r1c1=2
      nonet why PUZZLE "r4c7<>5"
    """,
)
@input_argument("puzzle", metavar="PUZZLE|FILE|-")
@click.argument("statements", nargs=-1, required=True, metavar="STATEMENT...")
@order_option
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Maximum time.")
@click.option(
    "--nodes", type=click.IntRange(min=1), metavar="N", help="Maximum number of steps to try."
)
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per statement.")
@output_option
@reading_options
def why(
    puzzle: str,
    statements: tuple[str, ...],
    order_name: str,
    seconds: float | None,
    nodes: int | None,
    language: Language,
    as_json: bool,
    output: str | None,
    reading: Reading,
) -> int:
    """Prove that a statement such as r4c7=5 is false, or true; put r4c7<>5 in quotes.

    The proof starts from the grid as it is, with its placed digits and pencil marks, and is the
    simplest one found: the easiest techniques, then the fewest steps.

    Exit code: 0 proved either way, 2 bad input, 3 undecided.
    """
    limit = read_limit(2, seconds, nodes)
    items = Items((puzzle,), reading)
    code = 0
    with Output(output, items) as out:
        for item in items:
            for statement in statements:
                reason = why_not(
                    reading.parse(item),
                    statement,
                    order=order_name,
                    limit=limit,
                    language=language,
                )
                out.write(json.dumps(reason.to_dict()) if as_json else reason.text)
                code = max(code, STOPPED if reason.verdict == "undecided" else 0)
    return code
