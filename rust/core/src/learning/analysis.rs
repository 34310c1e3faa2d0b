//! What a dead end teaches: the clause that it is explained by, as short as can be.

use super::clauses::{Clause, Literal};
use super::problem::Problem;
use super::solver::{Cause, Conflict, Reason, Solver};

/// How far back an implication is followed to leave out a literal.
const DEEPEST: u32 = 12;

impl Solver {
    /// Finds the first literal that alone explains a conflict, learns the clause that says so and
    /// goes back to where it tells something.
    pub(super) fn learn(&mut self, problem: &Problem, conflict: &Conflict) {
        let level = self.guesses.len() as u32;
        let mut clause = vec![Literal::new(0, true)];
        let mut open = 0;
        match *conflict {
            Conflict::Two(one, other) => {
                self.meet(Literal::new(one, false), &mut clause, &mut open);
                self.meet(Literal::new(other, false), &mut clause, &mut open);
            }
            Conflict::Empty(group) => {
                self.meet_all(problem.members(group), usize::MAX, &mut clause, &mut open);
            }
            Conflict::Clause(found) => self.meet_clause(found, usize::MAX, &mut clause, &mut open),
            Conflict::Locked(side, variable) => {
                self.meet(Literal::new(variable, false), &mut clause, &mut open);
                self.meet_all(problem.others(side), usize::MAX, &mut clause, &mut open);
            }
        }
        let mut index = self.trail.len();
        let pivot = loop {
            index -= 1;
            let literal = self.trail[index];
            let variable = literal.variable();
            if !self.seen[variable] || self.levels[variable] != level {
                continue;
            }
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
        clause[0] = pivot.negated();
        self.shorten(problem, &mut clause);
        self.forget_met();
        let glue = self.glue(&clause);
        // The literal of the highest level but one is watched, too.
        let mut back = 0;
        if clause.len() > 1 {
            let level = |place: &usize| self.levels[clause[*place].variable()];
            let second = (1..clause.len()).max_by_key(level).expect("there is one");
            clause.swap(1, second);
            back = self.levels[clause[1].variable()];
        }
        self.order.decay();
        self.note_target();
        self.backtrack(problem, back);
        let reason = match clause.len() {
            1 => Reason::NONE,
            _ => Reason::clause(self.clauses.add(&clause, glue, false)),
        };
        self.assign(clause[0], reason);
        if glue <= self.style.shares {
            self.outbox.push(clause.into());
        }
    }

    /// Takes a false literal into the analysis.
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

    /// Takes false candidates into the analysis.
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

    fn meet_clause(
        &mut self,
        found: Clause,
        except: usize,
        clause: &mut Vec<Literal>,
        open: &mut usize,
    ) {
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

    /// Makes a clause as short as can be; its first literal stays.
    fn shorten(&mut self, problem: &Problem, clause: &mut Vec<Literal>) {
        self.leave_out_implied(problem, clause);
        self.merge(clause);
        // The clause is another one now: what follows from it has to be seen afresh.
        self.forget_met();
        for literal in clause.iter() {
            self.mark(literal.variable());
        }
        self.leave_out_implied(problem, clause);
        self.leave_out_mates(problem, clause);
    }

    fn mark(&mut self, variable: usize) {
        self.seen[variable] = true;
        self.met.push(variable as u32);
    }

    fn forget_met(&mut self) {
        for &variable in &self.met {
            self.seen[variable as usize] = false;
        }
        self.met.clear();
    }

    /// Leaves out literals that the others imply.
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

    /// True if all that a variable follows from is in the clause or follows from it.
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

    /// Puts the true candidate that excluded others of the clause in their place: one for many.
    fn merge(&mut self, clause: &mut Vec<Literal>) {
        self.stamp += 1;
        let mut kept = 1;
        for place in 1..clause.len() {
            let literal = clause[place];
            let by = match self.reasons[literal.variable()].cause() {
                Cause::Excluded(by) if literal.is_positive() => Literal::new(by, false),
                _ => literal,
            };
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

    /// Leaves out candidates that exclude one whose negation the clause has: they imply it.
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
            let is_mate = literal.is_positive() && self.marks[literal.variable()] == self.stamp;
            literal == first || !is_mate
        });
    }

    /// How many levels literals are spread over.
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
