//! New puzzles across the border: seeds in, rows of cells out.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nonet_core::cells::CELLS;
use nonet_core::generator::grids::{Grids, Method};
use nonet_core::generator::pieces::Pieces;
use nonet_core::generator::puzzles::{self, Job, Room};
use nonet_core::generator::sampling;
use nonet_core::random::Random;
use nonet_core::threads;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffers::{self, View};
use crate::engine::{Engine, Houses};
use crate::pulse::Pulse;

/// Bits of a seed that a table gives a puzzle: those that every reader of JSON keeps.
const SEED_BITS: u32 = 53;

/// Makes grids and puzzles of one board.
#[pyclass(frozen)]
struct Generator {
    engine: Py<Engine>,
    grids: Grids,
    pieces: Pieces,
    cells: usize,
}

/// Until when to work: Ctrl-C, or a deadline.
struct Until {
    pulse: Pulse,
    deadline: Option<Instant>,
}

impl Until {
    fn new(seconds: Option<f64>) -> Until {
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Until {
            pulse: Pulse::new(),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
        }
    }

    fn go_on(&mut self) -> bool {
        self.pulse.go_on() && self.deadline.is_none_or(|end| Instant::now() < end)
    }
}

/// The numbers of the seeds, the puzzles and the solutions of a sample, row by row.
type Sampled<'py> = (Vec<usize>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl Generator {
    #[new]
    fn new(engine: Py<Engine>, houses: &Houses, pieces: Vec<u16>) -> PyResult<Generator> {
        let size = engine.get().inner().size();
        if size != houses.houses.size() || pieces.len() != size * size {
            return Err(PyValueError::new_err(
                "expected an engine, houses and pieces of one board",
            ));
        }
        let pieces = Pieces::new(&pieces)
            .ok_or_else(|| PyValueError::new_err("pieces: expected numbers without gaps"))?;
        Ok(Generator {
            engine,
            grids: Grids::new(Arc::clone(&houses.houses)),
            pieces,
            cells: size * size,
        })
    }

    /// True if all grids can be drawn equally often.
    fn can_be_uniform(&self, py: Python<'_>) -> bool {
        let engine = self.engine.get().inner();
        py.detach(|| self.grids.can_be_uniform(engine))
    }

    /// Draws a grid for each seed; false if the time ran out first. A row that was not drawn is
    /// zeros.
    #[pyo3(signature = (seeds, grids, uniform, threads, seconds=None))]
    fn grids(
        &self,
        py: Python<'_>,
        seeds: PyBuffer<u64>,
        grids: PyBuffer<u8>,
        uniform: bool,
        threads: usize,
        seconds: Option<f64>,
    ) -> PyResult<bool> {
        let method = self.method(py, uniform)?;
        let count = seeds.item_count();
        let seeds = View::new(&seeds, "seeds", count)?;
        let grids = View::writable(&grids, "grids", count * self.cells)?;
        // SAFETY: the buffers are held until this call returns; `nonet.native` is the sole caller
        // and passes arrays that nobody else has yet.
        let (seeds, grids) = unsafe { (seeds.slice(), grids.slice_mut()) };
        let engine = self.engine.get().inner();
        let mut until = Until::new(seconds);
        let rooms = Mutex::new(seeds.iter().zip(grids.chunks_exact_mut(self.cells)));
        let done = py.detach(|| {
            threads::share(threads, &mut || until.go_on(), |go_on| {
                loop {
                    let next = rooms.lock().expect("no thread panics here").next();
                    let Some((&seed, room)) = next else {
                        return true;
                    };
                    room.fill(0);
                    if !go_on() {
                        return false;
                    }
                    let mut random = Random::stream(seed, 0);
                    let grid = self.grids.draw(method, engine, &mut random, go_on);
                    if let Some(grid) = grid {
                        room.copy_from_slice(&grid);
                    }
                }
            })
        });
        until.pulse.raise()?;
        Ok(done)
    }

    /// Makes a puzzle for each seed and number of a try; false if the time ran out first. With `drop`, it starts from
    /// the puzzles that are there and drops so many pieces; with `has_grids`, from the solutions.
    #[pyo3(signature = (
        seeds, tries, puzzles, solutions, outcomes, *, threads, uniform=true, has_grids=false, drop=None,
        clues=None, nodes=None, seconds=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "buffers and how to fill them")]
    fn puzzles(
        &self,
        py: Python<'_>,
        seeds: PyBuffer<u64>,
        tries: PyBuffer<u64>,
        puzzles: PyBuffer<u8>,
        solutions: PyBuffer<u8>,
        outcomes: PyBuffer<u8>,
        threads: usize,
        uniform: bool,
        has_grids: bool,
        drop: Option<usize>,
        clues: Option<(usize, usize)>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<bool> {
        if clues.is_some_and(|(fewest, most)| fewest > most) || (drop.is_some() && !has_grids) {
            return Err(PyValueError::new_err("expected clues in order, and grids"));
        }
        let count = seeds.item_count();
        let seeds = View::new(&seeds, "seeds", count)?;
        let tries = View::new(&tries, "tries", count)?;
        let puzzles = View::writable(&puzzles, "puzzles", count * self.cells)?;
        let solutions = View::writable(&solutions, "solutions", count * self.cells)?;
        let outcomes = View::writable(&outcomes, "outcomes", count)?;
        buffers::check_disjoint(&[puzzles.span(), solutions.span(), outcomes.span()])?;
        // SAFETY: as in `grids`; the buffers are disjoint.
        let (seeds, tries, puzzles, solutions, outcomes) = unsafe {
            (
                seeds.slice(),
                tries.slice(),
                puzzles.slice_mut(),
                solutions.slice_mut(),
                outcomes.slice_mut(),
            )
        };
        let job = Job {
            engine: self.engine.get().inner(),
            grids: &self.grids,
            method: if has_grids {
                Method::Fill
            } else {
                self.method(py, uniform)?
            },
            pieces: &self.pieces,
            clues,
            nodes: nodes.unwrap_or(u64::MAX),
        };
        let starts = drop.map(|_| puzzles.to_vec());
        let start = |row: usize| {
            let clues = &starts.as_ref()?[row * self.cells..][..self.cells];
            Some((clues, drop?))
        };
        outcomes.fill(puzzles::NOTHING);
        let places = puzzles.chunks_exact_mut(self.cells);
        let places = places.zip(solutions.chunks_exact_mut(self.cells));
        let seeds = seeds.iter().zip(tries);
        let rooms = seeds.zip(places).zip(outcomes).enumerate();
        let rooms = rooms.map(
            |(row, (((&seed, &number), (puzzle, solution)), outcome))| Room {
                seed: (seed, number),
                start: start(row),
                has_grid: has_grids,
                puzzle,
                solution,
                outcome,
            },
        );
        let rooms = rooms.collect();
        let mut until = Until::new(seconds);
        let done = py.detach(|| puzzles::make(rooms, &job, threads, &mut || until.go_on()));
        until.pulse.raise()?;
        Ok(done)
    }

    /// Samples minimal 9x9 puzzles by controlled bias, with so many tries on the grid of each
    /// seed. Fewer seeds are done if the time runs out: the number of those that are is returned.
    #[pyo3(signature = (seeds, tries, threads, seconds=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        seeds: PyBuffer<u64>,
        tries: usize,
        threads: usize,
        seconds: Option<f64>,
    ) -> PyResult<(bool, Sampled<'py>)> {
        let count = seeds.item_count();
        let seeds = View::new(&seeds, "seeds", count)?;
        // SAFETY: as in `grids`.
        let seeds = unsafe { seeds.slice() };
        let engine = self.engine.get().inner();
        if self.cells != CELLS {
            return Err(PyValueError::new_err("expected a board of 9x9"));
        }
        let mut until = Until::new(seconds);
        let next = Mutex::new(seeds.iter().enumerate());
        let found = Mutex::new(Vec::new());
        let done = py.detach(|| {
            threads::share(threads, &mut || until.go_on(), |go_on| {
                loop {
                    let piece = next.lock().expect("no thread panics here").next();
                    let Some((number, &seed)) = piece else {
                        return true;
                    };
                    let Some(hits) = sampling::sample(seed, tries, engine, &self.pieces, go_on)
                    else {
                        return false;
                    };
                    found
                        .lock()
                        .expect("no thread panics here")
                        .push((number, hits));
                }
            })
        });
        until.pulse.raise()?;
        let mut found = found.into_inner().expect("no thread panics here");
        found.sort_unstable_by_key(|(number, _)| *number);
        let (mut numbers, mut puzzles, mut solutions) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (grid, hits)) in found {
            for puzzle in hits {
                numbers.push(number);
                puzzles.extend_from_slice(&puzzle);
                solutions.extend_from_slice(&grid);
            }
        }
        let rows = (PyBytes::new(py, &puzzles), PyBytes::new(py, &solutions));
        Ok((done, (numbers, rows.0, rows.1)))
    }
}

impl Generator {
    fn method(&self, py: Python<'_>, uniform: bool) -> PyResult<Method> {
        if !uniform {
            return Ok(Method::Fill);
        }
        match self.can_be_uniform(py) {
            true => Ok(Method::Uniform),
            false => Err(PyValueError::new_err("this board has too many solutions")),
        }
    }
}

/// The seeds of puzzles `first` and after of a seed; the first of all has that seed itself.
#[pyfunction]
fn seeds_of(seed: u64, first: u64, seeds: PyBuffer<u64>) -> PyResult<()> {
    let count = seeds.item_count();
    let view = View::writable(&seeds, "seeds", count)?;
    // SAFETY: as above.
    for (number, place) in (first..).zip(unsafe { view.slice_mut() }) {
        *place = match number {
            0 => seed,
            _ => Random::stream(seed, number).next_u64() >> (64 - SEED_BITS),
        };
    }
    Ok(())
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SEED_BITS", SEED_BITS)?;
    module.add("MOST_SAMPLED", sampling::MOST)?;
    module.add_class::<Generator>()?;
    module.add_function(wrap_pyfunction!(seeds_of, module)?)
}
