//! N searches side by side: what one lane does between two sweeps. This is where a lane leaves the
//! vectors, so everything here is counted in instructions.
//!
//! A lane is a depth-first search: its board is the current node, and its stack has the nodes that
//! are left.
//!
//! ```text
//!   stack of a lane    [ root without a | without b | without c ]  <- pushed and resumed here
//!                        oldest: nearest to the root, largest       newest: comes next
//!   board of the lane    with a, b and c
//! ```
//!
//! Branching saves the board on the stack, tries a digit on the board and takes the same digit
//! away from the saved one. So the two are disjoint, together they are the node, and the order of
//! solutions is fixed: with the digit first, without it when that is done. What idle lanes take
//! over is always the oldest node, the last in this order.

use super::layout::{BY_CELL, Bytes, FULL, INDEX, PEER_WORDS, SPREAD};
use super::sweep::{Boards, Signs, sweep};
use super::vector::Vector;
use crate::contract::Candidates;
use crate::scalar::Solution;

/// Cells with two candidates that are compared at a branch. All of them instead of the first six:
/// 5 % fewer guesses on the hardest lists, and no faster.
pub(super) const COMPARED: u32 = 6;

/// A board on its own, to be taken up later: 120 bytes.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// By word and digit, the other way round than in [`Boards`]: nine words in a row are read at
    /// once in `Vector::column`.
    planes: [[u32; 9]; 3],
    /// As in [`Boards`]: without it, the next sweep would not know which singles to use.
    naked: [u32; 3],
}

/// N boards, and for each the nodes still to be explored, the next one last.
pub(super) struct Crew<const N: usize> {
    boards: Boards<N>,
    stacks: [Vec<Node>; N],
}

impl<const N: usize> Crew<N> {
    pub(super) fn new() -> Self {
        Crew {
            boards: Boards::EMPTY,
            stacks: std::array::from_fn(|_| Vec::new()),
        }
    }

    /// Nodes that a lane has left.
    #[inline(always)]
    pub(super) fn left(&self, lane: usize) -> usize {
        self.stacks[lane].len()
    }

    /// Forgets the nodes that a lane has left.
    #[inline(always)]
    pub(super) fn clear(&mut self, lane: usize) {
        self.stacks[lane].clear();
    }

    /// Takes away the nodes that a lane has left.
    #[inline(always)]
    pub(super) fn take(&mut self, lane: usize) -> Vec<Node> {
        std::mem::take(&mut self.stacks[lane])
    }

    /// Gives a lane that has none nodes to explore.
    pub(super) fn give(&mut self, lane: usize, nodes: Vec<Node>) {
        self.stacks[lane] = nodes;
    }

    /// Puts a puzzle on a lane's board. Givens are naked singles, which the first sweep uses;
    /// clashing ones are found dead by it.
    ///
    /// # Safety
    /// As [`sweep`].
    #[inline(always)]
    pub(super) unsafe fn load<V: Vector>(&mut self, lane: usize, givens: &Solution) {
        // SAFETY: the caller's promise.
        let cells = unsafe { V::by_digit(givens) };
        for k in 0..3 {
            // An empty cell has every digit as a candidate, a given its own.
            let open = cells[0][k];
            for digit in 0..9 {
                self.boards.planes[digit][k][lane] = cells[digit + 1][k] | open;
            }
            self.boards.naked[k][lane] = FULL & !open;
        }
    }

    /// Takes the candidates from a lane's fresh board that a puzzle excludes. What is a single then
    /// is not naked yet, so the next sweep draws its consequences.
    pub(super) fn restrict(&mut self, lane: usize, candidates: &Candidates<'_>) {
        for (cell, &index) in INDEX.iter().enumerate() {
            let (k, position) = (usize::from(index) / 32, index % 32);
            for digit in (0..9).filter(|&digit| !candidates.has(cell, digit)) {
                self.boards.planes[digit][k][lane] &= !(1 << position);
            }
        }
    }

    /// Takes up the next node of a lane; there must be one.
    #[inline(always)]
    pub(super) fn resume(&mut self, lane: usize) {
        // Read in place and cut off then: a node popped first would be copied twice.
        let depth = self.stacks[lane].len() - 1;
        let node: *const Node = &raw const self.stacks[lane][depth];
        // SAFETY: `enter` does not touch the stacks, so that the node stays where it is.
        self.enter(lane, unsafe { &*node });
        self.stacks[lane].truncate(depth);
    }

    /// Moves the node that one lane would come to last of all to another lane, which has none. It
    /// is the oldest, so likely the largest part of the tree that is left.
    pub(super) fn hand_over(&mut self, from: usize, to: usize) {
        let node = self.stacks[from].remove(0);
        self.enter(to, &node);
    }

    #[inline(always)]
    fn enter(&mut self, lane: usize, node: &Node) {
        for k in 0..3 {
            for digit in 0..9 {
                self.boards.planes[digit][k][lane] = node.planes[k][digit];
            }
            self.boards.naked[k][lane] = node.naked[k];
        }
    }

    /// # Safety
    /// As [`sweep`].
    #[inline(always)]
    pub(super) unsafe fn sweep<V: Vector, const GROUPS: usize>(&mut self) -> Signs {
        // SAFETY: the caller's promise.
        unsafe { sweep::<V, N, GROUPS>(&mut self.boards) }
    }

    /// The board of a lane on its own.
    #[inline(always)]
    fn node(&self, lane: usize) -> Node {
        let Boards { planes, naked, .. } = &self.boards;
        Node {
            planes: std::array::from_fn(|k| std::array::from_fn(|d| planes[d][k][lane])),
            naked: std::array::from_fn(|k| naked[k][lane]),
        }
    }

    /// Takes away the board of a lane and the nodes it has left, in the order in which they would
    /// be resumed, from the end.
    pub(super) fn take_all(&mut self, lane: usize) -> Vec<Node> {
        let mut nodes = self.take(lane);
        nodes.push(self.node(lane));
        nodes
    }

    /// Takes away the older half of the nodes that a lane has left: the larger parts of the tree.
    pub(super) fn take_half(&mut self, lane: usize) -> impl Iterator<Item = Node> {
        let half = self.left(lane).div_ceil(2);
        self.stacks[lane].drain(..half)
    }

    /// Saves the boards of some lanes on their stacks, for [`Crew::branch`]. All of them before
    /// the first branch: a node is written word by word and then read as a vector, which stalls
    /// while the words are still on their way to the cache (store forwarding does not join them).
    #[inline(always)]
    pub(super) fn save(&mut self, lanes: u32) {
        for lane in bits(lanes) {
            let node = self.node(lane);
            self.stacks[lane].push(node);
        }
    }

    /// Tries a digit on the board of a lane that was just saved, in the best of the first few
    /// cells with two candidates, and leaves the saved node without that candidate.
    ///
    /// With two candidates, both branches have a new naked single, so both go on at once.
    ///
    /// # Safety
    /// As [`sweep`].
    #[inline(always)]
    pub(super) unsafe fn branch<V: Vector>(&mut self, lane: usize, compared: u32) {
        let Some(node) = self.stacks[lane].last_mut() else {
            return;
        };
        let pairs: [u32; 3] = std::array::from_fn(|k| self.boards.pairs[k][lane]);
        let index = if pairs[0] | pairs[1] | pairs[2] == 0 {
            narrowest(node)
        } else {
            // SAFETY: the caller's promise.
            unsafe { best_pair::<V>(node, &pairs, compared) }
        };
        let (k, position) = (index as usize / 32, index % 32);
        let bit = 1 << position;
        // SAFETY: the caller's promise.
        let candidates = unsafe { V::column(&node.planes[k], position) };
        let first = candidates.trailing_zeros() as usize;
        // The saved node loses the digit; of a pair that leaves one, a naked single. With more
        // candidates it leaves several.
        node.planes[k][first] &= !bit;
        node.naked[k] |= pairs[k] & bit;
        // The board keeps the digit alone.
        let mut others = candidates & (candidates - 1);
        while others != 0 {
            self.boards.planes[others.trailing_zeros() as usize][k][lane] &= !bit;
            others &= others - 1;
        }
        self.boards.naked[k][lane] |= bit;
    }

    /// The digits on a full board.
    ///
    /// # Safety
    /// As [`sweep`].
    #[inline(always)]
    pub(super) unsafe fn solution<V: Vector>(&self, lane: usize) -> Solution {
        // Digits in binary first: four words to spread over bytes instead of nine.
        let mut bytes = Bytes([0; 96]);
        let (words, _) = bytes.0.as_chunks_mut::<32>();
        for (k, word) in words.iter_mut().enumerate() {
            let x = |digit: usize| self.boards.planes[digit - 1][k][lane];
            let binary = [
                x(1) | x(3) | x(5) | x(7) | x(9),
                x(2) | x(3) | x(6) | x(7),
                x(4) | x(5) | x(6) | x(7),
                x(8) | x(9),
            ];
            for (part, eight) in word.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let spread = |i: usize| SPREAD[(binary[i] >> (8 * part)) as usize & 255] << i;
                *eight = (spread(0) | spread(1) | spread(2) | spread(3)).to_le_bytes();
            }
        }
        // SAFETY: the caller's promise.
        let cells = unsafe { V::reorder(&bytes, &BY_CELL) };
        std::array::from_fn(|cell| cells.0[cell])
    }
}

/// The lanes of a mask, the lowest first.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}

/// Of the first cells with two candidates, the one whose digits can be excluded in most peers, a
/// peer with two candidates counting three times: there it leaves a single. Guesses per puzzle of
/// the hardest list: 119 with the first cell, 102 with the most peers that are pairs, 93 with
/// those that share a digit, 73 so. Summing over both digits instead of or-ing them gives 72, with
/// more instructions.
///
/// The best one is kept as `score << 7 | index`: one `max`, and no branch.
///
/// # Safety
/// As [`sweep`].
#[inline(always)]
unsafe fn best_pair<V: Vector>(node: &Node, pairs: &[u32; 3], compared: u32) -> u32 {
    // The 96 bits in two words, in the order of their indices.
    let mut low = u64::from(pairs[0]) | u64::from(pairs[1]) << 32;
    let mut high = u64::from(pairs[2]);
    let mut best = 0;
    for _ in 0..compared.min(low.count_ones() + high.count_ones()) {
        // The next bit of either word without a branch.
        let is_low = low != 0;
        let word = if is_low { low } else { high };
        let index = word.trailing_zeros() + if is_low { 0 } else { 64 };
        let rest = word & (word - 1);
        (low, high) = if is_low { (rest, high) } else { (0, rest) };
        let (k, position) = (index as usize / 32, index % 32);
        // SAFETY: the caller's promise.
        let candidates = unsafe { V::column(&node.planes[k], position) };
        // The lowest and the highest bit of the nine: the two digits.
        let first = candidates.trailing_zeros() as usize;
        let second = (31 - candidates.leading_zeros()) as usize;
        let peers = &PEER_WORDS[index as usize & 127];
        let mut score = 0;
        for k in 0..3 {
            // Peers where either digit is a candidate, and once more twice for those with two
            // candidates.
            let either = (node.planes[k][first] | node.planes[k][second]) & peers[k];
            score += either.count_ones() + 2 * (either & pairs[k]).count_ones();
        }
        best = best.max(score << 7 | index);
    }
    best & 127
}

/// The cell with the fewest candidates, but more than one, the first of equals. Only for boards
/// where no cell has two.
#[cold]
fn narrowest(node: &Node) -> u32 {
    let candidates = |index: u8| -> u32 {
        let (k, position) = (usize::from(index / 32), index % 32);
        let words = node.planes[k].iter();
        words.map(|word| (word >> position) & 1).sum()
    };
    let open = INDEX.into_iter().filter(|&index| candidates(index) > 1);
    u32::from(open.min_by_key(|&index| candidates(index)).unwrap_or(0))
}
