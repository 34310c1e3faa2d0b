//! A random solution grid: the cell with the fewest candidates next, its digits in random order.
//!
//! Every grid can come out, but not all equally often: the search prefers grids whose cells
//! leave much freedom. Copies of one grid (relabelled, turned, lines exchanged) are not equally
//! likely either.

use crate::cells::{CELLS, PEERS, SIZE};
use crate::random::Random;

const EVERY: u16 = (1 << SIZE) - 1;

/// A grid that is being filled.
#[derive(Clone)]
struct Board {
    digits: [u8; CELLS],
    candidates: [u16; CELLS],
}

impl Board {
    /// Places a digit (a bit); false if a peer has no candidate left.
    fn place(&mut self, cell: usize, bit: u16) -> bool {
        self.digits[cell] = bit.trailing_zeros() as u8 + 1;
        self.candidates[cell] = 0;
        for &peer in &PEERS[cell] {
            let peer = usize::from(peer);
            self.candidates[peer] &= !bit;
            if self.candidates[peer] == 0 && self.digits[peer] == 0 {
                return false;
            }
        }
        true
    }

    /// The first open cell in `order` with the fewest candidates.
    fn tightest(&self, order: &[u8; CELLS]) -> Option<usize> {
        let open = order.iter().map(|&cell| usize::from(cell));
        let open = open.filter(|&cell| self.digits[cell] == 0);
        open.min_by_key(|&cell| self.candidates[cell].count_ones())
    }
}

/// Returns a random solution grid.
pub fn random_grid(random: &mut Random) -> [u8; CELLS] {
    let mut order: [u8; CELLS] = std::array::from_fn(|cell| cell as u8);
    random.shuffle(&mut order);
    let empty = Board {
        digits: [0; CELLS],
        candidates: [EVERY; CELLS],
    };
    let full = complete(&empty, &order, random);
    full.expect("an empty grid has solutions").digits
}

fn complete(board: &Board, order: &[u8; CELLS], random: &mut Random) -> Option<Board> {
    let Some(cell) = board.tightest(order) else {
        return Some(board.clone());
    };
    let mut bits = [0_u16; SIZE];
    let mut count = 0;
    let mut left = board.candidates[cell];
    while left != 0 {
        bits[count] = left & left.wrapping_neg();
        left &= left - 1;
        count += 1;
    }
    random.shuffle(&mut bits[..count]);
    for &bit in &bits[..count] {
        let mut next = board.clone();
        if next.place(cell, bit)
            && let Some(full) = complete(&next, order, random)
        {
            return Some(full);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::has_clash;

    #[test]
    fn grids_are_full_right_and_different() {
        let grids: Vec<_> = (0..200)
            .map(|number| random_grid(&mut Random::stream(7, number)))
            .collect();
        for grid in &grids {
            assert!(!grid.contains(&0) && !has_clash(grid));
        }
        let again = random_grid(&mut Random::stream(7, 3));
        assert_eq!(again, grids[3]);
        let mut distinct = grids.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), grids.len());
    }
}
