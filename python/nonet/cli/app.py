"""The group of commands, and what `nonet` alone says."""

from __future__ import annotations

import os
import re

import click

from nonet.cli.bench import bench
from nonet.cli.commands import check, completion, count, demo, engines
from nonet.cli.convert import convert
from nonet.cli.lab import lab
from nonet.cli.listing import formats
from nonet.cli.solve import solve

_START = """\
nonet solves Sudoku boards of any size and proves the answer.

  nonet demo                  see it work on three boards
  nonet solve PUZZLE          a line of cells (81 for 9x9) or a whole grid
  nonet solve puzzles.txt     one puzzle per line: one answer per line
  nonet --help                every command

In Python: import nonet; nonet.solve("...4..1.2.4..3..")
"""

_COMPLETING = "_NONET_COMPLETE"
"""Set by the shell that asks for completions."""

_DASHED = re.compile(r"-(?=.*[-.])[-.*_\d]{3,}|-(?=.*[-.])[-.*_\dA-P]{15,}", re.IGNORECASE)
"""A puzzle with `-` for its first cell, which looks like an option."""


class _Group(click.Group):
    """Commands in the order of their use, and advice for a puzzle in the place of a command."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the commands in the order in which they were added."""
        return list(self.commands)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named by the first argument."""
        name = args[0]
        if name not in self.commands and (os.path.exists(name) or re.search(r"[\d.]{4}", name)):
            context.fail(f"Expected a command first; to solve it: nonet solve {name}")
        return super().resolve_command(context, args)


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from nonet.native import VERSION

        click.echo(f"nonet {VERSION}")
        context.exit()


@click.group(
    cls=_Group,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: nonet demo",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print the version and exit.",
)
@click.pass_context
def app(context: click.Context) -> None:
    """Solve Sudoku boards of any size, and prove the answer."""
    if context.invoked_subcommand is None:
        click.echo(_START, nl=False)


for _command in (solve, check, count, convert, formats, lab, engines, bench, demo, completion):
    app.add_command(_command)


def invoke(args: list[str]) -> int:
    """Run a command and return its exit code; a wrong usage is explained on stderr.

    The toolkit's own `main` would turn a closed pipe into exit code 1 and Ctrl-C into another
    exception, so that it serves for completion only.
    """
    if _COMPLETING in os.environ:
        app.main(args, prog_name="nonet", complete_var=_COMPLETING)
    try:
        with app.make_context("nonet", list(args)) as context:
            code = app.invoke(context)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        error.show()
        puzzle = next(filter(_DASHED.fullmatch, args), None)
        if isinstance(error, click.NoSuchOption) and error.ctx and puzzle:
            advice = f"{error.ctx.command_path} -- {puzzle}"
            click.echo(f"A puzzle that starts with '-' goes after --: {advice}", err=True)
        return error.exit_code
    return code if isinstance(code, int) else 0
