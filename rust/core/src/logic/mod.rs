//! Solving like a person: techniques that find steps, each with its proof.
//!
//! A [`grid::Grid`] is a board with candidates. A technique is a function that finds
//! [`step::Step`]s on it ([`search::Find`]); [`table::TECHNIQUES`] lists all, one line each, one
//! file per technique or family. [`path::walk`] applies one step after the other in an order.
//! A step carries marks (what to draw) and a proof ([`proof::Inference`]).

pub mod cellset;
pub mod forcing;
pub mod geometry;
pub mod grid;
pub mod orders;
pub mod path;
pub mod proof;
pub mod search;
mod singles;
pub mod step;
pub mod table;
