"""Screenshots, compared with a tolerance: fonts differ from machine to machine, layouts do not."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from playwright.sync_api import Page

TILE = 24
"""Pixels across a tile, of which only the mean colour counts."""
MOST_APART = 40
"""By how much (of 255) the mean colours of a tile may differ."""
MOST_TILES = 0.03
"""The part of the tiles that may differ by more: words that wrap elsewhere."""


def picture(page: Page) -> Any:
    """Return what a page shows as an image."""
    from PIL import Image

    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def tiles_apart(one: Any, other: Any) -> float:
    """Return the part of the tiles of two pictures whose mean colours differ; 1 for two sizes."""
    if one.size != other.size:
        return 1.0
    size = (one.width // TILE, one.height // TILE)
    means = [
        np.asarray(image.convert("RGB").resize(size, resample=4), dtype=float)
        for image in (one, other)
    ]
    return float((np.abs(means[0] - means[1]).max(axis=2) > MOST_APART).mean())
