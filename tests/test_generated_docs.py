"""Pages and tables that come from the code are up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "script",
    ["generate.py", "make_rating.py", pytest.param("make_techniques.py", marks=pytest.mark.slow)],
)
def test_pages_are_up_to_date(script: str) -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "docs" / script, "--check"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
