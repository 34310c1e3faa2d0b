//! Sudoku Explainer's ratings of chains, in tenths, and which of several chains it prefers.

/// What a chain of some nodes is rated: its base, and a tenth more for every threshold of 4, 6, 8,
/// 12, 16, 24 … that the number of nodes less 2 exceeds.
pub(super) fn rating(base: u16, nodes: usize) -> u16 {
    let (mut threshold, mut steps) = (4, 0);
    while nodes.saturating_sub(2) > threshold {
        threshold = if steps % 2 == 0 {
            threshold * 3 / 2
        } else {
            threshold * 4 / 3
        };
        steps += 1;
    }
    base + steps
}

/// The rank of a chain among others; the least is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) rating: u16,
    pub(super) nodes: usize,
    pub(super) kind: u8,
    /// When it was found: all else being equal, the first one counts.
    pub(super) turn: u64,
}

/// Takes what a search finds: all of it, or the preferred one alone.
pub(super) struct Collector<T> {
    found: Vec<(Rank, T)>,
    turns: u64,
    wants_all: bool,
}

impl<T> Collector<T> {
    pub(super) fn new(wants_all: bool) -> Collector<T> {
        Collector {
            found: Vec::new(),
            turns: 0,
            wants_all,
        }
    }

    /// True if nothing was found so far.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What was found so far.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(Rank, T)> {
        self.found.iter()
    }

    /// Goes on as if so many parts of the search were over: they may be searched in any order.
    pub(super) fn begin_part(&mut self, part: usize) {
        self.turns = (part as u64) << 32;
    }

    /// True if a chain of so many nodes or more cannot be preferred to what was found.
    #[inline]
    pub(super) fn is_worse(&self, base: u16, kind: u8, nodes: usize) -> bool {
        !self.wants_all
            && self.found.first().is_some_and(|(best, _)| {
                let rank = Rank {
                    rating: rating(base, nodes),
                    nodes,
                    kind,
                    turn: self.turns,
                };
                rank >= *best
            })
    }

    /// The most nodes that are of interest.
    pub(super) fn most_nodes(&self, base: u16, kind: u8) -> usize {
        if self.wants_all || self.found.is_empty() {
            return MOST_NODES;
        }
        most_nodes(|nodes| !self.is_worse(base, kind, nodes))
    }

    /// Takes a chain, if it is wanted.
    pub(super) fn offer(&mut self, base: u16, kind: u8, nodes: usize, chain: impl FnOnce() -> T) {
        let (turn, is_worse) = (self.turns, self.is_worse(base, kind, nodes));
        self.turns += 1;
        if is_worse {
            return;
        }
        if !self.wants_all {
            self.found.clear();
        }
        let rating = rating(base, nodes);
        let rank = Rank {
            rating,
            nodes,
            kind,
            turn,
        };
        self.found.push((rank, chain()));
    }

    /// Passes over a chain that is worse.
    #[inline]
    pub(super) fn skip(&mut self) {
        self.turns += 1;
    }

    /// What was found, the preferred ones first.
    pub(super) fn into_sorted(mut self) -> Vec<(Rank, T)> {
        self.found.sort_by_key(|(rank, _)| *rank);
        self.found
    }
}

/// No chain without nesting is as long as this.
const MOST_NODES: usize = 1 << 14;

/// The most nodes that are of interest, if fewer are as well.
pub(super) fn most_nodes(is_of_interest: impl Fn(usize) -> bool) -> usize {
    let (mut least, mut beyond) = (0, MOST_NODES);
    while least + 1 < beyond {
        let middle = (least + beyond) / 2;
        if is_of_interest(middle) {
            least = middle;
        } else {
            beyond = middle;
        }
    }
    least
}
