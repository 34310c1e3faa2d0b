//! Forcing nets: forcing chains whose links look ahead, so that several candidates together may
//! lead to the next.
//!
//! A contradiction is a candidate that is on and off, a cell with two digits or none, or a digit
//! twice or nowhere in a house. A verity follows from every candidate of a cell or house, or from
//! a candidate both ways.

use std::collections::BTreeMap;

use super::ahead::Ahead;
use super::forcing;
use super::graph::{Graph, Links, Literal, is_on, literal, node_of};
use super::inferences::Proof;
use super::reach::Reach;
use crate::grid::Grid;
use crate::proof::{Inference, Truth};
use crate::search::{Flow, Options, Sink, Technique};
use crate::step::{Cand, Mark, Step};

/// How a conclusion is shown.
#[derive(Clone, Debug)]
enum Reason {
    /// The opposite leads to a literal and to its opposite.
    Both(Literal),
    /// The opposite leads to two candidates that exclude each other.
    Clash(Literal, Literal),
    /// The opposite leaves nothing of a cell or house.
    Gone(Truth),
    /// It follows from every candidate of a cell or house.
    Every(Truth),
    /// It follows from a candidate, on or off.
    Either(usize),
}

impl Reason {
    const fn is_contradiction(&self) -> bool {
        matches!(self, Reason::Both(_) | Reason::Clash(..) | Reason::Gone(_))
    }
}

/// Contradictions (`technique.size` 0) or verities (1), one for every conclusion: placements
/// first, then by cell and digit.
pub(crate) fn find(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let graph = Graph::new(grid, Links::Grouped);
    let nets = Nets::new(&graph);
    let mut found = Conclusions::new();
    nets.look(technique, &mut found);
    for (conclusion, reason) in found.values() {
        sink(nets.step(technique, *conclusion, reason))?;
    }
    Flow::Continue(())
}

/// The step that HoDoKu would take of contradictions and verities.
pub(crate) fn best(grid: &Grid, techniques: &[&'static Technique]) -> Option<Step> {
    let graph = Graph::new(grid, Links::Grouped);
    let nets = Nets::new(&graph);
    let mut found = Conclusions::new();
    for technique in techniques {
        nets.look(technique, &mut found);
    }
    let (conclusion, reason) = found.values().next()?;
    let technique = techniques
        .iter()
        .find(|technique| (technique.size == 0) == reason.is_contradiction())?;
    Some(nets.step(technique, *conclusion, reason))
}

/// What was concluded, and the first reason for it; placements come first.
type Conclusions = BTreeMap<(bool, Literal), (Literal, Reason)>;

fn conclude(found: &mut Conclusions, conclusion: Literal, reason: Reason) {
    let key = (!is_on(conclusion), conclusion);
    found.entry(key).or_insert((conclusion, reason));
}

/// What follows from every candidate that is off or on, with looking ahead.
struct Nets<'a> {
    graph: &'a Graph<'a>,
    tables: Vec<Reach>,
}

impl<'a> Nets<'a> {
    fn new(graph: &'a Graph<'a>) -> Nets<'a> {
        let mut next = graph.next.clone();
        for (start, next) in next[..graph.single_count * 2].iter_mut().enumerate() {
            let ahead = Ahead::from(graph, start as Literal);
            next.retain(|&literal| !graph.is_single(node_of(literal)));
            next.splice(..0, ahead.literals().skip(1));
        }
        let tables = (0..graph.single_count * 2)
            .map(|start| Reach::over(&next, start as Literal))
            .collect();
        Nets { graph, tables }
    }

    fn look(&self, technique: &Technique, found: &mut Conclusions) {
        let truths = forcing::truths(self.graph, 2);
        if technique.size == 0 {
            for start in 0..self.tables.len() {
                if let Some(reason) = self.contradiction(start, &truths) {
                    conclude(found, start as Literal ^ 1, reason);
                }
            }
        } else {
            self.verities(&truths, found);
        }
    }

    fn contradiction(&self, start: usize, truths: &[(Truth, Vec<usize>)]) -> Option<Reason> {
        let reach = &self.tables[start];
        let is_both = |&&literal: &&Literal| {
            self.graph.is_single(node_of(literal)) && is_on(literal) && reach.has(literal ^ 1)
        };
        if let Some(&literal) = reach.order.iter().find(is_both) {
            return Some(Reason::Both(literal));
        }
        truths.iter().find_map(|(truth, nodes)| {
            let is_on = |&&node: &&usize| reach.has(literal(node, true));
            let on: Vec<usize> = nodes.iter().filter(is_on).copied().collect();
            if let [one, other, ..] = on[..] {
                return Some(Reason::Clash(literal(one, true), literal(other, true)));
            }
            let is_gone = nodes.iter().all(|&node| reach.has(literal(node, false)));
            is_gone.then(|| Reason::Gone(truth.clone()))
        })
    }

    fn verities(&self, truths: &[(Truth, Vec<usize>)], found: &mut Conclusions) {
        for (truth, nodes) in truths {
            let starts: Vec<Literal> = nodes.iter().map(|&node| literal(node, true)).collect();
            for end in self.common(&starts) {
                conclude(found, end, Reason::Every(truth.clone()));
            }
        }
        for node in 0..self.graph.single_count {
            for end in self.common(&[literal(node, true), literal(node, false)]) {
                conclude(found, end, Reason::Either(node));
            }
        }
    }

    /// The candidates that follow from all of some literals.
    fn common(&self, starts: &[Literal]) -> Vec<Literal> {
        let tables: Vec<&Reach> = starts
            .iter()
            .map(|&start| &self.tables[start as usize])
            .collect();
        let ends = tables[0].order.iter().copied();
        ends.filter(|&end| self.graph.is_single(node_of(end)))
            .filter(|&end| tables[1..].iter().all(|reach| reach.has(end)))
            .collect()
    }

    fn step(&self, technique: &Technique, conclusion: Literal, reason: &Reason) -> Step {
        let cand = self.cand(conclusion);
        let (placements, eliminations) = match is_on(conclusion) {
            true => (vec![cand], Vec::new()),
            false => (Vec::new(), vec![cand]),
        };
        let proof = vec![self.proof(conclusion, reason)];
        Step {
            marks: self.marks(conclusion, reason, &proof[0]),
            placements,
            eliminations,
            proof,
            ..technique.step()
        }
    }

    fn cand(&self, literal: Literal) -> Cand {
        self.graph.nodes[node_of(literal)].cands()[0]
    }

    fn proof(&self, conclusion: Literal, reason: &Reason) -> Inference {
        let premise = conclusion ^ 1;
        let conclusions = || match is_on(conclusion) {
            true => (vec![self.cand(conclusion)], Vec::new()),
            false => (Vec::new(), vec![self.cand(conclusion)]),
        };
        match reason {
            Reason::Every(truth) => {
                let (on, off) = conclusions();
                let nodes = forcing::nodes_of(self.graph, truth);
                let branches = nodes.into_iter().map(|node| {
                    let start = literal(node, true);
                    (self.cand(start), self.branch(start, &[conclusion]).list)
                });
                Inference::Cases {
                    truth: truth.clone(),
                    branches: branches.collect(),
                    on,
                    off,
                }
            }
            Reason::Either(node) => {
                let (on, off) = conclusions();
                let [then, otherwise] =
                    [true, false].map(|on| self.branch(literal(*node, on), &[conclusion]).list);
                Inference::Either {
                    candidate: self.cand(literal(*node, true)),
                    then,
                    otherwise,
                    on,
                    off,
                }
            }
            _ => Inference::Suppose {
                candidate: self.cand(premise),
                on: is_on(premise),
                then: self.contradiction_proof(premise, reason),
            },
        }
    }

    fn contradiction_proof(&self, premise: Literal, reason: &Reason) -> Vec<Inference> {
        let ends: Vec<Literal> = match reason {
            Reason::Both(end) => vec![*end, *end ^ 1],
            Reason::Clash(one, other) => vec![*one, *other],
            Reason::Gone(truth) => forcing::nodes_of(self.graph, truth)
                .into_iter()
                .map(|node| literal(node, false))
                .collect(),
            Reason::Every(_) | Reason::Either(_) => Vec::new(),
        };
        let mut proof = self.branch(premise, &ends);
        if !proof.is_contradictory {
            match reason {
                Reason::Clash(one, other) => proof.add(Inference::Sees {
                    on: self.cand(*one),
                    off: vec![self.cand(*other)],
                }),
                Reason::Gone(truth) => proof.add(Inference::Empty {
                    truth: truth.clone(),
                }),
                _ => {}
            }
        }
        proof.list
    }

    /// How some literals follow from one.
    fn branch(&self, start: Literal, ends: &[Literal]) -> Proof {
        let mut proof = Proof::from(self.cand(start), is_on(start));
        for &end in ends {
            let way = self.tables[start as usize].way(end);
            for place in 1..way.len() {
                let (from, to) = (node_of(way[place - 1]), node_of(way[place]));
                if self.graph.is_single(from) && self.graph.is_single(to) {
                    let ahead = Ahead::from(self.graph, way[place - 1]);
                    proof.extend(ahead.proof(way[place]));
                } else {
                    let first = place.saturating_sub(2);
                    let hop = forcing::follow_last(self.graph, &way[first..=place]);
                    proof.extend(hop);
                }
            }
        }
        proof
    }

    fn marks(&self, conclusion: Literal, reason: &Reason, proof: &Inference) -> Vec<Mark> {
        let mut marks = forcing::marks_of(self.graph.grid, proof);
        let cand = self.cand(conclusion);
        for mark in &mut marks {
            mark.candidates.retain(|&marked| marked != cand);
        }
        match reason {
            Reason::Gone(Truth::Cell(cell)) | Reason::Every(Truth::Cell(cell)) => {
                marks.push(Mark::cells("pattern", [*cell]));
            }
            Reason::Gone(Truth::House(house, _)) | Reason::Every(Truth::House(house, _)) => {
                marks.push(Mark::houses("base", [*house]));
            }
            _ => {}
        }
        marks
    }
}
