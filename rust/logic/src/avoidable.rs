//! Avoidable rectangles: like unique rectangles, but cells that were solved, not given, take part.
//!
//! ```text
//!   a   b      if the last cell were a, the two digits could be swapped in all four
//!   b   .
//! ```

use super::cellset::CellSet;
use super::counting::seen_by_holders;
use super::grid::{Grid, digits_of};
use super::proof::Inference;
use super::rectangles::deadly;
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// Avoidable rectangles; `technique.size` is the type, the number of open cells.
pub(super) fn avoidable(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    for corner in (0..grid.geometry.cell_count).filter(|&cell| !grid.givens.has(cell)) {
        for &cells in grid.geometry.rectangles(corner) {
            let [_, beside, below, opposite] = cells;
            let is_first = corner < beside && corner < below;
            let others = [beside, below, opposite];
            if !is_first || others.into_iter().any(|cell| grid.givens.has(cell)) {
                continue;
            }
            let open = cells.into_iter().filter(|&cell| grid.open.has(cell));
            if open.count() == technique.size {
                rectangle(grid, technique, cells, sink)?;
            }
        }
    }
    Flow::Continue(())
}

/// The digits that the cells would hold alternately, if the placed ones fit that.
fn alternating(grid: &Grid, [corner, beside, below, opposite]: [usize; 4]) -> Option<[usize; 4]> {
    let digit = |one: usize, other: usize| match (grid.values[one], grid.values[other]) {
        (0, 0) => None,
        (0, value) | (value, 0) => Some(usize::from(value) - 1),
        (value, same) => (value == same).then(|| usize::from(value) - 1),
    };
    let low = digit(corner, opposite)?;
    let high = digit(beside, below)?;
    (low != high).then_some([low, high, high, low])
}

/// Type 1: the one open cell is not the digit that would complete the pattern. Type 2: the two
/// open cells have that and one other digit, which is in one of them.
fn rectangle(grid: &Grid, technique: &Technique, cells: [usize; 4], sink: &mut Sink<'_>) -> Flow {
    let Some(wanted) = alternating(grid, cells) else {
        return Flow::Continue(());
    };
    let mut extras = 0;
    let mut open = CellSet::EMPTY;
    let mut swapped = Vec::new();
    for (cell, digit) in cells.into_iter().zip(wanted) {
        if grid.open.has(cell) {
            let extra = grid.masks[cell] & !(1 << digit);
            // HoDoKu asks for one more candidate, so that type 1 places a digit.
            if !grid.has(cell, digit) || extra.count_ones() != 1 {
                return Flow::Continue(());
            }
            extras |= extra;
            open.insert(cell);
            swapped.push(Cand::new(cell, digit));
        }
    }
    let truth = deadly(&cells, 1 << wanted[0] | 1 << wanted[1]);
    let (off, proof) = if technique.size == 1 {
        let link = digits_of(extras).map(|digit| Cand::new(usize::from(swapped[0].cell), digit));
        let count = Inference::Count {
            truths: vec![truth],
            links: vec![link.chain(swapped.iter().copied()).collect()],
            off: swapped.clone(),
        };
        (swapped.clone(), vec![count])
    } else {
        if extras.count_ones() != 1 {
            return Flow::Continue(());
        }
        let digit = extras.trailing_zeros() as usize;
        let victims = grid.seen_by_all(open, digit);
        let proof = seen_by_holders(&[truth], &[], open, digit, victims);
        (cands(victims, digit), proof)
    };
    if off.is_empty() {
        return Flow::Continue(());
    }
    sink(Step {
        eliminations: off,
        marks: marks(grid, cells, wanted, open),
        proof,
        ..technique.step()
    })
}

/// The pattern with the digit of every cell; the extra candidates of the open cells as fins.
fn marks(grid: &Grid, cells: [usize; 4], wanted: [usize; 4], open: CellSet) -> Vec<Mark> {
    let mut pattern = Mark::cells("pattern", cells);
    let mut fins = Vec::new();
    for (cell, digit) in cells.into_iter().zip(wanted) {
        pattern.candidates.push(Cand::new(cell, digit));
        if open.has(cell) {
            let extra = digits_of(grid.masks[cell] & !(1 << digit));
            fins.extend(extra.map(|digit| Cand::new(cell, digit)));
        }
    }
    vec![pattern, Mark::candidates("fin", fins)]
}
