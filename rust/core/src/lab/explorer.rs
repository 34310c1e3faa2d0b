//! The search itself: choose, assign, infer, count, as in `explorer.py`. Every frontier uses one of
//! these.

use std::collections::HashSet;
use std::time::Instant;

use super::board::Board;
use super::choices::{Choice, Chooser, Memory, Own};
use super::inference::{Culprit, Reasoner};
use super::mask::Mask;
use super::parts::{Order, Select, Strategy};
use super::tally::Tally;
use crate::contract::{Limit, Stop};

/// Why a search ends, or pauses, before everything is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A limit, or the caller.
    Stop(Stop),
    /// A restart is due.
    Pause,
    /// There are as many solutions as were asked for.
    Enough,
    /// One of the caller's own rules failed.
    Failed,
}

/// What a search tells now and then.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes generated so far.
    pub nodes: u64,
    /// Solutions found so far.
    pub solutions: u64,
}

/// What the caller of a search contributes while it runs.
pub struct Hooks<'a> {
    /// Called now and then; false ends the search.
    pub go_on: &'a mut dyn FnMut(Progress) -> bool,
    /// The caller's own rules, if the strategy has any.
    pub own: Option<&'a mut dyn Own>,
}

/// One run of a strategy on a puzzle.
pub(crate) struct Explorer<'a, M> {
    pub(crate) strategy: &'a Strategy,
    pub(crate) board: Board<'a, M>,
    pub(crate) tally: Tally,
    /// Nodes generated and not yet visited, as far as a frontier has them.
    pub(crate) waiting: u64,
    /// What is left to try: options of the current level are at the end.
    pub(crate) options: Vec<(u16, u8)>,
    /// The cell expanded last; None if places were chosen.
    pub(crate) chosen: Option<u16>,
    /// Bytes that the frontier and the explored states use.
    pub(crate) bytes: usize,
    pub(crate) solutions: Vec<Box<[u8]>>,
    /// The same, for frontiers that begin anew and may come to a solution again. The limit on
    /// memory does not count it, as Python's does not.
    known: Option<HashSet<Box<[u8]>>>,
    pub(crate) pause_at: u64,
    reasoner: Reasoner<M>,
    chooser: Chooser,
    memory: Memory,
    limit: Limit,
    started: Instant,
    hooks: Hooks<'a>,
    /// Nodes between two looks at the clock.
    patience: u64,
    pub(crate) next_look: u64,
}

impl<'a, M: Mask> Explorer<'a, M> {
    pub(crate) fn new(
        strategy: &'a Strategy,
        board: Board<'a, M>,
        memory: Memory,
        limit: Limit,
        hooks: Hooks<'a>,
    ) -> Explorer<'a, M> {
        let cells = board.geometry.cells() as u64;
        Explorer {
            strategy,
            reasoner: Reasoner::new(strategy.inference, &board),
            chooser: Chooser::default(),
            board,
            tally: Tally::default(),
            waiting: 0,
            options: Vec::new(),
            chosen: None,
            bytes: 0,
            solutions: Vec::new(),
            known: strategy.frontier.repeats().then(HashSet::new),
            pause_at: u64::MAX,
            memory,
            limit,
            started: Instant::now(),
            hooks,
            // About a millisecond: nodes of large boards take longer.
            patience: (100_000 / cells).clamp(16, 1024),
            next_look: 0,
        }
    }

    /// Runs the inference on the givens; a contradiction is a dead end.
    pub(crate) fn propagate_givens(&mut self) -> Result<(), Culprit> {
        self.reasoner
            .propagate_givens(&mut self.board, &mut self.tally)
    }

    /// The rank of a cell in the order that was fixed at the root.
    pub(crate) fn fixed_rank(&self, cell: u16) -> u32 {
        self.memory.ranks[usize::from(cell)]
    }

    /// Keeps a solution, the digits of the full board, unless it was found before.
    pub(crate) fn found(&mut self) -> Result<(), Halt> {
        let digits = self.board.digits.as_slice();
        if let Some(known) = &mut self.known
            && !known.insert(digits.into())
        {
            return Ok(());
        }
        self.solutions.push(digits.into());
        if self.solutions.len() as u64 >= self.limit.solutions {
            return Err(Halt::Enough);
        }
        Ok(())
    }

    /// Chooses a cell, adds what to try to the options, in order, and counts the children. Returns
    /// where those options begin.
    #[inline(always)]
    pub(crate) fn expand(&mut self, depth: u64) -> Result<usize, Halt> {
        let start = self.options.len();
        self.tally.expanded += 1;
        self.tally.deepest = self.tally.deepest.max(depth);
        let mut refused = 0;
        self.chosen = match self.select()? {
            Choice::Cell(cell) => {
                for digit in self.board.allowed(cell).digits() {
                    self.options.push((cell, digit));
                }
                let count = self.options.len() - start;
                if !self.board.tracked {
                    let tried = self.board.domain_size(cell);
                    refused = (tried - count) as u64;
                    self.tally.checks += (tried * self.board.geometry.peers(cell).len()) as u64;
                }
                if count > 1 && self.strategy.order != Order::Ascending {
                    self.order(cell, start)?;
                }
                Some(cell)
            }
            Choice::Places => None,
        };
        let count = (self.options.len() - start) as u64;
        self.tally.generated += count + refused;
        self.tally.refused += refused;
        self.tally.dead_ends += u64::from(count == 0);
        self.waiting += count;
        self.tally.largest_frontier = self.tally.largest_frontier.max(self.waiting);
        Ok(start)
    }

    /// The two most frequent rules stand here, so that they become part of the loop.
    #[inline(always)]
    fn select(&mut self) -> Result<Choice, Halt> {
        match self.strategy.select {
            Select::First => Ok(Choice::Cell(self.board.first())),
            Select::Mrv => Ok(Choice::Cell(self.board.narrowest())),
            _ => self.select_otherwise(),
        }
    }

    #[inline(never)]
    fn select_otherwise(&mut self) -> Result<Choice, Halt> {
        if self.strategy.select != Select::Own {
            return Ok(self.chooser.select(
                self.strategy.select,
                &mut self.board,
                &mut self.options,
                &mut self.memory,
            ));
        }
        let own = self.hooks.own.as_mut();
        own.and_then(|own| own.select(&self.board, &mut self.options, &mut self.memory))
            .ok_or(Halt::Failed)
    }

    #[inline(never)]
    fn order(&mut self, cell: u16, start: usize) -> Result<(), Halt> {
        let values = &mut self.options[start..];
        if self.strategy.order != Order::Own {
            self.chooser.order(
                self.strategy.order,
                &self.board,
                cell,
                values,
                &mut self.memory,
            );
            return Ok(());
        }
        let own = self.hooks.own.as_mut();
        match own.is_some_and(|own| own.order(&self.board, cell, values, &mut self.memory)) {
            true => Ok(()),
            false => Err(Halt::Failed),
        }
    }

    /// Places a digit and runs the inference.
    #[inline(always)]
    pub(crate) fn assign(&mut self, cell: u16, digit: u8) -> Result<(), Culprit> {
        self.waiting -= 1;
        self.conclude(cell, digit)
    }

    /// Places a digit and runs the inference, for a node that waited on its own.
    #[inline(always)]
    pub(crate) fn conclude(&mut self, cell: u16, digit: u8) -> Result<(), Culprit> {
        self.board.place(cell, digit);
        self.tally.assignments += 1;
        let inferred = self
            .reasoner
            .infer(&mut self.board, cell, digit, &mut self.tally);
        if let Err(Culprit(culprit)) = inferred {
            self.tally.dead_ends += 1;
            for &group in self.board.geometry.groups_of(culprit) {
                self.memory.weights[usize::from(group)] += 1;
            }
        }
        inferred
    }

    /// Goes on, unless a limit is reached or a restart is due.
    #[inline(always)]
    pub(crate) fn go_on(&mut self) -> Result<(), Halt> {
        if self.tally.generated < self.next_look {
            return Ok(());
        }
        self.look()
    }

    #[cold]
    pub(crate) fn look(&mut self) -> Result<(), Halt> {
        let nodes = self.tally.generated;
        if let Some(stop) = self.reached(nodes) {
            return Err(Halt::Stop(stop));
        }
        if nodes >= self.pause_at {
            return Err(Halt::Pause);
        }
        let next = nodes.saturating_add(self.patience);
        self.next_look = next.min(self.limit.nodes).min(self.pause_at);
        Ok(())
    }

    /// The limit that is reached, if any.
    fn reached(&mut self, nodes: u64) -> Option<Stop> {
        if nodes >= self.limit.nodes {
            return Some(Stop::Nodes);
        }
        let is_late = |time| self.started.elapsed() >= time;
        if self.limit.time.is_some_and(is_late) {
            return Some(Stop::Time);
        }
        // A solution is a slice of its own: its cells, its address and length, and the allocation.
        let kept = self.solutions.len() * (self.board.digits.len() + 32);
        let bytes = self.bytes + kept + self.board.bytes() + self.options.capacity() * 4;
        if self.limit.memory.is_some_and(|most| bytes > most) {
            return Some(Stop::Memory);
        }
        let progress = Progress {
            nodes,
            solutions: self.solutions.len() as u64,
        };
        (!(self.hooks.go_on)(progress)).then_some(Stop::Interrupt)
    }
}
