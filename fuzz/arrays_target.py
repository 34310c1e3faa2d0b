"""Fuzz target: any array is answered rightly or refused, by the package and by the native core."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import nonet
from fuzzing import Decisions
from nonet import ArgumentError, Layout, Limit, ParseError, Puzzle, Status
from nonet._native import Engine, simd_paths
from nonet.core.geometry import geometry_of
from nonet.native import houses_of

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LIMIT = Limit(solutions=2, nodes=5_000)
CHECKED = Limit(solutions=2, nodes=60)
PROVED = (Status.UNIQUE, Status.MULTIPLE, Status.NO_SOLUTION)
SOLVED = (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)
HOUSES = houses_of(geometry_of(Layout(3, 3)))
ENGINES = ["scalar", *simd_paths()]
DTYPES = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">u2", ">i8"]
OTHER_DTYPES = ["f4", "f8", "?", "O", "U1", "S1", "c8", "M8[s]"]
ENDS = [(81,), (9, 9), (16,), (4, 4), (36,), (6, 6), (4,), (1,), (1, 1), (0,), (80,), (3, 5)]


def target(data: bytes) -> None:
    decisions = Decisions(data)
    if decisions.below(2):
        _solve_natively(decisions)
        return
    array = _array(decisions)
    before = array.copy()
    _solve_many(array, decisions.pick([1, 2, None]))
    _solve_array(array)
    _parse(array)
    assert np.array_equal(array, before, equal_nan=array.dtype.kind == "f")


def _array(decisions: Decisions) -> NDArray[Any]:
    """Make an array of any type, shape and place in memory."""
    dtype = decisions.pick([*DTYPES, decisions.pick(OTHER_DTYPES)])
    shape = decisions.pick(ENDS)
    if decisions.below(4):
        shape = (decisions.below(5), *shape)
    array = _values(decisions, math.prod(shape)).astype(dtype).reshape(shape)
    _spoil_floats(array, decisions)
    array = _view(array, decisions.below(9))
    array.setflags(write=bool(decisions.below(2)) and array.flags.writeable)
    return array


def _values(decisions: Decisions, count: int) -> NDArray[np.int64]:
    """Make cells: an easy puzzle, nothing, or digits, with some of them changed."""
    easy = np.frombuffer(nonet.parse(EASY).cells, dtype=np.uint8).astype(np.int64)
    base = decisions.pick([easy, easy % 5, easy * 0])
    values = np.resize(base, count)
    top = decisions.pick([10, 5, 11, 256])
    for _ in range(decisions.below(40) if count else 0):
        place = decisions.below(256) * 256 + decisions.below(256)
        values[place % count] = decisions.below(top)
    if count and not decisions.below(8):
        values[decisions.below(count)] = decisions.pick([-1, -128, 2**31, 2**62, 255, 256])
    return values


def _spoil_floats(array: NDArray[Any], decisions: Decisions) -> None:
    """Put something into an array of floats that no integer is."""
    if array.dtype.kind == "f" and array.size and decisions.below(2):
        value = decisions.pick([math.nan, math.nan, 0.5, math.inf, -math.inf])
        array.reshape(-1)[decisions.below(array.size)] = value


def _view(array: NDArray[Any], kind: int) -> NDArray[Any]:
    """Return an array of the same shape, laid out in another way."""
    views = [
        lambda: array,
        lambda: array[::-1],
        lambda: array.T,
        lambda: np.asfortranarray(array),
        lambda: np.repeat(array, 2, axis=-1)[..., ::2],
        lambda: np.broadcast_to(array[:1], array.shape) if len(array) else array,
        lambda: array[..., ::-1],
        lambda: _unaligned(array),
        lambda: np.concatenate([array, array])[len(array) :],
    ]
    return views[kind]()


def _unaligned(array: NDArray[Any]) -> NDArray[Any]:
    if array.dtype.hasobject:
        return array
    memory = bytearray(array.nbytes + 1)
    moved: NDArray[Any] = np.ndarray(array.shape, array.dtype, buffer=memory, offset=1)
    moved[...] = array
    return moved


def _solve_many(array: NDArray[Any], threads: int | None) -> None:
    cells = math.prod(array.shape[1:])
    boards = array.ndim == 2 or (array.ndim == 3 and array.shape[1] == array.shape[2])
    looks_like_one = len(array) == cells < 16 if array.ndim else False
    good = array.dtype.kind in "iuf" and boards and _is_board(cells) and not looks_like_one
    try:
        result = nonet.solve_many(array, limit=LIMIT, threads=threads)
    except (ParseError, ArgumentError):
        assert not good
        return
    if array.dtype.kind in "OSU":
        return
    assert good
    assert len(result) == len(array)
    _check_rows(array.reshape(len(array), cells), result.layout, result.status, result.solutions)


def _is_board(cells: int) -> bool:
    return cells > 0 and math.isqrt(cells) ** 2 == cells


def _check_rows(
    rows: NDArray[Any], layout: Layout, status: NDArray[np.uint8], solutions: NDArray[np.uint8]
) -> None:
    for row, code, solution in zip(rows.tolist(), status.tolist(), solutions, strict=True):
        row = [0 if value != value else value for value in row]
        if not all(0 <= value <= layout.size and value == int(value) for value in row):
            assert code == Status.MALFORMED
            assert not solution.any()
        else:
            _check(Puzzle(bytes(map(int, row)), layout), Status(code), solution)


def _check(puzzle: Puzzle, status: Status, solution: NDArray[np.uint8]) -> None:
    """Let the judge look at the solution, and the reference engine at the status."""
    assert status is not Status.MALFORMED
    if status in SOLVED:
        assert nonet.check(solution, puzzle)
    else:
        assert not solution.any()
    expected = nonet.solve(puzzle, limit=CHECKED, engine="reference").status
    if status in PROVED and expected in PROVED:
        assert status is expected


def _solve_array(array: NDArray[Any]) -> None:
    good = array.dtype.kind in "iufO" and array.ndim == 2 and array.shape[0] == array.shape[1] > 0
    try:
        solved = nonet.solve_array(array)
    except (ParseError, ArgumentError):
        if good:
            assert _has_other_than_digits(array)
        return
    assert good
    assert solved.shape == array.shape
    assert solved.dtype == (array.dtype if array.dtype.kind in "if" else np.int64)
    puzzle = nonet.parse(array)
    if (solved == -1).all():
        assert not nonet.solve(puzzle, limit=CHECKED, engine="reference").solutions
    else:
        assert nonet.check(solved, puzzle)


def _has_other_than_digits(array: NDArray[Any]) -> bool:
    return any(
        value == value and not (0 <= value <= len(array) and value == int(value))
        for value in array.reshape(-1).tolist()
    )


def _parse(array: NDArray[Any]) -> None:
    try:
        puzzle = nonet.parse(array)
    except ParseError:
        return
    assert array.dtype.kind in "iufO"
    digits = np.where(array != array, 0, array)
    assert np.array_equal(puzzle.to_array().reshape(array.shape), digits)


def _solve_natively(decisions: Decisions) -> None:
    """Give the native core four buffers, one of them perhaps not as it should be."""
    rows = decisions.below(4)
    puzzles = _values(decisions, rows * 81).astype(np.uint8).reshape(rows, 81)
    buffers: list[NDArray[Any]] = [
        puzzles,
        np.zeros((rows, 81), dtype=np.uint8),
        np.zeros(rows, dtype=np.uint8),
        np.zeros(rows, dtype=np.uint32),
    ]
    spoiled = decisions.below(4)
    buffers[spoiled] = _spoil(buffers, spoiled, decisions)
    path = decisions.pick([*ENGINES, "lanes"])
    options = {
        "path": path,
        "solutions": decisions.pick([2, 1, 3, None, 0, -1, 2**63, 2**64]),
        "threads": decisions.pick([1, 2, 3, 64, 0, -1]),
        "nodes": decisions.pick([5_000, 1, 0, -1]),
        "seconds": decisions.pick([None, 5.0, 0.0, 1e300, -1.0, math.nan, math.inf]),
    }
    fields = ("solutions", "nodes", "seconds")
    limit = SimpleNamespace(memory=None, **{name: options[name] for name in fields})
    given = buffers[0].copy()
    good = _are_good(buffers) and _are_possible(options)
    try:
        engine = Engine("scalar" if path == "scalar" else "lanes", HOUSES, path)
        engine.solve_rows(*buffers, limit, options["threads"])
    except (ValueError, BufferError, OverflowError, TypeError):
        assert not good
        return
    assert good
    assert np.array_equal(buffers[0], given)
    solutions, status = buffers[1].reshape(rows, 81), buffers[2].reshape(rows)
    _check_rows(given.reshape(rows, 81), Layout(3, 3), status, solutions)


def _spoil(buffers: list[NDArray[Any]], spoiled: int, decisions: Decisions) -> NDArray[Any]:
    buffer = buffers[spoiled]
    ways = [
        lambda: buffer,
        lambda: buffer.astype(decisions.pick([*DTYPES, "f4", "?"])),
        lambda: np.resize(buffer, decisions.below(200)),
        lambda: np.repeat(buffer, 2, axis=-1)[..., ::2],
        lambda: buffer.reshape(-1)[::-1],
        lambda: _locked(buffer),
        lambda: _unaligned(buffer),
        lambda: buffers[decisions.below(4)].reshape(-1)[: buffer.size].view(),
        lambda: buffer.reshape(-1),
        lambda: buffer.reshape(1, 1, -1),
    ]
    return ways[decisions.below(len(ways))]()


def _locked(buffer: NDArray[Any]) -> NDArray[Any]:
    buffer.setflags(write=False)
    return buffer


def _are_good(buffers: list[NDArray[Any]]) -> bool:
    rows = buffers[2].size
    sizes = (rows * 81, rows * 81, rows, rows)
    types = (np.uint8, np.uint8, np.uint8, np.uint32)
    return all(
        buffer.flags.c_contiguous
        and buffer.ctypes.data % buffer.itemsize == 0
        and (number == 0 or buffer.flags.writeable)
        and buffer.dtype == types[number]
        and buffer.size == sizes[number]
        and not any(np.shares_memory(buffer, other) for other in buffers[:number])
        for number, buffer in enumerate(buffers)
    )


def _are_possible(options: dict[str, Any]) -> bool:
    solutions, seconds = options["solutions"], options["seconds"]
    return (
        options["path"] in ENGINES
        and (solutions is None or 1 <= solutions < 2**64)
        and options["threads"] >= 1
        and options["nodes"] >= 0
        and (seconds is None or 0 <= seconds < 2**64)
    )


if __name__ == "__main__":
    from fuzzing import PLAIN, run

    run(target, *PLAIN)
