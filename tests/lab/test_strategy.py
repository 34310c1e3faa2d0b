"""The lab's searches: right answers, and counts that can be computed by hand."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import nonet
from boards import EASY, HARD, SIX, puzzles
from cases import examples, quick_first
from corpora import read_corpus
from nonet import Layout, Limit, Puzzle, Status, lab
from nonet.lab import classic_interfaces
from nonet.lab.frontiers import EAGER, FRONTIERS, TRAILED
from nonet.lab.inference import INFERENCES
from nonet.lab.states import STATES
from nonet.lab.strategy import CHOICES

FOUR = Layout(2, 2)
STRATEGIES = [preset.strategy for preset in lab.PRESETS]


def by_name(method: lab.Method) -> str:
    return method.name


@pytest.mark.parametrize("method", lab.all_methods(), ids=by_name)
def test_every_strategy_is_right_on_small_boards(method: lab.Method) -> None:
    """Among them: all 288 grids of the empty 4x4 board, each once."""
    if method.supports(Puzzle(bytes(16), FOUR)):
        lab.check_strategy(method)


def fitting(**parts: str) -> lab.Strategy | None:
    """Return the strategy of these parts, or None if they do not fit together and are refused."""
    frontier = parts.get("frontier", "iterative")
    undo = parts.setdefault("undo", "trail" if frontier in TRAILED else "copy")
    if frontier == "restarts":
        parts.setdefault("order", "random")
    refusal = None
    if undo == "trail" and frontier not in TRAILED:
        refusal = "keeps many states at once"
    elif frontier == "backjumping" and parts.get("inference", "forward") not in ("none", "forward"):
        refusal = "traces dead ends to the digits of peers"
    if refusal is None:
        return lab.Strategy(**parts)  # type: ignore[arg-type]
    with pytest.raises(nonet.ArgumentError, match=refusal):
        lab.Strategy(**parts)  # type: ignore[arg-type]
    return None


@pytest.mark.parametrize("frontier", FRONTIERS)
def test_every_combination_enumerates_the_same_solutions(frontier: str) -> None:
    puzzles = [
        Puzzle.from_line(read_corpus(f"4x4-{kind}").puzzles[7], FOUR)
        for kind in ("unique", "multiple", "no-solution")
    ]
    expected = [set(nonet.solutions(puzzle)) for puzzle in puzzles]
    tried = 0
    for inference, state in product(INFERENCES, STATES):
        strategy = fitting(frontier=frontier, inference=inference, state=state)
        if strategy is None:
            continue
        tried += 1
        for puzzle, wanted in zip(puzzles, expected, strict=True):
            run = lab.run(strategy, puzzle, limit=None, pace="python")
            case = f"{strategy.title}: {puzzle}"
            assert set(run.solutions) == wanted and len(run.solutions) == len(wanted), case
            assert run.status == Status.of_search(len(run.solutions), exhausted=True), case
    assert tried == len(STATES) * (2 if frontier == "backjumping" else len(INFERENCES))


@pytest.mark.parametrize("pace", ["python", "native"])
@pytest.mark.parametrize("select", ["random", "mrv-random", "dom-wdeg"])
@pytest.mark.parametrize("frontier", ["deepening", "discrepancy", "restarts"])
def test_rounds_with_trees_of_their_own_miss_and_repeat_nothing(
    frontier: str, select: str, pace: str
) -> None:
    undo = "trail" if frontier == "restarts" else "copy"
    parts = {"frontier": frontier, "select": select, "undo": undo}
    boards = ["1..4..1.2.4..3..", "1...............", "1.......2......."]
    for puzzle, seed, inference in product(boards, range(examples(8)), ("none", "singles")):
        strategy = lab.Strategy(**parts, inference=inference, restart_after=3)  # type: ignore[arg-type]
        run = lab.run(strategy, puzzle, limit=None, seed=seed, pace=pace)
        wanted = set(nonet.solutions(puzzle))
        assert set(run.solutions) == wanted and len(run.solutions) == len(wanted)
        one, two = (lab.run(strategy, puzzle, limit=n, seed=seed, pace=pace) for n in (1, 2))
        assert one.status is Status.FOUND
        assert two.status is (Status.UNIQUE if len(wanted) == 1 else Status.MULTIPLE)
    run = lab.run(lab.Strategy(**parts, inference="singles"), HARD, pace=pace)  # type: ignore[arg-type]
    assert run.status is Status.FOUND


@settings(max_examples=examples(20))
@given(puzzles(FOUR) | puzzles(Layout(2, 3)))
def test_complete_strategies_agree_on_random_boards(puzzle: Puzzle) -> None:
    truth = nonet.solve(puzzle, limit=None if puzzle.layout == FOUR else 20)
    for strategy in STRATEGIES:
        run = lab.run(strategy, puzzle, limit=Limit(solutions=1, nodes=20_000))
        if run.stopped_by:
            continue
        assert bool(run.solutions) == bool(truth.solutions), strategy.name
        assert run.solutions or run.status is Status.NO_SOLUTION
        for solution in run.solutions:
            assert nonet.check(solution, puzzle)


@pytest.mark.parametrize("pace", ["python", "native"])
class TestCountsByHand:
    """Two tiny boards, worked out on paper."""

    # 2x2 with boxes of 1x2 (rows): the empty board. First cell: 1 and 2 are generated; 1 is
    # tried; second cell: 1 breaks the row, 2 stays; third cell: 1 breaks the column, 2 stays;
    # fourth: 1 stays and is the solution (2 breaks the row, generated all the same).
    EMPTY_TWO = Puzzle(bytes(4), Layout(1, 2))

    def test_plain_backtracking(self, pace: str) -> None:
        counts = lab.run("backtracking", self.EMPTY_TWO, pace=pace).counts
        assert counts.generated == 1 + 2 + 2 + 2 + 2
        assert counts.expanded == 4
        assert counts.assignments == 4
        assert counts.refused == 0 + 1 + 1 + 1
        assert counts.dead_ends == 0
        assert counts.deepest == 4
        assert counts.backtracks == 0
        # Each of the 8 values is tested against the 2 peers of its cell.
        assert counts.checks == 16
        assert (counts.eliminated, counts.revisions, counts.skipped) == (None, None, None)

    def test_forward_checking_for_all_solutions(self, pace: str) -> None:
        # Root: 2 values. After each, every other cell has one value: one child per level.
        run = lab.run("forward-checking", self.EMPTY_TWO, limit=None, pace=pace)
        counts = run.counts
        assert len(run.solutions) == 2
        assert counts.generated == 1 + 2 + 2 * 3
        assert counts.expanded == 1 + 2 * 3
        assert counts.assignments == 2 * 4
        assert (counts.dead_ends, counts.refused) == (0, None)
        assert counts.backtracks == 7
        # The first digit leaves two peers without it, and each of those leaves the last cell
        # without the other digit: 2 + 1 removals where the second is only made once.
        assert counts.eliminated == 2 * 3

    def test_one_open_cell(self, pace: str) -> None:
        puzzle = Puzzle.from_line("123434122143432.", FOUR)
        counts = lab.run("backtracking", puzzle, pace=pace).counts
        assert (counts.generated, counts.expanded, counts.assignments) == (1 + 4, 1, 1)
        assert (counts.refused, counts.dead_ends, counts.checks) == (3, 0, 4 * 7)
        filled = lab.run("singles", puzzle, pace=pace).counts
        assert (filled.generated, filled.expanded, filled.assignments) == (1, 0, 0)

    def test_breadth_first_visits_level_by_level(self, pace: str) -> None:
        counts = lab.run("breadth-first-rows", self.EMPTY_TWO, pace=pace).counts
        # Both values of the first cell are carried down to the last level.
        assert counts.generated == 1 + 2 + 2 * 2 + 2 * 2 + 2 * 2
        assert counts.largest_frontier == 2
        assert counts.backtracks is None


COUNTED = (
    *("generated", "expanded", "assignments", "refused"),
    *("checks", "eliminated", "dead_ends", "deepest"),
)


@pytest.mark.parametrize("inference", INFERENCES)
def test_states_and_depth_first_variants_visit_the_same_nodes(inference: str) -> None:
    puzzle = Puzzle.from_line(read_corpus("6x6-unique").puzzles[3], Layout(2, 3))
    select = "first" if inference == "none" else "mrv"
    seen = set()
    for frontier in ("recursive", "iterative", "stack"):
        for undo in ("trail", "copy"):
            for state in STATES:
                strategy = fitting(
                    frontier=frontier, undo=undo, state=state, inference=inference, select=select
                )
                if strategy:
                    run = lab.run(strategy, puzzle, limit=None, pace="python")
                    counts = run.counts.to_dict()
                    seen.add(tuple(counts[name] for name in COUNTED))
    assert len(seen) == 1


def test_the_sixth_board_is_counted_as_the_mission_says() -> None:
    assert lab.run("breadth-first-fixed", SIX).counts.generated == 109
    assert lab.run("breadth-first-dynamic", SIX).counts.generated == 37
    theory = lab.theory(nonet.parse(SIX))
    assert theory["nothing fixed"].tree == 12377309758188642655406338867
    fixed = theory["givens fixed"]
    assert (fixed.tree, fixed.depth) == (4387390128075571, 20)
    assert fixed.most_explored == fixed.tree == sum(6**level for level in range(21))
    assert fixed.fewest_explored == sum(6**level for level in range(20)) + 1
    assert theory["possible values only"].tree < fixed.tree
    assert theory["after propagation"].tree < theory["possible values only"].tree


def test_theory_edges() -> None:
    full = lab.theory(nonet.parse("1234341221434321"))
    assert [stage.fewest_explored for stage in full.stages[1:]] == [1, 1, 1]
    assert lab.theory(nonet.parse("1..1............")).contradiction
    stage = lab.theory(Puzzle(bytes(1), Layout(1, 1)))["nothing fixed"]
    assert (stage.tree, stage.space, stage.leaves) == (2, 2, 1)
    from nonet.lab.trees import any_order

    assert any_order(2, 2) == 1 + 2 * 2 + 2 * 4


@pytest.mark.parametrize(
    "name", quick_first(1, ["restarts", "forward-mrv", "singles-dom-wdeg", "mrv-mcv-lcv"])
)
def test_counts_depend_on_the_seed_only(name: str) -> None:
    probe = f"from nonet import lab; print(lab.run({name!r}, {HARD!r}, seed=5).counts)"
    outputs = set()
    for hashing in ("0", "1", "77"):
        run = subprocess.run(
            [sys.executable, "-c", probe],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": hashing, "PATH": ""},
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1


def test_chance_follows_the_seed() -> None:
    counts = [lab.run("restarts", HARD, seed=seed).counts for seed in (1, 1, 2)]
    assert counts[0] == counts[1] != counts[2]


def test_givens_are_checked_before_any_search() -> None:
    for strategy in STRATEGIES:
        run = lab.run(strategy, "11" + "." * 14)
        assert run.status is Status.NO_SOLUTION
        assert run.counts.generated == 0


@pytest.mark.parametrize("pace", ["python", "native"])
@pytest.mark.parametrize("frontier", FRONTIERS)
def test_limits_stop_every_frontier_and_keep_its_counts(frontier: str, pace: str) -> None:
    strategy = fitting(frontier=frontier)
    assert strategy is not None
    empty = Puzzle(bytes(81), Layout(3, 3))
    run = lab.run(strategy, empty, limit=Limit(solutions=None, nodes=500), pace=pace)
    assert run.stopped_by == "nodes"
    assert run.counts.generated is not None and 500 <= run.counts.generated < 520
    timed = lab.run(strategy, empty, limit=Limit(solutions=None, seconds=0.05), pace=pace)
    assert timed.stopped_by == "seconds"
    if frontier in EAGER:
        small = lab.run(strategy, empty, limit=Limit(solutions=None, memory=50_000), pace=pace)
        assert small.stopped_by == "memory"


def test_an_explored_set_never_skips_what_a_tree_reaches_once() -> None:
    for name in ("frontier-lists", "frontier-list-lookup"):
        counts = lab.run(name, SIX, limit=None).counts
        assert counts.skipped == 0
    from nonet.lab.explorer import Explored, root_domains

    puzzle = nonet.parse(SIX)
    state = STATES["lists"](
        puzzle, root_domains(puzzle, everything=False), tracked=True, undo=False
    )
    for kind in ("hashed", "list"):
        explored = Explored(kind)
        assert explored.add(state) and not explored.add(state.copy())


@pytest.mark.parametrize("state", STATES)
def test_a_trail_restores_everything(state: str) -> None:
    from nonet.lab.counts import Tally
    from nonet.lab.explorer import root_domains
    from nonet.lab.inference import fill_singles

    puzzle = nonet.parse(EASY)
    board = STATES[state](puzzle, root_domains(puzzle, everything=False), tracked=True, undo=True)

    def snapshot() -> list[object]:
        cells = range(81)
        return [
            list(board.open),
            [list(board.candidates(c)) for c in cells],
            [board.value(c) for c in cells],
            [board.size(c) for c in board.open],
        ]

    before = snapshot()
    rng = random.Random(3)
    for _ in range(30):
        cell = rng.choice(board.open)
        digit = rng.choice(board.candidates(cell))
        board.place(cell, digit)
        fill_singles(board, cell, digit, Tally())
        board.undo(0)
        assert snapshot() == before


@pytest.mark.parametrize("undo", [True, False], ids=["trail", "copy"])
@pytest.mark.parametrize("tracked", [True, False], ids=["tracked", "plain"])
@pytest.mark.parametrize("state", STATES)
def test_open_cells_are_those_without_a_digit(state: str, tracked: bool, undo: bool) -> None:
    from nonet.lab.explorer import root_domains

    puzzle = nonet.parse(EASY)
    domains = root_domains(puzzle, everything=False)
    board = STATES[state](puzzle, domains, tracked=tracked, undo=undo)

    def check(board: lab.State) -> None:
        cells = [cell for cell in range(81) if not board.value(cell)]
        assert list(board.open) == cells == [c for c in range(-90, 90) if c in board.open]
        assert board.open is board.open and "r1c1" not in board.open
        assert board.full == (not cells) and (board.full or board.first() == board.open[0])

    rng = random.Random(5)
    check(board)
    for _ in range(20):
        before = board.open
        twin = board if undo else board.copy()
        for _ in range(rng.randint(1, 3)):
            twin.place(rng.choice(twin.open), 1)
            check(twin)
        if undo:
            twin.undo(0)
        check(board)
        assert board.open == before
    while not board.full:
        board.place(board.first(), 1)
        check(board)


class TestParts:
    """A strategy says what is wrong with its parts."""

    @pytest.mark.parametrize(
        ("parts", "message"),
        [
            ({"frontier": "stak"}, "did you mean 'frontier=stack'"),
            ({"select": "mvr"}, "did you mean 'select=mrv'"),
            ({"frontier": "queue"}, "undo='copy'"),
            ({"explored": "hashed"}, "no states to compare"),
            ({"givens": "left"}, "inference='none'"),
            ({"frontier": "backjumping", "inference": "mac"}, "digits of peers"),
            ({"frontier": "restarts"}, "without random choices"),
            ({"restart_after": 0}, "expected 1 or more"),
        ],
    )
    def test_misfits_are_named(self, parts: dict[str, object], message: str) -> None:
        with pytest.raises(nonet.NonetError, match=message):
            lab.Strategy(**parts)  # type: ignore[arg-type]

    def test_own_rules(self) -> None:
        def last_cell(state: lab.State) -> int:
            return state.open[-1]

        def descending(state: lab.State, cell: int, values: Sequence[int]) -> list[int]:
            return sorted(values, reverse=True)

        def nothing_more(state: lab.State, cell: int, digit: int) -> bool:
            return True

        mine = lab.Strategy(name="mine", select=last_cell, order=descending, inference=nothing_more)
        lab.check_strategy(mine)
        assert nonet.check(lab.run(mine, EASY).solution, EASY)
        assert "last_cell" in mine.title

    def test_own_rules_may_use_chance_and_heuristics(self) -> None:
        def any_open(state: lab.State, memory: object) -> int:
            return memory.rng.choice(state.open)  # type: ignore[attr-defined]

        mine = lab.Strategy(
            select=any_open,
            frontier="greedy",
            undo="copy",
            heuristic=lambda state: len(state.open),
        )
        lab.check_strategy(mine)
        assert lab.run(mine, SIX, seed=1).counts != lab.run(mine, SIX, seed=2).counts

    @pytest.mark.parametrize(
        ("kind", "part", "message"),
        [
            ("select", lambda state: 0, "r1c1, which is 1"),
            ("select", lambda state: 99, "expected an empty cell"),
            ("select", lambda state: "r9c9", "expected an empty cell"),
            ("select", lambda state: None, "expected an empty cell"),
            ("select", lambda state: 1 / 0, "raised ZeroDivisionError"),
            ("select", lambda state: [(2, 77)], "expected a value of r1c3"),
            ("select", lambda state: [5], r"expected \(cell, digit\)"),
            ("select", lambda a, b, c: 0, "expected 1 or 2 arguments"),
            ("order", lambda state, cell, values: [1], "in some order"),
            ("order", lambda state, cell, values: 5, "in some order"),
            ("inference", lambda state, cell, digit: None, "True or False"),
            ("inference", lambda state, cell, digit: state.strike([36], 1), "cells from 0 to 35"),
            ("inference", lambda state, cell, digit: state.strike([0], 9), "a digit from 1 to 6"),
            ("inference", lambda: True, "expected 3 or 4 arguments"),
        ],
    )
    def test_nonsense_is_refused(self, kind: str, part: object, message: str) -> None:
        strategy = lab.Strategy(**{kind: part}, givens="checked")  # type: ignore[arg-type]
        with pytest.raises(lab.PartError, match=message):
            lab.run(strategy, SIX)

    def test_an_unsound_inference_is_found_by_the_checker(self) -> None:
        def forget_four(state: lab.State, cell: int, digit: int) -> bool:
            state.strike(state.open, 4)
            return True

        with pytest.raises(lab.PartError, match="may be eliminating correct values"):
            lab.check_strategy(lab.Strategy(inference=forget_four))

    def test_every_choice_is_documented(self) -> None:
        for part in ("frontier", "inference", "select", "order", "heuristic", "state"):
            for choice in CHOICES[part].values():
                assert choice.__doc__


PLUGIN = """
from nonet import lab

def corner(state):
    return state.open[-1]

mine = lab.Strategy(name="from-the-corner", select=corner)
"""


def test_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.lab import presets

    monkeypatch.setattr(presets, "_plugins", {})
    path = tmp_path / "my_rules.py"
    path.write_text(PLUGIN)
    assert [method.name for method in lab.load_plugin(path)] == ["from-the-corner"]
    assert lab.run("from-the-corner", EASY).solution
    for text, message in [
        ("x = 1", "expected a lab.Strategy"),
        ("1 / 0", "ZeroDivisionError"),
        ("def (", "SyntaxError"),
        (PLUGIN.replace("from-the-corner", "mac"), "'mac' is already in use"),
    ]:
        path.write_text(text)
        with pytest.raises(nonet.ArgumentError, match=message):
            lab.load_plugin(path)
    with pytest.raises(nonet.ArgumentError, match="there is no file"):
        lab.load_plugin(tmp_path / "missing.py")
    with pytest.raises(lab.UnknownStrategyError, match="did you mean 'forward-mrv'"):
        lab.run("foward-mrv", EASY)


def test_interfaces_of_the_seeds(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(nonet.format(SIX, "grid"))
    back, forward = classic_interfaces.solve(path), classic_interfaces.solve(path, "forward")
    assert back.method == "backtracking" and forward.method == "forward-checking"
    assert back.solution == forward.solution
    assert forward.counts.generated < back.counts.generated  # type: ignore[operator]
    with pytest.raises(nonet.ArgumentError, match="'back' or 'forward'"):
        classic_interfaces.solve(path, "sideways")
    solved = classic_interfaces.sudoku_solver(nonet.parse(EASY).to_array(), "forward-checking")
    assert nonet.check(solved, EASY)
    clash = np.zeros((9, 9), dtype=int)
    clash[0, :2] = 3
    assert (classic_interfaces.sudoku_solver(clash) == -1).all()


def test_eager_frontiers_are_those_with_states_to_compare() -> None:
    assert set(FRONTIERS) >= EAGER | TRAILED
    assert not EAGER & TRAILED


def test_large_boards_are_refused_by_recursion_only() -> None:
    empty = Puzzle(bytes(900), Layout(5, 6))
    with pytest.raises(nonet.ArgumentError, match="iterative"):
        lab.run(lab.Strategy(frontier="recursive"), empty)
    run = lab.run(lab.Strategy(inference="singles"), empty, limit=Limit(nodes=200))
    assert run.stopped_by == "nodes"


class TestWhatIsSaidOfMistakes:
    """A mistake is told as what it is, with the place in the user's file."""

    def test_a_rule_that_raises_is_told_with_its_line(self, tmp_path: Path) -> None:
        path = tmp_path / "my_rules.py"
        path.write_text(
            "import sys\nfrom nonet import lab\n\n"
            "def deep(state):\n    return state.value(9999)\n\n"
            "def leave(state):\n    sys.exit(3)\n\n"
            "deep_one = lab.Strategy(name='deep-one', select=deep)\n"
            "leaver = lab.Strategy(name='leaver', select=leave)\n"
        )
        deep, leaver = lab.load_plugin(path)
        with pytest.raises(
            lab.PartError, match=r"^select 'deep' raised IndexError: .* \(my_rules.py, line 5\)$"
        ):
            lab.run(deep, SIX)
        with pytest.raises(lab.PartError, match=r"raised SystemExit: 3 \(my_rules.py, line 8\)$"):
            lab.run(leaver, SIX)
        (error,) = lab.compare(deep, nonet.parse(SIX), processes=0).column("error")
        assert str(error).endswith("(my_rules.py, line 5)")

    def test_a_plugin_that_leaves_is_an_error(self, tmp_path: Path) -> None:
        path = tmp_path / "leaves.py"
        path.write_text("import sys\nsys.exit(3)\n")
        with pytest.raises(
            nonet.ArgumentError, match=r"leaves.py raised SystemExit: 3 \(leaves.py, line 2\)"
        ):
            lab.load_plugin(path)

    def test_the_checker_counts_well(self) -> None:
        def nothing(state: lab.State, cell: int, digit: int) -> bool:
            return False

        with pytest.raises(lab.PartError, match="expected 1 solution, found 0; a part may"):
            lab.check_strategy(lab.Strategy(inference=nothing))
        with pytest.raises(lab.PartError, match="expected 2 solutions, found 0; a part may"):
            lab.check_strategy(lab.Strategy(inference=nothing))

    def test_texts_and_names_are_taken(self) -> None:
        assert lab.theory(SIX) == lab.theory(nonet.parse(SIX))
        lab.check_strategy("singles")

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda: lab.Strategy(select=5), "select: expected a name or a function, found 5"),
            (lambda: lab.Strategy(state=[]), r"state: expected a name, found \[\]"),
            (lambda: lab.Strategy(name=5), "name: expected a text, found 5"),
            (lambda: lab.Strategy(restart_after="x"), "restart_after: expected a number"),
            (lambda: lab.run("singles", 5), "expected a puzzle or its text, found 5"),
            (lambda: lab.run("singles", SIX, seed="a"), "seed: expected an integer, found 'a'"),
            (lambda: lab.run(5, SIX), "expected a strategy or its name, found 5"),
            (lambda: lab.theory(5), "expected a puzzle or its text, found 5"),
            (lambda: lab.check_strategy(5), "expected a strategy or its name, found 5"),
            (lambda: lab.compare(5, "4x4"), "expected strategies or their names, found 5"),
            (lambda: lab.compare(["singles"], 5), "corpus: expected the name of .*, found 5"),
            (lambda: lab.compare(["singles"], [5]), "corpus: expected the name of .*, found 5"),
            (lambda: lab.compare("singles", "4x4", seeds="x"), "seeds: expected how many"),
            (lambda: lab.compare("singles", "4x4", seeds=["x"]), "seeds: expected an integer"),
            (lambda: lab.compare("singles", "4x4", seed="x"), "seed: expected an integer"),
        ],
    )
    def test_what_is_of_another_kind_is_refused(
        self, call: Callable[[], object], message: str
    ) -> None:
        with pytest.raises(nonet.ArgumentError, match=message):
            call()


def test_theory_from_the_shell() -> None:
    command = [sys.executable, "-m", "nonet", "lab", "theory", SIX, "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    sizes = json.loads(run.stdout)
    assert sizes["stages"]["givens fixed"]["tree"] == 4387390128075571
    clash = [*command[:-2], "1..1............"]
    shown = subprocess.run(clash, capture_output=True, text=True, check=True).stdout
    assert "contradiction" in shown
