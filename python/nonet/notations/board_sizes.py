"""Which boards can a notation write? Ask it."""

from __future__ import annotations

from types import ModuleType

from nonet.core.errors import NonetError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle

_SIZES = (4, 6, 9, 10, 16, 25, 36)


def boards_of(module: ModuleType) -> str:
    """Describe which boards a notation or document supports.

    >>> from nonet.notations import line, numbers
    >>> boards_of(line), boards_of(numbers)
    ('up to 25x25', 'any')
    """
    if hasattr(module, "BOARDS"):
        return str(module.BOARDS)
    sizes = [size for size in _SIZES if _writes(module, size)]
    if sizes == list(_SIZES):
        return "any"
    if sizes == list(_SIZES[: len(sizes)]) and sizes:
        return f"up to {sizes[-1]}x{sizes[-1]}"
    return ", ".join(f"{size}x{size}" for size in sizes) or "none"


def _writes(module: ModuleType, size: int) -> bool:
    puzzle = Puzzle(bytes([1]) + bytes(size * size - 1), Layout.of_size(size))
    try:
        return bool(module.format(puzzle))
    except NonetError:
        return False
