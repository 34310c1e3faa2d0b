//! WXYZ-wings: four cells of two houses that cross, with four digits. All but one of the digits
//! have places that see each other, so each is in one of the cells at most. The remaining one is in
//! one of them then, and a cell that sees all its places lacks it.
//!
//! ```text
//!   wz . . | wx xy -z | . . .       w, x and y once at most: the four cells need z
//!   .  . . | yz .  .  | . . .
//! ```

use super::cellset::CellSet;
use super::geometry::Kind;
use super::grid::{Digits, Grid, digits_of};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Mark, Step, cands};
use super::wings::{bent_set, cells_with_candidates};

/// Wings of `technique.size` cells and digits: by their houses, each once.
pub(super) fn bent_sets(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let most = technique.size as u32;
    let small: CellSet = grid
        .open
        .iter()
        .filter(|&cell| (2..=most).contains(&grid.masks[cell].count_ones()))
        .collect();
    let mut known = Vec::new();
    for one in &grid.geometry.houses {
        for other in &grid.geometry.houses {
            // A box and a line; two lines would have one cell in common at most.
            if one.kind == Kind::Box && other.kind != Kind::Box && one.set.meets(&other.set) {
                let cells = (one.set | other.set) & small;
                let mut search = Search {
                    grid,
                    technique,
                    houses: [one.set, other.set],
                    known: &mut known,
                };
                search.grow(cells, CellSet::EMPTY, 0, sink)?;
            }
        }
    }
    Flow::Continue(())
}

struct Search<'a> {
    grid: &'a Grid,
    technique: &'a Technique,
    houses: [CellSet; 2],
    /// The sets that were found before, in other houses.
    known: &'a mut Vec<CellSet>,
}

impl Search<'_> {
    fn grow(
        &mut self,
        later: CellSet,
        taken: CellSet,
        digits: Digits,
        sink: &mut Sink<'_>,
    ) -> Flow {
        let size = self.technique.size;
        if taken.len() == size {
            return if digits.count_ones() as usize == size {
                self.report(taken, digits, sink)
            } else {
                Flow::Continue(())
            };
        }
        let mut later = later;
        for cell in later {
            later.remove(cell);
            let digits = digits | self.grid.masks[cell];
            if digits.count_ones() as usize <= size {
                self.grow(later, taken | CellSet::of(cell), digits, sink)?;
            }
        }
        Flow::Continue(())
    }

    fn report(&mut self, cells: CellSet, digits: Digits, sink: &mut Sink<'_>) -> Flow {
        if self.houses.iter().any(|house| cells.is_within(house)) {
            return Flow::Continue(());
        }
        let mut free = digits_of(digits).filter(|&digit| !self.sees_itself(cells, digit));
        let (Some(digit), None) = (free.next(), free.next()) else {
            return Flow::Continue(());
        };
        let holders = cells & self.grid.places[digit];
        let victims = self.grid.seen_by_all(holders, digit);
        if victims.is_empty() || self.known.contains(&cells) {
            return Flow::Continue(());
        }
        self.known.push(cells);
        sink(Step {
            eliminations: cands(victims, digit),
            marks: vec![
                cells_with_candidates(self.grid, "pattern", cells),
                Mark::candidates("on", cands(holders, digit)),
            ],
            proof: bent_set(self.grid, cells, digit, victims),
            ..self.technique.step()
        })
    }

    /// True if all places of a digit in the cells see each other.
    fn sees_itself(&self, cells: CellSet, digit: usize) -> bool {
        let places = cells & self.grid.places[digit];
        places
            .iter()
            .all(|cell| (places - CellSet::of(cell)).is_within(&self.grid.geometry.peers[cell]))
    }
}
