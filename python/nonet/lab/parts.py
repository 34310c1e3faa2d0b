"""Users' own parts: their interface, and checks that say what is wrong with one.

- `select(state) -> cell` (or a list of (cell, digit) of which exactly one must be true);
- `order(state, cell, values) -> values` in the order to try them;
- `inference(state, cell, digit) -> bool`, after `digit` was placed in `cell`: eliminate candidates
  with `state.strike(cells, digit)`, return False on a contradiction;
- `heuristic(state) -> number`, small near a solution.

A rule may take one more argument, `memory`, whose `rng` is the run's seeded random generator.
"""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from nonet.core.cells import cell_index, cell_name
from nonet.core.errors import NonetError
from nonet.lab.choices import Choice, Memory
from nonet.lab.counts import Tally
from nonet.lab.state import State


class PartError(NonetError):
    """A user's part raised an exception or returned something that a search cannot use."""


def call(part: Callable[..., Any], kind: str, *arguments: Any) -> Any:
    """Call a user's part; an exception or exit is reported as an error in the part."""
    try:
        return part(*arguments)
    except (Exception, SystemExit) as error:
        raise failure(part, kind, error) from error


def failure(part: Callable[..., Any], kind: str, error: BaseException) -> PartError:
    """Return the error for a part that raised something."""
    return PartError(f"{kind} {_name(part)!r} {raised(error, _file(part))}")


def raised(error: BaseException, file: str | None) -> str:
    """Say what was raised, and at which line of the user's file."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    place = f" ({Path(file).name}, line {lines[-1]})" if file and lines else ""
    text = str(error)
    return f"raised {type(error).__name__}{text and ': '}{text}{place}"


def _file(part: Any) -> str | None:
    """Return the file that a part is written in, if it is written in Python."""
    while isinstance(part, functools.partial):
        part = part.func
    function = inspect.unwrap(part if hasattr(part, "__code__") else type(part).__call__)
    code = getattr(function, "__code__", None)
    return None if code is None else str(code.co_filename)


def _name(part: Any) -> str:
    return str(getattr(part, "__name__", type(part).__name__))


def takes_memory(part: Callable[..., Any], kind: str, without: int) -> bool:
    """Return whether a part takes the memory as its last argument; refuse any other number."""
    try:
        signature = inspect.signature(part)
    except (TypeError, ValueError):
        return False
    for extra in (0, 1):
        try:
            signature.bind(*[None] * (without + extra))
        except TypeError:
            continue
        return extra == 1
    raise PartError(
        f"{kind} {_name(part)!r}: expected {without} or {without + 1} arguments, found {signature}"
    )


LOOK_ONLY = "a rule may look at the state, not change it (use a copy)"


def _changes(state: State) -> tuple[int, int]:
    """Return numbers that grow when candidates are eliminated and digits placed."""
    return state.struck, 0 if state.trail is None else len(state.trail)


def checked_select(part: Any) -> Callable[[State, Memory], Choice]:
    """Return a rule for cells that checks that the user's rule returns an empty cell."""
    memorable = takes_memory(part, "select", 1)

    def select(state: State, memory: Memory) -> Choice:
        before = _changes(state)
        answer = call(part, "select", state, memory) if memorable else call(part, "select", state)
        if _changes(state) != before:
            raise failure(part, "select", TypeError(LOOK_ONLY))
        return checked_choice(part, state, answer)

    return select


def checked_choice(part: Any, state: State, answer: Any) -> Choice:
    """Return the answer of a rule for cells if a search can use it."""
    # Nearly every answer is right: this takes a third of the time of the full check.
    if type(answer) is int and 0 <= answer < len(state.peers) and not state.value(answer):
        return answer
    if isinstance(answer, list):
        return [_option(part, state, option) for option in answer]
    return _open_cell(part, state, answer)


def _open_cell(part: Any, state: State, answer: Any) -> int:
    size = state.layout.size
    try:
        cell = cell_index(answer if isinstance(answer, str) else answer.__index__(), size)
    except (AttributeError, NonetError):
        raise PartError(
            f"select {_name(part)!r}: expected an empty cell (a number or 'r4c7'), "
            f"found {answer!r:.60}"
        ) from None
    if state.value(cell):
        raise PartError(
            f"select {_name(part)!r}: expected an empty cell, found {cell_name(cell, size)}, "
            f"which is {state.value(cell)}"
        )
    return cell


def _option(part: Any, state: State, option: Any) -> tuple[int, int]:
    if not isinstance(option, tuple) or len(option) != 2:
        raise PartError(f"select {_name(part)!r}: expected (cell, digit), found {option!r:.60}")
    cell = _open_cell(part, state, option[0])
    if option[1] not in state.allowed(cell):
        raise PartError(
            f"select {_name(part)!r}: expected a value of {cell_name(cell, state.layout.size)} "
            f"({list(state.allowed(cell))}), found {option[1]!r:.60}"
        )
    return cell, int(option[1])


def checked_order(part: Any) -> Callable[[State, int, Sequence[int], Memory], Sequence[int]]:
    """Return a rule for values that checks that the user's rule returns the same values."""
    memorable = takes_memory(part, "order", 3)

    def order(state: State, cell: int, values: Sequence[int], memory: Memory) -> Sequence[int]:
        before = _changes(state)
        answer = call(part, "order", state, cell, values, *([memory] if memorable else []))
        if _changes(state) != before:
            raise failure(part, "order", TypeError(LOOK_ONLY))
        return checked_values(part, values, answer)

    return order


def checked_values(part: Any, values: Sequence[int], answer: Any) -> list[int]:
    """Return the answer of a rule for values if it has the same values."""
    try:
        ordered = list(answer)
        same = sorted(ordered) == sorted(values)
    except TypeError:
        same = False
    if not same:
        raise PartError(
            f"order {_name(part)!r}: expected {list(values)} in some order, found {answer!r:.60}"
        )
    return ordered


def checked_inference(part: Any) -> Callable[[State, int, int, Tally], bool]:
    """Return an inference that checks that the user's inference returns True or False.

    Forward checking runs first, because the search relies on it to enforce the rules.
    """
    from nonet.lab.inference import forward_check

    takes_memory(part, "inference", 3)

    def infer(state: State, cell: int, digit: int, tally: Tally) -> bool:
        if not forward_check(state, cell, digit, tally):
            return False
        before = state.struck
        answer = call(part, "inference", state, cell, digit)
        tally.eliminated += state.struck - before
        if not isinstance(answer, bool):
            raise PartError(
                f"inference {_name(part)!r}: expected True or False, found {answer!r:.60}"
            )
        return answer and all(state.size(other) for other in state.open)

    return infer


@functools.cache
def checked_state(kind: type[State]) -> type[State]:
    """Return a state for a user's inference: it strikes only digits and cells of the board."""

    class CheckedState(kind):  # type: ignore[valid-type,misc]
        def strike(self, cells: Iterable[int], digit: int) -> list[int]:
            cells, size, count = list(cells), self.layout.size, self.layout.cell_count
            for cell in cells:
                # As in a list, -1 is the last one.
                if not (isinstance(cell, int) and -count <= cell < count):
                    raise ValueError(f"expected cells from 0 to {count - 1}, found {cell!r:.40}")
            if not (isinstance(digit, int) and 1 <= digit <= size):
                raise ValueError(f"expected a digit from 1 to {size}, found {digit!r:.40}")
            struck: list[int] = super().strike(cells, digit)
            return struck

    return CheckedState


def checked_heuristic(part: Any) -> Callable[[State], float]:
    """Return a heuristic that checks that the user's heuristic returns a number."""
    takes_memory(part, "heuristic", 1)

    def heuristic(state: State) -> float:
        answer = call(part, "heuristic", state)
        if not isinstance(answer, int | float) or isinstance(answer, bool) or answer != answer:
            raise PartError(f"heuristic {_name(part)!r}: expected a number, found {answer!r:.60}")
        return answer

    return heuristic
