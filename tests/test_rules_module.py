"""`nonet.rules`: names, texts and plain data, and what they say when something is wrong."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import ArgumentError, Layout, NonetError, ParseError, UnknownRuleError, rules
from nonet.core.rule_texts import check_rules
from nonet.rules import Candidates, Different, House, NamedRule

FOUR, SIXTEEN = Layout(2, 2), Layout(4, 4)


def test_it_is_there_when_it_is_asked_for() -> None:
    probe = "import sys, nonet; a = 'nonet.rules' in sys.modules; nonet.rules; print(a)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.stdout == "False\n"
    assert "rules" in dir(nonet) and all(hasattr(rules, name) for name in rules.__all__)


def test_names_and_what_they_forbid() -> None:
    assert rules.names() == tuple(sorted(rules.names()))
    assert {"anti-king", "anti-knight", "diagonals", "disjoint-groups", "windoku"} < {
        *rules.names()
    }
    for name in rules.names():
        assert rules.summary(name).endswith(".")
        assert all(isinstance(rule, NamedRule) for rule in rules.named(name))
    with pytest.raises(UnknownRuleError, match=r"did you mean 'diagonals'\? \(see: nonet rules\)"):
        rules.named("diagonal")


@pytest.mark.parametrize(
    ("text", "layout", "found"),
    [
        ("diagonals", FOUR, (NamedRule("diagonal-down"), NamedRule("diagonal-up"))),
        (" Anti-Knight ", FOUR, (NamedRule("anti-knight"),)),
        ("house r1c1 r2c2 R3C3 r4c4", FOUR, (House((0, 5, 10, 15)),)),
        ("different r4c4 r1c1", FOUR, (Different((0, 15)),)),
        ("candidates r1c2=13", FOUR, (Candidates(1, (1, 3)),)),
        ("candidates r1c2=1,3", FOUR, (Candidates(1, (1, 3)),)),
        ("candidates r1c2=none", FOUR, (Candidates(1, ()),)),
        ("candidates r1c2=12", SIXTEEN, (Candidates(1, (12,)),)),
        ("candidates r1c2=1,2 r1c3=16", SIXTEEN, (Candidates(1, (1, 2)), Candidates(2, (16,)))),
        ("anti-king;candidates r1c1=1", FOUR, (NamedRule("anti-king"), Candidates(0, (1,)))),
    ],
)
def test_texts(text: str, layout: Layout, found: tuple[rules.Rule, ...]) -> None:
    check_rules(text)
    assert rules.parse(text, layout) == found
    assert rules.parse(rules.format(found, layout), layout) == found


def test_candidates_share_a_word() -> None:
    found = (Candidates(0, (1,)), Candidates(1, (1, 2)), NamedRule("anti-king"))
    assert rules.format(found) == "candidates r1c1=1 r1c2=12; anti-king"
    assert rules.format(found[1], SIXTEEN) == "candidates r1c2=1,2"


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("windoko", UnknownRuleError, "no rule named 'windoko'; did you mean 'windoku'?"),
        ("hose r1c1", UnknownRuleError, "did you mean 'house'?"),
        ("", ParseError, "column 1: expected a rule, found the end"),
        ("anti-king;", ParseError, "column 11: expected a rule, found the end"),
        ("; anti-king", ParseError, "column 1: expected a rule, found ';'"),
        ("anti-king r1c1", ParseError, "column 11: expected nothing after anti-king, found 'r1c1'"),
        ("house", ParseError, "column 6: expected cells such as r4c7, found the end"),
        ("different r1c1 a", ParseError, "column 16: expected a cell"),
        ("different r1c1 r0c1", ParseError, "column 16: expected a cell"),
        ("candidates", ParseError, "column 11: expected cells and digits such as r4c7=135"),
        ("candidates r1c1", ParseError, "column 12: expected cells and digits"),
        ("candidates r1c1=x", ParseError, "column 12: expected cells and digits"),
        ("candidates x=1", ParseError, "column 12: expected a cell"),
    ],
)
def test_texts_that_are_no_rule_anywhere(text: str, kind: type[Exception], message: str) -> None:
    for read in (rules.parse, check_rules):
        with pytest.raises(kind) as caught:
            read(text)
        assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("different r1c1 r1c5", ParseError, "column 16: expected a cell from r1c1 to r4c4"),
        ("different r1c1 r1c1", ParseError, "column 16: expected cells that differ"),
        ("candidates r1c1=15", ParseError, "column 17: expected digits from 1 to 4, found 5"),
        ("house r1c1", ArgumentError, "rule house: expected 4 cells, found 1"),
        ("different r1c1", ArgumentError, "rule different: expected two cells or more"),
    ],
)
def test_texts_that_are_no_rule_of_a_board(text: str, kind: type[Exception], message: str) -> None:
    check_rules(text)
    with pytest.raises(kind) as caught:
        rules.parse(text, FOUR)
    assert message in str(caught.value)
    with pytest.raises(kind):
        nonet.parse("." * 16, rules=text)


def test_a_call_says_which_rule_is_wrong() -> None:
    with pytest.raises(ParseError, match=r"^rule 'house x', column 7: expected a cell from"):
        nonet.solve("." * 16, rules=["anti-king", "house x"])


@given(st.text("acdehiorstu -=;,r1c9", max_size=30))
def test_any_text_is_rules_or_refused(text: str) -> None:
    try:
        found = rules.parse(text)
    except NonetError:
        return
    assert rules.parse(rules.format(found)) == found


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"rule": 5},
        {"rule": "sum"},
        {"rule": "house"},
        {"rule": "house", "cells": ["r1c1"], "digits": [1]},
        {"rule": "house", "cells": [0, 1, 2, 3]},
        {"rule": "house", "cells": ["r1c1", "r1c1", "r1c2", "r1c3"]},
        {"rule": "house", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "label": 5},
        {"rule": "candidates", "cells": ["r1c1", "r1c2"], "digits": [1]},
        {"rule": "candidates", "cells": ["r1c1"], "digits": [True]},
        {"rule": "candidates", "cells": ["r1c1"], "digits": [5]},
        {"rule": "diagonals"},
        {"rule": "anti-king", "label": "x"},
    ],
)
def test_data_that_is_no_rule(data: Any) -> None:
    with pytest.raises(NonetError):
        rules.from_dict(data, FOUR)


def test_data_keeps_labels() -> None:
    house = House((0, 1, 2, 3), "the top")
    assert rules.from_dict(house.to_dict(FOUR), FOUR).name == "the top"
