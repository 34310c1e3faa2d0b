"""Fit nonet's own rating on people's solving times, and say how well it predicts them.

    python data/fit_rating.py            fit, print, and write python/nonet/logic/data/rating.json
                                         and benchmarks/results/rating_fit.json
    python data/fit_rating.py --check    only print how well the committed numbers do

It reads human_difficulty_public.csv (NONET_DATA), and needs nothing but NumPy. Seven numbers are
fitted, each pulled towards a round guess; the level and slope follow by linear regression of the
logarithm of D_TO on that of the effort. Cross-validation repeats the whole fit on each training
part; the figures are those of its first repeat. Intervals come from 2,000 bootstrap samples of
puzzles, the same ones for every scale.
"""

from __future__ import annotations

import csv
import json
import math
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import nonet
from nonet import native
from nonet.logic.own_rating import INTERVAL, Model, fitted
from nonet.logic.rated_rows import measure_rows, rate_rows
from nonet.symmetry import canonical_rows

sys.path.insert(0, str(Path(__file__).parent))
from corpora import data_folder

Numbers = NDArray[np.float64]
BOARD = nonet.parse("." * 81)
GUESS = {
    "full": 2.0,
    "line": 0.2,
    "naked": 0.03,
    "open": 0.7,
    "placed": 1.3,
    "power": 0.7,
    "step": 5.0,
}
"""Where the fit starts, and what it is pulled towards."""
PULL = {
    "full": 1.0,
    "line": 1.0,
    "naked": 1.0,
    "open": 0.3,
    "placed": 0.3,
    "power": 0.3,
    "step": 1.0,
}
"""How far from the guess, as a logarithm, a number may well lie."""
FOLDS, REPEATS, SAMPLES, SEED = 8, 3, 2000, 1
RESULTS = Path(__file__).parents[1] / "benchmarks/results/rating_fit.json"
OUT = Path(__file__).parents[1] / "python/nonet/logic/data/rating.json"


def read(folder: Path) -> tuple[list[str], Numbers, Numbers]:
    """Return puzzles, D_TO and D_TR."""
    with (folder / "logic/human_difficulty_public.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    times = [np.array([float(row[name]) for row in rows]) for name in ("D_TO", "D_TR")]
    return [row["Sudoku Puzzle"] for row in rows], times[0], times[1]


class Fit:
    """Puzzles, and how long people take."""

    def __init__(self, puzzles: list[str], times: Numbers) -> None:
        cells = np.array([list(nonet.parse(puzzle).cells) for puzzle in puzzles], dtype=np.uint8)
        self.cells = cells
        self.forms = canonical_rows(cells, BOARD.layout, threads=1).forms
        self.times = np.log(times)

    def efforts(self, numbers: dict[str, float]) -> Numbers:
        """Return the logarithm of every puzzle's effort."""
        model = replace(fitted(), **numbers)
        efforts = measure_rows(BOARD, self.forms, model, threads=native.thread_count(None))
        return np.log(np.maximum(efforts, 1e-3))

    def loss(self, numbers: dict[str, float], rows: NDArray[np.intp]) -> float:
        """Return how badly numbers explain some puzzles, and how far they are from the guess."""
        found = self.efforts(numbers)[rows]
        r = float(np.corrcoef(found, self.times[rows])[0, 1])
        pull = sum((math.log(numbers[k] / GUESS[k]) / PULL[k]) ** 2 for k in GUESS)
        return len(rows) / 2 * math.log(1 - r * r) + pull / 2

    def fit(self, rows: NDArray[np.intp]) -> dict[str, float]:
        """Change one number after the other while it helps, in ever smaller steps."""
        best = dict(GUESS)
        least = self.loss(best, rows)
        for step in (0.5, 0.25, 0.12):
            goes_on = True
            while goes_on:
                goes_on = False
                for name in GUESS:
                    for sign in (1, -1):
                        tried = {**best, name: best[name] * math.exp(sign * step * PULL[name])}
                        loss = self.loss(tried, rows)
                        if loss < least - 1e-3:
                            best, least, goes_on = tried, loss, True
                            break
        return best

    def line(self, numbers: dict[str, float], rows: NDArray[np.intp]) -> tuple[float, float, float]:
        """Return centre, level and slope of the regression on some puzzles."""
        found = self.efforts(numbers)[rows]
        slope, level = np.polyfit(found - found.mean(), self.times[rows], 1)
        return float(found.mean()), float(level), float(slope)

    def predict(self) -> tuple[Numbers, float]:
        """Return cross-validated predictions, one row per repeat, and how many intervals hold.

        A puzzle's interval is that of a model that was fitted without it; what the model does not
        explain is estimated on the puzzles of the other folds.
        """
        random = np.random.default_rng(SEED)
        count = len(self.times)
        predicted = np.zeros((REPEATS, count))
        widened = np.zeros((REPEATS, count))
        folds = np.zeros((REPEATS, count), dtype=int)
        for repeat in range(REPEATS):
            order = random.permutation(count)
            for fold in range(FOLDS):
                test = order[fold::FOLDS]
                train = np.setdiff1d(order, test)
                numbers = self.fit(train)
                centre, level, slope = self.line(numbers, train)
                efforts = self.efforts(numbers)
                predicted[repeat, test] = level + slope * (efforts[test] - centre)
                away = (efforts[test] - centre) / width_of(efforts[train])
                widened[repeat, test] = np.sqrt(1 + 1 / len(train) + away**2)
                folds[repeat, test] = fold
                print(f"  fold {fold + 1} of repeat {repeat + 1}", flush=True)
        missed = np.abs(predicted - self.times)
        spread = np.array(
            [
                [np.sqrt(np.mean(errors[own != fold] ** 2)) for fold in own]
                for errors, own in zip(missed, folds, strict=True)
            ]
        )
        return predicted, float(np.mean(missed <= INTERVAL * spread * widened))


def width_of(efforts: Numbers) -> float:
    """Return the root of the sum of squares around the mean."""
    return float(np.sqrt(np.sum((efforts - efforts.mean()) ** 2)))


def ranks(values: Numbers) -> Numbers:
    """Return ranks; equal values share theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared: Numbers = (ends - (counts - 1) / 2)[places]
    return shared


def spearman(one: Numbers, other: Numbers) -> float:
    """Return the rank correlation."""
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def sketch(puzzle: str) -> float:
    """Return the effort of singles, unfitted: weight / sqrt(moves available) per step.

    Weights are 1, 2 and 4 for the last place in a box, in a line, and the last digit of a cell; 1.5
    for each cell that singles leave open.
    """
    board = nonet.Board.of(nonet.parse(puzzle))
    total = 0.0
    while not all(board.digits):
        moves = moves_of(board)
        if not moves:
            return total + 1.5 * board.digits.count(0)
        (cell, digit), weight = min(moves.items(), key=lambda pair: (pair[1], pair[0]))
        total += weight / math.sqrt(len(moves))
        board = board.place(cell, digit)
    return total


def moves_of(board: nonet.Board) -> dict[tuple[int, int], int]:
    """Return the singles of a board with their weights."""
    moves: dict[tuple[int, int], int] = {}
    for number, house in enumerate(board.puzzle.geometry.house_cells):
        for digit in range(1, 10):
            places = [cell for cell in house if board.masks[cell] >> (digit - 1) & 1]
            if len(places) == 1 and not any(board.digits[cell] == digit for cell in house):
                weight = 1 if number >= 18 else 2
                pair = places[0], digit
                moves[pair] = min(weight, moves.get(pair, 9))
    for cell, mask in enumerate(board.masks):
        if not board.digits[cell] and mask.bit_count() == 1:
            moves.setdefault((cell, mask.bit_length()), 4)
    return moves


def report(scales: dict[str, Numbers], times: Numbers, others: Numbers) -> dict[str, Any]:
    """Print how each scale agrees with people, and how much better ours is than the others."""
    random = np.random.default_rng(SEED)
    count = len(times)
    samples = [random.integers(0, count, count) for _ in range(SAMPLES)]
    booted = {
        name: np.array([spearman(values[rows], times[rows]) for rows in samples])
        for name, values in scales.items()
    }
    ours = next(iter(scales))
    found: dict[str, Any] = {}
    print(f"{count} puzzles, Spearman correlation with D_TO (90 % bootstrap interval), D_TR")
    for name, values in scales.items():
        gain = booted[ours] - booted[name]
        found[name] = {
            "d_to": round(spearman(values, times), 3),
            "interval": [round(float(q), 3) for q in np.quantile(booted[name], (0.05, 0.95))],
            "d_tr": round(spearman(values, others), 3),
            "ours_better_by": [round(float(q), 3) for q in np.quantile(gain, (0.05, 0.5, 0.95))],
            "ours_better_in": round(float(np.mean(gain > 0)), 4),
        }
        print(f"{name:28} {found[name]}")
    return found


def main() -> None:
    """Fit, cross-validate, compare, and write the numbers."""
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    puzzles, times, others = read(folder)
    fit = Fit(puzzles, times)
    rated = rate_rows(BOARD, fit.cells, ("er", "hodoku"), nonet.Limit(), native.thread_count(None))
    rivals = {
        "ER": np.array(rated["er"]),
        "HoDoKu score": np.array(rated["hodoku_score"], dtype=float),
        "sketch": np.array([sketch(puzzle) for puzzle in puzzles]),
    }
    if "--check" in sys.argv:
        committed = {name: getattr(fitted(), name) for name in GUESS}
        report({"nonet (fitted on these rows)": fit.efforts(committed), **rivals}, times, others)
        return
    predicted, coverage = fit.predict()
    each = [round(spearman(one, times), 3) for one in predicted]
    print(f"cross-validated, each repeat: {each}; {coverage:.1%} of the intervals hold")
    found = report({"nonet (cross-validated)": predicted[0], **rivals}, times, others)
    tables = rate_rows(BOARD, fit.cells, ("search",), nonet.Limit(), native.thread_count(None))
    facts = {
        "puzzles": len(times),
        "folds": FOLDS,
        "repeats": each,
        "scales": found,
        "coverage": round(coverage, 3),
        "median": round(float(np.median(times)), 2),
        "beyond_singles": sum(size > 0 for size in tables["backdoor"]),
    }
    RESULTS.write_text(json.dumps(facts, indent=2) + "\n")
    everything = np.arange(len(times))
    numbers = {name: float(f"{value:.3g}") for name, value in fit.fit(everything).items()}
    centre, level, slope = fit.line(numbers, everything)
    efforts = fit.efforts(numbers)
    spread = float(np.sqrt(np.mean((predicted - fit.times) ** 2)))
    model = Model(
        **numbers,
        level=round(level, 4),
        slope=round(slope, 4),
        centre=round(centre, 4),
        width=round(width_of(efforts), 4),
        spread=round(spread, 4),
        puzzles=len(times),
    )
    OUT.write_text(json.dumps(asdict(model), indent=2) + "\n")
    print(f"wrote {OUT.name}: {asdict(model)}")


if __name__ == "__main__":
    main()
