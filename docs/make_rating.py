"""Draw docs/rating.svg and fill in the figures of docs/rating.md.

    python docs/make_rating.py            write both
    python docs/make_rating.py --check    exit with 1 if the figures are out of date

The figures are those of benchmarks/results: rating_fit.json (data/fit_rating.py),
rating_copies.json (benchmarks/rating_copies.py) and rating_agreement.json
(benchmarks/rating_agreement.py); the plot needs human_difficulty_public.csv (NONET_DATA).
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import nonet
from nonet.logic.own_rating import BANDS, Model, fitted

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from corpora import data_folder
from fit_rating import read, sketch

ROOT = Path(__file__).parents[1]
INK, DOT = "#7d828a", "#0f87d1"
WIDTH, HEIGHT, GAP, EDGE = 300, 220, 74, 56
PAGE = ROOT / "docs/rating.md"
RESULTS = ROOT / "benchmarks/results"


def main() -> None:
    """Draw, and fill in."""
    if "--check" in sys.argv:
        text = PAGE.read_text()
        sys.exit(None if filled(text) == text else "docs/rating.md: run docs/make_rating.py")
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    puzzles, times, _ = read(folder)
    table = nonet.rate_many(puzzles, scales="er,hodoku,nonet")
    panels = {
        "ER": table["er"],
        "HoDoKu's score": table["hodoku_score"],
        "unfitted sketch": [sketch(puzzle) for puzzle in puzzles],
        "nonet's difficulty": table["difficulty"],
    }
    (ROOT / "docs/rating.svg").write_text("".join(draw(panels, list(times))))
    PAGE.write_text(filled(PAGE.read_text()))


def filled(text: str) -> str:
    """Return the page with all its figures."""
    blocks = {
        "fit": fit_lines(),
        "numbers": number_lines(fitted()),
        "people": people_lines(),
        "bands": band_lines(),
        "copies": copy_lines(),
        "agreement": agreement_lines(),
    }
    for name, lines in blocks.items():
        text = fill(text, name, lines)
    return text


def fill(text: str, name: str, lines: Iterator[str]) -> str:
    """Replace what stands between the two marks of a name."""
    marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = f"{re.escape(marks[0])}.*?{re.escape(marks[1])}"
    found = "\n".join((marks[0], *lines, marks[1]))
    return re.sub(pattern, lambda _: found, text, flags=re.DOTALL)


def fit_lines() -> Iterator[str]:
    """Return the table of correlations."""
    facts = json.loads((RESULTS / "rating_fit.json").read_text())
    yield "| scale | with D_TO | 90 % interval | with D_TR | nonet is better by (90 %) |"
    yield "|---|---:|---|---:|---|"
    for name, one in facts["scales"].items():
        low, high = one["interval"]
        gain = one["ours_better_by"]
        better = f"{gain[1]:.3f} ({gain[0]:.3f} to {gain[2]:.3f})" if any(gain) else ""
        numbers = f"{one['d_to']:.3f} | {low:.3f} to {high:.3f} | {one['d_tr']:.3f}"
        yield f"| {name} | {numbers} | {better} |"
    yield ""
    repeats = ", ".join(f"{one:.3f}" for one in facts["repeats"])
    yield (
        f"{facts['puzzles']} puzzles; {facts['folds']}-fold cross-validation repeats the fit, "
        f"and gives {repeats} with three random choices of folds. The differences are from a "
        "paired bootstrap."
    )


def people_lines() -> Iterator[str]:
    """Return what the difficulty means, and how far its interval holds."""
    facts = json.loads((RESULTS / "rating_fit.json").read_text())
    yield (
        "The difficulty is a multiple of a typical time: half of the timed puzzles are below "
        f"{facts['median']:g}. The `interval` is meant to hold for four puzzles out of five, and "
        "widens as a puzzle gets less like the timed ones."
    )
    yield (
        f"In the cross-validation, it held for {facts['coverage']:.0%} of the puzzles that the "
        f"model had not seen. Only {facts['beyond_singles']} of the {facts['puzzles']} puzzles "
        'need more than singles, so anything above "hard" is an extrapolation.'
    )


def agreement_lines() -> Iterator[str]:
    """Return how many ratings are the same as those of the programs."""
    facts = json.loads((RESULTS / "rating_agreement.json").read_text())
    paths, ratings = facts["paths"], facts["ratings"]
    explained = [ratings[name] for name in ratings if "er/" in name and "skfr" not in name]
    by_explainer = [sum(numbers) for numbers in zip(*explained, strict=True)]
    yield "| | same |"
    yield "|---|---|"
    yield f"| ER, EP and ED, {paths['er/ep/ed'][1]} puzzles | {paths['er/ep/ed'][0]} |"
    yield (
        f"| ER, EP and ED, {by_explainer[1]} puzzles with a rating of Sudoku Explainer "
        f"| {by_explainer[0]} |"
    )
    for scale in ("level", "score"):
        yield f"| HoDoKu's {scale} | {paths[scale][0]} and {ratings[scale][0]} |"


def number_lines(model: Model) -> Iterator[str]:
    """Return the numbers of the model in words."""
    yield "| number | value | meaning |"
    yield "|---|---:|---|"
    yield f"| `full` | {model.full:g} | ease of the last open cell of a house |"
    yield "| | 1 | ease of a digit's last place in a box with four open cells |"
    yield f"| `line` | {model.line:g} | the same in a row or column |"
    yield f"| `naked` | {model.naked:g} | ease of a cell's last digit |"
    yield f"| `open` | {model.open:g} | factor for each further open cell of the box |"
    yield f"| `placed` | {model.placed:g} | factor for each further placement of the digit |"
    yield f"| `power` | {model.power:g} | effort = 1 / (all ease) to this power |"
    yield f"| `step` | {model.step:g} | effort of a step with 50 points that is not a single |"
    yield f"| `slope` | {model.slope:g} | log(difficulty) per log(effort) |"


def band_lines() -> Iterator[str]:
    """Return the words for difficulties."""
    yield "| difficulty | word |"
    yield "|---|---|"
    start = 0.0
    for end, word in BANDS:
        yield (
            f"| {start:g} to {end:g} | {word} |"
            if math.isfinite(end)
            else f"| from {start:g} | {word} |"
        )
        start = end


def copy_lines() -> Iterator[str]:
    """Return how often copies differ."""
    facts = json.loads((RESULTS / "rating_copies.json").read_text())
    names = {
        "er": "ER",
        "hodoku_level": "HoDoKu's level",
        "hodoku_score": "HoDoKu's score",
        "difficulty": "nonet's difficulty",
        "guesses": "guesses",
        "backdoor": "backdoor",
    }
    puzzles, copies = facts["puzzles"], facts["copies"]
    yield f"| scale | puzzles (of {puzzles}) that change in one of {copies} copies | widest range |"
    yield "|---|---:|---|"
    for key, name in names.items():
        one = facts[key]
        widest = ""
        if one["differ"]:
            widest = (
                f"{one['widest']:g}, {one['widest_share']:.0%} of the number"
                if "widest" in one
                else ""
            )
        yield f"| {name} | {one['differ']} | {widest} |"


def draw(panels: dict[str, Sequence[float]], times: list[float]) -> Iterator[str]:
    """Draw a panel for each scale, people's times upwards, both logarithmic."""
    wide, high = 2 * (WIDTH + GAP) + 8, 2 * (HEIGHT + GAP)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
    yield f'width="{wide}" height="{high}" font-family="sans-serif" font-size="12" '
    yield f'fill="{INK}" role="img">\n'
    yield "<title>People's solving times (D_TO) against each scale</title>\n"
    for number, (name, values) in enumerate(panels.items()):
        left = EDGE + number % 2 * (WIDTH + GAP)
        top = 28 + number // 2 * (HEIGHT + GAP)
        yield from _panel(name, [float(value) for value in values], times, left, top)
    yield "</svg>\n"


def _panel(
    name: str, values: list[float], times: list[float], left: int, top: int
) -> Iterator[str]:
    across = _Axis(values, left, left + WIDTH)
    up = _Axis(times, top + HEIGHT, top)
    bottom = top + HEIGHT
    yield f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" '
    yield f'fill="none" stroke="{INK}"/>\n'
    yield f'<text x="{left}" y="{top - 9}" font-size="14">{name}</text>\n'
    for value in across.ticks():
        x = across.place(value)
        yield f'<path d="M{x:.1f} {bottom}v4" stroke="{INK}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{value:g}</text>\n'
    for value in up.ticks():
        y = up.place(value)
        yield f'<path d="M{left} {y:.1f}h-4" stroke="{INK}"/>'
        yield f'<text x="{left - 7}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>\n'
    for value, time in zip(values, times, strict=True):
        x, y = across.place(value), up.place(time)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{DOT}" fill-opacity="0.55"/>'
    yield "\n"


class _Axis:
    """A logarithmic axis between two places."""

    def __init__(self, values: list[float], start: float, end: float) -> None:
        low, high = math.log(min(values)), math.log(max(values))
        room = 0.05 * (high - low)
        self._low, self._high = low - room, high + room
        self._start, self._end = start, end

    def place(self, value: float) -> float:
        share = (math.log(value) - self._low) / (self._high - self._low)
        return self._start + share * (self._end - self._start)

    def ticks(self) -> list[float]:
        """Return round numbers inside: 1, 2 and 5 times powers of ten, or more if few fit."""
        for steps in ((1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 7, 8)):
            found = [
                round(step * 10.0**power, 6)
                for power in range(-3, 7)
                for step in steps
                if self._low <= math.log(step * 10.0**power) <= self._high
            ]
            if len(found) >= 3:
                return found
        return found


if __name__ == "__main__":
    main()
