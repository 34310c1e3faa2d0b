//! The native core of nonet: bytes and numbers in, bytes and numbers out.
//!
//! A 9x9 puzzle is 81 bytes, row-major, 0 for an empty cell. Nothing here knows Python, text or
//! files; the crate `nonet-python` is the border.

pub mod batch;
pub mod cells;
pub mod lanes;
pub mod scalar;
pub mod status;
