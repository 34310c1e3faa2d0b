//! Aligned pair and triplet exclusion: all ways to fill two or three cells are listed. A way is
//! out if it gives a digit to two cells that see each other, or leaves nothing for a cell that
//! sees them all. A candidate without any way is false.
//!
//! ```text
//!   12  .  . | 13        1 in the first cell and 2 in the second would empty the cell 12 that
//!   .   .  . |           sees both
//! ```

use super::als::Conclusions;
use super::cellset::CellSet;
use super::grid::{Digits, Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Step, cands};
use super::wings::cells_with_candidates;

/// The cells to be filled, and those with as few candidates that see them all.
struct Base<'a> {
    grid: &'a Grid,
    cells: &'a [usize],
    excluders: CellSet,
    /// The candidates of the excluders.
    excluding: &'a [Digits],
}

const MOST_CELLS: usize = 3;

/// Aligned exclusion of `technique.size` cells, one step for each conclusion, in Sudoku Explainer's order: the first two in
/// reading order, then a third with few candidates that sees one of them.
pub(super) fn aligned(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let mut known = Conclusions::default();
    let mut masks = Vec::new();
    let most = technique.size as u32;
    let small: CellSet = grid
        .open
        .iter()
        .filter(|&cell| (2..=most).contains(&grid.masks[cell].count_ones()))
        .collect();
    let peers = &grid.geometry.peers;
    let mut seconds = grid.open;
    for first in grid.open {
        seconds.remove(first);
        for second in seconds {
            let excluders = small & peers[first] & peers[second];
            if excluders.is_empty() {
                continue;
            }
            if technique.size == 2 {
                base(grid, &[first, second], excluders, &mut masks)
                    .report(technique, &mut known, sink)?;
                continue;
            }
            let pair = CellSet::of(first) | CellSet::of(second);
            for third in small & ((peers[first] | peers[second]) - pair) {
                let excluders = excluders & peers[third];
                if !excluders.is_empty() {
                    base(grid, &[first, second, third], excluders, &mut masks)
                        .report(technique, &mut known, sink)?;
                }
            }
        }
    }
    Flow::Continue(())
}

fn base<'a>(
    grid: &'a Grid,
    cells: &'a [usize],
    excluders: CellSet,
    masks: &'a mut Vec<Digits>,
) -> Base<'a> {
    masks.clear();
    masks.extend(excluders.iter().map(|cell| grid.masks[cell]));
    Base {
        grid,
        cells,
        excluders,
        excluding: masks,
    }
}

impl Base<'_> {
    fn report(&self, technique: &Technique, known: &mut Conclusions, sink: &mut Sink<'_>) -> Flow {
        let mut allowed = [0; MOST_CELLS];
        let mut off = Vec::new();
        for (place, &cell) in self.cells.iter().enumerate() {
            for digit in digits_of(self.grid.masks[cell]) {
                let is_known = allowed[place] >> digit & 1 == 1;
                if !is_known && !self.has_way(place, digit, &mut allowed) {
                    off.push(Cand::new(cell, digit));
                }
            }
        }
        if !known.is_new(&mut off) {
            return Flow::Continue(());
        }
        sink(Step {
            marks: vec![
                cells_with_candidates(self.grid, "pattern", self.cells.iter().copied()),
                cells_with_candidates(self.grid, "set-a", self.excluders),
            ],
            proof: off.iter().map(|&victim| self.refute(victim)).collect(),
            eliminations: off,
            ..technique.step()
        })
    }

    /// True if a candidate is part of a way to fill the cells, whose digits are then allowed.
    fn has_way(&self, fixed: usize, digit: usize, allowed: &mut [Digits; MOST_CELLS]) -> bool {
        let mut way = [None; MOST_CELLS];
        way[fixed] = Some(digit);
        let found = self.fill(&mut way, 0);
        if found {
            for (allowed, digit) in allowed.iter_mut().zip(way) {
                *allowed |= digit.map_or(0, |digit| 1 << digit);
            }
        }
        found
    }

    /// Fills the cells from a place on.
    fn fill(&self, way: &mut [Option<usize>; MOST_CELLS], place: usize) -> bool {
        if place == self.cells.len() {
            return self.is_possible(way);
        }
        if way[place].is_some() {
            return self.fill(way, place + 1);
        }
        for digit in digits_of(self.grid.masks[self.cells[place]]) {
            way[place] = Some(digit);
            if self.fill(way, place + 1) {
                return true;
            }
        }
        way[place] = None;
        false
    }

    /// True if no digit is in two cells that see each other, and every excluder has one left.
    fn is_possible(&self, way: &[Option<usize>; MOST_CELLS]) -> bool {
        let used = way.iter().flatten().fold(0, |all, digit| all | 1 << digit);
        let clash = |place: usize| {
            let peers = &self.grid.geometry.peers[self.cells[place]];
            (0..place).any(|other| way[other] == way[place] && peers.has(self.cells[other]))
        };
        !self.excluding.iter().any(|digits| digits & !used == 0)
            && !(1..self.cells.len()).any(clash)
    }

    /// Suppose the victim, then every way to fill the other cells but the last: the last one has
    /// no candidate left.
    fn refute(&self, victim: Cand) -> Inference {
        let others: Vec<usize> = self
            .cells
            .iter()
            .copied()
            .filter(|&cell| cell != usize::from(victim.cell))
            .collect();
        self.suppose(victim, &[], &others)
    }

    /// `taken` are the earlier suppositions.
    fn suppose(&self, on: Cand, taken: &[Cand], rest: &[usize]) -> Inference {
        let seen = self.grid.seen(usize::from(on.cell), usize::from(on.digit));
        let off = cands(seen, usize::from(on.digit));
        let mut then = vec![Inference::Sees { on, off }];
        let taken: Vec<Cand> = taken.iter().copied().chain([on]).collect();
        self.follow(&taken, rest, &mut then);
        Inference::Suppose {
            candidate: on,
            on: true,
            then,
        }
    }

    /// What follows once the excluders have lost the digits of some cells.
    fn follow(&self, taken: &[Cand], rest: &[usize], then: &mut Vec<Inference>) {
        let used = taken.iter().fold(0, |all, one| all | 1 << one.digit);
        let left = |cell: usize| self.grid.masks[cell] & !used;
        if let Some(cell) = self.excluders.iter().find(|&cell| left(cell) == 0) {
            let truth = Truth::Cell(cell);
            then.push(Inference::Empty { truth });
            return;
        }
        let (&next, others) = rest.split_first().expect("a cell is left");
        let truth = Truth::Cell(next);
        if others.is_empty() {
            for cell in self
                .excluders
                .iter()
                .filter(|&cell| left(cell).count_ones() == 1)
            {
                let on = Cand::new(cell, left(cell).trailing_zeros() as usize);
                let off = vec![Cand::new(next, usize::from(on.digit))];
                let truth = Truth::Cell(cell);
                then.push(Inference::Last { truth, on });
                then.push(Inference::Sees { on, off });
            }
        }
        for digit in digits_of(self.grid.masks[next]).filter(|_| !others.is_empty()) {
            let near = &self.grid.geometry.peers[next];
            let is_off =
                |one: &Cand| usize::from(one.digit) == digit && near.has(usize::from(one.cell));
            if !taken.iter().any(is_off) {
                then.push(self.suppose(Cand::new(next, digit), taken, others));
            }
        }
        then.push(Inference::Empty { truth });
    }
}
