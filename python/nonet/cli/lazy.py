"""Groups of commands that are loaded when called.

So `--help` starts fast, and a command's module can import what it needs at the top.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class Lazy(NamedTuple):
    """The module of a command, and its line in the list of commands (checked by a test)."""

    module: str
    help: str


class LazyGroup(click.Group):
    """A group that knows the names and lines of its commands, in the order of their use."""

    def __init__(self, *args: Any, lazy: Mapping[str, Lazy], **options: Any) -> None:
        super().__init__(*args, **options)
        self.lazy = lazy

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.lazy)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Load a command."""
        if name not in self.lazy:
            return None
        command: click.Command = getattr(import_module(self.lazy[name].module), name)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.help) for name, lazy in self.lazy.items()])
