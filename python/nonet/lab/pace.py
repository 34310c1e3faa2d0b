"""Which code runs a strategy: the Python of the lab, or the same search in the native core."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.core.errors import ArgumentError
from nonet.lab.method import Method
from nonet.lab.native_run import NativeStrategy
from nonet.lab.strategy import Strategy

PYTHON, NATIVE = PACES = ("python", "native")


def choose_pace(
    methods: Sequence[Method], wanted: str | None = None, *, memory: bool = False
) -> tuple[str, str | None]:
    """Return one pace for all strategies, and why it is not native if that was not requested.

    Engines and local searches have their own pace, and are not asked.
    """
    if wanted is not None and wanted not in PACES:
        raise ArgumentError(f"pace: expected 'python' or 'native', found {wanted!r}")
    if wanted == NATIVE and memory:
        raise ArgumentError(
            "pace: peak memory is measured in Python's allocations, expected pace='python', found "
            "'native'"
        )
    if wanted is not None:
        return wanted, None
    why = _why_python([one for one in methods if isinstance(one, Strategy)], memory)
    return (PYTHON, why) if why else (NATIVE, None)


def _why_python(strategies: list[Strategy], memory: bool) -> str | None:
    """Say what only Python shows, if anything: a user's function, or what a board costs there."""
    for strategy in strategies:
        for part in strategy.own_parts():
            return f"{strategy.name} has its own {part}"
    if memory:
        return "peak memory is measured"
    for part in ("state", "undo"):
        if len({getattr(strategy, part) for strategy in strategies}) > 1:
            return f"the strategies differ in {part}"
    return None


def at_pace(method: Method, pace: str) -> Method:
    """Return a method that runs at a pace; only strategies have more than one."""
    if pace == NATIVE and isinstance(method, Strategy):
        return NativeStrategy(method)
    return method
