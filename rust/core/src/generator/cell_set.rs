//! Sets of cells of a board of up to 64 * W cells.

/// One bit per cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    pub(super) const EMPTY: Self = CellSet([0; W]);

    #[inline(always)]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.any(|(one, other)| one & other != 0)
    }

    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells, in ascending order.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(|word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let cell = 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    cell
                })
            })
        })
    }

    /// The cells where two boards differ.
    #[inline(always)]
    pub(super) fn difference(one: &[u8], other: &[u8]) -> Self {
        let mut set = Self::EMPTY;
        let (ours, our_rest) = one.as_chunks::<8>();
        let (others, other_rest) = other.as_chunks::<8>();
        for (place, (a, b)) in ours.iter().zip(others).enumerate() {
            // The highest bit of each byte that differs, then these eight bits together.
            let x = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
            let low = 0x7f7f_7f7f_7f7f_7f7f;
            let differs = (((x & low) + low) | x) & !low;
            let bits = (differs >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            set.0[place / 8] |= bits << (8 * (place % 8));
        }
        let first = 8 * ours.len();
        for (place, (a, b)) in our_rest.iter().zip(other_rest).enumerate() {
            if a != b {
                set.insert(first + place);
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_found_byte_by_byte() {
        let one: Vec<u8> = (0..81).map(|cell| cell % 9 + 1).collect();
        for wanted in [
            vec![],
            vec![0, 7, 8, 63, 64, 80],
            (0..81).collect::<Vec<usize>>(),
        ] {
            let mut other = one.clone();
            for &cell in &wanted {
                other[cell] = other[cell] % 9 + 1;
            }
            let found = CellSet::<2>::difference(&one, &other);
            assert_eq!(found.iter().collect::<Vec<_>>(), wanted);
            assert_eq!(found.count() as usize, wanted.len());
            assert_eq!(found.is_empty(), wanted.is_empty());
        }
    }
}
