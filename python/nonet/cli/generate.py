"""`nonet generate`: new puzzles."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from typing import Any

import click

from nonet.cli.forms import PICTURES, TABLES, Wanted, form_options
from nonet.cli.generated_rows import GeneratedRows, finished_rows, go_on_after
from nonet.cli.many import written
from nonet.cli.options import rule_option
from nonet.cli.output import Output, draw
from nonet.core.errors import ArgumentError, NotFoundError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.numbers import check_number
from nonet.files.items import Reading
from nonet.files.safely import partial_name
from nonet.generator.making import Many
from nonet.generator.requests import Request, as_layout, read_request
from nonet.generator.symmetries import SYMMETRIES
from nonet.generator.unbiased import Unbiased
from nonet.logic.scales import SCALES, read_scales
from nonet.native import SEED_BITS, thread_count

_NUMBER = r"(\d+(?:\.\d+)?)"
_RANGE = re.compile(rf"{_NUMBER}(?:\s*(?:-|\.\.)\s*{_NUMBER})?")
_FILE_NAME = re.compile(r"\S*([/\\]\S*|\w\.[A-Za-z]\w*)")
"""Has a folder or a suffix."""
_WORD = re.compile(r"\S+")
_SIGNS = re.compile(r"[xXoO#*._\d-]*")
"""The usual signs of a pattern; a file is hardly named with these alone."""
_MINIMAL = {"yes": True, "symmetry": "symmetry", "no": False}


def _read_clues(_: click.Context, __: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    match = _RANGE.fullmatch(value.strip())
    if not match or "." in (match[1] + (match[2] or "")):
        raise click.BadParameter(f"expected a number such as 24, or 22-26, found {value!r}")
    return (int(match[1]), int(match[2])) if match[2] else int(match[1])


def _read_rating(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> Any:
    found: dict[str, Any] = {}
    for value in values:
        scale, sign, wanted = value.partition("=")
        if not sign:
            raise click.BadParameter(f"expected SCALE=RANGE such as er=4.0-4.4, found {value!r}")
        if scale.strip() in found:
            raise click.BadParameter(f"expected {scale.strip()} once, found it twice")
        match = _RANGE.fullmatch(wanted.strip())
        if match:
            found[scale.strip()] = float(match[1]), float(match[2] or match[1])
        else:
            found[scale.strip()] = wanted.strip()
    return found or None


def _read_pattern(value: str | None, layout: Layout | None) -> str | None:
    """Read a pattern: a text, or a file with one."""
    if value is None:
        return None
    expected = "expected a pattern, or a file with one"
    if os.path.isfile(value):
        with open(value, encoding="utf-8") as file:
            return file.read()
    if os.path.isdir(value):
        raise click.BadParameter(f"{expected}; {value!r} is a folder", param_hint="'--pattern'")
    cells = (layout or CLASSIC).cell_count
    if len(value) != cells and _WORD.fullmatch(value) and not _SIGNS.fullmatch(value):
        raise click.BadParameter(f"{expected}; no file {value!r}", param_hint="'--pattern'")
    return value


def _read_solution(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and (os.path.exists(value) or _FILE_NAME.fullmatch(value)):
        raise click.BadParameter(f"expected the digits of a grid, found a file name, {value!r}")
    return value


def _read_layout(_: click.Context, __: click.Parameter, value: str | None) -> Layout | None:
    if value is None:
        return None
    try:
        return as_layout(value)
    except ArgumentError as error:
        facts = f"expected {error.expected}, found {error.found}"
        raise click.BadParameter(facts if error.expected else str(error)) from None


def _read_scales(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    try:
        return read_scales(value) if value else ()
    except ArgumentError as error:
        raise click.BadParameter(f"expected {error.expected}, found {error.found!r}") from None


@click.command(
    short_help="Make new puzzles.",
    epilog="""\b
    Examples:
      nonet generate
      nonet generate --symmetry half-turn --minimal symmetry --seed 7
      nonet generate --technique x-wing
      nonet generate -n 100000 --seed 1 -o puzzles.csv
    """,
)
@click.option("-n", "--number", "n", type=int, default=1, metavar="N", help="How many. [1]")
@click.option("--seed", type=int, metavar="N", help="The same seed makes the same puzzles.")
@click.option(
    "--layout",
    metavar="LAYOUT",
    callback=_read_layout,
    help="Size such as 9, box shape such as 2x3, or the regions of a jigsaw. [9]",
)
@rule_option
@click.option(
    "--clues", metavar="N|N-M", callback=_read_clues, help="Number of clues, or fewest and most."
)
@click.option(
    "--minimal",
    type=click.Choice(list(_MINIMAL)),
    default="yes",
    show_default=True,
    help="Whether no clue can go, or no cells that the symmetry maps onto each other.",
)
@click.option("--symmetry", metavar="NAME", help=f"{', '.join(SYMMETRIES)}.")
@click.option(
    "--pattern",
    metavar="TEXT|FILE",
    help="Cells of the clues: a sign per cell, '.' for an empty one.",
)
@click.option(
    "--solution",
    metavar="GRID",
    callback=_read_solution,
    help="The solution that puzzles have.",
)
@click.option("--technique", metavar="NAME", help="Needed, and nothing harder; or singles.")
@click.option("--first", metavar="NAME", help="Technique of the first step that is not a single.")
@click.option("--required", metavar="NAME", multiple=True, help="Technique that the path must use.")
@click.option("--forbidden", metavar="NAME", multiple=True, help="Technique that it must not use.")
@click.option(
    "--rating",
    metavar="SCALE=RANGE",
    multiple=True,
    callback=_read_rating,
    help="How hard, such as er=4.0-4.4, hodoku=Hard or nonet=easy (repeatable).",
)
@click.option("--hardest", metavar="SCALE", help="The hardest puzzle found within --seconds.")
@click.option(
    "--order",
    metavar="NAME",
    help="Which techniques are harder: nonet, sudoku-explainer or hodoku. [the first that has all]",
)
@click.option(
    "--unbiased",
    is_flag=True,
    help="Minimal 9x9 puzzles whose weights make statistics right; adds the column weight.",
)
@click.option(
    "--scale",
    "scales",
    metavar="NAMES",
    callback=_read_scales,
    help=f"Also rate the puzzles, in columns of their own: {', '.join(SCALES)}.",
)
@click.option(
    "--seconds", type=click.FloatRange(min=0), metavar="S", help="Maximum time per puzzle. [60]"
)
@form_options(pictures=False)
def generate(
    n: int,
    seed: int | None,
    minimal: str,
    scales: tuple[str, ...],
    seconds: float | None,
    unbiased: bool,
    wanted: Wanted,
    **request: Any,
) -> int:
    """Make new puzzles, each with a unique solution and no two of them copies of each other.

    A single puzzle is drawn; more are lines, or with -o a table whose columns are documented in
    docs/generating.md. After Ctrl-C, the finished puzzles are in NAME.partial, and the same command
    goes on from there.

    Exit code: 0 done, 2 bad input, 3 no such puzzle was found within the limit.
    """
    check_number("-n", n, 1)
    if seed is not None:
        check_number("--seed", seed, 0)
    layout = request.pop("layout")
    request["pattern"] = _read_pattern(request["pattern"], layout)
    read = read_request(
        layout,
        minimal=_MINIMAL[minimal],  # type: ignore[arg-type]
        limit=seconds,
        **{
            name: None if value == () else value
            for name, value in request.items()
            if name != "rules"
        },
        rules=request["rules"],
    )
    items = _Made(n)
    if wanted.form in PICTURES:
        raise click.UsageError(f"puzzles cannot be written as {wanted.form}; try: nonet convert")
    form = wanted.form_of(items)  # type: ignore[arg-type]
    if form in PICTURES:
        raise click.UsageError(f"puzzles cannot be written as {form}; try: nonet convert")
    run = _Run(items, wanted, form, scales or read.wishes.scales)
    try:
        return run.write(read, seed, unbiased)
    except NotFoundError as error:
        click.echo(f"nonet: {error}", err=True)
        return 3


class _Made:
    """Stands for the input of the other commands: how much is done, for the progress line."""

    reading = Reading()

    def __init__(self, n: int) -> None:
        self.total_bytes = n
        self.read_bytes = 0
        self.is_one = self.is_argument = n == 1

    def has_file(self, name: str) -> bool:
        """Return whether a file is read."""
        return False

    def close(self) -> None:
        """Do nothing."""


class _Run:
    """Writes puzzles as they are made."""

    def __init__(self, items: _Made, wanted: Wanted, form: str, scales: tuple[str, ...]) -> None:
        self._items, self._wanted, self._form, self._scales = items, wanted, form, scales

    def write(self, request: Request, seed: int | None, unbiased: bool) -> int:
        used = secrets.randbits(SEED_BITS) if seed is None else seed
        make = Unbiased if unbiased else Many
        many = make(request, used, thread_count(None))
        verb = GeneratedRows(request, self._scales, weighted=unbiased)
        form, path = self._form, self._wanted.path
        found = finished_rows(path, form, self._wanted.separator) if path else None
        old = found or []
        if path and len(old) > self._items.total_bytes:
            raise ArgumentError(
                f"an interrupted run left {len(old):,} puzzles in {partial_name(path)}; ask for "
                "more with -n, or remove it"
            )
        if old and path:
            go_on_after(many, old, verb.columns, path, seed)
        with Output(path, self._items) as out:  # type: ignore[arg-type]
            out.may_be_cut = form in ("lines", "json", "csv", "jsonl")
            if form == "grid":
                return self._draw(many, out)
            if old:
                out.complain(f"going on after {len(old):,} puzzles of {path}.partial")
            elif found is not None:
                out.complain(f"no puzzle in {path}.partial: starting anew")
            view = "record" if form == "json" else "table" if form in TABLES else "lines"

            def tables() -> Iterator[Any]:
                if old:
                    self._items.read_bytes += len(old)
                    yield verb.of_rows(old)
                for batch in many.batches(self._items.total_bytes - len(old)):
                    self._items.read_bytes += len(batch.seeds)
                    if len(batch.seeds):
                        yield verb.table(batch, view)  # type: ignore[arg-type]

            told, missing = 0, None

            def until_missing() -> Iterator[Any]:
                nonlocal missing
                try:
                    yield from tables()
                except NotFoundError as error:
                    missing = error

            is_text = form in ("json", "lines")
            pieces = written(
                out.until_stopped(until_missing()),
                verb.columns,
                form,
                lambda *_: None,
                self._wanted.separator,
            )
            for piece in pieces:
                write = out.write_lines if is_text else out.write_bytes
                write(piece, self._items.read_bytes - told)
                told = self._items.read_bytes
            out.end_if_stopped()
            if missing is not None:
                raise missing
        if path is not None and found is not None:
            os.unlink(partial_name(path))
        return 0

    def _draw(self, many: Many | Unbiased, out: Output) -> int:
        made = next(many.take(1))
        kind = "minimal" if made.minimal else "not minimal"
        if made.minimal_for_symmetry and not made.minimal:
            kind = "minimal for its symmetry"
        rated = made.rating
        er = f", ER {rated.er}" if rated is not None and rated.er is not None else ""
        out.write(draw(made.puzzle, out.stream))
        out.write(f"{made.puzzle}\n{made.clues} clues, {kind}{er}. Seed {made.seed}.")
        return 0
