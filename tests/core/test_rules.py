"""Rules as values, what they forbid, and the boards, judge and engines under them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, FIVE, FOUR, FOUR_SOLUTION, installed_engines
from nonet import Board, Engine, Layout, Puzzle, Status, UnsupportedError
from nonet.core.notes import Notes
from nonet.rules import Candidates, Conflict, Different, House, NamedRule, Rule

NAMES = {**{name: getattr(nonet, name) for name in nonet.__all__}, **vars(nonet.rules)}
RULES: list[Rule] = [
    House((3, 2, 1, 0), "the top"),
    Different((0, 6)),
    Candidates(5, (3, 1)),
    NamedRule("anti-knight"),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rules_are_values(rule: Rule) -> None:
    assert eval(repr(rule), NAMES) == rule
    for same in (copy.copy(rule), pickle.loads(pickle.dumps(rule))):
        assert (same, hash(same), repr(same)) == (rule, hash(rule), repr(rule))
    assert not hasattr(rule, "__dict__")
    field = dataclasses.fields(rule)[0].name  # type: ignore[arg-type]
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(rule, field, None)


def test_labels_are_not_compared() -> None:
    named, plain = House((0, 1, 2, 3), "the top"), House((3, 2, 1, 0))
    assert named == plain and hash(named) == hash(plain)
    assert (named.name, plain.name) == ("the top", "house")
    assert House((0, 1)) != Different((0, 1))


@given(st.permutations(RULES))
def test_the_order_of_rules_means_nothing(rules: list[Rule]) -> None:
    puzzle = nonet.parse(FOUR, rules=rules)
    same = nonet.parse(FOUR, rules=[*RULES, *rules])
    assert (puzzle, hash(puzzle), repr(puzzle)) == (same, hash(same), repr(same))
    assert eval(repr(puzzle), NAMES) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert puzzle != nonet.parse(FOUR) and len({puzzle, nonet.parse(FOUR)}) == 2


def test_candidates_of_one_cell_are_merged() -> None:
    puzzle = nonet.parse(FOUR, rules=[Candidates(1, (1, 2, 3)), Candidates(1, (2, 3, 4))])
    assert puzzle.rules == (Candidates(1, (2, 3)),)
    assert puzzle.with_rules(Candidates(1, (1,))).rules == (Candidates(1, ()),)
    assert puzzle.allowed() == [15, 6, *[15] * 14]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: House((0, 0)), "expected cells that differ"),
        (lambda: House((-1, 0)), "expected cells counted from 0"),
        (lambda: Different(("r1c1", "r1c2")), "expected cells counted from 0"),
        (lambda: Candidates(-1, (1,)), "expected a cell counted from 0"),
        (lambda: Candidates(0, (0,)), "expected digits from 1"),
        (lambda: NamedRule("windoko"), "did you mean 'windoku'"),
        (lambda: nonet.parse(FOUR, rules=[House((0, 1))]), "expected 4 cells, found 2"),
        (lambda: nonet.parse(FOUR, rules=[Different((0,))]), "expected two cells or more"),
        (lambda: nonet.parse(FOUR, rules=[Different((0, 16))]), "up to r4c4, found cell 16"),
        (lambda: nonet.parse(FOUR, rules=[Candidates(16, (1,))]), "up to r4c4, found cell 16"),
        (lambda: nonet.parse(FOUR, rules=[Candidates(0, (5,))]), "digits up to 4, found 5"),
        (lambda: nonet.parse(FOUR, rules=[5]), "expected a rule or its name, found 5"),
        (lambda: Puzzle(bytes(36), Layout(2, 3), rules=("windoku",)), "expected square boxes"),
        (lambda: FIVE.with_rules("windoku"), "expected square boxes"),
        (lambda: FIVE.with_rules("disjoint-groups"), "expected boxes"),
    ],
)
def test_what_makes_no_sense_is_refused(make: object, reason: str) -> None:
    assert callable(make)
    with pytest.raises(nonet.NonetError, match=reason):
        make()


@pytest.mark.parametrize(("side", "windows"), [(2, 1), (3, 4), (4, 9)])
def test_windows_of_a_windoku(side: int, windows: int) -> None:
    layout = Layout(side, side)
    houses = NamedRule("windoku").expand(layout)
    assert len(houses) == windows and {len(house.cells) for house in houses} == {layout.size}
    cells = [cell for house in houses for cell in house.cells]
    assert len(set(cells)) == len(cells)
    lines = {divmod(cell, layout.size)[axis] for cell in cells for axis in (0, 1)}
    assert lines == set(range(layout.size)) - set(range(0, layout.size, side + 1))


@pytest.mark.parametrize(
    ("rules", "cells", "conflict"),
    [
        ("diagonals", "r1c1 r4c4", "1 appears twice in the falling diagonal: r1c1 r4c4"),
        ("diagonals", "r1c4 r4c1", "1 appears twice in the rising diagonal: r1c4 r4c1"),
        ("windoku", "r2c2 r3c3", "1 appears twice in window 1: r2c2 r3c3"),
        ("disjoint-groups", "r1c1 r3c3", "1 appears twice in disjoint group 1: r1c1 r3c3"),
        ("anti-knight", "r1c1 r2c3", "anti-knight forbids a second 1: r1c1 r2c3"),
        ("anti-king", "r2c2 r3c3", "anti-king forbids a second 1: r2c2 r3c3"),
        (House((0, 5, 7, 14), "my house"), "r1c1 r4c3", "1 appears twice in my house: r1c1 r4c3"),
        (Different((0, 6)), "r1c1 r2c3", "different forbids a second 1: r1c1 r2c3"),
        (Candidates(0, (2, 4)), "r1c1", "r1c1 may only hold 2, 4, found 1"),
        (Candidates(0, ()), "r1c1", "r1c1 may only hold no digit at all, found 1"),
    ],
)
def test_every_rule_names_what_breaks_it(rules: Rule | str, cells: str, conflict: str) -> None:
    line = bytearray(b"." * 16)
    for name in cells.split():
        line[(int(name[1]) - 1) * 4 + int(name[3]) - 1] = ord("1")
    puzzle = nonet.parse(line.decode(), rules=rules)
    found = [each for each in puzzle.conflicts() if str(each) == conflict]
    assert found and found[0].cells == tuple(cells.split()) and found[0].digit == 1
    assert found[0].to_dict() == {"digit": 1, "rule": found[0].rule, "cells": cells.split()}
    assert isinstance(found[0], Conflict)
    assert conflict in nonet.check(puzzle).problems
    assert nonet.solve(puzzle).status is Status.NO_SOLUTION
    assert nonet.parse(line.decode()).conflicts() == ()


def test_the_judge_asks_every_rule() -> None:
    assert nonet.check(FOUR_SOLUTION, rules=House((0, 1, 2, 3)))
    assert not nonet.check(FOUR_SOLUTION, FOUR, rules="diagonals")
    house = House((0, 6, 9, 15), "a house of ones")
    assert "a house of ones has no 2, 3, 4" in nonet.check(FOUR_SOLUTION, rules=house).problems


def test_more_cells_than_digits_cannot_differ() -> None:
    puzzle = nonet.parse("." * 16, rules=Different((0, 3, 5, 10, 15)))
    assert puzzle.geometry.is_impossible
    for engine in installed_engines():
        if engine.supports(puzzle):
            assert engine.solve(puzzle).status is Status.NO_SOLUTION
    full = nonet.parse("." * 16, rules=Different((0, 5, 10, 15)))
    assert not full.geometry.is_impossible
    assert full.geometry.house_cells[-1] == (0, 5, 10, 15)


def test_boards_know_what_rules_leave() -> None:
    puzzle = nonet.parse("1" + "." * 15, rules=["anti-knight", Candidates(15, (2, 3))])
    board = Board.of(puzzle)
    assert 1 not in board.candidates("r2c3") and 1 in Board.of(nonet.parse(str(puzzle))).candidates(
        "r2c3"
    )
    assert board.candidates("r4c4") == (2, 3)
    placed = board.place("r4c4", 2)
    assert 2 not in placed.candidates("r3c2")
    left = placed.eliminate("r1c2", 3).to_puzzle()
    assert left.rules == (Candidates(1, (2, 4)), Candidates(15, (2, 3)), NamedRule("anti-knight"))
    assert left.cells == placed.digits
    expected = {str(s) for s in nonet.solutions(puzzle) if s.cells[15] == 2 and s.cells[1] != 3}
    assert {str(s) for s in nonet.solutions(left)} == expected


# Batches


def test_batches_under_rules() -> None:
    rows = np.zeros((3, 16), dtype=np.uint8)
    rows[1, 0], rows[2, 0] = 1, 9
    batch = nonet.solve_many(rows, rules="anti-king")
    assert batch.status.tolist() == [3, 3, 6] and 2 in batch.errors
    lines = nonet.solve_many(["." * 16, "oops", FOUR], rules=["diagonals"], layout=Layout(2, 2))
    assert lines.status.tolist()[:2] == [2, 6]
    assert lines.status[2] == nonet.solve(FOUR, rules="diagonals").status


def test_puzzles_of_a_batch_keep_their_rules() -> None:
    puzzles = [
        nonet.parse(FOUR),
        nonet.parse("." * 16, rules="anti-king"),
        nonet.parse(FOUR, rules=Candidates(0, (2,))),
        nonet.parse("." * 16, rules="diagonals"),
    ]
    batch = nonet.solve_many(puzzles)
    assert batch.status.tolist() == [int(nonet.solve(puzzle).status) for puzzle in puzzles]
    both = nonet.solve_many(puzzles, rules="anti-king")
    assert set(both.status.tolist()) == {3}


def test_files_are_read_under_rules(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{FOUR}\n{'.' * 36}\n{FOUR}\n")
    errors: list[nonet.ParseError] = []
    found = list(nonet.read(path, rules="windoku", on_error=errors.append))
    assert [puzzle.rules for puzzle in found] == [(NamedRule("windoku"),)] * 2
    assert [error.line for error in errors] == [2]
    with pytest.raises(nonet.ParseError, match="line 2: expected square boxes for the rule wind"):
        list(nonet.read(path, rules=["windoku"]))


# Engines


@pytest.mark.parametrize("name", ["lanes", "scalar"])
def test_engines_for_plain_boards_refuse_further_houses(name: str) -> None:
    puzzle = nonet.parse(EASY, rules="anti-knight")
    with pytest.raises(
        UnsupportedError, match=f"engine '{name}' supports .*, found the rule anti-k"
    ):
        nonet.solve(puzzle, engine=name)
    with pytest.raises(UnsupportedError, match="found the rule anti-knight"):
        nonet.solve_many([EASY], rules="anti-knight", engine=name)


@dataclass(frozen=True, slots=True)
class Sum(Rule):
    """A basic rule of some other day."""

    cells: tuple[int, ...]
    total: int

    @property
    def name(self) -> str:
        return f"sum {self.total}"

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        return (self,)

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        found = [digits[cell] for cell in self.cells]
        if 0 not in found and sum(found) != self.total:
            yield Conflict(found[0], self.name, ("r1c1",), f"{self.name} is {sum(found)}")

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        return iter(())


def test_a_rule_that_no_engine_knows_is_judged() -> None:
    puzzle = nonet.parse("12" + "." * 14, rules=Sum((0, 1), 4))
    assert [str(conflict) for conflict in puzzle.conflicts()] == ["sum 4 is 3"]
    assert "sum 4 is 3" in nonet.check(FOUR_SOLUTION, puzzle).problems
    assert nonet.check(FOUR_SOLUTION, rules=Sum((0, 1), 3))


@pytest.mark.parametrize("engine", installed_engines(), ids=lambda engine: engine.name)
def test_no_engine_takes_a_rule_that_it_does_not_know(engine: Engine) -> None:
    for puzzle in (nonet.parse(FOUR, rules=Sum((0, 1), 3)), nonet.parse(EASY, rules=Sum((0,), 5))):
        assert not engine.supports(puzzle)
        for call in (engine.search, engine.solve, engine.count):
            with pytest.raises(UnsupportedError):
                call(puzzle, nonet.Limit(2))


def test_without_an_engine_that_is_said() -> None:
    with pytest.raises(UnsupportedError, match=r"no engine supports 4x4 .* rules sum 3"):
        nonet.solve(FOUR, rules=Sum((0, 1), 3))
    with pytest.raises(UnsupportedError):
        nonet.solve_many([FOUR], rules=Sum((0, 1), 3))


# The board as somebody left it

NINE = [engine for engine in installed_engines() if engine.supports_layout(Layout(3, 3))]


@pytest.mark.parametrize("engine", NINE, ids=lambda engine: engine.name)
def test_eliminating_the_right_candidate_changes_the_answer(engine: Engine) -> None:
    puzzle = nonet.parse(EASY)
    marks = [Board.of(puzzle).candidates(cell) for cell in range(81)]
    noted = dataclasses.replace(puzzle, notes=Notes(pencil_marks=tuple(marks)))
    assert nonet.solve(Board.of(noted, pencil_marks=True), engine=engine).status is Status.UNIQUE
    marks[2] = tuple(digit for digit in marks[2] if digit != int(EASY_SOLUTION[2]))
    noted = dataclasses.replace(puzzle, notes=Notes(pencil_marks=tuple(marks)))
    left = Board.of(noted, pencil_marks=True)
    assert nonet.solve(left, engine=engine).status is Status.NO_SOLUTION
    assert nonet.count(left, engine=engine) == 0 and not list(nonet.solutions(left, engine=engine))
    assert nonet.solve(noted, engine=engine).status is Status.UNIQUE


@pytest.mark.parametrize("engine", NINE, ids=lambda engine: engine.name)
def test_a_line_of_729_candidates_is_solved_as_such(engine: Engine) -> None:
    """There is no given: every cell has two candidates, or one."""
    digits = [int(digit) for digit in EASY_SOLUTION]
    marks = [{digit, digit % 9 + 1} if cell % 4 else {digit} for cell, digit in enumerate(digits)]
    line = "".join("".join(str(d) if d in cell else "." for d in range(1, 10)) for cell in marks)
    puzzle = nonet.parse(line)
    assert puzzle.notation == "marks-line"
    result = nonet.solve(Board.of(puzzle, pencil_marks=True), engine=engine)
    assert result.status is Status.UNIQUE and str(result.solution) == EASY_SOLUTION
    narrower = f"{line[:9]}{line[9:18].replace(EASY_SOLUTION[1], '.')}{line[18:]}"
    refuted = Board.of(nonet.parse(narrower), pencil_marks=True)
    assert nonet.solve(refuted, engine=engine).status is Status.NO_SOLUTION


@pytest.mark.parametrize("nothing", [[], (), set(), {}.keys(), "", None], ids=str)
def test_no_rules_are_no_rules(nothing: Any) -> None:
    puzzle = Puzzle(bytes(16), Layout(2, 2), rules=nothing)
    assert puzzle == Puzzle(bytes(16), Layout(2, 2)) and hash(puzzle) == hash(nonet.parse(puzzle))


@pytest.mark.parametrize(
    "make",
    [
        lambda: House(5),
        lambda: Candidates(0, 5),
        lambda: Candidates(0, ("1", 2)),
        lambda: Candidates("r1c1", (1,)),
        lambda: Different((0, "a")),
        lambda: nonet.parse("." * 16, rules=5),
        lambda: nonet.parse("." * 16, rules={"rule": "diagonals"}),
        lambda: nonet.solve_many(["." * 16], rules=5),
    ],
)
def test_what_is_no_rule_is_an_argument_error(make: Callable[[], object]) -> None:
    with pytest.raises(nonet.ArgumentError, match="expected"):
        make()


def test_rows_with_rules_of_their_own_are_solved_under_them_alone() -> None:
    """Without its rules this row has solutions without end, and no limit would stop the count."""
    solved = nonet.solve(EASY).solution
    assert solved is not None
    rules = [Candidates(cell, (digit,)) for cell, digit in enumerate(solved.cells[:63])]
    puzzle = Puzzle(bytes(63) + solved.cells[63:], rules=rules)
    batch = nonet.solve_many([puzzle, EASY, nonet.Board.of(puzzle)], limit=None)
    assert batch.status.tolist() == [1, 1, 1]
