//! Steps in words: one line in common notation, and sentences that a beginner can follow.
//!
//! Both are made from a step's marks and proof alone, so a new technique needs no code here, and
//! from the templates of a language, so a new language needs none either. [`rows`] tells whole
//! paths, one row per step.

mod branches;
mod phrases;
mod prose;
pub mod rows;
mod short;
mod templates;

pub use short::conclusion;
pub use templates::{Key, Templates, Wordings};

use super::step::{Cand, Link, Step};

/// Says what steps on a board are, in a language.
pub struct Teller {
    templates: Templates,
    techniques: Vec<Technique>,
    size: usize,
    groups: Vec<Group>,
    /// For every cell the numbers of its groups, ascending.
    groups_of: Vec<Vec<usize>>,
}

/// What a language says of a technique.
pub struct Technique {
    /// Its name.
    pub title: String,
    /// Why it is true in general.
    pub why: String,
}

/// Cells without any digit twice: a house, or a set of a rule. Marks and proofs give its number.
pub struct Group {
    /// Its cells.
    pub cells: Vec<usize>,
    /// Its name in the language.
    pub name: String,
    /// A letter and a number for a row, a column or a box: r and 2.
    pub short: Option<(String, String)>,
}

impl Teller {
    /// A teller with the words of a language (techniques as in `table::TECHNIQUES`) and the groups
    /// of a board.
    pub fn new(
        templates: Templates,
        techniques: Vec<Technique>,
        size: usize,
        groups: Vec<Group>,
    ) -> Teller {
        let mut groups_of = vec![Vec::new(); size * size];
        for (number, group) in groups.iter().enumerate() {
            for &cell in &group.cells {
                groups_of[cell].push(number);
            }
        }
        Teller {
            templates,
            techniques,
            size,
            groups,
            groups_of,
        }
    }

    /// The rows of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of groups.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// A step on one line: the technique, where it is, and what follows.
    pub fn line(&self, step: &Step) -> String {
        let title = &self.techniques[step.technique].title;
        let place = self.branches(step).unwrap_or_else(|| self.place(step));
        let gap = if place.is_empty() { "" } else { " " };
        let follows = conclusion(&step.placements, &step.eliminations, self.size);
        format!("{title}: {place}{gap}=> {follows}")
    }

    /// Why a step holds, first in general, then here; the last sentence is what follows.
    pub fn sentences(&self, step: &Step) -> Vec<String> {
        let mut told = vec![self.techniques[step.technique].why.clone()];
        if step.is_chain() {
            told.extend(self.chain(step));
            let clauses = self.outcome(&step.placements, &step.eliminations);
            told.push(
                self.templates
                    .say(Key::Conclusion, &[("clauses", &clauses)]),
            );
        } else {
            told.extend(prose::sentences(self, step));
        }
        told
    }

    /// The line and the sentences.
    pub fn describe(&self, step: &Step) -> String {
        let mut text = self.line(step);
        text.push('.');
        for sentence in self.sentences(step) {
            text.push(' ');
            text.push_str(&sentence);
        }
        text
    }

    /// What follows along a chain, from one end to the other.
    fn chain(&self, step: &Step) -> Vec<String> {
        let links: Vec<&Link> = step.marks.iter().flat_map(|mark| &mark.links).collect();
        let chains = links.chunk_by(|one, other| short::goes_on(&one.end, &other.start));
        let mut told = Vec::new();
        for chain in chains {
            let (first, last) = (chain[0], chain[chain.len() - 1]);
            told.push(self.along(chain));
            if first.strong && last.strong && first.start != last.end {
                let ends = [&first.start, &last.end]
                    .map(|end| self.clause([Key::On, Key::Off], end, true));
                let clauses = self.templates.list(Key::Or, &ends);
                let facts = [("clauses", &*clauses)];
                told.push(self.templates.say(Key::EitherEnd, &facts));
            }
        }
        told
    }

    /// A chain in one sentence.
    fn along(&self, chain: &[&Link]) -> String {
        let said = &self.templates;
        let mut text = String::new();
        let mut end: &[Cand] = &chain[0].start;
        for link in chain {
            // Where a cell has two candidates, one is true if the other is false.
            if end != link.start {
                let clause = self.clause([Key::ThenOn, Key::ThenOff], &link.start, !link.strong);
                text.push_str(&said.say(Key::ChainSo, &[("clause", &clause)]));
            }
            let clause = self.clause([Key::ThenOn, Key::ThenOff], &link.end, link.strong);
            text.push_str(&if text.is_empty() {
                let condition = self.clause([Key::IfOn, Key::IfOff], &link.start, !link.strong);
                said.say(
                    Key::ChainIf,
                    &[("condition", &condition), ("clause", &clause)],
                )
            } else {
                said.say(Key::ChainSo, &[("clause", &clause)])
            });
            end = &link.end;
        }
        text.push('.');
        text
    }
}

impl Step {
    /// True if the links of the marks tell the whole proof.
    fn is_chain(&self) -> bool {
        use super::proof::Inference::Count;
        self.marks.iter().any(|mark| !mark.links.is_empty())
            && !self.proof.is_empty()
            && (self.proof.iter()).all(|inference| matches!(inference, Count { .. }))
    }
}

/// The cells of each digit, in the order in which digits come first.
fn by_digit(candidates: &[Cand]) -> Vec<(u8, Vec<usize>)> {
    let mut found: Vec<(u8, Vec<usize>)> = Vec::new();
    for &Cand { cell, digit } in candidates {
        match found.iter_mut().find(|(known, _)| *known == digit) {
            Some((_, cells)) => cells.push(cell.into()),
            None => found.push((digit, vec![cell.into()])),
        }
    }
    found
}
