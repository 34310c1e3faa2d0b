//! Where a cell's bit is in the three words of a digit, and tables that follow from it.
//!
//! A cell lies in band A and stack B (so in box A, B), at row r and column c of its box, each of
//! them 0, 1 or 2; all sums are modulo 3:
//!
//! ```text
//!   word      k = c - r
//!   position  9 s + 3 A + B      with the slot s = r - A - B
//!
//!   bit  26      18 17       9 8        0
//!        [ slot 2 ] [ slot 1 ] [ slot 0 ]      each slot: boxes 8 7 6 5 4 3 2 1 0
//!
//!   box 0, 0             word k           slot s
//!   r0c0 r0c1 r0c2       0 1 2            0 0 0
//!   r1c0 r1c1 r1c2       2 0 1            1 1 1        in box A, B the slots are A + B less
//!   r2c0 r2c1 r2c2       1 2 0            2 2 2
//! ```
//!
//! **Mini-rows.** The position does not depend on c. So the three cells of a mini-row are at one
//! position of three different words, and `x0 | x1 | x2` has one bit for each of the 27 mini-rows.
//!
//! **Mini-columns.** Give column c of a box the slot t = c - A - B, as rows have it. A cell of it
//! in word k has c = r + k, so t = s + k: its bit has to move up by k slots. So x1 turned up by
//! one slot and x2 by two, or-ed to x0, have one bit for each of the 27 mini-columns.
//!
//! **Boxes.** A box is one position in each of the three slots: turning the slots leads to its
//! other rows.
//!
//! **Diagonals.** In band A, a digit needs three mini-rows with different r and different B.
//! Either r - B is constant: then s is, too, and the three differ in B alone. Or r + B is
//! constant: then s grows by one with B. So the six ways to place a digit in a band are three bits
//! of one slot, or three bits that step through B and the slots together; in a stack the same with
//! A and c. For that the slot subtracts A and B; see `sweep`.

use crate::cells::{CELLS, PEERS};

/// The 27 bits in use. The five above them are zero wherever a word is kept.
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

/// By index: the cells that share a house with a cell, as three words. 128 entries of four words,
/// a power of two each way, so that an address takes a shift and an index below 128 no check.
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

/// Ninety-six bytes: a byte for each cell, of which 81 are in use, or a byte for each bit of the
/// three words, of which 27 in each 32 are.
#[repr(C, align(32))]
pub(super) struct Bytes(pub(super) [u8; 96]);

/// A change between these two orders: which byte goes where, and the same as masks for byte
/// shuffles.
///
/// ```text
///   target   [ 32 bytes ][ 32 bytes ][ 32 bytes ]
///                 ^ or of six shuffles, one for each
///   source   [16][16][16][16][16][16]
/// ```
///
/// A byte shuffle reaches 16 bytes, so each third of the target takes six of them: 18 in all. Byte
/// by byte instead was 17 % slower on puzzles with 17 clues.
pub(super) struct Order {
    /// By target: the source, or 96 and more for a zero.
    pub(super) from: [u8; 96],
    /// By 32 bytes of the target and 16 of the source: the source's byte for each of the target's
    /// bytes, or 128, which a shuffle turns into zero, where it is not among these 16.
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

/// From cells to indices: for givens.
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

/// From indices to cells: for solutions.
pub(super) static BY_CELL: Order = {
    let mut from = [255; 96];
    let mut cell = 0;
    while cell < CELLS {
        from[cell] = INDEX[cell];
        cell += 1;
    }
    Order::new(from)
};

/// By a byte: its eight bits as eight bytes, the lowest first.
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
