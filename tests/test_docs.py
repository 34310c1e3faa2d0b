"""README and docs run: every Python block, and every `nonet` line of every other block.

In a console block, lines after a command are its output, `...` standing for anything.
"""

from __future__ import annotations

import doctest
import inspect
import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from cases import quick_only
from command import Nonet, Run, environment

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Command:
    """A line for the shell and the output that the page shows for it."""

    line: str
    output: list[str] = field(default_factory=list)


def blocks(page: Path, *languages: str) -> list[str]:
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [text for language, text in found if language in languages]


def commands(page: Path) -> list[Command]:
    found: list[Command] = []
    for text in blocks(page, "console", "sh", "bash", "text", ""):
        shown = False
        for line in text.splitlines():
            if line.startswith("$ "):
                found.append(Command(line[2:]))
                shown = True
            elif line.startswith("nonet "):
                found.append(Command(line))
            elif shown:
                found[-1].output.append(line)
    return [command for command in found if re.search(r"(^|\| )nonet ", command.line)]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


GUEST = re.compile(r"^import (dask|duckdb|pandas|polars)\b", re.MULTILINE)


def guest_of(text: str) -> str | None:
    """Return the package of others that a recipe is for."""
    found = GUEST.match(text)
    return found and found[1]


def run_block(page: Path, text: str, namespace: dict[str, object]) -> None:
    exec(compile(text, str(page), "exec", dont_inherit=True), namespace)


def recipes() -> Iterator[Any]:
    for page in PAGES:
        for text in blocks(page, "python"):
            if guest_of(text):
                yield pytest.param(page, text, id=f"{name(page)}: {guest_of(text)}")


@pytest.mark.parametrize(("page", "text"), list(recipes()))
def test_recipes_run(
    page: Path, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run a recipe for a package of others; .ci/run looks for the words of the skip."""
    guest = guest_of(text)
    assert guest is not None
    if find_spec(guest) is None or (guest == "dask" and find_spec("pandas") is None):
        pytest.skip(f"a recipe needs the package {guest}")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__docs__"}
    run_block(page, "import nonet, pyarrow", namespace)
    run_block(page, text, namespace)


WITH_CODE = [page for page in PAGES if blocks(page, "python", "pycon")]
LONG = [page for page in WITH_CODE if page.name == "grading.md"]
"""Their blocks wait for processes that run into a limit on time."""


@pytest.mark.parametrize("page", quick_only({*WITH_CODE} - {*LONG}, WITH_CODE), ids=name)
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__docs__"}
    for text in blocks(page, "python"):
        if guest_of(text) is None:
            run_block(page, text, namespace)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for text in blocks(page, "pycon"):
        runner.run(parser.get_doctest(text, namespace, page.name, str(page), 0))
    assert runner.summarize(verbose=False).failed == 0


def in_a_shell(line: str) -> Run:
    """Run a line as a user does, in the folder of the test."""
    return subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(COLUMNS="80"),
        timeout=120,
    )


@pytest.mark.parametrize(
    ("page", "command"),
    [pytest.param(p, c, id=f"{name(p)}: {c.line[:60]}") for p in PAGES for c in commands(p)],
)
def test_command_lines_run(
    page: Path, command: Command, quick: Nonet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    args = shlex.split(command.line)
    needs_shell = args[0] != "nonet" or set(command.line) & set("|&;<>$`*?#")
    run = in_a_shell(command.line) if needs_shell else quick(*args[1:])
    assert "Traceback" not in run.stderr
    assert run.returncode in (0, 1) or command.output, run.stderr
    if command.output:
        wanted = "\n".join(command.output) + "\n"
        checker = doctest.OutputChecker()
        matches = checker.check_output(wanted, run.stdout, doctest.ELLIPSIS)
        assert matches, f"{command.line}\nshown:\n{wanted}\nfound:\n{run.stdout}{run.stderr}"


def test_docstrings_run() -> None:
    import pkgutil
    from importlib import import_module

    import nonet

    failed = tried = 0
    for module in pkgutil.walk_packages(nonet.__path__, "nonet."):
        if module.name.endswith(("__main__", "._native")):
            continue
        loaded = import_module(module.name)
        if ">>>" not in inspect.getsource(loaded):
            continue  # Searching it for docstrings takes longer than most examples.
        result = doctest.testmod(
            loaded, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
        )
        failed, tried = failed + result.failed, tried + result.attempted
    assert failed == 0 < tried
