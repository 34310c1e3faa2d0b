//! Direct patterns: locked candidates and hidden subsets that leave a digit a single place at
//! once. They only place; Sudoku Explainer counts them among the easy ones. All are scanned in
//! its order.

use super::geometry::Kind;
use super::grid::Grid;
use super::locked::{self, Locked};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step};
use super::subsets::{self, Subset};

/// Pointing (`size` 0) and claiming (`size` 1) with a hidden single.
pub(super) fn locked(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let pairs: &[(Kind, Kind)] = if technique.size == 0 {
        &[
            (Kind::Box, Kind::Column),
            (Kind::Box, Kind::Row),
            (Kind::Box, Kind::Extra),
        ]
    } else {
        &[
            (Kind::Column, Kind::Box),
            (Kind::Row, Kind::Box),
            (Kind::Extra, Kind::Box),
            (Kind::Extra, Kind::Column),
            (Kind::Extra, Kind::Row),
            (Kind::Extra, Kind::Extra),
        ]
    };
    for digit in 0..grid.geometry.size {
        for &(from, into) in pairs {
            each_locked(grid, digit, from, into, &mut |locked| {
                single_of_locked(grid, technique, locked, sink)
            })?;
        }
    }
    Flow::Continue(())
}

/// Calls `found` with the locked candidates of a digit from one kind of house into another.
pub(super) fn each_locked(
    grid: &Grid,
    digit: usize,
    from: Kind,
    into: Kind,
    found: &mut dyn FnMut(Locked) -> Flow,
) -> Flow {
    let houses = &grid.geometry.houses;
    if grid.places[digit].is_empty() {
        return Flow::Continue(());
    }
    for number in grid.geometry.houses_of_kind(from) {
        let Some(first) = grid.places_in(digit, number).first() else {
            continue;
        };
        for &other in &grid.geometry.houses_of[first] {
            let locked = Locked {
                digit,
                from: number,
                into: other,
            };
            if other != number && houses[other].kind == into && locked::is_locked(grid, locked) {
                found(locked)?;
            }
        }
    }
    Flow::Continue(())
}

/// The houses of the same kind that have a single place left without the victims.
pub(super) fn single_of_locked(
    grid: &Grid,
    technique: &Technique,
    locked: Locked,
    sink: &mut Sink<'_>,
) -> Flow {
    let houses = &grid.geometry.houses;
    let victims = grid.places_in(locked.digit, locked.into) - houses[locked.from].set;
    for (house, found) in houses.iter().enumerate() {
        let places = grid.places_in(locked.digit, house);
        if found.kind != houses[locked.from].kind || !places.meets(&victims) {
            continue;
        }
        if let Some(cell) = (places - victims).only() {
            let mut marks = locked::marks(grid, locked);
            marks.push(Mark::houses("cause", [house]));
            let proof = locked::proof(grid, locked);
            let truth = Truth::House(house, locked.digit);
            sink(placement(
                technique,
                Cand::new(cell, locked.digit),
                (marks, proof, truth),
            ))?;
        }
    }
    Flow::Continue(())
}

/// Hidden subsets of `technique.size` cells with a hidden single in the same house.
pub(super) fn hidden(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    for house in grid.geometry.boxes_first() {
        let mut found = Vec::new();
        let _ = subsets::hidden_in(grid, house, technique.size, &mut |subset| {
            found.push(subset);
            Flow::Continue(())
        });
        // Those with small digits come first; of two, the one whose largest digit is smaller.
        found.sort_by_key(|subset| subset.digits);
        for subset in found {
            single_of_hidden(grid, technique, subset, sink)?;
        }
    }
    Flow::Continue(())
}

fn single_of_hidden(
    grid: &Grid,
    technique: &Technique,
    subset: Subset,
    sink: &mut Sink<'_>,
) -> Flow {
    for digit in 0..grid.geometry.size {
        let places = grid.places_in(digit, subset.house);
        let is_outside = subset.digits >> digit & 1 == 0;
        if !is_outside || !places.meets(&subset.cells) {
            continue;
        }
        if let Some(cell) = (places - subset.cells).only() {
            let marks = vec![
                Mark::houses("base", [subset.house]),
                subsets::pattern(grid, subset),
                Mark::houses("cause", [subset.house]),
            ];
            let proof = subsets::hidden_proof(grid, subset);
            let truth = Truth::House(subset.house, digit);
            sink(placement(
                technique,
                Cand::new(cell, digit),
                (marks, proof, truth),
            ))?;
        }
    }
    Flow::Continue(())
}

fn placement(
    technique: &Technique,
    on: Cand,
    (marks, proof, truth): (Vec<Mark>, Inference, Truth),
) -> Step {
    Step {
        placements: vec![on],
        marks,
        proof: vec![proof, Inference::Last { truth, on }],
        ..technique.step()
    }
}
