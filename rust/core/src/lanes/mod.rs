//! The 9x9 engine that solves many puzzles side by side: one board per lane of a vector, all of
//! them swept by the same instructions. What it does and why it is fast, with what was tried and
//! lost: `docs/lanes.md`.
//!
//! ```text
//!   layout    where a cell's bit is in the three words of a digit
//!   vector    what is asked of an instruction set
//!   sweep     the kernel: conclusions for all lanes at once
//!   crew      boards and stacks: what one lane does between sweeps
//!   rows      many puzzles, one per lane
//!   lone      one puzzle in all lanes
//!   together  one puzzle counted on several threads
//! ```
//!
//! N is the number of lanes everywhere, V the vector, and GROUPS * V::LANES = N.

#![expect(
    clippy::needless_range_loop,
    reason = "words, digits and lanes index several arrays at once"
)]

mod crew;
mod layout;
mod lone;
mod rows;
mod sweep;
mod together;
mod vector;

use crate::batch::Row;
use crate::cells::SIZE;
use crate::contract::{self, Limit, Puzzle};
pub use lone::Search;

/// An instruction set to run on. Answers are the same on each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Four lanes, on any machine.
    Portable,
    /// Eight lanes at a time, on x86-64 with AVX2.
    Avx2,
    /// Sixteen lanes at a time, on x86-64 with AVX-512.
    Avx512,
}

impl Path {
    /// Every path, the fastest last.
    pub const ALL: [Path; 3] = [Path::Portable, Path::Avx2, Path::Avx512];

    /// How users name it.
    pub fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
            Path::Avx2 => "avx2",
            Path::Avx512 => "avx512",
        }
    }

    /// Returns whether this machine supports it.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            // What a lane does on its own needs bit instructions, which are features of their own:
            // lanes are picked by trailing zeros, and cells scored by counts of ones.
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            match self {
                Path::Portable => true,
                Path::Avx2 => has_avx2,
                Path::Avx512 => has_avx2 && is_x86_feature_detected!("avx512f"),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Path::Portable
        }
    }

    /// The fastest that this machine has.
    pub fn best() -> Path {
        let mut fastest_first = Path::ALL.into_iter().rev();
        fastest_first
            .find(|path| path.is_available())
            .unwrap_or(Path::Portable)
    }
}

impl contract::Engine for Path {
    fn size(&self) -> usize {
        SIZE
    }

    /// Parts of the tree are explored out of turn, unless nodes are to be counted off.
    fn search(&self, puzzle: &Puzzle<'_>, limit: &Limit) -> Box<dyn contract::Search> {
        Box::new(Search::new(*self, puzzle, limit.nodes == u64::MAX))
    }

    /// Solves each row in a lane.
    ///
    /// # Panics
    /// If this machine does not have the path.
    fn solve_rows(
        &self,
        rows: &mut dyn Iterator<Item = Row<'_>>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        assert!(self.is_available(), "no {} here", self.name());
        // SAFETY: the machine has the path.
        unsafe {
            match self {
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 => x86::solve_avx2(rows, limit, go_on),
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 => x86::solve_avx512(rows, limit, go_on),
                _ => rows::solve::<vector::Portable, 4, 1>(*self, rows, limit, go_on),
            }
        }
    }
}

/// The kernel compiled for each instruction set. Everything is inlined into these functions: only
/// a function with the feature enabled gets its instructions.
///
/// How many vectors take turns in a sweep was tried: with two of AVX2, a lane's sweep takes 10 %
/// less time than with one. A lone puzzle has one vector, as there is work for few lanes at first.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::lone::{Lone, Want};
    use super::vector::x86::{Avx2, Avx512};
    use super::{Path, rows};
    use crate::batch::Row;
    use crate::contract::Limit;

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn solve_avx2<'a>(
        rows: &mut dyn Iterator<Item = Row<'a>>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        // SAFETY: this function is compiled for it.
        unsafe { rows::solve::<Avx2, 16, 2>(Path::Avx2, rows, limit, go_on) }
    }

    #[target_feature(enable = "avx512f,avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn solve_avx512<'a>(
        rows: &mut dyn Iterator<Item = Row<'a>>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        // SAFETY: this function is compiled for it.
        unsafe { rows::solve::<Avx512, 16, 1>(Path::Avx512, rows, limit, go_on) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn explore_avx2(lone: &mut Lone<8>, want: Want, last_node: u64, most: u64) -> u64 {
        // SAFETY: this function is compiled for it.
        unsafe { lone.explore::<Avx2>(want, last_node, most) }
    }

    #[target_feature(enable = "avx512f,avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn explore_avx512(
        lone: &mut Lone<16>,
        want: Want,
        last_node: u64,
        most: u64,
    ) -> u64 {
        // SAFETY: this function is compiled for it.
        unsafe { lone.explore::<Avx512>(want, last_node, most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{self, Rows};
    use crate::cells::CELLS;
    use crate::contract::{Engine, Search as _, Step};
    use crate::scalar::Scalar;
    use crate::status;

    /// Unique without a guess and with some, two solutions, none, a clash, malformed.
    const LINES: [&str; 6] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "..4.78.1.672....4..9.3.2.6....7.....4.6.5.7.1..3..4.5...1.3..8.....19635....861.9",
        "..9.7...5..21..9..1...28....7...5..1..851......5....3.......3..68........21.....7",
        "55.4678912672195348198342567859761423426853791713924856961537284287419635345286.7",
        "?...............................................................................9",
    ];

    fn cells(lines: &[&str]) -> Vec<u8> {
        let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
        let bytes = lines.iter().flat_map(|line| line.bytes());
        bytes.map(digit).collect()
    }

    fn solve(engine: &dyn Engine, lines: &[&str]) -> (Vec<u8>, Vec<u8>) {
        let puzzles = cells(lines);
        let (mut solutions, mut status) = (vec![0; puzzles.len()], vec![0; lines.len()]);
        let rows = Rows {
            puzzles: &puzzles,
            solutions: &mut solutions,
            status: &mut status,
            guesses: &mut vec![0; lines.len()],
            details: None,
        };
        let limit = Limit {
            solutions: 2,
            nodes: u64::MAX,
            time: None,
            memory: None,
        };
        assert!(batch::solve(rows, engine, &limit, 1, || true));
        (solutions, status)
    }

    #[test]
    fn every_path_gives_what_the_scalar_engine_gives() {
        let (solutions, status) = solve(&Scalar, &LINES);
        assert_eq!(
            status,
            [
                status::UNIQUE,
                status::UNIQUE,
                status::MULTIPLE,
                status::NO_SOLUTION,
                status::NO_SOLUTION,
                status::MALFORMED
            ]
        );
        let first = solve(&Path::Portable, &LINES).0;
        for path in Path::ALL.into_iter().filter(|path| path.is_available()) {
            println!("lanes: {}", path.name());
            let (found, proved) = solve(&path, &LINES);
            assert_eq!(proved, status);
            assert_eq!(found, first);
            assert_eq!(found[..2 * CELLS], solutions[..2 * CELLS]);
        }
    }

    #[test]
    fn every_path_has_a_lone_puzzle_s_solutions_in_one_order() {
        let two = cells(&LINES[2..3]);
        let two = Puzzle::of_givens(&two);
        let mut expected = None;
        for path in Path::ALL.into_iter().filter(|path| path.is_available()) {
            for split in [false, true] {
                let mut search = Search::new(path, &two, split);
                let mut found = Vec::new();
                while let Step::Solution(solution) = search.run(u64::MAX) {
                    found.push(solution.to_vec());
                }
                assert_eq!(found.len(), 2);
                assert_eq!(*expected.get_or_insert(found.clone()), found);
                assert_eq!(Search::new(path, &two, split).count(u64::MAX, 9), 2);
            }
        }
    }
}
