//! nonet's own rating: a path, and at each point how easily one of the available moves is found.
//!
//! A move is a cell and the digit that singles place there. Each has an ease, and a move is found
//! the sooner the more ease there is on the board. Where there is no single, the next step of an
//! order is taken, at the price of its technique.

use std::time::{Duration, Instant};

use crate::deadline::Deadline;
use crate::geometry::{Kind, MAX_SIZE};
use crate::grid::Grid;
use crate::path::{End, Order, PathLimit};
use crate::search::Technique;
use crate::singles;
use crate::step::{Cand, Step};
use crate::table;

/// The kinds of singles, as `Prices::ease` counts them.
const KINDS: usize = 4;
const FULL: usize = 0;
const BOX: usize = 1;
const LINE: usize = 2;
const NAKED: usize = 3;
const COUNTS: usize = MAX_SIZE + 1;

/// How many eases there are: one for every kind of single (the last cell of a house, the last place
/// in a box, in a line, the last digit of a cell), number of open cells in the house (the fewest of
/// a cell's), and number of times the digit is placed, in that order.
pub const EASES: usize = KINDS * COUNTS * COUNTS;
/// The ratings in tenths that have a price of their own.
pub const TENTHS: usize = 256;

/// What it takes to find moves.
#[derive(Clone, Debug)]
pub struct Prices {
    /// The ease of singles, see [`EASES`].
    pub ease: Vec<f64>,
    /// The effort for all the ease of a board is its reciprocal to this power.
    pub power: f64,
    /// The effort for a step of each technique.
    pub techniques: Vec<f64>,
    /// The effort for a step that carries a rating of its own, by tenths.
    pub ratings: Vec<f64>,
}

/// One step of the path.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The number of the technique.
    pub technique: usize,
    /// How many moves were available; 0 where there was no single.
    pub moves: usize,
    /// What it took to find one.
    pub effort: f64,
}

/// A path and its efforts.
pub struct Efforts {
    /// Why it ended.
    pub end: End,
    /// The steps.
    pub parts: Vec<Part>,
    /// The number of the step that took the most.
    pub hardest_at: usize,
    /// That step.
    pub hardest: Option<Step>,
    /// The time it took.
    pub time: Duration,
}

/// Walks a path and measures its efforts. `order` finds the steps where there is no single.
pub fn measure(
    grid: &mut Grid,
    order: &mut dyn Order,
    prices: &Prices,
    limit: &PathLimit,
    go_on: &mut dyn FnMut() -> bool,
) -> Efforts {
    let started = Instant::now();
    grid.deadline = Deadline::new(limit.deadline);
    let mut found = Efforts {
        end: End::Stuck,
        parts: Vec::new(),
        hardest_at: 0,
        hardest: None,
        time: Duration::ZERO,
    };
    let mut moves = Moves::new();
    let mut most = f64::NEG_INFINITY;
    found.end = loop {
        if grid.is_full() {
            break End::Full;
        }
        if found.parts.len() >= limit.steps {
            break End::Steps;
        }
        moves.find(grid, prices);
        let (step, part) = match moves.best() {
            Some((on, kind)) => {
                let step = moves.step(grid, on, kind);
                let part = Part {
                    technique: step.technique,
                    moves: moves.list.len(),
                    effort: moves.total.powf(-prices.power),
                };
                (step, part)
            }
            None => {
                if grid.is_contradictory() {
                    break End::Contradiction;
                }
                if let Some(end) = limit.stop(found.parts.len(), go_on) {
                    break end;
                }
                let step = order.next(grid);
                if grid.deadline.was_missed() {
                    break End::Time;
                }
                let Some(step) = step else {
                    break End::Stuck;
                };
                let part = Part {
                    technique: step.technique,
                    moves: 0,
                    effort: match step.se_rating {
                        Some(tenths) => prices.ratings[usize::from(tenths).min(TENTHS - 1)],
                        None => prices.techniques[step.technique],
                    },
                };
                (step, part)
            }
        };
        grid.apply(&step);
        if part.effort > most {
            most = part.effort;
            found.hardest_at = found.parts.len();
            found.hardest = Some(step);
        }
        found.parts.push(part);
    };
    found.time = started.elapsed();
    found
}

/// The singles of a board: each move once, by its easiest reason.
struct Moves {
    /// Ease and kind of every candidate; an ease of 0 means that it is no move.
    ease: Vec<(f64, usize)>,
    list: Vec<Cand>,
    total: f64,
    techniques: [&'static Technique; 3],
}

impl Moves {
    fn new() -> Moves {
        let named = |name| table::technique(name).expect("singles are in the table");
        Moves {
            ease: vec![(0.0, FULL); MAX_SIZE * MAX_SIZE * MAX_SIZE],
            list: Vec::new(),
            total: 0.0,
            techniques: ["full-house", "hidden-single", "naked-single"].map(named),
        }
    }

    fn find(&mut self, grid: &Grid, prices: &Prices) {
        for &on in &self.list {
            self.ease[place(on)].0 = 0.0;
        }
        self.list.clear();
        let size = grid.geometry.size;
        let mut times = [0; MAX_SIZE];
        for (digit, times) in times.iter_mut().enumerate().take(size) {
            *times = grid.placed[digit].len();
        }
        let mut open = [0; 8 * MAX_SIZE];
        for (number, house) in grid.geometry.houses.iter().enumerate() {
            let count = (grid.open & house.set).len();
            open[number.min(8 * MAX_SIZE - 1)] = count;
            if count == 0 {
                continue;
            }
            let kind = match (count, house.kind) {
                (1, _) => FULL,
                (_, Kind::Box) => BOX,
                _ => LINE,
            };
            for (digit, &times) in times.iter().enumerate().take(size) {
                if times == size {
                    continue;
                }
                if let Some(cell) = (grid.places[digit] & house.set).only() {
                    self.offer(Cand::new(cell, digit), kind, count, times, prices);
                }
            }
        }
        for cell in grid.open {
            if grid.masks[cell].count_ones() == 1 {
                let digit = grid.masks[cell].trailing_zeros() as usize;
                let houses = grid.geometry.houses_of[cell].iter();
                let fewest = houses.map(|&house| open[house.min(8 * MAX_SIZE - 1)]).min();
                let on = Cand::new(cell, digit);
                self.offer(on, NAKED, fewest.unwrap_or(size), times[digit], prices);
            }
        }
        self.total = self.list.iter().map(|&on| self.ease[place(on)].0).sum();
    }

    fn offer(&mut self, on: Cand, kind: usize, open: usize, times: usize, prices: &Prices) {
        let ease = prices.ease[(kind * COUNTS + open) * COUNTS + times];
        let best = &mut self.ease[place(on)];
        if best.0 == 0.0 {
            self.list.push(on);
        }
        if ease > best.0 {
            *best = (ease, kind);
        }
    }

    /// The easiest move; of equal ones the first by cell.
    fn best(&self) -> Option<(Cand, usize)> {
        let rank = |on: &Cand| self.ease[place(*on)].0;
        let easier = |a: &&Cand, b: &&Cand| rank(a).total_cmp(&rank(b)).then(b.cmp(a));
        let on = *self.list.iter().max_by(easier)?;
        Some((on, self.ease[place(on)].1))
    }

    fn step(&self, grid: &Grid, on: Cand, kind: usize) -> Step {
        let [full, hidden, naked] = self.techniques;
        let step = match kind {
            FULL => singles::full_house_at(grid, full, on),
            NAKED => None,
            _ => singles::hidden_at(grid, hidden, on),
        };
        step.unwrap_or_else(|| singles::naked_at(naked, on))
    }
}

fn place(on: Cand) -> usize {
    usize::from(on.cell) * MAX_SIZE + usize::from(on.digit)
}
