//! What is left of a board, once some candidates are gone: the same numbers, fewer candidates.

use super::field::{Field, Lists, Set};

/// What is left of a board.
pub(super) struct Left<'a> {
    pub(super) field: &'a Field,
    /// Of every truth: how many candidates are left, and their exclusive or.
    pub(super) tallies: &'a [(u16, u16)],
    /// What is gone.
    pub(super) gone: &'a Set,
}

impl Left<'_> {
    /// The candidates of a truth that are left.
    pub(super) fn members(&self, truth: usize) -> impl Iterator<Item = u16> + Clone + '_ {
        let members = self.field.members.of(truth).iter().copied();
        members.filter(|&id| !self.gone.has(usize::from(id)))
    }

    /// The number of places that are left for a digit in a house.
    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> u16 {
        let truth = self.field.truth_in(house, digit);
        truth.map_or(0, |truth| self.tallies[truth].0)
    }

    /// The candidates of a truth that are gone.
    pub(super) fn lost(&self, truth: usize) -> impl Iterator<Item = u16> + '_ {
        let members = self.field.members.of(truth).iter().copied();
        members.filter(|&id| self.gone.has(usize::from(id)))
    }

    /// The number of candidates that are left in a candidate's cell.
    #[inline]
    pub(super) fn in_cell(&self, id: usize) -> u16 {
        self.tallies[usize::from(self.field.truths.of(id)[0])].0
    }

    /// What a cell loses if a candidate of it is on, or off.
    pub(super) fn removed(&self, id: u16, on: bool) -> Vec<u16> {
        if on {
            let cell = usize::from(self.field.truths.of(usize::from(id))[0]);
            self.members(cell).filter(|&other| other != id).collect()
        } else {
            vec![id]
        }
    }

    /// For every candidate that is left: the other one where a truth has two left, and that truth,
    /// if the truth is wanted.
    pub(super) fn strong(&self, is_wanted: impl Fn(usize) -> bool) -> Lists<(u16, u16)> {
        let len = self.field.len();
        let mut strong = Lists::new(len, 2 * len);
        for id in 0..len {
            strong.open();
            if self.gone.has(id) {
                continue;
            }
            for &truth in self.field.truths.of(id) {
                let (count, xor) = self.tallies[usize::from(truth)];
                if count == 2 && is_wanted(usize::from(truth)) {
                    strong.push((xor ^ id as u16, truth));
                }
            }
        }
        strong.open();
        strong
    }
}
