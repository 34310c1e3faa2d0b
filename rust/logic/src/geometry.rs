//! What the cells of a board have to do with each other, as techniques read it.

use std::sync::OnceLock;

use super::cellset::{CellSet, MAX_CELLS};

/// The most digits, and rows, that techniques know.
pub const MAX_SIZE: usize = 16;

/// What kind of house it is. Techniques that speak of boxes and lines ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box, or the region of a jigsaw.
    Box,
    /// A house of a rule: a diagonal, a window.
    Extra,
}

/// As many cells as there are digits; every digit is in exactly one of them.
#[derive(Clone, Debug)]
pub struct House {
    /// Its kind.
    pub kind: Kind,
    /// Its cells, as a set.
    pub set: CellSet,
    /// Its cells in reading order.
    pub cells: Vec<usize>,
}

/// The houses and peers of a board. Houses are rows, columns, boxes, then extra ones; their
/// numbers are those of `puzzle.houses` in Python.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Rows, columns and digits.
    pub size: usize,
    /// `size * size`.
    pub cell_count: usize,
    /// All houses.
    pub houses: Vec<House>,
    /// For every cell the numbers of its houses.
    pub houses_of: Vec<Vec<usize>>,
    /// For every cell the other cells that may not hold its digit.
    pub peers: Vec<CellSet>,
    /// For every cell the number of its row, column and box (region).
    pub lines: Vec<[usize; 3]>,
    /// Cells without any digit twice that are no houses (anti-knight and the like).
    pub different: Vec<CellSet>,
    /// The most cells that a box (region) and a line have in common.
    pub most_shared: usize,
    /// The most rows, or columns, in which a cell has peers that are not on its own lines.
    pub reach: usize,
    rectangles: OnceLock<Vec<Vec<[usize; 4]>>>,
}

impl Geometry {
    /// Reads houses (rows, columns and boxes first, `size` of each) and other sets of cells
    /// that have to differ.
    ///
    /// # Errors
    /// If a board is too large, or a cell is not on it.
    pub fn new(
        size: usize,
        houses: &[Vec<u16>],
        different: &[Vec<u16>],
    ) -> Result<Geometry, String> {
        if size == 0 || size > MAX_SIZE {
            return Err(format!(
                "expected up to {MAX_SIZE}x{MAX_SIZE}, found {size}"
            ));
        }
        let cell_count = size * size;
        let sets = houses.iter().chain(different).flatten();
        if let Some(cell) = sets.copied().find(|&cell| usize::from(cell) >= cell_count) {
            return Err(format!("no cell {cell} on a board of {cell_count} cells"));
        }
        if houses.len() < 3 * size || houses.iter().any(|house| house.len() != size) {
            return Err(format!(
                "expected {} houses or more of {size} cells",
                3 * size
            ));
        }
        debug_assert!(cell_count <= MAX_CELLS);
        let houses: Vec<House> = houses
            .iter()
            .enumerate()
            .map(|(number, cells)| House {
                kind: match number / size {
                    0 => Kind::Row,
                    1 => Kind::Column,
                    2 => Kind::Box,
                    _ => Kind::Extra,
                },
                set: cells.iter().map(|&cell| usize::from(cell)).collect(),
                cells: cells.iter().map(|&cell| usize::from(cell)).collect(),
            })
            .collect();
        let different: Vec<CellSet> = different
            .iter()
            .map(|cells| cells.iter().map(|&cell| usize::from(cell)).collect())
            .collect();
        let mut houses_of = vec![Vec::new(); cell_count];
        let mut peers = vec![CellSet::EMPTY; cell_count];
        for (number, house) in houses.iter().enumerate() {
            for &cell in &house.cells {
                houses_of[cell].push(number);
                peers[cell] |= house.set;
            }
        }
        for set in &different {
            for cell in set.iter() {
                peers[cell] |= *set;
            }
        }
        for (cell, peers) in peers.iter_mut().enumerate() {
            peers.remove(cell);
        }
        let lines = houses_of
            .iter()
            .map(|numbers| [numbers[0], numbers[1], numbers[2]])
            .collect();
        let reach = peers.iter().enumerate();
        let reach = reach.map(|(cell, peers)| reach_of(size, cell, peers));
        let (long, boxes) = houses[..3 * size].split_at(2 * size);
        let shared = boxes
            .iter()
            .flat_map(|region| long.iter().map(|line| (region.set & line.set).len()));
        Ok(Geometry {
            most_shared: shared.max().unwrap_or(0),
            size,
            cell_count,
            houses,
            houses_of,
            reach: reach.max().unwrap_or(0),
            peers,
            lines,
            different,
            rectangles: OnceLock::new(),
        })
    }

    /// The row of a cell, counted from 0.
    #[inline]
    pub fn row(&self, cell: usize) -> usize {
        cell / self.size
    }

    /// The column of a cell, counted from 0.
    #[inline]
    pub fn column(&self, cell: usize) -> usize {
        cell % self.size
    }

    /// The number of the house of a kind (row, column, box) that a cell is in.
    #[inline]
    pub fn house_of(&self, cell: usize, kind: Kind) -> usize {
        self.lines[cell][kind as usize]
    }

    /// The numbers of the houses of a kind.
    #[inline]
    pub fn houses_of_kind(&self, kind: Kind) -> std::ops::Range<usize> {
        let first = kind as usize * self.size;
        match kind {
            Kind::Extra => first..self.houses.len(),
            _ => first..first + self.size,
        }
    }

    /// All houses in Sudoku Explainer's order: boxes, columns, rows, extra ones.
    pub fn boxes_first(&self) -> impl Iterator<Item = usize> + use<> {
        let kinds = [Kind::Box, Kind::Column, Kind::Row, Kind::Extra];
        let houses = kinds.map(|kind| self.houses_of_kind(kind));
        houses.into_iter().flatten()
    }

    /// The cells that see every cell of a set.
    pub fn common_peers(&self, cells: CellSet) -> CellSet {
        let mut cells = cells.iter();
        let Some(first) = cells.next() else {
            return CellSet::EMPTY;
        };
        cells.fold(self.peers[first], |common, cell| common & self.peers[cell])
    }

    /// The houses that hold every cell of a set.
    pub fn common_houses(&self, cells: CellSet) -> impl Iterator<Item = usize> + '_ {
        let first = cells.first();
        first
            .into_iter()
            .flat_map(|cell| self.houses_of[cell].iter().copied())
            .filter(move |&house| cells.is_within(&self.houses[house].set))
    }

    /// The rectangles that could be deadly with a corner: the corner, the other cell of its row,
    /// the other cell of its column, and the opposite corner. Every house or other set of
    /// different cells has none or two of the four.
    pub fn rectangles(&self, corner: usize) -> &[[usize; 4]] {
        let all = self.rectangles.get_or_init(|| {
            (0..self.cell_count)
                .map(|corner| self.rectangles_from(corner))
                .collect()
        });
        &all[corner]
    }

    fn rectangles_from(&self, corner: usize) -> Vec<[usize; 4]> {
        let [row, column, region] = self.lines[corner];
        let mut found = Vec::new();
        for &below in &self.houses[column].cells {
            for &beside in &self.houses[row].cells {
                let opposite = below - below % self.size + self.column(beside);
                let cells = [corner, beside, below, opposite];
                if below != corner
                    && beside != corner
                    && self.may_be_deadly(cells.into_iter().collect())
                {
                    found.push(cells);
                }
            }
        }
        // HoDoKu goes by the other cell in the box of the corner.
        found.sort_by_key(|cells| {
            let mut others = cells[1..].iter();
            others.find(|&&cell| self.lines[cell][2] == region).copied()
        });
        found
    }

    /// True if every house or other set of different cells has none or two of the cells.
    pub fn may_be_deadly(&self, cells: CellSet) -> bool {
        let sets = self.houses.iter().map(|house| &house.set);
        sets.chain(&self.different)
            .all(|&set| matches!((set & cells).len(), 0 | 2))
    }

    /// True for plain rows, columns and boxes: no extra houses, nothing else that has to differ.
    pub fn is_plain(&self) -> bool {
        self.houses.len() == 3 * self.size && self.different.is_empty()
    }
}

fn reach_of(size: usize, cell: usize, peers: &CellSet) -> usize {
    let (mut rows, mut columns) = (0u32, 0u32);
    for peer in peers.iter() {
        if peer / size != cell / size && peer % size != cell % size {
            rows |= 1 << (peer / size);
            columns |= 1 << (peer % size);
        }
    }
    rows.count_ones().max(columns.count_ones()) as usize
}
