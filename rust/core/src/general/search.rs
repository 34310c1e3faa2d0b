//! Depth-first search over a [`Board`]: one candidate is tried, then refuted.

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

/// A candidate that was tried, and the board before it.
struct Level {
    mark: usize,
    tried: Candidate,
}

/// A search of one puzzle for all of its solutions.
pub(crate) struct Tree<const W: usize> {
    pub(crate) board: Board<W>,
    levels: Vec<Level>,
    /// How often a group was found dead, by group; cells first.
    weights: Vec<f32>,
    pub(crate) nodes: u64,
    pub(crate) guesses: u64,
    pub(crate) dead_ends: u64,
    /// Cells that have a digit before anything is tried.
    pub(crate) fixed: usize,
    exhausted: bool,
    /// The current state is not settled yet.
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

    fn blame(&mut self, Dead(group): Dead) {
        self.board.forget();
        self.dead_ends += 1;
        let index = match group {
            Group::Cell(cell) => cell,
            Group::Places(index) => self.board.houses.cells() + index,
        };
        self.weights[index] += 1.0;
    }

    /// The first candidate of the group that is the smallest for its weight.
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
