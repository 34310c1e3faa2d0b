//! Sue de Coq: two or more cells of an intersection with two or more digits too many, which a set
//! of the line and a set of the box take up.
//!
//! ```text
//!   . . . | V V . | A . .     V {1234}, A {12} in the row, B {34} in the box:
//!   . . . | B . . | . . .     four cells, four digits, none of which fits twice, so all are
//!   . . . | . . . | . . .     there: 1 and 2 are gone from the row, 3 and 4 from the box
//! ```
//! A and B may have digits of their own: then they have as many more cells.

use super::als::Conclusions;
use super::cellset::CellSet;
use super::counting::joined;
use super::geometry::Kind;
use super::grid::{Digits, Grid, digits_of};
use super::proof::Truth;
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};
use super::wings::cells_with_candidates;

/// The most cells of a set. A 9x9 line or box has no more outside an intersection; on larger
/// boards larger sets are too many.
const MOST_CELLS: usize = 6;

/// Some cells with all their candidates.
#[derive(Clone, Copy)]
struct Part {
    cells: CellSet,
    digits: Digits,
}

impl Part {
    const NONE: Part = Part {
        cells: CellSet::EMPTY,
        digits: 0,
    };

    fn with(self, grid: &Grid, cell: usize) -> Part {
        Part {
            cells: self.cells | CellSet::of(cell),
            digits: self.digits | grid.masks[cell],
        }
    }
}

/// A pattern: the cells of the intersection, of the line and of the box.
struct Pattern {
    houses: [usize; 2],
    middle: Part,
    line: Part,
    region: Part,
}

/// Sue de Coq steps, one for each conclusion.
pub(super) fn sue_de_coq(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let mut known = Conclusions::default();
    let of_kind = |wanted: fn(Kind) -> bool| {
        let houses = grid.geometry.houses.iter().enumerate();
        houses.filter(move |(_, house)| wanted(house.kind))
    };
    for (line, line_house) in of_kind(|kind| matches!(kind, Kind::Row | Kind::Column)) {
        for (region, region_house) in of_kind(|kind| kind == Kind::Box) {
            let shared = line_house.set & region_house.set & grid.open;
            if shared.len() >= 2 {
                intersection(grid, technique, [line, region], shared, &mut known, sink)?;
            }
        }
    }
    Flow::Continue(())
}

fn intersection(
    grid: &Grid,
    technique: &Technique,
    houses: [usize; 2],
    shared: CellSet,
    known: &mut Conclusions,
    sink: &mut Sink<'_>,
) -> Flow {
    let [line, region] = houses.map(|house| grid.open_in(house) - shared);
    let mut middles = Vec::new();
    grow(grid, shared, Part::NONE, &mut |part| {
        middles.push(part);
        true
    });
    for middle in middles {
        let size = middle.cells.len();
        let surplus = (middle.digits.count_ones() as usize).saturating_sub(size);
        if size < 2 || surplus < 2 {
            continue;
        }
        let rest = shared - middle.cells;
        let regions = takers(grid, region | rest, middle, surplus);
        for (line, takes) in takers(grid, line | rest, middle, surplus) {
            for &(region, others) in &regions {
                let is_apart = line.digits & region.digits & middle.digits == 0
                    && !line.cells.meets(&region.cells);
                if takes + others == surplus && is_apart {
                    let pattern = Pattern {
                        houses,
                        middle,
                        line,
                        region,
                    };
                    report(grid, technique, &pattern, known, sink)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Visits all sets of some cells, the first cell before the second, a set before those that
/// continue it. Sets that `visit` refuses are not continued.
fn grow(grid: &Grid, cells: CellSet, part: Part, visit: &mut dyn FnMut(Part) -> bool) {
    let mut left = cells;
    for cell in cells {
        left.remove(cell);
        let part = part.with(grid, cell);
        if part.cells.len() <= MOST_CELLS && visit(part) {
            grow(grid, left, part, visit);
        }
    }
}

/// The sets that take up digits of the intersection, with the number of digits: as many as they
/// have more cells than digits of their own. A set that is locked by itself is none.
fn takers(grid: &Grid, cells: CellSet, middle: Part, surplus: usize) -> Vec<(Part, usize)> {
    let mut found = Vec::new();
    grow(grid, cells, Part::NONE, &mut |part| {
        let own = (part.digits & !middle.digits).count_ones() as usize;
        let takes = part.cells.len().saturating_sub(own);
        let shared = (part.digits & middle.digits).count_ones() as usize;
        if takes >= 1 && takes < surplus && takes < shared {
            found.push((part, takes));
        }
        own < MOST_CELLS
    });
    found
}

fn report(
    grid: &Grid,
    technique: &Technique,
    pattern: &Pattern,
    known: &mut Conclusions,
    sink: &mut Sink<'_>,
) -> Flow {
    let Pattern {
        houses,
        middle,
        line,
        region,
    } = *pattern;
    let inside = middle.cells | line.cells | region.cells;
    let own = middle.digits & !line.digits & !region.digits;
    let [line_set, region_set] = houses.map(|house| grid.geometry.houses[house].set);
    let mut off: Vec<Cand> = Vec::new();
    let mut links = Vec::new();
    for (digits, holders, near) in [
        (line.digits, middle.cells | line.cells, line_set),
        (region.digits, middle.cells | region.cells, region_set),
        (own, middle.cells, line_set | region_set),
    ] {
        for digit in digits_of(digits) {
            links.push(cands(holders & grid.places[digit], digit));
            // A cell of the intersection may be part of one set and see all of the other.
            off.extend(cands((near & grid.places[digit]) - holders, digit));
        }
    }
    if !known.is_new(&mut off) {
        return Flow::Continue(());
    }
    let truths: Vec<Truth> = inside.iter().map(Truth::Cell).collect();
    sink(Step {
        marks: vec![
            cells_with_candidates(grid, "pattern", middle.cells),
            cells_with_candidates(grid, "set-a", line.cells),
            cells_with_candidates(grid, "set-b", region.cells),
            Mark::houses("cover", houses),
        ],
        proof: joined(grid, &truths, &links, &off),
        eliminations: off,
        ..technique.step()
    })
}
