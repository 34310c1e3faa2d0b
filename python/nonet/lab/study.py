"""An experiment as a small TOML file with the arguments of `compare`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from nonet.core.errors import ArgumentError, NonetError
from nonet.core.limit import Limit
from nonet.lab.experiment import DEFAULT_LIMIT, PathLike, compare
from nonet.lab.pace import PACES
from nonet.lab.table import Table
from nonet.lab.tasks import LIMITS, OnNodes, OnProgress


class ExperimentError(NonetError, ValueError):
    """An experiment file has an unexpected value: which key, what was found."""

    def __init__(self, source: str, key: str | None, expected: str, found: str) -> None:
        self.source = source
        self.key = key
        self.expected = expected
        self.found = found
        super().__init__(source, key, expected, found)

    def __str__(self) -> str:
        place = f"{self.source}: {self.key}" if self.key else self.source
        return f"{place}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Experiment:
    """The arguments of `compare`, as read from a file."""

    strategies: tuple[str, ...]
    corpus: tuple[str | Path, ...]
    limit: Limit = DEFAULT_LIMIT
    seeds: tuple[int, ...] = (0,)
    plugins: tuple[Path, ...] = ()
    memory: bool = False
    pace: str | None = None


def run_experiment(
    experiment: Experiment | PathLike,
    *,
    processes: int | None = None,
    resume: PathLike | None = None,
    exclusive: bool = False,
    progress: OnProgress | None = None,
    on_nodes: OnNodes | None = None,
) -> Table:
    """Run an experiment, or the experiment in a file."""
    if not isinstance(experiment, Experiment):
        experiment = read_experiment(experiment)
    wanted = {part.name: getattr(experiment, part.name) for part in fields(experiment)}
    return compare(
        **wanted,
        processes=processes,
        resume=resume,
        exclusive=exclusive,
        progress=progress,
        on_nodes=on_nodes,
    )


def read_experiment(path: PathLike) -> Experiment:
    """Read an experiment from TOML; file names in it are relative to it.

    Keys: strategies, corpus, seeds (how many, or a list), seed, plugins, memory, pace, and the
    table limit with nodes, seconds, solutions, memory.
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
        pace=source.take("pace", None, lambda value: value in (None, *PACES), "python or native"),
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
            if name not in LIMITS:
                raise self.error(f"limit.{name}", f"one of {', '.join(LIMITS)}", value)
            try:
                Limit(**{name: value})
            except ArgumentError as error:
                raise self.error(f"limit.{name}", error.expected or str(error), value) from None
        return limit_of(**given)

    def refuse_rest(self) -> None:
        for key, value in self.keys.items():
            raise self.error(key, f"one of the keys {', '.join(self.known)}", value)


def limit_of(solutions: int = 1, **others: Any) -> Limit:
    """Return the limit; without nodes and seconds, the default number of nodes."""
    if others.get("nodes") is None and others.get("seconds") is None:
        others["nodes"] = DEFAULT_LIMIT.nodes
    return Limit(solutions=solutions, **others)
