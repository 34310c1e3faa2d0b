"""Arguments of `run_batch`: ArgumentError names the one that is wrong, before anything is done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.rule_texts import check_rules
from nonet.core.rules import Rule
from nonet.files.items import Reading

READING = ("notation", "layout", "alphabet", "columns", "rules")
"""The options of reading."""


def wrong(name: str, expected: str, found: object) -> ArgumentError:
    """Return what to say about an argument of a wrong type."""
    return ArgumentError(f"{name}: expected {expected}, found {found!r:.60}")


def read_inputs(inputs: Any) -> list[str]:
    """Return the paths of inputs: one, or several."""
    several = [inputs] if isinstance(inputs, str | os.PathLike) else inputs
    if isinstance(several, bytes | Mapping) or not isinstance(several, Iterable):
        raise wrong("inputs", "a path or URL, or a list of them", inputs)
    paths = [read_path("inputs", one) for one in several]
    if not paths:
        raise ArgumentError("inputs: expected at least one file, found none")
    return paths


def read_path(name: str, value: Any) -> str:
    """Return a path or URL as text."""
    path = os.fspath(value) if isinstance(value, str | os.PathLike) else value
    if not isinstance(path, str) or not path:
        raise wrong(name, "a path or URL", value)
    return path


def read_limit(verb: object, limit: Any) -> Limit | None:
    """Return a limit for each puzzle. A number means seconds where nothing is counted."""
    if verb in ("rate", "explain"):
        return None if limit is None else Limit.in_seconds(limit)
    is_number = isinstance(limit, int) and not isinstance(limit, bool)
    if not (limit is None or is_number or isinstance(limit, Limit)):
        raise wrong("limit", "a Limit, an integer or None", limit)
    return None if limit is None else Limit.of(limit)


def read_reading(given: Mapping[str, Any]) -> Reading:
    """Return how puzzles are read."""
    layout, columns = given.get("layout"), given.get("columns")
    if not (layout is None or isinstance(layout, Layout)):
        raise wrong("layout", "a Layout", layout)
    if not (columns is None or isinstance(columns, Mapping)):
        raise wrong("columns", "a dict such as {'puzzle': 'Grid'}", columns)
    for name in ("notation", "alphabet"):
        if not isinstance(given.get(name), str | None):
            raise wrong(name, "a text", given[name])
    rules = given.get("rules", ())
    if isinstance(rules, str | Rule) or not isinstance(rules, Iterable):
        raise wrong("rules", "a list of rules", rules)
    found = tuple(rules)
    for rule in found:
        if isinstance(rule, str):
            check_rules(rule)
        elif not isinstance(rule, Rule):
            raise wrong("rules", "rules or their names", rule)
    return Reading.of(**{**given, "rules": found})
