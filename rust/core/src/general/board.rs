//! A board of any houses on its way to a solution: the candidates of every cell and the places of
//! every digit in every house, both as sets, with a trail to take changes back.
//!
//! What one elimination entails is found at once: a cell with one candidate left, a digit with
//! one place left. Locked candidates follow when there are no singles left.

use std::sync::Arc;

use super::bits::{Bits, Few};
use crate::houses::Houses;

/// A candidate: a digit, from 0, in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate(u32);

const PLACED: u32 = 1 << 31;

impl Candidate {
    #[inline(always)]
    pub(crate) fn new(cell: usize, digit: usize) -> Candidate {
        Candidate((cell << 8 | digit) as u32)
    }

    #[inline(always)]
    pub(crate) fn cell(self) -> usize {
        ((self.0 & !PLACED) >> 8) as usize
    }

    #[inline(always)]
    pub(crate) fn digit(self) -> usize {
        (self.0 & 0xFF) as usize
    }
}

/// What exactly one of a few candidates has to be true for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// A cell has one digit.
    Cell(usize),
    /// A digit has one place in a house: the number of the house * size + digit.
    Places(usize),
}

/// A contradiction: the group that has no candidate left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dead(pub(crate) Group);

/// Two houses with more than one cell in common, seen from the first.
struct Overlap<const W: usize> {
    /// Places in the first house that both have.
    here: Bits<W>,
    other: usize,
    /// The same cells as places in the other house.
    there: Bits<W>,
}

/// The state of a search.
pub(crate) struct Board<const W: usize> {
    pub(crate) houses: Arc<Houses>,
    overlaps: Arc<Vec<Vec<Overlap<W>>>>,
    /// Largest number of cells that two houses have in common.
    widest: usize,
    cells: Vec<Bits<W>>,
    places: Vec<Bits<W>>,
    placed: Vec<bool>,
    open: usize,
    /// Candidates gone and cells placed, in order.
    trail: Vec<Candidate>,
    /// Candidates that have to be placed.
    singles: Vec<Candidate>,
    /// Places that changed since they were last looked at for locked candidates.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

impl<const W: usize> Board<W> {
    /// The board after the givens and all that follows from them, or what they contradict.
    pub(crate) fn new(houses: &Arc<Houses>, givens: &[u8]) -> Result<Board<W>, Dead> {
        let size = houses.size();
        let mut free = vec![Bits::below(size); houses.len()];
        for (cell, &digit) in givens.iter().enumerate() {
            if digit == 0 {
                continue;
            }
            let digit = usize::from(digit) - 1;
            for seat in houses.seats(cell) {
                let house = usize::from(seat.house);
                if !free[house].has(digit) {
                    return Err(Dead(Group::Places(house * size + digit)));
                }
                free[house].remove(digit);
            }
        }
        let overlaps = overlaps(houses);
        let widest = overlaps.iter().flatten().map(|o| o.here.len()).max();
        let mut board = Board {
            houses: Arc::clone(houses),
            widest: widest.unwrap_or(0),
            overlaps: Arc::new(overlaps),
            cells: Vec::with_capacity(houses.cells()),
            places: vec![Bits::EMPTY; houses.len() * size],
            placed: givens.iter().map(|&digit| digit != 0).collect(),
            open: givens.iter().filter(|&&digit| digit == 0).count(),
            trail: Vec::new(),
            singles: Vec::new(),
            changed: Vec::new(),
            is_changed: vec![false; houses.len() * size],
        };
        for (cell, &given) in givens.iter().enumerate() {
            let seats = houses.seats(cell);
            let candidates = match usize::from(given) {
                0 => seats.iter().fold(Bits::below(size), |all, seat| {
                    all & free[usize::from(seat.house)]
                }),
                digit => Bits::below(digit) & !Bits::below(digit - 1),
            };
            board.cells.push(candidates);
            for digit in candidates {
                for seat in seats {
                    let places = usize::from(seat.house) * size + digit;
                    board.places[places].insert(usize::from(seat.place));
                }
            }
            if given == 0 {
                board.note_cell(cell)?;
            }
        }
        for (house, free) in free.iter().enumerate() {
            for digit in *free {
                board.note_places(house, digit)?;
            }
        }
        board.propagate()?;
        Ok(board)
    }

    /// Draws every conclusion, or names the contradiction; what is queued is forgotten then.
    pub(crate) fn propagate(&mut self) -> Result<(), Dead> {
        let result = self.settle();
        if result.is_err() {
            self.forget();
        }
        result
    }

    /// Empties the queues, after a contradiction.
    pub(crate) fn forget(&mut self) {
        self.singles.clear();
        for place in self.changed.drain(..) {
            self.is_changed[place as usize] = false;
        }
    }

    fn settle(&mut self) -> Result<(), Dead> {
        loop {
            while let Some(single) = self.singles.pop() {
                self.place(single)?;
            }
            let Some(place) = self.changed.pop() else {
                return Ok(());
            };
            self.is_changed[place as usize] = false;
            self.lock(place as usize)?;
        }
    }

    /// Puts a candidate on the board: no other in its cell, none of its digit in its houses.
    pub(crate) fn place(&mut self, candidate: Candidate) -> Result<(), Dead> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if !self.cells[cell].has(digit) {
            return Err(Dead(Group::Cell(cell)));
        }
        if self.placed[cell] {
            return Ok(());
        }
        self.placed[cell] = true;
        self.open -= 1;
        self.trail.push(Candidate(candidate.0 | PLACED));
        let mut others = self.cells[cell];
        others.remove(digit);
        for other in others {
            self.eliminate(Candidate::new(cell, other))?;
        }
        let houses = Arc::clone(&self.houses);
        for seat in houses.seats(cell) {
            let house = usize::from(seat.house);
            let mut places = self.places[house * houses.size() + digit];
            places.remove(usize::from(seat.place));
            for place in places {
                let other = usize::from(houses.house(house)[place]);
                self.eliminate(Candidate::new(other, digit))?;
            }
        }
        Ok(())
    }

    /// Takes a candidate away and queues the singles that this leaves.
    #[inline(always)]
    pub(crate) fn eliminate(&mut self, candidate: Candidate) -> Result<(), Dead> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if !self.cells[cell].has(digit) {
            return Ok(());
        }
        self.cells[cell].remove(digit);
        self.trail.push(candidate);
        let size = self.houses.size();
        // All sets change before any is looked at: then taking back needs no exceptions.
        let first = self.houses.seats(cell).as_ptr();
        let count = self.houses.seats(cell).len();
        let mut dead = None;
        for index in 0..count {
            // SAFETY: `houses` is shared and never changes, so the seats stay where they are.
            let seat = unsafe { *first.add(index) };
            let (house, place) = (usize::from(seat.house), usize::from(seat.place));
            self.places[house * size + digit].remove(place);
            if let Err(found) = self.note_places(house, digit) {
                dead = Some(found);
            }
        }
        match dead {
            Some(dead) => Err(dead),
            None => self.note_cell(cell),
        }
    }

    #[inline(always)]
    fn note_cell(&mut self, cell: usize) -> Result<(), Dead> {
        match self.cells[cell].few() {
            Few::None => return Err(Dead(Group::Cell(cell))),
            Few::One(digit) => self.singles.push(Candidate::new(cell, digit)),
            Few::More => {}
        }
        Ok(())
    }

    #[inline(always)]
    fn note_places(&mut self, house: usize, digit: usize) -> Result<(), Dead> {
        let index = house * self.houses.size() + digit;
        match self.places[index].few() {
            Few::None => return Err(Dead(Group::Places(index))),
            Few::One(place) => {
                let cell = usize::from(self.houses.house(house)[place]);
                self.singles.push(Candidate::new(cell, digit));
            }
            Few::More => {
                if !std::mem::replace(&mut self.is_changed[index], true) {
                    self.changed.push(index as u32);
                }
            }
        }
        Ok(())
    }

    /// Where the places of a digit in a house all lie in another house, that has no others.
    fn lock(&mut self, index: usize) -> Result<(), Dead> {
        let places = self.places[index];
        let count = places.len();
        if count < 2 || count > self.widest {
            return Ok(());
        }
        let size = self.houses.size();
        let (house, digit) = (index / size, index % size);
        let overlaps = Arc::clone(&self.overlaps);
        for overlap in &overlaps[house] {
            if !(places & !overlap.here).is_empty() {
                continue;
            }
            for place in self.places[overlap.other * size + digit] & !overlap.there {
                let cell = usize::from(self.houses.house(overlap.other)[place]);
                self.eliminate(Candidate::new(cell, digit))?;
            }
        }
        Ok(())
    }

    /// The pairs of houses that have more than one cell in common.
    pub(crate) fn overlapping(&self) -> impl Iterator<Item = (usize, usize)> {
        self.overlaps
            .iter()
            .enumerate()
            .flat_map(|(house, overlaps)| {
                let others = overlaps.iter().map(|overlap| overlap.other);
                others
                    .filter(move |&other| other > house)
                    .map(move |other| (house, other))
            })
    }

    /// How long the trail is: a mark to return to.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything after a mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        let size = self.houses.size();
        for candidate in self.trail.drain(mark..).rev() {
            let (cell, digit) = (candidate.cell(), candidate.digit());
            if candidate.0 & PLACED != 0 {
                self.placed[cell] = false;
                self.open += 1;
                continue;
            }
            self.cells[cell].insert(digit);
            for seat in self.houses.seats(cell) {
                let index = usize::from(seat.house) * size + digit;
                self.places[index].insert(usize::from(seat.place));
            }
        }
    }

    /// Bytes in use, about.
    pub(crate) fn memory(&self) -> usize {
        let sets = self.cells.len() + self.places.len();
        sets * size_of::<Bits<W>>() + 4 * self.trail.capacity() + self.placed.len()
    }

    /// Cells without a digit.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    pub(crate) fn is_placed(&self, cell: usize) -> bool {
        self.placed[cell]
    }

    /// The candidates of a cell.
    pub(crate) fn candidates(&self, cell: usize) -> Bits<W> {
        self.cells[cell]
    }

    /// The places of a digit in a house, by house * size + digit.
    pub(crate) fn places(&self, index: usize) -> Bits<W> {
        self.places[index]
    }

    /// The digits placed so far, 0 for the others.
    pub(crate) fn digits(&self) -> Vec<u8> {
        let digit = |cell: usize| match self.placed[cell] {
            true => self.cells[cell].first().map_or(0, |digit| digit as u8 + 1),
            false => 0,
        };
        (0..self.cells.len()).map(digit).collect()
    }

    /// The candidates of a group, in ascending order.
    pub(crate) fn members(&self, group: Group) -> impl Iterator<Item = Candidate> + use<W> {
        let size = self.houses.size();
        let (cell, index) = match group {
            Group::Cell(cell) => (Some(cell), 0),
            Group::Places(index) => (None, index),
        };
        let set = cell.map_or_else(|| self.places[index], |cell| self.cells[cell]);
        let houses = Arc::clone(&self.houses);
        set.map(move |number| match cell {
            Some(cell) => Candidate::new(cell, number),
            None => {
                let cell = usize::from(houses.house(index / size)[number]);
                Candidate::new(cell, index % size)
            }
        })
    }
}

fn overlaps<const W: usize>(houses: &Houses) -> Vec<Vec<Overlap<W>>> {
    let mut found: Vec<Vec<Overlap<W>>> = Vec::with_capacity(houses.len());
    let mut slots = vec![usize::MAX; houses.len()];
    for house in 0..houses.len() {
        let mut here: Vec<Overlap<W>> = Vec::new();
        for (place, &cell) in houses.house(house).iter().enumerate() {
            for seat in houses.seats(usize::from(cell)) {
                let other = usize::from(seat.house);
                if other == house {
                    continue;
                }
                if here
                    .get(slots[other])
                    .is_none_or(|overlap| overlap.other != other)
                {
                    slots[other] = here.len();
                    here.push(Overlap {
                        here: Bits::EMPTY,
                        other,
                        there: Bits::EMPTY,
                    });
                }
                let overlap = &mut here[slots[other]];
                overlap.here.insert(place);
                overlap.there.insert(usize::from(seat.place));
            }
        }
        here.retain(|overlap| overlap.here.len() > 1);
        slots.fill(usize::MAX);
        found.push(here);
    }
    found
}
