from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, HARD, JIGSAW, JIGSAW_SOLUTION, SIX
from corpora import read_corpus
from nonet import Layout, Limit, Status

CLASH = "55" + "." * 79
MIXED = [EASY, "." * 81, CLASH, "nonsense", HARD]
EXPECTED = [
    Status.UNIQUE,
    Status.MULTIPLE,
    Status.NO_SOLUTION,
    Status.MALFORMED,
    Status.UNIQUE,
]


def rows(lines: list[str]) -> np.ndarray:
    return np.array([list(nonet.parse(line).cells) for line in lines], dtype=np.uint8)


def test_lines_keep_their_order_and_a_bad_one_is_not_fatal() -> None:
    result = nonet.solve_many(MIXED)
    assert result.status.tolist() == EXPECTED
    assert (result.solutions.dtype, result.solutions.shape) == (np.uint8, (5, 81))
    assert (result.status.dtype, result.guesses.dtype) == (np.uint8, np.uint32)
    assert "".join(map(str, result.solutions[0])) == EASY_SOLUTION
    assert nonet.check(result.solutions[1])
    assert not result.solutions[2:4].any()
    assert list(result.errors) == [3] and "81 cells" in str(result.errors[3])
    assert result.guesses[0] == 0 < result.guesses[4]
    assert result.counts()[Status.UNIQUE] == 2


@pytest.mark.parametrize(
    "form",
    [
        MIXED,
        [line.encode() for line in MIXED],
        tuple(MIXED),
        np.array(MIXED),
        np.array(MIXED, dtype=object),
        "\n".join(MIXED).encode(),
        ("# comment\r\n\r\n" + "\r\n".join(MIXED) + "\r\n").encode(),
        b"\xef\xbb\xbf" + "\n".join(MIXED).encode() + b"\n",
        bytearray("\n".join(MIXED).encode()),
        memoryview("\n".join(MIXED).encode()),
        [nonet.parse(line) if len(line) == 81 else line for line in MIXED],
        [nonet.parse(line).rows() if len(line) == 81 else line for line in MIXED],
        (line for line in MIXED),
    ],
    ids=lambda form: type(form).__name__,
)
def test_every_form_of_lines_gives_the_same_answer(form: object) -> None:
    assert nonet.solve_many(form) == nonet.solve_many(MIXED)  # type: ignore[arg-type]


def test_arrays_of_every_shape_and_type() -> None:
    good = rows([EASY, HARD, CLASH])
    expected = nonet.solve_many(good)
    for dtype in (np.int8, np.uint16, np.int64, np.uint64):
        assert nonet.solve_many(good.astype(dtype)) == expected
    assert nonet.solve_many(good.reshape(3, 9, 9)) == expected
    assert nonet.solve_many(np.asfortranarray(good)) == expected
    assert nonet.solve_many(np.repeat(good, 2, axis=0)[::2]) == expected
    frozen = good.copy()
    frozen.setflags(write=False)
    assert nonet.solve_many(frozen) == expected
    assert (good == rows([EASY, HARD, CLASH])).all()


@pytest.mark.parametrize("empty", [0, np.nan])
def test_arrays_of_floats_and_objects(empty: float) -> None:
    good = rows([EASY, HARD, CLASH])
    expected = nonet.solve_many(good)
    floats = np.where(good == 0, empty, good.astype(float))
    objects = np.where(good == 0, None, good.astype(object))
    for array in (floats, floats.astype(np.float32), floats.astype(object), objects):
        before = array.copy()
        assert nonet.solve_many(array) == nonet.solve_many(array.reshape(3, 9, 9)) == expected
        assert nonet.solve_many(array.tolist()) == expected
        assert ((array == before) | (array != array)).all()
    with pytest.raises(nonet.ArgumentError, match=r"for one puzzle, use nonet\.solve"):
        nonet.solve_many(objects.reshape(3, 9, 9)[0])


@pytest.mark.parametrize("value", [0.5, -1.0, 10.0, np.inf, -np.inf, 1e300])
@pytest.mark.parametrize("dtype", [float, object])
@pytest.mark.filterwarnings("error")
def test_a_row_with_a_value_that_is_not_whole_is_malformed(value: float, dtype: type) -> None:
    array = rows([EASY, EASY]).astype(dtype)
    array[0, 11] = value
    array[1, 2] = np.nan
    batch = nonet.solve_many(array)
    assert batch.status.tolist() == [Status.MALFORMED, Status.UNIQUE]
    error = batch.errors[0]
    assert (error.line, error.column) == (2, 3) and list(batch.errors) == [0]
    if dtype is float:
        assert (error.expected, error.found) == ("a digit 0-9", str(value))


@pytest.mark.parametrize("value", [-1, 10, 256, 10**6])
def test_a_row_with_an_impossible_value_is_malformed(value: int) -> None:
    array = rows([EASY, EASY]).astype(np.int64)
    array[0, 5] = value
    assert nonet.solve_many(array).status.tolist() == [Status.MALFORMED, Status.UNIQUE]


def test_zero_rows() -> None:
    assert nonet.solve_many(np.zeros((0, 81), np.uint8)).solutions.shape == (0, 81)
    assert nonet.solve_many(np.zeros((0, 36), np.uint8)).layout == Layout(2, 3)
    assert len(nonet.solve_many([])) == len(nonet.solve_many(b"")) == 0


@pytest.mark.parametrize(
    "bad",
    [
        np.zeros((2, 80), np.uint8),
        np.zeros(81, np.uint8),
        np.zeros((2, 81), complex),
        np.zeros((2, 81), bool),
        np.zeros((2, 3, 27)),
        np.zeros((2, 3, 27), object),
    ],
)
def test_a_bad_array_raises(bad: np.ndarray) -> None:
    with pytest.raises(nonet.ParseError, match=r"expected|too few"):
        nonet.solve_many(bad)


def test_misuse_raises() -> None:
    with pytest.raises(nonet.ArgumentError, match=r"nonet\.solve"):
        nonet.solve_many(EASY)  # type: ignore[arg-type]
    with pytest.raises(nonet.ArgumentError, match="list of lines"):
        nonet.solve_many(5)  # type: ignore[arg-type]
    for threads in (0, -1, 1.5, True):
        with pytest.raises(nonet.ArgumentError, match="threads"):
            nonet.solve_many([EASY], threads=threads)  # type: ignore[arg-type]


def test_the_answer_does_not_depend_on_threads_or_neighbours() -> None:
    lines = [
        line
        for kind in ("unique", "multiple", "no-solution")
        for line in read_corpus(f"9x9-{kind}").puzzles
    ] * 3
    one = nonet.solve_many(lines, threads=1)
    for threads in (2, 3, 64):
        many = nonet.solve_many(lines, threads=threads)
        assert many == one and np.array_equal(many.guesses, one.guesses)
    alone = [nonet.solve(line).status for line in lines]
    assert one.status.tolist() == alone


def test_rows_keep_their_own_rules_besides_those_of_the_call() -> None:
    empty = "." * 16
    puzzles = [nonet.parse(empty, rules=rules) for rules in ((), "diagonals", (), "anti-king")]
    alone = [nonet.solve(puzzle).status for puzzle in puzzles]
    assert alone == [Status.MULTIPLE] * 3 + [Status.NO_SOLUTION]
    batch = nonet.solve_many(puzzles)
    assert batch.status.tolist() == alone
    for puzzle, row in zip(puzzles[:3], batch.solutions, strict=False):
        assert nonet.check(bytes(row + 48), puzzle)
    common = nonet.solve_many(puzzles, rules="candidates r1c1=3")
    assert common.status.tolist() == alone and set(common.solutions[:3, 0]) == {3}
    for puzzle, row in zip(puzzles[:3], common.solutions, strict=False):
        assert nonet.check(bytes(row + 48), puzzle)


def test_limits_hold_for_each_row() -> None:
    empty = "." * 81
    assert nonet.solve_many([EASY, empty], limit=1).status.tolist() == [Status.FOUND] * 2
    stopped = nonet.solve_many([empty, EASY], limit=Limit(nodes=3))
    assert stopped.status.tolist() == [Status.UNKNOWN, Status.UNIQUE]
    timed = nonet.solve_many([empty, EASY], limit=Limit(solutions=None, seconds=0.05))
    assert timed.status.tolist() == [Status.MULTIPLE, Status.UNIQUE]


def test_other_layouts() -> None:
    result = nonet.solve_many([SIX, "." * 36, "11" + "." * 34, EASY])
    assert result.layout == Layout(2, 3)
    assert result.status.tolist() == [
        Status.MULTIPLE,
        Status.MULTIPLE,
        Status.NO_SOLUTION,
        Status.MALFORMED,
    ]
    assert nonet.check(result.solutions[0], SIX)
    tall = nonet.solve_many([SIX], layout=Layout(3, 2))
    assert tall.layout == Layout(3, 2)
    assert nonet.solve_many(np.full((1, 36), 7, np.uint8)).status.tolist() == [Status.MALFORMED]


def test_irregular_regions() -> None:
    rows = np.frombuffer(JIGSAW.cells * 2, np.uint8).reshape(2, 81)
    for puzzles in (rows, [JIGSAW, str(JIGSAW)], f"{JIGSAW}\n{JIGSAW}\n".encode()):
        result = nonet.solve_many(puzzles, layout=JIGSAW.layout)
        assert result.layout == JIGSAW.layout
        assert result.status.tolist() == [Status.UNIQUE] * 2
        assert "".join(map(str, result.solutions[1])) == JIGSAW_SOLUTION
    assert nonet.solve_many([str(JIGSAW)]).layout == Layout(3, 3)


def test_a_batch_result_is_frozen() -> None:
    result = nonet.solve_many([EASY])
    with pytest.raises(ValueError, match="read-only"):
        result.solutions[0, 0] = 1
    with pytest.raises(AttributeError):
        result.status = None  # type: ignore[misc, assignment]


@given(st.lists(st.sampled_from([*MIXED, "#", "", "." * 80 + "0"]), max_size=12))
def test_rows_are_independent(lines: list[str]) -> None:
    single = {line: nonet.solve_many([line], layout=Layout(3, 3)).status[0] for line in set(lines)}
    together = nonet.solve_many(lines, layout=Layout(3, 3))
    assert together.status.tolist() == [single[line] for line in lines]


def test_concurrent_calls_run_side_by_side() -> None:
    lines = [EASY, HARD, CLASH] * 50
    expected = nonet.solve_many(lines)
    answers: list[nonet.BatchResult] = []
    callers = [
        threading.Thread(target=lambda: answers.append(nonet.solve_many(lines))) for _ in range(6)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(answers) == 6 and all(answer == expected for answer in answers)


def test_the_gil_is_released() -> None:
    """A Python thread goes on counting while another is inside one long native call."""
    ticks = 0
    done = threading.Event()

    def work() -> None:
        nonet.solve_many(["." * 81], limit=Limit(solutions=None, seconds=0.5), threads=1)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.005)
    worker.join()
    assert ticks > 10


def _solve_in_child(lines: list[str]) -> list[int]:
    return nonet.solve_many(lines, threads=2).status.tolist()  # type: ignore[no-any-return]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_calls_after_fork_work() -> None:
    lines = MIXED * 40
    nonet.solve_many(lines, threads=2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map(_solve_in_child, [lines] * 2)
        # Not terminated: the processes have what other tests in this one do at SIGTERM.
        pool.close()
        pool.join()
    assert found == [EXPECTED * 40] * 2


ENDLESS = {
    "solve_many": "nonet.solve_many(['.' * 81] * 500, limit=None)",
    "solve_many, one thread": "nonet.solve_many(['.' * 81], limit=None, threads=1)",
    "solve_many, 8x8": "nonet.solve_many(['.' * 64] * 50, limit=None)",
    "count": "nonet.count('.' * 81)",
    "count, 8x8": "nonet.count('.' * 64)",
    "solutions": "sum(1 for _ in nonet.solutions('.' * 81))",
    "reference": "nonet.count('.' * 256)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("call", ENDLESS.values(), ids=ENDLESS)
def test_ctrl_c_ends_an_endless_call(call: str) -> None:
    program = (
        "import nonet, sys; print('go', flush=True)\n"
        f"try:\n    {call}\n"
        "except KeyboardInterrupt:\n    sys.exit(42)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"go\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    try:
        assert child.wait(timeout=10) == 42
    finally:
        child.kill()
        child.stdout.close()


def test_what_is_no_batch_is_refused() -> None:
    for thing in (np.array("x"), nonet.parse(EASY), np.array(5)):
        with pytest.raises(nonet.NonetError, match="expected"):
            nonet.solve_many(thing)  # type: ignore[arg-type]


def test_large_boards_have_malformed_rows_too() -> None:
    rows = np.zeros((2, 255 * 255), dtype=np.int32)
    rows[0, 0], rows[1, 0] = 300, 255
    result = nonet.solve_many(rows, limit=Limit(nodes=1))
    assert result.status.tolist() == [Status.MALFORMED, Status.UNKNOWN]


def test_other_line_ends_and_grids() -> None:
    assert nonet.solve_many(f"{EASY}\r{HARD}".encode()).status.tolist() == [Status.UNIQUE] * 2
    solution = nonet.solve(EASY).solution
    assert nonet.solve_many([solution]).status.tolist() == [Status.UNIQUE]  # type: ignore[list-item]


def test_bad_values_are_named_by_cell() -> None:
    array = rows([EASY, EASY]).astype(np.int64)
    array[1, 10] = 77
    error = nonet.solve_many(array).errors[1]
    assert (error.line, error.column, error.found) == (2, 2, "77")


def test_one_board_is_no_batch() -> None:
    with pytest.raises(nonet.ArgumentError, match=r"for one puzzle, use nonet\.solve"):
        nonet.solve_many(nonet.parse(EASY).to_array())
    with pytest.raises(nonet.ArgumentError, match="expected a Layout"):
        nonet.solve_many([EASY], layout=3)  # type: ignore[arg-type]


def test_a_batch_is_indexed_by_row() -> None:
    batch = nonet.solve_many(MIXED)
    assert [row.status for row in batch] == EXPECTED == [batch[i].status for i in range(-5, 0)]
    assert batch[0] == nonet.BatchRow(Status.UNIQUE, nonet.solve(EASY).solution, 0)
    assert batch[np.int64(2)] == (Status.NO_SOLUTION, None, 0, None)
    assert batch[3].error is batch.errors[3] and batch[3].solution is None
    assert batch[-1].guesses == batch.guesses[4]
    assert str(batch[0]) == f"{EASY_SOLUTION} unique" and str(batch[2]) == "no-solution"
    assert "81 cells" in str(batch[3]) and str(batch[3]).endswith("malformed")


@pytest.mark.parametrize(
    "part", [slice(2), slice(2, None), slice(None, None, -1), slice(-2, None), slice(9, 9)]
)
def test_a_slice_of_a_batch_is_the_batch_of_the_slice(part: slice) -> None:
    found = nonet.solve_many(MIXED)[part]
    assert found == nonet.solve_many(MIXED[part], layout=Layout(3, 3))
    assert list(found.errors) == [row for row, line in enumerate(MIXED[part]) if line == MIXED[3]]


@pytest.mark.parametrize("index", [5, -6, 10**30])
def test_a_row_that_is_not_there(index: int) -> None:
    with pytest.raises(nonet.OutOfRangeError, match=f"expected a row from 0 to 4, found {index}"):
        nonet.solve_many(MIXED)[index]
    with pytest.raises(IndexError, match="no rows"):
        nonet.solve_many([])[index]


@pytest.mark.parametrize("index", ["0", None, 1.0])
def test_what_is_no_number_of_a_row(index: object) -> None:
    with pytest.raises(nonet.ArgumentError, match="expected the number of a row or a slice"):
        nonet.solve_many([EASY])[index]  # type: ignore[call-overload]


def test_the_lines_of_a_batch() -> None:
    assert nonet.solve_many([EASY, CLASH, "nonsense"]).lines() == [EASY_SOLUTION, "", ""]
    assert nonet.solve_many([]).lines() == []
    large = nonet.solve_many(["." * 144] * 2)
    assert large.lines() == [str(row.solution) for row in large]


def test_a_batch_prints_what_it_is() -> None:
    text = "<BatchResult: 5 rows of 9x9, 2 unique, 1 multiple, 1 no-solution, 1 malformed>"
    assert repr(nonet.solve_many(MIXED)) == text
    assert repr(nonet.solve_many([])) == "<BatchResult: 0 rows of 9x9>"
    assert repr(nonet.solve_many([EASY])) == "<BatchResult: 1 row of 9x9, 1 unique>"


def test_texts_of_rows_in_another_order_become_an_arrow_column() -> None:
    pa = pytest.importorskip("pyarrow")
    from nonet.batch.columns import Table, Texts
    from nonet.batch.parquet_sink import arrow_batch

    texts = Texts.of(["ab", "c", "", "def"])
    for rows in ([0, 1, 2, 3], [1, 3], [3, 1, 0], [2], []):
        table = Table(len(rows), {"error": texts.cut(np.array(rows, dtype=np.int64))})
        found = arrow_batch(table, {"error": "text"})["error"]
        assert found.type == pa.string()
        assert found.to_pylist() == [["ab", "c", "", "def"][row] for row in rows]
