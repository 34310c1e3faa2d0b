//! Plain backtracking: no candidates, and an order of cells that is known before the search. It is
//! `depth_first.rs` with the same counts, for the search that textbooks begin with; the cell of
//! every level, its groups and the values to try there stand in one place.
//!
//! ```text
//!   levels   cell   groups    before          left     placed
//!     0      r1c3   0  9 18   what each has   4 7      2         values 2, 4, 7; 2 is being tried
//!     1      r1c4   0 10 19   ...             -        5
//!   taken    (per group)      before + placed, for the levels entered
//! ```
//!
//! A level keeps what its groups had when it was entered. So trying a value writes the groups and
//! does not read them, and leaving the level writes back what it kept. Reading what was written a
//! moment ago is what such a loop waits for: this takes half the time of the general one.

use super::explorer::{Explorer, Halt};
use super::mask::Mask;
use super::parts::{Order, Select};

/// Groups whose number fits into a byte, so that no look-up has to be checked.
const GROUPS: usize = 256;

/// A level of the search: an empty cell, in at most `G` groups. A cell in fewer has one of them
/// several times, which changes nothing.
struct Level<M, const G: usize> {
    groups: [u8; G],
    /// The digits that the groups had when the level was entered.
    before: [M; G],
    /// The values to try, allowed or not, and how many they are.
    domain: M,
    tried: u64,
    /// Allowed values that wait for their turn, and the one whose turn it is.
    left: M,
    placed: M,
    /// How often the level was entered.
    visits: u64,
}

impl<M: Mask> Explorer<'_, M> {
    /// Runs the search if it is plain and the board allows it; None otherwise.
    pub(crate) fn plain_backtracking(&mut self) -> Option<Result<(), Halt>> {
        let geometry = self.board.geometry;
        let is_plain = !self.board.tracked && self.strategy.order == Order::Ascending;
        if !is_plain || geometry.group_count() > GROUPS {
            return None;
        }
        let mut cells: Vec<u16> = self.board.open_cells().collect();
        match self.strategy.select {
            Select::First => {}
            Select::Fixed => cells.sort_by_key(|&cell| self.fixed_rank(cell)),
            _ => return None,
        }
        let most = cells.iter().map(|&cell| geometry.groups_of(cell).len());
        match most.max()? {
            1..=3 => Some(self.follow::<3>(&cells)),
            4..=8 => Some(self.follow::<8>(&cells)),
            _ => None,
        }
    }

    fn follow<const G: usize>(&mut self, cells: &[u16]) -> Result<(), Halt> {
        let mut taken = [M::EMPTY; GROUPS];
        taken[..self.board.taken().len()].copy_from_slice(self.board.taken());
        let mut levels: Vec<Level<M, G>> = cells.iter().map(|&cell| self.plan(cell)).collect();
        self.bytes = size_of_val(levels.as_slice());
        let before = (self.tally, self.waiting);
        let mut count = Count {
            generated: self.tally.generated + levels[0].tried,
            waiting: self.waiting,
            largest_frontier: self.tally.largest_frontier,
            ..Count::default()
        };
        count.enter(&mut levels[0], &taken);
        let mut depth = 0;
        let ended = loop {
            let level = &mut levels[depth];
            if level.left.is_empty() {
                for (&group, &digits) in level.groups.iter().zip(&level.before) {
                    taken[usize::from(group)] = digits;
                }
                if depth == 0 {
                    break Ok(());
                }
                depth -= 1;
                continue;
            }
            if count.generated >= self.next_look {
                self.tally.generated = count.generated;
                if let Err(halt) = self.look() {
                    break Err(halt);
                }
            }
            let digit = M::of(level.left.lowest());
            level.left = level.left & !digit;
            level.placed = digit;
            for (&group, &digits) in level.groups.iter().zip(&level.before) {
                taken[usize::from(group)] = digits | digit;
            }
            count.assignments += 1;
            count.waiting -= 1;
            if let Some(next) = levels.get_mut(depth + 1) {
                count.generated += next.tried;
                count.enter(next, &taken);
                depth += 1;
                continue;
            }
            for (&cell, level) in cells.iter().zip(&levels) {
                self.board.digits[usize::from(cell)] = level.placed.lowest();
            }
            if let Err(halt) = self.found() {
                break Err(halt);
            }
        };
        // Of the levels entered, those on the path were not left again, unless all was explored.
        let path = if ended.is_ok() { 0 } else { depth as u64 + 1 };
        self.add_up(before, &count, cells, &levels, path);
        for &cell in cells {
            self.board.digits[usize::from(cell)] = 0;
        }
        ended
    }

    fn plan<const G: usize>(&self, cell: u16) -> Level<M, G> {
        let groups = self.board.geometry.groups_of(cell);
        Level {
            groups: std::array::from_fn(|n| *groups.get(n).unwrap_or(&groups[0]) as u8),
            before: [M::EMPTY; G],
            domain: self.board.domain(cell),
            tried: self.board.domain_size(cell) as u64,
            left: M::EMPTY,
            placed: M::EMPTY,
            visits: 0,
        }
    }

    /// Adds what was counted, and what follows from it, to the counters.
    fn add_up<const G: usize>(
        &mut self,
        before: (super::tally::Tally, u64),
        count: &Count,
        cells: &[u16],
        levels: &[Level<M, G>],
        path: u64,
    ) {
        let (old, old_waiting) = before;
        let tally = &mut self.tally;
        for (depth, (&cell, level)) in cells.iter().zip(levels).enumerate() {
            let peers = self.board.geometry.peers(cell).len() as u64;
            tally.expanded += level.visits;
            tally.checks += level.visits * level.tried * peers;
            if level.visits > 0 {
                tally.deepest = tally.deepest.max(depth as u64 + 1);
            }
        }
        // Every value that was not refused has had its turn or is waiting for it.
        let children = count.assignments + count.waiting - old_waiting;
        tally.generated = count.generated;
        tally.refused += count.generated - old.generated - children;
        tally.assignments += count.assignments;
        tally.dead_ends += count.dead_ends;
        tally.backtracks += tally.expanded - old.expanded - path;
        tally.largest_frontier = count.largest_frontier;
        self.waiting = count.waiting;
    }
}

/// What the loop counts itself; all other counters follow from these and from the visits.
#[derive(Default)]
struct Count {
    generated: u64,
    assignments: u64,
    dead_ends: u64,
    waiting: u64,
    largest_frontier: u64,
}

impl Count {
    /// Enters a level: finds the values that its groups allow.
    #[inline(always)]
    fn enter<M: Mask, const G: usize>(&mut self, level: &mut Level<M, G>, taken: &[M; GROUPS]) {
        level.before = level.groups.map(|group| taken[usize::from(group)]);
        let all = level
            .before
            .iter()
            .fold(M::EMPTY, |all, &digits| all | digits);
        level.left = level.domain & !all;
        level.visits += 1;
        self.dead_ends += u64::from(level.left.is_empty());
        self.waiting += level.left.len() as u64;
        self.largest_frontier = self.largest_frontier.max(self.waiting);
    }
}
