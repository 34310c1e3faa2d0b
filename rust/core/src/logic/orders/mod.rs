//! Orders: which step a path takes next.

mod explainer;
mod hodoku;

use super::path::{FirstFound, Order};
use super::search::Technique;

/// The order with a name, among some techniques.
pub fn named(name: &str, techniques: Vec<&'static Technique>) -> Option<Box<dyn Order>> {
    Some(match name {
        "nonet" => Box::new(FirstFound { techniques }),
        "sudoku-explainer" => Box::new(explainer::Explainer::new(&techniques)),
        "hodoku" => Box::new(hodoku::Hodoku::new(techniques)),
        _ => return None,
    })
}
