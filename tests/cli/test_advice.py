"""Advice is data of an error; it becomes words in one place, for Python and for the command."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import nonet
from nonet.cli.advice import READING, WRITING, in_options
from nonet.core.errors import Advice, ArgumentError, ParseError
from nonet.files.writing import named_by_path

PACKAGE = Path(nonet.__file__).parent
TWO_ALPHABETS = "A" + "." * 255


def advice_of(text: str) -> Advice | None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(text)
    return caught.value.advice


def test_a_text_of_two_puzzles_names_the_choices() -> None:
    advice = advice_of(TWO_ALPHABETS)
    assert advice is not None and advice.keyword == "alphabet"
    assert {"1-9A-G", "0-9A-F"} <= set(advice.choices)
    assert advice_of("5..") is None


def test_an_error_says_its_advice_once() -> None:
    error = ParseError("one notation", "two", line=3, advice=Advice("notation", ("grid", "line")))
    said = "line 3: expected one notation (say which: notation='grid' or 'line'), found two"
    assert str(error) == said and error.expected == "one notation"
    moved = error.at(line=7, source="a.txt")
    assert moved.advice == error.advice and str(moved) == f"a.txt, {said.replace('3', '7')}"


@pytest.mark.parametrize(
    ("advice", "python", "command"),
    [
        (Advice("notation", ("a", "b")), "notation='a' or 'b'", "--from a or --from b"),
        (Advice("alphabet", ("A-P",)), "alphabet='A-P'", "--alphabet A-P"),
        (Advice("layout"), "layout=...", "--box RxC"),
        (Advice("layout", about="boxes"), "layout=...", "--box RxC"),
        (Advice("layout", about="regions"), "layout=...", "--regions ..."),
        (Advice("columns"), "columns={'puzzle': NAME}", "--column puzzle=NAME"),
    ],
)
def test_the_command_words_advice_by_its_data(advice: Advice, python: str, command: str) -> None:
    lead = f"say which {advice.about}".strip()
    error = ParseError("notation=, layout=...", "columns=", advice=advice)
    assert str(error) == f"expected notation=, layout=... ({lead}: {python}), found columns="
    worded = in_options(error)
    assert str(worded) == f"expected notation=, layout=... ({lead}: {command}), found columns="


def test_alternatives_are_told_as_such() -> None:
    assert str(Advice("layout", about="boxes", is_alternative=True)).startswith(
        "or say which boxes"
    )


def test_advice_where_something_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.files.writing.formats_of_path", lambda path: ["ss", "sdk"])
    with pytest.raises(ArgumentError) as caught:
        named_by_path("a.b")
    assert str(caught.value).endswith("; say which: notation='ss' or 'sdk'")
    assert str(in_options(caught.value, WRITING)).endswith("; say which: --to ss or --to sdk")


def test_every_advice_in_the_package_has_an_option() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for keyword, rest in re.findall(r'(?<!str\()Advice\("(\w+)"(.*)', text):
            about = re.search(r'about="(\w+)"', rest)
            found.add((keyword, about[1] if about else ""))
        found |= {(keyword, "") for keyword in re.findall(r'\bkeyword="(\w+)"', text)}
    assert found == set(READING)


def test_errors_with_advice_travel_between_processes() -> None:
    for error in (
        ParseError("a", "b", line=1, advice=Advice("layout", about="boxes")),
        ArgumentError("no", advice=Advice("notation", ("a",))),
        ArgumentError(expected="a", found="b"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error) and vars(again) == vars(error)


def test_expected_and_found_of_an_argument() -> None:
    with pytest.raises(ArgumentError) as caught:
        nonet.Limit(nodes=0)
    assert (caught.value.expected, caught.value.found) == ("an integer of 1 or more", "0")
    assert str(caught.value).startswith("nodes: expected an integer of 1 or more, or None")
    with pytest.raises(ArgumentError) as caught:
        nonet.Layout.of_regions("1112")
    assert caught.value.found == "3 cells of '1'"
    assert str(caught.value) == "expected 2 regions of 2 cells, found 3 cells of '1'"
    assert str(ArgumentError("as it is")) == "as it is"


def test_no_module_parses_the_message_of_an_error() -> None:
    surgery = re.compile(r"str\(error\)\.(?:partition|removeprefix|replace)|in str\(error\)")
    for path in PACKAGE.rglob("*.py"):
        assert surgery.search(path.read_text(encoding="utf-8")) is None, path
