//! Puzzles as lines of text, one symbol per cell.
//!
//! Only plain lines are read here: 81 digits with either `.` or `0` for an empty cell, or as many as
//! the cells of another board from 4x4 on, and an optional comment. In large lists, nearly all lines
//! are plain. Any other line that may be a puzzle is *odd*: its row is malformed here, and its
//! position is returned, for a reader that knows every notation.

use std::ops::Range;

/// The first byte of an odd row: no digit, so that its row counts as malformed.
pub const ODD: u8 = u8::MAX;
/// A longer line is odd, whatever it holds: other notations have to look at it.
const LONGEST: usize = 1000;

/// A line that may be a puzzle and is not plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddLine {
    /// Which row it is: empty lines and comments are none.
    pub row: usize,
    /// Which line it is, those included; the first is 0.
    pub line: usize,
    /// Its bytes in the text, without the line break.
    pub bytes: Range<usize>,
}

/// The rows of a text.
pub struct Rows {
    /// The cells of each; the first is `ODD` where the line is.
    pub cells: Vec<u8>,
    /// How many cells a row has.
    pub width: usize,
    /// The line number of each row, from 0.
    pub numbers: Vec<u32>,
    /// The positions of the odd ones, in order.
    pub odd: Vec<OddLine>,
    /// Lines read, those without a puzzle included.
    pub lines: usize,
    /// Bytes read.
    pub end: usize,
}

impl Rows {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.cells.len() / self.width
    }
}

/// Reads the cells of a plain line of a board of this size, without its line break; false if it is
/// odd. Lines of boards that have no digits enough or too many for one symbol each all are.
///
/// # Panics
/// If there is no room for the cells.
pub fn read_line(line: &[u8], size: usize, cells: &mut [u8]) -> bool {
    read_symbols(line, size, cells) && is_comment(&line[size * size..], size)
}

/// Reads the symbols that a line begins with; false, with anything in `cells`, if there are too
/// few, if one is neither a digit of the board nor a dot, or if there are both dots and zeros.
#[inline]
fn read_symbols(line: &[u8], size: usize, cells: &mut [u8]) -> bool {
    match size {
        9 => read_some::<81>(line, 9, cells),
        4 => read_some::<16>(line, 4, cells),
        5 => read_some::<25>(line, 5, cells),
        6 => read_some::<36>(line, 6, cells),
        7 => read_some::<49>(line, 7, cells),
        8 => read_some::<64>(line, 8, cells),
        _ => false,
    }
}

#[inline(always)]
fn read_some<const CELLS: usize>(line: &[u8], size: u8, cells: &mut [u8]) -> bool {
    let Some(symbols) = line.first_chunk::<CELLS>() else {
        return false;
    };
    let cells = cells.first_chunk_mut::<CELLS>().expect("room for them");
    // No branch in here: so the compiler makes it sixteen symbols at a time.
    let (mut other, mut dots, mut zeros) = (0, 0, 0);
    for (cell, &symbol) in cells.iter_mut().zip(symbols) {
        let digit = symbol.wrapping_sub(b'0');
        let dot = u8::from(symbol == b'.');
        *cell = if dot == 1 { 0 } else { digit };
        other |= u8::from(digit > size) & (dot ^ 1);
        dots |= dot;
        zeros |= u8::from(digit == 0);
    }
    other | (dots & zeros) == 0
}

/// Tells whether what follows the symbols is nothing, or set off, printable, and neither the rest
/// of a larger board nor, being as long as that, perhaps its further rows.
fn is_comment(rest: &[u8], size: usize) -> bool {
    let cells = size * size;
    let count = cells + rest.len();
    match rest.first() {
        None => true,
        Some(b' ' | b',' | b';' | b'#') => {
            count <= LONGEST.min(cells * cells)
                && count.isqrt().pow(2) != count
                && rest.iter().all(is_printable)
        }
        Some(_) => false,
    }
}

fn is_printable(byte: &u8) -> bool {
    (b' '..=b'~').contains(byte)
}

/// Reads the rows of a text, of a board of this size, up to its end, or until there are
/// `most_rows` of them or `most_odd` odd ones. Lines end with a line feed, before which carriage
/// returns do not count.
pub fn read(text: &[u8], size: usize, most_rows: usize, most_odd: usize) -> Rows {
    let width = size * size;
    let likely_rows = most_rows.min(text.len().div_ceil(width + 1));
    let mut rows = Rows {
        cells: Vec::with_capacity(likely_rows * width),
        width,
        numbers: Vec::with_capacity(likely_rows),
        odd: Vec::new(),
        lines: 0,
        end: 0,
    };
    let mut cells = vec![0; width];
    while rows.end < text.len() && rows.count() < most_rows && rows.odd.len() < most_odd {
        let start = rows.end;
        let rest = &text[start..];
        let plain = read_symbols(rest, size, &mut cells);
        // Where the symbols stand before a line break, nothing has to be searched for.
        let length = if plain && rest.get(width) == Some(&b'\n') {
            width
        } else {
            find_line_feed(rest)
        };
        rows.end = text.len().min(start + length + 1);
        let line = trim_returns(&rest[..length]);
        if plain && is_comment(&line[width..], size) {
            rows.cells.extend_from_slice(&cells);
            rows.numbers.push(rows.lines as u32);
        } else if !is_void(line) {
            rows.odd.push(OddLine {
                row: rows.count(),
                line: rows.lines,
                bytes: start..start + line.len(),
            });
            cells[0] = ODD;
            rows.cells.extend_from_slice(&cells);
            rows.numbers.push(rows.lines as u32);
        }
        rows.lines += 1;
    }
    rows
}

/// Reads the cells of each part of a text as a separate plain line; returns which are odd.
///
/// # Panics
/// If a part is not within the text, or there is no room for the cells.
pub fn read_parts(
    text: &[u8],
    parts: impl Iterator<Item = Range<usize>>,
    size: usize,
    cells: &mut [u8],
) -> Vec<usize> {
    let mut odd = Vec::new();
    for (row, (part, cells)) in parts.zip(cells.chunks_exact_mut(size * size)).enumerate() {
        if !read_line(&text[part], size, cells) {
            cells[0] = ODD;
            odd.push(row);
        }
    }
    odd
}

/// Counts the lines of a text, one without a line feed at its end included.
pub fn count(text: &[u8]) -> usize {
    // In bytes, as many as one can hold: so sixteen are counted at a time.
    let feeds = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    let whole: usize = text.chunks(255).map(|part| usize::from(feeds(part))).sum();
    whole + usize::from(text.last().is_some_and(|&last| last != b'\n'))
}

/// Returns the length of the first line of a text, its line feed left out.
fn find_line_feed(text: &[u8]) -> usize {
    // Whole words first: a search byte by byte takes as long as the rest of the reading.
    let has_one = |part: &[u8]| part.iter().fold(false, |any, &byte| any | (byte == b'\n'));
    let (parts, _) = text.as_chunks::<32>();
    let clear = parts.iter().take_while(|part| !has_one(&part[..])).count() * 32;
    let found = text[clear..].iter().position(|&byte| byte == b'\n');
    found.map_or(text.len(), |index| clear + index)
}

fn trim_returns(line: &[u8]) -> &[u8] {
    let kept = line.iter().rposition(|&byte| byte != b'\r');
    &line[..kept.map_or(0, |last| last + 1)]
}

/// Returns whether a line is empty or a comment.
fn is_void(line: &[u8]) -> bool {
    let is_blank = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    line.iter()
        .find(|byte| !is_blank(byte))
        .is_none_or(|&first| first == b'#')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cells::{CELLS, SIZE};

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read_one(line: &str) -> Option<[u8; CELLS]> {
        let mut cells = [0; CELLS];
        read_line(line.as_bytes(), SIZE, &mut cells).then_some(cells)
    }

    #[test]
    fn a_plain_line_has_one_blank_sign_and_perhaps_a_comment() {
        let easy = read_one(EASY).expect("a plain line");
        assert_eq!(easy[..6], [5, 3, 0, 0, 7, 0]);
        for comment in ["", " # x", ",123", ";", "# so it is", &" ".repeat(20)] {
            assert_eq!(read_one(&format!("{EASY}{comment}")), Some(easy));
        }
        assert_eq!(read_one(&EASY.replace('.', "0")), Some(easy));
        let square = format!("{EASY} {}", "1".repeat(144 - 82));
        let odd = [
            &EASY[1..],
            &format!("{EASY}."),
            &format!("{EASY}\t"),
            &format!("{EASY} \u{e9}"),
            &format!("{EASY} {}", "x".repeat(1000)),
            &square,
            &EASY.replacen('.', "0", 1),
            &EASY.replace('.', "*"),
            "",
        ];
        for line in odd {
            assert_eq!(read_one(line), None, "{line}");
        }
    }

    #[test]
    fn lines_of_other_sizes_have_their_own_digits_and_comments() {
        let reads = |line: &str, size: usize| {
            let mut cells = vec![0; size * size];
            read_line(line.as_bytes(), size, &mut cells).then_some(cells)
        };
        let four = "1..4..1.2.4..3..";
        let cells = reads(four, 4).expect("a plain line");
        assert_eq!(cells[..5], [1, 0, 0, 4, 0]);
        assert_eq!(reads(&format!("{four} # x"), 4), Some(cells));
        let odd = [
            four.replace('3', "5"),
            four[1..].into(),
            format!("{four}."),
            format!("{four} {}", "x".repeat(8)),
            format!("{four} {}", "x".repeat(256)),
        ];
        for line in odd {
            assert_eq!(reads(&line, 4), None, "{line}");
        }
        for size in 1..=10 {
            let line = "1".repeat(size * size);
            assert_eq!(reads(&line, size).is_some(), (4..=9).contains(&size));
        }
    }

    #[test]
    fn lines_are_told_apart_and_odd_ones_named() {
        let text = format!(
            "{EASY}\n\r\n  # no row\n{EASY}\r\r\n oops\r\n{EASY} # last\n\n{}",
            &EASY[1..]
        );
        let rows = read(text.as_bytes(), SIZE, usize::MAX, usize::MAX);
        assert_eq!((rows.count(), rows.lines), (5, 8));
        assert_eq!(rows.end, text.len());
        assert_eq!(count("\n".repeat(1000).as_bytes()), 1000);
        let odd: Vec<_> = rows.odd.iter().map(|odd| (odd.row, odd.line)).collect();
        assert_eq!(odd, [(2, 4), (4, 7)]);
        assert_eq!(rows.numbers, [0, 3, 4, 5, 7]);
        assert_eq!(&text[rows.odd[0].bytes.clone()], " oops");
        assert_eq!(&text[rows.odd[1].bytes.clone()], &EASY[1..]);

        let some = read(text.as_bytes(), SIZE, 9, 1);
        assert_eq!((some.lines, some.count()), (5, 3));
        assert_eq!(&text[some.end..][..81], EASY);
    }

    /// The same as `read`, one line after the other and without any haste.
    fn read_slowly(text: &[u8], size: usize) -> (Vec<u8>, Vec<OddLine>, usize) {
        let (mut all, mut odd, mut start, mut lines) = (Vec::new(), Vec::new(), 0, 0);
        for part in text.split_inclusive(|&byte| byte == b'\n') {
            let mut line = part.strip_suffix(b"\n").unwrap_or(part);
            while let Some(shorter) = line.strip_suffix(b"\r") {
                line = shorter;
            }
            let mut cells = vec![ODD; size * size];
            let shown: Vec<u8> = line
                .iter()
                .copied()
                .filter(|b| !b" \t\r\x0b\x0c".contains(b))
                .collect();
            if !matches!(shown.first(), None | Some(b'#')) {
                if !read_line(line, size, &mut cells) {
                    odd.push(OddLine {
                        row: all.len(),
                        line: lines,
                        bytes: start..start + line.len(),
                    });
                    cells[0] = ODD;
                }
                all.push(cells);
            }
            lines += 1;
            start += part.len();
        }
        (all.concat(), odd, lines)
    }

    proptest! {
        #[test]
        fn any_text_is_read_as_line_by_line(size in 3..=10_usize, parts in prop::collection::vec(prop_oneof![
            4 => "[.1-9]{81}", 4 => "[.1-4]{16}", 1 => "[0-5]{25}", 2 => "[.1-7]{36}", 2 => "[0-9]{81}", 1 => "[.0-9]{80,82}", 3 => "\r?\n", 2 => "\n",
            1 => "[ ,;#x\r\t]{1,2}", 1 => "[ -~]{0,90}", 1 => "\\PC{0,3}",
        ], 0..30)) {
            let text = parts.concat();
            let rows = read(text.as_bytes(), size, usize::MAX, usize::MAX);
            let (cells, odd, lines) = read_slowly(text.as_bytes(), size);
            prop_assert_eq!(rows.cells.len(), cells.len());
            for (one, other) in rows.cells.chunks(rows.width).zip(cells.chunks(rows.width)) {
                prop_assert!(one == other || one[0] == ODD && other[0] == ODD);
            }
            prop_assert_eq!((&rows.odd, rows.lines, rows.end), (&odd, lines, text.len()));
            prop_assert_eq!(count(text.as_bytes()), lines);

            let mut pieces = (0, 0, 0);
            while pieces.0 < text.len() {
                let some = read(&text.as_bytes()[pieces.0..], size, 2, 1);
                pieces = (pieces.0 + some.end, pieces.1 + some.lines, pieces.2 + some.odd.len());
            }
            prop_assert_eq!(pieces, (text.len(), lines, odd.len()));
        }

        #[test]
        fn parts_are_read_as_lines(parts in prop::collection::vec(prop_oneof![
            2 => "[.1-9]{81}", 1 => "[.0-9]{80,82}", 1 => "[.1-9]{81} # x", 1 => "\\PC{0,3}",
        ], 0..9)) {
            let text = parts.concat();
            let mut end = 0;
            let ranges: Vec<_> = parts.iter().map(|part| {
                let start = end;
                end += part.len();
                start..end
            }).collect();
            let mut cells = vec![0; parts.len() * CELLS];
            let odd = read_parts(text.as_bytes(), ranges.into_iter(), SIZE, &mut cells);
            for (row, (part, cells)) in parts.iter().zip(cells.chunks(CELLS)).enumerate() {
                let one = read_one(part);
                prop_assert_eq!(one.is_none(), odd.contains(&row));
                prop_assert!(one.is_none_or(|one| one == cells));
            }
        }

        #[test]
        fn what_is_written_is_read_again(
            digits in (4..=9_usize).prop_flat_map(|size| {
                prop::collection::vec(0..=size as u8, size * size)
            })
        ) {
            let line: Vec<u8> = digits.iter().map(|&digit| if digit == 0 { b'.' } else { b'0' + digit }).collect();
            let rows = read(&line, digits.len().isqrt(), 2, 2);
            prop_assert_eq!((rows.cells, rows.odd.len()), (digits, 0));
        }
    }
}
