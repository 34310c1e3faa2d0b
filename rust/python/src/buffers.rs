//! Python buffers as slices: every check that makes the one `unsafe` step sound is here.

use std::ops::Range;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// A contiguous buffer of a known length, held by the `PyBuffer` that it was made from.
pub(crate) struct View<'a, T> {
    buffer: &'a PyBuffer<T>,
    start: *mut T,
    len: usize,
}

impl<'a, T: Element> View<'a, T> {
    pub(crate) fn new(buffer: &'a PyBuffer<T>, name: &str, len: usize) -> PyResult<Self> {
        let refuse = |found: String| Err(PyValueError::new_err(format!("{name}: {found}")));
        if !buffer.is_c_contiguous() {
            return refuse("expected a C-contiguous buffer".into());
        }
        if size_of::<T>() > 1 && matches!(buffer.format().to_bytes().first(), Some(b'>' | b'!')) {
            return refuse("expected the machine's byte order".into());
        }
        if buffer.item_count() != len {
            return refuse(format!(
                "expected {len} items, found {}",
                buffer.item_count()
            ));
        }
        // An empty array may have any pointer at all; a slice wants an aligned one.
        let start = if len == 0 {
            std::ptr::NonNull::dangling().as_ptr()
        } else {
            buffer.buf_ptr().cast()
        };
        Ok(View { buffer, start, len })
    }

    pub(crate) fn writable(buffer: &'a PyBuffer<T>, name: &str, len: usize) -> PyResult<Self> {
        if buffer.readonly() {
            return Err(PyValueError::new_err(format!(
                "{name}: expected a writable buffer"
            )));
        }
        View::new(buffer, name, len)
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.start.addr()..self.start.addr() + self.len * size_of::<T>()
    }

    /// # Safety
    /// Nobody may write to the buffer while the slice lives.
    pub(crate) unsafe fn slice(self) -> &'a [T] {
        // SAFETY: aligned, contiguous and of this length (see `new`); the caller keeps writers out.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }

    /// # Safety
    /// Nobody else may read or write the buffer while the slice lives.
    pub(crate) unsafe fn slice_mut(self) -> &'a mut [T] {
        assert!(self.len == 0 || !self.buffer.readonly());
        // SAFETY: as in `slice`, and writable.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}

/// Refuses buffers that share memory: the answers would overwrite the questions.
pub(crate) fn check_disjoint(spans: &[Range<usize>]) -> PyResult<()> {
    for (index, one) in spans.iter().enumerate() {
        for other in &spans[index + 1..] {
            if one.start < other.end && other.start < one.end {
                return Err(PyValueError::new_err(
                    "expected separate buffers, found two that share memory",
                ));
            }
        }
    }
    Ok(())
}

/// Refuses parts that are not within a text.
pub(crate) fn check_parts(text: &[u8], starts: &[i64], ends: &[i64]) -> PyResult<()> {
    let is_within = |(&start, &end): (&i64, &i64)| {
        0 <= start && start <= end && usize::try_from(end).is_ok_and(|end| end <= text.len())
    };
    if starts.len() == ends.len() && starts.iter().zip(ends).all(is_within) {
        return Ok(());
    }
    Err(PyValueError::new_err("expected parts of the text"))
}

/// Numbers as bytes in native order, from which Python makes an array.
pub(crate) fn numbers<'py, T: Element>(py: Python<'py>, numbers: &[T]) -> Bound<'py, PyByteArray> {
    // SAFETY: an element of a buffer is a plain number, and every byte of it is initialised.
    let bytes =
        unsafe { std::slice::from_raw_parts(numbers.as_ptr().cast::<u8>(), size_of_val(numbers)) };
    PyByteArray::new(py, bytes)
}
