//! The pieces of a board that get or lose their clues together: cells, or orbits of a symmetry.

/// Which cells belong together.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The piece of each cell.
    of_cell: Vec<u16>,
    cells: Vec<Vec<u16>>,
}

impl Pieces {
    /// Pieces given by the number of each cell's, from 0 without gaps; None if there are gaps.
    pub fn new(of_cell: &[u16]) -> Option<Pieces> {
        let count = of_cell
            .iter()
            .max()
            .map_or(0, |&most| usize::from(most) + 1);
        let mut cells = vec![Vec::new(); count];
        for (cell, &piece) in (0..).zip(of_cell) {
            cells[usize::from(piece)].push(cell);
        }
        (!cells.iter().any(Vec::is_empty)).then(|| Pieces {
            of_cell: of_cell.to_vec(),
            cells,
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// True if the board has no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells of a piece.
    pub fn cells(&self, piece: u16) -> &[u16] {
        &self.cells[usize::from(piece)]
    }

    /// The piece of a cell.
    pub fn of(&self, cell: usize) -> u16 {
        self.of_cell[cell]
    }

    /// The pieces that have clues, in ascending order.
    pub fn with_clues(&self, clues: &[u8]) -> Vec<u16> {
        let all = (0..).zip(&self.cells);
        let kept = all.filter(|(_, cells)| clues[usize::from(cells[0])] != 0);
        kept.map(|(piece, _)| piece).collect()
    }
}
