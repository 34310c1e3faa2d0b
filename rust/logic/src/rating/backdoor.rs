//! Backdoors: cells whose digits, once they are known, leave a board that singles solve.

use crate::grid::Grid;

/// The size of a smallest backdoor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backdoor {
    /// Its size, or a size that it has at least.
    pub size: u8,
    /// Whether it is the size itself.
    pub is_exact: bool,
}

/// Looks for a smallest backdoor of up to `most` cells, until the grid's deadline. `tries` is how
/// many times singles may be followed to their end.
pub fn smallest(grid: &Grid, solution: &[u8], most: u8, tries: u64) -> Backdoor {
    let mut grid = grid.clone();
    follow_singles(&mut grid);
    let mut search = Search { solution, tries };
    let exact = |size| Backdoor {
        size,
        is_exact: true,
    };
    if grid.is_full() {
        return exact(0);
    }
    for size in 1..=most {
        match search.is_there(&grid, 0, size) {
            Some(true) => return exact(size),
            Some(false) => {}
            None => {
                return Backdoor {
                    size,
                    is_exact: false,
                };
            }
        }
    }
    Backdoor {
        size: most + 1,
        is_exact: false,
    }
}

struct Search<'a> {
    solution: &'a [u8],
    tries: u64,
}

impl Search<'_> {
    /// Whether so many cells, the first of them not before `from`, are a backdoor; None if that
    /// was not decided. Cells that follow from those before are left out: fewer would do.
    fn is_there(&mut self, grid: &Grid, from: usize, size: u8) -> Option<bool> {
        for cell in grid.open {
            if cell < from {
                continue;
            }
            self.tries = self.tries.checked_sub(1)?;
            if grid.deadline.is_over() {
                return None;
            }
            let mut next = grid.clone();
            next.place(cell, usize::from(self.solution[cell]) - 1);
            follow_singles(&mut next);
            if next.is_full() || (size > 1 && self.is_there(&next, cell + 1, size - 1)?) {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Places naked and hidden singles until there are none left.
fn follow_singles(grid: &mut Grid) {
    let mut goes_on = true;
    while goes_on {
        goes_on = false;
        for cell in grid.open {
            if grid.masks[cell].count_ones() == 1 {
                let digit = grid.masks[cell].trailing_zeros() as usize;
                grid.place(cell, digit);
                goes_on = true;
            }
        }
        for house in 0..grid.geometry.houses.len() {
            for digit in 0..grid.geometry.size {
                if let Some(cell) = grid.places_in(digit, house).only() {
                    grid.place(cell, digit);
                    goes_on = true;
                }
            }
        }
    }
}
