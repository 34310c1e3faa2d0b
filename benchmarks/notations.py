"""How fast is every notation read and written? `python benchmarks/notations.py [NAME...]`.

Uses a thousand 9x9 boards, randomly permuted copies of `data/9x9-unique.txt`, each bare and, if a
notation can hold more than givens, with placed digits and marks. First, everything written is read
back and compared. Then every notation is read with its name, read without it, and written, in
turns; the best CPU time counts, so that other work on the machine matters little.
"""

from __future__ import annotations

import io
import random
import sys
import time
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import numpy as np

import nonet
from copies import as_lines, random_copies
from corpora import read_corpus
from nonet import Puzzle
from nonet.core.notes import Notes
from nonet.documents.catalog import DOCUMENTS, format_named
from nonet.notations.catalog import NOTATIONS
from nonet.text.lzstring import compress, decompress
from nonet.text.position import pencil_marks_without
from timing import best_times

COUNT = 1000
LINES, LINKS = 50_000, 2_000
WANTED = {
    **dict.fromkeys(("line", "hodoku", "marks-line", "sdm"), LINES),
    **dict.fromkeys(
        ("f-puzzles", "f-puzzles-link", "sudokuexchange", "sudokupad", "sudokuwiki"), LINKS
    ),
    **dict.fromkeys(("jsonl", "opensudoku"), LINKS),
}
"""Puzzles per second that a notation should reach."""
OTHERS = 20_000
"""The same for grids, tables and the like."""


def advanced(puzzle: Puzzle, dice: random.Random) -> Puzzle:
    """Return a puzzle on which somebody has worked: digits placed, candidates deleted."""
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    empty = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    placed = bytearray(len(puzzle.cells))
    for cell in dice.sample(empty, 8):
        placed[cell] = solution.cells[cell]
    filled = bytes(map(max, puzzle.cells, placed))
    deleted = [
        (cell, digit)
        for cell in dice.sample([cell for cell in empty if not filled[cell]], 6)
        if (digit := dice.randint(1, 9)) != solution.cells[cell]
    ]
    pencil_marks = pencil_marks_without(filled, puzzle.layout, deleted)
    return Puzzle(
        puzzle.cells, puzzle.layout, None, Notes(placed=bytes(placed), pencil_marks=pencil_marks)
    )


def held(puzzle: Puzzle, holds: frozenset[str]) -> Puzzle:
    """Return a puzzle with those notes that a notation holds."""
    notes = {name: getattr(puzzle.notes, name) for name in puzzle.notes.kept if name in holds}
    return Puzzle(puzzle.cells, puzzle.layout, None, Notes(**notes))


def exhaust(things: Iterable[object]) -> None:
    """Take everything and keep nothing, as a stream does."""
    deque(things, maxlen=0)


def measure_notation(name: str, puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """Time one puzzle after the other."""
    module = NOTATIONS[name]
    texts = [module.format(puzzle) for puzzle in puzzles]
    for text, puzzle in zip(texts, puzzles, strict=True):
        kept = {note: getattr(puzzle.notes, note) for note in puzzle.notes.kept}
        assert nonet.parse(text) == puzzle, name
        again = nonet.parse(text, notation=name)
        assert again == puzzle, name
        assert kept == {note: getattr(again.notes, note) for note in kept}, name
    return best_times(
        {
            "read": lambda: exhaust(nonet.parse(text, notation=name) for text in texts),
            "detected": lambda: exhaust(nonet.parse(text) for text in texts),
            "written": lambda: exhaust(nonet.format(puzzle, name) for puzzle in puzzles),
        },
        time.process_time,
    )


def measure_document(name: str, puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """Time a document of all puzzles."""
    module = DOCUMENTS[name]
    data = b"".join(module.write(puzzles))
    assert [entry.puzzle for entry in module.read(io.BytesIO(data))] == puzzles, name
    return best_times(
        {
            "read": lambda: exhaust(module.read(io.BytesIO(data))),
            "written": lambda: exhaust(module.write(puzzles)),
        },
        time.process_time,
    )


def writable(puzzles: Sequence[Puzzle], name: str) -> list[Puzzle]:
    """Return the puzzles that a notation can write, of those with the notes it holds."""
    module = format_named(name)
    kept = [held(puzzle, module.HOLDS) for puzzle in puzzles]
    if name in DOCUMENTS:
        return kept
    good = []
    for puzzle in kept:
        with suppress(nonet.ArgumentError):
            module.format(puzzle)
            good.append(puzzle)
    return good


def measure_lz_string(puzzles: Sequence[Puzzle]) -> None:
    """Print how fast links are packed and unpacked, and how fast PyPI's `lzstring` does it."""
    texts = [nonet.format(puzzle, "f-puzzles") for puzzle in puzzles[:50]]
    payloads = list(map(compress, texts))
    ways = {"nonet": (compress, decompress)}
    with suppress(ImportError):
        from lzstring import LZString

        ways["lzstring"] = LZString().compressToBase64, LZString().decompressFromBase64
    print("\n| lz-string | texts compressed | decompressed |\n| --- | ---: | ---: |")
    for name, (pack, unpack) in ways.items():
        assert [pack(text) for text in texts] == payloads, name
        assert [unpack(payload) for payload in payloads] == texts, name
        times = best_times(
            {
                "packed": partial(lambda pack: list(map(pack, texts)), pack),
                "unpacked": partial(lambda unpack: list(map(unpack, payloads)), unpack),
            },
            time.process_time,
        )
        rates = " | ".join(f"{len(texts) / seconds:,.0f}" for seconds in times.values())
        print(f"| {name} | {rates} |")


def main(names: Sequence[str]) -> None:
    """Print the table."""
    dice = random.Random(2026)
    corpus = [list(nonet.parse(line).cells) for line in read_corpus("9x9-unique").puzzles]
    rows = np.resize(np.array(corpus, dtype=np.uint8), (COUNT, 81))
    bare = [nonet.parse(line) for line in as_lines(random_copies(rows, seed=2026))]
    worked = [advanced(puzzle, dice) for puzzle in bare]
    print("Puzzles per second of CPU time.\n")
    print("| notation | boards | goal | read | detected | written |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name in names or (*NOTATIONS, *DOCUMENTS):
        measure = measure_notation if name in NOTATIONS else measure_document
        boards = {"bare": writable(bare, name)}
        if {"placed", "pencil_marks"} & format_named(name).HOLDS:
            boards["worked on"] = writable(worked, name)
        for kind, puzzles in boards.items():
            times = measure(name, puzzles)
            rates = [
                f"{len(puzzles) / times[key]:,.0f}" if key in times else ""
                for key in ("read", "detected", "written")
            ]
            wanted = WANTED.get(name, OTHERS)
            print(f"| {name} | {kind} | {wanted:,} | {' | '.join(rates)} |", flush=True)
    measure_lz_string(bare)


if __name__ == "__main__":
    main(sys.argv[1:])
