//! What is known of a small board, and what follows from it.
//!
//! ```text
//!   candidates[0]   [ bit of cell 63 ... cell 1, cell 0 ]     where digit 1 can go
//!   ...
//!   candidates[N-1]                                           where digit N can go
//!   open            cells that are not placed yet: their peers still have their digit
//! ```

use super::layout::{CELLS, Layout};
use crate::contract::Puzzle;

/// What is known of a board.
#[derive(Clone, Copy)]
pub(super) struct State<const N: usize> {
    /// For each digit the cells where it can go.
    candidates: [u64; N],
    /// The cells that are not placed: their peers may still have their digit. A placed cell has
    /// one candidate, and keeps it or the board is dead.
    open: u64,
}

/// What came of drawing all consequences.
pub(super) enum Settled {
    Dead,
    Full,
    /// The cells to guess in: those with two candidates, or with more if there are none.
    Stuck(u64),
}

impl<const N: usize> State<N> {
    /// The cells of the board.
    const BOARD: u64 = u64::MAX >> (CELLS - N * N);

    /// The state after placing the givens, or None if that leaves a cell without candidates: two
    /// equal givens in a house take each other away.
    #[inline(always)]
    pub(super) fn new(puzzle: &Puzzle<'_>, layout: &Layout) -> Option<State<N>> {
        let planes = gather(puzzle.givens);
        let empty = Self::BOARD & !(planes[0] | planes[1] | planes[2] | planes[3]);
        // Cells with a given digit: those that agree with it in all four bits.
        let given = |digit: usize| {
            (0..4).fold(u64::MAX, |cells, bit| {
                let is_set = (digit >> bit) & 1 == 1;
                cells & if is_set { planes[bit] } else { !planes[bit] }
            })
        };
        let mut state = State {
            candidates: std::array::from_fn(|index| empty | given(index + 1)),
            open: Self::BOARD,
        };
        if let Some(allowed) = puzzle.candidates {
            for (digit, places) in state.candidates.iter_mut().enumerate() {
                let bit = |cell: usize| u64::from(allowed.has(cell, digit)) << cell;
                *places &= (0..N * N).fold(0, |bits, cell| bits | bit(cell));
            }
        }
        let [_, two, _] = state.count();
        state.place(Self::BOARD & !two, layout);
        let [one, ..] = state.count();
        (one == Self::BOARD).then_some(state)
    }

    /// Counts the candidates of all cells at once: those with at least one, two, three. A counter
    /// of three bits per cell, of which each is set by the one below, and stays.
    #[inline(always)]
    fn count(&self) -> [u64; 3] {
        let [mut one, mut two, mut three] = [0; 3];
        for cells in self.candidates {
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        [one, two, three]
    }

    /// Takes the digits of cells that have only one left from their peers. If that empties a
    /// cell, the next count shows it.
    #[inline(always)]
    fn place(&mut self, mut cells: u64, layout: &Layout) {
        self.open &= !cells;
        // All digits for every cell, whichever it has: a loop for each digit is three times as
        // often left at a moment that the processor did not foresee.
        let mut lost = [0; N];
        while cells != 0 {
            let peers = layout.peers[cells.trailing_zeros() as usize % CELLS];
            let cell = cells & cells.wrapping_neg();
            for (lost, places) in lost.iter_mut().zip(self.candidates) {
                *lost |= if places & cell == 0 { 0 } else { peers };
            }
            cells ^= cell;
        }
        for (places, lost) in self.candidates.iter_mut().zip(lost) {
            *places &= !lost;
        }
    }

    /// Reduces cells that are the only place of a digit in a house to that digit; false if a
    /// digit has no place, or two digits the same one.
    #[inline(always)]
    fn reduce_hidden_singles(&mut self, layout: &Layout) -> bool {
        // The compiler takes four houses at a time. Written out as vectors of four houses, or of
        // digits, it takes a quarter more time; with one bit for missing instead of all, a fifth.
        let mut singles = [0; N];
        let mut missing = [0; N];
        for &house in &layout.houses {
            for digit in 0..N {
                let places = self.candidates[digit] & house;
                let others = places & places.wrapping_sub(1);
                missing[digit] |= if places == 0 { u64::MAX } else { 0 };
                singles[digit] |= if others == 0 { places } else { 0 };
            }
        }
        let (mut all, mut twice) = (0, 0);
        // Cells that are the only place of two digits at once.
        for single in singles {
            twice |= all & single;
            all |= single;
        }
        // A digit keeps its own singles and loses those of the others.
        for (places, single) in self.candidates.iter_mut().zip(singles) {
            *places &= !all | single;
        }
        missing == [0; N] && twice == 0
    }

    /// Places naked and hidden singles until there are none. Naked ones first: they cost a count,
    /// the others a look at every house. Reduced cells are naked in the next round, so a round
    /// without any after a reduction is the end.
    #[inline(always)]
    pub(super) fn settle(&mut self, layout: &Layout) -> Settled {
        let mut is_reduced = false;
        loop {
            let [one, two, three] = self.count();
            if one != Self::BOARD {
                return Settled::Dead;
            }
            // One candidate, as none has zero, and not placed yet.
            let singles = self.open & !two;
            if singles != 0 {
                self.place(singles, layout);
                is_reduced = false;
            } else if self.open == 0 {
                return Settled::Full;
            } else if is_reduced {
                let pairs = two & !three;
                return Settled::Stuck(if pairs != 0 { pairs } else { two });
            } else if !self.reduce_hidden_singles(layout) {
                return Settled::Dead;
            } else {
                is_reduced = true;
            }
        }
    }

    /// Tries the first candidate of a cell; returns the state without it. Without a branch:
    /// `earlier` is empty up to the first digit that the cell has, and the cell itself from then
    /// on.
    #[inline(always)]
    pub(super) fn guess(&mut self, cell: u64) -> State<N> {
        let mut other = *self;
        let mut earlier = 0;
        for (places, other) in self.candidates.iter_mut().zip(&mut other.candidates) {
            // The cell, if it has this digit.
            let here = *places & cell;
            *other &= !here | earlier;
            *places &= !(cell & earlier);
            earlier |= here;
        }
        other
    }

    /// Writes the digits of a full board.
    pub(super) fn write(&self, cells: &mut [u8]) {
        let mut planes = [0; 4];
        for (index, places) in self.candidates.iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= if ((index + 1) >> bit) & 1 == 1 {
                    *places
                } else {
                    0
                };
            }
        }
        spread(&planes, cells);
    }
}

const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// Gathers the bits of digits: word k has bit k of each cell's digit.
#[inline(always)]
fn gather(digits: &[u8]) -> [u64; 4] {
    let mut planes = [0; 4];
    for (part, eight) in digits.chunks(8).enumerate() {
        // The last part may be short: 36 cells are four and a half.
        let mut bytes = [0; 8];
        bytes[..eight.len()].copy_from_slice(eight);
        let word = u64::from_le_bytes(bytes);
        for (bit, plane) in planes.iter_mut().enumerate() {
            // The multiplier has bits 7, 14, ..., 56: byte i's bit, at 8 i, comes to 56 + i by 56
            // - 7 i. No other product falls on these, and no two fall on the same place, so
            // nothing is carried.
            let gathered = ((word >> bit) & LOW_BITS).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *plane |= gathered << (8 * part);
        }
    }
    planes
}

/// The inverse of [`gather`].
#[inline(always)]
fn spread(planes: &[u64; 4], digits: &mut [u8]) {
    for (part, eight) in digits.chunks_mut(8).enumerate() {
        let mut word = 0;
        for (bit, plane) in planes.iter().enumerate() {
            let byte = (plane >> (8 * part)) & 0xFF;
            // Bit i in byte i, then moved to the bottom of its byte.
            let alone = byte.wrapping_mul(LOW_BITS) & 0x8040_2010_0804_0201;
            let low = ((alone + 0x7F7F_7F7F_7F7F_7F7F) >> 7) & LOW_BITS;
            word |= low << bit;
        }
        let bytes: [u8; 8] = word.to_le_bytes();
        eight.copy_from_slice(&bytes[..eight.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_digits_are_inverse() {
        let digits: Vec<u8> = (0..64_u32).map(|cell| (cell * 7 % 9) as u8).collect();
        for length in [1, 4, 9, 16, 25, 36, 49, 64] {
            let mut again = vec![0xFF; length];
            spread(&gather(&digits[..length]), &mut again);
            assert_eq!(again, digits[..length]);
        }
    }
}
