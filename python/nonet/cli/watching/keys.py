"""Keys as they are pressed: bytes of a terminal to the names that browsers give to keys."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from types import TracebackType
from typing import Any, Protocol

ESCAPE = "Escape"
INTERRUPT = "Ctrl-C"
CLOSED = "closed"
"""Not a key: the end of input."""
QUIT = ("q", ESCAPE)
"""Keys that quit, like Ctrl-C; the page has no equivalent."""

_SEQUENCE = re.compile(rb"\x1b(?:O[A-Za-z]|\[[0-?]*[ -/]*[@-~])")
"""What arrow keys and similar keys send: ESC O letter, or ESC [ parameters letter."""
_BEGUN = re.compile(rb"\x1b(?:O|\[[0-?]*[ -/]*)")
_LETTERS = {b"A": "ArrowUp", b"B": "ArrowDown", b"C": "ArrowRight", b"D": "ArrowLeft"}
_LETTERS |= {b"H": "Home", b"F": "End"}
_NUMBERS = {b"1": "Home", b"7": "Home", b"4": "End", b"8": "End"}
"""Terminals use different codes for these, with either ESC [ or ESC O."""
_PAUSE = 0.05
"""Seconds to wait after ESC before it counts as the Escape key."""

_WINDOWS = {"K": "ArrowLeft", "M": "ArrowRight", "G": "Home", "O": "End"}


def decode_keys(data: bytes, *, complete: bool = False) -> tuple[list[str], bytes]:
    r"""Decode bytes to keys; also return the bytes of an incomplete key.

    If the data is `complete`, an ESC at its end is the Escape key.

    >>> decode_keys(b"d\x1b[C\x1b")
    (['d', 'ArrowRight'], b'\x1b')
    >>> decode_keys(b"\x1b", complete=True)
    (['Escape'], b'')
    """
    found: list[str] = []
    while data:
        if match := _SEQUENCE.match(data):
            found += _named(match[0])
            data = data[match.end() :]
        elif not complete and (data == b"\x1b" or _BEGUN.fullmatch(data)):
            break
        else:
            found += _plain(data[0])
            data = data[1:]
    return found, data


def _named(sequence: bytes) -> list[str]:
    """Return the key for a sequence, ignoring modifiers; none if it is unknown."""
    if sequence.endswith(b"~"):
        name = _NUMBERS.get(sequence[2:-1].split(b";")[0])
    else:
        name = _LETTERS.get(sequence[-1:])
    return [name] if name else []


def _plain(byte: int) -> list[str]:
    if byte == 0x1B:
        return [ESCAPE]
    if byte == 0x03:
        return [INTERRUPT]
    return [chr(byte)] if 0x20 <= byte < 0x7F else []


class Keyboard(Protocol):
    """A source of keys, used as a context manager."""

    def __enter__(self) -> Keyboard: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def read(self, seconds: float) -> list[str]:
        """Wait for a key for up to this many seconds, and return all keys pressed."""
        ...


class PosixKeyboard:
    """A terminal without line buffering and echo; its settings are restored at the end."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._before: list[Any] | None = None
        self._begun = b""

    def __enter__(self) -> PosixKeyboard:
        import termios
        import tty

        self._before = termios.tcgetattr(self._number)
        tty.setcbreak(self._number, termios.TCSANOW)
        return self

    def __exit__(self, *_: object) -> None:
        import termios

        if self._before is not None:
            termios.tcsetattr(self._number, termios.TCSADRAIN, self._before)
            self._before = None

    def read(self, seconds: float) -> list[str]:
        """Wait for a key for up to this many seconds, and return all keys pressed."""
        if not self._ready(seconds):
            return []
        found: list[str] = []
        while not found:
            data = os.read(self._number, 1024)
            if not data:
                return [CLOSED]
            found, self._begun = decode_keys(self._begun + data)
            if not self._begun:
                break
            if not self._ready(_PAUSE):
                more, self._begun = decode_keys(self._begun, complete=True)
                return found + more
        return found

    def _ready(self, seconds: float) -> bool:
        return bool(select.select([self._number], [], [], seconds)[0])


class WindowsKeyboard:
    """The console of Windows."""

    def __enter__(self) -> WindowsKeyboard:
        # The console of Windows obeys escape sequences once a program of its own has run in it.
        os.system("")
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: no settings were changed."""

    def read(self, seconds: float) -> list[str]:
        """Wait for a key for up to this many seconds, and return all keys pressed."""
        import importlib

        msvcrt: Any = importlib.import_module("msvcrt")
        until = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= until:
                return []
            time.sleep(0.01)
        key = msvcrt.getwch()
        if key in ("\0", "\xe0"):
            name = _WINDOWS.get(msvcrt.getwch())
            return [name] if name else []
        return decode_keys(key.encode("ascii", "ignore"), complete=True)[0]


def keyboard() -> Keyboard:
    """Return the keyboard of the terminal on stdin."""
    return WindowsKeyboard() if sys.platform == "win32" else PosixKeyboard(sys.stdin.fileno())
