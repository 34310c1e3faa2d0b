//! Lines of text across the border.

use nonet_core::lines::{self, ODD};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};

use crate::buffers::View;
use crate::engine::{Engine, Limit};
use crate::pulse::Pulse;

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ODD", ODD)?;
    module.add_function(wrap_pyfunction!(count_lines, module)?)?;
    module.add_function(wrap_pyfunction!(read_lines, module)?)?;
    module.add_function(wrap_pyfunction!(read_texts, module)?)?;
    module.add_function(wrap_pyfunction!(solve_lines, module)?)
}

#[pyfunction]
fn count_lines(text: &[u8]) -> usize {
    lines::count(text)
}

/// Row, start and end of an odd line.
type Place = (usize, usize, usize);

/// The largest board of the package: a digit has to fit a byte.
const MOST: usize = 255;

fn check_size(size: usize) -> PyResult<()> {
    if (1..=MOST).contains(&size) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "expected a size from 1 to {MOST}, found {size}"
    )))
}

#[pyfunction]
fn read_lines<'py>(
    py: Python<'py>,
    text: &[u8],
    size: usize,
) -> PyResult<(Bound<'py, PyByteArray>, Vec<Place>)> {
    check_size(size)?;
    let rows = py.detach(|| lines::read(text, size, usize::MAX, usize::MAX));
    let places = rows
        .odd
        .iter()
        .map(|odd| (odd.row, odd.bytes.start, odd.bytes.end));
    Ok((PyByteArray::new(py, &rows.cells), places.collect()))
}

#[pyfunction]
fn read_texts(texts: &Bound<'_, PyList>, cells: PyBuffer<u8>, size: usize) -> PyResult<Vec<usize>> {
    check_size(size)?;
    let width = size * size;
    let cells = View::writable(&cells, "cells", texts.len() * width)?;
    // SAFETY: the buffer is held until this call returns; `nonet.native` is the sole caller and
    // passes an array that nobody else has yet.
    let cells = unsafe { cells.slice_mut() };
    let mut odd = Vec::new();
    for (row, (text, cells)) in texts.iter().zip(cells.chunks_exact_mut(width)).enumerate() {
        if !read_text(&text, size, cells) {
            cells[0] = ODD;
            odd.push(row);
        }
    }
    Ok(odd)
}

/// Reads a str or bytes; false for anything else, and for a str that has no UTF-8.
fn read_text(text: &Bound<'_, PyAny>, size: usize, cells: &mut [u8]) -> bool {
    if let Ok(text) = text.cast::<PyString>() {
        return text
            .to_str()
            .is_ok_and(|text| lines::read_line(text.as_bytes(), size, cells));
    }
    text.cast::<PyBytes>()
        .is_ok_and(|text| lines::read_line(text.as_bytes(), size, cells))
}

/// Line, start and end of an odd line, and where in the answers its own belongs.
type Gap = (usize, usize, usize, usize);
/// The answers, what is left to do for them, the number of rows, their statuses, and the lines
/// and bytes that are done.
type Solved<'py> = (Bound<'py, PyBytes>, Vec<Gap>, usize, u8, usize, usize);

#[pyfunction]
fn solve_lines<'py>(
    py: Python<'py>,
    engine: &Engine,
    text: &[u8],
    limit: Limit,
    threads: usize,
    most_odd: usize,
) -> PyResult<Solved<'py>> {
    if threads == 0 || most_odd == 0 {
        return Err(PyValueError::new_err(
            "expected at least one thread and one odd line, found 0",
        ));
    }
    let (engine, limit) = (engine.inner(), limit.read()?);
    let mut pulse = Pulse::new();
    let answers =
        py.detach(|| lines::solve(text, most_odd, engine, &limit, threads, || pulse.go_on()));
    pulse.raise()?;
    // Without an interrupt nothing has stopped it.
    let answers = answers.unwrap_or_default();
    let gaps = answers.gaps.iter();
    Ok((
        PyBytes::new(py, &answers.text),
        gaps.map(|(odd, place)| (odd.line, odd.bytes.start, odd.bytes.end, *place))
            .collect(),
        answers.rows,
        answers.statuses,
        answers.lines,
        answers.end,
    ))
}
