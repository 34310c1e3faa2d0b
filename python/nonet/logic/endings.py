"""How a path ends, in words."""

from __future__ import annotations

from nonet.core.cells import cell_name
from nonet.core.digits import digits_of, every_digit, mask_of
from nonet.core.result import Status
from nonet.logic.languages import Language
from nonet.logic.mistakes import describe_conflicts, describe_mistake
from nonet.logic.paths import Path


def describe_ending(path: Path, said: Language) -> list[str]:
    """Say how a path ends, or why there is none: a sentence, then the evidence for it."""
    if path.status is Status.MULTIPLE:
        return [said.say("path.several"), *map(str, path.solutions)]
    if path.status is Status.NO_SOLUTION:
        clash = describe_conflicts(path.puzzle, said)
        return [said.say("path.no_solution"), *(clash or _contradiction(path, said))]
    if path.status is not Status.UNIQUE:
        return [said.say("path.undecided")]
    if path.mistakes:
        told = [describe_mistake(mistake, said) for mistake in path.mistakes]
        return [said.say("path.mistakes"), *told]
    if path.solved:
        return [said.say("path.solved", count=len(path.steps)), *_optimality(path, said)]
    reason = f"path.{path.stopped_by or 'stuck'}"
    after = said.say("path.after", count=len(path.steps))
    left = said.say("path.left", count=path.end.digits.count(0))
    return [*_optimality(path, said), said.say(reason, after=after, left=left)]


def _contradiction(path: Path, said: Language) -> list[str]:
    """Say what is impossible in the end: a cell without a digit, or a digit without a place."""
    end, size = path.end, path.start.layout.size
    then = said.say("path.then", count=len(path.steps))
    for cell, digit in enumerate(end.digits):
        if not digit and not end.masks[cell]:
            return [said.say("path.empty_cell", then=then, cell=cell_name(cell, size))]
    for house in path.puzzle.houses:
        missing = every_digit(size) & ~mask_of(filter(None, (end.digits[c] for c in house.cells)))
        for cell in house.cells:
            missing &= ~end.masks[cell]
        if missing:
            name, digit = said.house_named(house.name), digits_of(missing)[0]
            return [said.say("path.empty_house", then=then, digit=digit, house=name)]
    return []


def _optimality(path: Path, said: Language) -> list[str]:
    """Say whether an easiest path is proved to be one."""
    if path.bound is None or path.hardest is None:
        return []
    key = "path.optimal" if path.optimal else "path.bound"
    times = said.say("path.times", count=path.hard_steps)
    return [said.say(key, title=said.technique(path.hardest)["title"], times=times)]
