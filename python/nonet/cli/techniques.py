"""`nonet techniques`: what there is to explain a step with."""

from __future__ import annotations

import json

import click

from nonet.cli.columns import filled, two_columns
from nonet.cli.options import language_option
from nonet.logic.catalog import Technique, technique_named
from nonet.logic.catalog import techniques as all_techniques
from nonet.logic.languages import Language, as_sentence
from nonet.logic.orders import orders as all_orders


@click.command(
    short_help="List the techniques, or explain some of them.",
    epilog="""\b
    Examples:
      nonet techniques
      nonet techniques x-wing
      nonet techniques --orders
    """,
)
@click.argument("names", nargs=-1, metavar="[TECHNIQUE]...")
@click.option("--orders", is_flag=True, help="List the orders, and the techniques of each.")
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array.")
def techniques(names: tuple[str, ...], orders: bool, language: Language, as_json: bool) -> int:
    """List the techniques, or explain some: what they are, why they are true, what they gain.

    Name a technique as in the list (x-wing) or by its HoDoKu code (0300).
    """
    if orders:
        return _print_orders(as_json)
    listed = [technique_named(name, language=language) for name in names]
    listed = listed or list(all_techniques(language=language))
    if as_json:
        click.echo(json.dumps([technique.to_dict() for technique in listed]))
    elif names:
        click.echo("\n\n".join(_about(technique, language) for technique in listed))
    else:
        _print_families(listed, language)
    return 0


def _print_orders(as_json: bool) -> int:
    if as_json:
        click.echo(json.dumps([order.to_dict() for order in all_orders().values()]))
        return 0
    rows = [(name, ", ".join(order.techniques)) for name, order in all_orders().items()]
    click.echo(two_columns(rows, ""))
    return 0


def _print_families(listed: list[Technique], said: Language) -> None:
    for family in dict.fromkeys(technique.family for technique in listed):
        click.echo(f"{as_sentence(said.family(family))}:")
        rows = [(one.name, one.what) for one in listed if one.family == family]
        click.echo(f"{two_columns(rows, '  ')}\n")
    click.echo(filled(said.say("technique.more")))


def _about(technique: Technique, said: Language) -> str:
    numbers = []
    if technique.hodoku_code is not None:
        facts = technique.hodoku_code
        if technique.hodoku_score is not None:
            points = f"{technique.hodoku_score:,}"
            score = said.say("technique.score", level=technique.hodoku_level, points=points)
            facts = f"{facts}, {score}"
        numbers.append(said.say("technique.hodoku", facts=facts))
    if technique.se_rating is not None:
        numbers.append(said.say("technique.se", rating=technique.se_rating))
    if technique.needs:
        needs = ", ".join(map(said.need, technique.needs))
        numbers.append(said.say("technique.needs", needs=needs))
    text = " ".join([technique.what, technique.why, technique.gain])
    parts = [f"{technique.title} ({technique.name})", filled(text), filled(" ".join(numbers))]
    return "\n".join(part for part in parts if part)
