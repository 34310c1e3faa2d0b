"""Whatever a refusal advises works: every option of it is tried on many inputs that are refused."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import nonet
from boards import EASY, FOUR, HARD, JIGSAW, OTHER
from cases import quick_first
from nonet import ArgumentError, Layout, ParseError, Puzzle
from nonet.cli import run as run_command
from nonet.cli.advice import READING
from nonet.core.errors import Advice
from nonet.notations.catalog import NOTATIONS
from nonet.text.symbols import BLANKS, alphabets

SPOILERS = [" ", ".", "1", "|", "#", "\n", "A", "X", "0", " easy", ", 3", "-"]
OPTIONS: dict[str, list[Any]] = {
    "blank": list(BLANKS),
    "frame": [True, False],
    "separator": [" ", ",", ", ", "|"],
}


def written(source: random.Random, puzzle: Puzzle) -> str:
    """Return a text as others would write it, without a marker."""
    module = NOTATIONS[source.choice(["line", "grid", "numbers", "marks", "sized", "sdk"])]
    values = OPTIONS | {"alphabet": list(alphabets(puzzle.layout.size))}
    known = [*inspect.signature(module.format).parameters][1:]
    text: str = module.format(puzzle, **{name: source.choice(values[name]) for name in known})
    return text


def spoiled(source: random.Random, text: str) -> str:
    """Return a text that somebody has damaged, or that was copied badly."""
    chance, place = source.random(), source.randrange(len(text) + 1)
    if chance < 0.2:
        return text.replace("\n", source.choice([" ", ",", ""]))
    return text[:place] + source.choice(SPOILERS) + text[place:] if chance < 0.6 else text


def board(source: random.Random) -> Puzzle:
    size = source.choice([*range(1, 10), *range(1, 37)])
    digits = range(1, source.choice([1, min(3, size), size]) + 1)
    share = source.choice([0, 1 / size**2, 0.02, 0.3, 1])
    cells = (source.choice(digits) * (source.random() < share) for _ in range(size * size))
    return Puzzle(bytes(cells), Layout.of_size(size))


def layout_of(shape: str) -> Layout:
    rows, columns = map(int, shape.split("x"))
    return Layout(rows, columns)


def advice_about(text: str) -> Advice | None:
    """Return what is advised where a text is refused."""
    try:
        nonet.parse(text)
    except ParseError as error:
        return error.advice
    return None


def ways_of(advice: Advice) -> list[dict[str, Any]]:
    """Return what a call can be told to follow an advice, each way by itself."""
    to_value = layout_of if advice.keyword == "layout" else str
    return [{advice.keyword: to_value(choice)} for choice in advice.choices]


@pytest.mark.parametrize("seed", quick_first(2, range(8)))
def test_advice_about_a_text_works(seed: int) -> None:
    source = random.Random(seed)
    followed: Counter[str] = Counter()
    for _ in range(400):
        puzzle = board(source)
        try:
            text = spoiled(source, written(source, puzzle))
        except ArgumentError:
            continue
        advice = advice_about(text)
        if advice is None or advice.about:
            continue  # What a frame has to be told is tried below.
        read = [nonet.parse(text, **way) for way in ways_of(advice)]
        followed[advice.keyword] += len(read)
        assert len(set(read)) == len(read) > 1, (advice, text)
    assert followed["alphabet"] > 9


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        (NOTATIONS["grid"].format(JIGSAW), JIGSAW.layout),
        ("12|....\n....|..\n......\n......\n......\n......", Layout(2, 3)),
        ("12.|...\n...|...\n---+---\n...|...\n...|...\n...|...\n...|...", Layout(3, 2)),
        ("12.|..|.\n...|..|.\n...|..|.\n...|..|.\n...|..|.\n...|..|.", Layout(3, 2)),
    ],
    ids=["regions", "other bars", "rules", "uneven bars"],
)
def test_advice_about_a_frame_works(text: str, layout: Layout) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(text)
    advice = caught.value.advice
    assert advice is not None and advice.keyword == "layout"
    assert nonet.parse(text, layout=layout).layout == layout


def one_given(size: int) -> str:
    return str(
        NOTATIONS["numbers"].format(Puzzle(b"\1" + bytes(size**2 - 1), Layout.of_size(size)))
    )


REFUSED = {
    "a board of 36x36 with one given": one_given(36),
    "a board of 16x16 with one given": one_given(16),
    "a board of 4x4 with one given": one_given(4),
    "four lines of four": "1...\n..2.\n....\n....\n",
    "four lines of four with commas": "1,0,0,0\n0,0,2,0\n0,0,0,0\n0,0,0,0\n",
    "nine lines of nine": "1........\n" * 9,
    "too few symbols": f"{'A':.<256}\n",
    "a line of 8x8": f"{'1':.<64}\n",
    "three rows of three": "2 0 1\n1 0 0\n0 0 0\n",
    "two columns": f"puzzle,question\n{EASY},{HARD}\n",
}


@pytest.mark.parametrize("name", REFUSED)
def test_advice_about_a_file_works(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(REFUSED[name])
    with pytest.raises(ParseError) as caught:
        list(nonet.read(path))
    advice = caught.value.advice
    assert advice is not None
    option, _ = READING[advice.keyword, advice.about]
    assert run_command(["convert", str(path)]) == 2
    said = capfd.readouterr().err
    read = []
    choices = advice.choices or ("puzzle=puzzle", "puzzle=question")
    for choice in choices:
        assert not advice.choices or f"{option} {choice}" in said
        assert run_command(["convert", str(path), option, choice]) == 0, said
        read.append(capfd.readouterr().out)
    assert len(set(read)) == len(read) > 1


def test_advice_to_call_another_function_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("q.csv").write_text(f"puzzle,level\n{FOUR},easy\n{OTHER},easy\n")
    with pytest.raises(ParseError) as caught:
        nonet.solve("q.csv")
    assert caught.value.advice is not None
    found = eval(caught.value.advice.instead, {"nonet": nonet})
    assert [str(puzzle) for puzzle in found] == [FOUR, OTHER]


def test_boards_are_advised_as_python_writes_them() -> None:
    with pytest.raises(ParseError, match=r"say which: layout=Layout\(1, 3\) or Layout\(1, 1\)"):
        nonet.parse("       1 ")
