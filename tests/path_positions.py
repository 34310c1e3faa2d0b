"""Boards taken from paths, for tests of hints and reasons."""

from __future__ import annotations

import random
from functools import cache

import nonet
from boards import HARD
from corpora import read_corpus


@cache
def positions() -> list[nonet.Board]:
    """Boards from paths, those before hard steps included."""
    source = random.Random(4)
    found = []
    for line in (HARD, *read_corpus("9x9-unique").puzzles):
        path = nonet.explain(line)
        rank = path.order.rank
        hard = [
            board
            for board, name in zip(path.boards, path.techniques, strict=False)
            if rank(name) > 2
        ]
        found += source.sample(hard, min(len(hard), 12))
        found += source.sample(path.boards[:-1], min(len(path.steps), 10))
    assert len(found) >= 300
    return source.sample(found, 300)
