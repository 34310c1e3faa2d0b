//! Many puzzles at once: rows are dealt out in blocks to the threads of this one call, and every
//! row's answer is written to its own place, so the order of the input is kept.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::status;

/// Rows of small boards handed to a thread at a time: enough to make the lock cheap, so few that
/// two threads end together.
const BLOCK: usize = 16;
/// Nodes between two looks at the clock and at the stop sign; well under a millisecond.
const SLICE: u64 = 256;
/// More threads than this only cost memory.
pub(crate) const MAX_THREADS: usize = 256;
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
    /// Stop before more bytes than this are used, about.
    pub memory: Option<usize>,
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

/// What a call of [`Search::run`] ended with.
pub enum Step<'a> {
    /// The digits of the next solution, row-major, in the engine's fixed order.
    Solution(&'a [u8]),
    /// There are no further solutions: that is now proved.
    Exhausted,
    /// The budget is spent; call again to go on.
    Paused,
}

/// A search that goes on where it stopped.
pub trait Search {
    /// Goes on until the next solution, the end, or `budget` more nodes.
    fn run(&mut self, budget: u64) -> Step<'_>;

    /// Counts solutions until there are `most` more, the end, or `budget` more nodes.
    fn count(&mut self, budget: u64, most: u64) -> u64 {
        let last = self.nodes().saturating_add(budget);
        let mut seen = 0;
        while seen < most && matches!(self.run(last - self.nodes()), Step::Solution(_)) {
            seen += 1;
        }
        seen
    }

    /// True when no further solution can come.
    fn is_exhausted(&self) -> bool;

    /// States settled so far, the first included.
    fn nodes(&self) -> u64;

    /// Settled states where a digit had to be tried.
    fn guesses(&self) -> u64;

    /// Bytes in use, about; 0 for a few kilobytes that never grow.
    fn memory(&self) -> usize {
        0
    }

    /// Dead ends that clauses were learnt from; 0 if none are.
    fn conflicts(&self) -> u64 {
        0
    }

    /// Cells whose digit is known to be the same in every solution that is left; 0 if not counted.
    fn fixed(&self) -> usize {
        0
    }
}

/// Runs a search under a limit, gives every solution to `keep`, and asks `go_on` every
/// few hundred nodes whether to continue.
pub fn drive<S: Search + ?Sized>(
    search: &mut S,
    limit: &Limit,
    mut keep: impl FnMut(&[u8]),
    go_on: impl FnMut() -> bool,
) -> Outcome {
    drive_slices(search, limit, go_on, |search, budget, _| {
        match search.run(budget) {
            Step::Solution(solution) => {
                keep(solution);
                1
            }
            Step::Exhausted | Step::Paused => 0,
        }
    })
}

/// Counts the solutions of a search under a limit; `go_on` as in [`drive`].
pub fn count<S: Search + ?Sized>(
    search: &mut S,
    limit: &Limit,
    go_on: impl FnMut() -> bool,
) -> Outcome {
    drive_slices(search, limit, go_on, |search, budget, most| {
        search.count(budget, most)
    })
}

/// Calls `slice(search, budget, most)`, which returns the solutions seen, until the limit.
fn drive_slices<S: Search + ?Sized>(
    search: &mut S,
    limit: &Limit,
    mut go_on: impl FnMut() -> bool,
    mut slice: impl FnMut(&mut S, u64, u64) -> u64,
) -> Outcome {
    let deadline = limit.time.map(|time| Instant::now() + time);
    let last_node = search.nodes().saturating_add(limit.nodes);
    let mut outcome = Outcome {
        seen: 0,
        exhausted: search.is_exhausted(),
        interrupted: false,
    };
    let mut next_look = search.nodes().saturating_add(SLICE);
    while outcome.seen < limit.solutions && !outcome.exhausted {
        let budget = last_node.min(next_look).saturating_sub(search.nodes());
        let seen = slice(search, budget, limit.solutions - outcome.seen);
        outcome.seen += seen;
        // Enough was seen: whether there is more was not asked.
        outcome.exhausted = outcome.seen < limit.solutions && search.is_exhausted();
        let nodes = search.nodes();
        if seen == 0 && nodes >= last_node {
            break;
        }
        if nodes >= next_look {
            next_look = nodes.saturating_add(SLICE);
            if deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || limit.memory.is_some_and(|most| search.memory() > most)
            {
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
        let outcome = drive(search, limit, keep, go_on);
        self.finish(outcome.seen, outcome.exhausted, search.guesses());
        !outcome.interrupted
    }

    /// Writes what is known in the end.
    pub(crate) fn finish(self, seen: u64, exhausted: bool, guesses: u64) {
        *self.status = status::of_search(seen, exhausted);
        *self.guesses = u32::try_from(guesses).unwrap_or(u32::MAX);
    }
}

/// What solves the rows of a batch; all of them have one layout.
pub trait Engine: Sync {
    /// Digits, and cells in a row, a column and any other house.
    fn size(&self) -> usize;

    /// How many rows a thread takes at a time.
    fn block(&self) -> usize {
        BLOCK
    }

    /// Solves rows until there are none left; false if `go_on` said no.
    fn solve(
        &self,
        rows: &mut dyn Iterator<Item = Row<'_>>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool;
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
        if !go_on() || !engine.solve(&mut rows, limit, &mut go_on) {
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
    use crate::scalar::{self, Scalar};

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const LIMIT: Limit = Limit {
        solutions: 2,
        nodes: u64::MAX,
        time: None,
        memory: None,
    };

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
        let endless = Limit {
            solutions: u64::MAX,
            ..LIMIT
        };
        for engine in engines() {
            let mut asked = 0;
            let rows = Rows {
                puzzles: &vec![0; 200 * CELLS],
                solutions: &mut vec![0; 200 * CELLS],
                status: &mut [0; 200],
                guesses: &mut [0; 200],
            };
            let finished = solve(rows, engine, &endless, 2, || {
                asked += 1;
                asked < 3
            });
            assert!(!finished);
        }
    }

    #[test]
    fn limits_stop_a_search_and_it_says_so() {
        let few_nodes = Limit { nodes: 3, ..LIMIT };
        let mut search = scalar::Search::new(&[0; CELLS]);
        let outcome = drive(&mut search, &few_nodes, |_| {}, || true);
        assert_eq!((outcome.seen, outcome.exhausted), (0, false));
        assert_eq!(search.nodes(), 3);

        let no_time = Limit {
            solutions: u64::MAX,
            time: Some(Duration::ZERO),
            ..LIMIT
        };
        let outcome = drive(&mut search, &no_time, |_| {}, || true);
        assert!(!outcome.exhausted && !outcome.interrupted);
    }
}
