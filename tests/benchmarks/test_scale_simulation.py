"""The figures on paper: the docs show what the script prints, and the model behaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from scale_simulation import DISPATCH, costs, failures, simulate, widest

PAGE = Path(__file__).parents[2] / "docs/scale.md"


def test_the_docs_show_what_the_script_prints() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "\n".join(costs()) in text and "\n".join(failures()) in text


@pytest.mark.parametrize("workers", [1, 7, 100])
def test_nothing_is_faster_than_the_workers_or_the_scheduler(workers: int) -> None:
    found = simulate(1000, workers, 1.0, failing_after=50.0)
    assert found.seconds >= max(1000 / workers, 1000 * DISPATCH)
    assert found.chunks == 1000 and found.repeated > 0
    assert simulate(1000, workers, 1.0).repeated == 0


def test_more_workers_than_the_scheduler_can_feed_wait() -> None:
    most = widest(0.3)
    fed = simulate(20 * most, most, 0.3)
    starved = simulate(20 * most, 4 * most, 0.3)
    assert fed.efficiency(most, 0.3) > 0.9
    assert starved.efficiency(4 * most, 0.3) < 0.3
