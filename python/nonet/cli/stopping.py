"""Stopping: what to do when somebody wants the command to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def stopped_cleanly() -> Iterator[None]:
    """Let Ctrl-C and requests to end arrive as exceptions, for work that has to be tidied up.

    Only the first one does; a second one would find the tidying under way.
    """
    numbers = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    before = {number: signal.getsignal(number) for number in numbers if number is not None}
    before = {number: old for number, old in before.items() if old is not signal.SIG_IGN}

    def stop(number: int, _: object) -> NoReturn:
        for handled in before:
            signal.signal(handled, signal.SIG_IGN)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
