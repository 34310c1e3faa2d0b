//! The engine against an independent, naive count on boards of every shape.

use proptest::prelude::*;

use super::*;
use crate::batch::{self, Rows};
use crate::contract::Engine as _;
use crate::houses::Houses;
use crate::status;

const BOXES: [(usize, usize); 20] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (3, 1),
    (1, 4),
    (2, 2),
    (4, 1),
    (1, 5),
    (5, 1),
    (1, 6),
    (2, 3),
    (3, 2),
    (6, 1),
    (1, 7),
    (7, 1),
    (1, 8),
    (2, 4),
    (4, 2),
    (8, 1),
];

fn layout((rows, columns): (usize, usize)) -> Layout {
    let houses = Houses::of_boxes(rows, columns).expect("a board");
    Layout::new(&houses).expect("a small board")
}

fn engine(boxes: (usize, usize), path: Path) -> Small {
    let layout = layout(boxes);
    Small::new(Arc::new(layout), path)
}

fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_available())
}

fn start(engine: &Small, givens: &[u8]) -> Box<dyn contract::Search> {
    engine.search(&Puzzle::of_givens(givens), &Limit::NONE)
}

fn count(engine: &Small, givens: &[u8]) -> u64 {
    start(engine, givens).count(u64::MAX, u64::MAX)
}

/// Digits that the naive search may place; a board that takes it longer is left out.
const PATIENCE: u32 = 200_000;

/// All solutions, by trying every digit in the first empty cell; `most` at most.
fn naive(
    layout: &Layout,
    board: &mut Vec<u8>,
    most: usize,
    found: &mut Vec<Vec<u8>>,
    patience: &mut u32,
) {
    let Some(cell) = board.iter().position(|&digit| digit == 0) else {
        found.push(board.clone());
        return;
    };
    for digit in 1..=layout.size as u8 {
        let goes_on = found.len() < most && *patience > 0;
        if goes_on && !has_peer(layout, board, cell, digit) {
            *patience -= 1;
            board[cell] = digit;
            naive(layout, board, most, found, patience);
            board[cell] = 0;
        }
    }
}

fn has_peer(layout: &Layout, board: &[u8], cell: usize, digit: u8) -> bool {
    let is_peer = |other: usize| (layout.peers[cell] >> other) & 1 == 1;
    (0..board.len()).any(|other| is_peer(other) && board[other] == digit)
}

fn clashes(layout: &Layout, board: &[u8]) -> bool {
    (0..board.len()).any(|cell| board[cell] != 0 && has_peer(layout, board, cell, board[cell]))
}

#[test]
fn known_counts() {
    for path in paths() {
        assert_eq!(count(&engine((2, 2), path), &[0; 16]), 288);
        assert_eq!(count(&engine((1, 4), path), &[0; 16]), 576);
        assert_eq!(count(&engine((1, 5), path), &[0; 25]), 161_280);
        let mut first_row = [0; 36];
        first_row[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(count(&engine((2, 3), path), &first_row), 28_200_960 / 720);
        assert_eq!(count(&engine((3, 2), path), &first_row), 28_200_960 / 720);
    }
}

#[test]
fn clashing_givens_take_no_node() {
    for (boxes, path) in BOXES.into_iter().flat_map(|b| paths().map(move |p| (b, p))) {
        let engine = engine(boxes, path);
        let size = engine.size();
        if size == 1 {
            continue;
        }
        let mut givens = vec![0; size * size];
        givens[0] = 1;
        givens[size - 1] = 1;
        let mut search = start(&engine, &givens);
        assert!(search.is_exhausted());
        assert!(matches!(search.run(u64::MAX), Step::Exhausted));
        assert_eq!(search.nodes(), 0);
    }
}

#[test]
fn rows_keep_their_places() {
    let puzzles = [
        *b"\0\0\0\x04\0\0\x01\0\x02\0\x04\0\0\x03\0\0",
        [0; 16],
        *b"\x01\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0",
        *b"\x01\x02\x03\0\0\0\0\x04\0\0\0\0\0\0\0\0",
        [5; 16],
    ];
    let expected = [
        status::UNIQUE,
        status::MULTIPLE,
        status::NO_SOLUTION,
        status::NO_SOLUTION,
        status::MALFORMED,
    ];
    let puzzles: Vec<u8> = puzzles
        .iter()
        .cycle()
        .take(500)
        .flatten()
        .copied()
        .collect();
    let limit = Limit::of_solutions(2);
    for (threads, path) in [1, 3]
        .into_iter()
        .flat_map(|t| paths().map(move |p| (t, p)))
    {
        let (mut solutions, mut found) = (vec![9; 500 * 16], vec![0; 500]);
        let rows = Rows {
            puzzles: &puzzles,
            solutions: &mut solutions,
            status: &mut found,
            guesses: &mut vec![0; 500],
            details: None,
        };
        assert!(batch::solve(
            rows,
            &engine((2, 2), path),
            &limit,
            threads,
            || true
        ));
        for (row, solution) in solutions.chunks(16).enumerate() {
            assert_eq!(found[row], expected[row % 5]);
            let sum: u8 = solution.iter().sum();
            assert_eq!(sum, if row % 5 < 2 { 40 } else { 0 });
        }
        assert_eq!(solutions[..4], [1, 2, 3, 4]);
    }
}

/// Any layout of boxes, and a jigsaw.
fn layouts() -> impl Strategy<Value = Layout> {
    let boxes = (0..BOXES.len()).prop_map(|index| layout(BOXES[index]));
    prop_oneof![6 => boxes, 1 => Just(()).prop_map(|()| jigsaw())]
}

/// Five rows, five columns, five regions.
fn jigsaw() -> Layout {
    let regions = b"aaabbaabbbcccddccdddeeeee";
    let house = |is_in: &dyn Fn(u16) -> bool| (0..25).filter(|&cell| is_in(cell)).collect();
    let mut houses = Vec::new();
    for number in 0..5 {
        houses.push(house(&|cell| cell / 5 == number));
        houses.push(house(&|cell| cell % 5 == number));
        houses.push(house(&|cell| {
            u16::from(regions[usize::from(cell)] - b'a') == number
        }));
    }
    Layout::new(&Houses::new(5, &houses).expect("a board")).expect("a small board")
}

proptest! {
    #[test]
    fn agrees_with_naive_search(
        (layout, givens, slice) in layouts().prop_flat_map(|layout| {
            let size = layout.size;
            let given = (0..size * size, 1..=size as u8);
            let givens = prop::collection::vec(given, size * size / 4..=size * size);
            (Just(layout), givens, 1..4_u64)
        }),
        wild in prop::bool::weighted(0.2),
    ) {
        let mut board = vec![0; layout.size * layout.size];
        for (cell, digit) in givens {
            // Nearly always givens that do not clash, else hardly any puzzle has a solution.
            if wild || !has_peer(&layout, &board, cell, digit) {
                board[cell] = digit;
            }
        }
        let (mut expected, mut patience) = (Vec::new(), PATIENCE);
        if !clashes(&layout, &board) {
            naive(&layout, &mut board.clone(), 50, &mut expected, &mut patience);
        }
        prop_assume!(patience > 0);
        let layout = Arc::new(layout);
        let mut work = None;
        for path in paths() {
            let mut search = start(&Small::new(Arc::clone(&layout), path), &board);
            let mut found = Vec::new();
            while found.len() < 50 {
                match search.run(slice) {
                    Step::Solution(solution) => found.push(solution.to_vec()),
                    Step::Exhausted => break,
                    Step::Paused => {}
                }
            }
            let done = (found.clone(), search.nodes(), search.guesses());
            prop_assert_eq!(work.get_or_insert_with(|| done.clone()), &done);
            prop_assert_eq!(found.len(), expected.len());
            if found.len() < 50 {
                found.sort_unstable();
                prop_assert_eq!(&found, &expected);
                prop_assert!(search.is_exhausted());
            }
            for solution in &found {
                prop_assert!(!clashes(&layout, solution) && !solution.contains(&0));
                let kept = |(&given, digit): (&u8, &u8)| given == 0 || given == *digit;
                prop_assert!(board.iter().zip(solution).all(kept));
            }
        }
    }
}
