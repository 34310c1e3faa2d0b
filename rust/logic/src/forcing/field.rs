//! The candidates of a board, numbered from 0 without gaps, and what each of them touches.
//!
//! ```text
//!   truth   a cell, or a digit in a house: exactly one of its candidates is true
//!   weak    for a candidate: those that it excludes, its own cell first, then box, row,
//!           column, other houses
//! ```
//!
//! Sets of candidates are a few words only (250 candidates: 4), and a truth is known by the number
//! of its candidates and their exclusive or, which names the last one when one is taken away.

use super::super::grid::{Grid, digits_of};
use super::super::proof::Truth;
use super::super::step::Cand;

/// No candidate, no truth.
pub(super) const NONE: u16 = u16::MAX;

/// Lists of numbers, end to end.
pub(super) struct Lists<T = u16> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// No lists yet, with room for some, and for items.
    pub(super) fn new(lists: usize, items: usize) -> Lists<T> {
        Lists {
            starts: Vec::with_capacity(lists + 1),
            items: Vec::with_capacity(items),
        }
    }

    #[inline]
    pub(super) fn of(&self, number: usize) -> &[T] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Begins the next list, or ends the last one.
    pub(super) fn open(&mut self) {
        self.starts.push(self.items.len() as u32);
    }

    /// Adds an item to the list that was begun last.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
    }
}

/// The numbered candidates of a board.
pub(super) struct Field {
    /// Rows, columns and digits of the board.
    pub(super) size: usize,
    /// Every candidate, in the order of cells, then digits.
    pub(super) cands: Vec<Cand>,
    /// The number of a candidate, by `cell * size + digit`.
    ids: Vec<u16>,
    /// The candidates of every truth.
    pub(super) members: Lists,
    /// Of every truth: how many candidates, and their exclusive or.
    pub(super) tallies: Vec<(u16, u16)>,
    /// The truths of every candidate: its cell, box, row, column, other houses.
    pub(super) truths: Lists,
    /// The candidates that a candidate excludes.
    pub(super) weak: Lists,
    /// The same as sets, end to end.
    excluded: Vec<u64>,
    /// How many of those are in its own cell.
    pub(super) in_cell: Vec<u8>,
    /// The number of cell truths; truths of houses follow.
    pub(super) open_cells: usize,
    /// What every truth is.
    kinds: Vec<(u16, u8)>,
    /// The truth of a digit in a house, by `house * size + digit`.
    truth_of_house: Vec<u16>,
}

/// Marks a truth of a cell in `kinds`.
const CELL: u8 = u8::MAX;

impl Field {
    /// Numbers the candidates of a board.
    pub(super) fn new(grid: &Grid) -> Field {
        let size = grid.geometry.size;
        let count = grid
            .open
            .iter()
            .map(|cell| grid.masks[cell].count_ones() as usize)
            .sum();
        let truths = grid.open.len() + grid.geometry.houses.len() * size;
        let mut field = Field {
            size,
            cands: Vec::with_capacity(count),
            ids: vec![NONE; grid.geometry.cell_count * size],
            members: Lists::new(truths, 4 * count),
            tallies: Vec::with_capacity(truths),
            truths: Lists::new(count, 4 * count),
            weak: Lists::new(count, 12 * count),
            excluded: Vec::new(),
            in_cell: Vec::with_capacity(count),
            open_cells: 0,
            kinds: Vec::with_capacity(truths),
            truth_of_house: vec![NONE; grid.geometry.houses.len() * size],
        };
        field.number_candidates(grid);
        field.list_truths(grid);
        field.list_links(grid);
        field
    }

    /// The number of a candidate of the board.
    #[inline]
    pub(super) fn id(&self, cell: usize, digit: usize) -> Option<usize> {
        let id = self.ids[cell * self.size + digit];
        (id != NONE).then_some(usize::from(id))
    }

    /// The number of candidates.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.cands.len()
    }

    /// The candidates that a candidate excludes, as a set.
    #[inline]
    pub(super) fn excluded(&self, id: usize) -> &[u64] {
        &self.excluded[id * self.words()..(id + 1) * self.words()]
    }

    /// True if a candidate excludes another.
    #[inline]
    pub(super) fn excludes(&self, id: usize, other: usize) -> bool {
        self.excluded(id)[other / 64] >> (other % 64) & 1 == 1
    }

    /// The first candidate of a candidate's cell, and the one after its last.
    #[inline]
    pub(super) fn cell_mates(&self, id: usize) -> (usize, usize) {
        let cell = self.members.of(usize::from(self.truths.of(id)[0]));
        let first = usize::from(cell[0]);
        (first, first + cell.len())
    }

    /// Words of a set of candidates.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.cands.len().div_ceil(64)
    }

    /// What a truth is.
    pub(super) fn truth(&self, truth: usize) -> Truth {
        match self.kinds[truth] {
            (cell, CELL) => Truth::Cell(usize::from(cell)),
            (house, digit) => Truth::House(usize::from(house), usize::from(digit)),
        }
    }

    /// The truth of a digit in a house, if it has a place there.
    #[inline]
    pub(super) fn truth_in(&self, house: usize, digit: usize) -> Option<usize> {
        let truth = self.truth_of_house[house * self.size + digit];
        (truth != NONE).then_some(usize::from(truth))
    }

    /// True if the truth is a cell.
    #[inline]
    pub(super) fn is_cell(&self, truth: usize) -> bool {
        truth < self.open_cells
    }

    fn number_candidates(&mut self, grid: &Grid) {
        for cell in grid.open {
            for digit in digits_of(grid.masks[cell]) {
                self.ids[cell * self.size + digit] = self.cands.len() as u16;
                self.cands.push(Cand::new(cell, digit));
            }
        }
    }

    /// Lists cells, then digits in houses.
    fn list_truths(&mut self, grid: &Grid) {
        for cell in grid.open {
            self.add_truth(
                (cell as u16, CELL),
                digits_of(grid.masks[cell]).map(|digit| (cell, digit)),
            );
        }
        self.open_cells = self.kinds.len();
        for house in grid.geometry.boxes_first() {
            for digit in 0..self.size {
                let places = grid.places_in(digit, house);
                if !places.is_empty() {
                    self.truth_of_house[house * self.size + digit] = self.kinds.len() as u16;
                    self.add_truth(
                        (house as u16, digit as u8),
                        places.iter().map(|cell| (cell, digit)),
                    );
                }
            }
        }
        self.members.open();
    }

    fn add_truth(&mut self, kind: (u16, u8), members: impl Iterator<Item = (usize, usize)>) {
        self.members.open();
        let (mut count, mut xor) = (0, 0);
        for (cell, digit) in members {
            let id = self.ids[cell * self.size + digit];
            self.members.items.push(id);
            count += 1;
            xor ^= id;
        }
        self.tallies.push((count, xor));
        self.kinds.push(kind);
    }

    fn list_links(&mut self, grid: &Grid) {
        let mut cell_truth = 0;
        for id in 0..self.cands.len() {
            let Cand { cell, digit } = self.cands[id];
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            while self.kinds[cell_truth].0 as usize != cell {
                cell_truth += 1;
            }
            self.truths.open();
            self.truths.items.push(cell_truth as u16);
            self.weak.open();
            let first = self.weak.items.len();
            let others = digits_of(grid.masks[cell]).filter(|&other| other != digit);
            for other in others {
                self.weak.items.push(self.ids[cell * self.size + other]);
            }
            self.in_cell.push((self.weak.items.len() - first) as u8);
            let mut left = grid.seen(cell, digit);
            for house in houses_around(grid, cell) {
                self.truths
                    .items
                    .push(self.truth_of_house[house * self.size + digit]);
                let there = left & grid.geometry.houses[house].set;
                left -= there;
                for other in there {
                    self.weak.items.push(self.ids[other * self.size + digit]);
                }
            }
            for other in left {
                self.weak.items.push(self.ids[other * self.size + digit]);
            }
        }
        self.weak.open();
        self.truths.open();
        let words = self.words();
        self.excluded = vec![0; self.cands.len() * words];
        for id in 0..self.cands.len() {
            for &other in self.weak.of(id) {
                self.excluded[id * words + usize::from(other) / 64] |= 1 << (other % 64);
            }
        }
    }
}

/// The houses of a cell: box, row, column, others.
fn houses_around(grid: &Grid, cell: usize) -> impl Iterator<Item = usize> + '_ {
    let [row, column, region] = grid.geometry.lines[cell];
    let others = grid.geometry.houses_of[cell].iter().copied().skip(3);
    [region, row, column].into_iter().chain(others)
}

/// A set of candidates.
#[derive(Default, PartialEq, Eq, Hash)]
pub(super) struct Set(Vec<u64>);

impl Clone for Set {
    fn clone(&self) -> Set {
        Set(self.0.clone())
    }

    /// Without taking memory anew.
    fn clone_from(&mut self, other: &Set) {
        self.0.clone_from(&other.0);
    }
}

impl Set {
    /// An empty set with room for a number of candidates.
    pub(super) fn new(len: usize) -> Set {
        Set(vec![0; len.div_ceil(64)])
    }

    #[inline]
    pub(super) fn has(&self, id: usize) -> bool {
        self.0[id / 64] >> (id % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, id: usize) {
        self.0[id / 64] |= 1 << (id % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, id: usize) {
        self.0[id / 64] &= !(1 << (id % 64));
    }

    /// True if it was not there yet.
    #[inline]
    pub(super) fn add(&mut self, id: usize) -> bool {
        let (word, bit) = (&mut self.0[id / 64], 1 << (id % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds all of some words.
    #[inline]
    pub(super) fn join(&mut self, words: &[u64]) {
        for (word, more) in self.0.iter_mut().zip(words) {
            *word |= more;
        }
    }

    /// Adds what is in both.
    #[inline]
    pub(super) fn join_both(&mut self, one: &[u64], two: &[u64]) {
        for (word, (one, two)) in self.0.iter_mut().zip(one.iter().zip(two)) {
            *word |= one & two;
        }
    }

    /// Takes out what the other set has.
    pub(super) fn take_out(&mut self, other: &Set) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// Keeps what the other set has as well; true if something is left.
    #[inline]
    pub(super) fn keep(&mut self, other: &Set) -> bool {
        let mut any = 0;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
            any |= *word;
        }
        any != 0
    }

    /// The number of candidates.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The candidates, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    place * 64 + bit
                })
            })
        })
    }
}
