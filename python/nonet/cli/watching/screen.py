"""The screen: boards side by side, the event in words, the counters, for any screen size."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap

from rich.text import Text

from nonet.cli.watching.boards import (
    Form,
    Size,
    cells_at_hand,
    digit_text,
    draw_board,
    forms_of,
    size_of,
)
from nonet.cli.watching.counters import GAP, Counters, set_beside
from nonet.cli.watching.keys import INTERRUPT, QUIT
from nonet.cli.watching.player import Pane, Player
from nonet.core.cells import cell_name
from nonet.lab.tracing.events import Event
from nonet.lab.watching.endings import ending_of
from nonet.lab.watching.keys import KEYS

_HEAD = 2
"""Lines above a board: the strategy and its progress."""
_WORDS = 3
"""Lines for the description of an event, if there is room."""
_MOST_WORDS = 6
_WIDER = 12
"""How many columns wider than its board a pane may be, for the description."""
_PLAIN_LABELS = {"←": "Left", "→": "Right"}
_LEGEND = (
    ("5", "given"),
    ("?5", "tried by the search"),
    ("+5", "inferred, or filled at random"),
    ("!5", "repeated in a house"),
    ("·₃", "empty, 3 candidates"),
    ("-₂", "just lost a candidate"),
    ("·!", "no candidates left"),
    ("×", "a candidate just eliminated"),
    ("[ ]", "the cells of the event"),
    ("( )", "the cause"),
)
_IN_ASCII = str.maketrans("·₃₂×", ".32x")


@dataclass(frozen=True, slots=True)
class Plan:
    """A screen layout: the panes shown, the form of their boards, the place of the counters."""

    first: int
    count: int
    form: Form
    board: Size
    """How much of the board is shown."""
    pane_width: int
    words: int
    """Lines for the description of an event."""
    counters: Counters
    counters_beside: bool
    counters_room: Size

    @property
    def has_all_counters(self) -> bool:
        """Return whether all counters fit."""
        return self.counters.height_in(self.counters_room.width) <= self.counters_room.height


def draw_screen(player: Player, width: int, height: int, *, unicode: bool = True) -> list[Text]:
    """Return the lines of the screen, `height` of them, none wider than `width`."""
    if player.helping:
        lines = _help(unicode)
    else:
        plan = plan_screen(player, width, height)
        panes, counters = _panes(player, plan, unicode), plan.counters.lines(*plan.counters_room)
        if plan.counters_beside:
            left = plan.count * (plan.pane_width + GAP)
            lines = set_beside([panes, counters], [left, 0])
        else:
            lines = panes + counters
    lines = lines[: height - 1]
    lines += [Text()] * (height - 1 - len(lines))
    lines.append(_state(player, unicode))
    for line in lines:
        line.truncate(max(width, 1))
    return lines


def plan_screen(player: Player, width: int, height: int) -> Plan:
    """Find the most detailed layout: all panes if they fit, then large boards.

    Boards with candidates are used only if descriptions and counters fit as well.
    """
    layout = player.pane.trace.puzzle.layout
    room = Size(width, height)
    for count in range(len(player.panes), 0, -1):
        for form in forms_of(layout):
            plan = _plan(player, room, count, form)
            if form.shows_candidates and not (plan.has_all_counters and plan.words >= _WORDS):
                continue
            if plan.board == size_of(layout, form) and plan.words:
                return plan
    return _plan(player, room, 1, forms_of(layout)[-1])


def _plan(player: Player, room: Size, count: int, form: Form) -> Plan:
    """Lay out the screen for some panes with boards of one form; shorten numbers if necessary."""
    plan = _plan_for(player, room, count, form, Counters(player, short=False))
    if not plan.has_all_counters:
        plan = _plan_for(player, room, count, form, Counters(player, short=True))
    return plan


def _plan_for(player: Player, room: Size, count: int, form: Form, counters: Counters) -> Plan:
    whole = size_of(player.pane.trace.puzzle.layout, form)
    share = (room.width - GAP * (count - 1)) // count
    high = max(min(whole.height, room.height - _HEAD - 2), 1)
    board = Size(max(min(whole.width, share), 1), high)
    left = max(room.height - 1 - _HEAD - board.height, 0)
    first = min(player.selected, len(player.panes) - count)
    spare = room.width - counters.width - GAP
    if count * (whole.width + GAP) <= spare and counters.height < room.height:
        width = min(spare // count - GAP, whole.width + _WIDER)
        beside = Size(room.width - count * (width + GAP), room.height - 1)
        words = min(left, _MOST_WORDS)
        return Plan(first, count, form, board, width, words, counters, True, beside)
    wanted = counters.height_in(room.width)
    if left - wanted < _WORDS and count == len(player.panes):
        counters.has_head, wanted = False, wanted - 1
    words = max(min(left - wanted, _MOST_WORDS), min(_WORDS, left))
    below = Size(room.width, left - words)
    return Plan(first, count, form, board, share, words, counters, False, below)


def _panes(player: Player, plan: Plan, unicode: bool) -> list[Text]:
    shown = range(plan.first, plan.first + plan.count)
    columns = [_pane(player, number, plan, unicode) for number in shown]
    return set_beside(columns, [plan.pane_width + GAP] * plan.count)


def _pane(player: Player, number: int, plan: Plan, unicode: bool) -> list[Text]:
    pane = player.panes[number]
    board = _cropped(pane, draw_board(pane.picture, plan.form, unicode=unicode), plan.board)
    # Words are not cut, so that a line or two is not quite filled.
    room = plan.words * (plan.pane_width - 4)
    words = _wrapped(describe(pane, room), plan.pane_width, plan.words, unicode)
    style = _event_style(pane)
    return [
        _title(player, number, plan, unicode),
        Text(_cut(_progress(pane, plan.pane_width), plan.pane_width, unicode), "dim"),
        *board,
        *(Text(line, style) for line in words),
    ]


def _title(player: Player, number: int, plan: Plan, unicode: bool) -> Text:
    """Return a strategy's name and depth; the controlled one has a pointer."""
    pane = player.panes[number]
    several = len(player.panes) > 1
    chosen = number == player.selected
    pointer = " " if not chosen else "▸" if unicode else ">"
    name = f"{pointer}{number + 1} " if several else ""
    name += pane.trace.run.method
    is_tree = pane.trace.subject.keeps != "filling"
    depth = f" depth {len(pane.moment.path) if pane.moment else 0}" if is_tree else ""
    width = min(max(plan.board.width, len(name) + len(depth)), plan.pane_width)
    name = _cut(name, width - len(depth), unicode).ljust(max(width - len(depth), 0))
    return Text().append(name, "bold" if chosen else "").append(depth, "dim")


def _progress(pane: Pane, width: int) -> str:
    """Describe the progress of a trace in the space available."""
    cut = ", cut short" if pane.trace.is_cut_short else ""
    if pane.is_over:
        text = f"all {pane.end:,} events: {pane.trace.run.status.word}"
        texts = [f"{text}{cut}", text]
    else:
        text = f"{pane.position:,} of {pane.end:,}"
        texts = [f"event {text}{cut}", f"event {text}", text]
    return next((text for text in texts if len(text) <= width), texts[-1])


def describe(pane: Pane, room: int | None = None) -> str:
    """Describe the event; for refused digits, name the cells that have them.

    Reasons are shortened if they do not fit.
    """
    moment = pane.moment
    if not pane.end:
        return ending_of(pane.trace)
    if moment is None:
        return f"the start: {pane.trace.subject.about or pane.trace.run.method}"
    taken = _taken(pane, moment.event, moment.values)
    if not taken:
        return moment.words
    text = f"{moment.words}; {', '.join(f'{digit} is in {cell}' for digit, cell in taken)}"
    if room is None or len(text) <= room:
        return text
    return f"{moment.words}; taken: {', '.join(f'{cell}={digit}' for digit, cell in taken)}"


def _taken(pane: Pane, event: Event, values: bytes) -> list[tuple[str, str]]:
    """Return the digits refused in the chosen cell, each with a peer that has it."""
    layout = pane.trace.puzzle.layout
    if event.kind != "choose" or event.cell is None:
        return []
    owners = {values[peer]: peer for peer in reversed(layout.peers[event.cell])}
    return [
        (digit_text(layout, digit), cell_name(owners[digit], layout.size))
        for digit in event.refused
        if digit in owners
    ]


def _event_style(pane: Pane) -> str:
    kind = pane.moment.event.kind if pane.moment else ""
    return {"dead_end": "red", "solution": "bold green"}.get(kind, "")


def _cropped(pane: Pane, board: list[Text], room: Size) -> list[Text]:
    """Crop a board that does not fit to the part around the event's cell."""
    width, height = len(board[0]), len(board)
    if width <= room.width and height <= room.height:
        return board
    size = pane.trace.puzzle.layout.size
    row, column = divmod(min(cells_at_hand(pane.picture), default=0), size)
    left = min(max(column * width // size - room.width // 2, 0), width - room.width)
    top = min(max(row * height // size - room.height // 2, 0), height - room.height)
    left, top = max(left, 0), max(top, 0)
    return [line[left : left + room.width] for line in board[top : top + room.height]]


def _state(player: Player, unicode: bool) -> Text:
    """Return the message about the last key, or the playback state and which traces are cut."""
    if player.message:
        return Text().append(f" {player.message} ", "reverse")
    sign = ("▶" if unicode else ">") if player.playing else ("‖" if unicode else "=")
    parts = [
        f"{sign} {'playing' if player.playing else 'paused '} {player.speed:,}/s",
        f"step: {player.unit}",
    ]
    several = len(player.panes) > 1
    if several:
        parts.append("linked" if player.linked else f"only {player.selected + 1}")
    cut = [str(n) for n, pane in enumerate(player.panes, 1) if pane.trace.is_cut_short]
    if cut:
        parts.append(f"cut short: {', '.join(cut)}" if several else "trace cut short")
    dot = " · " if unicode else " | "
    text = Text().append(f" {dot.join(parts)} ", "reverse")
    return text.append("  ? keys  q quit", "dim")


def _help(unicode: bool) -> list[Text]:
    rows = [
        (key.label if unicode else _PLAIN_LABELS.get(key.label, key.label), key.about)
        for key in KEYS
    ]
    rows.append((QUIT[0], f"quit ({', '.join(QUIT[1:])} and {INTERRUPT} as well)"))
    lines = []
    for label, about in rows:
        lines.append(Text(f"{label:>7}  ", "bold").append(about, "not bold"))
    signs = [sign if unicode else sign.translate(_IN_ASCII) for sign, _ in _LEGEND]
    legend = [f"{sign:>7}  {about}" for sign, (_, about) in zip(signs, _LEGEND, strict=True)]
    half = (len(legend) + 1) // 2
    pairs = zip_longest(legend[:half], legend[half:], fillvalue="")
    return [*lines, Text(), *(Text(f"{one:<36}{other}") for one, other in pairs)]


def _wrapped(text: str, width: int, most: int, unicode: bool) -> list[str]:
    """Wrap a text to exactly this many lines; the rest is cut off."""
    lines = wrap(text, max(width, 1))
    if len(lines) > most > 0:
        rest = " ".join(lines[most - 1 :])
        lines = [*lines[: most - 1], _cut(rest, width, unicode)]
    lines = lines[:most]
    return [*lines, *[""] * (most - len(lines))]


def _cut(text: str, width: int, unicode: bool) -> str:
    if len(text) <= width:
        return text
    end = "…" if unicode else "..."
    return text[: max(width - len(end), 0)] + end[: max(width, 0)]
