"""How often the random copies of a puzzle are rated otherwise than the puzzle.

    python benchmarks/rating_copies.py [COUNT] [COPIES]

Takes puzzles of er_paths_public.jsonl (NONET_DATA) spread over all ratings, rates each and its
copies on every scale, and writes benchmarks/results/rating_copies.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

import nonet
from nonet.core.transformation import Transformation
from rating_agreement import paths

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from corpora import data_folder

OUT = Path(__file__).parent / "results" / "rating_copies.json"
NAMES = ("er", "hodoku_level", "hodoku_score", "difficulty", "guesses", "backdoor")


def main(count: int = 100, copies: int = 4) -> None:
    """Rate puzzles and their copies, and count those that differ."""
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    rows = sorted(paths(folder), key=lambda row: (row["er"], row["puzzle"]))
    chosen = [rows[place] for place in np.linspace(0, len(rows) - 1, count).astype(int)]
    puzzles = [nonet.parse(row["puzzle"]) for row in chosen]
    lines = [
        str(Transformation.random(seed=seed).apply(puzzle) if seed else puzzle)
        for puzzle in puzzles
        for seed in range(copies + 1)
    ]
    table = nonet.rate_many(lines, scales="er,hodoku,nonet,search")
    facts: dict[str, object] = {"puzzles": count, "copies": copies}
    for name in NAMES:
        values = np.array(table[name], dtype=object).reshape(count, copies + 1)
        differ = np.array([len(set(row)) > 1 for row in values])
        facts[name] = {"differ": int(differ.sum())}
        if name in ("er", "hodoku_score"):
            numbers = values.astype(float)
            spread = numbers.max(axis=1) - numbers.min(axis=1)
            facts[name] = {
                "differ": int(differ.sum()),
                "lowest_er_that_differs": min(
                    (row["er"] for row, is_other in zip(chosen, differ, strict=True) if is_other),
                    default=None,
                ),
                "widest": round(float(spread.max()), 1),
                "widest_share": round(float((spread / np.maximum(numbers[:, 0], 1)).max()), 3),
            }
    OUT.write_text(json.dumps(facts, indent=2) + "\n")
    print(json.dumps(facts, indent=2))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
