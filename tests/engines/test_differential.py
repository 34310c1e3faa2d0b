"""Engines against each other, the judge, and the plainest search there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY_SOLUTION, HARD, installed_engines, puzzles, twisted
from cases import examples, some
from corpora import checksum, read_corpus
from nonet import Layout, Limit, Puzzle, Status

SIZES = {"4x4": Layout(2, 2), "6x6": Layout(2, 3), "9x9": Layout(3, 3), "12x12": Layout(3, 4)}
CORPORA = [f"{size}-{status}" for size in SIZES for status in ("unique", "multiple", "no-solution")]
CAP = 30


def naive(puzzle: Puzzle) -> Iterator[bytes]:
    """Every solution in lexicographic order: the first empty cell, digit by digit."""
    cells, peers = bytearray(puzzle.cells), puzzle.layout.peers

    def fill(start: int) -> Iterator[bytes]:
        cell = cells.find(0, start)
        if cell < 0:
            yield bytes(cells)
            return
        for digit in range(1, puzzle.layout.size + 1):
            if all(cells[peer] != digit for peer in peers[cell]):
                cells[cell] = digit
                yield from fill(cell + 1)
                cells[cell] = 0

    if not puzzle.conflicts():
        yield from fill(0)


def agree(puzzle: Puzzle) -> list[bytes]:
    """Check every engine that takes the puzzle; return up to CAP solutions, sorted."""
    answers = set()
    for engine in installed_engines():
        if not engine.supports(puzzle):
            continue
        found = engine.solve(puzzle, CAP).solutions
        assert len(set(found)) == len(found)
        for solution in found:
            assert nonet.check(solution, puzzle)
        status = engine.solve(puzzle, 2).status
        count = engine.count(puzzle, CAP)
        sample = tuple(sorted(solution.cells for solution in found))
        answers.add((status, int(count), count.exact, sample if len(found) < CAP else ()))
    assert len(answers) == 1
    return sorted(solution.cells for solution in found)


def check_against_naive(puzzle: Puzzle) -> None:
    expected = []
    for solution in naive(puzzle):
        expected.append(solution)
        if len(expected) == CAP:
            break
    found = agree(puzzle)
    assert len(found) == len(expected)
    if len(expected) < CAP:
        assert found == expected


@settings(max_examples=examples(150))
@given(puzzles(Layout(2, 2)) | puzzles(Layout(1, 4)) | puzzles(Layout(2, 3)))
def test_random_small_boards(puzzle: Puzzle) -> None:
    check_against_naive(puzzle)


@settings(max_examples=examples(100))
@given(
    twisted(EASY_SOLUTION),
    st.sets(st.integers(0, 80), max_size=45),
    st.none() | st.tuples(st.integers(0, 80), st.sampled_from("123456789")),
)
@example(EASY_SOLUTION, set(), None)
@example(EASY_SOLUTION, set(range(45)), None)
def test_holes_and_wrong_digits(grid: str, holes: set[int], noise: tuple[int, str] | None) -> None:
    cells = ["." if cell in holes else digit for cell, digit in enumerate(grid)]
    if noise:
        cells[noise[0]] = noise[1]
    check_against_naive(Puzzle.from_line("".join(cells)))


@settings(max_examples=examples(60))
@given(puzzles(Layout(3, 3)))
def test_random_sparse_boards(puzzle: Puzzle) -> None:
    """Random givens: mostly contradictory or with very many solutions."""
    limit = Limit(solutions=5, nodes=20_000)
    native, python = (nonet.solve(puzzle, limit=limit, engine=e) for e in ("scalar", "reference"))
    assert (native.status, native.solutions) == (python.status, python.solutions)
    assert native.stats.nodes == python.stats.nodes
    assert all(nonet.check(solution, puzzle) for solution in native.solutions)


@settings(max_examples=25)
@given(twisted(HARD))
def test_symmetric_twins_have_one_solution_too(line: str) -> None:
    result = nonet.solve(line)
    assert result.status is Status.UNIQUE
    assert nonet.check(result.solution, line)
    assert nonet.solve(line, engine="reference").solution == result.solution


@pytest.mark.parametrize("name", CORPORA)
def test_our_corpora_are_what_their_headers_say(name: str) -> None:
    corpus = read_corpus(name)
    layout = SIZES[name.split("-")[0]]
    assert (len(corpus.puzzles), checksum(corpus.puzzles)) == (corpus.count, corpus.sha256)
    assert name.endswith(corpus.status)
    for line in some(corpus.puzzles, 4):
        puzzle = Puzzle.from_line(line, layout)
        statuses = {
            engine.solve(puzzle).status
            for engine in installed_engines()
            if engine.supports_layout(layout)
        }
        assert [status.word for status in statuses] == [corpus.status]
        assert not puzzle.conflicts()
