"""Update the generated parts of the docs: `python docs/generate.py` (a test checks them).

Each table goes between `<!-- name -->` and `<!-- end -->` in its page; each schema is a file.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from nonet import lab
from nonet.core.named_rules import rule_names, summary_of
from nonet.core.notes import note_name
from nonet.core.rule_texts import FORMS
from nonet.core.step import ROLES
from nonet.documents.catalog import DOCUMENTS, holds_rules
from nonet.lab.presets import STUDIES, Preset
from nonet.lab.tracing.events import CAUSES, FIELDS, KINDS, MOST, NEEDED, VERSION, WORK
from nonet.lab.tracing.files import STATUSES
from nonet.lab.tracing.record import KEEPS
from nonet.lab.watching.gallery import GALLERY
from nonet.lab.watching.keys import KEYS
from nonet.notations.board_sizes import boards_of
from nonet.notations.catalog import NOTATIONS

HERE = Path(__file__).parent


def first_sentence(thing: object) -> str:
    """Return the first sentence of a docstring, on one line."""
    text = " ".join((thing.__doc__ or "").split("\n\n")[0].split())
    return text.replace("|", "\\|")


def presets() -> str:
    """Every named strategy: its parts, the study it comes from, and what we assumed."""
    lines = ["| name | description | parts | from | assumed |", "|---|---|---|---|---|"]
    for preset in lab.PRESETS:
        strategy = preset.strategy
        lines.append(
            f"| `{strategy.name}` | {strategy.about} | {strategy.title} "
            f"| {_origin(preset)} | {preset.inferred} |"
        )
    return "\n".join(lines)


def _origin(preset: Preset) -> str:
    """Link the titles of the studies to their sections in origins.md."""
    text = preset.origin or ""
    for title in STUDIES:
        anchor = re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-")
        text = text.replace(title, f"[{title}](origins.md#{anchor})")
    return text


def parts() -> str:
    """Every part by name, with a description."""
    lines = ["| part | name | description |", "|---|---|---|"]
    for part in ("frontier", "state", "inference", "select", "order", "heuristic"):
        for name, choice in lab.CHOICES[part].items():
            lines.append(f"| {part} | `{name}` | {first_sentence(choice)} |")
    return "\n".join(lines)


def roles() -> str:
    """Every role of a mark and its meaning."""
    lines = ["| role | meaning |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {text} |" for name, text in ROLES.items())])


def glossary() -> str:
    """Every counter and its definition."""
    lines = ["| counter | definition |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {text} |" for name, text in lab.GLOSSARY.items())])


def kinds() -> str:
    """Every kind of event: its code, its meaning and its fields, in order."""
    lines = ["| code | kind | meaning | numbers | lists |", "|---|---|---|---|---|"]
    for code, (name, kind) in enumerate(KINDS.items()):
        numbers, lists = (
            ", ".join(f"`{field}`" + ("" if field in NEEDED[name] else "?") for field in fields)
            for fields in (kind.numbers, kind.lists)
        )
        lines.append(f"| {code} | `{name}` | {kind.about} | {numbers} | {lists} |")
    return "\n".join(lines)


def fields_of_events() -> str:
    """Every field of events."""
    lines = ["| field | meaning |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {text} |" for name, text in FIELDS.items())])


def causes() -> str:
    """Every cause and its wording."""
    lines = ["| code | cause | in words |", "|---|---|---|"]
    for code, (name, words) in enumerate(CAUSES.items()):
        lines.append(f"| {code} | `{name}` | {words} |")
    return "\n".join(lines)


def boards_of_searches() -> str:
    """Everything that boards may store."""
    lines = ["| `keeps` | what boards store |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {text} |" for name, text in KEEPS.items())])


def keys() -> str:
    """Every key of the page and the terminal."""
    lines = ["| key | action |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{key.label}` | {key.about} |" for key in KEYS)])


def gallery() -> str:
    """Every comparison of the gallery: what to look for, a still, and the command."""
    parts = []
    for item in GALLERY:
        parts += [f"### {item.title}", "", item.about, ""]
        parts += [f"![{item.title}](gallery/{item.name}.png)", ""]
        if item.command:
            parts += ["```sh", item.command, "```", ""]
    return "\n".join(parts)


def formats() -> str:
    """Every notation and document: its files, boards, and what else it can hold."""
    lines = [
        "| name | description | extensions | boards | can also hold |",
        "|---|---|---|---|---|",
    ]
    for module in (*NOTATIONS.values(), *DOCUMENTS.values()):
        files = " ".join(f"`{suffix}`" for suffix in module.SUFFIXES)
        rules = ["rules"] if holds_rules(module) else []
        notes = ", ".join(sorted([*map(note_name, module.HOLDS), *rules]))
        summary = module.SUMMARY.replace("|", "\\|")
        name = f"[`{module.NAME}`](#{module.NAME})"
        lines.append(f"| {name} | {summary} | {files} | {boards_of(module)} | {notes} |")
    return "\n".join(lines)


def names_of_rules() -> str:
    """Every named rule, and every rule with arguments."""
    lines = ["| text | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {summary_of(name)} |" for name in rule_names()]
    return "\n".join([*lines, *(f"| `{form}` | {text} |" for form, text in FORMS.items())])


def names_of_formats() -> str:
    """List notations and documents, each with a link."""
    listed = [
        ", ".join(f"[`{name}`](formats.md#{name})" for name in names)
        for names in (NOTATIONS, DOCUMENTS)
    ]
    return f"- one puzzle: {listed[0]}\n- files of many: {listed[1]}"


def pages_of(modules: Iterable[Any]) -> str:
    """Turn the docstring of every module into a section."""
    return "\n\n".join(f"### {module.NAME}\n\n{_page(module)}" for module in modules)


def _page(module: Any) -> str:
    text, _, example = inspect.getdoc(module).partition("\nExample:")
    inline = example.strip().strip("`") if example.strip().startswith("`") else ""
    if inline.startswith("nonet "):
        return f"{text.strip()}\n\nExample: `{inline}`"
    shown = inline or textwrap.dedent(example.strip("\n")).rstrip()
    return f"{text.strip()}\n\n```text\n{shown}\n```"


TABLES: dict[str, Callable[[], str]] = {
    "presets": presets,
    "parts": parts,
    "glossary": glossary,
    "kinds": kinds,
    "roles": roles,
    "fields": fields_of_events,
    "causes": causes,
    "keeps": boards_of_searches,
    "keys": keys,
    "gallery": gallery,
    "formats": formats,
    "rules": names_of_rules,
    "names of formats": names_of_formats,
    "notations": lambda: pages_of(NOTATIONS.values()),
    "documents": lambda: pages_of(DOCUMENTS.values()),
}


def trace_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line of a trace."""
    lines = {"start": _start(), **{name: _event(name) for name in KINDS}, "end": _end()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a trace, version {VERSION} (.jsonl)",
        "description": "The first line is a start, the last one an end; the others are events.",
        "type": "object",
        "required": ["event"],
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in lines],
        "$defs": {
            **lines,
            "number": {"type": "integer", "minimum": 0, "maximum": MOST - 1},
            "numbers": {"type": "array", "items": {"$ref": "#/$defs/number"}},
            "counter": {"enum": list(lab.GLOSSARY)},
        },
    }


def _object(about: str, fields: dict[str, Any], needed: Iterable[str]) -> dict[str, Any]:
    return {
        "description": about,
        "type": "object",
        "required": list(needed),
        "properties": fields,
        "additionalProperties": False,
    }


def _event(name: str) -> dict[str, Any]:
    """Return the schema of one kind of event."""
    kind = KINDS[name]
    fields: dict[str, Any] = {"event": {"const": name}}
    for field in (*kind.numbers, *kind.lists, *WORK):
        shape = {"$ref": "#/$defs/numbers" if field in kind.lists else "#/$defs/number"}
        fields[field] = {
            "description": FIELDS[field],
            **({"enum": list(CAUSES)} if field == "cause" else shape),
        }
    return _object(kind.about, fields, ["event", *NEEDED[name]])


def _start() -> dict[str, Any]:
    number, text = {"type": ["integer", "null"], "minimum": 1}, {"type": "string"}
    limit = {
        "solutions": number,
        "seconds": {"type": ["number", "null"], "minimum": 0},
        "nodes": number,
        "memory": number,
    }
    fields = {
        "event": {"const": "start"},
        "version": {"description": "Version of the format.", "const": VERSION},
        "strategy": {"description": "Name of the strategy.", **text},
        "about": {"description": "A description of the strategy.", **text},
        "parts": {"description": "The parts of the strategy, as text.", **text},
        "keeps": {"description": "What its boards store.", "enum": list(KEEPS)},
        "counters": {
            "description": "The counters that the strategy has.",
            "type": "array",
            "items": {"$ref": "#/$defs/counter"},
            "uniqueItems": True,
        },
        "puzzle": {"description": "The puzzle as its canonical line.", "minLength": 1, **text},
        "size": {"description": "Number of rows.", "type": "integer", "minimum": 1},
        "box": {
            "description": "Rows and columns of a box; null if regions are irregular.",
            "type": ["array", "null"],
            "items": {"type": "integer", "minimum": 1},
            "minItems": 2,
            "maxItems": 2,
        },
        "regions": {
            "description": "Irregular regions, one name per cell; null for boxes.",
            "type": ["string", "null"],
        },
        "rules": {
            "description": "Rules in addition to rows, columns and boxes: `rule` is the name; "
            "`house`, `different` and `candidates` have `cells`, and the last also `digits`.",
            "type": "array",
            "items": _rule(),
        },
        "seed": {"description": "Random seed of the run.", "type": "integer"},
        "limit": _object("The limits of the run; null means no limit.", limit, limit),
    }
    return _object("What was run, and on which board.", fields, fields)


def _rule() -> dict[str, Any]:
    fields = {
        "rule": {"description": "Kind or name of the rule.", "type": "string", "minLength": 1},
        "label": {"description": "What messages call it.", "type": "string"},
        "cells": {"type": "array", "items": {"type": "string", "pattern": "^r[0-9]+c[0-9]+$"}},
        "digits": {"$ref": "#/$defs/numbers"},
    }
    return _object("A rule.", fields, ["rule"])


def _end() -> dict[str, Any]:
    fields = {
        "event": {"const": "end"},
        "status": {
            "description": "What was proved.",
            "enum": [status.word for status in STATUSES],
        },
        "stopped_by": {
            "description": "What ended the run early: a limit, `events` if the trace was full, or "
            "`givens` or `rules` that a local search cannot handle; null if nothing did.",
            "type": ["string", "null"],
        },
        "seconds": {"description": "How long the run took.", "type": "number", "minimum": 0},
        "solutions": {
            "description": "The solutions as canonical lines, in the order they were found.",
            "type": "array",
            "items": {"type": "string", "minLength": 1},
        },
        "counts": {
            "description": "The final values of the counters listed in `start`.",
            "type": "object",
            "propertyNames": {"$ref": "#/$defs/counter"},
            "additionalProperties": {"$ref": "#/$defs/number"},
        },
    }
    return _object("The outcome of the run.", fields, fields)


SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {"trace.schema.json": trace_schema}


def filled(text: str) -> str:
    """Return a page with its tables updated."""
    for name, make in TABLES.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        table = make()
        text = re.sub(
            pattern, lambda match, t=table: f"{match[1]}{t}\n{match[2]}", text, flags=re.DOTALL
        )
    return text


def made() -> Iterator[tuple[Path, str]]:
    """Return every file with generated parts, and what it should contain."""
    for page in sorted(HERE.rglob("*.md")):
        yield page, filled(page.read_text(encoding="utf-8"))
    for name, make in SCHEMAS.items():
        yield HERE / "schema" / name, json.dumps(make(), indent=2) + "\n"


def main() -> None:
    """Update every page and schema; with --check, only say which are out of date."""
    stale = []
    for path, text in made():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"out of date: {', '.join(stale)} (run: python docs/generate.py)")


if __name__ == "__main__":
    main()
