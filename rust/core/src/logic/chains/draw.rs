//! Chains as steps: what they exclude, what to draw, and the proof.

use super::graph::{Graph, Literal, Node, is_on, node_of};
use super::loops::{Chain, Shape};
use crate::logic::cellset::CellSet;
use crate::logic::grid::digits_of;
use crate::logic::proof::{Inference, Truth};
use crate::logic::search::Technique;
use crate::logic::step::{Cand, Link, Mark, Step};

/// The candidates that see all of two nodes of which one is true.
pub(super) fn open_off(graph: &Graph<'_>, one: usize, other: usize) -> Vec<Cand> {
    let (one, other) = (&graph.nodes[one], &graph.nodes[other]);
    let grid = graph.grid;
    if one.digit == other.digit {
        let places = grid.seen_by_all(one.cells | other.cells, one.digit);
        return places
            .iter()
            .map(|cell| Cand::new(cell, one.digit))
            .collect();
    }
    let (Some(first), Some(second)) = (one.cells.only(), other.cells.only()) else {
        return Vec::new();
    };
    if first == second || !grid.geometry.peers[first].has(second) {
        return Vec::new();
    }
    [(first, other.digit), (second, one.digit)]
        .into_iter()
        .filter(|&(cell, digit)| grid.has(cell, digit))
        .map(|(cell, digit)| Cand::new(cell, digit))
        .collect()
}

/// The candidates that see both ends of a weak link of a closed loop. Where the link is one of
/// houses, cells of the loop itself keep theirs.
pub(super) fn closed_off(graph: &Graph<'_>, way: &[Literal]) -> Vec<Cand> {
    let inside = way.iter().fold(CellSet::EMPTY, |cells, &literal| {
        cells | graph.nodes[node_of(literal)].cells
    });
    weak_links(way, true)
        .flat_map(|(one, other)| {
            let is_inside_cell = graph.nodes[one].digit != graph.nodes[other].digit;
            let mut off = between(graph, one, other);
            off.retain(|cand| is_inside_cell || !inside.has(usize::from(cand.cell)));
            off
        })
        .collect()
}

/// What a weak link of a closed loop excludes.
fn between(graph: &Graph<'_>, one: usize, other: usize) -> Vec<Cand> {
    let (one, other) = (&graph.nodes[one], &graph.nodes[other]);
    if one.digit == other.digit {
        let places = graph.grid.seen_by_all(one.cells | other.cells, one.digit);
        places
            .iter()
            .map(|cell| Cand::new(cell, one.digit))
            .collect()
    } else {
        let cell = one.cells.first().unwrap_or_default();
        let pair = 1 << one.digit | 1 << other.digit;
        digits_of(graph.grid.masks[cell] & !pair)
            .map(|digit| Cand::new(cell, digit))
            .collect()
    }
}

/// Pairs of nodes of which one at most is true: from a true literal to a false one. A closed loop
/// has one more from its end to its beginning.
fn weak_links(way: &[Literal], is_closed: bool) -> impl Iterator<Item = (usize, usize)> + '_ {
    let last = is_closed.then(|| (node_of(way[way.len() - 1]), node_of(way[0])));
    way.windows(2)
        .filter(|pair| is_on(pair[0]))
        .map(|pair| (node_of(pair[0]), node_of(pair[1])))
        .chain(last)
}

fn strong_links(way: &[Literal]) -> impl Iterator<Item = (usize, usize)> + '_ {
    way.windows(2)
        .filter(|pair| !is_on(pair[0]))
        .map(|pair| (node_of(pair[0]), node_of(pair[1])))
}

/// The step of a chain.
pub(super) fn step(graph: &Graph<'_>, technique: &Technique, chain: &Chain) -> Step {
    Step {
        eliminations: chain.off.clone(),
        marks: marks(graph, chain),
        proof: proof(graph, chain),
        length: chain.way.len() as u32 - 1,
        ..technique.step()
    }
}

fn marks(graph: &Graph<'_>, chain: &Chain) -> Vec<Mark> {
    let nodes_that_are = |on: bool| -> Vec<Cand> {
        let wanted = chain.way.iter().filter(|&&literal| is_on(literal) == on);
        let mut cands: Vec<Cand> = wanted
            .flat_map(|&literal| graph.nodes[node_of(literal)].cands())
            .filter(|cand| !chain.off.contains(cand))
            .collect();
        cands.sort_unstable();
        cands.dedup();
        cands
    };
    vec![
        Mark::candidates("on", nodes_that_are(true)),
        Mark::candidates("off", nodes_that_are(false)),
        Mark::links("cause", links(graph, chain)),
    ]
}

fn links(graph: &Graph<'_>, chain: &Chain) -> Vec<Link> {
    let way = &chain.way;
    let link = |start: Literal, end: Literal| Link {
        start: graph.nodes[node_of(start)].cands(),
        end: graph.nodes[node_of(end)].cands(),
        strong: !is_on(start),
    };
    let mut links: Vec<Link> = way.windows(2).map(|pair| link(pair[0], pair[1])).collect();
    if chain.shape == Shape::Continuous {
        links.push(link(way[way.len() - 1], way[0]));
    }
    links
}

/// Counts: the strong links are truths, the weak ones links. In a closed loop there are as many of
/// both, so whatever is in a link beside its ends is false. An open chain gets two more links, from
/// a victim to either end: the victim is in both, one more than there are links to spare.
fn proof(graph: &Graph<'_>, chain: &Chain) -> Vec<Inference> {
    if chain.shape == Shape::Continuous {
        return closed_proof(graph, chain);
    }
    // A loop may begin or end with the candidate that it excludes; without it the chain is an open
    // one.
    let begins_on = is_on(chain.way[0]);
    let ends_off = chain.way.last().is_some_and(|&literal| !is_on(literal));
    let way = &chain.way[usize::from(begins_on)..chain.way.len() - usize::from(ends_off)];
    let truths: Vec<Truth> = strong_links(way)
        .map(|(one, other)| graph.truth(one, other))
        .collect();
    let inner: Vec<Vec<Cand>> = weak_links(way, false)
        .map(|(one, other)| both(&graph.nodes[one], &graph.nodes[other]))
        .collect();
    let ends = [way[0], way[way.len() - 1]].map(|literal| graph.nodes[node_of(literal)]);
    chain
        .off
        .iter()
        .map(|&victim| {
            let mut links = inner.clone();
            for end in ends {
                let mut link = end.cands();
                link.push(victim);
                links.push(link);
            }
            Inference::Count {
                truths: truths.clone(),
                links,
                off: vec![victim],
            }
        })
        .collect()
}

fn both(one: &Node, other: &Node) -> Vec<Cand> {
    let mut cands = one.cands();
    cands.extend(other.cands());
    cands
}

/// Victims of one weak link need not exclude each other (they may be in two houses), so there may
/// be several counts, each with the victims that fit together.
fn closed_proof(graph: &Graph<'_>, chain: &Chain) -> Vec<Inference> {
    let truths: Vec<Truth> = strong_links(&chain.way)
        .map(|(one, other)| graph.truth(one, other))
        .collect();
    let pairs: Vec<(usize, usize)> = weak_links(&chain.way, true).collect();
    let mut left: Vec<Cand> = chain.off.clone();
    let mut proof = Vec::new();
    while !left.is_empty() {
        let mut off = Vec::new();
        let mut links = Vec::new();
        for &(one, other) in &pairs {
            let mut link = both(&graph.nodes[one], &graph.nodes[other]);
            let victims = between(graph, one, other);
            for &victim in left.iter().filter(|victim| victims.contains(victim)) {
                if link.iter().all(|&cand| excludes(graph, cand, victim)) {
                    link.push(victim);
                    off.push(victim);
                }
            }
            links.push(link);
        }
        left.retain(|victim| !off.contains(victim));
        off.sort_unstable();
        off.dedup();
        proof.push(Inference::Count {
            truths: truths.clone(),
            links,
            off,
        });
    }
    proof
}

fn excludes(graph: &Graph<'_>, one: Cand, other: Cand) -> bool {
    let peers: &CellSet = &graph.grid.geometry.peers[usize::from(one.cell)];
    if one.cell == other.cell {
        one.digit != other.digit
    } else {
        one.digit == other.digit && peers.has(usize::from(other.cell))
    }
}

/// True if a chain comes back to a cell that it left, or a loop begins or ends inside its cell.
///
/// This follows HoDoKu, which reads a chain from its end: a group leaves its first cell behind,
/// and meets what is there with all of its cells. Where a loop begins it may come back, too, with
/// the first cell of a group.
pub(super) fn returns(graph: &Graph<'_>, way: &[Literal], shape: Shape) -> bool {
    let cells = |literal: Literal| graph.nodes[node_of(literal)].cells;
    let (first, last) = (cells(way[0]), cells(way[way.len() - 1]));
    let is_loop = shape != Shape::Open;
    if is_loop && (first == cells(way[1]) || last == cells(way[way.len() - 2])) {
        return true;
    }
    let exempt = if is_loop { first } else { CellSet::EMPTY };
    let mut seen = CellSet::EMPTY;
    let mut before = CellSet::EMPTY;
    for &literal in way.iter().rev() {
        let here = cells(literal);
        let head = here.first().map_or(CellSet::EMPTY, CellSet::of);
        if here != before && ((head - exempt) | (here - head)).meets(&seen) {
            return true;
        }
        seen |= head;
        before = here;
    }
    false
}
