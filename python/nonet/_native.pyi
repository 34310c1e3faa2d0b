"""The native border. Only `nonet.native` imports it."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, final

import numpy as np
from numpy.typing import NDArray

VERSION: str
"""Version of the compiled core; equals the package's."""

HAS_CADICAL: bool
"""Whether the feature `cadical` was built in."""

UNIQUE: int
MULTIPLE: int
NO_SOLUTION: int
FOUND: int
UNKNOWN: int
MALFORMED: int
"""The status bytes that `Engine.solve_rows` writes."""

SIMD_NAMES: tuple[str, ...]
"""Every instruction set that the lanes know, on whatever machine."""

def simd_paths() -> list[str]:
    """Return those that this machine has, the fastest last."""

MOST_SAMPLED: int
"""The most clues of a puzzle that `Generator.sample` finds."""

SEED_BITS: int
"""Bits of the seed that each of many puzzles has."""

def seeds_of(seed: int, first: int, seeds: NDArray[np.uint64]) -> None:
    """Fill in the seeds of puzzles `first` and following of a seed."""

class Generator:
    """Makes grids and puzzles of one board.

    `pieces` has a number for each cell, without gaps; cells with the same one get or lose their
    clues together.
    """

    def __init__(self, engine: Engine, houses: Houses, pieces: list[int]) -> None: ...
    def can_be_uniform(self) -> bool:
        """Return whether all grids of the board can be drawn equally often."""

    def grids(
        self,
        seeds: NDArray[np.uint64],
        grids: NDArray[np.uint8],
        uniform: bool,
        threads: int,
        seconds: float | None = None,
    ) -> bool:
        """Draw a grid for each seed; False if the time ran out first, with zeros for the rest."""

    def puzzles(
        self,
        seeds: NDArray[np.uint64],
        tries: NDArray[np.uint64],
        puzzles: NDArray[np.uint8],
        solutions: NDArray[np.uint8],
        outcomes: NDArray[np.uint8],
        *,
        threads: int,
        uniform: bool = True,
        has_grids: bool = False,
        drop: int | None = None,
        clues: tuple[int, int] | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> bool:
        """Make a puzzle for each seed and number of a try; False if the time ran out first.

        With `has_grids`, the solutions are there; with `drop`, the puzzles are there as well, and
        lose that many pieces before they get others. `clues` is the fewest and the most that are
        wanted, None for as few as possible. An outcome is 0 if nothing was made, 1 for a unique
        puzzle that was not finished, 2 for one with a piece that may be able to go, 3 for one that
        is finished.
        """

    def sample(
        self, seeds: NDArray[np.uint64], tries: int, threads: int, seconds: float | None = None
    ) -> tuple[bool, tuple[list[int], bytes, bytes]]:
        """Sample minimal 9x9 puzzles by controlled bias, with some tries on the grid of each seed.

        Returns whether all was done in time, and the hits: the numbers of their seeds, the puzzles
        and the solutions.
        """

ODD: int
"""The first cell of a row that the readers of lines below could not take."""

class _Limit(Protocol):
    """What is read of a `nonet.Limit`."""

    @property
    def solutions(self) -> int | None: ...
    @property
    def seconds(self) -> float | None: ...
    @property
    def nodes(self) -> int | None: ...
    @property
    def memory(self) -> int | None: ...

@final
class Houses:
    """The houses of a board, each of as many cells as the board has rows, and other rules.

    `different` are sets of cells of which no two may hold the same digit. Raises ValueError for
    anything else.
    """

    def __new__(
        cls,
        size: int,
        houses: Sequence[Sequence[int]],
        different: Sequence[Sequence[int]] = (),
    ) -> Houses: ...

@final
class Engine:
    """An engine on a board: the contract of the core, see contract.rs.

    "scalar" and "lanes" are for the classic 9x9 board and nothing else, "small" for boards up to
    8x8; "general", "learning", "portfolio" and, if it was built in, "cadical" for all. "lanes" and
    "small" run on one of `simd_paths()`.

    Raises ValueError for another name, board or path, and in every call for givens or candidates
    that do not fit. Calls release the GIL and answer Ctrl-C within about 50 ms by raising what the
    signal handler raises. Candidates are what each cell may hold: whole bytes per cell, the lowest
    first, bit d-1 for digit d.
    """

    def __new__(cls, name: str, houses: Houses, path: str | None = None) -> Engine: ...
    def search(self, givens: bytes, limit: _Limit, *, candidates: bytes | None = None) -> Search:
        """Start a search; its clock starts now. The limit's solutions do not count there."""

    def solve(
        self,
        givens: bytes,
        limit: _Limit,
        *,
        candidates: bytes | None = None,
        threads: int = 1,
        progress: Callable[[str, int, int, int], object] | None = None,
    ) -> tuple[list[bytes], bool, str | None, str, int, int, int, int]:
        """Solve one puzzle.

        Returns the solutions, whether there are no others, the limit that ended it early
        ("seconds", "nodes", "memory"), the part that answered ("rules", "search", "learning",
        "cadical"), nodes, guesses, conflicts and fixed cells. `progress` is called about every 50
        ms with the part, nodes, conflicts and fixed cells; what it raises ends the call.
        """

    def solve_rows(
        self,
        puzzles: NDArray[np.uint8],
        solutions: NDArray[np.uint8],
        status: NDArray[np.uint8],
        guesses: NDArray[np.uint32],
        limit: _Limit,
        threads: int,
        details: tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.uint8]] | None = None,
    ) -> None:
        """Solve n puzzles into buffers of the caller's; the limit holds for each.

        `puzzles` and `solutions` hold the uint8 cells of n boards, `status` n uint8, `guesses` n
        uint32, in arrays or other buffers: all C-contiguous, separate, and the last three writable;
        else ValueError (BufferError for a wrong item type). A row with a value above the board's
        size is MALFORMED. Nobody may touch the buffers during the call. After Ctrl-C the rest of
        the rows is undefined. `details` are further buffers to be filled: second solutions, nodes,
        and what ended each search, as an index of `STOPS`.
        """

    def count_rows(
        self,
        puzzles: NDArray[np.uint8],
        counts: NDArray[np.uint64],
        exact: NDArray[np.uint8],
        limit: _Limit,
        threads: int,
    ) -> None:
        """Count the solutions of n puzzles into buffers of the caller's; the limit holds for each.

        `counts` gets the solutions seen as n uint64, `exact` n uint8: 1 if there are no others. A
        row with a value above the board's size has none. Buffers are as in `solve_rows`.
        """

STOPS: tuple[str | None, ...]
"""What may end a search early: the names of limits, and None for nothing and for Ctrl-C."""

@final
class Search:
    """A search that can be paused and resumed. It stays usable after Ctrl-C."""

    def find(self, most: int | None = None) -> list[bytes]:
        """Return the next solutions, all of them if no number is asked for.

        Fewer come at the end or at the limit; `exhausted` and `stopped_by` tell which.
        """

    def count(self, most: int | None = None, *, threads: int = 1) -> int:
        """Count further solutions up to the end or the limit.

        The lanes share a long count among threads, unless nodes are limited. Solutions that are
        left after that come in another order; without a limit on nodes, some that were found in
        the same moment as the last one asked for are not among them.
        """

    @property
    def stopped_by(self) -> str | None:
        """The limit that the last call ran into: "seconds", "nodes" or "memory"."""

    @property
    def exhausted(self) -> bool:
        """True once no further solution can come."""

    @property
    def nodes(self) -> int:
        """States settled so far, the root included."""

    @property
    def guesses(self) -> int:
        """Settled states where a digit had to be tried."""

    @property
    def conflicts(self) -> int:
        """Dead ends that clauses were learnt from; 0 for engines that learn none."""

    @property
    def fixed(self) -> int:
        """Cells with one digit in every solution that is left; 0 where that is not counted."""

def count_lines(text: bytes) -> int:
    """Count the lines of a text, one without a line feed at its end included."""

def read_lines(text: bytes, size: int) -> tuple[bytearray, list[tuple[int, int, int]]]:
    """Read every line that is a digit, dot or zero for each cell, and perhaps a comment.

    The board has 4 to 9 rows; of any other size no line is read. Returns the cells of each row,
    and of each row that is anything else (its first cell is `ODD`): its number, start and end in
    the text. Empty lines and comments are no rows. Releases the GIL. ValueError for a size that
    is not 1 to 255.
    """

def read_texts(texts: list[Any], cells: NDArray[np.uint8] | bytearray, size: int) -> list[int]:
    """Read such lines from a list of str and bytes into the caller's uint8 for n boards.

    Returns the numbers of the rows that are anything else; their first cell is `ODD`. ValueError
    for such a size, another length of the buffer, or one that is not C-contiguous and writable.
    """

def read_rows(
    text: bytes, size: int, most_odd: int
) -> tuple[bytearray, bytearray, list[tuple[int, int, int, int]], int, int]:
    """Read lines as `read_lines` does, up to the end or to so many rows that are anything else.

    Returns the cells of each row; the line of each, counted from 0, as uint32; row, line, start and
    end of each that is anything else; and the lines and bytes read.
    """

def read_parts(
    text: Any,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    cells: NDArray[np.uint8],
    size: int,
) -> list[int]:
    """Read parts of a buffer, from a start to an end, as such lines into the caller's cells.

    Returns the numbers of the rows that are anything else; their first cell is `ODD`. ValueError
    for parts that are not within the text, or buffers of other lengths.
    """

def cut_rows(
    text: bytes, separator: int, columns: int
) -> tuple[bytearray, bytearray, bytearray, int, int]:
    """Find the cells of a table of text, row by row, up to the first row that is not plain.

    A plain row has so many cells, each without quotes or with one at either end and none between.
    Returns starts and ends as int64, the line of each row, counted from 0, as uint32, and the lines
    and bytes read. Empty lines are no rows.
    """

def cut_objects(
    text: bytes, names: list[bytes]
) -> tuple[bytearray, bytearray, bytes, bytearray, int, int]:
    """Find the values of JSON Lines, object by object, up to the first that is not plain.

    A plain object has the fields `names` (with quotes), in this order, with a text without escapes,
    a short number, true, false or null in each. Returns starts and ends as int64, the kind of each
    value as a byte (0 text, without its quotes; 1 number, true or false; 2 null), the line of each
    row, counted from 0, as uint32, and the lines and bytes read. Blank lines are no rows.
    """

def weave_rows(
    rows: int, parts: list[tuple[str, NDArray[np.uint8] | None, bytes, bytes, bytes, Any]]
) -> bytes:
    """Write so many rows of text, each from the values of all columns in turn.

    A column is its kind, which rows have a value (None for all), what stands before and after a
    value and what in its place, and the values: for `same` bytes; for `cells` uint8 and how many a
    row has; for `numbers` int64; for `words` a uint8 for each row and the words; for `texts` a
    buffer, starts and ends as int64, and how they are escaped: `""`, `"json"`, or the separator of
    a table. ValueError for values that do not fit. Releases the GIL.
    """

MOST_CANDIDATES: int
"""Digits of the largest board whose candidates the functions below take, a mask per cell."""

def candidates_left(houses: Houses, filled: bytes) -> list[int]:
    """Return what the digits of a board leave for every cell, bit d-1 for digit d.

    Nothing is left for a filled one. ValueError for cells that do not fit, here and below.
    """

def lone_candidates(houses: Houses, masks: list[int], signs: bytes) -> bytes:
    """Return for every cell 0, 1 if it has a single candidate, 2 if a peer still holds that.

    Cells with the sign 1 are filled and hold nothing.
    """

def settle_candidates(houses: Houses, masks: list[int], signs: bytes) -> tuple[bytes, list[int]]:
    """Tell digits from lone candidates; return the digits, and the masks without them.

    A lone candidate is a digit if no peer holds it or its sign is 1, and never if its sign is 2.
    """

def settle_line(
    houses: Houses, signs: bytes, symbols: bytes, blank: int
) -> tuple[bytes, list[int], int | None]:
    """Read candidates that stand each in its place, and settle them without signs.

    There is a byte per digit for every cell: its symbol, in capitals or not, or the blank sign. If
    one is neither, its index is returned, and nothing else.
    """

def read_groups(rows: str, size: int) -> tuple[list[int], bytes, list[tuple[int, ...]]] | None:
    """Read groups of candidates, a board of 1 to 9 digits, in rows with blanks and bars.

    Returns their masks, the sign before each or 0, and for every row how many stand between two
    bars. A group is digits, each once, or `.` or `0`; one of `=+~u` may stand before a single
    digit. None for anything else; ValueError for another size.
    """

def lz_compress(text: bytes) -> bytes:
    """Return symbols of Base64 for a text in UTF-16, little end first, as lz-string makes them.

    ValueError for half a unit.
    """

def lz_decompress(symbols: bytes, most: int) -> tuple[bytes, tuple[str, str, int] | None]:
    """Return such a text of at most so many units, and what is wrong if there is none.

    That is what was expected, what was found, and the index of the symbol.
    """

TECHNIQUES: list[str]
"""The names of all techniques; steps refer to them by number."""

_Board = tuple[bytes, bytes, list[int]]
"""Givens, digits, and candidates of every cell."""
_Pairs = tuple[tuple[int, int], ...]
"""Cells, counted from 0, and digits."""
_Step = tuple[str, _Pairs, _Pairs, tuple[Any, ...], tuple[Any, ...], int | None, int]
"""Technique, placements, eliminations, marks, proof, Sudoku Explainer's rating in tenths if it
is not the technique's, and the length of a chain."""

class Logic:
    """The houses of a board, on which techniques look for steps."""

    def __new__(cls, size: int, houses: list[list[int]], different: list[list[int]]) -> Logic: ...
    def find(self, board: _Board, technique: str, most: int, off: list[str] = []) -> list[_Step]:
        """Find up to `most` steps of a technique; `off` names options that it must not use."""

    def walk(
        self,
        board: _Board,
        order: str,
        techniques: list[str],
        *,
        seconds: float | None = None,
        steps: int | None = None,
    ) -> Path:
        """Walk a path: one step after the other, chosen by an order among techniques."""

    def walk_rows(
        self,
        givens: NDArray[np.uint8],
        boards: tuple[NDArray[np.uint8], NDArray[np.uint32]] | None,
        allowed: list[int],
        order: str,
        techniques: list[str],
        *,
        seconds: float | None = None,
        steps: int | None = None,
        threads: int = 1,
    ) -> list[Path]:
        """Walk the paths of rows of givens; seconds are for each.

        `boards` are digits and candidates, if something was placed or removed before; `allowed` is
        what the rules let each cell hold. Releases the GIL and answers Ctrl-C. Nobody may touch the
        buffers meanwhile.
        """

    def path(self, board: _Board, steps: list[tuple[Any, ...]]) -> Path:
        """Return a path of steps that were found before."""

class Path:
    """The steps of a path. Each becomes a Python value when it is asked for."""

    end: str
    """Why it ended: full, stuck, contradiction, seconds, nodes."""
    seconds: list[float]
    """What it took to find each step."""
    digits: bytes
    masks: list[int]
    techniques: list[int]
    """The numbers of the techniques in TECHNIQUES, step by step."""
    se_ratings: list[int | None]
    def __len__(self) -> int: ...
    def step(self, number: int) -> _Step:
        """Return a step."""

ROLES: tuple[str, ...]
"""Every role of a mark."""

TEXTS: tuple[str, ...]
"""The templates of a language that steps are told with."""

_Column = tuple[bytes, bytearray]
"""Texts one after the other, and where each ends, as 64-bit numbers."""

@final
class Teller:
    """Says what steps on a board are, in a language.

    It takes the wordings of every template in TEXTS by number (None for all others), title and why
    of every technique, cells, name and letter with number of every group of cells without a
    repeated digit, and the names of an open cell and of every digit. Raises ValueError, TypeError
    or IndexError for what is no step on the board.
    """

    def __new__(
        cls,
        texts: list[list[tuple[int | None, str]]],
        techniques: list[tuple[str, str]],
        size: int,
        groups: list[tuple[list[int], str, tuple[str, str] | None]],
        names: list[str],
    ) -> Teller: ...
    def line(self, step: tuple[Any, ...]) -> str:
        """Return a step on one line."""

    def sentences(self, step: tuple[Any, ...]) -> list[str]:
        """Return a step in sentences."""

    def rows(self, paths: list[Path], threads: int) -> tuple[bytes, list[_Column]]:
        """Tell paths, one row per step, or one for a path without any.

        Returns the number of every technique, counted from 1, 0 for none, and columns: boards,
        candidates, placements, eliminations, premises, sentences. Releases the GIL and answers
        Ctrl-C.
        """

def conclusion(
    placements: Sequence[tuple[int, int]], eliminations: Sequence[tuple[int, int]], size: int
) -> str:
    """Return what a step concludes, cells grouped by digit."""

FORM: str
"""The name of the canonical form."""

KEY_BYTES: int
"""Bytes of a key."""

MOST_CANONICAL: int
"""Rows of the largest board that has a canonical form here."""

_Map = tuple[bool, bytes, bytes, bytes]
"""A transformation: whether it transposes, and rows, columns and digits, see `map.rs`."""

def canonical(
    box_rows: int, box_cols: int, cells: bytes
) -> tuple[bytes, bytes, _Map, list[list[_Map]]]:
    """Return the cells of the canonical form, its key, a map to it, and levels of automorphisms.

    Each automorphism is the product of one map from each level, in exactly one way; the identity
    is first in every level. Raises ValueError for a board that is too large or does not fit.
    """

def canonical_rows(
    box_rows: int,
    box_cols: int,
    puzzles: NDArray[np.uint8],
    forms: NDArray[np.uint8],
    keys: NDArray[np.uint8],
    orders: NDArray[np.uint64],
    threads: int,
) -> None:
    """Write the forms of rows of cells, their keys and numbers of automorphisms.

    A row with a digit above the size of the board is malformed: zeros. The buffers are separate.
    Releases the GIL and answers Ctrl-C.
    """

@final
class KeySet:
    """A set of keys, each of `KEY_BYTES` bytes; several are given one after the other."""

    def __new__(cls) -> KeySet: ...
    def add(self, keys: bytes) -> bytes:
        """Add keys; return a byte for each: 1 if it is new, 0 if it was there."""

    def has(self, keys: bytes) -> bytes:
        """Return a byte for each key: 1 if it is there."""

    def __len__(self) -> int: ...

TALLY: tuple[str, ...]
"""What the numbers of a tally are, in order; `technique` is that of the hardest step."""

EFFORTS: tuple[str, ...]
"""What the numbers of nonet's own path are, in order.

Efforts of singles and of other steps; how often there was one move only; the hardest step: its
number from 0, technique, moves and effort; seconds.
"""

TENTHS: int
"""How many ratings, in tenths, have an effort of their own."""

ENDS: tuple[str, ...]
"""Why a path ended, by the number in its tally."""

_Plan = tuple[str, list[str]]
_Own = tuple[list[float], float, list[float], list[float], _Plan]

@final
class Rater:
    """Walks paths on a board for their numbers alone.

    `allowed` is what the rules let each cell hold, bit d-1 for digit d. `points` are, for every
    technique: Sudoku Explainer's rating in tenths, HoDoKu's points, HoDoKu's level from 0. `plans`
    are orders and their techniques. `own` is nonet's path: the ease of singles (see effort.rs), its
    power, efforts by technique and by rating, and the order where there is no single. Calls
    release the GIL and answer Ctrl-C. Nobody may touch the buffers of a call meanwhile.
    """

    def __new__(
        cls,
        size: int,
        houses: list[list[int]],
        different: list[list[int]],
        allowed: list[int],
        points: tuple[list[int], list[int], list[int]],
        plans: list[_Plan],
        own: _Own | None,
    ) -> Rater: ...
    def rate_rows(
        self,
        cells: NDArray[np.uint8],
        forms: NDArray[np.uint8],
        answers: NDArray[np.int32],
        efforts: NDArray[np.float64],
        *,
        used: NDArray[np.uint8] | None = None,
        seconds: float | None = None,
        steps: int | None = None,
        last: list[str] | None = None,
        threads: int = 1,
    ) -> None:
        """Rate rows of cells: a tally per row and plan, and efforts per row.

        Efforts are those of the row's form, another copy of the puzzle. `used` gets, per row and
        plan, how many steps each technique has. Seconds are for each row. A step of a technique in
        `last` ends a path of a plan.
        """

    def rate(
        self,
        cells: bytes,
        form: bytes,
        *,
        seconds: float | None = None,
        steps: int | None = None,
    ) -> tuple[
        list[tuple[list[int], _Step | None]],
        tuple[list[float], list[tuple[int, int, float]], _Step | None] | None,
    ]:
        """Rate one puzzle: tallies with their hardest steps, and nonet's own path.

        That has its efforts, the technique, moves and effort of every step, and the hardest step.
        """

    def backdoors(
        self,
        cells: NDArray[np.uint8],
        solutions: NDArray[np.uint8],
        sizes: NDArray[np.uint8],
        exact: NDArray[np.uint8],
        most: int,
        tries: int,
        *,
        seconds: float | None = None,
        threads: int = 1,
    ) -> None:
        """Write the size of a smallest backdoor per row, and 1 where it is exact, not a bound."""

LAB_COUNTERS: tuple[str, ...]
"""The names of the counters of `LabOutcome`, in order."""
LAB_RECURSIVE_CELLS: int

@final
class LabBoard:
    """The board of a search as a user's rule sees it, brought up to date before every call.

    The sizes of filled cells are `filled`, if given.
    """

    def __new__(cls, cells: int, filled: int | None) -> LabBoard: ...
    @property
    def digits(self) -> bytes: ...
    @property
    def sizes(self) -> list[int]:
        """How many values each cell can take; the list is always the same one."""
    @property
    def open(self) -> tuple[int, ...]:
        """The empty cells, ascending; a tuple per board."""
    def first(self) -> int: ...
    def equally_narrow(self) -> list[int]: ...
    def value(self, cell: int) -> int: ...
    def allowed(self, cell: int) -> tuple[int, ...]: ...

@final
class LabGeometry:
    """The groups of a board; the first `house_count` are houses. Raises ValueError for others."""

    def __new__(
        cls, size: int, groups: Sequence[Sequence[int]], house_count: int
    ) -> LabGeometry: ...

@final
class LabStrategy:
    """A strategy of the lab made of built-in parts; "own" stands for a user's select or order.

    Raises ValueError for other names.
    """

    def __new__(
        cls,
        *,
        frontier: str,
        inference: str,
        givens: str,
        select: str,
        order: str,
        explored: bool,
        heuristic: str,
        restart_after: int,
    ) -> LabStrategy: ...

@final
class LabTask:
    """One run: a strategy, a board, its givens, the digits allowed (as in `Engine`), a seed.

    `own` is an `OwnRules` of the lab, if `select` or `order` is a user's.
    """

    def __new__(
        cls,
        strategy: LabStrategy,
        geometry: LabGeometry,
        givens: bytes,
        allowed: bytes | None,
        seed: int,
        own: Any = None,
    ) -> LabTask: ...

@final
class LabOutcome:
    """What a run came to."""

    solutions: list[bytes]
    exhausted: bool
    stopped_by: str | None
    counters: list[int]
    seconds: float
    failed: bool
    """Whether one of the user's own rules failed."""
    error: BaseException | None
    """What it raised."""
    too_deep: int | None
    """The number of empty cells, if there are too many for the frontier `recursive`."""

def lab_run(
    task: LabTask, limit: _Limit, progress: Callable[[int, int], object] | None = None
) -> LabOutcome:
    """Do one run. `progress` is called with nodes and solutions now and then.

    Releases the GIL, answers Ctrl-C within about 50 ms, and raises what an own rule raises.
    """

def lab_run_many(
    tasks: list[LabTask],
    limit: _Limit,
    threads: int,
    done: Callable[[int, LabOutcome], object],
    progress: Callable[[int], object] | None = None,
) -> None:
    """Do many runs on threads; `done` is called with the number and outcome of each as it ends.

    `progress` is called now and then with the nodes of all runs so far; both on the calling thread.
    What they raise, or Ctrl-C, ends all runs.
    """
