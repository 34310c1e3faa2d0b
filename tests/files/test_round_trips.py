"""Whatever is written to a file is read back as the same puzzles, without an option."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from cases import examples, quick_share
from nonet import AmbiguityError, ArgumentError, Layout, Puzzle
from nonet.documents.catalog import DOCUMENTS
from nonet.files.writing import Form
from nonet.notations.catalog import NOTATIONS

NAMES = [None, *sorted(NOTATIONS), *sorted(DOCUMENTS)]


@st.composite
def lists_of_boards(draw: st.DrawFn) -> list[Puzzle]:
    """Boards of one size or of several; as many as one board has rows, again and again."""
    size = draw(st.one_of(st.integers(1, 9), st.integers(1, 36)))
    counts = [1, 2, 4, size, size * size] if size < 8 else [1, 2, min(size, 9)]
    count = draw(st.sampled_from(counts))
    source = draw(st.randoms(use_true_random=False))
    sizes = draw(st.sampled_from([[size], [size], [size, 4], list(range(1, 11))]))

    def board() -> Puzzle:
        layout = Layout.of_size(source.choice(sizes))
        share, last = source.choice([0, 0.02, 0.3, 1]), source.choice([1, 2, layout.size])
        digits = range(1, min(last, layout.size) + 1)
        cells = (
            source.choice(digits) * (source.random() < share) for _ in range(layout.cell_count)
        )
        return Puzzle(bytes(cells), layout)

    return [board() for _ in range(count)]


def check_file(puzzles: list[Puzzle], path: Path, name: str | None, **options: Any) -> None:
    try:
        nonet.write(puzzles, path, notation=name, **options)
    except ArgumentError:
        return
    assert list(nonet.read(path)) == puzzles


@pytest.mark.parametrize("name", quick_share(4, NAMES), ids=str)
@settings(max_examples=examples(15))
@given(st.data())
def test_a_file_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, name: str | None, data: st.DataObject
) -> None:
    suffix = data.draw(st.sampled_from([".txt", "", ".txt.gz", ".txt.zip"]))
    path = tmp_path_factory.mktemp("files") / f"puzzles{suffix}"
    check_file(data.draw(lists_of_boards()), path, name)


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("line", {"blank": " "}),
    ("line", {"blank": "0"}),
    ("grid", {"blank": " "}),
    ("grid", {"blank": "-", "frame": False}),
    ("grid", {"blank": " ", "frame": False}),
    ("marks", {"frame": False}),
    ("numbers", {"blank": "."}),
    ("sized", {"separator": ","}),
]


@pytest.mark.parametrize(("name", "options"), quick_share(2, OPTIONS), ids=str)
@settings(max_examples=examples(15))
@given(lists_of_boards())
def test_a_file_with_options_is_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    options: dict[str, Any],
    puzzles: list[Puzzle],
) -> None:
    check_file(puzzles, tmp_path_factory.mktemp("files") / "puzzles.txt", name, **options)


@pytest.mark.parametrize("size", [2, 3])
def test_as_many_lines_as_symbols_are_a_list(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.txt"
    boards = [Puzzle(bytes(size * size - 1) + b"\1", Layout.of_size(size))] * size**2
    nonet.write(boards, path)
    assert path.read_text().startswith(f"{boards[0]} # nonet: line\n")
    assert list(nonet.read(path)) == boards
    nonet.write(boards[1:], path)
    assert path.read_text() == f"{boards[0]}\n" * (size**2 - 1)
    assert list(nonet.read(path)) == boards[1:]


def test_a_board_in_an_unknown_alphabet_is_no_list(tmp_path: Path) -> None:
    """Most of its rows are empty, and 4x4 boards."""
    path = tmp_path / "a.txt"
    path.write_text("".join(f"{row:.<16}\n" for row in ["7", "..8", "9.7", *[""] * 13]))
    with pytest.raises(AmbiguityError, match="alphabet='1-9A-G' or '0-9A-F'"):
        list(nonet.read(path))


def test_a_board_of_numbers_is_no_list(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    board = Puzzle(b"\1" + bytes(36 * 36 - 1), Layout(6, 6))
    for notation in ("numbers", None):
        path.write_text(nonet.format(board, notation))
        assert list(nonet.read(path)) == [board]


def test_many_givens_one_by_one_are_one_puzzle(tmp_path: Path) -> None:
    board = Puzzle(bytes([33]) * 33**2, Layout.of_size(33))
    nonet.write([board], tmp_path / "a.txt", notation="triples")
    assert list(nonet.read(tmp_path / "a.txt")) == [board]


def test_what_cannot_be_told_apart_is_refused(tmp_path: Path) -> None:
    boards = [Puzzle(bytes(16), Layout(2, 2))] * 2
    message = r"would be ambiguous \(grid, blank=' ', frame=False\)"
    with pytest.raises(ArgumentError, match=message):
        nonet.write(boards, tmp_path / "a.txt", notation="grid", blank=" ", frame=False)
    nonet.write(boards, tmp_path / "a.zip", notation="grid", blank=" ", frame=False)
    assert list(nonet.read(tmp_path / "a.zip")) == boards


def test_small_tables_are_known_without_their_name(tmp_path: Path) -> None:
    boards = [nonet.parse("1..4..1.2.4..3..")]
    nonet.write(boards, tmp_path / "a.txt", notation="csv")
    assert (tmp_path / "a.txt").read_text() == '"puzzle"\n1..4..1.2.4..3..\n'
    assert list(nonet.read(tmp_path / "a.txt")) == boards


@pytest.mark.parametrize("name", [None, "grid", "sized", "marks"])
def test_a_puzzle_of_9x9_does_not_wait_for_the_next(name: str | None) -> None:
    form = Form(name, {})
    puzzle = Puzzle(bytes([9]) + bytes(80))
    taken = []

    def pairs() -> Any:
        for number in range(3):
            taken.append(number)
            yield puzzle, form.checked(puzzle)

    next(form.listed(pairs()))
    assert taken == [0]
