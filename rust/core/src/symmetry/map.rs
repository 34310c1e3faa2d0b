//! Shapes of boards and the maps between their copies.

use super::MOST;

/// A board with boxes of `box_rows` x `box_cols` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    box_rows: usize,
    box_cols: usize,
}

impl Shape {
    /// The classic board.
    pub const CLASSIC: Shape = Shape {
        box_rows: 3,
        box_cols: 3,
    };

    /// None if a side is 0 or the board would have more than [`MOST`] rows.
    pub fn new(box_rows: usize, box_cols: usize) -> Option<Shape> {
        let size = box_rows.checked_mul(box_cols)?;
        (1..=MOST)
            .contains(&size)
            .then_some(Shape { box_rows, box_cols })
    }

    /// Rows, columns and digits.
    pub fn size(self) -> usize {
        self.box_rows * self.box_cols
    }

    /// Whether transposing keeps the boxes.
    pub fn is_square(self) -> bool {
        self.box_rows == self.box_cols
    }

    /// How many rows move as one. Bands of a single row do not bind anything, so all rows are one
    /// band then; the same holds for stacks.
    pub(super) fn band(self) -> usize {
        if self.box_rows == 1 {
            self.size()
        } else {
            self.box_rows
        }
    }

    /// How many columns move as one.
    pub(super) fn stack(self) -> usize {
        if self.box_cols == 1 {
            self.size()
        } else {
            self.box_cols
        }
    }
}

/// A transformation: transpose if `transposed`, then take rows and columns in another order, then
/// relabel the digits. Numbers start at 0, except that 0 stays the digit of an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    size: u8,
    /// Whether rows become columns first.
    pub transposed: bool,
    /// For each row of the copy the row it comes from.
    pub rows: [u8; MOST],
    /// For each column of the copy the column it comes from.
    pub columns: [u8; MOST],
    /// For each digit the digit it becomes.
    pub digits: [u8; MOST + 1],
}

impl Map {
    /// The map that changes nothing.
    pub fn identity(size: usize) -> Map {
        let mut digits = [0; MOST + 1];
        digits
            .iter_mut()
            .zip(0..)
            .for_each(|(to, digit)| *to = digit);
        let lines = std::array::from_fn(|line| line as u8);
        Map {
            size: size as u8,
            transposed: false,
            rows: lines,
            columns: lines,
            digits,
        }
    }

    /// Rows, columns and digits of its boards.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The copy of a board.
    pub fn apply(&self, cells: &[u8]) -> Vec<u8> {
        let size = self.size();
        let mut copy = vec![0; size * size];
        for (row, line) in copy.chunks_exact_mut(size).enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                let (from, across) = (
                    usize::from(self.rows[row]),
                    usize::from(self.columns[column]),
                );
                let source = if self.transposed {
                    across * size + from
                } else {
                    from * size + across
                };
                *cell = self.digits[usize::from(cells[source])];
            }
        }
        copy
    }

    /// The map that does this one first and then the other.
    pub fn then(&self, next: &Map) -> Map {
        let (mut first, size) = (*self, self.size());
        first.transposed ^= next.transposed;
        // Transposing a copy exchanges what was done to its rows and columns.
        if next.transposed {
            std::mem::swap(&mut first.rows, &mut first.columns);
        }
        let mut both = first;
        for line in 0..size {
            both.rows[line] = first.rows[usize::from(next.rows[line])];
            both.columns[line] = first.columns[usize::from(next.columns[line])];
        }
        for digit in 1..=size {
            both.digits[digit] = next.digits[usize::from(self.digits[digit])];
        }
        both
    }

    /// The map back.
    pub fn inverse(&self) -> Map {
        let mut back = *self;
        for line in 0..self.size() {
            back.rows[usize::from(self.rows[line])] = line as u8;
            back.columns[usize::from(self.columns[line])] = line as u8;
        }
        if self.transposed {
            std::mem::swap(&mut back.rows, &mut back.columns);
        }
        for digit in 1..=self.size() {
            back.digits[usize::from(self.digits[digit])] = digit as u8;
        }
        back
    }

    /// Relabels the digits of a board in the order in which they appear in its copy; those that do not
    /// appear keep their order.
    pub(super) fn relabel(&mut self, cells: &[u8]) {
        let size = self.size();
        self.digits = [0; MOST + 1];
        let mut plain = *self;
        plain.digits = Map::identity(size).digits;
        let copy = plain.apply(cells);
        let mut next = 1;
        for digit in copy.into_iter().chain(1..=size as u8).map(usize::from) {
            if digit > 0 && self.digits[digit] == 0 {
                self.digits[digit] = next;
                next += 1;
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Numbers that look random.
    pub(in crate::symmetry) fn random(seed: u64) -> impl FnMut(usize) -> usize {
        let mut state = seed;
        move |below| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        }
    }

    /// A random map of the 9x9 board.
    pub(in crate::symmetry) fn any_map(random: &mut impl FnMut(usize) -> usize) -> Map {
        let mut map = Map::identity(9);
        map.transposed = random(2) == 1;
        let mut shuffle = |items: &mut [u8]| {
            for last in (1..items.len()).rev() {
                items.swap(last, random(last + 1));
            }
        };
        for lines in [&mut map.rows, &mut map.columns] {
            let mut blocks = [0, 1, 2];
            shuffle(&mut blocks);
            for (block, lines) in blocks.into_iter().zip(lines.chunks_exact_mut(3)) {
                lines.copy_from_slice(&[0, 1, 2].map(|line| block * 3 + line));
                shuffle(lines);
            }
        }
        shuffle(&mut map.digits[1..10]);
        map
    }

    fn maps() -> Vec<Map> {
        let mut one = Map::identity(9);
        one.rows[..9].copy_from_slice(&[2, 0, 1, 6, 7, 8, 3, 5, 4]);
        one.columns[..9].copy_from_slice(&[8, 7, 6, 0, 2, 1, 3, 4, 5]);
        one.digits[1..10].copy_from_slice(&[3, 1, 2, 9, 8, 7, 6, 5, 4]);
        let mut other = one.then(&one);
        other.transposed = true;
        vec![Map::identity(9), one, other, one.then(&other)]
    }

    #[test]
    fn composing_is_applying_one_after_the_other_and_the_inverse_goes_back() {
        let cells: Vec<u8> = (0..81).map(|cell| (cell * 7 % 10) as u8).collect();
        for one in maps() {
            for other in maps() {
                let both = other.apply(&one.apply(&cells));
                assert_eq!(one.then(&other).apply(&cells), both);
            }
            assert_eq!(one.inverse().apply(&one.apply(&cells)), cells);
            assert_eq!(one.then(&one.inverse()), Map::identity(9));
        }
    }
}
