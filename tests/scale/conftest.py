"""Fixtures of the tests of batches."""

from __future__ import annotations

from pathlib import Path

import pytest

from batch_folders import TEXT


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(TEXT)
    return path
