//! From chains to steps: the nodes that matter, in the order in which they follow, as inferences
//! and as links to draw.

use super::super::proof::{Inference, Truth};
use super::super::step::{Cand, Link, Mark, Step};
use super::closure::{Clash, Closure, PATTERN, START};
use super::field::Field;
use super::multiple::{Counter, End, From, Net, Nets};
use super::unary::{Chain, Kind, Node};

/// The step of a single chain, without marks.
pub(super) fn of_chain(field: &Field, chain: &Chain) -> Step {
    let start = cand(field, chain.nodes[0].id);
    let mut step = Step::default();
    match chain.kind {
        Kind::XCycle | Kind::YCycle | Kind::Cycle => {
            let victims = chain.victims.iter();
            let victims: Vec<Cand> = victims.map(|&id| cand(field, id)).collect();
            step.proof = vec![Inference::Either {
                candidate: start,
                then: forwards(field, &chain.nodes, &victims),
                otherwise: backwards(field, &chain.nodes, &victims),
                on: Vec::new(),
                off: victims.clone(),
            }];
            step.eliminations = victims;
        }
        Kind::XChain | Kind::Chain => {
            let on = chain.nodes[0].on;
            conclude(&mut step, start, !on);
            let mut then = chain_inferences(field, &chain.nodes);
            // A start that is off leaves nothing of the last truth.
            if let (false, Some(Inference::Last { truth, .. })) = (on, then.last().cloned()) {
                then.pop();
                then.push(Inference::Empty { truth });
            }
            step.proof = vec![Inference::Suppose {
                candidate: start,
                on,
                then,
            }];
        }
    }
    step
}

fn conclude(step: &mut Step, cand: Cand, on: bool) {
    if on {
        step.placements = vec![cand];
    } else {
        step.eliminations = vec![cand];
    }
}

fn chain_inferences(field: &Field, nodes: &[Node]) -> Vec<Inference> {
    nodes
        .windows(2)
        .map(|pair| {
            let (from, to) = (cand(field, pair[0].id), cand(field, pair[1].id));
            if pair[1].on {
                Inference::Last {
                    truth: field.truth(usize::from(pair[1].truth)),
                    on: to,
                }
            } else {
                Inference::Sees {
                    on: from,
                    off: vec![to],
                }
            }
        })
        .collect()
}

fn cand(field: &Field, id: u16) -> Cand {
    field.cands[usize::from(id)]
}

/// A cycle from its start that is on: the nodes of odd number are off.
fn forwards(field: &Field, nodes: &[Node], victims: &[Cand]) -> Vec<Inference> {
    let mut then = chain_inferences(field, &nodes[..nodes.len() - 1]);
    let ons = nodes[..nodes.len() - 1].iter().step_by(2);
    then.extend(ons.filter_map(|node| all_seen(field, node.id, victims)));
    then
}

/// A cycle from its start that is off: the nodes of odd number are on.
fn backwards(field: &Field, nodes: &[Node], victims: &[Cand]) -> Vec<Inference> {
    let mut then = Vec::new();
    for place in (2..nodes.len()).step_by(2).rev() {
        let on = cand(field, nodes[place - 1].id);
        then.push(Inference::Last {
            truth: field.truth(usize::from(nodes[place].truth)),
            on,
        });
        if place > 2 {
            let off = vec![cand(field, nodes[place - 2].id)];
            then.push(Inference::Sees { on, off });
        }
    }
    let ons = nodes[1..].iter().step_by(2);
    then.extend(ons.filter_map(|node| all_seen(field, node.id, victims)));
    then
}

/// The victims that a candidate excludes.
fn all_seen(field: &Field, id: u16, victims: &[Cand]) -> Option<Inference> {
    let weak = field.weak.of(usize::from(id));
    let is_seen = |victim: &Cand| weak.iter().any(|&other| cand(field, other) == *victim);
    let off: Vec<Cand> = victims.iter().copied().filter(is_seen).collect();
    (!off.is_empty()).then(|| Inference::Sees {
        on: cand(field, id),
        off,
    })
}

/// What is drawn of a single chain.
pub(super) fn chain_marks(field: &Field, nodes: &[Node]) -> Vec<Mark> {
    let of = |wanted: bool| -> Vec<Cand> {
        let mut found: Vec<Cand> = Vec::new();
        for node in nodes.iter().filter(|node| node.on == wanted) {
            let cand = cand(field, node.id);
            if !found.contains(&cand) {
                found.push(cand);
            }
        }
        found
    };
    let links = nodes
        .windows(2)
        .map(|pair| Link {
            start: vec![cand(field, pair[0].id)],
            end: vec![cand(field, pair[1].id)],
            strong: pair[1].on,
        })
        .collect();
    vec![
        Mark::candidates("on", of(true)),
        Mark::candidates("off", of(false)),
        Mark::links("cause", links),
    ]
}

/// The step of chains that end alike, with marks if they are wanted.
pub(super) fn of_net(nets: &mut Nets<'_>, net: &Net, with_marks: bool) -> Step {
    let field = nets.field;
    let target = cand(field, net.target);
    let mut step = Step::default();
    conclude(&mut step, target, net.on);
    let (on, off) = if net.on {
        (vec![target], Vec::new())
    } else {
        (Vec::new(), vec![target])
    };
    let mut marks = with_marks.then(Vec::new);
    step.proof = vec![match net.from {
        From::Start(id, is_on) => {
            let closure = nets.closure(usize::from(id), is_on);
            let clash = closure.clash.expect("it ends in a contradiction");
            let then = clashing(field, closure, clash, &mut marks);
            Inference::Suppose {
                candidate: cand(field, id),
                on: is_on,
                then,
            }
        }
        From::Both(id) => Inference::Either {
            candidate: cand(field, id),
            then: ending(field, nets.closure(usize::from(id), true), net, &mut marks),
            otherwise: ending(field, nets.closure(usize::from(id), false), net, &mut marks),
            on,
            off,
        },
        From::Truth(truth) => {
            let members = field.members.of(usize::from(truth));
            let mut branches = Vec::with_capacity(members.len());
            for &id in members {
                let then = ending(field, nets.closure(usize::from(id), true), net, &mut marks);
                branches.push((cand(field, id), then));
            }
            let truth = field.truth(usize::from(truth));
            step.marks.push(match truth {
                Truth::House(house, _) => Mark::houses("cause", [house]),
                Truth::Cell(cell) => Mark::cells("cause", [cell]),
                Truth::Deadly(_) => Mark::default(),
            });
            Inference::Cases {
                truth,
                branches,
                on,
                off,
            }
        }
    }];
    step.marks.extend(marks.into_iter().flatten());
    step
}

/// The inferences from a start to the end of a net.
fn ending(
    field: &Field,
    closure: &Closure,
    net: &Net,
    marks: &mut Option<Vec<Mark>>,
) -> Vec<Inference> {
    let note = closure.note(usize::from(net.target), net.on);
    let mut branch = Branch::new(field, closure);
    branch.add(net.target, net.on, note.cause);
    branch.finish(marks)
}

/// The inferences from a start to a contradiction.
fn clashing(
    field: &Field,
    closure: &Closure,
    clash: Clash,
    marks: &mut Option<Vec<Mark>>,
) -> Vec<Inference> {
    let mut branch = Branch::new(field, closure);
    branch.add(clash.id, true, clash.on_cause);
    branch.add(clash.id, false, clash.off_cause);
    branch.finish(marks)
}

/// The turn of what clashes: it is not part of the closure, and comes last.
const LAST: u16 = u16::MAX;

/// A node after its turn, by which nodes are sorted: turn, candidate, whether it is on, cause.
type Turned = (u16, u16, bool, u16);

/// The nodes of a closure that some ends rest on.
struct Branch<'a> {
    field: &'a Field,
    closure: &'a Closure,
    nodes: Vec<Turned>,
}

impl<'a> Branch<'a> {
    fn new(field: &'a Field, closure: &'a Closure) -> Branch<'a> {
        Branch {
            field,
            closure,
            nodes: Vec::new(),
        }
    }

    fn add(&mut self, id: u16, on: bool, cause: u16) {
        let closure = self.closure;
        let mut counter = Counter::new(self.field.len());
        counter.walk(
            self.field,
            &End {
                closure,
                id,
                on,
                cause,
            },
        );
        let off = counter.off().map(|id| (id, false));
        for (id, on) in off.chain(counter.on().map(|id| (id, true))) {
            let note = closure.note(id, on);
            self.nodes.push((note.turn, id as u16, on, note.cause));
        }
        let set = if on { &closure.on } else { &closure.off };
        let turn = if set.has(usize::from(id)) {
            closure.note(usize::from(id), on).turn
        } else {
            LAST
        };
        self.nodes.push((turn, id, on, cause));
    }

    fn finish(mut self, marks: &mut Option<Vec<Mark>>) -> Vec<Inference> {
        self.nodes.sort_unstable();
        self.nodes.dedup();
        if let Some(marks) = marks {
            marks.extend(self.marks());
        }
        let mut inferences: Vec<Inference> = Vec::new();
        let mut patterns: Vec<u16> = Vec::new();
        for &(turn, id, on, cause) in &self.nodes {
            if cause == START {
                continue;
            }
            if on {
                let truth = self.field.truth(usize::from(cause));
                let on = cand(self.field, id);
                // What clashes is known to be off, so nothing is left of the truth.
                inferences.push(if turn == LAST {
                    Inference::Empty { truth }
                } else {
                    Inference::Last { truth, on }
                });
            } else if cause >= PATTERN {
                if !patterns.contains(&cause) {
                    patterns.push(cause);
                    inferences.extend(self.pattern_proof(cause));
                }
            } else {
                let (by, off) = (cand(self.field, cause), cand(self.field, id));
                let earlier = inferences.iter_mut().find_map(|inference| match inference {
                    Inference::Sees { on, off } if *on == by && turn != LAST => Some(off),
                    _ => None,
                });
                match earlier {
                    Some(list) => list.push(off),
                    None => inferences.push(Inference::Sees {
                        on: by,
                        off: vec![off],
                    }),
                }
            }
        }
        inferences
    }

    /// The proof of a pattern, of which only what matters is said to be off.
    fn pattern_proof(&self, cause: u16) -> Vec<Inference> {
        let pattern = &self.closure.patterns[usize::from(cause - PATTERN)];
        let mut proof = pattern.proof(self.field);
        if let [Inference::Count { off, .. }] = &mut proof[..] {
            let of_pattern = self.nodes.iter().filter(|node| !node.2 && node.3 == cause);
            *off = of_pattern.map(|node| cand(self.field, node.1)).collect();
        }
        proof
    }

    fn marks(&self) -> Vec<Mark> {
        let of = |wanted: bool| {
            let nodes = self.nodes.iter().filter(|node| node.2 == wanted);
            nodes
                .map(|node| cand(self.field, node.1))
                .collect::<Vec<_>>()
        };
        let mut links = Vec::new();
        for &(_, id, on, cause) in &self.nodes {
            if cause == START || (!on && cause >= PATTERN) {
                continue;
            }
            let end = cand(self.field, id);
            let starts: Vec<u16> = if on {
                let members = self.field.members.of(usize::from(cause)).iter();
                members.copied().filter(|&other| other != id).collect()
            } else {
                vec![cause]
            };
            links.extend(starts.into_iter().map(|start| Link {
                start: vec![cand(self.field, start)],
                end: vec![end],
                strong: on,
            }));
        }
        vec![
            Mark::candidates("on", of(true)),
            Mark::candidates("off", of(false)),
            Mark::links("cause", links),
        ]
    }
}

/// All truths of a proof.
pub(in super::super) fn truths(proof: &[Inference]) -> Vec<&Truth> {
    let mut found = Vec::new();
    for inference in proof {
        match inference {
            Inference::Count { truths, .. } => found.extend(truths),
            Inference::Last { truth, .. } | Inference::Empty { truth } => found.push(truth),
            Inference::Sees { .. } => {}
            Inference::Suppose { then, .. } => found.extend(truths_of(then)),
            Inference::Cases {
                truth, branches, ..
            } => {
                found.push(truth);
                found.extend(branches.iter().flat_map(|(_, then)| truths_of(then)));
            }
            Inference::Either {
                then, otherwise, ..
            } => {
                found.extend(truths_of(then));
                found.extend(truths_of(otherwise));
            }
        }
    }
    found
}

fn truths_of(proof: &[Inference]) -> Vec<&Truth> {
    truths(proof)
}
