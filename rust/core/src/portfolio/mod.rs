//! Every board with what suits it: the rules, a short search, then clause learning by several
//! solvers side by side, which tell each other what they find.

mod cadical;
mod pool;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::batch::{self, Limit, Search as _, Step};
use crate::general::{self, settle};
use crate::houses::Houses;
use crate::learning::problem::Problem;
use crate::learning::solver::{Solver, Style, Verdict};
use pool::Pool;

/// What settles a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Singles and locked candidates alone.
    Rules,
    /// The depth-first search of [`general`].
    Search,
    /// Solvers of our own that learn from dead ends.
    Learning,
    /// CaDiCaL, on the clauses of what the rules leave open.
    Cadical,
}

/// Which parts may take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// One after the other, until one settles the puzzle.
    Any,
    /// Clause learning of our own from the start.
    Learning,
    /// CaDiCaL from the start.
    Cadical,
}

/// Why the work ended before everything was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The limit on time.
    Time,
    /// The limit on nodes.
    Nodes,
    /// The limit on memory.
    Memory,
    /// The caller said so.
    Interrupt,
}

/// A puzzle to be solved.
pub struct Task<'a> {
    /// Its houses.
    pub houses: &'a Arc<Houses>,
    /// Its givens; they fit the houses.
    pub givens: &'a [u8],
    /// Where the work has to end.
    pub limit: Limit,
    /// Solvers that may work side by side; at least 1.
    pub threads: usize,
    /// Which parts may take part.
    pub plan: Plan,
}

/// The portfolio as the engine of a batch: each row on the thread that takes it.
pub struct Portfolio {
    /// The houses of every row.
    pub houses: Arc<Houses>,
}

impl batch::Engine for Portfolio {
    fn size(&self) -> usize {
        self.houses.size()
    }

    fn block(&self) -> usize {
        1
    }

    fn solve(
        &self,
        rows: &mut dyn Iterator<Item = batch::Row<'_>>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        Iterator::all(&mut { rows }, |row| {
            let task = Task {
                houses: &self.houses,
                givens: row.puzzle,
                limit: *limit,
                threads: 1,
                plan: Plan::Any,
            };
            let answer = solve(&task, |_| go_on());
            if let Some(first) = answer.solutions.first() {
                row.solution.copy_from_slice(first);
            }
            let seen = answer.solutions.len() as u64;
            row.finish(seen, answer.is_exhausted, answer.report.guesses);
            answer.stopped_by != Some(Stop::Interrupt)
        })
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// What is at work.
    pub part: Part,
    /// States whose consequences were drawn.
    pub nodes: u64,
    /// Those where a digit had to be tried.
    pub guesses: u64,
    /// Dead ends that clauses were learnt from.
    pub conflicts: u64,
    /// Cells whose digit is proved to be the same in every solution.
    pub fixed: usize,
}

/// What is known in the end.
pub struct Answer {
    /// The solutions seen, at most as many as the limit says.
    pub solutions: Vec<Vec<u8>>,
    /// True if there are no others.
    pub is_exhausted: bool,
    /// What ended the work early.
    pub stopped_by: Option<Stop>,
    /// What it took; the part is the one that settled the puzzle.
    pub report: Report,
}

/// How often the calling thread is asked whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);
/// Decisions between two looks around.
const SLICE: u64 = 500;
/// What a short search may cost: dead ends * size^3, and nodes * cells.
const SHORT: [u64; 2] = [2_000_000, 1_000_000];
/// It may meet so many dead ends on any board, and no more than so many on small ones.
const FEW: u64 = 10;
const MANY: u64 = 200;
/// Nodes of it between two looks at the clock.
const MOMENT: u64 = 32;
/// A solver does not use more memory than this; its numbers would not reach further.
const MOST_MEMORY: usize = 1 << 30;

/// Solves a puzzle; `go_on` is asked on the calling thread all along, and once it says false the
/// work ends.
pub fn solve(task: &Task<'_>, mut go_on: impl FnMut(&Report) -> bool) -> Answer {
    let started = Instant::now();
    let mut answer = Answer {
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
    };
    if task.plan == Plan::Any {
        search(task, &mut answer, &mut go_on);
        let is_over = answer.solutions.len() as u64 == task.limit.solutions;
        if is_over || answer.is_exhausted || answer.stopped_by.is_some() {
            return answer;
        }
    }
    // What the short search found is found again, perhaps, with the proof that it missed.
    let found = std::mem::take(&mut answer.solutions);
    match settle(task.houses, task.givens) {
        None => answer.is_exhausted = true,
        Some((problem, digits)) if problem.candidates.is_empty() => {
            answer.report.fixed = digits.len();
            answer.solutions.push(digits);
            answer.is_exhausted = task.limit.solutions > 1;
        }
        Some((problem, digits)) => {
            learn(task, &problem, &digits, started, &mut answer, &mut go_on);
        }
    }
    answer.join(found, task.limit.solutions);
    answer
}

impl Answer {
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
fn search(task: &Task<'_>, answer: &mut Answer, go_on: &mut dyn FnMut(&Report) -> bool) {
    let started = Instant::now();
    let (size, limit) = (task.houses.size() as u64, &task.limit);
    let dead_ends = (SHORT[0] / size.pow(3)).clamp(FEW, MANY);
    let nodes = (SHORT[1] / size.pow(2)).max(FEW);
    let mut search = general::Search::new(task.houses, task.givens);
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
            return;
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
            return;
        }
    }
}

/// Solvers side by side.
fn learn(
    task: &Task<'_>,
    problem: &Problem,
    digits: &[u8],
    started: Instant,
    answer: &mut Answer,
    go_on: &mut dyn FnMut(&Report) -> bool,
) {
    let part = match task.plan {
        Plan::Cadical => Part::Cadical,
        Plan::Any | Plan::Learning => Part::Learning,
    };
    let threads = task.threads.min(batch::MAX_THREADS);
    let threads = NonZeroUsize::new(threads).map_or(1, NonZeroUsize::get);
    let memory = task.limit.memory.unwrap_or(usize::MAX);
    let nodes = task.limit.nodes.saturating_sub(answer.report.nodes);
    let pool = Pool::new(threads, task.limit.solutions, nodes);
    let work = |number: usize, style: Style| match part {
        Part::Cadical => cadical::work(problem, &pool, number, memory),
        _ => work(problem, &pool, number, style, memory),
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
fn work(problem: &Problem, pool: &Pool, number: usize, style: Style, memory: usize) {
    let memory = (memory / pool.team()).min(MOST_MEMORY);
    let mut solver = Solver::new(problem, style);
    let mut read = 0;
    while pool.is_running() {
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
        if solver.memory() > memory {
            solver.reduce(usize::MAX);
            if solver.memory() > memory {
                pool.stop(Some(Stop::Memory));
            }
        }
    }
}
