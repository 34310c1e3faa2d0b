"""A task in a process of its own: a row that ends the process does not end the batch.

The other process is `python -m nonet.scale.apart`. It gets the job and the task on its standard
input, says that it has begun, works, and answers; both are pickled, and come from this program
alone. It ends when its input is closed, so it never outlives the batch.
"""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from nonet.core.errors import ArgumentError
from nonet.scale.chunk_work import StoppedError
from nonet.scale.job import ChunkRecord, Job
from nonet.scale.tasks import Task, run_task

_POLL = 0.1
"""Seconds between two looks at whether the batch is stopped."""
_PATIENCE = 5.0
"""Seconds to wait for the answer of a process that has ended."""
_BEGUN = "begun"


class ProcessEndedError(Exception):
    """The process ended in the middle of its task."""


def can_run_apart(job: Job) -> bool:
    """Return whether another process can load the verb: not a lambda or a function of a script."""
    try:
        verb = pickle.dumps(job.verb)
    except Exception:  # Of many kinds: pickle asks the values that a function holds.
        return False
    return b"__main__" not in verb and bool(sys.executable)


def run_apart(job: Job, task: Task, is_stopped: Callable[[], bool]) -> ChunkRecord | None:
    """Run a task in a new process; ProcessEndedError if the task ends it."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the batch, which then ends its processes.
    )
    assert process.stdin is not None and process.stdout is not None
    stdout = process.stdout
    data: list[bytes] = []
    # Read at once: an answer that is larger than a pipe would keep the process from ending.
    reader = threading.Thread(target=lambda: data.append(stdout.read()), daemon=True)
    with process, suppress(BrokenPipeError):
        reader.start()
        try:
            _send(process.stdin, sys.path)
            _send(process.stdin, (job.only(task.chunk), task))
            while not _has_ended(process):
                if is_stopped():
                    raise StoppedError
        finally:
            process.kill()
            reader.join(_PATIENCE)  # A process that it started may hold the pipe open.
    answers = _received(b"".join(data))
    if not answers:
        # It could not even begin, which is no row's fault.
        return run_task(job, task, None, is_stopped)
    if len(answers) == 1:
        raise ProcessEndedError(f"the process of chunk {task.chunk} ended ({process.returncode})")
    record, error = answers[1]
    if error is not None:
        raise error
    assert record is None or isinstance(record, ChunkRecord)
    return record


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(_POLL)
    except subprocess.TimeoutExpired:
        return False
    return True


def _send(stream: IO[bytes], value: Any) -> None:
    pickle.dump(value, stream)
    stream.flush()


def _received(data: bytes) -> list[Any]:
    """Return the answers of a process."""
    stream, answers = io.BytesIO(data), []
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            answers.append(pickle.load(stream))
    return answers


def main() -> None:
    """Run the task on standard input."""
    # Whatever a function prints goes to the standard error: the standard output is for answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        sys.path[:] = pickle.load(sys.stdin.buffer)
        job, task = pickle.load(sys.stdin.buffer)
    except (EOFError, pickle.UnpicklingError):
        os._exit(1)  # The batch has ended meanwhile.
    threading.Thread(target=_end_with_input, daemon=True).start()
    _send(answers, _BEGUN)
    try:
        answer: tuple[ChunkRecord | None, Exception | None] = run_task(job, task), None
    except Exception as error:
        answer = None, _portable(error)
    _send(answers, answer)
    answers.close()
    os._exit(0)


def _portable(error: Exception) -> Exception:
    """Return an error that can be sent: itself, or one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return ArgumentError(f"{type(error).__name__}: {error}")
    return error


def _end_with_input() -> None:
    """End this process once its parent is gone or has closed its input."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main()
