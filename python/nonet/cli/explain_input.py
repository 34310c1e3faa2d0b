"""Explain how an input was read, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.cli.answers import Answer
from nonet.cli.inputs import Items
from nonet.core.errors import NonetError
from nonet.core.layout import Layout
from nonet.core.notes import note_name
from nonet.core.rule_texts import format_rules
from nonet.files.items import Item, Reading
from nonet.notations.catalog import NOTATIONS
from nonet.notations.detect import decode_text, explain_text
from nonet.notations.parsing import parse_text
from nonet.text.symbols import alphabets

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle


def explain_item(item: Item, items: Items) -> Answer:
    """Say how an item was read; the exit code is that of a conversion."""
    reading = items.reading
    puzzle = reading.parse(item)
    place = "" if items.is_one else f"{item.place}: "
    said = [f"{place}{puzzle.notation}, {puzzle.layout}, {puzzle.clues} givens"]
    if reading.notation or reading.document:
        said.append("  detected by: --from")
    elif item.puzzle is not None:
        known = dict(items.documents)
        if item.source in known:
            said.append(f"  detected by: {known[item.source].mark}")
    else:
        said += [f"  {line}" for line in _why(item, puzzle, reading)]
    said.append(f"  boxes: {_boxes(item, puzzle, reading)}")
    if alphabet := _alphabets(item, puzzle, reading):
        said.append(f"  symbols: {alphabet}")
    if puzzle.rules:
        said.append(f"  rules: {format_rules(puzzle.rules, puzzle.layout)}")
    if puzzle.notes.kept:
        said.append(f"  notes: {', '.join(map(note_name, puzzle.notes.kept))}")
    return Answer("\n".join(said))


def _why(item: Item, puzzle: Puzzle, reading: Reading) -> list[str]:
    """Say how the notation was detected, and why others do not fit."""
    said = []
    attempts = explain_text(item.text, layout=reading.layout, alphabet=reading.alphabet)
    for attempt in attempts:
        if attempt.notation == puzzle.notation:
            said.append(f"detected by: {attempt.mark or 'it can be read this way'}")
    for attempt in attempts:
        if attempt.notation != puzzle.notation and attempt.puzzle is not None:
            said.append(f"as {attempt.notation}: the same puzzle")
        elif attempt.notation != puzzle.notation and attempt.error is not None:
            said.append(f"not {attempt.notation}: {attempt.error}")
    return said


def _boxes(item: Item, puzzle: Puzzle, reading: Reading) -> str:
    """Say where the box shape comes from."""
    layout = puzzle.layout
    if reading.layout is not None:
        return f"{layout.shape}, from the options"
    usual = Layout.of_size(layout.size)
    if layout != usual or _shows_boxes(item, puzzle.notation):
        return f"{layout.shape}, from the text"
    if not layout.other_shapes:
        return f"{layout.shape}, the only shape for this size"
    others = ", ".join(shape.shape for shape in layout.other_shapes)
    return f"{layout.shape}, the usual shape (others that fit: {others})"


def _shows_boxes(item: Item, notation: str | None) -> bool:
    """Return whether a text shows its boxes with a frame."""
    shows_boxes = getattr(NOTATIONS.get(notation or ""), "shows_boxes", None)
    return shows_boxes is not None and shows_boxes(decode_text(item.text))


def _alphabets(item: Item, puzzle: Puzzle, reading: Reading) -> str | None:
    """Return the alphabets in which the text is this puzzle, if there is a choice."""
    layout = puzzle.layout
    if item.puzzle is not None or not 9 < layout.size <= 25:
        return None
    if reading.alphabet is not None:
        return f"{reading.alphabet}, from the options"
    if puzzle.notation not in ("line", "grid"):
        return None
    fitting = []
    for name in alphabets(layout.size):
        try:
            same = parse_text(item.text, layout=layout, notation=puzzle.notation, alphabet=name)
        except NonetError:
            continue
        if same == puzzle:
            fitting.append(name)
    return " or ".join(fitting)
