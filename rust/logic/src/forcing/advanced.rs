//! Patterns on a board from which a closure has taken candidates away: locked candidates, pairs
//! and X-wings, then chains. The first family that removes something counts, with all that it
//! removes.

use super::super::cellset::CellSet;
use super::super::geometry::Kind;
use super::super::grid::{Digits, Grid, digits_of};
use super::super::proof::{Inference, Truth};
use super::super::step::Cand;
use super::field::{Field, NONE};
use super::left::Left;
use super::unary::Chain;
use super::{explain, nested};

/// What a pattern removes, and why.
pub(super) struct Pattern {
    /// What is off because of it.
    pub(super) victims: Vec<u16>,
    /// What had to be off before.
    pub(super) parents: Vec<u16>,
    /// The nodes of chains in it.
    pub(super) nodes: usize,
    pub(super) why: Why,
}

/// Why a pattern holds. Few patterns are part of a chain that is preferred in the end, so that a
/// proof is written out when it is asked for.
#[derive(PartialEq)]
pub(super) enum Why {
    /// As many truths as links; each candidate of the truths is in a link. NONE for no second one.
    Count {
        truths: [u16; 2],
        links: [u16; 2],
    },
    Chain(Chain),
    Proof(Vec<Inference>),
}

impl Pattern {
    pub(super) fn proof(&self, field: &Field) -> Vec<Inference> {
        match &self.why {
            Why::Count { truths, links } => {
                let members = |&truth: &u16| field.members.of(usize::from(truth)).iter();
                let cands = |ids: std::slice::Iter<'_, u16>| -> Vec<Cand> {
                    ids.map(|&id| field.cands[usize::from(id)]).collect()
                };
                let is_some = |&&truth: &&u16| truth != NONE;
                let truths = truths.iter().filter(is_some);
                let links = links.iter().filter(is_some);
                vec![Inference::Count {
                    truths: truths
                        .map(|&truth| field.truth(usize::from(truth)))
                        .collect(),
                    links: links.map(members).map(cands).collect(),
                    off: cands(self.victims.iter()),
                }]
            }
            Why::Proof(proof) => proof.clone(),
            Why::Chain(chain) => {
                let step = explain::of_chain(field, chain);
                let on = step.placements.first().copied();
                nested::with_removed(field, step.proof, on, &self.victims)
            }
        }
    }
}

/// A board before and now, between which a closure took candidates away.
pub(super) struct Change<'a> {
    pub(super) before: &'a Grid,
    pub(super) now: &'a Grid,
    /// The candidates before, and which are gone.
    pub(super) left: Left<'a>,
}

/// The patterns of the first family that removes something now. Those of the levels below `from`
/// are known to remove nothing.
pub(super) fn find(change: &Change<'_>, from: u8, level: u8) -> Vec<Pattern> {
    let families: [fn(&Change<'_>) -> Vec<Pattern>; 4] =
        [locked, hidden_pairs, naked_pairs, x_wings];
    for family in families.iter().filter(|_| from <= 1) {
        let found = family(change);
        if !found.is_empty() {
            return found;
        }
    }
    nested::find(change, from, level)
}

impl Change<'_> {
    /// The candidates of a truth that were taken away.
    pub(super) fn lost_of(&self, truth: &Truth) -> Vec<u16> {
        let number = match *truth {
            Truth::Cell(cell) => self.truth_of_cell(cell),
            Truth::House(house, digit) => self.truth_in_house(house, digit),
            Truth::Deadly(_) => NONE,
        };
        match number {
            NONE => Vec::new(),
            number => self.left.lost(usize::from(number)).collect(),
        }
    }

    pub(super) fn number(&self, cand: Cand) -> Option<u16> {
        self.left
            .field
            .id(usize::from(cand.cell), usize::from(cand.digit))
            .map(|id| id as u16)
    }

    /// The truth of a cell.
    fn truth_of_cell(&self, cell: usize) -> u16 {
        let digit = self.before.masks[cell].trailing_zeros() as usize;
        let id = self.left.field.id(cell, digit);
        id.map_or(NONE, |id| self.left.field.truths.of(id)[0])
    }

    /// The truth of a digit in a house.
    fn truth_in_house(&self, house: usize, digit: usize) -> u16 {
        let truth = self.left.field.truth_in(house, digit);
        truth.map_or(NONE, |truth| truth as u16)
    }

    fn pattern(
        &self,
        victims: impl Iterator<Item = Cand>,
        parents: Vec<u16>,
        truths: [u16; 2],
        links: [u16; 2],
    ) -> Pattern {
        Pattern {
            victims: victims.filter_map(|cand| self.number(cand)).collect(),
            parents,
            nodes: 0,
            why: Why::Count { truths, links },
        }
    }

    /// Everything that two truths have lost.
    fn lost(&self, truths: [u16; 2]) -> Vec<u16> {
        let truths = truths.into_iter().map(usize::from);
        truths.flat_map(|truth| self.left.lost(truth)).collect()
    }

    /// The cells of a house where a digit can still go.
    fn places(&self, house: usize, digit: usize) -> CellSet {
        self.now.places_in(digit, house)
    }
}

/// Digits whose places in one house are all in another: boxes and lines both ways.
fn locked(change: &Change<'_>) -> Vec<Pattern> {
    let geometry = &change.now.geometry;
    let mut found = Vec::new();
    let ways = [
        (Kind::Box, Kind::Column),
        (Kind::Box, Kind::Row),
        (Kind::Column, Kind::Box),
        (Kind::Row, Kind::Box),
    ];
    let most = geometry.most_shared as u16;
    for (from, to) in ways {
        let first = from as usize * geometry.size;
        for house in first..first + geometry.size {
            for digit in 0..geometry.size {
                if !(1..=most).contains(&change.left.places(house, digit)) {
                    continue;
                }
                let places = change.places(house, digit);
                let Some(cell) = places.first() else { continue };
                let other = geometry.house_of(cell, to);
                let rest = change.places(other, digit) - geometry.houses[house].set;
                if rest.is_empty() || !places.is_within(&geometry.houses[other].set) {
                    continue;
                }
                let truth = change.truth_in_house(house, digit);
                let is_outside = |id: &u16| {
                    let cell = change.left.field.cands[usize::from(*id)].cell;
                    !geometry.houses[other].set.has(usize::from(cell))
                };
                let lost = change.left.lost(usize::from(truth));
                found.push(change.pattern(
                    rest.iter().map(|cell| Cand::new(cell, digit)),
                    lost.filter(is_outside).collect(),
                    [truth, NONE],
                    [change.truth_in_house(other, digit), NONE],
                ));
            }
        }
    }
    found
}

/// Two digits with the same two places in a house.
fn hidden_pairs(change: &Change<'_>) -> Vec<Pattern> {
    let now = change.now;
    let mut found = Vec::new();
    for house in now.geometry.boxes_first() {
        if now.open_in(house).len() <= 4 {
            continue;
        }
        for one in 0..now.geometry.size {
            if change.left.places(house, one) != 2 {
                continue;
            }
            let places = change.places(house, one);
            for two in one + 1..now.geometry.size {
                if change.left.places(house, two) != 2 || change.places(house, two) != places {
                    continue;
                }
                let mut victims = places
                    .iter()
                    .flat_map(|cell| cands_of(cell, now.masks[cell] & !(1 << one | 1 << two)))
                    .peekable();
                if victims.peek().is_none() {
                    continue;
                }
                let truths = [one, two].map(|digit| change.truth_in_house(house, digit));
                let mut cells = places.iter();
                let cells = [cells.next(), cells.next()];
                let links = cells.map(|cell| cell.map_or(NONE, |cell| change.truth_of_cell(cell)));
                found.push(change.pattern(victims, change.lost(truths), truths, links));
            }
        }
    }
    found
}

fn cands_of(cell: usize, digits: Digits) -> impl Iterator<Item = Cand> {
    digits_of(digits).map(move |digit| Cand::new(cell, digit))
}

/// Two cells of a house with the same two candidates.
fn naked_pairs(change: &Change<'_>) -> Vec<Pattern> {
    let now = change.now;
    let mut found = Vec::new();
    for house in now.geometry.boxes_first() {
        let pairs: Vec<usize> = now
            .open_in(house)
            .iter()
            .filter(|&cell| now.masks[cell].count_ones() == 2)
            .collect();
        for (place, &one) in pairs.iter().enumerate() {
            for &two in &pairs[place + 1..] {
                if now.masks[one] != now.masks[two] {
                    continue;
                }
                let both = CellSet::of(one) | CellSet::of(two);
                let digits = now.masks[one];
                let others = now.open_in(house) - both;
                let mut victims = others
                    .iter()
                    .flat_map(|cell| cands_of(cell, now.masks[cell] & digits))
                    .peekable();
                if victims.peek().is_none() {
                    continue;
                }
                let truths = [one, two].map(|cell| change.truth_of_cell(cell));
                let mut digits = digits_of(digits);
                let digits = [digits.next(), digits.next()];
                let links = digits
                    .map(|digit| digit.map_or(NONE, |digit| change.truth_in_house(house, digit)));
                found.push(change.pattern(victims, change.lost(truths), truths, links));
            }
        }
    }
    found
}

/// A digit with the same two places in two lines.
fn x_wings(change: &Change<'_>) -> Vec<Pattern> {
    let geometry = &change.now.geometry;
    let mut found = Vec::new();
    for (base, cover) in [(Kind::Column, Kind::Row), (Kind::Row, Kind::Column)] {
        let first = base as usize * geometry.size;
        for digit in 0..geometry.size {
            let lines: Vec<(usize, CellSet, usize, usize)> = (first..first + geometry.size)
                .filter(|&house| change.left.places(house, digit) == 2)
                .filter_map(|house| {
                    let places = change.places(house, digit);
                    let mut cells = places.iter();
                    let (one, two) = (cells.next()?, cells.next()?);
                    let covers = (geometry.house_of(one, cover), geometry.house_of(two, cover));
                    Some((house, places, covers.0, covers.1))
                })
                .collect();
            for (place, &(one, cells, left, right)) in lines.iter().enumerate() {
                for &(two, others, also_left, also_right) in &lines[place + 1..] {
                    if (left, right) != (also_left, also_right) {
                        continue;
                    }
                    let covered = change.places(left, digit) | change.places(right, digit);
                    let victims = covered - cells - others;
                    if victims.is_empty() {
                        continue;
                    }
                    let truths = [one, two].map(|house| change.truth_in_house(house, digit));
                    found.push(change.pattern(
                        victims.iter().map(|cell| Cand::new(cell, digit)),
                        change.lost(truths),
                        truths,
                        [left, right].map(|house| change.truth_in_house(house, digit)),
                    ));
                }
            }
        }
    }
    found
}
