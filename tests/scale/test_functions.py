"""Functions of users: told apart by what they do, and named alike in every process."""

from __future__ import annotations

import functools
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nonet
from nonet.files.items import Reading
from nonet.scale.apart import can_run_apart, run_apart
from nonet.scale.batches import run_batch
from nonet.scale.functions import function_name
from nonet.scale.inputs import plan_input
from nonet.scale.job import Job
from nonet.scale.tasks import Task

pa = pytest.importorskip("pyarrow")


def tag(batch: Any, k: Any = 0) -> Any:
    return pa.record_batch({"puzzle": batch["puzzle"], "k": [str(k)] * batch.num_rows})


def complain_at_length(batch: Any) -> Any:
    raise ValueError("at length " * (1 << 17))


def tagging(k: Any) -> Callable[[Any], Any]:
    return lambda batch: tag(batch, k)


class Tag:
    def __init__(self, k: int) -> None:
        self.k = k

    def answer(self, batch: Any) -> Any:
        return tag(batch, self.k)

    __call__ = answer


HELD: list[Any] = [
    1, 1.0, True, "1", b"1", None, [1], (1,), [1, 2], [[1], 2], {"a": 1}, {"a": 2}, {1, 2}, {1},
    np.array([1, 2]), np.array([1, 3]), np.array([1.0, 2.0]), Path("a"), Path("b"), re, sys, tag,
    len, functools.partial(tag, k=1), functools.partial(tag, k=2), lambda: 1, lambda: 2,
]  # fmt: skip


def test_functions_that_differ_have_different_names() -> None:
    functions: list[Callable[[Any], Any]] = [
        tag,
        lambda batch: batch,
        lambda batch: tag(batch),
        lambda batch: tag(batch, 1),
        lambda batch: tag(batch, 2),
        lambda batch, k=2: tag(batch, k),
        lambda batch, k=3: tag(batch, k),
        lambda batch: tag(batch, [k + 1 for k in (1, 2)]),
        lambda batch: tag(batch, [k + 1 for k in (1, 3)]),
        *(functools.partial(tag, k=value) for value in HELD),
        *(tagging(value) for value in HELD),
    ]
    names = [function_name(one) for one in functions]
    assert len(set(names)) == len(names)
    assert names[0] == f"{__name__}:tag"
    assert re.fullmatch(rf"{re.escape(__name__)}:tag#[0-9a-f]{{16}}", names[9])


def test_equal_functions_have_equal_names() -> None:
    for value in HELD:
        assert function_name(tagging(value)) == function_name(tagging(value))
    one, other = ({"a": 1, "b": {"x", "y"}} for _ in range(2))
    assert function_name(functools.partial(tag, k=one)) == function_name(
        functools.partial(tag, k=other)
    )


def test_unknown_globals_and_functions_that_call_each_other_are_taken() -> None:
    known: dict[str, Any] = {"__name__": "mine", "thing": object(), "column": object()}
    exec("one = lambda b: other(b); other = lambda b: one(b) or thing or b.column('a')", known)
    assert function_name(known["one"]) != function_name(known["other"])
    assert function_name(known["one"]) == function_name(known["one"])


def test_globals_that_a_function_reads_tell_it_from_others() -> None:
    names = set()
    for k in (1, 2):
        known: dict[str, Any] = {"k": k, "tag": tag, "__name__": "mine"}
        exec("verb = lambda batch: tag(batch, [k for _ in range(2)])", known)
        names.add(function_name(known["verb"]))
    assert len(names) == 2


def test_names_are_the_same_in_every_process() -> None:
    code = """
import functools
from nonet.scale.functions import function_name
words = {"one", "two", "three", "four"}
print(function_name(lambda batch: batch if "x" in {"a", "b", "c", "d"} else words))
print(function_name(functools.partial(lambda batch, k: k, k=words)))
"""
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, env={"PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert runs[0].returncode == 0, runs[0].stderr
    assert runs[0].stdout == runs[1].stdout


UNKNOWN = [Tag(1), np.array([Tag(1)], dtype=object), np.array(["2026-01-01"], dtype="M8[D]")]


@pytest.mark.parametrize("verb", [Tag(1), Tag(1).answer, *map(tagging, UNKNOWN)])
def test_a_function_that_cannot_be_told_from_others_is_refused(tmp_path: Path, verb: Any) -> None:
    (tmp_path / "a.txt").write_text("...4..1.2.4..3..\n")
    kinds = r"with a value of the type (.*Tag|numpy\.ndarray); write a"
    with pytest.raises(nonet.ArgumentError, match=kinds):
        run_batch(verb, tmp_path / "a.txt", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_function_of_a_module_can_run_in_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def can_run(verb: Any) -> bool:
        return can_run_apart(Job(verb, {}, None, Reading(), (), "", "parquet", 1))

    monkeypatch.setattr(sys.modules["__main__"], "only_here", lambda batch: batch, raising=False)
    of_script = sys.modules["__main__"].only_here
    of_script.__module__, of_script.__qualname__ = "__main__", "only_here"
    known = (os.path.join, functools.partial(os.path.join, "a"), "solve")
    unknown = (lambda batch: batch, tagging(1), of_script, functools.partial(of_script, k=1))
    assert all(map(can_run, known)) and not any(map(can_run, unknown))


def test_a_process_whose_batch_has_ended_says_nothing() -> None:
    code = [sys.executable, "-m", "nonet.scale.apart"]
    for given in (b"", b"\x80", pickle.dumps(sys.path)):
        run = subprocess.run(code, input=given, capture_output=True, timeout=60)
        assert (run.returncode, run.stdout, run.stderr) == (1, b"", b"")


def test_a_process_may_answer_at_length(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("...4..1.2.4..3..\n")
    reading = Reading()
    inputs = (plan_input(str(path), reading, 1),)
    job = Job(complain_at_length, {}, None, reading, inputs, str(tmp_path / "out"), "parquet", 1)
    with pytest.raises(ValueError, match="at length") as caught:
        run_apart(job, Task(0), lambda: False)
    assert len(str(caught.value)) > 1 << 20


def test_two_partial_functions_are_two_batches(tmp_path: Path) -> None:
    path, out = tmp_path / "a.txt", tmp_path / "out"
    path.write_text("...4..1.2.4..3..\n")
    run_batch(functools.partial(tag, k="secret"), path, out)
    assert run_batch(functools.partial(tag, k="secret"), path, out).resumed == 1
    with pytest.raises(nonet.ArgumentError, match=r"holds another batch, with verb"):
        run_batch(functools.partial(tag, k=2), path, out)
    assert "secret" not in (out / "_manifest.json").read_text()
