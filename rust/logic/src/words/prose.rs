//! Proofs in sentences.

use super::Teller;
use super::short::{cell_name, cells};
use super::templates::Key;
use crate::proof::{Deadly, Inference, Truth};
use crate::step::Cand;

/// Who needs or has room for something, and what.
type Pair = (String, String);

impl Teller {
    /// Says each inference in a sentence or more.
    pub(super) fn prove(&self, inferences: &[Inference], told: &mut Vec<String>) {
        for inference in inferences {
            self.tell(inference, told);
        }
    }

    fn tell(&self, inference: &Inference, told: &mut Vec<String>) {
        let said = &self.templates;
        match inference {
            Inference::Count { truths, links, off } => self.count(truths, links, off, told),
            Inference::Last { truth, on } => told.push(self.last(truth, *on)),
            Inference::Sees { on, off } => {
                let (cell, digit) = self.names(*on);
                let clauses = self.outcome(&[], off);
                let facts = [("cell", &*cell), ("digit", &digit), ("clauses", &clauses)];
                told.push(said.say(Key::Sees, &facts));
            }
            Inference::Empty { truth } => {
                let text = said.say(Key::Empty, &[("need", &self.truth(truth))]);
                told.push(sentence(&[text]));
            }
            Inference::Suppose {
                candidate,
                on,
                then,
            } => {
                self.branch(*candidate, *on, then, told);
                let clause = self.clause([Key::ThenOn, Key::ThenOff], *candidate, !on);
                told.push(said.say(Key::SupposeEnd, &[("clause", &clause)]));
            }
            Inference::Cases {
                truth,
                branches,
                on,
                off,
            } => {
                told.push(sentence(&[self.truth(truth)]));
                for (candidate, then) in branches {
                    self.branch(*candidate, true, then, told);
                }
                let clauses = self.outcome(on, off);
                told.push(said.say(Key::CasesEnd, &[("clauses", &clauses)]));
            }
            Inference::Either {
                candidate,
                then,
                otherwise,
                on,
                off,
            } => {
                self.branch(*candidate, true, then, told);
                self.branch(*candidate, false, otherwise, told);
                let clauses = self.outcome(on, off);
                told.push(said.say(Key::EitherEnd, &[("clauses", &clauses)]));
            }
        }
    }

    fn branch(&self, candidate: Cand, on: bool, then: &[Inference], told: &mut Vec<String>) {
        let clause = self.clause([Key::On, Key::Off], candidate, on);
        told.push(self.templates.say(Key::Suppose, &[("clause", &clause)]));
        self.prove(then, told);
    }

    fn count(&self, truths: &[Truth], links: &[Vec<Cand>], off: &[Cand], told: &mut Vec<String>) {
        let said = &self.templates;
        let needs = truths.iter().map(|truth| self.need(truth));
        told.push(sentence(&self.grouped(needs, Key::CountNeeds)));
        let rooms = links.iter().map(|link| self.room(link));
        told.push(sentence(&self.grouped(rooms, Key::CountRoom)));
        if truths.len() == links.len() {
            told.push(said.say(Key::CountFull, &[]));
            return;
        }
        let holders = |one: &Cand| links.iter().filter(|link| link.contains(one)).count();
        let most = off.iter().map(holders).max().unwrap_or(0).to_string();
        let clauses = off.iter();
        let clauses = clauses.map(|&one| self.clause([Key::IfOn, Key::IfOff], one, true));
        let clauses = said.list(Key::Or, &clauses.collect::<Vec<_>>());
        let facts = [("clauses", &*clauses), ("number", &most)];
        told.push(said.say(Key::CountTooMany, &facts));
    }

    fn last(&self, truth: &Truth, on: Cand) -> String {
        let (cell, digit) = self.names(on);
        let (key, other) = match truth {
            Truth::Cell(_) => (Key::LastCell, ("", String::new())),
            Truth::House(house, _) => (Key::LastHouse, ("house", self.groups[*house].name.clone())),
            Truth::Deadly(_) => (Key::LastExtra, ("need", self.truth(truth))),
        };
        let facts = [("cell", &*cell), ("digit", &digit), (other.0, &other.1)];
        sentence(&[self.templates.say(key, &facts)])
    }

    /// What holds in the end: some candidates are true, others false.
    fn outcome(&self, on: &[Cand], off: &[Cand]) -> String {
        let clause = |is_on| move |&one: &Cand| self.clause([Key::On, Key::Off], one, is_on);
        let clauses = on
            .iter()
            .map(clause(true))
            .chain(off.iter().map(clause(false)));
        self.templates.list(Key::And, &clauses.collect::<Vec<_>>())
    }

    fn clause(&self, [on, off]: [Key; 2], candidate: Cand, is_on: bool) -> String {
        let (cell, digit) = self.names(candidate);
        let facts = [("cells", &*cell), ("digit", &digit)];
        self.templates.say(if is_on { on } else { off }, &facts)
    }

    fn names(&self, Cand { cell, digit }: Cand) -> (String, String) {
        (cell_name(cell.into(), self.size), (digit + 1).to_string())
    }

    fn truth(&self, truth: &Truth) -> String {
        self.grouped([self.need(truth)].into_iter(), Key::CountNeeds)
            .swap_remove(0)
    }

    fn need(&self, truth: &Truth) -> Pair {
        let said = &self.templates;
        match truth {
            Truth::Cell(cell) => (cell_name(*cell, self.size), said.say(Key::NeedCell, &[])),
            Truth::House(house, digit) => {
                let facts = [("digit", &*(digit + 1).to_string())];
                let one = said.say_count(Key::NeedDigit, digit + 1, &facts);
                (self.groups[*house].name.clone(), one)
            }
            Truth::Deadly(Deadly::Loop { cells: all, digits }) => {
                let [first, second] = digits.map(|digit| (digit + 1).to_string());
                let facts = [("first", &*first), ("second", &second)];
                let others = said.say(Key::NeedLoop, &facts);
                (cells(all.iter().copied(), self.size), others)
            }
            Truth::Deadly(Deadly::Bug { .. }) => {
                (said.say(Key::NeedBoard, &[]), said.say(Key::NeedExtra, &[]))
            }
        }
    }

    /// What has room for one of some candidates, and for what.
    fn room(&self, link: &[Cand]) -> Pair {
        let all = || link.iter().map(|one| usize::from(one.cell));
        let first = all().min().unwrap_or(0);
        if all().all(|cell| cell == first) {
            return (
                cell_name(first, self.size),
                self.templates.say(Key::RoomCell, &[]),
            );
        }
        let mut digits: Vec<u8> = link.iter().map(|one| one.digit).collect();
        digits.sort_unstable();
        digits.dedup();
        let digits: Vec<String> = digits.iter().map(|digit| (digit + 1).to_string()).collect();
        let digits = self.templates.list(Key::Or, &digits);
        let room = self.templates.say(Key::RoomDigits, &[("digits", &digits)]);
        let holds = |&&group: &&usize| all().all(|cell| self.groups_of[cell].contains(&group));
        let who = match self.groups_of[first].iter().find(holds) {
            Some(&group) => self.groups[group].name.clone(),
            None => cells(all(), self.size),
        };
        (who, room)
    }

    /// Joins who and what: those that need the same, then what one needs.
    fn grouped(&self, pairs: impl Iterator<Item = Pair>, key: Key) -> Vec<String> {
        let mut needs: Vec<(String, Vec<String>)> = Vec::new();
        for (who, what) in pairs {
            let whats = entry(&mut needs, who);
            if !whats.contains(&what) {
                whats.push(what);
            }
        }
        let said = &self.templates;
        let mut sharing: Vec<(String, Vec<String>)> = Vec::new();
        for (who, whats) in needs {
            entry(&mut sharing, said.list(Key::And, &whats)).push(who);
        }
        let one = |(what, whos): &(String, Vec<String>)| {
            let facts = [("who", &*said.list(Key::And, whos)), ("what", what)];
            said.say_count(key, whos.len(), &facts)
        };
        sharing.iter().map(one).collect()
    }
}

/// The values of a name, in a list that keeps the order of the names.
fn entry(list: &mut Vec<(String, Vec<String>)>, name: String) -> &mut Vec<String> {
    let place = list.iter().position(|(known, _)| *known == name);
    let place = place.unwrap_or_else(|| {
        list.push((name, Vec::new()));
        list.len() - 1
    });
    &mut list[place].1
}

/// Parts as a sentence, with a capital letter; the name of a cell keeps its small one.
fn sentence(parts: &[String]) -> String {
    let text = parts.join("; ");
    let mut signs = text.chars();
    let first = signs.next();
    let starts_with_cell = first == Some('r')
        && signs
            .clone()
            .next()
            .is_some_and(|sign| sign.is_ascii_digit());
    match first {
        Some(sign) if !starts_with_cell => format!("{}{}.", sign.to_uppercase(), signs.as_str()),
        _ => format!("{text}."),
    }
}
