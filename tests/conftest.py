"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from corpora import data_folder

settings.register_profile("nonet", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("nonet")


def pytest_report_header() -> str:
    """Say on which instruction sets the lanes are tested."""
    from nonet import _native, native

    here = native.simd_paths()
    missing = [name for name in _native.SIMD_NAMES if name not in here]
    return f"nonet lanes: {', '.join(here)}; not on this machine: {', '.join(missing) or 'none'}"


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of public lists. Once NONET_DATA is set, a missing file is a failure."""
    folder = data_folder()
    if folder is None:
        pytest.skip("NONET_DATA is not set")
    return folder
