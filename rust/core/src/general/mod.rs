//! The engine for any houses: boards of any size and shape.
//!
//! `board` has the rules, `search` the tree, `bits` the sets that both are made of. Sets are as
//! wide as the board needs, so everything is compiled three times.

pub(crate) mod bits;
pub(crate) mod board;
pub(crate) mod search;

use std::sync::Arc;

use crate::contract::{self, Limit, Puzzle, Step};
use crate::houses::Houses;
use crate::learning::problem::Problem;
use board::{Board, Dead};
use search::{Halt, Tree};

/// What the rules alone leave open of a puzzle, perhaps nothing, and the digits that they give;
/// None if they contradict it.
pub(crate) fn settle(houses: &Arc<Houses>, puzzle: &Puzzle<'_>) -> Option<(Problem, Vec<u8>)> {
    fn of_width<const W: usize>(
        houses: &Arc<Houses>,
        puzzle: &Puzzle<'_>,
    ) -> Option<(Problem, Vec<u8>)> {
        let board = Board::<W>::new(houses, puzzle).ok()?;
        Some((Problem::of_board(&board), board.digits()))
    }
    match houses.size() {
        0..=64 => of_width::<1>(houses, puzzle),
        65..=128 => of_width::<2>(houses, puzzle),
        _ => of_width::<4>(houses, puzzle),
    }
}

/// The engine: singles and locked candidates, then a depth-first search.
pub struct General {
    /// The houses of every puzzle.
    pub houses: Arc<Houses>,
}

impl contract::Engine for General {
    fn size(&self) -> usize {
        self.houses.size()
    }

    fn search(&self, puzzle: &Puzzle<'_>, _: &Limit) -> Box<dyn contract::Search> {
        Box::new(Search::new(&self.houses, puzzle))
    }

    fn block(&self) -> usize {
        1
    }
}

/// A search of one puzzle of any size: depth first, in an order that does not change. The width of
/// its sets is chosen once, here, and constant below.
pub struct Search {
    inner: Inner,
    /// The last one given.
    solution: Vec<u8>,
    is_exhausted: bool,
}

/// A tree with sets of one, two or four words, or none, if the rules contradict the givens.
enum Inner {
    Dead,
    One(Tree<1>),
    Two(Tree<2>),
    Four(Tree<4>),
}

/// Calls the same method of whichever tree there is.
macro_rules! tree {
    ($inner:expr, $tree:ident => $result:expr, $dead:expr) => {
        match $inner {
            Inner::Dead => $dead,
            Inner::One($tree) => $result,
            Inner::Two($tree) => $result,
            Inner::Four($tree) => $result,
        }
    };
}

impl Search {
    /// A search of a puzzle; the givens fit the houses.
    pub fn new(houses: &Arc<Houses>, puzzle: &Puzzle<'_>) -> Search {
        let inner: Result<Inner, Dead> = match houses.size() {
            0..=64 => Board::new(houses, puzzle).map(|board| Inner::One(Tree::new(board))),
            65..=128 => Board::new(houses, puzzle).map(|board| Inner::Two(Tree::new(board))),
            _ => Board::new(houses, puzzle).map(|board| Inner::Four(Tree::new(board))),
        };
        Search {
            is_exhausted: inner.is_err(),
            inner: inner.unwrap_or(Inner::Dead),
            solution: Vec::new(),
        }
    }
}

impl Search {
    /// How often a contradiction was met.
    pub(crate) fn dead_ends(&self) -> u64 {
        tree!(&self.inner, tree => tree.dead_ends, 1)
    }
}

impl contract::Search for Search {
    fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    fn nodes(&self) -> u64 {
        tree!(&self.inner, tree => tree.nodes, 0)
    }

    fn guesses(&self) -> u64 {
        tree!(&self.inner, tree => tree.guesses, 0)
    }

    fn memory(&self) -> usize {
        tree!(&self.inner, tree => tree.memory(), 0)
    }

    fn fixed(&self) -> usize {
        tree!(&self.inner, tree => tree.fixed, 0)
    }

    fn count(&mut self, budget: u64, most: u64) -> u64 {
        let last = self.nodes().saturating_add(budget);
        let mut seen = 0;
        while seen < most {
            let budget = last - self.nodes();
            match tree!(&mut self.inner, tree => tree.run(budget), Halt::Exhausted) {
                Halt::Solution => seen += 1,
                Halt::Paused => break,
                Halt::Exhausted => {
                    self.is_exhausted = true;
                    break;
                }
            }
        }
        seen
    }

    fn run(&mut self, budget: u64) -> Step<'_> {
        match tree!(&mut self.inner, tree => tree.run(budget), Halt::Exhausted) {
            Halt::Solution => {
                self.solution = tree!(&self.inner, tree => tree.board.digits(), Vec::new());
                Step::Solution(&self.solution)
            }
            Halt::Paused => Step::Paused,
            Halt::Exhausted => {
                self.is_exhausted = true;
                Step::Exhausted
            }
        }
    }
}
