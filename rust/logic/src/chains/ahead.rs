//! Looking ahead: what follows from a candidate by singles alone, a few rounds deep.

use super::graph::{Graph, Literal, is_on, literal, node_of};
use crate::cellset::CellSet;
use crate::geometry::MAX_SIZE;
use crate::grid::{Digits, Grid, digits_of};
use crate::proof::{Inference, Truth};
use crate::step::Cand;

/// Rounds of singles.
const ROUNDS: usize = 4;

/// Why a literal follows.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// It was supposed.
    Supposed,
    /// A candidate that is on excludes it.
    Seen(Literal),
    /// It is the last candidate of a cell.
    Cell(usize),
    /// It is the last place of a digit in a house.
    House(usize, usize),
}

/// What follows from a literal, in the order in which it was found.
pub(super) struct Ahead<'a> {
    graph: &'a Graph<'a>,
    masks: Vec<Digits>,
    places: [CellSet; MAX_SIZE],
    open: CellSet,
    /// The literals with their reasons.
    found: Vec<(Literal, Why)>,
}

impl<'a> Ahead<'a> {
    /// Looks ahead from a literal.
    pub(super) fn from(graph: &'a Graph<'a>, start: Literal) -> Ahead<'a> {
        let grid = graph.grid;
        let mut ahead = Ahead {
            graph,
            masks: grid.masks[..grid.geometry.cell_count].to_vec(),
            places: grid.places,
            open: grid.open,
            found: Vec::new(),
        };
        let (cell, digit) = ahead.cand(start);
        if is_on(start) {
            ahead.place(cell, digit, Why::Supposed);
        } else {
            ahead.eliminate(cell, digit, Why::Supposed);
        }
        for _ in 0..ROUNDS {
            if !ahead.round() {
                break;
            }
        }
        ahead
    }

    /// The literals that follow, the supposed one first.
    pub(super) fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        self.found.iter().map(|&(literal, _)| literal)
    }

    fn cand(&self, literal: Literal) -> (usize, usize) {
        let node = &self.graph.nodes[node_of(literal)];
        (node.cells.first().unwrap_or_default(), node.digit)
    }

    /// Places all naked singles, then all hidden ones; true if there were any.
    fn round(&mut self) -> bool {
        let grid = self.graph.grid;
        let naked: Vec<(usize, usize)> = self
            .open
            .iter()
            .filter(|&cell| self.masks[cell].count_ones() == 1)
            .map(|cell| (cell, self.masks[cell].trailing_zeros() as usize))
            .collect();
        let hidden = self.hidden(grid);
        for &(cell, digit) in &naked {
            self.place_if_open(cell, digit, Why::Cell(cell));
        }
        for &(cell, digit, house) in &hidden {
            self.place_if_open(cell, digit, Why::House(house, digit));
        }
        !(naked.is_empty() && hidden.is_empty())
    }

    fn hidden(&self, grid: &Grid) -> Vec<(usize, usize, usize)> {
        let mut hidden = Vec::new();
        for (house, found) in grid.geometry.houses.iter().enumerate() {
            for digit in 0..grid.geometry.size {
                if let Some(cell) = (self.places[digit] & found.set).only() {
                    hidden.push((cell, digit, house));
                }
            }
        }
        hidden
    }

    fn place_if_open(&mut self, cell: usize, digit: usize, why: Why) {
        if self.open.has(cell) {
            self.place(cell, digit, why);
        }
    }

    fn place(&mut self, cell: usize, digit: usize, why: Why) {
        let Some(node) = self.graph.number(cell, digit) else {
            return;
        };
        let on = literal(node, true);
        self.found.push((on, why));
        let others = self.masks[cell] & !(1 << digit);
        for other in digits_of(others) {
            self.eliminate(cell, other, Why::Seen(on));
        }
        for peer in self.places[digit] & self.graph.grid.geometry.peers[cell] {
            self.eliminate(peer, digit, Why::Seen(on));
        }
        self.masks[cell] = 0;
        self.places[digit].remove(cell);
        self.open.remove(cell);
    }

    fn eliminate(&mut self, cell: usize, digit: usize, why: Why) {
        self.masks[cell] &= !(1 << digit);
        self.places[digit].remove(cell);
        if let Some(node) = self.graph.number(cell, digit) {
            self.found.push((literal(node, false), why));
        }
    }

    /// The inferences that lead to a literal, in order.
    pub(super) fn proof(&self, end: Literal) -> Vec<Inference> {
        let graph = self.graph;
        let mut needed = vec![end];
        let mut proof = Vec::new();
        for &(literal, why) in self.found.iter().rev() {
            if !needed.contains(&literal) {
                continue;
            }
            let cand = graph.nodes[node_of(literal)].cands()[0];
            let truth = match why {
                Why::Supposed => continue,
                Why::Seen(on) => {
                    needed.push(on);
                    proof.push(Inference::Sees {
                        on: graph.nodes[node_of(on)].cands()[0],
                        off: vec![cand],
                    });
                    continue;
                }
                Why::Cell(cell) => Truth::Cell(cell),
                Why::House(house, digit) => Truth::House(house, digit),
            };
            needed.extend(rest_of(graph, &truth, cand));
            proof.push(Inference::Last { truth, on: cand });
        }
        proof.reverse();
        proof
    }
}

/// The other candidates of a truth, which have to be off.
fn rest_of(graph: &Graph<'_>, truth: &Truth, cand: Cand) -> Vec<Literal> {
    let (cell, digit) = (usize::from(cand.cell), usize::from(cand.digit));
    let grid = graph.grid;
    let nodes: Vec<usize> = match *truth {
        Truth::Cell(_) => digits_of(grid.masks[cell] & !(1 << digit))
            .filter_map(|other| graph.number(cell, other))
            .collect(),
        Truth::House(house, _) => (grid.places_in(digit, house) - CellSet::of(cell))
            .iter()
            .filter_map(|other| graph.number(other, digit))
            .collect(),
        Truth::Deadly(_) => Vec::new(),
    };
    nodes.into_iter().map(|node| literal(node, false)).collect()
}
