"""Options shared by several commands, converted to values for the API."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from click.shell_completion import CompletionItem

from nonet.cli.advice import in_options
from nonet.core.errors import (
    ArgumentError,
    MissingPackageError,
    ParseError,
    UnknownEngineError,
    UnknownLanguageError,
    UnknownNotationError,
    UnknownRuleError,
)
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.line import SYMBOLS
from nonet.core.named_rules import rule_names
from nonet.core.rule_texts import check_rules
from nonet.documents.catalog import DOCUMENTS, format_named
from nonet.documents.tables import ROLES
from nonet.engines.base import Engine
from nonet.engines.roster import all_engines, engine_named
from nonet.files.items import Reading
from nonet.logic.languages import Language, language_named, languages
from nonet.notations.catalog import NOTATIONS
from nonet.notations.detect import decode_text
from nonet.text.lines import is_void, open_binary, read_all
from nonet.text.symbols import alphabets

_LIKE_A_FILE = re.compile(r".*[/\\].*|.*\.[A-Za-z][A-Za-z0-9]{1,4}")
"""A path rather than a text of regions, which has no dots or slashes."""
_Command = Callable[..., Any]
_Decorator = Callable[[_Command], _Command]


def _complete_file(
    context: click.Context, _: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


def _complete_format(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (*NOTATIONS, *DOCUMENTS) if name.startswith(incomplete)]


def _complete_engine(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    return [engine.name for engine in all_engines() if engine.name.startswith(incomplete)]


def _read_box(context: click.Context, _: click.Parameter, value: str | None) -> Layout | None:
    """Read a box shape such as 2x3 as a layout."""
    if value is None:
        return None

    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", value, re.ASCII | re.IGNORECASE)
    if not match:
        raise click.BadParameter(f"expected rows x columns such as 2x3, found {value!r}")
    try:
        return Layout(int(match[1]), int(match[2]))
    except ArgumentError as error:
        raise click.BadParameter(str(error)) from None


def _read_regions(context: click.Context, _: click.Parameter, value: str | None) -> Layout | None:
    """Read irregular regions, given as text or as a file, as a layout."""
    if value is None:
        return None

    text = os.fsencode(value)
    if os.path.isdir(value):
        raise click.BadParameter(f"is a directory: {value}")
    if os.path.exists(value):
        with open_binary(value) as stream:
            text = read_all(stream)
    elif _LIKE_A_FILE.fullmatch(value):
        raise click.BadParameter(f"no such file: {value}")
    lines = [line for line in text.splitlines() if not is_void(line)]
    try:
        return Layout.of_regions(decode_text(b"\n".join(lines)))
    except ArgumentError as error:
        is_name = value.isidentifier() and not os.path.exists(value)
        no_file = " (and there is no such file)" if is_name else ""
        raise click.BadParameter(f"{error}{no_file}") from None


def _read_symbols(context: click.Context, parameter: click.Parameter, value: Any) -> str | None:
    return value if value == "numbers" else _read_alphabet(context, parameter, value)


def _read_format(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        try:
            format_named(value)
        except UnknownNotationError as error:
            raise click.BadParameter(str(error)) from None
    return value


def _read_language(value: str | None) -> Language:
    try:
        return language_named(value)
    except UnknownLanguageError as error:
        raise click.BadParameter(str(error)) from None


def _complete_language(start: str) -> list[str]:
    return [code for code in languages() if code.startswith(start)]


def _complete_rule(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in rule_names() if name.startswith(incomplete)]


def _read_rules(
    context: click.Context, _: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Refuse a rule that is invalid on every board."""
    if values:
        for value in values:
            try:
                check_rules(value)
            except (ParseError, UnknownRuleError) as error:
                raise click.BadParameter(str(error)) from None
    return values


def _read_columns(
    context: click.Context, _: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Read which column is what."""
    if not values:
        return ()

    pairs = [value.partition("=") for value in values]
    for what, sign, name in pairs:
        if what not in ROLES or not sign or not name:
            known = ", ".join(ROLES)
            found = f"{what}{sign}{name}"
            raise click.BadParameter(
                f"expected WHAT=NAME, found {found!r} (WHAT is one of: {known})"
            )
    return tuple((what, name) for what, _, name in pairs)


def _read_alphabet(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Refuse an alphabet that fits no size."""
    sizes = range(1, len(SYMBOLS) + 1)
    if value is not None and not any(value in alphabets(size) for size in sizes):
        raise click.BadParameter(f"expected one such as 1-9A-G, 0-9A-F or A-P, found {value!r}")
    return value


def _read_engine(context: click.Context, _: click.Parameter, value: str | None) -> Engine | None:
    if value is None:
        return None

    try:
        engine = engine_named(value)
        engine.require_installed()
    except (UnknownEngineError, MissingPackageError) as error:
        raise click.BadParameter(str(error)) from None
    return engine


def _read_size(context: click.Context, _: click.Parameter, value: str | None) -> int | None:
    """Read a number of bytes, with an optional K, M or G."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,12})([KMG]?)B?", value, re.ASCII | re.IGNORECASE)
    if not match or not int(match[1]):
        raise click.BadParameter(f"expected a size such as 500M or 2G, found {value!r}")
    return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2].upper()]


def _read_engines(
    context: click.Context, parameter: click.Parameter, names: tuple[str, ...]
) -> list[Engine]:
    found = [_read_engine(context, parameter, name) for name in dict.fromkeys(names)]
    return [engine for engine in found if engine is not None]


def input_argument(name: str, **options: Any) -> _Decorator:
    """Return an argument that is a puzzle or a file; files are completed."""
    return click.argument(name, shell_complete=_complete_file, **options)


def format_option(*names: str, **options: Any) -> _Decorator:
    """Return an option that names a notation or a document."""
    return click.option(
        *names,
        metavar="NAME",
        callback=_read_format,
        shell_complete=_complete_format,
        **options,
    )


puzzles_argument = input_argument("puzzles", nargs=-1, metavar="[PUZZLE|FILE|-]...")
symbols_option = click.option(
    "--symbols",
    metavar="NAME",
    callback=_read_symbols,
    help="Symbols to draw: numbers, or an alphabet such as A-P. [letters up to 25x25]",
)
pencil_marks_option = click.option(
    "--pencil-marks",
    is_flag=True,
    help="Start from placed digits and pencil marks. [givens only]",
)
"""Used with `reading_options`, which pass it on as part of `reading`."""
order_option = click.option(
    "--order",
    "order_name",
    metavar="NAME",
    default="nonet",
    show_default=True,
    help="Order of techniques: nonet, hodoku or sudoku-explainer.",
)
language_option = click.option(
    "--language",
    metavar="CODE",
    callback=lambda _context, _parameter, value: _read_language(value),
    shell_complete=lambda _context, _parameter, start: _complete_language(start),
    help="Language of the sentences: en, de. [en]",
)
output_option = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    help="Write to a file (.gz: compressed; -: stdout).",
)
confirm_option = click.option(
    "--confirm",
    metavar="NAME",
    callback=_read_engine,
    shell_complete=_complete_engine,
    help="Second engine, which has to agree with the first.",
)
engines_option = click.option(
    "-e",
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME",
    callback=_read_engines,
    shell_complete=_complete_engine,
    help="Engine to measure (repeatable); see: nonet engines. [all for the board]",
)

rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="RULE",
    callback=_read_rules,
    shell_complete=_complete_rule,
    help="Add a rule to every puzzle, such as diagonals (repeatable); see: nonet rules.",
)
_READING = (
    click.option(
        "--box",
        "layout",
        metavar="RxC",
        callback=_read_box,
        help="Rows x columns of a box, such as 2x3. [closest to square]",
    ),
    click.option(
        "--regions",
        metavar="TEXT|FILE",
        callback=_read_regions,
        shell_complete=_complete_file,
        help="Irregular regions instead of boxes: a letter or number for every cell, or a file.",
    ),
    format_option("--from", "origin", help="Format of the input; see: nonet formats. [detected]"),
    click.option(
        "--column",
        "columns",
        multiple=True,
        metavar="WHAT=NAME",
        callback=_read_columns,
        help="Column of a table, such as puzzle=Grid, by name or number. [common names]",
    ),
    click.option(
        "--alphabet",
        metavar="NAME",
        callback=_read_alphabet,
        help="Symbols for boards above 9x9, such as 1-9A-G, 0-9A-F or A-P. [detected]",
    ),
    rule_option,
)
_SEARCH = (
    click.option(
        "--engine",
        metavar="NAME",
        callback=_read_engine,
        shell_complete=_complete_engine,
        help="Engine to use; see: nonet engines. [best for the board]",
    ),
    click.option(
        "--seconds", type=click.FloatRange(min=0), metavar="S", help="Maximum seconds per puzzle."
    ),
    click.option(
        "--nodes", type=click.IntRange(min=1), metavar="N", help="Maximum nodes per puzzle."
    ),
    click.option(
        "--memory",
        metavar="SIZE",
        callback=_read_size,
        help="Maximum memory per puzzle, such as 500M or 2G.",
    ),
)


def _add(options: tuple[_Decorator, ...], command: _Command) -> _Command:
    for option in reversed(options):
        command = option(command)
    return command


def reading_options(command: _Command) -> _Command:
    """Add the options for reading puzzles; the command receives them as `reading`."""

    @wraps(command)
    def read(
        layout: Any,
        regions: Any,
        origin: Any,
        columns: Any,
        alphabet: Any,
        rules: Any,
        pencil_marks: bool = False,
        **others: Any,
    ) -> Any:
        if layout and regions:
            raise click.UsageError("--box and --regions cannot be combined")
        reading = Reading.of(
            origin,
            layout or regions,
            alphabet,
            dict(columns),
            rules,
            pencil_marks,
            worded=in_options,
        )
        return command(reading=reading, **others)

    return _add(_READING, read)


def read_limit(
    solutions: int | None, seconds: float | None, nodes: int | None, memory: int | None = None
) -> Limit:
    """Return a limit; an error names the option."""
    given = {"solutions": solutions, "seconds": seconds, "nodes": nodes, "memory": memory}
    for name, value in given.items():
        try:
            Limit(**{name: value})  # type: ignore[arg-type]
        except ArgumentError as error:
            option = "--limit" if name == "solutions" else f"--{name}"
            said = f"expected {error.expected}, found {error.found}"
            raise click.BadParameter(said, param_hint=repr(option)) from None
    return Limit(solutions, seconds, nodes, memory)


def search_options(solutions: int | None, help_text: str) -> _Decorator:
    """Add the engine and its limits; the command receives them as `engine` and `limit`."""
    most = click.option(
        "--limit",
        type=click.IntRange(min=1),
        metavar="N",
        default=solutions,
        show_default=solutions is not None,
        help=help_text,
    )

    def decorate(command: _Command) -> _Command:
        @wraps(command)
        def read(limit: Any, seconds: Any, nodes: Any, memory: Any, **others: Any) -> Any:
            return command(limit=read_limit(limit, seconds, nodes, memory), **others)

        return _add((most, *_SEARCH), read)

    return decorate
