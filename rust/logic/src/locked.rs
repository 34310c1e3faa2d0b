//! Locked candidates: the places of a digit in one house all lie in a second one.
//!
//! ```text
//!   pointing                          claiming
//!   . . .   - - -   - - -             - - -   . . .   . . .
//!   X X .   - - -   - - -             X X .   . . .   . . .    row: no other X
//!   . . .   . . .   . . .             - - -
//!   box: no other X                   X: locked, -: eliminated
//! ```

use super::geometry::Kind;
use super::grid::Grid;
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// A digit whose places in `from` all lie in `into`, which has others.
#[derive(Clone, Copy)]
pub(super) struct Locked {
    /// The digit.
    pub digit: usize,
    /// The house whose places are locked.
    pub from: usize,
    /// The house in which they lie.
    pub into: usize,
}

/// Pointing: `size` 0, from boxes. Claiming: `size` 1, from rows, columns and extra houses.
pub(super) fn find(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let is_claiming = technique.size == 1;
    for (from, house) in grid.geometry.houses.iter().enumerate() {
        if (house.kind == Kind::Box) == is_claiming {
            continue;
        }
        for digit in 0..grid.geometry.size {
            let places = grid.places_in(digit, from);
            let Some(first) = places.first() else {
                continue;
            };
            for &into in &grid.geometry.houses_of[first] {
                let locked = Locked { digit, from, into };
                if into != from && is_locked(grid, locked) {
                    sink(step(grid, technique, locked))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// True if two places or more are locked, and something is eliminated.
pub(super) fn is_locked(grid: &Grid, Locked { digit, from, into }: Locked) -> bool {
    let places = grid.places_in(digit, from);
    let there = grid.geometry.houses[into].set;
    places.len() > 1 && places.is_within(&there) && !(grid.places[digit] & there).is_within(&places)
}

/// What locked candidates eliminate.
pub(super) fn victims(grid: &Grid, Locked { digit, from, into }: Locked) -> Vec<Cand> {
    let places = grid.places_in(digit, into) - grid.geometry.houses[from].set;
    cands(places, digit)
}

/// The inference that proves what is eliminated.
pub(super) fn proof(grid: &Grid, locked: Locked) -> Inference {
    Inference::Count {
        truths: vec![Truth::House(locked.from, locked.digit)],
        links: vec![cands(
            grid.places_in(locked.digit, locked.into),
            locked.digit,
        )],
        off: victims(grid, locked),
    }
}

/// What is drawn: the two houses and the locked candidates.
pub(super) fn marks(grid: &Grid, locked: Locked) -> Vec<Mark> {
    let places = grid.places_in(locked.digit, locked.from);
    vec![
        Mark::houses("base", [locked.from]),
        Mark::houses("cover", [locked.into]),
        Mark::candidates("pattern", cands(places, locked.digit)),
    ]
}

/// The step of locked candidates.
pub(super) fn step(grid: &Grid, technique: &Technique, locked: Locked) -> Step {
    Step {
        eliminations: victims(grid, locked),
        marks: marks(grid, locked),
        proof: vec![proof(grid, locked)],
        ..technique.step()
    }
}
