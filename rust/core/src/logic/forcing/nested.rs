//! Chains inside a closure: single ones from level 2, several that end alike from level 3, dynamic
//! ones from level 4.

use super::super::grid::digits_of;
use super::super::proof::Inference;
use super::super::step::{Cand, Step};
use super::advanced::{Change, Pattern};
use super::{Family, steps};

/// The families of chains that a level adds.
fn families(level: u8) -> Vec<Family> {
    match level {
        0 | 1 => Vec::new(),
        2 => vec![Family::Single],
        3 => vec![Family::Single, Family::Multiple],
        _ => vec![Family::Single, Family::Multiple, Family::Dynamic(level - 4)],
    }
}

/// The chains of the first family that removes something now.
pub(super) fn find(change: &Change<'_>, level: u8) -> Vec<Pattern> {
    for family in families(level) {
        let found: Vec<Pattern> = steps(change.now, family, &|_| true, true)
            .into_iter()
            .map(|step| pattern(change, step))
            .filter(|pattern| !pattern.victims.is_empty())
            .collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn pattern(change: &Change<'_>, mut step: Step) -> Pattern {
    let mut off = step.eliminations.clone();
    if let Some(&on) = step.placements.first() {
        let cell = usize::from(on.cell);
        let others = digits_of(change.now.masks[cell] & !(1 << on.digit));
        off.extend(others.map(|digit| Cand::new(cell, digit)));
        step.proof.push(Inference::Sees {
            on,
            off: off.clone(),
        });
    }
    let victims = off.iter().filter_map(|&cand| change.number(cand)).collect();
    let mut parents: Vec<u16> = Vec::new();
    for truth in super::explain::truths(&step.proof) {
        for id in change.lost_of(truth) {
            if !parents.contains(&id) {
                parents.push(id);
            }
        }
    }
    Pattern {
        victims,
        parents,
        nodes: step.length as usize,
        proof: step.proof,
    }
}
