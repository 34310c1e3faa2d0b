"""Make the stills of the gallery: `python docs/gallery/make.py [CHROMIUM]`.

Needs the extra `nonet[browser]` and a Chromium; the pages themselves: `nonet lab gallery FOLDER`.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from nonet.lab.watching.gallery import GALLERY, write_gallery

HERE = Path(__file__).parent
ROOM = {"width": 1100, "height": 1180}
COLORS = 160


def main() -> None:
    """Open every page at its moment and keep a picture of it."""
    browser_path = sys.argv[1] if len(sys.argv) > 1 else "/usr/bin/chromium"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_gallery(folder)
        browser = playwright.chromium.launch(executable_path=browser_path, args=arguments)
        for comparison in GALLERY:
            page = browser.new_page(viewport=ROOM)
            positions = ",".join(map(str, comparison.at))
            page.goto(f"file://{folder}/{comparison.name}.html#at={positions}&linked=0")
            page.wait_for_selector("body[data-ready=true]")
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 300)))")
            picture = Image.open(io.BytesIO(page.screenshot()))
            picture.convert("RGB").quantize(COLORS).save(
                HERE / f"{comparison.name}.png", optimize=True
            )
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
