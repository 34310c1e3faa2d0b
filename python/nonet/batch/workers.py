"""A verb on all cores: processes answer the parts of a chunk, and the order is kept."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any, Protocol

import numpy as np

from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Table
from nonet.batch.verbs import Kind, Verb, View
from nonet.native import thread_count

_PATIENCE = 0.5
"""Seconds of answering in this process after which others are worth starting."""


class OutcomeVerb(Verb, Protocol):
    """A verb that can be sent to another process, and collects how its answers ended."""

    @property
    def uses_threads(self) -> bool:
        """True if it uses all cores by itself, so that processes would be in its way."""

    @property
    def outcomes(self) -> set[str]:
        """What was collected so far."""


class Shared:
    """Answers as a verb does, with as many processes as there are cores.

    They start when the work turns out to be long, so a short input needs none; a verb that uses
    threads needs none either.
    """

    def __init__(self, verb: OutcomeVerb) -> None:
        self._verb = verb
        self.columns: Mapping[str, Kind] = verb.columns
        self.malformed = verb.malformed
        self._pool: ProcessPoolExecutor | None = None
        self._count = 1 if verb.uses_threads else thread_count(None)
        self._patience = _PATIENCE
        self.outcomes: set[str] = set()
        """What the verb collected in all processes."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Answer a chunk: its parts side by side, the results in order."""
        if self._count == 1:
            return self._answer_here(chunk, view)
        results: list[tuple[Part, Table]] = []
        numbers = np.arange(len(chunk))
        while len(numbers) and self._patience > 0:
            started = time.monotonic()
            results += self._answer_here(chunk.take(numbers[:1]), view)
            self._patience -= time.monotonic() - started
            numbers = numbers[1:]
        if not len(numbers):
            return results
        # Puzzles differ in what they take, so there are more parts than processes.
        parts = np.array_split(numbers, min(4 * self._count, len(numbers)))
        for future in self._sent([chunk.take(part) for part in parts], view):
            answers, outcomes = future.result()
            self.outcomes |= outcomes
            results += answers
        return results

    def _answer_here(self, chunk: Chunk, view: View) -> list[tuple[Part, Table]]:
        found = list(self._verb.answer(chunk, view))
        self.outcomes |= self._verb.outcomes
        return found

    def _sent(self, chunks: list[Chunk], view: View) -> list[Future[Any]]:
        if self._pool is not None:
            return [self._pool.submit(_answer, chunk, view) for chunk in chunks]
        self._pool = ProcessPoolExecutor(
            self._count, get_context("spawn"), initializer=_start, initargs=(self._verb,)
        )
        with _deaf_children():
            return [self._pool.submit(_answer, chunk, view) for chunk in chunks]

    def close(self) -> None:
        """End the processes, whatever they are doing: after Ctrl-C nobody waits for their work."""
        if self._pool is not None:
            processes = list(self._pool._processes.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            for process in processes:
                process.join()
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
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process once its parent is gone: nobody else would tell it to."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answer(chunk: Chunk, view: View) -> tuple[list[tuple[Part, Table]], set[str]]:
    assert _verb is not None
    answers = list(_verb.answer(chunk, view))
    return answers, set(_verb.outcomes)
