"""The report of benchmarks/all_boards.py: figures from single times, and tables in Markdown."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from collections.abc import Iterable

from board_groups import GROUPS, Goal
from board_solvers import NONET, ONE_CORE, RIVALS, SOLVERS
from rival_report import Report, number, table

SLOW = 2.0
"""A board is listed when nonet takes more than so many times as long as the better rival."""
SOLVED = ("UNIQUE", "MULTIPLE", "FOUND", "NO_SOLUTION")
Times = dict[str, float]
"""By solver: the best of its repeats; infinite where there was no answer."""


def times_of(record: Report) -> Times:
    """Return what each solver that was asked took for a board."""
    return {
        name: min(answer["seconds"]) if answer["status"] in SOLVED else math.inf
        for name, answer in record["answers"].items()
    }


def better_rival(times: Times) -> float:
    """Return the time of the fastest rival; infinite if there was none, or none in time."""
    return min((times[name] for name in RIVALS if name in times), default=math.inf)


def ratio(record: Report, limit: float) -> float | None:
    """Return the better rival's time by nonet's; None where no rival has solved the board.

    A board that nonet did not solve counts as if it had in the very end.
    """
    times = times_of(record)
    rival = better_rival(times)
    if NONET not in times or math.isinf(rival):
        return None
    return rival / min(times[NONET], limit)


def markdown(report: Report) -> str:
    """Return everything that is worth reading."""
    machine = report["machine"]
    head = "{date}, {processor}, {cores} cores, {system}, Python {python}".format(**machine)
    versions = {"nonet": report["nonet"], **report["packages"]}
    head += "".join(f", {name} {version}" for name, version in versions.items() if version)
    missing = [name for name, version in report["packages"].items() if not version]
    parts = [
        f"{head}. `{report['command']}`",
        _groups(report),
        _rates(report["rates"]),
        *_sentences(report),
        _slower(report),
        _trouble(report["boards"]),
        "Missing: " + ", ".join(missing) + "." if missing else "",
    ]
    return "\n\n".join(part for part in parts if part)


def by_group(report: Report) -> dict[str, list[Report]]:
    """Return the boards of each group that has some, in the order of the groups."""
    found: dict[str, list[Report]] = {group.name: [] for group in GROUPS}
    for record in report["boards"]:
        found[record["group"]].append(record)
    return {name: records for name, records in found.items() if records}


def solvers_of(report: Report) -> list[str]:
    """Return the solvers that were asked anything."""
    asked = {name for record in report["boards"] for name in record["answers"]}
    return [name for name in SOLVERS if name in asked]


def _groups(report: Report) -> str:
    names, limit = solvers_of(report), report["options"]["seconds"]
    rows = []
    for name, records in by_group(report).items():
        group = next(group for group in GROUPS if group.name == name)
        ratios = [value for record in records if (value := ratio(record, limit)) is not None]
        rate = report["rates"].get(name, {}).get("best")
        rows.append(
            [
                name + (", stretch" if group.stretch else ""),
                amount(records),
                *(_spread(times_by(records, solver), limit) for solver in names),
                number(statistics.geometric_mean(ratios)) if ratios else "-",
                number(min(ratios)) if ratios else "-",
                _goal(group.goal),
                _met(group.goal, times_by(records, NONET), rate),
                _met(group.goal, times_by(records, ONE_CORE), rate),
            ]
        )
    ends = ["rival/nonet", "lowest", "goal", "met", "on one core"]
    title = (
        "Median / worst time per board, and how many were not solved within "
        f"{duration(limit)}. The number of boards given to the rivals is in brackets. "
        "*Rival/nonet* is the better rival's time divided by nonet's: the geometric mean over the "
        "boards that a rival solved, and the lowest of these ratios."
    )
    return title + "\n\n" + table(["boards", "number", *names, *ends], rows)


def amount(records: list[Report]) -> str:
    """Say how many boards there are and, if those are fewer, how many the rivals were given."""
    given = sum(any(name in record["answers"] for name in RIVALS) for record in records)
    return f"{len(records):,}" + (f" ({given:,})" if 0 < given < len(records) else "")


def times_by(records: list[Report], solver: str) -> list[float]:
    """Return one solver's times, of the boards that it was asked."""
    found = (times_of(record).get(solver) for record in records)
    return [seconds for seconds in found if seconds is not None]


def _spread(times: list[float], limit: float) -> str:
    if not times:
        return "-"
    late = sum(map(math.isinf, times))
    figures = [statistics.median(times), max(times)]
    text = " / ".join(duration(s) if s < math.inf else f"> {duration(limit)}" for s in figures)
    return f"{text} ({late} not)" if late else text


def _goal(goal: Goal) -> str:
    words = []
    if goal.median is not None:
        words.append(f"median < {duration(goal.median)}")
    if goal.worst is not None:
        words.append(f"each < {duration(goal.worst)}")
    if goal.rate is not None:
        words.append(f"{goal.rate:,.0f}/s")
    return ", ".join(words) or "-"


def _met(goal: Goal, times: list[float], rate: float | None) -> str:
    """Say yes or no; nothing where there is no goal or no measurement."""
    facts = []
    if times and goal.median is not None:
        facts.append(statistics.median(times) < goal.median)
    if times and goal.worst is not None:
        facts.append(max(times) < goal.worst)
    if rate is not None and goal.rate is not None:
        facts.append(rate >= goal.rate)
    return "-" if not facts else "yes" if all(facts) else "no"


def _rates(rates: Report) -> str:
    if not rates:
        return ""
    rows = [
        [name, f"{rate['puzzles']:,}", number(rate["best"]), number(rate["all_threads"])]
        for name, rate in rates.items()
    ]
    heads = ["boards", "number", "one thread", "all threads"]
    return "`solve_many`, puzzles per second.\n\n" + table(heads, rows)


def _sentences(report: Report) -> Iterable[str]:
    """Say how it ended over all boards."""
    limit, records = report["options"]["seconds"], report["boards"]
    ratios = [value for record in records if (value := ratio(record, limit)) is not None]
    if ratios:
        mean, slow = statistics.geometric_mean(ratios), sum(1 / r > SLOW for r in ratios)
        yield (
            f"Over the {len(ratios):,} boards that a rival solved, the better rival took "
            f"{number(mean)} times as long as nonet (geometric mean). On {slow:,} of them nonet "
            f"took more than {SLOW:g} times as long as the better rival."
        )
    ends = Counter(
        (times[NONET] < math.inf, better_rival(times) < math.inf)
        for times in map(times_of, records)
        if NONET in times and any(name in times for name in RIVALS)
    )
    if ends:
        yield (
            f"Solved by nonet and by a rival: {ends[True, True]:,}; by nonet alone: "
            f"{ends[True, False]:,}; by a rival alone: {ends[False, True]:,}; by none: "
            f"{ends[False, False]:,}."
        )


def _slower(report: Report) -> str:
    limit, rows = report["options"]["seconds"], []
    for record in report["boards"]:
        value = ratio(record, limit)
        if value is None or 1 / value <= SLOW:
            continue
        times = times_of(record)
        rival = min(RIVALS, key=lambda name: times.get(name, math.inf))
        own = [duration(min(times.get(name, limit), limit)) for name in (NONET, ONE_CORE)]
        facts = [record["board"], record["group"], *own, f"{duration(times[rival])} ({rival})"]
        rows.append((value, [*facts, number(1 / value)]))
    if not rows:
        return ""
    heads = ["board", "group", NONET, ONE_CORE, "better rival", "times as long"]
    return "The slower ones:\n\n" + table(heads, [row for _, row in sorted(rows)])


def _trouble(records: list[Report]) -> str:
    """Name wrong answers, processes that ended, and answers that contradict each other."""
    lines = []
    for record in records:
        answers = {name: answer["status"] for name, answer in record["answers"].items()}
        odd = {n: s for n, s in answers.items() if s not in SOLVED and s != "timeout"}
        proofs = {n: s for n, s in answers.items() if s in SOLVED and s != "FOUND"}
        if contradictory(answers.values()):
            odd |= proofs
        lines += [f"- {record['board']}, {name}: {status}" for name, status in odd.items()]
    return "Wrong, broken or contradictory:\n\n" + "\n".join(lines) if lines else ""


def contradictory(statuses: Iterable[str]) -> bool:
    """Tell whether not all of what was proved can be true."""
    proved = set(statuses) & set(SOLVED)
    none = "NO_SOLUTION" in proved and len(proved) > 1
    return none or {"UNIQUE", "MULTIPLE"} <= proved


def duration(seconds: float) -> str:
    """Write a time with three significant digits in a unit that suits it."""
    if seconds >= 0.9995:
        return f"{number(seconds)} s"
    return f"{number(seconds * 1000)} ms" if seconds >= 0.001 else f"{number(seconds * 1e6)} µs"


def summary(record: Report) -> str:
    """Return a board's times in a line, for whoever waits."""
    return ", ".join(
        f"{name} {duration(seconds) if seconds < math.inf else 'not'}"
        for name, seconds in times_of(record).items()
    )


def dumped(report: Report) -> str:
    """Return the report with a line per board, so that differences can be read."""
    rest = {key: value for key, value in report.items() if key != "boards"}
    lines = ",\n".join("  " + json.dumps(record) for record in report["boards"])
    head = json.dumps(rest, indent=1)[:-2]
    return f'{head},\n "boards": [\n{lines}\n ]\n}}\n'
