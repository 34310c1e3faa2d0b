//! Every board with what suits it: the rules, a short search, then clause learning by several
//! solvers in parallel, which share what they find.
//!
//! ```text
//!   rules, short search    the calling thread; easy boards end here
//!         |
//!   learning               solver 0            ----------------------------->
//!                          solvers 1, 2, ...        20 ms later ------------>
//!                          calling thread      sleeps, and checks whether to continue
//! ```
//!
//! The search is tried first because right of the cliff where large boards become easy some dozen
//! nodes are enough, before a solver of clauses would be set up. It ends after a few dead ends,
//! where learning is better.

#[cfg(feature = "cadical")]
pub mod cadical;
mod pool;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::contract::{
    self, Answer, Engine, Limit, Part, Puzzle, Report, Search as _, Step, Stop, drive,
};
use crate::general::{self, settle};
use crate::houses::Houses;
use crate::learning::solver::{Solver, Style, Verdict};
use crate::learning::{self, MOST_MEMORY, problem::Problem};
use crate::threads;
use pool::Pool;

/// A puzzle to be solved.
struct Task<'a> {
    houses: &'a Arc<Houses>,
    puzzle: &'a Puzzle<'a>,
    limit: &'a Limit,
    /// Solvers that may work side by side; at least 1.
    threads: usize,
    team: Team,
}

/// Whose solvers work side by side.
#[derive(Clone, Copy)]
enum Team {
    /// Ours.
    Learning,
    /// CaDiCaL's; the function returns how many bytes the process uses.
    #[cfg(feature = "cadical")]
    Cadical(fn() -> usize),
}

/// The general engine for a moment, then several solvers that learn.
pub struct Portfolio {
    /// The houses of every puzzle.
    pub houses: Arc<Houses>,
}

/// Nodes in which the first solution has to be found, else clause learning looks for it.
const PROBE: u64 = 400;

impl Engine for Portfolio {
    fn size(&self) -> usize {
        self.houses.size()
    }

    fn block(&self) -> usize {
        1
    }

    /// A search by the general engine if it soon has a solution, else one that learns.
    fn search(&self, puzzle: &Puzzle<'_>, limit: &Limit) -> Box<dyn contract::Search> {
        let probe = Limit {
            solutions: 1,
            nodes: limit.nodes.min(PROBE),
            ..*limit
        };
        let mut search = general::Search::new(&self.houses, puzzle);
        let outcome = drive(&mut search, &probe, |_| {}, |_| true);
        if outcome.seen > 0 || outcome.exhausted {
            Box::new(general::Search::new(&self.houses, puzzle))
        } else {
            Box::new(learning::Search::new(&self.houses, puzzle))
        }
    }

    fn solve(
        &self,
        puzzle: &Puzzle<'_>,
        limit: &Limit,
        threads: usize,
        go_on: &mut dyn FnMut(&Report) -> bool,
    ) -> Answer {
        let started = Instant::now();
        let task = Task::new(&self.houses, puzzle, limit, threads, Team::Learning);
        let answer = search_shortly(&task, go_on);
        let is_over = answer.solutions.len() as u64 == limit.solutions;
        if is_over || answer.is_exhausted || answer.stopped_by.is_some() {
            return answer;
        }
        learn_together(&task, started, answer, go_on)
    }
}

/// Several solvers that learn from dead ends.
pub struct Learning {
    /// The houses of every puzzle.
    pub houses: Arc<Houses>,
}

impl Engine for Learning {
    fn size(&self) -> usize {
        self.houses.size()
    }

    fn block(&self) -> usize {
        1
    }

    fn search(&self, puzzle: &Puzzle<'_>, _: &Limit) -> Box<dyn contract::Search> {
        Box::new(learning::Search::new(&self.houses, puzzle))
    }

    fn solve(
        &self,
        puzzle: &Puzzle<'_>,
        limit: &Limit,
        threads: usize,
        go_on: &mut dyn FnMut(&Report) -> bool,
    ) -> Answer {
        let task = Task::new(&self.houses, puzzle, limit, threads, Team::Learning);
        learn_together(&task, Instant::now(), Answer::nothing(), go_on)
    }
}

impl<'a> Task<'a> {
    fn new(
        houses: &'a Arc<Houses>,
        puzzle: &'a Puzzle<'a>,
        limit: &'a Limit,
        threads: usize,
        team: Team,
    ) -> Task<'a> {
        let threads = NonZeroUsize::new(threads.min(threads::MOST)).map_or(1, NonZeroUsize::get);
        Task {
            houses,
            puzzle,
            limit,
            threads,
            team,
        }
    }
}

/// How often the calling thread checks whether to continue; and the head start of the first solver.
const PATIENCE: Duration = Duration::from_millis(20);
/// Decisions between two looks at the pool. Clauses of others are taken at restarts only.
const SLICE: u64 = 500;
/// What a short search may cost: dead ends * size^3, and nodes * cells. At 25x25 that is 128 dead
/// ends, at 36x36 42.
const SHORT: [u64; 2] = [2_000_000, 1_000_000];
/// It may meet so many dead ends on any board, and no more than so many on small ones.
const FEW: u64 = 10;
const MANY: u64 = 200;
/// Nodes of it between two looks at the clock.
const MOMENT: u64 = 32;

/// Solves what the rules leave open by solvers side by side, and adds what `before` found.
fn learn_together(
    task: &Task<'_>,
    started: Instant,
    before: Answer,
    go_on: &mut dyn FnMut(&Report) -> bool,
) -> Answer {
    // What the short search found is found again, perhaps, with the proof that it missed.
    let (mut answer, found) = (Answer::nothing(), before.solutions);
    answer.report = before.report;
    match settle(task.houses, task.puzzle) {
        None => answer.is_exhausted = true,
        Some((problem, digits)) if problem.candidates.is_empty() => {
            answer.report.fixed = digits.len();
            answer.solutions.push(digits);
            answer.is_exhausted = task.limit.solutions > 1;
        }
        Some((problem, digits)) => {
            learn(task, &problem, &digits, started, &mut answer, go_on);
        }
    }
    answer.join(found, task.limit.solutions);
    answer
}

impl Answer {
    /// The answer before any work was done.
    fn nothing() -> Answer {
        Answer {
            solutions: Vec::new(),
            is_exhausted: false,
            stopped_by: None,
            report: Report {
                part: Part::Rules,
                nodes: 0,
                guesses: 0,
                conflicts: 0,
                fixed: 0,
            },
        }
    }

    /// Adds solutions that were found before, up to the number that is wanted.
    fn join(&mut self, found: Vec<Vec<u8>>, wanted: u64) {
        if found.is_empty() {
            return;
        }
        let known: HashSet<Vec<u8>> = self.solutions.iter().cloned().collect();
        let room = wanted.saturating_sub(known.len() as u64);
        let room = usize::try_from(room).unwrap_or(usize::MAX);
        let new = found
            .into_iter()
            .filter(|solution| !known.contains(solution));
        self.solutions.extend(new.take(room));
        if self.solutions.len() as u64 == wanted {
            self.is_exhausted = false;
            self.stopped_by = None;
        }
    }
}

/// The short search, with the rules as its beginning.
fn search_shortly(task: &Task<'_>, go_on: &mut dyn FnMut(&Report) -> bool) -> Answer {
    let started = Instant::now();
    let mut answer = Answer::nothing();
    let (size, limit) = (task.houses.size() as u64, task.limit);
    let dead_ends = (SHORT[0] / size.pow(3)).clamp(FEW, MANY);
    let nodes = (SHORT[1] / size.pow(2)).max(FEW);
    let mut search = general::Search::new(task.houses, task.puzzle);
    answer.report.fixed = search.fixed();
    loop {
        let budget = limit.nodes.saturating_sub(search.nodes()).min(MOMENT);
        match search.run(budget) {
            Step::Solution(solution) => answer.solutions.push(solution.to_vec()),
            Step::Exhausted => answer.is_exhausted = true,
            Step::Paused => {}
        }
        let report = &mut answer.report;
        report.nodes = search.nodes();
        report.guesses = search.guesses();
        report.part = if report.guesses == 0 {
            Part::Rules
        } else {
            Part::Search
        };
        if answer.is_exhausted || answer.solutions.len() as u64 == limit.solutions {
            return answer;
        }
        answer.stopped_by = if !go_on(report) {
            Some(Stop::Interrupt)
        } else if report.nodes >= limit.nodes {
            Some(Stop::Nodes)
        } else if limit.time.is_some_and(|time| started.elapsed() >= time) {
            Some(Stop::Time)
        } else if limit.memory.is_some_and(|most| search.memory() > most) {
            Some(Stop::Memory)
        } else {
            None
        };
        let is_long = search.dead_ends() >= dead_ends || report.nodes >= nodes;
        if answer.stopped_by.is_some() || is_long {
            return answer;
        }
    }
}

impl Team {
    fn part(self) -> Part {
        match self {
            Team::Learning => Part::Learning,
            #[cfg(feature = "cadical")]
            Team::Cadical(_) => Part::Cadical,
        }
    }
}

/// Solvers side by side, until one of them knows, or a limit or the caller ends it.
fn learn(
    task: &Task<'_>,
    problem: &Problem,
    digits: &[u8],
    started: Instant,
    answer: &mut Answer,
    go_on: &mut dyn FnMut(&Report) -> bool,
) {
    let (part, threads) = (task.team.part(), task.threads);
    let memory = task.limit.memory.unwrap_or(usize::MAX);
    let nodes = task.limit.nodes.saturating_sub(answer.report.nodes);
    // The nodes of the short search count, too.
    let pool = Pool::new(threads, task.limit.solutions, nodes);
    let work = |number: usize, style: Style| match task.team {
        Team::Learning => work(problem, &pool, number, style, memory),
        #[cfg(feature = "cadical")]
        Team::Cadical(resident) => cadical::work(problem, &pool, number, memory, resident),
    };
    let fixed = digits.len() - problem.open_cells();
    let before = answer.report;
    let report = |pool: &Pool| {
        let sums = pool.sums();
        Report {
            part,
            nodes: before.nodes + sums.nodes,
            guesses: before.guesses + sums.nodes,
            conflicts: sums.conflicts,
            fixed: fixed + sums.fixed,
        }
    };
    let deadline = task.limit.time.map(|time| started + time);
    thread::scope(|scope| {
        let begin = |number: usize, style: Style| {
            // A closure that gets no thread is dropped with its duty; this one keeps the work alive.
            let _held = pool.begin();
            let duty = pool.begin();
            let helper = thread::Builder::new().spawn_scoped(scope, move || {
                work(number, style);
                drop(duty);
            });
            // A machine that gives no further thread still gets its answer from the others.
            if helper.is_err() && number == 0 {
                work(number, style);
            }
            helper.is_ok()
        };
        // The first solver alone at first: what it can do in a moment is not worth more threads.
        let mut team = Style::team(task.houses.size(), threads).enumerate();
        team.next().map(|(number, style)| begin(number, style));
        let begun = Instant::now();
        while pool.is_running() {
            let now = Instant::now();
            let left = deadline.map_or(PATIENCE, |deadline| deadline - now);
            pool.wait(left.min(PATIENCE));
            if begun.elapsed() >= PATIENCE && pool.is_running() {
                // It takes longer: the others join in.
                team.by_ref().all(|(number, style)| begin(number, style));
            }
            let report = report(&pool);
            if !go_on(&report) {
                pool.stop(Some(Stop::Interrupt));
            } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                pool.stop(Some(Stop::Time));
            }
        }
    });
    answer.report = report(&pool);
    let (solutions, is_exhausted, stopped_by) = pool.into_result();
    for truths in solutions {
        let mut solution = digits.to_vec();
        problem.fill(truths.iter().map(|&truth| truth as usize), &mut solution);
        answer.solutions.push(solution);
    }
    answer.is_exhausted = is_exhausted;
    answer.stopped_by = stopped_by;
}

/// One solver of our own: it takes over what others find and passes on what it finds.
///
/// The order within a round matters: what was learned is shared before a solution is offered, and
/// the solution is offered before it is excluded. See `pool` for why.
fn work(problem: &Problem, pool: &Pool, number: usize, style: Style, memory: usize) {
    // Each solver has its share of the limit.
    let memory = (memory / pool.team()).min(MOST_MEMORY);
    let mut solver = Solver::new(problem, style);
    let mut read = 0;
    while pool.is_running() {
        // Adding clauses goes back to the root, which would throw the guesses away elsewhere.
        if solver.is_at_root() {
            pool.read(number, &mut read, |clause, is_kept| {
                solver.add(problem, clause, is_kept)
            });
        }
        let (before, claimed) = (solver.decisions, pool.claim(SLICE));
        if claimed == 0 {
            break;
        }
        let verdict = solver.run(problem, claimed);
        // A restart or a solution ends a slice early.
        pool.give_back(claimed - (solver.decisions - before));
        pool.note(number, solver.decisions, solver.conflicts, solver.fixed());
        pool.share(number, solver.outbox.drain(..));
        match verdict {
            Verdict::Paused => {}
            Verdict::Nothing => pool.exhaust(),
            Verdict::Solution => {
                let clause = solver.blocking();
                pool.offer(number, solver.truths(), &clause);
                solver.add(problem, &clause, true);
            }
        }
        // First forget all that is not good or needed; only if that is not enough, give up.
        if solver.memory() > memory {
            solver.reduce(usize::MAX);
            if solver.memory() > memory {
                pool.stop(Some(Stop::Memory));
            }
        }
    }
}
