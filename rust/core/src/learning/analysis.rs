//! What a dead end teaches: a clause that explains it, as short as can be.
//!
//! Every literal on the trail follows from earlier ones; that is the implication graph. The
//! analysis starts with literals that cannot all be false, and replaces the latest one of the
//! current level by the reasons for it, until one literal of this level is left: the first unique
//! implication point.
//!
//! ```text
//!   guess ---> . ---> P ---> . ---> conflict
//!                     |             ^           P is the first UIP: every path from the guess
//!                     +----> . -----+           to the conflict goes through it, and none of the
//!   earlier levels ----------^                  later literals has that property
//!
//!   clause   [ not P | literals of earlier levels, all of them false ]
//! ```
//!
//! After backtracking to the highest of the earlier levels, not P is the only literal that is not
//! false, so it follows at once.
//!
//! # Short clauses
//!
//! On minimal 25x25 boards the clause has 60 to 70 literals at first: that one place is left in a
//! house has the reason that all the other places are excluded. Four passes make about 21 of them:
//!
//! 1. leave out literals that the others imply;
//! 2. *merge*: replace "this candidate is false" by "that one is true" where this is why, so that
//!    many literals become one;
//! 3. leave out implied literals again, as the clause is another one now;
//! 4. leave out candidates that exclude a true one of the clause.
//!
//! Replacing literals only where two or three have the same cause gave fewer conflicts on some
//! boards, but longer clauses and more time on most. A variable for "this digit is in this part of
//! a row" saved a quarter to a half of the conflicts, and made each twice as slow.

use super::clauses::{Clause, Literal};
use super::problem::Problem;
use super::reason::{Cause, Conflict, Reason};
use super::solver::Solver;

/// How far back an implication is followed to leave out a literal. Failures are not remembered, so
/// there has to be an end.
const DEEPEST: u32 = 12;

impl Solver {
    /// Learns the clause of the first unique implication point, backtracks to where it is unit,
    /// and assigns its literal.
    ///
    /// `clause[0]` is reserved for that literal. `open` is the number of literals of the current
    /// level that are seen and not yet replaced by their reasons.
    pub(super) fn learn(&mut self, problem: &Problem, conflict: &Conflict) {
        let level = self.guesses.len() as u32;
        let mut clause = vec![Literal::new(0, true)];
        let mut open = 0;
        match *conflict {
            // "Not both" is violated.
            Conflict::Two(one, other) => {
                self.meet(Literal::new(one, false), &mut clause, &mut open);
                self.meet(Literal::new(other, false), &mut clause, &mut open);
            }
            // "One of these" is violated.
            Conflict::Empty(group) => {
                self.meet_all(problem.members(group), usize::MAX, &mut clause, &mut open);
            }
            Conflict::Clause(found) => self.meet_clause(found, usize::MAX, &mut clause, &mut open),
            // All others of the side are false and this one is true: these contradict each other.
            Conflict::Locked(side, variable) => {
                self.meet(Literal::new(variable, false), &mut clause, &mut open);
                self.meet_all(problem.others(side), usize::MAX, &mut clause, &mut open);
            }
        }
        // Backwards along the trail: a literal comes up only after everything that it helped to
        // imply, so each is replaced once.
        let mut index = self.trail.len();
        let pivot = loop {
            index -= 1;
            let literal = self.trail[index];
            let variable = literal.variable();
            // Literals of earlier levels are in the clause already.
            if !self.seen[variable] || self.levels[variable] != level {
                continue;
            }
            // The last one that is open: all paths go through it.
            open -= 1;
            if open == 0 {
                break literal;
            }
            match self.reasons[variable].cause() {
                Cause::None => unreachable!("a guess is the first of its level"),
                Cause::Excluded(by) => self.meet(Literal::new(by, false), &mut clause, &mut open),
                Cause::Last(group) => {
                    self.meet_all(problem.members(group), variable, &mut clause, &mut open);
                }
                Cause::Clause(by) => self.meet_clause(by, variable, &mut clause, &mut open),
                Cause::Locked(side) => {
                    self.meet_all(problem.others(side), variable, &mut clause, &mut open);
                }
            }
        };
        // If the rest of the clause is false, the pivot cannot be true.
        clause[0] = pivot.negated();
        self.shorten(problem, &mut clause);
        self.forget_met();
        let glue = self.glue(&clause);
        // The second watch is on the highest level below: the first literal to become open again
        // when the search backtracks further, as the invariant of watched literals asks for. A
        // clause of one literal goes back to the root.
        let mut back = 0;
        if clause.len() > 1 {
            let level = |place: &usize| self.levels[clause[*place].variable()];
            let second = (1..clause.len()).max_by_key(level).expect("there is one");
            clause.swap(1, second);
            back = self.levels[clause[1].variable()];
        }
        self.order.decay();
        // Before the trail is gone.
        self.note_target();
        self.backtrack(problem, back);
        let reason = match clause.len() {
            1 => Reason::NONE,
            _ => Reason::clause(self.clauses.add(&clause, glue, false)),
        };
        // All but this literal are false now, so it follows.
        self.assign(clause[0], reason);
        if glue <= self.style.shares {
            self.outbox.push(clause.into());
        }
    }

    /// Takes a false literal into the analysis. What holds for good explains nothing; what is of
    /// an earlier level is part of the clause. Either way the variable was in a conflict, and its
    /// score rises.
    #[inline(always)]
    fn meet(&mut self, literal: Literal, clause: &mut Vec<Literal>, open: &mut usize) {
        let variable = literal.variable();
        if self.seen[variable] || self.levels[variable] == 0 {
            return;
        }
        self.mark(variable);
        self.order.bump(variable);
        if self.levels[variable] as usize == self.guesses.len() {
            *open += 1;
        } else {
            clause.push(literal);
        }
    }

    /// Takes false candidates into the analysis: the reasons of a last member or of a locked
    /// candidate. `except` is the variable they are the reason of, `usize::MAX` for a conflict.
    fn meet_all(
        &mut self,
        candidates: &[u32],
        except: usize,
        clause: &mut Vec<Literal>,
        open: &mut usize,
    ) {
        for &candidate in candidates {
            if candidate as usize != except {
                self.meet(Literal::new(candidate as usize, true), clause, open);
            }
        }
    }

    /// Takes the literals of a clause into the analysis, except that of the variable it is the
    /// reason of. The clause has proved its use, so its glue is counted anew and lowered if it is
    /// smaller now.
    fn meet_clause(
        &mut self,
        found: Clause,
        except: usize,
        clause: &mut Vec<Literal>,
        open: &mut usize,
    ) {
        // By place, as the clause cannot stay borrowed while the analysis changes.
        let length = self.clauses.literals(found).len();
        if self.clauses.is_kept(found) {
            self.clauses.mark_used(found, u32::MAX);
        } else {
            self.stamp += 1;
            let mut glue = 0;
            for place in 0..length {
                glue += self.count_level(self.clauses.literals(found)[place]);
            }
            self.clauses.mark_used(found, glue);
        }
        for place in 0..length {
            let literal = self.clauses.literals(found)[place];
            if literal.variable() != except {
                self.meet(literal, clause, open);
            }
        }
    }

    /// Makes a clause as short as can be; its first literal stays. No pass brings in a literal of
    /// another level, so the clause stays unit where it was, and its glue does not rise.
    fn shorten(&mut self, problem: &Problem, clause: &mut Vec<Literal>) {
        self.leave_out_implied(problem, clause);
        self.merge(clause);
        // What is seen is the old clause and what follows from it; now only the new one counts.
        self.forget_met();
        for literal in clause.iter() {
            self.mark(literal.variable());
        }
        self.leave_out_implied(problem, clause);
        self.leave_out_mates(problem, clause);
    }

    /// Marks a variable as seen, until [`Solver::forget_met`].
    fn mark(&mut self, variable: usize) {
        self.seen[variable] = true;
        self.met.push(variable as u32);
    }

    /// Ends an analysis: nothing is seen any more.
    fn forget_met(&mut self) {
        for &variable in &self.met {
            self.seen[variable as usize] = false;
        }
        self.met.clear();
    }

    /// Leaves out literals that the others imply (recursive minimization). A literal that was left
    /// out stays seen: what follows from it follows from the rest of the clause as well, and as
    /// the trail has no cycles, two literals cannot excuse each other.
    fn leave_out_implied(&mut self, problem: &Problem, clause: &mut Vec<Literal>) {
        let mut kept = 1;
        for place in 1..clause.len() {
            let literal = clause[place];
            if !self.is_implied(problem, literal.variable(), 0) {
                clause[kept] = literal;
                kept += 1;
            }
        }
        clause.truncate(kept);
    }

    /// True if all that a variable follows from is in the clause, or follows from it, or holds for
    /// good.
    fn is_implied(&mut self, problem: &Problem, variable: usize, depth: u32) -> bool {
        if depth > DEEPEST {
            return false;
        }
        match self.reasons[variable].cause() {
            Cause::None => false,
            Cause::Excluded(by) => self.is_settled(problem, by, depth),
            Cause::Last(group) => problem.members(group).iter().all(|&member| {
                member as usize == variable || self.is_settled(problem, member as usize, depth)
            }),
            Cause::Locked(side) => {
                let mut others = problem.others(side).iter();
                others.all(|&other| self.is_settled(problem, other as usize, depth))
            }
            Cause::Clause(by) => (0..self.clauses.literals(by).len()).all(|place| {
                let other = self.clauses.literals(by)[place].variable();
                other == variable || self.is_settled(problem, other, depth)
            }),
        }
    }

    /// True for a variable of the clause, one that holds for good, or one that these imply. What
    /// is shown to be implied is marked, and not followed twice.
    fn is_settled(&mut self, problem: &Problem, variable: usize, depth: u32) -> bool {
        if self.levels[variable] == 0 || self.seen[variable] {
            return true;
        }
        let is_implied = self.is_implied(problem, variable, depth + 1);
        if is_implied {
            self.mark(variable);
        }
        is_implied
    }

    /// Replaces candidates that are false by the candidate that excluded them: one literal for
    /// many.
    ///
    /// This is resolution with the rule "not both": from `c or ...` and `not by or not c` follows
    /// `not by or ...`. The level stays the same, as exclusion is drawn on the level on which the
    /// candidate becomes true. The new literal may be in the clause already, or come again, and is
    /// kept once.
    fn merge(&mut self, clause: &mut Vec<Literal>) {
        self.stamp += 1;
        let mut kept = 1;
        for place in 1..clause.len() {
            let literal = clause[place];
            // `by` is true, so `not by` is false, as is everything in the clause.
            let by = match self.reasons[literal.variable()].cause() {
                Cause::Excluded(by) if literal.is_positive() => Literal::new(by, false),
                _ => literal,
            };
            // Only negated literals can come twice; they are what others are replaced by.
            if !by.is_positive()
                && std::mem::replace(&mut self.marks[by.variable()], self.stamp) == self.stamp
            {
                continue;
            }
            clause[kept] = by;
            kept += 1;
        }
        clause.truncate(kept);
    }

    /// Leaves out candidates that share a group with one whose negation is in the clause. If m is
    /// true, p is false: so m implies `not p`, and `m or not p or ...` says no more than `not p or
    /// ...`. This needs no reasons, so it also removes literals that other rules made false.
    fn leave_out_mates(&mut self, problem: &Problem, clause: &mut Vec<Literal>) {
        self.stamp += 1;
        for literal in clause.iter().filter(|literal| !literal.is_positive()) {
            for &group in problem.groups(literal.variable()) {
                for &mate in problem.members(group as usize) {
                    self.marks[mate as usize] = self.stamp;
                }
            }
        }
        let first = clause[0];
        clause.retain(|&literal| {
            // The literal that the clause will assign has to stay.
            let is_mate = literal.is_positive() && self.marks[literal.variable()] == self.stamp;
            literal == first || !is_mate
        });
    }

    /// How many levels literals are spread over (LBD): the fewer, the likelier the clause is to
    /// become unit again.
    fn glue(&mut self, literals: &[Literal]) -> u32 {
        self.stamp += 1;
        literals
            .iter()
            .map(|&literal| self.count_level(literal))
            .sum()
    }

    /// 1 for the first literal of its level since the last stamp.
    #[inline(always)]
    fn count_level(&mut self, literal: Literal) -> u32 {
        let level = self.levels[literal.variable()] as usize;
        u32::from(std::mem::replace(&mut self.stamps[level], self.stamp) != self.stamp)
    }
}
