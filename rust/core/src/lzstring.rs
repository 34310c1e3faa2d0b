//! lz-string: the compression inside the links of web setters.
//!
//! A text, seen as UTF-16 units, becomes a stream of codes. Codes 0 and 1 announce a unit that is
//! new, in 8 or 16 bits; 2 is the end; every other one is a phrase, and each code but the
//! last makes a new phrase: the one before it, and the first unit of its own. A code has as many
//! bits as the number of phrases needs, its lowest bit first. Six bits, the first one the highest,
//! are a symbol of Base64.

use std::collections::HashMap;

const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NARROW: u32 = 0;
const WIDE: u32 = 1;
const END: u32 = 2;
/// The first code of a phrase.
const FIRST: u32 = 3;

/// What is wrong with a stream, and at which symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was expected there.
    pub expected: String,
    /// What does.
    pub found: String,
    /// The symbol, from 0.
    pub index: usize,
}

/// How many bits a code has: one more whenever the phrases need it.
struct Width {
    bits: u32,
    room: u32,
}

impl Width {
    fn new(room: u32) -> Width {
        Width { bits: 2, room }
    }

    fn add_phrase(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.bits;
            self.bits += 1;
        }
    }
}

#[derive(Default)]
struct Writer {
    symbols: Vec<u8>,
    bits: u8,
    count: u32,
}

impl Writer {
    fn write(&mut self, value: u32, width: u32) {
        for place in 0..width {
            self.bits = self.bits << 1 | (value >> place & 1) as u8;
            self.count += 1;
            if self.count == 6 {
                self.symbols.push(SYMBOLS[usize::from(self.bits)]);
                (self.bits, self.count) = (0, 0);
            }
        }
    }
}

/// Symbols of Base64 for units of UTF-16, with nothing to fill up the last four.
pub fn compress(units: &[u16]) -> Vec<u8> {
    let mut writer = Writer::default();
    let mut width = Width::new(2);
    // A phrase is known by the code of the phrase without its last unit, and that unit; code 0 is
    // the empty phrase.
    let mut codes: HashMap<(u32, u16), u32> = HashMap::new();
    let mut unwritten: HashMap<u32, u16> = HashMap::new();
    let mut next = FIRST;
    let mut phrase = 0;
    let mut write_phrase = |phrase: u32, unwritten: &mut HashMap<u32, u16>, width: &mut Width| {
        if let Some(unit) = unwritten.remove(&phrase) {
            let is_wide = unit >= 256;
            writer.write(if is_wide { WIDE } else { NARROW }, width.bits);
            writer.write(u32::from(unit), if is_wide { 16 } else { 8 });
            width.add_phrase();
        } else if phrase != 0 {
            writer.write(phrase, width.bits);
        }
        if phrase != 0 {
            width.add_phrase();
        }
    };
    for &unit in units {
        if let Some(&longer) = codes.get(&(phrase, unit)) {
            phrase = longer;
            continue;
        }
        let alone = *codes.entry((0, unit)).or_insert_with(|| {
            unwritten.insert(next, unit);
            next += 1;
            next - 1
        });
        write_phrase(phrase, &mut unwritten, &mut width);
        if phrase != 0 {
            codes.insert((phrase, unit), next);
            next += 1;
        }
        phrase = alone;
    }
    write_phrase(phrase, &mut unwritten, &mut width);
    writer.write(END, width.bits);
    // At least one bit follows the end, as the original has it.
    writer.write(0, 6 - writer.count);
    writer.symbols
}

struct Reader<'a> {
    symbols: &'a [u8],
    /// Bits read so far.
    place: usize,
}

impl Reader<'_> {
    fn read(&mut self, width: u32) -> Result<u32, Fault> {
        let mut value = 0;
        for bit in 0..width {
            let symbol = *self
                .symbols
                .get(self.place / 6)
                .ok_or_else(|| fault("more symbols", "the end", self.symbols.len()))?;
            let sextet = decode(symbol).ok_or_else(|| {
                let found = format!("{:?}", char::from(symbol));
                fault("a symbol of Base64", &found, self.place / 6)
            })?;
            value |= u32::from(sextet >> (5 - self.place % 6) & 1) << bit;
            self.place += 1;
        }
        Ok(value)
    }

    /// Refuses anything but zeros to fill up the last symbol, or one more.
    fn check_end(&mut self) -> Result<(), Fault> {
        let end = self.place.div_ceil(6);
        let padding = self.symbols.len() * 6 - self.place;
        if padding > 6 || self.read(padding as u32)? != 0 {
            return Err(fault("the end", "more symbols", end));
        }
        Ok(())
    }
}

fn fault(expected: &str, found: &str, index: usize) -> Fault {
    Fault {
        expected: expected.to_owned(),
        found: found.to_owned(),
        index,
    }
}

/// The value of a symbol; links have `-` instead of the slash.
fn decode(symbol: u8) -> Option<u8> {
    match symbol {
        b'A'..=b'Z' => Some(symbol - b'A'),
        b'a'..=b'z' => Some(symbol - b'a' + 26),
        b'0'..=b'9' => Some(symbol - b'0' + 52),
        b'+' => Some(62),
        b'/' | b'-' => Some(63),
        _ => None,
    }
}

/// A phrase is a piece of what has been written already.
#[derive(Clone, Copy)]
struct Piece {
    start: usize,
    length: usize,
}

impl Piece {
    /// The phrase with the unit after it, with which the next one begins.
    fn longer(self) -> Piece {
        Piece {
            length: self.length + 1,
            ..self
        }
    }
}

/// The units of a stream of symbols, at most so many.
///
/// # Errors
/// If it is damaged, or longer.
pub fn decompress(symbols: &[u8], most: usize) -> Result<Vec<u16>, Fault> {
    let mut reader = Reader { symbols, place: 0 };
    let mut width = Width::new(1);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut units: Vec<u16> = Vec::new();
    let mut before: Option<Piece> = None;
    loop {
        let code = reader.read(width.bits)?;
        let start = units.len();
        match code {
            END => break,
            NARROW | WIDE => {
                units.push(reader.read(8 << code)? as u16);
                pieces.push(Piece { start, length: 1 });
                width.add_phrase();
            }
            _ => {
                let piece = find(code, &pieces, before).ok_or_else(|| {
                    let found = format!("number {code} of {}", pieces.len() + FIRST as usize);
                    let index = (reader.place - width.bits as usize) / 6;
                    fault("a phrase that is known", &found, index)
                })?;
                for i in piece.start..piece.start + piece.length {
                    units.push(units[i]);
                }
            }
        }
        if units.len() > most {
            let expected = format!("at most {most} symbols of text");
            return Err(fault(&expected, "more", reader.place / 6));
        }
        if let Some(last) = before {
            pieces.push(last.longer());
            width.add_phrase();
        }
        before = Some(Piece {
            start,
            length: units.len() - start,
        });
    }
    reader.check_end()?;
    Ok(units)
}

/// The phrase of a code. It may be the one that this very code makes: the one before, and the
/// first unit of that.
fn find(code: u32, pieces: &[Piece], before: Option<Piece>) -> Option<Piece> {
    let number = (code - FIRST) as usize;
    if number == pieces.len() {
        return before.map(Piece::longer);
    }
    pieces.get(number).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn as_the_original_writes_it() {
        for (text, symbols) in [("sudoku", "M4VwJg9g1iQ"), ("", "Q")] {
            let found = compress(&units(text));
            assert_eq!(String::from_utf8(found).unwrap(), symbols);
            assert_eq!(decompress(symbols.as_bytes(), 100).unwrap(), units(text));
        }
    }

    #[test]
    fn damage_is_named() {
        let symbols = compress(&units("nine by nine"));
        let cut = decompress(&symbols[..5], 100).unwrap_err();
        assert_eq!((cut.expected.as_str(), cut.index), ("more symbols", 5));
        let long = decompress(&symbols, 3).unwrap_err();
        assert_eq!(long.expected, "at most 3 symbols of text");
        let more = decompress(b"M4VwJg9g1iQAA", 100).unwrap_err();
        assert_eq!(more.expected, "the end");
        let strange = decompress(b"M4V!", 100).unwrap_err();
        assert_eq!((strange.found.as_str(), strange.index), ("'!'", 3));
    }

    proptest! {
        #[test]
        fn round_trips(units in proptest::collection::vec(prop_oneof![0u16..4, any::<u16>()], 0..400)) {
            prop_assert_eq!(decompress(&compress(&units), units.len()).unwrap(), units);
        }

        #[test]
        fn anything_is_units_or_a_fault(symbols in "[A-Za-z0-9+/]{0,60}") {
            if let Ok(units) = decompress(symbols.as_bytes(), 1000) {
                prop_assert!(units.len() <= 1000);
            }
        }
    }
}
