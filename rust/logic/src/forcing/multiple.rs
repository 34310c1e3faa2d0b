//! Several chains that end alike: whichever candidate of a cell, or place in a house, is true; or
//! whether a candidate is on or off; or a start that leads to a contradiction.

use super::super::grid::Grid;
use super::Family;
use super::advanced::Pattern;
use super::closure::{Clash, Closer, Closure, PATTERN, Reach, START};
use super::field::{Field, Set};
use super::implications::Outcomes;
use super::rating::{Collector, Rank};

/// The kinds, in the order of preference among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Double,
    Cell,
    Region,
    Contradiction,
}

/// Where the chains begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// A candidate that is on (true) or off, and leads to a contradiction.
    Start(u16, bool),
    /// A candidate, both on and off.
    Both(u16),
    /// Every candidate of a truth.
    Truth(u16),
}

/// Chains that end alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Net {
    pub(super) kind: Kind,
    pub(super) from: From,
    /// What is true or false in the end.
    pub(super) target: u16,
    pub(super) on: bool,
}

/// What follows from each candidate, as far as it is known.
#[derive(Default)]
pub(super) struct Kept {
    on: Vec<Option<Box<Closure>>>,
    off: Vec<Option<Box<Closure>>>,
}

impl Kept {
    fn resize(&mut self, len: usize) {
        self.on.resize_with(len, || None);
        self.off.resize_with(len, || None);
    }

    fn of(&mut self, on: bool) -> &mut [Option<Box<Closure>>] {
        if on { &mut self.on } else { &mut self.off }
    }
}

/// On boards with more candidates, what follows from those that are off is not kept: each takes
/// 12 bytes per candidate.
const MANY: usize = 1000;

/// The search on one board.
pub(super) struct Nets<'a> {
    pub(super) field: &'a Field,
    closer: Closer<'a>,
    reach: Reach,
    base: u16,
    /// Which kinds are looked for.
    kinds: [bool; 4],
    /// What can be reached at all, for static closures.
    outcomes: Option<Outcomes>,
    kept: &'a mut Kept,
    found: Collector<Net>,
    counter: Counter,
}

impl<'a> Nets<'a> {
    pub(super) fn new(
        grid: &'a Grid,
        field: &'a Field,
        kept: &'a mut Kept,
        outcomes: Option<Outcomes>,
        family: Family,
        (kinds, wants_all): ([bool; 4], bool),
    ) -> Nets<'a> {
        let reach = family.reach();
        kept.resize(field.len());
        Nets {
            field,
            closer: Closer::new(grid, field, reach),
            reach,
            base: family.base(),
            kinds,
            outcomes,
            kept,
            found: Collector::new(wants_all),
            counter: Counter::new(field.len()),
        }
    }

    /// Finds the preferred net of the first cell that has one. Where chains are nested, a cell takes
    /// a while, and a later net would be shorter at best.
    pub(super) fn search_first(&mut self) -> Vec<(Rank, Net)> {
        for cell in 0..self.field.open_cells {
            self.look_at_cell(cell);
            if !self.found.is_empty() || self.closer.grid.deadline.is_over() {
                break;
            }
        }
        std::mem::replace(&mut self.found, Collector::new(false)).into_sorted()
    }

    /// Finds the preferred net, or all.
    pub(super) fn search(&mut self) -> Vec<(Rank, Net)> {
        for cell in 0..self.field.open_cells {
            self.look_at_cell(cell);
            if self.closer.grid.deadline.is_over() {
                break;
            }
        }
        std::mem::replace(&mut self.found, Collector::new(false)).into_sorted()
    }

    /// What follows from a candidate that is on, or off.
    pub(super) fn closure(&mut self, id: usize, on: bool) -> &Closure {
        let place = &mut self.kept.of(on)[id];
        match place {
            Some(closure) if self.closer.can_go_on(closure) => self.closer.go_on(closure),
            _ => *place = Some(Box::new(self.closer.close(id, on))),
        }
        place.as_deref().expect("it was just made")
    }

    fn look_at_cell(&mut self, cell: usize) {
        let field = self.field;
        let members = field.members.of(cell);
        let least = if self.reach.is_dynamic { 2 } else { 3 };
        if members.len() < least {
            return;
        }
        for &id in members {
            if self.reach.is_dynamic {
                self.look_at_start(usize::from(id), members.len());
            }
            if self.kinds[Kind::Region as usize] {
                for &truth in &field.truths.of(usize::from(id))[1..] {
                    let places = field.members.of(usize::from(truth));
                    if places.len() > 1 && places[0] == id {
                        self.look_at_truth(usize::from(truth), Kind::Region);
                    }
                }
            }
        }
        if self.kinds[Kind::Cell as usize] {
            self.look_at_truth(cell, Kind::Cell);
        }
    }

    /// Contradictions from a candidate, on or off, and what follows both ways.
    fn look_at_start(&mut self, id: usize, alternatives: usize) {
        self.closure(id, true);
        self.closure(id, false);
        let kinds = self.kinds;
        let (mut offers, kept) = self.offers();
        let (Some(on), Some(off)) = (&kept.on[id], &kept.off[id]) else {
            return;
        };
        if kinds[Kind::Contradiction as usize] {
            for (closure, is_on) in [(on, true), (off, false)] {
                if let Some(clash) = closure.clash {
                    offers.offer_clash(closure, clash, id, is_on);
                }
            }
        }
        if alternatives >= 3 && kinds[Kind::Double as usize] {
            let (from, closures) = (From::Both(id as u16), [&**on, &**off]);
            for &target in &on.on_list {
                if off.on.has(usize::from(target)) {
                    offers.offer(Kind::Double, from, target, true, &closures);
                }
            }
            for &target in &on.off_list {
                if off.off.has(usize::from(target)) {
                    offers.offer(Kind::Double, from, target, false, &closures);
                }
            }
        }
        if self.field.len() > MANY {
            self.kept.off[id] = None;
        }
    }

    fn offers(&mut self) -> (Offers<'_>, &Kept) {
        let offers = Offers {
            field: self.field,
            base: self.base,
            found: &mut self.found,
            counter: &mut self.counter,
        };
        (offers, self.kept)
    }

    /// What follows whichever candidate of a truth is on.
    fn look_at_truth(&mut self, truth: usize, kind: Kind) {
        let field = self.field;
        let members = field.members.of(truth);
        // A static closure has nothing that cannot be reached.
        let members = members.iter().copied();
        let outcomes = self.outcomes.as_ref();
        if outcomes.is_some_and(|outcomes| !outcomes.share(members.clone())) {
            return;
        }
        for id in members.clone() {
            self.closure(usize::from(id), true);
        }
        let (mut offers, kept) = self.offers();
        let closures: Vec<&Closure> = members
            .map(|id| kept.on[usize::from(id)].as_deref().expect("closed above"))
            .collect();
        let (mut on, mut off) = (closures[0].on.clone(), closures[0].off.clone());
        let (mut any_on, mut any_off) = (true, true);
        for closure in &closures[1..] {
            any_on = any_on && on.keep(&closure.on);
            any_off = any_off && off.keep(&closure.off);
        }
        let from = From::Truth(truth as u16);
        if any_on {
            for &target in closures[0]
                .on_list
                .iter()
                .filter(|&&id| on.has(usize::from(id)))
            {
                offers.offer(kind, from, target, true, &closures);
            }
        }
        if any_off {
            for &target in closures[0]
                .off_list
                .iter()
                .filter(|&&id| off.has(usize::from(id)))
            {
                offers.offer(kind, from, target, false, &closures);
            }
        }
    }
}

/// Where chains with a common end go.
struct Offers<'s> {
    field: &'s Field,
    base: u16,
    found: &'s mut Collector<Net>,
    counter: &'s mut Counter,
}

impl Offers<'_> {
    fn offer_clash(&mut self, closure: &Closure, clash: Clash, id: usize, on: bool) {
        let end = |on, cause| End {
            closure,
            id: clash.id,
            on,
            cause,
        };
        let ends = [end(true, clash.on_cause), end(false, clash.off_cause)];
        let nodes = self.counter.count(self.field, &ends);
        let kind = Kind::Contradiction;
        self.found.offer(self.base, kind as u8, nodes, || Net {
            kind,
            from: From::Start(id as u16, on),
            target: id as u16,
            on: !on,
        });
    }

    fn offer(&mut self, kind: Kind, from: From, target: u16, on: bool, closures: &[&Closure]) {
        let at = usize::from(target);
        if on && self.field.in_cell[at] == 0 {
            return;
        }
        let depth = |closure: &&Closure| usize::from(closure.note(at, on).depth);
        let least = closures.iter().map(depth).sum();
        if self.found.is_worse(self.base, kind as u8, least) {
            self.found.skip();
            return;
        }
        let ends: Vec<End<'_>> = closures
            .iter()
            .map(|closure| End {
                closure,
                id: target,
                on,
                cause: closure.note(at, on).cause,
            })
            .collect();
        let nodes = self.counter.count(self.field, &ends);
        self.found.offer(self.base, kind as u8, nodes, || Net {
            kind,
            from,
            target,
            on,
        });
    }
}

/// The end of a chain: in a closure, or what clashes with it.
pub(super) struct End<'c> {
    pub(super) closure: &'c Closure,
    pub(super) id: u16,
    pub(super) on: bool,
    pub(super) cause: u16,
}

/// Counts and lists the nodes that an end rests on.
pub(super) struct Counter {
    on: Set,
    off: Set,
    patterns: Vec<u16>,
    stack: Vec<(u16, bool)>,
}

impl Counter {
    pub(super) fn new(len: usize) -> Counter {
        Counter {
            on: Set::new(len),
            off: Set::new(len),
            patterns: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// The number of nodes of some chains, their ends included, and of all that is nested in them.
    /// What several chains share counts in each; what is nested counts once.
    pub(super) fn count(&mut self, field: &Field, ends: &[End<'_>]) -> usize {
        let mut nested: Vec<&Pattern> = Vec::new();
        let mut nodes = 0;
        for end in ends {
            self.walk(field, end);
            nodes += 1 + self.on.len() + self.off.len();
            for &number in &self.patterns {
                let pattern: &Pattern = &end.closure.patterns[usize::from(number)];
                let is_same = |other: &&Pattern| {
                    std::ptr::eq(*other, pattern)
                        || other.nodes == pattern.nodes && other.why == pattern.why
                };
                if pattern.nodes > 0 && !nested.iter().any(is_same) {
                    nested.push(pattern);
                }
            }
        }
        nodes + nested.iter().map(|pattern| pattern.nodes).sum::<usize>()
    }

    /// Collects everything that an end rests on, without the end itself.
    pub(super) fn walk(&mut self, field: &Field, end: &End<'_>) {
        let closure = end.closure;
        self.on.clear();
        self.off.clear();
        self.patterns.clear();
        self.push_parents(field, closure, end.id, end.on, end.cause);
        while let Some((id, on)) = self.stack.pop() {
            let at = usize::from(id);
            let set = if on { &mut self.on } else { &mut self.off };
            if set.add(at) {
                self.push_parents(field, closure, id, on, closure.note(at, on).cause);
            }
        }
    }

    fn push_parents(&mut self, field: &Field, closure: &Closure, id: u16, on: bool, cause: u16) {
        if cause == START {
        } else if on {
            let members = field.members.of(usize::from(cause)).iter();
            self.stack.extend(
                members
                    .filter(|&&other| other != id)
                    .map(|&other| (other, false)),
            );
        } else if cause >= PATTERN {
            let number = cause - PATTERN;
            if !self.patterns.contains(&number) {
                self.patterns.push(number);
            }
            let parents = &closure.patterns[usize::from(number)].parents;
            self.stack
                .extend(parents.iter().map(|&parent| (parent, false)));
        } else {
            self.stack.push((cause, true));
        }
    }

    /// What is on among what was collected.
    pub(super) fn on(&self) -> impl Iterator<Item = usize> + '_ {
        self.on.iter()
    }

    /// What is off among what was collected.
    pub(super) fn off(&self) -> impl Iterator<Item = usize> + '_ {
        self.off.iter()
    }
}
