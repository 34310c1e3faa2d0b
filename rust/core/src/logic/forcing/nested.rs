//! Chains inside a closure: single ones from level 2, several that end alike from level 3, dynamic
//! ones from level 4.

use super::super::grid::digits_of;
use super::super::proof::Inference;
use super::super::step::{Cand, Step};
use super::advanced::{Change, Pattern};
use super::field::Set;
use super::implications::{Implications, Left, Outcomes};
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
    let mut links = None;
    for &(family, _) in families(level).iter().filter(|(_, least)| *least >= from) {
        // Most boards have no chain, which the links alone tell.
        if level < 4 {
            let links = links.get_or_insert_with(|| Implications::new(&change.left, false));
            if !may_have(family, &change.left, links) {
                continue;
            }
        }
        let found = chains_of(change, family);
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

fn chains_of(change: &Change<'_>, family: Family) -> Vec<Pattern> {
    let mut patterns = Patterns {
        change,
        off: Set::new(change.left.field.len()),
        found: Vec::new(),
    };
    let mut chains = Chains::new(change.now);
    if family == Family::Single {
        let kinds = SINGLE_KINDS.map(|(kind, _)| kind);
        let field = &chains.field;
        for (rank, chain) in unary::search(&chains, &kinds, true) {
            if patterns.is_new(chain.removed(field)) {
                patterns.add(rank.nodes, explain::of_chain(field, &chain));
            }
        }
    } else {
        let mut nets = chains.nets(family, [true; 4], true);
        for (rank, net) in nets.search() {
            if patterns.is_new(net.removed(nets.field)) {
                patterns.add(rank.nodes, explain::of_net(&mut nets, &net, false));
            }
        }
    }
    patterns.found
}

/// What was found so far, and what that removes.
struct Patterns<'a> {
    change: &'a Change<'a>,
    off: Set,
    found: Vec<Pattern>,
}

impl Patterns<'_> {
    /// True if one of the candidates is not removed yet.
    fn is_new(&self, mut removed: impl Iterator<Item = Cand>) -> bool {
        removed.any(|cand| {
            let id = self.change.number(cand);
            id.is_some_and(|id| !self.off.has(usize::from(id)))
        })
    }

    fn add(&mut self, nodes: usize, mut step: Step) {
        let mut off = step.eliminations;
        if let Some(&on) = step.placements.first() {
            let cell = usize::from(on.cell);
            let others = digits_of(self.change.now.masks[cell] & !(1 << on.digit));
            off = others.map(|digit| Cand::new(cell, digit)).collect();
            step.proof.push(Inference::Sees {
                on,
                off: off.clone(),
            });
        }
        let victims: Vec<u16> = off
            .iter()
            .filter_map(|&cand| self.change.number(cand))
            .collect();
        for &victim in &victims {
            self.off.insert(usize::from(victim));
        }
        let mut parents: Vec<u16> = Vec::new();
        for truth in explain::truths(&step.proof) {
            for id in self.change.lost_of(truth) {
                if !parents.contains(&id) {
                    parents.push(id);
                }
            }
        }
        self.found.push(Pattern {
            victims,
            parents,
            nodes,
            proof: step.proof,
        });
    }
}
