//! Why a literal holds, and which rule an assignment violates.

use super::clauses::Clause;

/// Why a literal holds, in 32 bits: a kind and a number.
///
/// ```text
///   bit   31 30 29  28                      0
///        [  kind  ][ number                  ]
///
///   0  nothing: it was guessed, or holds for good
///   1  Excluded   the variable that is true
///   2  Last       the group
///   3  Clause     the index in the arena
///   4  Locked     the side
/// ```
///
/// An enum with a number in it would take twice the memory, and reasons are written with every
/// assignment. 29 bits are enough: a board of 255x255 has at most 2^24 candidates and fewer groups
/// still, and the portfolio ends an arena at 2^28 words (its `MOST_MEMORY`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reason(u32);

/// A [`Reason`] taken apart.
pub(super) enum Cause {
    /// It was guessed, or holds for good.
    None,
    /// This other candidate, of one of its groups or a rival, is true.
    Excluded(usize),
    /// All others of a group are false.
    Last(usize),
    /// All others of a clause are false.
    Clause(Clause),
    /// The others of a group on this side of a segment are false.
    Locked(usize),
}

/// Where the kind begins.
const KIND: u32 = 29;
const NUMBER: u32 = (1 << KIND) - 1;

impl Reason {
    pub(super) const NONE: Reason = Reason(0);

    #[inline(always)]
    pub(super) fn excluded(variable: usize) -> Reason {
        Reason(1 << KIND | variable as u32)
    }

    #[inline(always)]
    pub(super) fn last(group: usize) -> Reason {
        Reason(2 << KIND | group as u32)
    }

    #[inline(always)]
    pub(super) fn clause(clause: Clause) -> Reason {
        Reason(3 << KIND | clause.0)
    }

    #[inline(always)]
    pub(super) fn locked(side: usize) -> Reason {
        Reason(4 << KIND | side as u32)
    }

    #[inline(always)]
    pub(super) fn cause(self) -> Cause {
        let number = self.0 & NUMBER;
        match self.0 >> KIND {
            0 => Cause::None,
            1 => Cause::Excluded(number as usize),
            2 => Cause::Last(number as usize),
            3 => Cause::Clause(Clause(number)),
            _ => Cause::Locked(number as usize),
        }
    }
}

/// A rule or a clause that the assignment violates: where the analysis begins.
pub(super) enum Conflict {
    /// Both candidates are true, and they share a group or are rivals.
    Two(usize, usize),
    /// Every candidate of a group is false.
    Empty(usize),
    /// Every literal of a clause is false.
    Clause(Clause),
    /// A side, and a candidate that is true although the side's others, all of them false, exclude
    /// it.
    Locked(usize, usize),
}
