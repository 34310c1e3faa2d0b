"""The base of engines that use a third-party solver.

Such an engine needs an optional package: it is in the roster, but supports no layout until the
package is installed, for example with `nonet[extra]`.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from importlib.util import find_spec
from typing import ClassVar, TypeVar

from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.rules import Rule
from nonet.engines.base import BASIC_RULES, Engine, Search
from nonet.engines.candidates import Choices

_Answer = TypeVar("_Answer")

_PATIENCE = 0.1
"""Seconds after which a solver is told to stop again: it may only just have started."""


class GuestEngine(Engine):
    """An engine that uses a package. It counts conflicts, not nodes: only time stops it."""

    boards: ClassVar[str] = "every board"
    rules: ClassVar[frozenset[type[Rule]]] = BASIC_RULES
    counters: ClassVar[frozenset[str]] = frozenset({"conflicts"})
    module: ClassVar[str]
    """A top-level module that only this package has."""
    extra: ClassVar[str]
    """The extra of nonet that installs it."""

    @property
    def install(self) -> str | None:
        """The command that installs what is missing, or None."""
        return None if find_spec(self.module) else f"pip install 'nonet[{self.extra}]'"

    def supports_layout(self, layout: Layout) -> bool:
        """Return True: every layout is supported."""
        return True


class GuestSearch(Search):
    """A search by a solver on what singles leave open."""

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        self._puzzle = puzzle
        self._limit = limit
        self._clock = limit.start()
        self._choices: Choices | None = None
        self._begun = self._over = self._told_to_stop = False
        self._conflicts = 0

    @abstractmethod
    def _begin(self, choices: Choices) -> int:
        """Prepare for the first solution; return the bytes that the model will take."""

    @abstractmethod
    def _collect(self, choices: Choices, most: int | None) -> list[Solution]:
        """Find the next solutions, up to a number; `_over` or `stopped_by` say why fewer."""

    def _interrupt(self) -> None:
        """End `_collect` soon; called from another thread."""
        self._told_to_stop = True

    def __next__(self) -> Solution:
        found = self.take(1)
        if not found:
            raise StopIteration
        return found[0]

    def take(self, most: int | None) -> tuple[Solution, ...]:
        """Find them while this thread waits, so that Ctrl-C works."""
        if not self._begun:
            self._begun = True
            self._choices = Choices.of(self._puzzle)
            self._over = self._choices is None
            if self._choices is not None and not self._choices.candidates:
                self._over = True
                return (self._choices.solution(()),)
            if self._choices is not None:
                self._check_memory(self._begin(self._choices))
        choices = self._choices
        if self._over or self.stopped_by or choices is None or not self._in_time():
            return ()
        return tuple(run_aside(lambda: self._collect(choices, most), self._interrupt))

    @property
    def exhausted(self) -> bool:
        """True once the solver has proved that there is no other."""
        return self._over

    @property
    def conflicts(self) -> int:
        """Dead ends so far."""
        return self._conflicts

    def _check_memory(self, size: int) -> None:
        if self._limit.memory is not None and size > self._limit.memory:
            self.stopped_by = "memory"

    def _in_time(self) -> bool:
        self.stopped_by = self._clock.reached()
        return self.stopped_by is None


def run_aside(work: Callable[[], _Answer], interrupt: Callable[[], None]) -> _Answer:
    """Run `work` in a thread; if this one is interrupted, call `interrupt` and wait for it.

    Python handles signals only in its main thread, which must not be inside a solver then.
    """
    future: Future[_Answer] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    thread = threading.Thread(target=run)
    try:
        thread.start()
        return future.result()
    except BaseException:
        interrupt()
        while thread.is_alive():
            interrupt()
            thread.join(_PATIENCE)
        raise
