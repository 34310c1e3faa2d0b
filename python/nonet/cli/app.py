"""The group of commands, and what `nonet` alone says."""

from __future__ import annotations

import click

from nonet.cli.commands import check, completion, convert, count, demo, engines
from nonet.cli.solve import solve

_START = """\
nonet solves Sudoku boards and proves the answer.

  nonet demo                     see it work on three boards
  nonet solve PUZZLE             81 characters, a grid, or a file; - for stdin
  nonet solve puzzles.txt        one puzzle per line: one answer per line
  nonet --help                   every command

In Python:  import nonet; nonet.solve("53..7....6..195...")
"""


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from nonet.native import VERSION

        click.echo(f"nonet {VERSION}")
        context.exit()


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: nonet demo",
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


for _command in (solve, check, count, convert, engines, demo, completion):
    app.add_command(_command)
