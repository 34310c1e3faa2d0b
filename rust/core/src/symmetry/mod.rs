//! Canonical forms: two puzzles are the same if relabelling digits, swapping bands, rows, stacks and
//! columns, and (with square boxes) transposing turns one into the other.
//!
//! The form is the true minlex form, "minlex-1": of all copies of a puzzle the one whose cells, read
//! row by row with 0 for an empty cell, are smallest. A [`Map`] is one of those transformations; the
//! automorphisms of a puzzle are the maps that leave it as it is.
//!
//! `search` finds the form of any board, all maps to it included; for batches of 9x9 boards `grids` and
//! `sparse` are many times faster. None of them solves, so they accept puzzles with any number of
//! solutions, and even with conflicts.

pub mod batch;
mod chain;
mod classic;
mod grids;
pub mod key_set;
pub mod keys;
mod map;
mod node;
mod search;
mod sparse;
mod twins;

pub use chain::Chain;
pub use map::{Map, Shape};

/// The name of the form, which is part of every key.
pub const FORM: &str = "minlex-1";

/// The largest board.
pub const MOST: usize = 16;

/// A canonical form and how to get there.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The cells of the smallest copy.
    pub cells: Vec<u8>,
    /// A map from the puzzle to that copy.
    pub map: Map,
    /// All maps from the puzzle to itself.
    pub automorphisms: Chain,
}

/// Finds the form of a puzzle: digits from 0 (empty) to the size of the board.
///
/// # Panics
/// If there are not as many cells as the board has, or a digit is too large.
pub fn canonical(shape: Shape, cells: &[u8]) -> Canonical {
    let size = shape.size();
    assert_eq!(cells.len(), size * size);
    assert!(cells.iter().all(|&digit| usize::from(digit) <= size));
    search::canonical(shape, cells)
}
