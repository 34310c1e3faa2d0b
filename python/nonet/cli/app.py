"""The group of commands, and the output of `nonet` alone."""

from __future__ import annotations

import os
import re

import click

from nonet.cli.lazy import Lazy, LazyGroup
from nonet.native import VERSION

_COMMANDS = {
    "solve": Lazy("nonet.cli.solve", "Solve a puzzle and prove whether the solution is unique."),
    "check": Lazy("nonet.cli.check", "Check a solution."),
    "count": Lazy("nonet.cli.count", "Count the solutions."),
    "canonical": Lazy("nonet.cli.canonical", "Find the canonical form of a puzzle."),
    "batch": Lazy("nonet.cli.batch", "Answer files of any size into a folder of shards."),
    "split": Lazy("nonet.cli.split", "Split a data set without leaks."),
    "convert": Lazy("nonet.cli.convert", "Convert puzzles to another format."),
    "explain": Lazy("nonet.cli.explain", "Solve a puzzle one step at a time, with reasons."),
    "hint": Lazy("nonet.cli.hint", "Say where to look next."),
    "why": Lazy("nonet.cli.why", "Prove why a digit cannot go in a cell, or why it must."),
    "practice": Lazy("nonet.cli.practice", "Practise a technique."),
    "generate": Lazy("nonet.cli.generate", "Make new puzzles."),
    "rate": Lazy("nonet.cli.rate", "Rate how hard puzzles are."),
    "techniques": Lazy("nonet.cli.techniques", "List the techniques, or explain some of them."),
    "formats": Lazy("nonet.cli.listing", "List the formats for one puzzle, then those for many."),
    "rules": Lazy("nonet.cli.listing", "List the rules that puzzles can have."),
    "lab": Lazy("nonet.cli.lab", "Study search: run strategies, count what they do, compare them."),
    "engines": Lazy("nonet.cli.commands", "List the engines, preferred ones first."),
    "bench": Lazy("nonet.cli.bench", "Measure the engines on this machine."),
    "demo": Lazy("nonet.cli.commands", "Solve three built-in boards."),
    "completion": Lazy("nonet.cli.commands", "Print the shell completion script."),
}
_START = """\
nonet solves Sudoku boards of any size and proves the answer.

  nonet demo                  solve three example boards
  nonet solve PUZZLE          a line of cells (81 for 9x9) or a whole grid
  nonet solve puzzles.txt     one puzzle per line in, one answer per line out
  nonet --help                list all commands

In Python: import nonet; nonet.solve("...4..1.2.4..3..")
"""

_COMPLETING = "_NONET_COMPLETE"
"""Set by the shell that asks for completions."""

_DASHED = re.compile(r"-(?=.*[-.])[-.*_\d]{3,}|-(?=.*[-.])[-.*_\dA-P]{15,}", re.IGNORECASE)
"""A puzzle whose first cell is `-`, which looks like an option."""


class _Group(LazyGroup):
    """The commands, and advice if a puzzle is given instead of one."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named by the first argument."""
        name = args[0]
        if name not in self.lazy and (os.path.exists(name) or re.search(r"[\d.]{4}", name)):
            context.fail(f"Expected a command. To solve the puzzle: nonet solve {name}")
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
    """Run a command and return its exit code; usage errors are explained on stderr.

    The toolkit's own `main` would turn a closed pipe into exit code 1 and Ctrl-C into another
    exception, so it is used only for completion.
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
            click.echo(f"Put a puzzle that starts with '-' after --: {advice}", err=True)
        return error.exit_code
    return code if isinstance(code, int) else 0
