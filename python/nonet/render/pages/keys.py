"""Keys of a page: one table for the page, its help and, if there is one, the terminal."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """A key by its browser name, its action, and a description."""

    key: str
    action: str
    about: str

    @property
    def label(self) -> str:
        """The label on the key.

        >>> Key("ArrowLeft", "back", "").label
        '←'
        """
        return _LABELS.get(self.key, self.key)


_LABELS = {" ": "Space", "ArrowLeft": "←", "ArrowRight": "→"}
ALIASES = {"=": "+"}
"""Alternative keys: the plus without Shift."""
