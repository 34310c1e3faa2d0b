//! Techniques across the border: boards in, steps out. Digits are counted from 1 in Python.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nonet_logic::deadline::Deadline;
use nonet_logic::geometry::Geometry;
use nonet_logic::grid::Grid;
use nonet_logic::orders::Plan;
use nonet_logic::path::{self, End, PathLimit, Walk};
use nonet_logic::search::{Options, Technique};
use nonet_logic::step::Step;
use nonet_logic::table::{self, TECHNIQUES};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::buffers::View;
use crate::engine::check_givens;
use crate::pulse::Pulse;
use crate::steps::{Reader, step_to_python};

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
        let mut grid = self.grid(&board)?;
        let pulse = Arc::new(Mutex::new(Pulse::new()));
        let asked = Arc::clone(&pulse);
        grid.deadline = Deadline::when(move || !lock(&asked).go_on());
        let steps = py.detach(|| path::all(&grid, technique, &options, most.max(1)));
        lock(&pulse).raise()?;
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
        let plan = plan(order, &techniques)?;
        let start = self.grid(&board)?;
        let mut grid = start.clone();
        let limit = PathLimit {
            deadline: time(seconds).and_then(|time| Instant::now().checked_add(time)),
            steps: steps.unwrap_or(usize::MAX),
        };
        let mut pulse = Pulse::new();
        let walked =
            py.detach(|| path::walk(&mut grid, &mut *plan.order(), &limit, &mut || pulse.go_on()));
        pulse.raise()?;
        Ok(Path::new(start, &grid, walked))
    }

    /// Walks the paths of many puzzles on some threads; seconds are for each. `boards` are digits and
    /// candidates if something was placed or removed before.
    #[pyo3(signature = (givens, boards, allowed, order, techniques, *, seconds=None, steps=None, threads=1))]
    #[allow(clippy::too_many_arguments)]
    fn walk_rows(
        &self,
        py: Python<'_>,
        givens: PyBuffer<u8>,
        boards: Option<(PyBuffer<u8>, PyBuffer<u32>)>,
        allowed: Vec<u32>,
        order: &str,
        techniques: Vec<String>,
        seconds: Option<f64>,
        steps: Option<usize>,
        threads: usize,
    ) -> PyResult<Vec<Path>> {
        let plan = plan(order, &techniques)?;
        let starts = self.starts(&givens, boards.as_ref(), &allowed)?;
        let mut pulse = Pulse::new();
        let limit = (time(seconds), steps.unwrap_or(usize::MAX));
        let walked =
            py.detach(|| path::walk_rows(&starts, &plan, limit, threads, &mut || pulse.go_on()));
        pulse.raise()?;
        let paths = starts.into_iter().zip(walked);
        Ok(paths
            .map(|(start, (end, walk))| Path::new(start, &end, walk))
            .collect())
    }

    /// A path of steps that were found before.
    fn path(&self, board: Board, steps: Vec<Bound<'_, PyTuple>>) -> PyResult<Path> {
        let start = self.grid(&board)?;
        let reader = Reader {
            size: self.geometry.size,
            groups: self.geometry.houses.len() + self.geometry.different.len(),
        };
        let steps: Vec<Step> = steps
            .iter()
            .map(|step| reader.step(step))
            .collect::<PyResult<_>>()?;
        let mut grid = start.clone();
        for step in &steps {
            grid.apply(step);
        }
        let walk = Walk {
            steps,
            times: Vec::new(),
            end: if grid.is_full() {
                End::Full
            } else {
                End::Stuck
            },
        };
        Ok(Path::new(start, &grid, walk))
    }
}

/// Only one thread asks at a time, and none panics.
fn lock(pulse: &Mutex<Pulse>) -> MutexGuard<'_, Pulse> {
    pulse.lock().unwrap_or_else(PoisonError::into_inner)
}

fn time(seconds: Option<f64>) -> Option<Duration> {
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// An order by its name, among some techniques.
pub(crate) fn plan(order: &str, techniques: &[String]) -> PyResult<Plan> {
    let techniques = techniques
        .iter()
        .map(|name| named(name))
        .collect::<PyResult<Vec<_>>>()?;
    Plan::new(order, techniques).ok_or_else(|| PyValueError::new_err(format!("no order {order:?}")))
}

impl Logic {
    /// The boards at the start of many paths.
    fn starts(
        &self,
        givens: &PyBuffer<u8>,
        boards: Option<&(PyBuffer<u8>, PyBuffer<u32>)>,
        allowed: &[u32],
    ) -> PyResult<Vec<Grid>> {
        let (size, width) = (self.geometry.size, self.geometry.cell_count);
        let count = givens.item_count() / width;
        let givens = View::new(givens, "givens", count * width)?;
        // SAFETY: the caller keeps others from writing to them during this call (see the stub), and
        // they are read before it releases the GIL.
        let rows = unsafe { givens.slice() }.chunks_exact(width);
        if allowed.len() != width {
            return Err(PyValueError::new_err("allowed: expected a mask per cell"));
        }
        let geometry = || Arc::clone(&self.geometry);
        let Some((digits, masks)) = boards else {
            return rows
                .map(|row| {
                    check_givens(row, size)?;
                    Ok(Grid::of_puzzle(geometry(), row, allowed))
                })
                .collect();
        };
        let digits = View::new(digits, "digits", count * width)?;
        let masks = View::new(masks, "masks", count * width)?;
        // SAFETY: as above.
        let (digits, masks) = unsafe { (digits.slice(), masks.slice()) };
        let boards = digits.chunks_exact(width).zip(masks.chunks_exact(width));
        rows.zip(boards)
            .map(|(row, (digits, masks))| {
                check_givens(row, size)?;
                let fixed = Grid::fixed(&self.geometry, row, allowed);
                self.board(&fixed, digits, masks)
            })
            .collect()
    }

    fn board(&self, givens: &[u8], digits: &[u8], masks: &[u32]) -> PyResult<Grid> {
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

    fn grid(&self, board: &Board) -> PyResult<Grid> {
        let Board(givens, digits, masks) = board;
        self.board(givens, digits, masks)
    }
}

/// The steps of a path. Each becomes a Python value when it is asked for.
#[pyclass(frozen)]
pub(crate) struct Path {
    pub(crate) start: Grid,
    pub(crate) steps: Vec<Step>,
    /// What it took to find each step.
    #[pyo3(get)]
    seconds: Vec<f64>,
    #[pyo3(get)]
    end: &'static str,
    digits: Vec<u8>,
    masks: Vec<u32>,
}

impl Path {
    fn new(start: Grid, end: &Grid, walk: Walk) -> Path {
        let cells = end.geometry.cell_count;
        Path {
            steps: walk.steps,
            seconds: walk.times.iter().map(Duration::as_secs_f64).collect(),
            end: match walk.end {
                End::Full => "full",
                End::Stuck => "stuck",
                End::Contradiction => "contradiction",
                End::Time => "seconds",
                End::Steps => "nodes",
                End::Technique => "technique",
                End::Interrupt => "interrupt",
            },
            digits: end.values[..cells].to_vec(),
            masks: end.masks[..cells].to_vec(),
            start,
        }
    }
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

fn named(name: &str) -> PyResult<&'static Technique> {
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
            "loose-rectangles" => &mut options.loose_rectangles,
            "all-houses" => &mut options.all_houses,
            "small-empty-rectangles" => &mut options.small_empty_rectangles,
            "all-chains" => &mut options.all_chains,
            _ => return Err(PyValueError::new_err(format!("no option {name:?}"))),
        };
        *option = false;
    }
    Ok(options)
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
