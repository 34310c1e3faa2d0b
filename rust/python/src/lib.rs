//! The border to Python: check lengths, release the GIL, map errors. What each name does is
//! documented in `python/nonet/_native.pyi`.

mod buffers;
mod lines;

use std::time::{Duration, Instant};

use nonet_core::batch::{self, Engine, Limit, Outcome, Rows};
use nonet_core::cells::CELLS;
use nonet_core::lanes::{self, Path};
use nonet_core::{scalar, status};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use buffers::View;

/// How often a long call looks for Ctrl-C.
const PULSE: Duration = Duration::from_millis(50);

/// Asks Python for pending signals now and then, from inside a call that has released the GIL.
struct Pulse {
    next: Instant,
    interrupt: Option<PyErr>,
}

impl Pulse {
    fn new() -> Pulse {
        Pulse {
            next: Instant::now() + PULSE,
            interrupt: None,
        }
    }

    fn go_on(&mut self) -> bool {
        if self.interrupt.is_none() && Instant::now() >= self.next {
            self.interrupt = Python::attach(|py| py.check_signals()).err();
            self.next = Instant::now() + PULSE;
        }
        self.interrupt.is_none()
    }
}

fn limit(solutions: Option<u64>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limit> {
    let time = match seconds {
        None => None,
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?,
        ),
    };
    Ok(Limit {
        solutions: solutions.unwrap_or(u64::MAX),
        nodes: nodes.unwrap_or(u64::MAX),
        // A time too long for the clock is no limit at all.
        time: time.filter(|&time| Instant::now().checked_add(time).is_some()),
    })
}

/// The engine of a name: scalar, or a path of the lanes that this machine has.
fn engine_named(name: &str) -> PyResult<Engine> {
    if name == "scalar" {
        return Ok(Engine::Scalar);
    }
    available_paths()
        .find(|path| path.name() == name)
        .map(Engine::Lanes)
        .ok_or_else(|| PyValueError::new_err(format!("no engine {name:?} on this machine")))
}

fn available_paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_available())
}

enum Inner {
    Scalar(scalar::Search),
    Lanes(lanes::Search),
}

#[pyclass]
struct Search {
    inner: Inner,
}

impl Search {
    fn inner(&self) -> &dyn batch::Search {
        match &self.inner {
            Inner::Scalar(search) => search,
            Inner::Lanes(search) => search,
        }
    }

    fn drive(
        &mut self,
        py: Python<'_>,
        limit: &Limit,
        keep: impl FnMut(&scalar::Solution) + Send,
    ) -> PyResult<Outcome> {
        let mut pulse = Pulse::new();
        let inner = &mut self.inner;
        let outcome = py.detach(|| match inner {
            Inner::Scalar(search) => batch::drive(search, limit, keep, || pulse.go_on()),
            Inner::Lanes(search) => batch::drive(search, limit, keep, || pulse.go_on()),
        });
        pulse.interrupt.map_or(Ok(outcome), Err)
    }
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (givens, engine, *, split=true))]
    fn new(givens: &[u8], engine: &str, split: bool) -> PyResult<Search> {
        let givens: &[u8; CELLS] = givens.try_into().map_err(|_| {
            PyValueError::new_err(format!("expected 81 cells, found {}", givens.len()))
        })?;
        if let Some(digit) = givens.iter().find(|&&digit| digit > 9) {
            return Err(PyValueError::new_err(format!(
                "expected digits 0-9, found {digit}"
            )));
        }
        Ok(Search {
            inner: match engine_named(engine)? {
                Engine::Scalar => Inner::Scalar(scalar::Search::new(givens)),
                Engine::Lanes(path) => Inner::Lanes(lanes::Search::new(path, givens, split)),
            },
        })
    }

    #[pyo3(signature = (*, solutions=None, nodes=None, seconds=None))]
    fn find<'py>(
        &mut self,
        py: Python<'py>,
        solutions: Option<u64>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let mut found = Vec::new();
        let keep = |solution: &scalar::Solution| found.push(*solution);
        self.drive(py, &limit(solutions, nodes, seconds)?, keep)?;
        Ok(found
            .iter()
            .map(|solution| PyBytes::new(py, solution))
            .collect())
    }

    #[pyo3(signature = (*, solutions=None, nodes=None, seconds=None, threads=1))]
    fn count(
        &mut self,
        py: Python<'_>,
        solutions: Option<u64>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        threads: usize,
    ) -> PyResult<u64> {
        let limit = limit(solutions, nodes, seconds)?;
        let mut pulse = Pulse::new();
        let inner = &mut self.inner;
        let outcome = py.detach(|| match inner {
            Inner::Scalar(search) => batch::count(search, &limit, || pulse.go_on()),
            Inner::Lanes(search) => lanes::count(search, &limit, threads, || pulse.go_on()),
        });
        pulse.interrupt.map_or(Ok(outcome.seen), Err)
    }

    #[getter]
    fn exhausted(&self) -> bool {
        self.inner().is_exhausted()
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.inner().nodes()
    }

    #[getter]
    fn guesses(&self) -> u64 {
        self.inner().guesses()
    }
}

#[pyfunction]
fn simd_paths() -> Vec<&'static str> {
    available_paths().map(Path::name).collect()
}

#[pyfunction]
#[pyo3(signature = (puzzles, solutions, status, guesses, *, engine, limit_solutions, threads, nodes=None, seconds=None))]
#[expect(
    clippy::too_many_arguments,
    reason = "four buffers and the limit's parts"
)]
fn solve_batch(
    py: Python<'_>,
    puzzles: PyBuffer<u8>,
    solutions: PyBuffer<u8>,
    status: PyBuffer<u8>,
    guesses: PyBuffer<u32>,
    engine: &str,
    limit_solutions: Option<u64>,
    threads: usize,
    nodes: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<()> {
    if limit_solutions == Some(0) || threads == 0 {
        return Err(PyValueError::new_err(
            "expected at least one solution and one thread, found 0",
        ));
    }
    let engine = engine_named(engine)?;
    let limit = limit(limit_solutions, nodes, seconds)?;
    let rows = status.item_count();
    let puzzles = View::new(&puzzles, "puzzles", rows * CELLS)?;
    let solutions = View::writable(&solutions, "solutions", rows * CELLS)?;
    let status = View::writable(&status, "status", rows)?;
    let guesses = View::writable(&guesses, "guesses", rows)?;
    buffers::check_disjoint(&[
        puzzles.span(),
        solutions.span(),
        status.span(),
        guesses.span(),
    ])?;
    // SAFETY: the buffers are held until this call returns, and disjoint; `nonet.native` is the
    // sole caller and passes arrays that nobody else has yet.
    let rows = unsafe {
        Rows {
            puzzles: puzzles.slice(),
            solutions: solutions.slice_mut(),
            status: status.slice_mut(),
            guesses: guesses.slice_mut(),
        }
    };
    let mut pulse = Pulse::new();
    py.detach(|| batch::solve(rows, engine, &limit, threads, || pulse.go_on()));
    pulse.interrupt.map_or(Ok(()), Err)
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    let statuses = [
        ("UNIQUE", status::UNIQUE),
        ("MULTIPLE", status::MULTIPLE),
        ("NO_SOLUTION", status::NO_SOLUTION),
        ("FOUND", status::FOUND),
        ("UNKNOWN", status::UNKNOWN),
        ("MALFORMED", status::MALFORMED),
    ];
    module.add(
        "SIMD_NAMES",
        PyTuple::new(module.py(), Path::ALL.map(Path::name))?,
    )?;
    for (name, value) in statuses {
        module.add(name, value)?;
    }
    module.add_class::<Search>()?;
    module.add_function(wrap_pyfunction!(simd_paths, module)?)?;
    lines::add_to(module)?;
    module.add_function(wrap_pyfunction!(solve_batch, module)?)
}
