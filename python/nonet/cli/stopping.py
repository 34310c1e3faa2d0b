"""Stopping: what to do on Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def stopped_cleanly() -> Iterator[None]:
    """Turn Ctrl-C and SIGTERM into exceptions, for work that needs cleaning up.

    Only the first one, because a second one would interrupt the cleaning up.
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
