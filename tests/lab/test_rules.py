"""The lab on puzzles with rules: the same solutions as the reference engine, whatever the parts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from boards import HARD
from cases import examples, quick_first, quick_share
from nonet import Layout, Limit, Puzzle, Solution, Status, lab
from nonet.core.errors import ParseError, UnsupportedError
from nonet.core.rules import Candidates, Conflict, Different, House, Rule
from nonet.lab.choices import ORDERS, SELECTS
from nonet.lab.frontiers import FRONTIERS, TRAILED
from nonet.lab.inference import INFERENCES
from nonet.lab.local import Filling
from nonet.lab.matching import prune_group
from nonet.lab.states import STATES

FOUR, SIX = Layout(2, 2), Layout(2, 3)
STRATEGIES = [preset.strategy for preset in lab.PRESETS]
LOCAL = [lab.method_named(n) for n in ("min-conflicts", "hill-climbing", "simulated-annealing")]
KNIGHTS = "1...............2......3............"

BOARDS: dict[str, Puzzle] = {
    "falling diagonal": Puzzle(bytes(16), FOUR, rules=("diagonal-down",)),
    "both diagonals": Puzzle(bytes(16), FOUR, rules=("diagonals",)),
    "anti-king": Puzzle(bytes(16), FOUR, rules=("anti-king",)),
    "anti-knight": Puzzle.from_line("1...............", FOUR, rules=("anti-knight",)),
    "disjoint groups": Puzzle(bytes(16), FOUR, rules=("disjoint-groups",)),
    "different": Puzzle(bytes(16), FOUR, rules=(Different((0, 5, 10)), Different((3, 9, 14)))),
    "different, a house": Puzzle(bytes(16), FOUR, rules=(Different((0, 5, 10, 15)),)),
    "too many different": Puzzle(bytes(16), FOUR, rules=(Different((0, 1, 6, 11, 12)),)),
    "candidates": Puzzle(bytes(16), FOUR, rules=(Candidates(0, (1, 3)), Candidates(6, (2,)))),
    "no candidate": Puzzle(bytes(16), FOUR, rules=(Candidates(15, ()),)),
    "given against candidates": Puzzle.from_line(
        "1...............", FOUR, rules=(Candidates(0, (2, 3)),)
    ),
    "given against a group": Puzzle.from_line("1....1..........", FOUR, rules=("diagonal-down",)),
    "all sorts": Puzzle(
        bytes(16), FOUR, rules=("diagonal-up", Different((0, 5, 10)), Candidates(3, (1, 2)))
    ),
    "irregular": Puzzle(
        bytes(16),
        Layout.of_regions("AAAB ABBB CCCD CDDD"),
        rules=(Different((0, 6)), Candidates(9, (1, 4))),
    ),
    "six, anti-knight": Puzzle.from_line(KNIGHTS, SIX, rules=("anti-knight",)),
    "six, anti-king": Puzzle.from_line(
        "12...........3......................", SIX, rules=("anti-king",)
    ),
    "six, diagonals": Puzzle.from_line(
        "12...........3......4...............", SIX, rules=("diagonals", Candidates(35, (1, 2, 6)))
    ),
}
MANY = 60
"""Solutions that are asked for on boards of 6x6."""


def by_name(method: lab.Method) -> str:
    return method.name


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """Every solution that the reference engine finds; the judge agrees."""
    found = nonet.solve(puzzle, limit=None, engine="reference").solutions
    assert all(nonet.check(solution, puzzle) for solution in found)
    return frozenset(found)


def check_run(strategy: lab.Strategy, puzzle: Puzzle, nodes: int = 30_000) -> None:
    """Compare a run with the reference: all solutions, each once, or as many as were asked for."""
    expected = truth(puzzle)
    limit = Limit(solutions=None if puzzle.layout.size == 4 else MANY, nodes=nodes)
    run = lab.run(strategy, puzzle, limit=limit, pace="python")
    assert set(run.solutions) <= expected, strategy.title
    assert len(set(run.solutions)) == len(run.solutions), strategy.title
    if run.stopped_by is None:
        wanted = len(expected) if limit.solutions is None else min(limit.solutions, len(expected))
        assert len(run.solutions) == wanted, strategy.title
    if not expected:
        assert run.status in (Status.NO_SOLUTION, Status.UNKNOWN), strategy.title


def test_the_boards_say_something() -> None:
    counts = {name: len(truth(puzzle)) for name, puzzle in BOARDS.items()}
    assert counts["no candidate"] == counts["too many different"] == 0
    assert counts["given against candidates"] == counts["given against a group"] == 0
    assert counts["falling diagonal"] == counts["different, a house"] > 0
    assert all(0 < counts[name] < 288 for name in ("different", "candidates", "all sorts"))
    assert counts["six, anti-knight"] and counts["six, diagonals"]


@pytest.mark.parametrize("board", quick_share(4, BOARDS))
def test_every_preset_agrees_with_the_reference(board: str) -> None:
    for strategy in STRATEGIES:
        nodes = 20_000 if BOARDS[board].layout.size == 4 else 1_500
        check_run(strategy, BOARDS[board], nodes)


def fitting(**parts: str) -> lab.Strategy | None:
    """Return the strategy of these parts, or None if they do not fit together and are refused."""
    frontier, inference = parts["frontier"], parts.get("inference", "forward")
    if frontier == "restarts":
        parts["order"] = "random"
    parts.setdefault("undo", "trail" if frontier in TRAILED else "copy")
    if frontier == "backjumping" and inference not in ("none", "forward"):
        with pytest.raises(nonet.ArgumentError, match="inference='none' or 'forward'"):
            lab.Strategy(**parts)  # type: ignore[arg-type]
        return None
    return lab.Strategy(**parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("inference", "frontier"), quick_share(5, itertools.product(INFERENCES, FRONTIERS))
)
def test_frontiers_inferences_and_states_agree(frontier: str, inference: str) -> None:
    for state in ("bit-masks", "sets", "lists"):
        if strategy := fitting(frontier=frontier, inference=inference, state=state):
            for board in ("all sorts", "anti-knight", "irregular", "no candidate"):
                check_run(strategy, BOARDS[board], nodes=1_500)


@pytest.mark.parametrize(
    ("inference", "select"),
    quick_share(9, itertools.product(["none", "forward", "singles", "all-different"], SELECTS)),
)
def test_choices_agree(select: str, inference: str) -> None:
    for order in ORDERS:
        strategy = lab.Strategy(select=select, order=order, inference=inference, givens="checked")
        for board, nodes in (("all sorts", 1_000), ("disjoint groups", 1_000)):
            check_run(strategy, BOARDS[board], nodes)
        check_run(strategy, BOARDS["six, anti-knight"], nodes=250)


@st.composite
def with_rules(draw: st.DrawFn) -> Puzzle:
    """A 4x4 board with random sets of different cells, candidates and a house or two."""
    cells, digits = st.integers(0, 15), st.integers(1, 4)
    sets = draw(st.lists(st.sets(cells, min_size=2, max_size=5), max_size=3))
    houses = draw(st.lists(st.sets(cells, min_size=4, max_size=4), max_size=1))
    limits = draw(st.dictionaries(cells, st.sets(digits), max_size=4))
    givens = draw(st.dictionaries(cells, digits, max_size=3))
    rules: list[Rule] = [Different(tuple(found)) for found in sets]
    rules += [House(tuple(found)) for found in houses]
    rules += [Candidates(cell, tuple(found)) for cell, found in limits.items()]
    return Puzzle(bytes(givens.get(cell, 0) for cell in range(16)), FOUR, rules=tuple(rules))


@settings(max_examples=20)
@given(with_rules(), st.randoms(use_true_random=False))
def test_random_rules_and_parts(puzzle: Puzzle, rng: random.Random) -> None:
    for _ in range(3):
        strategy = fitting(
            # Recursion raises Python's own limit, of which Hypothesis would complain.
            frontier=rng.choice(sorted(set(FRONTIERS) - {"recursive"})),
            state=rng.choice(sorted(STATES)),
            inference=rng.choice(sorted(INFERENCES)),
            select=rng.choice(sorted(set(SELECTS) - {"places"})),
            order=rng.choice(sorted(set(ORDERS) - {"ascending"})),
            givens=rng.choice(["checked", "propagated"]),
        )
        if strategy:
            check_run(strategy, puzzle, nodes=3_000)


COUNTED = ("expanded", "assignments", "refused", "checks", "eliminated", "dead_ends", "deepest")


@pytest.mark.parametrize("inference", INFERENCES)
@pytest.mark.parametrize("board", quick_first(1, ["all sorts", "irregular"]))
def test_representations_visit_the_same_nodes(inference: str, board: str) -> None:
    seen = set()
    for frontier in ("recursive", "iterative", "stack"):
        for state in STATES:
            strategy = fitting(frontier=frontier, state=state, inference=inference)
            assert strategy
            counts = lab.run(strategy, BOARDS[board], limit=None, pace="python").counts.to_dict()
            seen.add(tuple(counts[name] for name in COUNTED))
    assert len(seen) == 1


def test_rules_about_a_cell_restrict_what_is_tried() -> None:
    puzzle = Puzzle(bytes(16), FOUR, rules=(Candidates(0, (2, 3)), Candidates(1, (3,))))
    choices = [event for event in lab.trace("backtracking", puzzle) if event.kind == "choose"]
    tried = {e.cell: {*e.values, *e.refused} for e in choices}
    assert (tried[0], tried[1], tried[2]) == ({2, 3}, {3}, {1, 2, 3, 4})
    theory = lab.theory(puzzle)
    assert theory["givens fixed"].leaves == 2 * 1 * 4**14
    assert theory["givens fixed"].depth == 16
    assert sorted(theory["possible values only"].widths)[:2] == [1, 2]


def test_theory_sees_what_is_impossible() -> None:
    for board in ("no candidate", "too many different", "given against a group"):
        assert lab.theory(BOARDS[board]).contradiction
    assert not lab.theory(BOARDS["all sorts"]).contradiction


def test_a_group_with_too_many_cells_is_dead_at_the_root() -> None:
    for strategy in STRATEGIES:
        counts = lab.run(strategy, BOARDS["too many different"], limit=None).counts
        assert (counts.generated, counts.dead_ends) == (1, 1), strategy.name


def test_weights_are_those_of_groups() -> None:
    puzzle = BOARDS["six, anti-knight"]
    strategy = lab.Strategy(select="dom-wdeg", inference="singles")
    explorer = strategy.start(puzzle, Limit(nodes=500), seed=0)
    list(explorer)
    assert len(explorer._memory.weights) == len(puzzle.geometry.groups)
    assert max(explorer._memory.weights[puzzle.geometry.house_count :]) > 1


@given(
    st.lists(st.sets(st.integers(1, 6), min_size=1), min_size=2, max_size=4),
)
def test_matching_keeps_what_some_filling_of_a_group_uses(options: list[set[int]]) -> None:
    """Against all fillings: a group smaller than the board has digits to spare."""
    cells = tuple(range(len(options)))
    rules = (Different(cells), *(Candidates(c, tuple(d)) for c, d in enumerate(options)))
    puzzle = Puzzle(bytes(36), SIX, rules=rules)
    state = STATES["sets"](puzzle, [(1, 2, 3, 4, 5, 6)] * 36, tracked=True, undo=False)
    for cell, digits in enumerate(options):
        for digit in set(range(1, 7)) - digits:
            state.strike((cell,), digit)
    fillings = [
        digits
        for digits in permutations(range(1, 7), len(cells))
        if all(digit in options[cell] for cell, digit in enumerate(digits))
    ]
    used = {(cell, digit) for digits in fillings for cell, digit in enumerate(digits)}
    gone = prune_group(state, cells)
    if not fillings:
        assert gone is None
    else:
        every = {(cell, digit) for cell, digits in enumerate(options) for digit in digits}
        assert gone is not None and set(gone) == every - used


class TestLocalSearch:
    @pytest.mark.parametrize("board", BOARDS)
    def test_what_it_finds_is_right(self, board: str) -> None:
        puzzle, found = BOARDS[board], []
        for method in LOCAL:
            assert method.supports(puzzle), method.name
            run = lab.run(method, puzzle, limit=Limit(solutions=1, nodes=60_000), seed=2)
            assert run.status in (Status.FOUND, Status.UNKNOWN), method.name
            assert set(run.solutions) <= truth(puzzle), method.name
            if truth(puzzle) and puzzle.layout.size == 4:
                assert run.solutions, method.name
            found += run.solutions
        assert bool(found) == bool(truth(puzzle))

    @pytest.mark.parametrize("method", LOCAL, ids=by_name)
    def test_rules_that_nothing_obeys_stop_it_at_once(self, method: lab.Method) -> None:
        for board in ("no candidate", "too many different"):
            run = lab.run(method, BOARDS[board])
            assert (run.status, run.stopped_by) == (Status.UNKNOWN, "rules")
            assert "rules alone" in lab.watch(method, BOARDS[board]).to_html()
        assert lab.run(method, BOARDS["given against candidates"]).stopped_by == "givens"

    @settings(max_examples=examples(40))
    @given(with_rules(), st.integers(0, 100))
    def test_cost_and_conflicts_are_those_of_the_rules(self, puzzle: Puzzle, seed: int) -> None:
        if puzzle.conflicts():
            return
        rng, board = random.Random(seed), Filling(puzzle)
        board.fill(rng)
        for _ in range(15):
            assert board.cost == too_many(board.digits, puzzle)
            wrong = {c for c in board.movable if is_wrong(board.digits, c, puzzle)}
            assert wrong == set(board.cells_in_conflict())
            if not board.movable:
                return
            cell = rng.choice(board.movable)
            other = rng.choice(board.others(cell))
            board.swap(cell, other, board.change(cell, other))
        assert (board.cost == 0) == bool(
            nonet.check(Solution(bytes(board.digits), puzzle.layout), puzzle)
        )


def too_many(digits: list[int], puzzle: Puzzle) -> int:
    repeats = sum(len(g) - len({digits[c] for c in g}) for g in puzzle.geometry.groups)
    return repeats + sum(not may_hold(puzzle, cell, digits[cell]) for cell in range(len(digits)))


def is_wrong(digits: list[int], cell: int, puzzle: Puzzle) -> bool:
    repeated = any(digits[peer] == digits[cell] for peer in puzzle.peers[cell])
    return repeated or not may_hold(puzzle, cell, digits[cell])


def may_hold(puzzle: Puzzle, cell: int, digit: int) -> bool:
    limits = [rule for rule in puzzle.rules if isinstance(rule, Candidates) and rule.cell == cell]
    return all(digit in rule.digits for rule in limits)


@dataclass(frozen=True, slots=True)
class Ascending(Rule):
    """A basic rule that nobody here knows."""

    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        return "ascending"

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        return (self,)

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        return iter(())


class TestSupports:
    UNKNOWN = Puzzle(bytes(16), FOUR, rules=("diagonals", Ascending((0, 1))))

    @pytest.mark.parametrize("method", lab.all_methods(), ids=by_name)
    def test_an_unknown_rule_is_refused(self, method: lab.Method) -> None:
        assert not method.supports(self.UNKNOWN)
        with pytest.raises(nonet.NonetError) as caught:
            method.require(self.UNKNOWN)
        if not isinstance(method, lab.EngineMethod):
            assert isinstance(caught.value, UnsupportedError)
            assert str(caught.value) == (
                f"{method.name} supports the rules candidates, different, house, "
                "found the rule ascending"
            )

    def test_nothing_runs_on_it(self) -> None:
        for call in (lab.run, lab.trace, lab.watch):
            with pytest.raises(UnsupportedError, match="rule ascending"):
                call("backtracking", self.UNKNOWN)

    def test_the_basic_rules_are_taken(self) -> None:
        for method in (*STRATEGIES, *LOCAL):
            for board, puzzle in BOARDS.items():
                assert method.supports(puzzle), (method.name, board)
                method.require(puzzle)

    def test_a_method_that_says_nothing_takes_no_rules(self) -> None:
        class Plain(lab.Method):
            name = "plain"
            start = lab.Strategy.start  # type: ignore[assignment]

        assert Plain().supports(Puzzle(bytes(16), FOUR))
        with pytest.raises(
            UnsupportedError, match=r"plain supports no additional rules, found .* diag"
        ):
            Plain().require(BOARDS["both diagonals"])


class TestTraces:
    @pytest.mark.parametrize("method", quick_share(16, [*STRATEGIES, *LOCAL]), ids=by_name)
    def test_a_trace_of_rules_replays(self, method: lab.Method, tmp_path: Path) -> None:
        for board in ("all sorts", "six, anti-knight", "no candidate"):
            puzzle = BOARDS[board]
            limit = Limit(solutions=2 if method.enumerates else 1, nodes=80)
            trace = lab.trace(method, puzzle, limit=limit, events=1500)
            moments = [trace.at(i) for i in range(len(trace))]
            for name in ("a.jsonl", "a.trace"):
                trace.write(tmp_path / name)
                again = lab.Trace.read(tmp_path / name)
                assert again.puzzle == puzzle and list(again) == list(trace), board
                assert again.counts == trace.run.counts, board
                assert [again.at(i) for i in range(len(again))] == moments, board
            found = [m.values for m, e in zip(moments, trace, strict=True) if e.kind == "solution"]
            assert found == [solution.cells for solution in trace.run.solutions], board

    def test_words_name_the_houses_and_groups_of_rules(self) -> None:
        puzzle = Puzzle.from_line("1........3......", FOUR, rules=("diagonal-down",))
        words = [trace.words(e) for trace in [lab.trace("singles", puzzle)] for e in trace]
        assert any("the falling diagonal" in text for text in words)

    def test_labels_come_back(self, tmp_path: Path) -> None:
        rules = (Different((0, 5), "a pair"), House((0, 5, 10, 15), "a line"), Candidates(3, ()))
        trace = lab.trace("backtracking", Puzzle(bytes(16), FOUR, rules=rules))
        trace.write(tmp_path / "a.jsonl")
        again = lab.Trace.read(tmp_path / "a.jsonl").puzzle
        assert [rule.name for rule in again.rules] == [rule.name for rule in trace.puzzle.rules]

    @pytest.mark.parametrize(
        "rules",
        [
            '{"rule":"house"}',
            "[7]",
            "[{}]",
            '[{"rule":"anti-cat"}]',
            '[{"rule":"house","cells":["r1c1"]}]',
            '[{"rule":"different","cells":["r1c1","r9c9"]}]',
            '[{"rule":"different","cells":["r1c1","r1c1"]}]',
            '[{"rule":"different","cells":"r1c1"}]',
            '[{"rule":"candidates","cells":["r1c1","r1c2"],"digits":[1]}]',
            '[{"rule":"candidates","cells":["r1c1"],"digits":[9]}]',
            '[{"rule":"candidates","cells":["r1c1"],"digits":["1"]}]',
            '[{"rule":"house","label":7,"cells":["r1c1","r2c2","r3c3","r4c4"]}]',
            '[{"rule":["house"]}]',
        ],
    )
    def test_what_is_no_rule_is_refused(self, rules: str, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        lab.trace("backtracking", Puzzle(bytes(16), FOUR)).write(path)
        path.write_text(path.read_text().replace('"rules":[]', f'"rules":{rules}', 1))
        with pytest.raises(ParseError, match="line 1"):
            lab.Trace.read(path)

    def test_a_file_that_does_not_speak_of_rules_has_none(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        lab.trace("backtracking", Puzzle(bytes(16), FOUR)).write(path)
        path.write_text(path.read_text().replace('"rules":[],', "", 1))
        assert lab.Trace.read(path).puzzle == Puzzle(bytes(16), FOUR)


def test_rows_of_engines_have_the_counts_of_the_engine() -> None:
    puzzle = nonet.parse(HARD)
    for name in ("reference", "dlx"):
        engine = nonet.engine_named(name)
        stats = engine.solve(puzzle, Limit(solutions=None)).stats
        assert stats.nodes and stats.guesses and stats.nodes != stats.guesses
        counts = lab.run(lab.EngineMethod(engine), puzzle, limit=None).counts
        assert (counts.generated, counts.expanded) == (stats.nodes, stats.guesses)


def test_engine_rows_take_rules() -> None:
    run = lab.run("engine-reference", BOARDS["both diagonals"], limit=None)
    assert set(run.solutions) == truth(BOARDS["both diagonals"])
