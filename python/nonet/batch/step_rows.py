"""One row for every step of a path: the board before it, what it concludes, and why.

The same singles occur in path after path, so what is said of a step is kept and looked up again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Numbers, Same, Table, Texts, Words
from nonet.batch.explaining import Explain
from nonet.batch.verbs import STATUS_WORDS, Kind, View, board_columns
from nonet.core.board import Board
from nonet.core.digits import digits_of
from nonet.core.step import Candidate, Step, format_elimination, format_placement
from nonet.logic.finding import step_of
from nonet.logic.languages import Language
from nonet.logic.paths import Path
from nonet.logic.words import describe_step
from nonet.render.picture import digit_names

_COLUMNS: dict[str, Kind] = {
    "puzzle": "text",
    "status": "text",
    "step": "number",
    "steps": "number",
    "board": "text",
    "candidates": "text",
    "technique": "text",
    "placements": "text",
    "eliminations": "text",
    "premises": "text",
    "sentence": "text",
    "error": "text",
}
_MOST_KEPT = 50_000
"""Steps whose words are kept: enough for all singles of 9x9."""


_SINGLES = ("full-house", "hidden-single", "naked-single")
"""Techniques whose marks say everything, the proof included."""


class _Told(NamedTuple):
    """What a row says of a step apart from its board, as the table holds it."""

    technique: bytes
    placements: bytes
    eliminations: bytes
    premises: bytes
    sentence: bytes


class ExplainSteps:
    """Explains every puzzle of a chunk: a row for each step, one for a puzzle without steps."""

    columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS)
    malformed = "malformed"

    def __init__(self, explain: Explain, language: Language) -> None:
        self._explain = explain
        self._language = language
        self._kept: dict[Any, _Told] = {}
        self._board: Board | None = None

    @property
    def outcomes(self) -> set[str]:
        """How paths ended."""
        return self._explain.outcomes

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Explain every puzzle of a chunk."""
        paths = self._explain.paths(chunk)
        counts = [len(path.techniques) for path in paths]
        owners = np.repeat(np.arange(len(chunk)), np.maximum(counts, 1))
        part = chunk.take(owners)
        boards: list[bytes] = []
        candidates: list[bytes] = []
        told: list[_Told | None] = []
        for path, count in zip(paths, counts, strict=True):
            if not count:
                position = _Position(path.start)
                boards.append(position.line)
                candidates.append(position.candidates)
                told.append(None)
                continue
            for board, left, one in self._rows(path, count):
                boards.append(board)
                candidates.append(left)
                told.append(one)
        statuses = np.array([STATUS_WORDS.index(path.status.word) for path in paths], np.uint8)
        columns: dict[str, Column] = {
            "status": Words(statuses[owners], STATUS_WORDS),
            "step": _numbers([n for count in counts for n in (range(1, count + 1) or [0])]),
            "steps": Numbers(np.asarray(counts, dtype=np.int64)[owners]),
            "board": _texts(boards),
            "candidates": _texts(candidates),
        }
        for number, name in enumerate(_Told._fields):
            columns[name] = _texts([None if one is None else one[number] for one in told])
        columns["error"] = Same(None)
        return [(part, Table(len(part), board_columns(part) | columns))]

    def _rows(self, path: Path, count: int) -> Iterable[tuple[bytes, bytes, _Told]]:
        """Yield the board and the candidates before every step, and what is said of the step."""
        position = _Position(path.start)
        geometry = path.puzzle.geometry
        if self._board is None or self._board.puzzle.geometry is not geometry:
            self._board, self._kept = path.start, {}
        for number in range(count):
            raw = path.raw_step(number)
            key = raw[:4] if raw[0] in _SINGLES else raw
            told = self._kept.get(key)
            if told is None:
                if len(self._kept) >= _MOST_KEPT:
                    self._kept.clear()
                told = self._kept[key] = self._tell(path.start, raw)
            yield position.line, position.candidates, told
            position.apply(raw[1], raw[2])

    def _tell(self, board: Board, raw: tuple[Any, ...]) -> _Told:
        step: Step = step_of(raw, board.layout.size)
        placed = [format_placement(*pair, step.size) for pair in step.placements]
        removed = [format_elimination(*pair, step.size) for pair in step.eliminations]
        premises = json.dumps([mark.to_dict() for mark in step.marks], separators=(",", ":"))
        sentence = describe_step(board, step, language=self._language)
        texts = (step.technique, " ".join(placed), " ".join(removed), premises, sentence)
        return _Told(*(text.encode() for text in texts))


class _Position:
    """A board that changes in place, with the text of every cell."""

    def __init__(self, board: Board) -> None:
        self._peers = board.puzzle.peers
        self._names = digit_names(board.layout.size, None)
        self._masks = [
            0 if digit else mask for digit, mask in zip(board.digits, board.masks, strict=True)
        ]
        self._signs = [self._names[digit] or "." for digit in board.digits]
        self._texts = [
            self._names[digit] or _joined(mask, self._names)
            for digit, mask in zip(board.digits, self._masks, strict=True)
        ]

    @property
    def line(self) -> bytes:
        """The digits on one line."""
        return "".join(self._signs).encode()

    @property
    def candidates(self) -> bytes:
        """Every cell: its digit, or its candidates."""
        return " ".join(self._texts).encode()

    def apply(self, placements: Iterable[Candidate], eliminations: Iterable[Candidate]) -> None:
        """Change the board as a step does."""
        names, masks, texts = self._names, self._masks, self._texts
        removed = list(eliminations)
        for cell, digit in placements:
            masks[cell] = 0
            self._signs[cell] = texts[cell] = names[digit]
            bit = 1 << (digit - 1)
            removed += [(peer, digit) for peer in self._peers[cell] if masks[peer] & bit]
        for cell, digit in removed:
            if masks[cell]:
                masks[cell] &= ~(1 << (digit - 1))
                texts[cell] = _joined(masks[cell], names)


@cache
def _joined(mask: int, names: tuple[str, ...]) -> str:
    return "".join(names[digit] for digit in digits_of(mask))


def _texts(texts: list[Any]) -> Texts:
    """Return encoded texts as a column; None is no value."""
    present = None
    if None in texts:
        present = np.array([text is not None for text in texts], dtype=np.uint8)
        texts = [text or b"" for text in texts]
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), ends[:-1]])[: len(texts)]
    return Texts(b"".join(texts), starts, ends, present)


def _numbers(numbers: list[int]) -> Numbers:
    """Return numbers as a column; 0 is no value."""
    found = np.asarray(numbers, dtype=np.int64)
    return Numbers(found, (found > 0).astype(np.uint8))
