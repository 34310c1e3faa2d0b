//! Patterns on a board from which a closure has taken candidates away: locked candidates, pairs
//! and X-wings, then chains. The first family that removes something counts, with all that it
//! removes.

use super::super::cellset::CellSet;
use super::super::geometry::Kind;
use super::super::grid::{Digits, Grid, digits_of};
use super::super::proof::{Inference, Truth};
use super::super::step::{Cand, cands};
use super::implications::Left;
use super::nested;

/// What a pattern removes, and why.
pub(super) struct Pattern {
    /// What is off because of it.
    pub(super) victims: Vec<u16>,
    /// What had to be off before.
    pub(super) parents: Vec<u16>,
    /// The nodes of chains in it.
    pub(super) nodes: usize,
    pub(super) proof: Vec<Inference>,
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
    /// The candidates of a digit in some cells that were taken away.
    fn lost(&self, cells: CellSet, digit: usize) -> impl Iterator<Item = u16> {
        let lost = (self.before.places[digit] - self.now.places[digit]) & cells;
        lost.iter()
            .filter_map(move |cell| self.number(Cand::new(cell, digit)))
    }

    /// The candidates of a truth that were taken away.
    pub(super) fn lost_of(&self, truth: &Truth) -> Vec<u16> {
        match *truth {
            Truth::Cell(cell) => (0..self.before.geometry.size)
                .flat_map(|digit| self.lost(CellSet::of(cell), digit))
                .collect(),
            Truth::House(house, digit) => self
                .lost(self.before.geometry.houses[house].set, digit)
                .collect(),
            Truth::Deadly(_) => Vec::new(),
        }
    }

    pub(super) fn number(&self, cand: Cand) -> Option<u16> {
        self.left
            .field
            .id(usize::from(cand.cell), usize::from(cand.digit))
            .map(|id| id as u16)
    }

    fn pattern(
        &self,
        victims: Vec<Cand>,
        parents: Vec<u16>,
        truths: Vec<Truth>,
        links: Vec<Vec<Cand>>,
    ) -> Pattern {
        Pattern {
            victims: victims
                .iter()
                .filter_map(|&cand| self.number(cand))
                .collect(),
            parents,
            nodes: 0,
            proof: vec![Inference::Count {
                truths,
                links,
                off: victims,
            }],
        }
    }

    /// The candidates of a digit in a house, those that are gone included.
    fn link(&self, house: usize, digit: usize) -> Vec<Cand> {
        cands(self.before.places_in(digit, house), digit)
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
    for (from, to) in ways {
        let first = from as usize * geometry.size;
        for house in first..first + geometry.size {
            for digit in 0..geometry.size {
                let places = change.places(house, digit);
                let Some(cell) = places.first() else { continue };
                let other = geometry.house_of(cell, to);
                let rest = change.places(other, digit) - geometry.houses[house].set;
                if rest.is_empty() || !places.is_within(&geometry.houses[other].set) {
                    continue;
                }
                found.push(
                    change.pattern(
                        cands(rest, digit),
                        change
                            .lost(
                                geometry.houses[house].set - geometry.houses[other].set,
                                digit,
                            )
                            .collect(),
                        vec![Truth::House(house, digit)],
                        vec![change.link(other, digit)],
                    ),
                );
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
        let set = now.geometry.houses[house].set;
        for one in 0..now.geometry.size {
            let places = change.places(house, one);
            if places.len() != 2 {
                continue;
            }
            for two in one + 1..now.geometry.size {
                if change.places(house, two) != places {
                    continue;
                }
                let victims: Vec<Cand> = places
                    .iter()
                    .flat_map(|cell| cands_of(cell, now.masks[cell] & !(1 << one | 1 << two)))
                    .collect();
                if victims.is_empty() {
                    continue;
                }
                let rest = set - places;
                found.push(
                    change.pattern(
                        victims,
                        change
                            .lost(rest, one)
                            .chain(change.lost(rest, two))
                            .collect(),
                        vec![Truth::House(house, one), Truth::House(house, two)],
                        places
                            .iter()
                            .map(|cell| cands_of(cell, change.before.masks[cell]).collect())
                            .collect(),
                    ),
                );
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
                let victims: Vec<Cand> = (now.open_in(house) - both)
                    .iter()
                    .flat_map(|cell| cands_of(cell, now.masks[cell] & digits))
                    .collect();
                if victims.is_empty() {
                    continue;
                }
                let truths = vec![Truth::Cell(one), Truth::Cell(two)];
                found.push(
                    change.pattern(
                        victims,
                        truths
                            .iter()
                            .flat_map(|truth| change.lost_of(truth))
                            .collect(),
                        truths,
                        digits_of(digits)
                            .map(|digit| change.link(house, digit))
                            .collect(),
                    ),
                );
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
                .filter_map(|house| {
                    let places = change.places(house, digit);
                    let mut cells = places.iter();
                    let (one, two) = (cells.next()?, cells.next()?);
                    (places.len() == 2).then(|| {
                        let covers = (geometry.house_of(one, cover), geometry.house_of(two, cover));
                        (house, places, covers.0, covers.1)
                    })
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
                    let covers = geometry.houses[left].set | geometry.houses[right].set;
                    let bases = geometry.houses[one].set | geometry.houses[two].set;
                    found.push(change.pattern(
                        cands(victims, digit),
                        change.lost(bases - covers, digit).collect(),
                        vec![Truth::House(one, digit), Truth::House(two, digit)],
                        [left, right].map(|house| change.link(house, digit)).into(),
                    ));
                }
            }
        }
    }
    found
}
