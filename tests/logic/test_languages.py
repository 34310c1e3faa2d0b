"""Languages: every file says everything, the code says nothing itself, and a new file is enough."""

from __future__ import annotations

import ast
import json
import re
import string
from pathlib import Path

import pytest

import nonet
from nonet import native
from nonet.logic import languages as module
from nonet.logic.catalog import technique_named
from nonet.logic.data_files import read_data
from nonet.logic.finding import find
from nonet.logic.languages import (
    Language,
    find_problems,
    language_named,
    languages,
    places_of,
)
from nonet.logic.words import describe_step, format_step
from technique_examples import read_examples

ENGLISH = read_data("words.en.json")
EXAMPLES = {example.technique: example for example in read_examples()}
LOGIC = Path(nonet.__file__).parent / "logic"


@pytest.mark.parametrize("code", languages())
def test_every_language_says_everything(code: str) -> None:
    words = read_data(f"words.{code}.json")
    assert find_problems(words, ENGLISH) == []
    assert set(words["techniques"]) == set(native.TECHNIQUES)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda words: words["texts"].pop("sees"), "texts.sees: missing"),
        (lambda words: words["texts"].update(saw="x"), "texts.saw: unknown"),
        (lambda words: words["texts"].update(sees="{cell}"), "texts.sees: expected the places"),
        (lambda words: words["texts"].update({"path.after": {"1": "x"}}), "wording for 'many'"),
        (lambda words: words["techniques"]["x-wing"].pop("why"), "techniques.x-wing: expected"),
        (lambda words: words["techniques"]["x-wing"].update(why=" "), "x-wing.why: empty"),
        (lambda words: words["houses"].pop("box"), "houses.box: missing"),
        (lambda words: words.pop("families"), "families.singles: missing"),
    ],
)
def test_what_a_file_lacks_is_found(change: object, problem: str) -> None:
    words = json.loads(json.dumps(ENGLISH))
    change(words)  # type: ignore[operator]
    assert any(problem in found for found in find_problems(words, ENGLISH))


def test_templates_hold_no_code() -> None:
    for code in languages():
        for template in read_data(f"words.{code}.json")["texts"].values():
            for text in template.values() if isinstance(template, dict) else [template]:
                fields = [name for _, name, *_ in string.Formatter().parse(text) if name]
                assert all(name.isidentifier() for name in fields), text
                assert set(fields) == places_of(text)


def test_every_text_is_used_and_every_used_text_exists() -> None:
    """Keys are literal in the code, end in a part that is filled in, or are known to the core."""
    package = LOGIC.parent
    used = [
        *(path.read_text(encoding="utf-8") for path in sorted(LOGIC.glob("*.py"))),
        *(path.read_text(encoding="utf-8") for path in sorted((package / "cli").glob("*.py"))),
    ]
    source = "\n".join(used)
    filled_in = re.findall(r'f"([\w.]+\.)\{', source)
    for key in ENGLISH["texts"]:
        is_literal = key in native.TEXTS or f'"{key}"' in source
        assert is_literal or any(key.startswith(start) for start in filled_in), key
    assert set(native.TEXTS) <= set(ENGLISH["texts"]), "what the core says of steps"
    for key in re.findall(r'\.say\(\s*"([\w.]+)"', source):
        assert key in ENGLISH["texts"], key


def test_a_new_file_is_a_new_language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for source in (LOGIC / "data").glob("*.json"):
        (data / source.name).write_bytes(source.read_bytes())
    words = {**ENGLISH, "language": "Shouting"}
    words["texts"] = {key: _shouted(text) for key, text in ENGLISH["texts"].items()}
    (data / "words.xx.json").write_text(json.dumps(words), encoding="utf-8")
    monkeypatch.setattr(module, "files", lambda _: tmp_path)
    monkeypatch.setattr("nonet.logic.data_files.files", lambda _: tmp_path)
    languages.cache_clear()
    try:
        example = EXAMPLES["x-wing"]
        step = next(find(example.board, "x-wing", most=1))
        text = describe_step(example.board, step, language="xx")
        assert "SO r6c6 CANNOT BE 7." in text
    finally:
        languages.cache_clear()


def _shouted(text: str | dict[str, str]) -> str | dict[str, str]:
    if isinstance(text, dict):
        return {number: str(_shouted(one)) for number, one in text.items()}
    return re.sub(r"\{\w+\}|[a-z]+", lambda m: m[0] if m[0][0] == "{" else m[0].upper(), text)


@pytest.mark.parametrize("technique", [name for name in EXAMPLES if "dynamic" not in name])
def test_german_sentences_have_no_english_words(technique: str) -> None:
    example = EXAMPLES[technique]
    step = next(find(example.board, technique, most=1))
    text = describe_step(example.board, step, language="de")
    english = {"the", "is", "not", "each", "need", "needs", "row", "column", "box", "because"}
    assert not english & set(re.findall(r"[a-zäöüß]+", text.lower())), text
    title = technique_named(technique, language="de").title
    assert format_step(example.board, step, language="de").startswith(f"{title}: ")


def test_sentences_of_the_code_come_from_the_files() -> None:
    """No f-string or text of these modules holds an English sentence, errors aside."""
    for name in ("words", "hints", "reasons", "mistakes"):
        path = LOGIC / f"{name}.py"
        if not path.exists():
            continue
        for node in ast.walk(_without_docs_and_errors(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = re.findall(r"[A-Za-z]{2,}", node.value)
                assert len(words) < 3 or "." in node.value.strip(". "), f"{path}: {node.value!r}"


def _without_docs_and_errors(path: Path) -> ast.Module:
    class Strip(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
            return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

        def visit_Raise(self, node: ast.Raise) -> None:
            return None

    tree: ast.Module = Strip().visit(ast.parse(path.read_text(encoding="utf-8")))
    return tree


def test_languages_are_named() -> None:
    assert [*languages()][:1] == ["en"] and "de" in languages()
    assert language_named() is language_named("en-GB") is language_named("English")
    assert language_named("DE_at").name == "Deutsch"
    assert isinstance(language_named(language_named("de")), Language)
    with pytest.raises(nonet.UnknownLanguageError, match="no language named 'xx'; choose from: en"):
        language_named("xx")
    with pytest.raises(nonet.ArgumentError, match="expected a code such as 'de', found 3"):
        language_named(3)  # type: ignore[arg-type]


def test_houses_of_rules_have_names_in_every_language() -> None:
    puzzle = nonet.Puzzle(bytes(81), rules=("diagonals", "windoku", "disjoint-groups"))
    german = language_named("de")
    names = [german.house(puzzle.geometry, number) for number in range(len(puzzle.houses))]
    assert names[0] == "Zeile 1" and names[26] == "Block 9" and "die fallende Diagonale" in names
    assert "Fenster 1" in names and "Positionsgruppe 9" in names
    assert language_named("en").house_named("my ring") == "my ring"
