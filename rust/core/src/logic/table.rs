//! The table of techniques: one line each. Words, scores and orders are data that Python reads.

use super::chains::{forcing, loops, xy};
use super::forcing as explainer;
use super::search::{Find, Technique};
use super::{
    als_chain, als_xy_wing, als_xz, avoidable, brute, bug, colouring, direct, empty_rectangle,
    fish, locked, rectangles, remote_pair, singles, subsets, sue_de_coq, templates, turbot,
    unique_loops, w_wing, wings,
};

/// All techniques. Their numbers are their places here.
pub static TECHNIQUES: &[Technique] = &number([
    of("full-house", singles::full_house, 0),
    of("hidden-single", singles::hidden, 0),
    of("naked-single", singles::naked, 0),
    of("bidirectional-x-cycle", explainer::find, 0),
    of("bidirectional-y-cycle", explainer::find, 0),
    of("bidirectional-cycle", explainer::find, 0),
    of("forcing-x-chain", explainer::find, 0),
    of("forcing-chain", explainer::find, 0),
    of("nishio", explainer::find, 1),
    of("region-forcing-chains", explainer::find, 2),
    of("cell-forcing-chains", explainer::find, 2),
    of("dynamic-contradiction-forcing-chains", explainer::find, 3),
    of("dynamic-double-forcing-chains", explainer::find, 3),
    of("dynamic-region-forcing-chains", explainer::find, 3),
    of("dynamic-cell-forcing-chains", explainer::find, 3),
    of(
        "dynamic-contradiction-forcing-chains-plus",
        explainer::find,
        4,
    ),
    of("dynamic-double-forcing-chains-plus", explainer::find, 4),
    of("dynamic-region-forcing-chains-plus", explainer::find, 4),
    of("dynamic-cell-forcing-chains-plus", explainer::find, 4),
    of(
        "dynamic-contradiction-forcing-chains-plus-chains",
        explainer::find,
        5,
    ),
    of(
        "dynamic-double-forcing-chains-plus-chains",
        explainer::find,
        5,
    ),
    of(
        "dynamic-region-forcing-chains-plus-chains",
        explainer::find,
        5,
    ),
    of(
        "dynamic-cell-forcing-chains-plus-chains",
        explainer::find,
        5,
    ),
    of(
        "dynamic-contradiction-forcing-chains-plus-multiple",
        explainer::find,
        6,
    ),
    of(
        "dynamic-double-forcing-chains-plus-multiple",
        explainer::find,
        6,
    ),
    of(
        "dynamic-region-forcing-chains-plus-multiple",
        explainer::find,
        6,
    ),
    of(
        "dynamic-cell-forcing-chains-plus-multiple",
        explainer::find,
        6,
    ),
    of(
        "dynamic-double-forcing-chains-plus-dynamic-plus",
        explainer::find,
        8,
    ),
    of(
        "dynamic-cell-forcing-chains-plus-dynamic-plus",
        explainer::find,
        8,
    ),
    of(
        "dynamic-region-forcing-chains-plus-dynamic-plus",
        explainer::find,
        8,
    ),
    of(
        "dynamic-contradiction-forcing-chains-plus-dynamic-plus",
        explainer::find,
        8,
    ),
    of(
        "dynamic-contradiction-forcing-chains-plus-dynamic",
        explainer::find,
        7,
    ),
    of(
        "dynamic-double-forcing-chains-plus-dynamic",
        explainer::find,
        7,
    ),
    of(
        "dynamic-region-forcing-chains-plus-dynamic",
        explainer::find,
        7,
    ),
    of(
        "dynamic-cell-forcing-chains-plus-dynamic",
        explainer::find,
        7,
    ),
    of("direct-pointing", direct::locked, 0),
    of("direct-claiming", direct::locked, 1),
    of("direct-hidden-pair", direct::hidden, 2),
    of("direct-hidden-triple", direct::hidden, 3),
    of("x-chain", xy::find, 0),
    of("xy-chain", xy::find, 1),
    of("continuous-nice-loop", loops::find, 0),
    of("discontinuous-nice-loop", loops::find, 1),
    of("aic", loops::find, 2),
    of("grouped-continuous-nice-loop", loops::find, 3),
    of("grouped-discontinuous-nice-loop", loops::find, 4),
    of("grouped-aic", loops::find, 5),
    of("forcing-chain-contradiction", forcing::find, 0),
    of("forcing-chain-verity", forcing::find, 1),
    of("brute-force", brute::find, 0),
    of("pointing", locked::find, 0),
    of("claiming", locked::find, 1),
    of("locked-pair", subsets::locked, 2),
    of("locked-triple", subsets::locked, 3),
    of("naked-pair", subsets::naked, 2),
    of("naked-triple", subsets::naked, 3),
    of("naked-quad", subsets::naked, 4),
    of("hidden-pair", subsets::hidden, 2),
    of("hidden-triple", subsets::hidden, 3),
    of("hidden-quad", subsets::hidden, 4),
    of("x-wing", fish::basic, 2),
    of("swordfish", fish::basic, 3),
    of("jellyfish", fish::basic, 4),
    of("squirmbag", fish::basic, 5),
    of("whale", fish::basic, 6),
    of("leviathan", fish::basic, 7),
    of("finned-x-wing", fish::finned, 2),
    of("finned-swordfish", fish::finned, 3),
    of("finned-jellyfish", fish::finned, 4),
    of("finned-squirmbag", fish::finned, 5),
    of("finned-whale", fish::finned, 6),
    of("finned-leviathan", fish::finned, 7),
    of("sashimi-x-wing", fish::sashimi, 2),
    of("sashimi-swordfish", fish::sashimi, 3),
    of("sashimi-jellyfish", fish::sashimi, 4),
    of("sashimi-squirmbag", fish::sashimi, 5),
    of("sashimi-whale", fish::sashimi, 6),
    of("sashimi-leviathan", fish::sashimi, 7),
    of("skyscraper", turbot::skyscraper, 0),
    of("two-string-kite", turbot::kite, 0),
    of("dual-two-string-kite", turbot::dual_kite, 0),
    of("turbot-fish", turbot::turbot_fish, 0),
    of("empty-rectangle", empty_rectangle::find, 0),
    of("dual-empty-rectangle", empty_rectangle::dual, 0),
    of("simple-colouring-trap", colouring::trap, 0),
    of("simple-colouring-wrap", colouring::wrap, 0),
    of("multi-colouring-1", colouring::multi_1, 0),
    of("multi-colouring-2", colouring::multi_2, 0),
    of("template-set", templates::set, 0),
    of("template-delete", templates::delete, 0),
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
