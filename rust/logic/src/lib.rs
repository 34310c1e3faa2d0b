//! Solving like a person: techniques that find steps, each with its proof.
//!
//! A [`grid::Grid`] is a board with candidates. A technique is a function that finds
//! [`step::Step`]s on it ([`search::Find`]); [`table::TECHNIQUES`] lists all, one line each, one
//! file per technique or family. [`path::walk`] applies one step after the other in an order.
//! A step carries marks (what to draw) and a proof ([`proof::Inference`]); [`words`] tells it.

mod aligned;
mod als;
mod als_chain;
mod als_xy_wing;
mod als_xz;
mod avoidable;
mod brute;
mod bug;
pub mod cellset;
mod chains;
mod choice;
mod clusters;
mod colouring;
mod complex_fish;
mod counting;
pub mod deadline;
mod death_blossom;
mod direct;
mod empty_rectangle;
mod fish;
pub mod forcing;
pub mod geometry;
pub mod grid;
mod kraken;
mod locked;
mod medusa;
pub mod orders;
pub mod path;
pub mod proof;
mod quiet;
pub mod rating;
mod rectangles;
mod remote_pair;
pub mod search;
mod siamese;
mod singles;
pub mod step;
mod subsets;
mod sue_de_coq;
pub mod table;
mod templates;
mod turbot;
pub mod unique_loops;
mod w_wing;
mod wings;
pub mod words;
mod wxyz_wing;
