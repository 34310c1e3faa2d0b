"""The player: the position of each trace, and how keys change it; independent of a terminal.

Position 0 is before the first event, position k after k events. A step is an event, or everything
up to the next value tried (an assignment, or a swap of a local search). It leads to a *stop*: by
events every position is one, by values those just before a value, the start and the end. As long
as the panes are linked, one clock counts steps, and every pane shows its stop of that number, or
its end if it is over. clock.js in the page does the same; a test compares the two.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from nonet.lab.tracing.columns import Ints
from nonet.lab.tracing.record import Trace
from nonet.lab.tracing.replay import Moment
from nonet.lab.watching.keys import DEFAULT_SPEED, LEAP, SPEEDS
from nonet.lab.watching.pictures import first_candidates, picture_of_moment
from nonet.render.picture import Picture

BY_EVENT, BY_VALUE = "event", "value tried"


class Pane:
    """One trace and its position."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.position = 0
        self.playing = False
        self.owed = 0.0
        """The fraction of a step played since the last whole step."""
        self._shown: tuple[int, Moment | None] = (0, None)
        self._drawn: tuple[int, Picture] | None = None

    @property
    def end(self) -> int:
        """The last position."""
        return len(self.trace)

    @property
    def is_over(self) -> bool:
        """Return whether everything has been shown."""
        return self.position == self.end

    @cached_property
    def dead_ends(self) -> Sequence[int]:
        """The positions just after a dead end."""
        return _after(self.trace.landmarks.dead_ends)

    @cached_property
    def solutions(self) -> Sequence[int]:
        """The positions just after a solution."""
        return _after(self.trace.landmarks.solutions)

    @cached_property
    def _values(self) -> Sequence[int]:
        tried: list[int] = self.trace.landmarks.values_tried.tolist()
        return [0, *tried[1:], *([self.end] if self.end else [])]

    def stops(self, unit: str) -> Sequence[int]:
        """Return the positions after each step, in order, from 0 to the end."""
        return range(self.end + 1) if unit == BY_EVENT else self._values

    @property
    def moment(self) -> Moment | None:
        """What the trace shows at this position; None before the first event."""
        if self._shown[0] != self.position:
            moment = self.trace.at(self.position - 1) if self.position else None
            self._shown = (self.position, moment)
        return self._shown[1]

    @property
    def counts(self) -> dict[str, int | None]:
        """The counters so far."""
        moment = self.moment
        counts = moment.counts if moment else self.trace.counts_after(0)
        return counts.to_dict()

    @property
    def picture(self) -> Picture:
        """The picture to draw: digits, candidates, and the marks of the event."""
        if self._drawn is None or self._drawn[0] != self.position:
            self._drawn = (self.position, picture_of_moment(self.trace, self.moment))
        return self._drawn[1]

    @property
    def values(self) -> bytes:
        """The digits on the board, 0 where a cell is open."""
        moment = self.moment
        return moment.values if moment else self.trace.puzzle.cells

    @property
    def origins(self) -> bytes:
        """Where the digit of each cell comes from."""
        return self.picture.origins

    @property
    def candidates(self) -> tuple[tuple[int, ...], ...]:
        """What is left in every open cell."""
        return self.moment.candidates if self.moment else self._first_candidates

    @cached_property
    def _first_candidates(self) -> tuple[tuple[int, ...], ...]:
        return first_candidates(self.trace)


def _after(events: Ints) -> list[int]:
    """Return the positions just after events."""
    found: list[int] = (events + 1).tolist()
    return found


class Player:
    """Panes side by side, and their controls."""

    def __init__(self, traces: Sequence[Trace]) -> None:
        self.panes = [Pane(trace) for trace in traces]
        self.selected = 0
        self.linked = True
        self.unit = BY_EVENT
        self.helping = False
        self.message = ""
        """A message about the last key, until the next one."""
        self._clock = 0
        self._speed = SPEEDS.index(DEFAULT_SPEED)

    @property
    def playing(self) -> bool:
        """Return whether a controlled pane is playing."""
        return any(pane.playing for pane in self._steered)

    @property
    def is_moving(self) -> bool:
        """Return whether any pane is playing."""
        return any(pane.playing for pane in self.panes)

    @property
    def speed(self) -> int:
        """Steps per second."""
        return SPEEDS[self._speed]

    @property
    def state(self) -> tuple[object, ...]:
        """Everything that a picture depends on: two pictures of equal states are equal."""
        panes = tuple((pane.position, pane.playing) for pane in self.panes)
        steered = self.selected, self.linked, self.unit, self.speed
        return panes, steered, self.helping, self.message

    @property
    def pane(self) -> Pane:
        """The controlled pane, which leads the others if they are linked."""
        return self.panes[self.selected]

    @property
    def is_over(self) -> bool:
        """Return whether all controlled panes are at their end."""
        return all(pane.is_over for pane in self._steered)

    @property
    def _steered(self) -> list[Pane]:
        return self.panes if self.linked else [self.pane]

    def act(self, action: str, number: int = 0) -> None:
        """Perform an action; `number` is the pane to select, from 1."""
        self.message = ""
        if action == "select":
            self._select(number)
        else:
            getattr(self, f"_{action}")()

    def advance(self, seconds: float) -> None:
        """Advance playback by some time."""
        if self.linked:
            if self.is_moving and (steps := self._due(self.panes[0], seconds)):
                self._step(steps)
                if self.is_over:
                    self._pause()
            return
        for pane in self.panes:
            if pane.playing and (steps := self._due(pane, seconds)):
                self._step_alone(pane, steps)
                pane.playing = not pane.is_over

    def _due(self, pane: Pane, seconds: float) -> int:
        """Return how many whole steps are due; in the middle of a step, 0 would go back."""
        steps, pane.owed = divmod(pane.owed + seconds * self.speed, 1)
        return int(steps)

    def _step(self, steps: int) -> None:
        """Go some steps forward or back; in the middle of a step, one back is its beginning."""
        if self.linked:
            midst = steps < 0 and self._is_between(self.pane)
            self._set_clock(self._clock + steps + midst)
        else:
            self._step_alone(self.pane, steps)

    def _step_alone(self, pane: Pane, steps: int) -> None:
        stops = pane.stops(self.unit)
        midst = steps < 0 and self._is_between(pane)
        place = self._steps_of(pane) + steps + midst
        pane.position = stops[min(max(place, 0), len(stops) - 1)]

    def _steps_of(self, pane: Pane) -> int:
        """Return how many steps lead to a pane's position, rounded down."""
        return bisect_right(pane.stops(self.unit), pane.position) - 1

    def _is_between(self, pane: Pane) -> bool:
        return pane.stops(self.unit)[self._steps_of(pane)] < pane.position

    def _set_clock(self, steps: int) -> None:
        last = max(len(pane.stops(self.unit)) - 1 for pane in self._steered)
        self._clock = min(max(steps, 0), last)
        for pane in self._steered:
            stops = pane.stops(self.unit)
            pane.position = stops[min(self._clock, len(stops) - 1)]

    def _go(self, position: int) -> None:
        """Move the selected pane to a position, and linked ones to the same number of steps."""
        self.pane.position = position
        self._set_clock(self._steps_of(self.pane))
        self.pane.position = position

    def _play(self) -> None:
        playing = not self.playing
        if playing and self.is_over:
            self._set_clock(0)
        for pane in self._steered:
            pane.playing = playing and not self.is_over
            pane.owed = 0.0

    def _forward(self) -> None:
        self._pause()
        self._step(1)

    def _back(self) -> None:
        self._pause()
        self._step(-1)

    def _leap(self) -> None:
        self._pause()
        self._step(LEAP)

    def _leap_back(self) -> None:
        self._pause()
        self._step(-LEAP)

    def _next_dead_end(self) -> None:
        self._go_to_next(self.pane.dead_ends, "dead end")

    def _previous_dead_end(self) -> None:
        self._go_to_previous(self.pane.dead_ends, "dead end")

    def _next_solution(self) -> None:
        self._go_to_next(self.pane.solutions, "solution")

    def _previous_solution(self) -> None:
        self._go_to_previous(self.pane.solutions, "solution")

    def _go_to_next(self, places: Sequence[int], what: str) -> None:
        found = bisect_right(places, self.pane.position)
        self._go_to_any(places[found : found + 1], what)

    def _go_to_previous(self, places: Sequence[int], what: str) -> None:
        found = bisect_left(places, self.pane.position)
        self._go_to_any(places[max(found - 1, 0) : found], what)

    def _go_to_any(self, places: Sequence[int], what: str) -> None:
        """Go to the only remaining position, if there is one."""
        self._pause()
        if places:
            self._go(places[0])
        else:
            self.message = f"{self.pane.trace.run.method}: no more {what}s in that direction."

    def _first(self) -> None:
        self._pause()
        self._set_clock(0)

    def _last(self) -> None:
        self._pause()
        self._set_clock(max(pane.end for pane in self.panes))

    def _pause(self) -> None:
        for pane in self._steered:
            pane.playing = False

    def _faster(self) -> None:
        self._speed = min(self._speed + 1, len(SPEEDS) - 1)

    def _slower(self) -> None:
        self._speed = max(self._speed - 1, 0)

    def _unit(self) -> None:
        """Switch the unit of steps without moving more than necessary."""
        leader = self._leader()
        self.unit = BY_VALUE if self.unit == BY_EVENT else BY_EVENT
        self._gather(leader)

    def _link(self) -> None:
        self.linked = not self.linked
        for pane in self.panes:
            pane.playing = False
        self._gather(self.pane)

    def _leader(self) -> Pane:
        """Return the pane that sets the position for all: if possible, one that has not ended."""
        running = [pane for pane in (self.pane, *self.panes) if not pane.is_over]
        return running[0] if running else max(self.panes, key=lambda pane: pane.end)

    def _gather(self, leader: Pane) -> None:
        """Set the clock to one pane and move its followers there."""
        self._clock = self._steps_of(leader)
        if self.linked:
            position = leader.position
            self._set_clock(self._clock)
            leader.position = position

    def _select(self, number: int) -> None:
        if 1 <= number <= len(self.panes):
            self.selected = number - 1

    def _help(self) -> None:
        self.helping = not self.helping
