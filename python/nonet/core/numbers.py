"""Whole numbers as arguments."""

from __future__ import annotations

from nonet.core.errors import ArgumentError

_MOST = 2**63 - 1
"""Numbers of the native core are 64 bits wide."""


def check_number(name: str, value: object, least: int) -> int:
    """Return a whole number; ArgumentError if it is something else."""
    most = ""
    if isinstance(value, int) and not isinstance(value, bool):
        if least <= value <= _MOST:
            return value
        most = f" to {_MOST}" if value > _MOST else ""
    raise ArgumentError(f"{name}: expected a whole number from {least}{most}, found {value!r:.40}")
