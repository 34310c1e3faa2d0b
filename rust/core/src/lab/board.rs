//! The board of a search: one for all of it, with a trail that undoes changes.
//!
//! ```text
//!   cell          0    1    2   ...
//!   digits        5    0    0          0: empty
//!   masks         -   1..4  2,7        tracked: candidates, none in a filled cell;
//!                                      otherwise: the values to try (the domain), filled or not
//!   sizes        255   4    2          how many digits the mask of an open cell has, so that a
//!                                      search for the fewest reads one byte per cell
//!   taken  (per group)                 not tracked: digits that the group has
//!   open_peers    9   11   12          how many peers are empty, if a rule asks for it at every node
//!   trail  (7, mask, 4) ...            what a cell held before it was placed or lost a candidate
//! ```

use std::ops::Range;

use super::geometry::Geometry;
use super::mask::Mask;

/// The size of a filled cell: more than any other, or as many on a board of 255 rows.
const FILLED: u8 = u8::MAX;

/// How many sizes are looked at together.
const SPAN: usize = 64;

/// What a cell held before it changed. Its size is kept as well, since counting bits again takes
/// longer.
#[derive(Clone, Copy, Debug)]
struct Change<M> {
    cell: u16,
    size: u8,
    mask: M,
}

/// A board during a search: digits, and either candidates or the digits of every group.
#[derive(Clone, Debug)]
pub(crate) struct Board<'a, M> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) tracked: bool,
    pub(crate) digits: Vec<u8>,
    masks: Vec<M>,
    sizes: Vec<u8>,
    taken: Vec<M>,
    open_peers: Option<Vec<u16>>,
    open: usize,
    /// No cell before this one is empty.
    filled: usize,
    trail: Vec<Change<M>>,
}

impl<'a, M: Mask> Board<'a, M> {
    /// The givens and, for every cell, the values to try.
    pub(crate) fn new(
        geometry: &'a Geometry,
        givens: &[u8],
        domains: &[M],
        tracked: bool,
    ) -> Board<'a, M> {
        let mut board = Board {
            geometry,
            tracked,
            digits: givens.to_vec(),
            masks: domains.to_vec(),
            sizes: vec![FILLED; givens.len()],
            taken: vec![M::EMPTY; geometry.group_count()],
            open_peers: None,
            open: 0,
            filled: 0,
            trail: Vec::new(),
        };
        for cell in 0..givens.len() {
            if givens[cell] == 0 {
                board.open += 1;
                board.sizes[cell] = domains[cell].len() as u8;
                continue;
            }
            if tracked {
                board.masks[cell] = M::EMPTY;
            }
            for &group in geometry.groups_of(cell as u16) {
                let taken = &mut board.taken[usize::from(group)];
                *taken = *taken | M::of(givens[cell]);
            }
        }
        board
    }

    /// Keeps the number of empty peers of every cell up to date from now on: for a search that asks
    /// for many of them at every node, and never loads a board. On 25x25 boards, counting them anew
    /// for every tie took two thirds of the time.
    pub(crate) fn keep_open_peers(&mut self) {
        let cells = 0..self.digits.len() as u16;
        self.open_peers = Some(cells.map(|cell| self.open_peers(cell) as u16).collect());
    }

    /// How many cells are empty.
    #[inline(always)]
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    /// The empty cells, ascending.
    #[inline(always)]
    pub(crate) fn open_cells(&self) -> impl Iterator<Item = u16> {
        let cells = self.digits.iter().enumerate();
        cells.filter_map(|(cell, &digit)| (digit == 0).then_some(cell as u16))
    }

    #[inline(always)]
    pub(crate) fn digit(&self, cell: u16) -> u8 {
        self.digits[usize::from(cell)]
    }

    /// The candidates of an empty cell; for boards that track them.
    #[inline(always)]
    pub(crate) fn candidates(&self, cell: u16) -> M {
        self.masks[usize::from(cell)]
    }

    /// The values that are tried in a cell, allowed or not; for boards that track no candidates.
    pub(crate) fn domain(&self, cell: u16) -> M {
        self.masks[usize::from(cell)]
    }

    /// The digits that every group has; for boards that track no candidates.
    pub(crate) fn taken(&self) -> &[M] {
        &self.taken
    }

    /// How many values are tried in a cell, allowed or not; for boards that track no candidates.
    #[inline(always)]
    pub(crate) fn domain_size(&self, cell: u16) -> usize {
        usize::from(self.sizes[usize::from(cell)])
    }

    /// The values that can go into an empty cell, as far as the board knows.
    #[inline(always)]
    pub(crate) fn allowed(&self, cell: u16) -> M {
        let mask = self.masks[usize::from(cell)];
        if self.tracked {
            return mask;
        }
        let groups = self.geometry.groups_of(cell).iter();
        mask & !groups.fold(M::EMPTY, |all, &group| all | self.taken[usize::from(group)])
    }

    /// How many values can go into an empty cell.
    #[inline(always)]
    pub(crate) fn size(&self, cell: u16) -> usize {
        if self.tracked {
            usize::from(self.sizes[usize::from(cell)])
        } else {
            self.allowed(cell).len()
        }
    }

    /// The candidates of every cell; None if they are not tracked.
    pub(crate) fn tracked_candidates(&self) -> Option<&[M]> {
        self.tracked.then_some(&self.masks)
    }

    /// How many candidates every cell has; None if they are not tracked.
    pub(crate) fn tracked_sizes(&self) -> Option<&[u8]> {
        self.tracked.then_some(&self.sizes)
    }

    /// The first empty cell; there must be one.
    #[inline(always)]
    pub(crate) fn first(&mut self) -> u16 {
        self.filled += position(&self.digits[self.filled..], 0);
        self.filled as u16
    }

    /// The empty cell with the fewest values, the first of them; there must be one.
    #[inline(always)]
    pub(crate) fn narrowest(&self) -> u16 {
        if !self.tracked {
            let cells = self.open_cells();
            return cells.min_by_key(|&cell| self.size(cell)).unwrap_or(0);
        }
        match self.least() {
            FILLED => position(&self.digits, 0) as u16,
            least => position(&self.sizes, least) as u16,
        }
    }

    /// Collects all empty cells with the fewest values.
    #[inline(always)]
    pub(crate) fn equally_narrow(&self, cells: &mut Vec<u16>) {
        cells.clear();
        if !self.tracked {
            let sizes = self.open_cells().map(|cell| self.size(cell));
            let least = sizes.min().unwrap_or(0);
            return cells.extend(self.open_cells().filter(|&cell| self.size(cell) == least));
        }
        let least = self.least();
        for (number, sizes) in self.sizes.chunks(SPAN).enumerate() {
            // Most spans of a large board have none, which vector instructions see at once.
            if !sizes.contains(&least) {
                continue;
            }
            let first = number * SPAN;
            let found = sizes.iter().enumerate().filter(|&(_, &size)| size == least);
            cells.extend(found.map(|(offset, _)| (first + offset) as u16));
        }
        if least == FILLED {
            cells.retain(|&cell| self.digit(cell) == 0);
        }
    }

    #[inline(always)]
    fn least(&self) -> u8 {
        self.sizes
            .iter()
            .fold(FILLED, |least, &size| least.min(size))
    }

    /// How many peers of a cell are empty.
    #[inline(always)]
    pub(crate) fn open_peers(&self, cell: u16) -> usize {
        if let Some(known) = &self.open_peers {
            return usize::from(known[usize::from(cell)]);
        }
        let peers = self.geometry.peers(cell).iter();
        peers.filter(|&&peer| self.digit(peer) == 0).count()
    }

    /// How many empty peers of a cell could also take a digit.
    #[inline(always)]
    pub(crate) fn rivals(&self, cell: u16, digit: u8) -> usize {
        let bit = M::of(digit);
        let peers = self.geometry.peers(cell).iter();
        if self.tracked {
            return peers
                .map(|&peer| usize::from(self.candidates(peer).meets(bit)))
                .sum();
        }
        peers
            .filter(|&&peer| self.digit(peer) == 0 && self.allowed(peer).meets(bit))
            .count()
    }

    /// How many changes can be undone.
    #[inline(always)]
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The cells changed by a range of the trail.
    #[inline(always)]
    pub(crate) fn changed(&self, range: Range<usize>) -> impl Iterator<Item = u16> {
        self.trail[range].iter().map(|change| change.cell)
    }

    /// Puts a digit into an empty cell; updating the peers is up to the inference.
    #[inline(always)]
    pub(crate) fn place(&mut self, cell: u16, digit: u8) {
        let index = usize::from(cell);
        self.trail.push(Change {
            cell,
            size: self.sizes[index],
            mask: self.masks[index],
        });
        self.digits[index] = digit;
        self.open -= 1;
        if let Some(open) = &mut self.open_peers {
            for &peer in self.geometry.peers(cell) {
                open[usize::from(peer)] -= 1;
            }
        }
        if self.tracked {
            self.masks[index] = M::EMPTY;
            self.sizes[index] = FILLED;
            return;
        }
        let bit = M::of(digit);
        for &group in self.geometry.groups_of(cell) {
            let taken = &mut self.taken[usize::from(group)];
            *taken = *taken | bit;
        }
    }

    /// Eliminates a candidate from the peers of a cell; returns where the trail has those that had
    /// it, and whether it was the last candidate of one.
    #[inline(always)]
    pub(crate) fn strike_peers(&mut self, cell: u16, digit: u8) -> (Range<usize>, bool) {
        let peers = self.geometry.peers(cell);
        let (bit, start) = (M::of(digit), self.trail.len());
        let mut emptied = false;
        self.trail.reserve(peers.len());
        for &peer in peers {
            let index = usize::from(peer);
            let (mask, size) = (self.masks[index], self.sizes[index]);
            if mask.meets(bit) {
                self.trail.push(Change {
                    cell: peer,
                    size,
                    mask,
                });
                self.masks[index] = mask & !bit;
                self.sizes[index] = size - 1;
                emptied |= mask == bit;
            }
        }
        (start..self.trail.len(), emptied)
    }

    /// Eliminates candidates of a cell that it has.
    pub(crate) fn strike(&mut self, cell: u16, gone: M) {
        let index = usize::from(cell);
        self.trail.push(Change {
            cell,
            size: self.sizes[index],
            mask: self.masks[index],
        });
        self.masks[index] = self.masks[index] & !gone;
        self.sizes[index] = self.masks[index].len() as u8;
    }

    /// Undoes all changes since `mark`.
    #[inline(always)]
    pub(crate) fn undo(&mut self, mark: usize) {
        if !self.tracked {
            return self.undo_placed(mark);
        }
        for change in self.trail[mark..].iter().rev() {
            let index = usize::from(change.cell);
            // Few changes are placements, and those come first on the trail: a branch that is
            // predicted takes less time than writing what nearly always stays the same.
            if self.digits[index] != 0 {
                self.digits[index] = 0;
                self.open += 1;
                self.filled = self.filled.min(index);
                open_again(&mut self.open_peers, self.geometry.peers(change.cell));
            }
            self.masks[index] = change.mask;
            self.sizes[index] = change.size;
        }
        self.trail.truncate(mark);
    }

    #[inline(always)]
    fn undo_placed(&mut self, mark: usize) {
        for change in self.trail[mark..].iter().rev() {
            let index = usize::from(change.cell);
            let bit = M::of(self.digits[index]);
            self.digits[index] = 0;
            self.open += 1;
            self.filled = self.filled.min(index);
            open_again(&mut self.open_peers, self.geometry.peers(change.cell));
            for &group in self.geometry.groups_of(change.cell) {
                let taken = &mut self.taken[usize::from(group)];
                *taken = *taken & !bit;
            }
        }
        self.trail.truncate(mark);
    }

    /// What a waiting node keeps of the board.
    pub(crate) fn snapshot(&self) -> Snapshot<M> {
        Snapshot {
            digits: self.digits.as_slice().into(),
            masks: match self.tracked {
                true => self.masks.as_slice().into(),
                false => self.taken.as_slice().into(),
            },
        }
    }

    /// Goes back to a board that was kept. What the trail had is forgotten.
    pub(crate) fn load(&mut self, kept: &Snapshot<M>) {
        self.trail.clear();
        self.filled = 0;
        self.digits.copy_from_slice(&kept.digits);
        self.open = self.digits.iter().filter(|&&digit| digit == 0).count();
        if !self.tracked {
            return self.taken.copy_from_slice(&kept.masks);
        }
        self.masks.copy_from_slice(&kept.masks);
        for (size, (mask, &digit)) in self
            .sizes
            .iter_mut()
            .zip(kept.masks.iter().zip(&self.digits))
        {
            *size = if digit == 0 { mask.len() as u8 } else { FILLED };
        }
    }

    /// Forgets how to undo what was done so far.
    pub(crate) fn settle(&mut self) {
        self.trail.clear();
    }

    /// Bytes in use that grow with the depth of the search.
    pub(crate) fn bytes(&self) -> usize {
        self.trail.capacity() * size_of::<Change<M>>()
    }
}

/// A board that was kept: its digits, and its candidates or what its groups have.
#[derive(Debug)]
pub(crate) struct Snapshot<M> {
    digits: Box<[u8]>,
    masks: Box<[M]>,
}

impl<M> Snapshot<M> {
    /// Bytes in use, with a word each that allocating two pieces takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Snapshot<M>>() + self.digits.len() + size_of_val::<[M]>(&self.masks) + 16
    }
}

/// Counts a cell as empty again for its peers, if they count.
#[inline(always)]
fn open_again(open_peers: &mut Option<Vec<u16>>, peers: &[u16]) {
    if let Some(open) = open_peers {
        for &peer in peers {
            open[usize::from(peer)] += 1;
        }
    }
}

/// Where a byte is found first; 0 if nowhere.
#[inline(always)]
fn position(bytes: &[u8], wanted: u8) -> usize {
    bytes.iter().position(|&byte| byte == wanted).unwrap_or(0)
}
