//! The parts that a strategy is made of. The names and what they mean are those of the Python lab.

macro_rules! parts {
    ($($(#[$about:meta])* $part:ident { $($choice:ident = $name:literal,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum $part {
            $($choice,)*
        }

        impl $part {
            /// The part with a name.
            pub fn named(name: &str) -> Option<$part> {
                match name {
                    $($name => Some($part::$choice),)*
                    _ => None,
                }
            }
        }
    )*};
}

parts! {
    /// Which node is next.
    Frontier {
        Recursive = "recursive",
        Iterative = "iterative",
        Stack = "stack",
        Queue = "queue",
        Greedy = "greedy",
        AStar = "a-star",
        Deepening = "deepening",
        Discrepancy = "discrepancy",
        Restarts = "restarts",
        Backjumping = "backjumping",
    }

    /// What to infer from an assignment.
    Inference {
        None = "none",
        Forward = "forward",
        NakedSingles = "naked-singles",
        Singles = "singles",
        Ac3 = "ac3",
        Mac = "mac",
        AllDifferent = "all-different",
    }

    /// What is done with the givens before the search.
    Givens {
        Propagated = "propagated",
        Checked = "checked",
        Left = "left",
    }

    /// Which cell to pick.
    Select {
        First = "first",
        Fixed = "fixed",
        Mrv = "mrv",
        MrvDegree = "mrv-degree",
        MrvLeastDegree = "mrv-least-degree",
        MrvRandom = "mrv-random",
        DomWdeg = "dom-wdeg",
        Random = "random",
        Places = "places",
        Own = "own",
    }

    /// Which value to try first.
    Order {
        Ascending = "ascending",
        Lcv = "lcv",
        MostConstraining = "most-constraining",
        Random = "random",
        Own = "own",
    }

    /// An estimate of the distance to a solution.
    Heuristic {
        OpenCells = "open-cells",
        ValuesLeft = "values-left",
    }
}

impl Frontier {
    /// Whether nodes wait with a board of their own; otherwise one board follows the path.
    pub fn keeps_boards(self) -> bool {
        use Frontier::{AStar, Greedy, Queue, Stack};
        matches!(self, Stack | Queue | Greedy | AStar)
    }

    /// Whether it begins anew, and may come to the same solution again.
    pub fn repeats(self) -> bool {
        matches!(
            self,
            Frontier::Deepening | Frontier::Discrepancy | Frontier::Restarts
        )
    }
}

/// A search made of parts. How Python would represent the board and undo a change is no part of
/// it: it makes no difference to what is counted.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// Which node is next.
    pub frontier: Frontier,
    /// What to infer from an assignment.
    pub inference: Inference,
    /// What is done with the givens before the search.
    pub givens: Givens,
    /// Which cell to pick.
    pub select: Select,
    /// Which value to try first.
    pub order: Order,
    /// Whether states seen are remembered and skipped.
    pub explored: bool,
    /// The estimate of the frontiers greedy and a-star.
    pub heuristic: Heuristic,
    /// Nodes before the first restart.
    pub restart_after: u64,
}
