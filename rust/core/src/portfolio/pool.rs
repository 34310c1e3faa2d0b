//! What solvers side by side have in common: the solutions, short clauses, and when to end.
//!
//! ```text
//!   log.entries   [ clause by 0 | clause by 1 | S: excludes a solution, by 1 | clause by 1 | ... ]
//!                                               ^                                            ^
//!                    solver 0 has read up to here                                          length
//! ```
//!
//! The log only grows. Every solver has its own place in it, reads on when it is at its root, and
//! leaves out what it entered itself.
//!
//! **Clauses after a solution.** A learned clause holds for all solutions except those that
//! its solver has excluded by then. So a solver that takes it must exclude these too. The order
//! of the log sees to that: a solver enters a solution before it excludes it and learns from that,
//! and others read in order. If another was faster with the same solution, its entry is already
//! there, further to the front.
//!
//! For the same reason, "nothing is left" from any solver means that the solutions in the log are
//! all there are.
//!
//! The number of entries is also kept as an atomic, so that a solver with nothing to read takes no
//! lock.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::contract::Stop;
use crate::learning::clauses::Literal;

/// The counters of one solver.
#[derive(Default)]
struct Counters {
    nodes: AtomicU64,
    conflicts: AtomicU64,
    fixed: AtomicUsize,
}

/// The counters of all.
pub(super) struct Sums {
    pub(super) nodes: u64,
    pub(super) conflicts: u64,
    pub(super) fixed: usize,
}

/// A clause that holds, and who found it.
struct Entry {
    author: usize,
    clause: Box<[Literal]>,
    /// It excludes a solution that was found; the clauses after it may follow from it.
    is_solution: bool,
}

/// What is written under the lock.
#[derive(Default)]
struct Log {
    entries: Vec<Entry>,
    /// Each as its true candidates, ascending, so that equal ones compare equal.
    solutions: Vec<Box<[u32]>>,
    is_exhausted: bool,
    stopped_by: Option<Stop>,
}

/// The log, the budget of nodes, and the end of the work.
///
/// `running` only ever goes from true to false, under the lock of the log, and only who turns it
/// may say why: the first reason stays.
pub(super) struct Pool {
    /// Solutions after which the work ends.
    wanted: u64,
    running: Arc<AtomicBool>,
    log: Mutex<Log>,
    /// Rung when the work ends; the calling thread sleeps on it.
    ended: Condvar,
    /// Entries in the log; stored after they are written.
    length: AtomicUsize,
    /// Nodes that no solver has claimed.
    nodes: AtomicU64,
    /// Those that have not left yet.
    working: AtomicUsize,
    counters: Vec<Counters>,
}

/// Being at work, see [`Pool::begin`].
pub(super) struct Duty<'a>(&'a Pool);

impl Drop for Duty<'_> {
    fn drop(&mut self) {
        if self.0.working.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.stop(Some(Stop::Nodes));
        }
    }
}

impl Pool {
    pub(super) fn new(team: usize, wanted: u64, nodes: u64) -> Pool {
        Pool {
            wanted,
            running: Arc::new(AtomicBool::new(true)),
            log: Mutex::new(Log::default()),
            ended: Condvar::new(),
            length: AtomicUsize::new(0),
            nodes: AtomicU64::new(nodes),
            working: AtomicUsize::new(0),
            counters: (0..team).map(|_| Counters::default()).collect(),
        }
    }

    /// One more is working, until the duty is dropped. When no solver is left that can claim nodes,
    /// the work ends: others may still find what they have claimed nodes for.
    pub(super) fn begin(&self) -> Duty<'_> {
        self.working.fetch_add(1, Ordering::Relaxed);
        Duty(self)
    }

    /// Claims nodes, as many as wanted or as there are; at 0 there is nothing left to do. Solvers
    /// claim a slice and return what they did not use: so the limit is kept exactly, without an
    /// atomic for each node.
    pub(super) fn claim(&self, most: u64) -> u64 {
        // Never below zero, whoever claims at the same time.
        let take = |left: u64| Some(left - left.min(most));
        let left = self
            .nodes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .expect("something is always taken");
        left.min(most)
    }

    /// Returns nodes that were claimed and not needed.
    pub(super) fn give_back(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// How many solvers there are.
    pub(super) fn team(&self) -> usize {
        self.counters.len()
    }

    /// False as soon as everybody should end.
    pub(super) fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed)
    }

    /// The same, to be asked from elsewhere.
    #[cfg(feature = "cadical")]
    pub(super) fn running(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.running)
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log
            .lock()
            .expect("no solver panics while it holds this")
    }

    /// Ends the work, for a reason if it is not done.
    pub(super) fn stop(&self, reason: Option<Stop>) {
        let mut log = self.log();
        if self.running.swap(false, Ordering::Relaxed) {
            log.stopped_by = reason;
        }
        self.ended.notify_all();
    }

    /// Sleeps until the work ends, or for so long.
    pub(super) fn wait(&self, most: Duration) {
        let log = self.log();
        // Asked under the lock, so that a bell rung meanwhile is not missed.
        if self.is_running() {
            drop(self.ended.wait_timeout(log, most));
        }
    }

    /// There are no more solutions.
    pub(super) fn exhaust(&self) {
        let mut log = self.log();
        if self.running.swap(false, Ordering::Relaxed) {
            log.is_exhausted = true;
        }
        self.ended.notify_all();
    }

    /// Adds a solution, unless another solver was faster.
    pub(super) fn offer(
        &self,
        author: usize,
        truths: impl Iterator<Item = usize>,
        clause: &[Literal],
    ) {
        let mut solution: Box<[u32]> = truths.map(|truth| truth as u32).collect();
        solution.sort_unstable();
        let mut log = self.log();
        // Solvers that have not read each other's entries yet may find the same one.
        if !self.is_running() || log.solutions.contains(&solution) {
            return;
        }
        log.solutions.push(solution);
        log.entries.push(Entry {
            author,
            clause: clause.into(),
            is_solution: true,
        });
        self.length.store(log.entries.len(), Ordering::Release);
        // Enough: that is no reason to have stopped early, so none is noted.
        if log.solutions.len() as u64 >= self.wanted {
            self.running.store(false, Ordering::Relaxed);
            self.ended.notify_all();
        }
    }

    /// Enters clauses.
    pub(super) fn share(&self, author: usize, clauses: impl Iterator<Item = Box<[Literal]>>) {
        // No lock for nothing.
        let mut clauses = clauses.peekable();
        if clauses.peek().is_none() {
            return;
        }
        let mut log = self.log();
        log.entries.extend(clauses.map(|clause| Entry {
            author,
            clause,
            is_solution: false,
        }));
        self.length.store(log.entries.len(), Ordering::Release);
    }

    /// Hands out what others entered since the last time, in the order in which they did.
    pub(super) fn read(
        &self,
        reader: usize,
        read: &mut usize,
        mut take: impl FnMut(&[Literal], bool),
    ) {
        if self.length.load(Ordering::Acquire) == *read {
            return;
        }
        let log = self.log();
        // In order; see the top of this file.
        for entry in log.entries[*read..]
            .iter()
            .filter(|entry| entry.author != reader)
        {
            take(&entry.clause, entry.is_solution);
        }
        *read = log.entries.len();
    }

    /// Notes how far a solver is; before the first solution, also how many cells it has fixed.
    /// After it, the root of a solver says what holds in the solutions that are left only.
    pub(super) fn note(&self, number: usize, nodes: u64, conflicts: u64, fixed: usize) {
        let counters = &self.counters[number];
        counters.nodes.store(nodes, Ordering::Relaxed);
        counters.conflicts.store(conflicts, Ordering::Relaxed);
        if self.length.load(Ordering::Acquire) == 0 || self.log().solutions.is_empty() {
            counters.fixed.fetch_max(fixed, Ordering::Relaxed);
        }
    }

    /// Work adds up; of fixed cells the best proof counts.
    pub(super) fn sums(&self) -> Sums {
        let counters = &self.counters;
        Sums {
            nodes: counters
                .iter()
                .map(|c| c.nodes.load(Ordering::Relaxed))
                .sum(),
            conflicts: counters
                .iter()
                .map(|c| c.conflicts.load(Ordering::Relaxed))
                .sum(),
            fixed: counters
                .iter()
                .map(|c| c.fixed.load(Ordering::Relaxed))
                .max()
                .unwrap_or(0),
        }
    }

    /// The solutions as true candidates, whether there are no others, and what ended it early.
    pub(super) fn into_result(self) -> (Vec<Box<[u32]>>, bool, Option<Stop>) {
        let log = self
            .log
            .into_inner()
            .expect("no solver panics while it holds this");
        (log.solutions, log.is_exhausted, log.stopped_by)
    }
}
