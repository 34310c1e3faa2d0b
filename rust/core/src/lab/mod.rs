//! The lab's strategies, compiled: the same search as the Python of `nonet/lab`, which is its
//! specification, with the same status, the same solutions in the same order and the same value
//! of every counter.

mod best_first;
mod board;
mod choices;
mod depth_first;
mod explorer;
mod geometry;
mod inference;
mod mask;
mod matching;
mod parts;
mod plain;
mod tally;

use crate::contract::{Limit, Stop};
use crate::general::bits::Bits;
use crate::random::Random;

pub use choices::{Choice, Memory, Own, View};
pub use explorer::{Hooks, Progress};
pub use geometry::Geometry;
pub use parts::{Frontier, Givens, Heuristic, Inference, Order, Select, Strategy};
pub use tally::Tally;

use board::Board;
use explorer::{Explorer, Halt};
use mask::Mask;

/// The empty cells that Python's recursion can take; the frontier `recursive` refuses more.
pub const RECURSIVE_CELLS: usize = 700;

/// A puzzle: its givens, and the digits that the rules allow in each cell.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Which cells may not hold the same digit.
    pub geometry: &'a Geometry,
    /// A byte per cell, 0 for an empty one.
    pub givens: &'a [u8],
    /// True if the rules let a cell hold a digit; None if they say nothing.
    pub allowed: Option<crate::contract::Candidates<'a>>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything was explored.
    Exhausted,
    /// There are as many solutions as were asked for.
    Enough,
    /// A limit was reached, or the caller said so.
    Stopped(Stop),
    /// One of the caller's own rules failed.
    Failed,
    /// There are too many empty cells for recursion: this many.
    TooDeep(usize),
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The solutions, in the order found.
    pub solutions: Vec<Box<[u8]>>,
    /// What it cost.
    pub tally: Tally,
}

/// Runs a strategy on a puzzle. Parts that do not fit together are the caller's to refuse.
pub fn run<'a>(
    strategy: &'a Strategy,
    task: Task<'a>,
    limit: Limit,
    seed: u64,
    hooks: Hooks<'a>,
) -> Outcome {
    match task.geometry.size() {
        ..=16 => run_with::<u16>(strategy, task, limit, seed, hooks),
        17..=32 => run_with::<u32>(strategy, task, limit, seed, hooks),
        _ => run_with::<Bits<4>>(strategy, task, limit, seed, hooks),
    }
}

fn run_with<'a, M: Mask>(
    strategy: &'a Strategy,
    task: Task<'a>,
    limit: Limit,
    seed: u64,
    hooks: Hooks<'a>,
) -> Outcome {
    let possible = task.domains::<M>(false);
    let mut board = Board::new(
        task.geometry,
        task.givens,
        &match strategy.givens {
            Givens::Left => task.domains::<M>(true),
            _ => possible.clone(),
        },
        strategy.inference != Inference::None,
    );
    let asks_for_peers = matches!(strategy.select, Select::MrvDegree | Select::MrvLeastDegree);
    if asks_for_peers && !strategy.frontier.keeps_boards() {
        board.keep_open_peers();
    }
    let memory = Memory {
        random: Random::new(seed),
        ranks: match strategy.select {
            Select::Fixed => ranks(&board, &possible),
            _ => Vec::new(),
        },
        weights: vec![1; task.geometry.group_count()],
    };
    let mut explorer = Explorer::new(strategy, board, memory, limit, hooks);
    let end = if task.has_conflict() {
        End::Exhausted
    } else {
        search(&mut explorer)
    };
    Outcome {
        end,
        solutions: explorer.solutions,
        tally: explorer.tally,
    }
}

/// Builds the root, and lets the frontier explore.
fn search<M: Mask>(explorer: &mut Explorer<'_, M>) -> End {
    explorer.tally.generated = 1;
    let strategy = explorer.strategy;
    let is_dead = explorer.board.geometry.is_impossible()
        || strategy.givens == Givens::Propagated && explorer.propagate_givens().is_err();
    if is_dead {
        explorer.tally.dead_ends += 1;
        return End::Exhausted;
    }
    let open = explorer.board.open();
    if open == 0 {
        return match explorer.found() {
            Ok(()) => End::Exhausted,
            Err(_) => End::Enough,
        };
    }
    let explored = match strategy.frontier {
        Frontier::Recursive if open > RECURSIVE_CELLS => return End::TooDeep(open),
        Frontier::Recursive | Frontier::Iterative => explorer.backtracking(),
        Frontier::Deepening => explorer.deepening(),
        Frontier::Discrepancy => explorer.discrepancy(),
        Frontier::Restarts => explorer.restarts(),
        Frontier::Backjumping => explorer.backjumping(),
        Frontier::Stack | Frontier::Queue | Frontier::Greedy | Frontier::AStar => {
            explorer.best_first()
        }
    };
    match explored {
        Ok(()) => End::Exhausted,
        Err(Halt::Enough) => End::Enough,
        Err(Halt::Stop(stop)) => End::Stopped(stop),
        Err(Halt::Failed | Halt::Pause) => End::Failed,
    }
}

impl Task<'_> {
    /// The values to try in each cell: all that the rules allow, or those that no given excludes.
    fn domains<M: Mask>(&self, everything: bool) -> Vec<M> {
        let size = self.geometry.size() as u8;
        let all = M::up_to(size);
        let cells = 0..self.givens.len() as u16;
        cells
            .map(|cell| {
                let index = usize::from(cell);
                let mut left = match self.allowed {
                    None => all,
                    Some(allowed) => (1..=size)
                        .filter(|&digit| allowed.has(index, usize::from(digit) - 1))
                        .fold(M::EMPTY, |set, digit| set | M::of(digit)),
                };
                if everything {
                    return left;
                }
                if self.givens[index] > 0 {
                    return M::of(self.givens[index]);
                }
                for &peer in self.geometry.peers(cell) {
                    let digit = self.givens[usize::from(peer)];
                    if digit > 0 {
                        left = left & !M::of(digit);
                    }
                }
                left
            })
            .collect()
    }

    /// Whether a given repeats another, or is not allowed in its cell.
    fn has_conflict(&self) -> bool {
        let forbids = |allowed: crate::contract::Candidates<'_>| {
            let mut givens = self.givens.iter().enumerate();
            givens.any(|(cell, &digit)| digit > 0 && !allowed.has(cell, usize::from(digit) - 1))
        };
        self.geometry.has_conflict(self.givens) || self.allowed.is_some_and(forbids)
    }
}

/// For every cell, its rank by the number of values at the root, fewest first.
fn ranks<M: Mask>(board: &Board<'_, M>, possible: &[M]) -> Vec<u32> {
    let mut order: Vec<u16> = board.open_cells().collect();
    order.sort_by_key(|&cell| possible[usize::from(cell)].len());
    let mut ranks = vec![0; possible.len()];
    for (rank, &cell) in order.iter().enumerate() {
        ranks[usize::from(cell)] = rank as u32;
    }
    ranks
}
