"""Where tests and benchmarks find puzzles: the files here, and the public lists of NONET_DATA.

NONET_DATA names a folder with lists/, logic/, boards/ and variants/; nothing else reads it.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Corpus:
    """Puzzles of one kind, with what the header of their file says of them."""

    name: str
    origin: str
    count: int
    sha256: str
    status: str
    puzzles: tuple[str, ...]


def read_corpus(name: str) -> Corpus:
    """Read one of our own files: `# key: value` lines, then one puzzle per line."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    header = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    puzzles = tuple(line for line in lines if line and not line.startswith("#"))
    return Corpus(
        name, header["origin"], int(header["count"]), header["sha256"], header["status"], puzzles
    )


def write_corpus(name: str, origin: str, status: str, puzzles: list[str]) -> None:
    """Write a file that `read_corpus` reads."""
    header = {
        "origin": origin,
        "count": len(puzzles),
        "sha256": checksum(puzzles),
        "status": status,
    }
    lines = [f"# {key}: {value}" for key, value in header.items()] + puzzles
    (HERE / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def checksum(puzzles: list[str] | tuple[str, ...]) -> str:
    """Return the checksum that the header carries."""
    return hashlib.sha256("\n".join(puzzles).encode()).hexdigest()


def data_folder() -> Path | None:
    """Return the folder of public data, or None where there is none on this machine."""
    folder = os.environ.get("NONET_DATA")
    return Path(folder) if folder else None


def read_list(path: Path) -> list[str]:
    """Read a public list: one puzzle per line, `#` for comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def read_cases(path: Path) -> list[dict[str, Any]]:
    """Read a public file of cases: one JSON object per line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
