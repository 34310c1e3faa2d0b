//! Proofs by counting that several techniques share.

use super::cellset::CellSet;
use super::grid::Grid;
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

/// Every victim joins the links of its digit whose candidates it excludes all; what the truths and
/// links then leave no room for is false. One count per victim, as victims need not exclude
/// each other.
pub(super) fn joined(
    grid: &Grid,
    truths: &[Truth],
    links: &[Vec<Cand>],
    victims: &[Cand],
) -> Vec<Inference> {
    let count = |&victim: &Cand| {
        let near = &grid.geometry.peers[usize::from(victim.cell)];
        let joins = |link: &[Cand]| {
            let mut link = link.iter();
            link.all(|one| one.digit == victim.digit && near.has(usize::from(one.cell)))
        };
        let mut links = links.to_vec();
        for link in &mut links {
            if joins(link) {
                link.push(victim);
            }
        }
        Inference::Count {
            truths: truths.to_vec(),
            links,
            off: vec![victim],
        }
    };
    victims.iter().map(count).collect()
}
