"""The public variant puzzles: those that our rules can say are solved, all others are refused.

They are f-puzzles documents and links, or texts of Interactive Sudoku Solver (ISS), of which the
few that need only our rules are written as such here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import nonet
from corpora import read_cases
from nonet import Layout, ParseError, Puzzle, Status
from nonet.rules import Candidates, Different, House, NamedRule, Rule

SOLVED, REFUSED, ISS = 51, 112, 3
"""Documents solved and refused by name; and texts of ISS that our rules can say: windoku 16x16, and
two puzzles with digits from 0. The other 77 of the 243 cases have no document that nonet reads.
"""


@pytest.fixture(scope="module")
def cases(data: Path) -> list[dict[str, Any]]:
    return read_cases(data / "variants/variant_cases_public.jsonl")


def _constraints(case: dict[str, Any]) -> list[str]:
    """Name the constraints of a document that nonet has no rule for, in their order."""
    ours = {
        *("size", "grid", "title", "author", "ruleset", "solution", "metadata"),
        *("line", "rectangle", "circle", "text", "cage", "extraregion", "odd", "even"),
        *("antiknight", "antiking", "diagonal+", "diagonal-", "disjointgroups"),
        *("disabledlogic", "truecandidatesoptions", "highlightConflicts"),
    }
    members = case["fpuzzles_json"]
    names = [name for name, value in members.items() if value and name not in ours]
    cages = members.get("killercage", ())
    if names == ["killercage"] and not any(cage.get("value") for cage in cages):
        return []
    return names


def test_documents_are_solved_or_refused_by_name(cases: list[dict[str, Any]]) -> None:
    counts: Counter[str] = Counter()
    for case in cases:
        if case["fpuzzles_json"] is None:
            continue
        texts = [json.dumps(case["fpuzzles_json"]), case["fpuzzles_url"]]
        unknown = _constraints(case)
        for text in filter(None, texts):
            if unknown:
                with pytest.raises(ParseError) as caught:
                    nonet.parse(text)
                assert any(f"the constraint {name!r}" in caught.value.found for name in unknown)
            else:
                _assert_solved(nonet.parse(text), bytes(case["solution"]), case["name"])
        counts["refused" if unknown else "solved"] += 1
    assert (counts["solved"], counts["refused"]) == (SOLVED, REFUSED)


def _assert_solved(puzzle: Puzzle, solution: bytes, name: str) -> None:
    result = nonet.solve(puzzle)
    assert result.status is Status.UNIQUE, name
    assert result.solution is not None and result.solution.cells == solution, name
    assert nonet.check(result.solution, puzzle), name


def test_texts_of_iss_that_need_only_our_rules(cases: list[dict[str, Any]]) -> None:
    solved = 0
    for case in cases:
        if case["fpuzzles_json"] is None and case["iss"]:
            puzzle = _of_iss(case["iss"], case)
            if puzzle is not None:
                lowest = case["min_value"]
                solution = bytes(digit - lowest + 1 for digit in case["solution"])
                _assert_solved(puzzle, solution, case["name"])
                solved += 1
            with pytest.raises(ParseError):
                nonet.parse(case["iss"])
    assert solved == ISS


_ISS_NAMES = {"Windoku": "windoku", "AntiKnight": "anti-knight", "AntiKing": "anti-king"}


def _of_iss(text: str, case: dict[str, Any]) -> Puzzle | None:
    """Return the puzzle of an ISS text, or None if it is about more than our rules."""
    size, lowest = case["size"], case["min_value"]
    if not case["rows"] == case["cols"] == case["num_values"] == size:
        return None
    rules: list[Rule] = []
    for part in filter(None, (part.strip() for part in text.split("."))):
        kind, *words = part.split("~")
        if kind in _ISS_NAMES:
            rules.append(NamedRule(_ISS_NAMES[kind]))
        elif kind == "Diagonal":
            rules.append(NamedRule("diagonal-up" if words == ["1"] else "diagonal-down"))
        elif kind == "":
            for word in words:
                name, *digits = word.split("_")
                cell = _iss_cell(name, size)
                rules.append(Candidates(cell, tuple(int(d) - lowest + 1 for d in digits)))
        elif kind != "Shape":
            return None
    return Puzzle(bytes(size * size), Layout.of_size(size), rules=tuple(rules))


def _iss_cell(name: str, size: int) -> int:
    match = re.fullmatch(r"R(\w)C(\w)", name)
    assert match
    row, column = (int(part, 17) for part in match.groups())
    return (row - 1) * size + column - 1


def test_cases_without_one_solution(data: Path) -> None:
    counts: Counter[str] = Counter()
    expected = {"multiple": Status.MULTIPLE, "none": Status.NO_SOLUTION}
    for case in read_cases(data / "variants/variant_cases_nonunique.jsonl"):
        for text in filter(None, (json.dumps(case["fpuzzles_json"]), case["fpuzzles_url"])):
            if unknown := _constraints(case):
                with pytest.raises(ParseError) as caught:
                    nonet.parse(text)
                assert any(f"the constraint {name!r}" in caught.value.found for name in unknown)
            else:
                assert nonet.solve(nonet.parse(text)).status is expected[case["expected"]]
        counts["refused" if unknown else case["expected"]] += 1
    assert counts == {"multiple": 6, "none": 1, "refused": 12}


def test_their_rules_come_back_in_every_form(cases: list[dict[str, Any]]) -> None:
    kinds = set()
    for case in cases:
        if case["fpuzzles_json"] is None or _constraints(case):
            continue
        puzzle = nonet.parse(json.dumps(case["fpuzzles_json"]))
        kinds |= set(map(type, puzzle.rules))
        for notation in ("f-puzzles", "f-puzzles-link", "sudokupad"):
            assert nonet.parse(nonet.format(puzzle, notation)) == puzzle
        text = nonet.rules.format(puzzle.rules, puzzle.layout)
        assert not puzzle.rules or nonet.rules.parse(text, puzzle.layout) == puzzle.rules
    assert kinds == {House, Different, Candidates, NamedRule}
