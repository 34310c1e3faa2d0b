//! ALS-XY-wing: two almost locked sets that have a restricted common each with a third, the pivot,
//! X with one and Y with the other. The pivot lacks one of the two digits at most, so one of the
//! sets lacks its own and is locked: a digit Z of both is in one of them.

use super::als::{Als, Common, Conclusions, Head, Table, truths_and_links};
use super::counting::joined;
use super::grid::{Digits, Grid, digits_of};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// ALS-XY-wings, one for each conclusion: sets without common cells first.
pub(super) fn als_xy_wings(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let table = Table::of(grid);
    let all = &table.sets;
    let mut known = Conclusions::default();
    for overlap in [false, true] {
        if overlap && !options.als_overlap {
            break;
        }
        let commons: Vec<&Common> = table.commons(overlap).collect();
        let mut of_set = vec![Vec::new(); all.len()];
        for (place, common) in commons.iter().enumerate() {
            for set in common.sets {
                of_set[set].push(place);
            }
        }
        for (place, first) in commons.iter().enumerate() {
            let [one, other] = first.sets.map(|set| later(&of_set[set], place));
            for place in merged(one, other) {
                let second = commons[place];
                let Some(sets) = wing(first, second) else {
                    continue;
                };
                let heads = sets.map(|set| &table.heads[set]);
                if heads[0].gains & heads[1].gains != 0 && has_overlap(heads) == overlap {
                    let sets = sets.map(|set| &all[set]);
                    let digits = [first.digits, second.digits];
                    wings(grid, technique, sets, digits, &mut known, sink)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// The part of an ascending list after a number.
fn later(list: &[usize], after: usize) -> &[usize] {
    &list[list.partition_point(|&place| place <= after)..]
}

/// Two ascending lists as one.
fn merged<'a>(mut one: &'a [usize], mut other: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    std::iter::from_fn(move || {
        let list = match (one.first(), other.first()) {
            (Some(a), Some(b)) if b < a => &mut other,
            (None, _) => &mut other,
            _ => &mut one,
        };
        let (&first, rest) = list.split_first()?;
        *list = rest;
        Some(first)
    })
}

/// The two sets and the pivot of two commons that share one.
fn wing(first: &Common, second: &Common) -> Option<[usize; 3]> {
    let [a, b] = first.sets;
    let [c, d] = second.sets;
    if a == c && b != d {
        Some([b, d, a])
    } else if a == d {
        Some([b, c, a])
    } else if b == c {
        Some([a, d, b])
    } else if b == d && a != c {
        Some([a, c, b])
    } else {
        None
    }
}

fn has_overlap([one, other, pivot]: [&Head; 3]) -> bool {
    one.cells.meets(&other.cells)
        || pivot.cells.meets(&one.cells)
        || pivot.cells.meets(&other.cells)
}

/// The wings of two sets and a pivot, for each choice of X and Y.
fn wings(
    grid: &Grid,
    technique: &Technique,
    sets: [&Als; 3],
    [xs, ys]: [Digits; 2],
    known: &mut Conclusions,
    sink: &mut Sink<'_>,
) -> Flow {
    let [one, other, _] = sets;
    for x in digits_of(xs) {
        for y in digits_of(ys & !(1 << x)) {
            let shared = one.gains & other.gains & !(1 << x) & !(1 << y);
            let mut off: Vec<Cand> = digits_of(shared)
                .flat_map(|digit| cands(one.victims(other, grid, digit), digit))
                .collect();
            if known.is_new(&mut off) {
                sink(step(grid, technique, sets, [x, y], off))?;
            }
        }
    }
    Flow::Continue(())
}

fn step(
    grid: &Grid,
    technique: &Technique,
    sets: [&Als; 3],
    [x, y]: [usize; 2],
    off: Vec<Cand>,
) -> Step {
    let (truths, links) = truths_and_links(grid, &sets, &[(0, 2, x), (1, 2, y)]);
    let [one, other, pivot] = sets;
    let common = |set: &Als, digit| {
        let places = set.places(grid, digit) | pivot.places(grid, digit);
        Mark::candidates("cause", cands(places, digit))
    };
    Step {
        marks: vec![
            one.mark(grid, "set-a"),
            other.mark(grid, "set-b"),
            pivot.mark(grid, "set-c"),
            common(one, x),
            common(other, y),
        ],
        proof: joined(grid, &truths, &links, &off),
        eliminations: off,
        ..technique.step()
    }
}
