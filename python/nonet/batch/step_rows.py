"""One row for every step of a path: the board before it, what it concludes, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Numbers, Same, Table, Texts, Words
from nonet.batch.explaining import Explain
from nonet.batch.verbs import STATUS_WORDS, Kind, View, board_columns
from nonet.logic.languages import Language
from nonet.logic.path_rows import PathRows
from nonet.logic.words import teller_of

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
_TOLD = ("board", "candidates", "placements", "eliminations", "premises", "sentence")
"""The columns that the core tells, in its order; the first two say nothing of a step."""
_TECHNIQUES = (None, *native.TECHNIQUES)


class ExplainSteps:
    """Explains every puzzle of a chunk: a row for each step, one for a puzzle without steps."""

    columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS)
    malformed = "malformed"

    def __init__(self, explain: Explain, language: Language, *, threads: int | None = None) -> None:
        self._explain = explain
        self._language = language
        self.uses_threads = explain.is_greedy
        self._threads = native.thread_count(threads) if self.uses_threads else 1

    @property
    def outcomes(self) -> set[str]:
        """How paths ended."""
        return self._explain.outcomes

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Explain every puzzle of a chunk."""
        found = self._explain.rows(chunk, self._threads)
        teller = teller_of(chunk.board.geometry, self._language)
        techniques, told = teller.rows(found.paths, self._threads)
        codes = np.frombuffer(techniques, dtype=np.uint8)
        counts = np.array([len(path) for path in found.paths], dtype=np.int64)
        owners = np.repeat(np.arange(len(chunk)), np.maximum(counts, 1))
        part = chunk.take(owners)
        columns = board_columns(part) | _facts(found, owners, counts)
        columns["technique"] = Words(codes, _TECHNIQUES)
        is_step = None if codes.all() else (codes > 0).astype(np.uint8)
        for name, (data, ends) in zip(_TOLD, told, strict=True):
            columns[name] = _texts(data, ends, None if name in _TOLD[:2] else is_step)
        columns["error"] = Same(None)
        return [(part, Table(len(part), columns))]


def _facts(
    found: PathRows, owners: NDArray[np.int64], counts: NDArray[np.int64]
) -> dict[str, Column]:
    """Return the status, the number of the step and the number of steps for each row."""
    firsts = np.cumsum(np.maximum(counts, 1)) - np.maximum(counts, 1)
    steps = counts[owners]
    numbers = np.where(steps > 0, np.arange(len(owners)) - firsts[owners] + 1, 0)
    words = [STATUS_WORDS.index(status.word) for status in found.statuses]
    return {
        "status": Words(np.array(words, dtype=np.uint8)[owners], STATUS_WORDS),
        "step": Numbers(numbers, (numbers > 0).astype(np.uint8)),
        "steps": Numbers(steps),
    }


def _texts(data: bytes, ends: bytearray, present: NDArray[np.uint8] | None) -> Texts:
    places = np.frombuffer(ends, dtype=np.int64)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), places[:-1]])[: len(places)]
    return Texts(data, starts, places, present)
