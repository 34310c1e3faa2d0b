//! Depth-first search over a [`Board`]: one candidate is tried, then refuted.
//!
//! ```text
//!   levels   [ tried a | tried b | tried c ]      each with the length of the trail before it
//!   board      givens, then a, b, c and all that follows
//! ```
//!
//! At a contradiction the last level is undone and its candidate eliminated, which becomes part of
//! the level below. So the tree is binary, a level is never visited twice, and the order of
//! solutions does not change.
//!
//! Restarts, by nodes or by dead ends, gained nothing at any length from 10 to 400, and made the
//! slowest 16x16 boards two to four times slower: learning is the better second stage.

use super::board::{Board, Candidate, Dead, Group};

/// What a run ended with.
pub(crate) enum Halt {
    /// A solution not given before, on the board.
    Solution,
    /// The budget is used up; there may be more.
    Paused,
    /// There is nothing left.
    Exhausted,
}

/// A candidate that was tried, and the length of the trail before it.
struct Level {
    mark: usize,
    tried: Candidate,
}

/// A search of one puzzle for all of its solutions.
pub(crate) struct Tree<const W: usize> {
    pub(crate) board: Board<W>,
    levels: Vec<Level>,
    /// 1 and how often a group was found dead, by group; cells first, then places. This is
    /// dom/wdeg of constraint solvers: a group that failed before is likely to fail again, so it
    /// had better come early.
    weights: Vec<f32>,
    pub(crate) nodes: u64,
    pub(crate) guesses: u64,
    pub(crate) dead_ends: u64,
    /// Cells that have a digit before anything is tried.
    pub(crate) fixed: usize,
    exhausted: bool,
    /// The current state was propagated, but nothing was tried in it: continue from here and do
    /// not retreat. So at the root, and after a pause in the middle of a descent.
    fresh: bool,
}

impl<const W: usize> Tree<W> {
    pub(crate) fn new(board: Board<W>) -> Tree<W> {
        let groups = board.houses.cells() + board.houses.len() * board.houses.size();
        Tree {
            fixed: board.houses.cells() - board.open(),
            board,
            levels: Vec::new(),
            weights: vec![1.0; groups],
            nodes: 0,
            guesses: 0,
            dead_ends: 0,
            exhausted: false,
            fresh: true,
        }
    }

    /// Bytes in use, about.
    pub(crate) fn memory(&self) -> usize {
        self.board.memory() + 16 * self.levels.capacity() + 4 * self.weights.len()
    }

    /// Goes on for so many nodes. The inner loop descends to a contradiction or a solution; the
    /// outer one retreats from it. A node is a state that was propagated, whichever way it was
    /// reached.
    pub(crate) fn run(&mut self, budget: u64) -> Halt {
        let last = self.nodes.saturating_add(budget);
        while !self.exhausted {
            if self.nodes >= last {
                return Halt::Paused;
            }
            self.nodes += 1;
            if !std::mem::take(&mut self.fresh) && !self.retreat() {
                break;
            }
            loop {
                if self.board.open() == 0 {
                    return Halt::Solution;
                }
                let tried = self.choose();
                self.guesses += 1;
                self.levels.push(Level {
                    mark: self.board.mark(),
                    tried,
                });
                let result = self
                    .board
                    .place(tried)
                    .and_then(|()| self.board.propagate());
                if let Err(dead) = result {
                    self.blame(dead);
                    break;
                }
                // In the middle of a descent: the state is there already, and must not be left.
                if self.nodes >= last {
                    self.fresh = true;
                    return Halt::Paused;
                }
                self.nodes += 1;
            }
        }
        self.exhausted = true;
        Halt::Exhausted
    }

    /// Goes back to the last candidate whose refutation leaves something; false if none does.
    fn retreat(&mut self) -> bool {
        while let Some(level) = self.levels.pop() {
            // The refuted candidate then goes for good, as far as the level below is concerned.
            self.board.undo(level.mark);
            let result = self
                .board
                .eliminate(level.tried)
                .and_then(|()| self.board.propagate());
            match result {
                Ok(()) => return true,
                Err(dead) => self.blame(dead),
            }
        }
        false
    }

    /// Gives a group that was found dead more weight.
    fn blame(&mut self, Dead(group): Dead) {
        self.board.forget();
        self.dead_ends += 1;
        let index = match group {
            Group::Cell(cell) => cell,
            Group::Places(index) => self.board.houses.cells() + index,
        };
        self.weights[index] += 1.0;
    }

    /// The first candidate of the group that is the smallest for its weight, cell or places alike;
    /// the first of equals.
    fn choose(&self) -> Candidate {
        let houses = &self.board.houses;
        let mut best = (f32::INFINITY, Group::Cell(0));
        for cell in 0..houses.cells() {
            if !self.board.is_placed(cell) {
                let score = self.board.candidates(cell).len() as f32 / self.weights[cell];
                if score < best.0 {
                    best = (score, Group::Cell(cell));
                }
            }
        }
        let weights = &self.weights[houses.cells()..];
        for (index, weight) in weights.iter().enumerate() {
            let count = self.board.places(index).len();
            // Those with one place are placed; there is nothing to try.
            if count > 1 {
                let score = count as f32 / weight;
                if score < best.0 {
                    best = (score, Group::Places(index));
                }
            }
        }
        self.board
            .members(best.1)
            .next()
            .expect("an open group has candidates")
    }
}
