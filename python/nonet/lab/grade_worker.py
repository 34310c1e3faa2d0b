"""The process that runs a solver during grading, from both ends.

`Worker` is the grader's end, `main` runs in the process. They communicate over two pipes, one JSON
object per line, never over stdout, which belongs to the solver. The process imports everything it
needs before the solver, so that no file next to the solver can replace a module.
"""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

Solver = Callable[[Any], Any]
Message = dict[str, Any]

LARGEST_OUTPUT = 16_000_000
"""Bytes that a solver may print while it works on one puzzle."""
LARGEST_FILE = 64_000_000
"""Bytes of a file that a solver may write."""
MOST_PROCESSES = 64
"""Processes that a solver may have running."""

_START = "import sys; from nonet.lab.grade_worker import main; main(sys.argv[1:])"
"""Not -m, which warns because the package has already imported this module."""
_TICK = 0.05
_LOOK_AROUND = 0.5
"""Seconds between two counts of the solver's processes."""
_LONGEST_MESSAGE = 1 << 18
_TAIL = 2000
"""How many of the last bytes printed by a solver are kept."""
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables for libraries that would reserve address space for every core."""
_LONGEST_TEXT = 4000
_FRAMES = 8
"""Innermost calls of a traceback that are reported."""
_BARE = 1 << 29
"""Address space of a process that has just started, if the system does not say."""
_GRACE = 10
"""Seconds for ending all processes; and after a time limit, if the grader is gone, until a worker
ends by itself."""


class Reply(NamedTuple):
    """A message from a worker, or why there is none ("timeout", "crashed")."""

    message: Message
    seconds: float
    failure: str | None = None
    why: str = ""
    printed: str = ""

    @property
    def reason(self) -> str:
        """Why there is no answer, in one line."""
        return printable(self.why or str(self.message.get("crash", "")))

    @property
    def details(self) -> str:
        """The traceback, if there is one, and the last output."""
        parts = (str(self.message.get("details", "")), self.printed)
        return printable("\n".join(part.strip("\n") for part in parts if part.strip()))


def printable(text: str) -> str:
    """Replace characters that could confuse a terminal."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in text)


class Worker:
    """The grader's end: a process with the solver in it, leader of its own session."""

    def __init__(self, path: Path, function: str, seconds: float, memory: int) -> None:
        # Inherited by whatever the solver starts, also by what leaves the session.
        self._mark = f"NONET_GRADED={secrets.token_hex(16)}"
        for_worker, self._requests = os.pipe()
        self._answers, from_worker = os.pipe()
        facts = (path, function, memory, seconds, for_worker, from_worker)
        try:
            self._process = self._start([str(fact) for fact in facts])
        except BaseException:
            os.close(self._requests)
            os.close(self._answers)
            raise
        finally:
            os.close(for_worker)
            os.close(from_worker)
        assert self._process.stdout is not None
        self._output: IO[bytes] = self._process.stdout
        self._unread = self._tail = b""
        self._printed = 0
        os.set_blocking(self._answers, False)
        os.set_blocking(self._output.fileno(), False)

    def _start(self, arguments: list[str]) -> subprocess.Popen[bytes]:
        name, _, value = self._mark.partition("=")
        options = ("-B", "-P", "-X", "faulthandler", "-c", _START)
        return subprocess.Popen(
            [sys.executable, *options, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**dict.fromkeys(_ONE_THREAD, "1"), **os.environ, name: value},
            pass_fds=[int(number) for number in arguments[-2:]],
            start_new_session=True,
        )

    def ask(self, request: Message, seconds: float) -> Reply:
        """Send a request and wait for its reply."""
        token = secrets.token_hex(8)
        self._tail, self._printed = b"", 0
        with suppress(BrokenPipeError):
            os.write(self._requests, json.dumps({"token": token, **request}).encode() + b"\n")
        return self.wait(token, seconds)

    def wait(self, token: str, seconds: float) -> Reply:
        """Wait for the message with a token, reading what the solver prints meanwhile."""
        started = looked = now = time.monotonic()
        message = failure = None
        with selectors.DefaultSelector() as selector:
            for stream in (self._answers, self._output):
                selector.register(stream, selectors.EVENT_READ)
            while message is None and failure is None:
                # Asked before reading: what an ended process sent is then all there.
                ended = self._process.poll() is not None
                selector.select(0 if ended else _TICK)
                if not self._drain() and self._output in selector.get_map():
                    selector.unregister(self._output)
                is_open = self._receive()
                message = self._message(token)
                now = time.monotonic()
                crowd = 0
                if now - looked >= _LOOK_AROUND:
                    looked, crowd = now, len(list(self._processes()))
                late = now - started >= seconds
                failure = self._failure(ended or not is_open, crowd, seconds if late else None)
        kind, why = failure if message is None and failure else (None, "")
        printed = self._tail.decode(errors="replace")
        return Reply(message or {}, now - started, kind, why, printed)

    def _failure(self, ended: bool, crowd: int, late: float | None) -> tuple[str, str] | None:
        if self._printed > LARGEST_OUTPUT:
            return "crashed", f"it printed more than {LARGEST_OUTPUT} bytes"
        if ended:
            return "crashed", self._ending()
        if crowd > MOST_PROCESSES:
            return "crashed", f"it had more than {MOST_PROCESSES} processes running"
        if late is not None:
            return "timeout", f"no answer within {late:g} s"
        return None

    def _ending(self) -> str:
        """Say how the process ended."""
        try:
            code = self._process.wait(_LOOK_AROUND)
        except subprocess.TimeoutExpired:
            return "it closed the pipe to the grader"
        if code >= 0:
            return f"the process ended with exit code {code}"
        try:
            return f"the process was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"the process was killed by signal {-code}"

    def _drain(self) -> bool:
        """Read what was printed and keep the end of it; false at the end."""
        data = _read(self._output.fileno())
        self._printed += len(data or b"")
        self._tail = (self._tail + (data or b""))[-_TAIL:]
        return data != b""

    def _receive(self) -> bool:
        """Read what was sent; false at the end."""
        while data := _read(self._answers):
            self._unread += data
            if len(self._unread) > _LONGEST_MESSAGE:
                return False
        return data != b""

    def _message(self, token: str) -> Message | None:
        """Return the message with a token, if it has arrived; drop others."""
        while b"\n" in self._unread:
            line, _, self._unread = self._unread.partition(b"\n")
            with suppress(ValueError, RecursionError):
                message = json.loads(line)
                if isinstance(message, dict) and message.get("token") == token:
                    return message
        return None

    def end(self) -> None:
        """Kill the process and everything it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        deadline = time.monotonic() + _GRACE
        while (left := list(self._processes())) and time.monotonic() < deadline:
            for process in left:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(_TICK / 5)
        self._process.wait()
        self._output.close()
        os.close(self._requests)
        os.close(self._answers)

    def _processes(self) -> Iterator[int]:
        """Yield the running processes with the mark; none if the system does not say."""
        with suppress(OSError), os.scandir("/proc") as entries:
            for entry in entries:
                if entry.name.isdecimal():
                    with suppress(OSError), open(f"/proc/{entry.name}/environ", "rb") as stream:
                        if self._mark.encode() in stream.read():
                            yield int(entry.name)


def _read(number: int) -> bytes | None:
    """Read what has arrived: b"" at the end, None if there is nothing yet."""
    try:
        return os.read(number, 1 << 16)
    except BlockingIOError:
        return None


@dataclass(slots=True)
class Channel:
    """The process's end of the pipes; a child that the solver forked has it too."""

    requests: int
    answers: int
    owner: int

    def __iter__(self) -> Iterator[Message]:
        with open(self.requests, "rb", closefd=False) as stream:
            for line in stream:
                yield json.loads(line)

    def send(self, message: Message) -> None:
        """Send a message, unless this is a forked child; then end."""
        if os.getpid() != self.owner:
            os._exit(0)
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self.answers, data) :]


def main(arguments: list[str]) -> None:
    """Load the solver and answer requests until there are no more."""
    path, function, memory, seconds, requests, answers = arguments
    import numpy as np  # noqa: F401

    channel = Channel(int(requests), int(answers), os.getpid())
    for number in (channel.requests, channel.answers):
        os.set_inheritable(number, False)
    sys.path[:] = map(os.path.abspath, sys.path)
    set_limits(int(memory))
    channel.send({"token": "started"})
    signal.alarm(int(float(seconds)) + _GRACE)
    loaded, message = load_solver(path, function)
    channel.send({"token": "loaded", **message})
    if loaded is None:
        return
    signal.alarm(0)
    for request in channel:
        signal.alarm(int(float(seconds)) + _GRACE)
        channel.send({"token": request["token"], **answer(loaded, request["rows"], path)})
        signal.alarm(0)


def set_limits(memory: int) -> None:
    """Limit the address space to what is already in use plus `memory` bytes; no core dumps.

    Limits that the system does not support are skipped.
    """
    import resource

    limits = {
        "RLIMIT_AS": _address_space() + memory,
        "RLIMIT_FSIZE": LARGEST_FILE,
        "RLIMIT_CORE": 0,
    }
    for name, amount in limits.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            hard = resource.getrlimit(kind)[1]
            amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (amount, amount))


def _address_space() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return _BARE


def load_solver(path: str, function: str) -> tuple[Solver | None, Message]:
    """Import a file as Python would from its folder; return its function.

    If there is none, the message says why.
    """
    sys.argv = [path]
    os.chdir(os.path.dirname(path))
    sys.path.insert(0, os.path.dirname(path))
    name = os.path.splitext(os.path.basename(path))[0]
    if name in sys.modules or name in sys.stdlib_module_names:
        name = f"{name}_to_grade"
    try:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        solver = getattr(module, function, None)
    except BaseException as error:
        return None, describe(error, path)
    if callable(solver):
        return solver, {}
    names = [name for name, value in vars(module).items() if callable(value)]
    return None, {"names": [str(name) for name in names[:200]]}


def answer(solver: Solver, rows: list[list[int]], path: str) -> Message:
    """Call the solver; return its cells, or what is wrong with them, or how it failed."""
    import numpy as np

    try:
        found = solver(np.array(rows, dtype=np.int64))
        message = read_array(found, len(rows))
    except BaseException as error:
        message = describe(error, path)
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    return message


def read_array(found: Any, size: int) -> Message:
    """Return the cells of an n x n array of whole numbers of any type."""
    import numpy as np

    expected = f"expected an array of shape ({size}, {size})"
    try:
        array = np.asarray(found)
    except Exception:
        array = np.empty(0, dtype=object)
    if array.dtype.kind not in "iuf" or array.shape != (size, size):
        is_array = isinstance(found, np.ndarray)
        kind = f"shape {array.shape}, dtype {array.dtype}" if is_array else type(found).__name__
        return {"problem": f"{expected} with whole numbers, found {kind}"}
    odd = np.argwhere(~np.isfinite(array) | (array != np.trunc(array)))
    if len(odd):
        row, column = map(int, odd[0])
        place = f"r{row + 1}c{column + 1}"
        return {"problem": f"{place}: expected a whole number, found {array[row, column]}"}
    return {"cells": [int(value) for value in array.reshape(-1)]}


def describe(error: BaseException, path: str) -> Message:
    """Return an exception as a line with the place in the solver, and its traceback from there."""
    summary = traceback.format_exception_only(error)[-1].strip()
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != path:
        trace = trace.tb_next
    lines = [frame.lineno for frame in traceback.extract_tb(trace) if frame.filename == path]
    if isinstance(error, SyntaxError):
        summary += f" ({os.path.basename(error.filename or path)}, line {error.lineno})"
    elif lines:
        summary += f" ({os.path.basename(path)}, line {lines[-1]})"
    text = "".join(traceback.format_exception(type(error), error, trace, limit=-_FRAMES))
    return {"crash": summary[:_LONGEST_TEXT], "details": text[-_LONGEST_TEXT:]}
