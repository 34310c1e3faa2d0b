"""Dask and Ray clusters of separate processes on this machine, and batches that run on them.

Every process leads a group, so that a signal reaches all that it started, and nothing else.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

Process = subprocess.Popen[bytes]

MISSING = "tests on a cluster need the extra nonet[{}]"
"""Why a test was skipped; .ci/run looks for these words."""
WORKERS = 2


def start(*arguments: str, env: Mapping[str, str], log: Path | None = None) -> Process:
    """Start a Python module as a process of its own; what it says goes to a log, or to a pipe."""
    with open(log or os.devnull, "ab") as file:
        return subprocess.Popen(
            [sys.executable, "-m", *arguments],
            stdout=file,
            stderr=file if log else subprocess.PIPE,
            env=os.environ | env,
            start_new_session=True,
        )


def kill_group(process: Process) -> None:
    """Kill a process and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


def kill_children(process: Process) -> None:
    """Kill what a process started, but not the process."""
    for number in find_processes("-P", str(process.pid)):
        os.kill(int(number), signal.SIGKILL)


def find_processes(*arguments: str) -> list[str]:
    """Return the numbers of processes that pgrep finds."""
    return subprocess.run(["pgrep", *arguments], capture_output=True, text=True).stdout.split()


def wait_for(is_so: Callable[[], Any], seconds: float = 60, log: Path | None = None) -> None:
    """Wait until something is so; if it takes too long, show the end of a log."""
    patience = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > patience:
            said = log.read_text(errors="replace")[-3000:] if log and log.exists() else ""
            raise AssertionError(f"it takes too long\n{said}")
        time.sleep(0.05)


class DaskProcesses:
    """A scheduler and two workers with nannies. A task may end two workers, then it is given up."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "log"
        self._file = folder / "scheduler.json"
        self._scheduler: Process | None = None
        self.workers: list[Process] = []
        self.cluster = ""
        self.environment: dict[str, str] = {
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
            "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
        }

    def mend(self) -> None:
        """Start what is missing."""
        if self._scheduler is None or self._scheduler.poll() is not None:
            self.close()
            self._file.unlink(missing_ok=True)
            options = ("--port", "0", "--scheduler-file", str(self._file))
            self._scheduler = self._start("scheduler", *options)
            wait_for(self._find_address, log=self._log)
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < WORKERS:
            size = ("--nthreads", "1", "--memory-limit", "400MB")
            place = ("--local-directory", str(self._folder))
            self.workers.append(self._start("worker", self._address, *size, *place))
        wait_for(lambda: self._count_workers() == WORKERS, log=self._log)

    def _find_address(self) -> bool:
        """Read the address of the scheduler, once it has written the whole file."""
        try:
            self.cluster = f"dask={json.loads(self._file.read_text())['address']}"
        except (FileNotFoundError, json.JSONDecodeError):
            return False
        return True

    @property
    def _address(self) -> str:
        return self.cluster.removeprefix("dask=")

    def _count_workers(self) -> int:
        from distributed import Client

        with Client(self._address, timeout=60) as client:
            return len(client.nthreads())

    def _start(self, what: str, *arguments: str) -> Process:
        here = ("--host", "127.0.0.1", "--no-dashboard")
        module = f"distributed.cli.dask_{what}"
        return start(module, *here, *arguments, env=self.environment, log=self._log)

    def kill_scheduler(self) -> None:
        """Kill the scheduler; the workers end by themselves, some time later."""
        assert self._scheduler is not None
        kill_group(self._scheduler)

    def close(self) -> None:
        """End everything."""
        for process in (*self.workers, self._scheduler):
            if process is not None:
                kill_group(process)
        self.workers, self._scheduler = [], None


class RayProcesses:
    """Two nodes with a core each. They have addresses of their own, as two machines would.

    Ray listens on every address of the machine, so only those who know a secret may connect. And
    it replaces 127.0.0.1 by an address that others can reach, but not 127.0.0.2.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "log"
        self._file = folder / "ray_current_cluster"
        self._head: Process | None = None
        self._other: Process | None = None
        self.cluster = ""
        self.environment: dict[str, str] = {
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_TMPDIR": str(folder),
        }

    def mend(self) -> None:
        """Start what is missing."""
        if self._head is None or self._head.poll() is not None:
            self.close()
            self._file.unlink(missing_ok=True)
            place = ("--port", "0", "--temp-dir", str(self._folder))
            options = ("--head", "--include-dashboard", "false", *place)
            self._head = self._start("127.0.0.2", *options)
            wait_for(self._find_address, log=self._log)
        if self._other is None or self._other.poll() is not None:
            address = self.cluster.removeprefix("ray=")
            other = self._other = self._start("127.0.0.3", "--address", address)
            agent = ("-g", str(other.pid), "-f", "ray::RuntimeEnvAgent")
            wait_for(lambda: find_processes(*agent), log=self._log)

    def _find_address(self) -> bool:
        """Read the address of the head, which it writes when it is ready."""
        address = self._file.read_text().strip() if self._file.exists() else ""
        self.cluster = f"ray={address}"
        return bool(address)

    def _start(self, address: str, *arguments: str) -> Process:
        size = ("--num-cpus", "1", "--object-store-memory", "80000000")
        options = ("--block", "--node-ip-address", address, *size, *arguments)
        module = "ray.scripts.scripts"
        return start(module, "start", *options, env=self.environment, log=self._log)

    def kill_node(self) -> None:
        """Kill the second node while it is at work."""
        assert self._other is not None
        [node] = find_processes("-g", str(self._other.pid), "-f", "/raylet/raylet ")
        wait_for(lambda: find_processes("-P", node, "-f", "ray::run_task"))
        kill_group(self._other)
        self._other = None

    def close(self) -> None:
        """End everything."""
        for process in (self._other, self._head):
            if process is not None:
                kill_group(process)
        self._other = self._head = None
