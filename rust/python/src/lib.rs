//! The border to Python: check lengths, release the GIL, map errors. What each name does is
//! documented in `python/nonet/_native.pyi`.

mod buffers;
mod lines;

use std::sync::Arc;
use std::time::{Duration, Instant};

use nonet_core::batch::{self, Limit, Outcome, Rows};
use nonet_core::lanes::{self, Path};
use nonet_core::scalar::{self, Scalar};
use nonet_core::small::{self, Layout, Small};
use nonet_core::{houses, status};
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

/// The houses of a small board, read once and for all.
#[pyclass(frozen)]
struct Houses {
    layout: Arc<Layout>,
}

#[pymethods]
impl Houses {
    #[new]
    fn new(size: usize, houses: Vec<Vec<u16>>) -> PyResult<Houses> {
        let refuse = |found: String| PyValueError::new_err(format!("houses: {found}"));
        let houses =
            houses::Houses::new(size, &houses).map_err(|error| refuse(error.to_string()))?;
        let layout = Layout::new(&houses).ok_or_else(|| {
            refuse(format!(
                "expected at most {} rows, found {size}",
                small::MOST
            ))
        })?;
        Ok(Houses {
            layout: Arc::new(layout),
        })
    }
}

/// An engine of the core.
enum Engine {
    Scalar(Scalar),
    Lanes(Path),
    Small(Small),
}

impl Engine {
    /// The engine of a name (scalar, or an instruction set that this machine has) for 9x9, or for
    /// the board that has the houses.
    fn new(name: &str, houses: Option<&Houses>) -> PyResult<Engine> {
        if name == "scalar" && houses.is_none() {
            return Ok(Engine::Scalar(Scalar));
        }
        let path = available_paths()
            .find(|path| path.name() == name)
            .ok_or_else(|| PyValueError::new_err(format!("no engine {name:?} on this machine")))?;
        Ok(match houses {
            None => Engine::Lanes(path),
            Some(houses) => Engine::Small(Small::new(Arc::clone(&houses.layout), path)),
        })
    }

    fn of_rows(&self) -> &dyn batch::Engine {
        match self {
            Engine::Scalar(engine) => engine,
            Engine::Lanes(path) => path,
            Engine::Small(engine) => engine,
        }
    }

    /// Starts a search, once the givens are found to fit.
    fn search(&self, givens: &[u8], split: bool) -> PyResult<Inner> {
        let size = self.of_rows().size();
        let (cells, found) = (size * size, givens.len());
        if found != cells {
            return Err(PyValueError::new_err(format!(
                "expected {cells} cells, found {found}"
            )));
        }
        if let Some(digit) = givens.iter().find(|&&digit| usize::from(digit) > size) {
            return Err(PyValueError::new_err(format!(
                "expected digits 0-{size}, found {digit}"
            )));
        }
        let classic = || givens.try_into().expect("81 cells");
        Ok(match self {
            Engine::Scalar(_) => Inner::Other(Box::new(scalar::Search::new(classic()))),
            Engine::Lanes(path) => Inner::Lanes(lanes::Search::new(*path, classic(), split)),
            Engine::Small(engine) => Inner::Other(engine.search(givens)),
        })
    }
}

fn available_paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_available())
}

enum Inner {
    Lanes(lanes::Search),
    Other(Box<dyn batch::Search + Send + Sync>),
}

#[pyclass]
struct Search {
    inner: Inner,
}

impl Search {
    fn inner(&self) -> &dyn batch::Search {
        match &self.inner {
            Inner::Lanes(search) => search,
            Inner::Other(search) => &**search,
        }
    }

    fn drive(
        &mut self,
        py: Python<'_>,
        limit: &Limit,
        keep: impl FnMut(&[u8]) + Send,
    ) -> PyResult<Outcome> {
        let mut pulse = Pulse::new();
        let inner = &mut self.inner;
        let outcome = py.detach(|| match inner {
            Inner::Lanes(search) => batch::drive(search, limit, keep, || pulse.go_on()),
            Inner::Other(search) => batch::drive(&mut **search, limit, keep, || pulse.go_on()),
        });
        pulse.interrupt.map_or(Ok(outcome), Err)
    }
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (givens, engine, *, houses=None, split=true))]
    fn new(givens: &[u8], engine: &str, houses: Option<&Houses>, split: bool) -> PyResult<Search> {
        let inner = Engine::new(engine, houses)?.search(givens, split)?;
        Ok(Search { inner })
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
        let keep = |solution: &[u8]| found.push(solution.to_vec());
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
            Inner::Lanes(search) => lanes::count(search, &limit, threads, || pulse.go_on()),
            Inner::Other(search) => batch::count(&mut **search, &limit, || pulse.go_on()),
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
#[pyo3(signature = (puzzles, solutions, status, guesses, *, engine, limit_solutions, threads, nodes=None, seconds=None, houses=None))]
#[expect(
    clippy::too_many_arguments,
    reason = "four buffers, an engine and the limit's parts"
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
    houses: Option<&Houses>,
) -> PyResult<()> {
    if limit_solutions == Some(0) || threads == 0 {
        return Err(PyValueError::new_err(
            "expected at least one solution and one thread, found 0",
        ));
    }
    let engine = Engine::new(engine, houses)?;
    let engine = engine.of_rows();
    let limit = limit(limit_solutions, nodes, seconds)?;
    let rows = status.item_count();
    let cells = rows * engine.size() * engine.size();
    let puzzles = View::new(&puzzles, "puzzles", cells)?;
    let solutions = View::writable(&solutions, "solutions", cells)?;
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
    module.add_class::<Houses>()?;
    module.add_class::<Search>()?;
    module.add_function(wrap_pyfunction!(simd_paths, module)?)?;
    lines::add_to(module)?;
    module.add_function(wrap_pyfunction!(solve_batch, module)?)
}
