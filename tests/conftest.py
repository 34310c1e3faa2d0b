"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from browser import NoBrowserError, Show, find_browser, launched
from corpora import data_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser once for a file of tests. Where NONET_CHROMIUM is none, that is a failure.

    .ci/run looks for the words of the skip.
    """
    try:
        find_browser()
    except NoBrowserError as error:
        if os.environ.get("NONET_CHROMIUM"):
            raise
        pytest.skip(f"tests in a browser need {error}")
    with launched() as found:
        yield found


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """Open pages; a warning, an error or a request for anything else fails the test."""
    found = Show(browser, tmp_path)
    yield found
    for context in browser.contexts:
        context.close()
    assert not found.faults
