//! Death blossoms: a stem cell, and for each of its candidates a petal, an almost locked set whose
//! places of that digit the stem sees. Whatever the stem is, one petal loses a digit and is locked:
//! a digit that all petals share is in one of them.

use super::als::{Als, Conclusions, Table};
use super::cellset::CellSet;
use super::counting::joined;
use super::geometry::MAX_SIZE;
use super::grid::{Digits, Grid, digits_of};
use super::proof::Truth;
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};
use super::wings::cells_with_candidates;

/// A cell with two candidates and two petals is an ALS-XY-wing.
const LEAST_PETALS: u32 = 3;
/// More petals are hard to see.
const MOST_PETALS: u32 = 5;

/// The names of the petals, over and over.
const ROLES: [&str; 4] = ["set-a", "set-b", "set-c", "set-d"];

/// Death blossoms, by their stem, without those that conclude part of what another does.
pub(super) fn death_blossoms(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let table = Table::of(grid);
    let sets = &table.sets;
    let mut known = Conclusions::default();
    for stem in grid.open {
        let count = grid.masks[stem].count_ones();
        if !(LEAST_PETALS..=MOST_PETALS).contains(&count) {
            continue;
        }
        let near = grid.geometry.peers[stem];
        let petals: Vec<Vec<&Als>> = digits_of(grid.masks[stem])
            .map(|digit| {
                sets.iter()
                    .filter(|set| {
                        set.digits >> digit & 1 == 1
                            && !set.cells.has(stem)
                            && set.places(grid, digit).is_within(&near)
                    })
                    .collect()
            })
            .collect();
        let mut blossom = Blossom {
            grid,
            technique,
            overlap: options.als_overlap,
            stem,
            digits: digits_of(grid.masks[stem]).collect(),
            petals: &petals,
            taken: Vec::new(),
        };
        blossom.grow(&Shared::new(grid), &mut known, sink)?;
    }
    Flow::Continue(())
}

/// What the petals so far could remove: for every digit the cells that see all its places.
#[derive(Clone)]
struct Shared {
    digits: Digits,
    victims: [CellSet; MAX_SIZE],
}

impl Shared {
    fn new(grid: &Grid) -> Shared {
        Shared {
            digits: (1 << grid.geometry.size) - 1,
            victims: grid.places,
        }
    }

    /// With another petal, which loses a digit.
    fn with(&self, petal: &Als, lost: usize) -> Shared {
        let mut shared = self.clone();
        shared.digits = 0;
        for digit in digits_of(self.digits & petal.digits & !(1 << lost)) {
            shared.victims[digit] &= petal.seen[digit];
            if !shared.victims[digit].is_empty() {
                shared.digits |= 1 << digit;
            }
        }
        shared
    }
}

/// A stem with some of its petals.
struct Blossom<'a> {
    grid: &'a Grid,
    technique: &'a Technique,
    overlap: bool,
    stem: usize,
    digits: Vec<usize>,
    petals: &'a [Vec<&'a Als>],
    taken: Vec<&'a Als>,
}

impl Blossom<'_> {
    /// Adds a petal for the next candidate of the stem, or reports the blossom.
    fn grow(&mut self, shared: &Shared, known: &mut Conclusions, sink: &mut Sink<'_>) -> Flow {
        let petals = self.petals;
        let Some(choices) = petals.get(self.taken.len()) else {
            return self.report(shared, known, sink);
        };
        let lost = self.digits[self.taken.len()];
        for &petal in choices {
            let meets = |other: &&Als| other.cells.meets(&petal.cells);
            if shared.digits & petal.digits & !(1 << lost) == 0
                || !self.overlap && self.taken.iter().any(meets)
            {
                continue;
            }
            let shared = shared.with(petal, lost);
            if shared.digits != 0 && !self.grid.deadline.is_over() {
                self.taken.push(petal);
                self.grow(&shared, known, sink)?;
                self.taken.pop();
            }
        }
        Flow::Continue(())
    }

    fn report(&self, shared: &Shared, known: &mut Conclusions, sink: &mut Sink<'_>) -> Flow {
        let mut off: Vec<Cand> = digits_of(shared.digits)
            .flat_map(|digit| cands(shared.victims[digit], digit))
            .collect();
        if !known.adds(&mut off) {
            return Flow::Continue(());
        }
        let mut truths = vec![Truth::Cell(self.stem)];
        let mut links = Vec::new();
        for (petal, &lost) in self.taken.iter().zip(&self.digits) {
            truths.extend(petal.cells.iter().map(Truth::Cell));
            for digit in digits_of(petal.digits) {
                let mut link = cands(petal.places(self.grid, digit), digit);
                if digit == lost {
                    link.push(Cand::new(self.stem, digit));
                }
                links.push(link);
            }
        }
        let petals = self.taken.iter().zip(ROLES.iter().cycle());
        let mut marks = vec![cells_with_candidates(self.grid, "pattern", [self.stem])];
        marks.extend(petals.map(|(petal, role)| petal.mark(self.grid, role)));
        for (petal, &lost) in self.taken.iter().zip(&self.digits) {
            marks.push(Mark::candidates(
                "cause",
                cands(petal.places(self.grid, lost), lost),
            ));
        }
        sink(Step {
            marks,
            proof: joined(self.grid, &truths, &links, &off),
            eliminations: off,
            ..self.technique.step()
        })
    }
}
