"""Steps in words: one line in common notation, and sentences that a beginner can follow.

Both are made from a step's marks and proof alone, so a new technique needs no code here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nonet.core.board import Board
from nonet.core.cells import cell_name
from nonet.core.geometry import Geometry
from nonet.core.step import Candidate, Link, Mark, Step
from nonet.logic.catalog import catalog

_SETS = {"set-a": "A", "set-b": "B", "set-c": "C", "set-d": "D"}
_KINDS = {"row": "r", "column": "c", "box": "b", "region": "b"}


def format_step(board: Board, step: Step) -> str:
    """Return a step on one line: the technique, where it is, and what follows.

    >>> from nonet.logic.finding import find_steps
    >>> board = Board.of(__import__("nonet").parse("...4..1.2.4..3.."))
    >>> format_step(board, find_steps(board, "naked-single")[0])
    'Naked single: r3c2 => r3c2=1'
    """
    where = _where(board, step)
    title = catalog()[step.technique].title
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


def _where(board: Board, step: Step) -> str:
    """Return the pattern of a step in short: digits, houses, cells, fins, sets, chain."""
    marks, size = step.marks, step.size
    geometry = board.puzzle.geometry
    parts = []
    digits = _digits(marks, ("base", "cover", "pattern", "on", "off"))
    if digits and not any(mark.links for mark in marks):
        parts.append(",".join(map(str, digits)))
    for role in ("base", "cover", "cause"):
        if houses := [house for mark in _of(marks, role) for house in mark.houses]:
            parts.append(_short_houses(geometry, houses))
    if cells := {c for mark in _of(marks, "pattern") for c in _cells(mark)}:
        parts.append(f"in {format_cells(cells, size)}" if parts else format_cells(cells, size))
    if fins := {c for mark in _of(marks, "fin") for c in _cells(mark)}:
        parts.append(f"fins {format_cells(fins, size)}")
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


def describe_step(board: Board, step: Step) -> str:
    """Explain a step in sentences: what it is, why it holds here, what follows."""
    technique = catalog()[step.technique]
    links = [link for mark in step.marks for link in mark.links]
    kinds = {kind for kind, *_ in step.proof or ()}
    if links and kinds == {"count"}:
        reasons = list(_tell_chain(links, step.size))
    else:
        reasons = _Prose(board, step).tell(step.proof or ())
    return " ".join([f"{format_step(board, step)}.", technique.why, *reasons, _conclusion(step)])


def _conclusion(step: Step) -> str:
    parts = [f"{cell_name(cell, step.size)} is {digit}" for cell, digit in step.placements]
    by_digit: dict[int, list[int]] = {}
    for cell, digit in step.eliminations:
        by_digit.setdefault(digit, []).append(cell)
    for digit, cells in by_digit.items():
        names = _listed([cell_name(cell, step.size) for cell in cells], "and")
        parts.append(f"{names} cannot be {digit}")
    return f"So {'; '.join(parts)}."


def _tell_chain(links: list[Link], size: int) -> Iterator[str]:
    """Say what follows along a chain, from one end to the other."""
    words: list[str] = []
    end = None
    for link in links:
        if link.start != end:
            if words:
                yield f"{', so '.join(words)}."
            state = "is not" if link.strong else "is"
            words = [f"If {_node(link.start, size)} {state} {link.start[0][1]}, then"]
            words[0] += f" {_node(link.end, size)} {_state(link)} {link.end[0][1]}"
        else:
            words.append(f"{_node(link.end, size)} {_state(link)} {link.end[0][1]}")
        end = link.end
    if words:
        yield f"{', so '.join(words)}."


def _state(link: Link) -> str:
    return "is" if link.strong else "is not"


class _Prose:
    """Proofs in sentences."""

    def __init__(self, board: Board, step: Step) -> None:
        self.geometry = board.puzzle.geometry
        self.size = board.layout.size
        self.step = step

    def tell(self, inferences: Any) -> list[str]:
        """Say each inference in a sentence or more."""
        return [
            sentence
            for kind, *facts in inferences
            for sentence in getattr(self, f"_tell_{kind}")(*facts)
        ]

    def _tell_count(self, truths: Any, links: Any, off: Any) -> Iterator[str]:
        yield _sentence(_grouped(map(self._need, truths), "needs", "each need"))
        yield _sentence(_grouped(map(self._room, links), "has room for", "each have room for"))
        if len(truths) == len(links):
            yield "That uses up all of these places."
        else:
            most = max((sum(pair in link for link in links) for pair in off), default=0)
            names = _listed([self._name(pair) for pair in off], "or")
            yield f"If {names}, {most} of these places are gone at once, which is too many."

    def _tell_last(self, truth: Any, on: Candidate) -> Iterator[str]:
        kind = truth[0]
        if kind == "cell":
            yield _sentence([f"{cell_name(on[0], self.size)} has no other candidate than {on[1]}"])
        elif kind == "house":
            house = self.geometry.group_name(truth[1])
            yield _sentence([f"{house} has no other place for {on[1]} than {_at(on, self.size)}"])
        else:
            yield _sentence([self._truth(truth), f"only {self._name(on)} is left for that"])

    def _tell_sees(self, on: Candidate, off: Any) -> Iterator[str]:
        names = _listed([self._not(pair) for pair in off], "and")
        yield f"Because {self._name(on)}, {names}."

    def _tell_empty(self, truth: Any) -> Iterator[str]:
        yield _sentence([f"{self._truth(truth)}, but nothing is left: a contradiction"])

    def _tell_suppose(self, candidate: Candidate, on: bool, then: Any) -> Iterator[str]:
        yield f"Suppose {self._name(candidate) if on else self._not(candidate)}."
        yield from self.tell(then)
        yield f"That cannot be, so {self._not(candidate) if on else self._name(candidate)}."

    def _tell_cases(self, truth: Any, branches: Any, on: Any, off: Any) -> Iterator[str]:
        yield _sentence([self._truth(truth)])
        for candidate, then in branches:
            yield from self._branch(self._name(candidate), then)
        yield f"In every case {self._outcome(on, off)}."

    def _tell_either(
        self, candidate: Candidate, then: Any, otherwise: Any, on: Any, off: Any
    ) -> Iterator[str]:
        yield from self._branch(self._name(candidate), then)
        yield from self._branch(self._not(candidate), otherwise)
        yield f"Either way {self._outcome(on, off)}."

    def _branch(self, condition: str, then: Any) -> Iterator[str]:
        yield f"Suppose {condition}."
        yield from self.tell(then)

    def _outcome(self, on: Any, off: Any) -> str:
        return _listed([*map(self._name, on), *map(self._not, off)], "and")

    def _name(self, pair: Candidate) -> str:
        return f"{_at(pair, self.size)} is {pair[1]}"

    def _not(self, pair: Candidate) -> str:
        return f"{_at(pair, self.size)} is not {pair[1]}"

    def _truth(self, truth: tuple[Any, ...]) -> str:
        return next(iter(_grouped([self._need(truth)], "needs", "each need")))

    def _need(self, truth: tuple[Any, ...]) -> tuple[str, str]:
        """Return what needs something, and what it needs."""
        kind, *facts = truth
        if kind == "cell":
            return cell_name(facts[0], self.size), "a digit"
        if kind == "house":
            house, digit = facts
            return self.geometry.group_name(house), f"{_article(digit)} {digit}"
        if kind == "loop":
            cells, digits = facts
            others = f"a digit other than {digits[0]} and {digits[1]} somewhere"
            return format_cells(cells, self.size), others
        return "the board", "one of the extra candidates"

    def _room(self, link: tuple[Candidate, ...]) -> tuple[str, str]:
        """Return what has room for one of some candidates, and for what."""
        cells = {cell for cell, _ in link}
        if len(cells) == 1:
            return cell_name(min(cells), self.size), "one digit"
        room = f"one {_listed(sorted({str(digit) for _, digit in link}), 'or')}"
        for number, house in enumerate(self.geometry.groups):
            if cells.issubset(house):
                return self.geometry.group_name(number), room
        return format_cells(cells, self.size), room


def _article(digit: int) -> str:
    return "an" if digit in (8, 11, 18) else "a"


def _grouped(pairs: Iterable[tuple[str, str]], verb: str, plural: str) -> Iterator[str]:
    """Join who and what: rows that need the same, then what one row needs."""
    needs: dict[str, list[str]] = {}
    for who, what in pairs:
        needs.setdefault(who, [])
        if what not in needs[who]:
            needs[who].append(what)
    sharing: dict[str, list[str]] = {}
    for who, whats in needs.items():
        sharing.setdefault(_listed(whats, "and"), []).append(who)
    for what, whos in sharing.items():
        yield f"{_listed(whos, 'and')} {verb if len(whos) == 1 else plural} {what}"


def _at(pair: Candidate, size: int) -> str:
    return cell_name(pair[0], size)


def _sentence(parts: Iterable[str]) -> str:
    """Return parts as a sentence; the name of a cell keeps its small letter."""
    text = "; ".join(parts)
    starts_with_cell = text[:1] == "r" and text[1:2].isdigit()
    return f"{text if starts_with_cell else text[:1].upper() + text[1:]}."


def _listed(parts: list[str], word: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _of(marks: Iterable[Mark], role: str) -> list[Mark]:
    return [mark for mark in marks if mark.role == role]


def _cells(mark: Mark) -> set[int]:
    return {*mark.cells, *(cell for cell, _ in mark.candidates)}


def _digits(marks: Iterable[Mark], roles: tuple[str, ...]) -> list[int]:
    return sorted({digit for mark in marks if mark.role in roles for _, digit in mark.candidates})


def _node(candidates: tuple[Candidate, ...], size: int) -> str:
    return format_cells((cell for cell, _ in candidates), size)


def _short_houses(geometry: Geometry, houses: Iterable[int]) -> str:
    """Return houses in short: r27 c3 b1; those of a rule by their names."""
    numbers: dict[str, list[str]] = {}
    others = []
    for house in houses:
        kind, _, number = geometry.group_name(house).partition(" ")
        if kind in _KINDS and number.isdigit():
            numbers.setdefault(_KINDS[kind], []).append(number)
        else:
            others.append(geometry.group_name(house))
    joint = "" if geometry.layout.size <= 9 else "/"
    return " ".join([*(f"{kind}{joint.join(found)}" for kind, found in numbers.items()), *others])
