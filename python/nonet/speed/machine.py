"""Where something was measured."""

from __future__ import annotations

import platform
from typing import Any

from nonet import native


def describe_machine() -> dict[str, Any]:
    """Say where something was measured, as plain data."""
    return {
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": native.thread_count(None),
        "python": platform.python_version(),
        "nonet": native.VERSION,
        "simd": list(native.simd_paths()),
    }


def _processor() -> str | None:
    """Return the name of the processor: Linux has it in a file, others tell Python."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as stream:
            for line in stream:
                key, _, value = line.partition(":")
                if key.strip() == "model name":
                    return value.strip()
    except OSError:
        pass
    return platform.processor() or None
