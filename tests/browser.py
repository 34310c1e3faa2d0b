"""A real browser for tests and scripts: the Chromium that is there; none is downloaded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PACKAGES = ("playwright", "axe_playwright_python", "PIL")
NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
)
DESK, PHONE = (1280, 800), (390, 844)

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
STATE = """() => ({
  positions: [...nonet.clock.positions],
  words: Array.from(
    document.querySelectorAll(".pane :is(p, h2, li, dt, dd, .place)"), (part) => part.innerText),
  boards: [...document.querySelectorAll("canvas.board")].map((board) => board.toDataURL()),
  trees: [...document.querySelectorAll("canvas.tree")].map((tree) => tree.toDataURL()),
  step: document.getElementById("step").textContent,
})"""
"""All that can be seen of where the searches stand."""


class NoBrowserError(RuntimeError):
    """What is missing and how to get it, in words that can follow "needs"."""


def find_browser() -> Path:
    """Return the browser that NONET_CHROMIUM names, or one on the path, if it can be steered."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise NoBrowserError(f"{missing[0]}: pip install 'nonet[browser]'")
    named = os.environ.get("NONET_CHROMIUM")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return Path(found)
    if named:
        raise NoBrowserError(f"Chromium, but NONET_CHROMIUM={named} is no program")
    raise NoBrowserError(
        "Chromium: apt-get install chromium fonts-dejavu-core, or its path in NONET_CHROMIUM"
    )


@contextmanager
def launched() -> Iterator[Browser]:
    """Start a browser, or tell by a NoBrowserError what is missing."""
    path = find_browser()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@dataclass
class Show:
    """Opens pages from files, each in a profile of its own, and notes what must not happen."""

    browser: Browser
    folder: Path
    faults: list[str] = field(default_factory=list)

    def __call__(
        self,
        html: str,
        at: str = "",
        *,
        size: tuple[int, int] = DESK,
        dark: bool = False,
        **options: Any,
    ) -> Page:
        """Open a page that nonet made, and wait until it is ready."""
        page = self.open(html, at, size=size, dark=dark, **options)
        page.wait_for_selector("body[data-ready=true]")
        page.evaluate(FRAMES)
        return page

    def open(
        self,
        html: str,
        at: str = "",
        *,
        size: tuple[int, int] = DESK,
        dark: bool = False,
        **options: Any,
    ) -> Page:
        """Open any page. Its errors, warnings and requests for anything else are faults."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            **options,
        )
        page = context.new_page()
        file = self.folder / f"page-{len(self.browser.contexts)}.html"
        file.write_text(html, encoding="utf-8")

        def fault(text: str) -> None:
            self.faults.append(text)

        def listen(message: Any) -> None:
            if message.type in ("error", "warning"):
                fault(f"console {message.type}: {message.text}")

        def look(request: Any) -> None:
            address = request.url.partition("#")[0]
            if address != file.as_uri() and not address.startswith(("data:", "about:srcdoc")):
                fault(f"request: {address[:200]}")

        page.on("console", listen)
        page.on("pageerror", lambda error: fault(f"page error: {error}"))
        page.on("request", look)
        page.goto(file.as_uri() + at)
        return page


def state(page: Page) -> dict[str, Any]:
    """Return all that can be seen of where the searches stand, once it is drawn."""
    page.evaluate(FRAMES)
    return dict(page.evaluate(STATE))


def positions(page: Page) -> list[int]:
    """Return how many events of each search have happened, once they are drawn."""
    page.evaluate(FRAMES)
    return list(page.evaluate("nonet.clock.positions"))


def press(page: Page, *keys: str) -> list[int]:
    """Press keys one after the other and return the positions then."""
    for key in keys:
        page.keyboard.press(key)
    return positions(page)


def message(page: Page) -> str:
    """Return what the page says under its controls."""
    return page.locator("#message").inner_text()
