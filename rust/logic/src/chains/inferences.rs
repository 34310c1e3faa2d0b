//! Inferences of a branch: each says something new, and a contradiction ends them.

use std::collections::HashSet;

use crate::proof::Inference;
use crate::step::Cand;

/// Inferences one after the other, each new, up to a contradiction.
pub(super) struct Proof {
    /// The inferences.
    pub list: Vec<Inference>,
    known: HashSet<(Cand, bool)>,
    /// True once a candidate is on and off, or nothing is left of a cell or house.
    pub is_contradictory: bool,
}

impl Proof {
    /// What follows from a candidate that is on or off.
    pub(super) fn from(cand: Cand, on: bool) -> Proof {
        Proof {
            list: Vec::new(),
            known: HashSet::from([(cand, on)]),
            is_contradictory: false,
        }
    }

    /// Adds inferences.
    pub(super) fn extend(&mut self, inferences: Vec<Inference>) {
        for inference in inferences {
            self.add(inference);
        }
    }

    /// Adds an inference without what is known.
    pub(super) fn add(&mut self, inference: Inference) {
        if self.is_contradictory {
            return;
        }
        match inference {
            Inference::Last { truth, on } => {
                if self.known.contains(&(on, false)) {
                    self.list.push(Inference::Empty { truth });
                    self.is_contradictory = true;
                } else if self.known.insert((on, true)) {
                    self.list.push(Inference::Last { truth, on });
                }
            }
            Inference::Sees { on, mut off } => {
                off.retain(|&cand| self.known.insert((cand, false)));
                self.is_contradictory = self.is_clash(&off);
                if !off.is_empty() {
                    self.list.push(Inference::Sees { on, off });
                }
            }
            Inference::Count { truths, links, off } => {
                if off.iter().any(|&cand| self.known.insert((cand, false))) {
                    self.is_contradictory = self.is_clash(&off);
                    self.list.push(Inference::Count { truths, links, off });
                }
            }
            other => {
                self.is_contradictory = matches!(other, Inference::Empty { .. });
                self.list.push(other);
            }
        }
    }

    fn is_clash(&self, off: &[Cand]) -> bool {
        off.iter().any(|&cand| self.known.contains(&(cand, true)))
    }
}
