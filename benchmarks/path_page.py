"""How fast the page of a path is with 200 steps: `python benchmarks/path_page.py`.

The first 200 steps of a 16x16 puzzle, chains among them, become a page that is opened in Chromium
(see CONTRIBUTING.md for what that needs). Opening is measured from outside, from asking for the
file until the page is ready; drawing a step is the page's own time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nonet

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser import NoBrowserError, find_browser, launched

PUZZLE = (
    "...45.....BC....9.BC...4DEF..6..5.7..E..1.34.....EFG9.B..6..12..31..7...B..AF......A.142F.....8."
    "75.6..G.3....9E......9..7.8.3.42.4....5.A...CGD.A.9.2..3.GDE68............1.A..B.G.E...B.8...4.."
    "..2.87..E.A.G..F...9..2....F8..5.7..GDC....1.BA.GD..EB.....5...."
)
"""16x16, 98 givens; its path has more than 230 steps."""
DRAW = """() => Array.from({ length: nonet.end }, (_, index) => {
  const started = performance.now();
  nonet.go(index + 1);
  document.body.getBoundingClientRect();
  return performance.now() - started;
})"""


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    try:
        find_browser()
    except NoBrowserError as error:
        sys.exit(f"path_page.py needs {error}")
    path = nonet.explain(PUZZLE, limit=nonet.Limit(nodes=options.steps))
    steps = len(path.boards) - 1  # boards are made when first asked for
    started = time.perf_counter()
    html = path.to_html()
    rows = [
        ("making the page, s", [time.perf_counter() - started]),
        ("the page, MB", [len(html) / 1e6]),
    ]
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        file = Path(folder) / "path.html"
        file.write_text(html, encoding="utf-8")
        rows += measured(browser, file.as_uri(), options.rounds)
    size = path.start.layout.size
    print(f"{steps} steps of a {size}x{size} puzzle\n")
    print("| what | median | worst |\n|---|---:|---:|")
    for name, values in rows:
        print(f"| {name} | {statistics.median(values):.2f} | {max(values):.2f} |")


def measured(browser: Any, address: str, rounds: int) -> list[tuple[str, Sequence[float]]]:
    """Open the page several times, then go to every step."""
    opening = []
    page = browser.new_page()
    for _ in range(rounds + 1):
        page.goto("about:blank")
        started = time.perf_counter()
        page.goto(address)
        page.wait_for_selector("body[data-ready=true]")
        opening.append(time.perf_counter() - started)
    return [
        ("opening until ready, s", opening[1:]),
        ("drawing a step, ms", page.evaluate(DRAW)),
    ]


if __name__ == "__main__":
    main()
