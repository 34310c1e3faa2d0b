//! CaDiCaL on the open part of a puzzle: one of each group is true (extended encoding), and only
//! candidates that the rules leave are variables (reduced).

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cadical_sys::{CaDiCal, Status, Terminator};

use super::pool::Pool;
use super::{MOST_MEMORY, Stop};
use crate::learning::clauses::Literal;
use crate::learning::problem::Problem;

/// Larger groups are laid out as a table, whose rows and columns exclude each other.
const LARGEST_PAIRED: usize = 30;
/// Bytes of one clause in CaDiCaL, with its watches, about.
const CLAUSE_BYTES: usize = 64;
/// Decisions between two looks around.
const CLAIM: u64 = 50_000;
/// Questions of CaDiCaL between two looks at the memory.
const RARELY: u32 = 1000;

/// Looks for solutions until the pool says stop; every other one aims at proofs.
pub(super) fn work(problem: &Problem, pool: &Pool, number: usize, memory: usize) {
    let memory = (memory / pool.team()).min(2 * MOST_MEMORY);
    let mut solver = CaDiCal::new();
    solver.configure(if number.is_multiple_of(2) {
        "sat"
    } else {
        "unsat"
    });
    solver.set("seed", number as i32);
    match encode(problem, &mut solver, pool, memory) {
        Ok(()) => {}
        Err(stop) => return pool.stop(stop),
    }
    let full = Arc::new(AtomicBool::new(false));
    solver.connect_terminator(Watchdog {
        running: pool.running(),
        full: Arc::clone(&full),
        most: resident_bytes().saturating_add(memory),
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
                let count = problem.candidates.len();
                let truths: Vec<usize> = (0..count)
                    .filter(|&v| solver.val(v as i32 + 1) > 0)
                    .collect();
                let clause: Vec<Literal> = truths
                    .iter()
                    .map(|&truth| Literal::new(truth, false))
                    .collect();
                pool.offer(number, truths.iter().copied(), &clause);
                let numbers: Vec<i32> = truths.iter().map(|&truth| -(truth as i32 + 1)).collect();
                solver.clause6(&numbers);
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
    asked: u32,
}

impl Terminator for Watchdog {
    fn terminated(&mut self) -> bool {
        self.asked += 1;
        if self.asked.is_multiple_of(RARELY) && resident_bytes() > self.most {
            self.full.store(true, Ordering::Relaxed);
        }
        self.full.load(Ordering::Relaxed) || !self.running.load(Ordering::Relaxed)
    }
}

/// The memory of this process; 0 where the system does not tell.
fn resident_bytes() -> usize {
    let pages = fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

/// Writes the clauses; stops when the pool does, or before they would take too much memory.
fn encode(
    problem: &Problem,
    solver: &mut CaDiCal,
    pool: &Pool,
    memory: usize,
) -> Result<(), Option<Stop>> {
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
        if !pool.is_running() {
            return Err(None);
        }
        if clauses * CLAUSE_BYTES > memory {
            return Err(Some(Stop::Memory));
        }
    }
    Ok(())
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
