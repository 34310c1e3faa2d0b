//! Almost locked sets: cells of a house with one digit more than cells.
//!
//! ```text
//!   12 | 134 | 24      three cells, four digits: if one digit is gone from the set, the other
//!                      three are locked in it
//! ```
//! A digit is a *restricted common* of two sets if every place of it in one set sees every place
//! of it in the other: at most one of the sets has it, so the other is locked.

use std::sync::Arc;

use super::cellset::CellSet;
use super::geometry::MAX_SIZE;
use super::grid::{Digits, Grid, digits_of};
use super::proof::Truth;
use super::step::{Cand, Mark, cands};
use super::wings::cells_with_candidates;

/// The most cells of a set. A 9x9 house has no larger one; on larger boards larger sets are
/// too many and too hard to see.
const MOST_CELLS: usize = 8;

/// An almost locked set.
#[derive(Clone)]
pub(super) struct Als {
    /// Its cells.
    pub(super) cells: CellSet,
    /// Its digits, one more than cells.
    pub(super) digits: Digits,
    /// For every digit of the set, the cells that see all its places in the set.
    pub(super) seen: [CellSet; MAX_SIZE],
    /// Its digits that are candidates of a cell that sees all their places: it could remove them.
    pub(super) gains: Digits,
}

impl Als {
    fn new(grid: &Grid, cells: CellSet, digits: Digits) -> Als {
        let mut als = Als {
            cells,
            digits,
            seen: [CellSet::EMPTY; MAX_SIZE],
            gains: 0,
        };
        for digit in digits_of(digits) {
            als.seen[digit] = grid.geometry.common_peers(als.places(grid, digit));
            if als.seen[digit].meets(&grid.places[digit]) {
                als.gains |= 1 << digit;
            }
        }
        als
    }

    /// The cells of the set that have a digit.
    #[inline]
    pub(super) fn places(&self, grid: &Grid, digit: usize) -> CellSet {
        self.cells & grid.places[digit]
    }

    /// The candidates of a digit that see all its places in both sets.
    #[inline]
    pub(super) fn victims(&self, other: &Als, grid: &Grid, digit: usize) -> CellSet {
        self.seen[digit] & other.seen[digit] & grid.places[digit]
    }

    /// A mark of the cells with their candidates.
    pub(super) fn mark(&self, grid: &Grid, role: &'static str) -> Mark {
        cells_with_candidates(grid, role, self.cells)
    }
}

/// Two sets with restricted commons.
pub(super) struct Common {
    /// The numbers of the sets, ascending.
    pub(super) sets: [usize; 2],
    /// The restricted commons.
    pub(super) digits: Digits,
    /// True if the sets share cells.
    pub(super) overlap: bool,
}

/// The almost locked sets of a board, and which of them have restricted commons: by the first set,
/// then by the second.
pub(super) struct Table {
    pub(super) sets: Vec<Als>,
    pub(super) heads: Vec<Head>,
    pub(super) commons: Vec<Common>,
}

/// What most sets are ruled out by, close together: a whole set takes up half a kilobyte.
pub(super) struct Head {
    pub(super) cells: CellSet,
    pub(super) gains: Digits,
}

impl Table {
    /// The table of a board, made when it is first asked for.
    pub(super) fn of(grid: &Grid) -> Arc<Table> {
        grid.almost_locked
            .get_or_init(|| Arc::new(Table::new(grid)))
            .clone()
    }

    fn new(grid: &Grid) -> Table {
        let sets = almost_locked_sets(grid);
        let head = |set: &Als| Head {
            cells: set.cells,
            gains: set.gains,
        };
        let heads: Vec<Head> = sets.iter().map(head).collect();
        Table {
            commons: commons(grid, &sets, &heads),
            sets,
            heads,
        }
    }

    /// Those between sets that share cells, too, or only those between others.
    pub(super) fn commons(&self, overlap: bool) -> impl Iterator<Item = &Common> {
        let commons = self.commons.iter();
        commons.filter(move |common| overlap || !common.overlap)
    }
}

/// All pairs with restricted commons. The first place of such a digit in one set sees all places in
/// the other, so only the sets with such a first place are looked at.
fn commons(grid: &Grid, sets: &[Als], heads: &[Head]) -> Vec<Common> {
    let mut starting = vec![Vec::new(); grid.geometry.size * grid.geometry.cell_count];
    let slot = |digit: usize, cell: usize| digit * grid.geometry.cell_count + cell;
    for (number, set) in sets.iter().enumerate() {
        for digit in digits_of(set.digits) {
            let first = set.places(grid, digit).first();
            starting[slot(digit, first.expect("a digit of the set"))].push(number);
        }
    }
    let mut found = Vec::new();
    let mut digits_with: Vec<Digits> = vec![0; sets.len()];
    let mut others = Vec::new();
    for (one, set) in sets.iter().enumerate() {
        if grid.deadline.is_over() {
            break;
        }
        for digit in digits_of(set.digits) {
            for first in set.seen[digit] & grid.places[digit] {
                let near = &starting[slot(digit, first)];
                for &other in &near[near.partition_point(|&other| other <= one)..] {
                    if (heads[other].cells & grid.places[digit]).is_within(&set.seen[digit]) {
                        if digits_with[other] == 0 {
                            others.push(other);
                        }
                        digits_with[other] |= 1 << digit;
                    }
                }
            }
        }
        others.sort_unstable();
        for other in others.drain(..) {
            found.push(Common {
                sets: [one, other],
                digits: std::mem::take(&mut digits_with[other]),
                overlap: set.cells.meets(&heads[other].cells),
            });
        }
    }
    found
}

/// All almost locked sets, house by house, each once: by its first cell, then its second, a set
/// before those that continue it.
pub(super) fn almost_locked_sets(grid: &Grid) -> Vec<Als> {
    let mut found = Vec::new();
    for house in 0..grid.geometry.houses.len() {
        let cells: Vec<usize> = grid.open_in(house).iter().collect();
        grow(grid, house, &cells, (CellSet::EMPTY, 0), &mut found);
    }
    found
}

/// Adds the sets that continue some cells with later ones of a house.
fn grow(
    grid: &Grid,
    house: usize,
    later: &[usize],
    (taken, digits): (CellSet, Digits),
    found: &mut Vec<Als>,
) {
    for (place, &cell) in later.iter().enumerate() {
        let (cells, digits) = (taken | CellSet::of(cell), digits | grid.masks[cell]);
        let (size, digit_count) = (cells.len(), digits.count_ones() as usize);
        if digit_count == size + 1 && grid.geometry.common_houses(cells).next() == Some(house) {
            found.push(Als::new(grid, cells, digits));
        }
        // All cells that may follow have to make up for the digits that are too many.
        let most = MOST_CELLS.min(size + later.len() - place - 1);
        if size < most && digit_count <= most + 1 {
            grow(grid, house, &later[place + 1..], (cells, digits), found);
        }
    }
}

/// What counts for sets that are linked by restricted commons, `(one, other, digit)`: every cell
/// is a truth. Every digit of a set is a link; a restricted common is one link of both sets.
pub(super) fn truths_and_links(
    grid: &Grid,
    sets: &[&Als],
    commons: &[(usize, usize, usize)],
) -> (Vec<Truth>, Vec<Vec<Cand>>) {
    let cells = sets.iter().flat_map(|set| set.cells);
    let mut links = Vec::new();
    for (place, set) in sets.iter().enumerate() {
        for digit in digits_of(set.digits) {
            let is_common = commons
                .iter()
                .any(|&(one, other, common)| common == digit && (one == place || other == place));
            if !is_common {
                links.push(cands(set.places(grid, digit), digit));
            }
        }
    }
    for &(one, other, digit) in commons {
        let places = sets[one].places(grid, digit) | sets[other].places(grid, digit);
        links.push(cands(places, digit));
    }
    (cells.map(Truth::Cell).collect(), links)
}

/// The conclusions that were found so far.
#[derive(Default)]
pub(super) struct Conclusions(Vec<Vec<Cand>>);

impl Conclusions {
    /// Like `is_new`, but what was concluded with something else is not new either.
    pub(super) fn adds(&mut self, off: &mut Vec<Cand>) -> bool {
        let mut known = self.0.iter();
        !known.any(|known| off.iter().all(|one| known.contains(one))) && self.is_new(off)
    }

    /// Sorts the eliminations; true if there are any that were not found before.
    pub(super) fn is_new(&mut self, off: &mut Vec<Cand>) -> bool {
        off.sort_unstable();
        off.dedup();
        let is_new = !off.is_empty() && !self.0.contains(off);
        if is_new {
            self.0.push(off.clone());
        }
        is_new
    }
}
