"""Rules as text and as plain data, and back.

A text is a name (`anti-knight`), `house` or `different` and cells (`different r1c1 r4c7`), or
`candidates` and what cells may hold (`candidates r4c7=135`). Several are separated by `;`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from nonet.core.cells import cell_index, cell_name
from nonet.core.errors import ArgumentError, ParseError, UnknownRuleError
from nonet.core.named_rules import NamedRule, rule_names, rules_named
from nonet.core.rules import Candidates, Different, House, Rule

if TYPE_CHECKING:
    from nonet.core.layout import Layout

_OF_CELLS: dict[str, type[House] | type[Different]] = {"house": House, "different": Different}
FORMS: dict[str, str] = {
    "house CELL CELL ...": "Every digit appears once in these cells (as many as rows).",
    "different CELL CELL ...": "These cells have different digits.",
    "candidates CELL=DIGITS ...": "A cell holds one of these digits, for example r4c7=135.",
}
"""The rules with arguments, and their meaning."""
_WORDS = (*_OF_CELLS, "candidates")
_NO_DIGITS = "none"
_WORD = re.compile(r"\S+")
_CELL = re.compile(r"r[1-9]\d{0,2}c[1-9]\d{0,2}", re.ASCII | re.IGNORECASE)
_LIMITED = re.compile(r"([^=]*)=(\d+(?:,\d+)*|none)", re.ASCII | re.IGNORECASE)


def parse_rules(text: str, layout: Layout) -> tuple[Rule, ...]:
    """Read rules; ParseError, UnknownRuleError or ArgumentError says what is wrong with one."""
    rules: list[Rule] = []
    for words in _texts(text):
        rules += _read(words, layout)
    for rule in rules:
        rule.expand(layout)
    return tuple(rules)


def check_rules(text: str) -> None:
    """Raise the error that `parse_rules` would raise on every board."""
    for (column, word), *others in _texts(text):
        if word not in _WORDS:
            _named(word, others)
        elif not others:
            raise ParseError(_expected_after(word), "the end", column=column + len(word))
        for place, other in others:
            _, cell = _cut(word, place, other)
            if not _CELL.fullmatch(cell):
                raise ParseError("a cell such as r4c7", repr(cell[:40]), column=place)


def _texts(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the words of every rule, each with its column."""
    if not isinstance(text, str):
        raise ArgumentError(f"expected a rule as text, found {text!r:.40}")
    start = 0
    for part in text.split(";"):
        words = [(start + match.start() + 1, match[0]) for match in _WORD.finditer(part)]
        if not words:
            found = "the end" if start + len(part) == len(text) else "';'"
            raise ParseError("a rule", found, column=start + len(part) + 1)
        yield [(words[0][0], words[0][1].lower()), *words[1:]]
        start += len(part) + 1


def _read(words: list[tuple[int, str]], layout: Layout) -> Iterable[Rule]:
    (column, word), *others = words
    if word not in _WORDS:
        return _named(word, others)
    if not others:
        raise ParseError(_expected_after(word), "the end", column=column + len(word))
    if word == "candidates":
        return [_candidates(place, other, layout) for place, other in others]
    cells: list[int] = []
    for place, other in others:
        cell = _cell(place, other, layout)
        if cell in cells:
            raise ParseError("cells that differ", f"{other!r} twice", column=place)
        cells.append(cell)
    return [_OF_CELLS[word](tuple(cells))]


def _named(word: str, others: list[tuple[int, str]]) -> tuple[NamedRule, ...]:
    if word not in rule_names():
        spaced = " ".join((word, *(other.lower() for _, other in others)))
        known = [name for name in rule_names() if name.replace("-", " ") == spaced]
        raise UnknownRuleError(spaced if known else word, known or (*rule_names(), *_WORDS))
    if others:
        place, other = others[0]
        raise ParseError(f"nothing after {word}", repr(other[:40]), column=place)
    return rules_named(word)


def _expected_after(word: str) -> str:
    return "cells and digits such as r4c7=135" if word == "candidates" else "cells such as r4c7"


def _cut(word: str, place: int, text: str) -> tuple[str, str]:
    """Return the digits and the cell of a word; only `candidates` have digits."""
    if word != "candidates":
        return "", text
    match = _LIMITED.fullmatch(text)
    if match is None:
        raise ParseError(_expected_after(word), repr(text[:40]), column=place)
    return match[2], match[1]


def _cell(place: int, text: str, layout: Layout) -> int:
    try:
        return cell_index(text, layout.size)
    except ArgumentError:
        expected = f"a cell from r1c1 to r{layout.size}c{layout.size}"
        raise ParseError(expected, repr(text[:40]), column=place) from None


def _candidates(place: int, text: str, layout: Layout) -> Candidates:
    """Read the digits of a cell: together up to 9x9, otherwise separated by commas."""
    listed, name = _cut("candidates", place, text)
    cell = _cell(place, name, layout)
    is_short = layout.size <= 9 and "," not in listed
    parts: Iterable[str] = listed if is_short else listed.split(",")
    digits = [] if listed.lower() == _NO_DIGITS else [int(part[:4]) for part in parts]
    wrong = next((digit for digit in digits if not 1 <= digit <= layout.size), None)
    if wrong is not None:
        column = place + len(name) + 1
        raise ParseError(f"digits from 1 to {layout.size}", str(wrong), column=column)
    return Candidates(cell, tuple(digits))


def format_rules(rules: Iterable[Rule] | Rule, layout: Layout) -> str:
    """Format rules as text; consecutive `Candidates` share one word."""
    texts: list[str] = []
    for rule in (rules,) if isinstance(rules, Rule) else rules:
        text = _format(rule, layout)
        if texts and isinstance(rule, Candidates) and texts[-1].startswith("candidates "):
            texts[-1] += text.removeprefix("candidates")
        else:
            texts.append(text)
    return "; ".join(texts)


def _format(rule: Rule, layout: Layout) -> str:
    if isinstance(rule, NamedRule):
        return rule.name
    if isinstance(rule, House | Different):
        names = (cell_name(cell, layout.size) for cell in rule.cells)
        return " ".join([type(rule).__name__.lower(), *names])
    if isinstance(rule, Candidates):
        separator = "" if layout.size <= 9 else ","
        digits = separator.join(map(str, rule.digits)) or _NO_DIGITS
        return f"candidates {cell_name(rule.cell, layout.size)}={digits}"
    raise ArgumentError(f"rule {rule.name} cannot be written as text: {rule!r:.60}")


def rule_from_dict(data: Mapping[str, Any], layout: Layout) -> Rule:
    """Read a rule from the result of its `to_dict`."""
    kind = data.get("rule") if isinstance(data, Mapping) else None
    if not isinstance(kind, str):
        raise ParseError("a rule such as {'rule': 'anti-knight'}", f"{str(data)[:40]!r}")
    allowed = {"rule", "cells", "digits"} if kind == "candidates" else {"rule", "cells", "label"}
    allowed = allowed if kind in _WORDS else {"rule"}
    if unknown := sorted(map(str, data.keys() - allowed)):
        raise ParseError(f"{', '.join(sorted(allowed))} in {kind}", repr(unknown[0][:40]))
    rule = _from_members(kind, data, layout)
    rule.expand(layout)
    return rule


def _from_members(kind: str, data: Mapping[str, Any], layout: Layout) -> Rule:
    if kind not in _WORDS:
        named = _named(kind, [])
        if len(named) > 1:
            raise ParseError("one rule", f"{kind!r}, which is {len(named)}")
        return named[0]
    listed = data.get("cells")
    if not isinstance(listed, list | tuple) or not all(isinstance(one, str) for one in listed):
        raise ParseError(f"the cells of {kind} as a list", f"{str(listed)[:40]!r}")
    cells = tuple(cell_index(name, layout.size) for name in listed)
    if kind == "candidates":
        digits = data.get("digits")
        is_right = isinstance(digits, list | tuple) and all(type(one) is int for one in digits)
        if not is_right or digits is None or len(cells) != 1:
            raise ParseError("one cell and a list of its digits", f"{str(dict(data))[:60]}")
        return Candidates(cells[0], tuple(digits))
    label = data.get("label")
    if label is not None and not isinstance(label, str):
        raise ParseError(f"the label of {kind} as a text", f"{str(label)[:40]!r}")
    return _OF_CELLS[kind](cells, label)
