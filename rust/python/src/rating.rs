//! Ratings across the border: rows of cells in, numbers out.

use std::sync::Arc;
use std::time::Duration;

use nonet_logic::geometry::Geometry;
use nonet_logic::orders::Plan;
use nonet_logic::path::End;
use nonet_logic::rating::backdoor::Backdoor;
use nonet_logic::rating::effort::{EASES, Efforts, Prices, TENTHS};
use nonet_logic::rating::rows::{self, Job, Rated};
use nonet_logic::rating::{Hardest, Points, Tally};
use nonet_logic::step::Step;
use nonet_logic::table::TECHNIQUES;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::buffers::View;
use crate::engine::check_givens;
use crate::logic::plan;
use crate::pulse::Pulse;
use crate::steps::step_to_python;

/// The numbers of a tally; `technique` is that of the hardest step, `first` that of the first step
/// that is not a single, or -1.
const FIELDS: [&str; 11] = [
    "end",
    "steps",
    "er",
    "ep",
    "ed",
    "score",
    "level",
    "technique",
    "microseconds",
    "open",
    "first",
];
/// Why a path ended, by the number in its tally.
const ENDS: [&str; 7] = [
    "full",
    "stuck",
    "contradiction",
    "seconds",
    "nodes",
    "interrupt",
    "technique",
];

/// The numbers of nonet's own path. `lone` counts the points with a single move, and the last four
/// are the hardest step: its number from 0, its technique, its moves and its effort.
const EFFORTS: [&str; 10] = [
    "end",
    "steps",
    "singles",
    "others",
    "lone",
    "at",
    "technique",
    "moves",
    "effort",
    "seconds",
];

fn end_number(end: End) -> i32 {
    match end {
        End::Full => 0,
        End::Stuck => 1,
        End::Contradiction => 2,
        End::Time => 3,
        End::Steps => 4,
        End::Interrupt => 5,
        End::Technique => 6,
    }
}

fn efforts(found: &Efforts) -> [f64; EFFORTS.len()] {
    let parts = &found.parts;
    let of = |are_singles: bool| -> f64 {
        let parts = parts.iter().filter(|part| (part.moves > 0) == are_singles);
        parts.map(|part| part.effort).sum()
    };
    let hardest = parts.get(found.hardest_at);
    [
        end_number(found.end).into(),
        parts.len() as f64,
        of(true),
        of(false),
        parts.iter().filter(|part| part.moves == 1).count() as f64,
        found.hardest_at as f64,
        hardest.map_or(0.0, |part| part.technique as f64),
        hardest.map_or(0.0, |part| part.moves as f64),
        hardest.map_or(0.0, |part| part.effort),
        found.time.as_secs_f64(),
    ]
}

fn numbers(tally: &Tally) -> [i32; FIELDS.len()] {
    [
        end_number(tally.end),
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
        tally.open as i32,
        tally.first.map_or(-1, |technique| technique as i32),
    ]
}

/// Rates puzzles of one board.
#[pyclass(frozen)]
struct Rater {
    geometry: Arc<Geometry>,
    allowed: Vec<u32>,
    points: Points,
    plans: Vec<(Plan, Hardest)>,
    own: Option<(Prices, Plan)>,
}

/// Ease, power, efforts by technique and by tenths, and the plan where there is no single.
type Own = (Vec<f64>, f64, Vec<f64>, Vec<f64>, (String, Vec<String>));

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
        own: Option<Own>,
    ) -> PyResult<Rater> {
        let geometry = Geometry::new(size, &houses, &different)
            .map_err(|error| PyValueError::new_err(format!("houses: {error}")))?;
        if allowed.len() != geometry.cell_count {
            return Err(PyValueError::new_err("allowed: expected a mask per cell"));
        }
        let (se, scores, levels) = points;
        let count = TECHNIQUES.len();
        if [se.len(), scores.len(), levels.len()] != [count; 3] {
            return Err(PyValueError::new_err("points: expected one per technique"));
        }
        let plans = plans
            .iter()
            .map(|(order, techniques)| Ok((plan(order, techniques)?, hardest(order))))
            .collect::<PyResult<Vec<_>>>()?;
        Ok(Rater {
            geometry: Arc::new(geometry),
            allowed,
            points: Points { se, scores, levels },
            plans,
            own: own.map(own_prices).transpose()?,
        })
    }

    #[pyo3(signature = (
        cells, forms, answers, efforts, *, used=None, seconds=None, steps=None, last=None,
        threads=1
    ))]
    #[allow(clippy::too_many_arguments)]
    fn rate_rows(
        &self,
        py: Python<'_>,
        cells: PyBuffer<u8>,
        forms: PyBuffer<u8>,
        answers: PyBuffer<i32>,
        efforts: PyBuffer<f64>,
        used: Option<PyBuffer<u8>>,
        seconds: Option<f64>,
        steps: Option<usize>,
        last: Option<Vec<String>>,
        threads: usize,
    ) -> PyResult<()> {
        let width = self.geometry.cell_count;
        let each = self.plans.len() * FIELDS.len();
        let count = cells.item_count() / width;
        let cells = View::new(&cells, "cells", count * width)?;
        let forms = View::new(&forms, "forms", count * width)?;
        let answers = View::writable(&answers, "answers", count * each)?;
        let efforts = View::writable(&efforts, "efforts", count * EFFORTS.len())?;
        let kinds = self.plans.len() * TECHNIQUES.len();
        let used = match &used {
            None => None,
            Some(used) => Some(View::writable(used, "used", count * kinds)?),
        };
        // SAFETY: as below.
        let mut used = used.map(|used| unsafe { used.slice_mut() });
        // SAFETY: the caller keeps others from writing to them during this call (see the stub).
        let (cells, forms, answers, told) = unsafe {
            (
                cells.slice(),
                forms.slice(),
                answers.slice_mut(),
                efforts.slice_mut(),
            )
        };
        self.check_digits(cells)?;
        self.check_digits(forms)?;
        let found: Vec<_> = cells
            .chunks_exact(width)
            .zip(forms.chunks_exact(width))
            .collect();
        let mut pulse = Pulse::new();
        let mut job = self.job(seconds, steps);
        job.last = last.map_or(Ok(Vec::new()), |names| marked(&names))?;
        py.detach(|| {
            let tell = |row: usize, rated: &Rated| {
                let room = answers[row * each..][..each].chunks_exact_mut(FIELDS.len());
                for (place, tally) in room.zip(&rated.tallies) {
                    place.copy_from_slice(&numbers(tally));
                }
                if let Some(used) = &mut used {
                    let counts = rated.tallies.iter().flat_map(|tally| &tally.used);
                    for (place, &count) in used[row * kinds..][..kinds].iter_mut().zip(counts) {
                        *place = count;
                    }
                }
                if let Some(found) = &rated.efforts {
                    let place = &mut told[row * EFFORTS.len()..][..EFFORTS.len()];
                    place.copy_from_slice(&self::efforts(found));
                }
            };
            rows::rate_rows(&job, &found, threads, tell, &mut || pulse.go_on())
        });
        pulse.raise()
    }

    #[pyo3(signature = (cells, form, *, seconds=None, steps=None))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        cells: &[u8],
        form: &[u8],
        seconds: Option<f64>,
        steps: Option<usize>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        check_givens(cells, self.geometry.size)?;
        check_givens(form, self.geometry.size)?;
        let mut pulse = Pulse::new();
        let job = self.job(seconds, steps);
        let rated = py.detach(|| job.rate(cells, form, &mut || pulse.go_on()));
        pulse.raise()?;
        let hardest = |step: &Option<Step>| {
            let step = step.as_ref();
            step.map(|step| step_to_python(py, step)).transpose()
        };
        let tallies = rated.tallies.iter();
        let tallies = tallies
            .map(|tally| Ok((numbers(tally), hardest(&tally.hardest)?)))
            .collect::<PyResult<Vec<_>>>()?;
        let own = match &rated.efforts {
            None => None,
            Some(found) => {
                let parts = found.parts.iter();
                let parts: Vec<_> = parts
                    .map(|part| (part.technique, part.moves, part.effort))
                    .collect();
                Some((efforts(found), parts, hardest(&found.hardest)?))
            }
        };
        (tallies, own).into_pyobject(py)
    }

    /// Looks for smallest backdoors: writes sizes, and 1 where a size is exact.
    #[pyo3(signature = (cells, solutions, sizes, exact, most, tries, *, seconds=None, threads=1))]
    #[allow(clippy::too_many_arguments)]
    fn backdoors(
        &self,
        py: Python<'_>,
        cells: PyBuffer<u8>,
        solutions: PyBuffer<u8>,
        sizes: PyBuffer<u8>,
        exact: PyBuffer<u8>,
        most: u8,
        tries: u64,
        seconds: Option<f64>,
        threads: usize,
    ) -> PyResult<()> {
        let width = self.geometry.cell_count;
        let count = cells.item_count() / width;
        let cells = View::new(&cells, "cells", count * width)?;
        let solutions = View::new(&solutions, "solutions", count * width)?;
        let sizes = View::writable(&sizes, "sizes", count)?;
        let exact = View::writable(&exact, "exact", count)?;
        // SAFETY: the caller keeps others from writing to them during this call (see the stub).
        let (cells, solutions, sizes, exact) = unsafe {
            (
                cells.slice(),
                solutions.slice(),
                sizes.slice_mut(),
                exact.slice_mut(),
            )
        };
        self.check_digits(cells)?;
        self.check_digits(solutions)?;
        if solutions.contains(&0) {
            return Err(PyValueError::new_err("solutions: expected no empty cell"));
        }
        let found: Vec<_> = cells
            .chunks_exact(width)
            .zip(solutions.chunks_exact(width))
            .collect();
        let mut pulse = Pulse::new();
        let job = self.job(seconds, None);
        py.detach(|| {
            let tell = |row: usize, found: Backdoor| {
                sizes[row] = found.size;
                exact[row] = found.is_exact.into();
            };
            let most = (most, tries);
            rows::backdoors(&job, &found, most, threads, tell, &mut || pulse.go_on())
        });
        pulse.raise()
    }
}

impl Rater {
    fn job(&self, seconds: Option<f64>, steps: Option<usize>) -> Job<'_> {
        Job {
            geometry: Arc::clone(&self.geometry),
            allowed: &self.allowed,
            points: &self.points,
            plans: &self.plans,
            own: self.own.as_ref(),
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            steps: steps.unwrap_or(usize::MAX),
            last: Vec::new(),
        }
    }

    fn check_digits(&self, cells: &[u8]) -> PyResult<()> {
        let size = self.geometry.size;
        match cells.iter().any(|&digit| usize::from(digit) > size) {
            true => Err(PyValueError::new_err(format!(
                "expected digits up to {size}"
            ))),
            false => Ok(()),
        }
    }
}

fn own_prices((ease, power, techniques, ratings, other): Own) -> PyResult<(Prices, Plan)> {
    let count = TECHNIQUES.len();
    if [ease.len(), techniques.len(), ratings.len()] != [EASES, count, TENTHS] {
        let message = format!("prices: expected {EASES}, {count} and {TENTHS} numbers");
        return Err(PyValueError::new_err(message));
    }
    let prices = Prices {
        ease,
        power,
        techniques,
        ratings,
    };
    Ok((prices, plan(&other.0, &other.1)?))
}

/// Marks some techniques, by their numbers.
fn marked(names: &[String]) -> PyResult<Vec<bool>> {
    let mut marks = vec![false; TECHNIQUES.len()];
    for name in names {
        let number = TECHNIQUES.iter().position(|one| one.name == name);
        let number = number
            .ok_or_else(|| PyValueError::new_err(format!("last: no technique named {name:?}")))?;
        marks[number] = true;
    }
    Ok(marks)
}

fn hardest(order: &str) -> Hardest {
    match order {
        "hodoku" => Hardest::Score,
        _ => Hardest::Rating,
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("TALLY", PyTuple::new(module.py(), FIELDS)?)?;
    module.add("EFFORTS", PyTuple::new(module.py(), EFFORTS)?)?;
    module.add("TENTHS", TENTHS)?;
    module.add("ENDS", PyTuple::new(module.py(), ENDS)?)?;
    module.add_class::<Rater>()
}
