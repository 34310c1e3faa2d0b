//! Orders: which step a path takes next.

mod explainer;
mod hodoku;

use super::path::{FirstFound, Order};
use super::search::Technique;

/// The order with a name, among some techniques.
pub fn named(name: &str, techniques: Vec<&'static Technique>) -> Option<Box<dyn Order>> {
    Some(match name {
        "nonet" => Box::new(FirstFound::new(techniques)),
        "sudoku-explainer" => Box::new(explainer::Explainer::new(&techniques)),
        "hodoku" => Box::new(hodoku::Hodoku::new(techniques)),
        _ => return None,
    })
}

/// An order by its name, and the techniques it may use.
pub struct Plan {
    order: String,
    techniques: Vec<&'static Technique>,
}

impl Plan {
    /// None if there is no such order.
    pub fn new(order: &str, techniques: Vec<&'static Technique>) -> Option<Plan> {
        named(order, Vec::new())?;
        Some(Plan {
            order: order.to_owned(),
            techniques,
        })
    }

    /// The order, at the start of a path.
    pub fn order(&self) -> Box<dyn Order> {
        named(&self.order, self.techniques.clone()).expect("known since `new`")
    }
}
