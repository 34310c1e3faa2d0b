//! The houses of a board of any size: which cells share one, and where houses overlap.

use std::error::Error;
use std::fmt;

/// Digits have to fit a byte.
pub const MAX_SIZE: usize = 255;

/// The houses of a board: each has as many cells as there are digits, and holds every digit once.
#[derive(Clone, Debug)]
pub struct Houses {
    size: usize,
    cells: usize,
    /// The cells of every house, one house after the other.
    members: Vec<u16>,
    /// For every cell where its seats begin, and the end of the last.
    starts: Vec<u32>,
    seats: Vec<Seat>,
}

/// A cell's place in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The number of the house.
    pub house: u16,
    /// The cell's number within it.
    pub place: u16,
}

/// What is wrong with houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HousesError(String);

impl fmt::Display for HousesError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for HousesError {}

impl Houses {
    /// Houses given by their cells. Every cell is below `size` * `size`, stands in at least one
    /// house and in none twice.
    ///
    /// # Errors
    /// If that is not so.
    pub fn new(size: usize, houses: &[Vec<u16>]) -> Result<Houses, HousesError> {
        let cells = size * size;
        if size == 0 || size > MAX_SIZE || houses.len() > usize::from(u16::MAX) {
            return Err(HousesError(format!(
                "expected a board of 1 to {MAX_SIZE} rows, found {size}"
            )));
        }
        let mut holders: Vec<Vec<Seat>> = vec![Vec::new(); cells];
        for (house, members) in houses.iter().enumerate() {
            let found = members.len();
            if found != size {
                return Err(HousesError(format!(
                    "house {house}: expected {size} cells, found {found}"
                )));
            }
            for (place, &cell) in members.iter().enumerate() {
                let seats = holders
                    .get_mut(usize::from(cell))
                    .ok_or_else(|| HousesError(format!("house {house}: no cell {cell}")))?;
                if seats
                    .last()
                    .is_some_and(|seat| usize::from(seat.house) == house)
                {
                    return Err(HousesError(format!("house {house}: cell {cell} twice")));
                }
                seats.push(Seat {
                    house: house as u16,
                    place: place as u16,
                });
            }
        }
        if let Some(cell) = holders.iter().position(Vec::is_empty) {
            return Err(HousesError(format!("cell {cell} is in no house")));
        }
        let mut starts = vec![0];
        for seats in &holders {
            starts.push(starts[starts.len() - 1] + seats.len() as u32);
        }
        Ok(Houses {
            size,
            cells,
            members: houses.concat(),
            starts,
            seats: holders.concat(),
        })
    }

    /// Rows, columns and boxes of a given shape.
    ///
    /// # Errors
    /// If the board would be empty or too large.
    pub fn of_boxes(box_rows: usize, box_cols: usize) -> Result<Houses, HousesError> {
        let size = box_rows.saturating_mul(box_cols);
        if size == 0 || size > MAX_SIZE {
            return Houses::new(size.min(MAX_SIZE + 1), &[]);
        }
        let mut houses = vec![Vec::with_capacity(size); 3 * size];
        for cell in 0..size * size {
            let (row, column) = (cell / size, cell % size);
            let block = row / box_rows * box_rows + column / box_cols;
            for house in [row, size + column, 2 * size + block] {
                houses[house].push(cell as u16);
            }
        }
        Houses::new(size, &houses)
    }

    /// Digits, and cells of a house.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many houses there are.
    pub fn len(&self) -> usize {
        self.members.len() / self.size
    }

    /// False: a board has houses.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The cells of a house.
    pub fn house(&self, house: usize) -> &[u16] {
        &self.members[house * self.size..][..self.size]
    }

    /// Where a cell stands.
    #[inline(always)]
    pub fn seats(&self, cell: usize) -> &[Seat] {
        &self.seats[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// True if a digit stands twice in a house, or is above the size.
    pub fn has_clash(&self, givens: &[u8]) -> bool {
        let mut seen = vec![usize::MAX; self.size + 1];
        (0..self.len()).any(|house| {
            self.house(house).iter().any(|&cell| {
                let digit = usize::from(givens[usize::from(cell)]);
                digit > self.size
                    || (digit > 0 && std::mem::replace(&mut seen[digit], house) == house)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_of_any_shape() {
        let houses = Houses::of_boxes(2, 3).unwrap();
        assert_eq!((houses.size(), houses.cells(), houses.len()), (6, 36, 18));
        assert_eq!(houses.house(13), [3, 4, 5, 9, 10, 11]);
        let seats: Vec<_> = houses
            .seats(10)
            .iter()
            .map(|s| (s.house, s.place))
            .collect();
        assert_eq!(seats, [(1, 4), (10, 1), (13, 4)]);
        assert!(!houses.has_clash(&[0; 36]));
        let mut givens = [0; 36];
        (givens[0], givens[7]) = (5, 5);
        assert!(houses.has_clash(&givens));
    }

    #[test]
    fn bad_houses_are_refused() {
        let message =
            |size, houses: &[Vec<u16>]| Houses::new(size, houses).unwrap_err().to_string();
        assert_eq!(
            message(0, &[]),
            "expected a board of 1 to 255 rows, found 0"
        );
        assert_eq!(message(2, &[vec![0]]), "house 0: expected 2 cells, found 1");
        assert_eq!(message(2, &[vec![0, 4]]), "house 0: no cell 4");
        assert_eq!(message(2, &[vec![1, 1]]), "house 0: cell 1 twice");
        assert_eq!(message(2, &[vec![0, 1]]), "cell 2 is in no house");
        assert!(Houses::of_boxes(16, 16).is_err() && Houses::of_boxes(0, 3).is_err());
    }
}
