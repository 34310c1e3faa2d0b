"""Texts that are written at once: to stdout, or to a file that is replaced."""

from __future__ import annotations

import click

from nonet.cli.stopping import stopped_cleanly
from nonet.files.safely import is_stdout, replaced


def write_text(path: str, text: str) -> None:
    """Write a text; an old file is replaced only when the new one is complete."""
    if is_stdout(path):
        click.echo(text, nl=False)
        return
    with stopped_cleanly(), replaced(path) as place, open(place, "a", encoding="utf-8") as stream:
        stream.write(text)
