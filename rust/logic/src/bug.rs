//! Bivalue universal graves: if every open cell had two candidates and every house each of its
//! digits twice or not at all, the puzzle would have no or two solutions. So of the candidates
//! beyond that, the extra ones, at least one is true.

use super::cellset::CellSet;
use super::counting::{joined, seen_by_holders};
use super::grid::{Digits, Grid, digits_of};
use super::proof::{Deadly, Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};
use super::wings::cells_with_candidates;

/// A grave: the extra candidates, and the cells that have them.
struct Grave {
    cells: CellSet,
    extra: Vec<Cand>,
}

impl Grave {
    /// The grave that the board comes close to.
    fn new(grid: &Grid) -> Option<Grave> {
        let mut grave = Grave {
            cells: CellSet::EMPTY,
            extra: Vec::new(),
        };
        if grid.open.is_empty() || !grid.geometry.different.is_empty() {
            return None;
        }
        for cell in grid.open {
            let candidates = grid.masks[cell].count_ones();
            if candidates < 2 {
                return None;
            }
            if candidates > 2 {
                // An extra candidate is the third of its digit, or more, in every house.
                let before = grave.extra.len();
                let extra = digits_of(grid.masks[cell])
                    .filter(|&digit| {
                        let mut houses = grid.geometry.houses_of[cell].iter();
                        houses.all(|&house| grid.places_in(digit, house).len() > 2)
                    })
                    .map(|digit| Cand::new(cell, digit));
                grave.cells.insert(cell);
                grave.extra.extend(extra);
                if grave.extra.len() - before != candidates as usize - 2 {
                    return None;
                }
            }
        }
        grave.is_grave(grid).then_some(grave)
    }

    fn extras_of(&self, cell: usize) -> Digits {
        let of_cell = self
            .extra
            .iter()
            .filter(|one| usize::from(one.cell) == cell);
        of_cell.fold(0, |all, one| all | 1 << one.digit)
    }

    /// True if the other candidates are two or none of a digit in every house.
    fn is_grave(&self, grid: &Grid) -> bool {
        let mut places = grid.places;
        for one in &self.extra {
            places[usize::from(one.digit)].remove(usize::from(one.cell));
        }
        !self.extra.is_empty()
            && grid.geometry.houses.iter().all(|house| {
                let mut places = places[..grid.geometry.size].iter();
                places.all(|&places| matches!((places & house.set).len(), 0 | 2))
            })
    }

    fn truth(&self) -> Truth {
        Truth::Deadly(Deadly::Bug {
            extra: self.extra.clone(),
        })
    }

    fn digits(&self) -> Digits {
        self.extra.iter().fold(0, |all, one| all | 1 << one.digit)
    }
}

/// Bivalue universal graves; `technique.size` is the type.
pub(super) fn graves(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let Some(grave) = Grave::new(grid) else {
        return Flow::Continue(());
    };
    match technique.size {
        1 => type_1(grid, technique, &grave, sink),
        2 => type_2(grid, technique, &grave, sink),
        3 => type_3(grid, technique, &grave, sink),
        _ => type_4(grid, technique, &grave, sink),
    }
}

/// Type 1: all extra candidates are in one cell, so one of them is its digit.
fn type_1(grid: &Grid, technique: &Technique, grave: &Grave, sink: &mut Sink<'_>) -> Flow {
    let Some(cell) = grave.cells.only() else {
        return Flow::Continue(());
    };
    let off: Vec<Cand> = digits_of(grid.masks[cell] & !grave.digits())
        .map(|digit| Cand::new(cell, digit))
        .collect();
    let link = off.iter().chain(&grave.extra).copied().collect();
    let proof = vec![Inference::Count {
        truths: vec![grave.truth()],
        links: vec![link],
        off: off.clone(),
    }];
    emit(technique, grave, off, &[], sink, proof)
}

/// Type 2: all extra candidates are of one digit, which is in one of the cells.
fn type_2(grid: &Grid, technique: &Technique, grave: &Grave, sink: &mut Sink<'_>) -> Flow {
    if grave.digits().count_ones() != 1 || grave.cells.len() < 2 {
        return Flow::Continue(());
    }
    let digit = grave.digits().trailing_zeros() as usize;
    let victims = grid.seen_by_all(grave.cells, digit);
    let proof = seen_by_holders(&[grave.truth()], &[], grave.cells, digit, victims);
    emit(technique, grave, cands(victims, digit), &[], sink, proof)
}

/// Type 3: the extra candidates of some cells of a house, seen as one cell, are part of a naked
/// subset there. Small subsets first, as Sudoku Explainer does; each cell more adds 0.1.
fn type_3(grid: &Grid, technique: &Technique, grave: &Grave, sink: &mut Sink<'_>) -> Flow {
    if grave.cells.len() < 2 {
        return Flow::Continue(());
    }
    for size in 1..grid.geometry.size {
        for house in grid.geometry.common_houses(grave.cells) {
            let rest: Vec<usize> = (grid.open_in(house) - grave.cells).iter().collect();
            if size < rest.len() {
                let taken = (CellSet::EMPTY, grave.digits());
                subset(grid, technique, grave, (house, &rest, size), taken, sink)?;
            }
        }
    }
    Flow::Continue(())
}

/// Adds cells of a house until the subset has the wanted number of them.
fn subset(
    grid: &Grid,
    technique: &Technique,
    grave: &Grave,
    (house, rest, size): (usize, &[usize], usize),
    (taken, digits): (CellSet, Digits),
    sink: &mut Sink<'_>,
) -> Flow {
    if digits.count_ones() as usize > size + 1 {
        return Flow::Continue(());
    }
    if taken.len() == size {
        if digits.count_ones() as usize != size + 1 {
            return Flow::Continue(());
        }
        let others = grid.open_in(house) - grave.cells - taken;
        let victims = |digit| cands(others & grid.places[digit], digit);
        let off: Vec<Cand> = digits_of(digits).flat_map(victims).collect();
        let mut truths = vec![grave.truth()];
        truths.extend(taken.iter().map(Truth::Cell));
        let links: Vec<Vec<Cand>> = digits_of(digits)
            .map(|digit| {
                let extra = grave
                    .extra
                    .iter()
                    .filter(|one| usize::from(one.digit) == digit);
                let own = cands(taken & grid.places[digit], digit);
                own.into_iter().chain(extra.copied()).collect()
            })
            .collect();
        let more = [
            Mark::houses("cover", [house]),
            cells_with_candidates(grid, "set-a", taken),
        ];
        let proof = joined(grid, &truths, &links, &off);
        return emit(technique, grave, off, &more, sink, proof);
    }
    for (place, &cell) in rest.iter().enumerate() {
        let taken = (taken | CellSet::of(cell), digits | grid.masks[cell]);
        let search = (house, &rest[place + 1..], size);
        subset(grid, technique, grave, search, taken, sink)?;
    }
    Flow::Continue(())
}

/// Type 4: two cells with extra candidates are the only places of another digit in a house. One
/// of them has it, the other an extra candidate.
fn type_4(grid: &Grid, technique: &Technique, grave: &Grave, sink: &mut Sink<'_>) -> Flow {
    if grave.cells.len() != 2 {
        return Flow::Continue(());
    }
    let shared = grave.cells.iter().fold(Digits::MAX, |all, cell| {
        all & grid.masks[cell] & !grave.extras_of(cell)
    });
    for digit in digits_of(shared) {
        let house = grid
            .geometry
            .common_houses(grave.cells)
            .find(|&house| grid.places_in(digit, house) == grave.cells);
        let Some(house) = house else { continue };
        let all_of =
            |cell: usize| digits_of(grid.masks[cell]).map(move |digit| Cand::new(cell, digit));
        let off: Vec<Cand> = grave
            .cells
            .iter()
            .flat_map(all_of)
            .filter(|one| usize::from(one.digit) != digit && !grave.extra.contains(one))
            .collect();
        let proof = vec![Inference::Count {
            truths: vec![grave.truth(), Truth::House(house, digit)],
            links: grave
                .cells
                .iter()
                .map(|cell| all_of(cell).collect())
                .collect(),
            off: off.clone(),
        }];
        let more = [
            Mark::houses("cover", [house]),
            Mark::candidates("pattern", cands(grave.cells, digit)),
        ];
        emit(technique, grave, off, &more, sink, proof)?;
    }
    Flow::Continue(())
}

fn emit(
    technique: &Technique,
    grave: &Grave,
    off: Vec<Cand>,
    more: &[Mark],
    sink: &mut Sink<'_>,
    proof: Vec<Inference>,
) -> Flow {
    if off.is_empty() {
        return Flow::Continue(());
    }
    let mut fins = Mark::cells("fin", grave.cells);
    fins.candidates.clone_from(&grave.extra);
    let mut marks = vec![fins];
    marks.extend_from_slice(more);
    let subset = more.iter().find(|mark| mark.role == "set-a");
    sink(Step {
        se_rating: subset.map(|mark| 57 + mark.cells.len() as u16),
        eliminations: off,
        marks,
        proof,
        ..technique.step()
    })
}
