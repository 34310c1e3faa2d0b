"""The native search is the Python search: the same status, solutions and counters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import nonet
from boards import FIVE, HARD, JIGSAW, LONG, SIX
from cases import IS_FULL, quick_first
from nonet import Layout, Limit, Puzzle, Status, lab
from nonet.core.errors import ArgumentError
from nonet.core.rules import Candidates, Different
from nonet.lab.frontiers import FRONTIERS, RECURSIVE_CELLS, TRAILED
from nonet.lab.inference import INFERENCES
from nonet.lab.strategy import CHANCE, CHOICES
from nonet.native import LAB_COUNTERS, LAB_RECURSIVE_CELLS

FOUR = Layout(2, 2)
PARTS = ("frontier", "state", "undo", "inference", "givens", "select", "order", "heuristic")
NODES = (1, 2, 3, 5, 10, 30, 100, 400, 1000)


def difference(strategy: lab.Strategy, puzzle: Puzzle, limit: Limit, seed: int) -> str | None:
    """Run a strategy at both paces; name everything that is not the same."""
    slow = lab.run(strategy, puzzle, limit=limit, seed=seed, pace="python")
    fast = lab.run(strategy, puzzle, limit=limit, seed=seed, pace="native")
    assert (slow.pace, fast.pace) == ("python", "native")
    ours, theirs = slow.counts.to_dict(), fast.counts.to_dict()
    wrong = [
        f"{name}: {ours[name]}, native {theirs[name]}"
        for name in ours
        if ours[name] != theirs[name]
    ]
    for name in ("status", "stopped_by", "solutions"):
        if getattr(slow, name) != getattr(fast, name):
            wrong.append(f"{name}: {getattr(slow, name)}, native {getattr(fast, name)}")
    if not wrong:
        return None
    case = f"{strategy!r} on {puzzle!r}, {limit}, seed {seed}"
    return "\n".join([case, *wrong])


@cache
def boards() -> tuple[Puzzle, ...]:
    """Boards of every kind: sizes, shapes, rules, solvable or not."""
    found = [JIGSAW, FIVE, nonet.parse(HARD), nonet.parse(SIX), nonet.parse(LONG)]
    found += [Puzzle(bytes(size**2), Layout.of_size(size)) for size in (1, 2, 4, 6, 9, 16)]
    for name in ("4x4", "6x6", "9x9", "16x16"):
        found += [entry.puzzle for entry in lab.corpus_named(name).entries[::4]]
    rules: tuple[tuple[object, ...], ...] = (
        ("diagonals",),
        ("anti-knight",),
        ("disjoint-groups",),
        (Different((0, 5, 10)), Candidates(3, (1, 2))),
        (Different((0, 5, 10, 15)), Candidates(6, (2,))),
        (Different((0, 1, 6, 11, 12)),),
        (Candidates(15, ()),),
    )
    for line, more in product(("." * 16, "1..............."), rules):
        found.append(Puzzle.from_line(line, FOUR, rules=more))  # type: ignore[arg-type]
    classic = nonet.parse("8" + "." * 80)
    found += [classic.with_rules(name) for name in ("diagonals", "anti-king", "disjoint-groups")]
    found.append(Puzzle.from_line("11" + "." * 14, FOUR))
    found.append(Puzzle.from_line("123....4........", FOUR))
    return tuple(found)


def strategies(rng: random.Random) -> Iterator[lab.Strategy]:
    """Yield strategies of random parts, all those that fit together."""
    while True:
        parts = {part: rng.choice(list(CHOICES[part])) for part in PARTS}
        parts["explored"] = rng.choice([None, None, "hashed", "list"])
        try:
            yield lab.Strategy(**parts, restart_after=rng.choice((1, 7, 50, 200)))
        except ArgumentError:
            continue


def sample(seed: int, runs: int) -> None:
    """Compare random strategies on random boards, cut off anywhere."""
    rng = random.Random(seed)
    for strategy, _ in zip(strategies(rng), range(runs), strict=False):
        limit = Limit(solutions=rng.choice((1, 1, 2, 5, None)), nodes=rng.choice(NODES))
        wrong = difference(strategy, rng.choice(boards()), limit, rng.randrange(-9, 99))
        assert wrong is None, wrong


@pytest.mark.parametrize("seed", quick_first(2, range(4)))
def test_random_strategies_count_the_same(seed: int) -> None:
    sample(seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_thousands_of_random_strategies_count_the_same(seed: int) -> None:
    sample(seed, 250)


@pytest.mark.parametrize("select", ["first", "fixed"])
def test_plain_backtracking_counts_the_same_on_every_board(select: str) -> None:
    """It has a loop of its own, for cells in few groups, in some, and in too many."""
    rng = random.Random(select)
    for puzzle, givens in product(boards(), ("left", "checked")):
        strategy = lab.Strategy(inference="none", undo="copy", select=select, givens=givens)
        for nodes in rng.sample((*NODES, 3000), 2):
            limit = Limit(solutions=rng.choice((1, 2, None)), nodes=nodes)
            wrong = difference(strategy, puzzle, limit, 0)
            assert wrong is None, wrong


def combinations(frontier: str) -> Iterator[lab.Strategy]:
    """Yield every inference and select of a frontier with every order, as far as they fit."""
    for inference, select, order in product(
        *(CHOICES[p] for p in ("inference", "select", "order"))
    ):
        undo = "trail" if frontier in TRAILED else "copy"
        try:
            yield lab.Strategy(
                frontier=frontier, undo=undo, inference=inference, select=select, order=order
            )
        except ArgumentError:
            continue


@pytest.mark.slow
@pytest.mark.parametrize("frontier", FRONTIERS)
def test_every_combination_counts_the_same(frontier: str) -> None:
    """Every frontier, inference, select and order together, on six boards."""
    rng = random.Random(frontier)
    for strategy in combinations(frontier):
        for puzzle in rng.sample(boards(), 6):
            limit = Limit(solutions=rng.choice((1, None)), nodes=rng.choice(NODES))
            wrong = difference(strategy, puzzle, limit, rng.randrange(99))
            assert wrong is None, wrong


@pytest.mark.parametrize("frontier", FRONTIERS)
def test_every_frontier_finds_the_288_grids_in_the_same_order(frontier: str) -> None:
    empty = Puzzle(bytes(16), FOUR)
    for inference in INFERENCES:
        select = "mrv-random" if frontier == "restarts" else "mrv"
        undo = "trail" if frontier in TRAILED else "copy"
        if frontier == "backjumping" and inference not in ("none", "forward"):
            continue
        strategy = lab.Strategy(frontier=frontier, undo=undo, inference=inference, select=select)
        run = lab.run(strategy, empty, limit=None, pace="native")
        if frontier != "restarts":
            assert len(set(run.solutions)) == len(run.solutions) == 288
            assert run.status is Status.MULTIPLE
        if inference in ("none", "singles"):
            wrong = difference(strategy, empty, Limit(None), 0)
            assert wrong is None, wrong


@pytest.mark.parametrize("preset", lab.PRESETS, ids=lambda preset: preset.strategy.name)
def test_named_strategies_count_the_same(preset: lab.presets.Preset) -> None:
    for line in (SIX, HARD):
        limit = Limit(solutions=2, nodes=3000 if IS_FULL else 1000)
        wrong = difference(preset.strategy, nonet.parse(line), limit, 7)
        assert wrong is None, wrong


@pytest.mark.parametrize("size", [25, 36])
def test_large_boards_count_the_same(size: int) -> None:
    """More than 16 and more than 32 digits have masks of other widths."""
    rng = random.Random(size)
    layout = Layout.of_size(size)
    cells = bytearray(size * size)
    for _ in range(4 * size):
        cells[rng.randrange(len(cells))] = rng.randint(1, size)
        if Puzzle(bytes(cells), layout).conflicts():
            cells = bytearray(0 if rng.random() < 0.1 else digit for digit in cells)
    puzzle = Puzzle(bytes(cells), layout)
    for name in ("mac", "singles", "all-different", "breadth-first-rows", "restarts"):
        strategy = lab.method_named(name)
        assert isinstance(strategy, lab.Strategy)
        wrong = difference(strategy, puzzle, Limit(solutions=1, nodes=60), 3)
        assert wrong is None, wrong


def test_states_make_no_difference_to_the_twin() -> None:
    """Python's own representations have to agree first."""
    puzzle = lab.corpus_named("6x6").entries[3].puzzle
    for state, undo, name in product(CHOICES["state"], CHOICES["undo"], ("singles", "none")):
        strategy = lab.Strategy(state=state, undo=undo, inference=name)
        wrong = difference(strategy, puzzle, Limit(None, nodes=3000), 0)
        assert wrong is None, wrong


def test_names_and_limits_are_those_of_the_core() -> None:
    from nonet.lab.counts import Tally

    assert tuple(Tally.__slots__) == LAB_COUNTERS  # type: ignore[attr-defined]
    assert LAB_RECURSIVE_CELLS == RECURSIVE_CELLS
    assert {"random", "mrv-random", "dom-wdeg"} == CHANCE


def test_what_python_refuses_is_refused() -> None:
    large = Puzzle(bytes(36**2), Layout.of_size(36))
    for pace in ("python", "native"):
        with pytest.raises(ArgumentError, match="at most 700 empty cells, found 1296"):
            lab.run("forward-checking", large, pace=pace)
        with pytest.raises(ArgumentError, match="needs symbols, up to 25x25"):
            lab.run("dictionary-of-strings", large, pace=pace)
