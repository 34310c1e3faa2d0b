//! Branching proofs on one line: `r1c5=3 -> r2c6<>3 -> r2c2=3; r1c5=8 -> r1c5<>3`. Every branch
//! starts with what is supposed, and what follows is in the order of the proof.
//!
//! Suppositions within a branch are in parentheses, without what follows from them.

use super::Teller;
use super::prose::{Known, same_sees};
use super::short::{cell_name, conclusion};
use super::templates::Key;
use crate::proof::{Inference, Truth};
use crate::step::{Cand, Step};

impl Teller {
    /// The branches of a step, if its proof has any and no single chain tells it all.
    pub(super) fn branches(&self, step: &Step) -> Option<String> {
        let [inference] = &step.proof[..] else {
            return None;
        };
        let branches = starts(inference);
        let has = |role| step.marks.iter().any(|mark| mark.role == role);
        if branches.is_empty() || !has("cause") || has("cover") || is_single_chain(step, inference)
        {
            return None;
        }
        let mut known = Known::default();
        let told = branches
            .iter()
            .map(|&(candidate, on, then)| self.way(candidate, on, then, &mut known));
        let told = told.collect::<Vec<_>>().join("; ");
        Some(match inference {
            Inference::Cases {
                truth: Truth::House(house, _),
                ..
            } => format!("{}: {told}", self.houses(&[*house])),
            _ => told,
        })
    }

    /// A supposition and what follows from it.
    fn way(&self, candidate: Cand, on: bool, then: &[Inference], known: &mut Known) -> String {
        let start = known.suppose(candidate, on);
        let mut parts = vec![self.fact(candidate, on)];
        let mut rest = then;
        while !rest.is_empty() && !known.is_contradictory {
            let (on, off, count) = self.follow(rest, &mut parts);
            if !on.is_empty() || !off.is_empty() {
                parts.push(conclusion(&on, &off, self.size));
            }
            let clashes = [
                (known.learn(&on, true), true),
                (known.learn(&off, false), false),
            ];
            for (clash, is_on) in clashes {
                if let (Some(clash), Some(part)) = (clash, parts.last_mut()) {
                    let fact = self.fact(clash, !is_on);
                    let clash = self.templates.say(Key::LineClash, &[("fact", &fact)]);
                    part.push_str(&format!(", {clash}"));
                }
            }
            known.is_contradictory |= matches!(rest[0], Inference::Empty { .. });
            rest = &rest[count..];
        }
        known.forget(start);
        parts.join(" -> ")
    }

    /// What the first inferences show, on and off, and their number; nested ones add a part.
    fn follow(
        &self,
        inferences: &[Inference],
        parts: &mut Vec<String>,
    ) -> (Vec<Cand>, Vec<Cand>, usize) {
        if let Some((_, off, count)) = same_sees(inferences) {
            return (Vec::new(), off, count);
        }
        let inference = &inferences[0];
        let nested: Vec<String> = starts(inference)
            .into_iter()
            .map(|(candidate, on, _)| format!("{} ...", self.fact(candidate, on)))
            .collect();
        if !nested.is_empty() {
            parts.push(format!("({})", nested.join(", ")));
        }
        let (on, off) = match inference {
            Inference::Last { on, .. } => (vec![*on], Vec::new()),
            Inference::Sees { off, .. } | Inference::Count { off, .. } => (Vec::new(), off.clone()),
            Inference::Empty { truth } => {
                parts.push(self.nothing_left(truth));
                (Vec::new(), Vec::new())
            }
            Inference::Suppose { candidate, on, .. } if *on => (Vec::new(), vec![*candidate]),
            Inference::Suppose { candidate, .. } => (vec![*candidate], Vec::new()),
            Inference::Cases { on, off, .. } | Inference::Either { on, off, .. } => {
                (on.clone(), off.clone())
            }
        };
        (on, off, 1)
    }

    fn nothing_left(&self, truth: &Truth) -> String {
        match truth {
            Truth::Cell(cell) => {
                let facts = [("cell", &*cell_name(*cell, self.size))];
                self.templates.say(Key::LineNoDigit, &facts)
            }
            Truth::House(house, digit) => {
                let facts = [
                    ("house", &*self.houses(&[*house])),
                    ("digit", &*(digit + 1).to_string()),
                ];
                self.templates.say(Key::LineNoPlace, &facts)
            }
            Truth::Deadly(_) => self.empty(truth),
        }
    }

    fn fact(&self, candidate: Cand, on: bool) -> String {
        let sign = if on { "=" } else { "<>" };
        format!("{}{sign}{}", self.cell(candidate), self.digit(candidate))
    }
}

/// What the branches of an inference suppose, and what follows.
fn starts(inference: &Inference) -> Vec<(Cand, bool, &[Inference])> {
    match inference {
        Inference::Suppose {
            candidate,
            on,
            then,
        } => vec![(*candidate, *on, then)],
        Inference::Cases { branches, .. } => branches
            .iter()
            .map(|(candidate, then)| (*candidate, true, &then[..]))
            .collect(),
        Inference::Either {
            candidate,
            then,
            otherwise,
            ..
        } => vec![(*candidate, true, then), (*candidate, false, otherwise)],
        _ => Vec::new(),
    }
}

/// True if the links of a step are one chain that shows all of its proof.
fn is_single_chain(step: &Step, inference: &Inference) -> bool {
    let mut chains = step.marks.iter().filter(|mark| mark.role == "cause");
    let (Some(chain), None) = (chains.next(), chains.next()) else {
        return false;
    };
    let is_link = |one: &Inference| {
        matches!(
            one,
            Inference::Last { .. } | Inference::Sees { .. } | Inference::Empty { .. }
        )
    };
    !chain.links.is_empty()
        && chain
            .links
            .windows(2)
            .all(|pair| pair[0].end == pair[1].start)
        && starts(inference)
            .iter()
            .all(|(_, _, then)| then.iter().all(is_link))
}
