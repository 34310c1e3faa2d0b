"""Write a page and a picture for every technique: `python docs/make_techniques.py`.

A test compares. The words are those of `nonet techniques`, the boards those of
data/technique_examples.jsonl.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from nonet.core.step import Step
from nonet.logic.catalog import Technique, techniques
from nonet.logic.finding import find
from nonet.logic.words import format_step, step_sentences
from nonet.render.steps import render_step

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "data"))
from technique_examples import Example, read_examples  # noqa: E402


def made() -> Iterator[tuple[Path, str]]:
    """Give every file and what it should hold."""
    examples = {example.technique: example for example in read_examples()}
    folder = HERE / "techniques"
    yield folder / "README.md", _index()
    for technique in techniques():
        example = examples.get(technique.name)
        yield folder / f"{technique.name}.md", _page(technique, example)
        if example:
            yield folder / f"{technique.name}.svg", _picture(example)


def _index() -> str:
    lines = [
        "# Techniques",
        "",
        "What `nonet explain` finds, by family. HoDoKu's points and Sudoku Explainer's rating are",
        "those of the technique's simplest form.",
    ]
    family = None
    for technique in techniques():
        if technique.family != family:
            family = technique.family
            header = "| technique | what it is | HoDoKu | Sudoku Explainer |"
            lines += ["", f"## {family.capitalize()}", "", header, "|---|---|---:|---:|"]
        name = f"[{technique.title}]({technique.name}.md)"
        score = "" if technique.hodoku_score is None else str(technique.hodoku_score)
        rating = "" if technique.se_rating is None else str(technique.se_rating)
        lines.append(f"| {name} | {technique.what} | {score} | {rating} |")
    return "\n".join(lines) + "\n"


def _page(technique: Technique, example: Example | None) -> str:
    numbers = []
    if technique.hodoku_code:
        level = f", {technique.hodoku_level}" if technique.hodoku_level else ""
        points = f", {technique.hodoku_score:,} points" if technique.hodoku_score else ""
        numbers.append(f"HoDoKu: {technique.hodoku_code}{level}{points}.")
    if technique.se_rating is not None:
        numbers.append(f"Sudoku Explainer: from {technique.se_rating}.")
    if technique.needs:
        numbers.append(f"Needs: {', '.join(technique.needs)}.")
    family = f"[{technique.family}](README.md#{technique.family.replace(' ', '-')})"
    parts = [
        f"# {technique.title}",
        " ".join([f"Name: `{technique.name}`. Family: {family}.", *numbers]),
        technique.what,
        f"**Why it is true.** {technique.why}",
        f"**What it gains.** {technique.gain}",
    ]
    if example:
        step = _step(example)
        parts += [
            "## Example",
            f"![{technique.title}]({technique.name}.svg)",
            f"```text\n{format_step(example.board, step)}\n```",
            " ".join(step_sentences(example.board, step)),
            *_simpler(technique, example, step),
        ]
    return "\n\n".join(parts) + "\n"


def _simpler(technique: Technique, example: Example, step: Step) -> Iterator[str]:
    """Name the easiest level of a forcing chain that finds the same step."""
    kind, plus, _ = technique.name.partition("-plus")
    if not plus:
        return
    for easier in techniques():
        if easier.name == technique.name:
            return
        if easier.name.startswith(kind) and _conclusion(easier, example) == _changes(step):
            link = f"[{easier.title}]({easier.name}.md)"
            yield (
                f"An easier technique finds this step, too: {link}. "
                "What is nested counts only where easier ones find nothing."
            )
            return


def _conclusion(technique: Technique, example: Example) -> object:
    step = next(find(example.board, technique.name, most=1), None)
    return step and _changes(step)


def _changes(step: Step) -> object:
    return step.placements, step.eliminations


def _step(example: Example) -> Step:
    return next(find(example.board, example.technique, most=1))


def _picture(example: Example) -> str:
    return render_step(example.board, _step(example)) + "\n"


def main() -> None:
    """Write every file; with --check only say which are stale."""
    stale = [
        path
        for path, text in made()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv:
        names = ", ".join(path.name for path in stale)
        sys.exit(f"stale: {names} (run: python docs/make_techniques.py)" if stale else 0)
    for path, text in made():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
