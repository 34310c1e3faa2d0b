"""Make the stills of the gallery: `python docs/gallery/make.py`.

Needs the extra `nonet[browser]` and a Chromium (NONET_CHROMIUM names another one than the
system's); the pages themselves: `nonet lab gallery FOLDER`.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import nonet
from nonet.lab.watching.gallery import GALLERY, write_gallery

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from browser import NoBrowserError, find_browser, launched

HERE = Path(__file__).parent
ROOM = {"width": 1280, "height": 860}
COLORS = 160
PUZZLE = ".9.....14...2.9............2..5.6.7..18.....9..6.....8..53.....93.....617...4..9."
STEP = "#step=34"
"""An XY-chain in the path of that puzzle."""


def main() -> None:
    """Open every page at its moment and keep a picture of it."""
    try:
        find_browser()
    except NoBrowserError as error:
        sys.exit(f"make.py needs {error}")
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        write_gallery(folder)
        stills = {comparison.name: comparison.address for comparison in GALLERY}
        path = Path(folder) / "path.html"
        path.write_text(nonet.explain(PUZZLE).to_html(), encoding="utf-8")
        for name, address in {**stills, "path": STEP}.items():
            page = browser.new_page(viewport=ROOM)
            page.goto(f"{(Path(folder) / name).as_uri()}.html{address}")
            page.wait_for_selector("body[data-ready=true]")
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 300)))")
            picture = Image.open(io.BytesIO(page.screenshot()))
            picture.convert("RGB").quantize(COLORS).save(HERE / f"{name}.png", optimize=True)
            page.close()


if __name__ == "__main__":
    main()
