//! New 9x9 puzzles: a random solution grid ([`grid`]), then clues taken away one by one as long as
//! the solution stays the only one ([`minimal`]).
//!
//! A puzzle depends on the seed and its number alone: the same ones come out for any number of
//! threads, and the first ones do not depend on how many are made.

mod grid;
mod minimal;

pub use grid::random_grid;
pub use minimal::{Puzzles, fill};
