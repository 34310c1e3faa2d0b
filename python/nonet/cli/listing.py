"""`nonet formats`: every notation and document, from the code."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import click


@click.command(epilog="Example: nonet formats")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one array.")
def formats(as_json: bool) -> int:
    """List the notations of one puzzle, then the documents of many."""
    from nonet.formats.catalog import DOCUMENTS, NOTATIONS

    rows = [
        *(_row(module, "notation") for module in NOTATIONS.values()),
        *(_row(module, "document") for module in DOCUMENTS.values()),
    ]
    if as_json:
        import json

        click.echo(json.dumps(rows))
        return 0
    for kind in ("notation", "document"):
        table = click.HelpFormatter()
        with table.section(f"{kind.capitalize()}s"):
            table.write_dl([(row["name"], _about(row)) for row in rows if row["kind"] == kind])
        click.echo(table.getvalue(), nl=False)
    click.echo("Files packed with gzip or zip are read, too. How each is written: docs/formats.md")
    return 0


def _row(module: ModuleType, kind: str) -> dict[str, Any]:
    from nonet.formats.probing import boards_of

    return {
        "name": module.NAME,
        "kind": kind,
        "summary": module.SUMMARY,
        "suffixes": list(module.SUFFIXES),
        "boards": boards_of(module),
        "holds": sorted(module.HOLDS),
        "reads": hasattr(module, "parse") or hasattr(module, "read"),
        "writes": hasattr(module, "format") or hasattr(module, "write"),
    }


def _about(row: dict[str, Any]) -> str:
    said = [row["summary"], f"boards: {row['boards']}"]
    if row["suffixes"]:
        said.append(" ".join(row["suffixes"]))
    if row["holds"]:
        said.append(f"holds {', '.join(row['holds'])}")
    if not row["writes"]:
        said.append("read only")
    return "; ".join(said)
