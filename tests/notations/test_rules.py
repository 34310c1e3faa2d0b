"""Rules in notations and documents: back as they went, or named as lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonet
from boards import LAYOUTS, puzzles
from cases import examples
from nonet import ArgumentError, Layout, ParseError, Puzzle
from nonet.core.notes import Notes
from nonet.documents.catalog import DOCUMENTS, holds_rules, lost_notes
from nonet.notations.catalog import NOTATIONS
from nonet.rules import Candidates, Different, House, NamedRule, Rule

pytestmark = pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")

SETTERS = ("f-puzzles", "f-puzzles-link", "sudokupad")
TABLES = ("csv", "jsonl", "parquet")


@st.composite
def ruled(draw: st.DrawFn) -> Puzzle:
    """Any board with any rules that fit it."""
    puzzle = draw(puzzles(draw(st.sampled_from(LAYOUTS))))
    layout = puzzle.layout
    fitting = [name for name in nonet.rules.names() if _fits(name, layout)]
    rules: list[Any] = draw(st.lists(st.sampled_from(fitting), max_size=3))
    cells = st.lists(st.integers(0, layout.cell_count - 1), unique=True)
    for _ in range(draw(st.integers(0, 2))):
        some = draw(cells)
        if len(some) > 1:
            rules.append(Different(tuple(some)))
        digits = draw(st.sets(st.integers(1, layout.size), min_size=1))
        rules.append(Candidates(draw(st.integers(0, layout.cell_count - 1)), tuple(digits)))
    if draw(st.booleans()):
        order = draw(st.permutations(range(layout.cell_count)))
        rules.append(House(tuple(order[: layout.size])))
    return puzzle.with_rules(rules)


def _fits(name: str, layout: Layout) -> bool:
    try:
        Puzzle(bytes(layout.cell_count), layout, rules=nonet.rules.named(name))
    except ArgumentError:
        return False
    return True


WINDOKU = Puzzle(bytes(81), rules=(NamedRule("windoku"),))


@settings(max_examples=examples(80))
@given(ruled(), st.sampled_from(SETTERS))
@example(WINDOKU, "f-puzzles")
@example(nonet.parse("." * 16, rules="candidates r1c1=none r1c2=12"), "f-puzzles")
@example(nonet.parse(".", rules="candidates r1c1=none"), "f-puzzles-link")
@example(replace(WINDOKU, rules=(*WINDOKU.rules, House(tuple(range(9))))), "sudokupad")
def test_setters_notations_give_back_rules(puzzle: Puzzle, name: str) -> None:
    assert nonet.parse(nonet.format(puzzle, name)) == puzzle
    assert lost_notes(puzzle, name) == ()


@settings(max_examples=examples(60))
@given(st.lists(ruled(), max_size=5), st.sampled_from(TABLES))
@example([Puzzle(bytes(81)), WINDOKU], "csv")
def test_tables_give_back_rules(
    tmp_path_factory: pytest.TempPathFactory, given_puzzles: list[Puzzle], name: str
) -> None:
    path = tmp_path_factory.mktemp("tables") / f"puzzles.{name}"
    nonet.write(given_puzzles, path)
    if given_puzzles:
        assert list(nonet.read(path)) == given_puzzles


@settings(max_examples=examples(80))
@given(ruled())
def test_texts_and_objects_give_back_rules(puzzle: Puzzle) -> None:
    layout = puzzle.layout
    if puzzle.rules:
        text = nonet.rules.format(puzzle.rules, layout)
        assert nonet.rules.parse(text, layout) == puzzle.rules
        assert Puzzle(puzzle.cells, layout, rules=(text,)) == puzzle  # type: ignore[arg-type]
    for rule in puzzle.rules:
        data = json.loads(json.dumps(rule.to_dict(layout)))
        assert nonet.rules.from_dict(data, layout) == rule
        assert nonet.rules.from_dict(data, layout).name == rule.name


def test_a_table_keeps_a_rule_or_the_puzzle_out(tmp_path: Path) -> None:
    late = [Puzzle(bytes(81))] * 1000 + [WINDOKU]
    with pytest.raises(ArgumentError, match="have no 'rules', but a later one does"):
        nonet.write(late, tmp_path / "late.csv")
    lost: list[str] = []
    text = b"".join(DOCUMENTS["csv"].write(late, lost=lost.append))
    assert (lost, text.count(b"\n")) == (["puzzle"], 1001)


def test_rules_within_a_cell_of_a_table_are_kept(tmp_path: Path) -> None:
    inner = nonet.format(WINDOKU, "f-puzzles-link")
    (tmp_path / "a.csv").write_text(f"puzzle,rules\n{inner},anti-king\n")
    (found,) = nonet.read(tmp_path / "a.csv")
    assert found.rules == (NamedRule("anti-king"), NamedRule("windoku"))


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("Normal sudoku rules apply.", "no rule named 'normal'"),
        (["windoko"], "did you mean 'windoku'?"),
        ([{"rule": "house", "cells": ["r1c1"]}], "found 1"),
        ([{"rule": "house", "cells": ["r5c1"]}], "'r5c1'"),
        ([{"rule": "house", "cells": 5}], "'5'"),
        ([{"rule": "diagonals"}], "which is 2"),
        ([{"rule": "anti-king", "cells": []}], "'cells'"),
        ([{"rule": "candidates", "cells": ["r1c1"]}], "'r1c1'"),
        ([5], "'5'"),
        ("[", "'['"),
    ],
)
def test_a_column_that_is_no_rules(tmp_path: Path, value: Any, found: str) -> None:
    line = json.dumps({"puzzle": "." * 16, "rules": value})
    (tmp_path / "a.jsonl").write_text(f"{line}\n")
    with pytest.raises(ParseError, match="field 'rules'") as caught:
        list(nonet.read(tmp_path / "a.jsonl"))
    assert found in caught.value.found


def test_lines_of_solve_json_have_their_rules(tmp_path: Path) -> None:
    puzzle = nonet.parse("." * 15 + "1", rules=["diagonals", Different((0, 6), "ends")])
    result = nonet.solve(puzzle)
    (tmp_path / "a.jsonl").write_text(json.dumps(result.to_dict()) + "\n")
    (again,) = nonet.read(tmp_path / "a.jsonl")
    assert again == puzzle and result.second and result.solution
    assert again.notes.solution == result.solution.cells
    assert [rule.name for rule in again.rules] == [rule.name for rule in puzzle.rules]


@pytest.mark.parametrize("name", [*NOTATIONS, *DOCUMENTS])
def test_others_say_what_they_drop(name: str) -> None:
    module = NOTATIONS.get(name) or DOCUMENTS[name]
    assert lost_notes(WINDOKU, name) == (() if holds_rules(module) else ("rules",))
    assert holds_rules(module) == (name in (*SETTERS, *TABLES))


def test_short_links_refuse_rules() -> None:
    with pytest.raises(ArgumentError, match="a short link cannot hold rules; found windoku"):
        nonet.format(WINDOKU, "sudokupad", short=True)


# What documents mean


def document(size: int, cells: dict[int, Any] | None = None, **members: Any) -> Puzzle:
    grid: list[list[Any]] = [[{} for _ in range(size)] for _ in range(size)]
    for cell, value in (cells or {}).items():
        grid[cell // size][cell % size] = value
    return nonet.parse(json.dumps({"size": size, "grid": grid, **members}))


def names(size: int, *cells: int) -> list[str]:
    return [f"R{cell // size + 1}C{cell % size + 1}" for cell in cells]


@pytest.mark.parametrize(
    ("members", "rules"),
    [
        ({"diagonal+": True}, (NamedRule("diagonal-up"),)),
        ({"diagonal-": True}, (NamedRule("diagonal-down"),)),
        ({"antiknight": True}, (NamedRule("anti-knight"),)),
        ({"antiking": True}, (NamedRule("anti-king"),)),
        ({"disjointgroups": True}, (NamedRule("disjoint-groups"),)),
        ({"extraregion": [{"cells": names(4, 0, 1, 2, 7)}]}, (House((0, 1, 2, 7)),)),
        ({"extraregion": [{"cells": names(4, 0, 7)}]}, (Different((0, 7)),)),
        ({"extraregion": [{"cells": names(4, 5, 6, 9, 10)}]}, (NamedRule("windoku"),)),
        (
            {"killercage": [{"cells": names(4, 0, 1, 2, 7), "value": ""}]},
            (Different((0, 1, 2, 7)),),
        ),
        ({"killercage": [{"cells": names(4, 3)}]}, ()),
        ({"odd": [{"cell": "R1C2"}]}, (Candidates(1, (1, 3)),)),
        ({"even": [{"cell": "R1C2"}], "odd": [{"cell": "R1C2"}]}, (Candidates(1, ()),)),
    ],
    ids=str,
)
def test_constraints_of_f_puzzles(members: dict[str, Any], rules: tuple[Rule, ...]) -> None:
    assert document(4, **members).rules == rules


def test_given_pencil_marks_are_a_rule_and_others_notes() -> None:
    cells = {
        0: {"givenPencilMarks": [1, 2]},
        1: {"centerPencilMarks": [3]},
        2: {"cornerPencilMarks": [4]},
    }
    puzzle = document(4, cells)
    assert puzzle.rules == (Candidates(0, (1, 2)),)
    assert puzzle.pencil_marks is not None and puzzle.pencil_marks[1] == (3,)


def test_a_rule_that_does_not_fit_the_board_is_refused_where_it_stands() -> None:
    regions = {
        cell: {"region": number} for cell, number in enumerate(b"\0\0\0\1\0\1\1\1\2\2\2\3\2\3\3\3")
    }
    with pytest.raises(ParseError, match=r"expected boxes at disjointgroups, found 4x4"):
        document(4, regions, disjointgroups=True)


def pad(**members: Any) -> Puzzle:
    regions = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    cells = [[{} for _ in range(4)] for _ in range(4)]
    return nonet.parse(json.dumps({"cells": cells, "regions": regions, **members}))


def test_what_sudokupad_says_for_machines() -> None:
    knight, king = NamedRule("anti-knight"), NamedRule("anti-king")
    assert pad(metadata={"antiknight": True}).rules == (knight,)
    assert pad(cages=[{"value": "antiking: true"}]).rules == (king,)
    assert pad(**{"global": ["antiking", "antiknight"]}).rules == (king, knight)
    cage = {"cells": [[0, 0], [1, 2]], "unique": True, "hidden": True, "value": ""}
    assert pad(cages=[cage]).rules == (Different((0, 6)),)
    assert pad(cages=[{"cells": [[0, 0]], "unique": True}]).rules == ()
    assert pad(metadata={"rules": "An anti-knight puzzle"}).rules == ()


def test_a_later_rule_is_refused_and_never_dropped() -> None:
    class Sum(Rule):
        name, cells = "sum", (0, 1)

        def expand(self, layout: Layout) -> tuple[Rule, ...]:
            return (self,)

    puzzle = Puzzle(bytes(81), notes=Notes(), rules=(Sum(),))
    for name in SETTERS:
        with pytest.raises(ArgumentError, match="f-puzzles cannot hold the rule sum"):
            nonet.format(puzzle, name)
    with pytest.raises(ArgumentError, match="rule sum cannot be written as text"):
        nonet.rules.format(puzzle.rules)
    with pytest.raises(ArgumentError, match="rule sum"):
        list(DOCUMENTS["csv"].write([puzzle]))
