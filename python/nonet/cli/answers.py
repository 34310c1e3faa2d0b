"""One answer per puzzle, in the order of the input; bad puzzles are reported and skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from nonet.cli import BAD_INPUT, DISAGREEMENT, OTHER_ANSWER, STOPPED, UNIQUE
from nonet.cli.inputs import Items
from nonet.cli.output import Output
from nonet.core.errors import DisagreementError, NonetError, ParseError
from nonet.core.result import Status
from nonet.files.items import Item

if TYPE_CHECKING:
    from nonet.core.limit import Limit


class Answer(NamedTuple):
    """The answer to one puzzle, and its exit code."""

    text: str
    code: int = 0


def answer_each(items: Items, output: Output, answer: Callable[[Item], Answer]) -> set[int]:
    """Answer item by item in words or drawings; return the exit codes.

    A bad item among many becomes `malformed`; for a single puzzle there is only the error.
    """
    codes = set()
    for item in items:
        try:
            text, code = answer(item)
        except DisagreementError as error:
            output.complain(f"{item.place}: {error}" if item.place else error)
            text = f"{'.' * len(error.puzzle.cells)} disagreement"
            code = DISAGREEMENT
        except NonetError as error:
            if items.is_one:
                raise
            refuse(item, error, output)
            text, code = "malformed", BAD_INPUT
        output.write(text)
        codes.add(code)
    return codes


def refuse(item: Item, error: NonetError, output: Output) -> None:
    """Report a bad item on stderr."""
    is_placed = isinstance(error, ParseError) or not item.place
    output.complain(str(error) if is_placed else f"{item.place}: {error}")


def exit_code(status: Status, limit: Limit) -> int:
    """Return the exit code for what was proved about one puzzle."""
    if status is Status.MALFORMED:
        return BAD_INPUT
    is_found = status is Status.FOUND
    if status is Status.UNKNOWN or (is_found and limit.solutions != 1):
        return STOPPED
    # With --limit 1, one solution is the answer that was asked for.
    return UNIQUE if status is Status.UNIQUE or is_found else OTHER_ANSWER


def worst(codes: set[int]) -> int:
    """Return the exit code of a batch: disagreement, then bad input, then stopped."""
    return next((code for code in (DISAGREEMENT, BAD_INPUT, STOPPED) if code in codes), 0)
