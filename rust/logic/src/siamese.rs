//! Siamese fish: two fish with fins that share the base. What one of them covers the other has as
//! fins; together they are one step.

use super::complex_fish::{self, Shape};
use super::fish::{self, Fish};
use super::geometry::Kind;
use super::grid::Grid;
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Mark, Step};

/// Two fish of lines, the first of them with fins that leave no sashimi.
pub(super) fn finned(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    of_lines(grid, technique, options, false, sink)
}

/// Two fish of lines, the first of them sashimi.
pub(super) fn sashimi(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    of_lines(grid, technique, options, true, sink)
}

/// Two franken fish.
pub(super) fn finned_franken(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    of_houses(grid, technique, options, Shape::Franken, sink)
}

/// Two mutant fish.
pub(super) fn finned_mutant(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    of_houses(grid, technique, options, Shape::Mutant, sink)
}

fn of_lines(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    is_sashimi: bool,
    sink: &mut Sink<'_>,
) -> Flow {
    if !options.siamese {
        return Flow::Continue(());
    }
    for digit in 0..grid.geometry.size {
        for kind in [Kind::Row, Kind::Column] {
            let mut all = Vec::new();
            let _ = fish::finned_of(grid, digit, kind, technique.size, &mut |fish| {
                all.push(fish);
                Flow::Continue(())
            });
            each_pair(&all, &mut |one, other| {
                if fish::is_sashimi(grid, one) == is_sashimi {
                    sink(step(grid, technique, one, other))?;
                }
                Flow::Continue(())
            })?;
        }
    }
    Flow::Continue(())
}

fn of_houses(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    shape: Shape,
    sink: &mut Sink<'_>,
) -> Flow {
    if !options.siamese {
        return Flow::Continue(());
    }
    for digit in 0..grid.geometry.size {
        let mut all = complex_fish::all_of_digit(grid, digit, shape, technique.size);
        all.retain(|fish| !fish.fins.is_empty());
        each_pair(&all, &mut |one, other| {
            sink(step(grid, technique, one, other))
        })?;
    }
    Flow::Continue(())
}

/// Pairs with one base, of which each eliminates something that the other does not.
fn each_pair(all: &[Fish], found: &mut dyn FnMut(&Fish, &Fish) -> Flow) -> Flow {
    for (place, one) in all.iter().enumerate() {
        for other in &all[place + 1..] {
            let (mine, yours) = (one.victims, other.victims);
            if one.base == other.base && !mine.is_within(&yours) && !yours.is_within(&mine) {
                found(one, other)?;
            }
        }
    }
    Flow::Continue(())
}

/// Both fish in one step; what they share is marked and proved once.
fn step(grid: &Grid, technique: &Technique, one: &Fish, other: &Fish) -> Step {
    let rest = Fish {
        victims: other.victims - one.victims,
        ..other.clone()
    };
    let mut step = fish::step(grid, technique, one);
    let second = fish::step(grid, technique, &rest);
    let is_new = |mark: &Mark| mark.role != "base";
    step.marks.extend(second.marks.into_iter().filter(is_new));
    step.eliminations.extend(second.eliminations);
    step.eliminations.sort_unstable();
    step.proof.extend(second.proof);
    step
}
