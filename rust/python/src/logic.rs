//! Techniques across the border: boards in, steps out. Digits are counted from 1 in Python.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nonet_core::logic::geometry::Geometry;
use nonet_core::logic::grid::Grid;
use nonet_core::logic::orders;
use nonet_core::logic::path::{self, End, PathLimit};
use nonet_core::logic::proof::{Deadly, Inference, Truth};
use nonet_core::logic::search::{Options, Technique};
use nonet_core::logic::step::{Cand, Link, Mark, Step};
use nonet_core::logic::table::{self, TECHNIQUES};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::engine::check_givens;
use crate::pulse::Pulse;

/// The houses of a board, on which techniques look for steps.
#[pyclass(frozen)]
struct Logic {
    geometry: Arc<Geometry>,
}

/// A board: givens, digits and candidates as Python keeps them.
#[derive(FromPyObject)]
struct Board(PyBackedBytes, PyBackedBytes, Vec<u32>);

#[pymethods]
impl Logic {
    #[new]
    fn new(size: usize, houses: Vec<Vec<u16>>, different: Vec<Vec<u16>>) -> PyResult<Logic> {
        let geometry = Geometry::new(size, &houses, &different)
            .map_err(|error| PyValueError::new_err(format!("houses: {error}")))?;
        Ok(Logic {
            geometry: Arc::new(geometry),
        })
    }

    /// Finds up to `most` steps of a technique; `off` names what it must not use.
    #[pyo3(signature = (board, technique, most, off=Vec::new()))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        board: Board,
        technique: &str,
        most: usize,
        off: Vec<String>,
    ) -> PyResult<Bound<'py, PyList>> {
        let technique = named(technique)?;
        let options = options(&off)?;
        let grid = self.grid(&board)?;
        let steps = py.detach(|| path::all(&grid, technique, &options, most.max(1)));
        PyList::new(
            py,
            steps
                .iter()
                .map(|step| step_to_python(py, step))
                .collect::<PyResult<Vec<_>>>()?,
        )
    }

    /// Walks a path in an order of techniques.
    #[pyo3(signature = (board, order, techniques, *, seconds=None, steps=None))]
    fn walk(
        &self,
        py: Python<'_>,
        board: Board,
        order: &str,
        techniques: Vec<String>,
        seconds: Option<f64>,
        steps: Option<usize>,
    ) -> PyResult<Path> {
        let techniques = techniques
            .iter()
            .map(|name| named(name))
            .collect::<PyResult<Vec<_>>>()?;
        let mut order = orders::named(order, techniques)
            .ok_or_else(|| PyValueError::new_err(format!("no order {order:?}")))?;
        let mut grid = self.grid(&board)?;
        let deadline = seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .and_then(|time| Instant::now().checked_add(time));
        let limit = PathLimit {
            deadline,
            steps: steps.unwrap_or(usize::MAX),
        };
        let mut pulse = Pulse::new();
        let walked =
            py.detach(|| path::walk(&mut grid, &mut *order, &limit, &mut || pulse.go_on()));
        pulse.raise()?;
        Ok(Path {
            steps: walked.steps,
            seconds: walked.times.iter().map(Duration::as_secs_f64).collect(),
            end: match walked.end {
                End::Full => "full",
                End::Stuck => "stuck",
                End::Contradiction => "contradiction",
                End::Time => "seconds",
                End::Steps => "nodes",
                End::Interrupt => "interrupt",
            },
            digits: grid.values[..self.geometry.cell_count].to_vec(),
            masks: grid.masks[..self.geometry.cell_count].to_vec(),
        })
    }
}

impl Logic {
    fn grid(&self, board: &Board) -> PyResult<Grid> {
        let Board(givens, digits, masks) = board;
        check_givens(givens, self.geometry.size)?;
        check_givens(digits, self.geometry.size)?;
        if masks.len() != self.geometry.cell_count
            || masks.iter().any(|&mask| mask >> self.geometry.size != 0)
        {
            return Err(PyValueError::new_err(format!(
                "candidates: expected {} sets of {} digits",
                self.geometry.cell_count, self.geometry.size
            )));
        }
        Ok(Grid::new(Arc::clone(&self.geometry), givens, digits, masks))
    }
}

/// The steps of a path. Each becomes a Python value when it is asked for.
#[pyclass(frozen)]
struct Path {
    steps: Vec<Step>,
    /// What it took to find each step.
    #[pyo3(get)]
    seconds: Vec<f64>,
    #[pyo3(get)]
    end: &'static str,
    digits: Vec<u8>,
    masks: Vec<u32>,
}

#[pymethods]
impl Path {
    fn __len__(&self) -> usize {
        self.steps.len()
    }

    /// The digits at the end.
    #[getter]
    fn digits<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.digits)
    }

    /// The candidates at the end.
    #[getter]
    fn masks(&self) -> Vec<u32> {
        self.masks.clone()
    }

    /// The numbers of the techniques, step by step.
    #[getter]
    fn techniques(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.technique).collect()
    }

    /// Sudoku Explainer's ratings in tenths where they differ from the technique's.
    #[getter]
    fn se_ratings(&self) -> Vec<Option<u16>> {
        self.steps.iter().map(|step| step.se_rating).collect()
    }

    /// A step.
    fn step<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyTuple>> {
        let step = self
            .steps
            .get(number)
            .ok_or_else(|| PyValueError::new_err(format!("no step {number}")))?;
        step_to_python(py, step)
    }
}

pub(crate) fn named(name: &str) -> PyResult<&'static Technique> {
    table::technique(name).ok_or_else(|| PyValueError::new_err(format!("no technique {name:?}")))
}

fn options(off: &[String]) -> PyResult<Options> {
    let mut options = Options::default();
    for name in off {
        let option = match name.as_str() {
            "als-overlap" => &mut options.als_overlap,
            "backward-als-chains" => &mut options.backward_als_chains,
            "als-nodes" => &mut options.als_nodes,
            "duals" => &mut options.duals,
            "siamese" => &mut options.siamese,
            "missing-candidates" => &mut options.missing_candidates,
            "small-empty-rectangles" => &mut options.small_empty_rectangles,
            "all-chains" => &mut options.all_chains,
            _ => return Err(PyValueError::new_err(format!("no option {name:?}"))),
        };
        *option = false;
    }
    Ok(options)
}

/// (technique, placements, eliminations, marks, proof, se_rating in tenths, length)
pub(crate) fn step_to_python<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyTuple>> {
    let marks = step
        .marks
        .iter()
        .map(|mark| mark_to_python(py, mark))
        .collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(
        py,
        [
            TECHNIQUES[step.technique]
                .name
                .into_pyobject(py)?
                .into_any(),
            pairs(py, &step.placements)?,
            pairs(py, &step.eliminations)?,
            PyTuple::new(py, marks)?.into_any(),
            match step.proof.is_empty() {
                true => py.None().into_bound(py),
                false => inferences(py, &step.proof)?,
            },
            step.se_rating.into_pyobject(py)?.into_any(),
            step.length.into_pyobject(py)?.into_any(),
        ],
    )
}

fn mark_to_python<'py>(py: Python<'py>, mark: &Mark) -> PyResult<Bound<'py, PyAny>> {
    let links = mark
        .links
        .iter()
        .map(|Link { start, end, strong }| {
            Ok((pairs(py, start)?, pairs(py, end)?, *strong)
                .into_pyobject(py)?
                .into_any())
        })
        .collect::<PyResult<Vec<_>>>()?;
    Ok((
        mark.role,
        PyTuple::new(py, &mark.cells)?,
        pairs(py, &mark.candidates)?,
        PyTuple::new(py, &mark.houses)?,
        PyTuple::new(py, links)?,
    )
        .into_pyobject(py)?
        .into_any())
}

fn pair(py: Python<'_>, candidate: Cand) -> PyResult<Bound<'_, PyAny>> {
    Ok((candidate.cell, candidate.digit + 1)
        .into_pyobject(py)?
        .into_any())
}

fn pairs<'py>(py: Python<'py>, candidates: &[Cand]) -> PyResult<Bound<'py, PyAny>> {
    let pairs = candidates
        .iter()
        .map(|&candidate| pair(py, candidate))
        .collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(py, pairs)?.into_any())
}

fn inferences<'py>(py: Python<'py>, list: &[Inference]) -> PyResult<Bound<'py, PyAny>> {
    let items = list
        .iter()
        .map(|inference| inference_to_python(py, inference))
        .collect::<PyResult<Vec<_>>>()?;
    Ok(PyTuple::new(py, items)?.into_any())
}

fn inference_to_python<'py>(py: Python<'py>, found: &Inference) -> PyResult<Bound<'py, PyAny>> {
    Ok(match found {
        Inference::Count { truths, links, off } => {
            let truths = truths
                .iter()
                .map(|truth| truth_to_python(py, truth))
                .collect::<PyResult<Vec<_>>>()?;
            let links = links
                .iter()
                .map(|link| pairs(py, link))
                .collect::<PyResult<Vec<_>>>()?;
            let (truths, links) = (PyTuple::new(py, truths)?, PyTuple::new(py, links)?);
            ("count", truths, links, pairs(py, off)?)
                .into_pyobject(py)?
                .into_any()
        }
        Inference::Last { truth, on } => ("last", truth_to_python(py, truth)?, pair(py, *on)?)
            .into_pyobject(py)?
            .into_any(),
        Inference::Sees { on, off } => ("sees", pair(py, *on)?, pairs(py, off)?)
            .into_pyobject(py)?
            .into_any(),
        Inference::Empty { truth } => ("empty", truth_to_python(py, truth)?)
            .into_pyobject(py)?
            .into_any(),
        Inference::Suppose {
            candidate,
            on,
            then,
        } => ("suppose", pair(py, *candidate)?, *on, inferences(py, then)?)
            .into_pyobject(py)?
            .into_any(),
        Inference::Cases {
            truth,
            branches,
            on,
            off,
        } => {
            let branches = branches
                .iter()
                .map(|(candidate, then)| {
                    Ok((pair(py, *candidate)?, inferences(py, then)?)
                        .into_pyobject(py)?
                        .into_any())
                })
                .collect::<PyResult<Vec<_>>>()?;
            let branches = PyTuple::new(py, branches)?;
            let (on, off) = (pairs(py, on)?, pairs(py, off)?);
            ("cases", truth_to_python(py, truth)?, branches, on, off)
                .into_pyobject(py)?
                .into_any()
        }
        Inference::Either {
            candidate,
            then,
            otherwise,
            on,
            off,
        } => (
            "either",
            pair(py, *candidate)?,
            inferences(py, then)?,
            inferences(py, otherwise)?,
            pairs(py, on)?,
            pairs(py, off)?,
        )
            .into_pyobject(py)?
            .into_any(),
    })
}

fn truth_to_python<'py>(py: Python<'py>, truth: &Truth) -> PyResult<Bound<'py, PyAny>> {
    Ok(match truth {
        Truth::Cell(cell) => ("cell", *cell).into_pyobject(py)?.into_any(),
        Truth::House(house, digit) => ("house", *house, *digit + 1).into_pyobject(py)?.into_any(),
        Truth::Deadly(Deadly::Loop { cells, digits }) => (
            "loop",
            PyTuple::new(py, cells)?,
            (digits[0] + 1, digits[1] + 1),
        )
            .into_pyobject(py)?
            .into_any(),
        Truth::Deadly(Deadly::Bug { extra }) => {
            ("bug", pairs(py, extra)?).into_pyobject(py)?.into_any()
        }
    })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add(
        "TECHNIQUES",
        TECHNIQUES
            .iter()
            .map(|technique| technique.name)
            .collect::<Vec<_>>(),
    )?;
    module.add_class::<Logic>()?;
    module.add_class::<Path>()
}
