"""How long hints, reasons and easiest paths take, on positions from paths of public lists.

    python benchmarks/hints.py 17_clue 1000
    python benchmarks/hints.py magictour_top1465 300 --easiest 40

Lists are those of NONET_DATA. From the path of every sampled puzzle come a random position and the
one before the step that took longest. Every answer is checked before it is timed: the checker
accepts the step of a hint and the steps of a reason one after the other, verdicts agree with the
solution, and easiest paths are solved and no harder than greedy ones. Times are CPU time of one
process.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import nonet
from nonet.core.cells import cell_name
from nonet.logic.needed import holds

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from corpora import data_folder, read_list

SEED = 1


def main() -> None:
    """Measure on a sample of a list."""
    args = sys.argv[1:]
    easiest = int(args.pop(args.index("--easiest") + 1)) if "--easiest" in args else 0
    name, count = args[0], int(args[1])
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    puzzles = [line[:81] for line in read_list(folder / "lists" / f"{name}.txt")]
    source = random.Random(SEED)
    sample = source.sample(puzzles, min(count, len(puzzles)))
    paths = [nonet.explain(puzzle) for puzzle in sample]
    anywhere = [source.choice(path.boards[:-1]) for path in paths]
    hardest = [path.boards[path.seconds.index(max(path.seconds))] for path in paths]
    print(f"{name}, {len(sample)} puzzles, seed {SEED}")
    for title, boards in (("random positions", anywhere), ("hardest positions", hardest)):
        _tell(f"hint, {title}", map(_time_hint, boards))
    for title, boards in (("random positions", anywhere), ("hardest positions", hardest)):
        _tell(f"why_not, {title}", (_time_reason(board, source) for board in boards))
    if easiest:
        _compare([path for path in paths if path.solved][:easiest])


def _tell(title: str, times: Iterable[float]) -> None:
    found = sorted(1000 * seconds for seconds in times)
    rare = found[int(len(found) * 0.99)]
    print(
        f"  {title}: median {statistics.median(found):.2f} ms, 99% {rare:.1f} ms, "
        f"worst {found[-1]:.1f} ms"
    )


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _time_hint(board: nonet.Board) -> float:
    hint = nonet.hint(board, level=5)
    assert hint.step is not None and nonet.check_step(board, hint.step)
    return _timed(lambda: nonet.hint(board, level=5))


def _time_reason(board: nonet.Board, source: random.Random) -> float:
    cell = source.choice([cell for cell, digit in enumerate(board.digits) if not digit])
    digit = source.choice(board.candidates(cell))
    statement = f"{cell_name(cell, 9)}={digit}"
    reason = nonet.why_not(board, statement)
    solution = nonet.solve(board.puzzle).solution
    assert solution is not None and holds(reason.board, reason.steps)
    assert reason.verdict == str(solution.cells[cell] == digit).lower()
    return _timed(lambda: nonet.why_not(board, statement))


def _compare(greedy: list[nonet.Path]) -> None:
    """Compare easiest paths with greedy ones: hardest step, hard steps, steps."""
    times, better, optimal = [], {"hardest": 0, "hard steps": 0, "steps": 0}, 0
    for path in greedy:
        start = time.process_time()
        easiest = nonet.explain(path.start, path="easiest")
        times.append(time.process_time() - start)
        assert easiest.solved and holds(easiest.start, easiest.steps)
        rank = path.order.rank
        mine, theirs = (
            (rank(one.hardest or ""), one.hard_steps, len(one.steps)) for one in (easiest, path)
        )
        assert mine[:2] <= theirs[:2]
        for name, ours, other in zip(better, mine, theirs, strict=True):
            if ours != other:
                better[name] += ours < other
                break
        optimal += bool(easiest.optimal)
    _tell(f"easiest paths, {len(greedy)} puzzles", times)
    print(f"  better than greedy first in: {better}; proved best: {optimal}")


if __name__ == "__main__":
    main()
