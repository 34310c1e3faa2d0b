//! JSON Lines as a table: the positions of the values in plain objects, so that no copies are needed.
//!
//! ```text
//!   {"puzzle": "53..7...", "rating": 1.2, "name": null}
//!               text 12..20           scalar    null: nothing
//! ```
//!
//! An object is *plain* if it has the expected fields in the expected order, and if every value is a
//! text without escapes, a short number, `true`, `false` or `null`. A slower reader handles everything
//! else: other fields, lists, objects, escapes, and what is not JSON at all.

/// The kind of a value whose position is that of the text between the quotes.
pub const TEXT: u8 = 0;
/// The kind of a number, `true` or `false`.
pub const SCALAR: u8 = 1;
/// The kind of `null`, which has an empty position.
pub const NULL: u8 = 2;

/// Longer numbers may not fit, which the slower reader finds out.
const LONGEST_NUMBER: usize = 20;

/// The plain objects at the start of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Where each value starts, row by row.
    pub starts: Vec<i64>,
    /// Where each value ends.
    pub ends: Vec<i64>,
    /// The kind of each value.
    pub kinds: Vec<u8>,
    /// The line number of each row, from 0.
    pub numbers: Vec<u32>,
    /// The number of lines read, including empty ones.
    pub lines: usize,
    /// The number of bytes read.
    pub end: usize,
}

/// Finds the values in the objects of a text of whole lines, up to the first object that is not plain.
/// `names` are the expected fields with their quotes. Empty and blank lines are skipped.
pub fn cut(text: &[u8], names: &[Vec<u8>]) -> Cut {
    let mut cut = Cut::default();
    while cut.end < text.len() {
        let rest = &text[cut.end..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        let length = length.unwrap_or(rest.len());
        if !rest[..length].iter().all(u8::is_ascii_whitespace) {
            let kept = cut.kinds.len();
            let mut scan = Scan {
                text: &text[..cut.end + length],
                place: cut.end,
            };
            if cut_object(&mut scan, names, &mut cut).is_none() {
                cut.starts.truncate(kept);
                cut.ends.truncate(kept);
                cut.kinds.truncate(kept);
                return cut;
            }
            cut.numbers.push(cut.lines as u32);
        }
        cut.lines += 1;
        cut.end = text.len().min(cut.end + length + 1);
    }
    cut
}

/// Finds the values of one object; None if it is not plain.
fn cut_object(scan: &mut Scan<'_>, names: &[Vec<u8>], cut: &mut Cut) -> Option<()> {
    scan.token(b"{")?;
    for (number, name) in names.iter().enumerate() {
        if number > 0 {
            scan.token(b",")?;
        }
        scan.token(name)?;
        scan.token(b":")?;
        scan.skip_space();
        let (start, end, kind) = scan.value()?;
        cut.starts.push(start as i64);
        cut.ends.push(end as i64);
        cut.kinds.push(kind);
    }
    scan.token(b"}")?;
    scan.skip_space();
    (scan.place == scan.text.len()).then_some(())
}

/// A place in a text.
struct Scan<'a> {
    text: &'a [u8],
    place: usize,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.place..]
    }

    fn skip_space(&mut self) {
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
        self.place += self.rest().iter().take_while(is_space).count();
    }

    /// Skips space and what is expected after it; None if something else is there.
    fn token(&mut self, expected: &[u8]) -> Option<()> {
        self.skip_space();
        self.rest().starts_with(expected).then(|| {
            self.place += expected.len();
        })
    }

    /// Skips a value and returns its start, end and kind; None if it is not plain.
    fn value(&mut self) -> Option<(usize, usize, u8)> {
        let start = self.place;
        let rest = self.rest();
        if let Some(text) = rest.strip_prefix(b"\"") {
            let is_end = |&byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1F);
            let length = text.iter().position(is_end)?;
            if text[length] != b'"' {
                return None;
            }
            self.place += length + 2;
            return Some((start + 1, start + 1 + length, TEXT));
        }
        let length = match rest.first()? {
            b'n' if rest.starts_with(b"null") => {
                self.place += 4;
                return Some((start, start, NULL));
            }
            b't' if rest.starts_with(b"true") => 4,
            b'f' if rest.starts_with(b"false") => 5,
            _ => number_length(rest)?,
        };
        self.place += length;
        Some((start, start + length, SCALAR))
    }
}

/// The length of the number at the start of a text, by the grammar of JSON; None if there is none.
fn number_length(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut end = usize::from(text.first() == Some(&b'-'));
    let whole = digits(end);
    if whole == 0 || (whole > 1 && text[end] == b'0') {
        return None;
    }
    end += whole;
    if text.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        end += 1 + fraction;
        if fraction == 0 {
            return None;
        }
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let power = digits(end + 1 + sign);
        end += 1 + sign + power;
        if power == 0 {
            return None;
        }
    }
    (end <= LONGEST_NUMBER).then_some(end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(names: &[&str]) -> Vec<Vec<u8>> {
        let quoted = names.iter().map(|name| format!("\"{name}\"").into_bytes());
        quoted.collect()
    }

    fn values<'a>(text: &'a str, cut: &Cut) -> Vec<(&'a str, u8)> {
        let places = cut.starts.iter().zip(&cut.ends).zip(&cut.kinds);
        places
            .map(|((&start, &end), &kind)| (&text[start as usize..end as usize], kind))
            .collect()
    }

    #[test]
    fn plain_objects_are_cut_and_others_end_it() {
        let first = "{\"a\": \"x, }\", \"b\":-1.5e3}\r\n\n";
        let second = " {\t\"a\" :null ,\"b\": true } ";
        let text = format!("{first}{second}");
        let found = cut(text.as_bytes(), &names(&["a", "b"]));
        let expected = [
            ("x, }", TEXT),
            ("-1.5e3", SCALAR),
            ("", NULL),
            ("true", SCALAR),
        ];
        assert_eq!(values(&text, &found), expected);
        assert_eq!((&found.numbers, found.lines), (&vec![0, 2], 3));
        assert_eq!(found.end, text.len());
        for odd in [
            r#"{"a": 1}"#,
            r#"{"b": 1, "a": 2}"#,
            r#"{"a": 1, "b": 2, "c": 3}"#,
            r#"{"a": 1, "b": [2]}"#,
            r#"{"a": 1, "b": "\n"}"#,
            r#"{"a": 1, "b": "2}"#,
            r#"{"a": 1, "b": 02}"#,
            r#"{"a": 1, "b": 2.}"#,
            r#"{"a": 1, "b": .2}"#,
            r#"{"a": 1, "b": 2e}"#,
            r#"{"a": 1, "b": -}"#,
            r#"{"a": 1, "b": 123456789012345678901}"#,
            r#"{"a": 1, "b": nul}"#,
            r#"{"a": 1, "b": NaN}"#,
            r#"{"a": 1, "b": 2} 3"#,
            r#"{"a": 1, "b": 2,}"#,
            r#"{"a": 1 "b": 2}"#,
            "{\"a\": 1, \"b\": \"\t\"}",
            "# a comment",
            "{",
        ] {
            let text = format!("{first}{odd}\n{second}");
            let found = cut(text.as_bytes(), &names(&["a", "b"]));
            assert_eq!(values(&text, &found), expected[..2], "{odd}");
            assert_eq!((found.end, found.lines), (first.len(), 2), "{odd}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_cut_within_their_bounds(text in prop::collection::vec(0..=127_u8, 0..80)) {
            let mut line = b"{\"a\": ".to_vec();
            line.extend(&text);
            line.push(b'}');
            let found = cut(&line, &names(&["a"]));
            for (&start, &end) in found.starts.iter().zip(&found.ends) {
                prop_assert!(0 <= start && start <= end && end as usize <= line.len());
            }
        }

        #[test]
        fn numbers_are_read_to_their_end(number in "-?(0|[1-9][0-9]{0,5})([.][0-9]{1,4})?([eE][+-]?[0-9]{1,2})?") {
            prop_assert_eq!(number_length(format!("{number},").as_bytes()), Some(number.len()));
        }
    }
}
