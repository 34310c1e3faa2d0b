//! Subsets: as many cells of a house as digits.
//!
//! Naked: the cells have no other candidates, so the house has these digits nowhere else.
//! Hidden: the digits have no other places, so the cells hold nothing else. A naked subset that
//! lies in two houses is called locked if it eliminates from the box, and outside it from the line.

use super::cellset::CellSet;
use super::choice::Choice;
use super::geometry::{Kind, MAX_SIZE};
use super::grid::{Digits, Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// Only pairs and triples have a name of their own when they are locked.
const LARGEST_LOCKED: usize = 3;

/// Cells and as many digits, in a house.
#[derive(Clone, Copy)]
pub(super) struct Subset {
    /// The house.
    pub house: usize,
    /// The cells.
    pub cells: CellSet,
    /// The digits.
    pub digits: Digits,
}

/// Naked subsets of `technique.size` cells that are not locked, or too large for that name.
pub(super) fn naked(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    naked_or_locked(grid, technique, false, sink)
}

/// Naked subsets of `technique.size` cells that eliminate from two houses.
pub(super) fn locked(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    naked_or_locked(grid, technique, true, sink)
}

fn naked_or_locked(
    grid: &Grid,
    technique: &Technique,
    is_locked: bool,
    sink: &mut Sink<'_>,
) -> Flow {
    for house in by_kind(grid) {
        naked_in(grid, house, technique.size, &mut |subset| {
            // A subset of two houses is found in the first of those from which it eliminates.
            let mut gaining = by_kind_of(grid, subset)
                .filter(|&house| naked_gains(grid, Subset { house, ..subset }));
            if gaining.next() != Some(house) || is_locked_subset(grid, subset) != is_locked {
                return Flow::Continue(());
            }
            let houses = std::iter::once(house).chain(gaining);
            sink(naked_step(grid, technique, subset, houses))
        })?;
    }
    Flow::Continue(())
}

/// The houses in the order in which people scan them: boxes, rows, columns, extra ones.
fn by_kind(grid: &Grid) -> impl Iterator<Item = usize> + use<> {
    let (size, count) = (grid.geometry.size, grid.geometry.houses.len());
    (2 * size..3 * size)
        .chain(0..2 * size)
        .chain(3 * size..count)
}

/// The houses that hold a subset, in that order.
fn by_kind_of<'a>(grid: &'a Grid, subset: Subset) -> impl Iterator<Item = usize> + 'a {
    let holds = move |kind: Kind| {
        grid.geometry
            .common_houses(subset.cells)
            .filter(move |&house| grid.geometry.houses[house].kind == kind)
    };
    [Kind::Box, Kind::Row, Kind::Column, Kind::Extra]
        .into_iter()
        .flat_map(holds)
}

/// True if a house that holds a naked subset loses candidates, and a later one does outside it.
fn is_locked_subset(grid: &Grid, subset: Subset) -> bool {
    if subset.cells.len() > LARGEST_LOCKED {
        return false;
    }
    let mut places = CellSet::EMPTY;
    for digit in digits_of(subset.digits) {
        places |= grid.places[digit];
    }
    places -= subset.cells;
    let victims = |house: usize| places & grid.geometry.houses[house].set;
    let mut houses = by_kind_of(grid, subset);
    houses
        .next()
        .filter(|&first| !victims(first).is_empty())
        .is_some_and(|first| houses.any(|other| !victims(other).is_within(&victims(first))))
}

/// Hidden subsets of `technique.size` cells.
pub(super) fn hidden(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    for house in by_kind(grid) {
        hidden_in(grid, house, technique.size, &mut |subset| {
            if !hidden_gains(grid, subset) || is_hidden_before(grid, subset) {
                return Flow::Continue(());
            }
            sink(hidden_step(grid, technique, subset))
        })?;
    }
    Flow::Continue(())
}

/// Calls `found` with every naked subset of some size in a house, gain or not; each cell has two
/// candidates or more.
pub(super) fn naked_in(
    grid: &Grid,
    house: usize,
    size: usize,
    found: &mut dyn FnMut(Subset) -> Flow,
) -> Flow {
    let mut choice = Choice::new(size);
    for &cell in &grid.geometry.houses[house].cells {
        choice.add(cell, grid.masks[cell]);
    }
    choice.each(&mut |cells, digits| {
        found(Subset {
            house,
            cells: cells.iter().copied().collect(),
            digits,
        })
    })
}

/// Calls `found` with every hidden subset of some size in a house, gain or not; each digit has
/// two places or more.
pub(super) fn hidden_in(
    grid: &Grid,
    house: usize,
    size: usize,
    found: &mut dyn FnMut(Subset) -> Flow,
) -> Flow {
    let cells = &grid.geometry.houses[house].cells;
    // The places of each digit, as bits: bit i is the i-th cell of the house.
    let mut places = [0; MAX_SIZE];
    for (place, &cell) in cells.iter().enumerate() {
        for digit in digits_of(grid.masks[cell]) {
            places[digit] |= 1 << place;
        }
    }
    let mut choice = Choice::new(size);
    for (digit, &places) in places.iter().enumerate() {
        choice.add(digit, places);
    }
    choice.each(&mut |digits, places| {
        found(Subset {
            house,
            cells: digits_of(places).map(|place| cells[place]).collect(),
            digits: digits.iter().fold(0, |all, &digit| all | 1 << digit),
        })
    })
}

/// True if a naked subset eliminates something from its house.
pub(super) fn naked_gains(grid: &Grid, subset: Subset) -> bool {
    let others = grid.geometry.houses[subset.house].set - subset.cells;
    digits_of(subset.digits).any(|digit| grid.places[digit].meets(&others))
}

/// True if a hidden subset eliminates something from its cells.
pub(super) fn hidden_gains(grid: &Grid, subset: Subset) -> bool {
    subset
        .cells
        .iter()
        .any(|cell| grid.masks[cell] & !subset.digits != 0)
}

/// True if the same cells and digits are a hidden subset of a house that was looked at before.
fn is_hidden_before(grid: &Grid, subset: Subset) -> bool {
    by_kind_of(grid, subset)
        .take_while(|&house| house != subset.house)
        .any(|house| {
            digits_of(subset.digits)
                .all(|digit| grid.places_in(digit, house).is_within(&subset.cells))
        })
}

/// What a naked subset eliminates from its house.
pub(super) fn naked_victims(grid: &Grid, subset: Subset) -> Vec<Cand> {
    digits_of(subset.digits)
        .flat_map(|digit| cands(grid.places_in(digit, subset.house) - subset.cells, digit))
        .collect()
}

/// What a hidden subset eliminates from its cells.
pub(super) fn hidden_victims(grid: &Grid, subset: Subset) -> Vec<Cand> {
    subset
        .cells
        .iter()
        .flat_map(|cell| {
            digits_of(grid.masks[cell] & !subset.digits).map(move |digit| Cand::new(cell, digit))
        })
        .collect()
}

/// The step of a naked subset that eliminates from some of the houses that hold it.
pub(super) fn naked_step(
    grid: &Grid,
    technique: &Technique,
    subset: Subset,
    houses: impl IntoIterator<Item = usize>,
) -> Step {
    let mut step = technique.step();
    let mut marked = Vec::new();
    for house in houses {
        let subset = Subset { house, ..subset };
        let mut victims = naked_victims(grid, subset);
        // Cells that two of the houses share are proved once.
        victims.retain(|victim| !step.eliminations.contains(victim));
        step.proof.push(naked_proof(grid, subset, &victims));
        step.eliminations.extend(victims);
        marked.push(house);
    }
    step.eliminations.sort_unstable();
    step.marks = vec![Mark::houses("base", marked), pattern(grid, subset)];
    step
}

fn naked_proof(grid: &Grid, subset: Subset, victims: &[Cand]) -> Inference {
    Inference::Count {
        truths: subset.cells.iter().map(Truth::Cell).collect(),
        links: digits_of(subset.digits)
            .map(|digit| cands(grid.places_in(digit, subset.house), digit))
            .collect(),
        off: victims.to_vec(),
    }
}

/// The step of a hidden subset.
pub(super) fn hidden_step(grid: &Grid, technique: &Technique, subset: Subset) -> Step {
    Step {
        eliminations: hidden_victims(grid, subset),
        marks: vec![Mark::houses("base", [subset.house]), pattern(grid, subset)],
        proof: vec![hidden_proof(grid, subset)],
        ..technique.step()
    }
}

/// The inference that proves what a hidden subset eliminates.
pub(super) fn hidden_proof(grid: &Grid, subset: Subset) -> Inference {
    let candidates_of = |cell: usize| {
        digits_of(grid.masks[cell])
            .map(|digit| Cand::new(cell, digit))
            .collect()
    };
    Inference::Count {
        truths: digits_of(subset.digits)
            .map(|digit| Truth::House(subset.house, digit))
            .collect(),
        links: subset.cells.iter().map(candidates_of).collect(),
        off: hidden_victims(grid, subset),
    }
}

/// The cells of a subset, and its candidates in them.
pub(super) fn pattern(grid: &Grid, subset: Subset) -> Mark {
    let candidates = digits_of(subset.digits)
        .flat_map(|digit| cands(grid.places[digit] & subset.cells, digit))
        .collect();
    Mark {
        cells: subset.cells.iter().collect(),
        ..Mark::candidates("pattern", candidates)
    }
}
