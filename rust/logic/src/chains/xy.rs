//! Chains of one digit (X-chains) and of bivalue cells (XY-chains).
//!
//! ```text
//!   X-chain:   5 r1c1 = r1c9 - r4c9 = r4c5                  one of the ends is a 5
//!   XY-chain:  5 - r1c1 - 7 - r1c6 - 2 - r5c6 - 5           the same
//! ```

use super::draw;
use super::graph::{Graph, Links, Literal, is_on, literal, node_of};
use super::loops::{Chain, Shape, Shortest};
use super::reach::Reach;
use crate::grid::{Digits, Grid};
use crate::search::{Flow, Options, Sink, Technique};
use crate::step::Step;

/// The longest chain that HoDoKu looks for, in links.
const HODOKU_LENGTH: usize = 20;

/// X-chains (`technique.size` 0) or XY-chains (1): the shortest for every set of eliminations.
pub(crate) fn find(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let digits = match technique.is_of_one_digit {
        true => options.digits,
        false => Digits::MAX,
    };
    let graph = Graph::of_digits(grid, links(technique), digits);
    for chain in chains(&graph, None) {
        sink(draw::step(&graph, technique, &chain))?;
    }
    Flow::Continue(())
}

/// The step that HoDoKu would take: the one with the most eliminations.
pub(crate) fn best(grid: &Grid, technique: &Technique) -> Option<Step> {
    let graph = Graph::new(grid, links(technique));
    let chains = chains(&graph, Some(HODOKU_LENGTH));
    let chain = chains.iter().min_by_key(|chain| chain.rank())?;
    Some(draw::step(&graph, technique, chain))
}

const fn links(technique: &Technique) -> Links {
    [Links::Digit, Links::Bivalue][technique.size]
}

/// The shortest chains for every set of eliminations. With a limit of links, ways around are sought
/// where the shortest way crosses itself.
fn chains(graph: &Graph<'_>, longest: Option<usize>) -> Vec<Chain> {
    let mut reach = Reach::new(graph);
    let mut shortest = Shortest::default();
    for node in 0..graph.single_count {
        reach.look(graph, literal(node, false));
        for &end in &reach.order {
            let other = node_of(end);
            if !is_on(end) || graph.nodes[other].digit != graph.nodes[node].digit {
                continue;
            }
            let off = draw::open_off(graph, node, other);
            if off.is_empty() {
                continue;
            }
            // A chain of one digit may come back to where it began.
            let shape = match graph.links {
                Links::Digit if node == other => Shape::Discontinuous,
                _ => Shape::Open,
            };
            let way = reach.way(end);
            let way = match draw::returns(graph, &way, shape) {
                true => longest.and_then(|longest| around(graph, [way[0], end], longest)),
                false => Some(way).filter(|way| longest.is_none_or(|most| way.len() <= most + 1)),
            };
            if let Some(way) = way {
                shortest.offer(Chain {
                    shape: Shape::Open,
                    length: graph.length(&way),
                    set_cells: 0,
                    way,
                    off,
                    is_grouped: false,
                });
            }
        }
    }
    shortest.chains
}

/// The shortest way between two literals that does not come back to a cell, of so many links at
/// most.
fn around(graph: &Graph<'_>, [start, end]: [Literal; 2], most: usize) -> Option<Vec<Literal>> {
    // What leads to the end follows, reversed, from its opposite.
    let back = Reach::over(&graph.next, end ^ 1);
    let shortest = back.length(start ^ 1);
    (shortest..=most).step_by(2).find_map(|length| {
        let mut way = vec![start];
        go_on(graph, &back, end, length, &mut way).then_some(way)
    })
}

/// Goes on to the end with so many links at most in all; false if that is not possible.
fn go_on(
    graph: &Graph<'_>,
    back: &Reach,
    end: Literal,
    most: usize,
    way: &mut Vec<Literal>,
) -> bool {
    let (first, last) = (way[0], way[way.len() - 1]);
    if last == end {
        return true;
    }
    let cell = |literal: Literal| graph.cell(node_of(literal));
    for &to in &graph.next[last as usize] {
        let is_near = back.has(to ^ 1) && way.len() + back.length(to ^ 1) <= most;
        let closes = to == end && to == first ^ 1;
        let returns = cell(to) != cell(last) && way.iter().any(|&seen| cell(seen) == cell(to));
        if is_near && (closes || !returns) {
            way.push(to);
            if go_on(graph, back, end, most, way) {
                return true;
            }
            way.pop();
        }
    }
    false
}
