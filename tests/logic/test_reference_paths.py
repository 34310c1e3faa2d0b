"""Paths beside those of HoDoKu and Sudoku Explainer, and every step of public puzzles proved."""

from __future__ import annotations

import pytest

from corpora import data_folder
from logic_soundness import check_path
from nonet.logic.paths import explain
from reference_logic import ReferencePath, read_paths

DATA = data_folder()
needs_data = pytest.mark.skipif(DATA is None, reason="NONET_DATA is not set")


@pytest.fixture(scope="module")
def paths() -> list[ReferencePath]:
    assert DATA is not None
    return list(read_paths(DATA))


@needs_data
def test_levels_and_scores_are_hodokus(paths: list[ReferencePath]) -> None:
    levels = scores = 0
    for path in paths:
        ours = explain(path.puzzle, order="hodoku")
        levels += ours.hodoku_level == path.row["hodoku_level"]
        scores += ours.hodoku_score == path.row["hodoku_score"]
    assert levels >= 0.99 * len(paths) and scores >= 0.95 * len(paths)


@needs_data
def test_ratings_are_sudoku_explainers(paths: list[ReferencePath]) -> None:
    hardest = sequences = 0
    for path in paths:
        ours = explain(path.puzzle, order="sudoku-explainer").se_ratings
        sequences += list(ours) == [step.rating for step in path.se_steps]
        hardest += max(rating or 0.0 for rating in ours) == path.row["er"]
    assert hardest >= 0.99 * len(paths) and sequences >= 0.95 * len(paths)


@needs_data
@pytest.mark.parametrize("order", ["nonet", "hodoku", "sudoku-explainer"])
def test_every_step_is_proved(paths: list[ReferencePath], order: str) -> None:
    for path in paths[::12]:
        _, problems = check_path(path.puzzle, order)
        assert not problems, (path.puzzle, problems)
