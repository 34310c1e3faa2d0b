//! Steps: what a technique found, what to draw, and why it is true.

use super::proof::Inference;

/// A candidate. The digit is counted from 0 here; the border to Python counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cand {
    /// The cell, row-major from 0.
    pub cell: u16,
    /// The digit, from 0.
    pub digit: u8,
}

impl Cand {
    /// A candidate of a cell and a digit, both counted from 0.
    #[inline]
    pub const fn new(cell: usize, digit: usize) -> Cand {
        Cand {
            cell: cell as u16,
            digit: digit as u8,
        }
    }
}

/// Candidates of one digit, one for each cell.
pub fn cands(cells: impl IntoIterator<Item = usize>, digit: usize) -> Vec<Cand> {
    cells
        .into_iter()
        .map(|cell| Cand::new(cell, digit))
        .collect()
}

/// An inference that is drawn as an arrow: between candidates, or groups of one digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// Where it starts.
    pub start: Vec<Cand>,
    /// Where it ends.
    pub end: Vec<Cand>,
    /// True if one of the two is true; else one of the two is false.
    pub strong: bool,
}

/// Every role of a mark, as in `nonet.core.step.ROLES` in Python.
pub const ROLES: [&str; 19] = [
    "placed",
    "eliminated",
    "pattern",
    "base",
    "cover",
    "fin",
    "on",
    "off",
    "set-a",
    "set-b",
    "set-c",
    "set-d",
    "cause",
    "chosen",
    "refused",
    "conflict",
    "repeated",
    "clashing",
    "differing",
];

/// Something to point out: what it is to the step, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The role.
    pub role: &'static str,
    /// Cells.
    pub cells: Vec<usize>,
    /// Candidates.
    pub candidates: Vec<Cand>,
    /// Houses, by number.
    pub houses: Vec<usize>,
    /// Links, in the order of the chain.
    pub links: Vec<Link>,
}

impl Mark {
    /// A mark of candidates.
    pub fn candidates(role: &'static str, candidates: Vec<Cand>) -> Mark {
        Mark {
            role,
            candidates,
            ..Mark::default()
        }
    }

    /// A mark of cells.
    pub fn cells(role: &'static str, cells: impl IntoIterator<Item = usize>) -> Mark {
        Mark {
            role,
            cells: cells.into_iter().collect(),
            ..Mark::default()
        }
    }

    /// A mark of houses.
    pub fn houses(role: &'static str, houses: impl IntoIterator<Item = usize>) -> Mark {
        Mark {
            role,
            houses: houses.into_iter().collect(),
            ..Mark::default()
        }
    }

    /// A mark of links.
    pub fn links(role: &'static str, links: Vec<Link>) -> Mark {
        Mark {
            role,
            links,
            ..Mark::default()
        }
    }
}

/// What follows from a board by one technique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step {
    /// The number of the technique in `table::TECHNIQUES`.
    pub technique: usize,
    /// Digits to place.
    pub placements: Vec<Cand>,
    /// Candidates to remove, each of which is on the board.
    pub eliminations: Vec<Cand>,
    /// What to draw.
    pub marks: Vec<Mark>,
    /// Why it is true; empty if nothing is shown, as with brute force.
    pub proof: Vec<Inference>,
    /// Sudoku Explainer's rating of this very step in tenths, where it differs from the
    /// technique's (longer chains are rated higher).
    pub se_rating: Option<u16>,
    /// The length of a chain: links, as HoDoKu counts, or nodes for Sudoku Explainer's chains; 0 if
    /// it is none.
    pub length: u32,
}

impl Step {
    /// Sorts candidates, cells and houses, each of them once: the order in which a search finds them
    /// means nothing. Links keep their order.
    pub fn sort(&mut self) {
        tidy(&mut self.placements);
        tidy(&mut self.eliminations);
        for mark in &mut self.marks {
            tidy(&mut mark.cells);
            tidy(&mut mark.candidates);
            tidy(&mut mark.houses);
            for link in &mut mark.links {
                tidy(&mut link.start);
                tidy(&mut link.end);
            }
        }
    }
}

fn tidy<T: Ord>(items: &mut Vec<T>) {
    items.sort_unstable();
    items.dedup();
}
