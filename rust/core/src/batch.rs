//! Many puzzles at once: rows are dealt out in blocks to the threads of this one call, and every
//! row's answer is written to its own place, so the order of the input is kept.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::cells::CELLS;
use crate::scalar::{Search, Step};
use crate::status;

/// Rows handed to a thread at a time: long enough to make the lock cheap, short enough that two
/// threads end together.
const BLOCK: usize = 64;
/// Nodes between two looks at the clock and at the stop sign; well under a millisecond.
const SLICE: u64 = 256;
/// More threads than this only cost memory.
const MAX_THREADS: usize = 256;
/// How long the calling thread sleeps between two questions when its own work is done.
const PATIENCE: Duration = Duration::from_millis(20);

/// Where a search has to end, for one puzzle.
#[derive(Clone, Copy)]
pub struct Limit {
    /// Stop after this many solutions; at least 1.
    pub solutions: u64,
    /// Stop after this many nodes.
    pub nodes: u64,
    /// Stop after this much time.
    pub time: Option<Duration>,
}

/// What a search under a limit came to.
pub struct Outcome {
    /// Solutions seen, at most as many as the limit says.
    pub seen: u64,
    /// True if every further solution was excluded.
    pub exhausted: bool,
    /// True if the caller asked to stop.
    pub interrupted: bool,
}

/// Runs a search under a limit, gives every solution to `keep`, and asks `go_on` every
/// few hundred nodes whether to continue.
pub fn drive(
    search: &mut Search,
    limit: &Limit,
    mut keep: impl FnMut(&[u8; CELLS]),
    mut go_on: impl FnMut() -> bool,
) -> Outcome {
    let deadline = limit.time.map(|time| Instant::now() + time);
    let last_node = search.nodes.saturating_add(limit.nodes);
    let mut outcome = Outcome {
        seen: 0,
        exhausted: false,
        interrupted: false,
    };
    let mut next_look = search.nodes.saturating_add(SLICE);
    while outcome.seen < limit.solutions {
        let stop_at = last_node.min(next_look);
        match search.run(stop_at - search.nodes) {
            Step::Solution(solution) => {
                keep(&solution);
                outcome.seen += 1;
            }
            Step::Exhausted => {
                outcome.exhausted = true;
                break;
            }
            Step::Paused if search.nodes >= last_node => break,
            Step::Paused => {}
        }
        if search.nodes >= next_look {
            next_look = search.nodes.saturating_add(SLICE);
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
            if !go_on() {
                outcome.interrupted = true;
                break;
            }
        }
    }
    outcome
}

/// The rows of one block: puzzles in, answers out.
struct Block<'a> {
    puzzles: &'a [u8],
    solutions: &'a mut [u8],
    status: &'a mut [u8],
    guesses: &'a mut [u32],
}

impl Block<'_> {
    fn solve(&mut self, limit: &Limit, go_on: &mut impl FnMut() -> bool) -> bool {
        let rows = self
            .puzzles
            .as_chunks::<CELLS>()
            .0
            .iter()
            .zip(self.solutions.as_chunks_mut::<CELLS>().0)
            .zip(self.status.iter_mut().zip(self.guesses.iter_mut()));
        for ((puzzle, solution), (status, guesses)) in rows {
            *solution = [0; CELLS];
            *guesses = 0;
            if puzzle.iter().any(|&digit| digit > 9) {
                *status = status::MALFORMED;
                continue;
            }
            let mut search = Search::new(puzzle);
            let mut first = true;
            let keep = |found: &[u8; CELLS]| {
                if first {
                    *solution = *found;
                    first = false;
                }
            };
            let outcome = drive(&mut search, limit, keep, &mut *go_on);
            *status = status::of_search(outcome.seen, outcome.exhausted);
            *guesses = u32::try_from(search.guesses).unwrap_or(u32::MAX);
            if outcome.interrupted {
                return false;
            }
        }
        true
    }
}

/// Solves every row of `puzzles` (81 bytes each; a byte above 9 makes its row MALFORMED) on
/// `threads` threads, the calling one among them. `go_on` is asked on the calling thread all
/// along; once it says false the work ends early and false is returned.
///
/// # Panics
/// If the lengths of the four slices do not fit each other.
pub fn solve(
    puzzles: &[u8],
    solutions: &mut [u8],
    status: &mut [u8],
    guesses: &mut [u32],
    limit: &Limit,
    threads: usize,
    mut go_on: impl FnMut() -> bool,
) -> bool {
    let rows = status.len();
    assert_eq!(puzzles.len(), rows * CELLS);
    assert_eq!(solutions.len(), rows * CELLS);
    assert_eq!(guesses.len(), rows);
    let blocks = Mutex::new(
        puzzles
            .chunks(BLOCK * CELLS)
            .zip(solutions.chunks_mut(BLOCK * CELLS))
            .zip(status.chunks_mut(BLOCK).zip(guesses.chunks_mut(BLOCK)))
            .map(|((puzzles, solutions), (status, guesses))| Block {
                puzzles,
                solutions,
                status,
                guesses,
            }),
    );
    let running = AtomicBool::new(true);
    let work = |go_on: &mut dyn FnMut() -> bool| {
        let mut go_on = || go_on() && running.load(Ordering::Relaxed);
        loop {
            let Some(mut block) = blocks.lock().expect("no thread panics here").next() else {
                return;
            };
            if !go_on() || !block.solve(limit, &mut go_on) {
                running.store(false, Ordering::Relaxed);
                return;
            }
        }
    };
    let helpers = threads
        .min(MAX_THREADS)
        .min(rows.div_ceil(BLOCK))
        .saturating_sub(1);
    let busy = AtomicUsize::new(0);
    let caller = thread::current();
    thread::scope(|scope| {
        for _ in 0..helpers {
            busy.fetch_add(1, Ordering::Relaxed);
            let helper = thread::Builder::new().spawn_scoped(scope, || {
                work(&mut || true);
                busy.fetch_sub(1, Ordering::Release);
                caller.unpark();
            });
            // A machine that gives no further thread still gets its answers from the others.
            if helper.is_err() {
                busy.fetch_sub(1, Ordering::Relaxed);
                break;
            }
        }
        work(&mut go_on);
        // The others may have a long puzzle left: go on asking until they are done.
        while busy.load(Ordering::Acquire) > 0 {
            thread::park_timeout(PATIENCE);
            if !go_on() {
                running.store(false, Ordering::Relaxed);
            }
        }
    });
    running.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const LIMIT: Limit = Limit {
        solutions: 2,
        nodes: u64::MAX,
        time: None,
    };

    fn cells(line: &str) -> Vec<u8> {
        line.bytes()
            .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
            .collect()
    }

    /// 500 rows: unique, empty, clashing and malformed ones in turn.
    fn mixed() -> Vec<u8> {
        let mut clash = vec![0; CELLS];
        clash[..2].fill(5);
        let rows = [cells(EASY), vec![0; CELLS], clash, vec![77; CELLS]];
        rows.iter().cycle().take(500).flatten().copied().collect()
    }

    #[test]
    fn every_row_keeps_its_place_on_any_number_of_threads() {
        let puzzles = mixed();
        let expected = [
            status::UNIQUE,
            status::MULTIPLE,
            status::NO_SOLUTION,
            status::MALFORMED,
        ];
        for threads in [1, 2, 7, usize::MAX] {
            let mut solutions = vec![1; puzzles.len()];
            let (mut statuses, mut guesses) = (vec![0; 500], vec![1; 500]);
            assert!(solve(
                &puzzles,
                &mut solutions,
                &mut statuses,
                &mut guesses,
                &LIMIT,
                threads,
                || true
            ));
            for (row, &status) in statuses.iter().enumerate() {
                assert_eq!(status, expected[row % 4]);
                let sum: u32 = solutions[row * CELLS..][..CELLS]
                    .iter()
                    .map(|&digit| u32::from(digit))
                    .sum();
                assert_eq!(sum, if row % 4 < 2 { 405 } else { 0 });
            }
        }
    }

    #[test]
    fn a_stop_ends_even_an_endless_puzzle() {
        let endless = Limit {
            solutions: u64::MAX,
            ..LIMIT
        };
        let mut asked = 0;
        let finished = solve(
            &vec![0; 200 * CELLS],
            &mut vec![0; 200 * CELLS],
            &mut [0; 200],
            &mut [0; 200],
            &endless,
            2,
            || {
                asked += 1;
                asked < 3
            },
        );
        assert!(!finished);
    }

    #[test]
    fn limits_stop_a_search_and_it_says_so() {
        let few_nodes = Limit { nodes: 3, ..LIMIT };
        let mut search = Search::new(&[0; CELLS]);
        let outcome = drive(&mut search, &few_nodes, |_| {}, || true);
        assert_eq!((outcome.seen, outcome.exhausted), (0, false));
        assert_eq!(search.nodes, 3);

        let no_time = Limit {
            solutions: u64::MAX,
            time: Some(Duration::ZERO),
            ..LIMIT
        };
        let outcome = drive(&mut search, &no_time, |_| {}, || true);
        assert!(!outcome.exhausted && !outcome.interrupted);
    }
}
