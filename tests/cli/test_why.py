"""`nonet why`: verdicts, JSON, exit codes."""

from __future__ import annotations

import json

import pytest

from boards import EASY, HARD, SIX
from command import Nonet


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([EASY, "r1c3=5"], 0, "r1c3=5 is false. r1c1 already holds 5"),
        ([EASY, "r1c3=4"], 0, "r1c3=4 is true.\n1. Hidden single"),
        ([EASY, "r1c3<>5", "r1c3=4"], 0, "r1c3<>5 is true."),
        ([EASY, "r1c3=4", "--language", "de"], 0, "r1c3=4 ist wahr."),
        ([EASY, "r1c3=4", "--nodes", "1"], 3, "The limit on steps was reached."),
        ([HARD, "r1c2=1", "--order", "hodoku"], 3, "No technique settles it."),
        (["55" + "." * 79, "r5c5=1"], 3, "The puzzle has no solution"),
        ([SIX, "r1c6=3"], 0, "is"),
        ([EASY, "r1c33=4"], 2, ""),
        ([EASY], 2, ""),
        (["12345", "r1c3=4"], 2, ""),
    ],
)
def test_verdicts_and_exit_codes(quick: Nonet, args: list[str], code: int, said: str) -> None:
    run = quick("why", *args)
    assert run.returncode == code and said in run.stdout and "Traceback" not in run.stderr
    assert bool(run.stderr) == (code == 2)


def test_json_has_the_steps(quick: Nonet) -> None:
    data = json.loads(quick("why", "--json", EASY, "r1c3=4").stdout)
    assert data["verdict"] == "true" and data["steps"]
