//! Singles: the last cell of a house, the last place of a digit, the last digit of a cell.

use super::geometry::Kind;
use super::grid::{Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step};

/// The only open cell of a house takes the only digit left.
pub(super) fn full_house(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    for house in 0..grid.geometry.houses.len() {
        let Some(cell) = grid.open_in(house).only() else {
            continue;
        };
        // A cell that completes two houses is found in the first of them.
        let first = grid.geometry.houses_of[cell]
            .iter()
            .find(|&&house| grid.open_in(house).len() == 1);
        if grid.masks[cell].count_ones() == 1 && first == Some(&house) {
            let digit = grid.masks[cell].trailing_zeros() as usize;
            sink(placement(technique, cell, digit, Truth::Cell(cell), house))?;
        }
    }
    Flow::Continue(())
}

/// The full house of a naked single, if it is the last open cell of a house.
pub(super) fn full_house_at(grid: &Grid, technique: &Technique, on: Cand) -> Option<Step> {
    let (cell, digit) = (usize::from(on.cell), usize::from(on.digit));
    let houses = &grid.geometry.houses_of[cell];
    let house = houses
        .iter()
        .find(|&&house| grid.open_in(house).len() == 1)?;
    Some(placement(technique, cell, digit, Truth::Cell(cell), *house))
}

/// A digit has one place left in a house. `technique.size` picks the houses: 0 all of them, 1
/// boxes, 2 lines.
pub(super) fn hidden(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    for (house, found) in grid.geometry.houses.iter().enumerate() {
        let is_wanted = match technique.size {
            1 => found.kind == Kind::Box,
            2 => found.kind != Kind::Box,
            _ => true,
        };
        if !is_wanted {
            continue;
        }
        for digit in digits_of(grid.last_in(house)) {
            let Some(cell) = grid.places_in(digit, house).only() else {
                continue;
            };
            let is_first = technique.size != 0
                || grid.geometry.houses_of[cell]
                    .iter()
                    .find(|&&house| grid.places_in(digit, house).len() == 1)
                    == Some(&house);
            if is_first {
                let truth = Truth::House(house, digit);
                sink(placement(technique, cell, digit, truth, house))?;
            }
        }
    }
    Flow::Continue(())
}

/// The hidden single of a candidate, in the first house where it is the last of its digit.
pub(super) fn hidden_at(grid: &Grid, technique: &Technique, on: Cand) -> Option<Step> {
    let (cell, digit) = (usize::from(on.cell), usize::from(on.digit));
    let houses = &grid.geometry.houses_of[cell];
    let house = *houses
        .iter()
        .find(|&&house| grid.places_in(digit, house).len() == 1)?;
    let truth = Truth::House(house, digit);
    Some(placement(technique, cell, digit, truth, house))
}

/// A cell has one candidate left.
pub(super) fn naked(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    for cell in grid.open {
        if grid.masks[cell].count_ones() == 1 {
            let digit = grid.masks[cell].trailing_zeros() as usize;
            sink(naked_at(technique, Cand::new(cell, digit)))?;
        }
    }
    Flow::Continue(())
}

/// The naked single of a cell's last candidate.
pub(super) fn naked_at(technique: &Technique, on: Cand) -> Step {
    let cell = usize::from(on.cell);
    Step {
        placements: vec![on],
        marks: vec![Mark::cells("pattern", [cell])],
        proof: vec![Inference::Last {
            truth: Truth::Cell(cell),
            on,
        }],
        ..technique.step()
    }
}

/// The last open cell of a house takes its last digit.
pub(super) fn last_cell(technique: &Technique, on: Cand, house: usize) -> Step {
    let (cell, digit) = (usize::from(on.cell), usize::from(on.digit));
    placement(technique, cell, digit, Truth::Cell(cell), house)
}

/// A digit takes its last place in a house.
pub(super) fn last_place(technique: &Technique, on: Cand, house: usize) -> Step {
    let (cell, digit) = (usize::from(on.cell), usize::from(on.digit));
    placement(technique, cell, digit, Truth::House(house, digit), house)
}

fn placement(technique: &Technique, cell: usize, digit: usize, truth: Truth, house: usize) -> Step {
    let on = Cand::new(cell, digit);
    Step {
        placements: vec![on],
        marks: vec![Mark::houses("cause", [house])],
        proof: vec![Inference::Last { truth, on }],
        ..technique.step()
    }
}
