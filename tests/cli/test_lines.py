"""Lines by the million: the fast way says what the slow way says, whatever the lines are."""

from __future__ import annotations

import contextlib
import gzip
import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, HARD, SIX
from cases import examples, quick_first
from nonet import Layout, Limit, ParseError, Puzzle, Status, native
from nonet.batch import pipeline, reading
from nonet.batch.solving import Solve
from nonet.cli import run as run_command
from nonet.cli.advice import in_options
from nonet.files import streams
from nonet.files.items import Item, Reading
from nonet.text.lines import LONGEST_LINE, iter_lines

MALFORMED = Solve.malformed
ZEROS = EASY.replace(".", "0")
PLAIN = [EASY, HARD, ZEROS, EASY_SOLUTION, "." * 81, "0" * 81, "1" * 81, "55" + "." * 79]
COMMENTED = [
    f"{EASY} # easy",
    f"{EASY},{EASY_SOLUTION}",
    f"{EASY};",
    f"{EASY}#{ZEROS}",
    f"{EASY} {'1' * 62}",  # 144 symbols: could be 12x12
    f"{EASY}{' ' * 19}",  # 100 symbols
    f"{EASY}{' ' * 18}",
    f"{EASY} {'x' * 918}",  # 1000 symbols
    f"{EASY} {'x' * 919}",
    f"{EASY}\t1",
    f"{EASY} \x7f",
    f"{EASY} \xe9",
    f"{EASY} \0",
]
OTHERS = [
    EASY[1:],
    f"{EASY}.",
    f" {EASY}",
    EASY.replace(".", "0", 1),
    EASY.replace(".", "*"),
    EASY.replace("5", "x"),
    f"{EASY}\r{HARD}",
    f"{EASY}\r",
    f"{EASY}\x0b",
    f"\ufeff{EASY}",
    "\ufeff# a comment?",
    SIX,
    "...4..1.2.4..3..",
    " ".join(ZEROS),
    "nonsense",
    "#",
    f"  # {EASY}",
    "",
    " \t",
    "\x0c",
    "\x1c",
    "٥" * 81,
]
FOUR = "...4..1.2.4..3.."
SMALL = [
    FOUR,
    SIX,
    FOUR.replace(".", "0"),
    "." * 16,
    "11" + "." * 14,
    "." * 25,
    "." * 36,
    "." * 49,
    "." * 64,
    f"{FOUR} # four",
    f"{SIX},{FOUR}",
]
SMALL_ODD = [
    FOUR.replace("3", "5"),
    FOUR.replace(".", "0", 1),
    FOUR.replace(".", "*"),
    f"{FOUR}.",
    f"{FOUR} {FOUR[:8]}",  # 25 symbols: could be 5x5
    f" {FOUR}",
    " ".join([FOUR] * 16),  # the rows of 16x16
    f"{FOUR}\t1",
    "1" * 9,
    "....",
    ".",
    "." * 256,
]
TEXTS = st.one_of(
    st.sampled_from(PLAIN),
    st.sampled_from(PLAIN),
    st.sampled_from(SMALL),
    st.sampled_from(SMALL_ODD),
    st.sampled_from(COMMENTED + OTHERS),
    st.text(".0123456789", min_size=80, max_size=82),
    st.text(max_size=4).filter(lambda text: "\n" not in text),
)
LINES = st.one_of(TEXTS.map(lambda text: text.encode(errors="replace")), st.binary(max_size=3))
ENDS = st.sampled_from([b"\n", b"\n", b"\r\n", b"\r\r\n"])


def test_plain_and_other_lines_are_what_they_should_be() -> None:
    texts = [*PLAIN, *COMMENTED, *OTHERS]
    cells, others = native.read_lines(texts, 9)
    taken = {text: cells[row].tobytes() for row, text in enumerate(texts) if row not in others}
    assert list(taken) == [*PLAIN, *COMMENTED[:4], COMMENTED[6], COMMENTED[7]]
    for text, found in taken.items():
        assert found == nonet.parse(text, notation="line").cells
    for row, text in others.items():
        assert text == texts[row] and cells[row, 0] > 9


SYMBOLS = st.integers(3, 9).flatmap(
    lambda size: st.text(f".{'123456789'[:size]}", min_size=size**2, max_size=size**2)
)
REST = st.one_of(
    st.text(" ,;#.0123456789|-+x", max_size=24),
    st.sampled_from([f"{' 1234123412341234' * 15}", ",1" * 80, " 1 2 3 4" * 30, " # 1", " |"]),
)


@settings(max_examples=examples(300))
@given(SYMBOLS, REST, st.integers(4, 9), st.booleans())
def test_a_line_that_the_core_takes_is_what_the_notations_read(
    symbols: str, rest: str, size: int, alone: bool
) -> None:
    text = symbols if alone else f"{symbols}{rest}"
    cells, others = native.read_lines([text], size)
    assert bool(others) or nonet.parse(text).cells == cells[0].tobytes()
    usual = Layout.of_size(size)
    assert bool(others) or nonet.parse(text, layout=usual).cells == cells[0].tobytes()
    if alone:
        assert bool(others) == (len(symbols) != size**2)


def test_small_lines_are_read_by_the_core() -> None:
    for size, mine in ((4, [FOUR, SMALL[2], SMALL[9]]), (6, [SIX, SMALL[10]])):
        _, others = native.read_lines([*SMALL, *SMALL_ODD], size)
        taken = {text for row, text in enumerate([*SMALL, *SMALL_ODD]) if row not in others}
        assert set(mine) <= taken and not taken & {*SMALL_ODD, EASY}
    for size in (1, 2, 3, 10, 16):
        assert native.read_lines(["1" * size**2], size)[1]


# solve_many


def read_one_by_one(
    lines: list[str | bytes], layout: Layout | None
) -> tuple[Layout, list[bytes | None], dict[int, str]]:
    """Read as the docs say: the first good line decides the layout."""
    rows: list[bytes | None] = []
    errors = {}
    for row, line in enumerate(lines):
        try:
            puzzle = nonet.parse(line, layout=layout)
        except ParseError as error:
            errors[row] = str(error)
            rows.append(None)
        else:
            layout = puzzle.layout
            rows.append(puzzle.cells)
    return layout or Layout(3, 3), rows, errors


def check_batch(
    found: nonet.BatchResult, lines: list[str | bytes], layout: Layout | None, limit: Limit
) -> None:
    layout, rows, errors = read_one_by_one(lines, layout)
    joined = b"".join(row or bytes(layout.cell_count) for row in rows)
    cells = np.frombuffer(joined, dtype=np.uint8).reshape(len(rows), layout.cell_count)
    expected = nonet.solve_many(cells, limit=limit, layout=layout)
    status = np.where([row is None for row in rows], np.uint8(Status.MALFORMED), expected.status)
    assert found.layout == layout
    assert {row: str(error) for row, error in found.errors.items()} == errors
    assert list(found.errors) == sorted(errors)
    assert found.status.tolist() == status.tolist()
    good = np.array([row is not None for row in rows], dtype=bool)
    assert np.array_equal(found.solutions[good], expected.solutions[good])
    assert not found.solutions[~good].any()


LAYOUTS = st.sampled_from([None, None, Layout(3, 3), Layout(2, 3), Layout(3, 2), Layout(2, 2)])
FEW = Limit(nodes=20)


@given(st.lists(TEXTS, max_size=8), LAYOUTS, st.booleans())
def test_a_list_is_read_as_line_by_line(
    texts: list[str], layout: Layout | None, as_bytes: bool
) -> None:
    lines: list[str | bytes] = [
        text.encode(errors="replace") if as_bytes else text for text in texts
    ]
    check_batch(nonet.solve_many(lines, limit=FEW, layout=layout), lines, layout, FEW)  # type: ignore[arg-type]


@given(st.lists(st.tuples(LINES, ENDS), max_size=8), LAYOUTS, st.booleans())
def test_bytes_are_read_as_line_by_line(
    pairs: list[tuple[bytes, bytes]], layout: Layout | None, bom: bool
) -> None:
    data = b"".join(line + end for line, end in pairs)
    lines: list[str | bytes] = [
        line for line in data.splitlines() if line.strip() and not line.lstrip().startswith(b"#")
    ]
    data = b"\xef\xbb\xbf" * bom + data
    if not bom and data.startswith(b"\xef\xbb\xbf"):
        return
    check_batch(nonet.solve_many(data, limit=FEW, layout=layout), lines, layout, FEW)


def test_a_text_without_utf8_is_one_bad_row() -> None:
    result = nonet.solve_many([EASY, f"{EASY} \ud800", "\ud800"])
    assert result.status[0] == Status.UNIQUE and 2 in result.errors


# The command


def solve_one_by_one(data: bytes, name: str) -> tuple[list[str], list[str]]:
    """Return the answers and the complaints of the slowest way."""
    answers, complaints = [], []
    for number, text in iter_lines(io.BytesIO(data)):
        try:
            puzzle = Reading(worded=in_options).parse(Item(text, name, number))
        except ParseError as error:
            answers.append(MALFORMED)
            complaints.append(f"nonet: {error}")
        else:
            batch = nonet.solve_many([puzzle])  # type: ignore[list-item]
            solution = str(Puzzle(batch.solutions[0].tobytes(), puzzle.layout))
            answers.append(f"{solution} {Status(batch.status[0]).word}")
    return answers, complaints


@contextlib.contextmanager
def sizes(block: int, most: int, most_odd: int) -> Iterator[None]:
    """Make every part of the reading small, so that a short text goes through many of them."""
    with (
        patch.object(pipeline, "_MOST", most),
        patch.object(reading, "MOST_ODD", most_odd),
        patch.object(streams, "BLOCK", block),
    ):
        yield


SIZES = st.sampled_from([1, 7, 100, 1000, 1 << 20])


def check_file(data: bytes, how: tuple[int, int, int], pack: bool) -> None:
    """Compare the command's answers, complaints and exit code with those of the slowest way."""
    with tempfile.TemporaryDirectory() as folder, sizes(*how):
        source, target = Path(folder, "in.txt"), Path(folder, "out.gz" if pack else "out.txt")
        source.write_bytes(gzip.compress(data, 1) if pack else data)
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            code = run_command(["solve", str(source), "-o", str(target)])
        written = target.read_bytes()
        written = gzip.decompress(written) if pack else written
        answers, complaints = solve_one_by_one(data, str(source))
    assert written.decode() == "".join(f"{answer}\n" for answer in answers)
    assert said.getvalue().splitlines() == complaints
    assert code == (2 if complaints else 0)


@settings(max_examples=examples(150))
@given(
    st.lists(st.tuples(LINES, ENDS), max_size=12),
    st.tuples(SIZES, SIZES, st.sampled_from([1, 2, 4096])),
    st.booleans(),
    st.booleans(),
    st.sampled_from([f"{EASY}\n{HARD}\n", f"{FOUR}\n" * 5, f"{SIX}\n{EASY}\n{SIX}\n"]),
)
def test_a_file_is_answered_as_line_by_line(
    pairs: list[tuple[bytes, bytes]], how: tuple[int, int, int], cut: bool, pack: bool, head: str
) -> None:
    # Some lines to begin with, or the text might be one puzzle in several.
    data = head.encode() + b"".join(line + end for line, end in pairs)
    check_file(data.rstrip(b"\r\n") if cut else data, how, pack)


@pytest.mark.parametrize("size", [1 << 16, 1 << 20])
@pytest.mark.parametrize("pack", [False, True], ids=["plain", "gzip"])
def test_a_long_line_is_cut_wherever_it_stands(size: int, pack: bool) -> None:
    lines = [f"{EASY} {'x' * (LONGEST_LINE + more)}" for more in (1, 99, 500_000)]
    data = "".join(f"{EASY}\n{line}\n" for line in [HARD, *lines, *lines]).encode()
    check_file(data, (size, size, 4096), pack)


def test_a_packed_file_damaged_far_in_is_answered_up_to_there(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    digits = rng.integers(49, 58, (60_000, 82), dtype=np.uint8)
    digits[:, 81] = 10
    whole = gzip.compress(digits.tobytes(), 1)
    (tmp_path / "in.gz").write_bytes(whole[: len(whole) // 2])
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        assert run_command(["solve", str(tmp_path / "in.gz"), "-o", str(tmp_path / "out")]) == 2
    answers = (tmp_path / "out").read_text().splitlines()
    assert 28_000 < len(answers) < 32_000 and answers[-1] == MALFORMED
    assert {answer.split()[1] for answer in answers[:-1]} == {"no-solution"}
    assert (
        f"line {len(answers)}: expected a whole gzip file, found a damaged one" in said.getvalue()
    )


def test_an_empty_packed_answer_is_a_gzip_file(tmp_path: Path) -> None:
    stream = streams.create_text(str(tmp_path / "out.gz"), is_packed=True)
    stream.close()
    stream.close()
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()) == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("name", ["out", "out.gz"])
def test_a_full_disk_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / name).symlink_to("/dev/full")
    stream = streams.create_text(str(tmp_path / name), is_packed=name == "out.gz")
    stream.write("x")
    with pytest.raises(OSError, match="No space"):
        stream.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_told_before_the_end() -> None:
    stream = streams.create_text("/dev/full", is_packed=False)

    def write_on() -> None:
        while True:
            stream.write("x" * 100_000)

    with pytest.raises(OSError, match="No space"):
        write_on()
    with contextlib.suppress(OSError):
        stream.close()


def test_reading_ahead_can_end_at_any_time() -> None:
    endless = io.BufferedReader(io.FileIO("/dev/zero"))
    ahead = streams.ReadAhead(endless)
    assert len(ahead.read1(1)) >= 1 << 20
    ahead.close()
    endless.close()
    short = streams.ReadAhead(io.BufferedReader(io.BytesIO(b"abc")))  # type: ignore[arg-type]
    assert [short.read1(1) for _ in range(3)] == [b"abc", b"", b""]
    short.close()


# Memory

PROBE = (
    "import sys; from nonet.cli import run; code = run(sys.argv[1:]);"
    "print(code, open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
)


def peak_of(*args: str) -> tuple[int, int, str]:
    """Run a command; return its exit code, its peak memory in MB, and what it said."""
    run = subprocess.run(
        [sys.executable, "-c", PROBE, *args], capture_output=True, text=True, check=True
    )
    code, kilobytes = run.stdout.split()
    return int(code), int(kilobytes) // 1024, run.stderr


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize(("source", "target"), [("in", "out"), ("in.gz", "out.gz")])
def test_memory_stays_small(tmp_path: Path, source: str, target: str) -> None:
    data = f"{EASY_SOLUTION}\n".encode() * 400_000
    (tmp_path / source).write_bytes(gzip.compress(data, 1) if source == "in.gz" else data)
    code, peak, _ = peak_of("solve", str(tmp_path / source), "-o", str(tmp_path / target))
    assert code == 0 and peak < 200
    written = (tmp_path / target).read_bytes()
    text = gzip.decompress(written) if target == "out.gz" else written
    assert text == f"{EASY_SOLUTION} unique\n".encode() * 400_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_line_without_end_is_refused_in_little_memory(tmp_path: Path) -> None:
    with (tmp_path / "in").open("wb") as stream:
        stream.write(f"{EASY}\n".encode())
        for _ in range(300):
            stream.write(b"1" * (1 << 20))
        stream.write(f"\n{EASY}\n".encode())
    code, peak, said = peak_of("solve", str(tmp_path / "in"), "-o", str(tmp_path / "out"))
    assert code == 2 and peak < 200
    assert f"in, line 2, column {LONGEST_LINE + 1}: expected a line of at most" in said
    words = [line.split()[1] for line in (tmp_path / "out").read_text().splitlines()]
    assert words == ["unique", "malformed", "unique"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["lines", "JSON"])
@pytest.mark.parametrize("void", ["\n", "#\n", "    \n"], ids=["empty", "comments", "blanks"])
def test_lines_without_puzzles_take_no_memory(
    tmp_path: Path, options: list[str], void: str
) -> None:
    many = void * 600_000
    (tmp_path / "in").write_text(f"{many}{EASY}\noops\n{many}oops\n")
    args = ["solve", *options, str(tmp_path / "in"), "-o", str(tmp_path / "out")]
    code, peak, said = peak_of(*args)
    assert code == 2 and peak < 100
    assert "in, line 600002" in said and "in, line 1200003" in said
    assert len((tmp_path / "out").read_text().splitlines()) == 3


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize("void", quick_first(1, [b"\n", b"  \n"]), ids=["empty", "blanks"])
def test_nothing_at_all_is_one_complaint(tmp_path: Path, void: bytes) -> None:
    (tmp_path / "in").write_bytes(void * 600_000)
    code, peak, said = peak_of("solve", str(tmp_path / "in"))
    assert code == 2 and peak < 100
    assert "expected a puzzle" in said and said.count("\n") == 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_long_lines_are_seen_to_be_a_list_early(tmp_path: Path) -> None:
    with (tmp_path / "in").open("wb") as stream:
        for _ in range(900):
            stream.write(b"1 " * 150_000 + b"\n")
    code, peak, _ = peak_of("solve", str(tmp_path / "in"), "-o", str(tmp_path / "out"))
    assert code == 2 and peak < 200
    assert (tmp_path / "out").read_text() == f"{MALFORMED}\n" * 900


def test_a_first_row_of_blanks_is_part_of_a_grid(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").write_text("# a comment\n    \n  1 \n2 4 \n 3  \n")
    assert run_command(["convert", "--to", "line", str(tmp_path / "in")]) == 0
    assert capfd.readouterr().out == "......1.2.4..3.. # a comment\n"
