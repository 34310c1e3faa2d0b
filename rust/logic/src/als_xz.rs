//! ALS-XZ: two almost locked sets with a restricted common X. One of them lacks X and is locked,
//! so another common digit Z is in one of them, and cells that see all its places lack it.
//!
//! With two restricted commons each set lacks one of them: both are locked, and all their digits
//! are confined to them.

use super::als::{Als, Conclusions, Table, truths_and_links};
use super::counting::joined;
use super::grid::{Digits, Grid, digits_of};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// A pair of sets with what it removes.
struct Pair<'a> {
    sets: [&'a Als; 2],
    /// The restricted commons: one or two.
    commons: Digits,
    off: Vec<Cand>,
}

/// ALS-XZ steps, one for each conclusion: pairs of sets without common cells first.
pub(super) fn als_xz(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let table = Table::of(grid);
    let mut known = Conclusions::default();
    for overlap in [false, true] {
        if overlap && !options.als_overlap {
            break;
        }
        for common in table.commons.iter().filter(|one| one.overlap == overlap) {
            let sets = common.sets.map(|set| &table.sets[set]);
            let commons = common.digits;
            let mut off = victims(grid, sets, commons);
            if known.is_new(&mut off) {
                let pair = Pair { sets, commons, off };
                sink(step(grid, technique, &pair))?;
            }
        }
    }
    Flow::Continue(())
}

/// What a pair of sets removes.
fn victims(grid: &Grid, sets: [&Als; 2], commons: Digits) -> Vec<Cand> {
    let [one, other] = sets;
    let mut off = Vec::new();
    if commons.count_ones() == 1 {
        for digit in digits_of(one.gains & other.gains & !commons) {
            off.extend(cands(one.victims(other, grid, digit), digit));
        }
        return off;
    }
    // What the sets do to each other's cells is left to later steps, as HoDoKu does.
    let inside = one.cells | other.cells;
    for digit in digits_of(one.digits | other.digits) {
        if commons >> digit & 1 == 1 {
            off.extend(cands(one.victims(other, grid, digit), digit));
        } else {
            for set in sets.iter().filter(|set| set.digits >> digit & 1 == 1) {
                off.extend(cands(
                    set.seen[digit] & (grid.places[digit] - inside),
                    digit,
                ));
            }
        }
    }
    off
}

fn step(grid: &Grid, technique: &Technique, pair: &Pair<'_>) -> Step {
    let commons: Vec<_> = digits_of(pair.commons).map(|digit| (0, 1, digit)).collect();
    let (truths, links) = truths_and_links(grid, &pair.sets, &commons);
    let [one, other] = pair.sets;
    let restricted = digits_of(pair.commons)
        .flat_map(|digit| cands(one.places(grid, digit) | other.places(grid, digit), digit));
    Step {
        eliminations: pair.off.clone(),
        marks: vec![
            one.mark(grid, "set-a"),
            other.mark(grid, "set-b"),
            Mark::candidates("cause", restricted.collect()),
        ],
        proof: joined(grid, &truths, &links, &pair.off),
        ..technique.step()
    }
}
