"""What answers are written as: lines, a drawing, JSON, a table or a picture, and what says so."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

from nonet.cli.inputs import Items
from nonet.documents.detect import bare_name
from nonet.files.safely import is_plain_file, is_stdout

SUFFIXES = {
    "lines": (".txt",),
    "csv": (".csv", ".tsv"),
    "jsonl": (".jsonl", ".ndjson"),
    "parquet": (".parquet",),
    "json": (".json",),
    "svg": (".svg",),
    "html": (".html", ".htm"),
}
"""The ends of names that say what a file is; the first one is that of a file in a zip file."""
TABLES = ("csv", "jsonl", "parquet")
PICTURES = ("svg", "html")
_FORMS = ("grid", *SUFFIXES)
_Command = Callable[..., Any]


class Wanted(NamedTuple):
    """Where answers go and what they are to be, as far as the options say it."""

    path: str | None
    form: str | None

    def form_of(self, items: Items) -> str:
        """Name the form of the answers to some items.

        What an option names comes first, then the end of a file's name. Otherwise one puzzle that
        is an argument, or that somebody looks at on a terminal, is drawn. What cannot be is a
        UsageError, and the items are closed.
        """
        try:
            return self._form_of(items)
        except click.UsageError:
            items.close()
            raise

    def _form_of(self, items: Items) -> str:
        form = self.form or self._form_of_path()
        if form is None:
            is_drawn = items.is_argument or (items.is_one and _is_seen(self.path))
            form = "grid" if is_drawn else "lines"
        if form in PICTURES and not items.is_one:
            raise click.UsageError(f"{form} is a picture of one puzzle, and there may be more here")
        if form == "parquet" and _is_seen(self.path):
            raise click.UsageError("parquet is not for a terminal; name a file: -o FILE")
        return form

    def _form_of_path(self) -> str | None:
        """Name the form that the name of a file asks for; None for stdout and what is no file."""
        if self.path is None or is_stdout(self.path) or not is_plain_file(self.path):
            return None
        suffix = os.path.splitext(bare_name(self.path))[1]
        if not suffix:
            return "lines"
        for form, suffixes in SUFFIXES.items():
            if suffix in suffixes:
                return form
        known = ", ".join(names[0] for names in SUFFIXES.values())
        raise click.UsageError(
            f"answers cannot be written as {suffix} (there are: {known}; .gz or .zip behind it "
            "compresses); --format NAME writes to a file of any name"
        )

    @property
    def separator(self) -> str:
        """What stands between the cells of a table."""
        return "\t" if self.path and bare_name(self.path).endswith(".tsv") else ","


def _is_seen(path: str | None) -> bool:
    """Tell whether the output is a terminal."""
    return (path is None or is_stdout(path)) and sys.stdout.isatty()


def _read_form(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value is not None and value not in _FORMS:
        raise click.BadParameter(f"expected one of {', '.join(_FORMS)}, found {value!r}")
    return value


def form_options(grid: str | None = None) -> Callable[[_Command], _Command]:
    """Add the options that say what is written and where; the command gets them as `wanted`.

    `grid` says what `--grid` does, if the command has it.
    """

    def decorate(command: _Command) -> _Command:
        @wraps(command)
        def read(
            output: str | None,
            form: str | None,
            as_json: bool,
            as_lines: bool,
            as_grid: bool = False,
            **others: Any,
        ) -> Any:
            flags = {"json": as_json, "lines": as_lines, "grid": as_grid}
            named = {name: f"--{name}" for name, flag in flags.items() if flag}
            if form is not None:
                named.setdefault(form, f"--format {form}")
            if len(named) > 1:
                raise click.UsageError(f"{' and '.join(named.values())} do not go together")
            return command(wanted=Wanted(output, next(iter(named), None)), **others)

        options = [
            click.option(
                "--json", "as_json", is_flag=True, help="Print JSON, one object per puzzle."
            ),
            click.option("--lines", "as_lines", is_flag=True, help="Print one line per puzzle."),
            click.option(
                "--format",
                "form",
                metavar="NAME",
                callback=_read_form,
                shell_complete=lambda *given: [x for x in _FORMS if x.startswith(given[2])],
                help=f"What to write: {', '.join(_FORMS)}. [by the name of the output]",
            ),
            click.option(
                "-o",
                "--output",
                type=click.Path(dir_okay=False),
                help="Write to a file; .csv, .jsonl, .parquet, .json, .svg, .html or .txt, "
                "and .gz or .zip behind it, say how. -: stdout.",
            ),
        ]
        if grid:
            options.insert(1, click.option("--grid", "as_grid", is_flag=True, help=grid))
        for option in reversed(options):
            read = option(read)
        return read

    return decorate
