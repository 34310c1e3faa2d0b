//! Sudoku Explainer's order: the first hint of the first technique that has one.

use super::super::forcing::{self, Family};
use super::super::grid::Grid;
use super::super::path::Order;
use super::super::search::Technique;
use super::super::step::Step;

/// Sudoku Explainer's classic ladder.
pub(super) struct Explainer {
    families: Vec<Family>,
}

impl Explainer {
    /// The order among some techniques.
    pub(super) fn new(techniques: &[&'static Technique]) -> Explainer {
        let mut families: Vec<Family> = techniques
            .iter()
            .filter_map(|technique| forcing::family(technique))
            .collect();
        families.sort_unstable();
        families.dedup();
        Explainer { families }
    }
}

impl Order for Explainer {
    fn next(&mut self, grid: &Grid) -> Option<Step> {
        self.families
            .iter()
            .find_map(|&family| forcing::preferred(grid, family))
    }
}
