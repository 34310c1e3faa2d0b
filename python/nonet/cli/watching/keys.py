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
"""Not a key: there will be no more of them."""
QUIT = ("q", ESCAPE)
"""What ends the show, as Ctrl-C does; on the page there is nothing to end."""

_SEQUENCE = re.compile(rb"\x1b(?:O[A-Za-z]|\[[0-?]*[ -/]*[@-~])")
"""What arrows and the like send: ESC O letter, or ESC [ parameters letter."""
_BEGUN = re.compile(rb"\x1b(?:O|\[[0-?]*[ -/]*)")
_LETTERS = {b"A": "ArrowUp", b"B": "ArrowDown", b"C": "ArrowRight", b"D": "ArrowLeft"}
_LETTERS |= {b"H": "Home", b"F": "End"}
_NUMBERS = {b"1": "Home", b"7": "Home", b"4": "End", b"8": "End"}
"""Terminals disagree on these, and on ESC [ or ESC O."""
_PAUSE = 0.05
"""Seconds after which an ESC alone is the key of that name."""

_WINDOWS = {"K": "ArrowLeft", "M": "ArrowRight", "G": "Home", "O": "End"}


def decode_keys(data: bytes, *, complete: bool = False) -> tuple[list[str], bytes]:
    r"""Return the keys that bytes stand for, and the bytes of one that has only begun.

    If no more bytes are to come at once, the data is `complete`: an ESC at its end is a key.

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
    """Return the key of a sequence, whatever is held down with it; none if it has no name."""
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
    """Where keys come from, as long as it is entered."""

    def __enter__(self) -> Keyboard: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def read(self, seconds: float) -> list[str]:
        """Return the keys pressed, as soon as there is one; none after so many seconds."""
        ...


class PosixKeyboard:
    """A terminal whose keys come at once and are not shown; left as it was found."""

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
        """Return the keys pressed, as soon as there is one; none after so many seconds."""
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
        """Nothing was changed."""

    def read(self, seconds: float) -> list[str]:
        """Return the keys pressed, as soon as there is one; none after so many seconds."""
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
