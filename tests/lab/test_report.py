"""Tables, statistics, plots and reports of runs, and the commands of the lab."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import examples
from nonet.cli import run as run_command
from nonet.cli.lab import lab
from nonet.core.errors import ArgumentError, ParseError
from nonet.lab import presets
from nonet.lab.plots import plot_boxes, plot_cactus, plot_groups
from nonet.lab.report import print_terminal, render_html, render_markdown, sheets_of
from nonet.lab.summary import (
    bootstrap_interval,
    compare_pairs,
    format_value,
    log_ratios,
    quantile,
    summarize,
    wilcoxon,
    wilson_interval,
)
from nonet.lab.table import (
    COLUMNS,
    MissingExtraError,
    Table,
    check_writable,
    is_solved,
)

TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
VALUES: dict[type, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False, allow_infinity=False),
}
ROWS = st.lists(
    st.fixed_dictionaries(
        {}, optional={name: st.none() | VALUES[kind] for name, kind in COLUMNS.items()}
    ),
    max_size=4,
)
FACTS = {"seeds": [1, 2], "limit": {"nodes": 5, "seconds": None}, "command": "nonet 'lab'"}


@pytest.mark.parametrize("ending", ["csv", "json", "jsonl", "parquet"])
def test_tables_come_back_as_they_went(
    ending: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path_factory.mktemp("tables") / f"runs.{ending}"

    @settings(max_examples=examples(40))
    @given(ROWS)
    def check(rows: list[dict[str, Any]]) -> None:
        table = Table.of(rows, FACTS)
        table.write(path)
        again = Table.read(path)
        assert again.rows == table.rows
        assert [list(map(type, row.values())) for row in again] == [
            list(map(type, row.values())) for row in table
        ]
        assert again.facts == (FACTS if ending in ("json", "parquet") else {})

    check()


def test_tables_refuse_what_is_no_run(tmp_path: Path) -> None:
    for row, message in (
        ({"methods": "a"}, "expected columns of a run, found 'methods'"),
        ({"generated": 1.5}, "column generated: expected an integer of 64 bits, found 1.5"),
        ({"generated": True}, "found True"),
        ({"seed": 2**63}, "expected an integer of 64 bits"),
        ({"seconds": math.nan}, "column seconds: expected a finite number, found nan"),
        ({"method": 3}, "column method: expected text, found 3"),
    ):
        with pytest.raises(ArgumentError, match=re.escape(message)):
            Table.of([row])
    assert Table.of([{"seconds": 2, "group": ""}]).rows[0]["seconds"] == 2.0
    with pytest.raises(ArgumentError, match=r"ending in \.csv, \.json, \.jsonl, \.parquet"):
        Table.of([]).write(tmp_path / "runs.xlsx")
    with pytest.raises(ArgumentError, match="expected a column"):
        Table.of([]).column("methods")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "methods\nx\n", "line 1: expected the name of a column, found 'methods'"),
        ("a.csv", "method,generated\nx,1\ny\n", "line 3: expected 2 values, found 1"),
        (
            "a.csv",
            "generated\nmany\n",
            "line 2: expected an integer of 64 bits in column generated",
        ),
        ("a.json", "[", "a.json: expected JSON"),
        ("a.json", "[]", 'expected an object with "rows", found list'),
        ("a.jsonl", "{}\n3\n", "line 2: expected an object, found 3"),
        ("a.jsonl", "{}\n{\n", "line 2: expected JSON"),
    ],
)
def test_files_that_are_no_tables_are_refused(
    name: str, text: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ParseError) as caught:
        Table.read(tmp_path / name)
    assert message in str(caught.value)


def test_parquet_without_its_package_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=re.escape("pip install 'nonet[parquet]'")):
        Table.of([]).write(tmp_path / "runs.parquet")
    with pytest.raises(MissingExtraError):
        check_writable(tmp_path / "runs.parquet")
    with pytest.raises(FileNotFoundError):
        check_writable(tmp_path / "none" / "runs.csv")


def made(method: str, values: list[float | None], **more: Any) -> list[dict[str, Any]]:
    """Make a run of each value; None is one that was stopped at 100 nodes."""
    return [
        {
            "method": method,
            "corpus": "boards",
            "id": str(number),
            "group": "easy" if number < 3 else "hard",
            "puzzle": f"p{number}",
            "seed": 0,
            "limit_solutions": 1,
            "limit_nodes": 100,
            "status": "unknown" if value is None else "found",
            "stopped_by": "nodes" if value is None else None,
            "generated": 100 if value is None else int(value),
            "seconds": 0.001 * (value or 100),
            **more,
        }
        for number, value in enumerate(values)
    ]


def test_solved_means_that_the_question_was_answered() -> None:
    def solved(**row: Any) -> bool:
        return is_solved(Table.of([{"limit_solutions": 2, **row}]).rows[0])

    assert solved(status="unique") and solved(status="no-solution") and solved(status="multiple")
    assert solved(status="found", limit_solutions=1)
    assert not solved(status="found") and not solved(status="unknown")
    assert not solved(status="unique", error="wrong") and not solved(status="unsupported")
    assert not solved(status="multiple", stopped_by="nodes")


def test_a_stopped_run_is_larger_than_every_solved_one() -> None:
    rows = [*made("a", [10, 20, 30, 40, None]), *made("b", [7.0])]
    rows += made("a", [1], status="error", error="broken", id="9", generated=None)
    rows += made("a", [1], status="unsupported", id="10", generated=None)
    a, b = summarize(Table.of(rows))
    assert (a.method, a.runs, a.solved, a.errors, a.unsupported) == ("a", 6, 4, 1, 1)
    spread = a.spreads["generated"]
    assert (spread.q25, spread.median) == (22.5, 35.0)
    assert spread.q75 == spread.q90 == spread.q95 == math.inf
    assert (spread.mean, spread.sd) == (25.0, pytest.approx(math.sqrt(500 / 3)))
    assert spread.bound is None, "one of the unsolved did not run into the limit"
    assert b.spreads["generated"].sd is None and "checks" not in b.spreads
    assert a.to_dict()["generated_q75"] is None and a.to_dict()["generated_median"] == 35.0
    assert json.dumps(a.to_dict())


def test_groups_are_summed_up_one_by_one() -> None:
    table = Table.of([*made("a", [1, 2, 3, 4, None]), *made("b", [5] * 5)])
    found = {(s.method, s.group): s for s in summarize(table, by_group=True)}
    assert list(found) == [("a", "easy"), ("a", "hard"), ("b", "easy"), ("b", "hard")]
    assert found["a", "easy"].spreads["generated"].median == 2.0
    assert found["a", "hard"].share == 0.5
    assert found["a", "hard"].spreads["generated"].bound == 100


def test_quantiles_and_shares_by_hand() -> None:
    values = np.array([1.0, 2.0, 4.0, math.inf])
    assert [quantile(values, share) for share in (0, 0.5, 0.75, 1)] == [1, 3, math.inf, math.inf]
    assert math.isnan(quantile(np.array([]), 0.5))
    low, high = wilson_interval(0.8, 10)
    assert (low, high) == (pytest.approx(0.490162, abs=1e-6), pytest.approx(0.943318, abs=1e-6))
    assert wilson_interval(0.0, 5)[0] == 0.0


def test_the_signed_rank_test_by_hand() -> None:
    assert wilcoxon(np.array([0.0, 0.0])) is None
    # All of six have the same sign: two of the 64 ways.
    assert wilcoxon(np.array([1.0, 2, 3, 4, 5, 6])) == 2 / 64
    # Four equal ones, three of them positive: five of 16 ways have so many, times two.
    assert wilcoxon(np.array([1.0, 1, 1, -1, 0])) == 0.625
    # 60 equal ones, 40 positive: a coin, z = 10 / sqrt(15).
    many = np.array([1.0] * 40 + [-1.0] * 20)
    assert wilcoxon(many) == pytest.approx(math.erfc(10 / math.sqrt(15) / math.sqrt(2)))
    assert wilcoxon(np.array([math.inf] * 6)) == 2 / 64


@given(st.lists(st.integers(-4, 4).filter(bool), min_size=1, max_size=9))
def test_the_signed_rank_test_counts_all_signs(differences: list[int]) -> None:
    sizes = sorted(map(abs, differences))
    rank = {size: np.mean([i for i, s in enumerate(sizes, 1) if s == size]) for size in set(sizes)}
    ranks = [rank[abs(d)] for d in differences]
    seen = sum(r for r, d in zip(ranks, differences, strict=True) if d > 0)
    sums = [
        sum(r for r, s in zip(ranks, signs, strict=True) if s)
        for signs in product((0, 1), repeat=len(ranks))
    ]
    tail = min(sum(s <= seen for s in sums), sum(s >= seen for s in sums))
    assert wilcoxon(np.array(differences, dtype=float)) == min(1.0, 2 * tail / len(sums))


def test_ratios_are_opposite_to_the_last_bit() -> None:
    a, b = np.array([3.0, 2, 1, math.inf]), np.array([2.0, 3, 1, 5])
    logs = log_ratios(a, b)
    assert logs[0] == -logs[1] > 0 and logs[2] == 0 and logs[3] == math.inf
    assert log_ratios(np.array([0.0]), np.array([1.0]))[0] == -math.log(2)


def test_intervals_hold_the_median_and_are_seeded() -> None:
    values = np.random.default_rng(3).normal(1.0, 2.0, 80)
    one, two = (bootstrap_interval(values, np.random.default_rng(7)) for _ in range(2))
    assert one == two and one is not None
    assert one[0] < np.median(values) < one[1] and one[1] - one[0] < 2
    assert bootstrap_interval(values[:5], np.random.default_rng(0)) is None
    split = np.array([-math.inf] * 4 + [math.inf] * 4)
    assert bootstrap_interval(split, np.random.default_rng(0)) == (-math.inf, math.inf)


def test_pairs_are_compared_board_by_board() -> None:
    a = [10.0, 20, 30, 40, 50, 60, None, None]
    b = [20.0, 40, 60, 40, 100, None, 50, None]
    table = Table.of([*made("a", a), *made("b", b), *made("c", [1.0], status="unsupported")])
    (pair,) = compare_pairs(table)
    assert (pair.first, pair.second, pair.boards) == ("a", "b", 8)
    assert (pair.wins, pair.ties, pair.losses, pair.both_unsolved) == (5, 1, 1, 1)
    assert pair.ratio == pytest.approx(0.5) and pair.ratio_of_medians == pytest.approx(45 / 55)
    assert pair.interval is not None and pair.interval[0] <= 0.5 <= pair.interval[1]
    assert pair.p == pair.p_holm and pair.p is not None and 0 < pair.p <= 1
    assert json.dumps(pair.to_dict())


def test_of_several_seeds_a_board_has_the_median() -> None:
    rows = [row for seed, value in enumerate([1.0, 5, 90]) for row in made("a", [value], seed=seed)]
    (pair,) = compare_pairs(Table.of([*rows, *made("b", [10.0])]))
    assert pair.ratio == pytest.approx(0.5) and pair.boards == 1 and pair.interval is None
    assert summarize(Table.of(rows))[0].share_interval == wilson_interval(1.0, 1)


def test_many_pairs_are_corrected_together() -> None:
    values = [float(v) for v in range(10, 20)]
    rows = [row for k, name in enumerate("abc") for row in made(name, [v + k for v in values])]
    pairs = compare_pairs(Table.of(rows))
    assert [pair.p for pair in pairs] == [2 / 1024] * 3
    assert [pair.p_holm for pair in pairs] == [6 / 1024] * 3
    assert len(compare_pairs(Table.of(rows), against="b")) == 2
    with pytest.raises(ArgumentError, match="expected one of a, b, c"):
        compare_pairs(Table.of(rows), against="d")
    with pytest.raises(ArgumentError, match="expected a measure"):
        compare_pairs(Table.of(rows), "nodes")


def test_numbers_are_written_for_people() -> None:
    assert format_value("generated", 1234567) == "1,234,567"
    assert format_value("generated", 2.5) == "2.5"
    assert [format_value("seconds", s) for s in (0.0, 1.5e-5, 0.25, 90.0, 1234.0)] == [
        "0 µs",
        "15 µs",
        "250 ms",
        "90 s",
        "1,234 s",
    ]
    assert format_value("peak_memory", 17112) == "17.1 kB"


MIXED = Table.of(
    [
        *made("first <one>", [0, 1, 5, 90, None]),
        *made("second & two", [3, 4, 50, None, None]),
        *made("never", [None] * 5),
        *made("uncounted", [1, 2, 3, 4, 5], generated=None),
        *made("cannot", [1], status="unsupported"),
    ],
    {"command": "nonet lab <compare>", "seeds": [0], "limit": {"nodes": 100, "seconds": None}},
)
NOTHING_SOLVED = Table.of(made("never", [None, None]))
ONE_RUN = Table.of(made("once", [7.0], group=None))
MANY = Table.of(
    [
        row
        for n in range(16)
        for row in made(f"a-strategy-with-a-rather-long-name-{n}", [n + 1.0] * 9)
    ]
)


@pytest.mark.parametrize("table", [MIXED, NOTHING_SOLVED, ONE_RUN, MANY, Table.of([])])
@pytest.mark.parametrize("plot", [plot_cactus, plot_boxes, plot_groups])
def test_plots_are_whole_pictures(plot: Any, table: Table) -> None:
    for measure in ("generated", "seconds", "peak_memory"):
        svg = plot(table, measure)
        root = ElementTree.fromstring(svg)
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        assert root.attrib["role"] == "img" and root.attrib["aria-label"]
        assert "prefers-color-scheme:dark" in svg and not re.search(r"\b(nan|inf)\b", svg)
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 <= float(text.attrib["x"]) <= width and 0 < float(text.attrib["y"]) < height
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", svg):
            assert 0 <= float(x) <= width and 0 <= float(y) <= height


def texts_of(svg: str) -> list[str]:
    return [
        e.text or "" for e in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]


def test_plots_name_every_strategy_and_what_it_did_not_solve() -> None:
    cactus = plot_cactus(MIXED)
    assert "first <one> (4 of 5)" in texts_of(cactus) and "never (0 of 5)" in texts_of(cactus)
    assert not any("uncounted" in text for text in texts_of(cactus))
    assert len(re.findall('class="line"', cactus)) == 2 + 3, "two curves, three in the legend"
    assert {"0", "1", "10"} <= set(texts_of(cactus)), "an axis with zeros"
    boxes = texts_of(plot_boxes(MIXED))
    assert {"second & two", "2 of 5", "5 of 5"} <= set(boxes)
    groups = texts_of(plot_groups(MIXED))
    assert {"easy", "hard", "not solved"} <= set(groups)
    dashes = re.findall('stroke-dasharray="([^"]*)" d="M[^"]*h32"', plot_cactus(MANY))
    colors = re.findall(
        '<g class="(s.)"><path class="line" stroke-dasharray="[^"]*" d="M[^"]*h32',
        plot_cactus(MANY),
    )
    assert len(set(zip(dashes, colors, strict=True))) == 16


@dataclass(frozen=True)
class Drawn:
    """The lines of a cactus plot, read back through the labels of its axes."""

    left: float
    """Where the plot begins, in pixels."""
    lines: dict[str, list[tuple[float, float]]]
    """For each colour the steps from left to right: a place, and the runs solved from there on."""
    places: tuple[float, float, float]
    """The pixel of the first label, pixels to a power of ten, and what zeros move the axis by."""

    def place(self, value: float) -> float:
        start, power, shift = self.places
        return start + power * math.log10(value + shift)

    def height(self, color: str, place: float) -> float:
        """Return how many runs the line has solved at a pixel, just right of a step there."""
        passed = [runs for step, runs in self.lines[color] if step <= place + 0.15]
        return passed[-1] if passed else 0.0


def read_cactus(svg: str) -> Drawn:
    marks = re.findall(r'<text class="faint" x="([\d.]+)" y="([\d.]+)"[^>]*>([\d,]+)</text>', svg)
    texts = [(float(x), float(y), float(text.replace(",", ""))) for x, y, text in marks]
    across = [(x, value) for x, y, value in texts if y == 357]
    up = [(y - 4, value) for x, y, value in texts if y != 357]
    shift = 1.0 if across[0][1] == 0 else 0.0
    (x0, v0), (x1, v1) = across[0], across[-1]
    power = (x1 - x0) / (math.log10(v1 + shift) - math.log10(v0 + shift))
    start = x0 - power * math.log10(v0 + shift)
    (y0, r0), (y1, r1) = up[0], up[-1]
    lines = {}
    for color, path in re.findall(
        r'<g class="(s\d)"><path class="line" [^>]*d="(M[^"]*V[^"]*)"', svg
    ):
        steps = re.findall(r"H([\d.]+)V([\d.]+)", path)
        lines[color] = [(float(x), r0 + (float(y) - y0) * (r1 - r0) / (y1 - y0)) for x, y in steps]
        assert path.startswith(f"M{steps[0][0]} 340.0H"), "it rises from the axis"
        assert re.search(r"V[\d.]+H736\.0$", path), "it goes on to the edge"
    return Drawn(64.0, lines, (start, power, shift))


TIES: dict[str, list[float | None]] = {
    "ties": [1] * 43 + [3] * 12 + [4, 5, 5, 9, 20, 20, 41] + [90] * 9 + [None] * 4,
    "ties at zero": [0] * 20 + [1] * 30 + [7, 7, 8],
    "all equal": [7] * 50,
    "all equal, some stopped": [1] * 5 + [None] * 20,
    "one run": [12],
    "two runs": [1, 2],
    "all different": list(range(1, 80)),
    "closer than a pixel": [1, 2, *range(100_000, 100_300), 1_000_000],
    "a long chain": [*range(20_000, 30_000, 20), 100_000],
}


@pytest.mark.parametrize("name", TIES)
def test_a_cactus_plot_is_as_high_as_the_table_says(name: str) -> None:
    values = TIES[name]
    drawn = read_cactus(plot_cactus(Table.of(made("a", values))))
    solved = sorted(value for value in values if value is not None)
    # What a pixel is worth in runs is the error of reading a height.
    slack = 0.001 * len(values) + 0.01
    steps = drawn.lines["s0"]
    assert [place for place, _ in steps] == sorted(place for place, _ in steps)
    assert steps[-1][1] == pytest.approx(len(solved), abs=slack)
    for value in {*solved, *(1.07**n for n in range(200))}:
        place = drawn.place(value)
        if not drawn.left <= place <= 736:
            continue
        # Runs within half a pixel may be one step, which is then at the last of them.
        least, most = (
            sum(drawn.place(run) <= place + off for run in solved) for off in (-0.75, 0.3)
        )
        assert least - slack <= drawn.height("s0", place) <= most + slack, value
    for place, runs in steps:
        least, most = (
            sum(drawn.place(run) <= place + off for run in solved) for off in (-0.2, 0.2)
        )
        assert least - slack <= runs <= most + slack, place


def test_ties_are_one_step_of_a_cactus_plot() -> None:
    rows = [*made("a", TIES["ties"]), *made("b", [1] * 5 + [None] * 71), *made("c", [None] * 76)]
    drawn = read_cactus(plot_cactus(Table.of(rows)))
    assert [round(runs) for _, runs in drawn.lines["s0"]] == [43, 55, 56, 58, 59, 61, 62, 71]
    assert [round(runs) for _, runs in drawn.lines["s1"]] == [5]
    assert "s2" not in drawn.lines


STUDY = Path(__file__).parents[2] / "docs" / "studies"


@pytest.mark.parametrize("size", ["9x9", "16x16"])
def test_the_figures_of_the_study_agree_with_its_page(size: str) -> None:
    """A line ends at the boards decided, and passes half of all boards at the median."""
    text = (STUDY / "search.md").read_text(encoding="utf-8")
    lines = (
        text.partition("<!-- forward-checking -->\n")[2].partition("<!-- end -->")[0].splitlines()
    )
    head, _, *rows = ([cell.strip() for cell in line.split("|")] for line in lines)
    drawn = read_cactus((STUDY / f"forward-checking-{size}.svg").read_text(encoding="utf-8"))
    assert len(drawn.lines) == len(rows) == 7
    for row, (color, steps) in zip(rows, drawn.lines.items(), strict=True):
        solved, median = row[head.index(size)].split(" of 100, ")
        assert round(steps[-1][1]) == int(solved), row
        if median != "stopped":
            # The page rounds medians; a pixel aside is the error of reading a place.
            value = float(median.replace(",", ""))
            assert drawn.height(color, drawn.place(value + 0.5) + 1) > 49.5, row
            assert drawn.height(color, drawn.place(value - 0.5) - 1) < 50.5, row


class Balance(HTMLParser):
    """Notes tags that are closed out of turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.wrong += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.mark.parametrize("table", [MIXED, NOTHING_SOLVED, ONE_RUN, MANY])
def test_a_report_is_one_page_that_needs_nothing_else(table: Table) -> None:
    page = render_html(table, title="Odd & <even>")
    balance = Balance()
    balance.feed(page)
    assert not balance.open and not balance.wrong
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|<script|<link", page)
    assert "<h1>Odd &amp; &lt;even&gt;</h1>" in page and page.count("<svg") == 4
    assert page.count("<figcaption>") == 4 and not re.search(r"\bnan\b", page)


def test_a_report_has_the_facts_and_the_limit() -> None:
    page = render_html(MIXED)
    assert "nonet lab &lt;compare&gt;" in page and "first &lt;one&gt;" in page
    assert "&gt;100" in page and "nodes 100" in page
    text = render_markdown(MIXED)
    assert "- command: nonet lab <compare>" in text
    row = next(line for line in text.splitlines() if line.startswith("| second & two"))
    assert row.split(" | ")[1:4] == ["5", "60 % [23, 88]", "50"]
    assert "| 4 to >100 |" in row


BOUND = "> marks a lower bound: the value falls among runs that a limit stopped"


def test_lower_bounds_are_explained_below_their_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stopped = Table.of([*made("a", [1, 2, None, None, None]), *made("b > c", [1, 2, 3, 4, 5])])
    for sheet in sheets_of(stopped):
        has_bounds = any(re.match(">[0-9l]", cell) for row in sheet.rows for cell in row[1:])
        assert has_bounds == any(BOUND in note for note in sheet.footnotes), sheet.title
    print_terminal(stopped, brief=True)
    shown = capsys.readouterr().out
    assert shown.count(BOUND) == 1 and 0 < shown.index(">100") < shown.index(BOUND)
    assert shown.index(BOUND) < shown.index("Time per run")
    assert shown.count("Mean and standard deviation (sd) are over solved runs only.") == 1
    print_terminal(stopped)
    assert capsys.readouterr().out.count(BOUND) == 4
    assert re.search(rf"\| a \|.*>100.*\n(\|.*\n)*\n{BOUND}", render_markdown(stopped))
    below = BOUND.replace(">", "&gt;")
    assert f"</table></div><p>{below}" in render_html(stopped)
    for text in (render_markdown(ONE_RUN), render_html(ONE_RUN)):
        assert "lower bound" not in text and "solved runs only" not in text


def test_a_table_in_markdown_is_even() -> None:
    failing = Table.of(made("a|b", [1.0], status="error", error="x | y"))
    for sheet in sheets_of(failing):
        assert all(len(row) == len(sheet.header) for row in sheet.rows)
    lines = [line for line in render_markdown(failing).splitlines() if line.startswith("| a")]
    assert all(line.startswith("| a\\|b |") for line in lines)
    assert any("x \\| y" in line for line in lines)
    assert failing._repr_markdown_().startswith("# Comparison")


def invoke(*args: object) -> Result:
    return CliRunner().invoke(lab, [str(arg) for arg in args], catch_exceptions=False)


@pytest.mark.parametrize("command", [[], ["run"], ["compare"], ["strategies"]])
def test_every_command_has_an_example(command: list[str]) -> None:
    assert "Example: nonet lab " in invoke(*command, "--help").output


def test_commands_list_and_run_strategies() -> None:
    found = invoke("strategies", "--json")
    names = [row["name"] for row in json.loads(found.output)]
    assert "backtracking" in names and "engine-reference" in names
    assert re.search(
        r"^backtracking +try every digit in the first empty cell", invoke("strategies").output, re.M
    )
    args = ("run", "...4..1.2.4..3..", "-s", "backtracking", "-s", "mrv-mcv")
    shown = invoke(*args).output
    assert "nodes generated" in shown and "mrv-mcv" in shown and "found" in shown
    rows = [json.loads(line) for line in invoke(*args, "--json", "--limit", 2).output.splitlines()]
    assert [row["status"] for row in rows] == ["unique", "unique"]
    assert rows[0]["generated"] > 0 and rows[0]["limit_nodes"] is None


def test_a_comparison_leaves_all_that_was_asked_for(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("...4..1.2.4..3..\n..3.34...1..4...\n")
    study = tmp_path / "study.toml"
    study.write_text('strategies = ["backtracking", "mrv-mcv"]\ncorpus = "boards.txt"\nseeds = 2\n')
    out = {name: tmp_path / name for name in ("runs.csv", "sum.md", "report.html")}
    files = ("-o", out["runs.csv"], "--markdown", out["sum.md"], "--html", out["report.html"])
    done = invoke("compare", study, *files, "--processes", 0)
    assert done.exit_code == 0 and "Nodes generated per run" in done.output
    assert len(Table.read(out["runs.csv"])) == 2 * 2 * 2
    assert "mrv-mcv" in out["sum.md"].read_text() and "<svg" in out["report.html"].read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [*out, "boards.txt", "study.toml"]
    )
    strategies = ("-s", "backtracking", "-s", "mrv-mcv", "--corpus", boards, "--seeds", 2)
    journal = tmp_path / "runs.jsonl"
    invoke("compare", *strategies, "--processes", 0, "--resume", journal)
    same = [{**row, "seconds": None} for row in Table.read(journal)]
    assert same == [{**row, "seconds": None} for row in Table.read(out["runs.csv"])]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("run", "...4..1.2.4..3.."), "expected at least one --strategy"),
        (("compare",), "expected an experiment file, or at least one --strategy"),
        (("compare", "-s", "mrv-mcv"), "or at least one --corpus"),
        (("compare", "none.toml"), "'none.toml' does not exist"),
    ],
)
def test_wrong_usage_is_explained(args: tuple[str, ...], message: str) -> None:
    done = invoke(*args)
    assert done.exit_code == 2 and message in done.output


def test_a_place_that_cannot_be_written_is_refused_first(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        invoke("compare", "-s", "a", "--corpus", "b", "--html", tmp_path / "none" / "a.html")
    with pytest.raises(ArgumentError, match="expected a name ending in"):
        invoke("compare", "-s", "a", "--corpus", "b", "-o", tmp_path / "a.txt")


def test_strategies_of_a_plugin_are_listed_with_the_docstrings_of_their_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presets, "_plugins", {})
    plugin = tmp_path / "my_rules.py"
    plugin.write_text(
        textwrap.dedent(
            """
            import functools
            from nonet import lab

            def last_first(state):
                '''The last
                open cell.

                Not a good idea.'''
                return state.open[-1]

            def large_first(state, cell, values):
                '''Large digits first.'''
                return sorted(values, reverse=True)

            one = lab.Strategy(name="zz-one", select=last_first)
            two = lab.Strategy(name="zz-two", select=last_first, order=large_first)
            said = lab.Strategy(name="zz-said", select=last_first, about="what I say")
            mute = lab.Strategy(name="zz-mute", select=lambda state: state.open[0])
            part = lab.Strategy(name="zz-part", select=functools.partial(last_first))
            """
        )
    )
    rows = json.loads(invoke("strategies", "--plugin", plugin, "--json").output)
    about = {row["name"]: row["about"] for row in rows if row["name"].startswith("zz-")}
    assert about == {
        "zz-one": "The last open cell.",
        "zz-two": "The last open cell. Large digits first.",
        "zz-said": "what I say",
        "zz-mute": "",
        "zz-part": "The last open cell.",
    }
    shown = invoke("strategies", "--plugin", plugin).output
    assert re.search(r"^zz-one +The last open cell.$", shown, re.M)


def test_ac3_and_forward_are_told_apart() -> None:
    rows = json.loads(invoke("strategies", "--parts", "--json").output)
    about = [row["about"] for row in rows if row["part"] == "inference"]
    assert len(set(about)) == len(about)


def test_parts_are_listed_with_what_they_do() -> None:
    shown = invoke("strategies", "--parts").output
    assert re.search(r"^select +mrv +Pick the cell with the fewest values", shown, re.M)
    assert re.search(r"^undo +trail +Record changes", shown, re.M)
    rows = json.loads(invoke("strategies", "--parts", "--json").output)
    assert all(row["about"] for row in rows) and {"part", "name", "about"} == set(rows[0])


RULES = """
from nonet import lab

def broken(state):
    return state.this_is_a_rather_long_name_of_something_that_does_not_exist_in_any_state

mine = lab.Strategy(name="broken-rule", select=broken)
"""


def test_failed_runs_are_told_and_grouped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def code(*args: object) -> int:
        return run_command(["lab", *map(str, args)])

    (tmp_path / "rules.py").write_text(RULES)
    args = ("-s", "broken-rule", "-s", "singles", "--plugin", tmp_path / "rules.py")
    assert code("run", "..............3.", *args) == 1
    shown, complaint = capsys.readouterr()
    assert max(map(len, shown.splitlines())) <= 100 and "(rules.py, line 5)" in complaint
    assert code("run", "..............3.", *args, "--json") == 1
    capsys.readouterr()
    boards = tmp_path / "boards.txt"
    boards.write_text("..............3.\n.............3..\n")
    files = ("--markdown", tmp_path / "sum.md", "--html", tmp_path / "sum.html")
    assert code("compare", *args, "--corpus", boards, "--processes", 0, *files) == 1
    paths = (tmp_path / "sum.md", tmp_path / "sum.html")
    for text in (capsys.readouterr().out, *(path.read_text() for path in paths)):
        assert "2 runs" in text and "2 failed" in text and "&gt;limit" not in text
        assert " >limit" not in text and text.count("(rules.py, line 5)") == 1


def test_what_failed_is_not_shown_as_stopped() -> None:
    failed = made("a", [1.0, 2.0], status="error", error="x", generated=None)
    medians = {
        name: next(iter(sheets_of(Table.of(rows), "generated"))).rows[0][3]
        for name, rows in {
            "failed": failed,
            "some solved": [*failed, *made("a", [1.0])],
            "mixed": [*failed, *made("a", [1.0, None])],
            "stopped": [*made("a", [1.0, None, None])],
        }.items()
    }
    assert medians == {
        "failed": "failed",
        "some solved": "failed",
        "mixed": ">limit or failed",
        "stopped": ">100",
    }


def test_the_journal_of_another_experiment_is_left_alone(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("...4..1.2.4..3..\n..3.34...1..4...\n")
    output, journal = tmp_path / "runs.csv", tmp_path / "runs.csv.partial"
    common = ("--corpus", boards, "--processes", 0)
    invoke("compare", "-s", "mrv-mcv", *common, "--resume", journal)
    kept = journal.read_bytes()
    with pytest.raises(
        ArgumentError, match=r"runs.csv.partial: 2 of .* another experiment; remove"
    ):
        invoke("compare", "-s", "singles", *common, "-o", output)
    assert journal.read_bytes() == kept and not output.exists()
    assert invoke("compare", "-s", "mrv-mcv", *common, "-o", output).exit_code == 0
    assert output.exists() and not journal.exists()


def test_a_closed_pipe_is_no_failure() -> None:
    command = f"{sys.executable} -m nonet lab compare -s singles -c 4x4 --processes 0"
    line = f"{command} | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
