"""Fixtures of all tests of the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from command import Nonet, Run, command, environment
from nonet.cli import run as run_command


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
        data = stdin.encode() if isinstance(stdin, str) else stdin
        (tmp_path / "stdin").write_bytes(data)
        with (tmp_path / "stdin").open() as stream, monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stream)
            code = run_command(list(args))
        out, err = capfd.readouterr()
        return Run(args, code, out, err)

    return run_here
