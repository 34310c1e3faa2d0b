"""How fast the engines are on this machine, on puzzles of yours.

Every way of solving goes through the same three steps. It answers a sample, the same for all,
which warms it up and is validated: statuses are compared, the judge sees every solution. Its
batches get a size that takes long enough for the clock. Then it is timed, pass by pass, and the
best pass counts. Each pass is over fresh permuted twins of the puzzles, so that nothing can be
remembered.
"""

from nonet.core.errors import DisagreementError
from nonet.speed.machine import describe_machine
from nonet.speed.rows import Row, commonest, compare, measure

__all__ = ["DisagreementError", "Row", "commonest", "compare", "describe_machine", "measure"]
