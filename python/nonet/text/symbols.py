"""From symbols to digits: alphabets, blank signs, and what is wrong with a symbol.

A `Token` is a symbol and its place, so that every notation can report where it stumbled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from math import isqrt
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from nonet.core.errors import ArgumentError, ParseError, counted
from nonet.core.layout import MAX_SIZE, Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.text.ambiguity import only_reading

BLANKS = ".0*-_X "
"""The signs for an empty cell; a puzzle uses one of them."""

_READ_BLANKS = f"{BLANKS}·"
"""The middle dot is what `nonet.render_text` draws."""

GAP = re.compile(r"(?:^|[,;])\s*[,;]")
"""Two separators with nothing between them."""

_DIGITS_AND_LETTERS = "0123456789ABCDEFGHIJKLMNO"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


class Token(NamedTuple):
    """A symbol or number and its position; line and column count from 1.

    An empty text is an empty cell without a sign (None in a list).
    """

    text: str
    line: int
    column: int

    def upper(self) -> str:
        """Return the text in upper case; letters outside ASCII are unchanged."""
        return self.text.upper() if self.text.isascii() else self.text

    def error(self, expected: str) -> ParseError:
        """Return the error that something else was expected here."""
        return ParseError(expected, repr(self.text[:20]), line=self.line, column=self.column)


ALPHABET = "alphabet"
"""The detail in a puzzle's notes with the alphabet it was read in, if not the canonical one."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Cells and the alphabet that they were read in; equal if the cells are."""

    cells: bytes
    alphabet: str = field(compare=False)


@cache
def alphabets(size: int) -> Mapping[str, str]:
    """Return the alphabets in use for a size, by name; the canonical one first.

    >>> list(alphabets(16))
    ['1-9A-G', '0-9A-F', 'A-P']
    """
    known = (SYMBOLS,) if size <= 9 else (SYMBOLS, _DIGITS_AND_LETTERS, _LETTERS)
    named = {"".join(_ranges(symbols[:size])): symbols[:size] for symbols in known}
    return MappingProxyType(named)


def alphabet_details(alphabet: str, size: int) -> tuple[tuple[str, str], ...]:
    """Return the details that record an alphabet; none for the canonical one."""
    return () if alphabet == next(iter(alphabets(size))) else ((ALPHABET, alphabet),)


def chosen_symbols(
    size: int, details: Iterable[tuple[str, str]] = (), alphabet: str | None = None
) -> str:
    """Return the symbols to write with: as named, or as the puzzle was read, or canonical."""
    known = alphabets(size)
    if alphabet is not None:
        _check_alphabet(alphabet, size)
        return known[alphabet]
    read = dict(details).get(ALPHABET, "") if details else ""
    return known[read] if read in known else next(iter(known.values()))


def symbols_of(puzzle: Puzzle, alphabet: str | None, notation: str) -> str:
    """Return the symbols to write a puzzle with; ArgumentError if there are too few."""
    if puzzle.layout.size > len(SYMBOLS):
        raise ArgumentError(
            f"{notation} needs one symbol per digit, up to 25; found {puzzle.layout}"
        )
    return chosen_symbols(puzzle.layout.size, puzzle.notes.details, alphabet)


def _check_alphabet(alphabet: str, size: int) -> None:
    known = alphabets(size)
    if alphabet not in known:
        raise ArgumentError(
            f"expected an alphabet of {', '.join(known)} for {size}x{size}, found {alphabet!r}"
        )


def _ranges(symbols: str) -> list[str]:
    """Return the digits and the letters of an alphabet in short, such as 1-9 and A-G."""
    digits = symbols.rstrip(_LETTERS)
    parts = [part for part in (digits, symbols[len(digits) :]) if part]
    return [part if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts]


def decode_symbols(tokens: Sequence[Token], size: int, alphabet: str | None = None) -> bytes:
    """Read one symbol per cell; refuse a text that has different meanings in two alphabets."""
    return decode_in_alphabet(tokens, size, alphabet).cells


def decode_in_alphabet(tokens: Sequence[Token], size: int, alphabet: str | None = None) -> Decoded:
    """Read one symbol per cell, and return the alphabet as well."""
    known = alphabets(size)
    if alphabet is not None:
        _check_alphabet(alphabet, size)
        return Decoded(_decode(tokens, known[alphabet]), alphabet)
    return only_reading(
        {
            name: partial(_decode_in, name, tokens, symbols)
            for name, symbols in known.items()
            if _plausible(tokens, symbols)
        },
        wanted="an unambiguous alphabet",
        keyword="alphabet",
        found="symbols that fit several",
        choose=lambda errors: max(errors, key=lambda error: (error.line or 0, error.column or 0)),
        line=tokens[0].line,
    )


def _plausible(tokens: Sequence[Token], symbols: str) -> bool:
    """Return whether an alphabet with 0 as a digit is plausible.

    With 0 and no blank sign, the text would be a complete grid, in which every symbol is equally
    frequent.
    """
    if symbols[0] != "0":
        return True
    counts: Counter[str] = Counter()
    for text, count in Counter(map(attrgetter("text"), tokens)).items():
        counts[Token(text, 0, 0).upper()] += count
    if counts.keys() & {"", *_READ_BLANKS} - set(symbols):
        return True
    return all(counts[symbol] == len(symbols) for symbol in symbols)


def _decode_in(name: str, tokens: Sequence[Token], symbols: str) -> Decoded:
    return Decoded(_decode(tokens, symbols), name)


def _decode(tokens: Sequence[Token], symbols: str) -> bytes:
    digits = {symbol: digit for digit, symbol in enumerate(symbols, start=1)}

    def read(token: Token) -> int | str:
        text = token.upper()
        return digits.get(text, text)

    return _decode_each(tokens, read, partial(_expected, symbols))


def _decode_each(
    tokens: Sequence[Token],
    read: Callable[[Token], int | str],
    expected: Callable[[str], str],
) -> bytes:
    """Read tokens as digits and one blank sign; `read` returns the text of any other token.

    Each distinct text is read once. Positions are looked up only if something is wrong;
    `expected` returns what was expected, given the blank sign so far.
    """
    values = {text: read(token) for text, token in {token.text: token for token in tokens}.items()}
    blanks = {value for value in values.values() if isinstance(value, str) and value}
    if len(blanks) > 1 or not all(map(_is_blank, blanks)):
        raise _first_wrong(tokens, values, expected)
    digits = {text: value if isinstance(value, int) else 0 for text, value in values.items()}
    return bytes([digits[token.text] for token in tokens])


def _first_wrong(
    tokens: Sequence[Token], values: Mapping[str, int | str], expected: Callable[[str], str]
) -> ParseError:
    """Return the error for the first token that is neither a digit nor the known blank sign."""
    blank = ""
    for token in tokens:
        value = values[token.text]
        if isinstance(value, str) and value:
            if not _is_blank(value, blank):
                break
            blank = value
    return token.error(expected(blank))


def _is_blank(text: str, blank: str = "") -> bool:
    """Return whether a symbol is a blank sign, and the same one as before."""
    return len(text) == 1 and text in (blank or _READ_BLANKS)


def _expected(symbols: str, blank: str) -> str:
    name = f"{'a digit' if symbols.isdigit() else 'a symbol'} {' or '.join(_ranges(symbols))}"
    if blank:
        return f"{name} or {blank!r} as before"
    return f"{name} or a blank sign (. 0 * - _ X or space)"


def decode_cells(tokens: Sequence[Token], size: int, alphabet: str | None = None) -> bytes:
    """Read cells that are all symbols or all numbers: letters, or an alphabet, mean symbols."""
    single = all(len(token.text) <= 1 for token in tokens)
    letters = any(token.text.isalpha() and token.upper() != "X" for token in tokens)
    if size <= len(SYMBOLS) and single and (letters or alphabet is not None):
        return decode_symbols(tokens, size, alphabet)
    return decode_numbers(tokens, size)


def decode_numbers(tokens: Sequence[Token], size: int) -> bytes:
    """Read one decimal number per cell; 0 or one other blank sign for an empty cell."""

    def read(token: Token) -> int | str:
        text = "0" if token.text in ("00", "000") else token.upper()
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
        return number if 1 <= number <= size else text

    def expected(blank: str) -> str:
        known = f"{blank!r} as before" if blank else "0 or ."
        return f"a number 1-{size}, or {known} for an empty cell"

    return _decode_each(tokens, read, expected)


@lru_cache(maxsize=16)
def number_digits(size: int, blank: str) -> dict[str, int]:
    """Return the digits of the plainest numbers, and 0 for a blank sign."""
    return {blank: 0, **{str(digit): digit for digit in range(1, size + 1)}}


def check_number_blank(blank: str) -> None:
    """Refuse a sign that cannot be an empty cell among numbers."""
    if len(blank) != 1 or blank not in BLANKS.strip():
        raise ArgumentError(f"expected a blank sign of {BLANKS.strip()!r}, found {blank!r}")


def check_gap(line: str, number: int, expected: str = "a number or a blank sign") -> None:
    """Refuse two separators with nothing between them."""
    if ("," in line or ";" in line) and (gap := GAP.search(line)):
        raise ParseError(expected, "nothing", line=number, column=gap.end())


def check_square(
    rows: Mapping[int, Sequence[Token]], layout: Layout | None, things: str = "symbols"
) -> None:
    """Refuse rows, by line, that do not form a square.

    The column is that of the first surplus cell, or of the last cell if some are missing.
    """
    widths = Counter(len(row) for row in rows.values())
    size = layout.size if layout else widths.most_common(1)[0][0]
    for line, row in rows.items():
        if len(row) != size:
            column = row[size].column if len(row) > size else row[-1].column if row else 1
            expected = f"{counted(size, things)} in each row"
            raise ParseError(expected, f"{len(row)}", line=line, column=column)
    if len(rows) != size:
        line = list(rows)[size] if len(rows) > size else max(rows)
        expected = f"{counted(size, 'rows')} of {counted(size, things)}"
        raise ParseError(expected, counted(len(rows), "rows"), line=line, column=1)


_MISCOUNTED = 12
"""From this number of cells on, a text is a board with some missing or too many."""


def layout_for(
    count: int, layout: Layout | None, line: int | None = None, column: int | None = None
) -> Layout:
    """Return the layout for a number of cells, or raise an error that no board has so many."""
    size = isqrt(count)
    expected, message = "a square number of cells (81 for 9x9)", ""
    if layout is not None:
        if count == layout.cell_count:
            return layout
        expected = f"{layout.cell_count} cells for {layout}"
    elif size > MAX_SIZE:
        expected = f"a board of at most {MAX_SIZE}x{MAX_SIZE} cells"
    elif count and size * size == count:
        return Layout.of_size(size)
    elif count >= _MISCOUNTED:
        message = _unfit(count)
    raise ParseError(expected, f"{count}", line=line, column=column, message=message)


def _unfit(count: int) -> str:
    """Describe what is wrong with a number of cells that no board has.

    >>> _unfit(80), _unfit(72)
    ('80 cells, 1 too few; a 9x9 board has 81', '72 cells; an 8x8 board has 64, a 9x9 board 81')
    """
    below = isqrt(count)
    for size in (below, below + 1):
        if abs(size * size - count) <= size // 2:
            return _miscounted(count, size)
    smaller, larger = (f"{_article(n)} {n}x{n} board" for n in (below, below + 1))
    return f"{count} cells; {smaller} has {below**2}, {larger} {(below + 1) ** 2}"


def _miscounted(count: int, size: int) -> str:
    """Describe how many cells are missing or too many for a board of this size."""
    cells = size * size
    wrong = f"{cells - count} too few" if count < cells else f"{count - cells} too many"
    return f"{count} cells, {wrong}; {_article(size)} {size}x{size} board has {cells}"


def _article(number: int) -> str:
    return "an" if str(number).startswith("8") or number in (11, 18) else "a"
