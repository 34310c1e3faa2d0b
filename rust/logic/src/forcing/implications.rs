//! What follows from what, one link after the other, for all candidates of a board at once.
//!
//! ```text
//!   a on -> b off -> c on     b is one that a excludes, b and c are the last two of a truth
//! ```
//!
//! What can be on after a start is the *last of two* somewhere, and only few candidates are: they
//! are numbered anew, so that a set of them is a word or two. What follows from each of them is
//! settled once, and whoever leads there takes all of it.

use std::cell::OnceCell;

use super::field::{Field, Set};
use super::left::Left;

/// What can be reached from every candidate.
pub(super) struct Implications {
    /// Candidates that are the last of two in a truth.
    linked: Set,
    /// Their numbers among themselves.
    numbers: Vec<u16>,
    /// The candidates by these numbers.
    ids: Vec<u16>,
    /// Words of a set of linked candidates.
    words: usize,
    /// Links between the candidates of a cell are left out.
    one_digit: bool,
    /// By number, sets of numbers: everything that is on after the candidate is off.
    after_off: Vec<u64>,
    refuted: Set,
    /// Linked candidates that lead back to themselves by way of others.
    recurring: Set,
}

impl Implications {
    /// Reads the links of a board of which some candidates are gone; of one digit alone if that is
    /// all that matters.
    pub(super) fn new(left: &Left<'_>, one_digit: bool) -> Implications {
        let field = left.field;
        let mut found = Implications {
            linked: Set::new(field.len()),
            numbers: vec![0; field.len()],
            ids: Vec::new(),
            words: 0,
            one_digit,
            after_off: Vec::new(),
            refuted: Set::new(field.len()),
            recurring: Set::new(field.len()),
        };
        let links = found.number(left);
        found.words = found.ids.len().div_ceil(64);
        found.settle(field, &links);
        found.refute(left);
        found
    }

    /// True if a candidate that is on refutes itself.
    #[inline]
    pub(super) fn is_refuted(&self, id: usize) -> bool {
        self.refuted.has(id)
    }

    /// The candidates that refute themselves when they are on.
    pub(super) fn refuted(&self) -> impl Iterator<Item = usize> + '_ {
        self.refuted.iter()
    }

    /// True if a cycle may lead through a candidate that is on.
    #[inline]
    pub(super) fn is_recurring(&self, id: usize) -> bool {
        self.recurring.has(id)
    }

    /// True if a candidate that is off refutes that.
    #[inline]
    pub(super) fn is_confirmed(&self, id: usize) -> bool {
        self.linked.has(id) && has(self.after_off(id), usize::from(self.numbers[id]))
    }

    /// True if a candidate refutes itself. Without one there is no single chain, and no cycle that
    /// removes something: what a cycle removes refutes itself by way of the cycle.
    pub(super) fn has_refuted(&self) -> bool {
        !self.refuted.is_empty()
    }

    /// What is on after a linked candidate is off.
    #[inline]
    fn after_off(&self, id: usize) -> &[u64] {
        row(&self.after_off, self.words, usize::from(self.numbers[id]))
    }

    /// The linked candidates that a candidate excludes.
    #[inline]
    fn excluded<'s>(&'s self, field: &'s Field, id: usize) -> impl Iterator<Item = usize> + 's {
        let (from, until) = match self.one_digit {
            true => field.cell_mates(id),
            false => (0, 0),
        };
        let others = both(field.excluded(id), self.linked.words());
        others.filter(move |&other| other < from || other >= until)
    }

    /// Numbers the candidates that are the last of two, and lists the pairs by these numbers.
    fn number(&mut self, left: &Left<'_>) -> Vec<(u16, u16)> {
        let mut links = Vec::with_capacity(left.tallies.len());
        for (truth, &(count, xor)) in left.tallies.iter().enumerate() {
            if count == 2 && !(self.one_digit && left.field.is_cell(truth)) {
                let one = left.members(truth).next();
                links.extend(one.map(|one| (self.numbered(one), self.numbered(one ^ xor))));
            }
        }
        links
    }

    fn numbered(&mut self, id: u16) -> u16 {
        let place = usize::from(id);
        if self.linked.add(place) {
            self.numbers[place] = self.ids.len() as u16;
            self.ids.push(id);
        }
        self.numbers[place]
    }

    /// Finds everything that is on after a linked candidate is on, or off.
    fn settle(&mut self, field: &Field, links: &[(u16, u16)]) {
        let (count, words) = (self.ids.len(), self.words);
        let mut partners = vec![0; count * words];
        for &(one, two) in links {
            let (one, two) = (usize::from(one), usize::from(two));
            partners[one * words + two / 64] |= 1 << (two % 64);
            partners[two * words + one / 64] |= 1 << (one % 64);
        }
        let mut after_on = vec![0; count * words];
        for (number, next) in after_on.chunks_exact_mut(words.max(1)).enumerate() {
            for by in self.excluded(field, usize::from(self.ids[number])) {
                join(next, row(&partners, words, usize::from(self.numbers[by])));
            }
            next[number / 64] &= !(1 << (number % 64));
        }
        // From what is on next to everything. What is settled is taken as a whole.
        let mut todo = vec![0; words];
        for number in 0..count {
            let (settled, others) = after_on.split_at_mut(number * words);
            let (now, others) = others.split_at_mut(words);
            todo.copy_from_slice(now);
            while let Some(other) = first(&todo) {
                todo[other / 64] &= !(1 << (other % 64));
                if other < number {
                    let all = row(settled, words, other);
                    for word in 0..words {
                        now[word] |= all[word];
                        todo[word] &= !all[word];
                    }
                } else if other > number {
                    let more = row(others, words, other - number - 1);
                    for word in 0..words {
                        todo[word] |= more[word] & !now[word];
                        now[word] |= more[word];
                    }
                }
            }
        }
        for (number, all) in after_on.chunks_exact(words.max(1)).enumerate() {
            if has(all, number) {
                self.recurring.insert(usize::from(self.ids[number]));
            }
        }
        for all in partners.chunks_exact_mut(words.max(1)) {
            todo.copy_from_slice(all);
            for partner in bits(&todo) {
                join(all, row(&after_on, words, partner));
            }
        }
        self.after_off = partners;
    }

    /// Finds the candidates that lead to something that excludes them. Where one of two candidates
    /// is on as soon as the other is off, these are the candidates that both exclude.
    fn refute(&mut self, left: &Left<'_>) {
        for (number, after) in self.after_off.chunks_exact(self.words.max(1)).enumerate() {
            let one = left.field.excluded(usize::from(self.ids[number]));
            // The other way round it is the same.
            let others = after[number / 64] & (u64::MAX << (number % 64));
            let more = &after[number / 64 + 1..];
            let others = bits_of(number / 64, others);
            let more = bits(more).map(|other| other + (number / 64 + 1) * 64);
            for other in others.chain(more) {
                let two = left.field.excluded(usize::from(self.ids[other]));
                self.refuted.join_both(one, two);
            }
        }
        self.refuted.take_out(left.gone);
    }
}

/// What follows from what on what is left of a board, found when it is asked for.
#[derive(Default)]
pub(super) struct Links([OnceCell<Implications>; 2]);

impl Links {
    /// All links, or those of one digit.
    pub(super) fn of(&self, left: &Left<'_>, one_digit: bool) -> &Implications {
        self.0[usize::from(one_digit)].get_or_init(|| Implications::new(left, one_digit))
    }
}

/// What is on, and off, if a candidate is on: rows for all candidates of a board.
pub(super) struct Outcomes {
    /// Words of a row: linked candidates that are on, then candidates that are off.
    words: usize,
    rows: Vec<u64>,
}

impl Outcomes {
    pub(super) fn new(left: &Left<'_>, implications: &Implications) -> Outcomes {
        let field = left.field;
        let (count, ons) = (implications.ids.len(), implications.words);
        let words = ons + field.words();
        // For a linked candidate that is off.
        let mut after_off = vec![0; count * words];
        for (number, all) in after_off.chunks_exact_mut(words.max(1)).enumerate() {
            let (on, off) = all.split_at_mut(ons);
            on.copy_from_slice(row(&implications.after_off, ons, number));
            for other in bits(on) {
                join(off, field.excluded(usize::from(implications.ids[other])));
            }
        }
        let mut rows = vec![0; field.len() * words];
        for (id, all) in rows.chunks_exact_mut(words.max(1)).enumerate() {
            all[ons..].copy_from_slice(field.excluded(id));
            for by in implications.excluded(field, id) {
                let number = usize::from(implications.numbers[by]);
                join(all, row(&after_off, words, number));
            }
            if implications.linked.has(id) {
                let number = usize::from(implications.numbers[id]);
                all[number / 64] |= 1 << (number % 64);
            }
            for (word, gone) in all[ons..].iter_mut().zip(left.gone.words()) {
                *word &= !gone;
            }
        }
        Outcomes { words, rows }
    }

    /// True if something follows from every one of some candidates.
    pub(super) fn share(&self, ids: impl Iterator<Item = u16> + Clone) -> bool {
        (0..self.words).any(|word| {
            let all = ids.clone().fold(u64::MAX, |all, id| {
                all & row(&self.rows, self.words, usize::from(id))[word]
            });
            all != 0
        })
    }
}

#[inline]
fn row(rows: &[u64], words: usize, number: usize) -> &[u64] {
    &rows[number * words..(number + 1) * words]
}

#[inline]
fn has(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

#[inline]
fn join(all: &mut [u64], more: &[u64]) {
    for (word, more) in all.iter_mut().zip(more) {
        *word |= more;
    }
}

#[inline]
fn first(set: &[u64]) -> Option<usize> {
    bits(set).next()
}

#[inline]
fn bits(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter()
        .enumerate()
        .flat_map(|(place, &word)| bits_of(place, word))
}

/// The numbers that are in two sets.
#[inline]
fn both<'s>(one: &'s [u64], two: &'s [u64]) -> impl Iterator<Item = usize> + 's {
    one.iter()
        .zip(two)
        .enumerate()
        .flat_map(|(place, (&one, &two))| bits_of(place, one & two))
}

#[inline]
fn bits_of(place: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            place * 64 + bit
        })
    })
}
