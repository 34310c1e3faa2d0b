//! Clause learning on the groups of a puzzle: one search alone, or several side by side.

mod analysis;
pub(crate) mod clauses;
mod heap;
pub(crate) mod problem;
pub(crate) mod solver;

use std::sync::Arc;

use crate::batch::{self, Step};
use crate::general::Settled;
use crate::houses::Houses;
use clauses::Literal;
use problem::Problem;
use solver::{Solver, Style, Verdict};

/// From this size on boards are open rather than tight, and locked candidates pay.
const OPEN_SIZE: usize = 30;

impl Style {
    /// The styles of so many solvers side by side, the best one first.
    pub(crate) fn team(size: usize, count: usize) -> impl Iterator<Item = Style> {
        (0..count).map(move |number| Style {
            seed: number as u64,
            locks: (number % 2 == 0) == (size >= OPEN_SIZE),
            shares: if count > 1 { SHARED } else { 0 },
        })
    }
}

/// Clauses of at most so many levels are passed on to other solvers.
const SHARED: u32 = 3;

/// A search of one puzzle for its solutions, in an order that does not change.
pub struct Search {
    problem: Problem,
    solver: Solver,
    /// The digits that the rules give, 0 for the others; a solution while there is one.
    digits: Vec<u8>,
    is_solution: bool,
    is_exhausted: bool,
    nodes: u64,
}

impl Search {
    /// A search of a puzzle; the givens fit the houses.
    pub fn new(houses: &Arc<Houses>, givens: &[u8]) -> Search {
        let style = Style::team(houses.size(), 1).next().expect("there is one");
        let (problem, digits, is_exhausted) = match Settled::new(houses, givens) {
            Settled::Dead => (Problem::default(), Vec::new(), true),
            Settled::Open(problem, digits) => (problem, digits, false),
        };
        Search {
            solver: Solver::new(&problem, style),
            problem,
            digits,
            is_solution: false,
            is_exhausted,
            nodes: 0,
        }
    }

    /// Dead ends met so far.
    pub fn conflicts(&self) -> u64 {
        self.solver.conflicts
    }

    /// Cells whose digit is the same in every solution that is left, as far as that is known.
    pub fn fixed(&self) -> usize {
        let open = self.problem.open_cells();
        self.digits.len() - open + self.solver.fixed()
    }

    /// Bytes in use, about.
    pub fn memory(&self) -> usize {
        self.solver.memory()
    }
}

impl batch::Search for Search {
    fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn guesses(&self) -> u64 {
        self.solver.decisions
    }

    fn count(&mut self, budget: u64, most: u64) -> u64 {
        let last = self.nodes.saturating_add(budget);
        let mut seen = 0;
        while seen < most && matches!(self.run(last - self.nodes), Step::Solution(_)) {
            seen += 1;
        }
        seen
    }

    fn run(&mut self, budget: u64) -> Step<'_> {
        let last = self.nodes.saturating_add(budget);
        loop {
            if self.is_exhausted {
                return Step::Exhausted;
            }
            if std::mem::take(&mut self.is_solution) {
                let clause = self.solver.blocking();
                self.solver.add(&self.problem, &clause, true);
            }
            if self.nodes >= last {
                return Step::Paused;
            }
            let verdict = self.solver.run(&self.problem, last - self.nodes);
            self.nodes = self.solver.decisions + 1;
            match verdict {
                Verdict::Paused => {}
                Verdict::Nothing => self.is_exhausted = true,
                Verdict::Solution => {
                    self.problem.fill(self.solver.truths(), &mut self.digits);
                    self.is_solution = true;
                    return Step::Solution(&self.digits);
                }
            }
        }
    }
}

impl Solver {
    /// The clause that excludes the solution that was found.
    pub(crate) fn blocking(&self) -> Vec<Literal> {
        self.truths().map(|truth| Literal::new(truth, false)).collect()
    }
}
