//! Parts of sentences: candidates that are true or false, what a cell or house needs, what has room.

use super::Teller;
use super::short::{cell_name, cells};
use super::templates::Key;
use crate::proof::{Deadly, Truth};
use crate::step::Cand;

/// Who needs or has room for something, and what.
type Pair = (String, String);

impl Teller {
    /// What holds in the end: some candidates are true, others false. Cells that lose the same
    /// digits are named together.
    pub(super) fn outcome(&self, on: &[Cand], off: &[Cand]) -> String {
        let said = &self.templates;
        let mut clauses: Vec<String> = Vec::new();
        for (digit, cells) in super::by_digit(&sorted(on)) {
            let names = self.cell_list(Key::And, &cells);
            let digit = (digit + 1).to_string();
            let facts = [("cells", &*names), ("digit", &*digit)];
            clauses.push(said.say_count(Key::ConclusionPlaced, cells.len(), &facts));
        }
        let off = sorted(off);
        let mut groups: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
        for of_cell in off.chunk_by(|one, other| one.cell == other.cell) {
            let digits: Vec<u8> = of_cell.iter().map(|one| one.digit).collect();
            let cell = usize::from(of_cell[0].cell);
            match groups.iter_mut().find(|(known, _)| *known == digits) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((digits, vec![cell])),
            }
        }
        for (digits, cells) in groups {
            let names = self.cell_list(Key::And, &cells);
            let digits = digits.iter().map(|digit| (digit + 1).to_string());
            let digits = said.list(Key::Or, &digits.collect::<Vec<_>>());
            let facts = [("cells", &*names), ("digits", &*digits)];
            clauses.push(said.say_count(Key::ConclusionRemoved, cells.len(), &facts));
        }
        clauses.join("; ")
    }

    /// What is said of candidates of one digit: that one of them is true, or that none is.
    pub(super) fn clause(&self, [on, off]: [Key; 2], candidates: &[Cand], is_on: bool) -> String {
        let mut places: Vec<usize> = candidates.iter().map(|one| one.cell.into()).collect();
        places.sort_unstable();
        places.dedup();
        let digit = candidates
            .first()
            .map_or(String::new(), |&one| self.digit(one));
        let word = if is_on { Key::Or } else { Key::And };
        let names = self.cell_list(word, &places);
        let facts = [("cells", &*names), ("digit", &*digit)];
        (self.templates).say_count(if is_on { on } else { off }, places.len(), &facts)
    }

    /// That one of some candidates is true, after an "if".
    pub(super) fn any_of(&self, candidates: &[Cand]) -> String {
        let mut clauses: Vec<String> = Vec::new();
        for (digit, cells) in super::by_digit(candidates) {
            let digit = usize::from(digit);
            let group: Vec<Cand> = cells.iter().map(|&cell| Cand::new(cell, digit)).collect();
            clauses.push(self.clause([Key::IfOn, Key::IfOff], &group, true));
        }
        self.templates.list(Key::Or, &clauses)
    }

    pub(super) fn cell(&self, candidate: Cand) -> String {
        cell_name(candidate.cell.into(), self.size)
    }

    #[allow(clippy::unused_self)]
    pub(super) fn digit(&self, candidate: Cand) -> String {
        (candidate.digit + 1).to_string()
    }

    fn cell_list(&self, word: Key, cells: &[usize]) -> String {
        let names = cells.iter().map(|&cell| cell_name(cell, self.size));
        self.templates.list(word, &names.collect::<Vec<_>>())
    }

    /// That only some candidates of a truth are left.
    pub(super) fn only(&self, truth: &Truth, left: &[Cand]) -> String {
        let said = &self.templates;
        match truth {
            Truth::Cell(cell) => {
                let digits = left.iter().map(|&one| self.digit(one));
                let facts = [
                    ("cell", &*cell_name(*cell, self.size)),
                    ("digits", &*said.list(Key::Or, &digits.collect::<Vec<_>>())),
                ];
                said.say_count(Key::OnlyCell, left.len(), &facts)
            }
            Truth::House(house, digit) => {
                let facts = [
                    ("house", &*self.groups[*house].name),
                    ("digit", &*(digit + 1).to_string()),
                    ("cells", &*self.or_cells(left)),
                ];
                said.say(Key::OnlyHouse, &facts)
            }
            Truth::Deadly(_) => {
                let name = |&one: &Cand| {
                    let facts = [("cell", &*self.cell(one)), ("digit", &*self.digit(one))];
                    said.say(Key::Candidate, &facts)
                };
                let names: Vec<String> = left.iter().map(name).collect();
                let facts = [
                    ("need", &*self.truth(truth)),
                    ("candidates", &*said.list(Key::Or, &names)),
                ];
                said.say_count(Key::OnlyExtra, left.len(), &facts)
            }
        }
    }

    /// The same where all candidates left of a house are in another one, which is named, too.
    pub(super) fn only_in_line(
        &self,
        truth: &Truth,
        left: &[Cand],
        link: &[Cand],
    ) -> Option<String> {
        let Truth::House(house, digit) = truth else {
            return None;
        };
        let line = self.group_of(link).filter(|_| left.len() > 1)?;
        let facts = [
            ("house", &*self.groups[*house].name),
            ("digit", &*(digit + 1).to_string()),
            ("line", &*self.groups[line].name),
            ("cells", &*self.or_cells(left)),
        ];
        Some(self.templates.say(Key::OnlyLine, &facts))
    }

    fn or_cells(&self, candidates: &[Cand]) -> String {
        let cells: Vec<usize> = candidates.iter().map(|one| one.cell.into()).collect();
        self.cell_list(Key::Or, &cells)
    }

    /// That nothing is left of a truth.
    pub(super) fn empty(&self, truth: &Truth) -> String {
        let key = match truth {
            Truth::Cell(_) => Key::EmptyCell,
            Truth::House(..) => Key::EmptyHouse,
            Truth::Deadly(_) => Key::EmptyExtra,
        };
        self.templates.say(key, &[("need", &self.truth(truth))])
    }

    /// True if a candidate of the board is one of a truth.
    pub(super) fn is_member(&self, truth: &Truth, one: Cand) -> bool {
        let cell = usize::from(one.cell);
        match truth {
            Truth::Cell(place) => cell == *place,
            Truth::House(house, digit) => {
                usize::from(one.digit) == *digit && self.groups_of[cell].contains(house)
            }
            Truth::Deadly(Deadly::Loop { cells, digits }) => {
                cells.contains(&cell) && !digits.contains(&one.digit.into())
            }
            Truth::Deadly(Deadly::Bug { extra }) => extra.contains(&one),
        }
    }

    fn truth(&self, truth: &Truth) -> String {
        self.grouped([self.need(truth)].into_iter(), Key::CountNeeds)
            .swap_remove(0)
    }

    /// Who needs one of a truth, and what.
    pub(super) fn need(&self, truth: &Truth) -> Pair {
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
    pub(super) fn room(&self, link: &[Cand]) -> Pair {
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
        let who = match self.group_of(link) {
            Some(group) => self.groups[group].name.clone(),
            None => cells(all(), self.size),
        };
        (who, room)
    }

    /// A count that names nothing twice, if that shows the same: sets that overlap count their
    /// common cells twice, and several links may be about one digit of a house.
    pub(super) fn simpler_count(
        &self,
        truths: &[Truth],
        links: &[Vec<Cand>],
        off: &[Cand],
    ) -> Option<(Vec<Truth>, Vec<Vec<Cand>>)> {
        let mut needed: Vec<Truth> = Vec::new();
        for truth in truths {
            if !needed.contains(truth) {
                needed.push(truth.clone());
            }
        }
        let place = |link: &[Cand]| (self.group_of(link), link[0].digit);
        let mut rooms: Vec<Vec<Cand>> = Vec::new();
        for link in links.iter().filter(|link| !link.is_empty()) {
            let is_of_cell = link.iter().all(|one| one.cell == link[0].cell);
            let is_truth = || needed.contains(&Truth::Cell(link[0].cell.into()));
            let is_spare = is_of_cell && needed.len() < truths.len() && is_truth();
            let is_of_digit = link.iter().all(|one| one.digit == link[0].digit);
            let same = (rooms.iter_mut())
                .find(|room| is_of_digit && !is_of_cell && place(room) == place(link));
            match same {
                Some(room) if place(room).0.is_some() => room.extend(link),
                _ if !is_spare => rooms.push(link.clone()),
                _ => {}
            }
        }
        if (needed.len(), rooms.len()) == (truths.len(), links.len()) {
            return None;
        }
        let needs = |one: &Cand| {
            let of_one = |truth: &&Truth| self.is_member(truth, *one);
            needed.iter().filter(of_one).count()
        };
        let is_covered = |one: &Cand| holders(&rooms, one) >= needs(one);
        let is_out = |one: &Cand| holders(&rooms, one) + needed.len() > rooms.len() + needs(one);
        let shows_it = links.iter().flatten().all(is_covered) && off.iter().all(is_out);
        shows_it.then_some((needed, rooms))
    }

    /// The first group that holds the cells of some candidates.
    fn group_of(&self, candidates: &[Cand]) -> Option<usize> {
        let mut all = candidates.iter().map(|one| usize::from(one.cell));
        let groups = &self.groups_of[all.next()?];
        let holds = |group: &&usize| all.clone().all(|cell| self.groups_of[cell].contains(group));
        groups.iter().find(holds).copied()
    }

    /// Joins who and what: those that need the same, then what one needs.
    pub(super) fn grouped(&self, pairs: impl Iterator<Item = Pair>, key: Key) -> Vec<String> {
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

/// How many links hold a candidate.
pub(super) fn holders(links: &[Vec<Cand>], one: &Cand) -> usize {
    links.iter().filter(|link| link.contains(one)).count()
}

fn sorted(candidates: &[Cand]) -> Vec<Cand> {
    let mut found = candidates.to_vec();
    found.sort_unstable();
    found.dedup();
    found
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
pub(super) fn sentence(parts: &[String]) -> String {
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
