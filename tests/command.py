"""The command `nonet`, run by tests as a user runs it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

Run = subprocess.CompletedProcess[str]
Nonet = Callable[..., Run]


def environment(**changes: str | None) -> dict[str, str]:
    """Return a clean environment; None takes a variable out of it."""
    clean = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": "/",
        "LANG": "C.UTF-8",
        "TERM": "xterm",
        **changes,
    }
    return {name: value for name, value in clean.items() if value is not None}


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "nonet", *args]


def on_a_terminal(
    *args: str, to_file: Path | None = None, env: dict[str, str] | None = None
) -> tuple[str, int]:
    """Run with a terminal of 80 columns for all streams, stdout perhaps to a file."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    stdout = os.open(to_file, os.O_WRONLY | os.O_CREAT) if to_file else os.dup(theirs)
    process = subprocess.Popen(
        command(*args), stdin=theirs, stdout=stdout, stderr=theirs, env=env or environment()
    )
    os.close(theirs)
    os.close(stdout)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # Linux says so when the other side is closed.
        pass
    os.close(ours)
    return shown.decode().replace("\r\n", "\n"), process.wait(timeout=60)


def without_codes(shown: str) -> str:
    """Leave out how a terminal is told of colours and of lines to erase."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
