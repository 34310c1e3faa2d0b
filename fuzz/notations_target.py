"""Fuzz target: any bytes are a puzzle or a ParseError in a notation, and what is read stays so.

The first argument names the notation; what is written has to be read again with the same notes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import nonet
from nonet import ParseError, Puzzle
from nonet.notations.catalog import NOTATIONS, PLAIN
from nonet.notations.detect import decode_text
from nonet.text.lzstring import compress
from nonet.text.symbols import ALPHABET, alphabets

PACKED: dict[str, Callable[[str], str]] = {
    "f-puzzles-link": lambda text: f"?load={compress(text)}",
    "sudokupad": lambda text: f"scl{compress(text)}",
}
"""Ways to pack a text, so that what is inside a payload changes and the payload stays whole."""


def target_of(name: str) -> Callable[[bytes], None]:
    """Return the target of a notation."""
    return partial(_check, name)


def target(data: bytes) -> None:
    """Check the bytes in every notation."""
    for name in NOTATIONS:
        _check(name, data)


def _check(name: str, data: bytes) -> None:
    module = NOTATIONS[name]
    texts: list[bytes | str] = [data, data.decode("latin-1")]
    if name in PACKED:
        texts.append(PACKED[name](data.decode("utf-8", "replace")))
    for text in texts:
        puzzle = _parse(text, name)
        if puzzle is None:
            continue
        assert puzzle.notation == name
        assert module not in PLAIN or module.may_be(decode_text(text))
        again = _parse(module.format(puzzle), name, puzzle)
        assert again == puzzle
        for field in module.HOLDS:
            found = getattr(puzzle.notes, field)
            assert getattr(again.notes, field) == found, (field, found)


def _parse(text: str | bytes, name: str, like: Puzzle | None = None) -> Puzzle | None:
    """Read a text, or one that has to be readable because it was written from a puzzle."""
    if like is None:
        try:
            return nonet.parse(text, notation=name)
        except ParseError as error:
            if not error.expected or not error.found:
                raise
            return None
    size = like.layout.size
    read = dict(like.notes.details).get(ALPHABET)
    alphabet = read or next(iter(alphabets(size))) if 9 < size <= 25 else None
    options = {} if name in ("numbers", "sized", "triples") else {"alphabet": alphabet}
    return nonet.parse(text, notation=name, layout=like.layout, **options)


if __name__ == "__main__":
    from fuzzing import run

    names = [argument for argument in sys.argv[1:] if argument in NOTATIONS]
    if len(names) != 1:
        sys.exit(f"expected the name of a notation: {', '.join(NOTATIONS)}")
    sys.argv.remove(names[0])
    run(target_of(names[0]), names[0])
