"""What is listed and drawn stays readable in a narrow terminal, and whole in a pipe."""

from __future__ import annotations

import re

import pytest

from command import Nonet, environment
from nonet.cli.columns import filled, two_columns
from nonet.lab.presets import all_methods

LISTS = (
    ["demo"],
    ["formats"],
    ["rules"],
    ["engines"],
    ["lab", "strategies"],
    ["lab", "strategies", "--parts"],
)


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("args", LISTS, ids=" ".join)
def test_lines_fit(
    args: list[str], columns: int, quick: Nonet, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = quick(*args).stdout
    monkeypatch.setenv("COLUMNS", str(columns))
    run = quick(*args)
    assert run.returncode == 0
    # A single word is not broken.
    long = [line for line in run.stdout.splitlines() if len(line) > columns]
    assert all(" " not in line.strip() for line in long), long
    if args != ["demo"]:
        assert run.stdout.split() == wide.split()


def test_pictures_stand_below_each_other_where_there_is_no_room(nonet: Nonet) -> None:
    shown = nonet("demo", env=environment(COLUMNS="40")).stdout
    assert max(map(len, shown.splitlines())) <= 40
    assert shown.count("┌───────┬───────┬───────┐\n") == 4
    assert shown.count("┌───────┬───────┐ ┌───────┬───────┐\n") == 2
    assert "There are exactly 4 solutions." in shown


def test_a_pipe_gets_one_strategy_per_line(nonet: Nonet) -> None:
    shown = nonet("lab", "strategies").stdout
    assert [line.split()[0] for line in shown.splitlines()] == [m.name for m in all_methods()]


def test_texts_go_below_their_names_in_little_room() -> None:
    pairs = [("a-very-long-name", "one two three four five six seven"), ("b", "")]
    assert two_columns(pairs, "  ", width=30) == (
        "  a-very-long-name\n    one two three four five\n    six seven\n  b"
    )
    assert two_columns(pairs, width=50) == (
        "a-very-long-name  one two three four five six\n                  seven\nb"
    )
    assert two_columns([]) == ""
    assert re.fullmatch(r"  x+", filled("x" * 50, "  ", 20))
