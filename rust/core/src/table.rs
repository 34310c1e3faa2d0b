//! Tables as text: the positions of the cells in plain rows, so that no copies are needed.
//!
//! ```text
//!   id,puzzle,name          3 columns
//!   7,53..7...,"one, two"   cells 0..1, 2..83, 85..93: a quoted one without its quotes
//! ```
//!
//! A row is *plain* if every cell is plain and there is one cell per column. A cell is plain if it has
//! no quotes, or quotes at both ends and nowhere else. A slower reader handles everything else:
//! quotes within quotes, line breaks within quotes, rows that are too long or too short.

/// The plain rows at the start of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Where each cell starts, row by row.
    pub starts: Vec<i64>,
    /// Where each cell ends.
    pub ends: Vec<i64>,
    /// The line number of each row, from 0.
    pub numbers: Vec<u32>,
    /// The number of lines read, including empty ones.
    pub lines: usize,
    /// The number of bytes read.
    pub end: usize,
}

/// Splits the rows of a text of whole lines, up to the first row that is not plain. Empty and blank
/// lines are skipped.
pub fn cut(text: &[u8], separator: u8, columns: usize) -> Cut {
    let mut cut = Cut::default();
    while cut.end < text.len() {
        let rest = &text[cut.end..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        let length = length.unwrap_or(rest.len());
        let line = rest[..length]
            .strip_suffix(b"\r")
            .unwrap_or(&rest[..length]);
        if !line.iter().all(u8::is_ascii_whitespace) {
            let kept = cut.starts.len();
            if !cut_row(
                line,
                cut.end,
                separator,
                columns,
                &mut cut.starts,
                &mut cut.ends,
            ) {
                cut.starts.truncate(kept);
                cut.ends.truncate(kept);
                return cut;
            }
            cut.numbers.push(cut.lines as u32);
        }
        cut.lines += 1;
        cut.end = text.len().min(cut.end + length + 1);
    }
    cut
}

/// Splits the row at an offset; false if it is not plain.
fn cut_row(
    line: &[u8],
    place: usize,
    separator: u8,
    columns: usize,
    starts: &mut Vec<i64>,
    ends: &mut Vec<i64>,
) -> bool {
    let mut start = 0;
    for column in 0..columns {
        let is_last = column + 1 == columns;
        let rest = &line[start..];
        let (skipped, length, next) = if let Some(quoted) = rest.strip_prefix(b"\"") {
            let Some(length) = quoted.iter().position(|&byte| byte == b'"') else {
                return false;
            };
            (1, length, length + 2)
        } else {
            let length = rest.iter().position(|&byte| byte == separator);
            let length = length.unwrap_or(rest.len());
            if rest[..length].contains(&b'"') {
                return false;
            }
            (0, length, length)
        };
        starts.push((place + start + skipped) as i64);
        ends.push((place + start + skipped + length) as i64);
        start += next;
        match line.get(start) {
            None => return is_last,
            Some(&byte) if byte == separator && !is_last => start += 1,
            Some(_) => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cells<'a>(text: &'a str, cut: &Cut) -> Vec<&'a str> {
        let ranges = cut.starts.iter().zip(&cut.ends);
        ranges
            .map(|(&start, &end)| &text[start as usize..end as usize])
            .collect()
    }

    #[test]
    fn plain_rows_are_cut_and_others_end_it() {
        let text = "1,abc,\r\n\n \n\"2\",\"a,b\",c d\n,,";
        let found = cut(text.as_bytes(), b',', 3);
        let expected = ["1", "abc", "", "2", "a,b", "c d", "", "", ""];
        assert_eq!(cells(text, &found), expected);
        assert_eq!((found.numbers, found.lines), (vec![0, 3, 4], 5));
        assert_eq!(found.end, text.len());
        for odd in [
            "1,2",
            "1,2,3,4",
            "1,\"a\"\"b\",3",
            "1,\"a",
            "1,a\"b,3",
            "1,\"a\"b,3",
        ] {
            let text = format!("1,2,3\n{odd}\n4,5,6\n");
            let found = cut(text.as_bytes(), b',', 3);
            assert_eq!(cells(&text, &found), ["1", "2", "3"], "{odd}");
            assert_eq!((found.end, found.lines), (6, 1));
        }
    }

    proptest! {
        #[test]
        fn what_has_no_quotes_is_split(
            rows in prop::collection::vec(prop::collection::vec("[a-c .]{0,3}", 2..=4), 0..9),
            columns in 2..=4_usize,
        ) {
            let lines: Vec<String> = rows.iter().map(|row| row.join(";")).collect();
            let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let found = cut(text.as_bytes(), b';', columns);
            let good: Vec<_> = rows.iter().take_while(|row| row.len() == columns).collect();
            let expected: Vec<&str> = good.iter().copied().flatten().map(String::as_str).collect();
            prop_assert_eq!(cells(&text, &found), expected);
            prop_assert_eq!(found.lines, good.len());
        }
    }
}
