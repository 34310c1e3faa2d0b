//! The table of techniques: one line each. Words, scores and orders are data that Python reads.

use super::aligned;
use super::als_chain;
use super::als_xy_wing;
use super::als_xz;
use super::avoidable;
use super::bug;
use super::death_blossom;
use super::rectangles;
use super::remote_pair;
use super::search::{Find, Technique};
use super::singles;
use super::sue_de_coq;
use super::unique_loops;
use super::w_wing;
use super::wings;
use super::wxyz_wing;

/// All techniques. Their numbers are their places here.
pub static TECHNIQUES: &[Technique] = &number([
    of("full-house", singles::full_house, 0),
    of("hidden-single", singles::hidden, 0),
    of("naked-single", singles::naked, 0),
    of("xy-wing", wings::xy_wings, 2),
    of("xyz-wing", wings::by_pivot, 3),
    of("w-wing", w_wing::w_wings, 0),
    of("remote-pair", remote_pair::remote_pairs, 0),
    of("unique-rectangle-1", rectangles::rectangles, 1),
    of("unique-rectangle-2", rectangles::rectangles, 2),
    of("unique-rectangle-3", rectangles::rectangles, 3),
    of("unique-rectangle-4", rectangles::rectangles, 4),
    of("unique-rectangle-5", rectangles::rectangles, 5),
    of("unique-rectangle-6", rectangles::rectangles, 6),
    of("hidden-rectangle", rectangles::hidden, 0),
    of("avoidable-rectangle-1", avoidable::avoidable, 1),
    of("avoidable-rectangle-2", avoidable::avoidable, 2),
    of("als-xz", als_xz::als_xz, 0),
    of("als-xy-wing", als_xy_wing::als_xy_wings, 0),
    of("als-chain", als_chain::als_chains, 0),
    of("sue-de-coq", sue_de_coq::sue_de_coq, 0),
    of("bug-1", bug::graves, 1),
    of("bug-2", bug::graves, 2),
    of("bug-3", bug::graves, 3),
    of("bug-4", bug::graves, 4),
    of("unique-loop-1", unique_loops::unique_loops, 1),
    of("unique-loop-2", unique_loops::unique_loops, 2),
    of("unique-loop-3", unique_loops::unique_loops, 3),
    of("unique-loop-4", unique_loops::unique_loops, 4),
    of("death-blossom", death_blossom::death_blossoms, 0),
    of("aligned-pair-exclusion", aligned::aligned, 2),
    of("aligned-triplet-exclusion", aligned::aligned, 3),
    of("wxyz-wing", wxyz_wing::bent_sets, 4),
]);

/// The technique with a name.
pub fn technique(name: &str) -> Option<&'static Technique> {
    TECHNIQUES.iter().find(|technique| technique.name == name)
}

const fn of(name: &'static str, find: Find, size: usize) -> Technique {
    Technique {
        number: 0,
        name,
        find,
        size,
    }
}

const fn number<const N: usize>(mut table: [Technique; N]) -> [Technique; N] {
    let mut place = 0;
    while place < N {
        table[place].number = place;
        place += 1;
    }
    table
}
