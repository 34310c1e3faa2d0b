"""`nonet formats` and `nonet rules`: lists generated from the code."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import click

from nonet.cli.columns import filled, two_columns
from nonet.core.named_rules import rule_names, summary_of
from nonet.core.notes import note_name
from nonet.core.rule_texts import FORMS
from nonet.documents.catalog import DOCUMENTS, holds_rules
from nonet.notations.board_sizes import boards_of
from nonet.notations.catalog import NOTATIONS


@click.command(epilog="Example: nonet formats")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array.")
def formats(as_json: bool) -> int:
    """List the formats for one puzzle, then those for many."""
    rows = [
        *(_row(module, "notation") for module in NOTATIONS.values()),
        *(_row(module, "document") for module in DOCUMENTS.values()),
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    for kind in ("notation", "document"):
        click.echo(f"{kind.capitalize()}s:")
        listed = [(row["name"], _about(row)) for row in rows if row["kind"] == kind]
        click.echo(f"{two_columns(listed, '  ')}\n")
    click.echo(filled("Files compressed with gzip or zip are read as well."))
    click.echo(filled("See docs/formats.md for details."))
    return 0


def _row(module: ModuleType, kind: str) -> dict[str, Any]:
    holds = [*map(note_name, module.HOLDS), *(["rules"] if holds_rules(module) else [])]
    return {
        "name": module.NAME,
        "kind": kind,
        "summary": module.SUMMARY,
        "suffixes": list(module.SUFFIXES),
        "boards": boards_of(module),
        "holds": sorted(holds),
        "reads": hasattr(module, "parse") or hasattr(module, "read"),
        "writes": hasattr(module, "format") or hasattr(module, "write"),
    }


def _about(row: dict[str, Any]) -> str:
    said = [row["summary"], f"boards: {row['boards']}"]
    if row["suffixes"]:
        said.append(" ".join(row["suffixes"]))
    if row["holds"]:
        said.append(f"also holds {', '.join(row['holds'])}")
    if not row["writes"]:
        said.append("read only")
    return "; ".join(said)


@click.command(
    short_help="List the rules that puzzles can have.",
    epilog="""\b
    Examples:
      nonet rules
      nonet solve --rule diagonals --rule "house r1c1 r2c2 r3c3 r4c4" 1..............2
    """,
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array.")
def rules(as_json: bool) -> int:
    """List the rules for --rule: by name, or with cells such as r4c7."""
    named = {name: summary_of(name) for name in rule_names()}
    if as_json:
        rows = [
            *({"rule": name, "kind": "name", "summary": text} for name, text in named.items()),
            *({"rule": form, "kind": "form", "summary": text} for form, text in FORMS.items()),
        ]
        click.echo(json.dumps(rows))
        return 0
    for title, listed in (("Names", named), ("With cells", FORMS)):
        click.echo(f"{title}:\n{two_columns(list(listed.items()), '  ')}\n")
    click.echo(
        filled("Separate several rules with ;, as in 'anti-king; candidates r4c7=135 r1c2=24'.")
    )
    click.echo(filled("Above 9x9, separate digits with commas: r4c7=1,12."))
    return 0
