//! The geometry of the 9x9 board: which cells share a house. Computed at compile time.

/// Cells on the board.
pub const CELLS: usize = 81;
/// Cells in a house, and digits.
pub const SIZE: usize = 9;

/// Rows 0-8, columns 9-17, boxes 18-26; each house lists its cells in ascending order.
pub const HOUSES: [[u8; SIZE]; 27] = houses();
/// The 20 cells that share a house with each cell, in ascending order.
pub const PEERS: [[u8; 20]; CELLS] = peers();

const fn houses() -> [[u8; SIZE]; 27] {
    let mut table = [[0; SIZE]; 27];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        let (block, place) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        table[row][column] = cell as u8;
        table[9 + column][row] = cell as u8;
        table[18 + block][place] = cell as u8;
        cell += 1;
    }
    table
}

const fn peers() -> [[u8; 20]; CELLS] {
    let mut table = [[0; 20]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        let mut found = 0;
        while other < CELLS {
            let same_row = cell / 9 == other / 9;
            let same_column = cell % 9 == other % 9;
            let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if other != cell && (same_row || same_column || same_box) {
                table[cell][found] = other as u8;
                found += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

/// Returns whether a digit appears twice in a house.
pub fn has_clash(givens: &[u8; CELLS]) -> bool {
    HOUSES.iter().any(|house| {
        let (mut seen, mut twice) = (0_u16, 0);
        for &cell in house {
            // Bit 0 is for empty cells.
            let bit = 1 << givens[cell as usize];
            twice |= seen & bit;
            seen |= bit;
        }
        twice > 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_the_cells_that_share_a_house() {
        for cell in 0..CELLS as u8 {
            let mut expected: Vec<u8> = HOUSES
                .iter()
                .filter(|house| house.contains(&cell))
                .flatten()
                .copied()
                .filter(|&other| other != cell)
                .collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(PEERS[cell as usize].to_vec(), expected);
        }
    }
}
