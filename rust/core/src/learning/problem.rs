//! What the rules leave open of a puzzle: candidates as variables, and groups, of which exactly
//! one member is true. A group is a cell with its candidates, or a digit in a house with its
//! places.
//!
//! A solver needs both directions, from a group to its members and back. Lists of lists are kept
//! as two flat vectors (CSR, as for sparse matrices), and one direction is the transpose of the
//! other:
//!
//! ```text
//!   group_starts   [ 0 | 3 | 5 | ... ]     group 0 is members[0..3], group 1 is members[3..5];
//!                                          one entry more than there are groups
//!   members        [ 0  1  2 | 0  7 | ... ]     variables
//!
//!   starts         [ 0 | 2 | 3 | ... ]     variable 0 is in groups[0..2]: in groups 0 and 1;
//!   groups         [ 0  1 | 0 | ... ]      variable 1 in group 0
//! ```
//!
//! On the rules of Sudoku a candidate is in four groups: its cell, and its digit in row, column
//! and box. Nothing here is a clause. At 100x100, the four kinds of at-most-one alone would be 198
//! million.
//!
//! Variables are numbered by cell, then by digit: `open_cells` counts on it.
//!
//! # Segments
//!
//! Two houses with more than one cell in common meet in a *segment*, one for each digit that both
//! still have to place. On a 9x9 board, a row and a box share three cells:
//!
//! ```text
//!       row  . . . | a b c | . . .         others[0]: the row's candidates outside the box
//!                  | . . . |               shared:    a, b, c
//!                  | . . . |  box          others[1]: the box's candidates outside the row
//! ```
//!
//! If all of `others[0]` are false, the row has its digit in a, b or c, so all of `others[1]` are
//! false, and the other way round: pointing and claiming. A *side* is a segment seen from one of
//! its houses, numbered `2 * segment + which`, so that `side ^ 1` is the opposite one.

use crate::general::board::{Board, Candidate, Group};
use crate::houses::Houses;

/// The open candidates of a board, its groups and its segments. It does not change during a
/// search, so all solvers share one.
#[derive(Default)]
pub(crate) struct Problem {
    /// By variable: its cell and digit.
    pub(crate) candidates: Vec<Candidate>,
    /// For every group where its members begin, and the end of the last.
    group_starts: Vec<u32>,
    /// By group, its variables.
    members: Vec<u32>,
    /// For every candidate where its groups begin, and the end of the last.
    starts: Vec<u32>,
    /// By variable, its groups.
    groups: Vec<u32>,
    /// Where two houses meet, for each digit; empty on boards too open for them.
    pub(crate) segments: Vec<Segment>,
    /// For every candidate where its segments begin, and the end of the last; empty if there are
    /// no segments.
    segment_starts: Vec<u32>,
    /// By variable, the segments that share it.
    of_segments: Vec<u32>,
    /// For every candidate where those begin that exclude it beyond its groups, and the end.
    rival_starts: Vec<u32>,
    rivals: Vec<u32>,
    /// For every group where its sides begin, and the end of the last.
    side_starts: Vec<u32>,
    /// By group, the sides on which it has segments.
    sides: Vec<u32>,
}

/// Members that the sides of all segments may have: 64 MB.
const MOST_OTHERS: usize = 1 << 24;

/// Transposes lists of members into lists of the lists that each member is in, all of them in CSR
/// form. A counting sort in two passes: count each member, then put every list where it belongs,
/// so that the result is ascending as well.
fn invert(starts: &[u32], members: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0; count + 1];
    for &member in members {
        ends[member as usize + 1] += 1;
    }
    for index in 0..count {
        ends[index + 1] += ends[index];
    }
    // Now `ends[m]` is where m's lists begin: the counts were entered one place further on.
    let (mut next, inverted_starts) = (ends.clone(), ends);
    let mut inverted = vec![0; members.len()];
    for (list, range) in starts.windows(2).enumerate() {
        for &member in &members[range[0] as usize..range[1] as usize] {
            let place = &mut next[member as usize];
            inverted[*place as usize] = list as u32;
            *place += 1;
        }
    }
    (inverted_starts, inverted)
}

/// The candidates of a digit that two houses share, and those that each has alone; see the top of
/// this file.
pub(crate) struct Segment {
    /// How many are shared; which ones is in `Problem::of_segments`.
    pub(crate) count: u32,
    /// The digit's groups in the two houses.
    pub(crate) groups: [u32; 2],
    /// The members of each group that are not shared. These are the reasons of a locked candidate,
    /// so they are stored and not computed in each analysis.
    pub(crate) others: [Vec<u32>; 2],
}

impl Problem {
    /// The open part of a board that the rules have settled.
    pub(crate) fn of_board<const W: usize>(board: &Board<W>) -> Problem {
        let houses = &board.houses;
        let size = houses.size();
        // By cell and digit: the variable, if the cell is open.
        let mut numbers = vec![u32::MAX; houses.cells() * size];
        let mut problem = Problem {
            candidates: Vec::new(),
            group_starts: vec![0],
            members: Vec::new(),
            starts: Vec::new(),
            groups: Vec::new(),
            segments: Vec::new(),
            segment_starts: Vec::new(),
            of_segments: Vec::new(),
            rival_starts: Vec::new(),
            rivals: Vec::new(),
            side_starts: Vec::new(),
            sides: Vec::new(),
        };
        // By house and digit: the group, unless the digit is placed there.
        let mut group_of = vec![u32::MAX; houses.len() * size];
        let cells = (0..houses.cells()).filter(|&cell| !board.is_placed(cell));
        for cell in cells {
            for digit in board.candidates(cell) {
                numbers[cell * size + digit] = problem.candidates.len() as u32;
                problem.candidates.push(Candidate::new(cell, digit));
            }
        }
        let cells = (0..houses.cells()).map(Group::Cell);
        let places = (0..houses.len() * size).map(Group::Places);
        // A settled group has one member left, which is placed and so no variable.
        for group in cells.chain(places) {
            let before = problem.members.len();
            for member in board.members(group) {
                problem
                    .members
                    .push(numbers[member.cell() * size + member.digit()]);
            }
            if problem.members.len() - before > 1 {
                if let Group::Places(index) = group {
                    group_of[index] = problem.len() as u32;
                }
                problem.group_starts.push(problem.members.len() as u32);
            } else {
                problem.members.truncate(before);
            }
        }
        (problem.starts, problem.groups) = invert(
            &problem.group_starts,
            &problem.members,
            problem.candidates.len(),
        );
        problem.find_segments(board, &group_of);
        problem.find_rivals(houses, &numbers);
        problem
    }

    /// The candidates of the same digit in cells that have to differ and share no house.
    fn find_rivals(&mut self, houses: &Houses, numbers: &[u32]) {
        self.rival_starts.push(0);
        for candidate in &self.candidates {
            let others = houses.others(candidate.cell()).iter();
            let number =
                |&other: &u16| numbers[usize::from(other) * houses.size() + candidate.digit()];
            let open = others.map(number).filter(|&number| number != u32::MAX);
            self.rivals.extend(open);
            self.rival_starts.push(self.rivals.len() as u32);
        }
    }

    /// The candidates that exclude a candidate, and are excluded by it, beyond its groups.
    #[inline(always)]
    pub(crate) fn rivals(&self, candidate: usize) -> &[u32] {
        if self.rivals.is_empty() {
            return &[];
        }
        let starts = &self.rival_starts[candidate..candidate + 2];
        &self.rivals[starts[0] as usize..starts[1] as usize]
    }

    /// Finds where houses meet.
    ///
    /// By one stamp per segment, a candidate's mark says whether it is in the first house (stamp -
    /// 1), in both (stamp), or in neither (any smaller number): nothing has to be cleared.
    fn find_segments<const W: usize>(&mut self, board: &Board<W>, group_of: &[u32]) {
        let size = board.houses.size();
        let mut marks = vec![0u32; self.candidates.len()];
        let (mut stamp, mut room) = (0, MOST_OTHERS);
        // In CSR form: the shared candidates of each segment, and its two groups. Both are
        // transposed in the end.
        let (mut starts, mut shared) = (vec![0], Vec::new());
        let (mut pair_starts, mut pairs) = (vec![0], Vec::new());
        for (house, other) in board.overlapping() {
            for digit in 0..size {
                let groups = [house, other].map(|house| group_of[house * size + digit]);
                // Placed in one of the houses: nothing is left to lock.
                if groups.contains(&u32::MAX) {
                    continue;
                }
                // Mark the first house, then see which of the second is marked.
                let [one, two] = groups.map(|group| self.members(group as usize));
                stamp += 2;
                one.iter()
                    .for_each(|&member| marks[member as usize] = stamp - 1);
                let before = shared.len();
                let mut there = Vec::with_capacity(two.len());
                for &member in two {
                    if marks[member as usize] == stamp - 1 {
                        marks[member as usize] = stamp;
                        shared.push(member);
                    } else {
                        there.push(member);
                    }
                }
                // The houses meet, but this digit has no candidate there.
                if shared.len() == before {
                    continue;
                }
                let is_alone = |member: &u32| marks[*member as usize] != stamp;
                let here: Vec<u32> = one.iter().copied().filter(is_alone).collect();
                let taken = here.len() + there.len();
                if taken > room {
                    // So open a board is not decided by these; it does without.
                    self.segments.clear();
                    return;
                }
                room -= taken;
                pairs.extend(groups);
                pair_starts.push(pairs.len() as u32);
                starts.push(shared.len() as u32);
                self.segments.push(Segment {
                    count: (shared.len() - before) as u32,
                    groups,
                    others: [here, there],
                });
            }
        }
        (self.segment_starts, self.of_segments) = invert(&starts, &shared, self.candidates.len());
        let segments;
        (self.side_starts, segments) = invert(&pair_starts, &pairs, self.len());
        // The transpose says which segments a group has; on which side it has them, only the
        // segment itself knows.
        let side = |(group, &segment): (u32, &u32)| {
            2 * segment + u32::from(self.segments[segment as usize].groups[1] == group)
        };
        let groups = (0..self.len()).flat_map(|group| {
            let range = self.side_starts[group]..self.side_starts[group + 1];
            range.map(move |_| group as u32)
        });
        self.sides = groups.zip(&segments).map(side).collect();
    }

    /// The segments of a candidate; none if the board does without.
    #[inline(always)]
    pub(crate) fn segments(&self, candidate: usize) -> &[u32] {
        match self.segment_starts.get(candidate..candidate + 2) {
            Some(starts) => &self.of_segments[starts[0] as usize..starts[1] as usize],
            None => &[],
        }
    }

    /// The sides on which a group has segments; only asked for if there are any.
    #[inline(always)]
    pub(crate) fn sides(&self, group: usize) -> &[u32] {
        &self.sides[self.side_starts[group] as usize..self.side_starts[group + 1] as usize]
    }

    /// The candidates that a side's own house has beside the segment. If they are all false, so
    /// are `others(side ^ 1)`.
    #[inline(always)]
    pub(crate) fn others(&self, side: usize) -> &[u32] {
        &self.segments[side / 2].others[side % 2]
    }

    /// Cells without a digit.
    pub(crate) fn open_cells(&self) -> usize {
        // Variables are sorted by cell: each change of cell is one more.
        let mut cells = self.candidates.iter().map(|candidate| candidate.cell());
        let mut last = cells.next();
        usize::from(last.is_some())
            + cells
                .filter(|&cell| last.replace(cell) != Some(cell))
                .count()
    }

    /// Writes true candidates into the cells of a board.
    pub(crate) fn fill(&self, truths: impl Iterator<Item = usize>, digits: &mut [u8]) {
        for truth in truths {
            let candidate = self.candidates[truth];
            digits[candidate.cell()] = candidate.digit() as u8 + 1;
        }
    }

    /// How many groups there are.
    pub(crate) fn len(&self) -> usize {
        self.group_starts.len().saturating_sub(1)
    }

    /// The candidates of a group.
    #[inline(always)]
    pub(crate) fn members(&self, group: usize) -> &[u32] {
        &self.members[self.group_starts[group] as usize..self.group_starts[group + 1] as usize]
    }

    /// The groups of a candidate.
    #[inline(always)]
    pub(crate) fn groups(&self, candidate: usize) -> &[u32] {
        &self.groups[self.starts[candidate] as usize..self.starts[candidate + 1] as usize]
    }
}
