"""Random solution grids."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from nonet import native
from nonet.core.errors import ArgumentError, NotFoundError, UnsupportedError
from nonet.core.limit import LimitLike
from nonet.core.numbers import check_number
from nonet.core.puzzle import Puzzle, Solution
from nonet.generator.boards import Maker, check_board, seeds_of
from nonet.generator.requests import LayoutLike, as_layout, read_limit
from nonet.notations.parsing import Rules

METHODS = ("uniform", "fill")
_CHUNK = 1024


def random_solution(
    layout: LayoutLike = None,
    *,
    rules: Rules = (),
    seed: int | None = None,
    method: str | None = None,
    limit: LimitLike = None,
) -> Solution:
    """Return a random solution grid of a board from 4x4 to 25x25.

    `method` is "uniform" (all grids are exactly equally likely: 9x9 with 3x3 boxes, and boards with
    few grids, such as 4x4 and 6x6) or "fill" (every board: a search and shuffles, close to
    uniform). The default is uniform where available.

    >>> print(random_solution("2x2", seed=1))
    1342423124133124
    """
    return next(random_solutions(1, layout, rules=rules, seed=seed, method=method, limit=limit))


def random_solutions(
    n: int,
    layout: LayoutLike = None,
    *,
    rules: Rules = (),
    seed: int | None = None,
    method: str | None = None,
    threads: int | None = None,
    limit: LimitLike = None,
) -> Iterator[Solution]:
    """Iterate over random solution grids, as `random_solution` returns them.

    Grid number i of a seed is always the same. The limit applies to each grid.
    """
    check_number("n", n, 1)
    board = Puzzle(bytes(as_layout(layout).cell_count), as_layout(layout)).with_rules(rules)
    check_board(board)
    maker = Maker(board)
    if method is not None and method not in METHODS:
        raise ArgumentError(f"method: expected {' or '.join(METHODS)}, found {method!r:.40}")
    uniform = maker.is_uniform if method is None else method == "uniform"
    if uniform and not maker.is_uniform:
        raise UnsupportedError(
            f"no method draws the grids of {board.layout} exactly equally often; "
            "try method='fill', which is close to that"
        )
    if seed is None:
        seed = secrets.randbits(native.SEED_BITS)
    check_number("seed", seed, 0)
    seconds = read_limit(limit).seconds
    return _drawn(maker, n, seed, uniform, native.thread_count(threads), seconds)


def _drawn(
    maker: Maker, n: int, seed: int, uniform: bool, threads: int, seconds: float | None
) -> Iterator[Solution]:
    board, done, chunk = maker.board, 0, 1
    while done < n:
        seeds = seeds_of(seed, done, min(chunk, n - done))
        time = None if seconds is None else seconds * len(seeds)
        for grid in maker.grids(seeds, uniform=uniform, threads=threads, seconds=time):
            if not grid[0]:
                board_words = f"{board.layout}{' and these rules' if board.rules else ''}"
                in_time = "" if seconds is None else f" in {seconds:g} s"
                raise NotFoundError(f"no grid of {board_words} was found{in_time}")
            yield Solution(grid.tobytes(), board.layout)
        done += len(seeds)
        chunk = min(4 * chunk, _CHUNK)
