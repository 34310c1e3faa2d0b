//! Minimal 9x9 puzzles by controlled bias: how likely each comes out is known.
//!
//! From a random grid, draw a set of cells, each with a chance of 11 in 32. If it has up to
//! [`MOST`] cells and its clues have one solution, take clues away in random order until the first
//! that has to stay. If what is left is minimal, it is a hit; else the try is over. (Going on with
//! other clues would favour puzzles with few clues in a way that nobody can compute.)
//!
//! A minimal puzzle with n clues is hit by a try on its grid with the chance
//! P(n <= size <= MOST) / C(81, n), since what is left of a random set after some removals is a
//! random set again, and every set that contains the puzzle has one solution. The reciprocal of
//! that is its weight.
//!
//! About one try in 400,000 is a hit, so nearly all have to fail at almost no cost:
//!
//! ```text
//!   tries        0 1 2 3 ... 255           256 sets at a time, a bit each
//!   cell 0     [ 1 0 0 1 ...     ]
//!   ...                                    a set of cells of which one needs its clue:
//!   cell 80    [ 0 1 0 0 ...     ]         or-ed, the cells say which tries have one
//! ```
//!
//! Such sets are known for every grid (two digits, rows or columns exchanged along a cycle), and
//! every set that turns out to have another solution shows a new one.

use super::cell_set::CellSet;
use super::pieces::Pieces;
use super::questions::Questions;
use super::reduction::{Reduction, Verdict};
use super::uniform::uniform_grid;
use crate::cells::CELLS;
use crate::contract::{Engine, Limit};
use crate::random::Random;

/// The most clues of a set that is looked at; puzzles with more are not found.
pub const MOST: u32 = 32;
/// The fewest that a unique puzzle has.
const FEWEST: u32 = 17;
/// Sets in one block: the bits of a block's rows.
const BLOCK: usize = 256;
const WORDS: usize = BLOCK / 64;
/// Sets whose questions go to the engine together.
const SLOTS: usize = 128;
/// Sets of cells found on the way are kept up to this size, and up to this number.
const LEARNED_SIZE: u32 = 16;
const LEARNED: usize = 600;

type Bits = [u64; WORDS];

/// Random bits for a block: four generators of the xorshift kind side by side.
struct Stream {
    state: [[u64; WORDS]; 2],
}

impl Stream {
    fn new(random: &mut Random) -> Stream {
        Stream {
            state: [(); 2].map(|()| std::array::from_fn(|_| random.next_u64() | 1)),
        }
    }

    /// xorshift128+ (Vigna, 2017).
    #[inline(always)]
    fn next(&mut self) -> Bits {
        let [first, second] = &mut self.state;
        std::array::from_fn(|word| {
            let (mut a, b) = (first[word], second[word]);
            let sum = a.wrapping_add(b);
            a ^= a << 23;
            first[word] = b;
            second[word] = a ^ b ^ (a >> 18) ^ (b >> 5);
            sum
        })
    }

    /// Bits that are set with a chance of 11 in 32. Tried 3 in 8: as many hits among the tries, but
    /// more of them have to be solved.
    #[inline(always)]
    fn eleven_in_32(&mut self) -> Bits {
        let (a, b, c) = (self.next(), self.next(), self.next());
        let (d, e) = (self.next(), self.next());
        std::array::from_fn(|word| (((a[word] | b[word]) & c[word]) | d[word]) & e[word])
    }
}

/// Returns the minimal puzzles that so many tries hit on one random grid, and the grid.
/// None if `go_on` said no.
pub fn sample(
    seed: u64,
    tries: usize,
    engine: &dyn Engine,
    pieces: &Pieces,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<([u8; CELLS], Vec<Vec<u8>>)> {
    let mut random = Random::stream(seed, 0);
    let grid = uniform_grid(&mut random);
    let mut stream = Stream::new(&mut random);
    let mut sets = known_sets(&grid);
    let mut questions = Questions::new(engine, Limit::of_solutions(2), SLOTS);
    let mut blocks = tries.div_ceil(BLOCK);
    let mut waiting: Vec<u128> = Vec::new();
    let mut slots: Vec<Slot> = Vec::new();
    let mut hits = Vec::new();
    loop {
        while slots.len() + waiting.len() < SLOTS && blocks > 0 {
            blocks -= 1;
            survivors(&mut stream, &mut sets, &mut waiting);
        }
        while slots.len() < SLOTS
            && let Some(cells) = waiting.pop()
        {
            // Sets may have been learned since it came through.
            if sets.list.iter().all(|set| set & cells != 0) {
                slots.push(Slot::new(cells, &grid));
            }
        }
        if slots.is_empty() {
            if blocks == 0 && waiting.is_empty() {
                return Some((grid, hits));
            }
            continue;
        }
        for (slot, question) in slots.iter().zip(questions.puzzles()) {
            match &slot.state {
                State::Tight(reduction) => reduction.ask(pieces, question),
                _ => question.copy_from_slice(&slot.clues),
            }
        }
        if !go_on() || !questions.answer(slots.len(), go_on) {
            return None;
        }
        for (row, slot) in slots.iter_mut().enumerate() {
            let (verdict, solutions) = questions.of(row);
            if verdict == Verdict::Several {
                for solution in solutions {
                    sets.learn(&grid, solution);
                }
            }
            slot.hear(verdict, solutions, pieces, &mut random);
        }
        for slot in &slots {
            if let State::Hit(puzzle) = &slot.state {
                hits.push(puzzle.clone());
            }
        }
        slots.retain(|slot| matches!(slot.state, State::Loose | State::Tight(_)));
    }
}

/// Sets of cells of which one needs its clue, the useful ones first.
struct Sets {
    list: Vec<u128>,
    /// The same as cells.
    places: Vec<Box<[u8]>>,
}

impl Sets {
    fn learn(&mut self, grid: &[u8; CELLS], solution: &[u8]) {
        let cells = CellSet::<2>::difference(grid, solution);
        let size = cells.count();
        if size == 0 || size > LEARNED_SIZE || self.list.len() >= LEARNED {
            return;
        }
        let cells = cells.iter().fold(0, |set: u128, cell| set | 1 << cell);
        // One that contains another says nothing new.
        if self.list.iter().all(|set| set & cells != *set) {
            self.list.push(cells);
            self.places.push(cells_of(cells).collect());
        }
    }
}

/// The cells of a set, in ascending order.
fn cells_of(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as u8;
            set &= set - 1;
            cell
        })
    })
}

/// Two digits, two rows of a band or two columns of a stack, exchanged along a cycle.
fn known_sets(grid: &[u8; CELLS]) -> Sets {
    let mut list = Vec::new();
    for one in 1..=9 {
        for other in one + 1..=9 {
            let cells = (0..CELLS).filter(|&cell| grid[cell] == one || grid[cell] == other);
            add_cycles(&cells.collect::<Vec<_>>(), &mut list, |a, b| {
                a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
            });
        }
    }
    for line in 0..9 {
        for other in line + 1..line / 3 * 3 + 3 {
            let rows = (0..9).flat_map(|place| [9 * line + place, 9 * other + place]);
            add_cycles(&rows.collect::<Vec<_>>(), &mut list, |a, b| {
                a % 9 == b % 9 || grid[a] == grid[b]
            });
            let columns = (0..9).flat_map(|place| [9 * place + line, 9 * place + other]);
            add_cycles(&columns.collect::<Vec<_>>(), &mut list, |a, b| {
                a / 9 == b / 9 || grid[a] == grid[b]
            });
        }
    }
    list.sort_unstable();
    list.dedup();
    list.sort_by_key(|set| set.count_ones());
    let places = list.iter().map(|&set| cells_of(set).collect()).collect();
    Sets { list, places }
}

/// Adds the connected parts of some cells.
fn add_cycles(cells: &[usize], list: &mut Vec<u128>, are_joined: impl Fn(usize, usize) -> bool) {
    let mut left = cells.to_vec();
    while let Some(start) = left.pop() {
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            let cell = part[next];
            next += 1;
            left.retain(|&other| {
                let joins = are_joined(cell, other);
                if joins {
                    part.push(other);
                }
                !joins
            });
        }
        list.push(part.iter().fold(0, |set, cell| set | 1 << cell));
    }
}

/// Draws a block of sets, and adds those that have a clue in every known set.
fn survivors(stream: &mut Stream, sets: &mut Sets, waiting: &mut Vec<u128>) {
    let rows: [Bits; CELLS] = std::array::from_fn(|_| stream.eleven_in_32());
    let mut alive = [u64::MAX; WORDS];
    for places in &sets.places {
        let mut hit = [0; WORDS];
        for &place in places.iter() {
            let row = &rows[usize::from(place)];
            for word in 0..WORDS {
                hit[word] |= row[word];
            }
        }
        let mut any = 0;
        for word in 0..WORDS {
            alive[word] &= hit[word];
            any |= alive[word];
        }
        if any == 0 {
            return;
        }
    }
    for (word, &bits) in alive.iter().enumerate() {
        let mut left = bits;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            let mut cells = 0_u128;
            for (cell, row) in rows.iter().enumerate() {
                cells |= u128::from(row[word] >> place & 1) << cell;
            }
            if (FEWEST..=MOST).contains(&cells.count_ones()) {
                waiting.push(cells);
            }
        }
    }
}

/// A set of clues on its way.
struct Slot {
    clues: Vec<u8>,
    grid: [u8; CELLS],
    state: State,
}

enum State {
    /// It may have several solutions.
    Loose,
    /// It has one, and clues are being taken away.
    Tight(Box<Reduction<2>>),
    /// A minimal puzzle.
    Hit(Vec<u8>),
    Miss,
}

impl Slot {
    fn new(cells: u128, grid: &[u8; CELLS]) -> Slot {
        let mut clues = vec![0; CELLS];
        for cell in cells_of(cells) {
            clues[usize::from(cell)] = grid[usize::from(cell)];
        }
        Slot {
            clues,
            grid: *grid,
            state: State::Loose,
        }
    }

    fn hear(
        &mut self,
        verdict: Verdict,
        solutions: [&[u8]; 2],
        pieces: &Pieces,
        random: &mut Random,
    ) {
        match &mut self.state {
            State::Loose if verdict == Verdict::Unique => {
                let mut order = pieces.with_clues(&self.clues);
                random.shuffle(&mut order);
                let clues = std::mem::take(&mut self.clues);
                let reduction = Reduction::strict(self.grid.to_vec(), clues, order, pieces);
                self.state = State::Tight(Box::new(reduction));
            }
            State::Tight(reduction) => {
                reduction.hear(verdict, solutions, pieces);
                if reduction.has_failed() {
                    self.state = State::Miss;
                } else if reduction.is_done() {
                    self.state = State::Hit(std::mem::take(&mut reduction.clues));
                }
            }
            _ => self.state = State::Miss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Puzzle;
    use crate::lanes::Path;
    use crate::scalar::Scalar;

    fn count(puzzle: &[u8]) -> u64 {
        let puzzle = Puzzle::of_givens(puzzle);
        Scalar
            .search(&puzzle, &Limit::of_solutions(2))
            .count(u64::MAX, 2)
    }

    #[test]
    fn known_sets_need_a_clue() {
        let grid = uniform_grid(&mut Random::new(3));
        let sets = known_sets(&grid);
        assert!(sets.list.len() > 50);
        for set in sets.list {
            let clue = |cell: usize| if set >> cell & 1 == 1 { 0 } else { grid[cell] };
            let puzzle: Vec<u8> = (0..CELLS).map(clue).collect();
            assert_eq!(count(&puzzle), 2);
        }
    }

    #[test]
    fn hits_are_minimal_puzzles_of_the_grid() {
        let pieces = Pieces::new(&(0..81).collect::<Vec<_>>()).unwrap();
        let mut found = 0;
        for seed in 0..40 {
            let sampled = sample(seed, 100_000, &Path::best(), &pieces, &mut || true);
            let (grid, hits) = sampled.unwrap();
            for puzzle in &hits {
                found += 1;
                assert_eq!(count(puzzle), 1);
                for cell in (0..CELLS).filter(|&cell| puzzle[cell] != 0) {
                    assert_eq!(puzzle[cell], grid[cell]);
                    let mut fewer = puzzle.clone();
                    fewer[cell] = 0;
                    assert_eq!(count(&fewer), 2);
                }
            }
        }
        // 4,000,000 tries at about one in 400,000, as many sets are too small or too large.
        assert!((2..40).contains(&found), "{found} hits");
    }

    #[test]
    fn cells_are_drawn_with_a_chance_of_11_in_32() {
        let mut stream = Stream::new(&mut Random::new(1));
        let mut ones = 0;
        for _ in 0..1000 {
            let bits = stream.eleven_in_32();
            ones += bits.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        // 256,000 bits: 88,000 +- 240.
        assert!(ones.abs_diff(88_000) < 1200);
    }
}
