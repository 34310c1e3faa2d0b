//! Chains inside a closure: single ones from level 2, several that end alike from level 3, dynamic
//! ones from level 4.

use super::super::step::Step;
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
        let found: Vec<Pattern> = steps(change.now, family, true)
            .into_iter()
            .map(|(nodes, step)| pattern(change, nodes, step))
            .filter(|pattern| !pattern.victims.is_empty())
            .collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn pattern(change: &Change<'_>, nodes: usize, step: Step) -> Pattern {
    let mut victims: Vec<u16> = Vec::new();
    let removed = step.eliminations.iter().copied();
    let placed = step.placements.iter().flat_map(|on| {
        let cell = usize::from(on.cell);
        let others = change.now.masks[cell] & !(1 << on.digit);
        super::super::grid::digits_of(others)
            .map(move |digit| super::super::step::Cand::new(cell, digit))
    });
    victims.extend(removed.chain(placed).filter_map(|cand| change.number(cand)));
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
        nodes,
        proof: step.proof,
    }
}
