//! Single chains: cycles that hold both ways round, and forcing chains that refute their start.
//!
//! ```text
//!   cycle           a on -> b off -> c on -> d off -> a on
//!   forcing chain   a on -> b off -> c on -> a off          (or from a off to a on)
//! ```
//!
//! An X-chain stays with one digit, a Y-cycle with cells of two candidates. All are found breadth
//! first, so that the first chain from a start is its shortest.

use super::field::{Lists, NONE, Set};
use super::implications::{Implications, Links};
use super::left::Left;
use super::rating::{Collector, Rank, most_nodes, rating};

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

    /// True if the chain ends where it began.
    pub(super) fn is_cycle(self) -> bool {
        !matches!(self, Kind::XChain | Kind::Chain)
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
    pub(super) victims: Vec<u16>,
}

/// Equal chains prove the same: an X-chain may be found as a chain, too.
impl PartialEq for Chain {
    fn eq(&self, other: &Chain) -> bool {
        self.nodes == other.nodes && self.victims == other.victims
    }
}

impl Chain {
    /// What is removed from what is left of a board.
    pub(super) fn removed(&self, left: &Left<'_>) -> Vec<u16> {
        if self.kind.is_cycle() {
            return self.victims.clone();
        }
        let start = self.nodes[0];
        left.removed(start.id, !start.on)
    }
}

/// Which chains a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// The preferred one.
    Best,
    /// For all that can be removed, the preferred one that removes it, and perhaps others.
    Easiest,
    /// All of them.
    All,
}

/// Kinds that count as looked for together, start by start: cycles, then chains.
const PASSES: [[Option<Kind>; 2]; 3] = [
    [Some(Kind::XCycle), Some(Kind::XChain)],
    [Some(Kind::YCycle), None],
    [Some(Kind::Cycle), Some(Kind::Chain)],
];

/// Finds chains of some kinds on what is left of a board, the preferred ones first. All else being
/// equal, those of an earlier pass are preferred, then those of an earlier start.
pub(super) fn search(
    left: &Left<'_>,
    links: &Links,
    kinds: &[Kind],
    amount: Amount,
) -> Vec<(Rank, Chain)> {
    if !links.of(left, false).has_refuted() {
        return Vec::new();
    }
    let mut search = Search {
        left,
        strong: Lists::new(0, 0),
        idle: [Set::default(), Set::default()],
        walk: Walk::new(left),
        found: Collector::new(amount != Amount::Best),
        easiest: None,
    };
    // Chains first: they are fast, and tell which cycles are of interest.
    for with_cycles in [false, true] {
        if with_cycles && amount == Amount::Easiest && kinds.contains(&Kind::Chain) {
            search.limit_cycles(links.of(left, false));
        }
        for (pass, [cycle, chain]) in PASSES.iter().enumerate() {
            let (kind, place) = if with_cycles { (cycle, 0) } else { (chain, 1) };
            let Some(kind) = kind.filter(|kind| kinds.contains(kind)) else {
                continue;
            };
            let implications = links.of(left, !kind.within_cells());
            if implications.has_refuted() {
                search.look(kind, implications, (pass, place));
            }
        }
    }
    search.found.into_sorted()
}

/// A walk from a start: parents and depths of what was reached.
struct Walk {
    /// What was reached, or leads nowhere.
    off: Set,
    on: Set,
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
    fn new(left: &Left<'_>) -> Walk {
        let len = left.field.len();
        Walk {
            off: Set::new(len),
            on: Set::new(len),
            off_parent: vec![NONE; len],
            on_parent: vec![(NONE, NONE); len],
            now: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Starts anew from a candidate that is on, or off. What is idle counts as reached already.
    fn start(&mut self, idle: &[Set; 2], id: usize, on: bool) {
        self.off.clone_from(&idle[0]);
        self.on.clone_from(&idle[1]);
        if on {
            self.on.insert(id);
            self.off.remove(id);
            self.on_parent[id] = (START, NONE);
        } else {
            self.off.insert(id);
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
    left: &'a Left<'a>,
    /// The other one where a truth of a candidate has two left, and that truth, of one kind.
    strong: Lists<(u16, u16)>,
    /// Candidates that lead nowhere when they are off, or on.
    idle: [Set; 2],
    walk: Walk,
    found: Collector<Chain>,
    /// The preferred chain that removes a candidate: its rating and nodes. Cycles that are worse
    /// for all that they remove are of no interest.
    easiest: Option<Vec<(u16, usize)>>,
}

/// Removed by no chain.
const BY_NONE: (u16, usize) = (u16::MAX, usize::MAX);

impl Search<'_> {
    /// Looks for chains of a kind from every start.
    fn look(&mut self, kind: Kind, implications: &Implications, (pass, place): (usize, usize)) {
        let left = self.left;
        self.strong = left.strong(|truth| match left.field.is_cell(truth) {
            true => kind.within_cells(),
            false => kind.within_houses(),
        });
        self.idle = [left.gone.clone(), Set::new(left.field.len())];
        for id in 0..left.field.len() {
            if self.strong.of(id).is_empty() {
                self.idle[0].insert(id);
            }
            // What leads back to the start of a cycle leads back to itself.
            if kind.is_cycle() && !implications.is_recurring(id) {
                self.idle[1].insert(id);
            }
        }
        let most = self.most_of_cycles(kind);
        let is_open = |id: usize| !left.gone.has(id) && left.in_cell(id) > 1;
        for id in (0..left.field.len()).filter(|&id| is_open(id)) {
            self.found
                .begin_part((pass * left.field.len() + id) * 2 + place);
            if kind.is_cycle() {
                if !implications.is_recurring(id) {
                    continue;
                }
                let most = most.unwrap_or_else(|| self.found.most_nodes(kind.base(), 0));
                self.cycles(kind, id, most);
                continue;
            }
            if implications.is_refuted(id) {
                self.forcing(kind, id, true);
            }
            if implications.is_confirmed(id) {
                self.forcing(kind, id, false);
            }
        }
    }

    /// Takes note of what the chains found so far remove. What a cycle removes refutes itself, so a
    /// chain removes it as well.
    fn limit_cycles(&mut self, implications: &Implications) {
        let mut easiest = vec![(0, 0); self.left.field.len()];
        for id in implications.refuted() {
            easiest[id] = BY_NONE;
        }
        for (rank, chain) in self.found.iter() {
            for id in chain.removed(self.left) {
                let best = &mut easiest[usize::from(id)];
                *best = (*best).min((rank.rating, rank.nodes));
            }
        }
        self.easiest = Some(easiest);
    }

    /// The most nodes with which a cycle is of interest, as far as is known before it is looked for.
    fn most_of_cycles(&self, kind: Kind) -> Option<usize> {
        let worst = *self.easiest.as_ref()?.iter().max()?;
        let most = most_nodes(|nodes| (rating(kind.base(), nodes), nodes) <= worst);
        Some(most)
    }

    /// Turns what is on at this depth into what is off at the next.
    #[inline]
    fn step_off(&mut self, kind: Kind, id: usize) {
        let field = self.left.field;
        let seen = self.walk.off.words();
        if field
            .excluded(id)
            .iter()
            .zip(seen)
            .all(|(all, seen)| all & !seen == 0)
        {
            return;
        }
        let skip = if kind.within_cells() {
            0
        } else {
            usize::from(field.in_cell[id])
        };
        for &other in &field.weak.of(id)[skip..] {
            if self.walk.off.add(usize::from(other)) {
                self.walk.off_parent[usize::from(other)] = id as u16;
                self.walk.next.push(other);
            }
        }
    }

    #[inline]
    fn step_on(&mut self, id: usize) {
        for &(other, truth) in self.strong.of(id) {
            if self.walk.on.add(usize::from(other)) {
                self.walk.on_parent[usize::from(other)] = (id as u16, truth);
                self.walk.next.push(other);
            }
        }
    }

    /// Goes on to the next depth.
    fn step(&mut self, kind: Kind, is_on: bool) {
        let now = std::mem::take(&mut self.walk.now);
        for &id in &now {
            if is_on {
                self.step_off(kind, usize::from(id));
            } else {
                self.step_on(usize::from(id));
            }
        }
        self.walk.now = std::mem::replace(&mut self.walk.next, now);
        self.walk.next.clear();
    }

    /// All cycles through a candidate that is on, with so many nodes at most.
    fn cycles(&mut self, kind: Kind, start: usize, most: usize) {
        if kind == Kind::YCycle && self.left.in_cell(start) != 2 {
            return;
        }
        // The last link of a cycle comes from one of these, all of which the start excludes too.
        if self.strong.of(start).is_empty() {
            return;
        }
        let last: Vec<(u16, u16)> = self.strong.of(start).to_vec();
        self.walk.start(&self.idle, start, true);
        let mut depth = 0;
        while !self.walk.now.is_empty() && depth + 2 <= most {
            if depth > 0 {
                self.close(kind, start, depth, &last);
            }
            self.step(kind, true);
            self.step(kind, false);
            depth += 2;
        }
    }

    /// Offers the cycles that end with what is on at this depth and one of the last links.
    fn close(&mut self, kind: Kind, start: usize, depth: usize, last: &[(u16, u16)]) {
        let (field, nodes) = (self.left.field, depth + 2);
        for place in 0..self.walk.now.len() {
            let id = usize::from(self.walk.now[place]);
            let excludes = |&(other, _): &(u16, u16)| field.excludes(id, usize::from(other));
            if id == start || !last.iter().any(excludes) {
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
                if self.is_of_interest(kind, nodes, &victims) {
                    self.found.offer(kind.base(), 0, nodes, || Chain {
                        kind,
                        nodes: path,
                        victims,
                    });
                }
            }
        }
    }

    fn is_of_interest(&self, kind: Kind, nodes: usize, victims: &[u16]) -> bool {
        match &self.easiest {
            None => !victims.is_empty(),
            Some(easiest) => {
                let rank = (rating(kind.base(), nodes), nodes);
                victims.iter().any(|&id| rank <= easiest[usize::from(id)])
            }
        }
    }

    /// Candidates outside the cells of a cycle that see one of its digits on and one off.
    fn victims(&self, path: &[Node]) -> Vec<u16> {
        let field = self.left.field;
        let mut seen = [Set::new(field.len()), Set::new(field.len())];
        let mut cells = self.left.gone.clone();
        for node in path {
            let id = usize::from(node.id);
            seen[usize::from(node.on)].join(field.excluded(id));
            let (first, end) = field.cell_mates(id);
            for mate in first..end {
                cells.insert(mate);
            }
        }
        let [mut victims, on] = seen;
        victims.keep(&on);
        let victims = victims.iter().filter(|&id| !cells.has(id));
        victims.map(|id| id as u16).collect()
    }

    /// The shortest chain from a candidate to its opposite.
    fn forcing(&mut self, kind: Kind, start: usize, on: bool) {
        self.walk.start(&self.idle, start, on);
        let most = self.found.most_nodes(kind.base(), 0);
        let (mut now_on, mut depth) = (on, 0);
        while !self.walk.now.is_empty() && depth + 2 <= most {
            self.step(kind, now_on);
            now_on = !now_on;
            depth += 1;
            let reached = if on { &self.walk.off } else { &self.walk.on };
            if reached.has(start) {
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
