"""A verb on all cores: processes answer the parts of a chunk, and the order is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, Protocol

import numpy as np

from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Table
from nonet.batch.verbs import Kind, Verb, View
from nonet.native import thread_count

_LEAST = 16
"""Puzzles in a chunk from which on processes are worth starting."""


class OutcomeVerb(Verb, Protocol):
    """A verb that can be sent to another process, and collects how its answers ended."""

    @property
    def outcomes(self) -> set[str]:
        """What was collected so far."""


class Shared:
    """Answers as a verb does, with as many processes as there are cores.

    They start with the first chunk that is large enough, so a short input needs none.
    """

    def __init__(self, verb: OutcomeVerb) -> None:
        self._verb = verb
        self.columns: Mapping[str, Kind] = verb.columns
        self.malformed = verb.malformed
        self._pool: ProcessPoolExecutor | None = None
        self._count = thread_count(None)
        self.outcomes: set[str] = set()
        """What the verb collected in all processes."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Answer a chunk: its parts side by side, the results in order."""
        if self._count == 1 or len(chunk) < _LEAST:
            found = list(self._verb.answer(chunk, view))
            self.outcomes |= self._verb.outcomes
            return found
        # Puzzles differ in what they take, so there are more parts than processes.
        parts = np.array_split(np.arange(len(chunk)), min(4 * self._count, len(chunk) // 4))
        results = []
        for future in self._sent([chunk.take(numbers) for numbers in parts], view):
            answers, outcomes = future.result()
            self.outcomes |= outcomes
            results += answers
        return results

    def _sent(self, chunks: list[Chunk], view: View) -> list[Future[Any]]:
        if self._pool is not None:
            return [self._pool.submit(_answer, chunk, view) for chunk in chunks]
        self._pool = ProcessPoolExecutor(
            self._count, get_context("spawn"), initializer=_start, initargs=(self._verb,)
        )
        with _deaf_children():
            return [self._pool.submit(_answer, chunk, view) for chunk in chunks]

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Let processes that start now ignore Ctrl-C: their parent ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_verb: OutcomeVerb | None = None
"""The verb of this process."""


def _start(verb: OutcomeVerb) -> None:
    global _verb
    _verb = verb


def _answer(chunk: Chunk, view: View) -> tuple[list[tuple[Part, Table]], set[str]]:
    assert _verb is not None
    answers = list(_verb.answer(chunk, view))
    return answers, set(_verb.outcomes)
