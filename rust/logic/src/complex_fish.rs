//! Franken and mutant fish: base and cover may have boxes (franken: rows and boxes against columns
//! and boxes, or turned), or any houses (mutant).
//!
//! A fish is searched for from a victim. Suppose that the victim v is true: what it sees is gone,
//! and each of the n base houses still needs a place. If n - 1 cover houses hold all of these,
//! there are too few: v is false, and with a house of v they are the cover of a fish of size n.
//! Base places that v sees and the cover does not hold are its fins.
//!
//! ```text
//!   bases  places left     covers: c1 holds a and c, c2 holds b and d. Three bases, two covers.
//!   r2     a     b
//!   r5     c                Only candidates in no template (templates.rs) can be victims, which
//!   b9           d          are few; this makes the search quick.
//! ```

use std::collections::HashSet;

use super::cellset::CellSet;
use super::fish::{self, Fish};
use super::geometry::Kind;
use super::grid::{Grid, digits_of};
use super::search::{Flow, Options, Sink, Technique};
use super::templates;

/// Houses as bits.
pub(super) type Houses = u64;

/// How many combinations of houses are looked at for one victim, so that large fish on boards with
/// many candidates end: mutant leviathans may be missed there.
const MOST_STATES: usize = 100_000;

/// Franken fish without fins.
pub(super) fn franken(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    emit(grid, technique, options, Shape::Franken, false, sink)
}

/// Franken fish with fins.
pub(super) fn finned_franken(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    emit(grid, technique, options, Shape::Franken, true, sink)
}

/// Mutant fish without fins.
pub(super) fn mutant(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    emit(grid, technique, options, Shape::Mutant, false, sink)
}

/// Mutant fish with fins.
pub(super) fn finned_mutant(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    emit(grid, technique, options, Shape::Mutant, true, sink)
}

fn emit(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    shape: Shape,
    has_fins: bool,
    sink: &mut Sink<'_>,
) -> Flow {
    for digit in options.digits_of(grid) {
        for fish in of_digit(grid, digit, shape, technique.size) {
            if fish.fins.is_empty() != has_fins {
                sink(fish::step(grid, technique, &fish))?;
            }
        }
    }
    Flow::Continue(())
}

/// What a fish is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Rows against columns.
    Basic,
    /// One kind of line with boxes, against the other with boxes.
    Franken,
    /// Anything else.
    Mutant,
}

/// The fish of a digit, a shape and a size that are worth a step: one for each set of victims, and
/// none that eliminates more with another cover.
fn of_digit(grid: &Grid, digit: usize, shape: Shape, size: usize) -> Vec<Fish> {
    let all = all_of_digit(grid, digit, shape, size);
    let is_less = |one: &Fish, other: &Fish| {
        one.base == other.base
            && one.victims != other.victims
            && one.victims.is_within(&other.victims)
    };
    let mut results = HashSet::new();
    let mut best = Vec::new();
    for fish in &all {
        let is_new = results.insert((fish.victims, fish.fins.is_empty()));
        if is_new && !all.iter().any(|other| is_less(fish, other)) {
            best.push(fish.clone());
        }
    }
    best
}

/// All fish of a digit, a shape and a size, in the order of their houses.
pub(super) fn all_of_digit(grid: &Grid, digit: usize, shape: Shape, size: usize) -> Vec<Fish> {
    let houses = &grid.geometry.houses;
    if houses.len() > Houses::BITS as usize {
        return Vec::new();
    }
    let victims = templates::impossible(grid, digit);
    if victims.is_empty() {
        return Vec::new();
    }
    let with = |kinds: &[Kind]| {
        let has = |number: &usize| kinds.contains(&houses[*number].kind);
        (0..houses.len())
            .filter(has)
            .fold(0, |all, number| all | 1 << number)
    };
    let all = with(&[Kind::Row, Kind::Column, Kind::Box, Kind::Extra]);
    let (rows, columns) = (
        with(&[Kind::Row, Kind::Box]),
        with(&[Kind::Column, Kind::Box]),
    );
    let allowed: &[(Houses, Houses)] = match shape {
        Shape::Mutant => &[(all, all)],
        _ => &[(rows, columns), (columns, rows)],
    };
    let mut found: Vec<Fish> = Vec::new();
    for &(bases, covers) in allowed {
        let mut seen = HashSet::new();
        for victim in victims {
            if grid.deadline.is_over() {
                break;
            }
            let left = grid.places[digit] - grid.geometry.peers[victim] - CellSet::of(victim);
            let bases = without(grid, bases, victim);
            for core in cores(grid, left, size, (bases, covers)) {
                complete(grid, digit, victim, core, covers, &mut seen, &mut found);
            }
        }
    }
    found.retain(|fish| shape_of(grid, fish) == shape);
    found.sort_by(|a, b| (&a.base, &a.cover).cmp(&(&b.base, &b.cover)));
    found
}

/// Adds a house of the victim to the covers, and sees what the fish eliminates.
fn complete(
    grid: &Grid,
    digit: usize,
    victim: usize,
    (bases, covers): (Houses, Houses),
    allowed: Houses,
    seen: &mut HashSet<(Houses, Houses)>,
    found: &mut Vec<Fish>,
) {
    for &house in &grid.geometry.houses_of[victim] {
        let bit = 1 << house;
        let is_free = allowed & bit != 0 && (bases | covers) & bit == 0;
        if is_free && seen.insert((bases, covers | bit)) {
            found.extend(fish_of(grid, digit, bases, covers | bit));
        }
    }
}

/// The fish of these houses; None if it eliminates nothing.
fn fish_of(grid: &Grid, digit: usize, bases: Houses, covers: Houses) -> Option<Fish> {
    let sets = |houses: Houses| bits(houses).map(|house| grid.places_in(digit, house));
    // Places by how many base (cover) houses hold them.
    let (once, twice) = counted(sets(bases));
    let (covered, covered_twice) = counted(sets(covers));
    let fins = (once - covered) | (twice - covered_twice);
    let mut victims = (covered - once) | (covered_twice - twice - fins);
    for fin in fins {
        victims &= grid.geometry.peers[fin];
    }
    (!victims.is_empty()).then(|| Fish {
        digit,
        base: bits(bases).collect(),
        cover: bits(covers).collect(),
        fins,
        victims,
    })
}

/// The cells of one set or more, and of two or more.
fn counted(sets: impl Iterator<Item = CellSet>) -> (CellSet, CellSet) {
    sets.fold((CellSet::EMPTY, CellSet::EMPTY), |(once, twice), set| {
        (once | set, twice | (once & set))
    })
}

fn shape_of(grid: &Grid, fish: &Fish) -> Shape {
    let has = |houses: &[usize], kind: Kind| {
        houses
            .iter()
            .any(|&house| grid.geometry.houses[house].kind == kind)
    };
    let (base, cover) = (&fish.base, &fish.cover);
    let is_straight = |one: Kind, other: Kind| !has(base, other) && !has(cover, one);
    if has(base, Kind::Extra) || has(cover, Kind::Extra) {
        return Shape::Mutant;
    }
    if !is_straight(Kind::Row, Kind::Column) && !is_straight(Kind::Column, Kind::Row) {
        return Shape::Mutant;
    }
    if has(base, Kind::Box) || has(cover, Kind::Box) {
        Shape::Franken
    } else {
        Shape::Basic
    }
}

/// The houses that do not hold a cell.
pub(super) fn without(grid: &Grid, houses: Houses, cell: usize) -> Houses {
    let holding = grid.geometry.houses_of[cell].iter();
    houses & !holding.fold(0, |all, house| all | 1 << house)
}

/// All sets of `size` bases and one cover less that hold the places of the bases among `left`.
/// No part of them is such a set.
pub(super) fn cores(
    grid: &Grid,
    left: CellSet,
    size: usize,
    (bases, covers): (Houses, Houses),
) -> Vec<(Houses, Houses)> {
    let houses = grid.geometry.houses.iter();
    let left: Vec<CellSet> = houses.map(|house| left & house.set).collect();
    let mut search = Search {
        grid,
        size: size as u32,
        bases: bits(bases)
            .filter(|&house| !left[house].is_empty())
            .fold(0, |all, house| all | 1 << house),
        covers,
        left,
        seen: HashSet::new(),
        cores: Vec::new(),
    };
    search.run();
    search.cores
}

/// A search for bases whose places lie in one cover less.
struct Search<'a> {
    grid: &'a Grid,
    size: u32,
    /// For every house the places that have to be covered.
    left: Vec<CellSet>,
    bases: Houses,
    covers: Houses,
    seen: HashSet<(Houses, Houses)>,
    cores: Vec<(Houses, Houses)>,
}

impl Search<'_> {
    fn run(&mut self) {
        for base in bits(self.bases) {
            self.extend(1 << base, 0, self.left[base], CellSet::EMPTY);
        }
    }

    /// Goes on from some bases, whose places are `needed`, and covers, which hold `covered`.
    fn extend(&mut self, bases: Houses, covers: Houses, needed: CellSet, covered: CellSet) {
        if self.seen.len() >= MOST_STATES || !self.seen.insert((bases, covers)) {
            return;
        }
        if let Some(cell) = (needed - covered).first() {
            if covers.count_ones() + 1 < self.size {
                self.cover(cell, bases, covers, needed, covered);
            }
        } else if bases.count_ones() > covers.count_ones() {
            // Fewer bases than the size are a smaller fish.
            if bases.count_ones() == self.size {
                self.cores.push((bases, covers));
            }
        } else if bases.count_ones() < self.size {
            for base in bits(self.bases & !bases & !covers) {
                let places = self.left[base];
                if !places.meets(&needed) && places.meets(&covered) {
                    self.extend(bases | 1 << base, covers, needed | places, covered);
                }
            }
        }
    }

    fn cover(
        &mut self,
        cell: usize,
        bases: Houses,
        covers: Houses,
        needed: CellSet,
        covered: CellSet,
    ) {
        let houses = &self.grid.geometry.houses_of[cell];
        for &house in houses {
            let bit = 1 << house;
            if self.covers & bit != 0 && bases & bit == 0 {
                let covered = covered | self.left[house];
                self.extend(bases, covers | bit, needed, covered);
            }
        }
    }
}

/// The numbers of houses, ascending.
pub(super) fn bits(houses: Houses) -> impl Iterator<Item = usize> {
    let (low, high) = (houses as u32, (houses >> 32) as u32);
    digits_of(low).chain(digits_of(high).map(|house| house + 32))
}
