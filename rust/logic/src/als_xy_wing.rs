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
        let arms = Arms::of(&table, &commons);
        for (place, first) in commons.iter().enumerate() {
            if grid.deadline.is_over() {
                break;
            }
            for (end, pivot, arm) in arms.after(place, first.sets) {
                let numbers = [end, arm.end, pivot];
                let heads = numbers.map(|set| &table.heads[set]);
                if heads[0].gains & heads[1].gains != 0 && has_overlap(heads) == overlap {
                    let digits = [first.digits, commons[arm.place].digits];
                    let sets = numbers.map(|set| &all[set]);
                    wings(grid, technique, sets, digits, &mut known, sink)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// A set with a restricted common, seen from the other set.
#[derive(Clone, Copy)]
struct Arm {
    /// The number of the common.
    place: usize,
    /// The set at the other end.
    end: usize,
}

/// For every set its arms to sets that could remove something, by the numbers of the commons.
struct Arms(Vec<Vec<Arm>>);

impl Arms {
    fn of(table: &Table, commons: &[&Common]) -> Arms {
        let mut arms = vec![Vec::new(); table.sets.len()];
        for (place, common) in commons.iter().enumerate() {
            let [one, other] = common.sets;
            for (set, end) in [(one, other), (other, one)] {
                if table.heads[end].gains != 0 {
                    arms[set].push(Arm { place, end });
                }
            }
        }
        Arms(arms)
    }

    /// The wings of a common with later ones: the end of the common, the pivot, and the other arm.
    fn after(
        &self,
        place: usize,
        [one, other]: [usize; 2],
    ) -> impl Iterator<Item = (usize, usize, Arm)> {
        let later = |set: usize| {
            let arms = &self.0[set];
            &arms[arms.partition_point(|arm| arm.place <= place)..]
        };
        let (mut of_one, mut of_other) = (later(one), later(other));
        std::iter::from_fn(move || {
            let is_other = match (of_one.first(), of_other.first()) {
                (Some(a), Some(b)) => b.place < a.place,
                (first, _) => first.is_none(),
            };
            let (arms, end, pivot) = match is_other {
                true => (&mut of_other, one, other),
                false => (&mut of_one, other, one),
            };
            let (&arm, rest) = arms.split_first()?;
            *arms = rest;
            Some((end, pivot, arm))
        })
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
