"""`nonet lab theory`: the exact sizes of search trees."""

from __future__ import annotations

import json

import click

from nonet.cli.lab_options import (
    DONE,
    one_puzzle,
)
from nonet.cli.options import input_argument, reading_options
from nonet.files.items import Reading
from nonet.lab.trees import theory as tree_sizes


@click.command(epilog="Example: nonet lab theory 15..4.24..564....3.....463..2..2..31")
@input_argument("puzzle", metavar="PUZZLE|FILE|-")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def theory(puzzle: str, reading: Reading, as_json: bool) -> int:
    """Show the exact sizes of a puzzle's search trees, without searching.

    The tree has one node for every way to reach a board with cells in a fixed order; the space has
    one for every board. Breadth-first search explores at least "fewest" nodes and at most the whole
    tree.
    """
    sizes = tree_sizes(one_puzzle(puzzle, reading)).to_dict()
    if as_json:
        click.echo(json.dumps(sizes))
        return DONE
    for name, stage in sizes["stages"].items():
        click.echo(f"{name}: {stage['depth']} cells to fill")
        for label, key in (("tree", "tree"), ("space", "space"), ("fewest", "fewest_explored")):
            click.echo(f"  {label:<7}{stage[key]:,}")
    if sizes["contradiction"]:
        click.echo("The givens alone lead to a contradiction.")
    return DONE
