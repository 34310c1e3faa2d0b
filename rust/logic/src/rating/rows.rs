//! Ratings of many puzzles of one board: rows are dealt out one by one to the threads of a call.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::backdoor::{self, Backdoor};
use super::effort::{Efforts, Prices, measure};
use super::{Hardest, Points, Tally, tally};
use crate::deadline::Deadline;
use crate::geometry::Geometry;
use crate::grid::{Digits, Grid};
use crate::orders::Plan;
use crate::path::PathLimit;
use nonet_core::threads;

/// A board, and what its puzzles are rated by.
pub struct Job<'a> {
    /// The houses.
    pub geometry: Arc<Geometry>,
    /// What the rules let each cell hold.
    pub allowed: &'a [Digits],
    /// What techniques count.
    pub points: &'a Points,
    /// The paths to walk, and by what the hardest step of each is named.
    pub plans: &'a [(Plan, Hardest)],
    /// nonet's own prices, and the path where there is no single.
    pub own: Option<&'a (Prices, Plan)>,
    /// The time for each puzzle, all its paths together.
    pub time: Option<Duration>,
    /// The most steps of a path.
    pub steps: usize,
    /// Whether a step of a technique, by its number, ends a path of a plan; empty for none.
    pub last: Vec<bool>,
}

impl Job<'_> {
    /// The board of a puzzle, given by its cells.
    pub fn grid(&self, cells: &[u8]) -> Grid {
        Grid::of_puzzle(Arc::clone(&self.geometry), cells, self.allowed)
    }

    fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.time?)
    }

    /// Walks the paths of a puzzle, one after the other. nonet's own is walked on another copy of
    /// it, the form, and before Sudoku Explainer's, which takes longest.
    pub fn rate(&self, cells: &[u8], form: &[u8], go_on: &mut dyn FnMut() -> bool) -> Rated {
        let limit = PathLimit {
            deadline: self.deadline(),
            steps: self.steps,
        };
        let start = self.grid(cells);
        let own = |go_on: &mut dyn FnMut() -> bool| {
            let (prices, plan) = self.own?;
            let order = &mut *plan.order();
            Some(measure(&mut self.grid(form), order, prices, &limit, go_on))
        };
        let mut efforts = None;
        let mut tallies = Vec::with_capacity(self.plans.len());
        for (plan, hardest) in self.plans {
            if *hardest == Hardest::Rating && efforts.is_none() {
                efforts = own(go_on);
            }
            let grid = &mut start.clone();
            let scale = (self.points, *hardest);
            let order = &mut *plan.order();
            tallies.push(tally(grid, order, scale, (&limit, &self.last), go_on));
        }
        let efforts = efforts.or_else(|| own(go_on));
        Rated { tallies, efforts }
    }
}

/// What was found about a puzzle.
pub struct Rated {
    /// The numbers of each plan.
    pub tallies: Vec<Tally>,
    /// nonet's own path, if it was asked for.
    pub efforts: Option<Efforts>,
}

/// Rates rows of cells on some threads, the calling one among them, and calls `tell` with the
/// number of each row and what was found. `go_on` is asked on the calling thread all along; once it
/// says false the work ends early and false is returned.
pub fn rate_rows(
    job: &Job<'_>,
    rows: &[(&[u8], &[u8])],
    threads: usize,
    tell: impl FnMut(usize, &Rated) + Send,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let tell = Mutex::new(tell);
    threads::each(rows.len(), threads, go_on, |row, go_on| {
        let (cells, form) = rows[row];
        let rated = job.rate(cells, form, go_on);
        tell.lock().expect("no thread panics here")(row, &rated);
    })
}

/// Looks for smallest backdoors, row by row, each in the time for a puzzle, and calls `tell` with
/// each.
pub fn backdoors(
    job: &Job<'_>,
    rows: &[(&[u8], &[u8])],
    (most, tries): (u8, u64),
    threads: usize,
    tell: impl FnMut(usize, Backdoor) + Send,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let tell = Mutex::new(tell);
    threads::each(rows.len(), threads, go_on, |row, _| {
        let (cells, solution) = rows[row];
        let mut grid = job.grid(cells);
        grid.deadline = Deadline::new(job.deadline());
        let found = backdoor::smallest(&grid, solution, most, tries);
        tell.lock().expect("no thread panics here")(row, found);
    })
}
