//! Forcing chains: what follows from a supposition along chains, and what all suppositions of a
//! cell or house have in common.
//!
//! A contradiction shows that all candidates of a cell, or of a digit in a house, would be gone:
//!
//! ```text
//!   r7c7=5  =>  ...  =>  r4c6<>1
//!   r7c7=5  =>  ...  =>  r7c6<>1      no 1 left in column 6, so r7c7<>5
//!   r7c7=5  =>  ...  =>  r8c6<>1
//! ```
//!
//! A verity shows that every candidate of a cell, or of a digit in a house, leads to the same.

use std::collections::HashMap;

use super::graph::{Graph, Links, Literal, is_on, literal, node_of};
use super::inferences::Proof;
use super::reach::Reach;
use crate::grid::{Grid, digits_of};
use crate::proof::{Inference, Truth};
use crate::search::{Flow, Options, Sink, Technique};
use crate::step::{Cand, Link, Mark, Step, cands};

/// Fewer branches make a nice loop or an alternating inference chain.
const LEAST_BRANCHES: usize = 3;

/// Chains that begin in one literal, or end in one.
struct Found {
    /// True if the chains begin with the same literal and contradict each other.
    is_contradiction: bool,
    /// What is shown.
    conclusion: Literal,
    /// The cell or house of which nothing is left, or every candidate was followed.
    truth: Truth,
    /// All links together.
    length: usize,
}

/// Contradictions (`technique.size` 0) or verities (1): the shortest for every conclusion.
pub(crate) fn find(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let graph = Graph::new(grid, Links::Grouped);
    let tables = tables(&graph);
    let mut shortest = Shortest::default();
    if technique.size == 0 {
        contradictions(&graph, &tables, &mut shortest);
    } else {
        verities(&graph, &tables, &mut shortest);
    }
    for found in &shortest.found {
        sink(step(&graph, &tables, technique, found))?;
    }
    Flow::Continue(())
}

/// The step that HoDoKu would take of contradictions and verities: one that places a digit, or the
/// first in order of cells and digits.
pub(crate) fn best(grid: &Grid, techniques: &[&'static Technique]) -> Option<Step> {
    let graph = Graph::new(grid, Links::Grouped);
    let tables = tables(&graph);
    let mut shortest = Shortest::default();
    for technique in techniques {
        match technique.size {
            0 => contradictions(&graph, &tables, &mut shortest),
            _ => verities(&graph, &tables, &mut shortest),
        }
    }
    let rank = |found: &&Found| (!is_on(found.conclusion), found.conclusion);
    let found = shortest.found.iter().min_by_key(rank)?;
    let technique = techniques
        .iter()
        .find(|technique| (technique.size == 0) == found.is_contradiction)?;
    Some(step(&graph, &tables, technique, found))
}

/// What follows from every candidate that is off or on: `tables[literal]`.
fn tables(graph: &Graph<'_>) -> Vec<Reach> {
    (0..graph.single_count * 2)
        .map(|start| {
            let mut reach = Reach::new(graph);
            reach.look(graph, start as Literal);
            reach
        })
        .collect()
}

/// The shortest for every conclusion, in the order in which they were found.
#[derive(Default)]
struct Shortest {
    found: Vec<Found>,
    places: HashMap<Literal, usize>,
}

impl Shortest {
    fn offer(&mut self, found: Found) {
        match self.places.get(&found.conclusion) {
            Some(&place) if self.found[place].length <= found.length => {}
            Some(&place) => self.found[place] = found,
            None => {
                self.places.insert(found.conclusion, self.found.len());
                self.found.push(found);
            }
        }
    }
}

/// Cells and houses with so many candidates or more, and these.
pub(super) fn truths(graph: &Graph<'_>, least: usize) -> Vec<(Truth, Vec<usize>)> {
    let grid = graph.grid;
    let cells = grid.open.iter().map(|cell| {
        let digits = digits_of(grid.masks[cell]);
        let nodes = digits.filter_map(|digit| graph.number(cell, digit));
        (Truth::Cell(cell), nodes.collect::<Vec<_>>())
    });
    let houses = (0..grid.geometry.houses.len()).flat_map(|house| {
        (0..grid.geometry.size).map(move |digit| {
            let places = grid.places_in(digit, house);
            let nodes = places.iter().filter_map(|cell| graph.number(cell, digit));
            (Truth::House(house, digit), nodes.collect::<Vec<_>>())
        })
    });
    let all = cells.chain(houses);
    all.filter(|(_, nodes)| nodes.len() >= least).collect()
}

fn contradictions(graph: &Graph<'_>, tables: &[Reach], shortest: &mut Shortest) {
    let truths = truths(graph, LEAST_BRANCHES);
    for (start, reach) in tables.iter().enumerate() {
        for (truth, nodes) in &truths {
            let is_gone = |&node: &usize| reach.has(literal(node, false));
            if nodes.iter().all(is_gone) {
                let lengths = nodes.iter().map(|&node| reach.length(literal(node, false)));
                shortest.offer(Found {
                    is_contradiction: true,
                    conclusion: start as Literal ^ 1,
                    truth: truth.clone(),
                    length: lengths.sum(),
                });
            }
        }
    }
}

fn verities(graph: &Graph<'_>, tables: &[Reach], shortest: &mut Shortest) {
    for (truth, nodes) in truths(graph, LEAST_BRANCHES) {
        let starts: Vec<&Reach> = nodes
            .iter()
            .map(|&node| &tables[literal(node, true) as usize])
            .collect();
        for &end in &starts[0].order {
            let is_common = starts.iter().all(|reach| reach.has(end));
            if is_common && graph.is_single(node_of(end)) {
                let lengths = starts.iter().map(|reach| reach.length(end));
                shortest.offer(Found {
                    is_contradiction: false,
                    conclusion: end,
                    truth: truth.clone(),
                    length: lengths.sum(),
                });
            }
        }
    }
}

fn step(graph: &Graph<'_>, tables: &[Reach], technique: &Technique, found: &Found) -> Step {
    let node = &graph.nodes[node_of(found.conclusion)];
    let cand = node.cands()[0];
    let (placements, eliminations) = match is_on(found.conclusion) {
        true => (vec![cand], Vec::new()),
        false => (Vec::new(), vec![cand]),
    };
    let nodes = nodes_of(graph, &found.truth);
    let ways: Vec<Vec<Literal>> = nodes
        .iter()
        .map(|&node| match found.is_contradiction {
            true => tables[(found.conclusion ^ 1) as usize].way(literal(node, false)),
            false => tables[literal(node, true) as usize].way(found.conclusion),
        })
        .collect();
    let proof = match found.is_contradiction {
        true => contradiction_proof(graph, found, &ways),
        false => verity_proof(graph, found, &ways),
    };
    Step {
        placements,
        eliminations,
        marks: marks(graph, found, &ways),
        proof,
        length: found.length as u32,
        ..technique.step()
    }
}

/// The candidates of a cell or house.
pub(super) fn nodes_of(graph: &Graph<'_>, truth: &Truth) -> Vec<usize> {
    let grid = graph.grid;
    match *truth {
        Truth::Cell(cell) => digits_of(grid.masks[cell])
            .filter_map(|digit| graph.number(cell, digit))
            .collect(),
        Truth::House(house, digit) => grid
            .places_in(digit, house)
            .iter()
            .filter_map(|cell| graph.number(cell, digit))
            .collect(),
        Truth::Deadly(_) => Vec::new(),
    }
}

fn marks(graph: &Graph<'_>, found: &Found, ways: &[Vec<Literal>]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = ways
        .iter()
        .filter(|way| way.len() > 1)
        .map(|way| {
            let links = way.windows(2).map(|pair| Link {
                start: graph.nodes[node_of(pair[0])].cands(),
                end: graph.nodes[node_of(pair[1])].cands(),
                strong: !is_on(pair[0]),
            });
            Mark::links("cause", links.collect())
        })
        .collect();
    let mut cands = [Vec::new(), Vec::new()];
    for &literal in ways.iter().flatten() {
        cands[usize::from(is_on(literal))].extend(graph.nodes[node_of(literal)].cands());
    }
    marks.extend(on_and_off(cands));
    marks.push(match found.truth {
        Truth::Cell(cell) => Mark::cells("pattern", [cell]),
        Truth::House(house, _) => Mark::houses("base", [house]),
        Truth::Deadly(_) => Mark::default(),
    });
    marks
}

/// Marks of candidates that are off and of those that are on.
fn on_and_off(cands: [Vec<Cand>; 2]) -> impl Iterator<Item = Mark> {
    ["off", "on"]
        .into_iter()
        .zip(cands)
        .map(|(role, mut cands)| {
            cands.sort_unstable();
            cands.dedup();
            Mark::candidates(role, cands)
        })
}

/// What to draw of a proof: a list of links for every branch, and what is on and off.
pub(super) fn marks_of(grid: &Grid, proof: &Inference) -> Vec<Mark> {
    let branches: Vec<&[Inference]> = match proof {
        Inference::Suppose { then, .. } => vec![then],
        Inference::Cases { branches, .. } => branches.iter().map(|(_, then)| &then[..]).collect(),
        Inference::Either {
            then, otherwise, ..
        } => vec![then, otherwise],
        _ => Vec::new(),
    };
    let mut cands = [Vec::new(), Vec::new()];
    let mut marks = Vec::new();
    for branch in branches {
        let links: Vec<Link> = branch
            .iter()
            .flat_map(|inference| links_of(grid, inference))
            .collect();
        for link in &links {
            cands[usize::from(!link.strong)].extend(&link.start);
            cands[usize::from(link.strong)].extend(&link.end);
        }
        if !links.is_empty() {
            marks.push(Mark::links("cause", links));
        }
    }
    marks.extend(on_and_off(cands));
    marks
}

/// The links of an inference: from what is on to what it excludes, or from all others of a cell or
/// house to the last.
fn links_of(grid: &Grid, inference: &Inference) -> Vec<Link> {
    match inference {
        Inference::Sees { on, off } => off
            .iter()
            .map(|&cand| Link {
                start: vec![*on],
                end: vec![cand],
                strong: false,
            })
            .collect(),
        Inference::Last { truth, on } => {
            let mut start = match *truth {
                Truth::Cell(cell) => digits_of(grid.masks[cell])
                    .map(|digit| Cand::new(cell, digit))
                    .collect(),
                Truth::House(house, digit) => cands(grid.places_in(digit, house), digit),
                Truth::Deadly(_) => Vec::new(),
            };
            start.retain(|cand| cand != on);
            // A single on the board follows from nothing else.
            let is_link = !start.is_empty();
            let link = is_link.then(|| Link {
                start,
                end: vec![*on],
                strong: true,
            });
            link.into_iter().collect()
        }
        Inference::Count { links, off, .. } => {
            let mut start = links[0].clone();
            start.retain(|cand| !off.contains(cand));
            vec![Link {
                start,
                end: off.clone(),
                strong: false,
            }]
        }
        _ => Vec::new(),
    }
}

fn contradiction_proof(graph: &Graph<'_>, found: &Found, ways: &[Vec<Literal>]) -> Vec<Inference> {
    let premise = found.conclusion ^ 1;
    let candidate = graph.nodes[node_of(premise)].cands()[0];
    let mut proof = Proof::from(candidate, is_on(premise));
    for way in ways {
        follow(graph, way, &mut proof);
    }
    proof.add(Inference::Empty {
        truth: found.truth.clone(),
    });
    vec![Inference::Suppose {
        candidate,
        on: is_on(premise),
        then: proof.list,
    }]
}

fn verity_proof(graph: &Graph<'_>, found: &Found, ways: &[Vec<Literal>]) -> Vec<Inference> {
    let conclusion = graph.nodes[node_of(found.conclusion)].cands();
    let (on, off) = match is_on(found.conclusion) {
        true => (conclusion, Vec::new()),
        false => (Vec::new(), conclusion),
    };
    let branches = ways.iter().map(|way| {
        let start = graph.nodes[node_of(way[0])].cands()[0];
        let mut proof = Proof::from(start, true);
        follow(graph, way, &mut proof);
        (start, proof.list)
    });
    vec![Inference::Cases {
        truth: found.truth.clone(),
        branches: branches.collect(),
        on,
        off,
    }]
}

/// Adds the inferences of a chain.
fn follow(graph: &Graph<'_>, way: &[Literal], proof: &mut Proof) {
    for place in 1..way.len() {
        proof.extend(follow_last(graph, &way[..=place]));
    }
}

/// The inferences of the last link of a chain. A group that is on is not one candidate that is on,
/// so what it excludes is counted: one of its candidates is true, as the rest of its house is off.
pub(super) fn follow_last(graph: &Graph<'_>, way: &[Literal]) -> Vec<Inference> {
    let last = way.len() - 1;
    let (one, other) = (node_of(way[last - 1]), node_of(way[last]));
    let target = graph.nodes[other].cands();
    if is_on(way[last]) {
        if !graph.is_single(other) {
            return Vec::new();
        }
        return vec![Inference::Last {
            truth: graph.truth(&graph.nodes[one], &graph.nodes[other]),
            on: target[0],
        }];
    }
    if graph.is_single(one) {
        return vec![Inference::Sees {
            on: graph.nodes[one].cands()[0],
            off: target,
        }];
    }
    let truth = graph.truth(&graph.nodes[node_of(way[last - 2])], &graph.nodes[one]);
    target
        .into_iter()
        .map(|victim| {
            let mut link = graph.nodes[one].cands();
            link.push(victim);
            Inference::Count {
                truths: vec![truth.clone()],
                links: vec![link],
                off: vec![victim],
            }
        })
        .collect()
}
