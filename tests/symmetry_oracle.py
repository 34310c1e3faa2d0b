"""The smallest copy of a board by trying every transformation: slow, and written without nonet."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np


def line_orders(blocks: int, width: int) -> list[tuple[int, ...]]:
    """Return all orders of lines that keep blocks together."""
    return [
        tuple(block * width + line for block in outer for line in inners[block])
        for outer in permutations(range(blocks))
        for inners in product(permutations(range(width)), repeat=blocks)
    ]


def smallest_copy(cells: bytes, box_rows: int, box_cols: int) -> tuple[bytes, int]:
    """Return the smallest copy, and how many transformations lead to it."""
    size = box_rows * box_cols
    grid = np.frombuffer(cells, dtype=np.uint8).reshape(size, size)
    columns = np.array(line_orders(box_rows, box_cols))
    best, count = b"\xff" * len(cells), 0
    for board in (grid, grid.T) if box_rows == box_cols else (grid,):
        for rows in line_orders(box_cols, box_rows):
            copies = _relabelled(board[list(rows)][:, columns].transpose(1, 0, 2), size)
            order = np.lexsort(copies.T[::-1])
            found = copies[order[0]].tobytes()
            if found <= best:
                same = int((copies == copies[order[0]]).all(axis=1).sum())
                best, count = found, same + (count if found == best else 0)
    unused = size - len(set(cells) - {0})
    return best, count * int(np.prod(np.arange(1, unused + 1), dtype=object))


def _relabelled(grids: np.ndarray, size: int) -> np.ndarray:
    """Return the boards as rows of cells, digits numbered in the order in which they appear."""
    cells = grids.reshape(len(grids), size * size).astype(np.intp)
    first = np.full((len(cells), size + 1), size * size + 1)
    each = np.arange(len(cells))
    for place in range(size * size - 1, -1, -1):
        first[each, cells[:, place]] = place
    first[:, 0] = -1
    labels = first.argsort(axis=1).argsort(axis=1).astype(np.uint8)
    return np.take_along_axis(labels, cells, axis=1)
