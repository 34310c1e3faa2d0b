//! Proofs: the reasoning of a step as small inferences, which Python's `nonet.logic.checker`
//! checks without any code from here.
//!
//! A list of inferences is read from the top. What is known grows: candidates that are *on*
//! (true) and *off* (false, beside those the board no longer has). A step holds if its
//! placements are on and its eliminations off at the end.

use super::step::Cand;

/// A set of candidates of which at least one is true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// The candidates of a cell.
    Cell(usize),
    /// The candidates of a digit in a house: (house, digit).
    House(usize, usize),
    /// The extra candidates of a deadly pattern, which only uniqueness makes true.
    Deadly(Deadly),
}

/// A set of cells that could be filled in two ways if it held nothing but its own digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deadly {
    /// Cells, none of them given, that hold two digits alternately: every house has none or two
    /// of them. Extra candidates are those of other digits; a placed cell has none.
    Loop {
        /// The cells.
        cells: Vec<usize>,
        /// The two digits.
        digits: [usize; 2],
    },
    /// All open cells: without the extra candidates every cell has two candidates, and every
    /// house each of its digits twice or not at all.
    Bug {
        /// The extra candidates.
        extra: Vec<Cand>,
    },
}

/// A small inference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Inference {
    /// Counting. Each truth has at least one true candidate, each link (candidates that exclude
    /// each other pairwise) at most one. Let every candidate weigh the number of links minus the
    /// number of truths that it is in. If no candidate weighs less than 0, one that weighs more
    /// than links - truths is false.
    ///
    /// ```text
    ///   X-wing: truths  5 in row 2, 5 in row 7       rank 2 - 2 = 0
    ///           links   5 in column 3, 5 in column 8
    ///           a 5 of column 3 outside the rows is in one link and no truth: 1 > 0, false
    /// ```
    Count {
        /// The truths.
        truths: Vec<Truth>,
        /// The links.
        links: Vec<Vec<Cand>>,
        /// What is false.
        off: Vec<Cand>,
    },
    /// All other candidates of the truth are off, so this one is on.
    Last {
        /// The truth.
        truth: Truth,
        /// What is on.
        on: Cand,
    },
    /// A candidate is on, so those that it excludes are off.
    Sees {
        /// What is on.
        on: Cand,
        /// What is off.
        off: Vec<Cand>,
    },
    /// Every candidate of the truth is off: a contradiction.
    Empty {
        /// The truth.
        truth: Truth,
    },
    /// Suppose a candidate is on (or off). What follows ends in a contradiction (an `Empty`, or a
    /// candidate that is both on and off), so the opposite holds.
    Suppose {
        /// The candidate.
        candidate: Cand,
        /// True to suppose that it is on.
        on: bool,
        /// What follows.
        then: Vec<Inference>,
    },
    /// One candidate of the truth is on. Whichever it is, `on` and `off` hold at the end of its
    /// branch, or it ends in a contradiction. Every candidate that is not off has a branch.
    Cases {
        /// The truth.
        truth: Truth,
        /// The branches.
        branches: Vec<(Cand, Vec<Inference>)>,
        /// What is on in the end.
        on: Vec<Cand>,
        /// What is off in the end.
        off: Vec<Cand>,
    },
    /// A candidate is on or off: the same with two branches.
    Either {
        /// The candidate.
        candidate: Cand,
        /// What follows if it is on.
        then: Vec<Inference>,
        /// What follows if it is off.
        otherwise: Vec<Inference>,
        /// What is on in the end.
        on: Vec<Cand>,
        /// What is off in the end.
        off: Vec<Cand>,
    },
}
