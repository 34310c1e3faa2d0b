"""How far ratings agree with those of Sudoku Explainer and HoDoKu on the reference puzzles.

    python benchmarks/rating_agreement.py

Rates every row of er_paths_public.jsonl and reference_ratings_public.tsv (NONET_DATA) on the scales
"er" and "hodoku", prints what agrees, and every puzzle that does not. The numbers go to
results/rating_agreement.json, from which docs/make_rating.py fills in a table.
"""

from __future__ import annotations

import csv
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import nonet

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from corpora import data_folder


def paths(folder: Path) -> list[dict[str, Any]]:
    """Return the puzzles of the reference paths with their ratings."""
    with (folder / "logic/er_paths_public.jsonl").open() as lines:
        return [json.loads(line) for line in lines]


def ratings(folder: Path) -> list[dict[str, Any]]:
    """Return the puzzles of the reference ratings, with the same names."""
    with (folder / "logic/reference_ratings_public.tsv").open() as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [
        {
            **row,
            "er": float(row["ser"]),
            "ep": float(row["ep"]),
            "ed": float(row["ed"]),
            "hodoku_score": int(row["hodoku_score"]),
        }
        for row in rows
    ]


RESULTS = Path(__file__).parent / "results/rating_agreement.json"


def compare(name: str, rows: list[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Rate puzzles, print what agrees, and return how many of how many do on each scale."""
    started = time.perf_counter()
    table = nonet.rate_many([row["puzzle"] for row in rows], scales=("er", "hodoku"))
    same: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row, found in zip(rows, table, strict=True):
        kind = f"er/ep/ed ({row['ser_source']})" if "ser_source" in row else "er/ep/ed"
        pairs = {
            kind: [(found[key], row[key]) for key in ("er", "ep", "ed")],
            "level": [(found["hodoku_level"], row["hodoku_level"])],
            "score": [(found["hodoku_score"], row["hodoku_score"])],
        }
        for scale, both in pairs.items():
            total[scale] += 1
            same[scale] += all(ours == theirs for ours, theirs in both)
            if any(ours != theirs for ours, theirs in both):
                print(f"  {row['puzzle']} {scale}: ours | theirs {both}")
    shares = ", ".join(f"{scale} {same[scale]}/{total[scale]}" for scale in sorted(total))
    print(f"{name}: {shares}; {time.perf_counter() - started:.1f} s")
    return {scale: (same[scale], total[scale]) for scale in sorted(total)}


def main() -> None:
    """Compare both files."""
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    found = {
        "paths": compare("er_paths_public", paths(folder)),
        "ratings": compare("reference_ratings_public", ratings(folder)),
    }
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
