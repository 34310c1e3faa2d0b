"""Text that users read avoids a few awkward phrases that we have replaced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    ROOT / "benchmarks" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "docs" / "schema").glob("*.json")),
)
SOURCES = (
    *sorted((ROOT / "python" / "nonet").rglob("*.py")),
    *sorted((ROOT / "python" / "nonet").rglob("assets/*")),
    *sorted((ROOT / "python" / "nonet" / "logic" / "data").glob("words.*.json")),
)

PHRASES = {
    r"\bstands \S+ times\b": "appears twice, appears N times",
    r"\bby (lot|chance)\b": "at random",
    r"\bpermuted twins\b": "randomly permuted copies",
    r"\b[Ss]eed (document|[0-4]:)": "a title from docs/origins.md",
    r"\bin the place of\b": "instead of",
    r"\bin runs of (its|their) own\b": "in separate runs",
    r"\bmisfit\b": "incompatible",
    r"\bdigits too many\b": "conflicts",
    r"\bis no solution:": "is not a solution",
    r"\b(answer|solution) that the judge\b": "a verified answer",
    r"\bjudge that knows\b": "a checker that shares no code with the engines",
    r"\bMost (seconds|nodes|memory|megabytes)\b": "Maximum",
    r"\bgive the same command\b": "run the same command again to resume",
    r"\bwhat it took it for\b": "how it read the input",
    r"\bhardly chance\b": "unlikely to be chance",
    r"\b[Ss]ees? to it that\b": "makes sure that",
    r"\bas many as wanted\b": "up to a number",
    r"\bas the system\b": "system",
    r"\bdo(es)? not go (together|with)\b": "cannot be combined",
    r"\bTell (whether|which)\b": "Return whether, Return which",
    r"\b[Ww]hoever\b": "a caller, a user, or the passive",
    r"\ba line of its own\b": "a separate line",
    r"\bno other (place|candidate)[a-z{} ]* than\b": "can only go in, the only candidate left",
    r"\bholds? for (itself|themselves)\b": "works on its own",
    r"\bleaves? (a|the) puzzle as it is\b": "unchanged",
    r"\bthat is no (single|digit|cell|candidate)\b": "is not a",
    r"\bby turns\b": "alternating",
    r"\blimit ran out\b": "a limit was reached",
    r"\bproved of (a|the)\b": "proved about",
    r"\bthere are: \{": "use one of",
    r"\b[Ww]hat was not asked\b": "what you did not ask for",
}
"""Each phrase as a pattern, and what to write instead."""


def found(text: str) -> list[str]:
    """Return the phrases in a text, with the replacements; line breaks count as spaces."""
    words = " ".join(text.split())
    return [
        f"{match[0]!r}: write {instead!r}"
        for phrase, instead in PHRASES.items()
        for match in re.finditer(phrase, words)
    ]


@pytest.mark.parametrize("paths", [PAGES, SOURCES], ids=["pages", "sources"])
def test_awkward_phrases_do_not_return(paths: tuple[Path, ...]) -> None:
    phrases = {path: found(path.read_text(encoding="utf-8")) for path in paths}
    assert not {path: here for path, here in phrases.items() if here}


def test_phrases_are_found_across_lines() -> None:
    assert found("A cell is picked by\n    chance.") == ["'by chance': write 'at random'"]
    assert found("5 stands 2 times in row 1") and found("5 stands {n} times in row 1")
    assert not found("Use seed 0 or seed 4; a digit that appears twice.")
