//! Paths: one step after the other, until the board is full or nothing more is found.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::deadline::Deadline;
use super::forcing::{self, Chains, Family};
use super::grid::Grid;
use super::orders::Plan;
use super::quiet::Quiet;
use super::search::{Options, Technique};
use super::step::Step;
use nonet_core::threads;

/// Picks the next step of a path. `nonet`'s order takes the first step of the first technique that
/// has one (see `FirstFound`); other orders follow the choices of other programs.
pub trait Order: Send {
    /// The next step; None if there is none.
    fn next(&mut self, grid: &Grid) -> Option<Step>;
}

/// What a path of nonet's own may use. On magictour, looking for chains through almost locked sets
/// took about 10 ms a board, without them 1.5 ms; a path then finds another step instead.
const OPTIONS: Options = Options {
    als_nodes: false,
    ..Options::ALL
};

/// Takes the first step of the first technique that has one. Kinds of forcing chains that are
/// searched together count as one technique, where the first of them is in the order: of their
/// steps, the preferred one is taken, or the first found where chains are nested.
pub struct FirstFound {
    techniques: Vec<&'static Technique>,
    quiet: Quiet,
}

impl FirstFound {
    /// An order of techniques, the preferred ones first.
    pub fn new(techniques: Vec<&'static Technique>) -> FirstFound {
        FirstFound {
            techniques,
            quiet: Quiet::default(),
        }
    }
}

impl Order for FirstFound {
    fn next(&mut self, grid: &Grid) -> Option<Step> {
        let mut searched: Vec<Family> = Vec::new();
        let mut chains = None;
        let wanted = |number| self.techniques.iter().any(|one| one.number == number);
        self.techniques
            .iter()
            .find_map(|technique| match forcing::family(technique) {
                None => self.quiet.first(grid, technique, &OPTIONS),
                Some(family) if searched.contains(&family) => None,
                Some(family) => {
                    searched.push(family);
                    let chains = chains.get_or_insert_with(|| Chains::new(grid));
                    chains.soon(family, &wanted)
                }
            })
    }
}

/// The first step of a technique.
pub fn first(grid: &Grid, technique: &Technique, options: &Options) -> Option<Step> {
    let mut found = None;
    let _ = (technique.find)(grid, technique, options, &mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    found
}

/// All steps of a technique, up to a number.
pub fn all(grid: &Grid, technique: &Technique, options: &Options, most: usize) -> Vec<Step> {
    let mut found = Vec::new();
    let _ = (technique.find)(grid, technique, options, &mut |step| {
        found.push(step);
        if found.len() < most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    found
}

/// Why a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell is placed.
    Full,
    /// No technique finds a step.
    Stuck,
    /// An open cell, or a digit in a house, has no candidate left.
    Contradiction,
    /// The deadline passed.
    Time,
    /// The number of steps was reached.
    Steps,
    /// A technique that ends the path was used.
    Technique,
    /// The caller said so.
    Interrupt,
}

/// Where a path has to stop.
pub struct PathLimit {
    /// The last moment to start a step. Long searches look at it, too, and what they found by then
    /// is left out.
    pub deadline: Option<Instant>,
    /// The most steps.
    pub steps: usize,
}

impl PathLimit {
    /// Why a path has to stop after so many steps, if it has to.
    pub fn stop(&self, steps: usize, go_on: &mut dyn FnMut() -> bool) -> Option<End> {
        if steps >= self.steps {
            Some(End::Steps)
        } else if self.deadline.is_some_and(|at| Instant::now() >= at) {
            Some(End::Time)
        } else if !go_on() {
            Some(End::Interrupt)
        } else {
            None
        }
    }
}

/// A path: its steps, what it took to find each, and why it ended.
pub struct Walk {
    /// The steps.
    pub steps: Vec<Step>,
    /// The time that it took to find each of them.
    pub times: Vec<Duration>,
    /// Why it ended.
    pub end: End,
}

/// Walks a path and leaves the grid where it ended. `go_on` is asked before every step.
pub fn walk(
    grid: &mut Grid,
    order: &mut dyn Order,
    limit: &PathLimit,
    go_on: &mut dyn FnMut() -> bool,
) -> Walk {
    grid.deadline = Deadline::new(limit.deadline);
    // Most paths have a step or two for each open cell.
    let room = limit.steps.min(2 * grid.open.len());
    let (mut steps, mut times) = (Vec::with_capacity(room), Vec::with_capacity(room));
    let mut is_sound = !grid.is_contradictory();
    let end = loop {
        if !is_sound {
            break End::Contradiction;
        }
        if grid.is_full() {
            break End::Full;
        }
        if let Some(end) = limit.stop(steps.len(), go_on) {
            break end;
        }
        let started = Instant::now();
        let step = order.next(grid);
        if grid.deadline.was_missed() {
            break End::Time;
        }
        let Some(mut step) = step else {
            break End::Stuck;
        };
        times.push(started.elapsed());
        step.sort();
        is_sound = grid.apply(&step);
        steps.push(step);
    };
    Walk { steps, times, end }
}

/// Walks many paths on some threads; each has so much time and so many steps. Returns the boards at
/// the ends, and the paths. `go_on` is asked on the calling thread all along; once it says false,
/// the rest is left out.
pub fn walk_rows(
    starts: &[Grid],
    plan: &Plan,
    (time, steps): (Option<Duration>, usize),
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<(Grid, Walk)> {
    let walked: Vec<Mutex<Option<(Grid, Walk)>>> =
        starts.iter().map(|_| Mutex::default()).collect();
    threads::each(starts.len(), threads, go_on, |row, go_on| {
        let mut grid = starts[row].clone();
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let limit = PathLimit { deadline, steps };
        let walk = walk(&mut grid, &mut *plan.order(), &limit, go_on);
        *walked[row].lock().expect("no thread panics here") = Some((grid, walk));
    });
    let walked = walked.into_iter();
    let walked = walked.filter_map(|one| one.into_inner().expect("no thread panics here"));
    walked.collect()
}
