//! Sets of cells, up to 16x16: one bit per cell, row-major.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

const WORDS: usize = 4;
/// The most cells that a board may have.
pub const MAX_CELLS: usize = WORDS * 64;

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// The set without cells.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// The set of one cell.
    #[inline]
    pub const fn of(cell: usize) -> CellSet {
        let mut words = [0; WORDS];
        words[cell / 64] = 1 << (cell % 64);
        CellSet(words)
    }

    /// True if the cell is in the set.
    #[inline]
    pub const fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// The number of cells.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()) as usize
    }

    /// True if there is no cell.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// True if the sets share a cell.
    #[inline]
    pub const fn meets(&self, other: &CellSet) -> bool {
        (self.0[0] & other.0[0])
            | (self.0[1] & other.0[1])
            | (self.0[2] & other.0[2])
            | (self.0[3] & other.0[3])
            != 0
    }

    /// True if every cell is in the other set as well.
    #[inline]
    pub const fn is_within(&self, other: &CellSet) -> bool {
        (self.0[0] & !other.0[0])
            | (self.0[1] & !other.0[1])
            | (self.0[2] & !other.0[2])
            | (self.0[3] & !other.0[3])
            == 0
    }

    /// The first cell.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        (0..WORDS)
            .find(|&word| self.0[word] != 0)
            .map(|word| word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The only cell; None if there are none or several.
    #[inline]
    pub fn only(&self) -> Option<usize> {
        let mut words = (0..WORDS).filter(|&word| self.0[word] != 0);
        let word = words.next()?;
        let is_one = self.0[word].is_power_of_two() && words.next().is_none();
        is_one.then(|| word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The cells in ascending order.
    #[inline]
    pub const fn iter(&self) -> Cells {
        Cells {
            words: self.0,
            word: 0,
        }
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Cells {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Cells {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < WORDS {
            let word = self.words[self.word];
            if word != 0 {
                self.words[self.word] = word & (word - 1);
                return Some(self.word * 64 + word.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for CellSet {
    type Item = usize;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $one:expr) => {
        impl $trait for CellSet {
            type Output = CellSet;

            #[inline]
            fn $method(self, other: CellSet) -> CellSet {
                let one: fn(u64, u64) -> u64 = $one;
                CellSet([
                    one(self.0[0], other.0[0]),
                    one(self.0[1], other.0[1]),
                    one(self.0[2], other.0[2]),
                    one(self.0[3], other.0[3]),
                ])
            }
        }
    };
}

word_by_word!(BitAnd, bitand, |a, b| a & b);
word_by_word!(BitOr, bitor, |a, b| a | b);
word_by_word!(BitXor, bitxor, |a, b| a ^ b);
word_by_word!(Sub, sub, |a, b| a & !b);

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        *self = *self | other;
    }
}

impl SubAssign for CellSet {
    #[inline]
    fn sub_assign(&mut self, other: CellSet) {
        *self = *self - other;
    }
}
