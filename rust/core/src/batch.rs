//! Many puzzles at once: rows are dealt out in blocks to the threads of this one call, and every
//! row's answer is written to its own place, so the order of the input is kept.

use std::sync::Mutex;

use crate::contract::{Answer, Engine, Limit, Puzzle, Search, Stop, drive};
use crate::{status, threads};

/// One puzzle of a batch, and where its answer goes.
pub struct Row<'a> {
    /// The givens: digits of the board, 0 for an empty cell.
    pub puzzle: &'a [u8],
    /// The first solution; zeros until then.
    pub solution: &'a mut [u8],
    status: &'a mut u8,
    guesses: &'a mut u32,
    details: Option<RowDetails<'a>>,
}

/// Additional details of a row, if requested.
struct RowDetails<'a> {
    second: &'a mut [u8],
    nodes: &'a mut u32,
    stop: &'a mut u8,
}

impl Row<'_> {
    /// Writes a solution, given how many came before it; the first two are kept.
    #[inline(always)]
    pub(crate) fn keep_solution(&mut self, seen: u64, found: &[u8]) {
        if seen == 0 {
            self.solution.copy_from_slice(found);
        } else if seen == 1
            && let Some(details) = &mut self.details
        {
            details.second.copy_from_slice(found);
        }
    }

    /// Drives a search of this row's puzzle to its end; false if `go_on` said no.
    pub(crate) fn solve<S: Search + ?Sized>(
        mut self,
        search: &mut S,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let mut seen = 0;
        let keep = |found: &[u8]| {
            self.keep_solution(seen, found);
            seen += 1;
        };
        let outcome = drive(search, limit, keep, |_| go_on());
        let took = (search.nodes(), search.guesses());
        self.finish(outcome.seen, outcome.exhausted, took, outcome.stopped_by);
        outcome.stopped_by != Some(Stop::Interrupt)
    }

    /// Writes an answer.
    pub(crate) fn keep(mut self, answer: &Answer) {
        for (seen, found) in (0..2).zip(&answer.solutions) {
            self.keep_solution(seen, found);
        }
        let seen = answer.solutions.len() as u64;
        let took = (answer.report.nodes, answer.report.guesses);
        self.finish(seen, answer.is_exhausted, took, answer.stopped_by);
    }

    /// Writes the outcome: the number of solutions, whether there are no others, the nodes and
    /// guesses, and what stopped the search.
    pub(crate) fn finish(self, seen: u64, exhausted: bool, took: (u64, u64), stop: Option<Stop>) {
        let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        *self.status = status::of_search(seen, exhausted);
        *self.guesses = count(took.1);
        if let Some(details) = self.details {
            *details.nodes = count(took.0);
            *details.stop = stop_code(stop);
        }
    }
}

/// What stopped the search of a row, as one byte; 0 if nothing did.
pub const STOPS: [Option<Stop>; 5] = [
    None,
    Some(Stop::Time),
    Some(Stop::Nodes),
    Some(Stop::Memory),
    Some(Stop::Interrupt),
];

fn stop_code(stop: Option<Stop>) -> u8 {
    STOPS.iter().position(|&one| one == stop).unwrap_or(0) as u8
}

/// Optional slices of a batch.
pub struct Details<'a> {
    /// Second solutions: the proof that the first is not the only one.
    pub seconds: &'a mut [u8],
    /// The number of nodes.
    pub nodes: &'a mut [u32],
    /// What stopped the search, see [`STOPS`].
    pub stops: &'a mut [u8],
}

impl<'a> Details<'a> {
    /// Splits off the first rows.
    fn split_off(&mut self, rows: usize, cells: usize) -> Details<'a> {
        let (seconds, rest) = std::mem::take(&mut self.seconds).split_at_mut(rows * cells);
        self.seconds = rest;
        let (nodes, rest) = std::mem::take(&mut self.nodes).split_at_mut(rows);
        self.nodes = rest;
        let (stops, rest) = std::mem::take(&mut self.stops).split_at_mut(rows);
        self.stops = rest;
        Details {
            seconds,
            nodes,
            stops,
        }
    }

    /// Splits off the next row and clears it.
    fn next_row(&mut self, cells: usize) -> RowDetails<'a> {
        let Details {
            seconds,
            nodes,
            stops,
        } = self.split_off(1, cells);
        seconds.fill(0);
        let (node, stop) = (&mut nodes[0], &mut stops[0]);
        (*node, *stop) = (0, 0);
        RowDetails {
            second: seconds,
            nodes: node,
            stop,
        }
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
    /// Additional details, if requested.
    pub details: Option<Details<'a>>,
}

impl<'a> Rows<'a> {
    /// Deals the rows out in blocks.
    fn into_blocks(mut self, block: usize, cells: usize) -> impl Iterator<Item = Rows<'a>> {
        let mut details = self.details.take();
        self.puzzles
            .chunks(block * cells)
            .zip(self.solutions.chunks_mut(block * cells))
            .zip(
                self.status
                    .chunks_mut(block)
                    .zip(self.guesses.chunks_mut(block)),
            )
            .map(move |((puzzles, solutions), (status, guesses))| Rows {
                puzzles,
                solutions,
                details: details
                    .as_mut()
                    .map(|details| details.split_off(status.len(), cells)),
                status,
                guesses,
            })
    }

    /// The rows one by one, those left out that are malformed: these have their answer then.
    fn into_rows(self, size: usize) -> impl Iterator<Item = Row<'a>> {
        let cells = size * size;
        let mut details = self.details;
        let puzzles = self.puzzles.chunks_exact(cells);
        let answers = self.status.iter_mut().zip(self.guesses);
        puzzles
            .zip(self.solutions.chunks_exact_mut(cells))
            .zip(answers)
            .filter_map(move |((puzzle, solution), (status, guesses))| {
                solution.fill(0);
                *guesses = 0;
                let details = details.as_mut().map(|details| details.next_row(cells));
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
                    details,
                })
            })
    }
}

/// Solves every row on `threads` threads, the calling one among them. `go_on` is asked on the
/// calling thread all along; once it says false the work ends early and false is returned.
///
/// # Panics
/// If the lengths of the slices do not fit each other, or if this machine does not have the
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
    if let Some(details) = &rows.details {
        assert_eq!(details.seconds.len(), rows.puzzles.len());
        assert_eq!((details.nodes.len(), details.stops.len()), (count, count));
    }
    let blocks = Mutex::new(rows.into_blocks(engine.block(), size * size));
    let threads = threads.min(count.div_ceil(engine.block()));
    threads::share(threads, &mut go_on, |go_on| {
        let next_block = || blocks.lock().expect("no thread panics here").next();
        let mut rows = std::iter::from_fn(next_block).flat_map(|block| block.into_rows(size));
        go_on() && engine.solve_rows(&mut rows, limit, go_on)
    })
}

/// How many solutions each puzzle of a batch has; a puzzle that is malformed has none, for certain.
pub struct Counts<'a> {
    /// Puzzles; a byte above the engine's size makes its row malformed.
    pub puzzles: &'a [u8],
    /// The number of solutions seen.
    pub counts: &'a mut [u64],
    /// 1 if there are no others, otherwise 0.
    pub exact: &'a mut [u8],
}

/// Counts the solutions of every row under a limit, each on one of `threads` threads; `go_on` is
/// asked as in [`solve`].
///
/// # Panics
/// As [`solve`] does.
pub fn count(
    rows: Counts<'_>,
    engine: &dyn Engine,
    limit: &Limit,
    threads: usize,
    mut go_on: impl FnMut() -> bool,
) -> bool {
    let (number, size) = (rows.counts.len(), engine.size());
    assert_eq!(rows.puzzles.len(), number * size * size);
    assert_eq!(rows.exact.len(), number);
    let answers = rows.counts.iter_mut().zip(rows.exact);
    let rows = Mutex::new(rows.puzzles.chunks_exact(size * size).zip(answers));
    threads::share(threads.min(number), &mut go_on, |go_on| {
        let next_row = || rows.lock().expect("no thread panics here").next();
        for (puzzle, (count, exact)) in std::iter::from_fn(next_row) {
            (*count, *exact) = (0, 1);
            if puzzle.iter().any(|&digit| usize::from(digit) > size) {
                continue;
            }
            let mut search = engine.search(&Puzzle::of_givens(puzzle), limit);
            let outcome = search.count_all(limit, 1, go_on);
            (*count, *exact) = (outcome.seen, u8::from(outcome.exhausted));
            if outcome.stopped_by == Some(Stop::Interrupt) {
                return false;
            }
        }
        true
    })
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
                details: None,
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
    fn details_are_those_of_each_row() {
        let puzzles = mixed();
        let few = Limit { nodes: 5, ..LIMIT };
        for (engine, limit) in engines().flat_map(|engine| [(engine, LIMIT), (engine, few)]) {
            let (mut solutions, mut seconds) = (vec![1; puzzles.len()], vec![1; puzzles.len()]);
            let (mut statuses, mut guesses) = (vec![0; 500], vec![1; 500]);
            let (mut nodes, mut stops) = (vec![9; 500], vec![9; 500]);
            let rows = Rows {
                puzzles: &puzzles,
                solutions: &mut solutions,
                status: &mut statuses,
                guesses: &mut guesses,
                details: Some(Details {
                    seconds: &mut seconds,
                    nodes: &mut nodes,
                    stops: &mut stops,
                }),
            };
            assert!(solve(rows, engine, &limit, 2, || true));
            for row in 0..500 {
                let cells = row * CELLS..(row + 1) * CELLS;
                let (first, second) = (&solutions[cells.clone()], &seconds[cells]);
                let has_two = statuses[row] == status::MULTIPLE;
                assert_eq!(second.contains(&0), !has_two);
                assert!(!has_two || first != second);
                let is_stopped = row % 4 == 1 && limit.nodes == 5;
                assert_eq!(STOPS[usize::from(stops[row])].is_some(), is_stopped);
                if is_stopped {
                    assert_eq!(
                        (STOPS[usize::from(stops[row])], nodes[row]),
                        (Some(Stop::Nodes), 5)
                    );
                }
                assert!(nodes[row] >= guesses[row]);
            }
        }
    }

    #[test]
    fn counts_are_those_of_each_row_on_any_number_of_threads() {
        let puzzles = mixed();
        for (engine, threads) in engines().flat_map(|e| [1, 2, 7, usize::MAX].map(|t| (e, t))) {
            let (mut counts, mut exact) = (vec![9; 500], vec![9; 500]);
            let rows = Counts {
                puzzles: &puzzles,
                counts: &mut counts,
                exact: &mut exact,
            };
            assert!(count(
                rows,
                engine,
                &Limit::of_solutions(70),
                threads,
                || true
            ));
            for row in 0..500 {
                let expected = [(1, 1), (70, 0), (0, 1), (0, 1)][row % 4];
                assert_eq!((counts[row], exact[row]), expected);
            }
        }
    }

    #[test]
    fn a_stop_ends_even_an_endless_count() {
        for engine in engines() {
            let mut asked = 0;
            let rows = Counts {
                puzzles: &vec![0; 20 * CELLS],
                counts: &mut [0; 20],
                exact: &mut [0; 20],
            };
            let finished = count(rows, engine, &Limit::NONE, 2, || {
                asked += 1;
                asked < 3
            });
            assert!(!finished);
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
                details: None,
            };
            let finished = solve(rows, engine, &Limit::NONE, 2, || {
                asked += 1;
                asked < 3
            });
            assert!(!finished);
        }
    }
}
