//! All-different consistency of one group of cells, by matching (Regin, 1994).
//!
//! Open cells on one side, digits on the other, an edge per candidate. A complete matching gives
//! every cell its own digit. An arc leads from a cell to the holder of a digit that it could take. An
//! edge is in some complete matching if it is in the one found, or if the holder of its digit can
//! move on: to a digit that nobody holds, or around to the cell itself. Which matching was found
//! makes no difference to what is pruned.

use super::board::Board;
use super::mask::Mask;

/// No cell holds the digit.
const NOBODY: u8 = u8::MAX;

/// Room for the cells of one group. Cells are known by their places in the group, as digits are:
/// place p is the "digit" p + 1 of a mask.
#[derive(Debug)]
pub(crate) struct Room<M> {
    cells: Vec<u16>,
    options: Vec<M>,
    /// Which place holds a digit.
    holders: Vec<u8>,
    /// The places that each one reaches along arcs.
    reach: Vec<M>,
}

impl<M: Mask> Room<M> {
    pub(crate) fn new(size: usize) -> Room<M> {
        Room {
            cells: Vec::new(),
            options: Vec::new(),
            holders: vec![NOBODY; size + 1],
            reach: Vec::new(),
        }
    }

    /// Eliminates the candidates of a group that no complete matching uses, and returns how many;
    /// None if there is no complete matching.
    pub(crate) fn prune(&mut self, board: &mut Board<'_, M>, group: &[u16]) -> Option<u64> {
        self.cells.clear();
        let open = group.iter().copied();
        self.cells
            .extend(open.filter(|&cell| board.digit(cell) == 0));
        self.options.clear();
        let options = self.cells.iter().map(|&cell| board.candidates(cell));
        self.options.extend(options);
        self.holders.fill(NOBODY);
        for place in 0..self.cells.len() {
            if !self.augment(place, &mut M::EMPTY.clone()) {
                return None;
            }
        }
        self.connect();
        let mut count = 0;
        for place in 0..self.cells.len() {
            let gone = self.unused(place);
            if !gone.is_empty() {
                count += gone.len() as u64;
                board.strike(self.cells[place], gone);
            }
        }
        Some(count)
    }

    /// Finds a digit for one more cell, reassigning others; `seen` are the digits tried.
    fn augment(&mut self, place: usize, seen: &mut M) -> bool {
        for digit in self.options[place].digits() {
            if seen.meets(M::of(digit)) {
                continue;
            }
            *seen = *seen | M::of(digit);
            let holder = self.holders[usize::from(digit)];
            if holder == NOBODY || self.augment(usize::from(holder), seen) {
                self.holders[usize::from(digit)] = place as u8;
                return true;
            }
        }
        false
    }

    /// Finds what every place reaches, in any number of steps (Warshall). A place that reaches a
    /// free digit reaches everything.
    fn connect(&mut self) {
        let everything = M::up_to(self.holders.len() as u8 - 1);
        self.reach.clear();
        for place in 0..self.cells.len() {
            let holders = self.options[place].digits();
            let arcs = holders.fold(M::EMPTY, |all, digit| {
                match self.holders[usize::from(digit)] {
                    NOBODY => everything,
                    holder => all | M::of(holder + 1),
                }
            });
            self.reach.push(arcs);
        }
        for middle in 0..self.reach.len() {
            let (bit, further) = (M::of(middle as u8 + 1), self.reach[middle]);
            for reach in &mut self.reach {
                if reach.meets(bit) {
                    *reach = *reach | further;
                }
            }
        }
    }

    /// The candidates of a place whose holder can neither give them up nor reach the place.
    fn unused(&self, place: usize) -> M {
        let here = M::of(place as u8 + 1);
        let digits = self.options[place].digits();
        digits
            .filter(|&digit| match self.holders[usize::from(digit)] {
                NOBODY => false,
                holder => {
                    usize::from(holder) != place && !self.reach[usize::from(holder)].meets(here)
                }
            })
            .fold(M::EMPTY, |all, digit| all | M::of(digit))
    }
}
