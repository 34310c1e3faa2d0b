"""What a notebook shows of verdicts and batches: every count, every problem, in plain sight."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import nonet
from boards import EASY, EASY_SOLUTION, FOUR, FOUR_SOLUTION, HARD
from browser import DESK, PHONE, Show
from nonet import Layout, Verdict

SVG = "{http://www.w3.org/2000/svg}"
BATCH = nonet.solve_many([EASY] * 12 + [HARD] * 3 + ["." * 81, "55" + EASY[2:]] + ["oops"] * 7)


def parsed(html: str) -> ElementTree.Element:
    """The tree of what is shown; it is XML as well, apart from its style."""
    return ElementTree.fromstring(html)


def lines_of(html: str, tag: str = "tr") -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in line] for line in parsed(html).iter(tag)]


def texts(html: str, tag: str) -> list[str]:
    return ["".join(item.itertext()) for item in parsed(html).iter(tag)]


def clashing(html: str) -> int:
    kinds = (part.get("class", "") for part in parsed(html).iter(f"{SVG}rect"))
    return sum(kind == "clashing line frame" for kind in kinds)


def test_a_batch_shows_how_many_rows_have_each_status() -> None:
    html = BATCH._repr_html_()
    lines = [line[:3] for line in lines_of(html)]
    assert "24 rows of 9x9." in texts(html, "p")[0]
    for status, count in BATCH.counts().items():
        assert [status.word, str(count), f"{100 * count / 24:.1f} %"] in lines
    assert texts(html, "li")[0].startswith("row 17: ") and texts(html, "li")[5:] == [
        "and 2 more rows"
    ]


def test_a_batch_shows_how_many_guesses_its_rows_took() -> None:
    lines = [line[:2] for line in lines_of(BATCH._repr_html_()) if len(line) == 3]
    shown = {name: int(count) for name, count in lines[1:]}
    taken = BATCH.guesses[BATCH.status != nonet.Status.MALFORMED]
    assert lines[0] == ["guesses", "rows"]
    assert shown["none"] == (taken == 0).sum() and sum(shown.values()) == len(taken)
    assert shown["10 to 99"] == ((taken >= 10) & (taken < 100)).sum()


def test_a_batch_without_rows_or_without_readable_ones() -> None:
    empty = nonet.solve_many(np.zeros((0, 81), dtype=np.uint8))._repr_html_()
    assert "0 rows of 9x9." in empty and not lines_of(empty)
    bad = nonet.solve_many(["oops"], layout=Layout(3, 3))._repr_html_()
    assert "1 row of 9x9." in bad and [line[0] for line in lines_of(bad)] == ["status", "malformed"]


@pytest.mark.parametrize(
    ("solution", "puzzle", "marked", "problem"),
    [
        (EASY_SOLUTION, EASY, 0, None),
        ("1" + EASY_SOLUTION[1:], EASY, 3, "r1c1 is 1, but 5 is given"),
        (EASY, None, 0, "51 of 81 cells are empty"),
        (FOUR_SOLUTION, "4" + FOUR[1:], 1, "r1c1 is 1, but 4 is given"),
    ],
)
def test_a_verdict_shows_where_it_is_wrong(
    solution: str, puzzle: str | None, marked: int, problem: str | None
) -> None:
    verdict = nonet.check(solution, puzzle)
    html = verdict._repr_html_()
    assert ("This is a solution." in html) == bool(verdict)
    assert ("This is not a solution." in html) == (not verdict)
    assert clashing(html) == marked
    assert texts(html, "li")[:1] == ([] if problem is None else [problem])


def test_a_verdict_counts_rules_and_other_sizes() -> None:
    by_rule = nonet.check(FOUR_SOLUTION, FOUR, rules="diagonals")._repr_html_()
    assert clashing(by_rule) > 0
    assert texts(Verdict(("a < b",))._repr_html_(), "li") == ["a < b"]


def test_a_verdict_compares_by_what_it_says() -> None:
    verdict = nonet.check(FOUR_SOLUTION, FOUR)
    assert verdict == Verdict(()) and hash(verdict) == hash(Verdict(()))
    assert repr(verdict) == repr(Verdict(()))


@pytest.mark.parametrize(
    "expression",
    [
        "nonet.check('1234341221434321')",
        "nonet.solve_many(['.' * 16])",
        "nonet.lab.run('singles', '.' * 16)",
        "nonet.lab.theory('.' * 16)",
        "nonet.lab.compare('singles', '4x4', processes=0)",
    ],
)
def test_values_show_themselves_in_a_notebook(expression: str) -> None:
    probe = f"import nonet; print({expression}._repr_html_()[:4])"
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "<div"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_notes_keep_to_the_page_and_to_themselves(
    show: Show, dark: bool, size: tuple[int, int]
) -> None:
    parts = [BATCH, nonet.check(EASY_SOLUTION, EASY), nonet.lab.run("singles", EASY)]
    table = "<table><tr><th>mine</th><td>9</td></tr></table>"
    page = show.open(table, dark=dark, size=size)
    looks = "() => [...document.querySelectorAll('td')].map((one) => getComputedStyle(one).padding)"
    (alone,) = page.evaluate(looks)
    page = show.open("".join(part._repr_html_() for part in parts) + table, dark=dark, size=size)
    assert page.evaluate(looks)[-1] == alone
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
