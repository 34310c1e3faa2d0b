"""HoDoKu's regression library: every live case, by its own rule.

All steps of a technique are found; those that match the digits of the case must have exactly the
result that it states, and there must be one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import nonet
from corpora import data_folder
from nonet import Step, native
from nonet.logic.checker import check_step
from nonet.logic.finding import ALL, native_board, step_of
from reference_logic import Case, read_reglib

_FISH = {"0": "x-wing", "1": "swordfish", "2": "jellyfish", "3": "squirmbag", "4": "whale"}
_KINDS = {
    "0": "",
    "1": "finned-",
    "2": "sashimi-",
    "3": "franken-",
    "4": "finned-franken-",
    "5": "mutant-",
    "6": "finned-mutant-",
}

TECHNIQUES = {
    "0000": "full-house",
    "0002": "hidden-single",
    "0003": "naked-single",
    "0100": "pointing",
    "0101": "claiming",
    "0110": "locked-pair",
    "0111": "locked-triple",
    "0200": "naked-pair",
    "0201": "naked-triple",
    "0202": "naked-quad",
    "0210": "hidden-pair",
    "0211": "hidden-triple",
    "0212": "hidden-quad",
    **{f"03{kind}{size}": _KINDS[kind] + _FISH[size] for kind in _KINDS for size in _FISH},
    **{
        f"03{kind}{size}1": f"siamese-{_KINDS[kind]}{_FISH[size]}"
        for kind in "1246"
        for size in _FISH
    },
    "0400": "skyscraper",
    "0401": "two-string-kite",
    "0402": "empty-rectangle",
    "0403": "turbot-fish",
    "0404": "dual-two-string-kite",
    "0405": "dual-empty-rectangle",
    "0500": "simple-colouring-trap",
    "0501": "simple-colouring-wrap",
    "0502": "multi-colouring-1",
    "0503": "multi-colouring-2",
    **{f"060{number - 1}": f"unique-rectangle-{number}" for number in range(1, 7)},
    "0606": "hidden-rectangle",
    "0607": "avoidable-rectangle-1",
    "0608": "avoidable-rectangle-2",
    "0610": "bug-1",
    "0701": "x-chain",
    "0702": "xy-chain",
    "0703": "remote-pair",
    "0706": "continuous-nice-loop",
    "0707": "discontinuous-nice-loop",
    "0708": "aic",
    "0709": "grouped-continuous-nice-loop",
    "0710": "grouped-discontinuous-nice-loop",
    "0711": "grouped-aic",
    "0800": "xy-wing",
    "0801": "xyz-wing",
    "0803": "w-wing",
    "0901": "als-xz",
    "0902": "als-xy-wing",
    "0903": "als-chain",
    "0904": "death-blossom",
    "1101": "sue-de-coq",
    "1201": "template-set",
    "1202": "template-delete",
}
"""Our names of the codes."""

BY_ELIMINATIONS = {f"07{number:02}" for number in range(6, 12)} | {
    *("0702", "0901", "0902", "0903", "0904", "1101"),
}
"""Codes whose cases are told apart by the digits that they eliminate."""

DUALS = {"0404", "0405"}
"""Codes of two patterns in one, of which the first counts: the other may have another digit."""


def options_off(case: Case) -> list[str]:
    """Return what a case does not allow."""
    code, variant = case.code, case.variant
    if code in ("0400", "0401", "0402"):
        small = [] if variant == "1" else ["small-empty-rectangles"]
        return ["duals", *small]
    if code.startswith("06"):
        return [] if variant == "2" else ["missing-candidates"]
    if code in ("0709", "0710", "0711"):
        allowed = variant in (("2",) if code == "0709" else ("3", "4"))
        return [] if allowed else ["als-nodes"]
    if code.startswith("09"):
        return [] if variant == "2" else ["als-overlap"]
    return []


def is_meant(case: Case, step: Step) -> bool:
    """Return whether a step has the digits of a case."""
    pairs = [*step.placements]
    if case.code in BY_ELIMINATIONS:
        pairs = [*step.eliminations]
    elif case.code in DUALS:
        pairs = [*next(mark.candidates for mark in step.marks if mark.candidates)]
    elif not pairs:
        marks = [mark for mark in step.marks if mark.role == "pattern"]
        marks = marks or [mark for mark in step.marks if mark.role != "fin"]
        pairs = [pair for mark in marks for pair in mark.candidates]
        pairs = pairs or [pair for mark in marks for link in mark.links for pair in link.start]
    return {digit for _, digit in pairs} == case.digits


def lengths_of(step: Step, length: int) -> set[int]:
    """Return what HoDoKu may count as the length of a chain.

    It counts an open chain through almost locked sets in two ways: with two and a half links inside
    every set, as in a loop, or by the cells of the sets. If it finds a chain from both ends, it
    states one length for each.
    """
    sets = [len(mark.cells) for mark in step.marks if mark.role.startswith("set-")]
    if step.technique != "grouped-aic":
        return {length}
    inside = sum(1 if cells == 2 else 2 * (cells - 1) for cells in sets)
    return {length, length - len(sets) * 5 // 2 + inside}


def problems_of(case: Case) -> Iterator[str]:
    """Name everything about a case that is not as it should be."""
    logic = native.logic_of(case.board.puzzle.geometry)
    name = TECHNIQUES[case.code]
    found = logic.find(native_board(case.board), name, ALL, options_off(case))
    lengths: set[int] = set()
    for raw in found:
        step = step_of(raw, case.board.layout.size)
        if not (verdict := check_step(case.board, step)):
            yield f"{step}: {verdict}"
        if not is_meant(case, step) or str(step) == FURTHER.get(case.line):
            continue
        lengths |= lengths_of(step, raw[-1])
        if case.must_fail:
            yield f"{step}: expected nothing"
        elif not (
            frozenset(step.eliminations) == case.eliminations
            and frozenset(step.placements) == case.placements
        ):
            yield f"{step}: expected {sorted(case.eliminations or case.placements)}"
    if not lengths and not case.must_fail:
        yield "nothing found"
    elif case.length is not None and lengths and case.length not in lengths:
        yield f"expected a chain of {case.length} links, found {sorted(lengths)}"


FURTHER = {
    1334: "grouped-aic: r8c4<>9, r8c5<>9",
    1350: "grouped-aic: r7c3<>7, r7c7<>5",
}
"""Lines with a step that the library rules out, for it expects a single conclusion. The checker
accepts the proofs of these steps, so here the library is incomplete."""


@cache
def _cases(folder: Path) -> dict[str, list[Case]]:
    cases = defaultdict(list)
    for case in read_reglib(folder):
        cases[case.code].append(case)
    return dict(cases)


def _codes() -> list[str]:
    folder = data_folder()
    return sorted(_cases(folder)) if folder else sorted(TECHNIQUES)


@pytest.mark.parametrize("code", _codes())
def test_every_case_of_a_code_has_the_stated_result(data: Path, code: str) -> None:
    problems = {
        case.line: found for case in _cases(data)[code] if (found := list(problems_of(case)))
    }
    assert not problems


@pytest.mark.parametrize("line", FURTHER)
def test_what_the_library_rules_out_is_proved(data: Path, line: int) -> None:
    (case,) = (case for case in read_reglib(data) if case.line == line)
    steps = nonet.find_steps(case.board, case.code, limit=None)
    step = next(step for step in steps if str(step) == FURTHER[line])
    assert is_meant(case, step)
    assert check_step(case.board, step)
    (solution,) = nonet.solve(case.board.puzzle).solutions
    assert all(solution.cells[cell] != digit for cell, digit in step.eliminations)
