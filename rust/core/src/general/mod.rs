//! The engine for any houses: boards of any size and shape.

pub(crate) mod bits;
pub(crate) mod board;
pub mod search;

use std::sync::Arc;

use crate::houses::Houses;
use board::Board;
pub use search::Step;
use search::Tree;

/// A search of one puzzle of any size.
pub struct Search {
    inner: Inner,
}

enum Inner {
    Dead,
    One(Tree<1>),
    Two(Tree<2>),
    Four(Tree<4>),
}

impl Search {
    /// A search of a puzzle; the givens fit the houses.
    pub fn new(houses: &Arc<Houses>, givens: &[u8]) -> Search {
        let inner = match houses.size() {
            0..=64 => Board::new(houses, givens).map(|board| Inner::One(Tree::new(board))),
            65..=128 => Board::new(houses, givens).map(|board| Inner::Two(Tree::new(board))),
            _ => Board::new(houses, givens).map(|board| Inner::Four(Tree::new(board))),
        };
        Search {
            inner: inner.unwrap_or(Inner::Dead),
        }
    }

    /// Goes on until the next solution, the end, or `budget` more nodes.
    pub fn run(&mut self, budget: u64) -> Step {
        match &mut self.inner {
            Inner::Dead => Step::Exhausted,
            Inner::One(tree) => tree.run(budget),
            Inner::Two(tree) => tree.run(budget),
            Inner::Four(tree) => tree.run(budget),
        }
    }

    /// States settled so far.
    pub fn nodes(&self) -> u64 {
        match &self.inner {
            Inner::Dead => 1,
            Inner::One(tree) => tree.nodes,
            Inner::Two(tree) => tree.nodes,
            Inner::Four(tree) => tree.nodes,
        }
    }
}
