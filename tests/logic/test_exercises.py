"""Exercises: positions where a technique is the easiest move, in ever new copies."""

from __future__ import annotations

import pytest

import nonet
from nonet.logic.exercises import (
    FILE,
    easiest_step,
    exercise_counts,
    format_position,
    parse_position,
    positions,
)

NAMES = sorted(positions())


def check_position(name: str, line: str) -> None:
    board = parse_position(line)
    assert format_position(board) == line
    step = easiest_step(board, name)
    assert step is not None, f"{name}: {line}"
    assert board.apply(step) != board
    assert nonet.check_step(board, step)


@pytest.mark.parametrize("name", NAMES)
def test_a_technique_is_the_easiest_move_on_its_first_position(name: str) -> None:
    check_position(name, positions()[name][0])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_technique_is_the_easiest_move_on_all_of_its_positions(name: str) -> None:
    for line in positions()[name]:
        check_position(name, line)


def test_frequent_techniques_have_twenty_positions_or_more() -> None:
    """The header of the bank says how often each was needed; 1 of 10,000 puzzles is not rare."""
    puzzles, seen = 0, {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        match line.split(" "):
            case ["#", "nonet:", count, "puzzles"]:
                puzzles = int(count)
            case ["#", name, "in", count, "of", "them"]:
                seen[name.rstrip(":")] = int(count)
    assert puzzles >= 200_000
    assert set(seen) == set(positions())
    counts = exercise_counts()
    assert all(counts[name] >= 20 for name, count in seen.items() if count >= puzzles / 10_000)
    assert all(len({*lines}) == len(lines) for lines in positions().values())


@pytest.mark.parametrize("name", ["hidden-single", "x-wing", "xy-chain", "als-xz", "bug-1"])
def test_copies_of_a_position_are_exercises_too(name: str) -> None:
    found = [nonet.practice(name, seed) for seed in range(4)]
    for seed, exercise in enumerate(found):
        assert (exercise.technique, exercise.seed) == (name, seed)
        assert exercise == nonet.practice(name, seed)
        assert nonet.solve(exercise.board.puzzle).status is nonet.Status.UNIQUE
        assert nonet.check_step(exercise.board, exercise.step)
        assert nonet.find_steps(exercise.board, name)
    assert len({str(exercise.board) for exercise in found}) == 4
    assert str(found[0].board.puzzle) not in "\n".join(positions()[name])


def test_without_a_seed_the_exercise_can_be_had_again() -> None:
    exercise = nonet.practice("0300")
    assert nonet.practice("x-wing", exercise.seed) == exercise


def test_what_cannot_be_practised_is_named() -> None:
    with pytest.raises(nonet.UnknownTechniqueError, match="did you mean 'x-wing'"):
        nonet.practice("xwing")
    with pytest.raises(nonet.ArgumentError, match="no exercises for mutant-whale"):
        nonet.practice("mutant-whale")
    with pytest.raises(nonet.ArgumentError, match="seed: expected a whole number from 0, found -1"):
        nonet.practice("x-wing", -1)
