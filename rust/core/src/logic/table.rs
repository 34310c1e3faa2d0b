//! The table of techniques: one line each. Words, scores and orders are data that Python reads.

use super::search::{Find, Technique};
use super::{locked, singles, subsets};

/// All techniques. Their numbers are their places here.
pub static TECHNIQUES: &[Technique] = &number([
    of("full-house", singles::full_house, 0),
    of("hidden-single", singles::hidden, 0),
    of("naked-single", singles::naked, 0),
    of("pointing", locked::find, 0),
    of("claiming", locked::find, 1),
    of("locked-pair", subsets::locked, 2),
    of("locked-triple", subsets::locked, 3),
    of("naked-pair", subsets::naked, 2),
    of("naked-triple", subsets::naked, 3),
    of("naked-quad", subsets::naked, 4),
    of("hidden-pair", subsets::hidden, 2),
    of("hidden-triple", subsets::hidden, 3),
    of("hidden-quad", subsets::hidden, 4),
]);

/// The technique with a name.
pub fn technique(name: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|technique| technique.name == name)
}

const fn of(name: &'static str, find: Find, size: usize) -> Technique {
    Technique {
        number: 0,
        name,
        find,
        size,
    }
}

const fn number<const N: usize>(mut table: [Technique; N]) -> [Technique; N] {
    let mut place = 0;
    while place < N {
        table[place].number = place;
        place += 1;
    }
    table
}
