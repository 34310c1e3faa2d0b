"""nonet: solve any Sudoku, prove the answer is the only one, and study how.

    >>> import nonet
    >>> nonet.solve("...4..1.2.4..3..").status.name
    'UNIQUE'

Names are loaded when first used, so that `import nonet` and the command start quickly.
"""

from importlib import import_module

# `typing` would take a third of the time that importing nonet takes.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from nonet import lab as lab
    from nonet.api import (
        check as check,
    )
    from nonet.api import (
        count as count,
    )
    from nonet.api import (
        format as format,
    )
    from nonet.api import (
        parse as parse,
    )
    from nonet.api import (
        read as read,
    )
    from nonet.api import (
        solutions as solutions,
    )
    from nonet.api import (
        solve as solve,
    )
    from nonet.api import (
        solve_array as solve_array,
    )
    from nonet.api import (
        solve_many as solve_many,
    )
    from nonet.api import (
        write as write,
    )
    from nonet.batch import BatchResult as BatchResult
    from nonet.core.board import Board as Board
    from nonet.core.errors import (
        AmbiguityError as AmbiguityError,
    )
    from nonet.core.errors import (
        ArgumentError as ArgumentError,
    )
    from nonet.core.errors import (
        ConformanceError as ConformanceError,
    )
    from nonet.core.errors import (
        DisagreementError as DisagreementError,
    )
    from nonet.core.errors import (
        IllegalMoveError as IllegalMoveError,
    )
    from nonet.core.errors import (
        MissingPackageError as MissingPackageError,
    )
    from nonet.core.errors import (
        NonetError as NonetError,
    )
    from nonet.core.errors import (
        ParseError as ParseError,
    )
    from nonet.core.errors import (
        UnknownEngineError as UnknownEngineError,
    )
    from nonet.core.errors import (
        UnknownNotationError as UnknownNotationError,
    )
    from nonet.core.errors import (
        UnsupportedError as UnsupportedError,
    )
    from nonet.core.layout import Layout as Layout
    from nonet.core.limit import Limit as Limit
    from nonet.core.puzzle import Conflict as Conflict
    from nonet.core.puzzle import Puzzle as Puzzle
    from nonet.core.puzzle import Solution as Solution
    from nonet.core.result import (
        Count as Count,
    )
    from nonet.core.result import (
        Progress as Progress,
    )
    from nonet.core.result import (
        Result as Result,
    )
    from nonet.core.result import (
        Stats as Stats,
    )
    from nonet.core.result import (
        Status as Status,
    )
    from nonet.engines.base import Engine as Engine
    from nonet.engines.base import Search as Search
    from nonet.engines.conformance import check_engine as check_engine
    from nonet.engines.roster import (
        all_engines as all_engines,
    )
    from nonet.engines.roster import (
        engine_named as engine_named,
    )
    from nonet.engines.roster import (
        register_engine as register_engine,
    )
    from nonet.judge import Verdict as Verdict
    from nonet.render.svg import render_svg as render_svg
    from nonet.render.text import render_text as render_text

    __version__: str

_HOMES = {
    "nonet.api": (
        "check",
        "count",
        "format",
        "parse",
        "read",
        "solutions",
        "solve",
        "solve_array",
        "solve_many",
        "write",
    ),
    "nonet.batch": ("BatchResult",),
    "nonet.core.board": ("Board",),
    "nonet.core.errors": (
        "AmbiguityError",
        "ArgumentError",
        "ConformanceError",
        "DisagreementError",
        "IllegalMoveError",
        "MissingPackageError",
        "NonetError",
        "ParseError",
        "UnknownEngineError",
        "UnknownNotationError",
        "UnsupportedError",
    ),
    "nonet.core.layout": ("Layout",),
    "nonet.core.limit": ("Limit",),
    "nonet.core.puzzle": ("Conflict", "Puzzle", "Solution"),
    "nonet.core.result": ("Count", "Progress", "Result", "Stats", "Status"),
    "nonet.engines.base": ("Engine", "Search"),
    "nonet.engines.conformance": ("check_engine",),
    "nonet.engines.roster": ("all_engines", "engine_named", "register_engine"),
    "nonet.judge": ("Verdict",),
    "nonet.render.svg": ("render_svg",),
    "nonet.render.text": ("render_text",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> "Any":
    if name == "__version__":
        from nonet.native import VERSION

        return VERSION
    if name == "lab":
        return import_module("nonet.lab")
    try:
        home = _HOME_OF[name]
    except KeyError:
        raise AttributeError(f"module 'nonet' has no attribute {name!r}") from None
    import_module("nonet.render")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__", "lab"]
