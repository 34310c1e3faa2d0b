"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from browser import NoBrowserError, Show, find_browser, launched
from cases import examples
from corpora import data_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile(
    "nonet", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=examples(100)
)
settings.load_profile("nonet")


def pytest_configure() -> None:
    """Raise the recursion limit once, as the recursive frontier does: Hypothesis minds a change."""
    from nonet.lab.frontiers import RECURSIVE_CELLS

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * RECURSIVE_CELLS))


def pytest_report_header() -> str:
    """Say on which instruction sets the lanes are tested."""
    from nonet import _native, native

    here = native.simd_paths()
    missing = [name for name in _native.SIMD_NAMES if name not in here]
    return f"nonet lanes: {', '.join(here)}; not on this machine: {', '.join(missing) or 'none'}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of one browser on one worker: two browsers starve each other of a core."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("browser"))


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
