//! The table of techniques: one line each. Words, scores and orders are data that Python reads.

use super::als_xy_wing;
use super::als_xz;
use super::avoidable;
use super::rectangles;
use super::remote_pair;
use super::search::{Find, Technique};
use super::w_wing;
use super::wings;
use super::{
    colouring, complex_fish, direct, empty_rectangle, fish, kraken, locked, medusa, siamese,
    singles, subsets, templates, turbot,
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
    of("franken-x-wing", complex_fish::franken, 2),
    of("franken-swordfish", complex_fish::franken, 3),
    of("franken-jellyfish", complex_fish::franken, 4),
    of("franken-squirmbag", complex_fish::franken, 5),
    of("franken-whale", complex_fish::franken, 6),
    of("franken-leviathan", complex_fish::franken, 7),
    of("finned-franken-x-wing", complex_fish::finned_franken, 2),
    of("finned-franken-swordfish", complex_fish::finned_franken, 3),
    of("finned-franken-jellyfish", complex_fish::finned_franken, 4),
    of("finned-franken-squirmbag", complex_fish::finned_franken, 5),
    of("finned-franken-whale", complex_fish::finned_franken, 6),
    of("finned-franken-leviathan", complex_fish::finned_franken, 7),
    of("mutant-x-wing", complex_fish::mutant, 2),
    of("mutant-swordfish", complex_fish::mutant, 3),
    of("mutant-jellyfish", complex_fish::mutant, 4),
    of("mutant-squirmbag", complex_fish::mutant, 5),
    of("mutant-whale", complex_fish::mutant, 6),
    of("mutant-leviathan", complex_fish::mutant, 7),
    of("finned-mutant-x-wing", complex_fish::finned_mutant, 2),
    of("finned-mutant-swordfish", complex_fish::finned_mutant, 3),
    of("finned-mutant-jellyfish", complex_fish::finned_mutant, 4),
    of("finned-mutant-squirmbag", complex_fish::finned_mutant, 5),
    of("finned-mutant-whale", complex_fish::finned_mutant, 6),
    of("finned-mutant-leviathan", complex_fish::finned_mutant, 7),
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
    of("medusa-trap", medusa::trap, 0),
    of("medusa-wrap", medusa::wrap, 0),
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
