//! New puzzles of any board.
//!
//! ```text
//!   uniform     random 9x9 grids, all equally likely
//!   grids       random grids of any board
//!   pieces      cells that get or lose their clues together
//!   reduction   clues taken away as long as the solution is the only one
//!   questions   what the engine is asked about many puzzles at once
//!   puzzles     many puzzles side by side, on threads
//!   sampling    minimal puzzles of which it is known how likely they come
//! ```
//!
//! A puzzle depends on its seed and on what is asked for, not on the number of threads or on the
//! puzzles made with it.

mod cell_set;
pub mod grids;
pub mod pieces;
pub mod puzzles;
mod questions;
mod reduction;
pub mod sampling;
mod uniform;

pub use uniform::uniform_grid;
