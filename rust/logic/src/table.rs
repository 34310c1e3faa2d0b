//! The table of techniques: one line each. Words, scores and orders are data that Python reads.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::search::{Find, Technique};
use super::{
    aligned, als_chain, als_xy_wing, als_xz, avoidable, brute, bug, chains, colouring,
    complex_fish, death_blossom, direct, empty_rectangle, fish, forcing, kraken, locked, medusa,
    rectangles, remote_pair, siamese, singles, subsets, sue_de_coq, templates, turbot,
    unique_loops, w_wing, wings, wxyz_wing,
};

/// All techniques. Their numbers are their places here.
pub static TECHNIQUES: &[Technique] = &number([
    of("full-house", singles::full_house, 0),
    of("hidden-single", singles::hidden, 0),
    of("naked-single", singles::naked, 0),
    of("direct-pointing", direct::locked, 0),
    of("direct-claiming", direct::locked, 1),
    of("direct-hidden-pair", direct::hidden, 2),
    of("direct-hidden-triple", direct::hidden, 3),
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
    digit("x-wing", fish::basic, 2),
    digit("swordfish", fish::basic, 3),
    digit("jellyfish", fish::basic, 4),
    digit("squirmbag", fish::basic, 5),
    digit("whale", fish::basic, 6),
    digit("leviathan", fish::basic, 7),
    digit("finned-x-wing", fish::finned, 2),
    digit("finned-swordfish", fish::finned, 3),
    digit("finned-jellyfish", fish::finned, 4),
    digit("finned-squirmbag", fish::finned, 5),
    digit("finned-whale", fish::finned, 6),
    digit("finned-leviathan", fish::finned, 7),
    digit("sashimi-x-wing", fish::sashimi, 2),
    digit("sashimi-swordfish", fish::sashimi, 3),
    digit("sashimi-jellyfish", fish::sashimi, 4),
    digit("sashimi-squirmbag", fish::sashimi, 5),
    digit("sashimi-whale", fish::sashimi, 6),
    digit("sashimi-leviathan", fish::sashimi, 7),
    digit("franken-x-wing", complex_fish::franken, 2),
    digit("franken-swordfish", complex_fish::franken, 3),
    digit("franken-jellyfish", complex_fish::franken, 4),
    digit("franken-squirmbag", complex_fish::franken, 5),
    digit("franken-whale", complex_fish::franken, 6),
    digit("franken-leviathan", complex_fish::franken, 7),
    digit("finned-franken-x-wing", complex_fish::finned_franken, 2),
    digit("finned-franken-swordfish", complex_fish::finned_franken, 3),
    digit("finned-franken-jellyfish", complex_fish::finned_franken, 4),
    digit("finned-franken-squirmbag", complex_fish::finned_franken, 5),
    digit("finned-franken-whale", complex_fish::finned_franken, 6),
    digit("finned-franken-leviathan", complex_fish::finned_franken, 7),
    digit("mutant-x-wing", complex_fish::mutant, 2),
    digit("mutant-swordfish", complex_fish::mutant, 3),
    digit("mutant-jellyfish", complex_fish::mutant, 4),
    digit("mutant-squirmbag", complex_fish::mutant, 5),
    digit("mutant-whale", complex_fish::mutant, 6),
    digit("mutant-leviathan", complex_fish::mutant, 7),
    digit("finned-mutant-x-wing", complex_fish::finned_mutant, 2),
    digit("finned-mutant-swordfish", complex_fish::finned_mutant, 3),
    digit("finned-mutant-jellyfish", complex_fish::finned_mutant, 4),
    digit("finned-mutant-squirmbag", complex_fish::finned_mutant, 5),
    digit("finned-mutant-whale", complex_fish::finned_mutant, 6),
    digit("finned-mutant-leviathan", complex_fish::finned_mutant, 7),
    of("siamese-finned-swordfish", siamese::finned, 3),
    of("siamese-finned-jellyfish", siamese::finned, 4),
    of("siamese-sashimi-swordfish", siamese::sashimi, 3),
    of("siamese-sashimi-jellyfish", siamese::sashimi, 4),
    of(
        "siamese-finned-franken-swordfish",
        siamese::finned_franken,
        3,
    ),
    of(
        "siamese-finned-franken-jellyfish",
        siamese::finned_franken,
        4,
    ),
    of("siamese-finned-mutant-jellyfish", siamese::finned_mutant, 4),
    of("kraken-fish-1", kraken::type_1, 0),
    of("kraken-fish-2", kraken::type_2, 0),
    digit("skyscraper", turbot::skyscraper, 0),
    digit("two-string-kite", turbot::kite, 0),
    of("dual-two-string-kite", turbot::dual_kite, 0),
    digit("turbot-fish", turbot::turbot_fish, 0),
    digit("empty-rectangle", empty_rectangle::find, 0),
    of("dual-empty-rectangle", empty_rectangle::dual, 0),
    digit("simple-colouring-trap", colouring::trap, 0),
    digit("simple-colouring-wrap", colouring::wrap, 0),
    digit("multi-colouring-1", colouring::multi_1, 0),
    digit("multi-colouring-2", colouring::multi_2, 0),
    of("medusa-trap", medusa::trap, 0),
    of("medusa-wrap", medusa::wrap, 0),
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
    of("unique-loop-1", unique_loops::unique_loops, 1),
    of("unique-loop-2", unique_loops::unique_loops, 2),
    of("unique-loop-3", unique_loops::unique_loops, 3),
    of("unique-loop-4", unique_loops::unique_loops, 4),
    of("bug-1", bug::graves, 1),
    of("bug-2", bug::graves, 2),
    of("bug-3", bug::graves, 3),
    of("bug-4", bug::graves, 4),
    of("xy-wing", wings::xy_wings, 2),
    of("xyz-wing", wings::by_pivot, 3),
    of("wxyz-wing", wxyz_wing::bent_sets, 4),
    of("w-wing", w_wing::w_wings, 0),
    digit("x-chain", chains::xy::find, 0),
    of("xy-chain", chains::xy::find, 1),
    of("continuous-nice-loop", chains::loops::find, 0),
    of("discontinuous-nice-loop", chains::loops::find, 1),
    of("aic", chains::loops::find, 2),
    of("grouped-continuous-nice-loop", chains::loops::find, 3),
    of("grouped-discontinuous-nice-loop", chains::loops::find, 4),
    of("grouped-aic", chains::loops::find, 5),
    of("als-xz", als_xz::als_xz, 0),
    of("als-xy-wing", als_xy_wing::als_xy_wings, 0),
    of("als-chain", als_chain::als_chains, 0),
    of("death-blossom", death_blossom::death_blossoms, 0),
    of("sue-de-coq", sue_de_coq::sue_de_coq, 0),
    of("aligned-pair-exclusion", aligned::aligned, 2),
    of("aligned-triplet-exclusion", aligned::aligned, 3),
    of("template-set", templates::set, 0),
    of("template-delete", templates::delete, 0),
    of("forcing-chain-contradiction", chains::forcing::find, 0),
    of("forcing-chain-verity", chains::forcing::find, 1),
    of("forcing-net-contradiction", chains::nets::find, 0),
    of("forcing-net-verity", chains::nets::find, 1),
    of("bidirectional-x-cycle", forcing::find, 0),
    of("bidirectional-y-cycle", forcing::find, 0),
    of("bidirectional-cycle", forcing::find, 0),
    of("forcing-x-chain", forcing::find, 0),
    of("forcing-chain", forcing::find, 0),
    of("nishio", forcing::find, 1),
    of("cell-forcing-chains", forcing::find, 2),
    of("region-forcing-chains", forcing::find, 2),
    of("dynamic-contradiction-forcing-chains", forcing::find, 3),
    of("dynamic-double-forcing-chains", forcing::find, 3),
    of("dynamic-cell-forcing-chains", forcing::find, 3),
    of("dynamic-region-forcing-chains", forcing::find, 3),
    of(
        "dynamic-contradiction-forcing-chains-plus",
        forcing::find,
        4,
    ),
    of("dynamic-double-forcing-chains-plus", forcing::find, 4),
    of("dynamic-cell-forcing-chains-plus", forcing::find, 4),
    of("dynamic-region-forcing-chains-plus", forcing::find, 4),
    of(
        "dynamic-contradiction-forcing-chains-plus-chains",
        forcing::find,
        5,
    ),
    of(
        "dynamic-double-forcing-chains-plus-chains",
        forcing::find,
        5,
    ),
    of("dynamic-cell-forcing-chains-plus-chains", forcing::find, 5),
    of(
        "dynamic-region-forcing-chains-plus-chains",
        forcing::find,
        5,
    ),
    of(
        "dynamic-contradiction-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-double-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-cell-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-region-forcing-chains-plus-multiple",
        forcing::find,
        6,
    ),
    of(
        "dynamic-contradiction-forcing-chains-plus-dynamic",
        forcing::find,
        7,
    ),
    of(
        "dynamic-double-forcing-chains-plus-dynamic",
        forcing::find,
        7,
    ),
    of("dynamic-cell-forcing-chains-plus-dynamic", forcing::find, 7),
    of(
        "dynamic-region-forcing-chains-plus-dynamic",
        forcing::find,
        7,
    ),
    of(
        "dynamic-contradiction-forcing-chains-plus-dynamic-plus",
        forcing::find,
        8,
    ),
    of(
        "dynamic-double-forcing-chains-plus-dynamic-plus",
        forcing::find,
        8,
    ),
    of(
        "dynamic-cell-forcing-chains-plus-dynamic-plus",
        forcing::find,
        8,
    ),
    of(
        "dynamic-region-forcing-chains-plus-dynamic-plus",
        forcing::find,
        8,
    ),
    of("brute-force", brute::find, 0),
]);

/// The technique with a name.
pub fn technique(name: &str) -> Option<&'static Technique> {
    // A path reads the names of its order, often a hundred: one after the other that took up to a fifth
    // of the time of an easy path.
    static BY_NAME: LazyLock<HashMap<&str, &Technique>> =
        LazyLock::new(|| TECHNIQUES.iter().map(|one| (one.name, one)).collect());
    BY_NAME.get(name).copied()
}

const fn of(name: &'static str, find: Find, size: usize) -> Technique {
    Technique {
        number: 0,
        name,
        find,
        size,
        is_of_one_digit: false,
    }
}

/// A technique of one digit.
const fn digit(name: &'static str, find: Find, size: usize) -> Technique {
    Technique {
        is_of_one_digit: true,
        ..of(name, find, size)
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
