//! What is left of a puzzle after its rules are drawn: candidates as variables, and groups of
//! which exactly one candidate is true.

use crate::general::board::{Board, Candidate, Group};

/// The open candidates of a board and the groups that they form.
#[derive(Default)]
pub(crate) struct Problem {
    pub(crate) candidates: Vec<Candidate>,
    /// For every group where its members begin, and the end of the last.
    group_starts: Vec<u32>,
    members: Vec<u32>,
    /// For every candidate where its groups begin, and the end of the last.
    starts: Vec<u32>,
    groups: Vec<u32>,
    /// Where two houses meet.
    pub(crate) segments: Vec<Segment>,
    /// For every candidate where its segments begin, and the end of the last.
    segment_starts: Vec<u32>,
    of_segments: Vec<u32>,
    /// For every group, its sides.
    side_starts: Vec<u32>,
    sides: Vec<u32>,
}

/// Members that the sides of all segments may have: 64 MB.
const MOST_OTHERS: usize = 1 << 24;

/// Turns lists of members into lists of the lists that each member is in; all lists one after the
/// other, `starts` telling where each begins and the last one ends.
fn invert(starts: &[u32], members: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0; count + 1];
    for &member in members {
        ends[member as usize + 1] += 1;
    }
    for index in 0..count {
        ends[index + 1] += ends[index];
    }
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

/// The candidates of a digit that two houses share, and those that each has alone. If the others
/// of one house are all false, those of the other are, too. A side is a segment's number * 2, and
/// 1 more for the second house.
pub(crate) struct Segment {
    pub(crate) count: u32,
    pub(crate) groups: [u32; 2],
    pub(crate) others: [Vec<u32>; 2],
}

impl Problem {
    /// The open part of a settled board.
    pub(crate) fn of_board<const W: usize>(board: &Board<W>) -> Problem {
        let houses = &board.houses;
        let size = houses.size();
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
            side_starts: Vec::new(),
            sides: Vec::new(),
        };
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
        problem
    }

    fn find_segments<const W: usize>(&mut self, board: &Board<W>, group_of: &[u32]) {
        let size = board.houses.size();
        let mut marks = vec![0u32; self.candidates.len()];
        let (mut stamp, mut room) = (0, MOST_OTHERS);
        // The candidates and the groups of each segment, one segment after the other.
        let (mut starts, mut shared) = (vec![0], Vec::new());
        let (mut pair_starts, mut pairs) = (vec![0], Vec::new());
        for (house, other) in board.overlapping() {
            for digit in 0..size {
                let groups = [house, other].map(|house| group_of[house * size + digit]);
                if groups.contains(&u32::MAX) {
                    continue;
                }
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
        let side = |(group, &segment): (u32, &u32)| {
            2 * segment + u32::from(self.segments[segment as usize].groups[1] == group)
        };
        let groups = (0..self.len()).flat_map(|group| {
            let range = self.side_starts[group]..self.side_starts[group + 1];
            range.map(move |_| group as u32)
        });
        self.sides = groups.zip(&segments).map(side).collect();
    }

    /// The segments of a candidate.
    #[inline(always)]
    pub(crate) fn segments(&self, candidate: usize) -> &[u32] {
        match self.segment_starts.get(candidate..candidate + 2) {
            Some(starts) => &self.of_segments[starts[0] as usize..starts[1] as usize],
            None => &[],
        }
    }

    /// The sides on which a group has segments.
    #[inline(always)]
    pub(crate) fn sides(&self, group: usize) -> &[u32] {
        &self.sides[self.side_starts[group] as usize..self.side_starts[group + 1] as usize]
    }

    /// The candidates that a group has beside a segment.
    #[inline(always)]
    pub(crate) fn others(&self, side: usize) -> &[u32] {
        &self.segments[side / 2].others[side % 2]
    }

    /// Cells without a digit.
    pub(crate) fn open_cells(&self) -> usize {
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
