"""Experiments: every strategy on every board with every seed, in worker processes.

Each worker does one run at a time and tells its row at once; the rows go into a journal, so that
a kill loses at most the runs under way. A worker that dies costs one row, never the experiment.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import signal
import threading
import time
import tomllib
import traceback
import tracemalloc
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, fields, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from nonet.core.errors import ArgumentError, NonetError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.formats.detect import parse_text
from nonet.judge import judge
from nonet.lab.method import Method, Run, run_method
from nonet.lab.table import ERROR, UNSUPPORTED, Journal, Row, Table, machine_facts

if TYPE_CHECKING:
    from nonet.lab.corpus import Corpus

DEFAULT_LIMIT = Limit(solutions=1, nodes=100_000)
"""The first solution, within so many nodes: counts that are the same on every machine."""

StrategyLike: TypeAlias = str | Method
CorpusLike: TypeAlias = "str | Path | Corpus | Puzzle"
PathLike: TypeAlias = str | os.PathLike[str]
Progress: TypeAlias = Callable[[int, int], None]

_PATIENCE = 5.0
"""Seconds that a run gets beyond twice its limit before it is ended by force."""
_LONGEST_WAIT = 3600.0
_MOST_STILLBIRTHS = 3
_NEEDS_GUARD = "a script that compares needs: if __name__ == '__main__':"
_HOW_TO_TRAVEL = (
    "a strategy reaches worker processes by its name (from a plugin file) or as an object of a "
    "class in a module; with processes=0 there are no workers"
)


class ExperimentError(NonetError, ValueError):
    """An experiment file says something else than expected: which key, what was found."""

    def __init__(self, source: str, key: str | None, expected: str, found: str) -> None:
        self.source = source
        self.key = key
        self.expected = expected
        self.found = found
        super().__init__(source, key, expected, found)

    def __str__(self) -> str:
        place = f"{self.source}: {self.key}" if self.key else self.source
        return f"{place}: expected {self.expected}, found {self.found}"


class WorkerError(NonetError, RuntimeError):
    """Worker processes cannot be started."""


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
    puzzle = puzzle if isinstance(puzzle, Puzzle) else parse_text(puzzle)
    method = _method(strategy)
    limit = Limit.of(limit)
    result = run_method(method, puzzle, limit, seed)
    return _with_memory(result, method, limit) if memory else result


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
    progress: Progress | None = None,
    plugins: Iterable[PathLike] = (),
) -> Table:
    """Run every strategy on every board with every seed; the rows come in just that order.

    `seeds` is a list of seeds, or how many there are, counted from `seed`. `resume` names a
    JSON Lines file that gets every row as it is finished: called again with the same file, only
    what is missing or had failed is run. `processes=0` runs everything in this process, without
    protection from a strategy that kills it. `progress` is told runs done and runs in all.
    """
    started = time.time()
    recipes = [strategies] if isinstance(strategies, str | Method) else strategies
    paths = [Path(path).resolve() for path in plugins]
    bench = _Bench(_some("strategy", recipes), paths, Limit.of(limit), memory)
    bench.load()
    boards = _some("board", _boards(corpus))
    numbers = _some("seed", range(seed, seed + seeds) if isinstance(seeds, int) else seeds)
    workers = _core_count() if processes is None else processes
    if workers < 0:
        raise ArgumentError(f"processes: expected 0 or more, found {workers}")
    rows = _gather(bench, bench.tasks(boards, numbers), workers, resume, progress)
    facts = {
        "strategies": [method.name for method in bench.methods],
        "boards": dict(Counter(board.corpus or "puzzles" for board in boards)),
        "limit": {name: getattr(bench.limit, name) for name in _LIMITS},
        "seeds": numbers,
        "processes": workers,
        "started": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(started)),
        "elapsed_seconds": round(time.time() - started, 3),
        **machine_facts(),
    }
    return Table.of(rows, facts)


def _gather(
    bench: _Bench,
    tasks: list[_Task],
    workers: int,
    resume: PathLike | None,
    progress: Progress | None,
) -> list[Row]:
    """Take the rows that are on file, run what is missing, and put all in order."""
    tell = progress or (lambda done, total: None)
    with Journal(resume) if resume is not None else nullcontext() as journal:
        rows = _finished(bench, tasks, journal.rows) if journal else {}
        todo = [task for task in tasks if task.number not in rows]
        tell(len(rows), len(tasks))
        with closing(_Workers(bench).run(todo, workers) if workers else bench.run(todo)) as fresh:
            for task, row in fresh:
                rows[task.number] = row
                if journal:
                    journal.append(row)
                tell(len(rows), len(tasks))
    return [rows[task.number] for task in tasks]


def _finished(bench: _Bench, tasks: list[_Task], known: Iterable[Row]) -> dict[int, Row]:
    """Find the tasks whose rows are known already; a failed run is to be tried again."""
    rows = {
        tuple(row[name] for name in _KEY): row
        for row in known
        if row["error"] is None
        and (row["peak_memory"] is not None or row["status"] == UNSUPPORTED or not bench.memory)
    }
    bases = ((task.number, bench.base(task)) for task in tasks)
    keys = {number: tuple(base[name] for name in _KEY) for number, base in bases}
    return {number: rows[key] for number, key in keys.items() if key in rows}


_LIMITS = tuple(part.name for part in fields(Limit))
_KEY = ("method", "corpus", "id", "puzzle", "box", "seed", *(f"limit_{name}" for name in _LIMITS))
"""The columns that tell one run from another."""


_Rows: TypeAlias = Generator[tuple["_Task", Row], None, None]


class _Board(NamedTuple):
    """A puzzle of a corpus, as an experiment sees it."""

    corpus: str | None
    id: str
    puzzle: Puzzle
    group: str | None = None
    status: Status | str | None = None


class _Task(NamedTuple):
    """One run to be done: which method, which board, which seed."""

    number: int
    method: int
    board: _Board
    seed: int


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


def _boards(corpus: CorpusLike | Iterable[CorpusLike]) -> Iterator[_Board]:
    """Read corpora by name or from files; puzzles that are given as such count from 1."""
    is_one = isinstance(corpus, str | Path | Puzzle) or hasattr(corpus, "entries")
    parts = cast("Iterable[CorpusLike]", [corpus] if is_one else corpus)
    for number, part in enumerate(parts, start=1):
        if isinstance(part, Puzzle):
            yield _Board(None, str(number), part)
            continue
        found = _corpus(part) if isinstance(part, str | Path) else part
        for entry in found.entries:
            status = entry.status or ("solvable" if entry.planted else None)
            yield _Board(found.name, entry.id, entry.puzzle, entry.group, status)


def _corpus(name: str | Path) -> Corpus:
    from nonet.lab.corpus import corpus_named, read_corpus_file

    is_path = isinstance(name, Path) or "/" in name or os.sep in name or os.path.isfile(name)
    return read_corpus_file(Path(name)) if is_path else corpus_named(name)


def _method(strategy: StrategyLike | bytes) -> Method:
    if isinstance(strategy, str):
        from nonet.lab.presets import method_named

        return method_named(strategy)
    method = pickle.loads(strategy) if isinstance(strategy, bytes) else strategy
    if not isinstance(method, Method):
        raise ArgumentError(f"expected a strategy or its name, found {method!r}")
    return method


@dataclass(slots=True)
class _Bench:
    """Strategies, ready to run once loaded; makes a row of every task, whatever happens."""

    recipes: list[StrategyLike | bytes]
    plugins: list[Path]
    limit: Limit
    memory: bool
    methods: list[Method] = field(default_factory=list)
    warm: set[tuple[object, ...]] = field(default_factory=set)

    def load(self) -> None:
        """Load plugins and strategies."""
        if self.plugins:
            from nonet.lab.presets import load_plugin

            for path in self.plugins:
                load_plugin(path)
        self.methods = [_method(recipe) for recipe in self.recipes]
        names = Counter(method.name for method in self.methods)
        if twice := [name for name in names if names[name] > 1]:
            raise ArgumentError(f"expected every strategy once, found {twice[0]!r} again")

    def packed(self) -> _Bench:
        """Return what can be sent to another process: names as names, methods pickled."""
        packed: list[StrategyLike | bytes] = []
        for recipe in self.recipes:
            try:
                packed.append(pickle.dumps(recipe) if isinstance(recipe, Method) else recipe)
            except Exception as error:
                raise ArgumentError(
                    f"{recipe!r} cannot be sent: {error}; {_HOW_TO_TRAVEL}"
                ) from None
        return replace(self, recipes=packed, methods=[], warm=set())

    def tasks(self, boards: list[_Board], seeds: list[int]) -> list[_Task]:
        """Return every run in the order of the result: method, board, seed."""
        numbers = range(len(self.methods))
        runs = [(number, board, seed) for number in numbers for board in boards for seed in seeds]
        return [_Task(number, *run) for number, run in enumerate(runs)]

    def run(self, tasks: Iterable[_Task]) -> _Rows:
        """Do the tasks one after the other, in this process."""
        return ((task, self.perform(task)) for task in tasks)

    def base(self, task: _Task) -> Row:
        """Return what is known of a row before the run."""
        board, layout = task.board, task.board.puzzle.layout
        return {
            "method": self.methods[task.method].name,
            "corpus": board.corpus,
            "id": board.id,
            "group": board.group,
            "puzzle": str(board.puzzle),
            "size": layout.size,
            "box": f"{layout.box_rows}x{layout.box_cols}",
            "seed": task.seed,
            **{f"limit_{name}": getattr(self.limit, name) for name in _LIMITS},
        }

    def perform(self, task: _Task) -> Row:
        """Do one run and return its row; a failure is a row with its reason."""
        method, puzzle = self.methods[task.method], task.board.puzzle
        try:
            if not method.supports(puzzle):
                return {**self.base(task), "status": UNSUPPORTED}
            self._warm_up(method, puzzle)
            result = run_method(method, puzzle, self.limit, task.seed)
            fault = _fault(result, task.board)
            if self.memory:
                result = _with_memory(result, method, self.limit)
        except (Exception, SystemExit) as error:
            return self.failed(task, _reason(error))
        row = {**self.base(task), **result.to_dict()}
        return {**row, "status": ERROR, "error": fault} if fault else row

    def failed(self, task: _Task, reason: str) -> Row:
        """Return the row of a run that came to nothing."""
        return {**self.base(task), "status": ERROR, "error": reason}

    def _warm_up(self, method: Method, puzzle: Puzzle) -> None:
        """Have imports and tables of a layout made before the first run that is timed."""
        if (method.name, puzzle.layout) not in self.warm:
            self.warm.add((method.name, puzzle.layout))
            # What is wrong with a method will show in the run itself.
            with suppress(Exception):
                run_method(method, puzzle, replace(self.limit, nodes=1), 0)


def _fault(result: Run, board: _Board) -> str | None:
    """Say what is wrong with an answer: a broken solution, or one that the corpus refutes."""
    for solution in result.solutions:
        if not (verdict := judge(solution, board.puzzle)):
            return f"wrong solution: {verdict}"
    if len(set(result.solutions)) < len(result.solutions):
        return "wrong answer: the same solution twice"
    expected = getattr(board.status, "word", board.status)
    found = result.status.word
    refuted = {
        "unique": ("multiple", "no-solution"),
        "multiple": ("unique", "no-solution"),
        "no-solution": ("unique", "multiple", "found"),
        "solvable": ("no-solution",),
    }
    if found in refuted.get(str(expected), ()):
        return f"wrong answer: expected {expected}, found {found}"
    return None


def _reason(error: BaseException) -> str:
    """Say in one line what was raised, and where."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text.encode(errors="replace").decode()[:500] + place


def _with_memory(result: Run, method: Method, limit: Limit) -> Run:
    """Do a run again, only to see the most memory that Python held for it at one time.

    Watching makes a run several times slower, so that the clock must not stop it earlier.
    """
    if result.stopped_by != "seconds":
        limit = replace(limit, seconds=None)
    watched_already = tracemalloc.is_tracing()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        run_method(method, result.puzzle, limit, result.seed)
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        if not watched_already:
            tracemalloc.stop()
    return replace(result, peak_memory=peak)


@dataclass(slots=True)
class _Worker:
    """A process, and the task that it is at."""

    process: SpawnProcess
    connection: Connection
    ready: bool = False
    task: _Task | None = None
    deadline: float = math.inf

    def is_free(self) -> bool:
        """Tell whether it can take a task."""
        return self.ready and self.task is None

    def end(self) -> str:
        """See to it that the process is over, and say what had become of it."""
        self.connection.close()
        self.process.join(0.5)
        code = self.process.exitcode
        self.process.kill()
        self.process.join()
        if code is None:
            return "left its connection"
        return f"exit code {code}" if code >= 0 else f"{signal.strsignal(-code)} (signal {-code})"


class _Workers:
    """As many processes as wanted, each with one task at a time; a dead one is replaced."""

    def __init__(self, bench: _Bench) -> None:
        self._bench = bench
        self._luggage = bench.packed()
        self._workers: list[_Worker] = []
        self._births = self._stillbirths = 0
        # A run that is watched for its memory may take several times as long.
        seconds = math.inf if bench.limit.seconds is None else bench.limit.seconds
        self._time = seconds * (10 if bench.memory else 2) + _PATIENCE

    def run(self, tasks: list[_Task], processes: int) -> _Rows:
        """Do the tasks and give each row as soon as it is there."""
        todo = deque(tasks)
        try:
            while todo or self._busy():
                for _ in range(min(processes, len(todo) + self._busy()) - len(self._workers)):
                    self._start()
                self._hand_out(todo)
                yield from self._take_in()
        finally:
            self._stop()

    def _busy(self) -> int:
        return sum(worker.task is not None for worker in self._workers)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._luggage), daemon=True)
        with _interrupts_held():
            process.start()
            self._workers.append(_Worker(process, ours))
        theirs.close()

    def _hand_out(self, todo: deque[_Task]) -> None:
        for worker in self._workers:
            if todo and worker.is_free():
                worker.task = todo.popleft()
                worker.deadline = time.monotonic() + self._time
                # One that died since its last row is found out when it is listened to.
                with suppress(OSError):
                    worker.connection.send(worker.task)

    def _take_in(self) -> _Rows:
        """Wait for news, and give the rows among them."""
        nearest = min(worker.deadline for worker in self._workers) - time.monotonic()
        news = wait([worker.connection for worker in self._workers], min(nearest, _LONGEST_WAIT))
        for worker in list(self._workers):
            if worker.connection in news:
                yield from self._listen(worker)
            elif worker.task and worker.deadline < time.monotonic():
                yield from self._lose(
                    worker, f"did not stop at {self._bench.limit.seconds} seconds"
                )

    def _listen(self, worker: _Worker) -> _Rows:
        try:
            message = worker.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            yield from self._lose(worker)
            return
        if isinstance(message, str):
            raise WorkerError(f"{message}; {_HOW_TO_TRAVEL}")
        task, worker.task, worker.ready, worker.deadline = worker.task, None, True, math.inf
        self._births += message is None
        if task:
            yield task, message

    def _lose(self, worker: _Worker, why: str | None = None) -> _Rows:
        """Take a worker out; what it was at becomes an error row."""
        self._workers.remove(worker)
        fate = worker.end()
        if worker.task:
            yield worker.task, self._bench.failed(worker.task, why or f"its process died: {fate}")
        elif not worker.ready:
            self._stillbirths += 1
            if not self._births or self._stillbirths > _MOST_STILLBIRTHS:
                raise WorkerError(f"a worker process could not start: {fate}; {_NEEDS_GUARD}")

    def _stop(self) -> None:
        """Leave no process behind. Free ones go when their connection closes."""
        for worker in self._workers:
            if not worker.is_free():
                worker.process.kill()
            worker.connection.close()
        for worker in self._workers:
            worker.process.join(1)
            worker.process.kill()
            worker.process.join()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment. A process started meanwhile never sees one itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started now, because starting it would let Ctrl-C through again.
    resource_tracker.ensure_running()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _work(connection: Connection, bench: _Bench) -> None:
    """Be a worker: load, say so, then make a row of every task that comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    try:
        bench.load()
    except BaseException as error:
        connection.send(_reason(error))
        return
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            connection.send(bench.perform(connection.recv()))


def _die_with_parent() -> None:
    """End this process, in the middle of a run too, once the experiment was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


@dataclass(frozen=True, slots=True)
class Experiment:
    """What `compare` is to do, as a small file says it."""

    strategies: tuple[str, ...]
    corpus: tuple[str | Path, ...]
    limit: Limit = DEFAULT_LIMIT
    seeds: tuple[int, ...] = (0,)
    plugins: tuple[Path, ...] = ()
    memory: bool = False


def run_experiment(
    experiment: Experiment | PathLike,
    *,
    processes: int | None = None,
    resume: PathLike | None = None,
    progress: Progress | None = None,
) -> Table:
    """Do what an experiment, or the file of one, says."""
    if not isinstance(experiment, Experiment):
        experiment = read_experiment(experiment)
    wanted = {part.name: getattr(experiment, part.name) for part in fields(experiment)}
    return compare(**wanted, processes=processes, resume=resume, progress=progress)


def read_experiment(path: PathLike) -> Experiment:
    """Read an experiment from TOML; files that it names are looked for beside it.

    Keys: strategies, corpus, seeds (how many, or a list), seed, plugins, memory, and the table
    limit with nodes, seconds, solutions, memory.
    """
    source = _Source.of(Path(path))
    many = source.take("seeds", 1)
    first = source.take("seed", 0, lambda value: type(value) is int, "an integer")
    if type(many) is int and many > 0:
        many = list(range(first, first + many))
    if not (isinstance(many, list) and many and all(type(seed) is int for seed in many)):
        raise source.error("seeds", "a number of 1 or more, or a list of integers", many)
    experiment = Experiment(
        strategies=tuple(source.texts("strategies")),
        corpus=tuple(source.beside(name) or name for name in source.texts("corpus")),
        limit=source.limit(),
        seeds=tuple(many),
        plugins=tuple(source.plugins()),
        memory=source.take("memory", False, lambda value: type(value) is bool, "true or false"),
    )
    source.refuse_rest()
    return experiment


@dataclass(slots=True)
class _Source:
    """The keys of an experiment file that are not read yet."""

    path: Path
    keys: dict[str, Any]
    known: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> _Source:
        try:
            return cls(path, tomllib.loads(path.read_text(encoding="utf-8")))
        except ValueError as error:
            raise ExperimentError(str(path), None, "TOML", str(error)) from None

    def error(self, key: str, expected: str, found: Any) -> ExperimentError:
        return ExperimentError(str(self.path), key, expected, repr(found))

    def take(
        self,
        key: str,
        default: Any,
        fits: Callable[[Any], bool] = lambda value: True,
        expected: str = "",
    ) -> Any:
        self.known.append(key)
        value = self.keys.pop(key, default)
        if not fits(value):
            raise self.error(key, expected, value)
        return value

    def texts(self, key: str, default: object = None) -> list[str]:
        value = self.take(key, default)
        names = [value] if isinstance(value, str) else value
        if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
            found = "nothing" if value is None else repr(value)
            raise ExperimentError(str(self.path), key, "a text or a list of texts", found)
        return names

    def beside(self, name: str) -> Path | None:
        path = self.path.parent / name
        return path if path.is_file() else None

    def plugins(self) -> Iterator[Path]:
        for name in self.texts("plugins", []):
            path = self.beside(name)
            if path is None:
                raise self.error("plugins", "the name of a file", name)
            yield path

    def limit(self) -> Limit:
        given = self.take("limit", {}, lambda value: isinstance(value, dict), "a table")
        for name, value in given.items():
            if name not in _LIMITS:
                raise self.error(f"limit.{name}", f"one of {', '.join(_LIMITS)}", value)
            try:
                Limit(**{name: value})
            except ArgumentError as error:
                expected, _, _ = str(error).partition(": expected ")[2].partition(", or None")
                raise self.error(f"limit.{name}", expected, value) from None
        return limit_of(**given)

    def refuse_rest(self) -> None:
        for key, value in self.keys.items():
            raise self.error(key, f"one of the keys {', '.join(self.known)}", value)


def limit_of(solutions: int = 1, **others: Any) -> Limit:
    """Return a limit of so many nodes or seconds; of neither, the usual number of nodes."""
    if others.get("nodes") is None and others.get("seconds") is None:
        others["nodes"] = DEFAULT_LIMIT.nodes
    return Limit(solutions=solutions, **others)
