//! Words across the border: the templates of a language and steps in, texts out.

use nonet_logic::step::{Cand, ROLES};
use nonet_logic::table::TECHNIQUES;
use nonet_logic::words::rows::{self, Rows};
use nonet_logic::words::{self, Group, Key, Technique, Templates, Wordings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyTuple};

use crate::buffers;
use crate::logic::Path;
use crate::pulse::Pulse;
use crate::steps::Reader;

/// Says what steps on a board are, in a language.
#[pyclass(frozen)]
struct Teller {
    inner: words::Teller,
    names: Vec<String>,
}

/// Cells, name, and a letter and a number.
type GroupParts = (Vec<usize>, String, Option<(String, String)>);
/// Texts and their ends.
type Texts<'py> = (Bound<'py, PyBytes>, Bound<'py, PyByteArray>);

#[pymethods]
impl Teller {
    #[new]
    fn new(
        texts: Vec<Wordings>,
        techniques: Vec<(String, String)>,
        size: usize,
        groups: Vec<GroupParts>,
        names: Vec<String>,
    ) -> PyResult<Teller> {
        let templates = Templates::new(texts).map_err(PyValueError::new_err)?;
        if techniques.len() != TECHNIQUES.len() {
            return Err(PyValueError::new_err(
                "expected the words of every technique",
            ));
        }
        if names.len() != size + 1 {
            return Err(PyValueError::new_err("expected a name for every digit"));
        }
        let cells = groups.iter().flat_map(|(cells, _, _)| cells);
        if size == 0 || size > 255 || cells.into_iter().any(|&cell| cell >= size * size) {
            return Err(PyValueError::new_err("expected cells of the board"));
        }
        let techniques = techniques.into_iter();
        let groups = groups.into_iter();
        let inner = words::Teller::new(
            templates,
            techniques
                .map(|(title, why)| Technique { title, why })
                .collect(),
            size,
            groups
                .map(|(cells, name, short)| Group { cells, name, short })
                .collect(),
        );
        Ok(Teller { inner, names })
    }

    fn line(&self, step: &Bound<'_, PyTuple>) -> PyResult<String> {
        Ok(self.inner.line(&self.reader().step(step)?))
    }

    fn sentences(&self, step: &Bound<'_, PyTuple>) -> PyResult<Vec<String>> {
        Ok(self.inner.sentences(&self.reader().step(step)?))
    }

    /// Tells paths: techniques counted from 1, then texts and their ends for each column.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        paths: Vec<Bound<'py, Path>>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Vec<Texts<'py>>)> {
        let (size, groups) = (self.inner.size(), self.inner.group_count());
        let mut started = Vec::new();
        for path in &paths {
            let Path { start, steps, .. } = path.get();
            let geometry = &start.geometry;
            if geometry.size != size || geometry.houses.len() > groups {
                return Err(PyValueError::new_err("expected paths on the same board"));
            }
            started.push((start, &steps[..]));
        }
        let mut pulse = Pulse::new();
        let told = py.detach(|| {
            let go_on = &mut || pulse.go_on();
            rows::tell_paths(&self.inner, &self.names, &started, threads, go_on)
        });
        pulse.raise()?;
        let told = told.unwrap_or_default();
        Ok((PyBytes::new(py, &told.techniques), texts(py, &told)))
    }
}

impl Teller {
    fn reader(&self) -> Reader {
        Reader {
            size: self.inner.size(),
            groups: self.inner.group_count(),
        }
    }
}

fn texts<'py>(py: Python<'py>, rows: &Rows) -> Vec<Texts<'py>> {
    let columns = rows.texts().into_iter();
    let columns = columns.map(|one| {
        let data = PyBytes::new(py, &one.data);
        (data, buffers::numbers(py, &one.ends))
    });
    columns.collect()
}

type Pairs = Vec<(u16, u8)>;

#[pyfunction]
fn conclusion(placements: Pairs, eliminations: Pairs, size: usize) -> PyResult<String> {
    let read = |pairs: Pairs| {
        let pairs = pairs.into_iter();
        pairs
            .map(|(cell, digit)| match digit {
                0 => Err(PyValueError::new_err("expected digits from 1")),
                _ => Ok(Cand::new(cell.into(), usize::from(digit) - 1)),
            })
            .collect::<PyResult<Vec<Cand>>>()
    };
    let (placements, eliminations) = (read(placements)?, read(eliminations)?);
    Ok(words::conclusion(&placements, &eliminations, size.max(1)))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ROLES", PyTuple::new(module.py(), ROLES)?)?;
    module.add("TEXTS", PyTuple::new(module.py(), Key::NAMES)?)?;
    module.add_function(wrap_pyfunction!(conclusion, module)?)?;
    module.add_class::<Teller>()
}
