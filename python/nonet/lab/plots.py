"""SVG plots of a table of runs: cactus plots, box plots, and a measure by group.

The colours are by Okabe and Ito, which people with any kind of colour vision can distinguish;
dashes and markers differ as well. Every plot has its own style and follows light and dark themes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from nonet.lab.summary import Floats, format_value, label_of, quantile, values_of
from nonet.lab.table import UNSUPPORTED, Row, Table

_WIDTH = 760
_CHAR = 7.6
"""The width of a character in a label, in the widest common font."""
_MOST_POINTS = 150
"""The maximum number of points for one strategy in one group; chosen evenly from more."""

_LIGHT = {"paper": "#ffffff", "ink": "#1d2430", "faint": "#5b6472", "grid": "#dfe3e8"}
_DARK = {"paper": "#14181f", "ink": "#eef1f5", "faint": "#a3adba", "grid": "#343b46"}
_LIGHT_SERIES = ("#0072b2", "#d55e00", "#009e73", "#b3508a", "#b27d00", "#3a8fc7", "#3c3c3c")
_DARK_SERIES = ("#56b4e9", "#ff8f45", "#2fcf9f", "#e79cc8", "#f0b93a", "#a8d8f5", "#d8d8d8")
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "9 3 2 3 2 3")
_SHAPES = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "m-3.5 -3.5h7v7h-7z",
    "m0 -4.5l4.2 7.5h-8.4z",
    "m0 -5l4.5 5l-4.5 5l-4.5 -5z",
    "m0 4.5l4.2 -7.5h-8.4z",
    "m-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "m-4.5 -1l4.5 -4l4.5 4l-2 5h-5z",
)


def plot_cactus(table: Table, measure: str = "generated") -> str:
    """Draw a cactus plot: how many runs each strategy solved within a value of the measure."""
    series = _series(table, measure)
    runs = max((len(values) for values in series.values()), default=0)
    solved = {name: np.sort(values[np.isfinite(values)]) for name, values in series.items()}
    x = _Axis.over(solved.values(), 64, _WIDTH - 24, measure)
    y = _Axis(0.0, float(max(runs, 1)), 340, 48)
    parts = [
        *_x_axis(x, 48, 340, f"{label_of(measure)} (logarithmic)"),
        *_y_axis(y, x, "runs solved"),
    ]
    names = {}
    for name, values in solved.items():
        number = _number(table, name)
        parts.append(_curve(values, x, y, number))
        names[number] = f"{name} ({len(values)} of {len(series[name])})"
    legend, height = _legend(names, 404, dashed=True)
    return _document(f"Runs solved, by {label_of(measure)}", [*parts, *legend], height)


def _curve(values: Floats, x: _Axis, y: _Axis, number: int) -> str:
    """Draw the steps of a cactus plot, with a few markers that do not overlap with others."""
    if not len(values):
        return ""
    points = _steps(values, x, y)
    path = [f"M{points[0][0]:.1f} {y.at(0):.1f}"]
    path += [f"H{place:.1f}V{height:.1f}" for place, height in points]
    path.append(f"H{x.stop:.1f}")
    step = max(1, len(points) // 5)
    marks = [_mark(number, *point) for point in points[number % step :: step]]
    dash = _DASHES[_style_of(number)]
    line = f'<path class="line" stroke-dasharray="{dash}" d="{"".join(path)}"/>'
    return f'<g class="s{number % 7}">{line}{"".join(marks)}</g>'


def _steps(ordered: Floats, x: _Axis, y: _Axis) -> list[tuple[float, float]]:
    """Return where the steps of a cactus plot are, and how high each goes.

    Steps within half a pixel are drawn as one, at the last of them: it has all the runs so far.
    """
    steps: list[tuple[float, float]] = []
    first = -math.inf
    for count, value in enumerate(ordered, start=1):
        place = x.at(value)
        if place - first > 0.5:
            first = place
        else:
            steps.pop()
        steps.append((place, y.at(count)))
    return steps


def plot_boxes(table: Table, measure: str = "generated") -> str:
    """Draw a box plot: quartiles of each strategy, whiskers at 5 % and 95 %, unsolved runs."""
    series = _series(table, measure)
    names = {name: _shorten(name, 40) for name in series}
    left = 24 + _CHAR * max((len(name) for name in names.values()), default=0)
    solved = [values[np.isfinite(values)] for values in series.values()]
    x = _Axis.over(solved, left, _WIDTH - 132, measure)
    bottom = 60 + 32 * len(series)
    parts = _x_axis(x, 52, bottom, f"{label_of(measure)} (logarithmic)")
    parts.append(_text(_WIDTH - 16, 44, "not solved", "faint", "end"))
    for line, (name, values) in enumerate(series.items()):
        middle = 76 + 32 * line
        unsolved = len(values) - len(solved[line])
        parts.append(_text(left - 10, middle + 4, names[name], "ink", "end"))
        parts.append(_text(_WIDTH - 16, middle + 4, f"{unsolved} of {len(values)}", "ink", "end"))
        parts.append(_box(np.sort(values), x, middle, _number(table, name)))
    return _document(f"Spread of {label_of(measure)}", parts, bottom + 60)


def _box(ordered: Floats, x: _Axis, middle: float, number: int) -> str:
    """Draw one box; whatever falls among unsolved runs leaves the right edge."""
    if not len(ordered) or not math.isfinite(ordered[0]):
        return ""
    low, q25, q50, q75, high = (quantile(ordered, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95))
    at = x.at_or_end
    parts = [
        f'<path class="line" d="M{at(low):.1f} {middle}H{at(q25):.1f}'
        f"M{at(q75):.1f} {middle}H{at(high):.1f}"
        f'M{at(low):.1f} {middle - 5}v10{_end(high, x, middle - 5, 10)}"/>'
    ]
    if math.isfinite(q25):
        parts.append(
            f'<path class="box" d="M{at(q75):.1f} {middle - 9}H{at(q25):.1f}v18H{at(q75):.1f}'
            f'{_end(q75, x, middle - 9, 18)}"/>'
        )
    if math.isfinite(q50):
        parts.append(f'<path class="median" d="M{x.at(q50):.1f} {middle - 9}v18"/>')
    outer = [value for value in ordered if math.isfinite(value) and not low <= value <= high]
    for value in _thinned(outer, 30):
        parts.append(_dot(x.at(value), middle))
    return f'<g class="s{number % 7}">{"".join(parts)}</g>'


def _end(value: float, x: _Axis, top: float, height: float) -> str:
    return f"M{x.at(value):.1f} {top}v{height}" if math.isfinite(value) else ""


def plot_groups(table: Table, measure: str = "generated") -> str:
    """Draw every run by its group of boards, with a bar at each strategy's median."""
    groups = table.distinct("group") or [None]
    series = _series(table, measure)
    solved = [values[np.isfinite(values)] for values in series.values()]
    y = _Axis.over(solved, 340, 84, measure)
    x = _Axis(0.0, float(max(len(groups), 1)), 84, _WIDTH - 24)
    parts = [*_y_axis(y, x, f"{label_of(measure)} (logarithmic)"), *_unsolved_band(x)]
    tilted = max(len(str(group)) for group in groups) * _CHAR > (x.stop - x.start) / len(groups)
    for place, group in enumerate(groups):
        parts.append(_group_label(x.at(place + 0.5), str(group or "all boards"), tilted))
        if place:
            parts.append(f'<path class="grid" d="M{x.at(place):.1f} 48V340"/>')
        for column, name in enumerate(series):
            rows = _runs(table.where(method=name, group=group))
            middle = x.at(place + (column + 0.5) / len(series) * 0.86 + 0.07)
            room = min(60.0, 0.6 * (x.stop - x.start) / len(groups) / len(series))
            values = np.sort(values_of(measure, rows))
            parts.append(_cloud(values, middle, room, y, _number(table, name)))
    legend, height = _legend(
        {_number(table, name): name for name in series}, 390 + 50 * tilted, dashed=False
    )
    return _document(
        f"{label_of(measure).capitalize()} by group of boards", [*parts, *legend], height
    )


def _unsolved_band(x: _Axis) -> list[str]:
    label = _text(x.start - 8, 67, "not solved", "faint", "end")
    return [
        f'<rect class="band" x="{x.start:.1f}" y="48" width="{x.stop - x.start:.1f}" height="30"/>',
        label,
    ]


def _group_label(x: float, text: str, tilted: bool) -> str:
    if not tilted:
        return _text(x, 360, text, "ink", "middle")
    turn = f' transform="rotate(-30 {x:.1f} 358)"'
    return _text(x, 358, _shorten(text, 18), "ink", "end", turn)


def _cloud(ordered: Floats, middle: float, room: float, y: _Axis, number: int) -> str:
    """Draw the runs of a strategy in a group, with a fixed sideways scatter."""
    if not len(ordered):
        return ""
    parts = []
    for count, value in enumerate(_thinned(list(ordered), _MOST_POINTS)):
        aside = middle + room * ((count * 0.618034) % 1 - 0.5)
        height = y.at(value) if math.isfinite(value) else 56 + 14 * ((count * 0.414214) % 1)
        parts.append(_mark(number, aside, height, "dot") if room > 7 else _dot(aside, height))
    median = quantile(ordered, 0.5)
    if math.isfinite(median):
        half = max(2.0, room * 0.7)
        parts.append(
            f'<path class="median" d="M{middle - half:.1f} {y.at(median):.1f}h{2 * half:.1f}"/>'
        )
    return f'<g class="s{number % 7}">{"".join(parts)}</g>'


def _runs(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row["status"] != UNSUPPORTED]


def _series(table: Table, measure: str) -> dict[str, Floats]:
    """Return the values of each strategy that has the measure."""
    found = {}
    for name in table.distinct("method"):
        rows = _runs(table.where(method=name))
        if any(row[measure] is not None for row in rows):
            found[str(name)] = values_of(measure, rows)
    return found


def _number(table: Table, method: str) -> int:
    """Return a strategy's position in the table, so that it looks the same in every plot."""
    return table.distinct("method").index(method)


def _thinned(values: list[float], most: int) -> list[float]:
    step = max(1.0, len(values) / most)
    return [values[int(place * step)] for place in range(min(len(values), most))]


@dataclass(frozen=True, slots=True)
class _Axis:
    """Maps data to pixels: linear, or logarithmic if a measure is named.

    If there are zeros, a logarithmic axis is shifted by one, so that they can be drawn.
    """

    low: float
    high: float
    start: float
    stop: float
    measure: str | None = None
    shift: float = 0.0

    @classmethod
    def over(cls, series: Iterable[Floats], start: float, stop: float, measure: str) -> _Axis:
        values = np.concatenate([np.array([], dtype=np.float64), *series])
        if not len(values):
            return cls(0.0, 1.0, start, stop, measure)
        shift = 1.0 if values.min() == 0 else 0.0
        low, high = np.log10(values.min() + shift), np.log10(values.max() + shift)
        # Wide enough that one of 1, 2, 5 times a power of ten is always on it.
        margin = max(0.03 * (high - low), 0.35 - (high - low) / 2)
        return cls(float(low - margin), float(high + margin), start, stop, measure, shift)

    def at(self, value: float) -> float:
        scaled = math.log10(value + self.shift) if self.measure else value
        return self.start + (scaled - self.low) / (self.high - self.low) * (self.stop - self.start)

    def at_or_end(self, value: float) -> float:
        return self.at(value) if math.isfinite(value) else self.stop

    def ticks(self) -> list[tuple[float, str]]:
        """Return the ticks of the axis and their labels."""
        if not self.measure:
            step = _nice_step(self.high - self.low)
            return [(count, f"{count:,.0f}") for count in np.arange(0, self.high + 0.01, step)]
        marks = [
            mark for mark in self._marks() if self.low <= math.log10(mark + self.shift) <= self.high
        ]
        return [(mark, format_value(self.measure, mark)) for mark in marks]

    def _marks(self) -> list[float]:
        decades = range(math.floor(self.low), math.ceil(self.high) + 1)
        span = self.high - self.low
        digits = range(1, 10) if span < 0.5 else (1, 2, 5) if span < 2.2 else (1,)
        step = 1 + int(span // 7)
        marks = [digit * 10.0**power for power in decades[::step] for digit in digits]
        return [0.0, *(mark for mark in marks if mark >= 1)] if self.shift else marks


def _nice_step(span: float) -> float:
    rough = span / 5
    power = 10.0 ** math.floor(math.log10(rough)) if rough > 0 else 1.0
    return max(1.0, next(power * digit for digit in (1, 2, 5, 10) if power * digit >= rough))


def _x_axis(axis: _Axis, top: float, bottom: float, label: str) -> list[str]:
    parts = [f'<path class="frame" d="M{axis.start:.1f} {bottom}H{axis.stop:.1f}"/>']
    for value, text in axis.ticks():
        parts.append(f'<path class="grid" d="M{axis.at(value):.1f} {top}V{bottom}"/>')
        parts.append(_text(axis.at(value), bottom + 17, text, "faint", "middle"))
    parts.append(_text((axis.start + axis.stop) / 2, bottom + 38, label, "ink", "middle"))
    return parts


def _y_axis(axis: _Axis, x: _Axis, label: str) -> list[str]:
    parts = [f'<path class="frame" d="M{x.start:.1f} {axis.start:.1f}H{x.stop:.1f}"/>']
    for value, text in axis.ticks():
        place = axis.at(value)
        parts.append(f'<path class="grid" d="M{x.start:.1f} {place:.1f}H{x.stop:.1f}"/>')
        parts.append(_text(x.start - 8, place + 4, text, "faint", "end"))
    middle = (axis.start + axis.stop) / 2
    turn = f' transform="rotate(-90 16 {middle:.1f})"'
    parts.append(_text(16, middle, label, "ink", "middle", turn))
    return parts


def _legend(names: dict[int, str], top: float, *, dashed: bool) -> tuple[list[str], float]:
    """Draw the legend in as many columns as fit, and return its lower end as well."""
    widest = 56 + _CHAR * max(map(len, names.values()), default=0)
    columns = max(1, int((_WIDTH - 24) // widest))
    parts = []
    for place, (number, name) in enumerate(names.items()):
        x, y = 16 + widest * (place % columns), top + 22 * (place // columns)
        dash = _DASHES[_style_of(number)]
        line = (
            f'<path class="line" stroke-dasharray="{dash}" d="M{x:.1f} {y}h32"/>' if dashed else ""
        )
        parts.append(f'<g class="s{number % 7}">{line}{_mark(number, x + 16, y)}</g>')
        parts.append(_text(x + 40, y + 4, name, "ink"))
    return parts, top + 22 * math.ceil(len(names) / columns) + 4


def _style_of(number: int) -> int:
    """Combine the seven colours with different dashes and markers in each round."""
    return (number + number // 7) % 7


def _mark(number: int, x: float, y: float, role: str = "mark") -> str:
    return f'<path class="{role}" d="M{x:.1f} {y:.1f}{_SHAPES[_style_of(number)]}"/>'


def _dot(x: float, y: float) -> str:
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="2"/>'


def _text(x: float, y: float, text: str, role: str, anchor: str = "start", more: str = "") -> str:
    return (
        f'<text class="{role}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>'
        f"{escape(text)}</text>"
    )


def _shorten(text: str, most: int) -> str:
    half = most // 2
    return text if len(text) <= most else f"{text[: most - half]}…{text[1 - half :]}"


def _document(title: str, parts: list[str], height: float) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" '
            f'width="{_WIDTH}" height="{height:.0f}" role="img" class="nonet-plot" '
            f'aria-label="{escape(title)}">',
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" width="{_WIDTH}" height="{height:.0f}"/>',
            f'<text class="title" x="16" y="24">{escape(title)}</text>',
            *filter(None, parts),
            "</svg>",
        ]
    )


def _variables(colors: dict[str, str], series: Sequence[str]) -> str:
    named = {**colors, **{f"s{number}": color for number, color in enumerate(series)}}
    return ";".join(f"--{name}:{color}" for name, color in named.items())


def _rule(selector: str, name: str, variable: str, color: str, more: str = "") -> str:
    """Set a colour twice: programs without support for variables use the first."""
    return f".nonet-plot {selector}{{{name}:{color};{name}:var(--{variable});{more}}}"


def _style() -> str:
    return "".join(
        [
            f".nonet-plot{{{_variables(_LIGHT, _LIGHT_SERIES)}}}",
            "@media (prefers-color-scheme:dark){"
            f".nonet-plot{{{_variables(_DARK, _DARK_SERIES)}}}}}",
            ".nonet-plot text{font:13px system-ui,'DejaVu Sans',sans-serif}",
            _rule(".paper", "fill", "paper", _LIGHT["paper"]),
            _rule("text.ink", "fill", "ink", _LIGHT["ink"]),
            _rule("text.faint", "fill", "faint", _LIGHT["faint"], "font-size:12px"),
            _rule("text.title", "fill", "ink", _LIGHT["ink"], "font-size:15px;font-weight:600"),
            _rule(".grid", "stroke", "grid", _LIGHT["grid"]),
            _rule(".frame", "stroke", "faint", _LIGHT["faint"]),
            _rule(".band", "fill", "grid", _LIGHT["grid"], "opacity:.5"),
            *(_rule(f".s{n}", "color", f"s{n}", color) for n, color in enumerate(_LIGHT_SERIES)),
            ".nonet-plot .line{fill:none;stroke:currentColor;stroke-width:2}",
            ".nonet-plot .box{fill:currentColor;fill-opacity:.25;stroke:currentColor}",
            ".nonet-plot .median{fill:none;stroke:currentColor;stroke-width:3.5}",
            ".nonet-plot .mark{fill:currentColor}",
            ".nonet-plot .dot{fill:currentColor;fill-opacity:.45}",
        ]
    )


_STYLE = _style()
