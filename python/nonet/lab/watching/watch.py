"""Watching: traces of several strategies on one puzzle, shown in a page or a notebook."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.files.safely import replaced
from nonet.lab.method import Method, puzzle_of
from nonet.lab.tracing.record import MOST_EVENTS, Trace, trace, traceable
from nonet.lab.watching.page import render_page
from nonet.render.pages.shell import framed


@dataclass(frozen=True, slots=True, repr=False)
class Watch:
    """Traces of one puzzle, side by side. A notebook shows it as the page.

    >>> from nonet import lab
    >>> lab.watch(["backtracking", "mrv-mcv"], "...4..1.2.4..3..")
    <Watch of backtracking, mrv-mcv: 23 and 28 events>
    """

    traces: tuple[Trace, ...]
    title: str
    about: str

    @classmethod
    def of(
        cls, traces: Trace | Iterable[Trace], *, title: str | None = None, about: str | None = None
    ) -> Watch:
        """Return traces to watch side by side; they must be of the same puzzle."""
        traces = [traces] if isinstance(traces, Trace) else list(traces)
        if not traces:
            raise ArgumentError("expected at least one trace, found none")
        puzzle, seeds = traces[0].puzzle, sorted({trace.run.seed for trace in traces})
        other = next((trace.puzzle for trace in traces if trace.puzzle != puzzle), None)
        if other is not None:
            raise ArgumentError(f"expected traces of one puzzle, found {puzzle} and {other}")
        givens = f"{puzzle.clues} given{'s' * (puzzle.clues != 1)}"
        chance = f"seed{'s' * (len(seeds) > 1)} {', '.join(map(str, seeds))}"
        names = ", ".join(trace.run.method for trace in traces)
        return cls(
            tuple(traces),
            title or f"Watching {names}",
            about or f"One board, {puzzle.layout}, {givens}; {chance}.",
        )

    def __repr__(self) -> str:
        names = ", ".join(trace.run.method for trace in self.traces)
        lengths = " and ".join(f"{len(trace):,}" for trace in self.traces)
        return f"<Watch of {names}: {lengths} events>"

    def to_html(self) -> str:
        """Return the self-contained page."""
        return render_page(self.traces, self.title, self.about)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file; an existing file is replaced when the page is complete."""
        page = self.to_html()
        with replaced(path) as place:
            Path(place).write_text(page, encoding="utf-8")

    def _repr_html_(self) -> str:
        return framed(self.title, self.to_html())


def watch(
    strategies: Method | str | Iterable[Method | str],
    puzzle: Puzzle | str,
    *,
    limit: Limit | int | None = 1,
    seed: int = 0,
    events: int = MOST_EVENTS,
    title: str | None = None,
    about: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> Watch:
    """Trace strategies on a puzzle, to watch them side by side.

    `limit`, `seed` and `events` are those of `trace`; `progress` is called with each strategy's
    name when its run starts.
    """
    puzzle = puzzle_of(puzzle)
    wanted = [strategies] if isinstance(strategies, str | Method) else list(strategies)
    methods = [traceable(strategy) for strategy in wanted]
    if not methods:
        raise ArgumentError("expected at least one strategy, found none")
    traces = []
    for method in methods:
        if progress:
            progress(method.name)
        traces.append(trace(method, puzzle, limit=limit, seed=seed, events=events))
    return Watch.of(traces, title=title, about=about)
