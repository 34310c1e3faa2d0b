//! W-wings: two cells with the same two digits, and a strong link between their peers.
//!
//! ```text
//!   xz  .  . | -z          one of the x in the row below is true, so one of the cells xz is
//!   .   .  . | xz          z, and a cell that sees both is not z
//!   ---------+---
//!   x   .  . | x           (no other x in this row)
//! ```

use super::cellset::CellSet;
use super::counting::seen_by_holders;
use super::grid::{Grid, digits_of};
use super::proof::Truth;
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Link, Mark, Step, cands};
use super::wings::{cells_with_candidates, with_candidates};

/// W-wings, by their two cells, then by the digit that is removed.
pub(super) fn w_wings(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let bivalue = with_candidates(grid, grid.open, 2);
    for one in bivalue {
        let twins = digits_of(grid.masks[one]).fold(bivalue, |all, digit| all & grid.places[digit]);
        for other in twins.iter().filter(|&cell| cell > one) {
            if grid.geometry.peers[one].has(other) {
                continue;
            }
            for digit in digits_of(grid.masks[one]) {
                let linked = (grid.masks[one] & !(1 << digit)).trailing_zeros() as usize;
                let victims = grid.seen(one, digit) & grid.seen(other, digit);
                if victims.is_empty() {
                    continue;
                }
                if let Some(bridge) = bridge(grid, linked, one, other) {
                    sink(w_wing(
                        grid,
                        technique,
                        [one, other],
                        [linked, digit],
                        bridge,
                        victims,
                    ))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// A house with two places of a digit, one seen by each of two cells: the house, and the places
/// in the order of the cells.
fn bridge(grid: &Grid, digit: usize, one: usize, other: usize) -> Option<(usize, [usize; 2])> {
    (0..grid.geometry.houses.len()).find_map(|house| {
        let places = grid.places_in(digit, house);
        if places.len() != 2 || places.has(one) || places.has(other) {
            return None;
        }
        let (near, far) = (grid.seen(one, digit), grid.seen(other, digit));
        let ends: Vec<usize> = places.iter().collect();
        [[ends[0], ends[1]], [ends[1], ends[0]]]
            .into_iter()
            .find(|&[start, end]| near.has(start) && far.has(end))
            .map(|ends| (house, ends))
    })
}

fn w_wing(
    grid: &Grid,
    technique: &Technique,
    cells: [usize; 2],
    [linked, digit]: [usize; 2],
    (house, bridge): (usize, [usize; 2]),
    victims: CellSet,
) -> Step {
    let truths = [
        Truth::Cell(cells[0]),
        Truth::House(house, linked),
        Truth::Cell(cells[1]),
    ];
    let links = [
        cands([cells[0], bridge[0]], linked),
        cands([cells[1], bridge[1]], linked),
    ];
    // From one cell to the other: r2c9 =6/1= r2c9 -1- r7c9 =1= r7c1 -1- r3c1 =1/6= r3c1.
    let way = [
        Cand::new(cells[0], digit),
        Cand::new(cells[0], linked),
        Cand::new(bridge[0], linked),
        Cand::new(bridge[1], linked),
        Cand::new(cells[1], linked),
        Cand::new(cells[1], digit),
    ];
    let chain = way.windows(2).enumerate().map(|(place, pair)| Link {
        start: vec![pair[0]],
        end: vec![pair[1]],
        strong: place % 2 == 0,
    });
    let holders = cells.into_iter().collect();
    Step {
        eliminations: cands(victims, digit),
        marks: vec![
            cells_with_candidates(grid, "pattern", cells),
            Mark::houses("base", [house]),
            Mark::links("cause", chain.collect()),
            Mark::candidates("on", cands(cells, digit)),
        ],
        proof: seen_by_holders(&truths, &links, holders, digit, victims),
        ..technique.step()
    }
}
