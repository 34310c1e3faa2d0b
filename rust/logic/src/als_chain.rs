//! ALS chains: four or more almost locked sets, each with a restricted common to the next.
//!
//! ```text
//!   z - A - x - B - y - C - w - D - z     without z, A is locked and has x; so B lacks x, is
//!                                         locked and has y; ... and D has z in the end
//! ```
//! So z is in A or D. Neighbours use different digits in the set between them.
//!
//! The search is layered. From a set and its first common, layer n has every (set, digit that it
//! then lacks) that a chain of n sets reaches and no shorter one that is long enough, with the chain
//! of fewest cells.

use super::als::{Als, Conclusions, Table, truths_and_links};
use super::counting::joined;
use super::grid::{Digits, Grid, digits_of};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// Pairs and triples of sets are techniques of their own.
const LEAST_SETS: usize = 4;

/// Which chains are searched. The first kind is HoDoKu's: every set comes after the one before it
/// in the order in which sets are found. The second adds the rest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ascending,
    Any,
}

impl Kind {
    const fn most_sets(self) -> usize {
        match self {
            Kind::Ascending => 12,
            Kind::Any => 8,
        }
    }
}

/// The names of the sets in the order of the chain, over and over.
const ROLES: [&str; 4] = ["set-a", "set-b", "set-c", "set-d"];

/// ALS chains, without those that conclude part of what another does: first the ascending ones, then all others; of each kind
/// those that remove most first, then the shortest. Neighbours that share no cells come before
/// those that do.
pub(super) fn als_chains(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let table = Table::of(grid);
    let sets = &table.sets;
    let gains: Vec<Gains> = (0..sets.len())
        .map(|start| Gains::of(grid, &table, start))
        .collect();
    let mut known = Conclusions::default();
    for overlap in [false, true] {
        if overlap && !options.als_overlap {
            break;
        }
        let next = Neighbours::of(&table, overlap);
        for kind in [Kind::Ascending, Kind::Any] {
            if kind == Kind::Any && !options.backward_als_chains {
                break;
            }
            let mut search = Search::new(grid, sets, &next, kind);
            search.all(&gains);
            for mut chain in search.found {
                if known.adds(&mut chain.off) {
                    sink(step(grid, technique, sets, chain))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// For every set the others with restricted commons, in ascending order.
struct Neighbours {
    of: Vec<Vec<(u32, Digits)>>,
    /// How many of them come before the set.
    before: Vec<usize>,
}

impl Neighbours {
    fn of(table: &Table, overlap: bool) -> Neighbours {
        let mut of = vec![Vec::new(); table.sets.len()];
        for common in table.commons(overlap) {
            let [one, other] = common.sets;
            of[one].push((other as u32, common.digits));
            of[other].push((one as u32, common.digits));
        }
        let before = of.iter().enumerate();
        let before = before.map(|(set, of)| of.partition_point(|&(other, _)| other < set as u32));
        Neighbours {
            before: before.collect(),
            of,
        }
    }
}

/// What a set and later ones could remove together.
#[derive(Clone, Copy)]
struct Gains {
    digits: Digits,
    /// The last of these sets.
    last: usize,
}

impl Gains {
    fn of(grid: &Grid, table: &Table, start: usize) -> Gains {
        let set = &table.sets[start];
        let mut gains = Gains { digits: 0, last: 0 };
        let mut open = set.gains;
        let gain = |other: usize, open: Digits| {
            digits_of(open & table.heads[other].gains)
                .filter(|&digit| !set.victims(&table.sets[other], grid, digit).is_empty())
                .fold(0, |all, digit| all | 1 << digit)
        };
        let later = start + 1..table.sets.len();
        for other in later.clone() {
            gains.digits |= gain(other, open);
            open = set.gains & !gains.digits;
            if open == 0 {
                break;
            }
        }
        let last = later.rev().find(|&other| gain(other, gains.digits) != 0);
        gains.last = last.unwrap_or(0);
        gains
    }
}

/// A set that lacks a digit, the state that it follows from, and the cells of the chain.
#[derive(Clone, Copy)]
struct State {
    set: usize,
    lacks: usize,
    from: usize,
    cells: usize,
}

/// A chain with its conclusion.
struct Chain {
    /// The sets, and the digit that each lacks because of the one before.
    links: Vec<(usize, usize)>,
    cells: usize,
    off: Vec<Cand>,
}

impl Chain {
    /// What comes first: more eliminations, fewer sets, fewer cells.
    fn key(&self) -> (usize, usize, usize) {
        (usize::MAX - self.off.len(), self.links.len(), self.cells)
    }
}

struct Search<'a> {
    grid: &'a Grid,
    sets: &'a [Als],
    next: &'a Neighbours,
    kind: Kind,
    /// The states from one set, layer after layer.
    states: Vec<State>,
    /// For every set and digit the state of this layer, or of any one: (its stamp, its number).
    slots: Vec<(u32, u32)>,
    stamp: u32,
    found: Vec<Chain>,
}

impl<'a> Search<'a> {
    fn new(grid: &'a Grid, sets: &'a [Als], next: &'a Neighbours, kind: Kind) -> Search<'a> {
        Search {
            grid,
            sets,
            next,
            kind,
            states: Vec::new(),
            slots: vec![(0, 0); sets.len() * grid.geometry.size],
            stamp: 0,
            found: Vec::new(),
        }
    }

    fn all(&mut self, gains: &[Gains]) {
        for (start, &Gains { digits, last }) in gains.iter().enumerate() {
            let firsts = self.next.of[start].iter();
            let firsts = firsts.fold(0, |all, &(_, commons)| all | commons);
            for first in digits_of(firsts) {
                let digits = digits & !(1 << first);
                if digits != 0 && !self.grid.deadline.is_over() {
                    self.from(start, first, Gains { digits, last });
                }
            }
        }
        self.found.sort_by_key(Chain::key);
    }

    /// Follows what is locked if a set is and has its first common, layer by layer.
    fn from(&mut self, start: usize, first: usize, gains: Gains) {
        self.states.clear();
        self.stamp += 1;
        let cells = self.sets[start].cells.len();
        self.states.push(State {
            set: start,
            lacks: usize::MAX,
            from: 0,
            cells,
        });
        let mut layer = 0..1;
        for size in 2..=self.kind.most_sets() {
            // A state that a chain long enough has reached needs no longer one: that would conclude
            // the same.
            if self.kind == Kind::Ascending && size <= LEAST_SETS {
                self.stamp += 1;
            }
            for from in layer.clone() {
                self.extend(first, gains.last, from, layer.end);
            }
            layer = layer.end..self.states.len();
            if size >= LEAST_SETS {
                for end in layer.clone() {
                    self.close(end, gains.digits);
                }
            }
        }
    }

    /// Adds the states that follow from one, which lie between the first and the last set if chains
    /// ascend. Those from number `new` on are of the next layer.
    fn extend(&mut self, first: usize, last: usize, from: usize, new: usize) {
        let start = self.states[0].set;
        let State {
            set, lacks, cells, ..
        } = self.states[from];
        let others = match self.kind {
            Kind::Ascending => &self.next.of[set][self.next.before[set]..],
            Kind::Any => &self.next.of[set],
        };
        for &(other, commons) in others {
            let other = other as usize;
            if other > last && self.kind == Kind::Ascending {
                break;
            }
            if other == start {
                continue;
            }
            let commons = if from == 0 {
                commons & 1 << first
            } else {
                commons & !(1 << lacks)
            };
            for lacks in digits_of(commons) {
                let cells = cells + self.sets[other].cells.len();
                let state = State {
                    set: other,
                    lacks,
                    from,
                    cells,
                };
                let slot = &mut self.slots[other * self.grid.geometry.size + lacks];
                if slot.0 != self.stamp {
                    *slot = (self.stamp, self.states.len() as u32);
                    self.states.push(state);
                } else {
                    let known = slot.1 as usize;
                    if known >= new && cells < self.states[known].cells {
                        self.states[known] = state;
                    }
                }
            }
        }
    }

    /// Keeps the chain that ends in a state, if it has a gain and none is better.
    fn close(&mut self, end: usize, gains: Digits) {
        let State {
            set, lacks, cells, ..
        } = self.states[end];
        let start = self.states[0].set;
        let (one, other) = (&self.sets[start], &self.sets[set]);
        if set < start {
            return;
        }
        let mut off: Vec<Cand> = Vec::new();
        for digit in digits_of(gains & other.gains & !(1 << lacks)) {
            off.extend(cands(one.victims(other, self.grid, digit), digit));
        }
        if off.is_empty() {
            return;
        }
        off.sort_unstable();
        let mut links = Vec::new();
        let mut place = end;
        while place != 0 {
            links.push((self.states[place].set, self.states[place].lacks));
            place = self.states[place].from;
        }
        links.push((start, 0));
        links.reverse();
        let chain = Chain { links, cells, off };
        match self.found.iter_mut().find(|known| known.off == chain.off) {
            Some(known) if chain.key() < known.key() => *known = chain,
            Some(_) => (),
            None => self.found.push(chain),
        }
    }
}

fn step(grid: &Grid, technique: &Technique, sets: &[Als], chain: Chain) -> Step {
    let members: Vec<&Als> = chain.links.iter().map(|&(set, _)| &sets[set]).collect();
    let commons: Vec<(usize, usize, usize)> = (1..members.len())
        .map(|place| (place - 1, place, chain.links[place].1))
        .collect();
    let (truths, links) = truths_and_links(grid, &members, &commons);
    let mut marks: Vec<Mark> = members
        .iter()
        .zip(ROLES.iter().cycle())
        .map(|(set, role)| set.mark(grid, role))
        .collect();
    for (one, other, digit) in commons {
        let places = members[one].places(grid, digit) | members[other].places(grid, digit);
        marks.push(Mark::candidates("cause", cands(places, digit)));
    }
    Step {
        marks,
        proof: joined(grid, &truths, &links, &chain.off),
        eliminations: chain.off,
        length: members.len() as u32,
        ..technique.step()
    }
}
