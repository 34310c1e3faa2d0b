//! Literals, and the arena of learned clauses with its watch lists.
//!
//! A literal is a variable times two, plus one if it is negated, so that both kinds index arrays
//! and negation flips the lowest bit:
//!
//! ```text
//!   bit   31                        1   0
//!        [ variable = candidate      ] [ is it negated? ]
//! ```
//!
//! All clauses are in one vector of words, and a clause is named by the index of its first word:
//!
//! ```text
//!           head            literals                    head
//!   words  [ 3 | marks ]   [ l0 | l1 | l2 ]            [ 5 | marks ]   [ l0 | ...
//!            ^                ^    ^                     ^
//!     Clause(0)               watched             Clause(5)
//!
//!   marks   31     30       29     28     27         0
//!          [ USED | NEEDED | KEPT | DEAD | glue (LBD) ]
//! ```
//!
//! Invariants:
//!
//! - A clause has two literals or more; units live on the trail instead.
//! - The watched literals are always the first two. `watches[l]` lists the clauses that watch `l`,
//!   and is read when `l` becomes false.
//! - `all` has every clause that is alive, in the order of the arena. Dead ones leave a gap
//!   behind, and `wasted` is the sum of the gaps.

/// A candidate that is true, or one that is false. The arena is read as a slice of these, hence
/// `transparent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Literal(pub(super) u32);

impl Literal {
    #[inline(always)]
    pub(crate) fn new(variable: usize, is_true: bool) -> Literal {
        Literal((variable as u32) << 1 | u32::from(!is_true))
    }

    #[inline(always)]
    pub(crate) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Its place in arrays that have an entry for every literal, such as the values and the watch
    /// lists.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub(crate) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline(always)]
    pub(crate) fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// A clause: the index of its first word in the arena. It changes in [`Clauses::compact`], so
/// if you keep one, you have to translate it with [`Moved`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clause(pub(super) u32);

/// An entry of a watch list: this clause has to be looked at when the literal that owns the list
/// becomes false.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: Clause,
    /// Any other literal of the clause. If it is true, the clause is satisfied, and its words are
    /// not even read: most visits end here, without a cache miss.
    pub(super) blocker: Literal,
}

/// Words before the literals of a clause: the number of literals, then glue and marks.
const HEAD: usize = 2;
/// Took part in an analysis since the last reduction, or is new.
const USED: u32 = 1 << 31;
/// Is the reason of an assignment on the trail: the analysis may still ask for it.
const NEEDED: u32 = 1 << 30;
/// Is never forgotten: low glue, or it excludes a solution that was given.
const KEPT: u32 = 1 << 29;
/// Is forgotten; set within a reduction only.
const DEAD: u32 = 1 << 28;
const GLUE: u32 = DEAD - 1;
/// Clauses of at most so much glue are kept for good. Keeping more of them, or fewer, was within
/// the noise.
const GOOD: u32 = 2;
/// Clauses of at most so much glue are kept while they are used.
const FAIR: u32 = 6;

/// The arena and the watch lists; see the top of this file.
pub(super) struct Clauses {
    /// The arena.
    words: Vec<u32>,
    /// Clauses that are alive, in ascending order.
    all: Vec<Clause>,
    /// By literal.
    watches: Vec<Vec<Watch>>,
    /// Words of dead clauses in the arena.
    wasted: usize,
}

/// By old index of a clause, the new one. As long as the old arena: some megabytes for a moment,
/// and no search.
pub(super) struct Moved(Vec<u32>);

impl Moved {
    pub(super) fn of(&self, clause: Clause) -> Clause {
        Clause(self.0[clause.0 as usize])
    }
}

impl Clauses {
    pub(super) fn new(variables: usize) -> Clauses {
        Clauses {
            words: Vec::new(),
            all: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            wasted: 0,
        }
    }

    /// Adds a clause of two literals or more; the first two are watched. The caller chooses them:
    /// after backtracking, neither may be false unless the other one is true or about to be
    /// assigned.
    ///
    /// A new clause counts as used, or it might be forgotten before it had a chance.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, is_kept: bool) -> Clause {
        let clause = Clause(self.words.len() as u32);
        // With a glue of 2 the clause joins two levels, so it is likely to be of use again.
        let kept = if is_kept || glue <= GOOD { KEPT } else { 0 };
        self.words.push(literals.len() as u32);
        self.words.push(glue.min(GLUE) | USED | kept);
        self.words.extend(literals.iter().map(|literal| literal.0));
        self.watch(literals[0], clause, literals[1]);
        self.watch(literals[1], clause, literals[0]);
        self.all.push(clause);
        clause
    }

    #[inline(always)]
    pub(super) fn watch(&mut self, literal: Literal, clause: Clause, blocker: Literal) {
        self.watches[literal.0 as usize].push(Watch { clause, blocker });
    }

    /// Takes the list of a literal out, so that it can be walked while other lists grow; it has to
    /// be put back. Nobody adds to this one in between: the literal is false, and only literals
    /// that are not false become watched.
    #[inline(always)]
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.0 as usize])
    }

    #[inline(always)]
    pub(super) fn put_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal.0 as usize] = watches;
    }

    #[inline(always)]
    fn range(&self, clause: Clause) -> std::ops::Range<usize> {
        let start = clause.0 as usize + HEAD;
        start..start + self.words[clause.0 as usize] as usize
    }

    #[inline(always)]
    pub(super) fn literals(&self, clause: Clause) -> &[Literal] {
        let words = &self.words[self.range(clause)];
        // SAFETY: a literal is a transparent u32.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
    }

    #[inline(always)]
    pub(super) fn literals_mut(&mut self, clause: Clause) -> &mut [Literal] {
        let range = self.range(clause);
        let words = &mut self.words[range];
        // SAFETY: a literal is a transparent u32.
        unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len()) }
    }

    /// True if the clause will stay, so that its glue does not matter.
    pub(super) fn is_kept(&self, clause: Clause) -> bool {
        self.words[clause.0 as usize + 1] & KEPT != 0
    }

    /// Marks a clause as used, and lowers its glue if it has become smaller, as in Glucose: a
    /// clause that is good now counts as good from now on.
    pub(super) fn mark_used(&mut self, clause: Clause, glue: u32) {
        let marks = &mut self.words[clause.0 as usize + 1];
        *marks |= USED;
        if glue < *marks & GLUE {
            *marks = *marks & !GLUE | glue;
            if glue <= GOOD {
                *marks |= KEPT;
            }
        }
    }

    /// Protects a clause from the next reduction only: [`Clauses::reduce`] clears the mark.
    pub(super) fn mark_needed(&mut self, clause: Clause) {
        self.words[clause.0 as usize + 1] |= NEEDED;
    }

    /// Deletes the worst clauses; returns where the others are now if they had to be moved.
    ///
    /// Neither kept, nor needed, nor both fair and used: such clauses are weak. One in `share` of
    /// them survives, those with the lowest glue, the shorter ones first.
    pub(super) fn reduce(&mut self, share: usize) -> Option<Moved> {
        let mut weak: Vec<(u32, u32, Clause)> = Vec::new();
        for &clause in &self.all {
            let length = self.words[clause.0 as usize];
            let marks = &mut self.words[clause.0 as usize + 1];
            let is_fair = *marks & USED != 0 && *marks & GLUE <= FAIR;
            if *marks & (KEPT | NEEDED) == 0 && !is_fair {
                weak.push((*marks & GLUE, length, clause));
            }
            // Until the next reduction it has to prove its use anew.
            *marks &= !(USED | NEEDED);
        }
        // The clause itself ends the key, so the order is total and a run can be repeated.
        weak.sort_unstable();
        for &(_, length, clause) in &weak[weak.len() / share..] {
            self.words[clause.0 as usize + 1] |= DEAD;
            self.wasted += length as usize + HEAD;
        }
        let words = &self.words;
        let is_alive = |clause: Clause| words[clause.0 as usize + 1] & DEAD == 0;
        self.all.retain(|&clause| is_alive(clause));
        // Watches of dead clauses go at once: the loop that visits them needs no test for death.
        for watches in &mut self.watches {
            watches.retain(|watch| is_alive(watch.clause));
        }
        // Moving clauses means new reasons and new watches all over, so gaps of up to a quarter
        // stay.
        (self.wasted > self.words.len() / 4).then(|| self.compact())
    }

    /// Closes the gaps. Clauses keep their order, and with it their neighbours in the cache.
    fn compact(&mut self) -> Moved {
        let mut words = Vec::with_capacity(self.words.len() - self.wasted);
        let mut moved = Moved(vec![0; self.words.len()]);
        for clause in &mut self.all {
            let old = clause.0 as usize;
            let length = self.words[old] as usize + HEAD;
            // The new place, for reasons and watches.
            moved.0[old] = words.len() as u32;
            clause.0 = words.len() as u32;
            words.extend_from_slice(&self.words[old..old + length]);
        }
        for watch in self.watches.iter_mut().flatten() {
            watch.clause = moved.of(watch.clause);
        }
        self.words = words;
        self.wasted = 0;
        moved
    }

    /// Bytes in use, about.
    pub(super) fn memory(&self) -> usize {
        // Two watches per clause, in lists that have some room.
        4 * self.words.capacity() + (4 + 3 * 8) * self.all.len() + 48 * self.watches.len()
    }
}
