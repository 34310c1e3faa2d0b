"""The group of commands, and what `nonet` alone says."""

from __future__ import annotations

import os
import re

import click

from nonet.cli.lazy import Lazy, LazyGroup
from nonet.native import VERSION

_COMMANDS = {
    "solve": Lazy(
        "nonet.cli.solve", "Solve a puzzle and prove whether the answer is the only one."
    ),
    "check": Lazy("nonet.cli.check", "Judge a solution."),
    "count": Lazy("nonet.cli.count", "Count the solutions."),
    "convert": Lazy("nonet.cli.convert", "Rewrite puzzles in another notation."),
    "explain": Lazy("nonet.cli.explain", "Solve a puzzle one step at a time, with reasons."),
    "techniques": Lazy("nonet.cli.techniques", "List the techniques that explain uses."),
    "formats": Lazy(
        "nonet.cli.listing", "List the notations of one puzzle, then the documents of many."
    ),
    "rules": Lazy("nonet.cli.listing", "List the rules that puzzles may have."),
    "lab": Lazy("nonet.cli.lab", "Study search: run strategies, count what they do, compare them."),
    "engines": Lazy("nonet.cli.commands", "List the engines, the preferred ones first."),
    "bench": Lazy("nonet.cli.bench", "Measure the engines on this machine."),
    "demo": Lazy("nonet.cli.commands", "Solve three built-in boards."),
    "completion": Lazy("nonet.cli.commands", "Print the script for completion in a shell."),
}
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


class _Group(LazyGroup):
    """The commands, and advice for a puzzle in the place of one."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named by the first argument."""
        name = args[0]
        if name not in self.lazy and (os.path.exists(name) or re.search(r"[\d.]{4}", name)):
            context.fail(f"Expected a command first; to solve it: nonet solve {name}")
        return super().resolve_command(context, args)


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"nonet {VERSION}")
        context.exit()


@click.group(
    cls=_Group,
    lazy=_COMMANDS,
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
