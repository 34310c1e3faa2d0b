"""Commands are loaded when they are called, and their lines in lists are their own."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from nonet.cli.app import app
from nonet.cli.lab import lab
from nonet.cli.lazy import LazyGroup


@pytest.mark.parametrize("group", [app, lab], ids=["nonet", "nonet lab"])
def test_lines_in_the_list_are_what_the_commands_say(group: LazyGroup) -> None:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None and command.name == name
        own = command.short_help or (command.help or "").split(".")[0]
        assert own.startswith(group.lazy[name].help.rstrip(".")), name
    assert group.get_command(context, "nothing") is None


def test_help_loads_no_command() -> None:
    seen = "import sys; from nonet.cli import run; run(['--help']); print([*sys.modules])"
    run = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
    loaded = run.stdout.splitlines()[-1]
    assert "'nonet.cli.lazy'" in loaded
    for module in ("nonet.cli.solve", "nonet.api", "numpy", "rich"):
        assert f"'{module}'" not in loaded
