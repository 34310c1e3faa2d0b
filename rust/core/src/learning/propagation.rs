//! What follows from an assignment, by the rules and by the clauses.

use super::clauses::Literal;
use super::problem::Problem;
use super::reason::{Conflict, Reason};
use super::solver::Solver;

impl Solver {
    /// Unit propagation over rules and clauses until nothing is queued, or to the first conflict.
    /// After a conflict, what is still queued is taken back uncounted: the caller backtracks.
    pub(super) fn propagate(&mut self, problem: &Problem) -> Option<Conflict> {
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            // Before the work: `count_down` counts to its end even at a conflict, so this literal
            // is counted when the trail is taken back.
            self.head += 1;
            let conflict = if literal.is_positive() {
                self.exclude_others(problem, literal.variable())
            } else {
                self.count_down(problem, literal.variable())
            };
            // Rules before clauses: they need no look at the arena.
            let conflict = conflict.or_else(|| self.visit(literal));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// A candidate is true: the others of its groups are false.
    fn exclude_others(&mut self, problem: &Problem, variable: usize) -> Option<Conflict> {
        for &group in problem.groups(variable) {
            for &other in problem.members(group as usize) {
                let other = other as usize;
                let literal = Literal::new(other, false);
                // In its own groups the candidate meets itself, and that is no conflict.
                match self.value(literal) {
                    0 => self.assign(literal, Reason::excluded(variable)),
                    -1 if other != variable => return Some(Conflict::Two(variable, other)),
                    _ => {}
                }
            }
        }
        for &rival in problem.rivals(variable) {
            let rival = rival as usize;
            let literal = Literal::new(rival, false);
            match self.value(literal) {
                0 => self.assign(literal, Reason::excluded(variable)),
                -1 => return Some(Conflict::Two(variable, rival)),
                _ => {}
            }
        }
        None
    }

    /// A candidate is false: where one is left in a group, that is true.
    ///
    /// It may be false as well, and still wait in the queue: then the group is empty. At a
    /// conflict the loop goes on all the same, so that backtracking can add everything back
    /// without exceptions.
    fn count_down(&mut self, problem: &Problem, variable: usize) -> Option<Conflict> {
        let mut conflict = None;
        for &group in problem.groups(variable) {
            let group = group as usize;
            let left = &mut self.left[group];
            left.count -= 1;
            left.sum -= variable as u32;
            // One is left, so the sum is its number.
            if left.count == 1 {
                let last = Literal::new(left.sum as usize, true);
                match self.value(last) {
                    0 => self.assign(last, Reason::last(group)),
                    // False, but queued, so not counted yet.
                    -1 => conflict = Some(Conflict::Empty(group)),
                    _ => {}
                }
            }
        }
        if !self.style.locks {
            return conflict;
        }
        // All counts first, then the look at segments: a count that is half done would lock too
        // much.
        let mut is_emptied = false;
        for &segment in problem.segments(variable) {
            self.shared[segment as usize] -= 1;
            is_emptied |= self.shared[segment as usize] == 0;
        }
        if is_emptied && conflict.is_none() {
            return self.lock(problem, variable);
        }
        conflict
    }

    /// Where a group has its candidates in one segment alone, the other house has none beside it.
    ///
    /// Looks only around segments that just became empty. With rectangular boxes the segments of a
    /// house cover it, so the last candidate outside a segment empties another one, and nothing is
    /// missed. Irregular regions may touch a row in one cell, which is no segment; some locked
    /// candidates are missed there, which costs strength but is never wrong.
    fn lock(&mut self, problem: &Problem, variable: usize) -> Option<Conflict> {
        for &segment in problem.segments(variable) {
            if self.shared[segment as usize] > 0 {
                continue;
            }
            for group in problem.segments[segment as usize].groups {
                // Both counts are of candidates that are not false, so equality says that the
                // group has none beside the segment: all of `others(side)` are false, and these
                // are the reason.
                let count = self.left[group as usize].count;
                for &side in problem.sides(group as usize) {
                    let side = side as usize;
                    if self.shared[side / 2] != count {
                        continue;
                    }
                    for &other in problem.others(side ^ 1) {
                        let other = other as usize;
                        let literal = Literal::new(other, false);
                        match self.value(literal) {
                            0 => self.assign(literal, Reason::locked(side)),
                            -1 => return Some(Conflict::Locked(side, other)),
                            _ => {}
                        }
                    }
                }
            }
        }
        None
    }

    /// Visits the clauses that watch the negation of a literal that became true.
    ///
    /// The invariant of two watched literals: if one is false, the other or the blocker is true,
    /// or the clause is about to be visited. So a clause is not looked at while other literals of
    /// it become false, and backtracking has nothing to do. Each watch has one of three ends:
    ///
    /// - the blocker or the other watched literal is true: the clause is satisfied, and the watch
    ///   stays;
    /// - a literal that is not false takes over, and the watch moves to its list;
    /// - there is none: the other literal is implied, or false, which is a conflict.
    ///
    /// `watches[..kept]` are those that stay, `watches[index..]` those still to be visited.
    fn visit(&mut self, literal: Literal) -> Option<Conflict> {
        let lost = literal.negated();
        let mut watches = self.clauses.take_watches(lost);
        let mut kept = 0;
        let mut index = 0;
        let mut conflict = None;
        'watches: while index < watches.len() {
            let watch = watches[index];
            index += 1;
            if self.value(watch.blocker) > 0 {
                // Satisfied, whatever else happened to the clause.
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let literals = self.clauses.literals_mut(watch.clause);
            // One of the first two is `lost`; exclusive or leaves the other, with no branch on
            // which.
            let other = Literal(literals[0].0 ^ literals[1].0 ^ lost.0);
            let values = &self.values;
            let value = |literal: Literal| values[literal.index()];
            if value(other) <= 0 {
                // Any literal that is not false will do, true or open.
                let next = literals[2..].iter().position(|&next| value(next) >= 0);
                if let Some(place) = next {
                    let next = literals[place + 2];
                    // The first two stay the watched ones; `lost` takes the place of its
                    // successor.
                    literals[0] = other;
                    literals[1] = next;
                    literals[place + 2] = lost;
                    self.clauses.watch(next, watch.clause, other);
                    // Not kept: the watch is in the list of `next` now.
                    continue 'watches;
                }
            }
            let other_value = value(other);
            watches[kept] = watch;
            // Next time the blocker will say so without a look at the clause.
            if other_value > 0 {
                watches[kept].blocker = other;
            }
            kept += 1;
            if other_value < 0 {
                conflict = Some(Conflict::Clause(watch.clause));
                break;
            }
            if other_value == 0 {
                self.assign(other, Reason::clause(watch.clause));
            }
        }
        // After a conflict, the watches that were not visited move up behind the kept ones.
        watches.copy_within(index.., kept);
        watches.truncate(kept + watches.len() - index);
        self.clauses.put_watches(lost, watches);
        conflict
    }
}
