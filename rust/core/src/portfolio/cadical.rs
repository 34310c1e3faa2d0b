//! CaDiCaL on the open part of a puzzle: one of each group is true (extended encoding), and only
//! candidates that the rules leave are variables (reduced).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cadical_sys::{CaDiCal, Status, Terminator};

use super::pool::Pool;
use super::{Task, Team, learn_together};
use crate::contract::{self, Answer, Engine, Limit, Puzzle, Report, Step, Stop};
use crate::general::settle;
use crate::houses::Houses;
use crate::learning::MOST_MEMORY;
use crate::learning::clauses::Literal;
use crate::learning::problem::Problem;

/// Larger groups are laid out as a table, whose rows and columns exclude each other.
const LARGEST_PAIRED: usize = 30;
/// Bytes of one clause in CaDiCaL, with its watches, about.
const CLAUSE_BYTES: usize = 64;
/// Decisions between two looks around.
const CLAIM: u64 = 50_000;
/// A turn of a solver alone has at least so many decisions.
const SHORTEST_TURN: usize = 1000;
/// Questions of CaDiCaL between two looks at the memory.
const RARELY: u32 = 1000;

/// CaDiCaL in two configurations side by side: one aims at solutions, one at proofs.
pub struct Cadical {
    /// The houses of every puzzle.
    pub houses: Arc<Houses>,
    /// Returns how many bytes the process uses; 0 if unknown.
    pub resident: fn() -> usize,
}

impl Engine for Cadical {
    fn size(&self) -> usize {
        self.houses.size()
    }

    fn block(&self) -> usize {
        1
    }

    fn search(&self, puzzle: &Puzzle<'_>, _: &Limit) -> Box<dyn contract::Search> {
        Box::new(Search::new(&self.houses, puzzle))
    }

    fn solve(
        &self,
        puzzle: &Puzzle<'_>,
        limit: &Limit,
        threads: usize,
        go_on: &mut dyn FnMut(&Report) -> bool,
    ) -> Answer {
        let team = Team::Cadical(self.resident);
        let task = Task::new(&self.houses, puzzle, limit, threads, team);
        learn_together(&task, Instant::now(), Answer::nothing(), go_on)
    }
}

/// One CaDiCaL alone: its solutions come in an order that does not change.
///
/// It works in turns whose length is its own, and begins each at the root. So the order depends on
/// no budget, and as no turn has fewer decisions than there are variables, each one ends with a
/// solution or has learned something. What a turn found is given when the budget has paid for it.
struct Search {
    problem: Problem,
    solver: Solver,
    /// The digits that the rules give, 0 for the others; a solution while there is one.
    digits: Vec<u8>,
    clauses: usize,
    /// Decisions that a turn may have.
    turn: i32,
    turns: u64,
    /// What the last turn found, until it is given.
    found: Option<Status>,
    is_exhausted: bool,
    fixed: usize,
    /// Nodes that were paid for, and those that the turns took.
    nodes: u64,
    worked: u64,
    conflicts: u64,
}

/// A solver that moves from thread to thread, and is used by one at a time.
struct Solver(CaDiCal);

// SAFETY: CaDiCaL keeps nothing in thread-local storage, and whatever changes it needs `&mut`.
unsafe impl Send for Solver {}
// SAFETY: nothing is read through a shared reference.
unsafe impl Sync for Solver {}

impl Search {
    fn new(houses: &Arc<Houses>, puzzle: &Puzzle<'_>) -> Search {
        let settled = settle(houses, puzzle);
        let is_exhausted = settled.is_none();
        let (problem, digits) = settled.unwrap_or_default();
        let mut solver = Solver(CaDiCal::new());
        let clauses = encode(&problem, &mut solver.0, |_| Ok(())).unwrap_or(0);
        let variables = usize::try_from(solver.0.vars()).unwrap_or(0);
        Search {
            fixed: digits.len() - problem.open_cells(),
            problem,
            solver,
            digits,
            clauses,
            turn: i32::try_from(variables.max(SHORTEST_TURN)).unwrap_or(i32::MAX),
            turns: 0,
            found: None,
            is_exhausted,
            nodes: 0,
            worked: 0,
            conflicts: 0,
        }
    }

    /// Works for a turn. Its root is a node, too.
    fn work(&mut self) {
        let solver = &mut self.solver.0;
        solver.limit("decisions", self.turn);
        let status = solver.solve();
        let count = |name| solver.get_statistic_value(name).max(0) as u64;
        self.turns += 1;
        self.worked = count("decisions") + self.turns;
        self.conflicts = count("conflicts");
        self.found = (status != Status::UNKNOWN).then_some(status);
    }
}

impl contract::Search for Search {
    fn run(&mut self, budget: u64) -> Step<'_> {
        let last = self.nodes.saturating_add(budget);
        while !self.is_exhausted {
            self.nodes = self.worked.min(last);
            if self.worked > last {
                return Step::Paused;
            }
            match self.found.take() {
                Some(Status::SATISFIABLE) => {
                    let truths = truths(&self.problem, &mut self.solver.0);
                    self.problem.fill(truths.iter().copied(), &mut self.digits);
                    exclude_solution(&truths, &mut self.solver.0);
                    return Step::Solution(&self.digits);
                }
                Some(_) => self.is_exhausted = true,
                None if self.nodes >= last => return Step::Paused,
                None => self.work(),
            }
        }
        Step::Exhausted
    }

    fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn guesses(&self) -> u64 {
        self.nodes.saturating_sub(self.turns)
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }

    fn memory(&self) -> usize {
        self.clauses * CLAUSE_BYTES
    }

    fn fixed(&self) -> usize {
        self.fixed
    }
}

/// The candidates that hold in the solution that was found.
fn truths(problem: &Problem, solver: &mut CaDiCal) -> Vec<usize> {
    let count = problem.candidates.len();
    (0..count)
        .filter(|&variable| solver.val(variable as i32 + 1) > 0)
        .collect()
}

/// Excludes a solution that was found.
fn exclude_solution(truths: &[usize], solver: &mut CaDiCal) {
    let numbers: Vec<i32> = truths.iter().map(|&truth| -(truth as i32 + 1)).collect();
    solver.clause6(&numbers);
}

/// Looks for solutions until the pool says stop; every other one aims at proofs.
pub(super) fn work(
    problem: &Problem,
    pool: &Pool,
    number: usize,
    memory: usize,
    resident: fn() -> usize,
) {
    let memory = (memory / pool.team()).min(2 * MOST_MEMORY);
    let mut solver = CaDiCal::new();
    solver.configure(if number.is_multiple_of(2) {
        "sat"
    } else {
        "unsat"
    });
    solver.set("seed", number as i32);
    let look = |clauses: usize| match clauses * CLAUSE_BYTES > memory {
        true => Err(Some(Stop::Memory)),
        false if pool.is_running() => Ok(()),
        false => Err(None),
    };
    if let Err(stop) = encode(problem, &mut solver, look) {
        return pool.stop(stop);
    }
    let full = Arc::new(AtomicBool::new(false));
    solver.connect_terminator(Watchdog {
        running: pool.running(),
        full: Arc::clone(&full),
        most: resident().saturating_add(memory),
        resident,
        asked: 0,
    });
    let mut seen = 0;
    while pool.is_running() {
        let claimed = pool.claim(CLAIM);
        if claimed == 0 {
            break;
        }
        solver.limit("decisions", claimed as i32);
        let status = solver.solve();
        let conflicts = solver.get_statistic_value("conflicts").max(0) as u64;
        let decisions = solver.get_statistic_value("decisions").max(0) as u64;
        pool.give_back(claimed.saturating_sub(decisions - seen));
        seen = decisions;
        pool.note(number, decisions, conflicts, 0);
        match status {
            Status::SATISFIABLE => {
                let truths = truths(problem, &mut solver);
                let clause: Vec<Literal> = truths
                    .iter()
                    .map(|&truth| Literal::new(truth, false))
                    .collect();
                pool.offer(number, truths.iter().copied(), &clause);
                exclude_solution(&truths, &mut solver);
            }
            Status::UNSATISFIABLE => pool.exhaust(),
            Status::UNKNOWN if full.load(Ordering::Relaxed) => pool.stop(Some(Stop::Memory)),
            Status::UNKNOWN => {}
        }
    }
}

/// Ends a solver when the pool does, or when there is too little memory.
struct Watchdog {
    running: Arc<AtomicBool>,
    full: Arc<AtomicBool>,
    most: usize,
    resident: fn() -> usize,
    asked: u32,
}

impl Terminator for Watchdog {
    fn terminated(&mut self) -> bool {
        self.asked += 1;
        if self.asked.is_multiple_of(RARELY) && (self.resident)() > self.most {
            self.full.store(true, Ordering::Relaxed);
        }
        self.full.load(Ordering::Relaxed) || !self.running.load(Ordering::Relaxed)
    }
}

/// Writes the clauses and returns their number; `look` is told how many there are now and then,
/// and can end it.
fn encode(
    problem: &Problem,
    solver: &mut CaDiCal,
    look: impl Fn(usize) -> Result<(), Option<Stop>>,
) -> Result<usize, Option<Stop>> {
    let mut next = problem.candidates.len() as i32 + 1;
    let mut clauses = 0;
    for group in 0..problem.len() {
        let members: Vec<i32> = problem
            .members(group)
            .iter()
            .map(|&member| member as i32 + 1)
            .collect();
        solver.clause6(&members);
        clauses += 1 + exclude(&members, solver, &mut next);
        look(clauses)?;
    }
    for candidate in 0..problem.candidates.len() {
        let rivals = problem.rivals(candidate).iter();
        for &rival in rivals.filter(|&&rival| rival as usize > candidate) {
            solver.clause2(-(candidate as i32 + 1), -(rival as i32 + 1));
            clauses += 1;
        }
    }
    look(clauses)?;
    Ok(clauses)
}

/// At most one of them is true; returns the number of clauses.
fn exclude(members: &[i32], solver: &mut CaDiCal, next: &mut i32) -> usize {
    if members.len() <= LARGEST_PAIRED {
        for (index, &one) in members.iter().enumerate() {
            for &other in &members[index + 1..] {
                solver.clause2(-one, -other);
            }
        }
        return members.len() * (members.len() - 1) / 2;
    }
    let width = members.len().isqrt() + 1;
    let height = members.len().div_ceil(width);
    let columns: Vec<i32> = (*next..).take(width).collect();
    *next += width as i32;
    let rows: Vec<i32> = (*next..).take(height).collect();
    *next += height as i32;
    for (index, &member) in members.iter().enumerate() {
        solver.clause2(-member, columns[index % width]);
        solver.clause2(-member, rows[index / width]);
    }
    let more = exclude(&columns, solver, next) + exclude(&rows, solver, next);
    2 * members.len() + more
}
