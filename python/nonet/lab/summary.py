"""Statistics of a table of runs: quantiles, solved shares, and comparisons board by board.

A run that was stopped or failed would have taken longer than it did, but nobody knows how long. It
counts as larger than every solved run, so quantiles stay correct; a quantile that falls among such
runs is infinite. Means are over solved runs only.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.core.errors import ArgumentError
from nonet.lab.table import ERROR, MEASURES, UNSUPPORTED, Row, Table, Value, is_solved

Floats: TypeAlias = NDArray[np.float64]

QUANTILES = {"q25": 0.25, "median": 0.5, "q75": 0.75, "q90": 0.9, "q95": 0.95}

LABELS = {
    "seconds": "time",
    "generated": "nodes generated",
    "expanded": "nodes expanded",
    "checks": "consistency checks",
    "eliminated": "candidates eliminated",
    "deepest": "deepest level",
    "skipped": "states skipped",
}
"""The labels of measures on axes and in headings, if not their own names."""

_LIMIT_OF = {"generated": "limit_nodes", "seconds": "limit_seconds"}
"""The limit that applies to a measure."""
_FEWEST_BOARDS = 6
"""With fewer values, even the whole range covers the median with less than 95 %: 1 - 2/2^n."""
_MOST_EXACT = 50
"""Up to this many differences, the test counts all signs; above, it uses a normal curve."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of a measure over runs; an infinite quantile is among unsolved runs.

    `bound` is the limit that all unsolved runs reached, if it is a limit on this measure; `failed`
    and `unsolved` count the runs that failed, and all that are not solved.
    """

    q25: float
    median: float
    q75: float
    q90: float
    q95: float
    mean: float | None
    sd: float | None
    bound: float | None = None
    failed: int = 0
    unsolved: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """A strategy's runs: all of them, or those on the boards of one group."""

    method: str
    group: str | None
    boards: int
    runs: int
    solved: int
    errors: int
    unsupported: int
    spreads: dict[str, Spread]

    @property
    def share(self) -> float | None:
        """The share of solved runs."""
        return self.solved / self.runs if self.runs else None

    @property
    def share_interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the share (Wilson); seeds do not count as boards."""
        return None if self.share is None else wilson_interval(self.share, self.boards)

    def to_dict(self) -> dict[str, Any]:
        """Return one flat record of plain data; an infinite quantile is None."""
        flat: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("method", "group", "boards", "runs", "solved", "errors", "unsupported")
        }
        flat["share"] = self.share
        for measure, spread in self.spreads.items():
            for name in (*QUANTILES, "mean", "sd"):
                value = getattr(spread, name)
                flat[f"{measure}_{name}"] = None if value == math.inf else value
        return flat


@dataclass(frozen=True, slots=True)
class Pair:
    """Two strategies on the same boards; ratios are the first divided by the second.

    Each board counts once, with the median over its seeds. `wins` are boards where the first took
    less; `both_unsolved` are boards that neither solved, which say nothing about the ratio.
    `ratio` is the median of the boards' ratios, `interval` its 95 % confidence interval by
    bootstrap, `p` the two-sided p-value of Wilcoxon's signed-rank test, and `p_holm` the same
    after Holm's correction for the number of pairs.
    """

    first: str
    second: str
    measure: str
    boards: int
    wins: int
    ties: int
    losses: int
    both_unsolved: int
    ratio_of_medians: float | None
    ratio: float | None
    interval: tuple[float, float] | None
    p: float | None
    p_holm: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return one flat record of plain data; an infinite ratio is None."""
        flat = {name: getattr(self, name) for name in self.__slots__ if name != "interval"}
        low, high = self.interval or (None, None)
        flat |= {"ratio_low": low, "ratio_high": high}
        return {name: None if value == math.inf else value for name, value in flat.items()}


def summarize(table: Table, *, by_group: bool = False) -> list[Summary]:
    """Summarize the runs of each strategy, or of each strategy in each group of boards."""
    rows = defaultdict(list)
    for row in table:
        rows[row["method"], row["group"] if by_group else None].append(row)
    return [_summary(str(method), group, kept) for (method, group), kept in rows.items()]


def _summary(method: str, group: Value, rows: list[Row]) -> Summary:
    runs = [row for row in rows if row["status"] != UNSUPPORTED]
    return Summary(
        method=method,
        group=None if group is None else str(group),
        boards=len(set(map(_board, runs))),
        runs=len(runs),
        solved=sum(map(is_solved, runs)),
        errors=sum(row["status"] == ERROR for row in runs),
        unsupported=len(rows) - len(runs),
        spreads={name: _spread(name, runs) for name in MEASURES if _has(name, runs)},
    )


def _board(row: Row) -> tuple[Value, ...]:
    return row["corpus"], row["id"], row["puzzle"], row["box"], row.get("rules")


def _has(measure: str, rows: Sequence[Row]) -> bool:
    return any(row[measure] is not None for row in rows)


def values_of(measure: str, rows: Sequence[Row]) -> Floats:
    """Return a measure of the runs, infinite for unsolved runs."""
    values = []
    for row in rows:
        value = row[measure]
        if not is_solved(row):
            values.append(math.inf)
        elif isinstance(value, int | float):
            values.append(float(value))
    return np.array(values, dtype=np.float64)


def _spread(measure: str, rows: list[Row]) -> Spread:
    values = np.sort(values_of(measure, rows))
    solved = values[np.isfinite(values)]
    return Spread(
        **{name: quantile(values, share) for name, share in QUANTILES.items()},
        mean=float(solved.mean()) if len(solved) else None,
        sd=float(solved.std(ddof=1)) if len(solved) > 1 else None,
        bound=_bound(measure, rows),
        failed=sum(row["status"] == ERROR for row in rows),
        unsolved=len(values) - len(solved),
    )


def _bound(measure: str, rows: list[Row]) -> float | None:
    limit = _LIMIT_OF.get(measure)
    unsolved = [row for row in rows if not is_solved(row)]
    if limit is None or any(f"limit_{row['stopped_by']}" != limit for row in unsolved):
        return None
    bounds = {row[limit] for row in unsolved}
    return float(bounds.pop() or 0) if len(bounds) == 1 else None


def quantile(ordered: Floats, share: float) -> float:
    """Return a quantile of ordered values, with linear interpolation.

    >>> quantile(np.array([1.0, 2.0, math.inf]), 0.25), quantile(np.array([1.0, math.inf]), 0.5)
    (1.5, inf)
    """
    if not len(ordered):
        return math.nan
    place = share * (len(ordered) - 1)
    below, above = ordered[math.floor(place)], ordered[math.ceil(place)]
    return float(below if below == above else below + (above - below) * (place % 1))


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share in a number of cases."""
    z = 1.959963984540054
    spread = z * z / count
    middle = share + spread / 2
    half = z * math.sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def compare_pairs(
    table: Table,
    measure: str = "generated",
    *,
    against: str | None = None,
    seed: int = 0,
    resamples: int = 2000,
) -> list[Pair]:
    """Compare every two strategies, or all `against` one, over the boards that both ran on.

    Pairs where one strategy lacks the measure are left out. The seed is for the bootstrap.
    """
    if measure not in MEASURES:
        raise ArgumentError(f"expected a measure ({', '.join(MEASURES)}), found {measure!r}")
    by_method = {
        str(name): _by_board(table, str(name), measure) for name in table.distinct("method")
    }
    if against is not None and against not in by_method:
        raise ArgumentError(f"expected one of {', '.join(by_method)}, found {against!r}")
    pairs = [
        _pair(first, second, measure, by_method, np.random.default_rng(seed), resamples)
        for first, second in combinations(by_method, 2)
        if against in (None, first, second)
    ]
    return _holm([pair for pair in pairs if pair.boards])


def _by_board(table: Table, method: str, measure: str) -> dict[tuple[Value, ...], float]:
    """Return the measure of each board, the median over its seeds; empty if not measured."""
    rows = [row for row in table.where(method=method) if row["status"] != UNSUPPORTED]
    if not _has(measure, rows):
        return {}
    boards = defaultdict(list)
    for row in rows:
        boards[_board(row)].append(row)
    values = {board: np.sort(values_of(measure, kept)) for board, kept in boards.items()}
    return {board: quantile(kept, 0.5) for board, kept in values.items() if len(kept)}


def _pair(
    first: str,
    second: str,
    measure: str,
    by_method: dict[str, dict[tuple[Value, ...], float]],
    rng: np.random.Generator,
    resamples: int,
) -> Pair:
    boards = [board for board in by_method[first] if board in by_method[second]]
    a = np.array([by_method[first][board] for board in boards], dtype=np.float64)
    b = np.array([by_method[second][board] for board in boards], dtype=np.float64)
    known = np.isfinite(a) | np.isfinite(b)
    logs = log_ratios(a[known], b[known])
    interval = bootstrap_interval(logs, rng, resamples)
    return Pair(
        first=first,
        second=second,
        measure=measure,
        boards=len(boards),
        wins=int((a < b).sum()),
        ties=int((a == b)[known].sum()),
        losses=int((a > b).sum()),
        both_unsolved=int((~known).sum()),
        ratio_of_medians=_ratio_of_medians(a, b),
        ratio=math.exp(_medians(np.sort(logs)[None])[0]) if len(logs) else None,
        interval=(math.exp(interval[0]), math.exp(interval[1])) if interval else None,
        p=wilcoxon(logs),
    )


def _ratio_of_medians(a: Floats, b: Floats) -> float | None:
    if not len(a):
        return None
    first, second = quantile(np.sort(a), 0.5), quantile(np.sort(b), 0.5)
    if first == second:
        return 1.0 if math.isfinite(first) else None
    return first / second if second else math.inf


def log_ratios(a: Floats, b: Floats) -> Floats:
    """Return ln(a/b) of each pair; where counts of 0 occur, all are compared plus one.

    The larger is divided by the smaller, so that opposite ratios are opposite to the last bit
    and the ranks of the test see them as equal.
    """
    if len(a) and min(a.min(), b.min()) == 0:
        a, b = a + 1, b + 1
    return np.sign(a - b) * np.log(np.maximum(a, b) / np.minimum(a, b))


def _medians(ordered: Floats) -> Floats:
    """Return the median of every row of ordered values, which may be infinite on both ends."""
    count = ordered.shape[1]
    below, above = ordered[:, (count - 1) // 2], ordered[:, count // 2]
    with np.errstate(invalid="ignore"):
        middle = np.where(below == above, below, below + (above - below) / 2)
    # Between minus and plus infinity neither side prevails.
    return np.where((below == -np.inf) & (above == np.inf), 0.0, middle)


def bootstrap_interval(
    values: Floats, rng: np.random.Generator, resamples: int = 2000
) -> tuple[float, float] | None:
    """Return the 95 % confidence interval of the median, from percentiles of a bootstrap."""
    if len(values) < _FEWEST_BOARDS:
        return None
    medians = np.sort(np.concatenate(list(_resampled_medians(np.sort(values), rng, resamples))))
    low = medians[math.floor(0.025 * (resamples - 1))]
    return float(low), float(medians[math.ceil(0.975 * (resamples - 1))])


def _resampled_medians(
    ordered: Floats, rng: np.random.Generator, resamples: int
) -> Iterator[Floats]:
    count = len(ordered)
    at_once = max(1, 1_000_000 // count)
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        # Places are sorted rather than values: they are in the order of the values already.
        yield _medians(ordered[np.sort(rng.integers(count, size=(rows, count)), axis=1)])


def wilcoxon(differences: Floats) -> float | None:
    """Return the two-sided p-value of Wilcoxon's signed-rank test for a median difference of 0.

    Zeros are left out and ties share their ranks. Without any difference there is no p-value.
    """
    differences = differences[differences != 0]
    count = len(differences)
    if not count:
        return None
    _, place, sizes = np.unique(np.abs(differences), return_inverse=True, return_counts=True)
    # Twice the mean rank of a tie is a whole number.
    ranks = (2 * np.cumsum(sizes) - sizes + 1)[place]
    positive = int(ranks[differences > 0].sum())
    if count <= _MOST_EXACT:
        return _exact_p(ranks, positive)
    middle = count * (count + 1) / 2
    deviation = math.sqrt(float((ranks.astype(np.float64) ** 2).sum())) / 2
    return math.erfc(abs(positive - middle) / deviation / math.sqrt(2))


def _exact_p(ranks: NDArray[np.int64], positive: int) -> float:
    """Count, for every sum of ranks, how many of the 2^n sign patterns produce it."""
    ways = np.zeros(int(ranks.sum()) + 1)
    ways[0] = 1.0
    for rank in ranks:
        ways[rank:] += ways[:-rank].copy()
    tail = min(ways[: positive + 1].sum(), ways[positive:].sum())
    return float(min(1.0, 2 * tail / ways.sum()))


def _holm(pairs: list[Pair]) -> list[Pair]:
    """Correct p-values: the smallest times the number of pairs, the next times one less, ..."""
    tested = sorted((pair.p, place) for place, pair in enumerate(pairs) if pair.p is not None)
    reached = 0.0
    for step, (p, place) in enumerate(tested):
        reached = max(reached, min(1.0, p * (len(tested) - step)))
        pairs[place] = replace(pairs[place], p_holm=reached)
    return pairs


def format_value(measure: str, value: float) -> str:
    """Format a value of a measure: counts with commas, times and sizes with units.

    >>> format_value("generated", 12345.0), format_value("seconds", 0.00123)
    ('12,345', '1.23 ms')
    """
    if measure == "seconds":
        return _with_unit(value, ((1, "s"), (1e-3, "ms"), (1e-6, "µs")))
    if measure == "peak_memory":
        return _with_unit(value, ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")))
    return f"{value:,.0f}" if value == round(value) or value >= 1000 else f"{value:.1f}"


def _with_unit(value: float, units: Sequence[tuple[float, str]]) -> str:
    size, unit = next((unit for unit in units if value >= unit[0]), units[-1])
    return f"{value / size:,.0f} {unit}" if value >= 100 * size else f"{value / size:.3g} {unit}"


def label_of(measure: str) -> str:
    """Return the label of a measure."""
    return LABELS.get(measure, measure.replace("_", " "))
