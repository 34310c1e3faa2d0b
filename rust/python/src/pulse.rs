//! Ctrl-C inside a call that has released the GIL.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often a long call looks for Ctrl-C.
const PULSE: Duration = Duration::from_millis(50);

/// Asks Python for pending signals now and then.
pub(crate) struct Pulse {
    next: Instant,
    interrupt: Option<PyErr>,
}

impl Pulse {
    pub(crate) fn new() -> Pulse {
        Pulse {
            next: Instant::now() + PULSE,
            interrupt: None,
        }
    }

    /// Asks if it is time to; false once something was raised.
    pub(crate) fn go_on(&mut self) -> bool {
        !self.is_due() || self.ask(|_| Ok(()))
    }

    /// True if it is time to ask again.
    pub(crate) fn is_due(&self) -> bool {
        self.interrupt.is_some() || Instant::now() >= self.next
    }

    /// Asks for signals, and has something done on the way; false once either raised something.
    pub(crate) fn ask(&mut self, also: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
        if self.interrupt.is_none() {
            let asked = Python::attach(|py| py.check_signals().and_then(|()| also(py)));
            self.interrupt = asked.err();
            self.next = Instant::now() + PULSE;
        }
        self.interrupt.is_none()
    }

    /// Raises what was raised meanwhile.
    pub(crate) fn raise(&mut self) -> PyResult<()> {
        self.interrupt.take().map_or(Ok(()), Err)
    }
}
