//! Work shared by the threads of one call. There is no pool: one would be dead after a fork.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// More threads than this only cost memory.
pub(crate) const MOST: usize = 256;
/// How long the calling thread sleeps between two questions when its own work is done.
const PATIENCE: Duration = Duration::from_millis(20);

/// Runs `work` on up to `threads` threads, the calling one among them, until each has returned.
///
/// `work` takes its share from something that all of them reach, and ends early, returning false,
/// once its argument says false. That argument asks `go_on`, which is called on the calling thread
/// alone, all along; once it says false, or any `work` does, all of them hear of it. Returns whether
/// all of the work was done.
pub fn share(
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
    work: impl Fn(&mut dyn FnMut() -> bool) -> bool + Sync,
) -> bool {
    let running = AtomicBool::new(true);
    let work = |go_on: &mut dyn FnMut() -> bool| {
        if !work(&mut || go_on() && running.load(Ordering::Relaxed)) {
            running.store(false, Ordering::Relaxed);
        }
    };
    let busy = AtomicUsize::new(0);
    let caller = thread::current();
    thread::scope(|scope| {
        for _ in 1..threads.min(MOST) {
            busy.fetch_add(1, Ordering::Relaxed);
            let helper = thread::Builder::new().spawn_scoped(scope, || {
                work(&mut || true);
                busy.fetch_sub(1, Ordering::Release);
                caller.unpark();
            });
            // A machine that gives no further thread still gets its work done by the others.
            if helper.is_err() {
                busy.fetch_sub(1, Ordering::Relaxed);
                break;
            }
        }
        work(go_on);
        // The others may have a long piece left: go on asking until they are done.
        while busy.load(Ordering::Acquire) > 0 {
            thread::park_timeout(PATIENCE);
            if !go_on() {
                running.store(false, Ordering::Relaxed);
            }
        }
    });
    running.into_inner()
}

/// Deals out the numbers of pieces one by one to the threads of [`share`]; false if the work ended
/// early.
pub fn each(
    pieces: usize,
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
    work: impl Fn(usize, &mut dyn FnMut() -> bool) + Sync,
) -> bool {
    let next = AtomicUsize::new(0);
    share(threads.min(pieces), go_on, |go_on| {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                return true;
            }
            if !go_on() {
                return false;
            }
            work(piece, go_on);
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_piece_is_done_once_on_any_number_of_threads() {
        for threads in [0, 1, 2, 9, usize::MAX] {
            let pieces = Mutex::new(0..1000_u64);
            let sum = Mutex::new(0);
            let done = share(threads, &mut || true, |go_on| {
                while let Some(piece) = { pieces.lock().unwrap().next() } {
                    *sum.lock().unwrap() += piece;
                    assert!(go_on());
                }
                true
            });
            assert!(done);
            assert_eq!(*sum.lock().unwrap(), 499_500);
        }
    }

    #[test]
    fn a_stop_reaches_every_thread() {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked < 3
        };
        let done = share(4, &mut stop, |go_on| {
            while go_on() {
                thread::yield_now();
            }
            false
        });
        assert!(!done);
    }
}
