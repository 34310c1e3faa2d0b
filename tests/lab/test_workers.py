"""Worker processes: Ctrl-C while one is being started."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from nonet.lab.workers import _interrupts_held


def test_ctrl_c_in_the_middle_of_a_start_waits_until_its_end() -> None:
    over = threading.Event()
    # A thread that does not block the signal: the kernel gives it to that one.
    other = threading.Thread(target=over.wait)
    other.start()
    passed = []

    def start_something() -> None:
        with _interrupts_held():
            os.kill(os.getpid(), signal.SIGINT)
            over.wait(0.05)
            passed.append(True)

    try:
        with pytest.raises(KeyboardInterrupt):
            start_something()
    finally:
        over.set()
        other.join()
    assert passed
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
