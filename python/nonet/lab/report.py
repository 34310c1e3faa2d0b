"""Reports of a table of runs: in the terminal, as Markdown, and as one HTML page with plots."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

from nonet.lab.plots import plot_boxes, plot_cactus, plot_groups
from nonet.lab.summary import (
    Pair,
    Spread,
    Summary,
    compare_pairs,
    format_value,
    label_of,
    summarize,
)
from nonet.lab.table import MEASURES, Table

_MOST_PAIRED = 6
"""With more strategies than this, each is compared only with the first."""
_MOST_ERRORS = 20
_MEDIANS = "Medians of all counters"
_BEYOND = ">"
_BOUNDS_NOTE = (
    "> marks a lower bound: the value falls among runs that a limit stopped, which would have "
    "taken more."
)
_MEANS_NOTE = "Mean and standard deviation (sd) are over solved runs only."


class Sheet(NamedTuple):
    """A heading, a small table of texts, and an explanation."""

    title: str
    note: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    is_prose: bool = False
    """Whether its cells are sentences instead of numbers."""
    main_columns: tuple[int, ...] | None = None
    """The columns to show if there is little room, if not all."""
    footnotes: tuple[str, ...] = ()
    """Sentences that are needed to read its cells; always printed below the table."""


def main_measure(table: Table) -> str:
    """Return the best measure to compare strategies by: nodes if counted, else time."""
    counted = any(value is not None for value in table.column("generated"))
    return "generated" if counted else "seconds"


def sheets_of(table: Table, measure: str | None = None) -> list[Sheet]:
    """Return all tables of a report."""
    measure = measure or main_measure(table)
    sheets = [_spread_sheet(table, measure)]
    if measure != "seconds":
        sheets.append(_spread_sheet(table, "seconds"))
    if len(table.distinct("group")) > 1:
        sheets.append(_group_sheet(table, measure))
    sheets += [_median_sheet(table), _pair_sheet(table, measure)]
    if any(measure not in summary.spreads for summary in summarize(table)):
        # What has no such counter can only be compared by the clock.
        sheets.append(_pair_sheet(table, "seconds"))
    sheets.append(_error_sheet(table))
    return [sheet for sheet in sheets if sheet.rows]


def _spread_sheet(table: Table, measure: str) -> Sheet:
    header = ("strategy", "runs", "solved", "median", "quartiles", "90 %", "95 %", "mean", "sd")
    rows = []
    for summary in summarize(table):
        spread = summary.spreads.get(measure)
        row = (summary.method, str(summary.runs), _solved(summary))
        missing = (_missing(summary), *("-",) * 5)
        rows.append((*row, *(_spread_cells(measure, spread) if spread else missing)))
    note = (
        "Half of the runs took at most the median, and 95 % of them at most the value under 95 %. "
        "A run that was stopped or failed counts as larger than every solved run. Brackets after "
        "the solved share are its 95 % confidence interval."
    )
    title = f"{label_of(measure).capitalize()} per run"
    spreads = [summary.spreads.get(measure) for summary in summarize(table)]
    partial = any(spread and spread.unsolved for spread in spreads)
    footnotes = (*_footnotes(rows), *([_MEANS_NOTE] if partial else []))
    if measure == "seconds" and (pace := pace_note(table)):
        footnotes = (*footnotes, pace)
    return Sheet(title, note, header, rows, main_columns=(0, 2, 3, 6, 7), footnotes=footnotes)


def _footnotes(rows: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Explain >, if it is in any cell except the names of strategies."""
    return (_BOUNDS_NOTE,) if any(_BEYOND in cell for row in rows for cell in row[1:]) else ()


def _spread_cells(measure: str, spread: Spread) -> tuple[str, ...]:
    def show(value: float) -> str:
        if math.isfinite(value):
            return format_value(measure, value)
        if spread.failed:
            only = spread.failed == spread.unsolved
            return "failed" if only else f"{_BEYOND}limit or failed"
        bound = "limit" if spread.bound is None else format_value(measure, spread.bound)
        return f"{_BEYOND}{bound}"

    means = (spread.mean, spread.sd)
    return (
        show(spread.median),
        f"{show(spread.q25)} to {show(spread.q75)}",
        show(spread.q90),
        show(spread.q95),
        *("-" if value is None else format_value(measure, value) for value in means),
    )


def _missing(summary: Summary) -> str:
    """Say why there is no value: all runs failed, or the strategy lacks the counter."""
    return "failed" if summary.errors and summary.errors == summary.runs else "-"


def _solved(summary: Summary) -> str:
    if summary.share is None or summary.share_interval is None:
        return "-"
    low, high = summary.share_interval
    failed = f", {summary.errors:,} failed" if summary.errors else ""
    return f"{100 * summary.share:.0f} % [{100 * low:.0f}, {100 * high:.0f}]{failed}"


def _group_sheet(table: Table, measure: str) -> Sheet:
    groups = [str(group or "none") for group in table.distinct("group")]
    found = {(s.method, s.group or "none"): s for s in summarize(table, by_group=True)}
    rows = []
    for method in map(str, table.distinct("method")):
        cells = (_group_cell(found.get((method, group)), measure) for group in groups)
        rows.append((method, *cells))
    note = (
        "Each cell is the median of the runs on the boards of a group, followed in brackets by "
        "the share of solved runs if not all were. A difference in one group only can disappear "
        "in the figures for all boards."
    )
    title = f"{label_of(measure).capitalize()} by group of boards"
    return Sheet(title, note, ("strategy", *groups), rows, footnotes=_footnotes(rows))


def _group_cell(summary: Summary | None, measure: str) -> str:
    spread = summary.spreads.get(measure) if summary else None
    if summary is None or summary.share is None:
        return "-"
    if spread is None:
        return _missing(summary)
    median = _spread_cells(measure, spread)[0]
    return median if summary.share == 1 else f"{median} ({100 * summary.share:.0f} %)"


def _median_sheet(table: Table) -> Sheet:
    summaries = summarize(table)
    kept = [name for name in MEASURES if any(name in summary.spreads for summary in summaries)]
    rows = []
    for summary in summaries:
        spreads = [(name, summary.spreads.get(name)) for name in kept]
        cells = (
            _spread_cells(name, spread)[0] if spread else _missing(summary)
            for name, spread in spreads
        )
        rows.append((summary.method, *cells))
    note = (
        "Medians of everything that was counted; - means that a strategy does not have the "
        "counter. With a limit on nodes, everything but time and memory is the same on every "
        "machine."
    )
    header = ("strategy", *map(label_of, kept))
    return Sheet(_MEDIANS, note, header, rows, footnotes=_footnotes(rows))


def _pair_sheet(table: Table, measure: str) -> Sheet:
    methods = [str(method) for method in table.distinct("method")]
    against = methods[0] if len(methods) > _MOST_PAIRED else None
    counts = ("first", "second", "boards", "less, equal, more", "neither")
    ratios = ("ratio of medians", "median ratio", "95 % interval", "p", "p (Holm)")
    pairs = compare_pairs(table, measure, against=against) if len(methods) > 1 else []
    note = (
        f"Ratios are {label_of(measure)} of the first divided by the second on the same board, "
        "with the median over seeds. Below 1 the first takes less; an interval that excludes 1 is "
        "unlikely to be chance. ∞ means that the first did not solve the board, 0 that the second "
        "did not. p is from Wilcoxon's signed-rank test, then corrected for the number of pairs. "
        "Boards that neither solved are left out of the ratio and the test."
    )
    title = f"{label_of(measure).capitalize()}, board by board"
    rows = [_pair_cells(pair) for pair in pairs]
    return Sheet(title, note, counts + ratios, rows, main_columns=(0, 1, 3, 6, 7, 9))


def _pair_cells(pair: Pair) -> tuple[str, ...]:
    low, high = pair.interval or (None, None)
    return (
        pair.first,
        pair.second,
        str(pair.boards),
        f"{pair.wins}, {pair.ties}, {pair.losses}",
        str(pair.both_unsolved),
        _ratio(pair.ratio_of_medians),
        _ratio(pair.ratio),
        "-" if low is None else f"{_ratio(low)} to {_ratio(high)}",
        _probability(pair.p),
        _probability(pair.p_holm),
    )


def _ratio(value: float | None) -> str:
    if value is None:
        return "-"
    if math.isinf(value):
        return "∞"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _probability(value: float | None) -> str:
    if value is None:
        return "-"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def _error_sheet(table: Table) -> Sheet:
    failed = [row for row in table if row["error"] is not None]
    alike = defaultdict(list)
    for row in failed:
        alike[row["method"], row["error"]].append(row)
    rows: list[tuple[str, ...]] = []
    for (method, error), same in list(alike.items())[:_MOST_ERRORS]:
        first = ", ".join(str(same[0][name] or "-") for name in ("corpus", "id"))
        rows.append((str(method), _runs(len(same)), f"{first}, seed {same[0]['seed']}", str(error)))
    left = len(alike) - len(rows)
    note = f"{_runs(len(failed))} failed" + (f", {left} more kinds not shown" if left else "")
    note += ". They count as unsolved, and are tried again when the experiment is resumed."
    return Sheet("Runs that failed", note, ("strategy", "failed", "first", "why"), rows, True)


def _runs(count: int) -> str:
    return f"{count:,} run{'' if count == 1 else 's'}"


def facts_of(table: Table) -> list[tuple[str, str]]:
    """Return the facts about an experiment as text."""
    return [(name, _fact(value)) for name, value in table.facts.items() if value is not None]


def pace_note(table: Table) -> str | None:
    """Say at which pace strategies ran, and why."""
    pace = table.facts.get("pace")
    return f"Pace of strategies: {pace}." if pace else None


def _fact(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(
            f"{name} {_fact(part)}" for name, part in value.items() if part is not None
        )
    if isinstance(value, list):
        return ", ".join(map(_fact, value))
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def to_markdown(sheet: Sheet) -> str:
    """Format a sheet as a Markdown table."""
    rule = ("---", *("---:" for _ in sheet.header[1:]))
    lines = [" | ".join(_piped(cells)) for cells in (sheet.header, rule, *sheet.rows)]
    return "\n".join(f"| {line} |" for line in lines)


def _piped(cells: tuple[str, ...]) -> Iterator[str]:
    return (cell.replace("|", "\\|") for cell in cells)


def render_markdown(table: Table, *, measure: str | None = None, title: str = "Comparison") -> str:
    """Return a report of a table as Markdown."""
    parts = [f"# {title}", "\n".join(f"- {name}: {text}" for name, text in facts_of(table))]
    for sheet in sheets_of(table, measure):
        parts += [f"## {sheet.title}", to_markdown(sheet), " ".join(sheet.footnotes), sheet.note]
    return "\n\n".join(filter(None, parts)) + "\n"


def print_terminal(table: Table, *, measure: str | None = None, brief: bool = False) -> None:
    """Print a short report to stdout: the main columns, and each footnote once."""
    told: set[str] = set()
    for sheet in sheets_of(table, measure):
        if not brief:
            print_sheet(sheet)
        elif sheet.title != _MEDIANS:
            new = tuple(note for note in sheet.footnotes if note not in told)
            told.update(new)
            print_sheet(main_part(sheet)._replace(footnotes=new))


def main_part(sheet: Sheet) -> Sheet:
    """Return the columns of a sheet to show if there is little room."""
    kept = sheet.main_columns or range(len(sheet.header))
    rows = [tuple(row[place] for place in kept) for row in sheet.rows]
    header = tuple(sheet.header[place] for place in kept)
    return sheet._replace(header=header, rows=rows, note="")


def print_sheet(sheet: Sheet) -> None:
    """Print a sheet to stdout."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid

    class Pipe(Console):
        """Leaves a closed pipe to the caller, where the default ends the process."""

        def on_broken_pipe(self) -> None:
            raise

    # What is piped elsewhere has no edge to keep within.
    console = Pipe(highlight=False, markup=False, width=None if sys.stdout.isatty() else 240)
    grid = Grid(title=sheet.title or None, title_justify="left", box=box.SIMPLE_HEAD)
    for place, name in enumerate(sheet.header):
        is_text = place == 0 or sheet.is_prose
        grid.add_column(name, justify="left" if is_text else "right", overflow="fold")
    for row in sheet.rows:
        grid.add_row(*row)
    console.print(grid)
    for note in filter(None, (" ".join(sheet.footnotes), sheet.note)):
        console.print(note, soft_wrap=True)


def render_html(table: Table, *, measure: str | None = None, title: str = "Comparison") -> str:
    """Return a report as one self-contained HTML page: facts, tables, plots."""
    measure = measure or main_measure(table)
    sections = [*map(_html_sheet, sheets_of(table, measure))]
    sections[1:1] = _plot_sections(table, measure)
    facts = "".join(
        f"<tr><th scope='row'>{escape(name)}</th><td>{escape(text)}</td></tr>"
        for name, text in facts_of(table)
    )
    heading = escape(title)
    return (
        "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        f"<title>{heading}</title>\n<style>{_PAGE_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{heading}</h1>\n<p>{lead_of(table)}</p>\n"
        + "\n".join(sections)
        + "\n<section><h2>How this was made</h2>"
        + _scrolling(f"<table class='prose'>{facts}</table>", "How this was made")
        + "</section>"
        + "\n</body>\n</html>\n"
    )


def lead_of(table: Table) -> str:
    """Describe the number of strategies, boards, seeds and runs."""
    boards = len({(row["corpus"], row["id"], row["puzzle"]) for row in table})
    parts = (
        (len(table.distinct("method")), "strategy", "strategies"),
        (boards, "board", "boards"),
        (len(table.distinct("seed")), "seed", "seeds"),
        (len(table), "run", "runs"),
    )
    words = [f"{count:,} {one if count == 1 else many}" for count, one, many in parts]
    return f"{', '.join(words[:-1])}: {words[-1]}."


def _plot_sections(table: Table, measure: str) -> Iterator[str]:
    what = label_of(measure)
    yield _figure(
        plot_cactus(table, measure),
        f"The height of a line is the number of runs that its strategy solves within the {what} "
        "on the axis below. The higher and further left a line is, the better.",
    )
    yield _figure(
        plot_boxes(table, measure),
        "A box shows the middle half of the runs, its bar is the median, and the whiskers span "
        "5 % to 95 %. Whatever leaves the right edge falls among the unsolved runs.",
    )
    yield _figure(
        plot_groups(table, measure),
        "Every mark is a run, placed above its group of boards; the bars are medians. Marks in "
        "the band at the top are unsolved runs: stopped by a limit, or failed.",
    )
    if measure != "seconds":
        yield _figure(
            plot_cactus(table, "seconds"),
            "The same for time, which depends on the machine and on the implementation. "
            "Parallel runs slow each other down a little.",
        )


def _figure(svg: str, note: str) -> str:
    return f"<figure>\n{svg}\n<figcaption>{escape(note)}</figcaption>\n</figure>"


def _html_sheet(sheet: Sheet) -> str:
    kind = " class='prose'" if sheet.is_prose else ""
    below = f"<p>{escape(' '.join(sheet.footnotes))}</p>" if sheet.footnotes else ""
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in sheet.header)
    body = "\n".join(
        f"<tr><th scope='row'>{escape(row[0])}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in sheet.rows
    )
    return (
        f"<section><h2>{escape(sheet.title)}</h2><p>{escape(sheet.note)}</p>"
        + _scrolling(
            f"<table{kind}><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>",
            sheet.title,
        )
        + f"{below}</section>"
    )


def _scrolling(table: str, title: str) -> str:
    """Put a table in a box that scrolls, with keys too, if the window is narrower."""
    name = escape(title)
    return f"<div class='wide' role='region' tabindex='0' aria-label='{name}'>{table}</div>"


_PAGE_STYLE = """
:root{color-scheme:light dark;
--page:#fff;--text:#1d2430;--soft:#5b6472;--line:#dfe3e8;--stripe:#f6f8fa}
@media (prefers-color-scheme:dark){
:root{--page:#14181f;--text:#eef1f5;--soft:#a3adba;--line:#343b46;--stripe:#1b2029}}
body{margin:2rem auto;padding:0 1rem;max-width:78rem;background:var(--page);color:var(--text);
font:16px/1.5 system-ui,'DejaVu Sans',sans-serif}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2rem 0 .3rem}
p,figcaption{color:var(--soft);max-width:48rem}figcaption{font-size:.9rem}
figure{margin:1.5rem 0}figure svg{max-width:100%;height:auto}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.82rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .4rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
tr>:first-child,.prose *{text-align:left}.prose td{white-space:normal;overflow-wrap:anywhere}
.prose{max-width:66rem}
thead th{white-space:normal;vertical-align:bottom;color:var(--soft);font-weight:600}
tbody tr:nth-child(even){background:var(--stripe)}
tbody th{font-weight:500}
@media print{body{max-width:none}.wide{overflow:visible}}
"""
