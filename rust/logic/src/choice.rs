//! Choosing some sets whose union is no larger than their number: subsets and basic fish.

use super::geometry::MAX_SIZE;
use super::search::Flow;

/// Sets to choose from, each with the number by which it is known.
pub(super) struct Choice {
    sets: [(usize, u32); MAX_SIZE],
    count: usize,
    size: usize,
    picked: [usize; MAX_SIZE],
}

impl Choice {
    /// Prepares to choose `size` sets.
    pub(super) fn new(size: usize) -> Choice {
        Choice {
            sets: [(0, 0); MAX_SIZE],
            count: 0,
            size,
            picked: [0; MAX_SIZE],
        }
    }

    /// Adds a set that has from two members up to the size.
    #[inline]
    pub(super) fn add(&mut self, number: usize, set: u32) {
        if (2..=self.size as u32).contains(&set.count_ones()) {
            self.sets[self.count] = (number, set);
            self.count += 1;
        }
    }

    /// Calls `found` with the numbers of every choice whose union has as many members as it has
    /// sets, and with that union.
    pub(super) fn each(&mut self, found: &mut dyn FnMut(&[usize], u32) -> Flow) -> Flow {
        self.extend(0, 0, 0, found)
    }

    fn extend(
        &mut self,
        from: usize,
        depth: usize,
        union: u32,
        found: &mut dyn FnMut(&[usize], u32) -> Flow,
    ) -> Flow {
        if depth == self.size {
            return found(&self.picked[..depth], union);
        }
        for next in from..(self.count + depth + 1).saturating_sub(self.size) {
            let (number, set) = self.sets[next];
            if (union | set).count_ones() as usize <= self.size {
                self.picked[depth] = number;
                self.extend(next + 1, depth + 1, union | set, found)?;
            }
        }
        Flow::Continue(())
    }
}
