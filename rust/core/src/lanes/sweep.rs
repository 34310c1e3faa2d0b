//! The kernel: one sweep over the nine digits, the same instructions for every lane.
//!
//! ```text
//!                      lane 0   lane 1   lane 2   ...  lane N - 1
//!   planes[0][0]     [ word   | word   | word   | ...           ]   digit 1, word 0 of every board
//!   ...
//!   planes[8][2]     [ ...                                      ]   digit 9, word 2
//! ```
//!
//! A column is a board, a row is loaded as one vector, or as GROUPS of them. There is no branch
//! and no table, so all lanes take the same time whatever is on their boards. A sweep draws each
//! conclusion once for each digit, and the next one goes on from there: `Signs` says what to do
//! with a lane.
//!
//! Bits above the 27 may arise when slots are turned. They are harmless as long as they meet a
//! clean word in an `and` before anything is shifted down again; where that is not so, there is an
//! `& full`.

use super::layout::{FULL, repeat};
use super::vector::Vector;

/// Three words per digit and lane; see `layout`.
pub(super) type Planes<const N: usize> = [[[u32; N]; 3]; 9];

/// N boards side by side, one per lane. Aligned for the widest vectors.
#[repr(C, align(64))]
pub(super) struct Boards<const N: usize> {
    /// The cells where each digit is a candidate.
    pub(super) planes: Planes<N>,
    /// What each digit claims in a sweep: the cells where it has its only candidate of a box. It
    /// is written and read within a sweep, and here only because it does not fit the registers.
    own: Planes<N>,
    /// Cells with one candidate: whatever was claimed is among them after a sweep. The next sweep
    /// takes these as its naked singles.
    pub(super) naked: [[u32; N]; 3],
    /// Cells with two candidates.
    pub(super) pairs: [[u32; N]; 3],
}

impl<const N: usize> Boards<N> {
    /// Boards without any candidate: dead, until something is put on them.
    pub(super) const EMPTY: Self = Boards {
        planes: [[[0; N]; 3]; 9],
        own: [[[0; N]; 3]; 9],
        naked: [[0; N]; 3],
        pairs: [[0; N]; 3],
    };
}

/// What a sweep showed, one bit per lane.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    /// A cell without candidates, a box without a place for a digit, or a naked single that was
    /// not claimed.
    pub(super) dead: u32,
    /// Every cell had one candidate when the sweep began. A board that is not dead then is a
    /// solution, and needs no other check: every cell was claimed, so no digit appears twice in a
    /// box, and the diagonals were looked for among exactly these 81 bits, so neither rows nor
    /// columns clash.
    pub(super) full: u32,
    /// No cell is naked that had not been before: time to branch. Candidates may still have gone,
    /// but going on until none does took 443 sweeps per puzzle of the hardest list instead of 385.
    pub(super) still: u32,
}

/// Rotates the slots of a word by one: what was in slot s + 1 is now in slot s. Shifted up, slot 1
/// ends above the 27 bits, and is not masked there.
#[inline(always)]
fn turn_1<V: Vector>(word: V) -> V {
    word.down::<9>() | word.up::<18>()
}

/// Turns the slots of a word by two, which is back by one.
#[inline(always)]
fn turn_2<V: Vector>(word: V) -> V {
    word.up::<9>() | word.down::<18>()
}

/// Masks to step along one coordinate of a position, around its end: B, the lowest one, or A, the
/// middle one. Named by its value: `at_2` has the positions where it is 2.
struct Axis<V> {
    below_2: V,
    at_2: V,
    at_0: V,
    above_0: V,
}

impl<V: Vector> Axis<V> {
    #[inline(always)]
    unsafe fn new(at_0: u32, stride: u32) -> Axis<V> {
        let at_2 = at_0 << (2 * stride);
        // SAFETY: the caller's promise.
        unsafe {
            Axis {
                below_2: V::splat(FULL & !at_2),
                at_2: V::splat(at_2),
                at_0: V::splat(at_0),
                above_0: V::splat(FULL & !at_0),
            }
        }
    }

    /// Keeps the mini-rows (or mini-columns) that some permutation goes through.
    ///
    /// The 27 bits are three 3x3 squares, one for each band. In each, a digit needs one mini-row
    /// for every row and every box: a permutation. There are six, and by the choice of slots
    /// (`layout`) they are straight lines: three go through the boxes within a slot, three change
    /// the slot with every box.
    ///
    /// ```text
    ///                      B = 0   1   2                B = 0   1   2
    ///   slot s               x---x---x                    x
    ///   slot s + 1                                            x
    ///   slot s + 2                                                x
    ///                      next, last                   next and last, turned
    /// ```
    ///
    /// A bit stays if the two others of one of its lines are set. That is pointing and claiming at
    /// once, for all bands; if no line is left, nothing of the digit is.
    #[inline(always)]
    fn keep_diagonals<const STRIDE: u32, const TWICE: u32>(&self, bits: V) -> V {
        // At each position: the bits one and two boxes further on, around the end.
        let next = (bits.down::<STRIDE>() & self.below_2) | (bits.up::<TWICE>() & self.at_2);
        let last = (bits.down::<TWICE>() & self.at_0) | (bits.up::<STRIDE>() & self.above_0);
        bits & ((next & last) | (turn_1(next) & turn_2(last)))
    }
}

/// Draws conclusions once for every digit, on `GROUPS` vectors of boards in turn. The steps for
/// one vector depend on each other, those for two do not: with one at a time AVX2 was 9 % slower,
/// and three or four gained nothing.
///
/// Each lane is on its own: what happens in it does not depend on the others or on their number.
///
/// # Safety
/// The processor has V's instruction set, and the caller is compiled for it.
#[inline(always)]
pub(super) unsafe fn sweep<V: Vector, const N: usize, const GROUPS: usize>(
    boards: &mut Boards<N>,
) -> Signs {
    const { assert!(GROUPS * V::LANES == N && N <= 32 && align_of::<Boards<N>>() >= 64) }
    // SAFETY: for `splat`, the caller's promise; every load and store is of V::LANES words inside
    // an array of N, at a multiple of V::LANES, and the arrays are aligned to 64 bytes or to
    // their own size if that is smaller.
    unsafe {
        let zero = V::splat(0);
        let full = V::splat(FULL);
        let rows = Axis::new(repeat(0b001, 3), 1);
        let columns = Axis::new(repeat(0b000_000_111, 9), 3);
        // Cells that some digit has claimed so far, and, in `alive`, a bit for each mini-row whose
        // box has a place for every digit so far.
        let mut claimed = [[zero; 3]; GROUPS];
        let mut alive = [full; GROUPS];
        // Digits in turn, and each sees the claims of all before it. To see only those of the
        // digit before last made sweeps 15 % shorter, but took 6 % (hardest) to 15 % (17 clues)
        // more of them. Forwards and backwards in turn, without storing claims: 8 % shorter, 9 %
        // more.
        for digit in 0..9 {
            for group in 0..GROUPS {
                let lane = group * V::LANES;
                let mut x = [zero; 3];
                let mut naked = [zero; 3];
                for k in 0..3 {
                    x[k] = V::load(boards.planes[digit][k].as_ptr().add(lane))
                        .without(claimed[group][k]);
                    naked[k] = x[k] & V::load(boards.naked[k].as_ptr().add(lane));
                }
                // A naked single clears its box, in all three words at once: its position is that
                // of its mini-row, and turning leads to the other two. The row and the column then
                // follow from the diagonals, as the box has one mini-row left and one mini-column.
                let marks = naked[0] | naked[1] | naked[2];
                let boxes = marks | (turn_1(marks) | turn_2(marks));
                for k in 0..3 {
                    x[k] = x[k].without(boxes) | naked[k];
                }

                // Rows: or-ed, the words are the mini-rows, and a mini-row that goes takes its
                // three cells along.
                let kept = rows.keep_diagonals::<1, 2>(x[0] | x[1] | x[2]);
                for word in &mut x {
                    *word = *word & kept;
                }

                // Columns: word k moves up by k slots, which for k = 1 is a turn by two. What is
                // kept has to move down again.
                let mini_columns = x[0] | turn_2(x[1]) | turn_1(x[2]);
                let kept = columns.keep_diagonals::<3, 6>(mini_columns & full);
                x[0] = x[0] & kept;
                x[1] = x[1] & turn_1(kept);
                x[2] = x[2] & turn_2(kept);

                // Hidden singles: a mini-row with one candidate, and none in the other mini-rows
                // of the box. The only candidate of a row is among them: its box lost its other
                // mini-rows to the diagonals. So for columns.
                //
                // What a digit claims, the others lose: the later ones at once, the earlier ones
                // below. As a claimed cell is lost at once, no two digits claim the same one.
                let either = x[0] | x[1];
                let any = either | x[2];
                let several = (x[0] & x[1]) | (either & x[2]);
                let elsewhere = turn_1(any) | turn_2(any);
                alive[group] = alive[group] & (any | elsewhere);
                let single = any.without(elsewhere | several);
                for k in 0..3 {
                    let own = x[k] & single;
                    own.store(boards.own[digit][k].as_mut_ptr().add(lane));
                    x[k].store(boards.planes[digit][k].as_mut_ptr().add(lane));
                    claimed[group][k] = claimed[group][k] | own;
                }
            }
        }
        let mut signs = Signs {
            dead: 0,
            full: 0,
            still: 0,
        };
        for group in 0..GROUPS {
            let lane = group * V::LANES;
            let mut alive = alive[group];
            let mut still = u32::MAX;
            let mut open = zero;
            for k in 0..3 {
                // Cells with at least one, two, three candidates: counters of one bit that stay
                // where they are once they are set. Counted here and not above: there they would
                // be written to memory and read again for every digit, up to 3 % slower.
                let (mut one, mut two, mut three) = (zero, zero, zero);
                for digit in 0..9 {
                    let own = V::load(boards.own[digit][k].as_ptr().add(lane));
                    let x = V::load(boards.planes[digit][k].as_ptr().add(lane))
                        .without(claimed[group][k].without(own));
                    x.store(boards.planes[digit][k].as_mut_ptr().add(lane));
                    three = three | (two & x);
                    two = two | (one & x);
                    one = one | x;
                }
                let naked = one.without(two);
                let naked_before = V::load(boards.naked[k].as_ptr().add(lane));
                still &= naked.equal(naked_before);
                // What was naked has been claimed by now, unless its digit was in the box twice or
                // the candidate was lost: both are contradictions.
                alive = (alive & one).without(naked_before.without(claimed[group][k]));
                open = open | full.without(naked_before);
                naked.store(boards.naked[k].as_mut_ptr().add(lane));
                let pairs = two.without(three);
                pairs.store(boards.pairs[k].as_mut_ptr().add(lane));
            }
            signs.dead |= (alive.equal(full) ^ ((1 << V::LANES) - 1)) << lane;
            signs.full |= open.equal(zero) << lane;
            signs.still |= (still & ((1 << V::LANES) - 1)) << lane;
        }
        signs
    }
}
