//! The engines for any houses against an independent, naive search, on boards of every shape.

use std::sync::Arc;
use std::time::Duration;

use nonet_core::contract::{Answer, Engine, Limit, Part, Puzzle, Search, Step, Stop, count, drive};
use nonet_core::houses::Houses;
#[cfg(feature = "cadical")]
use nonet_core::portfolio::cadical::Cadical;
use nonet_core::portfolio::{Learning, Portfolio};
use nonet_core::{general, learning};
use proptest::prelude::*;

const BOXES: [(usize, usize); 12] = [
    (1, 1),
    (1, 2),
    (3, 1),
    (2, 2),
    (1, 5),
    (2, 3),
    (3, 2),
    (7, 1),
    (2, 4),
    (4, 2),
    (3, 3),
    (5, 2),
];
/// Solutions that are compared.
const CAP: usize = 20;
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn boxes((rows, columns): (usize, usize)) -> Arc<Houses> {
    Arc::new(Houses::of_boxes(rows, columns).expect("a board"))
}

/// Five rows, five columns and five regions of other shapes.
fn jigsaw() -> Arc<Houses> {
    let names = b"aabbbaaabbccdeecdddeccdee";
    let rows = (0..5).map(|row| (5 * row..5 * row + 5).collect());
    let columns = (0..5).map(|column| (column..25).step_by(5).collect());
    let regions =
        (b'a'..=b'e').map(|name| (0..25).filter(|&c| names[c as usize] == name).collect());
    let houses: Vec<Vec<u16>> = rows.chain(columns).chain(regions).collect();
    Arc::new(Houses::new(5, &houses).expect("a board"))
}

fn hard() -> Vec<u8> {
    let digits = HARD.bytes().map(|byte| byte.saturating_sub(b'0'));
    digits
        .map(|digit| if digit > 9 { 0 } else { digit })
        .collect()
}

/// A filled board: each row is the one above shifted by a box, each band by a cell.
fn filled((rows, columns): (usize, usize)) -> Vec<u8> {
    let size = rows * columns;
    let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % size + 1;
    (0..size * size)
        .map(|cell| digit(cell / size, cell % size) as u8)
        .collect()
}

/// Solutions by trying every digit in the first empty cell, `CAP` at most.
fn naive(houses: &Houses, board: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let Some(cell) = board.iter().position(|&digit| digit == 0) else {
        found.push(board.clone());
        return;
    };
    for digit in 1..=houses.size() as u8 {
        let mut seats = houses.seats(cell).iter();
        let is_free = seats.all(|seat| {
            let house = houses.house(usize::from(seat.house));
            house.iter().all(|&peer| board[usize::from(peer)] != digit)
        });
        if found.len() < CAP && is_free {
            board[cell] = digit;
            naive(houses, board, found);
            board[cell] = 0;
        }
    }
}

/// The first solutions of a search that is paused after every `slice` nodes.
fn first(search: &mut dyn Search, slice: u64) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    while found.len() < CAP {
        match search.run(slice) {
            Step::Solution(solution) => found.push(solution.to_vec()),
            Step::Exhausted => break,
            Step::Paused => {}
        }
    }
    found
}

fn searches(houses: &Arc<Houses>, givens: &[u8]) -> [(&'static str, Box<dyn Search>); 2] {
    let givens = &Puzzle::of_givens(givens);
    [
        ("general", Box::new(general::Search::new(houses, givens))),
        ("learning", Box::new(learning::Search::new(houses, givens))),
    ]
}

/// The engines whose solvers work side by side, by name.
fn engines(houses: &Arc<Houses>) -> Vec<(&'static str, Box<dyn Engine>)> {
    let houses = || Arc::clone(houses);
    vec![
        ("portfolio", Box::new(Portfolio { houses: houses() })),
        ("learning", Box::new(Learning { houses: houses() })),
        #[cfg(feature = "cadical")]
        (
            "cadical",
            Box::new(Cadical {
                houses: houses(),
                resident: || 0,
            }),
        ),
    ]
}

/// The same on one, two and four threads.
fn teams(houses: &Arc<Houses>) -> impl Iterator<Item = (String, Box<dyn Engine>, usize)> {
    let on_threads = |threads: usize| {
        let named = |(name, engine)| (format!("{name} on {threads}"), engine, threads);
        engines(houses).into_iter().map(named).collect::<Vec<_>>()
    };
    [1, 2, 4].map(on_threads).into_iter().flatten()
}

fn solve(engine: &dyn Engine, givens: &[u8], threads: usize, limit: Limit) -> Answer {
    engine.solve(&Puzzle::of_givens(givens), &limit, threads, &mut |_| true)
}

fn check(houses: &Arc<Houses>, puzzle: &[u8]) -> Result<(), TestCaseError> {
    let mut expected = Vec::new();
    if !houses.has_clash(puzzle) {
        naive(houses, &mut puzzle.to_vec(), &mut expected);
    }
    let is_all = expected.len() < CAP;
    let has_given = |solution: &Vec<u8>| {
        let mut pairs = puzzle.iter().zip(solution);
        pairs.all(|(&given, &digit)| given == 0 || given == digit)
    };
    for (name, mut search) in searches(houses, puzzle) {
        let mut found = first(&mut *search, u64::MAX);
        prop_assert_eq!(found.len(), expected.len(), "{}", name);
        prop_assert_eq!(search.is_exhausted(), is_all, "{}", name);
        prop_assert!(found.iter().all(has_given));
        prop_assert!(found.iter().all(|solution| !houses.has_clash(solution)));
        let [(_, general), (_, learning)] = searches(houses, puzzle);
        let mut again = if name == "general" { general } else { learning };
        prop_assert_eq!(&first(&mut *again, 1), &found, "{} in slices", name);
        if is_all {
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{}", name);
        }
    }
    let limit = Limit::of_solutions(CAP as u64);
    for (name, engine, threads) in teams(houses) {
        let mut answer = solve(&*engine, puzzle, threads, limit);
        prop_assert_eq!(answer.solutions.len(), expected.len(), "{}", name);
        prop_assert_eq!(answer.is_exhausted, is_all);
        prop_assert_eq!(answer.stopped_by, None);
        answer.solutions.sort_unstable();
        prop_assert!(answer.solutions.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert!(
            answer
                .solutions
                .iter()
                .all(|solution| !houses.has_clash(solution))
        );
        prop_assert!(!is_all || answer.solutions == expected);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agree_with_naive_search(
        boxes_of in proptest::sample::select(&BOXES[..]),
        holes in proptest::collection::vec(any::<prop::sample::Index>(), 0..50),
        noise in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
    ) {
        let mut puzzle = filled(boxes_of);
        let size = boxes_of.0 * boxes_of.1;
        for hole in &holes {
            puzzle[hole.index(size * size)] = 0;
        }
        for (cell, digit) in &noise {
            puzzle[cell.index(size * size)] = digit % size as u8 + 1;
        }
        check(&boxes(boxes_of), &puzzle)?;
    }

    #[test]
    fn agree_on_irregular_regions(
        givens in proptest::collection::vec((0..25_usize, 1..=5_u8), 0..12),
    ) {
        let mut puzzle = vec![0; 25];
        givens.iter().for_each(|&(cell, digit)| puzzle[cell] = digit);
        check(&jigsaw(), &puzzle)?;
    }
}

#[test]
fn all_grids_of_4x4_on_any_number_of_threads() {
    let (houses, empty) = (boxes((2, 2)), [0; 16]);
    for (name, mut search) in searches(&houses, &empty) {
        assert_eq!(search.count(u64::MAX, u64::MAX), 288, "{name}");
        assert!(search.is_exhausted() && search.fixed() == 0);
    }
    for (name, engine, threads) in teams(&houses) {
        let mut answer = solve(&*engine, &empty, threads, Limit::NONE);
        assert!(answer.is_exhausted && answer.report.fixed == 0);
        answer.solutions.sort_unstable();
        answer.solutions.dedup();
        assert_eq!(answer.solutions.len(), 288, "{name}");
    }
}

#[test]
fn cells_are_fixed_if_they_are_in_every_solution() {
    // Two pairs of digits can be swapped in this one: four cells are not fixed.
    let mut puzzle = filled((2, 2));
    let swap = [0, 2, 4, 6].map(|cell| std::mem::take(&mut puzzle[cell]));
    assert_eq!(swap, [1, 3, 3, 1]);
    let mut search = learning::Search::new(&boxes((2, 2)), &Puzzle::of_givens(&puzzle));
    for _ in 0..2 {
        assert!(matches!(search.run(u64::MAX), Step::Solution(_)));
        assert_eq!(search.fixed(), 12);
    }
    assert!(matches!(search.run(u64::MAX), Step::Exhausted));
    assert_eq!(search.fixed(), 12);
}

#[test]
fn each_engine_names_the_part_that_answered() {
    let houses = boxes((3, 3));
    let portfolio = Portfolio {
        houses: Arc::clone(&houses),
    };
    let easy = solve(&portfolio, &filled((3, 3)), 2, Limit::NONE);
    assert_eq!(easy.report.part, Part::Rules);
    for (name, engine) in engines(&houses) {
        let part = match name {
            "portfolio" => Part::Search,
            "learning" => Part::Learning,
            _ => Part::Cadical,
        };
        let answer = solve(&*engine, &hard(), 2, Limit::NONE);
        assert_eq!((answer.solutions.len(), answer.report.part), (1, part));
    }
}

#[test]
fn limits_on_nodes_are_exact() {
    let houses = boxes((3, 3));
    for nodes in [1, 2, 7, 50] {
        let limit = Limit {
            nodes,
            ..Limit::NONE
        };
        for (name, mut search) in searches(&houses, &hard()) {
            let outcome = drive(&mut *search, &limit, |_| {}, |_| true);
            assert!(!outcome.exhausted, "{name}");
            assert_eq!(search.nodes(), nodes, "{name}");
        }
        for (name, engine, threads) in teams(&houses) {
            let answer = solve(&*engine, &hard(), threads, limit);
            assert!(!answer.is_exhausted && answer.report.nodes <= nodes);
            assert_eq!(answer.stopped_by, Some(Stop::Nodes), "{name}");
        }
    }
}

#[test]
fn nodes_that_one_solver_claims_are_not_lost() {
    // Enough for any of them, and less than one takes at a time.
    for (name, engine) in engines(&boxes((3, 3))) {
        let nodes = match name {
            "portfolio" => continue,
            "learning" => 499,
            _ => 20_000,
        };
        let limit = Limit {
            nodes,
            ..Limit::NONE
        };
        for _ in 0..50 {
            let answer = solve(&*engine, &hard(), 4, limit);
            assert_eq!((answer.solutions.len(), answer.stopped_by), (1, None));
            assert!(answer.is_exhausted);
        }
    }
}

#[test]
fn what_the_short_search_found_is_kept() {
    let houses = boxes((2, 5));
    let limit = Limit {
        nodes: 10_100,
        ..Limit::NONE
    };
    let mut search = general::Search::new(&houses, &Puzzle::of_givens(&[0; 100]));
    let early = count(
        &mut search,
        &Limit {
            nodes: 10_000,
            ..Limit::NONE
        },
        || true,
    );
    let answer = solve(&Portfolio { houses }, &[0; 100], 2, limit);
    assert_eq!(answer.report.part, Part::Learning);
    assert_eq!(answer.stopped_by, Some(Stop::Nodes));
    assert!(early.seen > 100 && answer.solutions.len() as u64 >= early.seen);
    let mut different = answer.solutions.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), answer.solutions.len());
}

#[test]
fn memory_time_and_the_caller_stop_an_endless_board() {
    let (houses, empty) = (boxes((5, 5)), [0; 625]);
    for (name, engine, threads) in teams(&houses) {
        let little = Limit {
            memory: Some(1000),
            ..Limit::NONE
        };
        let answer = solve(&*engine, &empty, threads, little);
        assert_eq!(answer.stopped_by, Some(Stop::Memory), "{name}");
        let short = Limit {
            time: Some(Duration::from_millis(30)),
            ..Limit::NONE
        };
        let answer = solve(&*engine, &empty, threads, short);
        assert_eq!(answer.stopped_by, Some(Stop::Time), "{name}");
        let mut asked = 0;
        let mut go_on = |_: &_| {
            asked += 1;
            asked < 5
        };
        let puzzle = Puzzle::of_givens(&empty);
        let answer = engine.solve(&puzzle, &Limit::NONE, threads, &mut go_on);
        assert_eq!(answer.stopped_by, Some(Stop::Interrupt), "{name}");
        assert!(!answer.is_exhausted && asked == 5);
    }
}
