//! Boards of up to 8x8 with any houses: a board of bits (bitboard) for each digit, so that one
//! word says everything about a digit.
//!
//! ```text
//!   bit of a cell, 4x4        candidates of digit 2, one word       houses are words too
//!    0  1  2  3               .  2  .  .                            row 2, say: 4 to 7
//!    4  5  6  7               .  .  .  2      bits 1, 7, 8, 14
//!    8  9 10 11               2  .  .  .                            digit & house:
//!   12 13 14 15               .  .  2  .                            no bit: dead; one: a single
//! ```
//!
//! Naked singles come for all cells at once, by counting in bits; hidden singles one house at a
//! time for all digits. Else a digit is tried in the first cell with two candidates, or the first
//! open one if none has two, and then excluded there.
//!
//! A state is 8 bytes for each digit and 8 more, so it is copied to branch; there is nothing to
//! take back. Sizes are constants, so that loops over digits are unrolled and vectorized.

mod layout;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::batch::Row;
use crate::contract::{self, Limit, Puzzle, Step};
use crate::lanes::Path;
use layout::CELLS;
pub use layout::{Layout, MOST};
use state::{Settled, State};

/// The engine: a layout, and an instruction set to run on. The answers do not depend on the
/// latter, nor does what they take in nodes and guesses.
#[derive(Clone)]
pub struct Small {
    layout: Arc<Layout>,
    path: Path,
}

/// Calls a generic function with the size of a layout.
macro_rules! of_size {
    ($size:expr, $($function:ident)::+($($argument:expr),*)) => {
        match $size {
            1 => $($function)::+::<1>($($argument),*),
            2 => $($function)::+::<2>($($argument),*),
            3 => $($function)::+::<3>($($argument),*),
            4 => $($function)::+::<4>($($argument),*),
            5 => $($function)::+::<5>($($argument),*),
            6 => $($function)::+::<6>($($argument),*),
            7 => $($function)::+::<7>($($argument),*),
            _ => $($function)::+::<8>($($argument),*),
        }
    };
}

impl Small {
    /// The engine for a layout.
    ///
    /// # Panics
    /// If this machine does not have the path.
    pub fn new(layout: Arc<Layout>, path: Path) -> Small {
        assert!(path.is_available(), "no {} here", path.name());
        Small { layout, path }
    }
}

fn start_boxed<const N: usize>(engine: &Small, puzzle: &Puzzle<'_>) -> Box<dyn contract::Search> {
    let mut search = Search::<N>::new(engine.clone());
    search.start(puzzle);
    Box::new(search)
}

impl contract::Engine for Small {
    fn size(&self) -> usize {
        self.layout.size
    }

    /// Starts a search; another number of cells, or a digit above the size, is the caller's
    /// mistake and panics.
    fn search(&self, puzzle: &Puzzle<'_>, _: &Limit) -> Box<dyn contract::Search> {
        let size = self.layout.size;
        let fits = |&digit: &u8| usize::from(digit) <= size;
        assert!(puzzle.givens.iter().all(fits), "a digit is above the size");
        of_size!(size, start_boxed(self, puzzle))
    }

    fn solve_rows(
        &self,
        rows: &mut dyn Iterator<Item = Row<'_>>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        of_size!(self.layout.size, solve_rows(self, rows, limit, go_on))
    }
}

fn solve_rows<const N: usize>(
    engine: &Small,
    rows: &mut dyn Iterator<Item = Row<'_>>,
    limit: &Limit,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let mut search = Search::<N>::new(engine.clone());
    for row in rows {
        search.start(&Puzzle::of_givens(row.puzzle));
        if !row.solve(&mut search, limit, go_on) {
            return false;
        }
    }
    true
}

/// A depth-first search that can be paused after any node and resumed.
struct Search<const N: usize> {
    engine: Small,
    /// States still to be explored, the next one last.
    stack: Vec<State<N>>,
    found: [u8; CELLS],
    nodes: u64,
    guesses: u64,
}

/// Why a search came to a halt.
enum Halt<const N: usize> {
    Full(State<N>),
    Exhausted,
    Paused,
}

impl<const N: usize> Search<N> {
    /// A search that has nothing to do yet.
    fn new(engine: Small) -> Self {
        Search {
            engine,
            stack: Vec::new(),
            found: [0; CELLS],
            nodes: 0,
            guesses: 0,
        }
    }

    /// Takes up another puzzle. Givens that clash leave nothing to explore.
    fn start(&mut self, puzzle: &Puzzle<'_>) {
        assert_eq!(puzzle.givens.len(), N * N);
        self.stack.clear();
        (self.nodes, self.guesses) = (0, 0);
        if self.engine.layout.is_impossible {
            return;
        }
        let state = match self.engine.path {
            // SAFETY: the engine's path is one that the machine has.
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 | Path::Avx512 => unsafe { self.place_givens_avx2(puzzle) },
            _ => State::new(puzzle, &self.engine.layout),
        };
        self.stack.extend(state);
    }

    fn explore(&mut self, last_node: u64) -> Halt<N> {
        match self.engine.path {
            // SAFETY: the engine's path is one that the machine has.
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 | Path::Avx512 => unsafe { self.explore_until_avx2(last_node) },
            _ => self.explore_until(last_node),
        }
    }

    /// Compiled for AVX2, as the next: half as many puzzles again in a second. The code is the
    /// same, and the compiler makes vectors of its loops over digits and houses.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn place_givens_avx2(&self, puzzle: &Puzzle<'_>) -> Option<State<N>> {
        State::new(puzzle, &self.engine.layout)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn explore_until_avx2(&mut self, last_node: u64) -> Halt<N> {
        self.explore_until(last_node)
    }

    /// Goes on to the next solution, the end or so many nodes. The current state is not on the
    /// stack while it is explored; at a pause it returns there.
    #[inline(always)]
    fn explore_until(&mut self, last_node: u64) -> Halt<N> {
        let Some(mut state) = self.stack.pop() else {
            return Halt::Exhausted;
        };
        loop {
            if self.nodes >= last_node {
                self.stack.push(state);
                return Halt::Paused;
            }
            self.nodes += 1;
            match state.settle(&self.engine.layout) {
                Settled::Full => return Halt::Full(state),
                Settled::Stuck(cells) => {
                    self.guesses += 1;
                    let other = state.guess(cells & cells.wrapping_neg());
                    self.stack.push(other);
                }
                Settled::Dead => match self.stack.pop() {
                    Some(other) => state = other,
                    None => return Halt::Exhausted,
                },
            }
        }
    }
}

impl<const N: usize> contract::Search for Search<N> {
    fn run(&mut self, budget: u64) -> Step<'_> {
        match self.explore(self.nodes.saturating_add(budget)) {
            Halt::Exhausted => Step::Exhausted,
            Halt::Paused => Step::Paused,
            Halt::Full(state) => {
                state.write(&mut self.found[..N * N]);
                Step::Solution(&self.found[..N * N])
            }
        }
    }

    fn count(&mut self, budget: u64, most: u64) -> u64 {
        let last_node = self.nodes.saturating_add(budget);
        let mut seen = 0;
        while seen < most && matches!(self.explore(last_node), Halt::Full(_)) {
            seen += 1;
        }
        seen
    }

    fn is_exhausted(&self) -> bool {
        self.stack.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn guesses(&self) -> u64 {
        self.guesses
    }
}
