"""New puzzles: one, or many that are all different."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from inspect import signature
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.errors import ArgumentError, NotFoundError
from nonet.core.limit import Clock, Limit, LimitLike
from nonet.core.numbers import check_number
from nonet.core.puzzle import Puzzle, Solution
from nonet.generator.boards import DONE, Cells, Maker, Rows, Seeds, seeds_of
from nonet.generator.generated import Generated
from nonet.generator.patterns import Pattern
from nonet.generator.requests import (
    Clues,
    LayoutLike,
    Minimal,
    Request,
    read_request,
)
from nonet.generator.searching import Member, Meter, Plain, Search
from nonet.logic.rated_rows import has_form
from nonet.logic.rating import rate
from nonet.notations.parsing import PuzzleLike, Rules, parse
from nonet.symmetry import canonical_rows

_CHUNK = 4096
"""The most puzzles made at a time."""
_PACE = 1.0
"""Seconds that puzzles made together take, about: so often there is something to see or to keep."""
_COMPARED = 32
"""Puzzles of an interrupted run that are made again, to see whether it was the same request."""
_COMPARED_SLOW = 1
"""The same for requests whose puzzles take long; the last one is made again as well."""
_LOOK = 1.0
"""Seconds to look whether a puzzle is minimal, or how hard, once the limit has been reached."""
_HUGE = 20
"""From this size on, minimal puzzles are out of reach."""
_SAME = 200
"""After this many copies in a row, no new puzzle is expected."""


_KEYWORDS = frozenset(signature(read_request).parameters) - {"layout"}


def generate(
    layout: LayoutLike = None,
    *,
    clues: Clues = None,
    minimal: Minimal = True,
    symmetry: str | None = None,
    pattern: PuzzleLike | Sequence[int] | None = None,
    solution: PuzzleLike | None = None,
    required: str | Sequence[str] | None = None,
    forbidden: str | Sequence[str] | None = None,
    rating: Mapping[str, Any] | None = None,
    technique: str | None = None,
    first: str | None = None,
    hardest: str | None = None,
    order: str | None = None,
    rules: Rules = (),
    seed: int | None = None,
    limit: LimitLike = None,
    threads: int | None = None,
) -> Generated:
    """Return a new puzzle with a unique solution.

    `layout` is a Layout, a box shape ("2x3"), a size or the regions of a jigsaw. `clues` is their
    number, or the fewest and the most. `minimal` is True (no clue can be removed), "symmetry" (no
    group of symmetric clues can be removed) or False. `symmetry` is one of `half-turn`,
    `quarter-turn`, `left-right`, `top-bottom`, `both-mirrors`, `diagonal`, `anti-diagonal`,
    `both-diagonals` and `dihedral`. `pattern` marks the cells of the clues, `solution` is the grid.

    `rating` maps scales to a number, a range or a word: {"er": (4.0, 4.4)}, {"hodoku": "Hard"}.
    The puzzle needs `technique` and nothing harder, in an order (`order`, by default nonet's);
    "singles" means that singles are enough. `first` is the first step that is not a single. The
    path must use the techniques in `required`, and none in `forbidden`. `hardest` names a scale:
    you get the hardest puzzle found within the limit.

    The same seed gives the same puzzle on any number of threads. The limit is in seconds (60 by
    default), or a Limit whose nodes are puzzles tried. If no puzzle is found, NotFoundError has the
    nearest one.

    >>> made = generate(seed=1, symmetry="half-turn", minimal="symmetry")
    >>> print(made.puzzle, made.clues)
    .9.81....3.45.......8.6..1.8.5.3..4.9..6.5..7.6..2.5.1.8..4.1.......68.3....78.9. 30
    """
    request = read_request(
        layout,
        rules=rules,
        clues=clues,
        minimal=minimal,
        symmetry=symmetry,
        pattern=pattern,
        solution=solution,
        required=required,
        forbidden=forbidden,
        first=first,
        rating=rating,
        technique=technique,
        hardest=hardest,
        order=order,
        limit=limit,
    )
    if seed is None:
        seed = secrets.randbits(native.SEED_BITS)
    check_number("seed", seed, 0)
    return _found_for(request, seed, native.thread_count(threads))


def generate_many(
    n: int,
    layout: LayoutLike = None,
    *,
    seed: int | None = None,
    threads: int | None = None,
    **wanted: Any,
) -> Iterator[Generated]:
    """Iterate over new puzzles, no two of which are copies of each other.

    The keywords are those of `generate`; the limit applies to each puzzle. Puzzle number i of a
    seed is always the same: it depends neither on n nor on threads. Each has its own seed, with
    which `generate` makes it again.

    >>> [made.clues for made in generate_many(3, "2x3", seed=1)]
    [10, 10, 11]
    """
    check_number("n", n, 1)
    for name in wanted.keys() - _KEYWORDS:
        raise TypeError(f"generate_many() got an unexpected keyword argument {name!r}")
    request = read_request(layout, **wanted)
    if seed is None:
        seed = secrets.randbits(native.SEED_BITS)
    check_number("seed", seed, 0)
    return Many(request, seed, native.thread_count(threads)).take(n)


class Many:
    """The puzzles of a request and a seed, in order, without copies of earlier ones."""

    def __init__(self, request: Request, seed: int, threads: int) -> None:
        self.request, self._seed, self._threads = request, seed, threads
        self._maker = Maker(request.board, request.symmetry)
        self._has_form = has_form(request.board)
        self._seen = native.KeySet()
        self._number = 0
        """The number of the next puzzle of the seed."""
        self._same = 0
        self._missing: NotFoundError | None = None
        """Why there is no puzzle after the last one that was made."""

    def take(self, n: int) -> Iterator[Generated]:
        """Yield so many puzzles."""
        for batch in self.batches(n):
            yield from batch.puzzles(self.request)

    def batches(self, n: int) -> Iterator[Batch]:
        """Yield so many puzzles, some at a time: one at first, more later if that is quick.

        Which puzzles come does not depend on that.
        """
        size = 1
        while n:
            count, started = min(size, n), perf_counter()
            batch = self._new(self._made(seeds_of(self._seed, self._number, count)))
            self._number += count
            n -= len(batch.seeds)
            yield batch
            if self._missing is not None:
                raise self._missing
            fitting = int(count * _PACE / (perf_counter() - started))
            size = max(1, min(4 * size, fitting, 1 if self._is_slow else _CHUNK))

    def goes_on(
        self, seeds: Sequence[int], keys: bytes, lines: Sequence[str], *, is_seeded: bool
    ) -> bool:
        """Let puzzles follow some that were made before; False if those are of another kind.

        They are given by their seeds, keys and lines. Some of them are made again and compared. If
        the seed was not chosen by anyone, theirs may be another one.
        """
        count = min(len(seeds), _COMPARED_SLOW if self._is_slow else _COMPARED)
        rows = sorted({len(seeds) * place // count for place in range(count)} | {len(seeds) - 1})
        made = self._made(np.array([seeds[row] for row in rows], dtype=np.uint64))
        layout = self.request.board.layout
        for row, cells in zip(rows, made.rows.puzzles, strict=True):
            if cells.tobytes() != parse(lines[row], layout=layout).cells:
                return False
        self._seen.add(keys)
        if not is_seeded:
            return True
        start = 0
        while start <= 2 * len(seeds) + _CHUNK:
            places = np.flatnonzero(seeds_of(self._seed, start, _CHUNK) == np.uint64(seeds[-1]))
            if len(places):
                self._number = start + int(places[0]) + 1
                return True
            start += _CHUNK
        return False

    @property
    def _is_slow(self) -> bool:
        return bool(self.request.wishes) or self.request.pattern is not None

    def _new(self, batch: Batch) -> Batch:
        is_new = np.frombuffer(self._seen.add(batch.keys.tobytes()), dtype=np.bool_)
        rows = np.arange(len(is_new))
        # How many copies there were in a row, up to each of them.
        copies = rows - np.maximum.accumulate(np.where(is_new, rows, -1 - self._same))
        self._same = int(copies[-1])
        if copies.max() >= _SAME:
            is_new = is_new[: int(np.argmax(copies >= _SAME))]
            self._missing = NotFoundError(
                f"no other puzzle was found: the last {_SAME} were copies of those before"
            )
        return batch.take(np.flatnonzero(is_new))

    def _made(self, seeds: Seeds) -> Batch:
        """Make the first try of every seed together; where it is not right, search on."""
        request, threads = self.request, self._threads
        seconds = request.limit.seconds
        clock = Limit(seconds=None if seconds is None else seconds * len(seeds)).start()
        if self._is_slow:
            members = [_searched(request, seed, threads) for seed in seeds.tolist()]
            return _batch(request, self._maker, _rows(members), seeds, threads, _late(clock))
        clues = request.clues if request.minimal is False else None
        rows = self._maker.fresh(
            seeds,
            np.zeros_like(seeds),
            solution=request.solution,
            clues=clues,
            threads=threads,
            seconds=clock.seconds_left,
        )
        far = Meter(self._maker, request, threads, clock).measure(rows).far
        for row in np.flatnonzero(far).tolist():
            try:
                member = _searched(request, int(seeds[row]), threads)
            except NotFoundError as error:
                if not row:
                    raise
                # What was made before it is not lost.
                self._missing = error
                rows, seeds = rows.take(np.arange(row)), seeds[:row]
                break
            rows.puzzles[row], rows.solutions[row] = member.puzzle, member.solution
            rows.outcomes[row] = member.outcome
        return _batch(request, self._maker, rows, seeds, threads, _late(clock))


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Puzzles of a request, row by row."""

    rows: Rows
    seeds: Seeds
    minimal: NDArray[np.bool_]
    minimal_for_symmetry: NDArray[np.bool_]
    keys: Cells
    """The bytes of their keys; those of the cells if the board has no form."""
    weights: NDArray[np.float64]
    """How many puzzles each stands for, if that is known; else 1."""

    def take(self, numbers: NDArray[np.intp]) -> Batch:
        """Return some of the rows."""
        return Batch(
            self.rows.take(numbers),
            self.seeds[numbers],
            self.minimal[numbers],
            self.minimal_for_symmetry[numbers],
            self.keys[numbers],
            self.weights[numbers],
        )

    def puzzles(self, request: Request, clock: Clock | None = None) -> Iterator[Generated]:
        """Yield the puzzles as values; rating one may take the time that a clock has left."""
        board, symmetry = request.board, request.symmetry
        scales = request.wishes.scales
        limit = Limit(seconds=request.limit.seconds if clock is None else clock.seconds_left)
        for row, seed in enumerate(self.seeds.tolist()):
            puzzle = Puzzle(self.rows.puzzles[row].tobytes(), board.layout, rules=board.rules)
            yield Generated(
                puzzle,
                Solution(self.rows.solutions[row].tobytes(), board.layout),
                puzzle.clues,
                bool(self.minimal[row]),
                symmetry,
                None if symmetry is None else bool(self.minimal_for_symmetry[row]),
                seed,
                rate(puzzle, scales=scales, limit=limit) if scales else None,
            )


def _late(clock: Clock) -> Clock:
    """Return a clock for a last look at a puzzle: a short one if there is no time left."""
    left = clock.seconds_left
    return Limit(seconds=None if left is None else max(left, _LOOK)).start()


def _rows(members: Sequence[Member]) -> Rows:
    return Rows(
        np.array([member.puzzle for member in members]),
        np.array([member.solution for member in members]),
        np.array([member.outcome for member in members], dtype=np.uint8),
    )


def _batch(
    request: Request,
    maker: Maker,
    rows: Rows,
    seeds: Seeds,
    threads: int,
    clock: Clock,
) -> Batch:
    """Return puzzles with what is known of them; test whether they are minimal where it is open."""
    by_orbit = rows.outcomes == DONE
    if request.minimal is False or request.pattern is not None:
        by_orbit = maker.is_minimal(rows, threads=threads, by_cell=False, clock=clock)
    minimal = by_orbit.copy()
    open_rows = np.flatnonzero(by_orbit)
    if request.symmetry is not None and len(open_rows):
        minimal[open_rows] = maker.is_minimal(rows.take(open_rows), threads=threads, clock=clock)
    keys = keys_of(request.board, rows.puzzles, threads)
    return Batch(rows, seeds, minimal, by_orbit, keys, np.ones(len(seeds)))


def keys_of(board: Puzzle, cells: Cells, threads: int) -> Cells:
    """Return the bytes of what all copies of a puzzle have in common, row by row.

    On a board without canonical forms, every puzzle is a copy of itself only.
    """
    cells = np.ascontiguousarray(cells)
    if has_form(board):
        return canonical_rows(cells, board.layout, threads=threads).keys
    size = native.KEY_BYTES
    hashes = [blake2b(row.tobytes(), digest_size=size).digest() for row in cells]
    return np.frombuffer(b"".join(hashes), dtype=np.uint8).reshape(-1, size)


def _found_for(request: Request, seed: int, threads: int) -> Generated:
    """Search a puzzle for a request and a seed; NotFoundError if the limit is reached before."""
    clock = request.limit.start()
    return _result(request, _searched(request, seed, threads), seed, threads, clock)


def _searched(request: Request, seed: int, threads: int) -> Member:
    maker = Maker(request.board, request.symmetry)
    if request.pattern is not None and request.solution is not None:
        return _of_both(maker, request)
    clock = request.limit.start()
    made = Plain if request.pattern is None else Pattern
    source = made(maker, request, seed, threads, clock)
    search = Search(maker, request, source, Meter(maker, request, threads, clock), seed)
    found = search.run(clock)
    nearest = search.nearest
    if found is None and request.wishes.hardest and nearest is not None and nearest.far <= 1:
        found = nearest
    if found is not None:
        return found
    shown = None if nearest is None else _result(request, nearest, seed, threads, clock)
    said = f"no such puzzle was found in {clock.seconds:.1f} s"
    if isinstance(source, Pattern) and nearest is None:
        raise NotFoundError(f"{said}: {source.reason}; try more cells, or allow more time")
    tries = f"{search.tries:,} {'try' if search.tries == 1 else 'tries'}"
    raise NotFoundError(_reason(request, f"{said} ({tries})", shown), shown)


def _reason(request: Request, said: str, nearest: Generated | None) -> str:
    if request.minimal is not False and request.board.layout.size >= _HUGE:
        # Some clues cannot be decided in a reasonable time there.
        said += f"; try minimal=False (--minimal no) and clues={_usual_clues(request.board)}"
    if nearest is None:
        return f"{said}; allow more time"
    about = f"{nearest.clues} clues"
    if request.minimal is True and not nearest.minimal:
        about += ", not minimal"
    if nearest.rating is not None and nearest.rating.er is not None:
        about += f", ER {nearest.rating.er}"
    return f"{said}; the nearest has {about}: {nearest.puzzle}"


def _usual_clues(board: Puzzle) -> int:
    """Return a number of clues that puzzles of a large board are quickly made with."""
    return 12 * board.layout.cell_count // 25


def _of_both(maker: Maker, request: Request) -> Member:
    """Return the puzzle with a pattern's cells of a grid, if it is unique."""
    assert request.pattern is not None and request.solution is not None
    grid = np.frombuffer(request.solution, dtype=np.uint8)
    puzzle = np.zeros_like(grid)
    cells = list(request.pattern)
    puzzle[cells] = grid[cells]
    counts, exact = np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint8)
    maker.engine.count_rows(puzzle[None], counts, exact, Limit(100), 1)
    if counts[0] != 1:
        more = "" if exact[0] else " or more"
        raise ArgumentError(
            f"pattern: these clues of the solution have {counts[0]}{more} solutions; "
            "add cells, or leave the solution open"
        )
    return Member(0, 0, puzzle, grid)


def _result(
    request: Request,
    member: Member,
    seed: int,
    threads: int,
    clock: Clock,
) -> Generated:
    maker, clock = Maker(request.board, request.symmetry), _late(clock)
    seeds = np.array([seed], dtype=np.uint64)
    batch = _batch(request, maker, _rows([member]), seeds, threads, clock)
    return next(batch.puzzles(request, clock))
