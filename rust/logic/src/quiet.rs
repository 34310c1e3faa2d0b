//! What does not have to be looked for again on a path.
//!
//! A pattern of one digit depends on where that digit can go, and on nothing else. Most steps change
//! one or two digits, so a technique that found nothing looks only at these the next time.

use super::cellset::CellSet;
use super::geometry::MAX_SIZE;
use super::grid::Grid;
use super::path::first;
use super::search::{Options, Technique};
use super::step::Step;

/// The places of all digits on the last board of a path where a technique found nothing.
type Places = [CellSet; MAX_SIZE];

/// What techniques of one digit did not find, on boards with the same houses.
#[derive(Default)]
pub(super) struct Quiet {
    /// By the number of the technique. A path asks for about twenty.
    known: Vec<(usize, Places)>,
}

impl Quiet {
    /// The first step of a technique.
    pub(super) fn first(
        &mut self,
        grid: &Grid,
        technique: &Technique,
        options: &Options,
    ) -> Option<Step> {
        if !technique.is_of_one_digit {
            return first(grid, technique, options);
        }
        let place = self
            .known
            .iter()
            .position(|known| known.0 == technique.number);
        let changed = |digit: &usize| {
            place.is_none_or(|place| self.known[place].1[*digit] != grid.places[*digit])
        };
        let digits = (0..grid.geometry.size)
            .filter(changed)
            .fold(0, |all, digit| all | 1 << digit);
        let options = Options { digits, ..*options };
        let step = first(grid, technique, &options);
        if step.is_none() {
            // The digits that were left out are as they were, so nothing is to be found on them either.
            match place {
                Some(place) => self.known[place].1 = grid.places,
                None => self.known.push((technique.number, grid.places)),
            }
        }
        step
    }
}
