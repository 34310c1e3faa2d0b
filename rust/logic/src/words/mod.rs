//! Steps in words: one line in common notation, and sentences that a beginner can follow.
//!
//! Both are made from a step's marks and proof alone, so a new technique needs no code here, and
//! from the templates of a language, so a new language needs none either. [`rows`] tells whole
//! paths, one row per step.

mod prose;
pub mod rows;
mod short;
mod templates;

pub use short::conclusion;
pub use templates::{Key, Templates, Wordings};

use super::step::{Cand, Link, Step};
use short::node;

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
        let place = self.place(step);
        let gap = if place.is_empty() { "" } else { " " };
        let follows = conclusion(&step.placements, &step.eliminations, self.size);
        format!("{title}: {place}{gap}=> {follows}")
    }

    /// Why a step holds, first in general, then here; the last sentence is what follows.
    pub fn sentences(&self, step: &Step) -> Vec<String> {
        let mut told = vec![self.techniques[step.technique].why.clone()];
        if step.is_chain() {
            told.extend(self.chain(step));
        } else {
            self.prove(&step.proof, &mut told);
        }
        told.push(self.conclude(step));
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
        let mut sentences: Vec<String> = Vec::new();
        let mut end: Option<&[Cand]> = None;
        for link in step.marks.iter().flat_map(|mark| &mark.links) {
            let follows = self.node_clause(Key::ThenOn, Key::ThenOff, &link.end, link.strong);
            match sentences.last_mut().filter(|_| end == Some(&link.start)) {
                Some(sentence) => {
                    sentence.push_str(", ");
                    sentence.push_str(&self.templates.say(Key::ChainSo, &[("clause", &follows)]));
                }
                None => sentences.push(self.start(link, &follows)),
            }
            end = Some(&link.end);
        }
        for sentence in &mut sentences {
            sentence.push('.');
        }
        sentences
    }

    fn start(&self, link: &Link, follows: &str) -> String {
        let condition = self.node_clause(Key::IfOn, Key::IfOff, &link.start, !link.strong);
        let facts = [("condition", &*condition), ("clause", follows)];
        self.templates.say(Key::ChainIf, &facts)
    }

    /// What is said of candidates of one digit: that one of them is true, or that none is.
    fn node_clause(&self, on: Key, off: Key, candidates: &[Cand], is_on: bool) -> String {
        let digit = candidates.first().map_or(0, |first| first.digit + 1);
        let facts = [
            ("cells", &*node(candidates, self.size)),
            ("digit", &digit.to_string()),
        ];
        self.templates.say(if is_on { on } else { off }, &facts)
    }

    fn conclude(&self, step: &Step) -> String {
        let mut parts: Vec<String> = Vec::new();
        for &Cand { cell, digit } in &step.placements {
            let name = short::cell_name(cell.into(), self.size);
            let facts = [("cell", &*name), ("digit", &(digit + 1).to_string())];
            parts.push(self.templates.say(Key::ConclusionPlaced, &facts));
        }
        for (digit, cells) in by_digit(&step.eliminations) {
            let names = cells.iter().map(|&cell| short::cell_name(cell, self.size));
            let names = self.templates.list(Key::And, &names.collect::<Vec<_>>());
            let facts = [("cells", &*names), ("digit", &(digit + 1).to_string())];
            let said = self
                .templates
                .say_count(Key::ConclusionRemoved, cells.len(), &facts);
            parts.push(said);
        }
        let clauses = parts.join("; ");
        self.templates
            .say(Key::Conclusion, &[("clauses", &clauses)])
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
