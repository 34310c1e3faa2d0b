"""How fast the page of `lab.watch` is with a million events: `python benchmarks/watch_page.py`.

A long run is traced, its page opened in Chromium (see CONTRIBUTING.md for what that needs), and
the page is sent to many moments, near ones and far ones. Times are the page's own clock, except
for opening, which is measured from outside, from asking for the file until the page is ready.
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

from nonet import lab

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser import NoBrowserError, find_browser, launched

PUZZLE = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""Plain backtracking needs tens of millions of steps for it."""
SCRUB = """(places) => places.map((place) => {
  const started = performance.now();
  nonet.clock.seekStep(place);
  nonet.render();
  return performance.now() - started;
})"""
FRAMES = """async (places) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const times = [];
  let before = await frame();
  for (const place of places) {
    nonet.clock.seekStep(place);
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  return times;
}"""


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strategies", default="backtracking", help="names, with commas between")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    try:
        find_browser()
    except NoBrowserError as error:
        sys.exit(f"watch_page.py needs {error}")
    started = time.perf_counter()
    watch = lab.watch(options.strategies.split(","), PUZZLE, events=options.events)
    recorded = time.perf_counter()
    html = watch.to_html()
    written = time.perf_counter()
    rows = [
        ("recording, s", [recorded - started]),
        ("making the page, s", [written - recorded]),
        ("the page, MB", [len(html) / 1e6]),
    ]
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        file = Path(folder) / "watch.html"
        file.write_text(html, encoding="utf-8")
        rows += measured(browser, file.as_uri(), options.rounds)
    print(f"{watch!r}\n\n| what | median | worst |\n|---|---:|---:|")
    for name, values in rows:
        print(f"| {name} | {statistics.median(values):.2f} | {max(values):.2f} |")


def measured(browser: Any, address: str, rounds: int) -> list[tuple[str, Sequence[float]]]:
    """Open the page several times, then send it to many moments."""
    opening = []
    page = browser.new_page()
    for _ in range(rounds):
        page.goto("about:blank")
        started = time.perf_counter()
        page.goto(address)
        page.wait_for_selector("body[data-ready=true]")
        opening.append(time.perf_counter() - started)
    last = page.evaluate("nonet.clock.longest")
    far = [last * (at * 37 % 100) // 100 for at in range(100)]
    near = [last // 2 + at for at in range(100)]
    page.evaluate(SCRUB, far)
    return [
        ("opening until ready, s", opening),
        ("drawing a far moment, ms", page.evaluate(SCRUB, far)),
        ("drawing the next event, ms", page.evaluate(SCRUB, near)),
        ("from frame to frame while scrubbing, ms", page.evaluate(FRAMES, far)),
    ]


if __name__ == "__main__":
    main()
