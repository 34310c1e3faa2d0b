"""The lab: combine search strategies from parts, count what they do, and compare them.

>>> import nonet
>>> run = nonet.lab.run("breadth-first-fixed", "15..4.24..564....3.....463..2..2..31")
>>> run.counts.generated
109

Names are loaded on first use, so that the command and the processes of the lab start quickly. The
stub next to this file lists them.
"""

from importlib import import_module

_HOMES = {
    "nonet.lab.checker": ("check_strategy",),
    "nonet.lab.corpus": ("Corpus", "Entry", "all_corpora", "corpus_named", "read_corpus_file"),
    "nonet.lab.counts": ("Counts", "GLOSSARY"),
    "nonet.lab.experiment": ("compare", "run"),
    "nonet.lab.grader": ("grade",),
    "nonet.lab.method": ("EngineMethod", "Method", "Run"),
    "nonet.lab.parts": ("PartError",),
    "nonet.lab.presets": (
        "PRESETS",
        "UnknownStrategyError",
        "all_methods",
        "load_plugin",
        "method_named",
    ),
    "nonet.lab.report": ("render_html", "render_markdown"),
    "nonet.lab.state": ("State",),
    "nonet.lab.strategy": ("CHOICES", "Strategy", "UnknownPartError"),
    "nonet.lab.study": ("read_experiment", "run_experiment"),
    "nonet.lab.summary": ("compare_pairs", "summarize"),
    "nonet.lab.table": ("Table",),
    "nonet.lab.tracing.events": ("Event",),
    "nonet.lab.tracing.record": ("Trace", "trace"),
    "nonet.lab.tracing.replay": ("Moment",),
    "nonet.lab.trees": ("Theory", "theory"),
    "nonet.lab.watching.watch": ("Watch", "watch"),
}
"""The public names, by module."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
