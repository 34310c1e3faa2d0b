"""One answer per puzzle, in the order of the input; bad puzzles are reported and skipped."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.cli import BAD_INPUT, DISAGREEMENT, OTHER_ANSWER, STOPPED, UNIQUE
from nonet.cli.inputs import Items
from nonet.cli.output import Output
from nonet.core.errors import DisagreementError, NonetError, ParseError
from nonet.core.result import Status
from nonet.files.items import Item

if TYPE_CHECKING:
    from nonet.core.limit import Limit


class Answer(NamedTuple):
    """The answer to one puzzle, as text and as plain data, and its exit code."""

    text: str
    record: dict[str, Any]
    code: int = 0


def answer_each(
    items: Items,
    output: Output,
    answer: Callable[[Item], Answer],
    *,
    as_json: bool = False,
    malformed: str | None = "malformed",
) -> set[int]:
    """Answer item by item and return the exit codes.

    `malformed` is the line for a bad item; for a single puzzle there is only the error.
    """
    codes = set()
    for item in items:
        line: str | None
        try:
            line, record, code = answer(item)
        except DisagreementError as error:
            line, record, code = dispute(item, error, output)
        except NonetError as error:
            if items.is_one and not as_json:
                raise
            line, record, code = malformed, refuse(item, error, output), BAD_INPUT
            if items.is_one:
                output.refuse()
        if as_json:
            where = {} if items.is_one else {"source": item.source, "line": item.line}
            line = json.dumps(where | record)
        if line is not None:
            output.write(line)
        codes.add(code)
    return codes


def dispute(item: Item, error: DisagreementError, output: Output) -> Answer:
    """Report on stderr that engines disagree; neither answer is trusted."""
    message = f"{item.place}: {error}" if item.place else str(error)
    output.complain(message)
    record = {
        "puzzle": str(error.puzzle),
        "status": "disagreement",
        "error": {"message": message},
        "answers": [result.to_dict() for result in error.results],
    }
    return Answer(f"{'.' * len(error.puzzle.cells)} disagreement", record, DISAGREEMENT)


def refuse(item: Item, error: NonetError, output: Output) -> dict[str, Any]:
    """Report a bad item on stderr and return the report as plain data."""
    message = str(error)
    if not isinstance(error, ParseError) and item.place:
        message = f"{item.place}: {message}"
    output.complain(message)
    facts = {name: getattr(error, name, None) for name in ("line", "column", "expected", "found")}
    facts["advice"] = None if error.advice is None else str(error.advice)
    return {"status": "malformed", "error": {"message": message, **facts}}


def exit_code(status: Status, limit: Limit) -> int:
    """Return the exit code for what was proved about one puzzle."""
    if status is Status.MALFORMED:
        return BAD_INPUT
    if status is Status.UNKNOWN or (status is Status.FOUND and limit.solutions != 1):
        return STOPPED
    return UNIQUE if status is Status.UNIQUE else OTHER_ANSWER


def worst(codes: set[int]) -> int:
    """Return the exit code of a batch: disagreement, then bad input, then stopped."""
    return next((code for code in (DISAGREEMENT, BAD_INPUT, STOPPED) if code in codes), 0)
