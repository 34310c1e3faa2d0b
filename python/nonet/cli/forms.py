"""Forms of output: lines, a drawing, JSON, a table or a picture, and the options for them."""

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
"""The suffixes of each form; a file inside a zip file has the first one."""
TABLES = ("csv", "jsonl", "parquet")
PICTURES = ("svg", "html")
_FORMS = ("grid", *SUFFIXES)
_Command = Callable[..., Any]


class Wanted(NamedTuple):
    """The output file and form, as far as the options determine them."""

    path: str | None
    form: str | None

    def form_of(self, items: Items) -> str:
        """Return the form of the answers to some items.

        An option comes first, then the suffix of the output file. Otherwise, a single puzzle is
        drawn if it is an argument or if the output is a terminal. Closes the items if
        the form is impossible (UsageError).
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
            raise click.UsageError(
                f"{form} holds a picture of one puzzle, but there may be several"
            )
        if form == "parquet" and _is_seen(self.path):
            raise click.UsageError("cannot write parquet to a terminal; use -o FILE")
        return form

    def _form_of_path(self) -> str | None:
        """Return the form for the suffix of the output file; None for stdout and special files."""
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
            f"cannot write answers as {suffix} (use one of: {known}; add .gz or .zip to "
            "compress); --format NAME writes to a file of any name"
        )

    @property
    def separator(self) -> str:
        """The separator between the cells of a table."""
        return "\t" if self.path and bare_name(self.path).endswith(".tsv") else ","


def _is_seen(path: str | None) -> bool:
    """Return whether the output is a terminal."""
    return (path is None or is_stdout(path)) and sys.stdout.isatty()


def _read_form(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value is not None and value not in _FORMS:
        raise click.BadParameter(f"expected one of {', '.join(_FORMS)}, found {value!r}")
    return value


def form_options(
    grid: str | None = None, *, pictures: bool = True
) -> Callable[[_Command], _Command]:
    """Add the options for the output; the command receives them as `wanted`.

    `grid` is the help text of `--grid`, if the command has it. Commands without pictures do not
    mention their formats, and refuse them.
    """
    forms = [name for name in _FORMS if pictures or name not in PICTURES]
    drawn = ", .svg, .html" if pictures else ""

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
                raise click.UsageError(f"{' and '.join(named.values())} cannot be combined")
            return command(wanted=Wanted(output, next(iter(named), None)), **others)

        options = [
            click.option(
                "--json", "as_json", is_flag=True, help="Print one JSON object per puzzle."
            ),
            click.option("--lines", "as_lines", is_flag=True, help="Print one line per puzzle."),
            click.option(
                "--format",
                "form",
                metavar="NAME",
                callback=_read_form,
                shell_complete=lambda *given: [x for x in forms if x.startswith(given[2])],
                help=f"Output format: {', '.join(forms)}. [from the file name]",
            ),
            click.option(
                "-o",
                "--output",
                type=click.Path(dir_okay=False),
                help="Write to a file; its suffix decides the format: .csv, .jsonl, .parquet, "
                f".json{drawn} or .txt, optionally with .gz or .zip. -: stdout.",
            ),
        ]
        if grid:
            options.insert(1, click.option("--grid", "as_grid", is_flag=True, help=grid))
        for option in reversed(options):
            read = option(read)
        return read

    return decorate
