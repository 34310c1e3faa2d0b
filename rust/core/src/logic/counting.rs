//! Proofs by counting that several techniques share.

use super::cellset::CellSet;
use super::proof::{Inference, Truth};
use super::step::{Cand, cands};

/// One of the holders of a digit is true, so cells that see all of them are not that digit.
///
/// `truths` and `links` leave a digit to the holders alone: there are as many links as truths,
/// less one, and every candidate of the truths is in a link or a holder. A link per holder and
/// victim completes the count.
pub(super) fn seen_by_holders(
    truths: &[Truth],
    links: &[Vec<Cand>],
    holders: CellSet,
    digit: usize,
    victims: CellSet,
) -> Vec<Inference> {
    let count = |victim| {
        let ends = holders.iter().map(|holder| cands([holder, victim], digit));
        Inference::Count {
            truths: truths.to_vec(),
            links: links.iter().cloned().chain(ends).collect(),
            off: vec![Cand::new(victim, digit)],
        }
    };
    victims.iter().map(count).collect()
}
