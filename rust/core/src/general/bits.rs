//! Sets of small numbers: the candidates of a cell, the places of a digit in a house.
//!
//! ```text
//!   W = 2   [ 63 ... 1 0 ][ 127 ... 64 ]    one word up to 64x64, two up to 128x128, else four
//! ```
//!
//! W is a constant, so loops over words are unrolled, and with one word there are none.

use std::ops::{BitAnd, BitOr, Not};

/// A set of numbers below 64 * `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits<const W: usize>([u64; W]);

/// How many numbers a set has, as far as that matters.
pub(crate) enum Few {
    /// None: a contradiction.
    None,
    /// This one alone.
    One(usize),
    /// Two or more.
    More,
}

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Bits<W> = Bits([0; W]);

    /// All numbers below `count`.
    pub(crate) fn below(count: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for (index, word) in bits.0.iter_mut().enumerate() {
            *word = match count.saturating_sub(64 * index) {
                0 => 0,
                // A shift by 64 would overflow.
                rest if rest >= 64 => u64::MAX,
                rest => (1 << rest) - 1,
            };
        }
        bits
    }

    /// The numbers whose bits are set, the lowest byte first; bytes that there is no room for are
    /// left out.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for (index, &byte) in bytes.iter().enumerate().take(8 * W) {
            bits.0[index / 8] |= u64::from(byte) << (8 * (index % 8));
        }
        bits
    }

    /// The words, the lowest numbers first.
    pub(crate) fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Whether a number is in the set. `% W` tells the compiler that the index is in bounds.
    #[inline(always)]
    pub(crate) fn has(&self, number: usize) -> bool {
        self.0[number / 64 % W] >> (number % 64) & 1 == 1
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64 % W] |= 1 << (number % 64);
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, number: usize) {
        self.0[number / 64 % W] &= !(1 << (number % 64));
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// None, one or more: all that propagation asks for. A full count is not needed with one word:
    /// without its lowest bit it is zero, or there were two.
    #[inline(always)]
    pub(crate) fn few(&self) -> Few {
        if W == 1 {
            let word = self.0[0];
            return match word {
                0 => Few::None,
                _ if word & (word - 1) == 0 => Few::One(word.trailing_zeros() as usize),
                _ => Few::More,
            };
        }
        match self.len() {
            0 => Few::None,
            1 => Few::One(self.first().expect("it has one")),
            _ => Few::More,
        }
    }

    pub(crate) fn first(&self) -> Option<usize> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some(64 * index + self.0[index].trailing_zeros() as usize)
    }
}

/// The numbers in ascending order. A set is its own iterator: iterating a copy leaves the set as
/// it is.
impl<const W: usize> Iterator for Bits<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * index + bit);
            }
        }
        None
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn bitand(mut self, other: Bits<W>) -> Bits<W> {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word &= more;
        }
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn bitor(mut self, other: Bits<W>) -> Bits<W> {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        self
    }
}

/// The complement within 64 * W, so it has numbers that no set of the board has: for use in an
/// `&`.
impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn not(mut self) -> Bits<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_any_width() {
        let mut bits = Bits::<4>::below(200);
        assert_eq!(bits.len(), 200);
        assert!(bits.has(199) && !bits.has(200));
        bits = bits & !Bits::below(198);
        assert_eq!(bits.collect::<Vec<_>>(), [198, 199]);
        bits.remove(198);
        assert!(matches!(bits.few(), Few::One(199)));
        bits.remove(199);
        assert!(bits.is_empty() && matches!(bits.few(), Few::None) && bits.first().is_none());
        bits.insert(70);
        assert_eq!((bits | Bits::below(1)).collect::<Vec<_>>(), [0, 70]);
        assert_eq!(Bits::<1>::below(64).len(), 64);
    }

    #[test]
    fn bytes_are_sets_with_the_lowest_first() {
        let numbers = |bytes: &[u8]| Bits::<2>::of_bytes(bytes).collect::<Vec<_>>();
        assert_eq!(numbers(&[]), []);
        assert_eq!(numbers(&[0b101, 0x80]), [0, 2, 15]);
        let mut bytes = [0; 17];
        (bytes[7], bytes[8], bytes[15], bytes[16]) = (0x80, 1, 0x80, 1);
        // 128 has no room.
        assert_eq!(numbers(&bytes), [63, 64, 127]);
    }
}
