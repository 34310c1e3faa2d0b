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
    /// For every cell where its others begin, and the end of the last.
    other_starts: Vec<u32>,
    others: Vec<u16>,
    is_impossible: bool,
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
    /// Houses given by their cells. Every cell is below `size` * `size`, is in at least one
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
            other_starts: vec![0; cells + 1],
            others: Vec::new(),
            is_impossible: false,
        })
    }

    /// The same rules, and sets of cells of which no two may hold the same digit. A set is known
    /// by the pairs that it has; those that share a house say nothing new.
    ///
    /// # Errors
    /// If a cell is not on the board or appears twice in a set.
    pub fn with_different(mut self, sets: &[Vec<u16>]) -> Result<Houses, HousesError> {
        let mut others: Vec<Vec<u16>> = (0..self.cells)
            .map(|cell| self.others(cell).to_vec())
            .collect();
        for (number, set) in sets.iter().enumerate() {
            self.is_impossible |= set.len() > self.size;
            for (place, &one) in set.iter().enumerate() {
                if usize::from(one) >= self.cells {
                    return Err(HousesError(format!("set {number}: no cell {one}")));
                }
                if set[..place].contains(&one) {
                    return Err(HousesError(format!("set {number}: cell {one} twice")));
                }
                for &other in set[..place]
                    .iter()
                    .filter(|&&other| !self.share(one, other))
                {
                    others[usize::from(one)].push(other);
                    others[usize::from(other)].push(one);
                }
            }
        }
        self.other_starts = vec![0];
        for list in &mut others {
            list.sort_unstable();
            list.dedup();
            self.other_starts
                .push(self.other_starts[self.other_starts.len() - 1] + list.len() as u32);
        }
        self.others = others.concat();
        Ok(self)
    }

    /// True if two cells share a house.
    fn share(&self, one: u16, other: u16) -> bool {
        let here = self.seats(usize::from(one));
        let there = self.seats(usize::from(other));
        let mut here = here.iter();
        here.any(|seat| there.iter().any(|other| other.house == seat.house))
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

    /// The position of a cell.
    #[inline(always)]
    pub fn seats(&self, cell: usize) -> &[Seat] {
        &self.seats[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The cells that may not hold a cell's digit, though they share no house with it.
    #[inline(always)]
    pub fn others(&self, cell: usize) -> &[u16] {
        if self.others.is_empty() {
            return &[];
        }
        &self.others[self.other_starts[cell] as usize..self.other_starts[cell + 1] as usize]
    }

    /// True if more cells have to differ than there are digits.
    pub fn is_impossible(&self) -> bool {
        self.is_impossible
    }

    /// True if a digit is repeated where it may not be, or is above the size.
    pub fn has_clash(&self, givens: &[u8]) -> bool {
        let mut seen = vec![usize::MAX; self.size + 1];
        let meets = |cell: usize| {
            let digit = givens[cell];
            let mut others = self.others(cell).iter();
            digit > 0 && others.any(|&other| givens[usize::from(other)] == digit)
        };
        (0..self.cells).any(meets)
            || (0..self.len()).any(|house| {
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

    #[test]
    fn cells_that_differ_are_known_by_their_pairs() {
        let houses = Houses::of_boxes(2, 2).unwrap();
        // Cells 0 and 1 share a row, 0 and 10 nothing; the pair 10, 5 stands there twice.
        let houses = houses
            .with_different(&[vec![0, 1, 10], vec![5, 10], vec![10, 5]])
            .unwrap();
        assert_eq!(houses.others(0), [10]);
        assert_eq!(houses.others(1), [10]);
        assert_eq!(houses.others(5), [10]);
        assert_eq!(houses.others(10), [0, 1, 5]);
        assert_eq!(houses.others(15), []);
        let mut givens = [0; 16];
        (givens[5], givens[10]) = (3, 3);
        assert!(houses.has_clash(&givens) && !houses.is_impossible());
        givens[10] = 4;
        assert!(!houses.has_clash(&givens));
    }

    #[test]
    fn more_sets_are_added_to_those_before() {
        let houses = Houses::of_boxes(2, 2).unwrap();
        let few = houses.with_different(&[vec![0, 10]]).unwrap();
        let more = few.with_different(&[vec![0, 15], vec![10, 0]]).unwrap();
        assert_eq!(more.others(0), [10, 15]);
        assert_eq!(more.others(10), [0]);
        let many = more.with_different(&[vec![0, 1, 2, 3, 4]]).unwrap();
        assert!(many.is_impossible());
        assert!(many.with_different(&[]).unwrap().is_impossible());
    }

    #[test]
    fn bad_sets_are_refused() {
        let message = |sets: &[Vec<u16>]| {
            let houses = Houses::of_boxes(2, 2).unwrap();
            houses.with_different(sets).unwrap_err().to_string()
        };
        assert_eq!(message(&[vec![0, 1], vec![3, 16]]), "set 1: no cell 16");
        assert_eq!(message(&[vec![7, 2, 7]]), "set 0: cell 7 twice");
        let houses = Houses::of_boxes(2, 2).unwrap();
        let alone = houses.with_different(&[vec![], vec![3]]).unwrap();
        assert!((0..16).all(|cell| alone.others(cell).is_empty()));
    }
}
