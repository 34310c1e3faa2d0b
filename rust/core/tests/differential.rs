//! The engine against an independent, naive count on puzzles of every kind.

use nonet_core::cells::{CELLS, HOUSES, PEERS};
use nonet_core::contract::{Limit, Puzzle, Search, Step, count};
use nonet_core::lanes::{self, Path};
use nonet_core::scalar;
use proptest::prelude::*;

type Cells = [u8; CELLS];

const BASE: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn cells(line: &str) -> Cells {
    let digits: Vec<u8> = line.bytes().map(|byte| byte - b'0').collect();
    digits.try_into().expect("81 digits")
}

/// Up to `limit` solutions by trying every digit in the first empty cell.
fn naive(board: &mut Cells, limit: usize, found: &mut Vec<Cells>) {
    let Some(cell) = board.iter().position(|&digit| digit == 0) else {
        found.push(*board);
        return;
    };
    for digit in 1..=9 {
        if found.len() < limit
            && PEERS[cell]
                .iter()
                .all(|&peer| board[peer as usize] != digit)
        {
            board[cell] = digit;
            naive(board, limit, found);
            board[cell] = 0;
        }
    }
}

fn clashes(board: &Cells) -> bool {
    (0..CELLS).any(|cell| {
        board[cell] != 0
            && PEERS[cell]
                .iter()
                .any(|&peer| board[peer as usize] == board[cell])
    })
}

/// The first solutions of a search that is paused after every `slice` nodes.
fn search(search: &mut dyn Search, limit: usize, slice: u64) -> Vec<Cells> {
    let mut found = Vec::new();
    while found.len() < limit {
        match search.run(slice) {
            Step::Solution(solution) => found.push(solution.try_into().expect("81 cells")),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    found
}

fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_available())
}

/// Every engine, by name.
fn engines(givens: &Cells) -> Vec<(String, Box<dyn Search>)> {
    let givens = &Puzzle::of_givens(givens);
    let mut engines: Vec<(String, Box<dyn Search>)> =
        vec![("scalar".into(), Box::new(scalar::Search::new(givens)))];
    for path in paths() {
        for split in [false, true] {
            let name = format!("lanes {} split {split}", path.name());
            engines.push((name, Box::new(lanes::Search::new(path, givens, split))));
        }
    }
    engines
}

/// A solved grid with digits relabelled and bands, stacks, rows, columns shuffled and transposed.
fn shuffled() -> impl Strategy<Value = Cells> {
    let line = || {
        (
            Just([0, 1, 2]).prop_shuffle(),
            proptest::array::uniform3(Just([0, 1, 2]).prop_shuffle()),
        )
            .prop_map(|(bands, rows)| -> Vec<usize> {
                (0..9)
                    .map(|i| bands[i / 3] * 3 + rows[i / 3][i % 3])
                    .collect()
            })
    };
    let labels = Just([1, 2, 3, 4, 5, 6, 7, 8, 9]).prop_shuffle();
    (line(), line(), labels, any::<bool>()).prop_map(|(rows, columns, labels, transpose)| {
        let base = cells(BASE);
        std::array::from_fn(|cell| {
            let (mut row, mut column) = (rows[cell / 9], columns[cell % 9]);
            if transpose {
                (row, column) = (column, row);
            }
            labels[base[row * 9 + column] as usize - 1]
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_naive_search(
        grid in shuffled(),
        holes in proptest::collection::vec(0..CELLS, 0..48),
        noise in proptest::option::weighted(0.3, (0..CELLS, 1..=9u8)),
    ) {
        let mut puzzle = grid;
        holes.iter().for_each(|&hole| puzzle[hole] = 0);
        if let Some((cell, digit)) = noise {
            puzzle[cell] = digit;
        }
        let mut expected = Vec::new();
        if !clashes(&puzzle) {
            naive(&mut puzzle.clone(), 50, &mut expected);
        }
        for (name, mut engine) in engines(&puzzle) {
        let mut found = search(&mut *engine, 50, u64::MAX);
        prop_assert_eq!(found.len(), expected.len(), "{}", name);
        if expected.len() < 50 {
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{}", name);
            prop_assert!(engine.is_exhausted());
        }
        for solution in &found {
            prop_assert!(puzzle.iter().zip(solution).all(|(&given, &digit)| given == 0 || given == digit));
            for house in &HOUSES {
                let digits: std::collections::BTreeSet<u8> =
                    house.iter().map(|&cell| solution[cell as usize]).collect();
                prop_assert_eq!(digits.into_iter().collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
            }
        }
        }
        for (name, mut engine) in engines(&puzzle) {
            prop_assert_eq!(engine.count(u64::MAX, 50), expected.len() as u64, "{}", name);
        }
    }

    #[test]
    fn pausing_changes_nothing(grid in shuffled(), holes in proptest::collection::vec(0..CELLS, 60..90)) {
        let mut puzzle = grid;
        holes.iter().for_each(|&hole| puzzle[hole] = 0);
        let numbered = engines(&puzzle).into_iter().zip(engines(&puzzle));
        for ((name, mut whole), (_, mut sliced)) in numbered {
            let straight = search(&mut *whole, 20, u64::MAX);
            prop_assert_eq!(search(&mut *sliced, 20, 1), straight, "{}", name);
        }
    }

    #[test]
    fn lanes_give_the_same_in_the_same_order_however_many_there_are(
        grid in shuffled(),
        holes in proptest::collection::vec(0..CELLS, 60..110),
    ) {
        let mut puzzle = grid;
        holes.iter().for_each(|&hole| puzzle[hole] = 0);
        let puzzle = Puzzle::of_givens(&puzzle);
        let first = search(&mut lanes::Search::new(Path::Portable, &puzzle, false), 2000, u64::MAX);
        for path in paths() {
            for split in [false, true] {
                let mut engine = lanes::Search::new(path, &puzzle, split);
                prop_assert_eq!(&search(&mut engine, 2000, u64::MAX), &first);
                // A search that was used in both ways has counted every solution once.
                let mut engine = lanes::Search::new(path, &puzzle, split);
                let found = search(&mut engine, 30, 7);
                prop_assert_eq!(&found[..], &first[..first.len().min(30)]);
                let rest = engine.count(u64::MAX, 2000 - found.len() as u64);
                prop_assert_eq!(rest as usize, first.len() - found.len());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn threads_count_every_solution_once(
        grid in shuffled(),
        holes in proptest::collection::vec(0..CELLS, 95..130),
        threads in 1..5_usize,
        most in proptest::option::of(1..200_000_u64),
    ) {
        let mut puzzle = grid;
        holes.iter().for_each(|&hole| puzzle[hole] = 0);
        let puzzle = Puzzle::of_givens(&puzzle);
        let limit = Limit::of_solutions(most.unwrap_or(100_000));
        let mut alone = scalar::Search::new(&puzzle);
        let expected = count(&mut alone, &limit, || true);
        let mut search = lanes::Search::new(Path::best(), &puzzle, true);
        let outcome = search.count_all(&limit, threads, &mut || true);
        prop_assert_eq!((outcome.seen, outcome.exhausted), (expected.seen, expected.exhausted));
    }
}
