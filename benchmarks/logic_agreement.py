"""How often a technique finds the very step that another program took, board by board.

Every step of a reference path is compared on the board before it: the first step of our technique
with that name, and whether the technique finds the reference's conclusion at all.

    python benchmarks/logic_agreement.py hodoku [TECHNIQUE ...]      (or: explainer)
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import nonet
from nonet import _native
from nonet.core.board import Board
from nonet.logic.checker import check_step
from nonet.logic.finding import find

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from reference_logic import read_paths


def main(program: str, *wanted: str) -> None:
    """Print a line per technique, and the first few differences of those named."""
    counts: Counter[tuple[str, str]] = Counter()
    for number, path in enumerate(read_paths(Path(os.environ["NONET_DATA"]))):
        board = Board.of(nonet.parse(path.puzzle))
        steps = path.hodoku_steps if program == "hodoku" else path.se_steps
        for step in steps:
            name = step.technique
            if name in _native.TECHNIQUES and (not wanted or name in wanted):
                found = list(find(board, name))
                for one in found:
                    if not (verdict := check_step(board, one)):
                        print(f"NOT PROVED: puzzle {number} {name}: {one}: {verdict}")
                conclusions = [(set(one.placements), set(one.eliminations)) for one in found]
                expected = (set(step.placements), set(step.eliminations))
                is_first = conclusions[:1] == [expected]
                is_found = expected in conclusions
                kind = "first" if is_first else "found" if is_found else "missing"
                counts[name, "steps"] += 1
                counts[name, kind] += 1
                if wanted and not is_first and counts[name, kind] <= 3:
                    print(f"{kind}: puzzle {number}, {step.text[:200]}")
                    print(f"   ours: {'; '.join(map(str, found[:3]))}")
            board = step.applied_to(board)
    for name in sorted({name for name, _ in counts}):
        row = {kind: counts[name, kind] for kind in ("steps", "first", "found", "missing")}
        print(f"{name:32} {row}")


if __name__ == "__main__":
    main(*sys.argv[1:])
