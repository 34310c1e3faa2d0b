//! Nice loops and alternating inference chains.
//!
//! A chain of links that begins and ends with strong ones says that one of its two ends is true:
//!
//! ```text
//!   A = B - C = D        A or D
//! ```
//!
//! What sees both ends is false. If the ends are one candidate, it is true. If the ends see each
//! other, the chain closes to a loop: one end of every link is true, so all that sees both ends of
//! a weak link is false.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::draw;
use super::graph::{Graph, Links, Literal, is_on, literal, node_of};
use super::reach::Reach;
use crate::grid::{Grid, digits_of};
use crate::search::{Flow, Options, Sink, Technique};
use crate::step::{Cand, Step};

/// How often a chain is sought again without the almost locked sets that it used.
const DETOURS: usize = 4;

/// What a chain shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Shape {
    /// A loop without a beginning.
    Continuous,
    /// A loop that excludes or proves the candidate where it begins.
    Discontinuous,
    /// An open chain.
    Open,
}

/// A chain as it was found: literals from the first to the last, each following from the one
/// before it.
pub(super) struct Chain {
    /// What it shows.
    pub shape: Shape,
    /// The literals.
    pub way: Vec<Literal>,
    /// Its length in links.
    pub length: usize,
    /// The cells of its almost locked sets.
    pub set_cells: usize,
    /// What it excludes.
    pub off: Vec<Cand>,
    /// True if a group or an almost locked set is in it.
    pub is_grouped: bool,
}

impl Chain {
    /// Its rank.
    pub(super) fn rank(&self) -> (Reverse<usize>, usize) {
        rank(&self.off)
    }
}

/// The chains of a board through candidates, or through groups as well: found together, and kept
/// until the board changes.
pub(crate) struct Found {
    /// For every shape, the shortest for each conclusion.
    by_shape: [Vec<Chain>; 3],
}

impl Found {
    /// The chains of a board, looked for when they are first asked for.
    fn of(grid: &Grid, is_grouped: bool) -> Arc<Found> {
        grid.chains[usize::from(is_grouped)]
            .get_or_init(|| Arc::new(Found::new(grid, is_grouped)))
            .clone()
    }

    fn new(grid: &Grid, is_grouped: bool) -> Found {
        let mut shortest: [Shortest; 3] = Default::default();
        chains(&Graph::new(grid, links(is_grouped)), &mut |chain| {
            if chain.is_grouped == is_grouped {
                shortest[chain.shape as usize].offer(chain);
            }
        });
        Found {
            by_shape: shortest.map(|one| one.chains),
        }
    }
}

const fn links(is_grouped: bool) -> Links {
    if is_grouped {
        Links::Grouped
    } else {
        Links::All
    }
}

/// Nice loops and chains. `technique.size`: 0 continuous, 1 discontinuous, 2 open; 3 more for
/// those with groups.
pub(crate) fn find(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let is_grouped = technique.size >= 3;
    if is_grouped && options.als_nodes {
        return through_sets(grid, technique, options, sink);
    }
    let found = Found::of(grid, is_grouped);
    let chains = &found.by_shape[technique.size % 3];
    if !chains.is_empty() {
        let graph = Graph::new(grid, links(is_grouped));
        for chain in chains {
            sink(draw::step(&graph, technique, chain))?;
        }
    }
    Flow::Continue(())
}

/// Chains that may go through almost locked sets.
fn through_sets(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let links = Links::Als {
        overlap: options.als_overlap,
    };
    let mut graph = Graph::new(grid, links);
    let has_sets = !graph.sets.is_empty();
    let mut shortest = Shortest {
        with_longer: has_sets && options.all_chains,
        ..Shortest::default()
    };
    let mut look = |graph: &Graph<'_>| {
        chains(graph, &mut |chain| {
            if wanted(technique, &chain) {
                shortest.offer(chain);
            }
        });
    };
    look(&graph);
    if has_sets {
        graph.add_forced_cells();
        look(&graph);
        if options.all_chains && technique.size == 5 {
            graph.prefers_small_sets = true;
            look(&graph);
            detours(&graph, &mut shortest);
        }
    }
    for chain in shortest.chains.iter().chain(&shortest.longer) {
        // A closed loop through sets is left out if another excludes the same and more.
        let is_less = has_sets
            && chain.shape == Shape::Continuous
            && shortest
                .chains
                .iter()
                .any(|other| excludes_more(other, chain));
        if is_less {
            continue;
        }
        sink(draw::step(&graph, technique, chain))?;
    }
    Flow::Continue(())
}

/// Open chains between the ends of those that were found, through other almost locked sets: all
/// chains are far too many, so each set is left out, and then those of the way around it as well.
fn detours(graph: &Graph<'_>, shortest: &mut Shortest) {
    let mut reach = Reach::new(graph);
    let ways: Vec<Vec<Literal>> = shortest.chains.iter().map(|one| one.way.clone()).collect();
    for way in ways {
        let (start, end) = (way[0], way[way.len() - 1]);
        for set in graph.sets_on(&way) {
            reach.avoided = vec![set];
            for _ in 0..DETOURS {
                reach.look(graph, start);
                if !reach.has(end) {
                    break;
                }
                from_off(graph, &reach, node_of(start), &[end], &mut |chain| {
                    shortest.offer(chain);
                });
                reach.avoided.extend(graph.sets_on(&reach.way(end)));
            }
        }
    }
}

fn excludes_more(one: &Chain, other: &Chain) -> bool {
    one.off.len() > other.off.len() && other.off.iter().all(|cand| one.off.contains(cand))
}

/// The step that HoDoKu would take of several techniques: the one with the most eliminations.
pub(crate) fn best(grid: &Grid, techniques: &[&'static Technique]) -> Option<Step> {
    let is_grouped = techniques.iter().any(|technique| technique.size >= 3);
    let graph = Graph::new(grid, links(is_grouped));
    let mut shortest = Shortest::default();
    chains(&graph, &mut |chain| {
        if techniques.iter().any(|technique| wanted(technique, &chain)) {
            shortest.offer(chain);
        }
    });
    let chain = shortest.chains.iter().min_by_key(|chain| chain.rank())?;
    let technique = techniques
        .iter()
        .find(|technique| wanted(technique, chain))?;
    Some(draw::step(&graph, technique, chain))
}

fn wanted(technique: &Technique, chain: &Chain) -> bool {
    let shape = [Shape::Continuous, Shape::Discontinuous, Shape::Open][technique.size % 3];
    chain.shape == shape && chain.is_grouped == (technique.size >= 3)
}

/// HoDoKu takes the chain with the lowest rank, of several the one that it found first: the one
/// with the most eliminations.
pub(crate) fn rank(off: &[Cand]) -> (Reverse<usize>, usize) {
    (Reverse(off.len()), weight(off))
}

/// HoDoKu's number for eliminations, of which the lowest is best. Later ones weigh more.
fn weight(off: &[Cand]) -> usize {
    let mut off = off.to_vec();
    off.sort_unstable_by_key(|cand| (cand.digit, cand.cell));
    off.iter()
        .enumerate()
        .map(|(place, cand)| {
            usize::from(cand.cell) * (1 + 80 * place) + usize::from(cand.digit) + 1
        })
        .sum()
}

/// The shortest chain for every set of eliminations, in the order in which they were found.
#[derive(Default)]
pub(super) struct Shortest {
    /// The chains.
    pub chains: Vec<Chain>,
    /// Longer chains with the same eliminations, one of each length and size of almost locked sets,
    /// if they are wanted.
    pub longer: Vec<Chain>,
    /// True if longer chains are wanted.
    pub with_longer: bool,
    places: HashMap<Vec<Cand>, usize>,
    lengths: HashSet<(Vec<Cand>, usize, usize)>,
}

impl Shortest {
    /// Takes a chain if none that is as short excludes the same.
    pub(super) fn offer(&mut self, mut chain: Chain) {
        let Some(&place) = self.places.get(&chain.off) else {
            self.places.insert(chain.off.clone(), self.chains.len());
            self.chains.push(chain);
            return;
        };
        let shortest = &mut self.chains[place];
        if chain.length < shortest.length {
            std::mem::swap(shortest, &mut chain);
        }
        let is_other = (chain.length, chain.set_cells) != (shortest.length, shortest.set_cells);
        if self.with_longer
            && is_other
            && self
                .lengths
                .insert((chain.off.clone(), chain.length, chain.set_cells))
        {
            self.longer.push(chain);
        }
    }
}

/// All chains that exclude something: the shortest between any two ends. Loops come first, and
/// among them those that exclude the candidate they begin with.
pub(super) fn chains(graph: &Graph<'_>, found: &mut dyn FnMut(Chain)) {
    let mut reach = Reach::new(graph);
    for node in 0..graph.single_count {
        if graph.grid.deadline.is_over() {
            return;
        }
        reach.look(graph, literal(node, true));
        from_on(graph, &reach, node, found);
    }
    let mut open = Vec::new();
    for node in 0..graph.single_count {
        if graph.grid.deadline.is_over() {
            return;
        }
        reach.look(graph, literal(node, false));
        from_off(
            graph,
            &reach,
            node,
            &reach.order,
            &mut |chain| match chain.shape {
                Shape::Open => open.push(chain),
                _ => found(chain),
            },
        );
    }
    open.into_iter().for_each(found);
}

/// Loops that exclude the candidate they begin with: it would be false itself, or another of its
/// cell true.
fn from_on(graph: &Graph<'_>, reach: &Reach, node: usize, found: &mut dyn FnMut(Chain)) {
    let Some(cell) = graph.cell(node) else {
        return;
    };
    let digit = graph.nodes[node].digit;
    let own = literal(node, false);
    let others = digits_of(graph.grid.masks[cell] & !(1 << digit))
        .filter_map(|other| graph.number(cell, other))
        .map(|other| literal(other, true));
    for end in std::iter::once(own).chain(others) {
        if reach.has(end) {
            let off = vec![Cand::new(cell, digit)];
            offer(graph, reach, Shape::Discontinuous, end, off, found);
        }
    }
}

/// Chains from a candidate that is false to some ends that were reached.
fn from_off(
    graph: &Graph<'_>,
    reach: &Reach,
    node: usize,
    ends: &[Literal],
    found: &mut dyn FnMut(Chain),
) {
    for &end in ends {
        let other = node_of(end);
        if !graph.is_single(other) {
            continue;
        }
        if !is_on(end) {
            if node != other && graph.cell(node) == graph.cell(other) {
                let off = graph.nodes[other].cands();
                offer(graph, reach, Shape::Discontinuous, end, off, found);
            }
            continue;
        }
        if other == node {
            if let Some(cell) = graph.cell(node) {
                let digit = graph.nodes[node].digit;
                let others = digits_of(graph.grid.masks[cell] & !(1 << digit));
                let off = others.map(|other| Cand::new(cell, other)).collect();
                offer(graph, reach, Shape::Discontinuous, end, off, found);
            }
        } else if graph.cell(node).is_some() && graph.cell(node) == graph.cell(other) {
            let off = draw::closed_off(graph, &reach.way(end));
            offer(graph, reach, Shape::Continuous, end, off, found);
        } else {
            let off = draw::open_off(graph, node, other);
            if off.len() > 1 {
                offer(graph, reach, Shape::Open, end, off, found);
            }
        }
    }
}

fn offer(
    graph: &Graph<'_>,
    reach: &Reach,
    shape: Shape,
    end: Literal,
    mut off: Vec<Cand>,
    found: &mut dyn FnMut(Chain),
) {
    if off.is_empty() {
        return;
    }
    off.sort_unstable();
    off.dedup();
    let way = reach.way(end);
    if draw::returns(graph, &way, shape) {
        return;
    }
    let is_grouped = way
        .iter()
        .any(|&literal| !graph.is_single(node_of(literal)));
    found(Chain {
        shape,
        length: graph.length(&way),
        set_cells: graph.set_cells(&way),
        way,
        off,
        is_grouped,
    });
}
