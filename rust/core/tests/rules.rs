//! Rules beyond houses, and candidates: every engine against an independent, naive search.

use std::sync::Arc;

use nonet_core::contract::{Candidates, Engine, Limit, Puzzle, Search, Step};
use nonet_core::general::General;
use nonet_core::houses::Houses;
use nonet_core::lanes::Path;
#[cfg(feature = "cadical")]
use nonet_core::portfolio::cadical::Cadical;
use nonet_core::portfolio::{Learning, Portfolio};
use nonet_core::scalar::Scalar;
use nonet_core::small::{Layout, Small};
use proptest::prelude::*;
use proptest::sample::Index;

const BOXES: [(usize, usize); 17] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (3, 1),
    (2, 2),
    (4, 1),
    (1, 5),
    (2, 3),
    (3, 2),
    (1, 6),
    (7, 1),
    (2, 4),
    (4, 2),
    (8, 1),
    (3, 3),
    (1, 9),
];
/// Solutions that are compared.
const CAP: usize = 30;
/// Digits that the naive search may place; a board that takes it longer is left out.
const PATIENCE: u32 = 50_000;

/// A puzzle in the plainest words: sets of cells that have to differ, and what each cell may hold.
#[derive(Clone, Debug)]
struct Plain {
    size: usize,
    houses: Vec<Vec<u16>>,
    different: Vec<Vec<u16>>,
    givens: Vec<u8>,
    /// For every cell, bit d-1 for digit d.
    allowed: Option<Vec<u16>>,
}

impl Plain {
    fn of_boxes((rows, columns): (usize, usize)) -> Plain {
        let size = rows * columns;
        let cells = || 0..(size * size) as u16;
        let mut houses = Vec::new();
        for number in 0..size {
            let row = |cell: u16| usize::from(cell) / size;
            let column = |cell: u16| usize::from(cell) % size;
            let block = |cell: u16| row(cell) / rows * rows + column(cell) / columns;
            houses.push(cells().filter(|&cell| row(cell) == number).collect());
            houses.push(cells().filter(|&cell| column(cell) == number).collect());
            houses.push(cells().filter(|&cell| block(cell) == number).collect());
        }
        Plain {
            size,
            houses,
            different: Vec::new(),
            givens: vec![0; size * size],
            allowed: None,
        }
    }

    /// The same board with its two diagonals as houses.
    fn with_diagonals(mut self) -> Plain {
        let size = self.size as u16;
        self.houses.push((0..size).map(|i| i * size + i).collect());
        self.houses
            .push((0..size).map(|i| i * size + size - 1 - i).collect());
        self
    }

    fn houses(&self) -> Arc<Houses> {
        let houses = Houses::new(self.size, &self.houses).expect("a board");
        Arc::new(houses.with_different(&self.different).expect("sets"))
    }

    fn allows(&self, cell: usize, digit: u8) -> bool {
        let sets = self.allowed.as_ref();
        sets.is_none_or(|sets| sets[cell] >> (digit - 1) & 1 == 1)
    }

    /// For every cell the others that may not hold its digit.
    fn peers(&self) -> Vec<Vec<usize>> {
        let sets = || self.houses.iter().chain(&self.different);
        let peers = |cell: u16| {
            let around = sets().filter(|set| set.contains(&cell)).flatten();
            let others = around.filter(|&&other| other != cell);
            others.map(|&other| usize::from(other)).collect()
        };
        (0..self.givens.len() as u16).map(peers).collect()
    }

    /// True if a digit stands twice where it may not.
    fn clashes(&self, board: &[u8]) -> bool {
        let peers = self.peers();
        let meets = |cell: usize| peers[cell].iter().any(|&peer| board[peer] == board[cell]);
        (0..board.len()).any(|cell| board[cell] != 0 && meets(cell))
    }

    /// True if a board breaks no rule and no given is changed.
    fn is_solution(&self, board: &[u8]) -> bool {
        let right = |cell: usize| {
            let (given, digit) = (self.givens[cell], board[cell]);
            digit != 0 && (given == 0 || given == digit) && self.allows(cell, digit)
        };
        (0..board.len()).all(right) && !self.clashes(board)
    }

    /// The solutions in ascending order, up to one above `CAP`; None if that takes too long.
    fn solutions(&self) -> Option<Vec<Vec<u8>>> {
        let givens = &self.givens;
        let is_allowed = |cell: usize| givens[cell] == 0 || self.allows(cell, givens[cell]);
        let (mut found, mut patience) = (Vec::new(), PATIENCE);
        if (0..givens.len()).all(is_allowed) && !self.clashes(givens) {
            self.try_digits(
                &self.peers(),
                &mut givens.clone(),
                &mut found,
                &mut patience,
            );
        }
        (patience > 0).then_some(found)
    }

    /// Tries every digit in the first empty cell.
    fn try_digits(
        &self,
        peers: &[Vec<usize>],
        board: &mut Vec<u8>,
        found: &mut Vec<Vec<u8>>,
        patience: &mut u32,
    ) {
        let Some(cell) = board.iter().position(|&digit| digit == 0) else {
            found.push(board.clone());
            return;
        };
        for digit in 1..=self.size as u8 {
            let is_free =
                self.allows(cell, digit) && peers[cell].iter().all(|&p| board[p] != digit);
            if is_free && found.len() <= CAP && *patience > 0 {
                *patience -= 1;
                board[cell] = digit;
                self.try_digits(peers, board, found, patience);
                board[cell] = 0;
            }
        }
    }

    /// The bytes of its candidates; bits above the size are set, and say nothing.
    fn bytes(&self) -> Option<Vec<u8>> {
        let sets = self.allowed.as_ref()?;
        let bytes = sets.iter().flat_map(|&set| {
            let set = set | !0 << self.size;
            set.to_le_bytes().into_iter().take(self.size.div_ceil(8))
        });
        Some(bytes.collect())
    }

    /// True if nothing is asked but what engines of the classic board know.
    fn is_classic(&self) -> bool {
        let classic = Plain::of_boxes((3, 3)).houses;
        self.different.is_empty() && self.houses == classic
    }
}

fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_available())
}

/// Every engine that knows the rules of a puzzle, by name.
fn engines(puzzle: &Plain) -> Vec<(String, Box<dyn Engine>)> {
    let rules = puzzle.houses();
    let houses = || Arc::clone(&rules);
    let mut engines: Vec<(String, Box<dyn Engine>)> = vec![
        ("general".into(), Box::new(General { houses: houses() })),
        ("learning".into(), Box::new(Learning { houses: houses() })),
        ("portfolio".into(), Box::new(Portfolio { houses: houses() })),
    ];
    #[cfg(feature = "cadical")]
    engines.push((
        "cadical".into(),
        Box::new(Cadical {
            houses: houses(),
            resident: || 0,
        }),
    ));
    if let Some(layout) = Layout::new(&rules).map(Arc::new) {
        for path in paths() {
            let engine = Small::new(Arc::clone(&layout), path);
            engines.push((format!("small, {}", path.name()), Box::new(engine)));
        }
    }
    if puzzle.is_classic() {
        engines.push(("scalar".into(), Box::new(Scalar)));
        for path in paths() {
            engines.push((format!("lanes, {}", path.name()), Box::new(path)));
        }
    }
    engines
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

/// Compares every way to ask every engine with the naive search.
fn check(plain: &Plain) -> Result<(), TestCaseError> {
    let Some(mut expected) = plain.solutions() else {
        return Err(TestCaseError::reject("too much for a naive search"));
    };
    let total = expected.len();
    expected.truncate(CAP);
    let is_all = expected.len() < CAP;
    let sorted = |found: &[Vec<u8>]| {
        let mut sorted = found.to_vec();
        sorted.sort_unstable();
        sorted
    };
    let are_right = |found: &[Vec<u8>]| {
        let all = sorted(found);
        found.len() == expected.len()
            && found.iter().all(|solution| plain.is_solution(solution))
            && all.windows(2).all(|pair| pair[0] < pair[1])
            && (!is_all || all == expected)
    };
    let bytes = plain.bytes();
    let puzzle = Puzzle {
        givens: &plain.givens,
        candidates: bytes
            .as_ref()
            .map(|bytes| Candidates::new(bytes, plain.size).expect("as many bytes as needed")),
    };
    let limit = Limit::of_solutions(CAP as u64);
    for (name, engine) in engines(plain) {
        prop_assert_eq!(engine.size(), plain.size);
        let start = || engine.search(&puzzle, &Limit::NONE);
        let mut search = start();
        let found = first(&mut *search, u64::MAX);
        prop_assert!(are_right(&found), "{}: {:?}", name, found);
        // Right after the last solution an engine may know that it was the last.
        if total != CAP {
            prop_assert_eq!(search.is_exhausted(), is_all, "{}", name);
        }
        prop_assert_eq!(first(&mut *start(), 1), found, "{} in slices", name);

        let most = CAP as u64;
        let mut search = start();
        let count = search.count(u64::MAX, most);
        prop_assert_eq!(count as usize, expected.len(), "{} counting", name);
        let outcome = start().count_all(&limit, 2, &mut || true);
        prop_assert_eq!(
            outcome.seen as usize,
            expected.len(),
            "{} counting all",
            name
        );
        prop_assert_eq!((outcome.exhausted, outcome.stopped_by), (is_all, None));

        for threads in [1, 2] {
            let answer = engine.solve(&puzzle, &limit, threads, &mut |_| true);
            prop_assert!(are_right(&answer.solutions), "{} on {}", name, threads);
            prop_assert_eq!((answer.is_exhausted, answer.stopped_by), (is_all, None));
        }
    }
    let houses = plain.houses();
    prop_assert_eq!(
        houses.has_clash(&plain.givens),
        plain.clashes(&plain.givens)
    );
    for solution in &expected {
        prop_assert!(!houses.has_clash(solution));
    }
    Ok(())
}

/// A filled board: each row is the one above shifted by a box, each band by a cell.
fn filled((rows, columns): (usize, usize), labels: &[u8]) -> Vec<u8> {
    let size = rows * columns;
    let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % size;
    let labels: Vec<u8> = labels
        .iter()
        .copied()
        .filter(|&label| usize::from(label) <= size)
        .collect();
    (0..size * size)
        .map(|cell| labels[digit(cell / size, cell % size)])
        .collect()
}

/// What is added to a board.
#[derive(Clone, Copy, Debug)]
struct Rules {
    houses: bool,
    different: bool,
    candidates: bool,
}

/// A puzzle around a filled board, with rules that this keeps; `wild` ones ask nobody.
fn puzzles(boxes: &'static [(usize, usize)], rules: Rules) -> impl Strategy<Value = Plain> {
    let indices = |count| prop::collection::vec(any::<Index>(), count);
    let most = |rule: bool, most: usize| if rule { 1..most } else { 0..1 };
    // Pairs, and sets of many cells.
    let set = prop_oneof![3 => indices(2..3), 1 => indices(3..20)];
    (
        proptest::sample::select(boxes),
        Just([1, 2, 3, 4, 5, 6, 7, 8, 9]).prop_shuffle(),
        prop::collection::vec(indices(9..10), most(rules.houses, 4)),
        prop::collection::vec(set, most(rules.different, 12)),
        prop::collection::vec((any::<u16>(), any::<u8>()), 81),
        indices(0..70),
        prop::collection::vec((any::<Index>(), any::<u8>()), 0..2),
        prop::bool::weighted(0.15),
    )
        .prop_map(
            move |(boxes, labels, houses, sets, allowed, holes, noise, wild)| {
                let solution = filled(boxes, &labels);
                let mut plain = Plain::of_boxes(boxes);
                let (size, cells) = (plain.size, plain.size * plain.size);
                // A house has a cell of every digit.
                plain.houses.extend(houses.iter().map(|places| {
                    let of_digit = |digit: u8| {
                        let mut cells = (0..cells).filter(|&cell| solution[cell] == digit);
                        let nth = places[usize::from(digit) - 1].index(size);
                        cells.nth(nth).expect("as many as rows") as u16
                    };
                    (1..=size as u8).map(of_digit).collect()
                }));
                plain.different.extend(sets.iter().map(|places| {
                    let mut set: Vec<u16> = Vec::new();
                    for cell in places.iter().map(|place| place.index(cells) as u16) {
                        let digit = |cell: u16| {
                            if wild {
                                cell
                            } else {
                                solution[usize::from(cell)].into()
                            }
                        };
                        if set.iter().all(|&other| digit(other) != digit(cell)) {
                            set.push(cell);
                        }
                    }
                    set
                }));
                if rules.candidates {
                    let set = |(&(bits, kind), &digit): (&(u16, u8), &u8)| match kind {
                        0..2 if wild => 0,
                        0..40 if wild => bits,
                        0..80 => bits | 1 << (digit - 1),
                        80..160 => bits | bits.rotate_left(5) | 1 << (digit - 1),
                        _ => u16::MAX,
                    };
                    plain.allowed = Some(allowed.iter().zip(&solution).map(set).collect());
                }
                plain.givens = solution;
                holes
                    .iter()
                    .for_each(|hole| plain.givens[hole.index(cells)] = 0);
                for (place, digit) in noise.iter().filter(|_| wild) {
                    plain.givens[place.index(cells)] = digit % size as u8 + 1;
                }
                plain
            },
        )
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_global_rejects: 100_000,
        ..ProptestConfig::default()
    }
}

const NOTHING: Rules = Rules {
    houses: false,
    different: false,
    candidates: false,
};

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn houses_beyond_rows_columns_and_boxes(
        plain in puzzles(&BOXES, Rules { houses: true, ..NOTHING }),
    ) {
        check(&plain)?;
    }

    #[test]
    fn sets_of_cells_that_differ(
        plain in puzzles(&BOXES, Rules { different: true, ..NOTHING }),
    ) {
        check(&plain)?;
    }

    #[test]
    fn cells_that_may_not_hold_every_digit(
        plain in puzzles(&BOXES, Rules { candidates: true, ..NOTHING }),
    ) {
        check(&plain)?;
    }

    #[test]
    fn classic_boards_with_candidates(
        plain in puzzles(&[(3, 3)], Rules { candidates: true, ..NOTHING }),
    ) {
        check(&plain)?;
    }

    #[test]
    fn all_rules_together(
        plain in puzzles(&BOXES, Rules { houses: true, different: true, candidates: true }),
    ) {
        check(&plain)?;
    }

    /// Boards without givens, which nothing but their rules and candidates narrows down.
    #[test]
    fn boards_without_givens(
        mut plain in puzzles(&BOXES[..10], Rules { houses: true, different: true, candidates: true }),
    ) {
        plain.givens.fill(0);
        check(&plain)?;
    }

    #[test]
    fn a_clash_is_a_digit_twice_in_a_set(
        plain in puzzles(&BOXES, Rules { houses: true, different: true, candidates: false }),
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 0..3),
    ) {
        let houses = plain.houses();
        let mut board = plain.givens.clone();
        for (place, digit) in changes {
            board[place.index(plain.size * plain.size)] = digit % (plain.size as u8 + 1);
            prop_assert_eq!(houses.has_clash(&board), plain.clashes(&board));
        }
    }
}

#[test]
fn diagonals_of_small_boards() {
    for (boxes, count) in [((1, 2), 0), ((1, 3), 0), ((2, 2), 48), ((1, 4), 48)] {
        let plain = Plain::of_boxes(boxes).with_diagonals();
        for (name, engine) in engines(&plain) {
            let puzzle = Puzzle::of_givens(&plain.givens);
            let mut search = engine.search(&puzzle, &Limit::NONE);
            assert_eq!(search.count(u64::MAX, u64::MAX), count, "{name}, {boxes:?}");
        }
    }
}

#[test]
fn more_cells_than_digits_cannot_differ() {
    for boxes in BOXES.into_iter().filter(|boxes| boxes.0 * boxes.1 > 1) {
        let mut plain = Plain::of_boxes(boxes);
        plain.different.push((0..=plain.size as u16).collect());
        assert!(plain.houses().is_impossible());
        for (name, engine) in engines(&plain) {
            let puzzle = Puzzle::of_givens(&plain.givens);
            let mut search = engine.search(&puzzle, &Limit::NONE);
            assert!(search.is_exhausted(), "{name}");
            assert!(matches!(search.run(u64::MAX), Step::Exhausted), "{name}");
            let answer = engine.solve(&puzzle, &Limit::NONE, 2, &mut |_| true);
            assert!(answer.is_exhausted && answer.solutions.is_empty(), "{name}");
        }
    }
}

#[test]
fn a_given_that_its_candidates_exclude_has_no_solution() {
    for boxes in BOXES {
        let mut plain = Plain::of_boxes(boxes);
        plain.givens = filled(boxes, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let digit = plain.givens[0];
        let mut allowed = vec![u16::MAX; plain.givens.len()];
        allowed[0] &= !(1 << (digit - 1));
        plain.allowed = Some(allowed);
        assert_eq!(plain.solutions(), Some(Vec::new()));
        check(&plain).expect("no solution");
    }
}

#[test]
fn candidates_alone_are_a_puzzle() {
    for boxes in BOXES {
        let solution = filled(boxes, &[3, 1, 2, 9, 4, 8, 5, 7, 6]);
        let mut plain = Plain::of_boxes(boxes);
        plain.allowed = Some(solution.iter().map(|digit| 1 << (digit - 1)).collect());
        assert_eq!(plain.solutions(), Some(vec![solution]));
        check(&plain).expect("one solution");
    }
}

/// CaDiCaL alone: however its budget is cut, also where a turn takes more than one budget.
#[cfg(feature = "cadical")]
#[test]
fn cadical_has_one_order_and_an_end() {
    let plain = Plain::of_boxes((2, 2)).with_diagonals();
    let start = |plain: &Plain| {
        let engine = Cadical {
            houses: plain.houses(),
            resident: || 0,
        };
        engine.search(&Puzzle::of_givens(&plain.givens), &Limit::NONE)
    };
    let all = |slice: u64| {
        let (mut search, mut found) = (start(&plain), Vec::new());
        loop {
            match search.run(slice) {
                Step::Solution(solution) => found.push(solution.to_vec()),
                Step::Exhausted => break,
                Step::Paused => {}
            }
        }
        assert!(search.is_exhausted() && search.nodes() > 0);
        (found, search.nodes(), search.guesses())
    };
    let expected = all(u64::MAX);
    let different: std::collections::HashSet<_> = expected.0.iter().collect();
    assert_eq!((expected.0.len(), different.len()), (48, 48));
    for slice in [1, 2, 7, 256] {
        assert_eq!(all(slice), expected, "{slice}");
    }
    // Far more decisions than a look around has nodes.
    let large = Plain::of_boxes((5, 5));
    let mut search = start(&large);
    let limit = Limit::of_solutions(2);
    let outcome = nonet_core::contract::count(&mut *search, &limit, || true);
    assert_eq!((outcome.seen, outcome.stopped_by), (2, None));
    for nodes in [0, 1, 5, 300] {
        let limit = Limit {
            nodes,
            ..Limit::NONE
        };
        let mut search = start(&large);
        let outcome = nonet_core::contract::count(&mut *search, &limit, || true);
        assert_eq!(search.nodes(), nodes);
        assert_eq!(outcome.stopped_by, Some(nonet_core::contract::Stop::Nodes));
    }
}
