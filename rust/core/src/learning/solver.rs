//! Search that learns from its dead ends (CDCL), on the groups of a puzzle themselves. That a
//! candidate excludes the others of its groups, that one of each group is true, and that a digit
//! is locked where two houses meet, needs no clauses: each rule has its own propagation and its
//! own kind of reason. The only clauses are learned ones, watched by two of their literals.
//!
//! # The trail
//!
//! All assignments in order. A guess opens a level, and what follows from it belongs to that
//! level:
//!
//! ```text
//!           level 0        level 1                  level 2
//!   trail   [ a   b   c  |  G1   d   e   f   g   |  G2   h   i  ]
//!                           ^                       ^    ^
//!   guesses                 3                       8    head: h and i are assigned, but nothing
//!                                                        has been drawn from them yet
//! ```
//!
//! - `guesses[l]` is the length of the trail before guess l + 1, and `guesses.len()` the current
//!   level.
//! - What is at level 0 holds for good; no analysis looks behind it.
//! - `values`, by literal, are set on both literals of a variable at once. By literal rather than
//!   by variable, so that asking for a value takes no look at the sign.
//! - `levels` and `reasons`, by variable, are meaningful only while the variable is on the trail.
//! - The premises of a reason come before its consequence on the trail: the implication graph has
//!   no cycles, and walking the trail backwards visits it in a topological order.
//! - `left` and `shared` count only what is before `head`. A literal that is assigned but still
//!   queued is not counted, and backtracking must not count it back in.
//!
//! # The last member of a group
//!
//! With two watched members a group would be searched for a new one again and again. Instead, a
//! group keeps how many members are not false and the *sum* of their numbers. When the count
//! reaches one, the sum is the last member's number:
//!
//! ```text
//!   members 4 7 9        count 3  sum 20
//!   7 becomes false      count 2  sum 13
//!   4 becomes false      count 1  sum  9      so 9 is true
//! ```
//!
//! Counting down is two subtractions per group, four groups per candidate, and backtracking adds
//! the same numbers again.

use super::clauses::{Clauses, Literal};
use super::heap::Heap;
use super::problem::Problem;
use super::reason::{Cause, Reason};

/// What is left of a group: how many members are not false, and the sum of their numbers; see the
/// top of this file. The sum fits even at 255x255: 255 members below 255^3 add up to less than
/// 2^32.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) count: u32,
    pub(super) sum: u32,
}

/// How a solver behaves. Two with different styles search different trees, which is the point of
/// having two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Where chance begins; 0 for a first order without any.
    pub(crate) seed: u64,
    /// Look for locked candidates. Solutions of open boards are found sooner. Proofs are not: on
    /// minimal 25x25 boards the conflicts stay the same in number (50,205 and 47,789, after 44,779
    /// without), at half the speed.
    pub(crate) locks: bool,
    /// Put clauses of at most so much glue into the outbox; 0 for none, as glue is 1 or more.
    pub(crate) shares: u32,
}

/// What a run ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A solution, see [`Solver::truths`].
    Solution,
    /// There is none, or none any more: the clauses that were added count, too.
    Nothing,
    /// The budget is spent, or it is time to look around: at a restart nothing is guessed, so that
    /// clauses can be added without losing anything.
    Paused,
}

/// Conflicts until phases are chosen anew, the first time. Later pauses are this, twice this,
/// three times this, ...
const REPHASE: u64 = 300;
/// Conflicts until clauses are forgotten, the first time. The pauses grow with the square root of
/// their number, so that the clauses kept do, too, but more slowly than those learned.
const REDUCE: f64 = 300.0;
/// Conflicts in the shortest run between two restarts, the unit of Luby's sequence. Restarts by
/// moving averages of glue took twice the conflicts.
const RESTART: u64 = 256;

/// A search of one problem. The problem is handed in again by every call, always the same one.
pub(crate) struct Solver {
    pub(super) style: Style,
    /// By literal: 1 true, -1 false, 0 open.
    pub(super) values: Vec<i8>,
    /// By variable: how many guesses had been made when it was assigned.
    pub(super) levels: Vec<u32>,
    /// By variable.
    pub(super) reasons: Vec<Reason>,
    /// The literals that are true, in the order in which they became so.
    pub(super) trail: Vec<Literal>,
    /// Literals before this one have had their effect, and are counted in `left` and `shared`.
    pub(super) head: usize,
    /// Length of the trail before each guess.
    pub(super) guesses: Vec<u32>,
    /// By group.
    pub(super) left: Vec<Left>,
    /// By segment: shared candidates that are not false. Only kept up to date if the style locks.
    pub(super) shared: Vec<u32>,
    pub(super) clauses: Clauses,
    pub(super) order: Heap,
    /// By variable: what it was when it was last unassigned, and so what it will be guessed as.
    phases: Vec<bool>,
    /// By variable, as values: the longest trail without a conflict since phases were last chosen.
    /// A guess goes by this first. So the search returns to the best it had and repairs it, much
    /// as a local search would, which is how boards with few givens are filled with hardly any
    /// conflicts.
    target: Vec<i8>,
    /// How long that trail was.
    target_size: usize,
    /// By variable: it takes part in the current analysis. All false between two of them.
    pub(super) seen: Vec<bool>,
    /// The variables that are seen, to be cleared without a look at all the others.
    pub(super) met: Vec<u32>,
    /// By level: the last stamp that it was counted under. A new stamp makes everything unmarked
    /// at once; 64 bits never run out.
    pub(super) stamps: Vec<u64>,
    /// The current stamp, of levels and variables alike.
    pub(super) stamp: u64,
    /// By variable: the same for passes that ask whether a variable came up before.
    pub(super) marks: Vec<u64>,
    /// Short clauses learned since they were last taken, in that order.
    pub(crate) outbox: Vec<Box<[Literal]>>,
    pub(crate) conflicts: u64,
    pub(crate) decisions: u64,
    /// The number of conflicts at the next restart; so for the two below.
    restart_at: u64,
    /// Where in Luby's sequence we are: Knuth's pair (u, v), of which v is the next length.
    reluctant: (u64, u64),
    reduce_at: u64,
    reductions: u64,
    rephase_at: u64,
    rephases: u64,
    random: u64,
    /// There is a conflict without any guess: no solution is left.
    is_dead: bool,
}

impl Solver {
    /// A search of a problem from its start.
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
        // Candidates of small groups come first: they are the likeliest. These scores only say
        // where to begin: one bump, of 1, outweighs them all.
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
        // Xorshift; the state is odd at first, so never 0.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// The candidates that are true. At a solution, one for every open cell.
    pub(crate) fn truths(&self) -> impl Iterator<Item = usize> {
        let truths = self.trail.iter().filter(|literal| literal.is_positive());
        truths.map(|literal| literal.variable())
    }

    /// How many candidates are true in every solution that is left, as far as that is known.
    pub(crate) fn fixed(&self) -> usize {
        // Level 0 ends where the first guess began.
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
    ///
    /// The loop is the usual one: propagate; at a conflict learn, backtrack and propagate again;
    /// otherwise guess.
    pub(crate) fn run(&mut self, problem: &Problem, decisions: u64) -> Verdict {
        let last = self.decisions.saturating_add(decisions);
        loop {
            if self.is_dead {
                return Verdict::Nothing;
            }
            if let Some(conflict) = self.propagate(problem) {
                self.conflicts += 1;
                // A conflict that rests on no guess is a proof.
                if self.guesses.is_empty() {
                    self.is_dead = true;
                } else {
                    self.learn(problem, &conflict);
                }
                continue;
            }
            // Every variable has a value, and propagation found nothing against it.
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

    /// Adds a clause that holds, and goes back to the root for it: there, any two literals that
    /// are open can be watched. `is_kept` clauses are never forgotten.
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
                // At the root there are no levels to count: the length stands in for the glue. If
                // the clause is of use, the analysis will put it right.
                self.clauses.add(&open, open.len() as u32, is_kept);
            }
        }
    }

    #[inline(always)]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    /// Makes an open literal true; what follows is drawn when `head` reaches it.
    #[inline(always)]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable();
        self.values[literal.index()] = 1;
        self.values[literal.negated().index()] = -1;
        self.levels[variable] = self.guesses.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Remembers the trail as the target if it is the longest yet. Up to the last guess it was
    /// propagated without a conflict; what came after led to one.
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

    /// Takes back every level above the given one. Phases are saved, variables return to the heap,
    /// and what had been counted is counted back; clauses need nothing.
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
            // Queued literals were never counted, and only false ones are.
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

    /// Opens a level with the open variable of the highest score.
    fn guess(&mut self) {
        let variable = loop {
            // Variables that were assigned meanwhile are dropped; backtracking puts them back.
            let variable = self.order.pop().expect("something is open");
            if self.value(Literal::new(variable, true)) == 0 {
                break variable;
            }
        };
        // First the target, then what the variable was last.
        let is_true = match self.target[variable] {
            0 => self.phases[variable],
            value => value > 0,
        };
        self.decisions += 1;
        self.guesses.push(self.trail.len() as u32);
        self.assign(Literal::new(variable, is_true), Reason::NONE);
    }

    /// Forgets clauses, restarts and chooses phases anew, each when it is due; true at a restart.
    ///
    /// A restart keeps clauses, scores and phases, and gives up the guesses only: with new scores
    /// the search returns to about the same place by a better order.
    fn tend(&mut self, problem: &Problem) -> bool {
        if self.conflicts >= self.reduce_at {
            self.reductions += 1;
            // So the number of conflicts at the n-th reduction grows as n^1.5.
            let next = REDUCE * ((self.reductions + 1) as f64).sqrt();
            self.reduce_at = self.conflicts + next as u64;
            self.reduce(4);
        }
        if self.conflicts < self.restart_at {
            return false;
        }
        // Luby's sequence 1 1 2 1 1 2 4 1 1 2 ..., as Knuth's "reluctant doubling": from (u, v),
        // go on to (u + 1, 1) if v is the lowest bit of u, else to (u, 2 v).
        let (number, length) = self.reluctant;
        let is_last = number & number.wrapping_neg() == length;
        self.reluctant = if is_last {
            (number + 1, 1)
        } else {
            (number, 2 * length)
        };
        // The very first run, of one unit, comes on top of the sequence.
        self.restart_at = self.conflicts + RESTART * length;
        self.backtrack(problem, 0);
        if self.conflicts >= self.rephase_at {
            self.rephases += 1;
            self.rephase_at = self.conflicts + REPHASE * self.rephases;
            self.rephase();
        }
        true
    }

    /// New phases, from the target, random, from the target, and all true, in turn; and a new
    /// target from here on.
    ///
    /// True is the default because a true candidate decides most: all others of its groups. By
    /// chance, one in eight is true.
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
        // The old target would only be returned to.
        self.target_size = 0;
        self.target.fill(0);
    }

    /// Forgets clauses that were not used lately: of those only one in `share` is kept. Works at
    /// any level: reasons on the trail are kept, and follow their clauses if these move.
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
        // Only clauses in use as reasons are known from outside; if the arena was compacted, these
        // have new places.
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
