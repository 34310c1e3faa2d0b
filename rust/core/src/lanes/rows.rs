//! A puzzle per lane; a lane that is done takes the next. At the end, when there is no next, the
//! puzzles that take long get all lanes, one after the other.
//!
//! ```text
//!   lane 0   [ row 0         ][ row 5   ][ row 6 ...
//!   lane 1   [ row 1 ][ row 3                          ] (long: goes on with all lanes)
//!   lane 2   [ row 2    ][ row 4 ][ row 7 ...
//!             one sweep after the other, each for all lanes ->
//! ```
//!
//! A lane's bit in `busy` is set while `seats` has its puzzle. The boards of other lanes are swept
//! as well, and their signs masked out.

use std::time::Instant;

use super::Path;
use super::crew::{COMPARED, Crew, Node, bits};
use super::lone::Search;
use super::vector::Vector;
use crate::batch::Row;
use crate::contract::{Limit, Search as _, Stop, drive};

/// Sweeps between two looks at the clock and at the stop sign: about a tenth of a millisecond.
const SLICE: u32 = 256;

/// Sweeps with an empty lane before the puzzles still at work count as long. By then lanes are
/// idle, and the long puzzles are done sooner one by one with all lanes.
const PATIENCE: u32 = 64;

/// One lane's puzzle and what is known of it.
struct Seat<'a> {
    row: Row<'a>,
    /// Solutions; the first one is written to the row.
    seen: u64,
    nodes: u64,
    guesses: u64,
    /// When its time is over; it began when the puzzle was dealt.
    deadline: Option<Instant>,
}

impl Seat<'_> {
    /// Counts a solution, and writes it if it is one of the first.
    #[inline(always)]
    fn keep(&mut self, solution: &[u8]) {
        self.row.keep_solution(self.seen, solution);
        self.seen += 1;
    }

    /// Explores the nodes that are left with all lanes of a path; false if `go_on` said no. The
    /// order of the tree is the same, so the first solution is as well.
    fn go_on_alone(
        mut self,
        path: Path,
        nodes: Vec<Node>,
        limit: &Limit,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let mut search = Search::of_nodes(path, nodes);
        // The solutions that the lane has seen count against the limit.
        let rest = Limit {
            solutions: limit.solutions - self.seen,
            nodes: u64::MAX,
            time: self
                .deadline
                .map(|deadline| deadline.saturating_duration_since(Instant::now())),
            memory: limit.memory,
        };
        let outcome = drive(&mut search, &rest, |found| self.keep(found), |_| go_on());
        self.nodes += search.nodes();
        self.guesses += search.guesses();
        self.finish(outcome.exhausted, outcome.stopped_by);
        outcome.stopped_by != Some(Stop::Interrupt)
    }

    fn finish(self, exhausted: bool, stop: Option<Stop>) {
        let took = (self.nodes, self.guesses);
        self.row.finish(self.seen, exhausted, took, stop);
    }
}

/// Solves rows until there are none left; false if `go_on` said no, with the rows in the lanes
/// decided as far as they were.
///
/// # Safety
/// The processor has V's instruction set, which is the path's, and the caller is compiled for it.
#[inline(always)]
pub(super) unsafe fn solve<'a, V: Vector, const N: usize, const GROUPS: usize>(
    path: Path,
    rows: &mut dyn Iterator<Item = Row<'a>>,
    limit: &Limit,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let mut crew = Crew::<N>::new();
    let mut seats: [Option<Seat<'a>>; N] = std::array::from_fn(|_| None);
    let mut busy = 0;
    for lane in 0..N {
        // SAFETY: the caller's promise.
        busy |= unsafe { seat::<V, N>(&mut crew, &mut seats[lane], lane, rows, limit) };
    }
    // Nodes are counted off one by one, and a puzzle that waits for its turn would lose its time:
    // with such limits everything stays in its lane.
    let splits = limit.nodes == u64::MAX && limit.time.is_none();
    let mut long = Vec::new();
    let (mut sweeps, mut late_sweeps) = (0, 0);
    while busy != 0 {
        // SAFETY: the caller's promise.
        let signs = unsafe { crew.sweep::<V, GROUPS>() };
        // A lane is done with its node, stuck in it, or will go on with the next sweep.
        let done = (signs.dead | signs.full) & busy;
        let stuck = signs.still & busy & !done;
        crew.save(stuck);
        // Lanes whose limit on nodes is reached by this branch.
        let mut spent = 0;
        for lane in bits(stuck) {
            let Some(seat) = &mut seats[lane] else {
                continue;
            };
            seat.nodes += 1;
            seat.guesses += 1;
            spent |= u32::from(seat.nodes >= limit.nodes) << lane;
            // SAFETY: the caller's promise.
            unsafe { crew.branch::<V>(lane, COMPARED) };
        }
        for lane in bits(done | spent) {
            let Some(owner) = &mut seats[lane] else {
                continue;
            };
            let mut exhausted = false;
            if (done >> lane) & 1 == 1 {
                owner.nodes += 1;
                if (signs.dead >> lane) & 1 == 0 {
                    // SAFETY: the caller's promise.
                    owner.keep(&unsafe { crew.solution::<V>(lane) });
                }
                // Its board was the last node of the tree.
                exhausted = crew.left(lane) == 0;
                if !exhausted && owner.seen < limit.solutions && owner.nodes < limit.nodes {
                    // Its board is done, so the stack is all that is left of the search, and can
                    // move.
                    if !splits || late_sweeps < PATIENCE {
                        crew.resume(lane);
                    } else if let Some(owner) = seats[lane].take() {
                        long.push((owner, crew.take(lane)));
                        busy &= !(1 << lane);
                    }
                    continue;
                }
            }
            if let Some(owner) = seats[lane].take() {
                // Enough was seen: whether there is more was not asked.
                let is_enough = owner.seen >= limit.solutions;
                let stop = (!exhausted && !is_enough).then_some(Stop::Nodes);
                owner.finish(exhausted && !is_enough, stop);
            }
            // The next puzzle, if there is one; else the lane stays empty.
            busy &= !(1 << lane);
            // SAFETY: the caller's promise.
            busy |= unsafe { seat::<V, N>(&mut crew, &mut seats[lane], lane, rows, limit) };
        }
        sweeps += 1;
        late_sweeps += u32::from(busy.count_ones() < N as u32);
        if sweeps % SLICE == 0 {
            for lane in bits(finish_late(&mut seats, limit)) {
                busy &= !(1 << lane);
                // SAFETY: the caller's promise.
                busy |= unsafe { seat::<V, N>(&mut crew, &mut seats[lane], lane, rows, limit) };
            }
            if !go_on() {
                break;
            }
        }
    }
    // Stopped before the end, what is in the lanes is decided as far as it was.
    let mut finished = busy == 0;
    for seat in seats.into_iter().flatten() {
        seat.finish(false, Some(Stop::Interrupt));
    }
    for (owner, nodes) in long {
        if finished {
            finished = owner.go_on_alone(path, nodes, limit, go_on);
        } else {
            owner.finish(false, Some(Stop::Interrupt));
        }
    }
    finished
}

/// Gives a lane the next row and returns its bit; none if there is no row.
///
/// # Safety
/// As [`solve`].
#[inline(always)]
unsafe fn seat<'a, V: Vector, const N: usize>(
    crew: &mut Crew<N>,
    seat: &mut Option<Seat<'a>>,
    lane: usize,
    rows: &mut dyn Iterator<Item = Row<'a>>,
    limit: &Limit,
) -> u32 {
    crew.clear(lane);
    let Some(row) = rows.next() else { return 0 };
    // SAFETY: the caller's promise.
    unsafe { crew.load::<V>(lane, row.puzzle.try_into().expect("81 cells")) };
    *seat = Some(Seat {
        row,
        seen: 0,
        nodes: 0,
        guesses: 0,
        deadline: limit.time.map(|time| Instant::now() + time),
    });
    1 << lane
}

/// Ends the puzzles whose time is over; returns their lanes.
fn finish_late<const N: usize>(seats: &mut [Option<Seat<'_>>; N], limit: &Limit) -> u32 {
    if limit.time.is_none() {
        return 0;
    }
    let now = Instant::now();
    let mut late = 0;
    for (lane, seat) in seats.iter_mut().enumerate() {
        if let Some(seat) = seat.take_if(|seat| seat.deadline.is_some_and(|end| end <= now)) {
            seat.finish(false, Some(Stop::Time));
            late |= 1 << lane;
        }
    }
    late
}
