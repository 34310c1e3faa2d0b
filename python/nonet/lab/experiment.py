"""Experiments: every strategy on every board with every seed, in worker processes.

Each worker does one run at a time and tells its row at once; the rows go into a journal, so that
a kill loses at most the runs under way. A worker that dies costs one row, never the experiment.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.lab.bench import LIMITS, Bench, Board, StrategyLike, Task, with_memory
from nonet.lab.method import Method, Run, puzzle_of, run_method
from nonet.lab.presets import method_of
from nonet.lab.table import UNSUPPORTED, Journal, Row, Table, Value, machine_facts
from nonet.lab.workers import Workers

if TYPE_CHECKING:
    from nonet.lab.corpus import Corpus

DEFAULT_LIMIT = Limit(solutions=1, nodes=100_000)
"""The first solution, within so many nodes: counts that are the same on every machine."""

CorpusLike: TypeAlias = "str | Path | Corpus | Puzzle"
PathLike: TypeAlias = str | os.PathLike[str]
Progress: TypeAlias = Callable[[int, int], None]

_KEY = ("method", "corpus", "id", "puzzle", "box", "seed", *(f"limit_{name}" for name in LIMITS))
"""The columns that tell one run from another."""
_NO_CORPUS = "corpus: expected the name of a corpus or of a file, a corpus or a puzzle, found {!r}"


def run(
    strategy: StrategyLike,
    puzzle: Puzzle | str,
    *,
    limit: Limit | int | None = 1,
    seed: int = 0,
    memory: bool = False,
) -> Run:
    """Run a strategy once on a puzzle, until its first solution unless a limit says otherwise.

    `memory` measures its peak in a second run: that of Python's own allocations, while what
    native code allocates is not seen.
    """
    puzzle = puzzle_of(puzzle)
    method = method_of(strategy)
    limit = Limit.of(limit)
    _check_whole("seed", seed)
    result = run_method(method, puzzle, limit, seed)
    return with_memory(result, method, limit) if memory else result


def compare(
    strategies: StrategyLike | Iterable[StrategyLike],
    corpus: CorpusLike | Iterable[CorpusLike],
    *,
    limit: Limit | int | None = DEFAULT_LIMIT,
    seeds: int | Iterable[int] = 1,
    seed: int = 0,
    processes: int | None = None,
    memory: bool = False,
    resume: PathLike | None = None,
    exclusive: bool = False,
    progress: Progress | None = None,
    plugins: Iterable[PathLike] = (),
) -> Table:
    """Run every strategy on every board with every seed; the rows come in just that order.

    `seeds` is a list of seeds, or how many there are, counted from `seed`. `resume` names a
    JSON Lines file that gets every row as it is finished: called again with the same file, only
    what is missing or had failed is run. With `exclusive` a file that has runs of another
    experiment is refused. `processes=0` runs everything in this process, without
    protection from a strategy that kills it. `progress` is told runs done and runs in all.
    """
    started = time.time()
    recipes = [strategies] if isinstance(strategies, str | Method) else strategies
    if not isinstance(recipes, Iterable):
        raise ArgumentError(f"expected strategies or their names, found {recipes!r}")
    paths = [Path(path).resolve() for path in plugins]
    bench = Bench(_some("strategy", recipes), paths, Limit.of(limit), memory)
    bench.load()
    boards = _some("board", _boards(corpus))
    numbers = _some("seed", _seeds(seeds, seed))
    workers = _core_count() if processes is None else processes
    if workers < 0:
        raise ArgumentError(f"processes: expected 0 or more, found {workers}")
    journal = nullcontext() if resume is None else Journal(resume)
    tasks = bench.tasks(boards, numbers)
    with journal as kept:
        if kept and exclusive:
            _refuse_others(bench, tasks, kept)
        rows = _gather(bench, tasks, workers, kept, progress)
    facts = {
        "strategies": [method.name for method in bench.methods],
        "boards": dict(Counter(board.corpus or "puzzles" for board in boards)),
        "limit": {name: getattr(bench.limit, name) for name in LIMITS},
        "seeds": numbers,
        "processes": workers,
        "started": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(started)),
        "elapsed_seconds": round(time.time() - started, 3),
        **machine_facts(),
    }
    return Table.of(rows, facts)


def _gather(
    bench: Bench,
    tasks: list[Task],
    workers: int,
    journal: Journal | None,
    progress: Progress | None,
) -> list[Row]:
    """Take the rows that are on file, run what is missing, and put all in order."""
    tell = progress or (lambda done, total: None)
    rows = _finished(bench, tasks, journal.rows) if journal else {}
    todo = [task for task in tasks if task.number not in rows]
    tell(len(rows), len(tasks))
    with closing(Workers(bench).run(todo, workers) if workers else bench.run(todo)) as fresh:
        for task, row in fresh:
            rows[task.number] = row
            if journal:
                journal.append(row)
            tell(len(rows), len(tasks))
    return [rows[task.number] for task in tasks]


def _finished(bench: Bench, tasks: list[Task], known: Iterable[Row]) -> dict[int, Row]:
    """Find the tasks whose rows are known already; a failed run is to be tried again."""
    rows = {
        _key(row): row
        for row in known
        if row["error"] is None
        and (row["peak_memory"] is not None or row["status"] == UNSUPPORTED or not bench.memory)
    }
    keys = {task.number: _key(bench.base(task)) for task in tasks}
    return {number: rows[key] for number, key in keys.items() if key in rows}


def _refuse_others(bench: Bench, tasks: list[Task], journal: Journal) -> None:
    ours = {_key(bench.base(task)) for task in tasks}
    if others := sum(_key(row) not in ours for row in journal.rows):
        raise ArgumentError(
            f"{journal.path}: {others} of its {len(journal.rows)} finished runs belong to another "
            "experiment; remove it or choose another output"
        )


def _key(row: Row) -> tuple[Value, ...]:
    return tuple(row[name] for name in _KEY)


def _core_count() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _some(what: str, items: Iterable[Any]) -> list[Any]:
    found = list(items)
    if not found:
        raise ArgumentError(f"expected at least one {what}, found none")
    return found


def _seeds(seeds: int | Iterable[int], first: int) -> list[int]:
    _check_whole("seed", first)
    if isinstance(seeds, str) or not isinstance(seeds, int | Iterable):
        raise ArgumentError(f"seeds: expected how many, or a list of integers, found {seeds!r}")
    numbers = list(range(first, first + seeds) if isinstance(seeds, int) else seeds)
    for number in numbers:
        _check_whole("seeds", number)
    return numbers


def _check_whole(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ArgumentError(f"{name}: expected an integer, found {value!r}")


def _boards(corpus: CorpusLike | Iterable[CorpusLike]) -> Iterator[Board]:
    """Read corpora by name or from files; puzzles that are given as such count from 1."""
    is_one = isinstance(corpus, str | Path | Puzzle) or hasattr(corpus, "entries")
    parts = cast("Iterable[CorpusLike]", [corpus] if is_one else corpus)
    if not isinstance(parts, Iterable):
        raise ArgumentError(_NO_CORPUS.format(corpus))
    for number, part in enumerate(parts, start=1):
        if not isinstance(part, str | Path | Puzzle) and not hasattr(part, "entries"):
            raise ArgumentError(_NO_CORPUS.format(part))
        if isinstance(part, Puzzle):
            yield Board(None, str(number), part)
            continue
        found = _corpus(part) if isinstance(part, str | Path) else part
        for entry in found.entries:
            status = entry.status or ("solvable" if entry.planted else None)
            yield Board(found.name, entry.id, entry.puzzle, entry.group, status)


def _corpus(name: str | Path) -> Corpus:
    from nonet.lab.corpus import corpus_named, read_corpus_file

    is_path = isinstance(name, Path) or "/" in name or os.sep in name or os.path.isfile(name)
    return read_corpus_file(Path(name)) if is_path else corpus_named(name)
