//! Steps across the border, both ways. Digits are counted from 1 in Python.

use nonet_logic::proof::{Deadly, Inference, Truth};
use nonet_logic::step::{Cand, Link, Mark, ROLES, Step};
use nonet_logic::table::{self, TECHNIQUES};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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

/// Reads what `step_to_python` wrote, or a step that somebody else made, for a board of some size and
/// with some houses and other groups.
pub(crate) struct Reader {
    pub(crate) size: usize,
    pub(crate) groups: usize,
}

type Pair = (usize, usize);
type LinkParts = (Vec<Pair>, Vec<Pair>, bool);
type MarkParts = (String, Vec<usize>, Vec<Pair>, Vec<usize>, Vec<LinkParts>);

impl Reader {
    pub(crate) fn step(&self, step: &Bound<'_, PyTuple>) -> PyResult<Step> {
        let name: String = step.get_item(0)?.extract()?;
        let technique = table::technique(&name)
            .ok_or_else(|| PyValueError::new_err(format!("no technique {name:?}")))?;
        let marks: Vec<MarkParts> = step.get_item(3)?.extract()?;
        let proof = step.get_item(4)?;
        Ok(Step {
            technique: technique.number,
            placements: self.pairs(&step.get_item(1)?)?,
            eliminations: self.pairs(&step.get_item(2)?)?,
            marks: marks
                .into_iter()
                .map(|mark| self.mark(mark))
                .collect::<PyResult<_>>()?,
            proof: match proof.is_none() {
                true => Vec::new(),
                false => self.inferences(&proof)?,
            },
            se_rating: step.get_item(5)?.extract()?,
            length: step.get_item(6)?.extract()?,
        })
    }

    fn mark(&self, (role, cells, candidates, houses, links): MarkParts) -> PyResult<Mark> {
        let role = ROLES.iter().find(|known| **known == role);
        let role = role.ok_or_else(|| PyValueError::new_err("expected a role of a mark"))?;
        for &cell in &cells {
            self.cell(cell)?;
        }
        for &house in &houses {
            self.group(house)?;
        }
        let links = links.into_iter().map(|(start, end, strong)| {
            let (start, end) = (self.candidates(start)?, self.candidates(end)?);
            Ok(Link { start, end, strong })
        });
        Ok(Mark {
            role,
            cells,
            candidates: self.candidates(candidates)?,
            houses,
            links: links.collect::<PyResult<_>>()?,
        })
    }

    fn cell(&self, cell: usize) -> PyResult<usize> {
        let count = self.size * self.size;
        match cell < count {
            true => Ok(cell),
            false => Err(PyValueError::new_err(format!("no cell {cell} of {count}"))),
        }
    }

    fn group(&self, group: usize) -> PyResult<usize> {
        match group < self.groups {
            true => Ok(group),
            false => Err(PyValueError::new_err(format!("no house {group}"))),
        }
    }

    fn digit(&self, digit: usize) -> PyResult<usize> {
        match (1..=self.size).contains(&digit) {
            true => Ok(digit - 1),
            false => Err(PyValueError::new_err(format!("no digit {digit}"))),
        }
    }

    fn candidate(&self, (cell, digit): Pair) -> PyResult<Cand> {
        Ok(Cand::new(self.cell(cell)?, self.digit(digit)?))
    }

    fn candidates(&self, pairs: Vec<Pair>) -> PyResult<Vec<Cand>> {
        pairs.into_iter().map(|one| self.candidate(one)).collect()
    }

    fn pairs(&self, pairs: &Bound<'_, PyAny>) -> PyResult<Vec<Cand>> {
        self.candidates(pairs.extract()?)
    }

    fn inferences(&self, list: &Bound<'_, PyAny>) -> PyResult<Vec<Inference>> {
        let items = list.extract::<Vec<Bound<'_, PyTuple>>>()?;
        items.iter().map(|item| self.inference(item)).collect()
    }

    fn inference(&self, item: &Bound<'_, PyTuple>) -> PyResult<Inference> {
        let kind: String = item.get_item(0)?.extract()?;
        let fact = |place: usize| item.get_item(place);
        let pairs = |place: usize| self.pairs(&fact(place)?);
        let candidate = |place: usize| self.candidate(fact(place)?.extract()?);
        let then = |place: usize| self.inferences(&fact(place)?);
        Ok(match kind.as_str() {
            "count" => {
                let truths = fact(1)?.extract::<Vec<Bound<'_, PyTuple>>>()?;
                let links = fact(2)?.extract::<Vec<Vec<Pair>>>()?.into_iter();
                Inference::Count {
                    truths: truths
                        .iter()
                        .map(|one| self.truth(one))
                        .collect::<PyResult<_>>()?,
                    links: links
                        .map(|one| self.candidates(one))
                        .collect::<PyResult<_>>()?,
                    off: pairs(3)?,
                }
            }
            "last" => Inference::Last {
                truth: self.truth_at(item, 1)?,
                on: candidate(2)?,
            },
            "sees" => Inference::Sees {
                on: candidate(1)?,
                off: pairs(2)?,
            },
            "empty" => Inference::Empty {
                truth: self.truth_at(item, 1)?,
            },
            "suppose" => Inference::Suppose {
                candidate: candidate(1)?,
                on: fact(2)?.extract()?,
                then: then(3)?,
            },
            "cases" => {
                let branches = fact(2)?.extract::<Vec<(Pair, Bound<'_, PyAny>)>>()?;
                let read = |(one, then): &(Pair, Bound<'_, PyAny>)| {
                    Ok((self.candidate(*one)?, self.inferences(then)?))
                };
                Inference::Cases {
                    truth: self.truth_at(item, 1)?,
                    branches: branches.iter().map(read).collect::<PyResult<_>>()?,
                    on: pairs(3)?,
                    off: pairs(4)?,
                }
            }
            "either" => Inference::Either {
                candidate: candidate(1)?,
                then: then(2)?,
                otherwise: then(3)?,
                on: pairs(4)?,
                off: pairs(5)?,
            },
            _ => return Err(PyValueError::new_err(format!("no inference {kind:?}"))),
        })
    }

    fn truth_at(&self, item: &Bound<'_, PyTuple>, place: usize) -> PyResult<Truth> {
        self.truth(item.get_item(place)?.cast::<PyTuple>()?)
    }

    fn truth(&self, truth: &Bound<'_, PyTuple>) -> PyResult<Truth> {
        let kind: String = truth.get_item(0)?.extract()?;
        let fact = |place: usize| truth.get_item(place);
        Ok(match kind.as_str() {
            "cell" => Truth::Cell(self.cell(fact(1)?.extract()?)?),
            "house" => {
                let digit = self.digit(fact(2)?.extract()?)?;
                Truth::House(self.group(fact(1)?.extract()?)?, digit)
            }
            "loop" => {
                let cells: Vec<usize> = fact(1)?.extract()?;
                let (first, second) = fact(2)?.extract()?;
                for &cell in &cells {
                    self.cell(cell)?;
                }
                Truth::Deadly(Deadly::Loop {
                    cells,
                    digits: [self.digit(first)?, self.digit(second)?],
                })
            }
            "bug" => Truth::Deadly(Deadly::Bug {
                extra: self.pairs(&fact(1)?)?,
            }),
            _ => return Err(PyValueError::new_err(format!("no truth {kind:?}"))),
        })
    }
}
