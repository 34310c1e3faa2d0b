//! A board as techniques see it: placed digits, candidates per cell, places per digit.

use std::sync::{Arc, OnceLock};

use super::als;
use super::cellset::{CellSet, MAX_CELLS};
use super::chains::loops;
use super::deadline::Deadline;
use super::geometry::{Geometry, MAX_SIZE};
use super::step::{Cand, Step};

/// Digits as bits: bit d for the digit that is printed d + 1.
pub type Digits = u32;

/// The digits of a set, ascending.
#[inline]
pub fn digits_of(mut digits: Digits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (digits != 0).then(|| {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            digit
        })
    })
}

/// Placed digits and candidates, kept both ways round: `masks[cell]` has bit `digit` exactly if
/// `places[digit]` has `cell`. A placed cell has no candidates and is in no places.
#[derive(Clone)]
pub struct Grid {
    /// The board.
    pub geometry: Arc<Geometry>,
    /// The digit of every placed cell, counted from 1; 0 for an open one.
    pub values: [u8; MAX_CELLS],
    /// Candidates of every open cell.
    pub masks: [Digits; MAX_CELLS],
    /// Cells that have a digit as a candidate.
    pub places: [CellSet; MAX_SIZE],
    /// Cells where a digit is placed.
    pub placed: [CellSet; MAX_SIZE],
    /// Cells without a digit.
    pub open: CellSet,
    /// Cells that were given, or that a rule limits; nothing about uniqueness may change them.
    pub givens: CellSet,
    /// When searches on it have to give up.
    pub deadline: Deadline,
    /// The almost locked sets, once a technique has asked for them; none after a change.
    pub(super) almost_locked: OnceLock<Arc<als::Table>>,
    /// Likewise its nice loops and chains: through candidates, and through groups.
    pub(super) chains: [OnceLock<Arc<loops::Found>>; 2],
}

impl Grid {
    /// Reads placed digits (counted from 1) and candidates. Candidates of placed cells are ignored.
    pub fn new(geometry: Arc<Geometry>, givens: &[u8], values: &[u8], masks: &[Digits]) -> Grid {
        let mut grid = Grid {
            values: [0; MAX_CELLS],
            masks: [0; MAX_CELLS],
            places: [CellSet::EMPTY; MAX_SIZE],
            placed: [CellSet::EMPTY; MAX_SIZE],
            open: CellSet::EMPTY,
            givens: CellSet::EMPTY,
            deadline: Deadline::default(),
            almost_locked: OnceLock::new(),
            chains: Default::default(),
            geometry,
        };
        for cell in 0..grid.geometry.cell_count {
            if givens[cell] != 0 {
                grid.givens.insert(cell);
            }
            grid.values[cell] = values[cell];
            if values[cell] != 0 {
                grid.placed[usize::from(values[cell]) - 1].insert(cell);
                continue;
            }
            grid.open.insert(cell);
            grid.masks[cell] = masks[cell];
            for digit in digits_of(masks[cell]) {
                grid.places[digit].insert(cell);
            }
        }
        grid
    }

    /// Reads the givens of a puzzle, with all candidates that they and the rules leave: `allowed` is
    /// what the rules let each cell hold.
    pub fn of_puzzle(geometry: Arc<Geometry>, cells: &[u8], allowed: &[Digits]) -> Grid {
        let placed = |cell: usize| match cells[cell] {
            0 => 0,
            digit => 1 << (digit - 1),
        };
        let left = |cell: usize| {
            let peers = geometry.peers[cell].iter();
            allowed[cell] & !peers.fold(0, |seen, peer| seen | placed(peer))
        };
        let masks: Vec<Digits> = (0..geometry.cell_count).map(left).collect();
        let givens = Grid::fixed(&geometry, cells, allowed);
        Grid::new(geometry, &givens, cells, &masks)
    }

    /// The givens as [`Grid::new`] wants them: no other digit can be swapped into a cell whose digits
    /// a rule limits, so that it counts as given.
    pub fn fixed(geometry: &Geometry, cells: &[u8], allowed: &[Digits]) -> Vec<u8> {
        let every = (1 << geometry.size) - 1;
        let limited = |&mask: &Digits| u8::from(mask != every);
        let pairs = cells.iter().zip(allowed);
        pairs
            .map(|(&digit, mask)| digit.max(limited(mask)))
            .collect()
    }

    /// True if the candidate is left.
    #[inline]
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.masks[cell] >> digit & 1 == 1
    }

    /// The candidates of a digit in a house.
    #[inline]
    pub fn places_in(&self, digit: usize, house: usize) -> CellSet {
        self.places[digit] & self.geometry.houses[house].set
    }

    /// The candidates of a digit that a cell sees.
    #[inline]
    pub fn seen(&self, cell: usize, digit: usize) -> CellSet {
        self.places[digit] & self.geometry.peers[cell]
    }

    /// The candidates of a digit that see every cell of a set, without those cells.
    #[inline]
    pub fn seen_by_all(&self, cells: CellSet, digit: usize) -> CellSet {
        self.places[digit] & self.geometry.common_peers(cells)
    }

    /// The open cells of a house.
    #[inline]
    pub fn open_in(&self, house: usize) -> CellSet {
        self.open & self.geometry.houses[house].set
    }

    /// Forgets what was found out about the board, which is about to change.
    #[inline]
    fn forget(&mut self) {
        self.almost_locked.take();
        for chains in &mut self.chains {
            chains.take();
        }
    }

    /// Removes a candidate; true if it was there.
    #[inline]
    pub fn eliminate(&mut self, cell: usize, digit: usize) -> bool {
        let had = self.has(cell, digit);
        self.forget();
        self.masks[cell] &= !(1 << digit);
        self.places[digit].remove(cell);
        had
    }

    /// Places a digit, and removes it from the cell's peers.
    pub fn place(&mut self, cell: usize, digit: usize) {
        self.forget();
        for other in digits_of(self.masks[cell]) {
            self.places[other].remove(cell);
        }
        self.masks[cell] = 0;
        self.values[cell] = digit as u8 + 1;
        self.placed[digit].insert(cell);
        self.open.remove(cell);
        for peer in self.seen(cell, digit) {
            self.eliminate(peer, digit);
        }
    }

    /// Does what a step says. False if that leaves an open cell without a candidate, or a house
    /// without a place for a digit: on a board that was not contradictory before, it is what
    /// `is_contradictory` says now, but looks only at what changed.
    pub fn apply(&mut self, step: &Step) -> bool {
        // Of a placement, the candidates that its cell loses, and the peers that lose its digit.
        let mut lost = Vec::with_capacity(step.placements.len());
        for &Cand { cell, digit } in &step.eliminations {
            self.eliminate(usize::from(cell), usize::from(digit));
        }
        for &Cand { cell, digit } in &step.placements {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            lost.push((cell, digit, self.masks[cell], self.seen(cell, digit)));
            self.place(cell, digit);
        }
        let is_sound = |&Cand { cell, digit }: &Cand| {
            self.is_sound_without(usize::from(cell), usize::from(digit))
        };
        step.eliminations.iter().all(is_sound)
            && lost.iter().all(|&(cell, digit, mask, peers)| {
                digits_of(mask & !(1 << digit)).all(|other| self.is_sound_without(cell, other))
                    && peers.iter().all(|peer| self.is_sound_without(peer, digit))
            })
    }

    /// True if a cell that lost a candidate still has a digit or a candidate, and all its houses a
    /// place for the one it lost.
    fn is_sound_without(&self, cell: usize, digit: usize) -> bool {
        let places = self.places[digit] | self.placed[digit];
        (self.masks[cell] != 0 || self.values[cell] != 0)
            && self.geometry.houses_of[cell]
                .iter()
                .all(|&house| places.meets(&self.geometry.houses[house].set))
    }

    /// True if every cell is placed.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.open.is_empty()
    }

    /// True if an open cell has no candidate, or a house no place for a digit that it lacks.
    pub fn is_contradictory(&self) -> bool {
        let every = ((1u64 << self.geometry.size) - 1) as Digits;
        let digits = |cell: usize| match self.values[cell] {
            0 => self.masks[cell],
            value => 1 << (value - 1),
        };
        self.open.iter().any(|cell| self.masks[cell] == 0)
            || self.geometry.houses.iter().any(|house| {
                let cells = house.cells.iter();
                cells.fold(0, |all, &cell| all | digits(cell)) != every
            })
    }

    /// The digits that have one place in a house.
    #[inline]
    pub fn last_in(&self, house: usize) -> Digits {
        let (mut some, mut several) = (0, 0);
        for &cell in &self.geometry.houses[house].cells {
            several |= some & self.masks[cell];
            some |= self.masks[cell];
        }
        some & !several
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nonet_core::random::Random;

    /// Rows, columns and boxes of a 9x9 board.
    fn classic() -> Geometry {
        let row = |row: u16| (0..9).map(|at| 9 * row + at).collect();
        let column = |column: u16| (0..9).map(|at| 9 * at + column).collect();
        let region = |at: u16| {
            let corner = at / 3 * 27 + at % 3 * 3;
            (0..9).map(|at| corner + at / 3 * 9 + at % 3).collect()
        };
        let houses: Vec<Vec<u16>> = (0..9)
            .map(row)
            .chain((0..9).map(column))
            .chain((0..9).map(region))
            .collect();
        Geometry::new(9, &houses, &[]).expect("a board of 81 cells")
    }

    #[test]
    fn a_step_says_whether_the_board_is_still_sound() {
        let geometry = Arc::new(classic());
        let mut random = Random::new(1);
        let mut ends = [0, 0];
        for _ in 0..300 {
            let mut grid = Grid::of_puzzle(geometry.clone(), &[0; 81], &[511; 81]);
            let end = loop {
                let mut cand = || Cand::new(random.below(81) as usize, random.below(9) as usize);
                let mut step = Step {
                    eliminations: (0..4).map(|_| cand()).collect(),
                    ..Step::default()
                };
                let on = cand();
                if grid.has(usize::from(on.cell), usize::from(on.digit)) {
                    step.placements.push(on);
                }
                let is_sound = grid.apply(&step);
                assert_eq!(is_sound, !grid.is_contradictory());
                if !is_sound {
                    break grid.open.iter().any(|cell| grid.masks[cell] == 0);
                }
            };
            ends[usize::from(end)] += 1;
        }
        assert!(
            ends[0] > 0 && ends[1] > 0,
            "both kinds of contradiction: {ends:?}"
        );
    }
}
