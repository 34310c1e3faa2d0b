//! Kraken fish: fish of lines whose fins do not see the victim, but exclude it by chains.
//!
//! Searched for from the victim v, as other fish are (complex_fish.rs): suppose that v is true, and
//! follow chains of strong and weak links. If what they leave of n base lines lies in n - 1 cover
//! lines, v is false. Type 1: v has the digit of the fish and lies in the n-th cover line, so only
//! the fins need chains. Type 2: all places of the n-th cover line need chains as well, and v may
//! be any candidate.

use std::cmp::Reverse;

use super::cellset::CellSet;
use super::complex_fish::{self, Houses, bits};
use super::fish::{self, Fish};
use super::geometry::Kind;
use super::grid::{Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Link, Mark, Step, cands};

/// The largest fish that is looked for.
const LARGEST: usize = 4;

/// Type 1: the fins exclude the victim by chains.
pub(super) fn type_1(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    each_victim(grid, &mut |chains| {
        let digit = usize::from(chains.victim.digit);
        let step = lines(grid).into_iter().find_map(|allowed| {
            let (fish, _) = smallest(grid, chains, digit, allowed)?;
            Some(step(grid, technique, chains, &fish, fish.fins))
        });
        step.map_or(Flow::Continue(()), &mut *sink)
    })
}

/// Type 2: the fins and a whole cover line exclude the victim by chains.
pub(super) fn type_2(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    each_victim(grid, &mut |chains| {
        let digits = (0..grid.geometry.size).filter(|&d| d != usize::from(chains.victim.digit));
        let mut searches = digits.flat_map(|digit| lines(grid).map(|allowed| (digit, allowed)));
        let step = searches.find_map(|(digit, allowed)| {
            let (fish, extra) = smallest(grid, chains, digit, allowed)?;
            Some(step(grid, technique, chains, &fish, fish.fins | extra))
        });
        step.map_or(Flow::Continue(()), &mut *sink)
    })
}

/// Rows against columns, and columns against rows.
fn lines(grid: &Grid) -> [(Houses, Houses); 2] {
    let of = |kind: Kind| {
        let houses = grid.geometry.houses.iter().enumerate();
        houses
            .filter(|(_, house)| house.kind == kind)
            .fold(0, |all, (number, _)| all | 1 << number)
    };
    let (rows, columns) = (of(Kind::Row), of(Kind::Column));
    [(rows, columns), (columns, rows)]
}

/// What follows if a candidate is true, by strong and weak links alone.
struct Chains {
    victim: Cand,
    /// Candidates in the order in which they are decided: whether it is on, and the place of the
    /// one that it follows from, with the truth that makes it the last one.
    nodes: Vec<(Cand, bool, usize, Option<Truth>)>,
    /// What is off, digit by digit.
    off: Vec<CellSet>,
}

fn each_victim(grid: &Grid, found: &mut dyn FnMut(&Chains) -> Flow) -> Flow {
    if grid.geometry.houses.len() > Houses::BITS as usize {
        return Flow::Continue(());
    }
    for cell in grid.open {
        for digit in digits_of(grid.masks[cell]) {
            if grid.deadline.is_over() {
                return Flow::Continue(());
            }
            let chains = Chains::from(grid, Cand::new(cell, digit));
            // A candidate that contradicts itself needs no fish.
            if !chains.is_contradictory() {
                found(&chains)?;
            }
        }
    }
    Flow::Continue(())
}

impl Chains {
    fn from(grid: &Grid, victim: Cand) -> Chains {
        let mut chains = Chains {
            victim,
            nodes: vec![(victim, true, 0, None)],
            off: vec![CellSet::EMPTY; grid.geometry.size],
        };
        let mut on = vec![CellSet::EMPTY; grid.geometry.size];
        on[usize::from(victim.digit)].insert(usize::from(victim.cell));
        let mut next = 0;
        while next < chains.nodes.len() {
            let (one, is_on, ..) = chains.nodes[next];
            if is_on {
                chains.exclude(grid, one, next);
            } else {
                chains.require(grid, one, next, &mut on);
            }
            next += 1;
        }
        chains
    }

    /// A candidate is on: the rest of its cell and what it sees are off.
    fn exclude(&mut self, grid: &Grid, one: Cand, from: usize) {
        let (cell, digit) = (usize::from(one.cell), usize::from(one.digit));
        for other in digits_of(grid.masks[cell] & !(1 << digit)) {
            if !self.off[other].has(cell) {
                self.off[other].insert(cell);
                self.nodes.push((Cand::new(cell, other), false, from, None));
            }
        }
        let seen = grid.seen(cell, digit) - self.off[digit];
        self.off[digit] |= seen;
        for other in seen {
            self.nodes
                .push((Cand::new(other, digit), false, from, None));
        }
    }

    /// A candidate is off: where it had one rival, that is on.
    fn require(&mut self, grid: &Grid, one: Cand, from: usize, on: &mut [CellSet]) {
        let (cell, digit) = (usize::from(one.cell), usize::from(one.digit));
        let mut add = |cell: usize, digit: usize, truth: Truth| {
            if !on[digit].has(cell) {
                on[digit].insert(cell);
                self.nodes
                    .push((Cand::new(cell, digit), true, from, Some(truth)));
            }
        };
        let rest = grid.masks[cell] & !(1 << digit);
        if rest.count_ones() == 1 {
            add(cell, rest.trailing_zeros() as usize, Truth::Cell(cell));
        }
        for &house in &grid.geometry.houses_of[cell] {
            let others = grid.places_in(digit, house) - CellSet::of(cell);
            if let Some(other) = others.only() {
                add(other, digit, Truth::House(house, digit));
            }
        }
    }

    fn is_contradictory(&self) -> bool {
        self.nodes.iter().any(|&(one, is_on, ..)| {
            is_on && self.off[usize::from(one.digit)].has(usize::from(one.cell))
        })
    }

    /// The places of the nodes from the victim to a candidate that is off.
    fn way(&self, to: Cand) -> Vec<usize> {
        let is_goal = |node: &(Cand, bool, usize, Option<Truth>)| node.0 == to && !node.1;
        let Some(mut place) = self.nodes.iter().position(is_goal) else {
            return Vec::new();
        };
        let mut way = vec![place];
        while place != 0 {
            place = self.nodes[place].2;
            way.push(place);
        }
        way.reverse();
        way
    }
}

/// The smallest fish that the chains leave no room for, with the places of the cover line that need
/// chains too. None if what is seen directly is enough, as then it is a plain fish.
fn smallest(
    grid: &Grid,
    chains: &Chains,
    digit: usize,
    (bases, covers): (Houses, Houses),
) -> Option<(Fish, CellSet)> {
    let victim = usize::from(chains.victim.cell);
    let is_own = digit == usize::from(chains.victim.digit);
    let mut left = grid.places[digit] - chains.off[digit];
    let mut bases = bases;
    if is_own {
        left.remove(victim);
        bases = complex_fish::without(grid, bases, victim);
    }
    let empty = bits(bases).any(|house| {
        let places = grid.places_in(digit, house);
        !places.is_empty() && !places.meets(&left)
    });
    if empty || has_room(grid, left, bases, covers) {
        return None;
    }
    (2..=LARGEST).find_map(|size| {
        let cores = complex_fish::cores(grid, left, size, (bases, covers));
        cores.into_iter().find_map(|core| {
            let last = if is_own {
                *grid.geometry.houses_of[victim]
                    .iter()
                    .find(|&&house| covers >> house & 1 == 1)?
            } else {
                fullest(grid, digit, core, covers)?
            };
            complete(grid, chains, digit, core, last)
        })
    })
}

/// True if every base can have a place in a cover of its own. Then no n of them have n - 1 covers.
fn has_room(grid: &Grid, left: CellSet, bases: Houses, covers: Houses) -> bool {
    let mut owner = [usize::MAX; Houses::BITS as usize];
    let is_needed = |&base: &usize| left.meets(&grid.geometry.houses[base].set);
    bits(bases)
        .filter(is_needed)
        .all(|base| claim(grid, left, covers, base, &mut 0, &mut owner))
}

/// Gives a base a cover, if need be by moving others; `tried` are covers that were asked for.
fn claim(
    grid: &Grid,
    left: CellSet,
    covers: Houses,
    base: usize,
    tried: &mut Houses,
    owner: &mut [usize; Houses::BITS as usize],
) -> bool {
    for cell in left & grid.geometry.houses[base].set {
        for &cover in &grid.geometry.houses_of[cell] {
            if covers & !*tried & 1 << cover == 0 {
                continue;
            }
            *tried |= 1 << cover;
            let other = owner[cover];
            if other == usize::MAX || claim(grid, left, covers, other, tried, owner) {
                owner[cover] = base;
                return true;
            }
        }
    }
    false
}

/// The line that takes up most of what the covers leave of the bases.
fn fullest(
    grid: &Grid,
    digit: usize,
    (bases, covers): (Houses, Houses),
    allowed: Houses,
) -> Option<usize> {
    let rest = places_of(grid, digit, bases) - places_of(grid, digit, covers);
    let count = |house: usize| (rest & grid.geometry.houses[house].set).len();
    bits(allowed & !covers).min_by_key(|&house| Reverse(count(house)))
}

fn places_of(grid: &Grid, digit: usize, houses: Houses) -> CellSet {
    bits(houses).fold(CellSet::EMPTY, |all, house| {
        all | grid.places_in(digit, house)
    })
}

fn complete(
    grid: &Grid,
    chains: &Chains,
    digit: usize,
    (bases, covers): (Houses, Houses),
    last: usize,
) -> Option<(Fish, CellSet)> {
    let base = places_of(grid, digit, bases);
    let last_places = base & grid.geometry.houses[last].set;
    let fins = base - places_of(grid, digit, covers) - last_places;
    let is_own = digit == usize::from(chains.victim.digit);
    let peers = grid.geometry.peers[usize::from(chains.victim.cell)];
    if is_own && fins.is_within(&peers) {
        return None;
    }
    let fish = Fish {
        digit,
        base: bits(bases).collect(),
        cover: bits(covers | 1 << last).collect(),
        fins,
        victims: CellSet::EMPTY,
    };
    Some((fish, if is_own { CellSet::EMPTY } else { last_places }))
}

/// The step: `ends` are the places that the chains have to exclude.
fn step(grid: &Grid, technique: &Technique, chains: &Chains, fish: &Fish, ends: CellSet) -> Step {
    let digit = fish.digit;
    let mut needed: Vec<usize> = Vec::new();
    let mut links = Vec::new();
    for end in cands(ends, digit) {
        let way = chains.way(end);
        for pair in way.windows(2) {
            let [one, other] = [pair[0], pair[1]].map(|place| &chains.nodes[place]);
            links.push(Link {
                start: vec![one.0],
                end: vec![other.0],
                strong: other.1,
            });
        }
        needed.extend(way);
    }
    needed.sort_unstable();
    needed.dedup();
    let drawn = fish::step(grid, technique, fish);
    let mut marks = drawn.marks;
    marks.push(Mark::links("cause", links));
    Step {
        eliminations: vec![chains.victim],
        marks,
        proof: vec![Inference::Suppose {
            candidate: chains.victim,
            on: true,
            then: refutation(grid, chains, fish, &needed),
        }],
        ..technique.step()
    }
}

/// The chains one by one, then the count: the bases have fewer lines left than they need.
fn refutation(grid: &Grid, chains: &Chains, fish: &Fish, needed: &[usize]) -> Vec<Inference> {
    let mut then = Vec::new();
    for &place in needed.iter().filter(|&&place| place != 0) {
        let (one, is_on, from, truth) = &chains.nodes[place];
        then.push(match (is_on, truth) {
            (true, Some(truth)) => Inference::Last {
                truth: truth.clone(),
                on: *one,
            },
            _ => Inference::Sees {
                on: chains.nodes[*from].0,
                off: vec![*one],
            },
        });
    }
    let digit = fish.digit;
    let is_own = digit == usize::from(chains.victim.digit);
    let victim = usize::from(chains.victim.cell);
    let base = fish::union(grid, &fish.base) - fish.fins;
    // The last cover line of type 2 holds nothing any more, so it is not counted.
    let is_counted = |&&house: &&usize| {
        let places = grid.places_in(digit, house) & base;
        is_own || !places.is_within(&chains.off[digit])
    };
    let covers = fish.cover.iter().filter(is_counted);
    let links = covers.map(|&house| {
        let mut places = grid.places_in(digit, house) & base;
        if is_own && grid.geometry.houses[house].set.has(victim) {
            places.insert(victim);
        }
        cands(places, digit)
    });
    then.push(Inference::Count {
        truths: fish
            .base
            .iter()
            .map(|&house| Truth::House(house, digit))
            .collect(),
        links: links.collect(),
        off: vec![chains.victim],
    });
    then
}
