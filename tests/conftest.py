"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from corpora import data_folder

settings.register_profile("nonet", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("nonet")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of public lists. Once NONET_DATA is set, a missing file is a failure."""
    folder = data_folder()
    if folder is None:
        pytest.skip("NONET_DATA is not set")
    return folder
