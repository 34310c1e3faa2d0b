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
        let chunks = one.chunks(64).zip(other.chunks(64));
        for (word, (one, other)) in set.0.iter_mut().zip(chunks) {
            for (place, (a, b)) in one.iter().zip(other).enumerate() {
                *word |= u64::from(a != b) << place;
            }
        }
        set
    }
}
