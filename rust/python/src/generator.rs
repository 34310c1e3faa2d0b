//! New puzzles, written to arrays.

use nonet_core::cells::CELLS;
use nonet_core::generator::{self, Puzzles};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::buffers::{self, View};
use crate::engine::Engine;
use crate::pulse::Pulse;

#[pyfunction]
fn fill_minimal(
    py: Python<'_>,
    engine: &Engine,
    seed: u64,
    first: u64,
    puzzles: PyBuffer<u8>,
    solutions: PyBuffer<u8>,
    threads: usize,
) -> PyResult<()> {
    let engine = engine.inner();
    if engine.size() * engine.size() != CELLS {
        return Err(PyValueError::new_err("expected an engine for 9x9"));
    }
    let cells = puzzles.item_count() / CELLS * CELLS;
    let puzzles = View::writable(&puzzles, "puzzles", cells)?;
    let solutions = View::writable(&solutions, "solutions", cells)?;
    buffers::check_disjoint(&[puzzles.span(), solutions.span()])?;
    // SAFETY: the buffers are held until this call returns, and disjoint; `nonet.native` is the
    // sole caller and passes arrays that nobody else has yet.
    let puzzles = unsafe {
        Puzzles {
            seed,
            first,
            puzzles: puzzles.slice_mut(),
            solutions: solutions.slice_mut(),
        }
    };
    let mut pulse = Pulse::new();
    py.detach(|| generator::fill(puzzles, engine, threads, &mut || pulse.go_on()));
    pulse.raise()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(fill_minimal, module)?)
}
