"""The job of a batch, what its chunks came to, and the names of the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from nonet.core.limit import Limit
from nonet.files.items import Reading
from nonet.scale.inputs import Input
from nonet.scale.verbs import verb_named

ArrowFunction: TypeAlias = "Callable[[Any], Any]"
"""A user's verb: from a pyarrow RecordBatch to another."""
REJECTED_FOLDER, RECORDS_FOLDER = "_rejected", "_chunks"
"""Readers of data sets leave out names that begin with an underscore, so they see only shards."""
_STEP = 1 << 14
"""The rows that a user's function gets at once."""


@dataclass(frozen=True)
class Job:
    """Everything that is needed to answer any chunk of a batch; it can be sent to a worker."""

    verb: str | ArrowFunction
    options: Mapping[str, Any]
    limit: Limit | None
    reading: Reading
    inputs: tuple[Input, ...]
    output: str
    form: str
    """parquet or jsonl."""
    chunk_rows: int
    first: int = 0
    """The number of its first chunk."""

    def only(self, chunk: int) -> Job:
        """Return what a worker has to know for one chunk: little, in a batch of any size."""
        found, number = self.place_of(chunk)
        return replace(self, inputs=(found.only(number),), first=chunk)

    @property
    def step(self) -> int:
        """The rows answered at once."""
        return verb_named(self.verb).step if isinstance(self.verb, str) else _STEP

    def place_of(self, chunk: int) -> tuple[Input, int]:
        """Return the input that a chunk belongs to, and the number of the chunk in it."""
        number = chunk - self.first
        for found in self.inputs:
            if number < len(found.starts):
                return found, number
            number -= len(found.starts)
        raise IndexError(chunk)

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return sum(len(found.starts) for found in self.inputs)

    @property
    def rows(self) -> int:
        """The number of rows of all inputs."""
        return sum(found.rows for found in self.inputs)


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """What a finished chunk came to."""

    chunk: int
    rows: int
    rejected: int
    statuses: Mapping[str, int]
    size: int
    checksum: str
    rejected_checksum: str | None
    seconds: float
    aside: tuple[tuple[str, int | None], ...] = ()
    """Rows that were set aside because they ended their worker: the file, and the number that the
    row has in the table of rejected rows."""
    stopped: int = 0
    """How many rows a limit stopped."""
    columns: str | None = None
    """The columns that a user's function made, if it made any rows."""

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data."""
        return {
            "chunk": self.chunk,
            "rows": self.rows,
            "rejected": self.rejected,
            "statuses": dict(self.statuses),
            "size": self.size,
            "checksum": self.checksum,
            "rejected_checksum": self.rejected_checksum,
            "seconds": round(self.seconds, 3),
            "aside": [list(place) for place in self.aside],
            "stopped": self.stopped,
            "columns": self.columns,
        }

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> ChunkRecord:
        """Return the record that `to_dict` described."""
        aside = tuple((file, row) for file, row in data["aside"])
        # An older record does not say it.
        stopped = data["statuses"].get("unknown", 0) + data["statuses"].get("found", 0)
        return cls(**{"stopped": stopped, **data, "aside": aside})


def shard_name(form: str, chunk: int) -> str:
    """Return the name of a chunk's shard."""
    return f"part-{chunk:06d}.{form}"


def rejected_name(form: str, chunk: int) -> str:
    """Return the name of the table of a chunk's rejected rows."""
    return f"{REJECTED_FOLDER}/part-{chunk:06d}.{form}"


def record_name(chunk: int) -> str:
    """Return the name of a chunk's record."""
    return f"{RECORDS_FOLDER}/{chunk:06d}.json"
