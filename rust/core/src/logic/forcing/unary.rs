//! Single chains: cycles that hold both ways round, and forcing chains that refute their start.
//!
//! ```text
//!   cycle           a on -> b off -> c on -> d off -> a on
//!   forcing chain   a on -> b off -> c on -> a off          (or from a off to a on)
//! ```
//!
//! An X-chain stays with one digit, a Y-cycle with cells of two candidates. All are found breadth
//! first, so that the first chain from a start is its shortest.

use super::super::grid::Grid;
use super::super::step::Cand;
use super::Chains;
use super::field::{Field, NONE};
use super::rating::{Collector, Rank};

/// The kinds of single chains, in the order of preference among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    XCycle,
    YCycle,
    Cycle,
    XChain,
    Chain,
}

impl Kind {
    /// Sudoku Explainer's rating of the shortest, in tenths.
    fn base(self) -> u16 {
        match self {
            Kind::XCycle | Kind::YCycle => 65,
            Kind::XChain => 66,
            Kind::Cycle | Kind::Chain => 70,
        }
    }

    /// True if links between candidates of a cell are used.
    fn within_cells(self) -> bool {
        !matches!(self, Kind::XCycle | Kind::XChain)
    }

    /// True if links between places of a digit that are the last two of a house are used.
    fn within_houses(self) -> bool {
        self != Kind::YCycle
    }
}

/// A node of a chain: a candidate that is on or off, and the truth that makes it true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) id: u16,
    pub(super) on: bool,
    /// For what is on: all else in this truth is off. NONE at the start.
    pub(super) truth: u16,
}

/// A single chain from its start to its end.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) kind: Kind,
    pub(super) nodes: Vec<Node>,
    /// What a cycle removes.
    pub(super) victims: Vec<Cand>,
}

impl Chain {
    /// What is removed.
    pub(super) fn removed<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = Cand> + 'a {
        let start = self.nodes[0];
        let is_cycle = !matches!(self.kind, Kind::XChain | Kind::Chain);
        let ends = if is_cycle {
            Vec::new()
        } else {
            field.removed(start.id, !start.on)
        };
        self.victims.iter().copied().chain(ends)
    }
}

/// Kinds that are looked for together, start by start.
const PASSES: [&[Kind]; 3] = [
    &[Kind::XCycle, Kind::XChain],
    &[Kind::YCycle],
    &[Kind::Cycle, Kind::Chain],
];

/// Finds the preferred chain, or all, among some kinds.
pub(super) fn search(chains: &Chains<'_>, kinds: &[Kind], wants_all: bool) -> Vec<(Rank, Chain)> {
    let field = &chains.field;
    if !chains.implications(false).has_refuted() {
        return Vec::new();
    }
    let mut search = Search {
        grid: chains.grid,
        field,
        walk: Walk::new(field.len()),
        found: Collector::new(wants_all),
    };
    for pass in PASSES {
        let implications = chains.implications(pass[0] == Kind::XCycle);
        if !implications.has_refuted() {
            continue;
        }
        for id in 0..field.len() {
            if field.in_cell[id] == 0 {
                continue;
            }
            for &kind in pass.iter().filter(|kind| kinds.contains(kind)) {
                match kind {
                    Kind::XChain | Kind::Chain => {
                        if implications.is_refuted(id) {
                            search.forcing(kind, id, true);
                        }
                        if implications.is_confirmed(id) {
                            search.forcing(kind, id, false);
                        }
                    }
                    _ => search.cycles(kind, id),
                }
            }
        }
    }
    search.found.into_sorted()
}

/// A walk from a start: parents and depths of what was reached.
struct Walk {
    /// For every candidate that is off: the one that is on before it.
    off_parent: Vec<u16>,
    /// For every candidate that is on: the one that is off before it, and the truth between.
    on_parent: Vec<(u16, u16)>,
    now: Vec<u16>,
    next: Vec<u16>,
}

/// The parent of a start.
const START: u16 = NONE - 1;

impl Walk {
    fn new(len: usize) -> Walk {
        Walk {
            off_parent: vec![NONE; len],
            on_parent: vec![(NONE, NONE); len],
            now: Vec::new(),
            next: Vec::new(),
        }
    }

    fn start(&mut self, id: usize, on: bool) {
        self.off_parent.fill(NONE);
        self.on_parent.fill((NONE, NONE));
        if on {
            self.on_parent[id] = (START, NONE);
        } else {
            self.off_parent[id] = START;
        }
        self.now.clear();
        self.now.push(id as u16);
    }

    /// The nodes from the start to a node.
    fn path(&self, mut id: u16, mut on: bool) -> Vec<Node> {
        let mut nodes = Vec::new();
        while id < START {
            let (parent, truth) = if on {
                self.on_parent[usize::from(id)]
            } else {
                (self.off_parent[usize::from(id)], NONE)
            };
            nodes.push(Node { id, on, truth });
            (id, on) = (parent, !on);
        }
        nodes.reverse();
        nodes
    }
}

struct Search<'a> {
    grid: &'a Grid,
    field: &'a Field,
    walk: Walk,
    found: Collector<Chain>,
}

impl Search<'_> {
    fn strong(&self, kind: Kind, id: usize) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.field
            .strong
            .of(id)
            .iter()
            .copied()
            .filter(move |&(_, truth)| {
                if self.field.is_cell(usize::from(truth)) {
                    kind.within_cells()
                } else {
                    kind.within_houses()
                }
            })
    }

    /// Turns what is on at this depth into what is off at the next.
    fn step_off(&mut self, kind: Kind, id: usize) {
        let skip = if kind.within_cells() {
            0
        } else {
            usize::from(self.field.in_cell[id])
        };
        for &other in &self.field.weak.of(id)[skip..] {
            let parent = &mut self.walk.off_parent[usize::from(other)];
            if *parent == NONE {
                *parent = id as u16;
                self.walk.next.push(other);
            }
        }
    }

    fn step_on(&mut self, kind: Kind, id: usize) {
        for &(other, truth) in self.field.strong.of(id) {
            let is_used = if self.field.is_cell(usize::from(truth)) {
                kind.within_cells()
            } else {
                kind.within_houses()
            };
            let parent = &mut self.walk.on_parent[usize::from(other)];
            if is_used && parent.0 == NONE {
                *parent = (id as u16, truth);
                self.walk.next.push(other);
            }
        }
    }

    fn turn(&mut self) {
        std::mem::swap(&mut self.walk.now, &mut self.walk.next);
        self.walk.next.clear();
    }

    /// All cycles through a candidate that is on.
    fn cycles(&mut self, kind: Kind, start: usize) {
        if kind == Kind::YCycle && self.field.in_cell[start] != 1 {
            return;
        }
        // The last link of a cycle comes from one of these, all of which the start excludes too.
        let last: Vec<(u16, u16)> = self.strong(kind, start).collect();
        if last.is_empty() {
            return;
        }
        self.walk.start(start, true);
        let most = self.found.most_nodes(kind.base(), 0);
        let mut depth = 0;
        while !self.walk.now.is_empty() && depth + 2 <= most {
            if depth > 0 {
                self.close(kind, start, depth, &last);
            }
            let now = std::mem::take(&mut self.walk.now);
            for &id in &now {
                self.step_off(kind, usize::from(id));
            }
            self.walk.now = now;
            self.turn();
            let now = std::mem::take(&mut self.walk.now);
            for &id in &now {
                self.step_on(kind, usize::from(id));
            }
            self.walk.now = now;
            self.turn();
            depth += 2;
        }
    }

    /// Offers the cycles that end with what is on at this depth and one of the last links.
    fn close(&mut self, kind: Kind, start: usize, depth: usize, last: &[(u16, u16)]) {
        let (field, nodes) = (self.field, depth + 2);
        for place in 0..self.walk.now.len() {
            let id = usize::from(self.walk.now[place]);
            if id == start {
                continue;
            }
            let first = if kind.within_cells() {
                0
            } else {
                usize::from(field.in_cell[id])
            };
            for &off in &field.weak.of(id)[first..] {
                let Some(&(_, truth)) = last.iter().find(|&&(other, _)| other == off) else {
                    continue;
                };
                if self.found.is_worse(kind.base(), 0, nodes) {
                    return;
                }
                let mut path = self.walk.path(id as u16, true);
                if path.iter().any(|node| node.id == off && !node.on) {
                    continue;
                }
                path.push(Node {
                    id: off,
                    on: false,
                    truth: NONE,
                });
                path.push(Node {
                    id: start as u16,
                    on: true,
                    truth,
                });
                let victims = self.victims(&path);
                if !victims.is_empty() {
                    self.found.offer(kind.base(), 0, nodes, || Chain {
                        kind,
                        nodes: path,
                        victims,
                    });
                }
            }
        }
    }

    /// Candidates outside the cells of a cycle that see one of its digits on and one off.
    fn victims(&self, path: &[Node]) -> Vec<Cand> {
        let geometry = &self.grid.geometry;
        let mut cells = super::super::cellset::CellSet::EMPTY;
        let mut seen = vec![[super::super::cellset::CellSet::EMPTY; 2]; geometry.size];
        for node in path {
            let Cand { cell, digit } = self.field.cands[usize::from(node.id)];
            cells.insert(usize::from(cell));
            seen[usize::from(digit)][usize::from(node.on)] |= geometry.peers[usize::from(cell)];
        }
        let mut victims = Vec::new();
        for (digit, [off, on]) in seen.iter().enumerate() {
            let there = (self.grid.places[digit] & *off & *on) - cells;
            victims.extend(there.iter().map(|cell| Cand::new(cell, digit)));
        }
        victims.sort_unstable();
        victims
    }

    /// The shortest chain from a candidate to its opposite.
    fn forcing(&mut self, kind: Kind, start: usize, on: bool) {
        self.walk.start(start, on);
        let most = self.found.most_nodes(kind.base(), 0);
        let (mut now_on, mut depth) = (on, 0);
        while !self.walk.now.is_empty() && depth + 2 <= most {
            let now = std::mem::take(&mut self.walk.now);
            for &id in &now {
                if now_on {
                    self.step_off(kind, usize::from(id));
                } else {
                    self.step_on(kind, usize::from(id));
                }
            }
            self.walk.now = now;
            self.turn();
            now_on = !now_on;
            depth += 1;
            let is_reached = if on {
                self.walk.off_parent[start] != NONE
            } else {
                self.walk.on_parent[start].0 != NONE
            };
            if is_reached {
                let nodes = self.walk.path(start as u16, !on);
                self.found.offer(kind.base(), 0, nodes.len(), || Chain {
                    kind,
                    nodes,
                    victims: Vec::new(),
                });
                return;
            }
        }
    }
}
