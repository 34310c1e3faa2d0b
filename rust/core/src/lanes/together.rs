//! Counting the solutions of one puzzle on several threads.
//!
//! ```text
//!   Table    waiting  [ Search | Search ]     parts that no thread works on
//!            taken    2                       parts that are being counted, by a thread each
//!            hungry   1                       threads that found nothing waiting
//! ```
//!
//! A thread takes a part and counts it, slice by slice. If a thread is idle after a slice, it
//! splits off the older half of what every lane has left, and goes on with the rest. Each node is
//! in exactly one part, so nothing is counted twice, and all is counted when nothing is waiting
//! and nothing is taken.
//!
//! A part is large where the tree is: splitting only on request keeps the parts few.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use super::lone::Search;
use crate::contract::{self, Limit, Outcome, Search as _, Stop};
use crate::threads;

/// Nodes that one thread explores before others are asked: about a millisecond. A count that is
/// over by then starts no threads.
const ALONE: u64 = 10_000;
/// Nodes between two looks at the clock, the stop sign and the hungry.
const SLICE: u64 = 1_000;
/// How long a thread waits for work before it checks again whether to continue.
const PATIENCE: Duration = Duration::from_millis(20);

/// Counts the solutions of a search under a limit on up to `threads` threads, the calling one
/// among them, where `go_on` is asked all along. The search can be used again afterwards, but if
/// something is left, its solutions come in another order.
pub(super) fn count(
    search: &mut Search,
    limit: &Limit,
    threads: usize,
    mut go_on: impl FnMut() -> bool,
) -> Outcome {
    // A limit on nodes is exact, which threads side by side could not be.
    if threads < 2 || limit.nodes != u64::MAX {
        return contract::count(search, limit, go_on);
    }
    let deadline = limit.time.map(|time| Instant::now() + time);
    let in_time = || deadline.is_none_or(|deadline| Instant::now() < deadline);
    let alone = Limit {
        nodes: ALONE,
        ..*limit
    };
    let mut outcome = contract::count(search, &alone, &mut go_on);
    // It was short, or there is nothing left to ask.
    let is_over = outcome.exhausted || outcome.seen >= limit.solutions;
    if is_over || matches!(outcome.stopped_by, Some(stop) if stop != Stop::Nodes) {
        return outcome;
    }
    outcome.stopped_by = None;
    let table = Table::new(search.take(), outcome.seen, limit.solutions);
    thread::scope(|scope| {
        for _ in 1..threads.min(threads::MOST) {
            // A machine that gives no further thread still gets its count from the others.
            let _ = thread::Builder::new().spawn_scoped(scope, || table.work(&mut || true));
        }
        table.work(&mut || {
            if outcome.stopped_by.is_none() {
                outcome.stopped_by = if !go_on() {
                    Some(Stop::Interrupt)
                } else if !in_time() {
                    Some(Stop::Time)
                } else {
                    None
                };
            }
            outcome.stopped_by.is_none()
        });
    });
    outcome.seen = table.seen.load(Ordering::Relaxed).min(limit.solutions);
    let parts = table.into_parts();
    // After a stop, what is left returns to the caller's search, so that it can be resumed.
    for part in parts.waiting.into_iter().chain(parts.left) {
        search.absorb(part);
    }
    search.add_work(parts.nodes, parts.guesses);
    outcome.exhausted = outcome.seen < limit.solutions && search.is_exhausted();
    let is_decided = outcome.exhausted || outcome.seen >= limit.solutions;
    if is_decided && outcome.stopped_by != Some(Stop::Interrupt) {
        outcome.stopped_by = None;
    }
    outcome
}

/// What the threads share.
struct Table {
    parts: Mutex<Parts>,
    /// Rung when a part comes, and at the end.
    bell: Condvar,
    /// Threads that wait for a part.
    hungry: AtomicUsize,
    /// Solutions counted by all.
    seen: AtomicU64,
    /// Solutions that are wanted.
    most: u64,
    stopped: AtomicBool,
}

/// The parts, by where they are; see the top of this file.
#[derive(Default)]
struct Parts {
    waiting: Vec<Search>,
    /// How many a thread is at work on.
    taken: usize,
    /// What threads had not finished when the work was stopped.
    left: Vec<Search>,
    /// What the finished ones took.
    nodes: u64,
    guesses: u64,
}

impl Table {
    fn new(whole: Search, seen: u64, most: u64) -> Table {
        Table {
            parts: Mutex::new(Parts {
                waiting: vec![whole],
                ..Parts::default()
            }),
            bell: Condvar::new(),
            hungry: AtomicUsize::new(0),
            seen: AtomicU64::new(seen),
            most,
            stopped: AtomicBool::new(false),
        }
    }

    /// Counts part after part until there are none, enough was seen, or `go_on` says no.
    fn work(&self, go_on: &mut dyn FnMut() -> bool) {
        while let Some(mut part) = self.take(go_on) {
            while !part.is_exhausted() && !self.is_stopped() {
                // Others may be counting, too, so this is only the most that can be missing; what
                // is too much in the end is cut off.
                let missing = self.most.saturating_sub(self.seen.load(Ordering::Relaxed));
                let seen = part.count(SLICE, missing);
                let before = self.seen.fetch_add(seen, Ordering::Relaxed);
                if before.saturating_add(seen) >= self.most || !go_on() {
                    self.stopped.store(true, Ordering::Relaxed);
                } else if self.hungry.load(Ordering::Relaxed) > 0 {
                    self.parts().waiting.extend(part.split_off());
                    self.bell.notify_one();
                }
            }
            // Finished parts leave only their sums behind; a stopped one is kept whole.
            let mut parts = self.parts();
            parts.taken -= 1;
            if part.is_exhausted() {
                parts.nodes += part.nodes();
                parts.guesses += part.guesses();
            } else {
                parts.left.push(part);
            }
        }
        self.bell.notify_all();
    }

    /// The next part, once there is one; None at the end.
    fn take(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Search> {
        loop {
            let mut parts = self.parts();
            // Nothing waits and nobody can split: the tree is done.
            if self.is_stopped() || (parts.waiting.is_empty() && parts.taken == 0) {
                return None;
            }
            if let Some(part) = parts.waiting.pop() {
                parts.taken += 1;
                return Some(part);
            }
            // Not rung in time, it asks `go_on` and looks again: the calling thread must not sleep
            // through a stop.
            self.hungry.fetch_add(1, Ordering::Relaxed);
            drop(self.bell.wait_timeout(parts, PATIENCE));
            self.hungry.fetch_sub(1, Ordering::Relaxed);
            if !go_on() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().expect("no thread panics here")
    }

    fn into_parts(self) -> Parts {
        self.parts.into_inner().expect("no thread panics here")
    }
}
