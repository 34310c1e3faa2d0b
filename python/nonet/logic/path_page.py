"""A path as a page: the board, the steps in words, and a player, in one self-contained file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from math import log
from string import Template
from typing import Any

from nonet.core.board import Board
from nonet.core.digits import digits_of
from nonet.logic.endings import describe_ending
from nonet.logic.languages import Language, language_named
from nonet.logic.paths import Path
from nonet.logic.words import format_conclusion, format_step, step_sentences
from nonet.render.pages import shell
from nonet.render.pages.boards import inline_svg, picture_style
from nonet.render.pages.keys import ALIASES, Key
from nonet.render.picture import digit_names, picture_of
from nonet.render.steps import step_picture

_HERE = "nonet.logic"
MODULES = ((shell.SHARED, "shell"), (shell.SHARED, "packed"), (_HERE, "path"))
"""The modules of the page, each a file in the assets of its package."""
KEYS = (
    (" ", "play"),
    ("ArrowRight", "forward"),
    ("ArrowLeft", "back"),
    ("Home", "first"),
    ("End", "last"),
    ("h", "hardest"),
    ("+", "faster"),
    ("-", "slower"),
    ("?", "help"),
)
"""Every key and its action."""
PAUSES = (10, 5, 3, 2, 1, 0.5, 0.2)
"""How many seconds a step may stay when played."""
DEFAULT_PAUSE = 3


def render_path_page(path: Path, language: Language | str | None = None) -> str:
    """Return the page as text."""
    said = language_named(language)
    shown = [_step(path, number, said) for number in range(len(path.steps))]
    pictures = [step.pop("picture") for step in shown] + [_last_picture(path, said)]
    heights = difficulties(path)
    words = {key: said.say(f"page.{key}") for key in _WORDS}
    texts = {"of": said.say("page.of", number="{number}", last=len(shown)), **words}
    data = {
        "keys": [{"key": key, "action": action} for key, action in KEYS],
        "aliases": ALIASES,
        "pauses": PAUSES,
        "pause": DEFAULT_PAUSE,
        "hardest": hardest_step(path),
        "texts": texts,
        "packed": shell.packed(json.dumps({"steps": shown, "pictures": pictures}).encode()),
    }
    body = Template(shell.asset(_HERE, "path.html")).substitute(
        {f"t_{key.replace('.', '_')}": escape(text) for key, text in words.items()},
        board=pictures[0],
        count=len(shown),
        list="".join(map(_entry, range(1, len(shown) + 1), shown, heights)),
        strip="".join(f'<i style="--d:{height:.2f}"></i>' for height in heights),
        ending="".join(f"<p>{escape(line)}</p>" for line in _ending(path, said)),
        keys=shell.definitions(
            (f"<kbd>{escape(Key(key, '', '').label)}</kbd>", said.say(f"page.key.{action}"))
            for key, action in KEYS
        ),
        pauses=_pauses(said),
    )
    return shell.page(
        body,
        title=words["title"],
        about=_about(path, said),
        style=shell.style(shell.asset(_HERE, "path.css"), picture_style(), _play_words(said)),
        data=data,
        modules=MODULES,
        language=said.code,
        themes=[words[key] for key in ("theme", "theme.auto", "theme.light", "theme.dark")],
    )


def show(path: Path) -> str:
    """Return the page within a notebook."""
    return shell.framed(language_named().say("page.title"), render_path_page(path))


_WORDS = (
    *("title", "theme", "theme.auto", "theme.light", "theme.dark", "script", "board", "steps"),
    *("step", "end", "start", "help", "controls", "first", "back", "back.short", "play", "pause"),
    *("forward", "forward.short", "last", "hardest.go", "hardest.short", "speed", "copy"),
    *("copied", "link"),
)
"""The texts of the page that have no places for facts."""


def difficulties(path: Path) -> list[float]:
    """Return how hard each step is, from 0 to 1: the rank of its technique in the path's order.

    The logarithm brings out differences between easy techniques, which most steps use.
    """
    most = log(max(len(path.order.techniques), 2))
    return [log(1 + path.order.rank(name)) / most for name in path.techniques]


def hardest_step(path: Path) -> int | None:
    """Return the number of the first step with the hardest technique; None without steps."""
    heights = difficulties(path)
    return heights.index(max(heights)) + 1 if heights else None


def _step(path: Path, number: int, said: Language) -> dict[str, Any]:
    board, step = path.boards[number], path.steps[number]
    line = format_step(board, step, language=said)
    picture = step_picture(board, step, labels=said.legend)
    return {
        "title": said.technique(step.technique)["title"],
        "line": line,
        "conclusion": format_conclusion(step),
        "why": step_sentences(board, step, language=said),
        "cells": _cells(board),
        "picture": inline_svg(picture, line),
    }


def _last_picture(path: Path, said: Language) -> str:
    picture = picture_of(path.end, candidates=not path.solved)
    return inline_svg(picture, said.say("page.end" if path.steps else "page.start"))


def _cells(board: Board) -> list[str]:
    """Return the board for screen readers: digits, and candidates with strokes between them."""
    names = digit_names(board.layout.size, None)
    pairs = zip(board.digits, board.masks, strict=True)
    return [
        names[digit] or "/".join(names[one] for one in digits_of(mask)) for digit, mask in pairs
    ]


def _about(path: Path, said: Language) -> str:
    givens = said.say("page.givens", count=path.puzzle.clues)
    told = [said.say("page.about", size=path.start.layout.size, givens=givens)]
    told.append(_ending(path, said)[0])
    if hardest := hardest_step(path):
        title = said.technique(path.techniques[hardest - 1])["title"]
        told.append(said.say("page.hardest", title=title))
    return " ".join(told)


def _ending(path: Path, said: Language) -> list[str]:
    """Say how the path ends; the board that would follow in a terminal is there already."""
    *others, last = describe_ending(path, said)
    is_open = path.outcome in ("stuck", "stopped")
    return [*others, f"{last.removesuffix(':')}." if is_open else last]


def _entry(number: int, step: dict[str, Any], height: float) -> str:
    return (
        f'      <li><a href="#step={number}"><span class="number">{number}</span>'
        f'<span class="bar" style="--d:{height:.2f}"></span>'
        f'<span class="name">{escape(step["title"])}</span> '
        f'<span class="what">{escape(step["conclusion"])}</span></a></li>\n'
    )


def _pauses(said: Language, pauses: Sequence[float] = PAUSES) -> str:
    return "".join(
        f'<option value="{pause:g}"{" selected" * (pause == DEFAULT_PAUSE)}>'
        f"{escape(said.say('page.speed.value', number=f'{pause:g}'))}</option>"
        for pause in pauses
    )


def _play_words(said: Language) -> str:
    """Return the words on the button, which the shared style writes."""
    play, pause = json.dumps(said.say("page.play")), json.dumps(said.say("page.pause"))
    return f":root {{ --play: {play}; --pause: {pause}; }}\n"
