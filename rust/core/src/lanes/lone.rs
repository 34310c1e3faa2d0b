//! One puzzle, all lanes: a lane without work takes over the part of another's tree that would
//! come last. The solutions come in the order in which one lane alone would find them.
//!
//! ```text
//!   tree, in the order of its solutions ->
//!
//!   lane 0 alone       [ part 0                                              ]
//!   lane 1 joins in    [ part 0                 ][ part 1                    ]
//!   lane 2 takes from
//!   lane 0             [ part 0 ][ part 2       ][ part 1                    ]
//!
//!   list of parts        head -> 0 -> 2 -> 1 -> NONE
//! ```
//!
//! A lane explores its stack from the end, so the oldest node on it is the last in order. When it
//! goes to an idle lane, it becomes a part of its own, right after the part that it was taken
//! from, and before those that were taken earlier: these came even later. So the list stays in the
//! order of the tree, and solutions are given from its head: a part that is not the head keeps
//! what it finds until its turn.
//!
//! What may be kept is bounded twice, so that an empty grid does not fill the memory: by part (its
//! lane waits) and in all (no further parts are begun).
//!
//! Counting does not need any of that: solutions are not even read from the boards.

use std::collections::VecDeque;

use super::Path;
use super::crew::{COMPARED, Crew, Node, bits};
use super::together;
use super::vector::{Portable, Vector};
use crate::cells::{CELLS, has_clash};
use crate::contract::{self, Limit, Outcome, Puzzle, Search as _, Step};
use crate::scalar::Solution;

/// Solutions that a part of the tree may keep before its turn: then its lane waits. As many for
/// each lane may be kept in all: then no further parts are begun.
const AHEAD: usize = 256;
/// Parts in the list before those are taken out that are done and have nothing to give; a count
/// would collect them for ever.
const MANY_PARTS: usize = 64;
/// The end of the list of parts; as the head: everything is done and given.
const NONE: usize = usize::MAX;

/// A search that can be paused and resumed; it gives the same solutions in the same order on
/// every path.
pub struct Search {
    pub(super) path: Path,
    lanes: Lanes,
    found: Solution,
}

/// As many lanes as one vector of the path has: with more, a sweep takes longer, and at the
/// beginning there is work for one lane only.
enum Lanes {
    Portable(Box<Lone<4>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Lone<8>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Lone<16>>),
}

/// Calls a method of whichever `Lone` there is.
macro_rules! each {
    ($lanes:expr, $lone:ident => $result:expr) => {
        match $lanes {
            Lanes::Portable($lone) => $result,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2($lone) => $result,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512($lone) => $result,
        }
    };
}

impl Search {
    /// Starts a search; other than 81 digits up to 9 are the caller's mistake and panic, as does a
    /// path that this machine does not have. Without `split` one lane does it all: slower, but the counts of
    /// nodes and guesses are the same on every path.
    pub fn new(path: Path, puzzle: &Puzzle<'_>, split: bool) -> Search {
        let givens: &Solution = puzzle.givens.try_into().expect("81 cells");
        assert!(givens.iter().all(|&digit| digit <= 9), "a digit is above 9");
        let mut search = Search::idle(path, split);
        each!(&mut search.lanes, lone => {
            // SAFETY: the portable vector needs nothing.
            unsafe { lone.crew.load::<Portable>(0, givens) };
            if let Some(candidates) = &puzzle.candidates {
                lone.crew.restrict(0, candidates);
            }
            if has_clash(givens) {
                lone.end();
            }
        });
        search
    }

    /// Starts a search of what another has left.
    pub(super) fn of_nodes(path: Path, nodes: Vec<Node>) -> Search {
        let mut search = Search::idle(path, true);
        each!(&mut search.lanes, lone => {
            lone.crew.give(0, nodes);
            if lone.crew.left(0) > 0 {
                lone.crew.resume(0);
            } else {
                lone.end();
            }
        });
        search
    }

    /// The older half of what every lane has left, for another search; None if there is nothing.
    /// The nodes of all lanes end up on one stack there, so its solutions are no longer in order:
    /// for counting.
    pub(super) fn split_off(&mut self) -> Option<Search> {
        let nodes = each!(&mut self.lanes, lone => lone.take_half());
        (!nodes.is_empty()).then(|| Search::of_nodes(self.path, nodes))
    }

    /// Takes everything out of a search, which is exhausted then.
    pub(super) fn take(&mut self) -> Search {
        let nothing = Search::of_nodes(self.path, Vec::new());
        std::mem::replace(self, nothing)
    }

    /// Adds what another search has done and has left. Boards become nodes again; the order is
    /// lost, as in [`Search::split_off`].
    pub(super) fn absorb(&mut self, mut other: Search) {
        let (nodes, guesses) = (
            self.nodes() + other.nodes(),
            self.guesses() + other.guesses(),
        );
        // Both searches end here; a new one has the nodes of both.
        let mut left = each!(&mut self.lanes, lone => lone.take_all());
        left.append(&mut each!(&mut other.lanes, lone => lone.take_all()));
        *self = Search::of_nodes(self.path, left);
        each!(&mut self.lanes, lone => (lone.nodes, lone.guesses) = (nodes, guesses));
    }

    /// Adds what finished parts took.
    pub(super) fn add_work(&mut self, nodes: u64, guesses: u64) {
        each!(&mut self.lanes, lone => {
            lone.nodes += nodes;
            lone.guesses += guesses;
        });
    }

    /// A search whose first lane has no board yet.
    fn idle(path: Path, split: bool) -> Search {
        assert!(path.is_available(), "no {} here", path.name());
        let lanes = match path {
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => Lanes::Avx2(Lone::new(split)),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => Lanes::Avx512(Lone::new(split)),
            _ => Lanes::Portable(Lone::new(split)),
        };
        Search {
            path,
            lanes,
            found: [0; CELLS],
        }
    }

    /// Calls [`Lone::explore`] as compiled for the path.
    fn explore(&mut self, want: Want, last_node: u64, most: u64) -> u64 {
        // SAFETY: `new` has made sure that the machine has the path.
        unsafe {
            match &mut self.lanes {
                Lanes::Portable(lone) => lone.explore::<Portable>(want, last_node, most),
                #[cfg(target_arch = "x86_64")]
                Lanes::Avx2(lone) => super::x86::explore_avx2(lone, want, last_node, most),
                #[cfg(target_arch = "x86_64")]
                Lanes::Avx512(lone) => super::x86::explore_avx512(lone, want, last_node, most),
            }
        }
    }
}

impl contract::Search for Search {
    fn count_all(
        &mut self,
        limit: &Limit,
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Outcome {
        together::count(self, limit, threads, go_on)
    }

    fn run(&mut self, budget: u64) -> Step<'_> {
        let last_node = self.nodes().saturating_add(budget);
        loop {
            if let Some(solution) = each!(&mut self.lanes, lone => lone.give()) {
                self.found = solution;
                return Step::Solution(&self.found);
            }
            if self.is_exhausted() {
                return Step::Exhausted;
            }
            if self.nodes() >= last_node {
                return Step::Paused;
            }
            self.explore(Want::Order, last_node, 1);
        }
    }

    /// In any order. What was found ahead while solutions were asked for in order comes first.
    fn count(&mut self, budget: u64, most: u64) -> u64 {
        let last_node = self.nodes().saturating_add(budget);
        let mut seen = each!(&mut self.lanes, lone => lone.drain(most));
        if seen < most {
            seen += self.explore(Want::Number, last_node, most - seen);
        }
        seen.min(most)
    }

    fn is_exhausted(&self) -> bool {
        each!(&self.lanes, lone => lone.is_exhausted())
    }

    fn nodes(&self) -> u64 {
        each!(&self.lanes, lone => lone.nodes)
    }

    fn guesses(&self) -> u64 {
        each!(&self.lanes, lone => lone.guesses)
    }
}

/// What a search is after.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// Solutions, in order.
    Order,
    /// The number of solutions.
    Number,
}

/// A part of the tree. The parts form a list in the order of their solutions.
struct Part {
    /// Solutions that were found and not given, in order.
    found: VecDeque<Solution>,
    /// The lane that is at work on it, until that is done.
    lane: Option<usize>,
    /// The part that comes after this one.
    next: usize,
}

/// The lanes of one search, and the list of parts.
///
/// A lane is busy (it has a board and a part), waiting (it has a part and nodes, but its board is
/// done) or idle; never two of these.
pub(super) struct Lone<const N: usize> {
    crew: Crew<N>,
    /// Lanes at work.
    busy: u32,
    /// Lanes that are too far ahead of the part whose turn it is.
    waiting: u32,
    /// The part of each lane at work or waiting.
    part_of: [usize; N],
    parts: Vec<Part>,
    /// Places in `parts` that can be used again.
    unused: Vec<usize>,
    /// The part whose turn it is.
    head: usize,
    /// Solutions found and not yet given.
    kept: usize,
    /// Whether idle lanes take over work.
    split: bool,
    nodes: u64,
    guesses: u64,
}

impl<const N: usize> Lone<N> {
    /// The first lane is at work on the only part.
    fn new(split: bool) -> Box<Self> {
        let mut lone = Box::new(Lone {
            crew: Crew::new(),
            busy: 1,
            waiting: 0,
            part_of: [0; N],
            parts: Vec::new(),
            unused: Vec::new(),
            head: 0,
            kept: 0,
            split,
            nodes: 0,
            guesses: 0,
        });
        lone.insert_part(0, NONE);
        lone
    }

    fn is_exhausted(&self) -> bool {
        self.head == NONE
    }

    /// Leaves nothing to do.
    fn end(&mut self) {
        (self.busy, self.head) = (0, NONE);
    }

    /// The older half of each stack. No lane waits: this is for counts.
    fn take_half(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        for lane in bits(self.busy) {
            nodes.extend(self.crew.take_half(lane));
        }
        nodes
    }

    /// All nodes, boards included; nothing is left to do. No lane waits, as above.
    fn take_all(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        for lane in bits(self.busy) {
            nodes.append(&mut self.crew.take_all(lane));
        }
        self.end();
        nodes
    }

    /// The next solution in order, if it is known. Moves on to the next part, if this one is done.
    fn give(&mut self) -> Option<Solution> {
        while self.head != NONE {
            let part = &mut self.parts[self.head];
            if let Some(solution) = part.found.pop_front() {
                self.kept -= 1;
                return Some(solution);
            }
            if let Some(lane) = part.lane {
                // Its turn has come, and what it kept is given: it may go on.
                if (self.waiting >> lane) & 1 == 1 {
                    self.waiting &= !(1 << lane);
                    self.proceed(lane);
                }
                if self.parts[self.head].lane.is_some() {
                    return None;
                }
            }
            // The head is done and empty.
            self.unused.push(self.head);
            self.head = self.parts[self.head].next;
        }
        None
    }

    /// Drops solutions that were found ahead, up to `most` of them; returns how many. If there
    /// are fewer, no lane waits any longer.
    fn drain(&mut self, most: u64) -> u64 {
        let mut dropped = 0;
        let mut part = self.head;
        while part != NONE && dropped < most {
            let found = &mut self.parts[part].found;
            while dropped < most && found.pop_front().is_some() {
                dropped += 1;
            }
            part = self.parts[part].next;
        }
        self.kept -= dropped as usize;
        if dropped < most {
            for lane in bits(std::mem::take(&mut self.waiting)) {
                self.proceed(lane);
            }
        }
        dropped
    }

    /// Sweeps until there is something to give (or `most` solutions are counted), the tree is
    /// done, or the nodes are; returns how many solutions were counted.
    ///
    /// # Safety
    /// The processor has V's instruction set, and the caller is compiled for it.
    #[inline(always)]
    pub(super) unsafe fn explore<V: Vector>(
        &mut self,
        want: Want,
        last_node: u64,
        most: u64,
    ) -> u64 {
        let mut counted = 0;
        let first_node = self.nodes;
        while self.busy != 0 && self.nodes < last_node && counted < most {
            // SAFETY: the caller's promise.
            let signs = unsafe { self.crew.sweep::<V, 1>() };
            let done = (signs.dead | signs.full) & self.busy;
            let stuck = signs.still & self.busy & !done;
            self.crew.save(stuck);
            // Where most ends are solutions, it does not matter where the tree is split: the first
            // pair will do. Counts only; elsewhere `counted` is 0.
            let compared = if 4 * counted > self.nodes - first_node {
                1
            } else {
                COMPARED
            };
            for lane in bits(stuck) {
                // SAFETY: the caller's promise.
                unsafe { self.crew.branch::<V>(lane, compared) };
            }
            self.guesses += u64::from(stuck.count_ones());
            self.nodes += u64::from((stuck | done).count_ones());
            for lane in bits(done) {
                let is_solution = (signs.dead >> lane) & 1 == 0;
                if is_solution && want == Want::Number {
                    counted += 1;
                } else if is_solution {
                    // SAFETY: the caller's promise.
                    let solution = unsafe { self.crew.solution::<V>(lane) };
                    let found = &mut self.parts[self.part_of[lane]].found;
                    found.push_back(solution);
                    self.kept += 1;
                    // The head is never too far ahead: what it finds is given right away.
                    if self.part_of[lane] != self.head && found.len() >= AHEAD {
                        self.busy &= !(1 << lane);
                        self.waiting |= 1 << lane;
                        continue;
                    }
                }
                self.proceed(lane);
            }
            // Only then has a lane become idle, or another got nodes to give.
            if self.split && (stuck | done) != 0 {
                self.share();
            }
            // Nothing is given before its turn, but as soon as it is there.
            if want == Want::Order && done != 0 && self.may_give() {
                break;
            }
        }
        // Nobody gives parts one after the other in a count, so the head is moved to the end here.
        if self.busy == 0 && want == Want::Number {
            self.head = NONE;
        }
        counted
    }

    /// True if the head has a solution, or is done so that the next part becomes the head.
    fn may_give(&self) -> bool {
        let head = &self.parts[self.head];
        !head.found.is_empty() || head.lane.is_none()
    }

    /// Goes on with the next node of a lane, or ends its part.
    fn proceed(&mut self, lane: usize) {
        if self.crew.left(lane) > 0 {
            self.crew.resume(lane);
            self.busy |= 1 << lane;
        } else {
            self.parts[self.part_of[lane]].lane = None;
            self.busy &= !(1 << lane);
        }
    }

    /// Gives each idle lane the oldest node of the lane that has most left.
    fn share(&mut self) {
        // New parts would be ahead of the head, and keep even more.
        if self.kept >= AHEAD * N {
            return;
        }
        let all = u32::MAX >> (32 - N);
        for lane in bits(all & !self.busy & !self.waiting) {
            let left = |&other: &usize| self.crew.left(other);
            // The lane with the longest stack: its oldest node is likely to be the largest.
            let Some(richest) = bits(self.busy).max_by_key(left) else {
                return;
            };
            if self.crew.left(richest) == 0 {
                return;
            }
            self.crew.hand_over(richest, lane);
            self.busy |= 1 << lane;
            // Right after the part it was taken from: everything that is left there comes first.
            let before = self.part_of[richest];
            let part = self.insert_part(lane, NONE);
            self.parts[part].next = std::mem::replace(&mut self.parts[before].next, part);
            self.part_of[lane] = part;
        }
    }

    /// A new part, in a place that is free, after making some if there are too many.
    fn insert_part(&mut self, lane: usize, next: usize) -> usize {
        let part = Part {
            found: VecDeque::new(),
            lane: Some(lane),
            next,
        };
        if self.unused.is_empty() && self.parts.len() >= MANY_PARTS {
            self.sort_out();
        }
        if let Some(place) = self.unused.pop() {
            self.parts[place] = part;
            return place;
        }
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// Takes the parts out of the list that are done and have nothing to give. The head stays.
    fn sort_out(&mut self) {
        let mut before = self.head;
        while before != NONE && self.parts[before].next != NONE {
            let place = self.parts[before].next;
            let part = &self.parts[place];
            // Its place is free for a new part; the list closes over it.
            if part.lane.is_none() && part.found.is_empty() {
                self.parts[before].next = part.next;
                self.unused.push(place);
            } else {
                before = place;
            }
        }
    }
}
