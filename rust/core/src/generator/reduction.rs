//! Clues taken away in a fixed order, each if the solution stays the only one.
//!
//! Clues go in pieces: single cells, or with a symmetry all cells that it maps onto each other. A
//! piece that has to stay once has to stay for good (fewer clues, more solutions), so one pass
//! leaves a puzzle that no piece can leave. Two things keep the number of proofs low, and neither
//! changes which puzzle comes out:
//!
//! ```text
//!   order   p1 p2 p3 .... p43 p44 p45 .... p81
//!           \_ all can go _/   \_ stays       \_ one at a time
//! ```
//!
//! - How long the first run of pieces is that can all go is found by bisection.
//! - A proof that fails shows another solution. The cells where it differs from ours are a set of
//!   which one clue has to stay, whatever else goes: later pieces that are the last of such a set
//!   need no proof.

use super::cell_set::CellSet;
use super::pieces::Pieces;

/// How many pieces of 81 can go at first, about: where the bisection starts.
const USUAL_RUN: (usize, usize) = (44, 81);
const NONE: u16 = u16::MAX;

/// What the engine says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Our solution is the only one.
    Unique,
    /// There are others.
    Several,
    /// The limit on nodes ran out.
    Undecided,
}

/// A puzzle whose clues are being taken away.
///
/// ```text
///   order   0 ......... place ......... place + safe ......... bound ......... end
///           decided     | can go, proved |      unknown        | one of these has to stay
/// ```
pub(super) struct Reduction<const W: usize> {
    pub(super) grid: Vec<u8>,
    pub(super) clues: Vec<u8>,
    /// How many clues are left.
    pub(super) count: usize,
    /// Pieces that were taken away, the last one last.
    pub(super) gone: Vec<u16>,
    /// True if a piece stayed because a proof took too long.
    pub(super) has_undecided: bool,
    /// Clues are taken away until there are at most so many.
    least: usize,
    /// The pieces in the order in which they are tried.
    order: Vec<u16>,
    /// The place in that order of the piece of each cell.
    places: Vec<u16>,
    /// Pieces before this place were taken away or have to stay.
    place: usize,
    /// How many pieces from there on can all go.
    safe: usize,
    /// How many the next question takes away: more than are safe.
    probe: usize,
    /// Where a question was not decided: as if the piece there had to stay.
    open: usize,
    is_first: bool,
    /// After the first piece that stays, all have to.
    is_strict: bool,
    has_stayed: bool,
    /// The sets of cells that differ in another solution, none of whose clues has to stay so far.
    unavoidable: Vec<Unavoidable<W>>,
}

/// Cells of which one has to keep its clue, and the last place of these in the order.
struct Unavoidable<const W: usize> {
    cells: CellSet<W>,
    last: usize,
}

impl<const W: usize> Reduction<W> {
    /// Starts with some clues of a grid; the order has every piece of which there are clues.
    pub(super) fn new(
        grid: Vec<u8>,
        clues: Vec<u8>,
        order: Vec<u16>,
        pieces: &Pieces,
        least: usize,
    ) -> Reduction<W> {
        let mut places = vec![NONE; grid.len()];
        for (place, &piece) in (0..).zip(&order) {
            for &cell in pieces.cells(piece) {
                places[usize::from(cell)] = place;
            }
        }
        let count = clues.iter().filter(|&&clue| clue != 0).count();
        let (run, of) = USUAL_RUN;
        let is_first = count == grid.len();
        let probe = if is_first {
            (order.len() * run / of).max(1)
        } else {
            1
        };
        let mut reduction = Reduction {
            grid,
            clues,
            count,
            gone: Vec::new(),
            has_undecided: false,
            least,
            open: order.len(),
            order,
            places,
            place: 0,
            safe: 0,
            probe,
            is_first,
            is_strict: false,
            has_stayed: false,
            unavoidable: Vec::new(),
        };
        reduction.probe = probe.min(reduction.bound(pieces)).max(1);
        reduction
    }

    /// Starts a reduction that fails if a piece can go after one that has to stay.
    pub(super) fn strict(
        grid: Vec<u8>,
        clues: Vec<u8>,
        order: Vec<u16>,
        pieces: &Pieces,
    ) -> Reduction<W> {
        let mut reduction = Reduction::new(grid, clues, order, pieces, 0);
        reduction.is_strict = true;
        reduction
    }

    /// True if a strict reduction has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.is_strict && self.has_stayed && self.safe > 0
    }

    pub(super) fn is_done(&self) -> bool {
        self.place == self.order.len() || self.count <= self.least
    }

    /// The piece at this place has to stay if all before it go, or need not go; the end if none is
    /// known to.
    fn bound(&self, pieces: &Pieces) -> usize {
        let places = self.unavoidable.iter().map(|set| set.last);
        let bound = places.min().unwrap_or(self.order.len()).min(self.open);
        if self.least == 0 {
            return bound;
        }
        let mut count = self.count;
        let goes = |&&piece: &&u16| {
            let is_wanted = count > self.least;
            count = count.saturating_sub(pieces.cells(piece).len());
            is_wanted
        };
        let going = self.order[self.place..bound].iter().take_while(goes);
        self.place + going.count()
    }

    /// Writes the puzzle whose solutions are to be counted next.
    pub(super) fn ask(&self, pieces: &Pieces, question: &mut [u8]) {
        question.copy_from_slice(&self.clues);
        for &piece in &self.order[self.place..self.place + self.probe] {
            for &cell in pieces.cells(piece) {
                question[usize::from(cell)] = 0;
            }
        }
    }

    /// Takes the answer, and two solutions if there are several.
    pub(super) fn hear(&mut self, verdict: Verdict, solutions: [&[u8]; 2], pieces: &Pieces) {
        match verdict {
            Verdict::Unique => self.safe = self.probe,
            Verdict::Several => {
                for solution in solutions {
                    self.learn(solution);
                }
            }
            Verdict::Undecided => self.open = self.open.min(self.place + self.probe - 1),
        }
        while !self.has_failed() && self.decide(pieces) {}
        if !self.is_done() {
            self.choose(pieces);
        }
    }

    /// Keeps the cells where another solution differs.
    fn learn(&mut self, solution: &[u8]) {
        let cells = CellSet::<W>::difference(&self.grid, solution);
        // Cells without a clue are gone already.
        let places = cells.iter().map(|cell| self.places[cell]);
        let last = places.filter(|&place| place != NONE).max();
        if let Some(last) = last {
            let last = usize::from(last);
            self.unavoidable.push(Unavoidable { cells, last });
        }
    }

    /// Takes away what can go before a piece that has to stay, or before the end; false if neither
    /// is reached.
    fn decide(&mut self, pieces: &Pieces) -> bool {
        let end = self.place + self.safe;
        let bound = self.bound(pieces);
        debug_assert!(end <= bound);
        if end < bound || self.is_done() {
            return false;
        }
        for &piece in &self.order[self.place..end] {
            self.gone.push(piece);
            for &cell in pieces.cells(piece) {
                self.clues[usize::from(cell)] = 0;
                self.count -= 1;
            }
        }
        self.is_first &= self.safe == 0;
        self.safe = 0;
        self.place = end;
        if end < self.order.len() && self.count > self.least {
            let mut stays = CellSet::<W>::EMPTY;
            for &cell in pieces.cells(self.order[end]) {
                stays.insert(usize::from(cell));
            }
            let is_proved = self.unavoidable.iter().any(|set| set.last == end);
            self.has_undecided |= !is_proved;
            self.unavoidable.retain(|set| !set.cells.meets(&stays));
            self.place += 1;
            self.has_stayed = true;
            self.open = self.order.len();
        }
        true
    }

    /// Chooses how many pieces to take away next: half of the unknown ones of the first run. Later
    /// two of three pieces stay, so they are asked for one by one. Tried a quarter of the unknown
    /// ones: 54 questions for a 9x9 puzzle instead of 50, and harder ones.
    fn choose(&mut self, pieces: &Pieces) {
        let unknown = self.bound(pieces) - self.place - self.safe;
        let more = if self.is_first {
            unknown.div_ceil(2)
        } else {
            1
        };
        self.probe = self.safe + more;
    }

    /// Puts pieces back, the last that went first, until there are so many clues.
    pub(super) fn put_back(&mut self, wanted: usize, most: usize, pieces: &Pieces) {
        while self.count < wanted
            && let Some(piece) = self.gone.pop()
        {
            let cells = pieces.cells(piece);
            if self.count + cells.len() > most {
                continue;
            }
            for &cell in cells {
                self.clues[usize::from(cell)] = self.grid[usize::from(cell)];
            }
            self.count += cells.len();
        }
    }
}
