"""The keys of the page and of the terminal: one table for both, and for the help of each."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """A key by the name that browsers give it, what it does, and that in words."""

    key: str
    action: str
    about: str

    @property
    def label(self) -> str:
        """What stands on the key.

        >>> Key("ArrowLeft", "back", "").label
        '←'
        """
        return _LABELS.get(self.key, self.key)


_LABELS = {" ": "Space", "ArrowLeft": "←", "ArrowRight": "→"}

KEYS: tuple[Key, ...] = (
    Key(" ", "play", "play or pause"),
    Key("ArrowRight", "forward", "one step forward"),
    Key("ArrowLeft", "back", "one step back"),
    Key("]", "leap", "a hundred steps forward"),
    Key("[", "leap_back", "a hundred steps back"),
    Key("d", "next_dead_end", "to the next dead end"),
    Key("D", "previous_dead_end", "to the dead end before"),
    Key("s", "next_solution", "to the next solution"),
    Key("S", "previous_solution", "to the solution before"),
    Key("Home", "first", "to the start"),
    Key("End", "last", "to the end"),
    Key("+", "faster", "play faster"),
    Key("-", "slower", "play slower"),
    Key("u", "unit", "step by event, or by value tried"),
    Key("l", "link", "all in step, or each on its own"),
    Key("1", "select", "choose the first search to steer (2 the second, ...)"),
    Key("?", "help", "show or hide the keys"),
)
"""Every key."""

ALIASES = {"=": "+"}
"""Keys that do what another does: the plus without Shift."""
LEAP = 100
"""Steps of a leap."""
SPEEDS = (1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000, 25_000, 100_000)
"""Steps in a second that can be chosen."""
DEFAULT_SPEED = 5
