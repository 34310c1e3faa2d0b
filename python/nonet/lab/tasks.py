"""The tasks of an experiment, and the code that turns each into a row, whatever happens."""

from __future__ import annotations

import pickle
import traceback
import tracemalloc
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.rule_texts import format_rules
from nonet.judge import judge
from nonet.lab.method import Method, Run, run_method
from nonet.lab.native_run import NativeStrategy
from nonet.lab.pace import NATIVE, at_pace, choose_pace
from nonet.lab.parts import PartError
from nonet.lab.presets import load_plugin, method_of
from nonet.lab.table import ERROR, UNSUPPORTED, Row
from nonet.native import LabOutcome, LabTask, lab_run_many

StrategyLike: TypeAlias = str | Method
Rows: TypeAlias = Generator[tuple["Task", Row], None, None]
OnRow: TypeAlias = Callable[["Task", Row], None]
OnProgress: TypeAlias = Callable[[int, int], None]
"""Called with the number of finished runs, and of all runs."""
OnNodes: TypeAlias = Callable[[int], object]
"""Called with the number of nodes generated so far."""

LIMITS = tuple(part.name for part in fields(Limit))
HOW_TO_TRAVEL = (
    "to send a strategy to worker processes, name it (from a plugin file) or use a class defined "
    "in a module; with processes=0 there are no workers"
)
_HOME = str(Path(__file__).parents[1])


class Case(NamedTuple):
    """A puzzle of a corpus, as an experiment sees it."""

    corpus: str | None
    id: str
    puzzle: Puzzle
    group: str | None = None
    status: Status | str | None = None


class Task(NamedTuple):
    """One run to do: which method, which case, which seed."""

    number: int
    method: int
    case: Case
    seed: int


@dataclass(slots=True)
class TaskRunner:
    """Strategies, ready to run once loaded; turns every task into a row, whatever happens."""

    recipes: list[StrategyLike | bytes]
    plugins: list[Path]
    limit: Limit
    memory: bool
    pace: str | None = None
    """What runs the strategies; None until `load` has chosen."""
    why: str | None = None
    """Why that is not the core."""
    methods: list[Method] = field(default_factory=list)
    warm: set[tuple[object, ...]] = field(default_factory=set)

    def load(self) -> None:
        """Load plugins and strategies."""
        for path in self.plugins:
            load_plugin(path)
        methods = [method_of(_unpacked(recipe)) for recipe in self.recipes]
        self.pace, self.why = choose_pace(methods, self.pace, memory=self.memory)
        self.methods = [at_pace(method, self.pace) for method in methods]
        names = Counter(method.name for method in self.methods)
        if twice := [name for name in names if names[name] > 1]:
            raise ArgumentError(f"expected every strategy once, found {twice[0]!r} twice")

    def packed(self) -> TaskRunner:
        """Return strategies in a form that can be sent to another process."""
        packed: list[StrategyLike | bytes] = []
        for recipe in self.recipes:
            try:
                packed.append(pickle.dumps(recipe) if isinstance(recipe, Method) else recipe)
            except Exception as error:
                raise ArgumentError(
                    f"{recipe!r} cannot be sent: {error}; {HOW_TO_TRAVEL}"
                ) from None
        return replace(self, recipes=packed, methods=[], warm=set())

    def tasks(self, cases: list[Case], seeds: list[int]) -> list[Task]:
        """Return every run in the order of the result: method, case, seed."""
        numbers = range(len(self.methods))
        runs = [(number, case, seed) for number in numbers for case in cases for seed in seeds]
        return [Task(number, *run) for number, run in enumerate(runs)]

    def run(self, tasks: Iterable[Task]) -> Rows:
        """Do the tasks one after the other, in this process."""
        return ((task, self.perform(task)) for task in tasks)

    def base(self, task: Task) -> Row:
        """Return what is known about a row before the run."""
        case, layout = task.case, task.case.puzzle.layout
        return {
            "method": self.methods[task.method].name,
            "corpus": case.corpus,
            "id": case.id,
            "group": case.group,
            "puzzle": str(case.puzzle),
            "size": layout.size,
            "box": layout.shape,
            "rules": format_rules(case.puzzle.rules, layout) or None,
            "seed": task.seed,
            **{f"limit_{name}": getattr(self.limit, name) for name in LIMITS},
            "pace": self.methods[task.method].pace,
        }

    def perform(self, task: Task) -> Row:
        """Do one run and return its row; a failure is a row with its reason."""
        method, puzzle = self.methods[task.method], task.case.puzzle
        try:
            if not method.supports(puzzle):
                return {**self.base(task), "status": UNSUPPORTED}
            self._warm_up(method, puzzle)
            result = run_method(method, puzzle, self.limit, task.seed)
            if self.memory:
                result = with_memory(result, method, self.limit)
        except (Exception, SystemExit) as error:
            return self.failed(task, reason(error))
        return self._row(task, result)

    def is_native(self, task: Task) -> bool:
        """Return whether the core does a task, on a thread of its own."""
        return self.methods[task.method].pace == NATIVE

    def perform_native(
        self, tasks: Iterable[Task], threads: int, keep: OnRow, on_nodes: OnNodes | None
    ) -> None:
        """Do tasks on the threads of the core; `keep` gets each row as soon as it is finished."""
        ready: list[tuple[Task, LabTask]] = []
        for task in tasks:
            method = cast(NativeStrategy, self.methods[task.method])
            try:
                if not method.supports(task.case.puzzle):
                    keep(task, {**self.base(task), "status": UNSUPPORTED})
                    continue
                ready.append((task, method.task(task.case.puzzle, task.seed)))
            except Exception as error:
                keep(task, self.failed(task, reason(error)))

        def done(number: int, outcome: LabOutcome) -> None:
            task, _ = ready[number]
            keep(task, self._collect(task, outcome))

        lab_run_many([work for _, work in ready], self.limit, threads, done, on_nodes)

    def _collect(self, task: Task, outcome: LabOutcome) -> Row:
        method = cast(NativeStrategy, self.methods[task.method])
        try:
            result = method.collect(task.case.puzzle, self.limit, task.seed, outcome)
        except (Exception, SystemExit) as error:
            return self.failed(task, reason(error))
        return self._row(task, result)

    def _row(self, task: Task, result: Run) -> Row:
        row = {**self.base(task), **result.to_dict()}
        fault = _fault(result, task.case)
        return {**row, "status": ERROR, "error": fault} if fault else row

    def failed(self, task: Task, reason: str) -> Row:
        """Return the row of a run that failed."""
        return {**self.base(task), "status": ERROR, "error": reason}

    def _warm_up(self, method: Method, puzzle: Puzzle) -> None:
        """Do imports and build the tables of a board before the first timed run."""
        tables = (method.name, puzzle.layout, puzzle.rules)
        if tables not in self.warm:
            self.warm.add(tables)
            # What is wrong with a method will show in the run itself.
            with suppress(Exception):
                run_method(method, puzzle, replace(self.limit, nodes=1), 0)


def _unpacked(recipe: Any) -> Any:
    return pickle.loads(recipe) if isinstance(recipe, bytes) else recipe


def _fault(result: Run, case: Case) -> str | None:
    """Say what is wrong with an answer: an invalid solution, or one that the corpus refutes."""
    for solution in result.solutions:
        if not (verdict := judge(solution, case.puzzle)):
            return f"wrong solution: {verdict}"
    if len(set(result.solutions)) < len(result.solutions):
        return "wrong answer: the same solution twice"
    expected = getattr(case.status, "word", case.status)
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


def reason(error: BaseException) -> str:
    """Say in one line what was raised, and where in the user's code."""
    every = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in every if not frame.filename.startswith(_HOME)] or every[-1:]
    is_told = isinstance(error, PartError) or not frames
    place = "" if is_told else f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text.encode(errors="replace").decode()[:500] + place


def with_memory(result: Run, method: Method, limit: Limit) -> Run:
    """Repeat a run to measure its peak memory in Python.

    Measuring makes a run several times slower, so the time limit must not stop it earlier.
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
