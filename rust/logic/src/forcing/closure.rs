//! What follows from one candidate that is on, or off: everything, in the order of discovery.
//!
//! What is on is followed up before what is off. A *static* closure reads the board as it is; a
//! *dynamic* one takes away what is off, so that later inferences may rest on several earlier ones.
//!
//! ```text
//!   on  -> off   everything that it excludes                        cause: what is on
//!   off -> on    the last candidate of a truth                      cause: the truth
//!   nothing left to follow, and a level is given: patterns          cause: a pattern's number
//! ```
//!
//! The parents of what is on are all other candidates of its truth, so a cause is one number.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::grid::Grid;
use super::advanced::{self, Change, Pattern};
use super::field::{Field, NONE, Set};
use super::left::Left;

/// The cause of a start.
pub(super) const START: u16 = NONE - 1;
/// Causes from here on are patterns.
pub(super) const PATTERN: u16 = 1 << 14;

/// How far a closure goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Takes away what is off.
    pub(super) is_dynamic: bool,
    /// Stays with one digit.
    pub(super) one_digit: bool,
    /// Patterns to use: 0 none, 1 locked candidates, pairs and X-wings, 2 and more chains.
    pub(super) level: u8,
}

/// A candidate that is both on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clash {
    pub(super) id: u16,
    pub(super) on_cause: u16,
    pub(super) off_cause: u16,
}

/// How a candidate came to be on, or off.
#[derive(Clone, Copy)]
pub(super) struct Note {
    pub(super) cause: u16,
    /// The longest way from the start, counted in nodes: no chain to it has fewer.
    pub(super) depth: u16,
    /// When it was discovered. What a node rests on was discovered before.
    pub(super) turn: u16,
}

const NO_NOTE: Note = Note {
    cause: NONE,
    depth: 0,
    turn: 0,
};

/// Everything that follows from a start, up to the first clash.
#[derive(Default)]
pub(super) struct Closure {
    pub(super) on: Set,
    pub(super) off: Set,
    /// In the order of discovery.
    pub(super) on_list: Vec<u16>,
    pub(super) off_list: Vec<u16>,
    /// For every candidate, off and on.
    notes: Vec<[Note; 2]>,
    pub(super) patterns: Vec<Rc<Pattern>>,
    pub(super) clash: Option<Clash>,
    /// The level of the patterns in it.
    level: u8,
}

impl Closure {
    fn new(len: usize) -> Closure {
        Closure {
            on: Set::new(len),
            off: Set::new(len),
            on_list: Vec::with_capacity(len),
            off_list: Vec::with_capacity(len),
            notes: vec![[NO_NOTE; 2]; len],
            patterns: Vec::new(),
            clash: None,
            level: 0,
        }
    }

    /// How a candidate came to be on, or off.
    #[inline]
    pub(super) fn note(&self, id: usize, on: bool) -> Note {
        self.notes[id][usize::from(on)]
    }

    fn add_on(&mut self, id: u16, cause: u16, depth: u16) {
        self.on.insert(usize::from(id));
        self.on_list.push(id);
        self.notes[usize::from(id)][1] = self.new_note(cause, depth);
    }

    fn add_off(&mut self, id: u16, cause: u16, depth: u16) {
        self.off.insert(usize::from(id));
        self.off_list.push(id);
        self.notes[usize::from(id)][0] = self.new_note(cause, depth);
    }

    fn new_note(&self, cause: u16, depth: u16) -> Note {
        Note {
            cause,
            depth,
            turn: (self.on_list.len() + self.off_list.len()) as u16,
        }
    }

    /// One more than the deepest of the candidates of a truth that are off.
    #[inline]
    fn depth_after(&self, field: &Field, truth: u16, on: u16) -> u16 {
        let members = field.members.of(usize::from(truth)).iter();
        let deepest = members
            .filter(|&&other| other != on)
            .map(|&other| self.note(usize::from(other), false).depth)
            .max();
        deepest.unwrap_or(0) + 1
    }
}

/// Finds closures on one board.
pub(super) struct Closer<'a> {
    pub(super) grid: &'a Grid,
    field: &'a Field,
    reach: Reach,
    /// Of every truth: how many candidates are left, and their exclusive or.
    tallies: Vec<(u16, u16)>,
    /// What was taken away.
    gone: Set,
    /// The patterns once some candidates are gone. Starts that follow from each other take away the
    /// same, and patterns depend on nothing else.
    known: HashMap<Set, Vec<Rc<Pattern>>>,
}

impl<'a> Closer<'a> {
    pub(super) fn new(grid: &'a Grid, field: &'a Field, reach: Reach) -> Closer<'a> {
        Closer {
            grid,
            field,
            reach,
            tallies: field.tallies.clone(),
            gone: Set::new(field.len()),
            known: HashMap::new(),
        }
    }

    /// Everything that follows from a candidate that is on, or off.
    pub(super) fn close(&mut self, id: usize, on: bool) -> Closure {
        let mut closure = Closure::new(self.field.len());
        if self.reach.is_dynamic {
            self.tallies.clone_from(&self.field.tallies);
            self.gone.clear();
        }
        if on {
            closure.add_on(id as u16, START, 1);
        } else {
            closure.add_off(id as u16, START, 1);
        }
        self.follow(&mut closure, 0, 0);
        if self.reach.level > 0 {
            self.follow_patterns(&mut closure, 0);
        }
        closure
    }

    /// True if a closure is what a closure of this level begins with. Patterns of levels up to 1
    /// come first at every level, and single chains at levels 2 and 3.
    pub(super) fn can_go_on(&self, closure: &Closure) -> bool {
        let level = self.reach.level;
        closure.level <= 1 || closure.level == level || (closure.level, level) == (2, 3)
    }

    /// Brings a closure of a lower level to this one.
    pub(super) fn go_on(&mut self, closure: &mut Closure) {
        if closure.clash.is_some() || closure.level >= self.reach.level {
            return;
        }
        self.tallies.clone_from(&self.field.tallies);
        self.gone.clear();
        for &id in &closure.off_list {
            self.take_away(id);
        }
        self.follow_patterns(closure, closure.level + 1);
    }

    /// Follows up everything on and off, from some places in the lists.
    fn follow(&mut self, closure: &mut Closure, mut next_on: usize, mut next_off: usize) {
        while closure.clash.is_none() {
            if next_on < closure.on_list.len() {
                self.follow_on(closure, next_on);
                next_on += 1;
            } else if next_off < closure.off_list.len() {
                self.follow_off(closure, next_off);
                next_off += 1;
            } else {
                break;
            }
        }
    }

    /// Adds patterns, and what follows from them, as long as there are any. At first, patterns of
    /// the levels below `from` are known to remove nothing.
    fn follow_patterns(&mut self, closure: &mut Closure, mut from: u8) {
        while closure.clash.is_none() {
            let (next_on, next_off) = (closure.on_list.len(), closure.off_list.len());
            if !self.add_patterns(closure, from) {
                break;
            }
            from = 0;
            self.follow(closure, next_on, next_off);
        }
        closure.level = self.reach.level;
    }

    #[inline]
    fn follow_on(&mut self, closure: &mut Closure, place: usize) {
        let id = closure.on_list[place];
        let depth = closure.note(usize::from(id), true).depth + 1;
        let skip = if self.reach.one_digit {
            usize::from(self.field.in_cell[usize::from(id)])
        } else {
            0
        };
        for &other in &self.field.weak.of(usize::from(id))[skip..] {
            let at = usize::from(other);
            if closure.off.has(at) {
                continue;
            }
            if closure.on.has(at) {
                closure.clash = Some(Clash {
                    id: other,
                    on_cause: closure.note(at, true).cause,
                    off_cause: id,
                });
                return;
            }
            closure.add_off(other, id, depth);
        }
    }

    #[inline]
    fn follow_off(&mut self, closure: &mut Closure, place: usize) {
        let id = closure.off_list[place];
        let mut found = [(NONE, NONE); 16];
        let mut count = 0;
        let skip = usize::from(self.reach.one_digit);
        for &truth in &self.field.truths.of(usize::from(id))[skip..] {
            let (left, xor) = self.tallies[usize::from(truth)];
            if left == 2 && count < found.len() {
                found[count] = (xor ^ id, truth);
                count += 1;
            }
        }
        if self.reach.is_dynamic {
            self.take_away(id);
        }
        for &(other, truth) in &found[..count] {
            let at = usize::from(other);
            if closure.off.has(at) {
                closure.clash = Some(Clash {
                    id: other,
                    on_cause: truth,
                    off_cause: closure.note(at, false).cause,
                });
                return;
            }
            if !closure.on.has(at) {
                let depth = closure.depth_after(self.field, truth, other);
                closure.add_on(other, truth, depth);
            }
        }
    }

    #[inline]
    fn take_away(&mut self, id: u16) {
        self.gone.insert(usize::from(id));
        for &truth in self.field.truths.of(usize::from(id)) {
            let (left, xor) = &mut self.tallies[usize::from(truth)];
            *left -= 1;
            *xor ^= id;
        }
    }

    /// Adds what patterns remove on the board as it is now; false if that is nothing.
    fn add_patterns(&mut self, closure: &mut Closure, from: u8) -> bool {
        if !self.known.contains_key(&self.gone) {
            let patterns = self.find_patterns(from);
            self.known.insert(self.gone.clone(), patterns);
        }
        let before = closure.off_list.len();
        for pattern in &self.known[&self.gone] {
            let cause = PATTERN + closure.patterns.len() as u16;
            let deepest = pattern.parents.iter();
            let deepest = deepest
                .map(|&id| closure.note(usize::from(id), false).depth)
                .max();
            for &id in &pattern.victims {
                if !closure.off.has(usize::from(id)) {
                    closure.add_off(id, cause, deepest.unwrap_or(0) + 1);
                }
            }
            closure.patterns.push(pattern.clone());
        }
        closure.off_list.len() > before
    }

    fn find_patterns(&self, from: u8) -> Vec<Rc<Pattern>> {
        let mut now = self.grid.clone();
        for id in self.gone.iter() {
            let cand = self.field.cands[id];
            now.eliminate(usize::from(cand.cell), usize::from(cand.digit));
        }
        let change = Change {
            before: self.grid,
            now: &now,
            left: Left {
                field: self.field,
                tallies: &self.tallies,
                gone: &self.gone,
            },
        };
        let found = advanced::find(&change, from, self.reach.level);
        found.into_iter().map(Rc::new).collect()
    }
}
