//! Puzzles as lines of text: a symbol for each cell in, as many symbols and the status out.
//!
//! Only plain lines are read here: 81 digits with either `.` or `0` for an empty cell, or as many as
//! the cells of another board from 4x4 on, and an optional comment. In large lists, nearly all lines
//! are plain. Any other line that may be a puzzle is *odd*: its row is malformed here, and its
//! position is returned, for a reader that knows every notation.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::batch;
use crate::contract::{Engine, Limit};
use crate::status;

/// The first byte of an odd row: no digit, so that its row counts as malformed.
pub const ODD: u8 = u8::MAX;
/// A longer line is odd, whatever it holds: other notations have to look at it.
const LONGEST: usize = 1000;
/// Rows read and solved at a time: few enough for the caches, enough to keep threads busy.
const BLOCK: usize = 4096;
/// After this long, answers are returned before there are more of them.
const SPAN: Duration = Duration::from_millis(100);

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
        } else if !is_void(line) {
            rows.odd.push(OddLine {
                row: rows.count(),
                line: rows.lines,
                bytes: start..start + line.len(),
            });
            cells[0] = ODD;
            rows.cells.extend_from_slice(&cells);
        }
        rows.lines += 1;
    }
    rows
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

/// The answers to the rows of a text.
#[derive(Default)]
pub struct Answers {
    /// A line for each: the solution, or dots, and the status in a word. Odd rows have none.
    pub text: Vec<u8>,
    /// The odd rows, each with the place in that text where its answer belongs.
    pub gaps: Vec<(OddLine, usize)>,
    /// Rows, the odd ones included.
    pub rows: usize,
    /// The statuses that occur, as bits: `1 << UNIQUE` and so on.
    pub statuses: u8,
    /// Bytes of the puzzles' text that are done.
    pub end: usize,
    /// Lines of it that are done, those without a puzzle included.
    pub lines: usize,
}

/// Reads the rows of a text, solves them as [`batch::solve`] does, and writes the answers. That
/// ends with the text, with `most_odd` odd rows, or when it has taken long; None if `go_on` said
/// no.
pub fn solve(
    text: &[u8],
    most_odd: usize,
    engine: &dyn Engine,
    limit: &Limit,
    threads: usize,
    mut go_on: impl FnMut() -> bool,
) -> Option<Answers> {
    let started = Instant::now();
    let mut answers = Answers::default();
    answers.text.reserve(text.len() + text.len() / 8);
    while answers.end < text.len()
        && answers.gaps.len() < most_odd
        && (answers.end == 0 || started.elapsed() < SPAN)
    {
        let rest = &text[answers.end..];
        let rows = read(rest, engine.size(), BLOCK, most_odd - answers.gaps.len());
        let mut solutions = vec![0; rows.cells.len()];
        let (mut statuses, mut guesses) = (vec![0; rows.count()], vec![0; rows.count()]);
        let batch = batch::Rows {
            puzzles: &rows.cells,
            solutions: &mut solutions,
            status: &mut statuses,
            guesses: &mut guesses,
        };
        let finished = batch::solve(batch, engine, limit, threads, &mut go_on);
        if !finished {
            return None;
        }
        answers.add(&rows, &solutions, &statuses);
    }
    Some(answers)
}

impl Answers {
    /// Writes the answers to some more rows.
    fn add(&mut self, rows: &Rows, solutions: &[u8], statuses: &[u8]) {
        let mut odd = rows.odd.iter();
        for (solution, &status) in solutions.chunks_exact(rows.width).zip(statuses) {
            if status != status::MALFORMED {
                self.text.extend(solution.iter().map(symbol));
                self.text.extend_from_slice(word(status));
                self.statuses |= 1 << status;
            } else if let Some(odd) = odd.next() {
                let odd = OddLine {
                    row: self.rows + odd.row,
                    line: self.lines + odd.line,
                    bytes: self.end + odd.bytes.start..self.end + odd.bytes.end,
                };
                self.gaps.push((odd, self.text.len()));
            }
        }
        self.rows += rows.count();
        self.lines += rows.lines;
        self.end += rows.end;
    }
}

fn symbol(digit: &u8) -> u8 {
    if *digit == 0 { b'.' } else { b'0' + digit }
}

/// The end of an answer's line.
fn word(status: u8) -> &'static [u8] {
    match status {
        status::UNIQUE => b" unique\n",
        status::MULTIPLE => b" multiple\n",
        status::NO_SOLUTION => b" no-solution\n",
        status::FOUND => b" found\n",
        _ => b" unknown\n",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cells::{CELLS, SIZE};
    use crate::houses::Houses;
    use crate::lanes::Path;
    use crate::scalar::Scalar;
    use crate::small::{Layout, Small};

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const LIMIT: Limit = Limit {
        solutions: 2,
        nodes: u64::MAX,
        time: None,
        memory: None,
    };

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
    fn answers_have_the_size_of_their_boards() {
        let houses = Houses::of_boxes(2, 2).expect("a board");
        let layout = Layout::new(&houses).expect("a small board");
        let engine = Small::new(layout.into(), Path::Portable);
        let text = format!("...4..1.2.4..3..\n{EASY}\n................\n11..............");
        let answers = solve(text.as_bytes(), 9, &engine, &LIMIT, 1, || true).expect("no stop");
        let lines: Vec<&str> = str::from_utf8(&answers.text).unwrap().lines().collect();
        assert_eq!(lines[0], "1234341221434321 unique");
        assert!(lines[1].ends_with(" multiple"));
        assert_eq!(lines[2], "................ no-solution");
        assert_eq!((lines.len(), answers.rows, answers.gaps[0].1), (3, 4, 24));
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
        assert_eq!(&text[rows.odd[0].bytes.clone()], " oops");
        assert_eq!(&text[rows.odd[1].bytes.clone()], &EASY[1..]);

        let some = read(text.as_bytes(), SIZE, 9, 1);
        assert_eq!((some.lines, some.count()), (5, 3));
        assert_eq!(&text[some.end..][..81], EASY);
    }

    #[test]
    fn answers_come_in_order_with_gaps_for_the_odd() {
        let text = format!(
            "{EASY}\noops\n{}\n11{}\nx\n",
            ".".repeat(81),
            ".".repeat(79)
        );
        let answers =
            solve(text.as_bytes(), 9, &Scalar, &LIMIT, 2, || true).expect("nobody stopped it");
        let lines: Vec<&str> = str::from_utf8(&answers.text).unwrap().lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("534678912") && lines[0].ends_with("179 unique"));
        assert!(lines[1].ends_with(" multiple"));
        assert_eq!(lines[2], format!("{} no-solution", ".".repeat(81)));
        assert_eq!((answers.rows, answers.end), (5, text.len()));
        let gaps: Vec<_> = answers
            .gaps
            .iter()
            .map(|(odd, place)| (odd.line, *place))
            .collect();
        assert_eq!(gaps, [(1, lines[0].len() + 1), (4, answers.text.len())]);
        let seen = [status::UNIQUE, status::MULTIPLE, status::NO_SOLUTION];
        assert_eq!(
            answers.statuses,
            seen.iter().map(|status| 1 << status).sum()
        );
    }

    #[test]
    fn blocks_are_joined() {
        let puzzles = format!("{EASY}\n# no row\n").repeat(BLOCK + 9);
        let text = format!("{puzzles}odd\n{puzzles}odder");
        let (mut end, mut lines, mut rows, mut written) = (0, 0, 0, 0);
        while end < text.len() {
            let answers = solve(&text.as_bytes()[end..], 1, &Scalar, &LIMIT, 2, || true).unwrap();
            for (odd, place) in &answers.gaps {
                assert!(text[end..][odd.bytes.clone()].starts_with("odd"));
                assert_eq!((odd.row, *place), (answers.rows - 1, answers.text.len()));
            }
            end += answers.end;
            lines += answers.lines;
            rows += answers.rows;
            written += answers.text.iter().filter(|&&byte| byte == b'\n').count();
        }
        assert_eq!(lines, 4 * (BLOCK + 9) + 2);
        assert_eq!((rows, written), (2 * (BLOCK + 9) + 2, 2 * (BLOCK + 9)));
    }

    #[test]
    fn a_stop_leaves_no_answers() {
        let text = format!("{EASY}\n").repeat(200);
        assert!(solve(text.as_bytes(), 1, &Scalar, &LIMIT, 2, || false).is_none());
        let empty = solve(b"", 1, &Scalar, &LIMIT, 2, || false).expect("nothing to stop");
        assert!(empty.text.is_empty());
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
        fn what_is_written_is_read_again(
            digits in (4..=9_usize).prop_flat_map(|size| {
                prop::collection::vec(0..=size as u8, size * size)
            })
        ) {
            let line: Vec<u8> = digits.iter().map(symbol).collect();
            let rows = read(&line, digits.len().isqrt(), 2, 2);
            prop_assert_eq!((rows.cells, rows.odd.len()), (digits, 0));
        }
    }
}
