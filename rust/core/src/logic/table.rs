//! The table of techniques: one line each. Words, scores and orders are data that Python reads.

use super::forcing;
use super::search::{Find, Technique};
use super::singles;

/// All techniques. Their numbers are their places here.
pub static TECHNIQUES: &[Technique] = &number([
    of("full-house", singles::full_house, 0),
    of("hidden-single", singles::hidden, 0),
    of("naked-single", singles::naked, 0),
    of("bidirectional-x-cycle", forcing::find, 0),
    of("bidirectional-y-cycle", forcing::find, 0),
    of("bidirectional-cycle", forcing::find, 0),
    of("forcing-x-chain", forcing::find, 0),
    of("forcing-chain", forcing::find, 0),
    of("nishio", forcing::find, 1),
    of("region-forcing-chains", forcing::find, 2),
    of("cell-forcing-chains", forcing::find, 2),
    of("dynamic-contradiction-forcing-chains", forcing::find, 3),
    of("dynamic-double-forcing-chains", forcing::find, 3),
    of("dynamic-region-forcing-chains", forcing::find, 3),
    of("dynamic-cell-forcing-chains", forcing::find, 3),
    of(
        "dynamic-contradiction-forcing-chains-plus",
        forcing::find,
        4,
    ),
    of("dynamic-double-forcing-chains-plus", forcing::find, 4),
    of("dynamic-region-forcing-chains-plus", forcing::find, 4),
    of("dynamic-cell-forcing-chains-plus", forcing::find, 4),
    of(
        "dynamic-contradiction-forcing-chains-plus-chains",
        forcing::find,
        5,
    ),
    of(
        "dynamic-double-forcing-chains-plus-chains",
        forcing::find,
        5,
    ),
    of(
        "dynamic-region-forcing-chains-plus-chains",
        forcing::find,
        5,
    ),
    of("dynamic-cell-forcing-chains-plus-chains", forcing::find, 5),
    of(
        "dynamic-contradiction-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-double-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-region-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-cell-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-contradiction-forcing-chains-plus-dynamic",
        forcing::find,
        7,
    ),
    of(
        "dynamic-double-forcing-chains-plus-dynamic",
        forcing::find,
        7,
    ),
    of(
        "dynamic-region-forcing-chains-plus-dynamic",
        forcing::find,
        7,
    ),
    of("dynamic-cell-forcing-chains-plus-dynamic", forcing::find, 7),
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
