//! The clauses that were learnt, and who watches them.

/// A candidate that is true, or one that is false.
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

    /// Its number among all literals.
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

/// A clause, by where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clause(pub(super) u32);

/// A clause that has to be looked at when a literal becomes false.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: Clause,
    /// A literal of the clause that, if true, spares a look at it.
    pub(super) blocker: Literal,
}

/// Words before the literals of a clause: how many there are, then its glue and marks.
const HEAD: usize = 2;
const USED: u32 = 1 << 31;
const NEEDED: u32 = 1 << 30;
const KEPT: u32 = 1 << 29;
const DEAD: u32 = 1 << 28;
const GLUE: u32 = DEAD - 1;
/// Clauses of so few levels are kept for good, or for as long as they are used.
const GOOD: u32 = 2;
const FAIR: u32 = 6;

/// All clauses, one after the other.
pub(super) struct Clauses {
    words: Vec<u32>,
    all: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
    wasted: usize,
}

/// Where clauses are after they were moved together.
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

    /// Adds a clause of two literals or more; the first two are watched.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, is_kept: bool) -> Clause {
        let clause = Clause(self.words.len() as u32);
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

    /// Takes the watches of a literal out; they have to be put back.
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

    /// Marks a clause as used, and takes a smaller glue over.
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

    /// Keeps a clause in the next reduction.
    pub(super) fn mark_needed(&mut self, clause: Clause) {
        self.words[clause.0 as usize + 1] |= NEEDED;
    }

    /// Forgets clauses; tells where the others are now if they had to be moved.
    pub(super) fn reduce(&mut self, share: usize) -> Option<Moved> {
        let mut weak: Vec<(u32, u32, Clause)> = Vec::new();
        for &clause in &self.all {
            let length = self.words[clause.0 as usize];
            let marks = &mut self.words[clause.0 as usize + 1];
            let is_fair = *marks & USED != 0 && *marks & GLUE <= FAIR;
            if *marks & (KEPT | NEEDED) == 0 && !is_fair {
                weak.push((*marks & GLUE, length, clause));
            }
            *marks &= !(USED | NEEDED);
        }
        weak.sort_unstable();
        for &(_, length, clause) in &weak[weak.len() / share..] {
            self.words[clause.0 as usize + 1] |= DEAD;
            self.wasted += length as usize + HEAD;
        }
        let words = &self.words;
        let is_alive = |clause: Clause| words[clause.0 as usize + 1] & DEAD == 0;
        self.all.retain(|&clause| is_alive(clause));
        for watches in &mut self.watches {
            watches.retain(|watch| is_alive(watch.clause));
        }
        (self.wasted > self.words.len() / 4).then(|| self.compact())
    }

    fn compact(&mut self) -> Moved {
        let mut words = Vec::with_capacity(self.words.len() - self.wasted);
        let mut moved = Moved(vec![0; self.words.len()]);
        for clause in &mut self.all {
            let old = clause.0 as usize;
            let length = self.words[old] as usize + HEAD;
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
