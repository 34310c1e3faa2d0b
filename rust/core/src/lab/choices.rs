//! Which cell to pick next, and which value to try first, as in `choices.py`. Ties go to the first
//! cell and the smallest digit.

use super::board::Board;
use super::mask::Mask;
use super::parts::{Order, Select};
use crate::random::Random;

/// What rules remember during a run.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The generator of the run's seed.
    pub random: Random,
    /// For every cell, its rank in the order fixed at the root; empty if no rule needs it.
    pub ranks: Vec<u32>,
    /// A weight per group, which grows with every dead end there.
    pub weights: Vec<u64>,
}

/// What a rule for cells picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A cell, of which all values are tried.
    Cell(u16),
    /// Places for digits, of which exactly one must be right; they were added to the options.
    Places,
}

/// A board as a caller's own rules see it: copies, made for one call.
pub trait View {
    /// The digits, 0 for an empty cell.
    fn digits(&self) -> &[u8];
    /// For every cell, how many values can go into it; of no meaning for filled ones.
    fn sizes(&self, sizes: &mut Vec<u8>);
    /// For every cell, the values that can go into it as far as the board knows: as many bytes for
    /// each, bit d-1 for digit d, the lowest first; of no meaning for filled ones. They replace
    /// what was there.
    fn allowed(&self, bytes: &mut Vec<u8>);
}

impl<M: Mask> View for Board<'_, M> {
    fn digits(&self) -> &[u8] {
        &self.digits
    }

    fn sizes(&self, sizes: &mut Vec<u8>) {
        match self.tracked_sizes() {
            Some(known) => sizes.extend_from_slice(known),
            None => {
                let cells = 0..self.digits.len() as u16;
                sizes.extend(cells.map(|cell| self.size(cell) as u8));
            }
        }
    }

    fn allowed(&self, bytes: &mut Vec<u8>) {
        let width = size_of::<M>();
        bytes.resize(self.digits.len() * width, 0);
        let places = bytes.chunks_exact_mut(width);
        match self.tracked_candidates() {
            Some(masks) => places
                .zip(masks)
                .for_each(|(place, mask)| mask.write(place)),
            None => places
                .zip(0..)
                .for_each(|(place, cell)| Board::allowed(self, cell).write(place)),
        }
    }
}

/// A caller's own rules. One that fails returns None or false; its caller knows why.
pub trait Own {
    /// Picks an empty cell, or adds places to the options.
    fn select(
        &mut self,
        board: &dyn View,
        options: &mut Vec<(u16, u8)>,
        memory: &mut Memory,
    ) -> Option<Choice>;

    /// Puts the values of a cell in order.
    fn order(
        &mut self,
        board: &dyn View,
        cell: u16,
        values: &mut [(u16, u8)],
        memory: &mut Memory,
    ) -> bool;
}

/// Picks, and keeps the room for it.
#[derive(Debug, Default)]
pub(crate) struct Chooser {
    cells: Vec<u16>,
    /// For every digit, how many places it has in a house.
    places: Vec<u16>,
    ranked: Vec<(usize, u8)>,
}

impl Chooser {
    /// Picks a cell, or adds places to the options; there is an empty cell.
    #[inline(always)]
    pub(crate) fn select<M: Mask>(
        &mut self,
        select: Select,
        board: &mut Board<'_, M>,
        options: &mut Vec<(u16, u8)>,
        memory: &mut Memory,
    ) -> Choice {
        let cell = match select {
            Select::First => board.first(),
            Select::Mrv => board.narrowest(),
            Select::MrvDegree => self.narrowest(board, |cell| !board.open_peers(cell)),
            Select::MrvLeastDegree => self.narrowest(board, |cell| board.open_peers(cell)),
            Select::MrvRandom => {
                board.equally_narrow(&mut self.cells);
                self.cells[memory.random.below(self.cells.len() as u64) as usize]
            }
            Select::Fixed => first_least(board, |cell| memory.ranks[usize::from(cell)]),
            Select::DomWdeg => first_least(board, |cell| {
                let groups = board.geometry.groups_of(cell).iter();
                let weight: u64 = groups
                    .map(|&group| memory.weights[usize::from(group)])
                    .sum();
                board.size(cell) as f64 / weight as f64
            }),
            Select::Random => {
                let number = memory.random.below(board.open() as u64) as usize;
                board.open_cells().nth(number).unwrap_or(0)
            }
            Select::Places => return self.fewest_places(board, options),
            Select::Own => unreachable!("the caller's rules are called elsewhere"),
        };
        Choice::Cell(cell)
    }

    fn narrowest<M: Mask>(
        &mut self,
        board: &Board<'_, M>,
        tie_break: impl Fn(u16) -> usize,
    ) -> u16 {
        board.equally_narrow(&mut self.cells);
        match self.cells[..] {
            [cell] => cell,
            _ => {
                let cells = self.cells.iter().copied();
                cells.min_by_key(|&cell| tie_break(cell)).unwrap_or(0)
            }
        }
    }

    /// Picks the cell with the fewest values, or a house and digit with even fewer places.
    fn fewest_places<M: Mask>(
        &mut self,
        board: &Board<'_, M>,
        options: &mut Vec<(u16, u8)>,
    ) -> Choice {
        let cell = board.narrowest();
        let mut fewest = board.size(cell);
        let mut best = None;
        for house in 0..board.geometry.house_count() {
            if fewest <= 2 {
                break;
            }
            self.places.clear();
            self.places.resize(board.geometry.size() + 1, 0);
            for &cell in board.geometry.group(house) {
                if board.digit(cell) == 0 {
                    let digits = board.allowed(cell).digits();
                    digits.for_each(|digit| self.places[usize::from(digit)] += 1);
                }
            }
            for (digit, &count) in self.places.iter().enumerate() {
                if count > 0 && usize::from(count) < fewest {
                    fewest = usize::from(count);
                    best = Some((house, digit as u8));
                }
            }
        }
        let Some((house, digit)) = best else {
            return Choice::Cell(cell);
        };
        let cells = board.geometry.group(house).iter().copied();
        let places =
            cells.filter(|&cell| board.digit(cell) == 0 && board.allowed(cell).meets(M::of(digit)));
        options.extend(places.map(|cell| (cell, digit)));
        Choice::Places
    }

    /// Puts the values of a cell in order; they are ascending.
    #[inline(always)]
    pub(crate) fn order<M: Mask>(
        &mut self,
        order: Order,
        board: &Board<'_, M>,
        cell: u16,
        values: &mut [(u16, u8)],
        memory: &mut Memory,
    ) {
        match order {
            Order::Ascending => {}
            Order::Lcv => self.rank(values, |digit| board.rivals(cell, digit)),
            Order::MostConstraining => self.rank(values, |digit| !board.rivals(cell, digit)),
            Order::Random => memory.random.shuffle(values),
            Order::Own => unreachable!("the caller's rules are called elsewhere"),
        }
    }

    fn rank(&mut self, values: &mut [(u16, u8)], key: impl Fn(u8) -> usize) {
        self.ranked.clear();
        let ranked = values.iter().map(|&(_, digit)| (key(digit), digit));
        self.ranked.extend(ranked);
        // Digits are ascending and break ties, so an unstable sort is a stable one.
        self.ranked.sort_unstable();
        for ((_, value), &(_, digit)) in values.iter_mut().zip(&self.ranked) {
            *value = digit;
        }
    }
}

/// The first empty cell with the least key.
#[inline(always)]
fn first_least<M: Mask, K: PartialOrd>(board: &Board<'_, M>, key: impl Fn(u16) -> K) -> u16 {
    let mut best: Option<(u16, K)> = None;
    for cell in board.open_cells() {
        let here = key(cell);
        if best.as_ref().is_none_or(|(_, least)| here < *least) {
            best = Some((cell, here));
        }
    }
    best.map_or(0, |(cell, _)| cell)
}
