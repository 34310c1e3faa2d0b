"""The report of an experiment in a real browser: nothing of its tables is out of reach."""

from __future__ import annotations

from typing import Any

import pytest

from browser import DESK, PHONE, Show
from nonet.lab.report import render_html
from nonet.lab.table import MEASURES, Table

STRATEGIES = ("singles", "backtracking", "mrv-least-constrained", "frontier-list-lookup")
USUAL = tuple(name for name in MEASURES if name not in ("moves", "restarts", "peak_memory"))
BOXES = """() => [...document.querySelectorAll("table")].map((table) => {
  const box = table.parentElement;
  box.scrollLeft = 1e6;
  const place = box.getBoundingClientRect();
  return {
    title: table.closest("section").querySelector("h2").textContent,
    fits: table.offsetWidth <= box.clientWidth,
    inside: place.left >= 0 && place.right <= document.documentElement.clientWidth,
    end: table.getBoundingClientRect().right - place.right,
    keys: box.tabIndex === 0 && box.getAttribute("aria-label") !== null,
  };
})"""


def report(measures: tuple[str, ...], value: int) -> str:
    rows: list[dict[str, Any]] = [
        {
            "method": method,
            "corpus": "9x9",
            "id": str(board),
            "group": ("very_easy", "easy", "medium", "hard", "very_hard", "unsolvable")[board % 6],
            "puzzle": f"p{board}",
            "seed": 0,
            "limit_solutions": 1,
            "limit_nodes": 2_000_000,
            "status": "unknown" if board % 4 == number else "found",
            "stopped_by": "nodes" if board % 4 == number else None,
            **{name: value + 7 * board * (number + 1) for name in measures if name != "seconds"},
            "seconds": 0.0123 * (board + 1),
        }
        for number, method in enumerate(STRATEGIES)
        for board in range(24)
    ]
    command = "nonet lab compare " + " ".join(f"-s {name}" for name in STRATEGIES * 6)
    return render_html(Table.of(rows, {"command": command, "boards": "9x9 24"}))


def test_tables_fit_a_desk(show: Show) -> None:
    page = show.open(report(USUAL, 12_345), size=DESK)
    boxes = page.evaluate(BOXES)
    assert len(boxes) == 6 and all(box["fits"] and box["inside"] for box in boxes), boxes


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_what_does_not_fit_scrolls_in_its_own_box(show: Show, size: tuple[int, int]) -> None:
    page = show.open(report(MEASURES, 123_456_789), size=size)
    boxes = page.evaluate(BOXES)
    assert not all(box["fits"] for box in boxes), "the widest is wider than that"
    assert all(box["inside"] and box["keys"] and box["end"] <= 1 for box in boxes), boxes
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
