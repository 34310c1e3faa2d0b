//! Chains inside a closure: single ones from level 2, several that end alike from level 3, dynamic
//! ones from level 4.

use super::super::proof::Inference;
use super::super::step::Cand;
use super::advanced::{Change, Pattern, Why};
use super::field::{Field, NONE, Set};
use super::implications::{Implications, Links, Outcomes};
use super::left::Left;
use super::{Chains, Family, SINGLE_KINDS, explain, unary};

/// The families of chains that a level adds, and the least level from which they are used.
fn families(level: u8) -> &'static [(Family, u8)] {
    match level {
        0 | 1 => &[],
        2 => &[(Family::Single, 2)],
        3 => &[(Family::Single, 2), (Family::Multiple, 3)],
        4 => &[(Family::Dynamic(0), 4)],
        _ => &[(Family::Dynamic(1), 5)],
    }
}

/// The chains of the first family that removes something now. Of several that remove the same, the
/// easiest counts. Those of the levels below `from` are known to remove nothing.
pub(super) fn find(change: &Change<'_>, from: u8, level: u8) -> Vec<Pattern> {
    let links = Links::default();
    for &(family, _) in families(level).iter().filter(|(_, least)| *least >= from) {
        // Most boards have no chain, which the links alone tell.
        if level < 4 && !may_have(family, &change.left, links.of(&change.left, false)) {
            continue;
        }
        let found = match family {
            Family::Single => single_chains(change, &links),
            _ => chains_of(change, family),
        };
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// False if a family has no chain on what is left of a board.
fn may_have(family: Family, left: &Left<'_>, implications: &Implications) -> bool {
    if family == Family::Single {
        return implications.has_refuted();
    }
    let outcomes = Outcomes::new(left, implications);
    left.tallies
        .iter()
        .enumerate()
        .any(|(truth, &(count, _))| count > 1 && outcomes.share(left.members(truth)))
}

/// The easiest single chains on what is left, and links that are known.
fn single_chains(change: &Change<'_>, links: &Links) -> Vec<Pattern> {
    let left = &change.left;
    let kinds = SINGLE_KINDS.map(|(kind, _)| kind);
    let mut patterns = Patterns::new(change);
    for (rank, chain) in unary::search(left, links, &kinds, unary::Amount::Easiest) {
        let victims = chain.removed(left);
        if patterns.is_new(&victims) {
            let truths = chain.nodes.iter().map(|node| node.truth);
            let truths = truths.filter(|&truth| truth != NONE);
            let lost = truths.flat_map(|truth| left.lost(usize::from(truth)));
            let lost: Vec<u16> = lost.collect();
            patterns.add(victims, &lost, rank.nodes, Why::Chain(chain));
        }
    }
    patterns.found
}

/// The chains of another family.
fn chains_of(change: &Change<'_>, family: Family) -> Vec<Pattern> {
    let mut patterns = Patterns::new(change);
    let mut chains = Chains::new(change.now);
    let mut nets = chains.nets(family, [true; 4], true);
    for (rank, net) in nets.search() {
        let target = nets.field.cands[usize::from(net.target)];
        let Some(id) = change.number(target) else {
            continue;
        };
        let victims = change.left.removed(id, net.on);
        if patterns.is_new(&victims) {
            let proof = explain::of_net(&mut nets, &net, false).proof;
            let lost = explain::truths(&proof).into_iter();
            let lost: Vec<u16> = lost.flat_map(|truth| change.lost_of(truth)).collect();
            let on = net.on.then_some(target);
            let why = Why::Proof(with_removed(change.left.field, proof, on, &victims));
            patterns.add(victims, &lost, rank.nodes, why);
        }
    }
    patterns.found
}

/// A proof that says, if it ends with a candidate that is on, what that removes.
pub(super) fn with_removed(
    field: &Field,
    mut proof: Vec<Inference>,
    on: Option<Cand>,
    victims: &[u16],
) -> Vec<Inference> {
    if let Some(on) = on {
        let off = victims.iter().map(|&id| field.cands[usize::from(id)]);
        proof.push(Inference::Sees {
            on,
            off: off.collect(),
        });
    }
    proof
}

/// What was found so far, and what that removes.
struct Patterns {
    off: Set,
    found: Vec<Pattern>,
}

impl Patterns {
    fn new(change: &Change<'_>) -> Patterns {
        Patterns {
            off: Set::new(change.left.field.len()),
            found: Vec::new(),
        }
    }

    /// True if one of the candidates is not removed yet.
    fn is_new(&self, victims: &[u16]) -> bool {
        victims.iter().any(|&id| !self.off.has(usize::from(id)))
    }

    /// Adds a pattern that rests on the loss of some candidates.
    fn add(&mut self, victims: Vec<u16>, lost: &[u16], nodes: usize, why: Why) {
        for &victim in &victims {
            self.off.insert(usize::from(victim));
        }
        let mut parents: Vec<u16> = Vec::new();
        for &id in lost {
            if !parents.contains(&id) {
                parents.push(id);
            }
        }
        self.found.push(Pattern {
            victims,
            parents,
            nodes,
            why,
        });
    }
}
