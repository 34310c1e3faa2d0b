//! A user's own rules, written in Python and called from a native search.

use std::ops::Range;

use nonet_core::lab::{Choice, Memory, Own, View};
use nonet_core::random::Random;
use pyo3::exceptions::{PyException, PySystemExit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyList, PyTuple};

/// How many cells are compared together.
const SPAN: usize = 16;

/// The board of a search as a rule sees it: copies, brought up to date before every call.
#[pyclass]
pub(crate) struct LabBoard {
    digits: Vec<u8>,
    sizes: Vec<u8>,
    allowed: Vec<u8>,
    /// The sizes once more: looking into a list is the fastest call that Python has.
    list: Py<PyList>,
    /// The size that the list has for filled cells, if they have none of their own.
    filled: Option<u32>,
    /// The empty cells, a bit for each.
    is_open: Vec<u64>,
    /// The empty cells as a rule got them, by their number: siblings in the search have the same.
    known: Vec<Option<(Vec<u64>, Py<PyTuple>)>>,
    /// Room for the sizes of the next board.
    next: Vec<u8>,
}

#[pymethods]
impl LabBoard {
    #[new]
    fn new(py: Python<'_>, cells: usize, filled: Option<u32>) -> PyResult<LabBoard> {
        Ok(LabBoard {
            digits: vec![0; cells],
            sizes: vec![0; cells],
            allowed: Vec::new(),
            list: PyList::new(py, vec![0; cells])?.unbind(),
            filled,
            is_open: bits_of(0..cells),
            known: (0..=cells).map(|_| None).collect(),
            next: Vec::new(),
        })
    }

    #[getter]
    fn digits<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.digits)
    }

    #[getter]
    fn sizes(&self, py: Python<'_>) -> Py<PyList> {
        self.list.clone_ref(py)
    }

    #[getter]
    fn open<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let count: u32 = self.is_open.iter().map(|word| word.count_ones()).sum();
        let count = count as usize;
        if let Some((cells, known)) = &self.known[count]
            && *cells == self.is_open
        {
            return Ok(known.bind(py).clone());
        }
        let open = PyTuple::new(py, self.cells_where(|digit, _| digit == 0))?;
        self.known[count] = Some((self.is_open.clone(), open.clone().unbind()));
        Ok(open)
    }

    fn first(&self) -> Option<usize> {
        self.open_cells().next()
    }

    fn equally_narrow(&self) -> Vec<u16> {
        let boards = self.digits.iter().zip(&self.sizes);
        let sizes = boards.map(|(&digit, &size)| if digit == 0 { size } else { u8::MAX });
        let least = sizes.min().unwrap_or(u8::MAX);
        self.cells_where(|digit, size| (digit == 0) & (size == least))
    }

    fn value(&self, cell: &Bound<'_, PyAny>) -> PyResult<u8> {
        match self.place(cell) {
            Some(place) => Ok(self.digits[place]),
            None => PyByteArray::new(cell.py(), &self.digits)
                .as_any()
                .get_item(cell)?
                .extract(),
        }
    }

    fn allowed<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let Some(place) = self.place(cell) else {
            let found = self.list.bind(cell.py()).as_any().get_item(cell)?;
            return Ok(found.cast_into()?);
        };
        let width = self.allowed.len() / self.digits.len();
        let mask = &self.allowed[place * width..(place + 1) * width];
        let digits = (0..8 * width).filter(|digit| mask[digit / 8] >> (digit % 8) & 1 == 1);
        let digits: Vec<usize> = digits.map(|digit| digit + 1).collect();
        PyTuple::new(cell.py(), digits)
    }
}

impl LabBoard {
    /// The empty cells, ascending.
    fn open_cells(&self) -> impl Iterator<Item = usize> {
        let words = self.is_open.iter().enumerate();
        words.flat_map(|(index, &word)| Bits(word).map(move |bit| 64 * index + bit))
    }

    /// The cells whose digit and size are as wanted, ascending. Nothing branches on a cell: a
    /// processor could not guess which ones are wanted.
    fn cells_where(&self, is_wanted: impl Fn(u8, u8) -> bool) -> Vec<u16> {
        let mut cells = vec![0; self.digits.len()];
        let mut count = 0;
        for (cell, (&digit, &size)) in self.digits.iter().zip(&self.sizes).enumerate() {
            cells[count] = cell as u16;
            count += usize::from(is_wanted(digit, size));
        }
        cells.truncate(count);
        cells
    }

    /// The number of a cell, from the end if it is negative, as in a list. If there is none, a
    /// Python sequence as long as the board says what is wrong.
    fn place(&self, cell: &Bound<'_, PyAny>) -> Option<usize> {
        let count = self.digits.len() as isize;
        let number = cell.extract::<isize>().ok()?;
        let number = if number < 0 { number + count } else { number };
        (0..count).contains(&number).then_some(number as usize)
    }

    /// Takes over the board of this moment.
    fn show(&mut self, py: Python<'_>, board: &dyn View) -> PyResult<()> {
        let digits = board.digits();
        self.next.clear();
        board.sizes(&mut self.next);
        let list = self.list.bind(py);
        for (index, is_open) in self.is_open.iter_mut().enumerate() {
            let start = 64 * index;
            let cells = start..digits.len().min(start + 64);
            let is_changed = differing(&self.sizes[cells.clone()], &self.next[cells.clone()])
                | differing(&self.digits[cells.clone()], &digits[cells]);
            for bit in Bits(is_changed) {
                let (cell, digit) = (start + bit, digits[start + bit]);
                let filled = self.filled.filter(|_| digit != 0);
                list.set_item(cell, filled.unwrap_or(self.next[cell].into()))?;
                self.digits[cell] = digit;
                *is_open = *is_open & !(1 << bit) | u64::from(digit == 0) << bit;
            }
        }
        std::mem::swap(&mut self.sizes, &mut self.next);
        board.allowed(&mut self.allowed);
        Ok(())
    }
}

/// A bit for each place where up to 64 bytes differ.
fn differing(some: &[u8], others: &[u8]) -> u64 {
    let (some, some_left) = some.as_chunks::<SPAN>();
    let (others, others_left) = others.as_chunks::<SPAN>();
    let mut found = 0;
    for (index, (some, others)) in some.iter().zip(others).enumerate() {
        let mut bits = 0;
        for place in 0..SPAN {
            bits |= u64::from(some[place] != others[place]) << place;
        }
        found |= bits << (SPAN * index);
    }
    let start = SPAN * some.len();
    for (index, (one, other)) in some_left.iter().zip(others_left).enumerate() {
        found |= u64::from(one != other) << (start + index);
    }
    found
}

/// Bits for some cells of a board.
fn bits_of(cells: Range<usize>) -> Vec<u64> {
    let mut words = vec![0; cells.end.div_ceil(64)];
    cells.for_each(|cell| words[cell / 64] |= 1 << (cell % 64));
    words
}

/// The places of the bits of a word, ascending.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    }
}

/// A user's rules, with everything that calling them needs.
pub(crate) struct OwnRules {
    board: Py<LabBoard>,
    state: Py<PyAny>,
    select: Py<PyAny>,
    /// What `select` is called with, the same every time.
    select_arguments: Py<PyTuple>,
    order: Py<PyAny>,
    /// What `order` gets after the state, the cell and its values, if anything.
    order_memory: Option<Py<PyAny>>,
    /// What both remember, if one of them takes it.
    memory: Option<Py<PyAny>>,
    /// Checks an answer that is not simply right, and says what is wrong with it.
    check_choice: Py<PyAny>,
    check_values: Py<PyAny>,
    /// Raises the error for a rule that raised something.
    blame: Py<PyAny>,
}

impl OwnRules {
    pub(crate) fn read(rules: &Bound<'_, PyAny>) -> PyResult<OwnRules> {
        let part = |name| rules.getattr(name).map(Bound::unbind);
        Ok(OwnRules {
            board: rules.getattr("board")?.extract()?,
            state: part("state")?,
            select: part("select")?,
            select_arguments: rules.getattr("select_arguments")?.extract()?,
            order: part("order")?,
            order_memory: rules.getattr("order_memory")?.extract()?,
            memory: rules.getattr("memory")?.extract()?,
            check_choice: part("check_choice")?,
            check_values: part("check_values")?,
            blame: part("blame")?,
        })
    }

    /// Shows the board and what the search remembers to a rule, calls it, and takes the latter back.
    fn call<'py>(
        &self,
        kind: &str,
        board: &dyn View,
        memory: &mut Memory,
        rule: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.board.borrow_mut(py).show(py, board)?;
        let known = self.memory.as_ref().map(|known| known.bind(py));
        let rng = known.map(|known| known.getattr(intern!(py, "rng")));
        let rng = rng.transpose()?;
        if let (Some(known), Some(rng)) = (known, &rng) {
            known.setattr(intern!(py, "weights"), &memory.weights)?;
            rng.setattr(intern!(py, "word"), memory.random.state())?;
        }
        let answer = rule().map_err(|error| self.blamed(py, kind, error))?;
        if let Some(rng) = rng {
            memory.random = Random::new(rng.getattr(intern!(py, "word"))?.extract()?);
        }
        Ok(answer)
    }

    /// The error that names the rule; Ctrl-C is nobody's fault.
    fn blamed(&self, py: Python<'_>, kind: &str, error: PyErr) -> PyErr {
        let is_own = error.is_instance_of::<PyException>(py);
        if !is_own && !error.is_instance_of::<PySystemExit>(py) {
            return error;
        }
        match self
            .blame
            .call1(py, (kind, error.clone_ref(py).into_value(py)))
        {
            Err(named) => named,
            Ok(_) => error,
        }
    }

    fn choose(
        &self,
        board: &dyn View,
        options: &mut Vec<(u16, u8)>,
        memory: &mut Memory,
    ) -> PyResult<Choice> {
        Python::attach(|py| {
            let rule = || self.select.bind(py).call1(self.select_arguments.bind(py));
            let answer = self.call("select", board, memory, rule, py)?;
            if answer.is_exact_instance_of::<PyInt>()
                && let Ok(cell) = answer.extract::<u16>()
                && board.digits().get(usize::from(cell)) == Some(&0)
            {
                return Ok(Choice::Cell(cell));
            }
            Ok(
                match self.check_choice.bind(py).call1((answer,))?.extract()? {
                    Answer::Cell(cell) => Choice::Cell(cell),
                    Answer::Places(places) => {
                        options.extend(places);
                        Choice::Places
                    }
                },
            )
        })
    }

    fn arrange(
        &self,
        board: &dyn View,
        cell: u16,
        values: &mut [(u16, u8)],
        memory: &mut Memory,
    ) -> PyResult<()> {
        Python::attach(|py| {
            let digits: Vec<u8> = values.iter().map(|&(_, digit)| digit).collect();
            let known = PyTuple::new(py, &digits)?;
            let (order, state) = (self.order.bind(py), self.state.bind(py));
            let rule = || match &self.order_memory {
                Some(memory) => order.call1((state, cell, &known, memory)),
                None => order.call1((state, cell, &known)),
            };
            let answer = self.call("order", board, memory, rule, py)?;
            let mut ordered = match answer.is_exact_instance_of::<PyList>() {
                true => answer.extract::<Vec<u8>>().unwrap_or_default(),
                false => Vec::new(),
            };
            let mut ascending = ordered.clone();
            ascending.sort_unstable();
            if ascending != digits {
                ordered = self.check_values.call1(py, (known, answer))?.extract(py)?;
            }
            for ((_, value), digit) in values.iter_mut().zip(ordered) {
                *value = digit;
            }
            Ok(())
        })
    }
}

/// What a rule for cells returns: a cell, or places.
#[derive(FromPyObject)]
enum Answer {
    Cell(u16),
    Places(Vec<(u16, u8)>),
}

/// A user's rules during one run.
pub(crate) struct Guest<'a> {
    rules: &'a OwnRules,
    /// What a rule raised.
    pub(crate) error: Option<PyErr>,
}

impl<'a> Guest<'a> {
    pub(crate) fn new(rules: &'a OwnRules) -> Guest<'a> {
        Guest { rules, error: None }
    }

    fn keep<T>(&mut self, answer: PyResult<T>) -> Option<T> {
        answer.map_err(|error| self.error = Some(error)).ok()
    }
}

impl Own for Guest<'_> {
    fn select(
        &mut self,
        board: &dyn View,
        options: &mut Vec<(u16, u8)>,
        memory: &mut Memory,
    ) -> Option<Choice> {
        let chosen = self.rules.choose(board, options, memory);
        self.keep(chosen)
    }

    fn order(
        &mut self,
        board: &dyn View,
        cell: u16,
        values: &mut [(u16, u8)],
        memory: &mut Memory,
    ) -> bool {
        let arranged = self.rules.arrange(board, cell, values, memory);
        self.keep(arranged).is_some()
    }
}
