//! Chains as steps: what they exclude, what to draw, and the proof.

use super::graph::{Graph, Literal, Node, excluded, is_on, node_of};
use super::loops::{Chain, Shape};
use crate::als::Als;
use crate::cellset::CellSet;
use crate::grid::digits_of;
use crate::proof::{Inference, Truth};
use crate::search::Technique;
use crate::step::{Cand, Link, Mark, Step, cands};

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

/// A node of a chain as it is drawn, with almost locked sets spelled out.
struct Point {
    node: Node,
    on: bool,
    /// The set whose digits make the strong link that leads here.
    set: Option<usize>,
    /// True if this is a cell outside the set, which has no other digit left.
    is_forced: bool,
}

/// A chain with what is true in an almost locked set between what is false before and after it.
fn spell(graph: &Graph<'_>, way: &[Literal]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut locked: Option<usize> = None;
    for &literal in way {
        let node = graph.nodes[node_of(literal)];
        let is_forced = locked.is_some() && is_on(literal);
        if let Some(set) = locked.filter(|_| !is_forced) {
            let cells = graph.sets[set].places(graph.grid, node.digit);
            let digit = node.digit;
            points.push(Point {
                node: Node { digit, cells },
                on: true,
                set: Some(set),
                is_forced,
            });
        }
        points.push(Point {
            node,
            on: is_on(literal),
            set: locked.filter(|_| is_forced),
            is_forced,
        });
        locked = graph.set(node_of(literal));
    }
    points
}

/// Pairs of nodes of which one at most is true: from a true one to a false one. A closed loop has
/// one more from its end to its beginning.
fn weak_links(points: &[Point], is_closed: bool) -> impl Iterator<Item = (&Node, &Node)> {
    let last = is_closed.then(|| (&points[points.len() - 1].node, &points[0].node));
    points
        .windows(2)
        .filter(|pair| pair[0].on)
        .map(|pair| (&pair[0].node, &pair[1].node))
        .chain(last)
}

/// The truths of the strong links, and the links inside almost locked sets: their other digits.
fn truths(graph: &Graph<'_>, points: &[Point]) -> (Vec<Truth>, Vec<Vec<Cand>>) {
    let (mut truths, mut links) = (Vec::new(), Vec::new());
    for pair in points.windows(2).filter(|pair| !pair[0].on) {
        let (one, other) = (&pair[0].node, &pair[1].node);
        match pair[1].set.map(|set| &graph.sets[set]) {
            None => truths.push(graph.truth(one, other)),
            Some(set) => {
                let forced = other.cells.first().filter(|_| pair[1].is_forced);
                truths.extend(set.cells.iter().chain(forced).map(Truth::Cell));
                links.extend(inner_links(graph, set, one.digit, other.digit, forced));
            }
        }
    }
    (truths, links)
}

/// The digits of an almost locked set beside those where a chain enters and leaves it. If it leaves
/// by a cell outside that the set forces, it is the digits of that cell which the set excludes, too.
fn inner_links(
    graph: &Graph<'_>,
    set: &Als,
    entry: usize,
    exit: usize,
    forced: Option<usize>,
) -> Vec<Vec<Cand>> {
    let grid = graph.grid;
    let gone = forced.map_or(0, |cell| excluded(grid, set, entry, cell));
    let ends = match forced {
        Some(_) => 1 << entry,
        None => 1 << entry | 1 << exit,
    };
    let link = |digit: usize| {
        let outside = forced.filter(|_| gone >> digit & 1 == 1);
        let mut link = cands(set.places(grid, digit), digit);
        link.extend(outside.map(|cell| Cand::new(cell, digit)));
        link
    };
    digits_of(set.digits & !ends).map(link).collect()
}

/// What the weak links of a closed loop exclude. Where a link is one of houses, cells of the loop
/// itself keep theirs. Almost locked sets of the loop are locked.
pub(super) fn closed_off(graph: &Graph<'_>, way: &[Literal]) -> Vec<Cand> {
    let points = spell(graph, way);
    let inside = points
        .iter()
        .fold(CellSet::EMPTY, |cells, point| cells | point.node.cells);
    let mut off: Vec<Cand> = Vec::new();
    for (one, other) in weak_links(&points, true) {
        if one.digit == other.digit {
            let places = graph.grid.seen_by_all(one.cells | other.cells, one.digit) - inside;
            off.extend(cands(places, one.digit));
        } else {
            let cell = one.cells.first().unwrap_or_default();
            let pair = 1 << one.digit | 1 << other.digit;
            let others = digits_of(graph.grid.masks[cell] & !pair);
            off.extend(others.map(|digit| Cand::new(cell, digit)));
        }
    }
    for link in truths(graph, &points).1 {
        let digit = usize::from(link[0].digit);
        let cells: CellSet = link.iter().map(|cand| usize::from(cand.cell)).collect();
        off.extend(cands(graph.grid.seen_by_all(cells, digit), digit));
    }
    off
}

/// The step of a chain.
pub(super) fn step(graph: &Graph<'_>, technique: &Technique, chain: &Chain) -> Step {
    let points = spell(graph, &chain.way);
    let is_closed = chain.shape == Shape::Continuous;
    Step {
        eliminations: chain.off.clone(),
        marks: marks(graph, chain, &points),
        proof: if is_closed {
            closed_proof(graph, chain, &points)
        } else {
            open_proof(graph, chain, points)
        },
        length: graph.length(&chain.way) as u32,
        ..technique.step()
    }
}

const SETS: [&str; 4] = ["set-a", "set-b", "set-c", "set-d"];

fn marks(graph: &Graph<'_>, chain: &Chain, points: &[Point]) -> Vec<Mark> {
    let nodes_that_are = |on: bool| -> Vec<Cand> {
        let wanted = points.iter().filter(|point| point.on == on);
        let mut cands: Vec<Cand> = wanted
            .flat_map(|point| point.node.cands())
            .filter(|cand| !chain.off.contains(cand))
            .collect();
        cands.sort_unstable();
        cands.dedup();
        cands
    };
    let sets = points.iter().filter_map(|point| point.set);
    let mut marks: Vec<Mark> = sets
        .zip(SETS.into_iter().cycle())
        .map(|(set, role)| graph.sets[set].mark(graph.grid, role))
        .collect();
    marks.push(Mark::candidates("on", nodes_that_are(true)));
    marks.push(Mark::candidates("off", nodes_that_are(false)));
    marks.push(Mark::links("cause", links(chain, points)));
    marks
}

fn links(chain: &Chain, points: &[Point]) -> Vec<Link> {
    let link = |start: &Point, end: &Point| Link {
        start: start.node.cands(),
        end: end.node.cands(),
        strong: !start.on,
    };
    let mut links: Vec<Link> = points
        .windows(2)
        .map(|pair| link(&pair[0], &pair[1]))
        .collect();
    if chain.shape == Shape::Continuous {
        links.push(link(&points[points.len() - 1], &points[0]));
    }
    links
}

/// Counts: the strong links are truths, the weak ones links. An open chain gets two more links, from
/// a victim to either end: the victim is in both, one more than there are links to spare.
fn open_proof(graph: &Graph<'_>, chain: &Chain, mut points: Vec<Point>) -> Vec<Inference> {
    // A loop may begin or end with the candidate that it excludes; without it the chain is an open
    // one.
    if points.last().is_some_and(|last| !last.on) {
        points.pop();
    }
    if points[0].on {
        points.remove(0);
    }
    let (truths, mut inner) = truths(graph, &points);
    inner.extend(weak_links(&points, false).map(|(one, other)| both(one, other)));
    let ends = [&points[0].node, &points[points.len() - 1].node];
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

/// Counts: a closed loop has as many truths as links, so whatever is in a link beside its ends is
/// false. Victims of one link need not exclude each other (they may be in two houses), so there may
/// be several counts, each with the victims that fit together.
fn closed_proof(graph: &Graph<'_>, chain: &Chain, points: &[Point]) -> Vec<Inference> {
    let (truths, mut inner) = truths(graph, points);
    inner.extend(weak_links(points, true).map(|(one, other)| both(one, other)));
    let mut left: Vec<Cand> = chain.off.clone();
    let mut proof = Vec::new();
    while !left.is_empty() {
        let mut off = Vec::new();
        let mut links = inner.clone();
        for link in &mut links {
            for &victim in &left {
                if link.iter().all(|&cand| excludes(graph, cand, victim)) {
                    link.push(victim);
                    off.push(victim);
                }
            }
        }
        off.sort_unstable();
        off.dedup();
        debug_assert!(!off.is_empty(), "every victim is excluded by a link");
        left.retain(|victim| !off.contains(victim));
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

/// True if a chain uses an almost locked set twice.
fn repeats_a_set(graph: &Graph<'_>, way: &[Literal]) -> bool {
    let sets: Vec<usize> = way
        .iter()
        .filter_map(|&literal| graph.set(node_of(literal)))
        .collect();
    let is_again = |place: usize| sets[..place].contains(&sets[place]);
    (0..sets.len()).any(is_again)
}

/// True if a chain comes back to a cell that it left or to an almost locked set, or a loop begins or
/// ends inside its cell.
///
/// This follows HoDoKu, which reads a chain from its end: a group leaves its first cell behind,
/// and meets what is there with all of its cells. Where a loop begins it may come back, too, with
/// the first cell of a group.
pub(super) fn returns(graph: &Graph<'_>, way: &[Literal], shape: Shape) -> bool {
    if repeats_a_set(graph, way) {
        return true;
    }
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
        if graph.set(node_of(literal)).is_some() {
            continue;
        }
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
