"""`nonet lab strategies`: list strategies and their parts."""

from __future__ import annotations

import json
from typing import Any

import click

from nonet.cli.columns import UNLIMITED, is_wrapped, two_columns
from nonet.cli.lab_options import plugin_option
from nonet.lab.presets import all_methods, load_plugin
from nonet.lab.strategy import all_parts


@click.command(epilog="Example: nonet lab strategies --json")
@plugin_option
@click.option("--parts", is_flag=True, help="List the parts of strategies instead.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def strategies(plugins: tuple[str, ...], parts: bool, as_json: bool) -> int:
    """List the strategies, local searches and engines."""
    if parts:
        _print_parts(as_json)
        return 0
    for path in plugins:
        load_plugin(path)
    rows = [
        {
            "name": method.name,
            "about": _about(method),
            "complete": method.complete,
            "enumerates": method.enumerates,
        }
        for method in all_methods()
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    listed = [
        (str(row["name"]), f"{row['about']}{'' if row['complete'] else ' (cannot prove anything)'}")
        for row in rows
    ]
    click.echo(two_columns(listed, width=None if is_wrapped() else UNLIMITED))
    return 0


def _print_parts(as_json: bool) -> None:
    found = all_parts()
    if as_json:
        click.echo(json.dumps(found))
        return
    width = max(len(row["part"]) for row in found)
    listed = [(f"{row['part']:<{width}}  {row['name']}", row["about"]) for row in found]
    click.echo(two_columns(listed, width=None if is_wrapped() else UNLIMITED))


def _about(method: Any) -> str:
    """Return the description of a method."""
    named = (method, "about"), (method, "summary"), (getattr(method, "engine", None), "summary")
    return next(filter(None, (getattr(thing, name, None) for thing, name in named)), "")
