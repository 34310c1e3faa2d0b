"""The manifest of a batch: what it does, to which inputs, and which chunks are done."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from nonet.core.errors import ArgumentError, counted
from nonet.native import VERSION
from nonet.scale.chunk_work import checksum_of
from nonet.scale.functions import function_name
from nonet.scale.inputs import Input
from nonet.scale.job import (
    RECORDS_FOLDER,
    REJECTED_FOLDER,
    ChunkRecord,
    Job,
    record_name,
    rejected_name,
    shard_name,
)
from nonet.scale.storage import TEMPORARY, Folder, shown

NAME = "_manifest.json"
FORMAT = 1
_KEYS = {"nonet", "verb", "options", "limit", "reading", "form", "chunk_rows", "inputs", "files"}
_BLOCK = 1 << 20
_LONGEST = 60
"""Characters of a value in an error."""
_UNDER_WAY = ".under-way"
"""Chunks that a killed run was working on."""


class OtherBatchError(ArgumentError):
    """The output folder holds something else."""


def describe(job: Job, paths: list[str]) -> dict[str, Any]:
    """Return what identifies a batch, without its chunks."""
    return {
        "format": FORMAT,
        "nonet": VERSION,
        "verb": job.verb if isinstance(job.verb, str) else function_name(job.verb),
        "options": {name: _plain(value) for name, value in sorted(job.options.items())},
        "limit": None if job.limit is None else asdict(job.limit),
        "reading": _reading(job),
        "form": job.form,
        "chunk_rows": job.chunk_rows,
        "inputs": [shown(path) for path in paths],
    }


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else str(value)


def _reading(job: Job) -> dict[str, Any]:
    reading = job.reading
    return {
        "layout": None if reading.layout is None else reading.layout.to_dict(),
        "notation": reading.notation or reading.document,
        "alphabet": reading.alphabet,
        "columns": dict(reading.columns),
        "rules": [str(rule) for rule in reading.rules],
    }


def load(folder: Folder) -> dict[str, Any] | None:
    """Return the manifest of a folder; None if it has none."""
    data = folder.read(NAME)
    if data is None:
        return None
    try:
        found = json.loads(data)
        if found["format"] != FORMAT:
            raise OtherBatchError(
                f"{folder}: expected a manifest of format {FORMAT}, found {found['format']!r}"
            )
        for one in found["files"]:
            Input.of_dict(one, one["path"])
        if not found.keys() >= _KEYS or len(found["files"]) != len(found["inputs"]):
            raise KeyError
    except OtherBatchError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError):
        raise OtherBatchError(
            f"{folder}: {NAME} is not the manifest of a batch, or it is damaged; use another folder"
        ) from None
    assert isinstance(found, dict)
    return found


def save(folder: Folder, description: Mapping[str, Any], inputs: tuple[Input, ...]) -> None:
    """Write the manifest."""
    data = {**description, "files": [one.to_dict() for one in inputs]}
    folder.write(NAME, [json.dumps(data, indent=1).encode() + b"\n"])


def check_same(folder: Folder, manifest: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise OtherBatchError if a folder belongs to a different batch."""
    # What was written went through JSON, where tuples are lists.
    for name, value in json.loads(json.dumps(wanted)).items():
        if manifest.get(name) != value:
            which, found, expected = _difference(name, manifest.get(name), value)
            raise OtherBatchError(
                f"{folder} holds another batch, with {which} {found}, not {expected}; "
                "use another folder"
            )


def _difference(name: str, found: Any, wanted: Any) -> tuple[str, str, str]:
    """Return the name of the first value that differs, and both values as short texts."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted({*found, *wanted}):
            if found.get(key) != wanted.get(key):
                which = key if name in ("options", "reading", "limit") else f"{name}.{key}"
                return _difference(which, found.get(key), wanted.get(key))
    if isinstance(found, list) and isinstance(wanted, list):
        if len(found) != len(wanted):
            return f"the number of {name}", str(len(found)), str(len(wanted))
        for one, other in zip(found, wanted, strict=True):
            if one != other:
                return _difference(name, one, other)
    one, other = json.dumps(found), json.dumps(wanted)
    pairs = enumerate(zip(one, other, strict=False))
    same = next((place for place, (a, b) in pairs if a != b), 0)
    return name, _short(one, same), _short(other, same)


def _short(text: str, place: int) -> str:
    """Return a text, or what is around a place in it."""
    if len(text) <= _LONGEST:
        return text
    start = max(0, min(place - _LONGEST // 2, len(text) - _LONGEST))
    end = start + _LONGEST
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"


def check_empty(folder: Folder) -> None:
    """Raise OtherBatchError if a folder without a manifest has files of others in it."""
    names = folder.names()
    others = [name for name in names if not name.startswith(".") and not name.endswith(TEMPORARY)]
    if others:
        raise OtherBatchError(
            f"{folder} is not empty and has no {NAME}: it has {others[0]!r}; use another folder"
        )


def under_way(folder: Folder, form: str) -> frozenset[int]:
    """Return the chunks that a run was working on when it was killed: it left their drafts.

    Those that the run before it was working on are among them, if they are not finished yet.
    """
    drafts = re.compile(rf"part-(\d+)\.{form}\.\w+{re.escape(TEMPORARY)}")
    matches = map(drafts.fullmatch, folder.names())
    found = {int(match[1]) for match in matches if match}
    noted = folder.read(_UNDER_WAY)
    with suppress(ValueError):
        found.update(map(int, (noted or b"").split()))
    return frozenset(found)


def note_under_way(folder: Folder, chunks: frozenset[int]) -> None:
    """Note chunks whose drafts are about to be removed: this run may be killed as well."""
    if chunks:
        folder.write(_UNDER_WAY, [b"".join(b"%d\n" % chunk for chunk in sorted(chunks))])
    else:
        folder.remove(_UNDER_WAY)


def remove_leftovers(folder: Folder) -> None:
    """Remove the drafts that a killed run left."""
    for under in ("", REJECTED_FOLDER, RECORDS_FOLDER):
        for name in folder.names(under):
            if name.endswith(TEMPORARY):
                folder.remove(f"{under}/{name}" if under else name)


def records(folder: Folder, chunks: int) -> dict[int, ChunkRecord]:
    """Return the records of all finished chunks whose shards and rejected rows are there."""
    tables = set(_tables(folder))
    return {
        chunk: record
        for chunk, record in all_records(folder, chunks).items()
        if any(tables.issuperset(_names(form, record)) for form in FORMS)
    }


def all_records(folder: Folder, chunks: int) -> dict[int, ChunkRecord]:
    """Return the records of all chunks that were finished, whatever became of their shards."""
    found = {}
    for name in folder.names(RECORDS_FOLDER):
        number = name.removesuffix(".json")
        if number.isdigit() and int(number) < chunks:
            record = read_record(folder, int(number))
            if record is not None:
                found[record.chunk] = record
    return found


def _tables(folder: Folder) -> list[str]:
    """Return the names of all shards and tables of rejected rows in the folder."""
    rejected = folder.names(REJECTED_FOLDER)
    names = [*folder.names(), *(f"{REJECTED_FOLDER}/{name}" for name in rejected)]
    return [name for name in names if name.endswith(tuple(f".{form}" for form in FORMS))]


def _names(form: str, record: ChunkRecord) -> list[str]:
    """Return the names of the tables of a chunk."""
    shard, rejected = shard_name(form, record.chunk), rejected_name(form, record.chunk)
    return [shard] if record.rejected_checksum is None else [shard, rejected]


def foreign(
    folder: Folder, form: str, chunks: int, written: Mapping[int, ChunkRecord]
) -> list[str]:
    """Return the names of tables that the batch did not write; chunks may be under way."""
    known = {name for record in written.values() for name in _names(form, record)}
    for chunk in set(range(chunks)) - written.keys():
        known |= {shard_name(form, chunk), rejected_name(form, chunk)}
    return [name for name in _tables(folder) if name not in known]


FORMS = ("parquet", "jsonl")
"""The formats of shards."""


def finished_shards(folder: Folder) -> list[str] | None:
    """Return the paths of a finished batch's shards; None if the folder holds no batch."""
    try:
        found = load(folder)
    except OtherBatchError:
        return None
    if found is None:
        return None
    chunks = sum(len(one["starts"]) for one in found["files"])
    done = len(records(folder, chunks))
    if done < chunks:
        state = f"{done} of {counted(chunks, 'chunks')} done"
        raise ArgumentError(f"{folder} holds a batch that is not finished: {state}")
    return [folder.path_of(shard_name(found["form"], chunk)) for chunk in range(chunks)]


def read_record(folder: Folder, chunk: int) -> ChunkRecord | None:
    """Return the record of a chunk; None if there is none or it cannot be read."""
    data = folder.read(record_name(chunk))
    try:
        return None if data is None else ChunkRecord.of_dict(json.loads(data))
    except (ValueError, KeyError, TypeError):
        return None


def damaged(folder: Folder, form: str, record: ChunkRecord) -> list[str]:
    """Return the files of a chunk that are missing or do not have their checksum."""
    pairs = [(shard_name(form, record.chunk), record.checksum)]
    if record.rejected_checksum:
        pairs.append((rejected_name(form, record.chunk), record.rejected_checksum))
    return [name for name, wanted in pairs if _checksum(folder, name) != wanted]


def _checksum(folder: Folder, name: str) -> str | None:
    try:
        with folder.open(name) as file:
            return checksum_of(iter(lambda: file.read(_BLOCK), b""))
    except FileNotFoundError:
        return None
