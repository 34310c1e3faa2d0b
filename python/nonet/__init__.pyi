"""The public names of nonet; `__init__.py` loads each when it is first used."""

from nonet import lab as lab
from nonet import rules as rules
from nonet.api import check as check
from nonet.api import count as count
from nonet.api import format as format
from nonet.api import read as read
from nonet.api import solutions as solutions
from nonet.api import solve as solve
from nonet.api import solve_array as solve_array
from nonet.api import solve_many as solve_many
from nonet.api import write as write
from nonet.batch.results import BatchResult as BatchResult
from nonet.batch.results import BatchRow as BatchRow
from nonet.core.board import Board as Board
from nonet.core.errors import AmbiguityError as AmbiguityError
from nonet.core.errors import ArgumentError as ArgumentError
from nonet.core.errors import ConformanceError as ConformanceError
from nonet.core.errors import DisagreementError as DisagreementError
from nonet.core.errors import IllegalMoveError as IllegalMoveError
from nonet.core.errors import MissingPackageError as MissingPackageError
from nonet.core.errors import NonetError as NonetError
from nonet.core.errors import OutOfRangeError as OutOfRangeError
from nonet.core.errors import ParseError as ParseError
from nonet.core.errors import RuleError as RuleError
from nonet.core.errors import UnknownEngineError as UnknownEngineError
from nonet.core.errors import UnknownNotationError as UnknownNotationError
from nonet.core.errors import UnknownRuleError as UnknownRuleError
from nonet.core.errors import UnsupportedError as UnsupportedError
from nonet.core.layout import Layout as Layout
from nonet.core.limit import Limit as Limit
from nonet.core.puzzle import Puzzle as Puzzle
from nonet.core.puzzle import Solution as Solution
from nonet.core.result import Count as Count
from nonet.core.result import Progress as Progress
from nonet.core.result import Result as Result
from nonet.core.result import Stats as Stats
from nonet.core.result import Status as Status
from nonet.core.rules import Conflict as Conflict
from nonet.core.step import Link as Link
from nonet.core.step import Mark as Mark
from nonet.core.step import Step as Step
from nonet.engines.base import Engine as Engine
from nonet.engines.base import Search as Search
from nonet.engines.conformance import check_engine as check_engine
from nonet.engines.roster import all_engines as all_engines
from nonet.engines.roster import engine_named as engine_named
from nonet.engines.roster import register_engine as register_engine
from nonet.judge import Verdict as Verdict
from nonet.notations.parsing import parse as parse
from nonet.render.svg import render_svg as render_svg
from nonet.render.text import render_text as render_text

__all__: list[str]
__version__: str
