//! 3D Medusa: colouring of all digits at once. Cells with two candidates and houses with two
//! places of a digit are strong links.
//!
//! ```text
//!   r1c1  2A 5b      A trap: a candidate that an A and a b exclude, by a cell or a house, is false.
//!   r1c7     5A 8b   A wrap: two A exclude each other, or A takes all candidates of a cell or all
//!   r6c7        8A   places of a digit in a house. Then A is false.
//! ```

use super::cellset::{CellSet, MAX_CELLS};
use super::clusters::{Cluster, Counting};
use super::geometry::MAX_SIZE;
use super::grid::{Digits, Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// What both colours of a cluster exclude is false.
pub(super) fn trap(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    each_cluster(grid, &mut |cluster| {
        let [a, b] = [0, 1].map(|colour| Shadow::of(grid, &cluster.colours[colour]));
        let victims: Vec<Cand> = candidates(grid)
            .filter(|&one| a.has(one) && b.has(one))
            .filter(|one| cluster.colours.iter().all(|colour| !colour.contains(one)))
            .collect();
        if victims.is_empty() {
            return Flow::Continue(());
        }
        let proof = victims.iter().map(|&victim| trapped(grid, cluster, victim));
        let proof = proof.collect();
        sink(step(technique, cluster, victims, proof))
    })
}

/// A colour that contradicts itself is false.
pub(super) fn wrap(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    each_cluster(grid, &mut |cluster| {
        for colour in &cluster.colours {
            let shadow = Shadow::of(grid, colour);
            let mut then = Vec::new();
            cluster.spread(colour[0], true, &mut then);
            if let Some((one, other)) = meeting(grid, &shadow, colour) {
                then.push(Inference::Sees {
                    on: one,
                    off: vec![other],
                });
            } else if let Some(truth) = shadow.emptied(grid) {
                starve(grid, colour, &truth, &mut then);
            } else {
                continue;
            }
            let mut proof = vec![Inference::Suppose {
                candidate: colour[0],
                on: true,
                then,
            }];
            cluster.spread(colour[0], false, &mut proof);
            sink(step(technique, cluster, colour.clone(), proof))?;
        }
        Flow::Continue(())
    })
}

/// All candidates, by cell and digit.
fn candidates(grid: &Grid) -> impl Iterator<Item = Cand> + '_ {
    grid.open
        .iter()
        .flat_map(|cell| digits_of(grid.masks[cell]).map(move |digit| Cand::new(cell, digit)))
}

/// True if two candidates cannot both be true.
fn excludes(grid: &Grid, one: Cand, other: Cand) -> bool {
    let (cell, rival) = (usize::from(one.cell), usize::from(other.cell));
    if cell == rival {
        one.digit != other.digit
    } else {
        one.digit == other.digit && grid.geometry.peers[cell].has(rival)
    }
}

/// The clusters with two digits or more; those of one digit are simple colouring.
fn each_cluster(grid: &Grid, found: &mut dyn FnMut(&Cluster) -> Flow) -> Flow {
    let mut done = [0; MAX_CELLS];
    for start in candidates(grid) {
        if done[usize::from(start.cell)] >> start.digit & 1 == 1 {
            continue;
        }
        let cluster = Cluster::grow(start, &mut |one, rival| rivals(grid, one, rival));
        let mut digits: Digits = 0;
        for one in cluster.colours.iter().flatten() {
            done[usize::from(one.cell)] |= 1 << one.digit;
            digits |= 1 << one.digit;
        }
        if digits.count_ones() > 1 {
            found(&cluster)?;
        }
    }
    Flow::Continue(())
}

/// The other candidate of the cell, and the other place of each house, if there is just one.
fn rivals(grid: &Grid, one: Cand, found: &mut dyn FnMut(Cand, Truth)) {
    let (cell, digit) = (usize::from(one.cell), usize::from(one.digit));
    let rest = grid.masks[cell] & !(1 << digit);
    if rest.count_ones() == 1 {
        let other = rest.trailing_zeros() as usize;
        found(Cand::new(cell, other), Truth::Cell(cell));
    }
    for &house in &grid.geometry.houses_of[cell] {
        let others = grid.places_in(digit, house) - CellSet::of(cell);
        if let Some(other) = others.only() {
            found(Cand::new(other, digit), Truth::House(house, digit));
        }
    }
}

/// What a colour excludes, digit by digit.
struct Shadow {
    places: [CellSet; MAX_SIZE],
}

impl Shadow {
    fn of(grid: &Grid, colour: &[Cand]) -> Shadow {
        let mut places = [CellSet::EMPTY; MAX_SIZE];
        for one in colour {
            let (cell, digit) = (usize::from(one.cell), usize::from(one.digit));
            places[digit] |= grid.seen(cell, digit);
            for other in digits_of(grid.masks[cell] & !(1 << digit)) {
                places[other].insert(cell);
            }
        }
        Shadow { places }
    }

    fn has(&self, one: Cand) -> bool {
        self.places[usize::from(one.digit)].has(usize::from(one.cell))
    }

    /// A cell or a house that is left without any candidate.
    fn emptied(&self, grid: &Grid) -> Option<Truth> {
        let is_gone = |cell: usize, digit: usize| self.places[digit].has(cell);
        let cell = grid
            .open
            .iter()
            .find(|&cell| digits_of(grid.masks[cell]).all(|digit| is_gone(cell, digit)));
        if let Some(cell) = cell {
            return Some(Truth::Cell(cell));
        }
        (0..grid.geometry.houses.len()).find_map(|house| {
            let is_empty = |&digit: &usize| {
                let places = grid.places_in(digit, house);
                !places.is_empty() && places.is_within(&self.places[digit])
            };
            let digit = (0..grid.geometry.size).find(is_empty)?;
            Some(Truth::House(house, digit))
        })
    }
}

/// Two of a colour that exclude each other.
fn meeting(grid: &Grid, shadow: &Shadow, colour: &[Cand]) -> Option<(Cand, Cand)> {
    let other = *colour.iter().find(|&&one| shadow.has(one))?;
    let one = colour.iter().find(|&&one| excludes(grid, one, other))?;
    Some((*one, other))
}

/// All candidates of a truth are off, as each is excluded by one of a colour.
fn starve(grid: &Grid, colour: &[Cand], truth: &Truth, then: &mut Vec<Inference>) {
    let members: Vec<Cand> = match *truth {
        Truth::House(house, digit) => cands(grid.places_in(digit, house), digit),
        Truth::Cell(cell) => digits_of(grid.masks[cell])
            .map(|digit| Cand::new(cell, digit))
            .collect(),
        Truth::Deadly(_) => Vec::new(),
    };
    for member in members {
        if let Some(&on) = colour.iter().find(|&&one| excludes(grid, one, member)) {
            let off = vec![member];
            then.push(Inference::Sees { on, off });
        }
    }
    let truth = truth.clone();
    then.push(Inference::Empty { truth });
}

/// Proves that a victim of both colours is false: along the shortest way between them.
fn trapped(grid: &Grid, cluster: &Cluster, victim: Cand) -> Inference {
    let near = |colour: usize| {
        let all = cluster.colours[colour].iter().copied();
        all.filter(move |&one| excludes(grid, one, victim))
    };
    let ways = near(0).flat_map(|from| near(1).map(move |to| cluster.way(from, to)));
    let way = ways.min_by_key(Vec::len).unwrap_or_default();
    let mut count = Counting::default();
    count.walk(&way);
    for end in [way.first(), way.last()].into_iter().flatten() {
        count.link(end.0, victim);
    }
    count.finish(victim)
}

fn step(
    technique: &Technique,
    cluster: &Cluster,
    eliminations: Vec<Cand>,
    proof: Vec<Inference>,
) -> Step {
    let [on, off] = &cluster.colours;
    Step {
        eliminations,
        marks: vec![
            Mark::candidates("on", on.clone()),
            Mark::candidates("off", off.clone()),
        ],
        proof,
        ..technique.step()
    }
}
