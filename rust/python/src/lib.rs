//! The border to Python: check lengths, release the GIL, map errors. What each name does is
//! documented in `python/nonet/_native.pyi`.

mod buffers;
mod lines;
mod notations;

use std::sync::Arc;
use std::time::{Duration, Instant};

use nonet_core::batch::{self, Limit, Outcome, Rows};
use nonet_core::lanes::{self, Path};
use nonet_core::portfolio::{self, Part, Plan, Portfolio, Report, Stop, Task};
use nonet_core::scalar::{self, Scalar};
use nonet_core::small::{Layout, Small};
use nonet_core::{general, houses, learning, status};
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
        !self.is_due() || self.ask(|_| Ok(()))
    }

    /// True if it is time to ask again.
    fn is_due(&self) -> bool {
        self.interrupt.is_some() || Instant::now() >= self.next
    }

    /// Asks for signals, and has something done on the way; false once either raised something.
    fn ask(&mut self, also: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
        if self.interrupt.is_none() {
            let asked = Python::attach(|py| py.check_signals().and_then(|()| also(py)));
            self.interrupt = asked.err();
            self.next = Instant::now() + PULSE;
        }
        self.interrupt.is_none()
    }
}

fn limit(
    solutions: Option<u64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
) -> PyResult<Limit> {
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
        memory,
    })
}

/// The houses of a board, read once and for all.
#[pyclass(frozen)]
struct Houses {
    houses: Arc<houses::Houses>,
    /// The same for small boards.
    small: Option<Arc<Layout>>,
}

#[pymethods]
impl Houses {
    #[new]
    fn new(size: usize, houses: Vec<Vec<u16>>) -> PyResult<Houses> {
        let houses = houses::Houses::new(size, &houses)
            .map_err(|error| PyValueError::new_err(format!("houses: {error}")))?;
        Ok(Houses {
            small: Layout::new(&houses).map(Arc::new),
            houses: Arc::new(houses),
        })
    }
}

impl Houses {
    /// Refuses givens that do not fit.
    fn check(&self, givens: &[u8]) -> PyResult<()> {
        check_givens(givens, self.houses.size())
    }
}

fn check_givens(givens: &[u8], size: usize) -> PyResult<()> {
    let (cells, found) = (size * size, givens.len());
    if found != cells {
        return Err(PyValueError::new_err(format!(
            "expected {cells} cells, found {found}"
        )));
    }
    match givens.iter().find(|&&digit| usize::from(digit) > size) {
        None => Ok(()),
        Some(digit) => Err(PyValueError::new_err(format!(
            "expected digits 0-{size}, found {digit}"
        ))),
    }
}

/// An engine of the core.
enum Engine {
    Scalar(Scalar),
    Lanes(Path),
    Small(Small),
    Portfolio(Portfolio),
    General(Portfolio),
    Learning(Portfolio),
}

impl Engine {
    /// The engine of a name for 9x9 (scalar, or an instruction set that this machine has), or for
    /// the board that has the houses (such a set for small ones, or one of those for all).
    fn new(name: &str, houses: Option<&Houses>) -> PyResult<Engine> {
        let any = houses.map(|houses| Portfolio {
            houses: Arc::clone(&houses.houses),
        });
        let path = available_paths().find(|path| path.name() == name);
        let small = houses.and_then(|houses| houses.small.clone());
        match (name, any, path) {
            ("scalar", None, _) => Ok(Engine::Scalar(Scalar)),
            ("portfolio", Some(any), _) => Ok(Engine::Portfolio(any)),
            ("general", Some(any), _) => Ok(Engine::General(any)),
            ("learning", Some(any), _) => Ok(Engine::Learning(any)),
            (_, None, Some(path)) => Ok(Engine::Lanes(path)),
            (_, Some(_), Some(path)) if small.is_some() => {
                Ok(Engine::Small(Small::new(small.expect("it is"), path)))
            }
            _ => Err(PyValueError::new_err(format!(
                "no engine {name:?} for this board on this machine"
            ))),
        }
    }

    fn of_rows(&self) -> &dyn batch::Engine {
        match self {
            Engine::Scalar(engine) => engine,
            Engine::Lanes(path) => path,
            Engine::Small(engine) => engine,
            Engine::Portfolio(any) | Engine::General(any) | Engine::Learning(any) => any,
        }
    }

    /// Starts a search, once the givens are found to fit.
    fn search(&self, givens: &[u8], split: bool) -> PyResult<Inner> {
        check_givens(givens, self.of_rows().size())?;
        let classic = || givens.try_into().expect("81 cells");
        Ok(match self {
            Engine::Scalar(_) => Inner::Other(Box::new(scalar::Search::new(classic()))),
            Engine::Lanes(path) => Inner::Lanes(lanes::Search::new(*path, classic(), split)),
            Engine::Small(engine) => Inner::Other(engine.search(givens)),
            Engine::Portfolio(any) | Engine::General(any) => {
                Inner::Other(Box::new(general::Search::new(&any.houses, givens)))
            }
            Engine::Learning(any) => {
                Inner::Other(Box::new(learning::Search::new(&any.houses, givens)))
            }
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

    #[pyo3(signature = (*, solutions=None, nodes=None, seconds=None, memory=None))]
    fn find<'py>(
        &mut self,
        py: Python<'py>,
        solutions: Option<u64>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let mut found = Vec::new();
        let keep = |solution: &[u8]| found.push(solution.to_vec());
        self.drive(py, &limit(solutions, nodes, seconds, memory)?, keep)?;
        Ok(found
            .iter()
            .map(|solution| PyBytes::new(py, solution))
            .collect())
    }

    #[pyo3(signature = (*, solutions=None, nodes=None, seconds=None, memory=None, threads=1))]
    fn count(
        &mut self,
        py: Python<'_>,
        solutions: Option<u64>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory: Option<usize>,
        threads: usize,
    ) -> PyResult<u64> {
        let limit = limit(solutions, nodes, seconds, memory)?;
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

    #[getter]
    fn conflicts(&self) -> u64 {
        self.inner().conflicts()
    }

    #[getter]
    fn fixed(&self) -> usize {
        self.inner().fixed()
    }

    #[getter]
    fn memory(&self) -> usize {
        self.inner().memory()
    }
}

#[pyfunction]
fn simd_paths() -> Vec<&'static str> {
    available_paths().map(Path::name).collect()
}

#[pyfunction]
#[pyo3(signature = (puzzles, solutions, status, guesses, *, engine, limit_solutions, threads, nodes=None, seconds=None, memory=None, houses=None))]
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
    memory: Option<usize>,
    houses: Option<&Houses>,
) -> PyResult<()> {
    if limit_solutions == Some(0) || threads == 0 {
        return Err(PyValueError::new_err(
            "expected at least one solution and one thread, found 0",
        ));
    }
    let engine = Engine::new(engine, houses)?;
    let engine = engine.of_rows();
    let limit = limit(limit_solutions, nodes, seconds, memory)?;
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

/// What `solve_board` returns: solutions, whether there are no others, what stopped it, which
/// part answered, nodes, guesses, conflicts, fixed cells.
type BoardAnswer<'py> = (
    Vec<Bound<'py, PyBytes>>,
    bool,
    Option<&'static str>,
    &'static str,
    u64,
    u64,
    u64,
    usize,
);

#[pyfunction]
#[pyo3(signature = (givens, houses, *, plan, threads, solutions=None, nodes=None, seconds=None, memory=None, progress=None))]
#[expect(
    clippy::too_many_arguments,
    reason = "a puzzle, a plan and the limit's parts"
)]
fn solve_board<'py>(
    py: Python<'py>,
    givens: &[u8],
    houses: &Houses,
    plan: &str,
    threads: usize,
    solutions: Option<u64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<BoardAnswer<'py>> {
    houses.check(givens)?;
    let plan = match plan {
        "portfolio" => Plan::Any,
        "learning" => Plan::Learning,
        "cadical" => Plan::Cadical,
        _ => return Err(PyValueError::new_err(format!("no plan {plan:?}"))),
    };
    let task = Task {
        houses: &houses.houses,
        givens,
        limit: limit(solutions, nodes, seconds, memory)?,
        threads,
        plan,
    };
    let mut pulse = Pulse::new();
    let go_on = |report: &Report| {
        if !pulse.is_due() {
            return true;
        }
        let tell = |py: Python<'_>| {
            let Some(progress) = &progress else {
                return Ok(());
            };
            let facts = (
                part_name(report.part),
                report.nodes,
                report.conflicts,
                report.fixed,
            );
            progress.call1(py, facts).map(|_| ())
        };
        pulse.ask(tell)
    };
    let answer = py.detach(|| portfolio::solve(&task, go_on));
    if let Some(interrupt) = pulse.interrupt {
        return Err(interrupt);
    }
    let stopped_by = match answer.stopped_by {
        Some(Stop::Time) => Some("seconds"),
        Some(Stop::Nodes) => Some("nodes"),
        Some(Stop::Memory) => Some("memory"),
        Some(Stop::Interrupt) | None => None,
    };
    let report = answer.report;
    Ok((
        answer
            .solutions
            .iter()
            .map(|solution| PyBytes::new(py, solution))
            .collect(),
        answer.is_exhausted,
        stopped_by,
        part_name(report.part),
        report.nodes,
        report.guesses,
        report.conflicts,
        report.fixed,
    ))
}

fn part_name(part: Part) -> &'static str {
    match part {
        Part::Rules => "rules",
        Part::Search => "search",
        Part::Learning => "learning",
        Part::Cadical => "cadical",
    }
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
    notations::add_to(module)?;
    module.add_function(wrap_pyfunction!(solve_board, module)?)?;
    module.add_function(wrap_pyfunction!(solve_batch, module)?)
}
