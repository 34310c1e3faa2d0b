//! Lines of text across the border.

use nonet_core::lines::{self, ODD};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};

use crate::buffers::{self, View};

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ODD", ODD)?;
    module.add_function(wrap_pyfunction!(count_lines, module)?)?;
    module.add_function(wrap_pyfunction!(read_lines, module)?)?;
    module.add_function(wrap_pyfunction!(read_parts, module)?)?;
    module.add_function(wrap_pyfunction!(read_rows, module)?)?;
    module.add_function(wrap_pyfunction!(read_texts, module)?)
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

/// Row, line, start and end of an odd line.
type Odd = (usize, usize, usize, usize);
/// Cells and line numbers of the rows, the odd ones, and the lines and bytes read.
type Read<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Vec<Odd>,
    usize,
    usize,
);

#[pyfunction]
fn read_rows<'py>(
    py: Python<'py>,
    text: &[u8],
    size: usize,
    most_odd: usize,
) -> PyResult<Read<'py>> {
    check_size(size)?;
    let rows = py.detach(|| lines::read(text, size, usize::MAX, most_odd));
    let odd = rows.odd.iter();
    Ok((
        PyByteArray::new(py, &rows.cells),
        buffers::numbers(py, &rows.numbers),
        odd.map(|odd| (odd.row, odd.line, odd.bytes.start, odd.bytes.end))
            .collect(),
        rows.lines,
        rows.end,
    ))
}

#[pyfunction]
fn read_parts(
    py: Python<'_>,
    text: PyBuffer<u8>,
    starts: PyBuffer<i64>,
    ends: PyBuffer<i64>,
    cells: PyBuffer<u8>,
    size: usize,
) -> PyResult<Vec<usize>> {
    check_size(size)?;
    let rows = starts.item_count();
    let text = View::new(&text, "text", text.item_count())?;
    let starts = View::new(&starts, "starts", rows)?;
    let ends = View::new(&ends, "ends", rows)?;
    let cells = View::writable(&cells, "cells", rows * size * size)?;
    // SAFETY: the buffers are held until this call returns; `nonet.native` is the sole caller and
    // passes arrays that no one else writes to.
    let (text, starts, ends, cells) = unsafe {
        (
            text.slice(),
            starts.slice(),
            ends.slice(),
            cells.slice_mut(),
        )
    };
    buffers::check_parts(text, starts, ends)?;
    let parts = starts.iter().zip(ends);
    let parts = parts.map(|(&start, &end)| start as usize..end as usize);
    Ok(py.detach(|| lines::read_parts(text, parts, size, cells)))
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
