"""The keys of the page and the terminal: one table for both, and for their help."""

from __future__ import annotations

from nonet.render.pages.keys import ALIASES, Key

__all__ = ["ALIASES", "DEFAULT_SPEED", "KEYS", "LEAP", "SPEEDS", "Key"]

KEYS: tuple[Key, ...] = (
    Key(" ", "play", "play or pause"),
    Key("ArrowRight", "forward", "one step forward"),
    Key("ArrowLeft", "back", "one step back"),
    Key("]", "leap", "a hundred steps forward"),
    Key("[", "leap_back", "a hundred steps back"),
    Key("d", "next_dead_end", "go to the next dead end"),
    Key("D", "previous_dead_end", "go to the previous dead end"),
    Key("s", "next_solution", "go to the next solution"),
    Key("S", "previous_solution", "go to the previous solution"),
    Key("Home", "first", "go to the start"),
    Key("End", "last", "go to the end"),
    Key("+", "faster", "play faster"),
    Key("-", "slower", "play slower"),
    Key("u", "unit", "step by event, or by value tried"),
    Key("l", "link", "run all in step, or independently"),
    Key("1", "select", "control the first search (2 the second, ...)"),
    Key("?", "help", "show or hide the keys"),
)
"""Every key."""

LEAP = 100
"""Steps in a jump."""
SPEEDS = (1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000, 25_000, 100_000)
"""Available speeds, in steps per second."""
DEFAULT_SPEED = 5
