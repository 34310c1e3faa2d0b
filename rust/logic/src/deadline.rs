//! The moment at which a search has to give up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A deadline, or none. A board carries it, and so do the boards that are made from it, so that
/// chains inside chains look at it as well.
#[derive(Clone, Default)]
pub struct Deadline(Option<Arc<Clock>>);

struct Clock {
    /// Says whether it is time.
    is_over: Box<dyn Fn() -> bool + Send + Sync>,
    was_missed: AtomicBool,
}

impl Deadline {
    /// A deadline at some moment, if there is one.
    pub fn new(at: Option<Instant>) -> Deadline {
        at.map_or(Deadline(None), |at| {
            Deadline::when(move || Instant::now() >= at)
        })
    }

    /// A deadline once a caller says so, who is asked again and again.
    pub fn when(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Deadline {
        Deadline(Some(Arc::new(Clock {
            is_over: Box::new(is_over),
            was_missed: AtomicBool::new(false),
        })))
    }

    /// True if it is time to give up. Whoever is told so finds less than there is.
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|clock| {
            let is_over = (clock.is_over)();
            if is_over {
                clock.was_missed.store(true, Ordering::Relaxed);
            }
            is_over
        })
    }

    /// True if a search gave up.
    pub fn was_missed(&self) -> bool {
        let clock = self.0.as_ref();
        clock.is_some_and(|clock| clock.was_missed.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_deadline_is_missed_once_somebody_is_told() {
        let past = Deadline::new(Some(Instant::now()));
        let copy = past.clone();
        assert!(!copy.was_missed());
        assert!(past.is_over());
        assert!(copy.was_missed());
    }

    #[test]
    fn a_later_deadline_is_not_over_and_none_never_is() {
        let later = Deadline::new(Some(Instant::now() + Duration::from_secs(3600)));
        for deadline in [later, Deadline::new(None)] {
            assert!(!deadline.is_over());
            assert!(!deadline.was_missed());
        }
    }
}
