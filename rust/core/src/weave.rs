//! Rows of text from columns: CSV, JSON or plain lines, depending on the literals between the cells.
//!
//! ```text
//!   {"puzzle": "   cells   ", "status": "   words   "}\n
//!   literal        column     literal       column    literal      -> one row, n times
//! ```

use std::io::Write;

/// How the texts of a column are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// Unchanged.
    None,
    /// In quotes if they contain a quote, a line break or this separator.
    Table(u8),
    /// In quotes, as JSON in ASCII.
    Json,
}

/// The values of a column, one for each row.
pub enum Values<'a> {
    /// The same bytes in every row.
    Same(&'a [u8]),
    /// Grids with this many cells, written with one symbol per digit.
    Cells(&'a [u8], usize),
    /// Whole numbers.
    Numbers(&'a [i64]),
    /// The number of a word for each row, and the words.
    Words(&'a [u8], Vec<&'a [u8]>),
    /// Parts of a text, with their starts and ends; UTF-8 if they are escaped.
    Texts(&'a [u8], &'a [i64], &'a [i64], Escape),
}

/// A column with the text around each value.
pub struct Column<'a> {
    /// The values of the rows.
    pub values: Values<'a>,
    /// Zero for a row without a value; None if every row has one.
    pub present: Option<&'a [u8]>,
    /// The text before a value.
    pub before: &'a [u8],
    /// The text after a value.
    pub after: &'a [u8],
    /// The text for a row without a value, instead of all three.
    pub absent: &'a [u8],
}

/// The largest digit that has a symbol, P.
const LARGEST: u8 = 25;

/// The symbol of an empty cell or a digit, by arithmetic: a compiler turns a loop over cells into
/// vector instructions, which a look-up in a table prevents (four times as slow).
#[inline]
fn symbol(digit: u8) -> u8 {
    let number = b'0' + digit;
    let letter = if digit > 9 { b'A' - b'9' - 1 } else { 0 };
    let dot = if digit == 0 { b'0' - b'.' } else { 0 };
    number + letter - dot
}

impl Column<'_> {
    /// The number of rows, if the column determines it.
    fn rows(&self) -> Option<usize> {
        match &self.values {
            Values::Same(_) => None,
            Values::Cells(cells, width) => Some(cells.len() / width),
            Values::Numbers(numbers) => Some(numbers.len()),
            Values::Words(codes, _) => Some(codes.len()),
            Values::Texts(_, starts, ends, _) => Some(starts.len().min(ends.len())),
        }
    }

    /// Returns what is wrong with the column for this number of rows; [`weave`] would panic.
    pub fn find_fault(&self, rows: usize) -> Option<&'static str> {
        if self.rows().is_some_and(|found| found != rows)
            || self.present.is_some_and(|present| present.len() != rows)
        {
            return Some("expected a value for each row");
        }
        let fits = match &self.values {
            Values::Cells(cells, width) => {
                let largest = cells.iter().fold(0, |most, &digit| digit.max(most));
                cells.len() == rows * width && largest <= LARGEST
            }
            Values::Words(codes, words) => {
                codes.iter().all(|&code| usize::from(code) < words.len())
            }
            Values::Texts(data, starts, ends, _) => {
                starts.iter().zip(*ends).all(|(&start, &end)| {
                    0 <= start
                        && start <= end
                        && usize::try_from(end).is_ok_and(|end| end <= data.len())
                })
            }
            Values::Same(_) | Values::Numbers(_) => true,
        };
        (!fits).then_some("expected digits up to 25, valid word numbers, and parts of the text")
    }

    fn write(&self, row: usize, text: &mut Vec<u8>) {
        if self.present.is_some_and(|present| present[row] == 0) {
            text.extend_from_slice(self.absent);
            return;
        }
        text.extend_from_slice(self.before);
        match &self.values {
            Values::Same(bytes) => text.extend_from_slice(bytes),
            Values::Cells(cells, width) => {
                let digits = cells[row * width..][..*width].iter();
                text.extend(digits.map(|&digit| symbol(digit)));
            }
            Values::Numbers(numbers) => {
                write!(text, "{}", numbers[row]).expect("a vector takes everything");
            }
            Values::Words(codes, words) => text.extend_from_slice(words[usize::from(codes[row])]),
            Values::Texts(data, starts, ends, escape) => {
                escape.write(&data[starts[row] as usize..ends[row] as usize], text);
            }
        }
        text.extend_from_slice(self.after);
    }
}

impl Escape {
    fn write(self, part: &[u8], text: &mut Vec<u8>) {
        match self {
            Escape::None => text.extend_from_slice(part),
            Escape::Table(separator) => {
                let is_special =
                    |byte: &u8| matches!(byte, b'"' | b'\n' | b'\r') || *byte == separator;
                if !part.iter().any(is_special) {
                    text.extend_from_slice(part);
                    return;
                }
                text.push(b'"');
                for &byte in part {
                    text.push(byte);
                    if byte == b'"' {
                        text.push(byte);
                    }
                }
                text.push(b'"');
            }
            Escape::Json => write_json(&String::from_utf8_lossy(part), text),
        }
    }
}

fn write_json(part: &str, text: &mut Vec<u8>) {
    text.push(b'"');
    for sign in part.chars() {
        match sign {
            '"' | '\\' => text.extend([b'\\', sign as u8]),
            '\n' => text.extend(b"\\n"),
            '\r' => text.extend(b"\\r"),
            '\t' => text.extend(b"\\t"),
            '\u{8}' => text.extend(b"\\b"),
            '\u{c}' => text.extend(b"\\f"),
            ' '..='~' => text.push(sign as u8),
            _ => {
                for unit in sign.encode_utf16(&mut [0; 2]) {
                    write!(text, "\\u{unit:04x}").expect("a vector takes everything");
                }
            }
        }
    }
    text.push(b'"');
}

/// Writes the rows one after the other, each with the cells of all columns.
///
/// # Panics
/// If a column has a fault.
pub fn weave(rows: usize, columns: &[Column<'_>]) -> Vec<u8> {
    let mut text = Vec::new();
    for row in 0..rows {
        for column in columns {
            column.write(row, &mut text);
        }
        if row == 0 {
            // The other rows are about as long.
            text.reserve(text.len() * (rows + rows / 16));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(values: Values<'_>) -> Column<'_> {
        Column {
            values,
            present: None,
            before: b"",
            after: b"",
            absent: b"",
        }
    }

    #[test]
    fn columns_are_woven_row_by_row() {
        let columns = [
            plain(Values::Cells(&[0, 9, 10, 25], 2)),
            Column {
                values: Values::Numbers(&[-7, 12]),
                present: Some(&[0, 1]),
                before: b" (",
                after: b")",
                absent: b" -",
            },
            plain(Values::Same(b" ")),
            plain(Values::Words(&[1, 0], vec![b"no", b"yes"])),
            plain(Values::Same(b"\n")),
        ];
        assert!(columns.iter().all(|column| column.find_fault(2).is_none()));
        assert_eq!(weave(2, &columns), b".9 - yes\nAP (12) no\n");
        assert_eq!(weave(0, &[]), b"");
    }

    #[test]
    fn texts_are_escaped_where_they_have_to_be() {
        let data = "a,b\"c\u{e9}\u{1f600}\n\u{7f}";
        let ends = [1, 3, 5, data.len() as i64];
        let starts = [0, 0, 3, 5];
        let texts = |escape| plain(Values::Texts(data.as_bytes(), &starts, &ends, escape));
        let lines = |escape| {
            let columns = [texts(escape), plain(Values::Same(b"|"))];
            String::from_utf8(weave(4, &columns)).unwrap()
        };
        assert_eq!(lines(Escape::None), format!("a|a,b|\"c|{}|", &data[5..]));
        assert_eq!(
            lines(Escape::Table(b',')),
            format!("a|\"a,b\"|\"\"\"c\"|\"{}\"|", &data[5..])
        );
        assert!(lines(Escape::Table(b';')).starts_with("a|a,b|"));
        assert_eq!(
            lines(Escape::Json),
            r#""a"|"a,b"|"\"c"|"\u00e9\ud83d\ude00\n\u007f"|"#
        );
    }

    #[test]
    fn faults_are_found() {
        let faulty = [
            plain(Values::Cells(&[1, 26], 1)),
            plain(Values::Cells(&[1, 2, 3], 2)),
            plain(Values::Numbers(&[1])),
            plain(Values::Words(&[0, 2], vec![b"a", b"b"])),
            plain(Values::Texts(b"abc", &[0, 2], &[1, 4], Escape::None)),
            plain(Values::Texts(b"abc", &[0, -1], &[1, 1], Escape::None)),
            plain(Values::Texts(b"abc", &[0, 2], &[1, 1], Escape::None)),
            Column {
                present: Some(&[1]),
                ..plain(Values::Same(b""))
            },
        ];
        for column in faulty {
            assert!(column.find_fault(2).is_some());
        }
    }
}
