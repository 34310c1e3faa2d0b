"""Boards within a page: pictures without a style of their own, in the colours of the page."""

from __future__ import annotations

from nonet.core.layout import Layout
from nonet.core.rules import House
from nonet.core.step import ROLES, Link, Mark
from nonet.render.looks import PAGE
from nonet.render.picture import Picture
from nonet.render.svg import SCOPE, Drawing

CLASS = "picture"
"""The class of every picture in a page."""


def inline_svg(picture: Picture, label: str) -> str:
    """Return a picture that fills its place in a page; `label` is for screen readers."""
    return Drawing(picture).svg(CLASS, label=label)


def picture_style() -> str:
    """Return the style of every picture that a page may have."""
    link = Link(((0, 1),), ((1, 1),))
    everything = Picture(
        Layout(1, 2),
        bytes(4),
        bytes(4),
        (0,) * 4,
        ("", "1", "2"),
        tuple(Mark(role, candidates=((0, 1),), links=(link,)) for role in ROLES),
        (House((0, 1)),),
        ("sentence",),
        tuple((role, role) for role in ROLES),
    )
    return Drawing(everything).sheet(PAGE).replace(SCOPE, f".{CLASS} ") + "\n"
