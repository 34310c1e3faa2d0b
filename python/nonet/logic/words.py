"""Steps in words: one line in common notation, and sentences that a beginner can follow.

Both are made from a step's marks and proof alone, so a new technique needs no code here, and from
the templates of a language, so a new language needs none either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nonet.core.board import Board
from nonet.core.cells import cell_name
from nonet.core.geometry import Geometry
from nonet.core.step import Candidate, Link, Mark, Step
from nonet.logic.languages import Language, as_sentence, language_named

_SETS = {"set-a": "A", "set-b": "B", "set-c": "C", "set-d": "D"}
_KINDS = {"row": "r", "column": "c", "box": "b", "region": "b"}


def format_step(board: Board, step: Step, *, language: Language | str | None = None) -> str:
    """Return a step on one line: the technique, where it is, and what follows.

    >>> from nonet.logic.finding import find_steps
    >>> board = Board.of(__import__("nonet").parse("...4..1.2.4..3.."))
    >>> format_step(board, find_steps(board, "naked-single")[0])
    'Naked single: r3c2 => r3c2=1'
    """
    said = language_named(language)
    where = _where(board, step, said)
    title = said.technique(step.technique)["title"]
    return f"{title}: {where}{' ' if where else ''}=> {format_conclusion(step)}"


def format_conclusion(step: Step) -> str:
    """Return what a step concludes: placements and eliminations, cells grouped by digit."""
    parts = []
    for pairs, sign in ((step.placements, "="), (step.eliminations, "<>")):
        digits = sorted({digit for _, digit in pairs})
        for digit in digits:
            cells = [cell for cell, other in pairs if other == digit]
            if sign == "=":
                parts += [f"{cell_name(cell, step.size)}={digit}" for cell in cells]
            else:
                parts.append(f"{format_cells(cells, step.size)}<>{digit}")
    return ", ".join(parts)


def format_cells(cells: Iterable[int], size: int) -> str:
    """Return cells in short: those of one row or column are joined (r2c36, r28c5).

    >>> format_cells([0, 3, 30], 9)
    'r1c14,r4c4'
    """
    rows: dict[tuple[int, ...], list[int]] = {}
    by_row: dict[int, list[int]] = {}
    for cell in sorted(set(cells)):
        by_row.setdefault(cell // size, []).append(cell % size)
    for row, columns in by_row.items():
        rows.setdefault(tuple(columns), []).append(row)
    joint = "" if size <= 9 else "/"
    return ",".join(
        f"r{joint.join(str(row + 1) for row in found)}c{joint.join(str(c + 1) for c in columns)}"
        for columns, found in rows.items()
    )


def _where(board: Board, step: Step, said: Language) -> str:
    """Return the pattern of a step in short: digits, houses, cells, fins, sets, chain."""
    marks, size = step.marks, step.size
    geometry = board.puzzle.geometry
    parts = []
    digits = _digits(marks, ("base", "cover", "pattern", "on", "off"))
    if digits and not any(mark.links for mark in marks):
        parts.append(",".join(map(str, digits)))
    for role in ("base", "cover", "cause"):
        if houses := [house for mark in _of(marks, role) for house in mark.houses]:
            parts.append(_short_houses(geometry, houses, said))
    if cells := {c for mark in _of(marks, "pattern") for c in _cells(mark)}:
        text = format_cells(cells, size)
        parts.append(said.say("line.cells", cells=text) if parts else text)
    if fins := {c for mark in _of(marks, "fin") for c in _cells(mark)}:
        parts.append(said.say("line.fins", cells=format_cells(fins, size)))
    for role, name in _SETS.items():
        for mark in _of(marks, role):
            held = "".join(map(str, sorted({d for _, d in mark.candidates})))
            parts.append(f"{name}={format_cells(_cells(mark), size)}" + f" {{{held}}}" * bool(held))
    if links := [link for mark in marks for link in mark.links]:
        parts += format_chains(links, size)
    elif not parts:
        coloured = {c for mark in marks for c in _cells(mark)}
        if coloured:
            parts.append(format_cells(coloured, size))
    return " ".join(parts)


def format_chains(links: list[Link], size: int) -> Iterator[str]:
    """Return links as chains in the usual notation: r1c2 =9= r9c2 -9- r9c8.

    A strong link has =, a weak one -, with the digit, or both if it is another one at the end.
    """
    text, end = "", None
    for link in links:
        if link.start != end:
            if text:
                yield text
            text = _node(link.start, size)
        (first, *_), (last, *_) = link.start, link.end
        sign = "=" if link.strong else "-"
        digit = str(first[1]) if first[1] == last[1] else f"{first[1]}/{last[1]}"
        text += f" {sign}{digit}{sign} {_node(link.end, size)}"
        end = link.end
    if text:
        yield text


def describe_step(board: Board, step: Step, *, language: Language | str | None = None) -> str:
    """Explain a step in sentences: what it is, why it holds here, what follows."""
    line = format_step(board, step, language=language)
    return " ".join([f"{line}.", *step_sentences(board, step, language=language)])


def step_sentences(
    board: Board, step: Step, *, language: Language | str | None = None
) -> list[str]:
    """Return why a step holds, first in general, then here; the last sentence is what follows."""
    said = language_named(language)
    links = [link for mark in step.marks for link in mark.links]
    kinds = {kind for kind, *_ in step.proof or ()}
    if links and kinds == {"count"}:
        reasons = list(_tell_chain(said, links, step.size))
    else:
        reasons = list(_Prose(board, step, said).tell(step.proof or ()))
    return [said.technique(step.technique)["why"], *reasons, _conclusion(said, step)]


def _conclusion(said: Language, step: Step) -> str:
    parts = [
        said.say("conclusion.placed", cell=cell_name(cell, step.size), digit=digit)
        for cell, digit in step.placements
    ]
    by_digit: dict[int, list[int]] = {}
    for cell, digit in step.eliminations:
        by_digit.setdefault(digit, []).append(cell)
    for digit, cells in by_digit.items():
        names = said.list_cells(cells, step.size)
        parts.append(said.say("conclusion.removed", count=len(cells), cells=names, digit=digit))
    return said.say("conclusion", clauses="; ".join(parts))


def _tell_chain(said: Language, links: list[Link], size: int) -> Iterator[str]:
    """Say what follows along a chain, from one end to the other."""

    def clause(place: str, node: tuple[Candidate, ...], is_on: bool) -> str:
        key = f"clause.{place}.{'on' if is_on else 'off'}"
        return said.say(key, cells=_node(node, size), digit=node[0][1])

    words: list[str] = []
    end = None
    for link in links:
        follows = clause("then", link.end, link.strong)
        if link.start != end:
            if words:
                yield f"{', '.join(words)}."
            condition = clause("if", link.start, not link.strong)
            words = [said.say("chain.if", condition=condition, clause=follows)]
        else:
            words.append(said.say("chain.so", clause=follows))
        end = link.end
    if words:
        yield f"{', '.join(words)}."


class _Prose:
    """Proofs in sentences."""

    def __init__(self, board: Board, step: Step, said: Language) -> None:
        self.geometry = board.puzzle.geometry
        self.size = board.layout.size
        self.step = step
        self.said = said

    def tell(self, inferences: Any) -> list[str]:
        """Say each inference in a sentence or more."""
        return [
            sentence
            for kind, *facts in inferences
            for sentence in getattr(self, f"_tell_{kind}")(*facts)
        ]

    def _tell_count(self, truths: Any, links: Any, off: Any) -> Iterator[str]:
        yield _sentence(self._grouped(map(self._need, truths), "count.needs"))
        yield _sentence(self._grouped(map(self._room, links), "count.room"))
        if len(truths) == len(links):
            yield self.said.say("count.full")
        else:
            most = max((sum(pair in link for link in links) for pair in off), default=0)
            clauses = self.said.list_all([self._clause(pair, True, "if.") for pair in off], "or")
            yield self.said.say("count.too_many", clauses=clauses, number=most)

    def _tell_last(self, truth: Any, on: Candidate) -> Iterator[str]:
        kind = truth[0]
        cell, digit = cell_name(on[0], self.size), on[1]
        if kind == "cell":
            yield _sentence([self.said.say("last.cell", cell=cell, digit=digit)])
        elif kind == "house":
            house = self.said.house(self.geometry, truth[1])
            yield _sentence([self.said.say("last.house", house=house, cell=cell, digit=digit)])
        else:
            need = self._truth(truth)
            yield _sentence([self.said.say("last.extra", need=need, cell=cell, digit=digit)])

    def _tell_sees(self, on: Candidate, off: Any) -> Iterator[str]:
        clauses = self._outcome((), off)
        yield self.said.say("sees", cell=cell_name(on[0], self.size), digit=on[1], clauses=clauses)

    def _tell_empty(self, truth: Any) -> Iterator[str]:
        yield _sentence([self.said.say("empty", need=self._truth(truth))])

    def _tell_suppose(self, candidate: Candidate, on: bool, then: Any) -> Iterator[str]:
        yield from self._branch(candidate, on, then)
        yield self.said.say("suppose.end", clause=self._clause(candidate, not on, "then."))

    def _tell_cases(self, truth: Any, branches: Any, on: Any, off: Any) -> Iterator[str]:
        yield _sentence([self._truth(truth)])
        for candidate, then in branches:
            yield from self._branch(candidate, True, then)
        yield self.said.say("cases.end", clauses=self._outcome(on, off))

    def _tell_either(
        self, candidate: Candidate, then: Any, otherwise: Any, on: Any, off: Any
    ) -> Iterator[str]:
        yield from self._branch(candidate, True, then)
        yield from self._branch(candidate, False, otherwise)
        yield self.said.say("either.end", clauses=self._outcome(on, off))

    def _branch(self, candidate: Candidate, on: bool, then: Any) -> Iterator[str]:
        yield self.said.say("suppose", clause=self._clause(candidate, on))
        yield from self.tell(then)

    def _outcome(self, on: Any, off: Any) -> str:
        clauses = [self._clause(pair, True) for pair in on]
        return self.said.list_all(clauses + [self._clause(pair, False) for pair in off])

    def _clause(self, pair: Candidate, is_on: bool, place: str = "") -> str:
        key = f"clause.{place}{'on' if is_on else 'off'}"
        return self.said.say(key, cells=cell_name(pair[0], self.size), digit=pair[1])

    def _truth(self, truth: tuple[Any, ...]) -> str:
        return next(self._grouped([self._need(truth)], "count.needs"))

    def _need(self, truth: tuple[Any, ...]) -> tuple[str, str]:
        """Return what needs something, and what it needs."""
        kind, *facts = truth
        said = self.said
        if kind == "cell":
            return cell_name(facts[0], self.size), said.say("need.cell")
        if kind == "house":
            house, digit = facts
            return said.house(self.geometry, house), a_digit(said, digit)
        if kind == "loop":
            cells, (first, second) = facts
            others = said.say("need.loop", first=first, second=second)
            return format_cells(cells, self.size), others
        return said.say("need.board"), said.say("need.extra")

    def _room(self, link: tuple[Candidate, ...]) -> tuple[str, str]:
        """Return what has room for one of some candidates, and for what."""
        cells = {cell for cell, _ in link}
        if len(cells) == 1:
            return cell_name(min(cells), self.size), self.said.say("room.cell")
        digits = self.said.list_all([str(digit) for digit in sorted({d for _, d in link})], "or")
        room = self.said.say("room.digits", digits=digits)
        for number, house in enumerate(self.geometry.groups):
            if cells.issubset(house):
                return self.said.house(self.geometry, number), room
        return format_cells(cells, self.size), room

    def _grouped(self, pairs: Iterable[tuple[str, str]], key: str) -> Iterator[str]:
        """Join who and what: rows that need the same, then what one row needs."""
        needs: dict[str, list[str]] = {}
        for who, what in pairs:
            needs.setdefault(who, [])
            if what not in needs[who]:
                needs[who].append(what)
        sharing: dict[str, list[str]] = {}
        for who, whats in needs.items():
            sharing.setdefault(self.said.list_all(whats), []).append(who)
        for what, whos in sharing.items():
            yield self.said.say(key, count=len(whos), who=self.said.list_all(whos), what=what)


def a_digit(said: Language, digit: int) -> str:
    """Return a digit with its article: a 5, an 8, eine 5."""
    return said.say("need.digit", count=digit, digit=digit)


def _sentence(parts: Iterable[str]) -> str:
    return f"{as_sentence('; '.join(parts))}."


def _of(marks: Iterable[Mark], role: str) -> list[Mark]:
    return [mark for mark in marks if mark.role == role]


def _cells(mark: Mark) -> set[int]:
    return {*mark.cells, *(cell for cell, _ in mark.candidates)}


def _digits(marks: Iterable[Mark], roles: tuple[str, ...]) -> list[int]:
    return sorted({digit for mark in marks if mark.role in roles for _, digit in mark.candidates})


def _node(candidates: tuple[Candidate, ...], size: int) -> str:
    return format_cells((cell for cell, _ in candidates), size)


def _short_houses(geometry: Geometry, houses: Iterable[int], said: Language) -> str:
    """Return houses in short: r27 c3 b1; those of a rule by their names."""
    numbers: dict[str, list[str]] = {}
    others = []
    for house in houses:
        kind, _, number = geometry.group_name(house).partition(" ")
        if kind in _KINDS and number.isdigit():
            numbers.setdefault(_KINDS[kind], []).append(number)
        else:
            others.append(said.house(geometry, house))
    joint = "" if geometry.layout.size <= 9 else "/"
    return " ".join([*(f"{kind}{joint.join(found)}" for kind, found in numbers.items()), *others])
