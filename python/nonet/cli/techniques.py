"""`nonet techniques`: what there is to explain a step with."""

from __future__ import annotations

import json

import click

from nonet.cli.columns import filled, two_columns
from nonet.logic.catalog import Technique, technique_named
from nonet.logic.catalog import techniques as all_techniques
from nonet.logic.orders import orders as all_orders


@click.command(
    short_help="List the techniques that explain uses.",
    epilog="""\b
    Examples:
      nonet techniques
      nonet techniques x-wing
      nonet techniques --orders
    """,
)
@click.argument("names", nargs=-1, metavar="[TECHNIQUE]...")
@click.option("--orders", is_flag=True, help="List the orders, and the techniques of each.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one array.")
def techniques(names: tuple[str, ...], orders: bool, as_json: bool) -> int:
    """List the techniques, or say more about some: what each is, why it is true, what it gains.

    A technique is named as in the list (x-wing) or by its HoDoKu code (0300).
    """
    if orders:
        return _print_orders(as_json)
    listed = [technique_named(name) for name in names] or list(all_techniques())
    if as_json:
        click.echo(json.dumps([technique.to_dict() for technique in listed]))
    elif names:
        click.echo("\n\n".join(map(_about, listed)))
    else:
        _print_families(listed)
    return 0


def _print_orders(as_json: bool) -> int:
    if as_json:
        click.echo(json.dumps([order.to_dict() for order in all_orders().values()]))
        return 0
    rows = [(name, ", ".join(order.techniques)) for name, order in all_orders().items()]
    click.echo(two_columns(rows, ""))
    return 0


def _print_families(listed: list[Technique]) -> None:
    for family in dict.fromkeys(technique.family for technique in listed):
        click.echo(f"{family.capitalize()}:")
        rows = [(one.name, one.what) for one in listed if one.family == family]
        click.echo(f"{two_columns(rows, '  ')}\n")
    click.echo(filled("More about one of them: nonet techniques x-wing"))


def _about(technique: Technique) -> str:
    numbers = []
    if technique.hodoku_score is not None:
        score = f"{technique.hodoku_level}, {technique.hodoku_score:,} points"
        numbers.append(f"HoDoKu: {technique.hodoku_code}, {score}.")
    elif technique.hodoku_code is not None:
        numbers.append(f"HoDoKu: {technique.hodoku_code}.")
    if technique.se_rating is not None:
        numbers.append(f"Sudoku Explainer: from {technique.se_rating}.")
    if technique.needs:
        numbers.append(f"Needs: {', '.join(technique.needs)}.")
    text = " ".join([technique.what, technique.why, technique.gain])
    parts = [f"{technique.title} ({technique.name})", filled(text), filled(" ".join(numbers))]
    return "\n".join(part for part in parts if part)
