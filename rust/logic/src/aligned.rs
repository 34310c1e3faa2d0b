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

/// Aligned exclusion of `technique.size` cells, one step for each conclusion, in Sudoku Explainer's
/// order: two cells by the later one, then by the earlier one, and a third with few candidates that
/// sees one of them.
pub(super) fn aligned(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    changed(grid, technique, grid.open, sink)
}

/// The same where some cells have changed since a board without any such step: all other cells, and
/// those that see them, would tell the same again.
pub(super) fn changed(
    grid: &Grid,
    technique: &Technique,
    changed: CellSet,
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
    for second in grid.open {
        for first in grid.open.iter().take_while(|&first| first < second) {
            let excluders = small & peers[first] & peers[second];
            if excluders.is_empty() {
                continue;
            }
            let pair = CellSet::of(first) | CellSet::of(second);
            let is_same = !changed.meets(&(pair | (peers[first] & peers[second])));
            if technique.size == 2 {
                if is_same {
                    continue;
                }
                base(grid, &[first, second], excluders, &mut masks)
                    .report(technique, &mut known, sink)?;
                continue;
            }
            let mut thirds = small & ((peers[first] | peers[second]) - pair);
            if is_same {
                thirds &= changed;
            }
            for third in thirds {
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
    // Others keep a candidate whatever the cells hold.
    let held = cells.iter().fold(0, |held, &cell| held | grid.masks[cell]);
    let excluding = excluders.iter().map(|cell| grid.masks[cell]);
    masks.extend(excluding.filter(|digits| digits & !held == 0));
    Base {
        grid,
        cells,
        excluders,
        excluding: masks,
    }
}

impl Base<'_> {
    /// True if every candidate is part of a way to fill the cells, because nothing else is excluded
    /// than a digit twice, and enough cells have enough candidates to avoid that.
    fn is_free(&self) -> bool {
        let counts = || {
            self.cells
                .iter()
                .map(|&cell| self.grid.masks[cell].count_ones())
        };
        // Whichever cell is filled first, one of the others has two candidates left.
        let roomy = counts().filter(|&count| count >= 3).count();
        self.excluding.is_empty()
            && counts().all(|count| count >= 2)
            && roomy + 2 >= 2 * (self.cells.len() - 1)
    }

    fn report(&self, technique: &Technique, known: &mut Conclusions, sink: &mut Sink<'_>) -> Flow {
        if self.is_free() {
            return Flow::Continue(());
        }
        let allowed = self.allowed();
        let mut off = Vec::new();
        for (&cell, allowed) in self.cells.iter().zip(allowed) {
            for digit in digits_of(self.grid.masks[cell] & !allowed) {
                off.push(Cand::new(cell, digit));
            }
        }
        if off.is_empty() {
            return Flow::Continue(());
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

    /// The digits of every cell that are part of a way to fill the cells.
    fn allowed(&self) -> [Digits; MOST_CELLS] {
        let [first, second] = [0, 1].map(|place| self.grid.masks[self.cells[place]]);
        let third = self.cells.get(2).map(|&cell| self.grid.masks[cell]);
        let all = [first, second, third.unwrap_or(0)];
        let mut allowed = [0; MOST_CELLS];
        for one in digits_of(first) {
            for two in digits_of(second & !self.seen_digit(0, 1, one)) {
                let Some(left) = self.left_for_third(third, one, two) else {
                    continue;
                };
                allowed[0] |= 1 << one;
                allowed[1] |= 1 << two;
                allowed[2] |= left;
                // Nothing is left to learn from this digit.
                if allowed[1..] == all[1..] {
                    break;
                }
            }
            if allowed == all {
                break;
            }
        }
        allowed
    }

    /// What a third cell may hold beside two digits: None if nothing, or if the two are not
    /// possible by themselves.
    fn left_for_third(&self, third: Option<Digits>, one: usize, two: usize) -> Option<Digits> {
        let used = 1 << one | 1 << two;
        let mut left = third.unwrap_or(0);
        if third.is_some() {
            left &= !(self.seen_digit(0, 2, one) | self.seen_digit(1, 2, two));
        }
        for excluder in self.excluding {
            let rest = excluder & !used;
            if rest == 0 {
                return None;
            }
            if rest.is_power_of_two() {
                left &= !rest;
            }
        }
        (third.is_none() || left != 0).then_some(left)
    }

    /// The digit of a cell as a set, if another cell sees it.
    fn seen_digit(&self, from: usize, to: usize, digit: usize) -> Digits {
        let is_seen = self.grid.geometry.peers[self.cells[from]].has(self.cells[to]);
        Digits::from(is_seen) << digit
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
