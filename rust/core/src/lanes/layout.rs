//! Where a cell stands in a digit's three words, and tables that follow from it.
//!
//! A cell lies in band A and stack B (so in box A, B), at row r and column c of its box, each of
//! them 0, 1 or 2; sums are taken modulo 3:
//!
//! ```text
//!   word      k = c - r          the three cells of a mini-row, and of a mini-column, lie in
//!                                three different words
//!   position  9 s + 3 A + B      with the slot s = r - A - B
//!
//!   bit  26      18 17       9 8        0
//!        [ slot 2 ] [ slot 1 ] [ slot 0 ]      each slot: boxes 8 7 6 5 4 3 2 1 0
//! ```
//!
//! So `x0 | x1 | x2` is one word with all 27 mini-rows of the board, and the same with x1 turned by
//! one slot and x2 by two is one word with all 27 mini-columns, where the slot is c - A - B. The
//! other cells of a box are reached by turning the slots, the two kinds of diagonals of a band by
//! turning B alone, or B and the slots (in a stack: A instead of B). See `sweep`.

use crate::cells::{CELLS, PEERS};

/// The 27 bits in use.
pub(super) const FULL: u32 = (1 << 27) - 1;

/// A mask that repeats `pattern` every `stride` bits over the 27.
pub(super) const fn repeat(pattern: u32, stride: u32) -> u32 {
    let mut mask = 0;
    let mut shift = 0;
    while shift < 27 {
        mask |= pattern << shift;
        shift += stride;
    }
    mask & FULL
}

/// Word and position of a cell.
const fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    let (band, stack) = (row / 3, column / 3);
    let slot = (row % 3 + 6 - band - stack) % 3;
    let word = (column % 3 + 3 - row % 3) % 3;
    (word, 9 * slot + 3 * band + stack)
}

/// The index of a cell's bit: 32 times its word, plus its position in it.
pub(super) const INDEX: [u8; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (word, position) = place(cell);
        table[cell] = (32 * word + position) as u8;
        cell += 1;
    }
    table
};

/// By index: the cells that share a house with a cell, as three words. A power of two in size, so
/// that finding one takes a shift.
pub(super) static PEER_WORDS: [[u32; 4]; 128] = {
    let mut table = [[0; 4]; 128];
    let mut cell = 0;
    while cell < CELLS {
        let mut peer = 0;
        while peer < PEERS[cell].len() {
            let (word, position) = place(PEERS[cell][peer] as usize);
            let (own_word, own_position) = place(cell);
            table[32 * own_word + own_position][word] |= 1 << position;
            peer += 1;
        }
        cell += 1;
    }
    table
};

/// Ninety-six bytes, of which 81 or 27 in each 32 are in use.
#[repr(C, align(32))]
pub(super) struct Bytes(pub(super) [u8; 96]);

/// A change of order: which byte goes where, and the same as masks for byte shuffles.
pub(super) struct Order {
    /// By target: the source, or 96 and more for a zero.
    pub(super) from: [u8; 96],
    /// By 32 bytes of the target and 16 of the source: the source's byte for each of the target's
    /// bytes, or 128 where it is not among these 16.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(super) masks: [[[u8; 32]; 6]; 3],
}

impl Order {
    const fn new(from: [u8; 96]) -> Order {
        let mut masks = [[[128; 32]; 6]; 3];
        let mut target = 0;
        while target < 96 {
            let source = from[target] as usize;
            if source < 96 {
                masks[target / 32][source / 16][target % 32] = (source % 16) as u8;
            }
            target += 1;
        }
        Order { from, masks }
    }
}

/// From cells to indices.
#[cfg(target_arch = "x86_64")]
pub(super) static BY_INDEX: Order = {
    let mut from = [255; 96];
    let mut cell = 0;
    while cell < CELLS {
        let (word, position) = place(cell);
        from[32 * word + position] = cell as u8;
        cell += 1;
    }
    Order::new(from)
};

/// From indices to cells.
pub(super) static BY_CELL: Order = {
    let mut from = [255; 96];
    let mut cell = 0;
    while cell < CELLS {
        from[cell] = INDEX[cell];
        cell += 1;
    }
    Order::new(from)
};

/// By a byte: its eight bits as eight bytes.
pub(super) static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_place_of_its_own() {
        let places: std::collections::BTreeSet<u8> = INDEX.into_iter().collect();
        assert_eq!(places.len(), CELLS);
        assert!(places.iter().all(|index| index % 32 < 27 && *index < 96));
    }

    #[test]
    fn mini_rows_and_mini_columns_meet_in_one_position() {
        let turn = |position: usize, slots: usize| (position + 9 * slots) % 27;
        for cell in 0..CELLS {
            let (word, position) = place(cell);
            for other in 0..CELLS {
                let (other_word, other_position) = place(other);
                let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
                assert_eq!(
                    position == other_position,
                    same_box && cell / 9 == other / 9,
                    "mini-rows of {cell} and {other}"
                );
                assert_eq!(
                    turn(position, word) == turn(other_position, other_word),
                    same_box && cell % 9 == other % 9,
                    "mini-columns of {cell} and {other}"
                );
            }
        }
    }
}
