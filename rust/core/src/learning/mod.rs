//! Clause learning (CDCL) on the groups of a puzzle: one search alone, or several side by side,
//! which is what the portfolio does.
//!
//! ```text
//!   problem      what the rules leave open: variables, groups, segments; shared by all solvers
//!   solver       trail, guesses, restarts
//!   propagation  what follows from an assignment
//!   reason       why something follows, and what is violated
//!   analysis     from a conflict to a short clause
//!   clauses      the arena of clauses and their watches
//!   heap         the order of guesses
//! ```
//!
//! What was tried and lost, with its figures, is in docs/boards.md.

mod analysis;
pub(crate) mod clauses;
mod heap;
pub(crate) mod problem;
mod propagation;
mod reason;
pub(crate) mod solver;

use std::sync::Arc;

use crate::contract::{self, Puzzle, Step};
use crate::general::settle;
use crate::houses::Houses;
use clauses::Literal;
use problem::Problem;
use solver::{Solver, Style, Verdict};

/// From this size on boards are open rather than tight: solutions are to be found rather than
/// proofs, and locked candidates pay.
const OPEN_SIZE: usize = 30;

impl Style {
    /// The styles of so many solvers side by side, the best one first: it has a head start. Every
    /// second one looks for locked candidates, so that two of them cover both kinds of boards.
    /// Both with locks proved minimal 25x25 boards at half the speed.
    pub(crate) fn team(size: usize, count: usize) -> impl Iterator<Item = Style> {
        (0..count).map(move |number| Style {
            seed: number as u64,
            locks: (number % 2 == 0) == (size >= OPEN_SIZE),
            shares: if count > 1 { SHARED } else { 0 },
        })
    }
}

/// Clauses of at most so much glue are passed on to other solvers.
const SHARED: u32 = 8;

/// A solver does not use more memory than this: 2^28 words of clauses, within the 29 bits that a
/// reason has for them.
pub(crate) const MOST_MEMORY: usize = 1 << 30;

/// A search of one puzzle for its solutions, in an order that does not change.
pub struct Search {
    problem: Problem,
    solver: Solver,
    /// The digits that the rules give, 0 for the others; a solution while there is one.
    digits: Vec<u8>,
    /// A solution was given and is not excluded yet: it is only once the next is asked for.
    is_solution: bool,
    is_exhausted: bool,
    nodes: u64,
    /// Cells that have one digit in every solution, once the first of these is excluded. From then
    /// on the root of the solver says what holds in the solutions that are *left*, which is
    /// another question.
    fixed: Option<usize>,
}

impl Search {
    /// A search of a puzzle; the givens fit the houses.
    pub fn new(houses: &Arc<Houses>, puzzle: &Puzzle<'_>) -> Search {
        let style = Style::team(houses.size(), 1).next().expect("there is one");
        let settled = settle(houses, puzzle);
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

impl contract::Search for Search {
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

    /// Solutions that were excluded are never forgotten, and a reason has 29 bits for a clause.
    fn most_memory(&self) -> usize {
        MOST_MEMORY
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
                // Exclude the last solution. The number of fixed cells is taken before that, when
                // the root still speaks of every solution.
                self.fixed = Some(contract::Search::fixed(self));
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
                // A restart, or the budget: the loop tells which.
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
    /// The clause that excludes the solution that was found: one of its candidates has to be
    /// false. It has a literal for every open cell, and as it is never forgotten, no solution
    /// comes twice.
    pub(crate) fn blocking(&self) -> Vec<Literal> {
        self.truths()
            .map(|truth| Literal::new(truth, false))
            .collect()
    }
}
