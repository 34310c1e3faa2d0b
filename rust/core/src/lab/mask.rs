//! Sets of digits: as narrow as the board allows, so that boards are quick to copy.

use std::ops::{BitAnd, BitOr, Not};

use crate::general::bits::Bits;

/// A set of digits, counted from 1. `!` may have digits that the board does not: for use in an `&`.
pub(crate) trait Mask:
    Copy + PartialEq + Send + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// No digit.
    const EMPTY: Self;

    /// A digit alone.
    fn of(digit: u8) -> Self;

    /// How many digits.
    fn len(self) -> usize;

    /// The smallest digit; there must be one.
    fn lowest(self) -> u8;

    /// Writes its bytes, the lowest digits first, into as many.
    fn write(self, bytes: &mut [u8]);

    /// Whether it has no digit.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether two sets share a digit.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The digits in ascending order.
    #[inline(always)]
    fn digits(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let digit = self.lowest();
            self = self & !Self::of(digit);
            Some(digit)
        })
    }

    /// All digits up to one.
    fn up_to(digit: u8) -> Self {
        (1..=digit).fold(Self::EMPTY, |all, digit| all | Self::of(digit))
    }
}

macro_rules! narrow {
    ($($word:ty)*) => {$(
        impl Mask for $word {
            const EMPTY: $word = 0;

            #[inline(always)]
            fn of(digit: u8) -> $word {
                1 << (digit - 1)
            }

            #[inline(always)]
            fn len(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8 + 1
            }

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}

narrow!(u16 u32);

impl<const W: usize> Mask for Bits<W> {
    const EMPTY: Bits<W> = Bits::EMPTY;

    #[inline(always)]
    fn of(digit: u8) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.insert(usize::from(digit) - 1);
        bits
    }

    #[inline(always)]
    fn len(self) -> usize {
        Bits::len(&self)
    }

    #[inline(always)]
    fn lowest(self) -> u8 {
        self.first().map_or(0, |number| number as u8 + 1)
    }

    fn write(self, bytes: &mut [u8]) {
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(self.words()) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<M: Mask>(size: u8) {
        let all = M::up_to(size);
        assert_eq!((all.len(), all.lowest()), (usize::from(size), 1));
        let last = M::of(size);
        assert!(all.meets(last) && !(all & !last).meets(last) && !last.is_empty());
        assert_eq!((M::of(2) | last).digits().collect::<Vec<_>>(), [2, size]);
        let mut bytes = vec![255; size_of::<M>()];
        M::of(10).write(&mut bytes);
        assert_eq!(&bytes[..2], &[0, 2]);
        assert!(bytes[2..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn every_width_has_all_of_its_digits() {
        check::<u16>(16);
        check::<u32>(32);
        check::<Bits<4>>(255);
    }
}
