//! Many puzzles at once: rows are dealt out in blocks to the threads of this one call, and every
//! row's answer is written to its own place, so the order of the input is kept.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::contract::{Answer, Engine, Limit, MAX_THREADS, Search, Stop, drive};
use crate::status;

/// How long the calling thread sleeps between two questions when its own work is done.
const PATIENCE: Duration = Duration::from_millis(20);

/// One puzzle of a batch, and where its answer goes.
pub struct Row<'a> {
    /// The givens: digits of the board, 0 for an empty cell.
    pub puzzle: &'a [u8],
    /// The first solution; zeros until then.
    pub solution: &'a mut [u8],
    status: &'a mut u8,
    guesses: &'a mut u32,
}

impl Row<'_> {
    /// Drives a search of this row's puzzle to its end; false if `go_on` said no.
    pub(crate) fn solve<S: Search + ?Sized>(
        self,
        search: &mut S,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let mut first = true;
        let keep = |found: &[u8]| {
            if std::mem::take(&mut first) {
                self.solution.copy_from_slice(found);
            }
        };
        let outcome = drive(search, limit, keep, |_| go_on());
        self.finish(outcome.seen, outcome.exhausted, search.guesses());
        outcome.stopped_by != Some(Stop::Interrupt)
    }

    /// Writes an answer.
    pub(crate) fn keep(self, answer: &Answer) {
        if let Some(first) = answer.solutions.first() {
            self.solution.copy_from_slice(first);
        }
        let seen = answer.solutions.len() as u64;
        self.finish(seen, answer.is_exhausted, answer.report.guesses);
    }

    /// Writes what is known in the end.
    pub(crate) fn finish(self, seen: u64, exhausted: bool, guesses: u64) {
        *self.status = status::of_search(seen, exhausted);
        *self.guesses = u32::try_from(guesses).unwrap_or(u32::MAX);
    }
}

/// The slices of a batch, or of a part of it: the cells of each row, or one number.
pub struct Rows<'a> {
    /// Puzzles; a byte above the engine's size makes its row MALFORMED.
    pub puzzles: &'a [u8],
    /// First solutions.
    pub solutions: &'a mut [u8],
    /// What was proved.
    pub status: &'a mut [u8],
    /// How many digits were tried.
    pub guesses: &'a mut [u32],
}

impl<'a> Rows<'a> {
    /// Deals the rows out in blocks.
    fn into_blocks(self, block: usize, cells: usize) -> impl Iterator<Item = Rows<'a>> {
        self.puzzles
            .chunks(block * cells)
            .zip(self.solutions.chunks_mut(block * cells))
            .zip(
                self.status
                    .chunks_mut(block)
                    .zip(self.guesses.chunks_mut(block)),
            )
            .map(|((puzzles, solutions), (status, guesses))| Rows {
                puzzles,
                solutions,
                status,
                guesses,
            })
    }

    /// The rows one by one, those left out that are malformed: these have their answer then.
    fn into_rows(self, size: usize) -> impl Iterator<Item = Row<'a>> {
        let cells = size * size;
        let puzzles = self.puzzles.chunks_exact(cells);
        let answers = self.status.iter_mut().zip(self.guesses);
        puzzles
            .zip(self.solutions.chunks_exact_mut(cells))
            .zip(answers)
            .filter_map(move |((puzzle, solution), (status, guesses))| {
                solution.fill(0);
                *guesses = 0;
                let most = puzzle.iter().fold(0, |most, &digit| digit.max(most));
                if usize::from(most) > size {
                    *status = status::MALFORMED;
                    return None;
                }
                Some(Row {
                    puzzle,
                    solution,
                    status,
                    guesses,
                })
            })
    }
}

/// Solves every row on `threads` threads, the calling one among them. `go_on` is asked on the
/// calling thread all along; once it says false the work ends early and false is returned.
///
/// # Panics
/// If the lengths of the four slices do not fit each other, or if this machine does not have the
/// engine's instruction set.
pub fn solve(
    rows: Rows<'_>,
    engine: &dyn Engine,
    limit: &Limit,
    threads: usize,
    mut go_on: impl FnMut() -> bool,
) -> bool {
    let count = rows.status.len();
    let size = engine.size();
    assert_eq!(rows.puzzles.len(), count * size * size);
    assert_eq!(rows.solutions.len(), rows.puzzles.len());
    assert_eq!(rows.guesses.len(), count);
    let blocks = Mutex::new(rows.into_blocks(engine.block(), size * size));
    let running = AtomicBool::new(true);
    let work = |go_on: &mut dyn FnMut() -> bool| {
        let mut go_on = || go_on() && running.load(Ordering::Relaxed);
        let next_block = || blocks.lock().expect("no thread panics here").next();
        let mut rows = std::iter::from_fn(next_block).flat_map(|block| block.into_rows(size));
        if !go_on() || !engine.solve_rows(&mut rows, limit, &mut go_on) {
            running.store(false, Ordering::Relaxed);
        }
    };
    let helpers = threads
        .min(MAX_THREADS)
        .min(count.div_ceil(engine.block()))
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
    use crate::cells::CELLS;
    use crate::lanes::Path;
    use crate::scalar::Scalar;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const LIMIT: Limit = Limit::of_solutions(2);

    fn engines() -> impl Iterator<Item = &'static dyn Engine> {
        let paths = Path::ALL.iter().filter(|path| path.is_available());
        std::iter::once(&Scalar as &dyn Engine).chain(paths.map(|path| path as &dyn Engine))
    }

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
        for (engine, threads) in engines().flat_map(|e| [1, 2, 7, usize::MAX].map(|t| (e, t))) {
            let mut solutions = vec![1; puzzles.len()];
            let (mut statuses, mut guesses) = (vec![0; 500], vec![1; 500]);
            let rows = Rows {
                puzzles: &puzzles,
                solutions: &mut solutions,
                status: &mut statuses,
                guesses: &mut guesses,
            };
            assert!(solve(rows, engine, &LIMIT, threads, || true));
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
        for engine in engines() {
            let mut asked = 0;
            let rows = Rows {
                puzzles: &vec![0; 200 * CELLS],
                solutions: &mut vec![0; 200 * CELLS],
                status: &mut [0; 200],
                guesses: &mut [0; 200],
            };
            let finished = solve(rows, engine, &Limit::NONE, 2, || {
                asked += 1;
                asked < 3
            });
            assert!(!finished);
        }
    }
}
