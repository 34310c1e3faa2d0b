//! What to infer from an assignment, as in `inference.py`: the same steps in the same order.

use std::collections::VecDeque;
use std::ops::Range;

use super::board::Board;
use super::mask::Mask;
use super::matching;
use super::parts::Inference;
use super::tally::Tally;

/// A contradiction, and a cell that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Culprit(pub(crate) u16);

type Inferred = Result<(), Culprit>;

/// Numbers waiting for their turn, none of them twice.
#[derive(Debug, Default)]
struct Agenda {
    queue: VecDeque<u16>,
    waiting: Vec<bool>,
}

impl Agenda {
    fn clear(&mut self) {
        for number in self.queue.drain(..) {
            self.waiting[usize::from(number)] = false;
        }
    }

    #[inline(always)]
    fn push(&mut self, number: u16) {
        if !self.waiting[usize::from(number)] {
            self.waiting[usize::from(number)] = true;
            self.queue.push_back(number);
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u16> {
        let number = self.queue.pop_front()?;
        self.waiting[usize::from(number)] = false;
        Some(number)
    }
}

/// Infers, and keeps the room for it.
#[derive(Debug)]
pub(crate) struct Reasoner<M> {
    inference: Inference,
    agenda: Agenda,
    /// Groups to enter in ascending order: one bit each.
    marked: Vec<u64>,
    singles: Vec<u16>,
    hidden: Vec<(u16, u8)>,
    matching: matching::Room<M>,
}

impl<M: Mask> Reasoner<M> {
    pub(crate) fn new(inference: Inference, board: &Board<'_, M>) -> Reasoner<M> {
        let geometry = board.geometry;
        let most = geometry.cells().max(geometry.group_count());
        Reasoner {
            inference,
            agenda: Agenda {
                queue: VecDeque::new(),
                waiting: vec![false; most],
            },
            marked: vec![0; geometry.group_count().div_ceil(64)],
            singles: Vec::new(),
            hidden: Vec::new(),
            matching: matching::Room::new(geometry.size()),
        }
    }

    /// Infers from a digit that was just placed.
    #[inline(always)]
    pub(crate) fn infer(
        &mut self,
        board: &mut Board<'_, M>,
        cell: u16,
        digit: u8,
        tally: &mut Tally,
    ) -> Inferred {
        match self.inference {
            Inference::None => Ok(()),
            Inference::Forward | Inference::Ac3 => forward_check(board, cell, digit, tally),
            _ => self.infer_more(board, cell, digit, tally),
        }
    }

    /// The inferences that go further than the peers, apart from the loop of the search.
    #[inline(never)]
    fn infer_more(
        &mut self,
        board: &mut Board<'_, M>,
        cell: u16,
        digit: u8,
        tally: &mut Tally,
    ) -> Inferred {
        match self.inference {
            Inference::None | Inference::Forward | Inference::Ac3 => Ok(()),
            Inference::NakedSingles => self.follow(board, cell, digit, tally),
            Inference::Singles => self.fill_singles(board, cell, digit, tally),
            Inference::Mac => self.maintain_arcs(board, cell, digit, tally),
            Inference::AllDifferent => self.maintain_groups(board, cell, digit, tally),
        }
    }

    /// Runs the inference on the givens alone, before the search.
    pub(crate) fn propagate_givens(
        &mut self,
        board: &mut Board<'_, M>,
        tally: &mut Tally,
    ) -> Inferred {
        let open: Vec<u16> = board.open_cells().collect();
        if let Some(&cell) = open.iter().find(|&&cell| board.size(cell) == 0) {
            return Err(Culprit(cell));
        }
        self.agenda.clear();
        match self.inference {
            Inference::None | Inference::Forward => Ok(()),
            Inference::Ac3 | Inference::Mac => {
                open.iter().for_each(|&cell| self.agenda.push(cell));
                self.revise_arcs(board, tally)
            }
            Inference::AllDifferent => {
                self.enter_groups(board, open.iter().copied(), None);
                self.revise_groups(board, tally)
            }
            Inference::NakedSingles | Inference::Singles => {
                for &cell in &open {
                    if board.digit(cell) == 0 && board.size(cell) == 1 {
                        let digit = board.candidates(cell).lowest();
                        board.place(cell, digit);
                        self.follow(board, cell, digit, tally)?;
                    }
                }
                if self.inference == Inference::NakedSingles {
                    return Ok(());
                }
                let houses = 0..board.geometry.house_count();
                houses.for_each(|house| self.agenda.push(house as u16));
                self.fill_hidden(board, tally)
            }
        }
    }

    /// Propagates a placed digit through naked singles. What changed is on the trail, from the
    /// entry of that digit on.
    ///
    /// A single is placed only when its turn comes: two peers with the same single would otherwise
    /// both be placed, and no candidate would be left to show the contradiction.
    #[inline(always)]
    fn follow(
        &mut self,
        board: &mut Board<'_, M>,
        mut cell: u16,
        mut digit: u8,
        tally: &mut Tally,
    ) -> Inferred {
        self.singles.clear();
        loop {
            let (changed, _) = strike(board, cell, digit, tally);
            for peer in board.changed(changed) {
                match board.size(peer) {
                    0 => return Err(Culprit(peer)),
                    1 => self.singles.push(peer),
                    _ => {}
                }
            }
            cell = loop {
                match self.singles.pop() {
                    None => return Ok(()),
                    Some(single) if board.digit(single) == 0 => break single,
                    Some(_) => {}
                }
            };
            digit = board.candidates(cell).lowest();
            board.place(cell, digit);
        }
    }

    #[inline(always)]
    fn fill_singles(
        &mut self,
        board: &mut Board<'_, M>,
        cell: u16,
        digit: u8,
        tally: &mut Tally,
    ) -> Inferred {
        // The digit's own entry comes last on the trail.
        let start = board.mark() - 1;
        self.follow(board, cell, digit, tally)?;
        self.agenda.clear();
        self.enter_houses(board, start);
        self.fill_hidden(board, tally)
    }

    /// Places hidden singles in the houses of the agenda and in all houses that change with them.
    fn fill_hidden(&mut self, board: &mut Board<'_, M>, tally: &mut Tally) -> Inferred {
        while let Some(house) = self.agenda.pop() {
            tally.revisions += 1;
            self.find_hidden(board, house)?;
            for place in 0..self.hidden.len() {
                let (cell, digit) = self.hidden[place];
                if board.digit(cell) == digit {
                    continue;
                }
                if !board.candidates(cell).meets(M::of(digit)) {
                    return Err(Culprit(cell));
                }
                let start = board.mark();
                board.place(cell, digit);
                self.follow(board, cell, digit, tally)?;
                self.enter_houses(board, start);
            }
        }
        Ok(())
    }

    /// Finds the digits with one place left in a house, by counting to two in every bit at once.
    #[inline(always)]
    fn find_hidden(&mut self, board: &Board<'_, M>, house: u16) -> Inferred {
        let cells = board.geometry.group(usize::from(house));
        let (mut placed, mut once, mut twice) = (M::EMPTY, M::EMPTY, M::EMPTY);
        for &cell in cells {
            let mask = board.candidates(cell);
            twice = twice | (once & mask);
            once = once | mask;
            let digit = board.digit(cell);
            if digit > 0 {
                placed = placed | M::of(digit);
            }
        }
        if (placed | once).len() != cells.len() {
            return Err(Culprit(cells[0]));
        }
        self.hidden.clear();
        let lone = once & !twice & !placed;
        if lone.is_empty() {
            return Ok(());
        }
        for &cell in cells {
            let digits = (board.candidates(cell) & lone).digits();
            self.hidden.extend(digits.map(|digit| (cell, digit)));
        }
        Ok(())
    }

    /// Enters the houses of all cells on the trail from `start` on.
    #[inline(always)]
    fn enter_houses(&mut self, board: &Board<'_, M>, start: usize) {
        for cell in board.changed(start..board.mark()) {
            for &house in board.geometry.houses_of(cell) {
                self.marked[usize::from(house) / 64] |= 1 << (house % 64);
            }
        }
        self.enter_marked();
    }

    /// Enters the groups of cells, but for one.
    fn enter_groups(
        &mut self,
        board: &Board<'_, M>,
        cells: impl Iterator<Item = u16>,
        but: Option<u16>,
    ) {
        for cell in cells {
            for &group in board.geometry.groups_of(cell) {
                self.marked[usize::from(group) / 64] |= 1 << (group % 64);
            }
        }
        if let Some(group) = but {
            self.marked[usize::from(group) / 64] &= !(1 << (group % 64));
        }
        self.enter_marked();
    }

    /// Enters what is marked in ascending order, so that no count depends on anything else.
    #[inline(always)]
    fn enter_marked(&mut self) {
        for index in 0..self.marked.len() {
            let mut word = std::mem::take(&mut self.marked[index]);
            while word != 0 {
                self.agenda
                    .push((64 * index) as u16 + word.trailing_zeros() as u16);
                word &= word - 1;
            }
        }
    }

    fn maintain_arcs(
        &mut self,
        board: &mut Board<'_, M>,
        cell: u16,
        digit: u8,
        tally: &mut Tally,
    ) -> Inferred {
        self.agenda.clear();
        let (changed, _) = strike(board, cell, digit, tally);
        board
            .changed(changed)
            .for_each(|peer| self.agenda.push(peer));
        self.revise_arcs(board, tally)
    }

    /// Runs AC-3: revises the arcs to the cells of the agenda until nothing changes. Two different
    /// digits always support each other, so only a cell with one candidate left can take support
    /// away.
    fn revise_arcs(&mut self, board: &mut Board<'_, M>, tally: &mut Tally) -> Inferred {
        while let Some(cell) = self.agenda.pop() {
            let candidates = board.candidates(cell);
            let (size, peers) = (board.size(cell), board.geometry.peers(cell).len() as u64);
            if size == 0 {
                return Err(Culprit(cell));
            }
            tally.revisions += peers;
            tally.checks += peers * size as u64;
            if size > 1 {
                continue;
            }
            let (changed, _) = board.strike_peers(cell, candidates.lowest());
            tally.eliminated += changed.len() as u64;
            board
                .changed(changed)
                .for_each(|peer| self.agenda.push(peer));
        }
        Ok(())
    }

    fn maintain_groups(
        &mut self,
        board: &mut Board<'_, M>,
        cell: u16,
        digit: u8,
        tally: &mut Tally,
    ) -> Inferred {
        self.agenda.clear();
        let (changed, _) = strike(board, cell, digit, tally);
        self.enter_groups(board, board.changed(changed).chain([cell]), None);
        self.revise_groups(board, tally)
    }

    /// Makes the groups of the agenda all-different consistent, until nothing changes.
    fn revise_groups(&mut self, board: &mut Board<'_, M>, tally: &mut Tally) -> Inferred {
        while let Some(group) = self.agenda.pop() {
            tally.revisions += 1;
            let cells = board.geometry.group(usize::from(group));
            let start = board.mark();
            match self.matching.prune(board, cells) {
                Some(gone) => tally.eliminated += gone,
                None => return Err(Culprit(cells[0])),
            }
            self.enter_groups(board, board.changed(start..board.mark()), Some(group));
        }
        Ok(())
    }
}

/// Removes a digit from its peers, and counts that.
#[inline(always)]
fn strike<M: Mask>(
    board: &mut Board<'_, M>,
    cell: u16,
    digit: u8,
    tally: &mut Tally,
) -> (Range<usize>, bool) {
    let (changed, emptied) = board.strike_peers(cell, digit);
    tally.checks += board.geometry.peers(cell).len() as u64;
    tally.eliminated += changed.len() as u64;
    (changed, emptied)
}

/// Removes the digit from its peers; the first without a candidate left is a contradiction.
#[inline(always)]
fn forward_check<M: Mask>(
    board: &mut Board<'_, M>,
    cell: u16,
    digit: u8,
    tally: &mut Tally,
) -> Inferred {
    let (changed, emptied) = strike(board, cell, digit, tally);
    if !emptied {
        return Ok(());
    }
    let mut cells = board.changed(changed);
    let culprit = cells.find(|&peer| board.size(peer) == 0);
    Err(Culprit(culprit.unwrap_or(cell)))
}
