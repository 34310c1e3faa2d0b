"""The machine that something was measured on."""

from __future__ import annotations

import platform
from typing import Any

from nonet import native
from nonet.lab.table import processor_name


def describe_machine() -> dict[str, Any]:
    """Return the machine as plain data."""
    return {
        "machine": platform.machine(),
        "processor": processor_name(),
        "cores": native.thread_count(None),
        "python": platform.python_version(),
        "nonet": native.VERSION,
        "simd": list(native.simd_paths()),
    }
