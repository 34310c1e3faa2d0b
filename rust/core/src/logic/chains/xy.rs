//! Chains of one digit (X-chains) and of bivalue cells (XY-chains).
//!
//! ```text
//!   X-chain:   5 r1c1 = r1c9 - r4c9 = r4c5                  one of the ends is a 5
//!   XY-chain:  5 - r1c1 - 7 - r1c6 - 2 - r5c6 - 5           the same
//! ```

use super::draw;
use super::graph::{Graph, Links, is_on, literal, node_of};
use super::loops::{Chain, Shape, Shortest};
use super::reach::Reach;
use crate::logic::grid::Grid;
use crate::logic::search::{Flow, Options, Sink, Technique};
use crate::logic::step::Step;

/// The longest chain that HoDoKu looks for, in links.
const HODOKU_LENGTH: usize = 20;

/// X-chains (`technique.size` 0) or XY-chains (1): the shortest for every set of eliminations.
pub(in crate::logic) fn find(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let graph = Graph::new(grid, links(technique));
    for chain in chains(&graph, usize::MAX) {
        sink(draw::step(&graph, technique, &chain))?;
    }
    Flow::Continue(())
}

/// The step that HoDoKu would take: the one with the most eliminations.
pub(in crate::logic) fn best(grid: &Grid, technique: &Technique) -> Option<Step> {
    let graph = Graph::new(grid, links(technique));
    let chains = chains(&graph, HODOKU_LENGTH);
    let chain = chains.iter().min_by_key(|chain| chain.rank())?;
    Some(draw::step(&graph, technique, chain))
}

const fn links(technique: &Technique) -> Links {
    [Links::Digit, Links::Bivalue][technique.size]
}

fn chains(graph: &Graph<'_>, longest: usize) -> Vec<Chain> {
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
            if way.len() <= longest.saturating_add(1) && !draw::returns(graph, &way, shape) {
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
