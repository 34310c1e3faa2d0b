//! The links of a board: what is false if a node is true (weak), and what is true if it is false
//! (strong).

use crate::als::{Als, almost_locked_sets};
use crate::cellset::CellSet;
use crate::grid::{Digits, Grid, digits_of};
use crate::proof::Truth;
use crate::step::{Cand, cands};

/// A candidate, or a group of candidates of one digit that exclude each other. It is on if one of
/// them is true, off if none is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// The digit.
    pub digit: usize,
    /// The cells.
    pub cells: CellSet,
}

impl Node {
    /// Its candidates.
    pub(super) fn cands(&self) -> Vec<Cand> {
        cands(self.cells, self.digit)
    }
}

/// The number of a node, twice, plus 1 if it is on: `4` says that node 2 is off.
pub(super) type Literal = u32;

/// The literal of a node.
#[inline]
pub(super) const fn literal(node: usize, on: bool) -> Literal {
    node as u32 * 2 + on as u32
}

/// The node of a literal.
#[inline]
pub(super) const fn node_of(literal: Literal) -> usize {
    (literal / 2) as usize
}

/// True if the literal says that its node is on.
#[inline]
pub(super) const fn is_on(literal: Literal) -> bool {
    literal % 2 == 1
}

/// Which links there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Links {
    /// All links between candidates.
    All,
    /// All links between candidates and groups.
    Grouped,
    /// The same with almost locked sets between them, which may overlap or not.
    Als {
        /// True if they may overlap.
        overlap: bool,
    },
    /// Links of one digit.
    Digit,
    /// Strong links of bivalue cells, weak links of one digit.
    Bivalue,
}

/// Nodes and links. Candidates come first, by cell and digit, then groups.
pub(super) struct Graph<'a> {
    /// The board.
    pub grid: &'a Grid,
    /// Its links.
    pub links: Links,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// How many nodes are candidates.
    pub single_count: usize,
    /// The almost locked sets.
    pub sets: Vec<Als>,
    /// The number of the first node that is the places of a digit in an almost locked set, and for
    /// each of these nodes its set. If such a node is off, the set is locked.
    first_of_sets: usize,
    set_of: Vec<usize>,
    /// True if an almost locked set costs as much as HoDoKu counts for one in an open chain, when it
    /// counts by cells: one link inside a set of two cells, else two for every cell but one.
    pub prefers_small_sets: bool,
    /// What follows at once from every literal.
    pub next: Vec<Vec<Literal>>,
    numbers: Vec<u16>,
}

/// More than the cells of all sets in a chain.
const HALF: usize = 64;
const NONE: u16 = u16::MAX;

impl<'a> Graph<'a> {
    /// The links of some kind.
    pub(super) fn new(grid: &'a Grid, links: Links) -> Graph<'a> {
        Graph::of_digits(grid, links, Digits::MAX)
    }

    /// The links of some kind, between candidates of some digits only.
    pub(super) fn of_digits(grid: &'a Grid, links: Links, digits: Digits) -> Graph<'a> {
        let geometry = &*grid.geometry;
        let mut graph = Graph {
            grid,
            links,
            nodes: Vec::new(),
            single_count: 0,
            sets: Vec::new(),
            first_of_sets: 0,
            set_of: Vec::new(),
            prefers_small_sets: false,
            next: Vec::new(),
            numbers: vec![NONE; geometry.cell_count * geometry.size],
        };
        for cell in grid.open {
            for digit in digits_of(grid.masks[cell] & digits) {
                graph.numbers[cell * geometry.size + digit] = graph.nodes.len() as u16;
                let cells = CellSet::of(cell);
                graph.nodes.push(Node { digit, cells });
            }
        }
        graph.single_count = graph.nodes.len();
        if graph.is_grouped() {
            graph.add_groups();
        }
        graph.first_of_sets = graph.nodes.len();
        graph.next = vec![Vec::new(); graph.nodes.len() * 2];
        for node in 0..graph.nodes.len() {
            graph.add_weak_links(node);
            graph.add_strong_links(node);
        }
        if let Links::Als { overlap } = links {
            graph.add_sets(overlap);
        }
        graph
    }

    const fn is_grouped(&self) -> bool {
        matches!(self.links, Links::Grouped | Links::Als { .. })
    }

    /// What it costs to come to a literal: half links in steps of `HALF`. HoDoKu counts five half
    /// links inside every almost locked set, whatever its size, and rounds the sum down. Between
    /// ways of the same length, sets with fewer cells are preferred.
    pub(super) fn cost(&self, literal: Literal) -> usize {
        let Some(set) = self.set(node_of(literal)) else {
            return 2 * HALF;
        };
        let cells = self.sets[set].cells.len();
        let inside = match cells {
            _ if !self.prefers_small_sets => 5,
            2 => 2,
            _ => 4 * (cells - 1),
        };
        (2 + inside) * HALF + cells
    }

    /// The links of a way.
    pub(super) fn length(&self, way: &[Literal]) -> usize {
        way.len() - 1 + self.sets_on(way).count() * 5 / 2
    }

    /// The cells of all almost locked sets on a way.
    pub(super) fn set_cells(&self, way: &[Literal]) -> usize {
        let sets = self.sets_on(way);
        sets.map(|set| self.sets[set].cells.len()).sum()
    }

    /// The almost locked sets on a way.
    pub(super) fn sets_on(&self, way: &[Literal]) -> impl Iterator<Item = usize> {
        way.iter().filter_map(|&literal| self.set(node_of(literal)))
    }

    /// The almost locked set of a node.
    pub(super) fn set(&self, node: usize) -> Option<usize> {
        let place = node.checked_sub(self.first_of_sets)?;
        self.set_of.get(place).copied()
    }

    /// The node of a candidate.
    #[inline]
    pub(super) fn number(&self, cell: usize, digit: usize) -> Option<usize> {
        match self.numbers[cell * self.grid.geometry.size + digit] {
            NONE => None,
            number => Some(usize::from(number)),
        }
    }

    /// True if the node is a single candidate.
    #[inline]
    pub(super) fn is_single(&self, node: usize) -> bool {
        node < self.single_count
    }

    /// The cell of a node that is a candidate.
    #[inline]
    pub(super) fn cell(&self, node: usize) -> Option<usize> {
        self.nodes[node]
            .cells
            .first()
            .filter(|_| self.is_single(node))
    }

    /// Groups: two candidates or more of a digit where a box and a line cross.
    ///
    /// ```text
    ///   5 . 5 | . . .
    ///   . . . | . . .     a group of 5s: row 1 and box 1
    /// ```
    fn add_groups(&mut self) {
        let grid = self.grid;
        let houses = &grid.geometry.houses;
        for (number, house) in houses.iter().enumerate() {
            for other in &houses[number + 1..] {
                let shared = house.set & other.set;
                if house.kind == other.kind || shared.len() < 2 {
                    continue;
                }
                for digit in 0..grid.geometry.size {
                    let cells = grid.places[digit] & shared;
                    let node = Node { digit, cells };
                    if cells.len() > 1 && !self.nodes[self.single_count..].contains(&node) {
                        self.nodes.push(node);
                    }
                }
            }
        }
    }

    /// A node that is on excludes what sees all of it: in its cell, then house by house. The order
    /// decides between ways of the same length.
    fn add_weak_links(&mut self, node: usize) {
        let grid = self.grid;
        let geometry = &grid.geometry;
        let Node { digit, cells } = self.nodes[node];
        let mut found = Vec::new();
        let is_mixed = self.links == Links::All || self.is_grouped();
        if let Some(cell) = self.cell(node).filter(|_| is_mixed) {
            let others = digits_of(grid.masks[cell] & !(1 << digit));
            found.extend(others.filter_map(|other| self.number(cell, other)));
        }
        let seen = geometry.common_peers(cells);
        let mut left = grid.places[digit] & seen;
        for house in geometry.common_houses(cells) {
            let here = left & geometry.houses[house].set;
            found.extend(here.iter().filter_map(|cell| self.number(cell, digit)));
            left -= here;
        }
        found.extend(left.iter().filter_map(|cell| self.number(cell, digit)));
        for (number, other) in self.nodes.iter().enumerate().skip(self.single_count) {
            if other.digit == digit && other.cells.is_within(&seen) {
                found.push(number);
            }
        }
        let off = found.into_iter().map(|other| literal(other, false));
        self.next[literal(node, true) as usize] = off.collect();
    }

    /// If a node is off, the rest of its cell or house is on.
    fn add_strong_links(&mut self, node: usize) {
        let grid = self.grid;
        let Node { digit, cells } = self.nodes[node];
        let mut found: Vec<usize> = Vec::new();
        if let Some(cell) = self.cell(node).filter(|_| self.links != Links::Digit) {
            let others = grid.masks[cell] & !(1 << digit);
            if others.count_ones() == 1 {
                found.extend(self.number(cell, others.trailing_zeros() as usize));
            }
        }
        let houses = grid.geometry.common_houses(cells);
        for house in houses.filter(|_| self.links != Links::Bivalue) {
            let rest = grid.places_in(digit, house) - cells;
            let other = match rest.only() {
                Some(cell) => self.number(cell, digit),
                None => self.group(digit, rest),
            };
            found.extend(other.filter(|other| !found.contains(other)));
        }
        // Candidates go before groups.
        found.sort_by_key(|&other| if self.is_single(other) { 0 } else { other });
        let on = found.into_iter().map(|other| literal(other, true));
        self.next[literal(node, false) as usize] = on.collect();
    }

    /// A node that is on may lock an almost locked set; the set then excludes all that sees the
    /// places of another digit in it, and may lock another set.
    ///
    /// ```text
    ///   X on - (e of the set off = f of the set on) - Y off
    /// ```
    fn add_sets(&mut self, overlap: bool) {
        let grid = self.grid;
        self.sets = almost_locked_sets(grid);
        self.sets.retain(|set| set.cells.len() > 1);
        for (number, set) in self.sets.iter().enumerate() {
            for digit in digits_of(set.digits) {
                let cells = set.places(grid, digit);
                self.nodes.push(Node { digit, cells });
                self.set_of.push(number);
            }
        }
        self.next.resize(self.nodes.len() * 2, Vec::new());
        for node in self.first_of_sets..self.nodes.len() {
            self.link_set(node, overlap);
        }
    }

    fn link_set(&mut self, node: usize, overlap: bool) {
        let number = self.set_of[node - self.first_of_sets];
        let set = &self.sets[number];
        let locked = literal(node, false);
        let entry = self.nodes[node].digit;
        let mut off = Vec::new();
        for (other, at) in self.nodes.iter().enumerate() {
            if set.digits >> at.digit & 1 == 0 || !at.cells.is_within(&set.seen[at.digit]) {
                continue;
            }
            let other_set = self.set(other);
            if at.digit == entry {
                if other_set.is_none() {
                    self.next[literal(other, true) as usize].push(locked);
                }
            } else if other_set.is_none_or(|other| {
                overlap || !self.sets[other].cells.meets(&self.sets[number].cells)
            }) {
                off.push(literal(other, false));
            }
        }
        self.next[locked as usize] = off;
    }

    /// A locked set may exclude all digits of a cell but one, which is then on:
    ///
    /// ```text
    ///   12 | 23 | 234      if 1 is gone from the first two cells, 2 and 3 are locked there,
    ///                      and the third is 4
    /// ```
    pub(super) fn add_forced_cells(&mut self) {
        let grid = self.grid;
        for node in self.first_of_sets..self.nodes.len() {
            let set = &self.sets[self.set_of[node - self.first_of_sets]];
            let entry = self.nodes[node].digit;
            let mut on = Vec::new();
            for cell in grid.open - set.cells {
                let gone = excluded(grid, set, entry, cell);
                let left = grid.masks[cell] & !gone;
                if gone.count_ones() > 1 && left.count_ones() == 1 {
                    on.extend(self.number(cell, left.trailing_zeros() as usize));
                }
            }
            let on = on.into_iter().map(|node| literal(node, true));
            self.next[literal(node, false) as usize].extend(on);
        }
    }

    fn group(&self, digit: usize, cells: CellSet) -> Option<usize> {
        let wanted = Node { digit, cells };
        (self.single_count..self.nodes.len()).find(|&number| self.nodes[number] == wanted)
    }

    /// Why one of two nodes is true.
    pub(super) fn truth(&self, one: &Node, other: &Node) -> Truth {
        let both = one.cells | other.cells;
        let house = self.grid.geometry.common_houses(both).find(|&house| {
            one.digit == other.digit && self.grid.places_in(one.digit, house) == both
        });
        match (house, one.cells.first()) {
            (Some(house), _) => Truth::House(house, one.digit),
            (None, Some(cell)) => Truth::Cell(cell),
            (None, None) => unreachable!("a node has cells"),
        }
    }
}

/// The digits of a cell outside an almost locked set that the set excludes once a digit is gone
/// from it.
pub(super) fn excluded(grid: &Grid, set: &Als, entry: usize, cell: usize) -> Digits {
    digits_of(set.digits & grid.masks[cell] & !(1 << entry))
        .filter(|&digit| set.seen[digit].has(cell))
        .fold(0, |all, digit| all | 1 << digit)
}
