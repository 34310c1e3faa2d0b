//! The lab's strategies across the border: one run, or many on the threads of the core.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use nonet_core::contract::{self, Candidates, Stop};
use nonet_core::lab::{
    self, End, Frontier, Geometry, Givens, Heuristic, Hooks, Inference, Order, Outcome, Own,
    Progress, Select, Strategy, Tally, Task,
};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::engine::{Limit, check_givens, stop_name};
use crate::own_rules::{Guest, LabBoard, OwnRules};
use crate::pulse::Pulse;

/// How often progress is told.
const TELLING: Duration = Duration::from_millis(200);
/// How long the calling thread waits for a result before it looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// The groups of a board, read once and for all.
#[pyclass(frozen)]
pub(crate) struct LabGeometry(Arc<Geometry>);

#[pymethods]
impl LabGeometry {
    #[new]
    fn new(size: usize, groups: Vec<Vec<u16>>, house_count: usize) -> PyResult<LabGeometry> {
        let geometry = Geometry::new(size, &groups, house_count);
        let geometry = geometry.map_err(|error| PyValueError::new_err(format!("groups: {error}")));
        Ok(LabGeometry(Arc::new(geometry?)))
    }
}

/// A strategy made of the core's parts.
#[pyclass(frozen)]
pub(crate) struct LabStrategy(Strategy);

#[pymethods]
impl LabStrategy {
    #[new]
    #[pyo3(signature = (*, frontier, inference, givens, select, order, explored, heuristic, restart_after))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        frontier: &str,
        inference: &str,
        givens: &str,
        select: &str,
        order: &str,
        explored: bool,
        heuristic: &str,
        restart_after: u64,
    ) -> PyResult<LabStrategy> {
        Ok(LabStrategy(Strategy {
            frontier: part("frontier", frontier, Frontier::named)?,
            inference: part("inference", inference, Inference::named)?,
            givens: part("givens", givens, Givens::named)?,
            select: part("select", select, Select::named)?,
            order: part("order", order, Order::named)?,
            explored,
            heuristic: part("heuristic", heuristic, Heuristic::named)?,
            restart_after,
        }))
    }
}

fn part<P>(kind: &str, name: &str, named: fn(&str) -> Option<P>) -> PyResult<P> {
    named(name).ok_or_else(|| PyValueError::new_err(format!("{kind}: found {name:?}")))
}

/// One run to do.
#[pyclass(frozen)]
pub(crate) struct LabTask {
    strategy: Strategy,
    geometry: Arc<Geometry>,
    givens: Vec<u8>,
    allowed: Option<Vec<u8>>,
    seed: u64,
    own: Option<OwnRules>,
}

#[pymethods]
impl LabTask {
    #[new]
    #[pyo3(signature = (strategy, geometry, givens, allowed, seed, own=None))]
    fn new(
        strategy: &LabStrategy,
        geometry: &LabGeometry,
        givens: Vec<u8>,
        allowed: Option<Vec<u8>>,
        seed: u64,
        own: Option<Bound<'_, PyAny>>,
    ) -> PyResult<LabTask> {
        let size = geometry.0.size();
        check_givens(&givens, size)?;
        if let Some(bytes) = &allowed
            && Candidates::new(bytes, size).is_none()
        {
            let found = bytes.len();
            let message = format!("allowed: expected bytes for every cell, found {found}");
            return Err(PyValueError::new_err(message));
        }
        Ok(LabTask {
            strategy: strategy.0,
            geometry: Arc::clone(&geometry.0),
            givens,
            allowed,
            seed,
            own: own.as_ref().map(OwnRules::read).transpose()?,
        })
    }
}

impl LabTask {
    fn run(&self, limit: contract::Limit, go_on: &mut dyn FnMut(Progress) -> bool) -> LabOutcome {
        let size = self.geometry.size();
        let allowed = self.allowed.as_deref();
        let task = Task {
            geometry: &self.geometry,
            givens: &self.givens,
            allowed: allowed.and_then(|bytes| Candidates::new(bytes, size)),
        };
        let mut guest = self.own.as_ref().map(Guest::new);
        let hooks = Hooks {
            go_on,
            own: guest.as_mut().map(|guest| guest as &mut dyn Own),
        };
        let started = Instant::now();
        let outcome = lab::run(&self.strategy, task, limit, self.seed, hooks);
        LabOutcome {
            outcome,
            seconds: started.elapsed().as_secs_f64(),
            error: guest.and_then(|guest| guest.error),
        }
    }
}

/// What a run came to.
#[pyclass(frozen)]
pub(crate) struct LabOutcome {
    outcome: Outcome,
    seconds: f64,
    /// What one of the user's own rules raised.
    error: Option<PyErr>,
}

#[pymethods]
impl LabOutcome {
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        let solutions = self.outcome.solutions.iter();
        solutions.map(|cells| PyBytes::new(py, cells)).collect()
    }

    #[getter]
    fn exhausted(&self) -> bool {
        self.outcome.end == End::Exhausted
    }

    #[getter]
    fn stopped_by(&self) -> Option<&'static str> {
        match self.outcome.end {
            End::Stopped(stop) => stop_name(stop),
            _ => None,
        }
    }

    #[getter]
    fn failed(&self) -> bool {
        self.outcome.end == End::Failed
    }

    #[getter]
    fn error(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let error = self.error.as_ref()?;
        Some(error.value(py).clone().into_any().unbind())
    }

    #[getter]
    fn too_deep(&self) -> Option<usize> {
        match self.outcome.end {
            End::TooDeep(open) => Some(open),
            _ => None,
        }
    }

    #[getter]
    fn counters(&self) -> Vec<u64> {
        self.outcome.tally.values()
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// Does one run; `progress` is called with nodes and solutions now and then.
#[pyfunction]
#[pyo3(signature = (task, limit, progress=None))]
fn lab_run(
    py: Python<'_>,
    task: &LabTask,
    limit: Limit,
    progress: Option<Py<PyAny>>,
) -> PyResult<LabOutcome> {
    let limit = limit.read()?;
    let mut pulse = Pulse::new();
    let mut told = Instant::now();
    let mut go_on = |now: Progress| {
        if !pulse.is_due() {
            return true;
        }
        pulse.ask(|py| match &progress {
            Some(progress) if told.elapsed() >= TELLING => {
                told = Instant::now();
                progress.call1(py, (now.nodes, now.solutions)).map(|_| ())
            }
            _ => Ok(()),
        })
    };
    let outcome = py.detach(|| task.run(limit, &mut go_on));
    pulse.raise()?;
    match outcome.error {
        Some(error) => Err(error),
        None => Ok(outcome),
    }
}

/// Does many runs on threads; `done` is called with the number and the outcome of each, in the
/// order in which they end, `progress` now and then with the nodes of all so far.
#[pyfunction]
#[pyo3(signature = (tasks, limit, threads, done, progress=None))]
fn lab_run_many(
    py: Python<'_>,
    tasks: Vec<Py<LabTask>>,
    limit: Limit,
    threads: usize,
    done: Py<PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let limit = limit.read()?;
    let tasks: Vec<&LabTask> = tasks.iter().map(|task| task.get()).collect();
    let listener = Listener {
        done,
        progress,
        nodes: AtomicU64::new(0),
    };
    py.detach(|| run_many(&tasks, limit, threads, &listener))
}

/// Who hears of finished runs, and of the nodes of all runs.
struct Listener {
    done: Py<PyAny>,
    progress: Option<Py<PyAny>>,
    nodes: AtomicU64,
}

fn run_many(
    tasks: &[&LabTask],
    limit: contract::Limit,
    threads: usize,
    listener: &Listener,
) -> PyResult<()> {
    let next = AtomicUsize::new(0);
    let running = AtomicBool::new(true);
    let (send, receive) = mpsc::channel();
    let work = |send: mpsc::Sender<(usize, LabOutcome)>| {
        while running.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(number) else { break };
            let mut told = 0;
            let mut tell = |nodes: u64| {
                listener.nodes.fetch_add(nodes - told, Ordering::Relaxed);
                told = nodes;
            };
            let outcome = task.run(limit, &mut |now| {
                tell(now.nodes);
                running.load(Ordering::Relaxed)
            });
            tell(outcome.outcome.tally.generated);
            if outcome.outcome.end != End::Stopped(Stop::Interrupt) {
                // Nobody listens any more once the call has ended.
                let _ = send.send((number, outcome));
            }
        }
    };
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads.clamp(1, 256).min(tasks.len()) {
            let send = send.clone();
            let work = &work;
            // A thread that Python knows enters it in no time. Otherwise every call of a user's rule
            // would introduce the thread and forget it again, which takes ten microseconds.
            let known = move || Python::attach(|py| py.detach(|| work(send)));
            let helper = thread::Builder::new().spawn_scoped(scope, known);
            started += usize::from(helper.is_ok());
        }
        drop(send);
        if started == 0 && !tasks.is_empty() {
            return Err(PyOSError::new_err("a thread could not be started"));
        }
        let told = listener.hand_over(&receive);
        running.store(false, Ordering::Relaxed);
        told
    })
}

impl Listener {
    /// Hands results to Python until all threads have ended, or something was raised.
    fn hand_over(&self, receive: &mpsc::Receiver<(usize, LabOutcome)>) -> PyResult<()> {
        let mut told = Instant::now();
        loop {
            let first = match receive.recv_timeout(PATIENCE) {
                Ok(first) => Some(first),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            Python::attach(|py| {
                py.check_signals()?;
                for (number, outcome) in first.into_iter().chain(receive.try_iter()) {
                    self.done.call1(py, (number, outcome))?;
                }
                if let Some(progress) = &self.progress
                    && told.elapsed() >= TELLING
                {
                    told = Instant::now();
                    progress.call1(py, (self.nodes.load(Ordering::Relaxed),))?;
                }
                Ok::<(), PyErr>(())
            })?;
        }
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let counters = PyTuple::new(module.py(), Tally::NAMES)?;
    module.add("LAB_COUNTERS", counters)?;
    module.add("LAB_RECURSIVE_CELLS", lab::RECURSIVE_CELLS)?;
    module.add_class::<LabBoard>()?;
    module.add_class::<LabGeometry>()?;
    module.add_class::<LabStrategy>()?;
    module.add_class::<LabTask>()?;
    module.add_class::<LabOutcome>()?;
    module.add_function(wrap_pyfunction!(lab_run, module)?)?;
    module.add_function(wrap_pyfunction!(lab_run_many, module)?)
}
