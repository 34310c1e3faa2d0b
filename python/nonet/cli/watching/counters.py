"""The counters of all strategies side by side, set in as many columns as there is need for."""

from __future__ import annotations

from functools import cached_property
from itertools import zip_longest

from rich.text import Text

from nonet.cli.watching.player import Player

GAP = 2
"""Columns between neighbouring blocks."""
_LABELS = {"largest_frontier": "frontier"}
"""Short names for counters with long ones."""
_LEFT_OUT = ("largest_frontier", "deepest", "expanded")
"""Counters to leave out first if space is short."""
_LEAST = 6
_MILLION = 1_000_000


class Counters:
    """One line per counter; large numbers are exact, or `short` if space is limited."""

    def __init__(self, player: Player, short: bool) -> None:
        self._player = player
        self._short = short
        self.has_head = True
        """Whether the strategies are numbered above, in the order of the panes."""

    @cached_property
    def _names(self) -> list[str]:
        """The counters that any strategy has, in the order of the glossary."""
        found = [pane.trace.run.counts.to_dict() for pane in self._player.panes]
        return [name for name in found[0] if any(counts[name] is not None for counts in found)]

    @cached_property
    def _widths(self) -> list[int]:
        """The final width of each strategy's numbers, so that the columns never move."""
        return [
            max(_LEAST, *(len(self._number(value)) for value in counts.to_dict().values()))
            for counts in (pane.trace.run.counts for pane in self._player.panes)
        ]

    def _number(self, value: int | None) -> str:
        if value is None:
            return "-"
        return f"{value / _MILLION:.1f}M" if self._short and value >= _MILLION else f"{value:,}"

    @cached_property
    def _label(self) -> int:
        return max((len(_label_of(name)) for name in self._names), default=0)

    @cached_property
    def width(self) -> int:
        """Columns needed if the counters are stacked."""
        return self._label + sum(width + GAP for width in self._widths)

    @property
    def height(self) -> int:
        """Lines needed if the counters are stacked."""
        return len(self._names) + self.has_head

    def groups_in(self, width: int) -> int:
        """Return how many columns of counters fit."""
        return max((width + GAP) // (self.width + GAP), 1)

    def height_in(self, width: int) -> int:
        """Return the minimum number of lines for a given width."""
        return -(-len(self._names) // self.groups_in(width)) + self.has_head

    def lines(self, width: int, height: int) -> list[Text]:
        """Arrange the counters in the available space, in few columns if possible."""
        most = self.groups_in(width)
        fitting = (n for n in range(1, most) if -(-len(self._names) // n) + self.has_head <= height)
        groups = next(fitting, most)
        found = [pane.counts for pane in self._player.panes]
        names = self._fitting(groups * max(height - self.has_head, 1))
        lines = [self._line(name, [counts[name] for counts in found]) for name in names]
        down = max(-(-len(lines) // groups), 1)
        head = [self._head()] if self.has_head else []
        columns = [[*head, *lines[at : at + down]] for at in range(0, len(lines), down)]
        return set_beside(columns, [self.width + GAP] * len(columns))[:height]

    def _fitting(self, room: int) -> list[str]:
        """Return as many names as fit, without the least useful ones."""
        names = list(self._names)
        for name in _LEFT_OUT:
            if len(names) > room and name in names:
                names.remove(name)
        return names

    def _line(self, name: str, values: list[int | None]) -> Text:
        text = Text(f"{_label_of(name):<{self._label}}", "dim")
        for value, width in zip(values, self._widths, strict=True):
            text.append(f"{self._number(value):>{width + GAP}}", "not dim")
        return text

    def _head(self) -> Text:
        """Return the numbers of the strategies, if there are several."""
        text = Text(" " * self._label)
        for place, width in enumerate(self._widths):
            number = str(place + 1) if len(self._widths) > 1 else ""
            chosen = place == self._player.selected
            text.append(f"{number:>{width + GAP}}", "bold" if chosen else "dim")
        return text


def _label_of(name: str) -> str:
    return _LABELS.get(name, name.replace("_", " "))


def set_beside(columns: list[list[Text]], widths: list[int]) -> list[Text]:
    """Join columns of lines side by side."""
    lines = []
    for parts in zip_longest(*columns):
        line = Text(no_wrap=True, end="")
        for place, part in enumerate(parts):
            line.append(" " * (sum(widths[:place]) - len(line)))
            line.append_text(part if part is not None else Text())
        lines.append(line)
    return lines
