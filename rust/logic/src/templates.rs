//! Templates: the ways to place a digit in every house at once.
//!
//! A candidate that is in no template is false, and one that is in every template is true. No
//! pattern of one digit eliminates anything else than what its templates lack.

use std::collections::HashSet;

use super::cellset::CellSet;
use super::forcing::truths;
use super::geometry::MAX_SIZE;
use super::grid::{Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// How many choices a search for a template may make on a large board before it gives up.
const MOST_NODES: u32 = 20_000;

/// Candidates that are in no template, one step for each digit. Those that the digit shows alone
/// come first, then those for which all digits are compared, as HoDoKu does.
pub(super) fn delete(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let reduced = Reduced::of(grid);
    let victims =
        |digit: usize| grid.places[digit] - reduced.left.places[digit] - reduced.forced[digit];
    let (alone, others) = split(grid, |one| victims(one.digit).is_within(&one.impossible));
    for one in alone.iter().filter(|one| !one.impossible.is_empty()) {
        sink(Step {
            eliminations: cands(one.impossible, one.digit),
            marks: vec![one.pattern()],
            proof: one.delete_proof(),
            ..technique.step()
        })?;
    }
    for Alone { digit, .. } in others {
        sink(Step {
            eliminations: cands(victims(digit), digit),
            marks: vec![reduced.pattern(digit)],
            proof: reduced.proof_of(grid, &[], &cands(victims(digit), digit)),
            ..technique.step()
        })?;
    }
    Flow::Continue(())
}

/// Candidates that are in every template, in the same order.
pub(super) fn set(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let reduced = Reduced::of(grid);
    let forced = |digit: usize| reduced.forced[digit];
    let (alone, others) = split(grid, |one| forced(one.digit).is_within(&one.forced));
    for one in alone.iter().filter(|one| !one.forced.is_empty()) {
        sink(Step {
            placements: cands(one.forced, one.digit),
            marks: vec![one.pattern()],
            proof: one.set_proof(),
            ..technique.step()
        })?;
    }
    for Alone { digit, .. } in others {
        sink(Step {
            placements: cands(forced(digit), digit),
            marks: vec![reduced.pattern(digit)],
            proof: reduced.proof_of(grid, &cands(forced(digit), digit), &[]),
            ..technique.step()
        })?;
    }
    Flow::Continue(())
}

/// The digits that show something alone, and the others.
fn split(grid: &Grid, shows_all: impl Fn(&Alone<'_>) -> bool) -> (Vec<Alone<'_>>, Vec<Alone<'_>>) {
    let digits = 0..grid.geometry.size;
    digits
        .map(|digit| Alone::of(grid, digit))
        .partition(shows_all)
}

/// What the templates of one digit show.
struct Alone<'a> {
    grid: &'a Grid,
    digit: usize,
    /// The candidates that are in no template.
    impossible: CellSet,
    /// Those that are in every template: a house has no other that is in one.
    forced: CellSet,
}

impl Alone<'_> {
    fn of(grid: &Grid, digit: usize) -> Alone<'_> {
        let impossible = impossible(grid, digit);
        let left = grid.places[digit] - impossible;
        let houses = grid.geometry.houses.iter();
        let forced = houses
            .filter_map(|house| (left & house.set).only())
            .fold(CellSet::EMPTY, |all, cell| all | CellSet::of(cell));
        Alone {
            grid,
            digit,
            impossible,
            forced,
        }
    }

    fn delete_proof(&self) -> Vec<Inference> {
        let mut places = self.grid.places[self.digit];
        let mut proof = Vec::new();
        for cell in self.impossible {
            proof.push(refute(
                self.grid,
                (cell, self.digit),
                places,
                CellSet::EMPTY,
            ));
            places.remove(cell);
        }
        proof
    }

    /// Rules out the rest of a house for each cell, of which the easiest comes first.
    fn set_proof(&self) -> Vec<Inference> {
        let (grid, digit) = (self.grid, self.digit);
        let mut places = grid.places[digit];
        let mut proof = Vec::new();
        let mut found = CellSet::EMPTY;
        loop {
            let rest = |house: usize| places & grid.geometry.houses[house].set;
            let waiting = (self.forced - found).iter();
            let ways = waiting.flat_map(|cell| {
                let houses = grid.geometry.houses_of[cell].iter();
                let is_sole = move |house: &&usize| (rest(**house) - self.impossible).len() == 1;
                houses.filter(is_sole).map(move |&house| (cell, house))
            });
            let Some((cell, house)) = ways.min_by_key(|&(_, house)| rest(house).len()) else {
                return proof;
            };
            for other in rest(house) - CellSet::of(cell) {
                proof.push(refute(grid, (other, digit), places, found));
                places.remove(other);
            }
            let on = Cand::new(cell, digit);
            let truth = Truth::House(house, digit);
            proof.push(Inference::Last { truth, on });
            found.insert(cell);
            let seen = places & grid.geometry.peers[cell];
            if !seen.is_empty() && found != self.forced {
                proof.push(Inference::Sees {
                    on,
                    off: cands(seen, digit),
                });
                places -= seen;
            }
        }
    }

    /// The places that the digit keeps.
    fn pattern(&self) -> Mark {
        let places = self.grid.places[self.digit] - self.impossible;
        Mark::candidates("pattern", cands(places, self.digit))
    }
}

/// The board after all templates of all digits were compared: what is in every template of a digit
/// is no place for another, which leaves fewer templates, and so on.
struct Reduced {
    left: Grid,
    /// For every digit the cells that are in all its templates, on the board but not placed.
    forced: [CellSet; MAX_SIZE],
    proof: Vec<Inference>,
}

impl Reduced {
    fn of(grid: &Grid) -> Reduced {
        let mut reduced = Reduced {
            left: grid.clone(),
            forced: [CellSet::EMPTY; MAX_SIZE],
            proof: Vec::new(),
        };
        let mut changed = true;
        while changed && !reduced.left.is_contradictory() {
            changed = false;
            for digit in 0..grid.geometry.size {
                changed |= reduced.reduce(digit);
            }
        }
        reduced
    }

    fn reduce(&mut self, digit: usize) -> bool {
        let victims = impossible(&self.left, digit);
        for cell in victims {
            let places = self.left.places[digit];
            self.proof
                .push(refute(&self.left, (cell, digit), places, CellSet::EMPTY));
            self.left.eliminate(cell, digit);
        }
        let mut changed = !victims.is_empty();
        for house in 0..self.left.geometry.houses.len() {
            // What is left in a house alone is in every template.
            if let Some(cell) = self.left.places_in(digit, house).only() {
                self.force(cell, digit, house);
                changed = true;
            }
        }
        changed
    }

    fn force(&mut self, cell: usize, digit: usize, house: usize) {
        let on = Cand::new(cell, digit);
        let truth = Truth::House(house, digit);
        self.proof.push(Inference::Last { truth, on });
        let rest = digits_of(self.left.masks[cell] & !(1 << digit));
        let mut off: Vec<Cand> = rest.map(|other| Cand::new(cell, other)).collect();
        off.extend(cands(self.left.seen(cell, digit), digit));
        if !off.is_empty() {
            self.proof.push(Inference::Sees { on, off });
        }
        self.left.place(cell, digit);
        self.forced[digit].insert(cell);
    }

    /// The inferences that a conclusion rests on, from the last one back to the first.
    fn proof_of(&self, grid: &Grid, on: &[Cand], off: &[Cand]) -> Vec<Inference> {
        let mut wanted: HashSet<(Cand, bool)> = on.iter().map(|&one| (one, true)).collect();
        wanted.extend(off.iter().map(|&one| (one, false)));
        let mut proof = Vec::new();
        for inference in self.proof.iter().rev() {
            let mut needed = inference.clone();
            let is_needed = match &mut needed {
                Inference::Suppose { candidate, .. } => wanted.contains(&(*candidate, false)),
                Inference::Last { on, .. } => wanted.contains(&(*on, true)),
                Inference::Sees { on, off } => {
                    off.retain(|&one| wanted.contains(&(one, false)));
                    if !off.is_empty() {
                        wanted.insert((*on, true));
                    }
                    !off.is_empty()
                }
                _ => true,
            };
            if is_needed {
                for truth in truths(std::slice::from_ref(inference)) {
                    if let Truth::House(house, digit) = *truth {
                        let places = cands(grid.places_in(digit, house), digit);
                        wanted.extend(places.into_iter().map(|one| (one, false)));
                    }
                }
                proof.push(needed);
            }
        }
        proof.reverse();
        proof
    }

    /// The places that the digit keeps.
    fn pattern(&self, digit: usize) -> Mark {
        let places = self.left.places[digit] | self.forced[digit];
        Mark::candidates("pattern", cands(places, digit))
    }
}

/// The candidates of a digit that are in no template.
pub(super) fn impossible(grid: &Grid, digit: usize) -> CellSet {
    let mut search = Search::new(grid, digit);
    let mut unknown = grid.places[digit];
    let mut impossible = CellSet::EMPTY;
    while let Some(cell) = unknown.first() {
        unknown.remove(cell);
        search.nodes = MOST_NODES;
        let mut template = CellSet::of(cell);
        match search.extend(
            search.places - grid.geometry.peers[cell],
            cell,
            &mut template,
        ) {
            Some(true) => unknown -= template,
            Some(false) => {
                impossible.insert(cell);
                search.places.remove(cell);
            }
            None => {}
        }
    }
    impossible
}

struct Search<'a> {
    grid: &'a Grid,
    /// Rows, columns and boxes that lack the digit, and extra houses.
    open: Vec<usize>,
    places: CellSet,
    nodes: u32,
}

impl Search<'_> {
    fn new(grid: &Grid, digit: usize) -> Search<'_> {
        let houses = grid.geometry.houses.iter().enumerate();
        Search {
            grid,
            open: houses
                .filter(|(_, house)| !grid.placed[digit].meets(&house.set))
                .map(|(number, _)| number)
                .collect(),
            places: grid.places[digit],
            nodes: 0,
        }
    }

    /// Looks for a template within `places`, of which `cell` was chosen last; None if that takes
    /// too long.
    fn extend(&mut self, places: CellSet, cell: usize, template: &mut CellSet) -> Option<bool> {
        self.nodes = self.nodes.checked_sub(1)?;
        template.insert(cell);
        let mut fewest = CellSet::EMPTY;
        for &house in &self.open {
            let set = self.grid.geometry.houses[house].set;
            if template.meets(&set) {
                continue;
            }
            let here = places & set;
            if here.is_empty() {
                template.remove(cell);
                return Some(false);
            }
            if fewest.is_empty() || here.len() < fewest.len() {
                fewest = here;
            }
        }
        if fewest.is_empty() {
            return Some(true);
        }
        for next in fewest {
            let left = places - self.grid.geometry.peers[next];
            if self.extend(left, next, template)? {
                return Some(true);
            }
        }
        template.remove(cell);
        Some(false)
    }
}

/// Shows that a candidate is in no template within `places` that holds `found`: suppose it is true,
/// and try every place that is left.
fn refute(
    grid: &Grid,
    (cell, digit): (usize, usize),
    places: CellSet,
    found: CellSet,
) -> Inference {
    Inference::Suppose {
        candidate: Cand::new(cell, digit),
        on: true,
        then: contradiction(grid, digit, (cell, cell), places, found),
    }
}

/// What follows from `cell` on top of `template`, up to the contradiction with `root`.
fn contradiction(
    grid: &Grid,
    digit: usize,
    (root, cell): (usize, usize),
    places: CellSet,
    mut template: CellSet,
) -> Vec<Inference> {
    template.insert(cell);
    let seen = places & grid.geometry.peers[cell];
    let left = places - seen;
    let mut proof = Vec::new();
    if !seen.is_empty() {
        proof.push(Inference::Sees {
            on: Cand::new(cell, digit),
            off: cands(seen, digit),
        });
    }
    let lacking = |house: &usize| {
        let set = grid.geometry.houses[*house].set;
        !template.meets(&set) && !grid.placed[digit].meets(&set)
    };
    let places_of = |house: usize| left & grid.geometry.houses[house].set;
    let houses = (0..grid.geometry.houses.len()).filter(lacking);
    let Some(house) = houses.min_by_key(|&house| places_of(house).len()) else {
        return proof;
    };
    let truth = Truth::House(house, digit);
    if places_of(house).is_empty() {
        proof.push(Inference::Empty { truth });
        return proof;
    }
    if let Some(next) = places_of(house).only() {
        let on = Cand::new(next, digit);
        proof.push(Inference::Last { truth, on });
        proof.extend(contradiction(grid, digit, (root, next), left, template));
        return proof;
    }
    let branch = |next: usize| {
        (
            Cand::new(next, digit),
            contradiction(grid, digit, (root, next), left, template),
        )
    };
    // Every case ends in a contradiction, so anything follows: the root is false, though it was
    // supposed to be true.
    proof.push(Inference::Cases {
        truth,
        branches: places_of(house).iter().map(branch).collect(),
        on: Vec::new(),
        off: vec![Cand::new(root, digit)],
    });
    proof
}
