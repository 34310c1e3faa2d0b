//! Random solution grids of any board.
//!
//! - 9x9 with 3x3 boxes: exactly uniform, see [`super::uniform`].
//! - Boards with few solutions, such as 4x4 and 6x6: all solutions with 1, 2, 3 and so on in the
//!   first house are listed once. One of them with its digits relabelled is exactly uniform.
//! - Every other board, or on request: a first solution is found by an engine after some random
//!   givens, then it is shuffled. A shuffle takes two digits and exchanges them along a chain: all
//!   cells that are reached from one of them through houses with both digits. Any such exchange can be
//!   undone by the same one, so in the long run all grids that can be reached are equally likely.
//!   The number of shuffles is fixed, and whether all grids can be reached is known for few
//!   boards: close to uniform, not exactly.

use std::sync::{Arc, OnceLock};

use super::uniform::uniform_grid;
use crate::contract::{Engine, Limit, Puzzle, Step};
use crate::houses::Houses;
use crate::random::Random;

/// The most solutions that are listed.
const LISTED: usize = 50_000;
/// The largest board whose solutions are worth counting.
const COUNTED_SIZE: usize = 7;
/// Shuffles per cell of a filled grid.
const SHUFFLES: usize = 4;
/// Nodes after which a search starts again, with fewer random givens.
const PATIENCE: u64 = 20_000;

/// How grids are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All grids are exactly equally likely.
    Uniform,
    /// A search, then shuffles.
    Fill,
}

/// Draws random grids of one board.
pub struct Grids {
    houses: Arc<Houses>,
    /// For every cell the cells that may not hold its digit.
    peers: Vec<Vec<u16>>,
    is_classic: bool,
    listed: OnceLock<Option<Vec<u8>>>,
}

impl Grids {
    /// Grids of a board.
    pub fn new(houses: Arc<Houses>) -> Grids {
        let peers = (0..houses.cells()).map(|cell| peers(&houses, cell));
        let peers: Vec<Vec<u16>> = peers.collect();
        let classic = Houses::of_boxes(3, 3).expect("a board of 9x9");
        let is_classic = houses.cells() == classic.cells()
            && (0..classic.cells()).all(|cell| peers[cell] == self::peers(&classic, cell));
        Grids {
            houses,
            peers,
            is_classic,
            listed: OnceLock::new(),
        }
    }

    /// True if all grids can be drawn equally often.
    pub fn can_be_uniform(&self, engine: &dyn Engine) -> bool {
        self.is_classic || self.listed(engine).is_some()
    }

    /// Draws a grid. The method is [`Method::Uniform`] only if that can be. None if `go_on` said
    /// no, or if the board has no solution.
    pub fn draw(
        &self,
        method: Method,
        engine: &dyn Engine,
        random: &mut Random,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<u8>> {
        match method {
            Method::Uniform if self.is_classic => Some(uniform_grid(random).to_vec()),
            Method::Uniform => {
                let listed = self.listed(engine)?;
                let count = listed.len() / self.houses.cells();
                let chosen = random.below(u64::try_from(count).ok()?) as usize;
                let grid = &listed[chosen * self.houses.cells()..][..self.houses.cells()];
                Some(self.relabelled(grid, random))
            }
            Method::Fill => {
                let mut grid = self.start(engine, random, go_on)?;
                for _ in 0..SHUFFLES * grid.len() {
                    self.shuffle(&mut grid, random);
                }
                Some(self.relabelled(&grid, random))
            }
        }
    }

    fn relabelled(&self, grid: &[u8], random: &mut Random) -> Vec<u8> {
        let mut names: Vec<u8> = (1..=self.houses.size() as u8).collect();
        random.shuffle(&mut names);
        let digits = grid.iter().map(|&digit| names[usize::from(digit) - 1]);
        digits.collect()
    }

    /// All solutions that have the digits in order in the first house, if they are few.
    fn listed(&self, engine: &dyn Engine) -> Option<&[u8]> {
        let listed = self.listed.get_or_init(|| {
            if self.houses.size() > COUNTED_SIZE {
                return None;
            }
            let mut givens = vec![0; self.houses.cells()];
            for (digit, &cell) in (1..).zip(self.houses.house(0)) {
                givens[usize::from(cell)] = digit;
            }
            let limit = Limit::of_solutions(LISTED as u64 + 1);
            let mut search = engine.search(&Puzzle::of_givens(&givens), &limit);
            let mut found = Vec::new();
            while let Step::Solution(solution) = search.run(u64::MAX) {
                found.extend_from_slice(solution);
                if found.len() > LISTED * givens.len() {
                    return None;
                }
            }
            (!found.is_empty()).then_some(found)
        });
        listed.as_deref()
    }

    /// A first grid: random givens that do not clash, and what an engine makes of them.
    fn start(
        &self,
        engine: &dyn Engine,
        random: &mut Random,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<u8>> {
        let size = self.houses.size();
        // Twice as many givens as a row has; fewer where these cannot be completed.
        let mut most = 2 * size;
        loop {
            let givens = self.random_givens(most, random);
            let budget = if most == 0 { u64::MAX } else { PATIENCE };
            let limit = Limit {
                nodes: budget,
                ..Limit::of_solutions(1)
            };
            let puzzle = Puzzle::of_givens(&givens);
            let mut answer = engine.solve(&puzzle, &limit, 1, &mut |_| go_on());
            if let Some(grid) = answer.solutions.pop() {
                return Some(grid);
            }
            let is_over = most == 0 || !go_on();
            if is_over {
                return None;
            }
            most /= 2;
        }
    }

    fn random_givens(&self, most: usize, random: &mut Random) -> Vec<u8> {
        let mut givens = vec![0; self.houses.cells()];
        for _ in 0..most {
            let cell = random.below(givens.len() as u64) as usize;
            let digit = random.below(self.houses.size() as u64) as u8 + 1;
            let mut peers = self.peers[cell].iter();
            if givens[cell] == 0 && peers.all(|&peer| givens[usize::from(peer)] != digit) {
                givens[cell] = digit;
            }
        }
        givens
    }

    /// Exchanges two digits along the chain of a random cell.
    fn shuffle(&self, grid: &mut [u8], random: &mut Random) {
        let start = random.below(grid.len() as u64) as usize;
        let one = grid[start];
        let other = random.below(self.houses.size() as u64 - 1) as u8 + 1;
        let other = if other >= one { other + 1 } else { other };
        let mut waiting = vec![start];
        grid[start] = other;
        while let Some(cell) = waiting.pop() {
            let mine = grid[cell];
            for &peer in &self.peers[cell] {
                let peer = usize::from(peer);
                // It holds what this cell holds now, so it has to change as well.
                if grid[peer] == mine {
                    grid[peer] = if mine == one { other } else { one };
                    waiting.push(peer);
                }
            }
        }
    }
}

fn peers(houses: &Houses, cell: usize) -> Vec<u16> {
    let seats = houses.seats(cell).iter();
    let mut found: Vec<u16> = seats
        .flat_map(|seat| houses.house(usize::from(seat.house)).iter().copied())
        .chain(houses.others(cell).iter().copied())
        .filter(|&peer| usize::from(peer) != cell)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::General;

    fn grids(rows: usize, columns: usize, method: Method, count: u64) -> Vec<Vec<u8>> {
        let houses = Arc::new(Houses::of_boxes(rows, columns).unwrap());
        let engine = General {
            houses: Arc::clone(&houses),
        };
        let grids = Grids::new(Arc::clone(&houses));
        let draw = |number| {
            let mut random = Random::stream(5, number);
            let grid = grids.draw(method, &engine, &mut random, &mut || true);
            let grid = grid.expect("the board has solutions");
            assert!(!grid.contains(&0) && !houses.has_clash(&grid));
            grid
        };
        (0..count).map(draw).collect()
    }

    #[test]
    fn grids_of_every_size_are_right() {
        for (rows, columns) in [(1, 4), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4)] {
            grids(rows, columns, Method::Fill, 4);
        }
    }

    /// Chi-square of 288 equally likely grids: 287 degrees of freedom, so about 287 +- 24.
    fn chi_square(found: &[Vec<u8>]) -> f64 {
        let mut counts = std::collections::HashMap::new();
        for grid in found {
            *counts.entry(grid).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 288);
        let expected = found.len() as f64 / 288.0;
        let off = counts.values().map(|&n| (f64::from(n) - expected).powi(2));
        off.sum::<f64>() / expected
    }

    #[test]
    fn every_4x4_grid_comes_equally_often() {
        let found = grids(2, 2, Method::Uniform, 28_800);
        assert!(chi_square(&found) < 287.0 + 5.0 * 24.0);
        let found = grids(2, 2, Method::Fill, 5_760);
        assert!(chi_square(&found) < 287.0 + 5.0 * 24.0);
    }
}
