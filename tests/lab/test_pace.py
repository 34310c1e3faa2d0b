"""Which code runs a strategy, and what a native run does besides counting."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from boards import FOUR, HARD, LONG, SIX
from nonet import Layout, Limit, Puzzle, lab
from nonet.cli import run as run_command
from nonet.core.errors import ArgumentError
from nonet.lab.frontiers import EAGER
from nonet.lab.method import RunProgress
from nonet.lab.parts import PartError
from nonet.lab.state import State

NAME = "backtracking"
EMPTY = Puzzle(bytes(81), Layout(3, 3))


def middle(state: State) -> int:
    return min(state.open, key=lambda cell: (state.size(cell), abs(cell - 40)))


def downwards(state: State, cell: int, values: list[int]) -> list[int]:
    return sorted(values, reverse=True)


class TestChoice:
    """One table, one pace."""

    def test_native_is_the_default(self) -> None:
        assert lab.run("singles", HARD).pace == "native"
        table = lab.compare(["singles", "mac"], [HARD, SIX])
        assert set(table.column("pace")) == {"native"} and table.facts["pace"] == "native"

    @pytest.mark.parametrize(
        ("strategies", "options", "why"),
        [
            (["singles", lab.Strategy(select=middle)], {}, "custom has its own select"),
            (["singles"], {"memory": True}, "peak memory is measured"),
            (["backtracking", "forward-checking"], {}, "the strategies differ in state"),
            (["singles", "greedy"], {}, "the strategies differ in undo"),
        ],
        ids=["own", "memory", "state", "undo"],
    )
    def test_python_where_it_shows_something(
        self, strategies: list[Any], options: dict[str, Any], why: str
    ) -> None:
        table = lab.compare(strategies, FOUR, processes=0, **options)
        assert set(table.column("pace")) == {"python"}
        assert table.facts["pace"] == f"python, because {why}"
        assert f"Pace of strategies: python, because {why}." in str(lab.render_markdown(table))

    def test_a_run_follows_the_same_rules(self) -> None:
        assert lab.run(lab.Strategy(order=downwards), FOUR).pace == "python"
        assert lab.run("singles", FOUR, memory=True).pace == "python"
        assert lab.run("backtracking", FOUR).pace == "native"
        assert lab.trace("singles", FOUR).run.pace == "python"

    def test_engines_and_local_searches_keep_their_own(self) -> None:
        table = lab.compare(["singles", "engine-reference", "min-conflicts"], FOUR, processes=0)
        assert table.column("pace") == ["native", "engine", "python"]
        slow = lab.compare(["singles", "engine-reference"], FOUR, processes=0, pace="python")
        assert slow.column("pace") == ["python", "engine"]

    def test_what_was_requested_is_done_or_refused(self) -> None:
        table = lab.compare(["backtracking", "singles"], FOUR, pace="native")
        assert table.column("pace") == ["native", "native"]
        with pytest.raises(
            ArgumentError, match="pace: expected 'python' or 'native', found 'fast'"
        ):
            lab.run("singles", FOUR, pace="fast")
        with pytest.raises(ArgumentError, match="expected pace='python', found 'native'"):
            lab.run("singles", FOUR, pace="native", memory=True)
        for part in ({"inference": lambda *_: True}, {"heuristic": lambda _: 0}):
            with pytest.raises(ArgumentError, match=r"at native pace, expected \w+ by name"):
                lab.run(lab.Strategy(**part), FOUR, pace="native")  # type: ignore[arg-type]

    def test_on_the_command_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        command = ["lab", "run", FOUR, "-s", "singles", "--json", "--pace"]
        for pace in ("python", "native"):
            assert run_command([*command, pace]) == 0
            assert f'"pace": "{pace}"' in capsys.readouterr().out
        assert run_command([*command, "fast"]) == 2
        assert "'python', 'native'" in capsys.readouterr().err


def test_a_table_is_the_same_at_both_paces_and_on_any_number_of_threads() -> None:
    names = ["forward-mrv", "singles", "all-different"]
    limit = Limit(solutions=2, nodes=300)

    def rows(**how: Any) -> list[dict[str, Any]]:
        table = lab.compare(names, "6x6", limit=limit, seeds=2, **how)
        return [{**row, "seconds": 0, "pace": None} for row in table]

    wanted = rows(pace="python", processes=0)
    assert len(wanted) == 600
    for threads in (0, 1, 3):
        assert rows(processes=threads) == wanted


def test_an_experiment_resumes_where_it_was(tmp_path: Path) -> None:
    journal = tmp_path / "journal"

    def stop(done: int, total: int) -> None:
        if done == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lab.compare(["singles", "mac"], "4x4", resume=journal, progress=stop)
    kept = len(journal.read_text().splitlines())
    assert kept >= 40
    seen: list[int] = []
    table = lab.compare(
        ["singles", "mac"], "4x4", resume=journal, progress=lambda done, _: seen.append(done)
    )
    assert seen[0] == 40 and len(table) == 200
    other = lab.compare(["singles", "mac"], "4x4", resume=journal, pace="python", processes=0)
    assert set(other.column("pace")) == {"python"}


def test_no_guard_is_needed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from nonet import lab\nprint(len(lab.compare(['singles', 'mac'], '4x4', processes=2)))\n"
    )
    found = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert found.stdout == "200\n"


class TestOwnRules:
    """A select or order written in Python, called from the native search."""

    @pytest.mark.parametrize("inference", ["none", "forward", "singles"])
    @pytest.mark.parametrize("frontier", ["iterative", "backjumping", "queue", "greedy"])
    def test_counts_are_the_same(self, frontier: str, inference: str) -> None:
        if frontier == "backjumping" and inference == "singles":
            pytest.skip("these parts do not fit together")

        def chance(state: State, memory: Any) -> int:
            return memory.rng.choice(state.open) if memory.rng.random() < 0.1 else state.first()

        def places(state: State) -> Any:
            digit = state.allowed(state.narrowest())
            return [(state.narrowest(), d) for d in digit] if digit else state.narrowest()

        def ahead(state: State, cell: int, values: Any, memory: Any) -> list[int]:
            twin = state.copy()
            assert twin.key() == state.key() and list(twin.allowed(cell)) == list(values)
            assert [twin.size(c) for c in twin.open] == [state.size(c) for c in state.open]
            key = [sum(state.has(p, d) for p in state.peers[cell]) for d in values]
            assert len(memory.weights) == len(state.geometry.groups)
            return [values[i] for i in sorted(range(len(values)), key=key.__getitem__)]

        undo = "copy" if frontier in EAGER else "trail"
        selects = [middle, chance, *([] if frontier == "backjumping" else [places])]
        for select, order in [(s, o) for s in selects for o in ("random", downwards, ahead)]:
            strategy = lab.Strategy(
                frontier=frontier, undo=undo, inference=inference, select=select, order=order
            )
            for line in (SIX, HARD):
                runs = [
                    lab.run(strategy, line, limit=Limit(2, nodes=200), seed=3, pace=pace)
                    for pace in ("python", "native")
                ]
                assert [run.pace for run in runs] == ["python", "native"]
                assert runs[0].counts == runs[1].counts, (select, order)
                assert runs[0].solutions == runs[1].solutions

    def test_errors_are_those_of_python(self) -> None:
        def broken(state: State) -> int:
            return [][1]  # type: ignore[no-any-return]

        def filled(state: State) -> int:
            return 0

        def loses(state: State, cell: int, values: Any) -> list[int]:
            return list(values)[1:]

        def changes(state: State) -> int:
            state.place(2, 1)
            return 2

        def strikes(state: State) -> int:
            state.strike([state.open[0]], 1)
            return state.open[0]

        def strikes_first(state: State, cell: int, values: Any) -> Any:
            state.strike([cell], values[0])
            return values

        parts: list[dict[str, Any]] = [{"select": broken}, {"select": filled}, {"order": loses}]
        for own in parts:
            said = []
            for pace in ("python", "native"):
                with pytest.raises(PartError) as caught:
                    lab.run(lab.Strategy(**own), HARD, pace=pace)
                said.append(str(caught.value))
            assert said[0] == said[1]
            row = lab.compare(lab.Strategy(**own), HARD, pace="native").rows[0]
            assert row["status"] == "error" and said[0] in str(row["error"])
        for pace in ("python", "native"):
            for change in ({"select": changes}, {"select": strikes}, {"order": strikes_first}):
                with pytest.raises(PartError, match="may look at the state, not change it"):
                    lab.run(lab.Strategy(**change), HARD, pace=pace)

    @pytest.mark.parametrize("inference", ["none", "forward", "singles"])
    def test_a_rule_sees_the_same_board(self, inference: str) -> None:
        def look(state: State) -> list[object]:
            cells = range(state.layout.cell_count)
            return [
                tuple(state.open),
                (state.first(), state.narrowest(), state.equally_narrow(), state.full),
                [state.size(cell) for cell in cells],
                [state.value(cell) for cell in cells],
                [(state.allowed(cell), state.open_peers(cell)) for cell in cells],
                [[state.has(cell, digit) for digit in (1, 2, 6)] for cell in state.open],
                (state.size(-2), state.value(-2), state.allowed(-2), state.key()),
            ]

        for board in (SIX, HARD):
            seen: dict[str, list[object]] = {"python": [], "native": []}
            for pace, looks in seen.items():

                def narrow(state: State, looks: list[object] = looks) -> int:
                    looks.append(look(state))
                    return state.narrowest()

                def downwards(
                    state: State, cell: int, values: Any, looks: list[object] = looks
                ) -> list[int]:
                    looks.append((cell, values, look(state)))
                    return sorted(values, reverse=True)

                strategy = lab.Strategy(inference=inference, select=narrow, order=downwards)
                lab.run(strategy, board, limit=Limit(None, nodes=100), pace=pace)
            assert seen["native"] and seen["native"] == seen["python"]

    @pytest.mark.parametrize("cell", [81, -82, "r1c1", None, 10**30])
    @pytest.mark.parametrize("method", ["size", "value", "allowed"])
    def test_what_is_no_cell_is_refused_in_the_same_words(self, method: str, cell: Any) -> None:
        strategy = lab.Strategy(select=lambda state: getattr(state, method)(cell))
        said = []
        for pace in ("python", "native"):
            with pytest.raises(PartError) as caught:
                lab.run(strategy, HARD, pace=pace)
            said.append(str(caught.value))
        assert said[0] == said[1]

    def test_a_state_can_be_kept(self) -> None:
        """It shows the board of the last call, also to another run."""
        kept: list[State] = []

        def first(state: State) -> int:
            if state not in kept:
                kept.append(state)
            return state.first()

        for _ in range(2):
            run = lab.run(lab.Strategy(select=first), HARD, limit=Limit(nodes=50), pace="native")
        assert len(kept) == 2 and run.counts.generated is not None
        for state in kept:
            assert not state.value(state.first()) and state.open[0] == state.first()
            assert state.allowed(state.first()) == state.copy().allowed(state.first())
            with pytest.raises(TypeError, match="may look at the state"):
                state.place(state.first(), 1)

    def test_a_list_of_places_does_not_fit_backjumping(self) -> None:
        strategy = lab.Strategy(
            frontier="backjumping", select=lambda state: [(state.first(), state.allowed(2)[0])]
        )
        for pace in ("python", "native"):
            with pytest.raises(ArgumentError, match="expected select to pick a cell, found places"):
                lab.run(strategy, HARD, pace=pace)


class TestLimits:
    """Limits that are not on nodes."""

    def test_seconds(self) -> None:
        run = lab.run("backtracking", LONG, limit=Limit(None, seconds=0.05), pace="native")
        assert run.stopped_by == "seconds" and run.seconds >= 0.05

    @pytest.mark.parametrize("frontier", sorted(EAGER))
    def test_memory_is_what_nodes_take(self, frontier: str) -> None:
        strategy = lab.Strategy(frontier=frontier, undo="copy", explored="hashed")
        waiting = []
        for most in (100_000, 1_000_000):
            run = lab.run(strategy, EMPTY, limit=Limit(None, memory=most))
            assert run.stopped_by == "memory"
            waiting.append(run.counts.generated)
        # A node and its key take a hundred bytes and more, so ten times the room is for about
        # ten times the nodes.
        assert waiting[1] > 3 * waiting[0] and 80 * waiting[1] < 10_000_000

    def test_progress_is_a_function(self) -> None:
        with pytest.raises(ArgumentError, match="progress: expected a function, found 5"):
            lab.run("singles", EMPTY, progress=5)  # type: ignore[arg-type]

    def test_progress(self) -> None:
        for pace in ("native", "python"):
            seen: list[RunProgress] = []
            limit = Limit(None, seconds=0.7)
            lab.run("forward-checking", EMPTY, limit=limit, pace=pace, progress=seen.append)
            assert seen and seen[-1].nodes_per_second > 0
            assert [now.nodes for now in seen] == sorted(now.nodes for now in seen)

    def test_nodes_of_all_runs(self) -> None:
        seen: list[int] = []
        limit = Limit(None, seconds=0.5)
        table = lab.compare(NAME, [LONG] * 2, limit=limit, processes=2, on_nodes=seen.append)
        total = sum(int(nodes or 0) for nodes in table.column("generated"))
        assert seen == sorted(seen) and 0 < seen[-1] <= total

    @pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
    @pytest.mark.parametrize("many", [False, True], ids=["run", "compare"])
    def test_ctrl_c_ends_a_run(self, many: bool) -> None:
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        limit = Limit(None, seconds=60)
        with pytest.raises(KeyboardInterrupt):
            _ = (
                lab.compare(NAME, [LONG] * 9, limit=limit)
                if many
                else lab.run(NAME, LONG, limit=limit)
            )
