//! What was proved about a puzzle, as one byte. Python's `nonet.Status` has the same values, and
//! a test compares the two.

/// There is exactly one solution (proved).
pub const UNIQUE: u8 = 1;
/// At least two solutions were seen.
pub const MULTIPLE: u8 = 2;
/// There is no solution (proved).
pub const NO_SOLUTION: u8 = 3;
/// One solution was seen; whether it is the only one was not decided.
pub const FOUND: u8 = 4;
/// Stopped by a limit before any solution was seen.
pub const UNKNOWN: u8 = 5;
/// The row is not a puzzle.
pub const MALFORMED: u8 = 6;

/// The status that `seen` solutions prove, given whether the search went through everything.
pub fn of_search(seen: u64, exhausted: bool) -> u8 {
    match (seen, exhausted) {
        (0, true) => NO_SOLUTION,
        (0, false) => UNKNOWN,
        (1, true) => UNIQUE,
        (1, false) => FOUND,
        _ => MULTIPLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_says_only_what_was_proved() {
        assert_eq!(of_search(0, true), NO_SOLUTION);
        assert_eq!(of_search(0, false), UNKNOWN);
        assert_eq!(of_search(1, true), UNIQUE);
        assert_eq!(of_search(1, false), FOUND);
        assert_eq!(of_search(2, false), MULTIPLE);
        assert_eq!(of_search(9, true), MULTIPLE);
    }
}
