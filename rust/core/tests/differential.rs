//! The engine against an independent, naive count on puzzles of every kind.

use nonet_core::cells::{CELLS, HOUSES, PEERS};
use nonet_core::scalar::{Search, Step};
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

fn search(givens: &Cells, limit: usize) -> Vec<Cells> {
    let mut search = Search::new(givens);
    let mut found = Vec::new();
    while found.len() < limit {
        match search.run(u64::MAX) {
            Step::Solution(solution) => found.push(solution),
            _ => break,
        }
    }
    found
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
        let mut found = search(&puzzle, 50);
        prop_assert_eq!(found.len(), expected.len());
        if expected.len() < 50 {
            found.sort_unstable();
            prop_assert_eq!(&found, &expected);
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

    #[test]
    fn pausing_changes_nothing(grid in shuffled(), holes in proptest::collection::vec(0..CELLS, 60..90)) {
        let mut puzzle = grid;
        holes.iter().for_each(|&hole| puzzle[hole] = 0);
        let straight = search(&puzzle, 20);
        let mut search = Search::new(&puzzle);
        let mut found = Vec::new();
        while found.len() < 20 {
            match search.run(1) {
                Step::Solution(solution) => found.push(solution),
                Step::Exhausted => break,
                Step::Paused => {}
            }
        }
        prop_assert_eq!(found, straight);
    }
}
