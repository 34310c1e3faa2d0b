//! Minimal puzzles, top down: the clues of a random grid are taken away in random order, each if
//! the solution stays the only one.
//!
//! A clue that has to stay once has to stay for good (fewer clues, more solutions), so one pass
//! leaves a minimal puzzle. Three things keep the number of proofs low, and none of them changes
//! which puzzle comes out:
//!
//! ```text
//!   order   c1 c2 c3 .... c43 c44 c45 .... c81
//!           \_ all can go _/   \_ stays       \_ one by one
//! ```
//!
//! - How long the first run of clues is that can all go is found by bisection.
//! - A proof that fails shows another solution. The cells where it differs from ours are a set of
//!   which one clue has to stay, whatever else goes: later clues that are the last of such a set
//!   need no proof.
//! - Many puzzles are reduced side by side, and their questions go to the engine together.

use std::sync::Mutex;

use super::grid::random_grid;
use crate::batch::{self, Details, Rows};
use crate::cells::CELLS;
use crate::contract::{Engine, Limit};
use crate::random::Random;
use crate::{status, threads};

/// Puzzles reduced side by side: several times as many as the engine has lanes.
const SLOTS: usize = 128;
/// How many clues of a random grid can go at first, about: where the bisection starts.
const USUAL_RUN: usize = 44;

/// Where puzzles go: puzzle `first` of the seed, and those after it.
pub struct Puzzles<'a> {
    /// Chooses the puzzles.
    pub seed: u64,
    /// The number of the first one.
    pub first: u64,
    /// The clues of each, 0 for an empty cell.
    pub puzzles: &'a mut [u8],
    /// The solution of each.
    pub solutions: &'a mut [u8],
}

/// Fills in puzzles on `threads` threads, the calling one among them. `go_on` is asked on the
/// calling thread all along; once it says false the work ends early and false is returned.
///
/// # Panics
/// If the lengths of the slices do not fit each other or the engine is not for 9x9.
pub fn fill(
    puzzles: Puzzles<'_>,
    engine: &dyn Engine,
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let Puzzles { seed, first, .. } = puzzles;
    assert_eq!(engine.size() * engine.size(), CELLS);
    assert_eq!(puzzles.puzzles.len(), puzzles.solutions.len());
    assert_eq!(puzzles.puzzles.len() % CELLS, 0);
    let threads = threads.min((puzzles.puzzles.len() / CELLS).div_ceil(SLOTS));
    let rooms = puzzles.puzzles.chunks_exact_mut(CELLS);
    let rooms = rooms.zip(puzzles.solutions.chunks_exact_mut(CELLS));
    let rooms = Mutex::new((first..).zip(rooms));
    threads::share(threads, go_on, |go_on| {
        let next = || {
            let (number, room) = rooms.lock().expect("no thread panics here").next()?;
            let reduction = Reduction::new(&mut Random::stream(seed, number));
            Some(Slot { reduction, room })
        };
        reduce_all(next, engine, go_on)
    })
}

/// A puzzle that is being reduced, and where it goes.
struct Slot<'a> {
    reduction: Reduction,
    room: (&'a mut [u8], &'a mut [u8]),
}

/// Reduces puzzles until there are no more; false if `go_on` said no.
fn reduce_all<'a>(
    mut next: impl FnMut() -> Option<Slot<'a>>,
    engine: &dyn Engine,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let mut slots: Vec<Slot<'a>> = std::iter::from_fn(&mut next).take(SLOTS).collect();
    let mut answers = Answers::new(slots.len());
    while !slots.is_empty() {
        for (slot, question) in slots.iter().zip(answers.questions.chunks_exact_mut(CELLS)) {
            slot.reduction.ask(question);
        }
        if !answers.find(slots.len(), engine, go_on) {
            return false;
        }
        for (row, slot) in slots.iter_mut().enumerate() {
            let (status, solutions) = answers.of(row);
            slot.reduction.hear(status == status::UNIQUE, solutions);
            if slot.reduction.is_done() {
                let (puzzle, solution) = &mut slot.room;
                puzzle.copy_from_slice(&slot.reduction.clues);
                solution.copy_from_slice(&slot.reduction.grid);
                if let Some(other) = next() {
                    *slot = other;
                }
            }
        }
        slots.retain(|slot| !slot.reduction.is_done());
    }
    true
}

/// The questions of all slots, and what the engine says to them.
struct Answers {
    questions: Vec<u8>,
    firsts: Vec<u8>,
    seconds: Vec<u8>,
    status: Vec<u8>,
    stops: Vec<u8>,
    guesses: Vec<u32>,
    nodes: Vec<u32>,
}

impl Answers {
    fn new(rows: usize) -> Answers {
        Answers {
            questions: vec![0; rows * CELLS],
            firsts: vec![0; rows * CELLS],
            seconds: vec![0; rows * CELLS],
            status: vec![0; rows],
            stops: vec![0; rows],
            guesses: vec![0; rows],
            nodes: vec![0; rows],
        }
    }

    fn find(&mut self, rows: usize, engine: &dyn Engine, go_on: &mut dyn FnMut() -> bool) -> bool {
        let rows = Rows {
            puzzles: &self.questions[..rows * CELLS],
            solutions: &mut self.firsts[..rows * CELLS],
            status: &mut self.status[..rows],
            guesses: &mut self.guesses[..rows],
            details: Some(Details {
                seconds: &mut self.seconds[..rows * CELLS],
                nodes: &mut self.nodes[..rows],
                stops: &mut self.stops[..rows],
            }),
        };
        batch::solve(rows, engine, &Limit::of_solutions(2), 1, go_on)
    }

    /// The status of a row and its two solutions.
    fn of(&self, row: usize) -> (u8, [&[u8]; 2]) {
        let cells = row * CELLS..(row + 1) * CELLS;
        let solutions = [&self.firsts[cells.clone()], &self.seconds[cells]];
        (self.status[row], solutions)
    }
}

/// A grid whose clues are being taken away in a fixed order.
///
/// ```text
///   order   0 ......... place ......... place + safe ......... bound ......... 80
///           decided     | can go, proved |      unknown        | one of these has to stay
/// ```
struct Reduction {
    grid: [u8; CELLS],
    clues: [u8; CELLS],
    /// The cells in the order in which their clues are tried.
    order: [u8; CELLS],
    /// The place of each cell in that order.
    places: [u8; CELLS],
    /// Clues before this place were taken away or have to stay.
    place: usize,
    /// How many clues from there on can all go.
    safe: usize,
    /// How many the next question takes away: more than are safe.
    probe: usize,
    /// The sets of cells that differ in another solution, none of whose clues has to stay so far.
    unavoidable: Vec<Unavoidable>,
}

/// Cells of which one has to keep its clue, and the last place of these in the order.
struct Unavoidable {
    cells: u128,
    last: usize,
}

impl Reduction {
    fn new(random: &mut Random) -> Reduction {
        let grid = random_grid(random);
        let mut order: [u8; CELLS] = std::array::from_fn(|cell| cell as u8);
        random.shuffle(&mut order);
        let mut places = [0; CELLS];
        for (place, &cell) in (0..).zip(&order) {
            places[usize::from(cell)] = place;
        }
        Reduction {
            grid,
            clues: grid,
            order,
            places,
            place: 0,
            safe: 0,
            probe: USUAL_RUN,
            unavoidable: Vec::with_capacity(64),
        }
    }

    fn is_done(&self) -> bool {
        self.place == CELLS
    }

    /// The clue at this place has to stay if all before it go; the end if none is known to.
    fn bound(&self) -> usize {
        let places = self.unavoidable.iter().map(|set| set.last);
        places.min().unwrap_or(CELLS)
    }

    /// Writes the puzzle whose solutions are to be counted next.
    fn ask(&self, question: &mut [u8]) {
        question.copy_from_slice(&self.clues);
        for &cell in &self.order[self.place..self.place + self.probe] {
            question[usize::from(cell)] = 0;
        }
    }

    /// Takes the answer: whether our solution is the only one, and if not, two of them.
    fn hear(&mut self, is_unique: bool, solutions: [&[u8]; 2]) {
        if is_unique {
            self.safe = self.probe;
        } else {
            for solution in solutions {
                self.learn(solution);
            }
        }
        while self.decide() {}
        if !self.is_done() {
            self.choose();
        }
    }

    /// Keeps the cells where another solution differs.
    fn learn(&mut self, solution: &[u8]) {
        let (mut cells, mut last) = (0, 0);
        for (cell, (ours, other)) in self.grid.iter().zip(solution).enumerate() {
            if ours != other {
                cells |= 1 << cell;
                last = last.max(usize::from(self.places[cell]));
            }
        }
        if cells != 0 {
            self.unavoidable.push(Unavoidable { cells, last });
        }
    }

    /// Takes away what can go before a clue that has to stay, or before the end; false if neither
    /// is reached.
    fn decide(&mut self) -> bool {
        let end = self.place + self.safe;
        let bound = self.bound();
        debug_assert!(end <= bound);
        if end < bound || self.is_done() {
            return false;
        }
        for &cell in &self.order[self.place..end] {
            self.clues[usize::from(cell)] = 0;
        }
        self.safe = 0;
        self.place = end;
        if end < CELLS {
            let stays = 1_u128 << self.order[end];
            self.unavoidable.retain(|set| set.cells & stays == 0);
            self.place += 1;
        }
        true
    }

    /// Chooses how many clues to take away next: half of the unknown ones of the first run, later
    /// a quarter, as runs are short then.
    fn choose(&mut self) {
        let unknown = self.bound() - self.place - self.safe;
        let is_first = self.clues == self.grid;
        let part = if is_first { 2 } else { 4 };
        self.probe = self.safe + unknown.div_ceil(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::Scalar;

    fn filled(seed: u64, first: u64, count: usize, threads: usize) -> (Vec<u8>, Vec<u8>) {
        let (mut puzzles, mut solutions) = (vec![0; count * CELLS], vec![0; count * CELLS]);
        let room = Puzzles {
            seed,
            first,
            puzzles: &mut puzzles,
            solutions: &mut solutions,
        };
        assert!(fill(room, &Scalar, threads, &mut || true));
        (puzzles, solutions)
    }

    fn is_unique(puzzle: &[u8]) -> bool {
        let mut search = Scalar.search(
            &crate::contract::Puzzle::of_givens(puzzle),
            &Limit::of_solutions(2),
        );
        search.count(u64::MAX, 2) == 1
    }

    #[test]
    fn puzzles_are_unique_and_minimal_and_belong_to_their_solutions() {
        let (puzzles, solutions) = filled(3, 0, 40, 1);
        for (puzzle, solution) in puzzles.chunks(CELLS).zip(solutions.chunks(CELLS)) {
            assert!(is_unique(puzzle));
            for cell in (0..CELLS).filter(|&cell| puzzle[cell] != 0) {
                assert_eq!(puzzle[cell], solution[cell]);
                let mut fewer = puzzle.to_vec();
                fewer[cell] = 0;
                assert!(!is_unique(&fewer));
            }
        }
    }

    /// Without bisection and without sets: a clue at a time, each with a proof.
    fn reduced_slowly(seed: u64, number: u64) -> Vec<u8> {
        let start = Reduction::new(&mut Random::stream(seed, number));
        let mut clues = start.clues.to_vec();
        for cell in start.order.map(usize::from) {
            let clue = std::mem::take(&mut clues[cell]);
            if !is_unique(&clues) {
                clues[cell] = clue;
            }
        }
        clues
    }

    #[test]
    fn short_cuts_change_nothing() {
        let puzzles = filled(11, 5, 60, 1).0;
        for (number, puzzle) in (5..).zip(puzzles.chunks(CELLS)) {
            assert_eq!(puzzle, reduced_slowly(11, number));
        }
    }

    #[test]
    fn a_puzzle_depends_on_its_seed_and_number_alone() {
        let all = filled(1, 0, 300, 2);
        assert_eq!(filled(1, 0, 300, 1), all);
        let (puzzles, solutions) = filled(1, 250, 20, 3);
        assert_eq!(puzzles, all.0[250 * CELLS..270 * CELLS]);
        assert_eq!(solutions, all.1[250 * CELLS..270 * CELLS]);
        assert_ne!(filled(2, 0, 1, 1).0, all.0[..CELLS]);
    }

    #[test]
    fn a_stop_ends_the_work() {
        let (mut puzzles, mut solutions) = (vec![0; 500 * CELLS], vec![0; 500 * CELLS]);
        let room = Puzzles {
            seed: 0,
            first: 0,
            puzzles: &mut puzzles,
            solutions: &mut solutions,
        };
        assert!(!fill(room, &Scalar, 2, &mut || false));
    }
}
