//! The contract of engines across the border: one class for an engine on a board, one for a search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nonet_core::batch::{self, Counts, Details, Rows};
use nonet_core::contract::{self, Candidates, Part, Puzzle, Report, Stop, drive};
use nonet_core::general::General;
use nonet_core::houses;
use nonet_core::lanes::Path;
use nonet_core::portfolio::{Learning, Portfolio};
use nonet_core::scalar::Scalar;
use nonet_core::small::{Layout, Small};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::buffers::{self, View};
use crate::pulse::Pulse;

/// Python's `nonet.Limit`, read field by field.
#[derive(FromPyObject)]
pub(crate) struct Limit {
    solutions: Option<u64>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
}

impl Limit {
    pub(crate) fn read(&self) -> PyResult<contract::Limit> {
        if self.solutions == Some(0) {
            return Err(PyValueError::new_err(
                "solutions: expected 1 or more, found 0",
            ));
        }
        let time = match self.seconds {
            None => None,
            Some(seconds) => Some(
                Duration::try_from_secs_f64(seconds)
                    .map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?,
            ),
        };
        Ok(contract::Limit {
            solutions: self.solutions.unwrap_or(u64::MAX),
            nodes: self.nodes.unwrap_or(u64::MAX),
            // A time too long for the clock is no limit at all.
            time: time.filter(|&time| Instant::now().checked_add(time).is_some()),
            memory: self.memory,
        })
    }
}

/// The houses of a board and what else has to differ, read once and for all.
#[pyclass(frozen)]
pub(crate) struct Houses {
    pub(crate) houses: Arc<houses::Houses>,
    /// The same for small boards.
    small: Option<Arc<Layout>>,
}

#[pymethods]
impl Houses {
    #[new]
    #[pyo3(signature = (size, houses, different=Vec::new()))]
    fn new(size: usize, houses: Vec<Vec<u16>>, different: Vec<Vec<u16>>) -> PyResult<Houses> {
        let houses = houses::Houses::new(size, &houses)
            .and_then(|houses| houses.with_different(&different))
            .map_err(|error| PyValueError::new_err(format!("houses: {error}")))?;
        Ok(Houses {
            small: Layout::new(&houses).map(Arc::new),
            houses: Arc::new(houses),
        })
    }
}

/// Refuses another number of cells, and digits that the board does not have.
pub(crate) fn check_givens(givens: &[u8], size: usize) -> PyResult<()> {
    let (cells, found) = (size * size, givens.len());
    if found != cells {
        let message = format!("expected {cells} cells, found {found}");
        return Err(PyValueError::new_err(message));
    }
    match givens.iter().find(|&&digit| usize::from(digit) > size) {
        None => Ok(()),
        Some(digit) => {
            let message = format!("expected digits 0-{size}, found {digit}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// An engine on the board that it was made for.
#[pyclass(frozen)]
pub(crate) struct Engine {
    inner: Box<dyn contract::Engine>,
}

impl Engine {
    pub(crate) fn inner(&self) -> &dyn contract::Engine {
        &*self.inner
    }

    /// Refuses givens and candidates that do not fit the board.
    fn puzzle<'a>(&self, givens: &'a [u8], candidates: Option<&'a [u8]>) -> PyResult<Puzzle<'a>> {
        let size = self.inner.size();
        check_givens(givens, size)?;
        let candidates = match candidates {
            None => None,
            Some(bytes) => Some(Candidates::new(bytes, size).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "candidates: expected {} bytes, found {}",
                    size * size * size.div_ceil(8),
                    bytes.len()
                ))
            })?),
        };
        Ok(Puzzle { givens, candidates })
    }
}

/// What `Engine.solve` returns: solutions, whether there are no others, what stopped it, which
/// part answered, nodes, guesses, conflicts, fixed cells.
type Answer<'py> = (
    Vec<Bound<'py, PyBytes>>,
    bool,
    Option<&'static str>,
    &'static str,
    u64,
    u64,
    u64,
    usize,
);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (name, houses, path=None))]
    fn new(name: &str, houses: &Houses, path: Option<&str>) -> PyResult<Engine> {
        let refuse = |why: String| PyValueError::new_err(format!("engine {name:?}: {why}"));
        let path = || {
            available_paths()
                .find(|found| Some(found.name()) == path)
                .ok_or_else(|| refuse(format!("no instruction set {path:?} on this machine")))
        };
        let board = Arc::clone(&houses.houses);
        let classic = || match houses.is_classic() {
            true => Ok(()),
            false => Err(refuse("expected the classic 9x9 board".into())),
        };
        let inner: Box<dyn contract::Engine> = match name {
            "scalar" => {
                classic()?;
                Box::new(Scalar)
            }
            "lanes" => {
                classic()?;
                Box::new(path()?)
            }
            "small" => {
                let layout = houses.small.clone();
                let layout = layout.ok_or_else(|| refuse("expected up to 8x8".into()))?;
                Box::new(Small::new(layout, path()?))
            }
            "general" => Box::new(General { houses: board }),
            "learning" => Box::new(Learning { houses: board }),
            "portfolio" => Box::new(Portfolio { houses: board }),
            #[cfg(feature = "cadical")]
            "cadical" => Box::new(nonet_core::portfolio::cadical::Cadical {
                houses: board,
                resident: resident_bytes,
            }),
            _ => return Err(refuse("there is none".into())),
        };
        Ok(Engine { inner })
    }

    #[pyo3(signature = (givens, limit, *, candidates=None))]
    fn search(
        &self,
        py: Python<'_>,
        givens: &[u8],
        limit: Limit,
        candidates: Option<&[u8]>,
    ) -> PyResult<Search> {
        let started = Instant::now();
        let (puzzle, limit) = (self.puzzle(givens, candidates)?, limit.read()?);
        Ok(Search {
            inner: py.detach(|| self.inner.search(&puzzle, &limit)),
            limit,
            deadline: limit.time.map(|time| started + time),
            stopped_by: None,
        })
    }

    #[pyo3(signature = (givens, limit, *, candidates=None, threads=1, progress=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        givens: &[u8],
        limit: Limit,
        candidates: Option<&[u8]>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer<'py>> {
        let (puzzle, limit) = (self.puzzle(givens, candidates)?, limit.read()?);
        let mut pulse = Pulse::new();
        let mut go_on = |report: &Report| {
            !pulse.is_due()
                || pulse.ask(|py| match &progress {
                    None => Ok(()),
                    Some(progress) => progress.call1(py, facts(report)).map(|_| ()),
                })
        };
        let answer = py.detach(|| self.inner.solve(&puzzle, &limit, threads, &mut go_on));
        pulse.raise()?;
        let report = answer.report;
        let solutions = answer.solutions.iter();
        Ok((
            solutions.map(|found| PyBytes::new(py, found)).collect(),
            answer.is_exhausted,
            answer.stopped_by.and_then(stop_name),
            part_name(report.part),
            report.nodes,
            report.guesses,
            report.conflicts,
            report.fixed,
        ))
    }

    #[expect(clippy::too_many_arguments, reason = "buffers and how to fill them")]
    #[pyo3(signature = (puzzles, solutions, status, guesses, limit, threads, details=None))]
    fn solve_rows(
        &self,
        py: Python<'_>,
        puzzles: PyBuffer<u8>,
        solutions: PyBuffer<u8>,
        status: PyBuffer<u8>,
        guesses: PyBuffer<u32>,
        limit: Limit,
        threads: usize,
        details: Option<(PyBuffer<u8>, PyBuffer<u32>, PyBuffer<u8>)>,
    ) -> PyResult<()> {
        check_threads(threads)?;
        let (engine, limit) = (self.inner(), limit.read()?);
        let rows = status.item_count();
        let cells = rows * engine.size() * engine.size();
        let puzzles = View::new(&puzzles, "puzzles", cells)?;
        let solutions = View::writable(&solutions, "solutions", cells)?;
        let status = View::writable(&status, "status", rows)?;
        let guesses = View::writable(&guesses, "guesses", rows)?;
        let details = match &details {
            None => None,
            Some((seconds, nodes, stops)) => Some((
                View::writable(seconds, "seconds", cells)?,
                View::writable(nodes, "nodes", rows)?,
                View::writable(stops, "stops", rows)?,
            )),
        };
        let mut spans = vec![
            puzzles.span(),
            solutions.span(),
            status.span(),
            guesses.span(),
        ];
        if let Some((seconds, nodes, stops)) = &details {
            spans.extend([seconds.span(), nodes.span(), stops.span()]);
        }
        buffers::check_disjoint(&spans)?;
        // SAFETY: the buffers are held until this call returns, and disjoint; `nonet.native` is
        // the sole caller and passes arrays that nobody else has yet.
        let rows = unsafe {
            Rows {
                puzzles: puzzles.slice(),
                solutions: solutions.slice_mut(),
                status: status.slice_mut(),
                guesses: guesses.slice_mut(),
                details: details.map(|(seconds, nodes, stops)| Details {
                    seconds: seconds.slice_mut(),
                    nodes: nodes.slice_mut(),
                    stops: stops.slice_mut(),
                }),
            }
        };
        let mut pulse = Pulse::new();
        py.detach(|| batch::solve(rows, engine, &limit, threads, || pulse.go_on()));
        pulse.raise()
    }

    fn count_rows(
        &self,
        py: Python<'_>,
        puzzles: PyBuffer<u8>,
        counts: PyBuffer<u64>,
        exact: PyBuffer<u8>,
        limit: Limit,
        threads: usize,
    ) -> PyResult<()> {
        check_threads(threads)?;
        let (engine, limit) = (self.inner(), limit.read()?);
        let rows = counts.item_count();
        let cells = rows * engine.size() * engine.size();
        let puzzles = View::new(&puzzles, "puzzles", cells)?;
        let counts = View::writable(&counts, "counts", rows)?;
        let exact = View::writable(&exact, "exact", rows)?;
        buffers::check_disjoint(&[puzzles.span(), counts.span(), exact.span()])?;
        // SAFETY: as in `solve_rows`.
        let rows = unsafe {
            Counts {
                puzzles: puzzles.slice(),
                counts: counts.slice_mut(),
                exact: exact.slice_mut(),
            }
        };
        let mut pulse = Pulse::new();
        py.detach(|| batch::count(rows, engine, &limit, threads, || pulse.go_on()));
        pulse.raise()
    }
}

fn check_threads(threads: usize) -> PyResult<()> {
    match threads {
        0 => Err(PyValueError::new_err(
            "threads: expected 1 or more, found 0",
        )),
        _ => Ok(()),
    }
}

impl Houses {
    /// True for the rows, columns and boxes of 9x9, in this order, and nothing else.
    fn is_classic(&self) -> bool {
        let houses = &self.houses;
        let classic = nonet_core::cells::HOUSES.iter();
        houses.size() == 9
            && houses.len() == classic.len()
            && !houses.is_impossible()
            && (0..houses.cells()).all(|cell| houses.others(cell).is_empty())
            && classic.enumerate().all(|(house, cells)| {
                let found = houses.house(house).iter().copied();
                found.eq(cells.iter().map(|&cell| u16::from(cell)))
            })
    }
}

/// A search and what is left of its limit.
#[pyclass]
pub(crate) struct Search {
    inner: Box<dyn contract::Search>,
    limit: contract::Limit,
    deadline: Option<Instant>,
    stopped_by: Option<Stop>,
}

impl Search {
    /// What is left of the limit for `most` more solutions; None if that is nothing.
    fn left(&mut self, most: Option<u64>) -> Option<contract::Limit> {
        let now = Instant::now();
        // The core looks at its clock every few hundred nodes; solutions may come faster.
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            self.stopped_by = Some(Stop::Time);
        }
        if self.inner.is_exhausted() || self.stopped_by.is_some() {
            return None;
        }
        Some(contract::Limit {
            solutions: most.unwrap_or(u64::MAX),
            nodes: match self.limit.nodes {
                u64::MAX => u64::MAX,
                nodes => nodes.saturating_sub(self.inner.nodes()),
            },
            time: self.deadline.map(|deadline| deadline - now),
            memory: self.limit.memory,
        })
    }
}

#[pymethods]
impl Search {
    #[pyo3(signature = (most=None))]
    fn find<'py>(
        &mut self,
        py: Python<'py>,
        most: Option<u64>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let Some(limit) = self.left(most) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        let keep = |solution: &[u8]| found.push(solution.to_vec());
        let mut pulse = Pulse::new();
        let inner = &mut *self.inner;
        let outcome = py.detach(|| drive(inner, &limit, keep, |_| pulse.go_on()));
        pulse.raise()?;
        self.stopped_by = outcome.stopped_by;
        let found = found.iter();
        Ok(found.map(|solution| PyBytes::new(py, solution)).collect())
    }

    #[pyo3(signature = (most=None, *, threads=1))]
    fn count(&mut self, py: Python<'_>, most: Option<u64>, threads: usize) -> PyResult<u64> {
        let Some(limit) = self.left(most) else {
            return Ok(0);
        };
        let mut pulse = Pulse::new();
        let inner = &mut *self.inner;
        let outcome = py.detach(|| inner.count_all(&limit, threads, &mut || pulse.go_on()));
        pulse.raise()?;
        self.stopped_by = outcome.stopped_by;
        Ok(outcome.seen)
    }

    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        self.stopped_by.and_then(stop_name)
    }

    #[getter]
    fn exhausted(&self) -> bool {
        self.inner.is_exhausted()
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.inner.nodes()
    }

    #[getter]
    fn guesses(&self) -> u64 {
        self.inner.guesses()
    }

    #[getter]
    fn conflicts(&self) -> u64 {
        self.inner.conflicts()
    }

    #[getter]
    fn fixed(&self) -> usize {
        self.inner.fixed()
    }
}

#[pyfunction]
fn simd_paths() -> Vec<&'static str> {
    available_paths().map(Path::name).collect()
}

fn available_paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_available())
}

/// What `progress` is called with: the part at work, nodes, conflicts and fixed cells.
fn facts(report: &Report) -> (&'static str, u64, u64, usize) {
    let part = part_name(report.part);
    (part, report.nodes, report.conflicts, report.fixed)
}

fn part_name(part: Part) -> &'static str {
    match part {
        Part::Rules => "rules",
        Part::Search => "search",
        Part::Learning => "learning",
        Part::Cadical => "cadical",
    }
}

/// The field of `nonet.Limit` that stopped a search.
pub(crate) fn stop_name(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Time => Some("seconds"),
        Stop::Nodes => Some("nodes"),
        Stop::Memory => Some("memory"),
        Stop::Interrupt => None,
    }
}

/// The memory of this process; 0 where the system does not tell.
#[cfg(feature = "cadical")]
fn resident_bytes() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let stops = batch::STOPS.map(|stop| stop.and_then(stop_name));
    module.add("STOPS", PyTuple::new(module.py(), stops)?)?;
    module.add_class::<Houses>()?;
    module.add_class::<Engine>()?;
    module.add_class::<Search>()?;
    module.add_function(wrap_pyfunction!(simd_paths, module)?)
}
