//! Ratings of many puzzles of one board: rows are dealt out one by one to the threads of a call.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{Hardest, Points, Tally, tally};
use crate::logic::geometry::Geometry;
use crate::logic::grid::{Digits, Grid};
use crate::logic::orders;
use crate::logic::path::PathLimit;
use crate::logic::search::Technique;
use crate::threads;

/// A path to walk: an order by its name, and the techniques it may use.
pub struct Plan {
    /// The order.
    pub order: String,
    /// The techniques.
    pub techniques: Vec<&'static Technique>,
    /// By what the hardest step is named.
    pub hardest: Hardest,
}

/// A board, and what its puzzles are rated by.
pub struct Job<'a> {
    /// The houses.
    pub geometry: Arc<Geometry>,
    /// What the rules let each cell hold.
    pub allowed: &'a [Digits],
    /// What techniques count.
    pub points: &'a Points,
    /// The paths to walk.
    pub plans: &'a [Plan],
    /// The time for each puzzle, all its paths together.
    pub time: Option<Duration>,
    /// The most steps of a path.
    pub steps: usize,
}

impl Job<'_> {
    /// The board of a puzzle, given by its cells.
    pub fn grid(&self, cells: &[u8]) -> Grid {
        let every = (1 << self.geometry.size) - 1;
        let placed = |cell: usize| match cells[cell] {
            0 => 0,
            digit => 1 << (digit - 1),
        };
        let masks: Vec<Digits> = (0..self.geometry.cell_count)
            .map(|cell| {
                let peers = self.geometry.peers[cell].iter();
                self.allowed[cell] & !peers.fold(0, |seen, peer| seen | placed(peer))
            })
            .collect();
        // No other digit can be swapped into a cell whose digits a rule limits.
        let givens: Vec<u8> = (0..self.geometry.cell_count)
            .map(|cell| cells[cell].max(u8::from(self.allowed[cell] != every)))
            .collect();
        Grid::new(Arc::clone(&self.geometry), &givens, cells, &masks)
    }

    /// Walks the paths of a puzzle, one after the other.
    ///
    /// # Panics
    /// If an order has no such name.
    pub fn rate(&self, cells: &[u8], go_on: &mut dyn FnMut() -> bool) -> Vec<Tally> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let limit = PathLimit {
            deadline,
            steps: self.steps,
        };
        let start = self.grid(cells);
        let walk = |plan: &Plan| {
            let mut order = orders::named(&plan.order, plan.techniques.clone())
                .expect("plans name orders that exist");
            let scale = (self.points, plan.hardest);
            tally(&mut start.clone(), &mut *order, scale, &limit, go_on)
        };
        self.plans.iter().map(walk).collect()
    }
}

/// Rates rows of cells on some threads, the calling one among them, and calls `tell` with the
/// number of each row and its tallies. `go_on` is asked on the calling thread all along; once it
/// says false the work ends early and false is returned.
pub fn rate(
    job: &Job<'_>,
    rows: &[&[u8]],
    threads: usize,
    tell: impl FnMut(usize, &[Tally]) + Send,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let next = AtomicUsize::new(0);
    let tell = Mutex::new(tell);
    threads::share(threads.min(rows.len()), go_on, |go_on| {
        loop {
            let row = next.fetch_add(1, Ordering::Relaxed);
            if row >= rows.len() {
                return true;
            }
            if !go_on() {
                return false;
            }
            let tallies = job.rate(rows[row], go_on);
            tell.lock().expect("no thread panics here")(row, &tallies);
        }
    })
}
