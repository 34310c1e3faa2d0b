//! Proofs in sentences: each inference says what it shows, so that the next one can build on it.

use std::cmp::Ordering;

use super::Teller;
use super::phrases::{holders, sentence};
use super::templates::Key;
use crate::proof::{Inference, Truth};
use crate::step::{Cand, Step};

/// How a count ends.
#[derive(PartialEq)]
enum End {
    /// Its candidates are all that is left of one truth: the only one, or several.
    Only,
    Each,
    /// Every place is needed.
    Full,
    /// What is false would take up this many of all places.
    TooMany(usize, usize),
    /// There are fewer places than needed.
    TooFew,
}

/// A proof that is being told.
pub(super) struct Prose<'a> {
    teller: &'a Teller,
    told: Vec<String>,
    known: Known,
    /// The numbers of the cases that are being told, the outermost first.
    cases: Vec<usize>,
    /// What the last sentence said to follow, and how many did so that suppose nothing.
    last_outcome: String,
    outcomes: usize,
}

/// What is known at a point of a proof: candidates that are on (true) or off.
#[derive(Default)]
pub(super) struct Known {
    list: Vec<(Cand, bool)>,
    /// How many suppositions it rests on.
    depth: usize,
    /// True after a contradiction, which ends a branch.
    pub(super) is_contradictory: bool,
}

impl Known {
    pub(super) fn has(&self, candidate: Cand, on: bool) -> bool {
        self.list.contains(&(candidate, on))
    }

    /// Learns what holds; gives the first candidate of which the opposite is known.
    pub(super) fn learn(&mut self, candidates: &[Cand], on: bool) -> Option<Cand> {
        let mut learned = candidates.iter().copied();
        let clash = learned.find(|&one| self.has(one, !on));
        self.list.extend(candidates.iter().map(|&one| (one, on)));
        self.is_contradictory |= clash.is_some();
        clash
    }

    /// Starts a branch with a supposition; gives what to forget from.
    pub(super) fn suppose(&mut self, candidate: Cand, on: bool) -> usize {
        let start = self.list.len();
        self.learn(&[candidate], on);
        self.depth += 1;
        start
    }

    /// Forgets a branch; true if it ended in a contradiction.
    pub(super) fn forget(&mut self, start: usize) -> bool {
        self.list.truncate(start);
        self.depth -= 1;
        std::mem::take(&mut self.is_contradictory)
    }
}

/// An inference as it is told: several in a row that differ in what they rule out are one.
pub(super) fn same_sees(inferences: &[Inference]) -> Option<(Cand, Vec<Cand>, usize)> {
    let Some(Inference::Sees { on, off }) = inferences.first() else {
        return None;
    };
    let mut off = off.clone();
    let mut count = 1;
    while let Some(Inference::Sees {
        on: next,
        off: more,
    }) = inferences.get(count)
        && next == on
    {
        off.extend(more);
        count += 1;
    }
    Some((*on, off, count))
}

/// The sentences of a step's proof, up to what follows.
pub(super) fn sentences(teller: &Teller, step: &Step) -> Vec<String> {
    let mut prose = Prose {
        teller,
        told: Vec::new(),
        known: Known::default(),
        cases: Vec::new(),
        last_outcome: String::new(),
        outcomes: 0,
    };
    prose.follow(&step.proof);
    let clauses = teller.outcome(&step.placements, &step.eliminations);
    if prose.last_outcome != clauses {
        let key = match prose.outcomes {
            0 | 1 => Key::Conclusion,
            _ => Key::ConclusionAll,
        };
        prose.close(key, clauses);
    }
    prose.told
}

impl Prose<'_> {
    fn follow(&mut self, inferences: &[Inference]) {
        let mut rest = inferences;
        while !rest.is_empty() && !self.known.is_contradictory {
            let count = self.tell(rest);
            rest = &rest[count..];
        }
    }

    /// Tells the first inference, and those that say the same with it; gives their number.
    fn tell(&mut self, inferences: &[Inference]) -> usize {
        self.last_outcome.clear();
        if let Some((on, off, count)) = same_sees(inferences) {
            self.sees(on, &off);
            return count;
        }
        match &inferences[0] {
            Inference::Count { .. } => return self.count(inferences),
            Inference::Sees { .. } => {}
            Inference::Last { truth, on } => {
                self.told.push(sentence(&[self.teller.only(truth, &[*on])]));
                self.learn(&[*on], true);
            }
            Inference::Empty { truth } => {
                self.told.push(sentence(&[self.teller.empty(truth)]));
                self.known.is_contradictory = true;
            }
            Inference::Suppose {
                candidate,
                on,
                then,
            } => {
                let clause = self.teller.clause([Key::On, Key::Off], &[*candidate], *on);
                let facts = [("clause", &*clause)];
                self.told
                    .push(self.teller.templates.say(Key::Suppose, &facts));
                self.branch(*candidate, *on, then);
                let (on, off) = if *on {
                    (&[][..], &[*candidate][..])
                } else {
                    (&[*candidate][..], &[][..])
                };
                self.end(Key::SupposeEnd, on, off);
            }
            Inference::Cases {
                truth,
                branches,
                on,
                off,
            } => self.every(truth, branches, on, off),
            Inference::Either {
                candidate,
                then,
                otherwise,
                on,
                off,
            } => {
                let ended = [
                    self.case(1, (*candidate, true), then),
                    self.case(2, (*candidate, false), otherwise),
                ];
                self.end_cases(&ended, Key::EitherEnd, on, off);
            }
        }
        1
    }

    fn sees(&mut self, on: Cand, off: &[Cand]) {
        let clauses = self.teller.outcome(&[], off);
        let facts = [
            ("cell", &*self.teller.cell(on)),
            ("digit", &*self.teller.digit(on)),
            ("clauses", &*clauses),
        ];
        let text = self.teller.templates.say(Key::Sees, &facts);
        self.told.push(text);
        self.shown(clauses);
        self.learn(off, false);
    }

    fn shown(&mut self, clauses: String) {
        self.last_outcome = clauses;
        self.outcomes += usize::from(self.known.depth == 0);
    }

    fn every(
        &mut self,
        truth: &Truth,
        branches: &[(Cand, Vec<Inference>)],
        on: &[Cand],
        off: &[Cand],
    ) {
        let left: Vec<Cand> = branches.iter().map(|(candidate, _)| *candidate).collect();
        self.told.push(sentence(&[self.teller.only(truth, &left)]));
        let ended: Vec<bool> = branches
            .iter()
            .enumerate()
            .map(|(place, (candidate, then))| self.case(place + 1, (*candidate, true), then))
            .collect();
        self.end_cases(&ended, Key::CasesEnd, on, off);
    }

    /// Tells a case; true if it is impossible.
    fn case(&mut self, number: usize, (candidate, on): (Cand, bool), then: &[Inference]) -> bool {
        self.cases.push(number);
        let numbers: Vec<String> = self.cases.iter().map(usize::to_string).collect();
        let clause = self.teller.clause([Key::On, Key::Off], &[candidate], on);
        let facts = [("number", &*numbers.join(".")), ("clause", &clause)];
        let key = if then.is_empty() {
            Key::CaseShown
        } else {
            Key::Case
        };
        self.told.push(self.teller.templates.say(key, &facts));
        let is_impossible = self.branch(candidate, on, then);
        self.cases.pop();
        is_impossible
    }

    /// Tells what follows from a supposition; true if that is a contradiction.
    fn branch(&mut self, candidate: Cand, on: bool, then: &[Inference]) -> bool {
        let start = self.known.suppose(candidate, on);
        self.follow(then);
        self.known.forget(start)
    }

    fn end_cases(&mut self, ended: &[bool], key: Key, on: &[Cand], off: &[Cand]) {
        let left = ended
            .iter()
            .filter(|is_impossible| !**is_impossible)
            .count();
        if left == 0 {
            let text = self.teller.templates.say(Key::CasesNone, &[]);
            self.told.push(text);
            self.known.is_contradictory = true;
        } else if left < ended.len() {
            let clauses = self.teller.outcome(on, off);
            let facts = [("clauses", &*clauses)];
            let text = (self.teller.templates).say_count(Key::CasesRest, left, &facts);
            self.told.push(text);
            self.shown(clauses);
            self.learn_both(on, off);
        } else {
            self.end(key, on, off);
        }
    }

    /// Says what follows, and learns it.
    fn end(&mut self, key: Key, on: &[Cand], off: &[Cand]) {
        self.close(key, self.teller.outcome(on, off));
        self.learn_both(on, off);
    }

    fn close(&mut self, key: Key, clauses: String) {
        let text = self.teller.templates.say(key, &[("clauses", &clauses)]);
        // Cases within cases may end alike.
        if self.told.last() != Some(&text) {
            self.told.push(text);
        }
        self.shown(clauses);
    }

    fn learn_both(&mut self, on: &[Cand], off: &[Cand]) {
        self.learn(on, true);
        self.learn(off, false);
    }

    /// Learns what holds, and says so if that is a contradiction.
    fn learn(&mut self, candidates: &[Cand], on: bool) {
        if let Some(clash) = self.known.learn(candidates, on) {
            let clause = self.teller.clause([Key::On, Key::Off], &[clash], !on);
            let text = (self.teller.templates).say(Key::Clash, &[("clause", &clause)]);
            self.told.push(text);
        }
    }

    /// Tells a count, and those after it that differ in what they rule out; gives their number.
    fn count(&mut self, inferences: &[Inference]) -> usize {
        let mut off: Vec<Cand> = Vec::new();
        let mut first: Option<(Vec<String>, End)> = None;
        let mut number = 0;
        for inference in inferences {
            let Inference::Count {
                truths,
                links,
                off: more,
            } = inference
            else {
                break;
            };
            let words = self.count_words(truths, links, more);
            match &first {
                Some(first) if *first != words => break,
                Some(_) => {}
                None => first = Some(words),
            }
            off.extend(more);
            number += 1;
        }
        if let Some((sentences, end)) = first {
            self.told.extend(sentences);
            self.end_count(&end, &off);
        }
        number
    }

    fn count_words(
        &self,
        truths: &[Truth],
        links: &[Vec<Cand>],
        off: &[Cand],
    ) -> (Vec<String>, End) {
        let teller = self.teller;
        if let [truth] = truths
            && off.iter().all(|one| holders(links, one) == links.len())
        {
            let left = self.left_of(truth, links);
            if !left.is_empty() {
                let in_line = match links {
                    [link] => teller.only_in_line(truth, &left, link),
                    _ => None,
                };
                let is_each = left.len() > 1 && in_line.is_none();
                let only = in_line.unwrap_or_else(|| teller.only(truth, &left));
                let end = if is_each { End::Each } else { End::Only };
                return (vec![sentence(&[only])], end);
            }
        }
        let simpler = teller.simpler_count(truths, links, off);
        let (truths, links) = match &simpler {
            Some((truths, links)) => (&truths[..], &links[..]),
            None => (truths, links),
        };
        let needs = truths.iter().map(|truth| teller.need(truth));
        let rooms = links.iter().map(|link| teller.room(link));
        let sentences = vec![
            sentence(&teller.grouped(needs, Key::CountNeeds)),
            sentence(&teller.grouped(rooms, Key::CountRoom)),
        ];
        let most = off.iter().map(|one| holders(links, one)).max();
        let end = match truths.len().cmp(&links.len()) {
            Ordering::Less => End::TooMany(most.unwrap_or(0), links.len()),
            Ordering::Equal => End::Full,
            Ordering::Greater => End::TooFew,
        };
        (sentences, end)
    }

    /// The candidates of a truth, all of which are in links, without those that are off.
    fn left_of(&self, truth: &Truth, links: &[Vec<Cand>]) -> Vec<Cand> {
        let is_left =
            |one: &Cand| self.teller.is_member(truth, *one) && !self.known.has(*one, false);
        let mut left: Vec<Cand> = links.iter().flatten().copied().filter(is_left).collect();
        left.sort_unstable();
        left.dedup();
        left
    }

    fn end_count(&mut self, end: &End, off: &[Cand]) {
        let said = &self.teller.templates;
        match *end {
            End::Only => self.end(Key::Conclusion, &[], off),
            End::Each => self.end(Key::CasesEnd, &[], off),
            End::Full => {
                self.told.push(said.say(Key::CountFull, &[]));
                self.end(Key::Conclusion, &[], off);
            }
            End::TooMany(number, all) => {
                let clauses = self.teller.any_of(off);
                let facts = [
                    ("clauses", &*clauses),
                    ("number", &*number.to_string()),
                    ("all", &*all.to_string()),
                ];
                self.told.push(said.say(Key::CountTooMany, &facts));
                self.end(Key::Conclusion, &[], off);
            }
            End::TooFew => {
                self.told.push(said.say(Key::CountTooFew, &[]));
                self.known.is_contradictory = true;
            }
        }
    }
}
