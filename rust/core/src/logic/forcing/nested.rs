//! Chains inside a closure: single ones from level 2, several that end alike from level 3, dynamic
//! ones from level 4.

use super::super::grid::digits_of;
use super::super::proof::Inference;
use super::super::step::{Cand, Step};
use super::advanced::{Change, Pattern};
use super::field::{Field, Set};
use super::implications::Implications;
use super::multiple::Nets;
use super::{Family, SINGLE_KINDS, explain, unary};

/// The families of chains that a level adds.
fn families(level: u8) -> &'static [Family] {
    match level {
        0 | 1 => &[],
        2 => &[Family::Single],
        3 => &[Family::Single, Family::Multiple],
        4 => &[Family::Dynamic(0)],
        _ => &[Family::Dynamic(1)],
    }
}

/// The chains of the first family that removes something now. Of several that remove the same, the
/// easiest counts.
pub(super) fn find(change: &Change<'_>, level: u8) -> Vec<Pattern> {
    let families = families(level);
    if families.is_empty() {
        return Vec::new();
    }
    let field = Field::new(change.now);
    let implications = (level < 4).then(|| Implications::new(&field));
    let mut patterns = Patterns {
        change,
        off: Set::new(change.field.len()),
        found: Vec::new(),
    };
    for &family in families {
        match (family, &implications) {
            (Family::Single, Some(implications)) => {
                let kinds = SINGLE_KINDS.map(|(kind, _)| kind);
                for (rank, chain) in unary::search(change.now, &field, implications, &kinds, true) {
                    if patterns.is_new(chain.removed(&field)) {
                        patterns.add(rank.nodes, explain::of_chain(&field, &chain));
                    }
                }
            }
            _ => {
                let implications = implications.as_ref();
                let mut nets = Nets::new(change.now, &field, implications, family, [true; 4], true);
                for (rank, net) in nets.search() {
                    if patterns.is_new(net.removed(&field)) {
                        patterns.add(rank.nodes, explain::of_net(&mut nets, &net, false));
                    }
                }
            }
        }
        if !patterns.found.is_empty() {
            break;
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
