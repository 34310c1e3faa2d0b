"""Measure how fast the engines are on this machine, on your puzzles.

Every row of the table takes the same three steps. It solves a sample, the same for all rows, which
warms it up and is validated: statuses are compared and every solution is verified. Its batch size
is chosen so that a batch takes long enough to time. Then it is timed, pass by pass, and the best
pass counts. Each pass uses new randomly permuted copies of the puzzles, so nothing can be cached.
"""

from nonet.core.errors import DisagreementError
from nonet.speed.machine import describe_machine
from nonet.speed.rows import Row, commonest, compare, measure

__all__ = ["DisagreementError", "Row", "commonest", "compare", "describe_machine", "measure"]
