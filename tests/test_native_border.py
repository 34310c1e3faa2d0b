"""The native border refuses what it cannot read, and never crashes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import nonet
from boards import EASY, EASY_SOLUTION
from nonet import _native, native
from nonet.core.geometry import geometry_of


def buffers(rows: int = 2) -> dict[str, np.ndarray]:
    puzzle = nonet.parse(EASY).to_array().reshape(1, 81)
    return {
        "puzzles": np.repeat(puzzle, rows, axis=0),
        "solutions": np.zeros((rows, 81), np.uint8),
        "status": np.zeros(rows, np.uint8),
        "guesses": np.zeros(rows, np.uint32),
    }


HOUSES = native.houses_of(geometry_of(nonet.Layout(3, 3)))
PORTABLE = _native.Engine("lanes", HOUSES, "portable")


def limit(**fields: object) -> Any:
    """Return what is read as a limit, whatever stands there: `nonet.Limit` would refuse it."""
    return SimpleNamespace(
        **{"solutions": 2, "seconds": None, "nodes": None, "memory": None} | fields
    )


def solve(arrays: dict[str, np.ndarray], threads: int = 1, **fields: object) -> None:
    PORTABLE.solve_rows(*arrays.values(), limit(**fields), threads)


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
        {"solutions": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"threads": -1},
        {"nodes": 2**65},
    ],
)
def test_bad_numbers_are_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, OverflowError, TypeError)):
        solve(buffers(), **change)


@pytest.mark.parametrize("givens", [b"", b"\0" * 80, b"\0" * 82, b"\x0a" * 81])
def test_a_search_wants_81_digits(givens: bytes) -> None:
    for start in (PORTABLE.search, PORTABLE.solve):
        with pytest.raises(ValueError, match="expected"):
            start(givens, limit())


@pytest.mark.parametrize("length", [0, 81, 161, 163])
def test_candidates_are_two_bytes_per_cell(length: int) -> None:
    for start in (PORTABLE.search, PORTABLE.solve):
        with pytest.raises(ValueError, match="candidates: expected 162 bytes"):
            start(bytes(81), limit(), candidates=bytes(length))


@pytest.mark.parametrize("name", ["", "Scalar", "avx1024", "portable"])
def test_unknown_engines_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f'engine "{name}": there is none'):
        _native.Engine(name, HOUSES)


@pytest.mark.parametrize("path", [None, "", "avx1024", "lanes"])
def test_unknown_paths_are_refused(path: str | None) -> None:
    with pytest.raises(ValueError, match="no instruction set"):
        _native.Engine("lanes", HOUSES, path)


ENGINES = [("scalar", None), *(("lanes", path) for path in _native.simd_paths())]


@pytest.mark.parametrize("nodes", [None, 10**9])
@pytest.mark.parametrize(("name", "path"), ENGINES)
def test_a_search_pauses_and_goes_on(name: str, path: str | None, nodes: int | None) -> None:
    engine = _native.Engine(name, HOUSES, path)
    short = engine.search(bytes(81), limit(nodes=1))
    assert short.find() == [] and not short.exhausted
    assert (short.nodes, short.stopped_by) == (1, "nodes")
    search = engine.search(bytes(81), limit(nodes=nodes))
    first, second = search.find(2)
    assert first != second and nonet.check(nonet.Solution(first))
    assert search.count(10) == 10 and search.stopped_by is None
    late = engine.search(bytes(81), limit(seconds=0.0))
    assert late.find() == [] and late.count() == 0 and late.stopped_by == "seconds"
    clash = engine.search(b"\5\5" + bytes(79), limit(nodes=nodes))
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


def test_rows_of_lines_have_numbers_and_odd_ones_are_named() -> None:
    text = f"# two\n{EASY}\noops\r\n".encode()
    cells, numbers, odd, lines, end = _native.read_rows(text, 9, 9)
    assert bytes(cells[:81]) == nonet.parse(EASY).cells and cells[81] == _native.ODD
    assert np.frombuffer(numbers, np.uint32).tolist() == [1, 2]
    assert (odd, lines, end) == ([(1, 2, 88, 92)], 3, len(text))
    assert _native.count_lines(text) == _native.count_lines(text[:-2]) == 3
    with pytest.raises(ValueError, match="size from 1"):
        _native.read_rows(text, 0, 9)


def test_parts_have_to_be_within_the_text() -> None:
    text = f"7,{EASY},x".encode()
    cells = np.zeros((1, 81), np.uint8)
    start, end = np.array([2]), np.array([83])
    assert _native.read_parts(text, start, end, cells, 9) == []
    assert cells.tobytes() == nonet.parse(EASY).cells
    assert _native.read_parts(text, start - 1, end, cells, 9) == [0]
    for first, last in ((start - 3, end), (start, end + 9), (end, start)):
        with pytest.raises(ValueError, match="parts"):
            _native.read_parts(text, first, last, cells, 9)
    for first, room in ((np.array([2, 2]), cells), (start, cells[:, :80].copy())):
        with pytest.raises(ValueError, match="expected"):
            _native.read_parts(text, first, end, room, 9)
    with pytest.raises((ValueError, BufferError)):
        _native.read_parts(text, start.astype(np.int32), end, cells, 9)


def test_rows_of_tables_are_cut() -> None:
    starts, ends, numbers, lines, end = _native.cut_rows(b'1,"a b"\n\n2,c\nx\n', ord(","), 2)
    assert np.frombuffer(starts, np.int64).tolist() == [0, 3, 9, 11]
    assert np.frombuffer(ends, np.int64).tolist() == [1, 6, 10, 12]
    assert (np.frombuffer(numbers, np.uint32).tolist(), lines, end) == ([0, 2], 3, 13)
    with pytest.raises(ValueError, match="column"):
        _native.cut_rows(b"", ord(","), 0)


def test_values_of_objects_are_cut() -> None:
    text = b'{"a": "x", "b": 7}\n\n{"a": null, "b": true}\n{"a": [], "b": 1}\n'
    starts, ends, kinds, numbers, lines, end = _native.cut_objects(text, [b'"a"', b'"b"'])
    places = zip(np.frombuffer(starts, np.int64), np.frombuffer(ends, np.int64), strict=True)
    assert [text[a:b] for a, b in places] == [b"x", b"7", b"", b"true"]
    assert list(kinds) == [0, 1, 2, 1]
    assert (np.frombuffer(numbers, np.uint32).tolist(), lines) == ([0, 2], 3)
    assert text[end:] == b'{"a": [], "b": 1}\n'
    with pytest.raises(ValueError, match="field"):
        _native.cut_objects(b"", [])


def test_counts_want_room() -> None:
    puzzles = np.zeros((3, 81), np.uint8)
    puzzles[0] = np.frombuffer(nonet.parse(EASY).cells, np.uint8)
    puzzles[2] = 77
    counts, exact = np.full(3, 9, np.uint64), np.full(3, 9, np.uint8)
    PORTABLE.count_rows(puzzles, counts, exact, limit(solutions=70), 2)
    assert (counts.tolist(), exact.tolist()) == ([1, 70, 0], [1, 0, 1])
    for spoilt in ((counts[:2], exact), (counts, exact[:2]), (counts.astype(np.int64), exact)):
        with pytest.raises((ValueError, BufferError)):
            PORTABLE.count_rows(puzzles, *spoilt, limit(), 1)
    with pytest.raises(ValueError, match="threads"):
        PORTABLE.count_rows(puzzles, counts, exact, limit(), 0)


def test_columns_that_do_not_fit_are_refused() -> None:
    def part(kind: str, values: object, present: object = None) -> tuple[object, ...]:
        return (kind, present, b"<", b">", b"-", values)

    digits = np.array([[1, 0], [2, 3]], np.uint8)
    good = [
        part("cells", (digits, 2)),
        part("numbers", np.array([-5, 7]), np.array([1, 0], np.uint8)),
        part("words", (np.array([1, 0], np.uint8), [b"no", b"yes"])),
        part("texts", ("\u00e9,b".encode(), np.array([0, 2]), np.array([2, 4]), ",")),
        part("same", b"\n"),
    ]
    text = '<1.><-5><yes><\u00e9><\n><23>-<no><",b"><\n>'
    assert _native.weave_rows(2, good).decode() == text  # type: ignore[arg-type]
    bad = [
        part("cells", (digits, 0)),
        part("cells", (digits + 30, 2)),
        part("numbers", np.array([1])),
        part("numbers", np.array([1, 2]), np.array([1], np.uint8)),
        part("words", (np.array([1, 2], np.uint8), [b"no", b"yes"])),
        part("texts", (b"ab", np.array([0, 1]), np.array([1, 3]), "")),
        part("texts", (b"ab", np.array([0, 1]), np.array([1, 2]), "xml")),
        part("other", b""),
    ]
    for one in bad:
        with pytest.raises(ValueError):  # noqa: PT011
            _native.weave_rows(2, [one])  # type: ignore[list-item]


def test_details_want_room() -> None:
    engine, asked = PORTABLE, limit()
    puzzles = np.zeros((2, 81), np.uint8)
    puzzles[0] = np.frombuffer(nonet.parse(EASY).cells, np.uint8)
    room = [np.ones_like(puzzles), np.zeros(2, np.uint8), np.zeros(2, np.uint32)]
    details = (np.ones_like(puzzles), np.zeros(2, np.uint32), np.full(2, 9, np.uint8))
    engine.solve_rows(puzzles, *room, asked, 1, details)  # type: ignore[arg-type]
    seconds, nodes, stops = details
    assert not seconds[0].any() and nonet.check(nonet.Solution(seconds[1].tobytes()))
    assert (room[0][1] != seconds[1]).any() and nodes[0] == 1 < nodes[1]
    assert [_native.STOPS[stop] for stop in stops] == [None, None]
    for spoilt in ((seconds[:1], nodes, stops), (seconds, nodes, nodes), (puzzles, nodes, stops)):
        with pytest.raises((ValueError, BufferError)):
            engine.solve_rows(puzzles, *room, asked, 1, spoilt)  # type: ignore[arg-type]


def test_versions_agree() -> None:
    from importlib.metadata import version

    assert nonet.__version__ == _native.VERSION == version("nonet")
