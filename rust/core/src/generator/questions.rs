//! Questions of a thread's slots, a puzzle each, which an engine answers together.

use super::reduction::Verdict;
use crate::batch::{self, Details, Rows};
use crate::contract::{Engine, Limit};
use crate::status;

/// A puzzle for each slot, and what the engine says about it.
pub(super) struct Questions<'e> {
    engine: &'e dyn Engine,
    limit: Limit,
    cells: usize,
    puzzles: Vec<u8>,
    firsts: Vec<u8>,
    seconds: Vec<u8>,
    status: Vec<u8>,
    stops: Vec<u8>,
    guesses: Vec<u32>,
    nodes: Vec<u32>,
}

impl<'e> Questions<'e> {
    pub(super) fn new(engine: &'e dyn Engine, limit: Limit, slots: usize) -> Questions<'e> {
        let cells = engine.size() * engine.size();
        Questions {
            engine,
            limit,
            cells,
            puzzles: vec![0; slots * cells],
            firsts: vec![0; slots * cells],
            seconds: vec![0; slots * cells],
            status: vec![0; slots],
            stops: vec![0; slots],
            guesses: vec![0; slots],
            nodes: vec![0; slots],
        }
    }

    /// The puzzles to fill in, one for each slot.
    pub(super) fn puzzles(&mut self) -> std::slice::ChunksExactMut<'_, u8> {
        self.puzzles.chunks_exact_mut(self.cells)
    }

    /// Answers the questions of the first slots; false if `go_on` said no.
    pub(super) fn answer(&mut self, slots: usize, go_on: &mut dyn FnMut() -> bool) -> bool {
        let cells = slots * self.cells;
        let rows = Rows {
            puzzles: &self.puzzles[..cells],
            solutions: &mut self.firsts[..cells],
            status: &mut self.status[..slots],
            guesses: &mut self.guesses[..slots],
            details: Some(Details {
                seconds: &mut self.seconds[..cells],
                nodes: &mut self.nodes[..slots],
                stops: &mut self.stops[..slots],
            }),
        };
        batch::solve(rows, self.engine, &self.limit, 1, go_on)
    }

    /// The answer to a slot, and the solutions that were found.
    pub(super) fn of(&self, slot: usize) -> (Verdict, [&[u8]; 2]) {
        let cells = slot * self.cells..(slot + 1) * self.cells;
        let verdict = match self.status[slot] {
            status::UNIQUE => Verdict::Unique,
            status::MULTIPLE => Verdict::Several,
            _ => Verdict::Undecided,
        };
        (verdict, [&self.firsts[cells.clone()], &self.seconds[cells]])
    }
}
