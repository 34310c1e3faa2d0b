"""Worker processes of an experiment: each does one task at a time, and is replaced if it dies."""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from nonet.core.errors import NonetError
from nonet.lab.tasks import HOW_TO_TRAVEL, Rows, Task, TaskRunner, reason

_PATIENCE = 5.0
"""Seconds that a run gets beyond twice its limit before it is killed."""
_LONGEST_WAIT = 3600.0
_MOST_STILLBIRTHS = 3
_NEEDS_GUARD = "a script that calls lab.compare needs: if __name__ == '__main__':"


class WorkerError(NonetError, RuntimeError):
    """Worker processes cannot be started."""


@dataclass(slots=True)
class _Worker:
    """A process and its current task."""

    process: SpawnProcess
    connection: Connection
    ready: bool = False
    task: Task | None = None
    deadline: float = math.inf

    def is_free(self) -> bool:
        """Return whether it can take a task."""
        return self.ready and self.task is None

    def end(self) -> str:
        """Make sure that the process has ended, and say how."""
        self.connection.close()
        self.process.join(0.5)
        code = self.process.exitcode
        self.process.kill()
        self.process.join()
        if code is None:
            return "closed its connection"
        return f"exit code {code}" if code >= 0 else f"{signal.strsignal(-code)} (signal {-code})"


class Workers:
    """A number of processes, each with one task at a time; a dead one is replaced."""

    def __init__(self, runner: TaskRunner) -> None:
        self._runner = runner
        self._luggage = runner.packed()
        self._workers: list[_Worker] = []
        self._births = self._stillbirths = 0
        # A run that is watched for its memory may take several times as long.
        seconds = math.inf if runner.limit.seconds is None else runner.limit.seconds
        self._time = seconds * (10 if runner.memory else 2) + _PATIENCE

    def run(self, tasks: list[Task], processes: int) -> Rows:
        """Do the tasks and yield each row as soon as it is finished."""
        todo = deque(tasks)
        try:
            while todo or self._busy():
                for _ in range(min(processes, len(todo) + self._busy()) - len(self._workers)):
                    self._start()
                self._hand_out(todo)
                yield from self._take_in()
        finally:
            self._stop()

    def _busy(self) -> int:
        return sum(worker.task is not None for worker in self._workers)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._luggage), daemon=True)
        with _interrupts_held():
            process.start()
            self._workers.append(_Worker(process, ours))
        theirs.close()

    def _hand_out(self, todo: deque[Task]) -> None:
        for worker in self._workers:
            if todo and worker.is_free():
                worker.task = todo.popleft()
                worker.deadline = time.monotonic() + self._time
                # One that died since its last row is found out when it is listened to.
                with suppress(OSError):
                    worker.connection.send(worker.task)

    def _take_in(self) -> Rows:
        """Wait for messages, and yield the rows among them."""
        nearest = min(worker.deadline for worker in self._workers) - time.monotonic()
        news = wait([worker.connection for worker in self._workers], min(nearest, _LONGEST_WAIT))
        for worker in list(self._workers):
            if worker.connection in news:
                yield from self._listen(worker)
            elif worker.task and worker.deadline < time.monotonic():
                yield from self._lose(
                    worker, f"did not stop at {self._runner.limit.seconds} seconds"
                )

    def _listen(self, worker: _Worker) -> Rows:
        try:
            message = worker.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            yield from self._lose(worker)
            return
        if isinstance(message, str):
            raise WorkerError(f"{message}; {HOW_TO_TRAVEL}")
        task, worker.task, worker.ready, worker.deadline = worker.task, None, True, math.inf
        self._births += message is None
        if task:
            yield task, message

    def _lose(self, worker: _Worker, why: str | None = None) -> Rows:
        """Remove a worker; its current task becomes an error row."""
        self._workers.remove(worker)
        fate = worker.end()
        if worker.task:
            yield worker.task, self._runner.failed(worker.task, why or f"its process died: {fate}")
        elif not worker.ready:
            self._stillbirths += 1
            if not self._births or self._stillbirths > _MOST_STILLBIRTHS:
                raise WorkerError(f"a worker process could not start: {fate}; {_NEEDS_GUARD}")

    def _stop(self) -> None:
        """Leave no process behind. Idle ones exit when their connection closes."""
        for worker in self._workers:
            if not worker.is_free():
                worker.process.kill()
            worker.connection.close()
        for worker in self._workers:
            worker.process.join(1)
            worker.process.kill()
            worker.process.join()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C for a moment. A process started meanwhile never receives it."""
    # Started now, because starting it would unblock Ctrl-C again.
    resource_tracker.ensure_running()
    with _interrupts_deferred(), _interrupts_masked():
        yield


@contextmanager
def _interrupts_masked() -> Iterator[None]:
    """Block Ctrl-C in this thread, and in a process that it starts, which inherits the mask."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Raise KeyboardInterrupt at the end, not in the middle.

    A mask does not do that where there are other threads (a progress bar has one): one of them
    receives the signal, and Python raises KeyboardInterrupt in the main thread all the same.
    """
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or handler is None:
        yield
        return
    caught: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if caught:
            signal.raise_signal(signal.SIGINT)


def _work(connection: Connection, runner: TaskRunner) -> None:
    """Be a worker: load, report that, then turn every task into a row."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    try:
        runner.load()
    except BaseException as error:
        connection.send(reason(error))
        return
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            connection.send(runner.perform(connection.recv()))


def _die_with_parent() -> None:
    """End this process, even in the middle of a run, once the experiment was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
