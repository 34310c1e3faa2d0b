//! The counters of a search. `counts.py` defines them.

macro_rules! counters {
    ($($name:ident)*) => {
        /// The counters of a search.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub struct Tally {
            $(pub $name: u64,)*
        }

        impl Tally {
            /// The names of the counters.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The counters in the order of their names.
            pub fn values(&self) -> Vec<u64> {
                vec![$(self.$name),*]
            }
        }
    };
}

counters! {
    generated expanded assignments refused checks eliminated revisions backtracks dead_ends deepest
    largest_frontier skipped restarts
}
