"""The public names of the lab; `__init__.py` loads each when it is first used."""

from nonet.lab.checker import check_strategy as check_strategy
from nonet.lab.corpus import Corpus as Corpus
from nonet.lab.corpus import Entry as Entry
from nonet.lab.corpus import all_corpora as all_corpora
from nonet.lab.corpus import corpus_named as corpus_named
from nonet.lab.corpus import read_corpus_file as read_corpus_file
from nonet.lab.counts import GLOSSARY as GLOSSARY
from nonet.lab.counts import Counts as Counts
from nonet.lab.experiment import compare as compare
from nonet.lab.experiment import run as run
from nonet.lab.grader import grade as grade
from nonet.lab.method import EngineMethod as EngineMethod
from nonet.lab.method import Method as Method
from nonet.lab.method import Run as Run
from nonet.lab.parts import PartError as PartError
from nonet.lab.presets import PRESETS as PRESETS
from nonet.lab.presets import UnknownStrategyError as UnknownStrategyError
from nonet.lab.presets import all_methods as all_methods
from nonet.lab.presets import load_plugin as load_plugin
from nonet.lab.presets import method_named as method_named
from nonet.lab.report import render_html as render_html
from nonet.lab.report import render_markdown as render_markdown
from nonet.lab.state import State as State
from nonet.lab.strategy import CHOICES as CHOICES
from nonet.lab.strategy import Strategy as Strategy
from nonet.lab.strategy import UnknownPartError as UnknownPartError
from nonet.lab.study import read_experiment as read_experiment
from nonet.lab.study import run_experiment as run_experiment
from nonet.lab.summary import compare_pairs as compare_pairs
from nonet.lab.summary import summarize as summarize
from nonet.lab.table import Table as Table
from nonet.lab.tracing.events import Event as Event
from nonet.lab.tracing.record import Trace as Trace
from nonet.lab.tracing.record import trace as trace
from nonet.lab.tracing.replay import Moment as Moment
from nonet.lab.trees import Theory as Theory
from nonet.lab.trees import theory as theory
from nonet.lab.watching.watch import Watch as Watch
from nonet.lab.watching.watch import watch as watch

__all__: list[str]
