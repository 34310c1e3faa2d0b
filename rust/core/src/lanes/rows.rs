//! A puzzle per lane; a lane that is done takes the next.

use std::time::Instant;

use super::crew::{Crew, bits};
use super::vector::Vector;
use crate::batch::{Limit, Row};

/// Sweeps between two looks at the clock and at the stop sign: about a tenth of a millisecond.
const SLICE: u32 = 256;

/// One lane's puzzle and what is known of it.
struct Seat<'a> {
    row: Row<'a>,
    seen: u64,
    nodes: u64,
    guesses: u64,
    deadline: Option<Instant>,
}

impl Seat<'_> {
    fn finish(self, exhausted: bool) {
        self.row.finish(self.seen, exhausted, self.guesses);
    }
}

/// Solves rows until there are none left; false if `go_on` said no, with the rows in the lanes
/// decided as far as they were.
///
/// # Safety
/// The processor has V's instruction set, and the caller is compiled for it.
#[inline(always)]
pub(super) unsafe fn solve<'a, V: Vector, const N: usize, const GROUPS: usize>(
    rows: &mut dyn Iterator<Item = Row<'a>>,
    limit: &Limit,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let mut crew = Crew::<N>::new();
    let mut seats: [Option<Seat<'a>>; N] = std::array::from_fn(|_| None);
    let mut busy = 0;
    for lane in 0..N {
        busy |= u32::from(seat(&mut crew, &mut seats[lane], lane, rows, limit)) << lane;
    }
    let mut sweeps = 0;
    while busy != 0 {
        // SAFETY: the caller's promise.
        let signs = unsafe { crew.sweep::<V, GROUPS>() };
        let done = (signs.dead | signs.full) & busy;
        let stuck = signs.still & busy & !done;
        crew.save(stuck);
        for lane in bits(stuck) {
            let Some(seat) = &mut seats[lane] else {
                continue;
            };
            seat.nodes += 1;
            seat.guesses += 1;
            // SAFETY: the caller's promise.
            unsafe { crew.branch::<V>(lane) };
        }
        // A puzzle that is out of nodes has none to go on with; only a limit makes that happen.
        let mut over = 0;
        if limit.nodes != u64::MAX {
            for lane in bits(stuck) {
                let spent = seats[lane]
                    .as_ref()
                    .is_some_and(|seat| seat.nodes >= limit.nodes);
                over |= u32::from(spent) << lane;
            }
        }
        for lane in bits(done | over) {
            let Some(mut seat_of) = seats[lane].take() else {
                continue;
            };
            let mut exhausted = false;
            if (done >> lane) & 1 == 1 {
                seat_of.nodes += 1;
                if (signs.dead >> lane) & 1 == 0
                    && let Some(solution) = crew.solution(lane)
                {
                    if seat_of.seen == 0 {
                        *seat_of.row.solution = solution;
                    }
                    seat_of.seen += 1;
                }
                exhausted = crew.left(lane) == 0;
                if !exhausted && seat_of.seen < limit.solutions && seat_of.nodes < limit.nodes {
                    crew.resume(lane);
                    seats[lane] = Some(seat_of);
                    continue;
                }
            }
            seat_of.finish(exhausted);
            crew.clear(lane);
            if !seat(&mut crew, &mut seats[lane], lane, rows, limit) {
                busy &= !(1 << lane);
            }
        }
        sweeps += 1;
        if sweeps % SLICE == 0 && !look(&mut seats, &mut crew, &mut busy, rows, limit, go_on) {
            break;
        }
    }
    let finished = busy == 0;
    for seat in seats.into_iter().flatten() {
        seat.finish(false);
    }
    finished
}

/// Gives a lane the next row; false if there is none.
#[inline(always)]
fn seat<'a, const N: usize>(
    crew: &mut Crew<N>,
    seat: &mut Option<Seat<'a>>,
    lane: usize,
    rows: &mut dyn Iterator<Item = Row<'a>>,
    limit: &Limit,
) -> bool {
    let Some(row) = rows.next() else { return false };
    crew.load(lane, row.puzzle);
    *seat = Some(Seat {
        row,
        seen: 0,
        nodes: 0,
        guesses: 0,
        deadline: limit.time.map(|time| Instant::now() + time),
    });
    true
}

/// Ends the puzzles whose time is over; false if the caller wants to stop.
#[cold]
fn look<'a, const N: usize>(
    seats: &mut [Option<Seat<'a>>; N],
    crew: &mut Crew<N>,
    busy: &mut u32,
    rows: &mut dyn Iterator<Item = Row<'a>>,
    limit: &Limit,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    if limit.time.is_some() {
        let now = Instant::now();
        for lane in bits(*busy) {
            let late = |seat: &mut Seat<'a>| seat.deadline.is_some_and(|deadline| deadline <= now);
            if let Some(old) = seats[lane].take_if(late) {
                old.finish(false);
                crew.clear(lane);
                if !seat(crew, &mut seats[lane], lane, rows, limit) {
                    *busy &= !(1 << lane);
                }
            }
        }
    }
    go_on()
}
