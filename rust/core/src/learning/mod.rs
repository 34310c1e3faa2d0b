//! Clause learning on the groups of a puzzle: one search alone, or several side by side.

mod analysis;
pub(crate) mod clauses;
mod heap;
pub(crate) mod problem;
pub(crate) mod solver;

use std::sync::Arc;

use crate::batch::{self, Step};
use crate::general::settle;
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
const SHARED: u32 = 8;

/// A search of one puzzle for its solutions, in an order that does not change.
pub struct Search {
    problem: Problem,
    solver: Solver,
    /// The digits that the rules give, 0 for the others; a solution while there is one.
    digits: Vec<u8>,
    is_solution: bool,
    is_exhausted: bool,
    nodes: u64,
    /// Cells that have one digit in every solution, once the first of these is excluded.
    fixed: Option<usize>,
}

impl Search {
    /// A search of a puzzle; the givens fit the houses.
    pub fn new(houses: &Arc<Houses>, givens: &[u8]) -> Search {
        let style = Style::team(houses.size(), 1).next().expect("there is one");
        let settled = settle(houses, givens);
        let is_exhausted = settled.is_none();
        let (problem, digits) = settled.unwrap_or_default();
        Search {
            solver: Solver::new(&problem, style),
            problem,
            digits,
            is_solution: false,
            is_exhausted,
            nodes: 0,
            fixed: None,
        }
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

    fn memory(&self) -> usize {
        self.solver.memory()
    }

    fn conflicts(&self) -> u64 {
        self.solver.conflicts
    }

    fn fixed(&self) -> usize {
        let known = || self.digits.len() - self.problem.open_cells() + self.solver.fixed();
        self.fixed.unwrap_or_else(known)
    }

    fn run(&mut self, budget: u64) -> Step<'_> {
        let last = self.nodes.saturating_add(budget);
        loop {
            if self.is_exhausted {
                return Step::Exhausted;
            }
            if std::mem::take(&mut self.is_solution) {
                self.fixed = Some(batch::Search::fixed(self));
                let clause = self.solver.blocking();
                self.solver.add(&self.problem, &clause, true);
            }
            if self.nodes >= last {
                return Step::Paused;
            }
            // The root is a node, too.
            let verdict = self.solver.run(&self.problem, last - self.nodes.max(1));
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
        self.truths()
            .map(|truth| Literal::new(truth, false))
            .collect()
    }
}
