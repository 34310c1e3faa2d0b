//! The table of techniques: one line each. Words, scores and orders are data that Python reads.

use super::chains::loops;
use super::search::{Find, Technique};
use super::singles;

/// All techniques. Their numbers are their places here.
pub static TECHNIQUES: &[Technique] = &number([
    of("full-house", singles::full_house, 0),
    of("hidden-single", singles::hidden, 0),
    of("naked-single", singles::naked, 0),
    of("continuous-nice-loop", loops::find, 0),
    of("discontinuous-nice-loop", loops::find, 1),
    of("aic", loops::find, 2),
    of("grouped-continuous-nice-loop", loops::find, 3),
    of("grouped-discontinuous-nice-loop", loops::find, 4),
    of("grouped-aic", loops::find, 5),
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
