"""The data files of techniques, orders and languages."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read_data(name: str) -> Any:
    """Read one of the files in `data`."""
    return json.loads((files("nonet.logic") / "data" / name).read_text(encoding="utf-8"))
