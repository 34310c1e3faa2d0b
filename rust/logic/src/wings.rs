//! Wings: a pivot and two pincers that share a digit with it and a third one with each other.
//!
//! ```text
//!   XY-wing:  xy  .  . | xz        the pivot xy leaves z to one of the pincers xz and yz,
//!             .   .  . |           so a cell that sees both is not z
//!             yz  .  . | -z
//! ```
//! In an XYZ-wing the pivot has z as well, so a victim has to see it too.

use super::cellset::CellSet;
use super::counting::seen_by_holders;
use super::grid::{Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// XY-wings, by their three cells in reading order.
pub(super) fn xy_wings(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let bivalue = with_candidates(grid, grid.open, 2);
    for first in bivalue {
        for second in bivalue.iter().filter(|&cell| cell > first) {
            // The third cell has the digits that the two do not share.
            let rest = grid.masks[first] ^ grid.masks[second];
            if rest.count_ones() != 2 {
                continue;
            }
            let third = digits_of(rest).fold(bivalue, |cells, digit| cells & grid.places[digit]);
            for third in third.iter().filter(|&cell| cell > second) {
                for (pivot, one, other) in [
                    (first, second, third),
                    (second, first, third),
                    (third, first, second),
                ] {
                    let near = grid.geometry.peers[pivot];
                    if near.has(one) && near.has(other) {
                        wing(grid, technique, [pivot, one, other], sink)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// XY-wings (`technique.size` 2) and XYZ-wings (3), by their pivot and its candidates.
pub(super) fn by_pivot(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let pincers = with_candidates(grid, grid.open, 2);
    for pivot in with_candidates(grid, grid.open, technique.size) {
        let near = pincers & grid.geometry.peers[pivot];
        for one in near {
            for other in near.iter().filter(|&cell| cell > one) {
                wing(grid, technique, [pivot, one, other], sink)?;
            }
        }
    }
    Flow::Continue(())
}

/// The cells of a set with a number of candidates.
pub(super) fn with_candidates(grid: &Grid, cells: CellSet, number: usize) -> CellSet {
    cells
        .iter()
        .filter(|&cell| grid.masks[cell].count_ones() as usize == number)
        .collect()
}

/// The wing of a pivot and two pincers that see it, if they are one and it has a gain.
fn wing(grid: &Grid, technique: &Technique, cells: [usize; 3], sink: &mut Sink<'_>) -> Flow {
    let [pivot, one, other] = cells.map(|cell| grid.masks[cell]);
    let shared = one & other;
    if shared.count_ones() != 1 || pivot & !shared != one ^ other {
        return Flow::Continue(());
    }
    let digit = shared.trailing_zeros() as usize;
    let holders: CellSet = cells
        .into_iter()
        .filter(|&cell| grid.has(cell, digit))
        .collect();
    let victims = grid.seen_by_all(holders, digit);
    if (technique.size == 3) != (pivot & shared != 0) || victims.is_empty() {
        return Flow::Continue(());
    }
    sink(Step {
        eliminations: cands(victims, digit),
        marks: vec![
            cells_with_candidates(grid, "pattern", cells),
            Mark::cells("cause", [cells[0]]),
            Mark::candidates("on", cands(holders, digit)),
        ],
        proof: bent_set(grid, cells.into_iter().collect(), digit, victims),
        ..technique.step()
    })
}

/// A mark of cells with all their candidates.
pub(super) fn cells_with_candidates(
    grid: &Grid,
    role: &'static str,
    cells: impl IntoIterator<Item = usize>,
) -> Mark {
    let mut mark = Mark::cells(role, cells);
    mark.candidates = mark
        .cells
        .iter()
        .flat_map(|&cell| digits_of(grid.masks[cell]).map(move |digit| Cand::new(cell, digit)))
        .collect();
    mark
}

/// The proof of a bent set: as many cells as digits, and all digits but one can be in one of the
/// cells only. So that one is in one of the cells; a cell that sees all its places has it not.
pub(super) fn bent_set(
    grid: &Grid,
    cells: CellSet,
    digit: usize,
    victims: CellSet,
) -> Vec<Inference> {
    let digits = cells.iter().fold(0, |all, cell| all | grid.masks[cell]) & !(1 << digit);
    let truths: Vec<Truth> = cells.iter().map(Truth::Cell).collect();
    let links: Vec<Vec<Cand>> = digits_of(digits)
        .map(|digit| cands(cells & grid.places[digit], digit))
        .collect();
    seen_by_holders(&truths, &links, cells & grid.places[digit], digit, victims)
}
