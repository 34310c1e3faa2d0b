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
            starts: vec![0],
            groups: Vec::new(),
            segments: Vec::new(),
            segment_starts: vec![0],
            of_segments: Vec::new(),
            side_starts: vec![0],
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
        let mut of: Vec<Vec<u32>> = vec![Vec::new(); problem.candidates.len()];
        for group in 0..problem.len() {
            for &member in problem.members(group) {
                of[member as usize].push(group as u32);
            }
        }
        for groups in of {
            problem.groups.extend(groups);
            problem.starts.push(problem.groups.len() as u32);
        }
        problem.find_segments(board, &group_of);
        problem
    }

    fn find_segments<const W: usize>(&mut self, board: &Board<W>, group_of: &[u32]) {
        let size = board.houses.size();
        let mut of: Vec<Vec<u32>> = vec![Vec::new(); self.candidates.len()];
        let mut sides: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        let mut marks = vec![0u32; self.candidates.len()];
        let mut stamp = 0;
        for (house, other) in board.overlapping() {
            for digit in 0..size {
                let groups = [house, other].map(|house| group_of[house * size + digit]);
                if groups.contains(&u32::MAX) {
                    continue;
                }
                let number = self.segments.len() as u32;
                let [one, two] = groups.map(|group| self.members(group as usize));
                stamp += 2;
                one.iter()
                    .for_each(|&member| marks[member as usize] = stamp - 1);
                let mut count = 0;
                let mut there = Vec::with_capacity(two.len());
                for &member in two {
                    if marks[member as usize] == stamp - 1 {
                        marks[member as usize] = stamp;
                        of[member as usize].push(number);
                        count += 1;
                    } else {
                        there.push(member);
                    }
                }
                if count == 0 {
                    continue;
                }
                let is_alone = |member: &u32| marks[*member as usize] != stamp;
                let here = one.iter().copied().filter(is_alone).collect();
                for (side, &group) in groups.iter().enumerate() {
                    sides[group as usize].push(2 * number + side as u32);
                }
                self.segments.push(Segment {
                    count,
                    groups,
                    others: [here, there],
                });
            }
        }
        for segments in of {
            self.of_segments.extend(segments);
            self.segment_starts.push(self.of_segments.len() as u32);
        }
        for sides in sides {
            self.sides.extend(sides);
            self.side_starts.push(self.sides.len() as u32);
        }
    }

    /// The segments of a candidate.
    #[inline(always)]
    pub(crate) fn segments(&self, candidate: usize) -> &[u32] {
        let starts = &self.segment_starts[candidate..candidate + 2];
        &self.of_segments[starts[0] as usize..starts[1] as usize]
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
