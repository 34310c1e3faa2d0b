//! The plain 9x9 engine: candidates as bit masks, naked and hidden singles to a fixed point, then
//! the cell with the fewest candidates. It is written to be read and to be compared with; the
//! reference engine in Python takes the same decisions, so both must count the same nodes.

use crate::cells::{CELLS, HOUSES, PEERS, SIZE};
use crate::contract::{self, Limit, Puzzle, Step};

/// The digits of a complete grid, row-major.
pub type Solution = [u8; CELLS];

const ALL: u16 = 0x1FF;

/// Candidates of every cell (bit d-1 for digit d), and which cells are placed: a placed cell has
/// one candidate left and its peers have already lost that digit.
#[derive(Clone, Copy)]
struct State {
    masks: [u16; CELLS],
    open: u128,
}

impl State {
    /// The state after placing the givens, or None if two conflict or one is not a candidate.
    fn new(puzzle: &Puzzle<'_>) -> Option<State> {
        let candidates = |cell: usize| match puzzle.candidates {
            None => ALL,
            Some(candidates) => {
                let bytes = candidates.of_cell(cell);
                u16::from_le_bytes([bytes[0], bytes[1]]) & ALL
            }
        };
        let mut state = State {
            masks: std::array::from_fn(candidates),
            open: (1 << CELLS) - 1,
        };
        for (cell, &digit) in puzzle.givens.iter().enumerate() {
            if digit != 0 && !state.place(cell, 1 << (digit - 1)) {
                return None;
            }
        }
        Some(state)
    }

    /// Places a digit; false if the cell no longer allows it or a peer has no candidate left.
    fn place(&mut self, cell: usize, bit: u16) -> bool {
        if self.masks[cell] & bit == 0 {
            return false;
        }
        self.masks[cell] = bit;
        self.open &= !(1 << cell);
        let mut alive = true;
        for &peer in &PEERS[cell] {
            self.masks[peer as usize] &= !bit;
            alive &= self.masks[peer as usize] != 0;
        }
        alive
    }

    /// Places naked and hidden singles until there are none; false at a contradiction.
    fn settle(&mut self) -> bool {
        while self.open != 0 {
            let before = self.open;
            if !self.place_naked_singles() {
                return false;
            }
            if self.open == before && !self.place_hidden_singles() {
                return false;
            }
            if self.open == before {
                return true;
            }
        }
        true
    }

    fn place_naked_singles(&mut self) -> bool {
        let mut rest = self.open;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mask = self.masks[cell];
            // One candidate is placed; none at all cannot be, and is the contradiction.
            if mask.count_ones() < 2 && !self.place(cell, mask) {
                return false;
            }
        }
        true
    }

    fn place_hidden_singles(&mut self) -> bool {
        for house in &HOUSES {
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                let mask = self.masks[cell as usize];
                twice |= once & mask;
                once |= mask;
            }
            if once != ALL {
                return false;
            }
            let single = once & !twice;
            for &cell in house {
                let cell = cell as usize;
                let bit = self.masks[cell] & single;
                if bit == 0 || (self.open >> cell) & 1 == 0 {
                    continue;
                }
                // Two digits with this cell as their only place: one of them has none.
                if !bit.is_power_of_two() || !self.place(cell, bit) {
                    return false;
                }
            }
        }
        true
    }

    /// The open cell with the fewest candidates, the first of equals. There must be an open cell.
    fn narrowest(&self) -> usize {
        let mut best = (u32::MAX, 0);
        let mut rest = self.open;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let candidates = self.masks[cell].count_ones();
            if candidates < best.0 {
                best = (candidates, cell);
                if candidates == 2 {
                    break;
                }
            }
        }
        best.1
    }

    fn solution(&self) -> Solution {
        self.masks.map(|mask| mask.trailing_zeros() as u8 + 1)
    }
}

/// The engine: one puzzle after the other.
pub struct Scalar;

impl contract::Engine for Scalar {
    fn size(&self) -> usize {
        SIZE
    }

    fn search(&self, puzzle: &Puzzle<'_>, _: &Limit) -> Box<dyn contract::Search> {
        Box::new(Search::new(puzzle))
    }
}

/// A depth-first search that can be paused after any node and resumed.
pub struct Search {
    /// States still to be explored, the next one last.
    stack: Vec<State>,
    found: Solution,
    nodes: u64,
    guesses: u64,
}

impl Search {
    /// Starts a search; other than 81 digits up to 9 are the caller's mistake and panic.
    pub fn new(puzzle: &Puzzle<'_>) -> Search {
        assert_eq!(puzzle.givens.len(), CELLS);
        let fits = |&digit: &u8| digit <= 9;
        assert!(puzzle.givens.iter().all(fits), "a digit is above 9");
        Search {
            stack: State::new(puzzle).into_iter().collect(),
            found: [0; CELLS],
            nodes: 0,
            guesses: 0,
        }
    }

    /// Pushes one child per candidate of the narrowest cell, so that the smallest digit is next.
    fn branch(&mut self, state: &State) {
        let cell = state.narrowest();
        let mut digits = state.masks[cell];
        while digits != 0 {
            let bit = 1 << (u16::BITS - 1 - digits.leading_zeros());
            digits &= !bit;
            let mut child = *state;
            // A child that is dead already is still a node: settling finds the empty cell.
            child.place(cell, bit);
            self.stack.push(child);
        }
    }
}

impl contract::Search for Search {
    fn is_exhausted(&self) -> bool {
        self.stack.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn guesses(&self) -> u64 {
        self.guesses
    }

    fn run(&mut self, mut budget: u64) -> Step<'_> {
        while let Some(mut state) = self.stack.pop() {
            if budget == 0 {
                self.stack.push(state);
                return Step::Paused;
            }
            budget -= 1;
            self.nodes += 1;
            if !state.settle() {
                continue;
            }
            if state.open == 0 {
                self.found = state.solution();
                return Step::Solution(&self.found);
            }
            self.guesses += 1;
            self.branch(&state);
        }
        Step::Exhausted
    }
}
