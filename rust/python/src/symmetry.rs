//! Canonical forms across the border.

use nonet_core::symmetry::batch::{Rows, canonical_rows};
use nonet_core::symmetry::key_set;
use nonet_core::symmetry::keys::{KEY, write_keys};
use nonet_core::symmetry::{self, Shape};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffers::{self, View};
use crate::engine::check_givens;
use crate::pulse::Pulse;

/// A map as Python keeps it: whether it transposes, rows, columns and digits, all counted from 0.
type Map<'py> = (
    bool,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);
/// Cells, their key, a map to them, and the levels of the automorphisms.
type Canonical<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Map<'py>,
    Vec<Vec<Map<'py>>>,
);

fn shape_of(box_rows: usize, box_cols: usize) -> PyResult<Shape> {
    let most = symmetry::MOST;
    Shape::new(box_rows, box_cols).ok_or_else(|| {
        PyValueError::new_err(format!(
            "expected a board of up to {most}x{most}, found boxes of {box_rows}x{box_cols}"
        ))
    })
}

fn map_to_python<'py>(py: Python<'py>, map: &symmetry::Map) -> Map<'py> {
    let size = map.size();
    (
        map.transposed,
        PyBytes::new(py, &map.rows[..size]),
        PyBytes::new(py, &map.columns[..size]),
        PyBytes::new(py, &map.digits[..=size]),
    )
}

#[pyfunction]
fn canonical<'py>(
    py: Python<'py>,
    box_rows: usize,
    box_cols: usize,
    cells: &[u8],
) -> PyResult<Canonical<'py>> {
    let shape = shape_of(box_rows, box_cols)?;
    check_givens(cells, shape.size())?;
    let found = py.detach(|| symmetry::canonical(shape, cells));
    let mut key = [0; KEY];
    write_keys(shape.size(), &found.cells, &mut key);
    let levels = found.automorphisms.levels.iter();
    Ok((
        PyBytes::new(py, &found.cells),
        PyBytes::new(py, &key),
        map_to_python(py, &found.map),
        levels
            .map(|level| level.iter().map(|map| map_to_python(py, map)).collect())
            .collect(),
    ))
}

#[pyfunction]
#[pyo3(name = "canonical_rows")]
#[expect(clippy::too_many_arguments, reason = "buffers and how to fill them")]
fn canonical_rows_to(
    py: Python<'_>,
    box_rows: usize,
    box_cols: usize,
    puzzles: PyBuffer<u8>,
    forms: PyBuffer<u8>,
    keys: PyBuffer<u8>,
    orders: PyBuffer<u64>,
    threads: usize,
) -> PyResult<()> {
    let shape = shape_of(box_rows, box_cols)?;
    let rows = orders.item_count();
    let cells = rows * shape.size() * shape.size();
    let puzzles = View::new(&puzzles, "puzzles", cells)?;
    let forms = View::writable(&forms, "forms", cells)?;
    let keys = View::writable(&keys, "keys", rows * KEY)?;
    let orders = View::writable(&orders, "orders", rows)?;
    buffers::check_disjoint(&[puzzles.span(), forms.span(), keys.span(), orders.span()])?;
    // SAFETY: the buffers are held until this call returns, and disjoint; `nonet.native` is the sole
    // caller and passes arrays that nobody else has yet.
    let rows = unsafe {
        Rows {
            puzzles: puzzles.slice(),
            forms: forms.slice_mut(),
            keys: keys.slice_mut(),
            orders: orders.slice_mut(),
        }
    };
    let mut pulse = Pulse::new();
    py.detach(|| canonical_rows(shape, rows, threads, || pulse.go_on()));
    pulse.raise()
}

/// Keys seen so far.
#[pyclass]
#[derive(Default)]
struct KeySet {
    inner: key_set::KeySet,
}

#[pymethods]
impl KeySet {
    #[new]
    fn new() -> KeySet {
        KeySet::default()
    }

    fn add<'py>(&mut self, py: Python<'py>, keys: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        check_keys(keys)?;
        Ok(PyBytes::new(py, &self.inner.add(keys)))
    }

    fn has<'py>(&self, py: Python<'py>, keys: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        check_keys(keys)?;
        Ok(PyBytes::new(py, &self.inner.has(keys)))
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }
}

fn check_keys(keys: &[u8]) -> PyResult<()> {
    if keys.len().is_multiple_of(KEY) {
        return Ok(());
    }
    let found = keys.len();
    Err(PyValueError::new_err(format!(
        "expected keys of {KEY} bytes, found {found} bytes"
    )))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("FORM", symmetry::FORM)?;
    module.add("KEY_BYTES", KEY)?;
    module.add("MOST_CANONICAL", symmetry::MOST)?;
    module.add_class::<KeySet>()?;
    module.add_function(wrap_pyfunction!(canonical, module)?)?;
    module.add_function(wrap_pyfunction!(canonical_rows_to, module)?)
}
