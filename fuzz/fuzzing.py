"""What the fuzz targets share: decisions read from bytes, and the way to run under atheris."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType
from typing import TypeVar

import nonet

HERE = Path(__file__).parent
PLAIN = ("parse", "line", "grid", "numbers")
"""The seeds of whatever reads texts of any kind."""

_T = TypeVar("_T")


class Decisions:
    """Numbers read from bytes, one after the other; zeros once those are used up."""

    def __init__(self, data: bytes) -> None:
        self._bytes = iter(data)

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1."""
        return next(self._bytes, 0) % count

    def pick(self, options: Sequence[_T]) -> _T:
        """Return one of the options; the first one if nothing is left to decide by."""
        return options[self.below(len(options))]


def seeds(*names: str) -> list[Path]:
    """Return the seeds of some folders, those that are committed."""
    return [seed for name in names for seed in sorted((HERE / "seeds" / name).iterdir())]


def run(target: Callable[[bytes], None], *seed_names: str) -> None:
    """Run a target under atheris, with the arguments of libFuzzer; the first folder is written to.

    Only code of nonet is instrumented: coverage of NumPy teaches nothing and costs time.
    """
    try:
        import atheris
    except ImportError:
        sys.exit("fuzzing needs atheris, which is not installed: pip install '.[fuzz]'")
    for name in nonet.__all__:
        getattr(nonet, name)  # loads its module
    for function in [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]:
        if (function.__module__ or "").startswith("nonet."):
            atheris.instrument_func(function)
    for folder in [argument for argument in sys.argv[1:] if not argument.startswith("-")]:
        Path(folder).mkdir(parents=True, exist_ok=True)
    atheris.Setup([*sys.argv, *(str(HERE / "seeds" / name) for name in seed_names)], target)
    atheris.Fuzz()
