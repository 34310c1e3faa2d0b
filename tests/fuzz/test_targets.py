"""The fuzz targets hold on every seed and on bytes that Hypothesis makes of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arrays_target
import notations_target
import parse_target
from cases import examples
from fuzzing import HERE, PLAIN, seeds
from nonet.notations.catalog import NOTATIONS

SEEDS = seeds(*PLAIN)
NOTED = seeds(*NOTATIONS)
TARGETS = [parse_target.target, arrays_target.target]

pytestmark = pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")


@st.composite
def mutated(draw: st.DrawFn, some: list[Path] = SEEDS) -> bytes:
    """A seed with some bytes changed, left out, doubled, or put in."""
    data = bytearray(draw(st.sampled_from(some)).read_bytes())
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.integers(0, 3))
        piece = draw(
            st.binary(max_size=3) | st.just(data[start:end] * 2) | st.sampled_from([b"\n", b" "])
        )
        data[start:end] = piece
    return bytes(data)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.__module__)
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.name)
def test_seed(target: Callable[[bytes], None], seed: Path) -> None:
    target(seed.read_bytes())


@pytest.mark.parametrize("seed", NOTED, ids=lambda seed: f"{seed.parent.name} {seed.name}")
def test_seed_of_a_notation(seed: Path) -> None:
    notations_target.target(seed.read_bytes())


@settings(max_examples=examples(300))
@given(st.data())
def test_notations(data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(NOTED))
    spoiled = data.draw(mutated([seed]))
    notations_target.target_of(seed.parent.name)(spoiled)


@settings(max_examples=examples(150))
@given(mutated() | st.binary())
def test_parsing(data: bytes) -> None:
    parse_target.target(data)


@settings(max_examples=examples(300))
@given(st.binary(max_size=120))
def test_arrays(data: bytes) -> None:
    arrays_target.target(data)


@pytest.mark.parametrize(
    "command", [["parse_target.py"], ["arrays_target.py"], ["notations_target.py", "line"]]
)
def test_a_missing_fuzzer_is_named(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "atheris.py").write_text("raise ImportError")
    name, *arguments = command
    done = subprocess.run(
        [sys.executable, HERE / name, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "pip install '.[fuzz]'" in done.stderr
