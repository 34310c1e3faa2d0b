"""The native border refuses what it cannot read, and never crashes."""

from __future__ import annotations

import numpy as np
import pytest

import nonet
from boards import EASY, EASY_SOLUTION
from nonet import _native


def buffers(rows: int = 2) -> dict[str, np.ndarray]:
    puzzle = nonet.parse(EASY).to_array().reshape(1, 81)
    return {
        "puzzles": np.repeat(puzzle, rows, axis=0),
        "solutions": np.zeros((rows, 81), np.uint8),
        "status": np.zeros(rows, np.uint8),
        "guesses": np.zeros(rows, np.uint32),
    }


def solve(arrays: dict[str, np.ndarray], **changes: object) -> None:
    options = {"engine": "portable", "limit_solutions": 2, "threads": 1} | changes
    _native.solve_batch(*arrays.values(), **options)  # type: ignore[arg-type]


def test_good_buffers() -> None:
    arrays = buffers()
    solve(arrays)
    assert "".join(map(str, arrays["solutions"][1])) == EASY_SOLUTION


def read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.setflags(write=False)
    return array


BAD = {
    "too short": lambda array: array[:1].copy(),
    "not contiguous": lambda array: np.repeat(array, 2, axis=0)[::2],
    "reversed": lambda array: array[::-1],
    "float": lambda array: array.astype(float),
    "wider": lambda array: array.astype(np.int64),
    "signed": lambda array: array.astype(np.int8),
    "big-endian": lambda array: array.astype(">u4"),
}


@pytest.mark.parametrize("name", ["puzzles", "solutions", "status", "guesses"])
@pytest.mark.parametrize("spoil", BAD.values(), ids=BAD)
def test_bad_buffers_are_refused(name: str, spoil: object) -> None:
    arrays = buffers()
    arrays[name] = spoil(arrays[name])  # type: ignore[operator]
    with pytest.raises((ValueError, BufferError)):
        solve(arrays)


@pytest.mark.parametrize("name", ["solutions", "status", "guesses"])
def test_read_only_outputs_are_refused(name: str) -> None:
    arrays = buffers()
    arrays[name] = read_only(arrays[name])
    with pytest.raises((ValueError, BufferError), match=r"writable|read"):
        solve(arrays)


def test_buffers_that_share_memory_are_refused() -> None:
    arrays = buffers()
    arrays["solutions"] = arrays["puzzles"]
    with pytest.raises(ValueError, match="share memory"):
        solve(arrays)
    arrays = buffers(4)
    memory = np.zeros(4 * 81 + 2, np.uint8)
    arrays["solutions"], arrays["status"] = memory[: 4 * 81], memory[-4:]
    with pytest.raises(ValueError, match="share memory"):
        solve(arrays)


def test_zero_rows_and_other_objects() -> None:
    solve(buffers(0))
    for thing in (None, 5, "x" * 162, [0] * 162):
        with pytest.raises((TypeError, BufferError)):
            solve(buffers() | {"puzzles": thing})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "change",
    [
        {"threads": 0},
        {"limit_solutions": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"threads": -1},
        {"nodes": 2**65},
    ],
)
def test_bad_numbers_are_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        solve(buffers(), **change)


@pytest.mark.parametrize("givens", [b"", b"\0" * 80, b"\0" * 82, b"\x0a" * 81])
def test_a_search_wants_81_digits(givens: bytes) -> None:
    with pytest.raises(ValueError, match="expected"):
        _native.Search(givens, "scalar")


@pytest.mark.parametrize("engine", ["", "Scalar", "avx1024", "lanes"])
def test_unknown_engines_are_refused(engine: str) -> None:
    with pytest.raises(ValueError, match="no engine"):
        _native.Search(bytes(81), engine)
    with pytest.raises(ValueError, match="no engine"):
        solve(buffers(), engine=engine)


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("engine", ["scalar", *_native.simd_paths()])
def test_a_search_pauses_and_goes_on(engine: str, split: bool) -> None:
    search = _native.Search(bytes(81), engine, split=split)
    assert search.find(nodes=1) == [] and not search.exhausted and search.nodes == 1
    first, second = search.find(solutions=2)
    assert first != second and nonet.check(nonet.Solution(first))
    assert search.count(solutions=10) == 10
    assert search.count(nodes=5) <= 5 + 16  # as many lanes may end in one sweep
    assert search.count(seconds=0.0) >= 0
    clash = _native.Search(b"\5\5" + bytes(79), engine, split=split)
    assert clash.exhausted and clash.find() == [] and clash.nodes == 0


def test_lines_want_bytes_and_room() -> None:
    cells = np.zeros((2, 81), np.uint8)
    assert _native.read_texts([EASY, 5], cells, 9) == [1]
    assert cells[0].tobytes() == nonet.parse(EASY).cells and cells[1, 0] == _native.ODD
    for spoilt in (cells[:1], cells.astype(np.int64), read_only(cells), cells[::-1]):
        with pytest.raises((ValueError, BufferError)):
            _native.read_texts([EASY, EASY], spoilt, 9)
    for thing in (None, EASY, 5, [EASY], bytearray(81)):
        with pytest.raises(TypeError):
            _native.read_lines(thing, 9)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        _native.read_texts((EASY, EASY), cells, 9)  # type: ignore[arg-type]


def test_lines_are_solved_with_gaps() -> None:
    text = f"# two\n{EASY}\noops\r\n".encode()
    options = {"engine": "scalar", "most_odd": 9, "limit_solutions": 2, "threads": 1}
    answer = f"{EASY_SOLUTION} unique\n".encode()
    gap = (2, 88, 92, len(answer))
    found = _native.solve_lines(text, **options)
    assert found == (answer, [gap], 2, 1 << _native.UNIQUE, 3, len(text))
    assert _native.solve_lines(b"", **options) == (b"", [], 0, 0, 0, 0)
    for name in ("most_odd", "limit_solutions", "threads"):
        with pytest.raises(ValueError, match="found 0"):
            _native.solve_lines(text, **options | {name: 0})
    assert _native.count_lines(text) == _native.count_lines(text[:-2]) == 3


def test_versions_agree() -> None:
    from importlib.metadata import version

    assert nonet.__version__ == _native.VERSION == version("nonet")
