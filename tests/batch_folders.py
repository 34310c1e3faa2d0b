"""What tests of batches share: puzzles, and what is in the folder of a batch."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from boards import EASY
from nonet.symmetry import random_copy

LINES = [str(random_copy(EASY, seed=number)) for number in range(500)]
TEXT = "".join(f"{line}\n" for line in LINES)


def shards(folder: Path) -> dict[str, str]:
    """Return the checksum of everything that must not depend on how a batch went."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("part-*"))
    }


def rows(folder: Path) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob("part-*")) for row in read(path)]


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    return _table(path)


def _table(path: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet

    found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
    return found
