"""Fuzz target: any bytes are a puzzle or a ParseError, and a puzzle survives every notation."""

from __future__ import annotations

import json
from typing import Any

import nonet
from nonet import ArgumentError, Layout, ParseError, Puzzle
from nonet.text.symbols import BLANKS, alphabets

OPTIONS: list[dict[str, Any]] = [
    {},
    {"notation": "line"},
    {"notation": "grid"},
    {"notation": "numbers"},
    {"layout": Layout(3, 3)},
    {"layout": Layout(2, 2)},
    {"layout": Layout(2, 2), "notation": "grid"},
    {"alphabet": "0-9A-F"},
    {"alphabet": "A-P", "notation": "numbers"},
]


def target(data: bytes) -> None:
    values: list[Any] = [data, data.decode("latin-1"), *_lists(data)]
    seen: set[Puzzle] = set()
    for value in values:
        for options in OPTIONS:
            puzzle = _parse(value, options)
            if puzzle is not None and puzzle not in seen:
                seen.add(puzzle)
                _check_round_trips(puzzle)


def _lists(data: bytes) -> list[Any]:
    """Return the list that the bytes are in JSON, if they are one."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return []
    return [value] if isinstance(value, list) else []


def _parse(value: Any, options: dict[str, Any]) -> Puzzle | None:
    try:
        puzzle = nonet.parse(value, **options)
    except ParseError as error:
        if not error.expected or not str(error):
            raise
        return None
    except ArgumentError:
        assert "alphabet" in options
        return None
    assert puzzle.notation == options.get("notation", puzzle.notation) or isinstance(value, list)
    return puzzle


def _check_round_trips(puzzle: Puzzle) -> None:
    """Write and read a puzzle in every notation that can hold it."""
    layout = puzzle.layout
    blanks = set(BLANKS if layout.size <= 9 else ". -")
    for blank in blanks - {" "}:
        text = nonet.format(puzzle, "numbers", blank=blank)
        assert nonet.parse(text, layout=layout, notation="numbers") == puzzle
    if layout.size > 25:
        return
    for alphabet, symbols in alphabets(layout.size).items():
        for blank in blanks - set(symbols):
            text = nonet.format(puzzle, blank=blank, alphabet=alphabet)
            assert nonet.parse(text, layout=layout, alphabet=alphabet) == puzzle
            text = nonet.format(puzzle, "grid", blank=blank, alphabet=alphabet)
            again = nonet.parse(text, layout=layout, alphabet=alphabet, notation="grid")
            assert again == puzzle


if __name__ == "__main__":
    from fuzzing import PLAIN, run

    run(target, *PLAIN)
