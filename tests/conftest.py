"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

from browser import NoBrowserError, Show, find_browser, launched
from cases import examples
from command import Nonet, Run, command, environment
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


class ByTest(LoadGroupScheduling):
    """All cases of a test run on one worker, which computes what they share once.

    The scheduler also looks at every unit of work after each test, so that few units save time.
    """

    def _split_scope(self, nodeid: str) -> str:
        return super()._split_scope(nodeid).partition("[")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByTest:
    """Distribute tests, not their cases."""
    return ByTest(config, log)


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


@pytest.fixture
def nonet(tmp_path: Path) -> Nonet:
    """Run the command in a folder of its own; bytes as input are taken as they are."""

    def start_and_wait(
        *args: str, stdin: str | bytes = "", env: dict[str, str] | None = None
    ) -> Run:
        done = subprocess.run(
            command(*args),
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env=env or environment(),
            cwd=tmp_path,
            timeout=60,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err
        return Run(done.args, done.returncode, out, err)

    return start_and_wait


@pytest.fixture
def quick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Nonet:
    """Run the command in this process, for what does not depend on having one of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C.UTF-8")

    def run_here(*args: str, stdin: str | bytes = "") -> Run:
        from nonet.cli import run

        data = stdin.encode() if isinstance(stdin, str) else stdin
        (tmp_path / "stdin").write_bytes(data)
        with (tmp_path / "stdin").open() as stream, monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stream)
            code = run(list(args))
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Run(args, code, out, err)

    return run_here
