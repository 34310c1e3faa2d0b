//! Search that learns from its dead ends (CDCL), on the groups of a puzzle themselves: that a
//! candidate excludes the others of its groups, that one of each group is true, and that a digit
//! is locked where two houses meet, needs no clauses. What is learnt is clauses, watched by two
//! of their literals.

use super::clauses::{Clause, Clauses, Literal};
use super::heap::Heap;
use super::problem::Problem;

/// Why a literal holds, in 32 bits: a kind and a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reason(u32);

/// The same, to be looked at.
pub(super) enum Cause {
    /// It was tried, or holds for good.
    None,
    /// This other candidate of one of its groups is true.
    Excluded(usize),
    /// All others of a group are false.
    Last(usize),
    /// All others of a clause are false.
    Clause(Clause),
    /// The others of a group on this side of a segment are false.
    Locked(usize),
}

const KIND: u32 = 29;
const NUMBER: u32 = (1 << KIND) - 1;

impl Reason {
    pub(super) const NONE: Reason = Reason(0);

    #[inline(always)]
    fn excluded(variable: usize) -> Reason {
        Reason(1 << KIND | variable as u32)
    }

    #[inline(always)]
    fn last(group: usize) -> Reason {
        Reason(2 << KIND | group as u32)
    }

    #[inline(always)]
    pub(super) fn clause(clause: Clause) -> Reason {
        Reason(3 << KIND | clause.0)
    }

    #[inline(always)]
    fn locked(side: usize) -> Reason {
        Reason(4 << KIND | side as u32)
    }

    #[inline(always)]
    pub(super) fn cause(self) -> Cause {
        let number = self.0 & NUMBER;
        match self.0 >> KIND {
            0 => Cause::None,
            1 => Cause::Excluded(number as usize),
            2 => Cause::Last(number as usize),
            3 => Cause::Clause(Clause(number)),
            _ => Cause::Locked(number as usize),
        }
    }
}

/// What cannot be.
pub(super) enum Conflict {
    /// Two candidates of one group are true.
    Two(usize, usize),
    /// No candidate of a group is left.
    Empty(usize),
    /// No literal of a clause is left.
    Clause(Clause),
    /// A true candidate is excluded from this side of a segment.
    Locked(usize, usize),
}

/// What is left of a group: how many candidates are not false, and the sum of their numbers, so
/// that the last one is known at once.
#[derive(Clone, Copy)]
struct Left {
    count: u32,
    sum: u32,
}

/// How a solver behaves: two with different styles find different proofs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Where chance begins.
    pub(crate) seed: u64,
    /// Look for locked candidates: slower, but solutions of open boards are found sooner.
    pub(crate) locks: bool,
    /// Put clauses of at most so many levels into the outbox.
    pub(crate) shares: u32,
}

/// What a run ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A solution, see [`Solver::truths`].
    Solution,
    /// There is none (any more).
    Nothing,
    /// The budget is spent.
    Paused,
}

/// Conflicts until phases are chosen anew, the first time.
const REPHASE: u64 = 300;
/// Conflicts until clauses are forgotten, the first time.
const REDUCE: f64 = 300.0;
/// Conflicts in the shortest run between two restarts.
const RESTART: u64 = 256;

/// A search of one problem. The problem is handed in again by every call, always the same one.
pub(crate) struct Solver {
    pub(super) style: Style,
    /// By literal: 1 true, -1 false, 0 open.
    pub(super) values: Vec<i8>,
    pub(super) levels: Vec<u32>,
    pub(super) reasons: Vec<Reason>,
    pub(super) trail: Vec<Literal>,
    /// Literals before this one have had their effect.
    head: usize,
    /// Length of the trail before each guess.
    pub(super) guesses: Vec<u32>,
    left: Vec<Left>,
    /// Candidates that are not false, by segment.
    shared: Vec<u32>,
    pub(super) clauses: Clauses,
    pub(super) order: Heap,
    phases: Vec<bool>,
    /// The longest trail without a conflict since phases were last chosen.
    target: Vec<i8>,
    target_size: usize,
    pub(super) seen: Vec<bool>,
    pub(super) met: Vec<u32>,
    pub(super) stamps: Vec<u64>,
    pub(super) stamp: u64,
    pub(super) marks: Vec<u64>,
    /// Short clauses learnt since somebody last took them.
    pub(crate) outbox: Vec<Box<[Literal]>>,
    pub(crate) conflicts: u64,
    pub(crate) decisions: u64,
    restart_at: u64,
    reluctant: (u64, u64),
    reduce_at: u64,
    reductions: u64,
    rephase_at: u64,
    rephases: u64,
    random: u64,
    is_dead: bool,
}

impl Solver {
    pub(crate) fn new(problem: &Problem, style: Style) -> Solver {
        let count = problem.candidates.len();
        let left = (0..problem.len()).map(|group| {
            let members = problem.members(group);
            Left {
                count: members.len() as u32,
                sum: members.iter().sum(),
            }
        });
        let mut solver = Solver {
            style,
            values: vec![0; 2 * count],
            levels: vec![0; count],
            reasons: vec![Reason::NONE; count],
            trail: Vec::with_capacity(count),
            head: 0,
            guesses: Vec::new(),
            left: left.collect(),
            shared: problem
                .segments
                .iter()
                .map(|segment| segment.count)
                .collect(),
            clauses: Clauses::new(count),
            order: Heap::new(count),
            phases: vec![true; count],
            target: vec![0; count],
            target_size: 0,
            seen: vec![false; count],
            met: Vec::new(),
            stamps: vec![0; count + 2],
            stamp: 0,
            marks: vec![0; count],
            outbox: Vec::new(),
            conflicts: 0,
            decisions: 0,
            restart_at: RESTART,
            reluctant: (1, 1),
            reduce_at: REDUCE as u64,
            reductions: 0,
            rephase_at: REPHASE,
            rephases: 0,
            random: style.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            is_dead: false,
        };
        // Candidates of small groups come first: they are the likeliest.
        for variable in 0..count {
            let sizes = problem.groups(variable).iter();
            let smallest = sizes
                .map(|&group| problem.members(group as usize).len())
                .min();
            let noise = match style.seed {
                0 => 0.0,
                _ => (solver.next_random() % 1000) as f64 * 1e-6,
            };
            solver
                .order
                .set(variable, 1e-3 / smallest.unwrap_or(1) as f64 + noise);
        }
        solver
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// The candidates that are true.
    pub(crate) fn truths(&self) -> impl Iterator<Item = usize> {
        let truths = self.trail.iter().filter(|literal| literal.is_positive());
        truths.map(|literal| literal.variable())
    }

    /// How many candidates are true in every solution that is left, as far as that is known.
    pub(crate) fn fixed(&self) -> usize {
        let end = self
            .guesses
            .first()
            .map_or(self.trail.len(), |&end| end as usize);
        self.trail[..end]
            .iter()
            .filter(|literal| literal.is_positive())
            .count()
    }

    /// Bytes in use, about.
    pub(crate) fn memory(&self) -> usize {
        80 * self.levels.len() + 8 * self.left.len() + self.clauses.memory()
    }

    /// Goes on for about so many decisions, or to the next restart at the latest.
    pub(crate) fn run(&mut self, problem: &Problem, decisions: u64) -> Verdict {
        let last = self.decisions.saturating_add(decisions);
        loop {
            if self.is_dead {
                return Verdict::Nothing;
            }
            if let Some(conflict) = self.propagate(problem) {
                self.conflicts += 1;
                if self.guesses.is_empty() {
                    self.is_dead = true;
                } else {
                    self.learn(problem, &conflict);
                }
                continue;
            }
            if self.trail.len() == self.levels.len() {
                return Verdict::Solution;
            }
            if self.decisions >= last || self.tend(problem) {
                return Verdict::Paused;
            }
            self.guess();
        }
    }

    /// True if nothing is tried at the moment.
    pub(crate) fn is_at_root(&self) -> bool {
        self.guesses.is_empty()
    }

    /// Adds a clause that holds, at the root.
    pub(crate) fn add(&mut self, problem: &Problem, literals: &[Literal], is_kept: bool) {
        self.backtrack(problem, 0);
        // What is false for good is left out, what is true for good makes the clause void.
        let mut open: Vec<Literal> = Vec::with_capacity(literals.len());
        for &literal in literals {
            match self.value(literal) {
                0 => open.push(literal),
                1 => return,
                _ => {}
            }
        }
        match open[..] {
            [] => self.is_dead = true,
            [only] => self.assign(only, Reason::NONE),
            _ => {
                self.clauses.add(&open, open.len() as u32, is_kept);
            }
        }
    }

    #[inline(always)]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    #[inline(always)]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable();
        self.values[literal.index()] = 1;
        self.values[literal.negated().index()] = -1;
        self.levels[variable] = self.guesses.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    fn propagate(&mut self, problem: &Problem) -> Option<Conflict> {
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            self.head += 1;
            let conflict = if literal.is_positive() {
                self.exclude_others(problem, literal.variable())
            } else {
                self.count_down(problem, literal.variable())
            };
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
                match self.value(literal) {
                    0 => self.assign(literal, Reason::excluded(variable)),
                    -1 if other != variable => return Some(Conflict::Two(variable, other)),
                    _ => {}
                }
            }
        }
        None
    }

    /// A candidate is false: where one is left in a group, that is true.
    fn count_down(&mut self, problem: &Problem, variable: usize) -> Option<Conflict> {
        let mut conflict = None;
        for &group in problem.groups(variable) {
            let group = group as usize;
            let left = &mut self.left[group];
            left.count -= 1;
            left.sum -= variable as u32;
            if left.count == 1 {
                let last = Literal::new(left.sum as usize, true);
                match self.value(last) {
                    0 => self.assign(last, Reason::last(group)),
                    -1 => conflict = Some(Conflict::Empty(group)),
                    _ => {}
                }
            }
        }
        if !self.style.locks {
            return conflict;
        }
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

    /// Where a group has candidates in one segment alone, the other house has none beside it.
    fn lock(&mut self, problem: &Problem, variable: usize) -> Option<Conflict> {
        for &segment in problem.segments(variable) {
            if self.shared[segment as usize] > 0 {
                continue;
            }
            for group in problem.segments[segment as usize].groups {
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

    /// Looks at the clauses that watch the negation of a literal.
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
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let literals = self.clauses.literals_mut(watch.clause);
            let other = Literal(literals[0].0 ^ literals[1].0 ^ lost.0);
            let values = &self.values;
            let value = |literal: Literal| values[literal.index()];
            if value(other) <= 0 {
                let next = literals[2..].iter().position(|&next| value(next) >= 0);
                if let Some(place) = next {
                    let next = literals[place + 2];
                    literals[0] = other;
                    literals[1] = next;
                    literals[place + 2] = lost;
                    self.clauses.watch(next, watch.clause, other);
                    continue 'watches;
                }
            }
            let other_value = value(other);
            watches[kept] = watch;
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
        watches.copy_within(index.., kept);
        watches.truncate(kept + watches.len() - index);
        self.clauses.put_watches(lost, watches);
        conflict
    }

    /// Remembers the longest trail that had no conflict: up to the last guess it had none.
    pub(super) fn note_target(&mut self) {
        let end = self.guesses.last().map_or(0, |&end| end as usize);
        if end > self.target_size {
            self.target_size = end;
            self.target.fill(0);
            for literal in &self.trail[..end] {
                self.target[literal.variable()] = if literal.is_positive() { 1 } else { -1 };
            }
        }
    }

    pub(super) fn backtrack(&mut self, problem: &Problem, level: u32) {
        if self.guesses.len() as u32 <= level {
            return;
        }
        let end = self.guesses[level as usize] as usize;
        for index in (end..self.trail.len()).rev() {
            let literal = self.trail[index];
            let variable = literal.variable();
            self.values[literal.index()] = 0;
            self.values[literal.negated().index()] = 0;
            self.phases[variable] = literal.is_positive();
            self.order.insert(variable);
            if index < self.head && !literal.is_positive() {
                for &group in problem.groups(variable) {
                    let left = &mut self.left[group as usize];
                    left.count += 1;
                    left.sum += variable as u32;
                }
                if self.style.locks {
                    for &segment in problem.segments(variable) {
                        self.shared[segment as usize] += 1;
                    }
                }
            }
        }
        self.trail.truncate(end);
        self.head = self.head.min(end);
        self.guesses.truncate(level as usize);
    }

    fn guess(&mut self) {
        let variable = loop {
            let variable = self.order.pop().expect("something is open");
            if self.value(Literal::new(variable, true)) == 0 {
                break variable;
            }
        };
        let is_true = match self.target[variable] {
            0 => self.phases[variable],
            value => value > 0,
        };
        self.decisions += 1;
        self.guesses.push(self.trail.len() as u32);
        self.assign(Literal::new(variable, is_true), Reason::NONE);
    }

    /// Restarts, chooses phases anew and forgets clauses from time to time; true at a restart.
    fn tend(&mut self, problem: &Problem) -> bool {
        if self.conflicts >= self.reduce_at {
            self.reductions += 1;
            let next = REDUCE * ((self.reductions + 1) as f64).sqrt();
            self.reduce_at = self.conflicts + next as u64;
            self.reduce(4);
        }
        if self.conflicts < self.restart_at {
            return false;
        }
        // Luby's sequence, after Knuth.
        let (number, length) = self.reluctant;
        let is_last = number & number.wrapping_neg() == length;
        self.reluctant = if is_last {
            (number + 1, 1)
        } else {
            (number, 2 * length)
        };
        self.restart_at = self.conflicts + RESTART * length;
        self.backtrack(problem, 0);
        if self.conflicts >= self.rephase_at {
            self.rephases += 1;
            self.rephase_at = self.conflicts + REPHASE * self.rephases;
            self.rephase();
        }
        true
    }

    fn rephase(&mut self) {
        match self.rephases % 4 {
            0 => self.phases.fill(true),
            2 => {
                for variable in 0..self.phases.len() {
                    self.phases[variable] = self.next_random() & 7 == 0;
                }
            }
            _ => {
                for (phase, &target) in self.phases.iter_mut().zip(&self.target) {
                    *phase = if target == 0 { *phase } else { target > 0 };
                }
            }
        }
        self.target_size = 0;
        self.target.fill(0);
    }

    /// Forgets clauses that were not used lately: of those only one in `share` is kept.
    pub(crate) fn reduce(&mut self, share: usize) {
        let reasons = self.trail.iter().filter_map(|literal| {
            match self.reasons[literal.variable()].cause() {
                Cause::Clause(clause) => Some(clause),
                _ => None,
            }
        });
        for clause in reasons {
            self.clauses.mark_needed(clause);
        }
        let Some(moved) = self.clauses.reduce(share) else {
            return;
        };
        for literal in &self.trail {
            let reason = &mut self.reasons[literal.variable()];
            if let Cause::Clause(clause) = reason.cause() {
                *reason = Reason::clause(moved.of(clause));
            }
        }
    }
}
