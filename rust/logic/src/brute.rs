//! Brute force: a digit of the solution, without any reason. HoDoKu does this where its
//! techniques end; no other order does.

use std::sync::Arc;

use super::grid::Grid;
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Step};
use nonet_core::contract::{Candidates, Puzzle, Search as _, Step as Stop};
use nonet_core::general::Search;
use nonet_core::houses::Houses;

/// A board that takes more nodes gets no step.
const MOST_NODES: u64 = 1_000_000;

/// The digit of the solution in the middle one of the open cells. The step has no proof.
pub(super) fn find(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let Some(cell) = grid.open.iter().nth(grid.open.len() / 2) else {
        return Flow::Continue(());
    };
    match solution(grid) {
        Some(digits) if digits[cell] != 0 => sink(Step {
            placements: vec![Cand::new(cell, usize::from(digits[cell]) - 1)],
            ..technique.step()
        }),
        _ => Flow::Continue(()),
    }
}

/// A solution that the candidates allow.
fn solution(grid: &Grid) -> Option<Vec<u8>> {
    let geometry = &grid.geometry;
    let lists = |sets: Vec<Vec<usize>>| -> Vec<Vec<u16>> {
        let short = |cells: Vec<usize>| cells.into_iter().map(|cell| cell as u16).collect();
        sets.into_iter().map(short).collect()
    };
    let houses = lists(
        geometry
            .houses
            .iter()
            .map(|house| house.cells.clone())
            .collect(),
    );
    let different = lists(
        geometry
            .different
            .iter()
            .map(|set| set.iter().collect())
            .collect(),
    );
    let houses = Houses::new(geometry.size, &houses).ok()?;
    let houses = Arc::new(houses.with_different(&different).ok()?);
    let width = geometry.size.div_ceil(8);
    let bytes: Vec<u8> = (0..geometry.cell_count)
        .flat_map(|cell| {
            let value = grid.values[cell];
            let mask = if value == 0 {
                grid.masks[cell]
            } else {
                1 << (value - 1)
            };
            mask.to_le_bytes().into_iter().take(width)
        })
        .collect();
    let puzzle = Puzzle {
        givens: &grid.values[..geometry.cell_count],
        candidates: Candidates::new(&bytes, geometry.size),
    };
    match Search::new(&houses, &puzzle).run(MOST_NODES) {
        Stop::Solution(digits) => Some(digits.to_vec()),
        Stop::Exhausted | Stop::Paused => None,
    }
}
