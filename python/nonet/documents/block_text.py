"""The text of a block: whole lines from a stream, and a single line of them."""

from __future__ import annotations

from typing import Any

from nonet.documents.tables import LONGEST_ROW


def take_lines(stream: Any, most: int) -> bytes:
    """Take as many whole lines as have arrived, up to about `most` bytes, but at least one.

    A line that is longer than any row is cut.
    """
    text: bytes = stream.read(most)
    if text and not text.endswith(b"\n"):
        text += stream.readline(LONGEST_ROW + 1)
    return text


def line_at(text: bytes, start: int, end: int) -> bytes:
    """Return the line that contains these positions, without its line break."""
    start = text.rfind(b"\n", 0, start) + 1
    end = text.find(b"\n", end)
    return text[start : len(text) if end < 0 else end]


def is_utf8(text: bytes) -> bool:
    """Return whether a text can be decoded."""
    if text.isascii():
        return True
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
