//! The contract of a technique: a function that finds its steps on a grid.

use std::ops::ControlFlow;

use super::grid::{Digits, Grid};
use super::step::Step;

/// Whether to go on looking.
pub type Flow = ControlFlow<()>;

/// Takes steps as they are found; `Break` means that it has enough.
pub type Sink<'a> = dyn FnMut(Step) -> Flow + 'a;

/// Finds all steps of a technique on a grid, in a fixed order. A step has a gain: it places a
/// digit or removes a candidate that is there. Nothing is found twice.
pub type Find = fn(&Grid, &Technique, &Options, &mut Sink<'_>) -> Flow;

/// A line of the table: a name, and who finds it.
#[derive(Clone, Copy)]
pub struct Technique {
    /// Its number in the table, which steps carry.
    pub number: usize,
    /// Its name; words and scores under this name are data that Python reads.
    pub name: &'static str,
    /// The finder of its family.
    pub find: Find,
    /// What the family is asked for: the size of a subset or fish, a type of uniqueness.
    pub size: usize,
    /// True if its patterns depend on the places of one digit only.
    pub is_of_one_digit: bool,
}

impl Technique {
    /// A step of this technique.
    pub fn step(&self) -> Step {
        Step {
            technique: self.number,
            ..Step::default()
        }
    }
}

/// What a search may use, for tests that compare with other programs. Everything is allowed by
/// default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Almost locked sets may share cells.
    pub als_overlap: bool,
    /// ALS chains may go back to sets that come earlier in the order of the search.
    pub backward_als_chains: bool,
    /// Almost locked sets may be nodes of chains.
    pub als_nodes: bool,
    /// Two kites or empty rectangles on the same cells count as one step (dual).
    pub duals: bool,
    /// Two fish with the same base but other fins count as one step (siamese).
    pub siamese: bool,
    /// Uniqueness patterns may lack candidates.
    pub missing_candidates: bool,
    /// A rectangle may lack digits that placed ones exclude, and counts with every pair of digits
    /// that fits, not only with the first.
    pub loose_rectangles: bool,
    /// A rectangle of type 3 eliminates from all houses of its two cells, not only from those that
    /// hold its subset too.
    pub all_houses: bool,
    /// Empty rectangles may have two candidates only.
    pub small_empty_rectangles: bool,
    /// Every chain counts, not only the shortest for an elimination.
    pub all_chains: bool,
    /// The digits whose patterns techniques of one digit look for.
    pub digits: Digits,
}

impl Options {
    /// Everything is allowed.
    pub const ALL: Options = Options {
        als_overlap: true,
        backward_als_chains: true,
        als_nodes: true,
        duals: true,
        siamese: true,
        missing_candidates: true,
        loose_rectangles: true,
        all_houses: true,
        small_empty_rectangles: true,
        all_chains: true,
        digits: Digits::MAX,
    };
}

impl Options {
    /// The digits that techniques of one digit look at, ascending.
    pub(super) fn digits_of(&self, grid: &Grid) -> impl Iterator<Item = usize> + use<> {
        let digits = self.digits;
        (0..grid.geometry.size).filter(move |&digit| digits >> digit & 1 == 1)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::ALL
    }
}
