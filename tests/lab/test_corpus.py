"""The lab's corpora are what their headers say; files of a user's are read or refused in words."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

import make_lab_corpora as maker
import nonet
from boards import JIGSAW
from cases import quick_first
from nonet import Layout, Limit, ParseError, Puzzle, Status
from nonet.lab.corpus import (
    NAMES,
    Corpus,
    Entry,
    UnknownCorpusError,
    all_corpora,
    corpus_named,
    read_corpus_file,
)

SIX = "15..4.24..564....3.....463..2..2..31"
GROUPS = {
    "4x4": {"unique": 60, "multiple": 20, "unsolvable": 20},
    "6x6": {"unique": 60, "multiple": 20, "unsolvable": 20},
    "9x9": {
        **dict.fromkeys(("very_easy", "easy", "medium", "hard", "very_hard"), 18),
        "unsolvable": 10,
    },
    "16x16": {f"fill_{share}": 20 for share in (30, 35, 40, 45, 50)},
    "25x25": {f"fill_{share}": 20 for share in (30, 35, 40, 45, 50)},
    "separating": dict.fromkeys(
        ("inference", "inference_fixed_order", "order", "order_against", "same"), 20
    ),
}


def entries(corpus: str, group: str) -> list[Puzzle]:
    return [entry.puzzle for entry in corpus_named(corpus).of_group(group)]


def guesses(puzzle: Puzzle) -> int | None:
    return nonet.solve(puzzle, engine="reference").stats.guesses


def is_minimal(puzzle: Puzzle) -> bool:
    givens = [cell for cell, digit in enumerate(puzzle.cells) if digit]
    return all(nonet.count(maker.with_digit(puzzle, cell, 0), limit=2) == 2 for cell in givens)


class TestShipped:
    def test_names(self) -> None:
        assert tuple(corpus.name for corpus in all_corpora()) == NAMES == tuple(maker.ABOUT)
        with pytest.raises(UnknownCorpusError, match="did you mean '16x16'"):
            corpus_named("16")

    @pytest.mark.parametrize("name", NAMES)
    def test_headers(self, name: str) -> None:
        path = maker.FOLDER / f"{name}.jsonl"
        header, body = path.read_bytes().split(b"\n", 1)
        facts = json.loads(header)
        assert list(facts) == ["corpus", "origin", "count", "sha256", "about"]
        assert facts["sha256"] == hashlib.sha256(body).hexdigest()
        assert facts["count"] == body.count(b"\n") == 100
        corpus = corpus_named(name)
        assert corpus == read_corpus_file(path)
        assert (corpus.name, corpus.about) == (name, maker.ABOUT[name])

    def test_they_are_small(self) -> None:
        assert sum(path.stat().st_size for path in maker.FOLDER.iterdir()) < 600_000

    @pytest.mark.parametrize("name", NAMES)
    def test_groups_and_ids(self, name: str) -> None:
        corpus = corpus_named(name)
        assert Counter(entry.group for entry in corpus.entries) == GROUPS[name]
        assert corpus.groups == tuple(GROUPS[name])
        for values in ({entry.id for entry in corpus.entries}, {e.puzzle for e in corpus.entries}):
            assert len(values) == len(corpus.entries)

    @pytest.mark.parametrize("name", ["4x4", "6x6"])
    def test_the_script_makes_the_same_boards_again(self, name: str) -> None:
        again = [record["puzzle"] for record in islice(maker.records_of(name), 15)]
        assert again == [str(entry.puzzle) for entry in corpus_named(name).entries[:15]]


class TestStatuses:
    @pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "separating"])
    def test_they_are_proved_again(self, name: str) -> None:
        for entry in corpus_named(name).entries:
            assert nonet.solve(entry.puzzle).status is entry.status, entry.id

    @pytest.mark.parametrize("name", ["16x16", "25x25"])
    def test_boards_with_a_planted_solution(self, name: str) -> None:
        for entry in corpus_named(name).entries:
            assert entry.planted is not None
            assert nonet.check(entry.planted, entry.puzzle)
            share = int(entry.group.removeprefix("fill_")) / 100
            assert entry.puzzle.clues == round(entry.puzzle.layout.cell_count * share)
            other = maker.second_solution(entry.puzzle, entry.planted.cells)
            if other is not None:
                second = nonet.Solution(other, entry.puzzle.layout)
                assert nonet.check(second, entry.puzzle) and second != entry.planted
                assert entry.status is Status.MULTIPLE
            elif entry.status is not None:
                limit = Limit(nodes=20_000)
                result = nonet.solve(entry.puzzle, limit=limit, engine="reference")
                assert result.status is entry.status

    def test_hardly_any_is_undecided(self) -> None:
        undecided = [e.id for c in all_corpora() for e in c.entries if e.status is None]
        assert len(undecided) <= 1


class TestRules:
    @pytest.mark.parametrize("name", ["4x4", "6x6"])
    def test_small_boards(self, name: str) -> None:
        assert all(map(is_minimal, entries(name, "unique")))
        clashes = [bool(puzzle.conflicts()) for puzzle in entries(name, "unsolvable")]
        assert clashes == [True] * 10 + [False] * 10

    def test_what_singles_solve(self) -> None:
        naked, singles = maker.needs_no_guess("naked"), maker.needs_no_guess("singles")
        for puzzle in entries("9x9", "very_easy"):
            assert naked(puzzle) and puzzle.clues == 38
        for puzzle in entries("9x9", "easy"):
            assert singles(puzzle) and not naked(puzzle) and puzzle.clues == 30
            assert guesses(puzzle) == 0

    def test_what_takes_guesses(self) -> None:
        numbers = {
            name: [guesses(puzzle) or 0 for puzzle in entries("9x9", name)]
            for name in ("medium", "hard", "very_hard")
        }
        assert {1, 3} <= set(numbers["medium"]) <= {1, 2, 3}
        assert min(numbers["hard"]) >= 4 and max(numbers["hard"]) <= 15
        assert min(numbers["very_hard"]) > 15
        assert numbers["very_hard"] == sorted(numbers["very_hard"], reverse=True)
        assert all(is_minimal(puzzle) for name in numbers for puzzle in entries("9x9", name))

    def test_what_has_no_solution(self) -> None:
        puzzles = entries("9x9", "unsolvable")
        clashes = [[c.rule.split()[0] for c in puzzle.conflicts()] for puzzle in puzzles]
        assert clashes[:3] == [["row"], ["column"], ["box"]]
        assert clashes[3] and not any(clashes[4:])
        assert sorted(bool(guesses(puzzle)) for puzzle in puzzles[4:]) == [False] * 3 + [True] * 3

    @pytest.mark.parametrize("share", quick_first(1, [5, 1]))
    @pytest.mark.parametrize("group", GROUPS["separating"])
    def test_separating_boards_separate(self, group: str, share: int) -> None:
        for puzzle in entries("separating", group)[::share]:
            assert maker.separates(puzzle, group)
            assert is_minimal(puzzle) or group == "same"

    def test_forward_checking_and_mac_look_alike_on_easy_boards(self) -> None:
        for puzzle in entries("separating", "same"):
            visits = {maker.search(puzzle, "fewest", name) for name in ("forward", "mac")}
            assert len(visits) == 1 and visits.pop().dead_ends == 0

    def test_they_guess_at_the_same_cells(self) -> None:
        for puzzle in entries("separating", "inference")[:5]:
            visits = [maker.search(puzzle, "fewest", name) for name in ("forward", "mac", "naked")]
            assert len({(visit.guesses, visit.dead_ends) for visit in visits}) == 1
            assert visits[0].nodes > visits[1].nodes > visits[2].nodes

    @pytest.mark.parametrize("inference", ["forward", "mac", "naked", "singles"])
    @pytest.mark.parametrize("order", ["fewest", "first"])
    def test_the_lab_counts_the_same_nodes(self, order: str, inference: str) -> None:
        from nonet.lab.method import run_method
        from nonet.lab.strategy import Strategy

        strategy = Strategy(
            select={"fewest": "mrv"}.get(order, order),
            inference={"naked": "naked-singles"}.get(inference, inference),
        )
        for puzzle in [entries("separating", group)[0] for group in GROUPS["separating"]]:
            nodes = maker.search(puzzle, order, inference, 30_000)
            if not nodes.stopped:
                run = run_method(strategy, puzzle, Limit(), 0)
                assert run.counts.generated == nodes.nodes


class TestFiles:
    @staticmethod
    def read(tmp_path: Path, text: str, name: str = "mine.txt") -> Corpus:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_corpus_file(path)

    def test_one_puzzle_per_line(self, tmp_path: Path) -> None:
        corpus = self.read(tmp_path, f"# two boards\n{SIX}\n\n{'.' * 16} ignored\n")
        assert [entry.id for entry in corpus.entries] == ["mine-2", "mine-4"]
        assert corpus.entries[0] == Entry("mine-2", nonet.parse(SIX), "mine")
        assert corpus.entries[1].puzzle.layout == Layout(2, 2)

    def test_one_puzzle_as_a_grid(self, tmp_path: Path) -> None:
        corpus = self.read(tmp_path, "1 . | . 4\n. . | 1 .\n----+----\n2 . | 4 .\n. 3 | . .\n")
        assert [str(entry.puzzle) for entry in corpus.entries] == ["1..4..1.2.4..3.."]

    def test_json_lines(self, tmp_path: Path) -> None:
        lines = [
            {"corpus": "own", "about": "two boards"},
            {"puzzle": "." * 36, "box": "3x2", "class": "empty", "status": "multiple"},
            {"cells": [1] + [0] * 15, "box_rows": 2, "box_cols": 2, "id": 7, "status": "timeout"},
            {"puzzle": SIX, "planted": [0] * 36},
        ]
        text = "\n".join(map(json.dumps, lines[:3]))
        corpus = self.read(tmp_path, text, "mine.jsonl")
        assert (corpus.name, corpus.about) == ("own", "two boards")
        assert corpus.entries == (
            Entry("own-2", Puzzle(bytes(36), Layout(3, 2)), "empty", Status.MULTIPLE),
            Entry("7", Puzzle(bytes([1] + [0] * 15), Layout(2, 2)), "own"),
        )
        with pytest.raises(ParseError, match=r"line 1.*a filled board in 'planted'.*r1c1"):
            self.read(tmp_path, json.dumps(lines[3]))

    def test_irregular_regions(self, tmp_path: Path) -> None:
        record = {"puzzle": str(JIGSAW), "regions": JIGSAW.layout.to_dict()["regions"]}
        corpus = self.read(tmp_path, json.dumps(record), "mine.jsonl")
        assert corpus.entries[0].puzzle == JIGSAW
        with pytest.raises(ParseError, match="expected a region for every cell"):
            self.read(tmp_path, json.dumps(record | {"regions": "AAB"}))

    def test_compressed(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.jsonl.gz"
        path.write_bytes(gzip.compress(json.dumps({"puzzle": SIX}).encode()))
        assert read_corpus_file(path).entries[0].puzzle == nonet.parse(SIX)

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("", "expected a puzzle, found an empty file"),
            (f"{SIX}\noops\n", "line 2"),
            ("{", "line 1: expected a JSON object, found none"),
            ('{"puzzle": "1..............."}\n[1]', "line 2: expected a JSON object"),
            ("{}", "line 1: expected a field 'puzzle'"),
            ('{"puzzle": 5}', "line 1: expected a field 'puzzle'"),
            ('{"cells": [1, 2, 3]}', "line 1"),
            ('{"puzzle": "1234", "box": "2"}', "expected a box such as '2x3', found '2'"),
            ('{"puzzle": "1234", "box": "99x99"}', "expected a box shape"),
            ('{"puzzle": "1234", "box_rows": 2}', "expected a box shape"),
            ('{"puzzle": "1234", "box": "2x2"}', "16 cells"),
            ('{"a":' * 5000, "line 1: expected a JSON object"),
        ],
    )
    def test_bad_files(self, tmp_path: Path, text: str, complaint: str) -> None:
        with pytest.raises(ParseError) as caught:
            self.read(tmp_path, text)
        assert str(tmp_path / "mine.txt") in str(caught.value)
        assert complaint in str(caught.value)

    def test_public_boards(self, data: Path) -> None:
        for name in ("gen_16x16", "unique_25x25", "public_6x6", "frontier_36x36"):
            corpus = read_corpus_file(data / "boards" / f"{name}.jsonl")
            assert corpus.entries
            for entry in corpus.entries[:20]:
                assert entry.planted is None or nonet.check(entry.planted, entry.puzzle)
