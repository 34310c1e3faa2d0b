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
}

/// Aligned exclusion of `technique.size` cells, one step for each conclusion, in Sudoku Explainer's order: the first two in
/// reading order, then a third with few candidates that sees one of them.
pub(super) fn aligned(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let mut known = Conclusions::default();
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
                base(grid, &[first, second], excluders).report(technique, &mut known, sink)?;
                continue;
            }
            let pair = CellSet::of(first) | CellSet::of(second);
            for third in small & (peers[first] | peers[second]) - pair {
                let excluders = excluders & peers[third];
                if !excluders.is_empty() {
                    base(grid, &[first, second, third], excluders)
                        .report(technique, &mut known, sink)?;
                }
            }
        }
    }
    Flow::Continue(())
}

fn base<'a>(grid: &'a Grid, cells: &'a [usize], excluders: CellSet) -> Base<'a> {
    Base {
        grid,
        cells,
        excluders,
    }
}

impl Base<'_> {
    fn report(&self, technique: &Technique, known: &mut Conclusions, sink: &mut Sink<'_>) -> Flow {
        let mut allowed = [0; 3];
        self.fill(&mut Vec::new(), &mut allowed);
        let mut off = Vec::new();
        for (&cell, allowed) in self.cells.iter().zip(allowed) {
            let gone = digits_of(self.grid.masks[cell] & !allowed);
            off.extend(gone.map(|digit| Cand::new(cell, digit)));
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

    /// Collects the digits of all ways to fill the cells that continue one.
    fn fill(&self, digits: &mut Vec<usize>, allowed: &mut [Digits; 3]) {
        let place = digits.len();
        if place == self.cells.len() {
            for (allowed, digit) in allowed.iter_mut().zip(digits) {
                *allowed |= 1 << *digit;
            }
            return;
        }
        for digit in digits_of(self.grid.masks[self.cells[place]]) {
            digits.push(digit);
            if self.is_possible(digits) {
                self.fill(digits, allowed);
            }
            digits.pop();
        }
    }

    /// True if the digits of the first cells leave something for all others.
    fn is_possible(&self, digits: &[usize]) -> bool {
        let (&last, before) = digits.split_last().expect("a digit was added");
        let peers = &self.grid.geometry.peers[self.cells[before.len()]];
        let clash = before
            .iter()
            .zip(self.cells)
            .any(|(&digit, &cell)| digit == last && peers.has(cell));
        let used = digits.iter().fold(0, |all, digit| all | 1 << digit);
        !clash
            && !self
                .excluders
                .iter()
                .any(|cell| self.grid.masks[cell] & !used == 0)
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
