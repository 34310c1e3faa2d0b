"""lz-string: the compression inside the links of web setters.

A text, seen as UTF-16 units, becomes a stream of codes. Codes 0 and 1 announce a unit that is new,
in 8 or 16 bits; 2 is the end; every other one stands for a phrase, and each code but the last
makes a new phrase: the one before it, and the first unit of its own. A code has as many bits as
the number of phrases needs, its lowest bit first. Six bits are a symbol of Base64.

>>> compress("sudoku")
'M4VwJg9g1iQ='
>>> decompress(_)
'sudoku'
"""

from __future__ import annotations

import string
from binascii import b2a_base64

from nonet.core.errors import ParseError
from nonet.formats.files import LONGEST_TEXT

BASE64 = f"{string.ascii_uppercase}{string.ascii_lowercase}{string.digits}+/"
"""The symbols in the order of their values; `=` fills up the last four.

For links there is `-` in the place of the slash, and nothing is filled up.
"""

_END = 2
_BITS = {
    **{symbol: f"{value:06b}" for value, symbol in enumerate(BASE64)},
    "-": f"{63:06b}",
}
_NO_UNIT = 1 << 16
"""What follows the last unit of a text."""
_KEY_BITS = 17


def compress(text: str, *, uri_safe: bool = False) -> str:
    """Return a text compressed, in Base64 or in symbols that a link can hold as they are."""
    codes = _codes(_to_units(text))
    bits = "".join(reversed(codes))[::-1]
    # The end is followed by at least one bit, as the original has it.
    count = len(bits) // 6 + 1
    size = -(-6 * count // 8)
    data = int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")
    symbols = b2a_base64(data).decode()[:count]
    if uri_safe:
        return symbols.replace("/", "-")
    return symbols + "=" * (-count % 4)


def _codes(units: str) -> list[str]:
    """Return the bits of every code, the highest first.

    A phrase is known by the number of the phrase without its last unit, and that unit; the empty
    one has number 0, so that a unit alone is its own key.
    """
    codes: list[str] = []
    numbers: dict[int, int] = {}
    unwritten: dict[int, int] = {}
    count, width, room, spec = 3, 2, 2, "02b"
    phrase = 0
    for unit in (*map(ord, units), _NO_UNIT):
        longer = phrase << _KEY_BITS | unit
        if longer in numbers:
            phrase = numbers[longer]
            continue
        if unit not in numbers:
            numbers[unit] = count
            unwritten[count] = unit
            count += 1
        if phrase in unwritten:
            new = unwritten.pop(phrase)
            is_wide = new >= 256
            codes += format(is_wide, spec), format(new, "016b" if is_wide else "08b")
            room -= 1
            if not room:
                room = 1 << width
                width += 1
                spec = f"0{width}b"
        elif phrase:
            codes.append(format(phrase, spec))
        if phrase:
            numbers[longer] = count
            count += 1
            room -= 1
            if not room:
                room = 1 << width
                width += 1
                spec = f"0{width}b"
        phrase = numbers[unit]
    codes.append(format(_END, spec))
    return codes


def decompress(payload: str, *, most: int = LONGEST_TEXT) -> str:
    """Return the text of a payload in either alphabet, at most so many units long.

    The column of a ParseError is the symbol of the payload where it stopped.
    """
    symbols = payload.rstrip("=$")
    if len(payload) - len(symbols) > 3:
        raise _error("at most three signs to fill up", "more", len(symbols))
    if "-" in symbols and "/" in symbols:
        raise _error("symbols of one alphabet", "'-' and '/'", symbols.index("-"))
    try:
        bits = "".join(map(_BITS.__getitem__, symbols))
    except KeyError as error:
        symbol = error.args[0]
        raise _error("a symbol of Base64", repr(symbol), symbols.index(symbol)) from None
    return _from_units(_phrases(bits, most))


def _phrases(bits: str, most: int) -> str:
    """Return the phrases of a stream one after the other, up to its end.

    What all phrases hold is hardly more than what is returned: each is one unit longer than one
    that was.
    """
    backwards, left = bits[::-1], len(bits)
    phrases = ["", "", ""]
    found: list[str] = []
    length, width, room = 0, 2, 1
    before = ""
    while True:
        left -= width
        if left < 0:
            raise _early(bits)
        code = int(backwards[left : left + width], 2)
        if code == _END:
            break
        if code < _END:
            wide = 8 << code
            left -= wide
            if left < 0:
                raise _early(bits)
            phrase = chr(int(backwards[left : left + wide], 2))
            phrases.append(phrase)
            room -= 1
            if not room:
                room = 1 << width
                width += 1
        elif code < len(phrases):
            phrase = phrases[code]
        elif code == len(phrases) and before:
            phrase = before + before[0]
        else:
            place = (len(bits) - left - width) // 6
            raise _error("a phrase that is known", f"number {code} of {len(phrases)}", place)
        found.append(phrase)
        length += len(phrase)
        if length > most:
            raise _error(f"at most {most} symbols of text", "more", (len(bits) - left) // 6)
        if before:
            phrases.append(before + phrase[0])
            room -= 1
            if not room:
                room = 1 << width
                width += 1
        before = phrase
    if left > 6 or "1" in backwards[:left]:
        raise _error("the end", "more symbols", (len(bits) - left + 5) // 6)
    return "".join(found)


def _early(bits: str) -> ParseError:
    return _error("more symbols", "the end", len(bits) // 6)


def _error(expected: str, found: str, index: int) -> ParseError:
    return ParseError(expected, found, line=1, column=index + 1)


def _to_units(text: str) -> str:
    """Return a text with a character of its own for every half of a surrogate pair."""
    if not text or ord(max(text)) < _NO_UNIT:
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(unit) for unit in memoryview(data).cast("H"))


def _from_units(units: str) -> str:
    if not units or max(units) < "\ud800":
        return units
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
