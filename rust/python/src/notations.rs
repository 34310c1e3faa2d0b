//! What notations leave to the core: candidates, and the compression inside links.

use nonet_core::candidates::{self, MOST, Sign};
use nonet_core::lzstring;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::engine::{Houses, check_givens};

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("MOST_CANDIDATES", MOST)?;
    module.add_function(wrap_pyfunction!(candidates_left, module)?)?;
    module.add_function(wrap_pyfunction!(lone_candidates, module)?)?;
    module.add_function(wrap_pyfunction!(settle_candidates, module)?)?;
    module.add_function(wrap_pyfunction!(settle_line, module)?)?;
    module.add_function(wrap_pyfunction!(read_groups, module)?)?;
    module.add_function(wrap_pyfunction!(lz_compress, module)?)?;
    module.add_function(wrap_pyfunction!(lz_decompress, module)?)
}

/// Refuses boards whose candidates have no room in a mask, and anything of another length.
fn check(houses: &Houses, what: &str, found: usize) -> PyResult<()> {
    let (size, cells) = (houses.houses.size(), houses.houses.cells());
    if size > MOST {
        return Err(PyValueError::new_err(format!(
            "expected a board of at most {MOST} digits, found {size}"
        )));
    }
    if found != cells {
        return Err(PyValueError::new_err(format!(
            "expected {cells} {what}, found {found}"
        )));
    }
    Ok(())
}

#[pyfunction]
fn candidates_left(houses: &Houses, filled: &[u8]) -> PyResult<Vec<u32>> {
    check(houses, "cells", filled.len())?;
    check_givens(filled, houses.houses.size())?;
    Ok(candidates::left(&houses.houses, filled))
}

#[pyfunction]
fn lone_candidates<'py>(
    py: Python<'py>,
    houses: &Houses,
    masks: Vec<u32>,
    signs: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    check(houses, "masks", masks.len())?;
    check(houses, "signs", signs.len())?;
    let lone = candidates::lone(&houses.houses, &masks, |cell| {
        sign(signs[cell]) == Sign::Filled
    });
    let bytes: Vec<u8> = lone.into_iter().map(|lone| lone as u8).collect();
    Ok(PyBytes::new(py, &bytes))
}

#[pyfunction]
fn settle_candidates<'py>(
    py: Python<'py>,
    houses: &Houses,
    mut masks: Vec<u32>,
    signs: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Vec<u32>)> {
    check(houses, "masks", masks.len())?;
    check(houses, "signs", signs.len())?;
    let digits = candidates::settle(&houses.houses, &mut masks, |cell| sign(signs[cell]));
    Ok((PyBytes::new(py, &digits), masks))
}

/// The digits and the masks of a line, or the index of the first sign that is wrong.
type Line<'py> = (Bound<'py, PyBytes>, Vec<u32>, Option<usize>);

#[pyfunction]
fn settle_line<'py>(
    py: Python<'py>,
    houses: &Houses,
    signs: &[u8],
    symbols: &[u8],
    blank: u8,
) -> PyResult<Line<'py>> {
    let (size, cells) = (houses.houses.size(), houses.houses.cells());
    check(houses, "cells", signs.len() / size)?;
    if signs.len() != cells * size || symbols.len() != size {
        let (signs, symbols) = (signs.len(), symbols.len());
        return Err(PyValueError::new_err(format!(
            "expected {size} symbols and {cells} times as many signs, found {symbols} and {signs}"
        )));
    }
    match candidates::read(signs, symbols, blank) {
        Ok(mut masks) => {
            let digits = candidates::settle(&houses.houses, &mut masks, |_| Sign::None);
            Ok((PyBytes::new(py, &digits), masks, None))
        }
        Err(index) => Ok((PyBytes::new(py, b""), Vec::new(), Some(index))),
    }
}

fn sign(byte: u8) -> Sign {
    match byte {
        0 => Sign::None,
        1 => Sign::Filled,
        _ => Sign::Candidate,
    }
}

/// The masks of groups, their signs, and the widths of rows.
type Groups<'py> = (Vec<u32>, Bound<'py, PyBytes>, Vec<Bound<'py, PyTuple>>);

#[pyfunction]
fn read_groups<'py>(py: Python<'py>, rows: &str, size: usize) -> PyResult<Option<Groups<'py>>> {
    if !(1..=9).contains(&size) {
        return Err(PyValueError::new_err(format!(
            "expected a size from 1 to 9, found {size}"
        )));
    }
    let Some(groups) = candidates::read_groups(rows, size) else {
        return Ok(None);
    };
    let widths: PyResult<_> = groups
        .widths
        .iter()
        .map(|row| PyTuple::new(py, row))
        .collect();
    Ok(Some((
        groups.masks,
        PyBytes::new(py, &groups.signs),
        widths?,
    )))
}

fn units_of(text: &[u8]) -> Vec<u16> {
    let pairs = text.chunks_exact(2);
    pairs
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect()
}

#[pyfunction]
fn lz_compress<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let found = text.len();
    if !found.is_multiple_of(2) {
        return Err(PyValueError::new_err(format!(
            "expected two bytes for every unit, found {found}"
        )));
    }
    Ok(PyBytes::new(py, &lzstring::compress(&units_of(text))))
}

/// What is wrong: expected, found, and the index of the symbol.
type Fault = (String, String, usize);

#[pyfunction]
fn lz_decompress<'py>(
    py: Python<'py>,
    symbols: &[u8],
    most: usize,
) -> (Bound<'py, PyBytes>, Option<Fault>) {
    match lzstring::decompress(symbols, most) {
        Ok(units) => {
            let text: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            (PyBytes::new(py, &text), None)
        }
        Err(fault) => (
            PyBytes::new(py, b""),
            Some((fault.expected, fault.found, fault.index)),
        ),
    }
}
