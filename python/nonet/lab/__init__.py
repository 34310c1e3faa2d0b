"""The lab: combine search strategies from parts, count what they do, and compare them.

>>> import nonet
>>> run = nonet.lab.run("breadth-first-fixed", "15..4.24..564....3.....463..2..2..31")
>>> run.counts.generated
109
"""

from __future__ import annotations

from nonet.lab.checker import check_strategy
from nonet.lab.corpus import Corpus, Entry, all_corpora, corpus_named, read_corpus_file
from nonet.lab.counts import GLOSSARY, Counts
from nonet.lab.experiment import compare, run
from nonet.lab.grader import grade
from nonet.lab.method import EngineMethod, Method, Run
from nonet.lab.parts import PartError
from nonet.lab.presets import (
    PRESETS,
    UnknownStrategyError,
    all_methods,
    load_plugin,
    method_named,
)
from nonet.lab.report import render_html, render_markdown
from nonet.lab.state import State
from nonet.lab.strategy import CHOICES, Strategy, UnknownPartError
from nonet.lab.study import read_experiment, run_experiment
from nonet.lab.summary import compare_pairs, summarize
from nonet.lab.table import Table
from nonet.lab.tracing.events import Event
from nonet.lab.tracing.record import Trace, trace
from nonet.lab.tracing.replay import Moment
from nonet.lab.trees import Theory, theory
from nonet.lab.watching.watch import Watch, watch

__all__ = [
    "CHOICES",
    "GLOSSARY",
    "PRESETS",
    "Corpus",
    "Counts",
    "EngineMethod",
    "Entry",
    "Event",
    "Method",
    "Moment",
    "PartError",
    "Run",
    "State",
    "Strategy",
    "Table",
    "Theory",
    "Trace",
    "UnknownPartError",
    "UnknownStrategyError",
    "Watch",
    "all_corpora",
    "all_methods",
    "check_strategy",
    "compare",
    "compare_pairs",
    "corpus_named",
    "grade",
    "load_plugin",
    "method_named",
    "read_corpus_file",
    "read_experiment",
    "render_html",
    "render_markdown",
    "run",
    "run_experiment",
    "summarize",
    "theory",
    "trace",
    "watch",
]
