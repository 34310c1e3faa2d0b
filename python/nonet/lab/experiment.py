"""Experiments: every strategy on every board with every seed, on threads or in worker processes.

Each worker does one run at a time and reports its row at once. The rows go into a journal, so a
kill loses at most the current runs. A worker that dies costs one row, never the experiment.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from nonet.core.errors import AmbiguityError, ArgumentError, ParseError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.lab.method import Method, OnRunProgress, Run, puzzle_of, run_method
from nonet.lab.pace import at_pace, choose_pace
from nonet.lab.presets import method_of
from nonet.lab.table import UNSUPPORTED, Journal, Row, Table, Value, machine_facts
from nonet.lab.tasks import (
    LIMITS,
    Case,
    OnNodes,
    OnProgress,
    StrategyLike,
    Task,
    TaskRunner,
    with_memory,
)
from nonet.lab.workers import Workers
from nonet.native import thread_count
from nonet.notations.parsing import Rules, parse_text
from nonet.text.symbols import BLANKS

if TYPE_CHECKING:
    from nonet.lab.corpus import Corpus

DEFAULT_LIMIT = Limit(solutions=1, nodes=100_000)
"""The default limit: the first solution, within a number of nodes that no machine changes."""

CorpusLike: TypeAlias = "str | Path | Corpus | Puzzle"
PathLike: TypeAlias = str | os.PathLike[str]

_BOARD = ("corpus", "id", "puzzle", "box", "rules")
"""The columns that identify a board."""
_KEY = ("method", *_BOARD, "seed", *(f"limit_{name}" for name in LIMITS), "pace")
"""The columns that identify a run."""
_NO_CORPUS = (
    "corpus: expected the name of a corpus or of a file, a corpus, a puzzle or its text, found {!r}"
)
_LEAST_CELLS = 16


def run(
    strategy: StrategyLike,
    puzzle: Puzzle | str,
    *,
    limit: Limit | int | None = 1,
    seed: int = 0,
    memory: bool = False,
    pace: str | None = None,
    progress: OnRunProgress | None = None,
) -> Run:
    """Run a strategy once on a puzzle; by default, until its first solution.

    `pace` is "native" for the compiled search, or "python"; both count the same. By default it is
    native, unless the strategy contains a function of your own or `memory` is requested.
    `memory` measures peak memory in a second run: Python's own allocations, not those of native
    code. `progress` is called about five times a second with the nodes, solutions and seconds so
    far.
    """
    puzzle = puzzle_of(puzzle)
    method = method_of(strategy)
    limit = Limit.of(limit)
    _check_whole("seed", seed)
    if not (progress is None or callable(progress)):
        raise ArgumentError(f"progress: expected a function, found {progress!r:.40}")
    chosen, _ = choose_pace([method], pace, memory=memory)
    method = at_pace(method, chosen)
    result = run_method(method, puzzle, limit, seed, progress)
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
    progress: OnProgress | None = None,
    on_nodes: OnNodes | None = None,
    plugins: Iterable[PathLike] = (),
    rules: Rules = (),
    pace: str | None = None,
) -> Table:
    """Run every strategy on every board with every seed; rows are in exactly that order.

    The boards are one or more corpora or puzzles: the name of a corpus or of a file, a `Corpus`, a
    `Puzzle`, or a puzzle as text. `seeds` is a list of seeds, or their number, counted from `seed`.
    `resume` names a JSON Lines file that receives every row as it is finished: if you call this
    again with the same file, only missing and failed runs are done. With `exclusive`, a file with
    runs of another experiment, or of this one with other options, is refused. `progress` is
    called with the number of finished runs and of all runs, `on_nodes` about five times a second
    with the nodes that native runs generated so far. `rules` are added to those of each board.

    All strategies run at one `pace`: natively, on threads of this process, unless one of them
    contains a function of your own, they differ in `state` or `undo`, or `memory` is measured.
    Other runs are done in worker processes. `processes` is the number of threads or workers; at 0,
    everything is done one after the other, without protection from a strategy that kills the
    process.
    """
    started = time.time()
    recipes = [strategies] if isinstance(strategies, str | Method) else strategies
    if not isinstance(recipes, Iterable):
        raise ArgumentError(f"expected strategies or their names, found {recipes!r}")
    paths = [Path(path).resolve() for path in plugins]
    runner = TaskRunner(_some("strategy", recipes), paths, Limit.of(limit), memory, pace)
    runner.load()
    cases = _some("board", _under(rules, _cases(corpus)))
    numbers = _some("seed", _seeds(seeds, seed))
    workers = thread_count(None) if processes is None else processes
    if workers < 0:
        raise ArgumentError(f"processes: expected 0 or more, found {workers}")
    tasks = runner.tasks(cases, numbers)
    options = _options(runner, tasks, numbers) if exclusive else None
    journal = nullcontext() if resume is None else Journal(resume, options)
    with journal as kept:
        if kept and exclusive:
            _refuse_others(runner, tasks, kept)
        rows = _gather(runner, tasks, workers, kept, progress, on_nodes)
    facts = {
        "strategies": [method.name for method in runner.methods],
        "boards": dict(Counter(case.corpus or "puzzles" for case in cases)),
        "limit": {name: getattr(runner.limit, name) for name in LIMITS},
        "seeds": numbers,
        "pace": f"{runner.pace}, because {runner.why}" if runner.why else runner.pace,
        "processes": workers,
        "started": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(started)),
        "elapsed_seconds": round(time.time() - started, 3),
        **machine_facts(),
    }
    return Table.of(rows, facts)


def _options(runner: TaskRunner, tasks: list[Task], seeds: list[int]) -> dict[str, Any]:
    """Return what identifies an experiment; there are too many boards to list them."""
    rows = map(runner.base, tasks)
    boards = dict.fromkeys(tuple(row[name] for name in _BOARD) for row in rows)
    return {
        "strategies": [method.name for method in runner.methods],
        "boards": sha256(repr(list(boards)).encode()).hexdigest(),
        "seeds": seeds,
        "limit": {name: getattr(runner.limit, name) for name in LIMITS},
        "memory": runner.memory,
        "pace": runner.pace,
    }


def _gather(
    runner: TaskRunner,
    tasks: list[Task],
    workers: int,
    journal: Journal | None,
    progress: OnProgress | None,
    on_nodes: OnNodes | None,
) -> list[Row]:
    """Take the stored rows, run what is missing, and put all in order."""
    tell = progress or (lambda done, total: None)
    rows = _finished(runner, tasks, journal.rows) if journal else {}
    todo = [task for task in tasks if task.number not in rows]
    tell(len(rows), len(tasks))

    def keep(task: Task, row: Row) -> None:
        rows[task.number] = row
        if journal:
            journal.append(row)
        tell(len(rows), len(tasks))

    native = list(filter(runner.is_native, todo))
    runner.perform_native(native, max(workers, 1), keep, on_nodes)
    if others := [task for task in todo if not runner.is_native(task)]:
        start = Workers(runner).run(others, workers) if workers else runner.run(others)
        with closing(start) as fresh:
            for task, row in fresh:
                keep(task, row)
    return [rows[task.number] for task in tasks]


def _finished(runner: TaskRunner, tasks: list[Task], known: Iterable[Row]) -> dict[int, Row]:
    """Find the tasks whose rows are known; failed runs are tried again."""
    rows = {
        _key(row): row
        for row in known
        if row["error"] is None
        and (row["peak_memory"] is not None or row["status"] == UNSUPPORTED or not runner.memory)
    }
    keys = {task.number: _key(runner.base(task)) for task in tasks}
    return {number: rows[key] for number, key in keys.items() if key in rows}


def _refuse_others(runner: TaskRunner, tasks: list[Task], journal: Journal) -> None:
    ours = {_key(runner.base(task)) for task in tasks}
    if others := sum(_key(row) not in ours for row in journal.rows):
        raise ArgumentError(
            f"{journal.path}: {others} of {len(journal.rows)} finished runs belong to another "
            "experiment; remove it or choose another output"
        )


def _key(row: Row) -> tuple[Value, ...]:
    return tuple(row.get(name) for name in _KEY)


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


def _cases(corpus: CorpusLike | Iterable[CorpusLike]) -> Iterator[Case]:
    """Read corpora by name or from files; puzzles passed directly are numbered from 1."""
    is_one = isinstance(corpus, str | Path | Puzzle) or hasattr(corpus, "entries")
    parts = cast("Iterable[CorpusLike]", [corpus] if is_one else corpus)
    if not isinstance(parts, Iterable):
        raise ArgumentError(_NO_CORPUS.format(corpus))
    for number, part in enumerate(parts, start=1):
        if not isinstance(part, str | Path | Puzzle) and not hasattr(part, "entries"):
            raise ArgumentError(_NO_CORPUS.format(part))
        found = _corpus_or_puzzle(part) if isinstance(part, str | Path) else part
        if isinstance(found, Puzzle):
            yield Case(None, str(number), found)
            continue
        for entry in found.entries:
            status = entry.status or ("solvable" if entry.planted else None)
            yield Case(found.name, entry.id, entry.puzzle, entry.group, status)


def _under(rules: Rules, cases: Iterable[Case]) -> Iterator[Case]:
    """Add rules to boards; what was known about them no longer applies."""
    for case in cases:
        puzzle = case.puzzle.with_rules(rules) if rules else case.puzzle
        yield case._replace(puzzle=puzzle, status=None) if rules else case


def _corpus_or_puzzle(name: str | Path) -> Corpus | Puzzle:
    """Return the corpus with that name or in that file, or the puzzle in the text."""
    from nonet.lab.corpus import NAMES, corpus_named, read_corpus_file

    if isinstance(name, Path) or os.path.isfile(name):
        return read_corpus_file(Path(name))
    if name in NAMES:
        return corpus_named(name)
    try:
        return parse_text(name)
    except ParseError as error:
        if isinstance(error, AmbiguityError) or _is_like_a_board(name):
            raise
    is_path = "/" in name or os.sep in name
    return read_corpus_file(Path(name)) if is_path else corpus_named(name)


def _is_like_a_board(text: str) -> bool:
    """Return whether a text was meant as a puzzle rather than a misspelled name."""
    cells = sum(sign.isdigit() or sign.isspace() or sign in BLANKS for sign in text)
    return len(text) >= _LEAST_CELLS and 2 * cells > len(text)
