//! A group of maps as a chain: levels of maps such that every element is the product of one map from
//! each level, in exactly one way. An empty 9x9 board has 10^12 automorphisms and a chain of 200 maps.

use super::Map;

/// A group of maps. Every level starts with the identity.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// The levels; an element does a map of the first one first.
    pub levels: Vec<Vec<Map>>,
}

impl Chain {
    /// The number of elements; at most 2.6 x 10^27, for the empty 16x16 board.
    pub fn order(&self) -> u128 {
        self.levels
            .iter()
            .map(|level| level.len() as u128)
            .product()
    }

    /// Adds all permutations of some items as levels, given the map that swaps two of them.
    pub(super) fn add_all_orders(&mut self, items: &[usize], swap: impl Fn(usize, usize) -> Map) {
        for (index, &one) in items.iter().enumerate().take(items.len().saturating_sub(1)) {
            let mut level = vec![Map::identity(swap(one, one).size())];
            level.extend(items[index + 1..].iter().map(|&other| swap(one, other)));
            self.levels.push(level);
        }
    }
}
