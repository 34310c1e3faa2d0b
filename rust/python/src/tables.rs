//! Tables across the border: text to columns, and columns to text.

use nonet_core::objects;
use nonet_core::table;
use nonet_core::weave::{self, Column, Escape, Values};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::buffers::{self, View};

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(cut_rows, module)?)?;
    module.add_function(wrap_pyfunction!(cut_objects, module)?)?;
    module.add_function(wrap_pyfunction!(weave_rows, module)?)
}

/// Starts and ends of the cells, line numbers of the rows, and the lines and bytes read.
type Cut<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    usize,
    usize,
);

#[pyfunction]
fn cut_rows<'py>(
    py: Python<'py>,
    text: &[u8],
    separator: u8,
    columns: usize,
) -> PyResult<Cut<'py>> {
    if columns == 0 {
        return Err(PyValueError::new_err("expected a column, found none"));
    }
    let cut = py.detach(|| table::cut(text, separator, columns));
    Ok((
        buffers::numbers(py, &cut.starts),
        buffers::numbers(py, &cut.ends),
        buffers::numbers(py, &cut.numbers),
        cut.lines,
        cut.end,
    ))
}

/// Starts, ends and kinds of the values, line numbers of the rows, and the lines and bytes read.
type CutObjects<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyBytes>,
    Bound<'py, PyByteArray>,
    usize,
    usize,
);

#[pyfunction]
fn cut_objects<'py>(
    py: Python<'py>,
    text: &[u8],
    names: Vec<Vec<u8>>,
) -> PyResult<CutObjects<'py>> {
    if names.is_empty() {
        return Err(PyValueError::new_err("expected a field, found none"));
    }
    let cut = py.detach(|| objects::cut(text, &names));
    Ok((
        buffers::numbers(py, &cut.starts),
        buffers::numbers(py, &cut.ends),
        PyBytes::new(py, &cut.kinds),
        buffers::numbers(py, &cut.numbers),
        cut.lines,
        cut.end,
    ))
}

/// The values of a column as Python holds them.
enum Held {
    Same(Vec<u8>),
    Cells(PyBuffer<u8>, usize),
    Numbers(PyBuffer<i64>),
    Words(PyBuffer<u8>, Vec<Vec<u8>>),
    Texts(PyBuffer<u8>, PyBuffer<i64>, PyBuffer<i64>, Escape),
}

/// A column from Python: its kind, which rows have values, the text before, after and instead of a
/// value, and the values.
struct Part {
    held: Held,
    present: Option<PyBuffer<u8>>,
    around: [Vec<u8>; 3],
}

type Around<'py> = (
    String,
    Option<PyBuffer<u8>>,
    Vec<u8>,
    Vec<u8>,
    Vec<u8>,
    Bound<'py, PyAny>,
);

impl Part {
    fn read(part: Around<'_>) -> PyResult<Part> {
        let (kind, present, before, after, absent, values) = part;
        let held = match kind.as_str() {
            "same" => Held::Same(values.extract()?),
            "cells" => {
                let (cells, width) = values.extract()?;
                Held::Cells(cells, width)
            }
            "numbers" => Held::Numbers(values.extract()?),
            "words" => {
                let (codes, words) = values.extract()?;
                Held::Words(codes, words)
            }
            "texts" => {
                let (data, starts, ends, escape): (_, _, _, String) = values.extract()?;
                let escape = match escape.as_bytes() {
                    b"" => Escape::None,
                    b"json" => Escape::Json,
                    [separator] => Escape::Table(*separator),
                    _ => return Err(PyValueError::new_err("expected a separator, or json")),
                };
                Held::Texts(data, starts, ends, escape)
            }
            _ => return Err(PyValueError::new_err(format!("no column kind {kind:?}"))),
        };
        Ok(Part {
            held,
            present,
            around: [before, after, absent],
        })
    }

    /// # Safety
    /// No one may write to the buffers while the column lives.
    unsafe fn column(&self) -> PyResult<Column<'_>> {
        // SAFETY: the caller's promise.
        let values = unsafe {
            match &self.held {
                Held::Same(bytes) => Values::Same(bytes),
                Held::Cells(_, 0) => return Err(PyValueError::new_err("expected a width above 0")),
                Held::Cells(cells, width) => Values::Cells(view(cells)?, *width),
                Held::Numbers(numbers) => Values::Numbers(view(numbers)?),
                Held::Words(codes, words) => {
                    Values::Words(view(codes)?, words.iter().map(Vec::as_slice).collect())
                }
                Held::Texts(data, starts, ends, escape) => {
                    Values::Texts(view(data)?, view(starts)?, view(ends)?, *escape)
                }
            }
        };
        Ok(Column {
            values,
            // SAFETY: the caller's promise.
            present: match &self.present {
                None => None,
                Some(present) => Some(unsafe { view(present)? }),
            },
            before: &self.around[0],
            after: &self.around[1],
            absent: &self.around[2],
        })
    }
}

/// # Safety
/// No one may write to the buffer while the slice lives.
unsafe fn view<T: Element>(buffer: &PyBuffer<T>) -> PyResult<&[T]> {
    let view = View::new(buffer, "column", buffer.item_count())?;
    // SAFETY: the caller's promise.
    Ok(unsafe { view.slice() })
}

#[pyfunction]
fn weave_rows<'py>(
    py: Python<'py>,
    rows: usize,
    parts: Vec<Around<'py>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let parts: Vec<Part> = parts.into_iter().map(Part::read).collect::<PyResult<_>>()?;
    // SAFETY: the buffers are held until this call returns; `nonet.native` is the sole caller and
    // passes arrays that no one else writes to.
    let columns = parts.iter().map(|part| unsafe { part.column() });
    let columns: Vec<Column<'_>> = columns.collect::<PyResult<_>>()?;
    if let Some(fault) = columns.iter().find_map(|column| column.find_fault(rows)) {
        return Err(PyValueError::new_err(fault));
    }
    let text = py.detach(|| weave::weave(rows, &columns));
    Ok(PyBytes::new(py, &text))
}
