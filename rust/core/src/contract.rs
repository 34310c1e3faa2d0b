//! The contract of an engine: what it is asked, what it answers, and where it has to stop.
//!
//! An [`Engine`] belongs to one board (its size, houses and other rules) and starts a [`Search`] of
//! a [`Puzzle`] on it. Everything else follows from that and may be overridden by an engine that is
//! faster at it: one answer ([`Engine::solve`]), a count ([`Search::count_all`]), and the rows of a
//! batch ([`Engine::solve_rows`]). Python's `nonet.engines.base` has the same four verbs.

use std::time::{Duration, Instant};

use crate::batch::Row;

/// Nodes between two looks at the clock and at the stop sign; well under a millisecond.
const SLICE: u64 = 256;
/// Rows of small boards handed to a thread at a time: enough to make the lock cheap, so few that
/// two threads end together.
const BLOCK: usize = 16;

/// Where a search has to end, for one puzzle.
#[derive(Clone, Copy, Debug)]
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

impl Limit {
    /// No limit at all.
    pub const NONE: Limit = Limit {
        solutions: u64::MAX,
        nodes: u64::MAX,
        time: None,
        memory: None,
    };

    /// No limit but on solutions.
    pub const fn of_solutions(solutions: u64) -> Limit {
        Limit {
            solutions,
            ..Limit::NONE
        }
    }
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

/// What a search under a limit came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Solutions seen, at most as many as the limit says.
    pub seen: u64,
    /// True if every further solution was excluded.
    pub exhausted: bool,
    /// What ended it early; having seen enough solutions does not count as early.
    pub stopped_by: Option<Stop>,
}

/// The digits that a cell may hold, for every cell: `size.div_ceil(8)` bytes per cell, bit d-1 for
/// digit d, the lowest bits first.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl<'a> Candidates<'a> {
    /// Reads the sets of a board; None if there are not as many bytes as it needs.
    pub fn new(bytes: &'a [u8], size: usize) -> Option<Candidates<'a>> {
        let width = size.div_ceil(8);
        (bytes.len() == size * size * width).then_some(Candidates { bytes, width })
    }

    /// True if a cell may hold a digit, counted from 0.
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.bytes[cell * self.width + digit / 8] >> (digit % 8) & 1 == 1
    }

    /// The bytes of a cell.
    pub fn of_cell(&self, cell: usize) -> &'a [u8] {
        &self.bytes[cell * self.width..][..self.width]
    }
}

/// What is known of a board at the start.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle<'a> {
    /// A byte per cell, row-major; 0 for an empty one.
    pub givens: &'a [u8],
    /// What the cells may hold, if not every digit.
    pub candidates: Option<Candidates<'a>>,
}

impl<'a> Puzzle<'a> {
    /// A puzzle of givens alone.
    pub fn of_givens(givens: &'a [u8]) -> Puzzle<'a> {
        Puzzle {
            givens,
            candidates: None,
        }
    }
}

/// What a call of [`Search::run`] ended with.
pub enum Step<'a> {
    /// The digits of the next solution, row-major, in the engine's fixed order.
    Solution(&'a [u8]),
    /// There are no more solutions (proved).
    Exhausted,
    /// The budget is spent; call again to continue.
    Paused,
}

/// A search that continues where it stopped.
pub trait Search: Send + Sync {
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

    /// Counts the solutions under a limit, on up to `threads` threads; `go_on` is asked now and then.
    fn count_all(
        &mut self,
        limit: &Limit,
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Outcome {
        let _ = threads;
        count(self, limit, go_on)
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

    /// Bytes that the search can use at the most, whatever the limit says.
    fn most_memory(&self) -> usize {
        usize::MAX
    }

    /// Dead ends that clauses were learned from; 0 if none are.
    fn conflicts(&self) -> u64 {
        0
    }

    /// Cells whose digit is known to be the same in every solution that is left; 0 if not counted.
    fn fixed(&self) -> usize {
        0
    }
}

/// What is at work on a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Singles and locked candidates alone.
    Rules,
    /// A search that tries digits.
    Search,
    /// Solvers of our own that learn from dead ends.
    Learning,
    /// CaDiCaL, on the clauses of what the rules leave open.
    Cadical,
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
    /// Dead ends that clauses were learned from.
    pub conflicts: u64,
    /// Cells whose digit is proved to be the same in every solution.
    pub fixed: usize,
}

impl Report {
    /// The counters of a search.
    pub(crate) fn of_search<S: Search + ?Sized>(search: &S) -> Report {
        let guesses = search.guesses();
        Report {
            part: if guesses == 0 {
                Part::Rules
            } else {
                Part::Search
            },
            nodes: search.nodes(),
            guesses,
            conflicts: search.conflicts(),
            fixed: search.fixed(),
        }
    }
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

/// What solves the puzzles of one board.
pub trait Engine: Send + Sync {
    /// Digits, and cells in a row, a column and any other house.
    fn size(&self) -> usize;

    /// Starts a search. Of the limit it looks at what has to be known from the start; whoever runs
    /// the search sees to the rest.
    fn search(&self, puzzle: &Puzzle<'_>, limit: &Limit) -> Box<dyn Search>;

    /// Returns the solutions up to the limit and what they prove, with up to `threads` solvers side
    /// by side. `go_on` is asked on the calling thread all along.
    fn solve(
        &self,
        puzzle: &Puzzle<'_>,
        limit: &Limit,
        threads: usize,
        go_on: &mut dyn FnMut(&Report) -> bool,
    ) -> Answer {
        let _ = threads;
        let mut search = self.search(puzzle, limit);
        let mut solutions = Vec::new();
        let keep = |solution: &[u8]| solutions.push(solution.to_vec());
        let outcome = drive(&mut *search, limit, keep, |search| {
            go_on(&Report::of_search(search))
        });
        Answer {
            solutions,
            is_exhausted: outcome.exhausted,
            stopped_by: outcome.stopped_by,
            report: Report::of_search(&*search),
        }
    }

    /// How many rows of a batch a thread takes at a time.
    fn block(&self) -> usize {
        BLOCK
    }

    /// Solves rows of a batch until there are none left, each on the thread that takes it; false if
    /// `go_on` said no.
    fn solve_rows(
        &self,
        rows: &mut dyn Iterator<Item = Row<'_>>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        for row in rows {
            let puzzle = Puzzle::of_givens(row.puzzle);
            let answer = self.solve(&puzzle, limit, 1, &mut |_| go_on());
            row.keep(&answer);
            if answer.stopped_by == Some(Stop::Interrupt) {
                return false;
            }
        }
        true
    }
}

/// Runs a search with a limit, passes every solution to `keep`, and calls `go_on` every
/// few hundred nodes whether to continue; it may look at the search.
pub fn drive<S: Search + ?Sized>(
    search: &mut S,
    limit: &Limit,
    mut keep: impl FnMut(&[u8]),
    go_on: impl FnMut(&S) -> bool,
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

/// Counts the solutions of a search under a limit; `go_on` is asked as in [`drive`].
pub fn count<S: Search + ?Sized>(
    search: &mut S,
    limit: &Limit,
    mut go_on: impl FnMut() -> bool,
) -> Outcome {
    drive_slices(
        search,
        limit,
        |_| go_on(),
        |search, budget, most| search.count(budget, most),
    )
}

/// Calls `slice(search, budget, most)`, which returns the solutions seen, until the limit.
fn drive_slices<S: Search + ?Sized>(
    search: &mut S,
    limit: &Limit,
    mut go_on: impl FnMut(&S) -> bool,
    mut slice: impl FnMut(&mut S, u64, u64) -> u64,
) -> Outcome {
    let deadline = limit.time.map(|time| Instant::now() + time);
    let last_node = search.nodes().saturating_add(limit.nodes);
    let mut outcome = Outcome {
        seen: 0,
        exhausted: search.is_exhausted(),
        stopped_by: None,
    };
    if !outcome.exhausted && limit.time.is_some_and(|time| time.is_zero()) {
        outcome.stopped_by = Some(Stop::Time);
    }
    let most_memory = limit.memory.unwrap_or(usize::MAX).min(search.most_memory());
    let mut next_look = search.nodes().saturating_add(SLICE);
    while outcome.seen < limit.solutions && !outcome.exhausted && outcome.stopped_by.is_none() {
        let budget = last_node.min(next_look).saturating_sub(search.nodes());
        let seen = slice(search, budget, limit.solutions - outcome.seen);
        outcome.seen += seen;
        // Enough was seen: whether there is more was not asked.
        outcome.exhausted = outcome.seen < limit.solutions && search.is_exhausted();
        let nodes = search.nodes();
        if outcome.exhausted {
            break;
        }
        if seen == 0 && nodes >= last_node {
            outcome.stopped_by = Some(Stop::Nodes);
        } else if nodes >= next_look {
            next_look = nodes.saturating_add(SLICE);
            outcome.stopped_by = if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                Some(Stop::Time)
            } else if search.memory() > most_memory {
                Some(Stop::Memory)
            } else if !go_on(search) {
                Some(Stop::Interrupt)
            } else {
                None
            };
        }
    }
    if outcome.seen >= limit.solutions && outcome.stopped_by != Some(Stop::Interrupt) {
        outcome.stopped_by = None;
    }
    outcome
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cells::CELLS;
    use crate::general::General;
    use crate::houses::Houses;
    use crate::portfolio::{Learning, Portfolio};
    use crate::scalar::{self, Scalar};

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn cells(line: &str) -> Vec<u8> {
        let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
        line.bytes().map(digit).collect()
    }

    /// A search without end: every third node is a solution, and every node takes a byte.
    struct Endless(u64);

    impl Search for Endless {
        fn run(&mut self, budget: u64) -> Step<'_> {
            for _ in 0..budget {
                self.0 += 1;
                if self.0.is_multiple_of(3) {
                    return Step::Solution(&[1]);
                }
            }
            Step::Paused
        }

        fn is_exhausted(&self) -> bool {
            false
        }

        fn nodes(&self) -> u64 {
            self.0
        }

        fn guesses(&self) -> u64 {
            0
        }

        fn memory(&self) -> usize {
            self.0 as usize
        }
    }

    /// Limits that stop an endless search, and the reason that each gives.
    fn stops() -> [(Limit, Stop); 3] {
        let none = Limit::NONE;
        let nodes = Limit { nodes: 7, ..none };
        let time = Limit {
            time: Some(Duration::ZERO),
            ..none
        };
        let memory = Limit {
            memory: Some(1000),
            ..none
        };
        [
            (nodes, Stop::Nodes),
            (time, Stop::Time),
            (memory, Stop::Memory),
        ]
    }

    #[test]
    fn limits_stop_a_search_and_it_says_so() {
        let few_nodes = Limit {
            nodes: 3,
            ..Limit::of_solutions(2)
        };
        let mut search = scalar::Search::new(&Puzzle::of_givens(&[0; CELLS]));
        let outcome = drive(&mut search, &few_nodes, |_| {}, |_| true);
        assert_eq!((outcome.seen, outcome.exhausted), (0, false));
        assert_eq!(outcome.stopped_by, Some(Stop::Nodes));
        assert_eq!(search.nodes(), 3);

        let no_time = Limit {
            time: Some(Duration::ZERO),
            ..Limit::NONE
        };
        let outcome = drive(&mut search, &no_time, |_| {}, |_| true);
        assert!(!outcome.exhausted && outcome.stopped_by == Some(Stop::Time));
    }

    #[test]
    fn every_limit_has_its_reason() {
        for (limit, reason) in stops() {
            let (mut search, mut kept) = (Endless(0), 0);
            let outcome = drive(&mut search, &limit, |_| kept += 1, |_| true);
            assert_eq!(outcome.stopped_by, Some(reason));
            assert_eq!((outcome.seen, outcome.exhausted), (kept, false));
            assert_eq!(kept, search.nodes() / 3);
            let mut again = Endless(0);
            assert_eq!(count(&mut again, &limit, || true), outcome);
            assert_eq!(again.nodes(), search.nodes());
            assert_eq!(
                Endless(0).count_all(&limit, 3, &mut || true),
                outcome,
                "{reason:?}"
            );
        }
        let nodes = Limit {
            nodes: 1000,
            ..Limit::NONE
        };
        let mut search = Endless(5);
        drive(&mut search, &nodes, |_| {}, |_| true);
        assert_eq!(search.nodes(), 1005);
    }

    #[test]
    fn the_caller_is_asked_and_may_look() {
        let mut looks = Vec::new();
        let outcome = drive(
            &mut Endless(0),
            &Limit::NONE,
            |_| {},
            |search| {
                looks.push(search.nodes());
                looks.len() < 4
            },
        );
        assert_eq!(looks, [1, 2, 3, 4].map(|look| look * SLICE));
        assert_eq!(outcome.stopped_by, Some(Stop::Interrupt));
        assert_eq!(outcome.seen, 4 * SLICE / 3);
    }

    #[test]
    fn enough_solutions_are_no_early_end() {
        for solutions in [1, 2, 300] {
            let limit = Limit {
                nodes: 3 * solutions,
                time: Some(Duration::from_secs(60)),
                ..Limit::of_solutions(solutions)
            };
            let outcome = drive(&mut Endless(0), &limit, |_| {}, |_| true);
            assert_eq!(
                outcome,
                Outcome {
                    seen: solutions,
                    exhausted: false,
                    stopped_by: None
                }
            );
        }
        // The only solution was seen, but not that it is the only one.
        let easy = cells(EASY);
        let solve = |solutions| {
            let puzzle = Puzzle::of_givens(&easy);
            Scalar.solve(&puzzle, &Limit::of_solutions(solutions), 1, &mut |_| true)
        };
        let (first, all) = (solve(1), solve(2));
        assert_eq!(first.solutions, all.solutions);
        assert_eq!((first.solutions.len(), first.stopped_by), (1, None));
        assert!(!first.is_exhausted && all.is_exhausted);
        assert_eq!((all.report.part, all.report.guesses), (Part::Rules, 0));
    }

    /// The first has the answer of the contract, the others have their own.
    #[test]
    fn every_engine_gives_the_reason_in_its_answer() {
        let houses = Arc::new(Houses::of_boxes(5, 5).unwrap());
        let houses = || Arc::clone(&houses);
        let engines: [&dyn Engine; 3] = [
            &General { houses: houses() },
            &Portfolio { houses: houses() },
            &Learning { houses: houses() },
        ];
        let puzzle = Puzzle::of_givens(&[0; 625]);
        for (engine, threads) in engines.into_iter().flat_map(|e| [(e, 1), (e, 3)]) {
            for (limit, reason) in stops() {
                let answer = engine.solve(&puzzle, &limit, threads, &mut |_| true);
                assert_eq!(answer.stopped_by, Some(reason));
                assert!(!answer.is_exhausted && answer.report.nodes <= limit.nodes);
            }
            let mut reports = Vec::new();
            let answer = engine.solve(&puzzle, &Limit::NONE, threads, &mut |report| {
                reports.push(report.nodes);
                reports.len() < 3
            });
            assert_eq!(answer.stopped_by, Some(Stop::Interrupt));
            assert!(!answer.is_exhausted && reports.is_sorted());
            assert!(answer.report.nodes >= reports[2]);
        }
    }

    #[test]
    fn candidates_are_bits_of_as_many_bytes_as_digits_need() {
        for (size, width) in [(1, 1), (8, 1), (9, 2), (16, 2), (17, 3), (255, 32)] {
            let mut bytes = vec![0; size * size * width];
            let (cell, digit) = (size * size - 1, size - 1);
            bytes[cell * width + digit / 8] |= 1 << (digit % 8);
            let candidates = Candidates::new(&bytes, size).unwrap();
            assert_eq!(candidates.of_cell(cell).len(), width);
            for number in 0..size {
                assert_eq!(candidates.has(cell, number), number == digit);
                assert!(cell == 0 || !candidates.has(0, number));
            }
            assert!(Candidates::new(&bytes[1..], size).is_none());
            assert!(Candidates::new(&[bytes.clone(), vec![0]].concat(), size).is_none());
        }
    }
}
