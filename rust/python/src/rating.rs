//! Ratings across the border: rows of cells in, numbers out.

use std::sync::Arc;
use std::time::Duration;

use nonet_core::logic::geometry::Geometry;
use nonet_core::logic::orders;
use nonet_core::logic::path::End;
use nonet_core::logic::rating::rows::{self, Job, Plan};
use nonet_core::logic::rating::{Hardest, Points, Tally};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::buffers::View;
use crate::engine::check_givens;
use crate::logic::{named, step_to_python};
use crate::pulse::Pulse;

/// The numbers of a tally; `technique` is that of the hardest step.
const FIELDS: [&str; 9] = [
    "end",
    "steps",
    "er",
    "ep",
    "ed",
    "score",
    "level",
    "technique",
    "microseconds",
];
/// Why a path ended, by the number in its tally.
const ENDS: [&str; 6] = [
    "full",
    "stuck",
    "contradiction",
    "seconds",
    "nodes",
    "interrupt",
];

fn numbers(tally: &Tally) -> [i32; FIELDS.len()] {
    let end = match tally.end {
        End::Full => 0,
        End::Stuck => 1,
        End::Contradiction => 2,
        End::Time => 3,
        End::Steps => 4,
        End::Interrupt => 5,
    };
    [
        end,
        tally.steps as i32,
        tally.er.into(),
        tally.ep.into(),
        tally.ed.into(),
        i32::try_from(tally.score).unwrap_or(i32::MAX),
        tally.level.into(),
        tally
            .hardest
            .as_ref()
            .map_or(0, |step| step.technique as i32),
        i32::try_from(tally.time.as_micros()).unwrap_or(i32::MAX),
    ]
}

/// Rates puzzles of one board.
#[pyclass(frozen)]
struct Rater {
    geometry: Arc<Geometry>,
    allowed: Vec<u32>,
    points: Points,
    plans: Vec<Plan>,
}

#[pymethods]
impl Rater {
    #[new]
    fn new(
        size: usize,
        houses: Vec<Vec<u16>>,
        different: Vec<Vec<u16>>,
        allowed: Vec<u32>,
        points: (Vec<u16>, Vec<u32>, Vec<u8>),
        plans: Vec<(String, Vec<String>)>,
    ) -> PyResult<Rater> {
        let geometry = Geometry::new(size, &houses, &different)
            .map_err(|error| PyValueError::new_err(format!("houses: {error}")))?;
        if allowed.len() != geometry.cell_count {
            return Err(PyValueError::new_err("allowed: expected a mask per cell"));
        }
        let (se, scores, levels) = points;
        let count = nonet_core::logic::table::TECHNIQUES.len();
        if [se.len(), scores.len(), levels.len()] != [count; 3] {
            return Err(PyValueError::new_err("points: expected one per technique"));
        }
        let plans = plans.into_iter().map(plan).collect::<PyResult<Vec<_>>>()?;
        Ok(Rater {
            geometry: Arc::new(geometry),
            allowed,
            points: Points { se, scores, levels },
            plans,
        })
    }

    #[pyo3(signature = (cells, answers, *, seconds=None, steps=None, threads=1))]
    fn rate_rows(
        &self,
        py: Python<'_>,
        cells: PyBuffer<u8>,
        answers: PyBuffer<i32>,
        seconds: Option<f64>,
        steps: Option<usize>,
        threads: usize,
    ) -> PyResult<()> {
        let width = self.geometry.cell_count;
        let each = self.plans.len() * FIELDS.len();
        let count = cells.item_count() / width;
        let cells = View::new(&cells, "cells", count * width)?;
        let answers = View::writable(&answers, "answers", count * each)?;
        // SAFETY: the caller keeps others from writing to either during this call (see the stub).
        let (cells, answers) = unsafe { (cells.slice(), answers.slice_mut()) };
        if cells
            .iter()
            .any(|&digit| usize::from(digit) > self.geometry.size)
        {
            return Err(PyValueError::new_err("cells: a digit is too large"));
        }
        let found: Vec<&[u8]> = cells.chunks_exact(width).collect();
        let mut pulse = Pulse::new();
        let job = self.job(seconds, steps);
        py.detach(|| {
            let tell = |row: usize, tallies: &[Tally]| {
                let room = answers[row * each..][..each].chunks_exact_mut(FIELDS.len());
                for (place, tally) in room.zip(tallies) {
                    place.copy_from_slice(&numbers(tally));
                }
            };
            rows::rate(&job, &found, threads, tell, &mut || pulse.go_on())
        });
        pulse.raise()
    }

    #[pyo3(signature = (cells, *, seconds=None, steps=None))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        cells: &[u8],
        seconds: Option<f64>,
        steps: Option<usize>,
    ) -> PyResult<Vec<([i32; FIELDS.len()], Option<Bound<'py, PyTuple>>)>> {
        check_givens(cells, self.geometry.size)?;
        let mut pulse = Pulse::new();
        let job = self.job(seconds, steps);
        let tallies = py.detach(|| job.rate(cells, &mut || pulse.go_on()));
        pulse.raise()?;
        tallies
            .iter()
            .map(|tally| {
                let hardest = tally.hardest.as_ref();
                let hardest = hardest.map(|step| step_to_python(py, step)).transpose()?;
                Ok((numbers(tally), hardest))
            })
            .collect()
    }
}

impl Rater {
    fn job(&self, seconds: Option<f64>, steps: Option<usize>) -> Job<'_> {
        Job {
            geometry: Arc::clone(&self.geometry),
            allowed: &self.allowed,
            points: &self.points,
            plans: &self.plans,
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            steps: steps.unwrap_or(usize::MAX),
        }
    }
}

fn plan((order, techniques): (String, Vec<String>)) -> PyResult<Plan> {
    let techniques = techniques
        .iter()
        .map(|name| named(name))
        .collect::<PyResult<Vec<_>>>()?;
    if orders::named(&order, Vec::new()).is_none() {
        return Err(PyValueError::new_err(format!("no order {order:?}")));
    }
    let hardest = if order == "hodoku" {
        Hardest::Score
    } else {
        Hardest::Rating
    };
    Ok(Plan {
        order,
        techniques,
        hardest,
    })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("TALLY", PyTuple::new(module.py(), FIELDS)?)?;
    module.add("ENDS", PyTuple::new(module.py(), ENDS)?)?;
    module.add_class::<Rater>()
}
