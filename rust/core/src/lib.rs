//! The native core of nonet: bytes and numbers in, bytes and numbers out.
//!
//! A puzzle is a byte for each cell, row-major, 0 for an empty one; `lines` reads and writes them as the
//! plainest of texts. Nothing here knows Python or files; the crate `nonet-python` is the border.

pub mod batch;
pub mod candidates;
pub mod cells;
pub mod contract;
pub mod general;
pub mod generator;
pub mod houses;
pub mod lab;
pub mod lanes;
pub mod learning;
pub mod lines;
pub mod lzstring;
pub mod objects;
pub mod portfolio;
pub mod random;
pub mod scalar;
pub mod small;
pub mod status;
pub mod symmetry;
pub mod table;
pub mod threads;
pub mod weave;
