//! The frontiers that follow one path at a time: depth first, in rounds, with restarts, and with
//! jumps. The path is a list of levels; the trail of the board undoes what a level did.

use super::explorer::{Explorer, Halt};
use super::inference::Culprit;
use super::mask::Mask;

/// What the options of a level cost in a round that may only spend so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Toll {
    /// Nothing: every option is visited.
    Free,
    /// One for each level: iterative deepening.
    Level,
    /// One for each option before it: limited discrepancy.
    Rank,
}

/// A cell of the path, and its values that are left to try.
struct Level {
    /// How long the trail was before the digit of the level above was placed.
    mark: u32,
    /// Where its options begin, the next of them, and where they end.
    start: u32,
    next: u32,
    end: u32,
    /// What the path to it has cost.
    spent: u64,
}

impl<M: Mask> Explorer<'_, M> {
    /// Backtracking; recursive or not, it is the same search.
    pub(crate) fn backtracking(&mut self) -> Result<(), Halt> {
        match self.plain_backtracking() {
            Some(ended) => ended,
            None => self.round(Toll::Free, 0).map(|_| ()),
        }
    }

    /// Searches to level 1, then again to level 2, level 3, ...
    pub(crate) fn deepening(&mut self) -> Result<(), Halt> {
        self.rounds(Toll::Level, 1)
    }

    /// Trusts the order of values: first without exceptions, then with one, with two, ...
    pub(crate) fn discrepancy(&mut self) -> Result<(), Halt> {
        self.rounds(Toll::Rank, 0)
    }

    /// A round that cuts nothing off has explored everything.
    fn rounds(&mut self, toll: Toll, first: u64) -> Result<(), Halt> {
        for allowed in first.. {
            self.tally.restarts += 1;
            if !self.round(toll, allowed)? {
                break;
            }
        }
        Ok(())
    }

    /// Finds the solutions that cost up to `allowed`; returns whether anything was cut off. Those of
    /// earlier rounds come again. They are not told by their cost: if choices are random or
    /// learned, each round has a tree of its own.
    fn round(&mut self, toll: Toll, allowed: u64) -> Result<bool, Halt> {
        let mut cut = false;
        let mut levels = vec![self.level(self.board.mark(), 1, 0)?];
        while let Some(level) = levels.last_mut() {
            if level.next == level.end {
                self.board.undo(level.mark as usize);
                self.options.truncate(level.start as usize);
                self.tally.backtracks += 1;
                levels.pop();
                continue;
            }
            self.go_on()?;
            let (cell, digit) = self.options[level.next as usize];
            let price = match toll {
                Toll::Free => 0,
                Toll::Level => level.spent + 1,
                Toll::Rank => level.spent + u64::from(level.next - level.start),
            };
            level.next += 1;
            if price > allowed {
                cut = true;
                self.waiting -= 1;
                continue;
            }
            let mark = self.board.mark();
            if self.assign(cell, digit).is_ok() {
                if self.board.open() > 0 {
                    let depth = levels.len() as u64 + 1;
                    levels.push(self.level(mark, depth, price)?);
                    continue;
                }
                self.found()?;
            }
            self.board.undo(mark);
        }
        Ok(cut)
    }

    #[inline(always)]
    fn level(&mut self, mark: usize, depth: u64, spent: u64) -> Result<Level, Halt> {
        let start = self.expand(depth)?;
        Ok(Level {
            mark: mark as u32,
            start: start as u32,
            next: start as u32,
            end: self.options.len() as u32,
            spent,
        })
    }

    /// Searches depth first with random choices, and restarts after more and more nodes. The
    /// cut-off grows by half each time, so eventually one run explores everything.
    pub(crate) fn restarts(&mut self) -> Result<(), Halt> {
        let mut cutoff = self.strategy.restart_after;
        let root = self.board.mark();
        loop {
            self.tally.restarts += 1;
            self.waiting = 0;
            self.pause_at = self.tally.generated.saturating_add(cutoff);
            let ended = self.backtracking();
            self.pause_at = u64::MAX;
            if ended != Err(Halt::Pause) {
                return ended;
            }
            self.board.undo(root);
            self.options.clear();
            cutoff = cutoff.saturating_add(cutoff / 2 + 1);
        }
    }

    /// Depth first, but jumps back to the deepest cell that is involved in the dead end.
    pub(crate) fn backjumping(&mut self) -> Result<(), Halt> {
        let mut path = Path {
            levels: Vec::new(),
            chosen: CellSet::new(self.board.geometry.cells()),
        };
        let root = self.board.mark();
        path.enter(self, root)?;
        while let Some(here) = path.levels.last_mut() {
            if here.level.next == here.level.end {
                path.jump(self);
                continue;
            }
            self.go_on()?;
            let (cell, digit) = self.options[here.level.next as usize];
            here.level.next += 1;
            let mark = self.board.mark();
            path.chosen.insert(cell);
            match self.assign(cell, digit) {
                Ok(()) if self.board.open() > 0 => {
                    path.enter(self, mark)?;
                    continue;
                }
                Ok(()) => {
                    self.found()?;
                    // A solution is no conflict: every level above may have another one.
                    here.blamed.add(&path.chosen);
                }
                Err(Culprit(culprit)) => {
                    here.blamed
                        .add_some(self.board.geometry.peers(culprit), &path.chosen);
                }
            }
            self.board.undo(mark);
        }
        Ok(())
    }
}

/// The path of backjumping: its levels, and the cells whose values were tried.
struct Path {
    levels: Vec<JumpLevel>,
    chosen: CellSet,
}

/// A level that remembers which earlier cells excluded its values.
struct JumpLevel {
    level: Level,
    cell: u16,
    blamed: CellSet,
}

impl Path {
    /// Expands the board into one more level.
    fn enter<M: Mask>(&mut self, explorer: &mut Explorer<'_, M>, mark: usize) -> Result<(), Halt> {
        let depth = self.levels.len() as u64 + 1;
        let level = explorer.level(mark, depth, 0)?;
        let cell = explorer.chosen.ok_or(Halt::Failed)?;
        let mut blamed = CellSet::new(explorer.board.geometry.cells());
        blamed.add_some(explorer.board.geometry.peers(cell), &self.chosen);
        self.levels.push(JumpLevel {
            level,
            cell,
            blamed,
        });
        Ok(())
    }

    /// Leaves the last level and every level above it that is not to blame for the dead end.
    fn jump<M: Mask>(&mut self, explorer: &mut Explorer<'_, M>) {
        let mut blame: Option<CellSet> = None;
        while let Some(JumpLevel {
            level,
            cell,
            mut blamed,
        }) = self.levels.pop()
        {
            self.chosen.remove(cell);
            explorer.waiting -= u64::from(level.end - level.next);
            explorer.options.truncate(level.start as usize);
            explorer.board.undo(level.mark as usize);
            explorer.tally.backtracks += 1;
            // Only the level of the dead end is asked; the others are jumped over.
            let blame = blame.get_or_insert_with(|| {
                blamed.remove(cell);
                blamed
            });
            if let Some(above) = self.levels.last_mut().filter(|level| blame.has(level.cell)) {
                blame.remove(above.cell);
                above.blamed.add(blame);
                return;
            }
        }
    }
}

/// A set of cells, one bit each.
struct CellSet(Vec<u64>);

impl CellSet {
    fn new(cells: usize) -> CellSet {
        CellSet(vec![0; cells.div_ceil(64)])
    }

    fn has(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64] >> (cell % 64) & 1 == 1
    }

    fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] |= 1 << (cell % 64);
    }

    fn remove(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] &= !(1 << (cell % 64));
    }

    fn add(&mut self, other: &CellSet) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Adds those of some cells that another set has.
    fn add_some(&mut self, cells: &[u16], of: &CellSet) {
        for &cell in cells.iter().filter(|&&cell| of.has(cell)) {
            self.insert(cell);
        }
    }
}
