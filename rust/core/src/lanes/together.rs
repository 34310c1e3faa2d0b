//! Counting the solutions of one puzzle on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use super::lone::Search;
use crate::batch::{self, Limit, MAX_THREADS, Outcome, Search as _};

/// Nodes that one thread explores before others are asked: about a millisecond.
const ALONE: u64 = 10_000;
/// Nodes between two looks at the clock, the stop sign and the hungry.
const SLICE: u64 = 1_000;
/// How long a thread waits for work before it asks again whether to go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// Counts the solutions of a search under a limit on up to `threads` threads, the calling one
/// among them, where `go_on` is asked all along. The search can be used again afterwards, but if
/// something is left, its solutions come in another order.
pub fn count(
    search: &mut Search,
    limit: &Limit,
    threads: usize,
    mut go_on: impl FnMut() -> bool,
) -> Outcome {
    if threads < 2 || limit.nodes != u64::MAX {
        return batch::count(search, limit, go_on);
    }
    let deadline = limit.time.map(|time| Instant::now() + time);
    let in_time = || deadline.is_none_or(|deadline| Instant::now() < deadline);
    let alone = Limit {
        nodes: ALONE,
        ..*limit
    };
    let mut outcome = batch::count(search, &alone, &mut go_on);
    let is_over = outcome.exhausted || outcome.interrupted || outcome.seen >= limit.solutions;
    if is_over || !in_time() {
        return outcome;
    }
    let table = Table::new(search.take(), outcome.seen, limit.solutions);
    thread::scope(|scope| {
        for _ in 1..threads.min(MAX_THREADS) {
            // A machine that gives no further thread still gets its count from the others.
            let _ = thread::Builder::new().spawn_scoped(scope, || table.work(&mut || true));
        }
        table.work(&mut || {
            outcome.interrupted = outcome.interrupted || !go_on();
            !outcome.interrupted && in_time()
        });
    });
    outcome.seen = table.seen.load(Ordering::Relaxed).min(limit.solutions);
    let parts = table.into_parts();
    for part in parts.waiting.into_iter().chain(parts.left) {
        search.absorb(part);
    }
    search.add_work(parts.nodes, parts.guesses);
    outcome.exhausted = outcome.seen < limit.solutions && search.is_exhausted();
    outcome
}

/// What the threads share.
struct Table {
    parts: Mutex<Parts>,
    /// Rung when a part comes, and at the end.
    bell: Condvar,
    /// Threads that wait for a part.
    hungry: AtomicUsize,
    seen: AtomicU64,
    most: u64,
    stopped: AtomicBool,
}

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
            if self.is_stopped() || (parts.waiting.is_empty() && parts.taken == 0) {
                return None;
            }
            if let Some(part) = parts.waiting.pop() {
                parts.taken += 1;
                return Some(part);
            }
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
