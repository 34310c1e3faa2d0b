"""Write the tables of docs that come from the code: `python docs/generate.py` (a test compares).

A table stands between `<!-- name -->` and `<!-- end -->` in its page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from nonet import lab

HERE = Path(__file__).parent


def first_sentence(thing: object) -> str:
    """Return the first sentence of a docstring, on one line."""
    text = " ".join((thing.__doc__ or "").split("\n\n")[0].split())
    return text.replace("|", "\\|")


def presets() -> str:
    """Every named strategy: its parts, the seed document, and what was inferred."""
    lines = ["| name | what it is | parts | from | inferred |", "|---|---|---|---|---|"]
    for preset in lab.PRESETS:
        strategy = preset.strategy
        lines.append(
            f"| `{strategy.name}` | {strategy.about} | {strategy.title} "
            f"| {preset.origin or ''} | {preset.inferred} |"
        )
    return "\n".join(lines)


def parts() -> str:
    """Every part by name, with what it does."""
    lines = ["| part | name | what it does |", "|---|---|---|"]
    for part in ("frontier", "state", "inference", "select", "order", "heuristic"):
        for name, choice in lab.CHOICES[part].items():
            lines.append(f"| {part} | `{name}` | {first_sentence(choice)} |")
    return "\n".join(lines)


def glossary() -> str:
    """Every counter and its definition."""
    lines = ["| counter | definition |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {text} |" for name, text in lab.GLOSSARY.items())])


TABLES: dict[str, Callable[[], str]] = {"presets": presets, "parts": parts, "glossary": glossary}


def filled(text: str) -> str:
    """Return a page with its tables made anew."""
    for name, make in TABLES.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end -->)"
        table = make()
        text = re.sub(
            pattern, lambda match, t=table: f"{match[1]}{t}\n{match[2]}", text, flags=re.DOTALL
        )
    return text


def main() -> None:
    """Rewrite every page; with --check only say which are stale."""
    stale = []
    for page in sorted(HERE.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if filled(text) != text:
            stale.append(page.name)
            if "--check" not in sys.argv:
                page.write_text(filled(text), encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)} (run: python docs/generate.py)")


if __name__ == "__main__":
    main()
