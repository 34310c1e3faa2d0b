//! Fish: the places of a digit in some houses (the base) all lie in as many other houses (the
//! cover), so the cover has the digit nowhere else.
//!
//! ```text
//!        c3        c8
//!   r2   X . . . . X . .     base r2, r7; cover c3, c8
//!        -         -         X: the fish; -: eliminated
//!   r7   X . . . . X F .     F, a place of the base outside the cover, is a fin: then only
//!        .         - .       what also sees F is eliminated
//! ```
//!
//! This file has what all fish share, and fish of lines: rows against columns. A fish with fins
//! is sashimi if a base house has a single place beside them.

use super::cellset::CellSet;
use super::choice::Choice;
use super::geometry::{Kind, MAX_SIZE};
use super::grid::{Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};

/// A fish of a digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fish {
    /// The digit.
    pub digit: usize,
    /// Base houses.
    pub base: Vec<usize>,
    /// Cover houses, as many.
    pub cover: Vec<usize>,
    /// Places of the base that the cover does not take up as often as the base has them.
    pub fins: CellSet,
    /// What is eliminated.
    pub victims: CellSet,
}

/// Basic fish: X-wing, swordfish, jellyfish and so on.
pub(super) fn basic(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    for digit in options.digits_of(grid) {
        for kind in [Kind::Row, Kind::Column] {
            basic_of(grid, digit, kind, technique.size, &mut |fish| {
                sink(step(grid, technique, &fish))
            })?;
        }
    }
    Flow::Continue(())
}

/// Fish of lines with fins.
pub(super) fn finned(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    with_fins(grid, technique, options, false, sink)
}

/// Fish of lines with fins, beside which a base line has a single place.
pub(super) fn sashimi(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    with_fins(grid, technique, options, true, sink)
}

fn with_fins(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sashimi: bool,
    sink: &mut Sink<'_>,
) -> Flow {
    for digit in options.digits_of(grid) {
        for kind in [Kind::Row, Kind::Column] {
            finned_of(grid, digit, kind, technique.size, &mut |fish| {
                if is_sashimi(grid, &fish) == sashimi {
                    sink(step(grid, technique, &fish))?;
                }
                Flow::Continue(())
            })?;
        }
    }
    Flow::Continue(())
}

/// The places of a digit, line by line: bit j of line i is the place where the j-th crossing line
/// meets it.
struct Lines {
    /// The number of the house that is line 0, and of the one that is crossing line 0.
    first: usize,
    first_crossing: usize,
    places: [u32; MAX_SIZE],
    crossing: [u32; MAX_SIZE],
}

impl Lines {
    fn of(grid: &Grid, digit: usize, kind: Kind) -> Lines {
        let size = grid.geometry.size;
        let (first, first_crossing) = if kind == Kind::Row {
            (0, size)
        } else {
            (size, 0)
        };
        let mut lines = Lines {
            first,
            first_crossing,
            places: [0; MAX_SIZE],
            crossing: [0; MAX_SIZE],
        };
        for cell in grid.places[digit] {
            let (row, column) = (grid.geometry.row(cell), grid.geometry.column(cell));
            let (line, crossing) = if kind == Kind::Row {
                (row, column)
            } else {
                (column, row)
            };
            lines.places[line] |= 1 << crossing;
            lines.crossing[crossing] |= 1 << line;
        }
        lines
    }
}

/// Calls `found` with every basic fish of a digit whose base is of one kind of line.
pub(super) fn basic_of(
    grid: &Grid,
    digit: usize,
    kind: Kind,
    size: usize,
    found: &mut dyn FnMut(Fish) -> Flow,
) -> Flow {
    let lines = Lines::of(grid, digit, kind);
    let mut choice = Choice::new(size);
    for (line, &places) in lines.places.iter().enumerate() {
        choice.add(line, places);
    }
    choice.each(&mut |base, cover| {
        let bases = base.iter().fold(0, |all, &line| all | 1 << line);
        if digits_of(cover).all(|line| lines.crossing[line] & !bases == 0) {
            return Flow::Continue(());
        }
        let base: Vec<usize> = base.iter().map(|line| lines.first + line).collect();
        let cover: Vec<usize> = digits_of(cover)
            .map(|line| lines.first_crossing + line)
            .collect();
        found(Fish {
            digit,
            fins: CellSet::EMPTY,
            victims: grid.places[digit] & (union(grid, &cover) - union(grid, &base)),
            base,
            cover,
        })
    })
}

/// Calls `found` with every fish of a digit that has fins and whose base is of one kind of line.
pub(super) fn finned_of(
    grid: &Grid,
    digit: usize,
    kind: Kind,
    size: usize,
    found: &mut dyn FnMut(Fish) -> Flow,
) -> Flow {
    let lines = Lines::of(grid, digit, kind);
    let mut usable = [0; MAX_SIZE];
    let mut count = 0;
    for line in 0..grid.geometry.size {
        if lines.places[line].count_ones() >= 2 {
            usable[count] = line;
            count += 1;
        }
    }
    let mut search = Finned {
        grid,
        digit,
        lines: &lines,
        size,
        base: [0; MAX_SIZE],
        found,
    };
    search.pick_base(&usable[..count], 0, 0)
}

struct Finned<'a, 'b> {
    grid: &'a Grid,
    digit: usize,
    lines: &'a Lines,
    size: usize,
    base: [usize; MAX_SIZE],
    found: &'a mut (dyn FnMut(Fish) -> Flow + 'b),
}

impl Finned<'_, '_> {
    fn pick_base(&mut self, usable: &[usize], depth: usize, union: u32) -> Flow {
        // A victim lies in the cover, and sees all fins off its own lines.
        if union.count_ones() as usize > self.size + self.grid.geometry.reach {
            return Flow::Continue(());
        }
        if depth == self.size {
            return self.cover_base(union);
        }
        for (place, &line) in usable.iter().enumerate() {
            self.base[depth] = line;
            let union = union | self.lines.places[line];
            self.pick_base(&usable[place + 1..], depth + 1, union)?;
        }
        Flow::Continue(())
    }

    fn cover_base(&mut self, union: u32) -> Flow {
        if union.count_ones() as usize <= self.size {
            return Flow::Continue(());
        }
        let lines = self.base[..self.size].iter();
        let base = lines.fold(CellSet::EMPTY, |all, line| {
            all | self.grid.geometry.houses[self.lines.first + line].set
        });
        let places = self.grid.places[self.digit];
        self.pick_cover(union, 0, places & base, CellSet::EMPTY, places - base)
    }

    /// Decides about the first line of `open`: cover, or fins. `victims` is what sees all fins.
    fn pick_cover(
        &mut self,
        open: u32,
        cover: u32,
        base: CellSet,
        fins: CellSet,
        victims: CellSet,
    ) -> Flow {
        let missing = self.size as u32 - cover.count_ones();
        if open.count_ones() < missing || victims.is_empty() {
            return Flow::Continue(());
        }
        if open == 0 {
            return self.report(cover, fins, victims);
        }
        let line = open.trailing_zeros() as usize;
        let rest = open & (open - 1);
        if missing > 0 {
            self.pick_cover(rest, cover | 1 << line, base, fins, victims)?;
        }
        let set = self.grid.geometry.houses[self.lines.first_crossing + line].set;
        let new = base & set;
        let mut victims = victims - set;
        for fin in new {
            victims &= self.grid.geometry.peers[fin];
        }
        self.pick_cover(rest, cover, base, fins | new, victims)
    }

    fn report(&mut self, cover: u32, fins: CellSet, victims: CellSet) -> Flow {
        let cover: Vec<usize> = digits_of(cover)
            .map(|line| self.lines.first_crossing + line)
            .collect();
        let victims = victims & union(self.grid, &cover);
        if victims.is_empty() {
            return Flow::Continue(());
        }
        let base = self.base[..self.size].iter();
        let base: Vec<usize> = base.map(|line| self.lines.first + line).collect();
        let is_idle = |&house: &usize| self.grid.places_in(self.digit, house).is_within(&fins);
        if base.iter().any(is_idle) {
            // A smaller fish does the same without that line.
            return Flow::Continue(());
        }
        (self.found)(Fish {
            digit: self.digit,
            base,
            cover,
            fins,
            victims,
        })
    }
}

/// True if a base house has a single place beside the fins.
pub(super) fn is_sashimi(grid: &Grid, fish: &Fish) -> bool {
    fish.base
        .iter()
        .any(|&house| (grid.places_in(fish.digit, house) - fish.fins).len() < 2)
}

/// All cells of some houses.
pub(super) fn union(grid: &Grid, houses: &[usize]) -> CellSet {
    houses.iter().fold(CellSet::EMPTY, |all, &house| {
        all | grid.geometry.houses[house].set
    })
}

/// The step of a fish.
pub(super) fn step(grid: &Grid, technique: &Technique, fish: &Fish) -> Step {
    let digit = fish.digit;
    let base = grid.places[digit] & union(grid, &fish.base);
    let mut marks = vec![
        Mark::houses("base", fish.base.iter().copied()),
        Mark::houses("cover", fish.cover.iter().copied()),
        Mark::candidates("pattern", cands(base - fish.fins, digit)),
    ];
    if !fish.fins.is_empty() {
        marks.push(Mark::candidates("fin", cands(fish.fins, digit)));
    }
    Step {
        eliminations: cands(fish.victims, digit),
        marks,
        proof: proof(grid, fish),
        ..technique.step()
    }
}

/// Counting base and cover proves a fish. Fins need links of their own, which hold the victims:
/// one link if fins and victims share a house, else one per fin and victim.
pub(super) fn proof(grid: &Grid, fish: &Fish) -> Vec<Inference> {
    let together = fish.fins | fish.victims;
    if fish.fins.is_empty() {
        return vec![count(grid, fish, Vec::new(), fish.victims)];
    }
    let is_simple = fish.fins.iter().all(|fin| shortage(grid, fish, fin) == 1);
    if is_simple && grid.geometry.common_houses(together).next().is_some() {
        let links = vec![cands(together, fish.digit)];
        return vec![count(grid, fish, links, fish.victims)];
    }
    fish.victims
        .iter()
        .map(|victim| {
            let mut links = Vec::new();
            for fin in fish.fins {
                for _ in 0..shortage(grid, fish, fin) {
                    links.push(cands([fin, victim], fish.digit));
                }
            }
            count(grid, fish, links, CellSet::of(victim))
        })
        .collect()
}

/// How many more base houses than cover houses a place is in.
fn shortage(grid: &Grid, fish: &Fish, cell: usize) -> usize {
    let count = |houses: &[usize]| {
        let has = |&&house: &&usize| grid.geometry.houses[house].set.has(cell);
        houses.iter().filter(has).count()
    };
    count(&fish.base).saturating_sub(count(&fish.cover))
}

fn count(grid: &Grid, fish: &Fish, fin_links: Vec<Vec<Cand>>, victims: CellSet) -> Inference {
    let digit = fish.digit;
    let covers = fish.cover.iter();
    let mut links: Vec<Vec<Cand>> = covers
        .map(|&house| cands(grid.places_in(digit, house), digit))
        .collect();
    links.extend(fin_links);
    Inference::Count {
        truths: fish
            .base
            .iter()
            .map(|&house| Truth::House(house, digit))
            .collect(),
        links,
        off: cands(victims, digit),
    }
}
