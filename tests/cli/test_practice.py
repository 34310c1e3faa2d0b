"""`nonet practice`: a position, and the step that it asks for."""

from __future__ import annotations

import json

from command import Nonet
from nonet import practice
from nonet.logic.exercises import exercise_counts, format_position
from nonet.logic.words import format_conclusion


def test_the_command_shows_a_position_and_then_the_step(quick: Nonet) -> None:
    shown = quick("practice", "x-wing", "--seed", "7")
    exercise = practice("x-wing", 7)
    assert format_position(exercise.board) in shown.stdout
    assert "--seed 7 --answer" in shown.stdout
    answered = quick("practice", "x-wing", "--seed", "7", "--answer").stdout
    conclusion = format_conclusion(exercise.step)
    assert conclusion in answered
    assert conclusion not in shown.stdout
    data = json.loads(quick("practice", "x-wing", "--seed", "7", "--json").stdout)
    assert data == exercise.to_dict()


def test_the_command_lists_and_refuses(quick: Nonet) -> None:
    listed = quick("practice").stdout
    assert all(name in listed for name in exercise_counts())
    assert json.loads(quick("practice", "--json").stdout) == exercise_counts()
    refused = quick("practice", "y-wing")
    assert refused.returncode == 2
    assert "no technique named 'y-wing'" in refused.stderr
