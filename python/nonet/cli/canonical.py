"""`nonet canonical`: the smallest copy of a puzzle, and what it is the same as."""

from __future__ import annotations

from collections.abc import Iterator

import click

from nonet.batch.canonicalizing import Canonicalize, Classes
from nonet.batch.chunks import Chunk, Part
from nonet.cli import OTHER_ANSWER
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.forms import PICTURES, SUFFIXES, Wanted, form_options
from nonet.cli.inputs import Items
from nonet.cli.many import Run
from nonet.cli.options import puzzles_argument, reading_options
from nonet.cli.output import Output, draw
from nonet.cli.shapes import name_shape
from nonet.core.errors import counted
from nonet.files.items import Item, Reading
from nonet.symmetry import Canonical
from nonet.symmetry import canonical as find_canonical


@click.command(
    short_help="Find the canonical form of a puzzle.",
    epilog="""\b
    Examples:
      nonet canonical 1......2..3.....
      nonet canonical --unique puzzles.txt -o distinct.csv
      nonet canonical train.csv --against test.csv -o leaks.csv
    """,
)
@puzzles_argument
@click.option("--unique", is_flag=True, help="Drop puzzles that are equivalent to an earlier one.")
@click.option(
    "--against",
    metavar="FILE",
    help="Find puzzles that are equivalent to one in this file, or have an equivalent solution.",
)
@reading_options
@form_options(pictures=False)
def canonical(
    puzzles: tuple[str, ...],
    unique: bool,
    against: str | None,
    reading: Reading,
    wanted: Wanted,
) -> int:
    """Find the canonical form of each puzzle: the smallest of all its copies.

    Two puzzles are equivalent if relabelling digits, swapping bands, rows, stacks and columns, and
    transposing turn one into the other. Equivalent puzzles have the same form and the same key. A
    line has the form, the key and, with --against, how the puzzle matches the other file.

    Exit code: 0 done, 1 if --against found matches, 2 if any input was bad.
    """
    items = Items(puzzles, reading)
    form = wanted.form_of(items)
    if form in PICTURES:
        items.close()
        known = ", ".join(name for name in SUFFIXES if name not in PICTURES)
        raise click.UsageError(f"a canonical form cannot be written as {form}; use one of: {known}")

    def answer(item: Item) -> Answer:
        puzzle = reading.parse(item)
        name_shape(puzzle, items, out)
        found = find_canonical(puzzle)
        return Answer("\n".join(_tell(found, out)))

    others = _open_other(against, items)
    with Output(wanted.path, items, *([others] if others else [])) as out:
        if form == "grid" and others is None and not unique:
            codes = answer_each(items, out, answer)
        else:
            form = "lines" if form == "grid" else form
            codes = _answer_many(items, others, out, wanted, form, unique=unique)
    return OTHER_ANSWER if OTHER_ANSWER in codes and not worst(codes) else worst(codes)


def _open_other(against: str | None, items: Items) -> Items | None:
    """Open the file to compare with; close the items if it cannot be opened."""
    try:
        return None if against is None else Items((against,), items.reading)
    except BaseException:
        items.close()
        raise


def _tell(found: Canonical, out: Output) -> Iterator[str]:
    yield draw(found.puzzle, out.stream).rstrip("\n")
    yield f"Form            {found.form}"
    yield f"Key             {found.key}"
    yield f"Solution key    {found.solution_key or 'none, the solution is not unique'}"
    yield f"Automorphisms   {found.automorphisms:,}"
    yield f"Transformation  {found.transformation}"


def _answer_many(
    items: Items, others: Items | None, out: Output, wanted: Wanted, form: str, *, unique: bool
) -> set[int]:
    run = Run(items, out, wanted, form)
    classes = None if others is None else _read_classes(run, others)
    verb = Canonicalize(unique=unique, against=classes, alone=items.is_one)
    batches = run.read(items)
    run.write(batches if classes is None else _comparable(batches, classes), verb)
    if unique:
        out.complain(f"{counted(verb.dropped, 'duplicates')} dropped")
    return run.codes | _tell_matches(verb, classes, out)


def _read_classes(run: Run, others: Items) -> Classes:
    classes = Classes()
    for parts in run.read(others):
        for part in parts:
            if isinstance(part, Chunk):
                classes.add(part)
    return classes


def _comparable(batches: Iterator[list[Part]], classes: Classes) -> Iterator[list[Part]]:
    """Yield the parts; refuse boards that the other file has none of."""
    for parts in batches:
        for part in parts:
            if isinstance(part, Chunk) and part.board.layout not in classes.layouts:
                known = " or ".join(map(str, classes.layouts)) or "no board at all"
                raise click.UsageError(
                    f"--against has {known}, but the input has {part.board.layout}; "
                    "only boards with the same layout can be compared"
                )
        yield parts


def _tell_matches(verb: Canonicalize, classes: Classes | None, out: Output) -> set[int]:
    if classes is None:
        return set()
    total = sum(verb.matched)
    _, equivalent, same = verb.matched
    out.complain(
        f"of {counted(total, 'puzzles')}, {equivalent} are equivalent to one in the other file, "
        f"and {same} more have an equivalent solution"
    )
    return {OTHER_ANSWER} if equivalent or same else {0}
