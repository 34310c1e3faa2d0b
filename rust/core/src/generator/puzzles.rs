//! Puzzles from seeds: a grid, clues, and what is taken away. Many are made side by side, and their
//! questions go to the engine together.
//!
//! ```text
//!   grid    drawn, or given
//!   clues   all of the grid, or those of a puzzle less some pieces: then pieces are put back until
//!           the solution is the only one (where another differs, a clue is put)
//!   then    reduced, see `reduction`; with a number of clues, only down to it
//! ```
//!
//! What comes out depends on the seed and on what is given, not on the others or the threads.

use std::sync::Mutex;

use super::cell_set::CellSet;
use super::grids::{Grids, Method};
use super::pieces::Pieces;
use super::questions::Questions;
use super::reduction::{Reduction, Verdict};
use crate::contract::{Engine, Limit};
use crate::random::Random;
use crate::threads;

/// Puzzles made side by side: several times as many as the engine has lanes.
const SLOTS: usize = 128;

/// What all puzzles of a call have in common.
pub struct Job<'a> {
    /// Proves that solutions are unique.
    pub engine: &'a dyn Engine,
    /// Draws grids.
    pub grids: &'a Grids,
    /// How they are drawn.
    pub method: Method,
    /// What gets or loses clues together.
    pub pieces: &'a Pieces,
    /// The fewest and the most clues that are wanted; None for as few as possible.
    pub clues: Option<(usize, usize)>,
    /// Nodes after which the engine gives up a proof, and the clues stay.
    pub nodes: u64,
}

/// Where a puzzle comes from and where it goes.
pub struct Room<'a> {
    /// A seed and the number of a try: they decide everything that is random.
    pub seed: (u64, u64),
    /// Clues to start from, and how many pieces to drop at first; None for the whole grid.
    pub start: Option<(&'a [u8], usize)>,
    /// True if `solution` has the grid already.
    pub has_grid: bool,
    /// The clues, 0 for an empty cell.
    pub puzzle: &'a mut [u8],
    /// The grid.
    pub solution: &'a mut [u8],
    /// What was made of it.
    pub outcome: &'a mut u8,
}

/// Nothing was made: there was no time, or the board has no solution.
pub const NOTHING: u8 = 0;
/// A puzzle with a unique solution, which could have lost more clues with more time.
pub const UNFINISHED: u8 = 1;
/// A puzzle with a unique solution. The pieces that are left can go only if one was not decided.
pub const UNDECIDED: u8 = 2;
/// A puzzle with a unique solution; all pieces have to stay, unless clues were put back.
pub const DONE: u8 = 3;

/// Fills rooms on `threads` threads, the calling one among them. `go_on` is asked on the calling
/// thread all along; once it says false the work ends early and false is returned.
pub fn make(
    rooms: Vec<Room<'_>>,
    job: &Job<'_>,
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    match job.engine.size() * job.engine.size() {
        0..=128 => make_sized::<2>(rooms, job, threads, go_on),
        129..=256 => make_sized::<4>(rooms, job, threads, go_on),
        257..=640 => make_sized::<10>(rooms, job, threads, go_on),
        _ => make_sized::<1024>(rooms, job, threads, go_on),
    }
}

fn make_sized<const W: usize>(
    rooms: Vec<Room<'_>>,
    job: &Job<'_>,
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    // A slow engine has one puzzle at a time on each thread; a fast one fills its lanes.
    let slots = if W == 2 { SLOTS } else { 1 };
    let slots = slots.min(rooms.len().div_ceil(threads)).max(1);
    let threads = threads.min(rooms.len().div_ceil(slots));
    let rooms = Mutex::new(rooms.into_iter());
    threads::share(threads, go_on, |go_on| {
        let next = || rooms.lock().expect("no thread panics here").next();
        Slots::<W>::new(job, slots).run(next, go_on)
    })
}

/// A puzzle in the making.
struct Slot<'a, const W: usize> {
    room: Room<'a>,
    random: Random,
    /// The number of clues that is wanted.
    wanted: usize,
    state: State<W>,
}

enum State<const W: usize> {
    /// Clues of a grid that may have other solutions.
    Loose { grid: Vec<u8>, clues: Vec<u8> },
    /// Clues with one solution.
    Tight(Box<Reduction<W>>),
}

impl<'a, const W: usize> Slot<'a, W> {
    /// Starts a puzzle; None if no grid was found for it.
    fn new(room: Room<'a>, job: &Job<'_>, go_on: &mut dyn FnMut() -> bool) -> Option<Slot<'a, W>> {
        let mut random = Random::stream(room.seed.0, room.seed.1);
        let grid = if room.has_grid {
            room.solution.to_vec()
        } else {
            let grid = job.grids.draw(job.method, job.engine, &mut random, go_on);
            let Some(grid) = grid else {
                *room.outcome = NOTHING;
                return None;
            };
            grid
        };
        let wanted = job.clues.map_or(0, |(fewest, most)| {
            fewest + random.below((most - fewest + 1) as u64) as usize
        });
        let state = match room.start {
            None => tight(grid.clone(), grid, wanted, &mut random, job),
            Some((clues, drop)) => {
                let mut clues = clues.to_vec();
                let mut kept = job.pieces.with_clues(&clues);
                random.shuffle(&mut kept);
                for &piece in kept.iter().take(drop) {
                    for &cell in job.pieces.cells(piece) {
                        clues[usize::from(cell)] = 0;
                    }
                }
                State::Loose { grid, clues }
            }
        };
        Some(Slot {
            room,
            random,
            wanted,
            state,
        })
    }

    fn is_done(&self) -> bool {
        matches!(&self.state, State::Tight(reduction) if reduction.is_done())
    }

    fn ask(&self, job: &Job<'_>, question: &mut [u8]) {
        match &self.state {
            State::Loose { clues, .. } => question.copy_from_slice(clues),
            State::Tight(reduction) => reduction.ask(job.pieces, question),
        }
    }

    fn hear(&mut self, verdict: Verdict, solutions: [&[u8]; 2], job: &Job<'_>) {
        match &mut self.state {
            State::Tight(reduction) => reduction.hear(verdict, solutions, job.pieces),
            State::Loose { grid, clues } if verdict == Verdict::Unique => {
                let (grid, clues) = (std::mem::take(grid), std::mem::take(clues));
                self.state = tight(grid, clues, self.wanted, &mut self.random, job);
            }
            State::Loose { grid, clues } => {
                // Any clue helps an engine that takes too long.
                let before = clues.clone();
                let others = if verdict == Verdict::Several {
                    solutions
                } else {
                    [&*before; 2]
                };
                for other in others {
                    put_clue::<W>(grid, clues, other, &mut self.random, job.pieces);
                }
            }
        }
    }

    /// Writes what was made.
    fn leave(self, job: &Job<'_>) {
        let (grid, clues, outcome) = match self.state {
            State::Loose { grid, clues } => (grid, clues, NOTHING),
            State::Tight(mut reduction) => {
                let outcome = if !reduction.is_done() {
                    UNFINISHED
                } else if reduction.has_undecided {
                    UNDECIDED
                } else {
                    DONE
                };
                let most = job.clues.map_or(0, |(_, most)| most);
                reduction.put_back(self.wanted, most, job.pieces);
                (reduction.grid, reduction.clues, outcome)
            }
        };
        self.room.puzzle.copy_from_slice(&clues);
        self.room.solution.copy_from_slice(&grid);
        *self.room.outcome = outcome;
    }
}

/// Starts to reduce clues in random order.
fn tight<const W: usize>(
    grid: Vec<u8>,
    clues: Vec<u8>,
    wanted: usize,
    random: &mut Random,
    job: &Job<'_>,
) -> State<W> {
    let mut order = job.pieces.with_clues(&clues);
    random.shuffle(&mut order);
    let reduction = Reduction::new(grid, clues, order, job.pieces, wanted);
    State::Tight(Box::new(reduction))
}

/// Puts a clue where another solution differs from the grid, unless one is there by now.
fn put_clue<const W: usize>(
    grid: &[u8],
    clues: &mut [u8],
    other: &[u8],
    random: &mut Random,
    pieces: &Pieces,
) {
    let cells = CellSet::<W>::difference(grid, other);
    if cells.is_empty() || cells.iter().any(|cell| clues[cell] != 0) {
        return;
    }
    let chosen = random.below(u64::from(cells.count())) as usize;
    if let Some(cell) = cells.iter().nth(chosen) {
        for &cell in pieces.cells(pieces.of(cell)) {
            clues[usize::from(cell)] = grid[usize::from(cell)];
        }
    }
}

/// The slots of a thread, and their questions.
struct Slots<'j, const W: usize> {
    job: &'j Job<'j>,
    count: usize,
    questions: Questions<'j>,
}

impl<'j, const W: usize> Slots<'j, W> {
    fn new(job: &'j Job<'j>, count: usize) -> Slots<'j, W> {
        let limit = Limit {
            nodes: job.nodes,
            ..Limit::of_solutions(2)
        };
        Slots {
            job,
            count,
            questions: Questions::new(job.engine, limit, count),
        }
    }

    /// Makes puzzles until there are no more; false if `go_on` said no.
    fn run<'a>(
        &mut self,
        mut next: impl FnMut() -> Option<Room<'a>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let job = self.job;
        let mut slots: Vec<Slot<'a, W>> = Vec::with_capacity(self.count);
        loop {
            while slots.len() < self.count
                && let Some(room) = next()
            {
                match Slot::new(room, job, go_on) {
                    Some(slot) if slot.is_done() => slot.leave(job),
                    Some(slot) => slots.push(slot),
                    None => {}
                }
            }
            if slots.is_empty() {
                return true;
            }
            for (slot, question) in slots.iter().zip(self.questions.puzzles()) {
                slot.ask(job, question);
            }
            if !self.questions.answer(slots.len(), go_on) {
                for slot in slots {
                    slot.leave(job);
                }
                return false;
            }
            for (number, slot) in slots.iter_mut().enumerate() {
                let (verdict, solutions) = self.questions.of(number);
                slot.hear(verdict, solutions, job);
            }
            let (done, left) = slots.into_iter().partition(Slot::is_done);
            slots = left;
            let done: Vec<Slot<'a, W>> = done;
            for slot in done {
                slot.leave(job);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cells::CELLS;
    use crate::contract::Puzzle;
    use crate::general::General;
    use crate::houses::Houses;
    use crate::lanes::Path;
    use crate::scalar::Scalar;

    struct Made {
        puzzles: Vec<u8>,
        solutions: Vec<u8>,
    }

    /// Puzzles with the seeds from `first` on; all of them are finished.
    fn made(job: &Job<'_>, first: u64, count: usize, threads: usize) -> Made {
        let cells = job.engine.size() * job.engine.size();
        let (mut puzzles, mut solutions) = (vec![0; count * cells], vec![0; count * cells]);
        let mut outcomes = vec![NOTHING; count];
        let places = puzzles.chunks_mut(cells).zip(solutions.chunks_mut(cells));
        let rooms = (first..).zip(places).zip(&mut outcomes);
        let rooms = rooms.map(|((seed, (puzzle, solution)), outcome)| Room {
            seed: (seed, 0),
            start: None,
            has_grid: false,
            puzzle,
            solution,
            outcome,
        });
        assert!(make(rooms.collect(), job, threads, &mut || true));
        assert!(outcomes.iter().all(|&outcome| outcome == DONE));
        Made { puzzles, solutions }
    }

    fn is_unique(engine: &dyn Engine, puzzle: &[u8]) -> bool {
        let puzzle = Puzzle::of_givens(puzzle);
        let mut search = engine.search(&puzzle, &Limit::of_solutions(2));
        search.count(u64::MAX, 2) == 1
    }

    fn is_minimal(engine: &dyn Engine, puzzle: &[u8], pieces: &Pieces) -> bool {
        pieces.with_clues(puzzle).iter().all(|&piece| {
            let mut fewer = puzzle.to_vec();
            for &cell in pieces.cells(piece) {
                fewer[usize::from(cell)] = 0;
            }
            !is_unique(engine, &fewer)
        })
    }

    fn single_cells(cells: u16) -> Pieces {
        Pieces::new(&(0..cells).collect::<Vec<_>>()).unwrap()
    }

    fn with_classic_job(pieces: &Pieces, test: impl FnOnce(Job<'_>)) {
        let grids = Grids::new(Arc::new(Houses::of_boxes(3, 3).unwrap()));
        test(Job {
            engine: &Path::best(),
            grids: &grids,
            method: Method::Uniform,
            pieces,
            clues: None,
            nodes: u64::MAX,
        });
    }

    fn check(made: &Made, engine: &dyn Engine, pieces: &Pieces) {
        let cells = engine.size() * engine.size();
        let rows = made.puzzles.chunks(cells).zip(made.solutions.chunks(cells));
        for (puzzle, solution) in rows {
            assert!(is_unique(engine, puzzle) && is_minimal(engine, puzzle, pieces));
            let mut clues = puzzle.iter().zip(solution);
            assert!(clues.all(|(&clue, &digit)| clue == 0 || clue == digit));
        }
    }

    #[test]
    fn puzzles_are_unique_and_minimal_and_belong_to_their_solutions() {
        let pieces = single_cells(81);
        with_classic_job(&pieces, |job| {
            check(&made(&job, 100, 60, 1), &Scalar, &pieces);
        });
    }

    #[test]
    fn no_orbit_of_a_symmetry_can_go() {
        let half_turn: Vec<u16> = (0..81_u16).map(|cell| cell.min(80 - cell)).collect();
        let pieces = Pieces::new(&half_turn).unwrap();
        with_classic_job(&pieces, |job| {
            let made = made(&job, 7, 40, 1);
            check(&made, &Scalar, &pieces);
            for puzzle in made.puzzles.chunks(CELLS) {
                assert!((0..81).all(|cell| (puzzle[cell] == 0) == (puzzle[80 - cell] == 0)));
            }
        });
    }

    /// Without bisection and without sets: a clue at a time, each with a proof.
    fn reduced_slowly(grid: &[u8], order: &[u16]) -> Vec<u8> {
        let mut clues = grid.to_vec();
        for cell in order.iter().map(|&cell| usize::from(cell)) {
            let clue = std::mem::take(&mut clues[cell]);
            if !is_unique(&Scalar, &clues) {
                clues[cell] = clue;
            }
        }
        clues
    }

    #[test]
    fn short_cuts_change_nothing() {
        let pieces = single_cells(81);
        with_classic_job(&pieces, |job| {
            let made = made(&job, 5, 60, 1);
            for (seed, puzzle) in (5..).zip(made.puzzles.chunks(CELLS)) {
                let mut random = Random::stream(seed, 0);
                let grid = super::super::uniform_grid(&mut random);
                let mut order = pieces.with_clues(&grid);
                random.shuffle(&mut order);
                assert_eq!(reduced_slowly(&grid, &order), puzzle);
            }
        });
    }

    #[test]
    fn puzzles_depend_on_their_seeds_alone() {
        let pieces = single_cells(81);
        with_classic_job(&pieces, |job| {
            let all = made(&job, 0, 600, 1);
            let threads = made(&job, 0, 600, 3);
            assert!(all.puzzles == threads.puzzles && all.solutions == threads.solutions);
            assert_eq!(all.puzzles[500 * CELLS..], made(&job, 500, 100, 2).puzzles);
        });
    }

    #[test]
    fn a_number_of_clues_is_kept_to() {
        let pieces = single_cells(81);
        with_classic_job(&pieces, |job| {
            let job = Job {
                clues: Some((30, 33)),
                ..job
            };
            let mut seen = [0; 4];
            for puzzle in made(&job, 1, 200, 1).puzzles.chunks(CELLS) {
                let clues = puzzle.iter().filter(|&&clue| clue != 0).count();
                seen[clues - 30] += 1;
                assert!(is_unique(&Scalar, puzzle));
            }
            assert!(seen.iter().all(|&count| count > 20));
        });
    }

    #[test]
    fn clues_are_exchanged() {
        let pieces = single_cells(81);
        with_classic_job(&pieces, |job| {
            let first = made(&job, 1, 40, 1);
            let (mut puzzles, mut solutions) = (first.puzzles.clone(), first.solutions.clone());
            let mut outcomes = vec![NOTHING; 40];
            let places = puzzles.chunks_mut(81).zip(solutions.chunks_mut(81));
            let rooms = (0..).zip(places).zip(&mut outcomes);
            let rooms = rooms.map(|((seed, (puzzle, solution)), outcome)| Room {
                seed: (seed, 0),
                start: Some((&first.puzzles[seed as usize * 81..][..81], 3)),
                has_grid: true,
                puzzle,
                solution,
                outcome,
            });
            assert!(make(rooms.collect(), &job, 2, &mut || true));
            assert!(outcomes.iter().all(|&outcome| outcome == DONE));
            assert_eq!(solutions, first.solutions);
            let made = Made { puzzles, solutions };
            check(&made, &Scalar, &pieces);
            let pairs = made.puzzles.chunks(81).zip(first.puzzles.chunks(81));
            assert!(pairs.filter(|(one, other)| one != other).count() > 30);
        });
    }

    #[test]
    fn boards_of_other_sizes_have_puzzles() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 4)] {
            let houses = Arc::new(Houses::of_boxes(rows, columns).unwrap());
            let engine = General {
                houses: Arc::clone(&houses),
            };
            let pieces = single_cells(houses.cells() as u16);
            let grids = Grids::new(houses);
            let job = Job {
                engine: &engine,
                grids: &grids,
                method: Method::Fill,
                pieces: &pieces,
                clues: None,
                nodes: u64::MAX,
            };
            check(&made(&job, 3, 5, 2), &engine, &pieces);
        }
    }

    #[test]
    fn the_work_can_be_stopped() {
        let pieces = single_cells(81);
        with_classic_job(&pieces, |job| {
            let (mut puzzle, mut solution, mut outcome) = ([9; 81], [9; 81], 9);
            let room = Room {
                seed: (0, 0),
                start: None,
                has_grid: false,
                puzzle: &mut puzzle,
                solution: &mut solution,
                outcome: &mut outcome,
            };
            assert!(!make(vec![room], &job, 1, &mut || false));
            assert!(outcome == UNFINISHED && puzzle == solution);
        });
    }
}
