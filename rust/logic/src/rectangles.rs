//! Unique rectangles: four cells of two rows, two columns and two boxes that may not hold two
//! digits alone, for then the digits could be swapped and the puzzle had two solutions.
//!
//! ```text
//!   ab   abX     corner   beside       X: extra candidates; one of all the extra
//!   ab   ab      below    opposite     candidates of the four cells is true
//! ```

use super::cellset::CellSet;
use super::counting::{joined, seen_by_holders};
use super::geometry::Kind;
use super::grid::{Digits, Grid, digits_of};
use super::proof::{Deadly, Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};
use super::wings::{cells_with_candidates, with_candidates};

/// A rectangle of open cells, one of which has the two digits and nothing else.
pub(super) struct Rectangle {
    /// A corner that has the two digits alone, the cells beside and below it, and the opposite one.
    pub(super) cells: [usize; 4],
    /// The two digits.
    pub(super) digits: Digits,
    /// The cells with other candidates too.
    pub(super) wide: CellSet,
}

impl Rectangle {
    fn set(&self) -> CellSet {
        self.cells.into_iter().collect()
    }

    fn truth(&self) -> Truth {
        deadly(&self.cells, self.digits)
    }

    /// The two digits, each way round.
    fn pairs(&self) -> [[usize; 2]; 2] {
        let low = self.digits.trailing_zeros() as usize;
        let high = (self.digits & (self.digits - 1)).trailing_zeros() as usize;
        [[low, high], [high, low]]
    }

    fn extras(&self, grid: &Grid) -> Digits {
        let all = self.wide.iter().fold(0, |all, cell| all | grid.masks[cell]);
        all & !self.digits
    }
}

/// The truth that the extra candidates of some cells make.
pub(super) fn deadly(cells: &[usize], digits: Digits) -> Truth {
    let low = digits.trailing_zeros() as usize;
    let high = (digits & (digits - 1)).trailing_zeros() as usize;
    Truth::Deadly(Deadly::Loop {
        cells: cells.to_vec(),
        digits: [low, high],
    })
}

/// Unique rectangles; `technique.size` is the type.
pub(super) fn rectangles(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    all(grid, options, &mut |rectangle| match technique.size {
        1 => type_1(grid, technique, rectangle, sink),
        2 => type_2(grid, technique, rectangle, sink),
        3 => type_3(grid, technique, options, rectangle, sink),
        4 => type_4(grid, technique, rectangle, sink),
        5 => type_5(grid, technique, rectangle, sink),
        _ => type_6(grid, technique, rectangle, sink),
    })
}

/// Calls `visit` for every rectangle, once for each pair of digits.
fn all(grid: &Grid, options: &Options, visit: &mut dyn FnMut(&Rectangle) -> Flow) -> Flow {
    let pairs = with_candidates(grid, grid.open, 2);
    for corner in pairs {
        let digits = grid.masks[corner];
        for &cells in grid.geometry.rectangles(corner) {
            let fits = |digits: Digits| {
                cells
                    .into_iter()
                    .all(|cell| may_hold(grid, options, cell, digits))
            };
            // A rectangle with several such corners is found from the first of them.
            let is_found = |cell: usize| {
                let other = grid.masks[cell];
                pairs.has(cell) && (other == digits || !options.loose_rectangles && fits(other))
            };
            let is_first = !cells
                .into_iter()
                .any(|cell| cell < corner && is_found(cell));
            let is_open = !cells.into_iter().any(|cell| grid.givens.has(cell));
            if is_open && is_first && fits(digits) {
                let wide = cells
                    .into_iter()
                    .filter(|&cell| grid.masks[cell] & !digits != 0)
                    .collect();
                visit(&Rectangle {
                    cells,
                    digits,
                    wide,
                })?;
            }
        }
    }
    Flow::Continue(())
}

/// True if a cell has both digits, or one of them where a rectangle may lack candidates.
fn may_hold(grid: &Grid, options: &Options, cell: usize, digits: Digits) -> bool {
    let missing = digits & !grid.masks[cell];
    let is_placed_near = |digit: usize| {
        let mut peers = grid.geometry.peers[cell].iter();
        peers.any(|peer| usize::from(grid.values[peer]) == digit + 1)
    };
    missing == 0
        || options.missing_candidates
            && missing != digits
            && (options.loose_rectangles || !digits_of(missing).any(is_placed_near))
}

/// Type 1: one cell has extra candidates, and one of them is true.
fn type_1(grid: &Grid, technique: &Technique, rectangle: &Rectangle, sink: &mut Sink<'_>) -> Flow {
    let Some(cell) = rectangle.wide.only() else {
        return Flow::Continue(());
    };
    let off: Vec<Cand> = digits_of(grid.masks[cell] & rectangle.digits)
        .map(|digit| Cand::new(cell, digit))
        .collect();
    emit(grid, technique, rectangle, &off, &[], sink, || {
        vec![Inference::Count {
            truths: vec![rectangle.truth()],
            links: vec![all_of(grid, cell)],
            off: off.clone(),
        }]
    })
}

/// Type 2: the extra candidates are one digit in two cells of a row or column.
fn type_2(grid: &Grid, technique: &Technique, rectangle: &Rectangle, sink: &mut Sink<'_>) -> Flow {
    if rectangle.wide.len() != 2 || !is_side(grid, rectangle.wide) {
        return Flow::Continue(());
    }
    one_extra(grid, technique, rectangle, sink)
}

/// Type 5: the extra candidates are one digit in three cells, or in two opposite ones.
fn type_5(grid: &Grid, technique: &Technique, rectangle: &Rectangle, sink: &mut Sink<'_>) -> Flow {
    if rectangle.wide.len() < 2 || is_side(grid, rectangle.wide) {
        return Flow::Continue(());
    }
    one_extra(grid, technique, rectangle, sink)
}

/// One extra digit: it is in one of the wide cells.
fn one_extra(
    grid: &Grid,
    technique: &Technique,
    rectangle: &Rectangle,
    sink: &mut Sink<'_>,
) -> Flow {
    let extras = rectangle.extras(grid);
    if extras.count_ones() != 1 {
        return Flow::Continue(());
    }
    let digit = extras.trailing_zeros() as usize;
    let victims = grid.seen_by_all(rectangle.wide, digit);
    let off = cands(victims, digit);
    emit(grid, technique, rectangle, &off, &[], sink, || {
        seen_by_holders(&[rectangle.truth()], &[], rectangle.wide, digit, victims)
    })
}

/// Type 3: the extra candidates of two cells of a house, seen as one cell, are part of a naked
/// subset there.
fn type_3(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    rectangle: &Rectangle,
    sink: &mut Sink<'_>,
) -> Flow {
    if rectangle.wide.len() != 2 || !is_side(grid, rectangle.wide) {
        return Flow::Continue(());
    }
    let houses: Vec<usize> = grid.geometry.common_houses(rectangle.wide).collect();
    for (place, &house) in houses.iter().enumerate() {
        let cells: Vec<usize> = (grid.open_in(house) - rectangle.set()).iter().collect();
        let subset = Subset {
            grid,
            technique,
            all_houses: options.all_houses,
            rectangle,
            house,
            earlier: &houses[..place],
            cells: &cells,
        };
        subset.grow(0, rectangle.extras(grid), CellSet::EMPTY, sink)?;
    }
    Flow::Continue(())
}

/// The search for the other cells of a naked subset.
struct Subset<'a> {
    grid: &'a Grid,
    technique: &'a Technique,
    all_houses: bool,
    rectangle: &'a Rectangle,
    house: usize,
    /// Houses that were searched before; a subset that is in one of them was found there.
    earlier: &'a [usize],
    cells: &'a [usize],
}

impl Subset<'_> {
    /// Reports the subset if it is one, else adds further cells.
    fn grow(&self, from: usize, digits: Digits, taken: CellSet, sink: &mut Sink<'_>) -> Flow {
        if digits.count_ones() as usize == taken.len() + 1 && !taken.is_empty() {
            self.report(digits, taken, sink)?;
        }
        for place in from..self.cells.len() {
            let cell = self.cells[place];
            let digits = digits | self.grid.masks[cell];
            if digits.count_ones() as usize <= self.cells.len() + 1 {
                self.grow(place + 1, digits, taken | CellSet::of(cell), sink)?;
            }
        }
        Flow::Continue(())
    }

    fn report(&self, digits: Digits, taken: CellSet, sink: &mut Sink<'_>) -> Flow {
        let mut earlier = self.earlier.iter();
        if earlier.any(|&house| taken.is_within(&self.grid.geometry.houses[house].set)) {
            return Flow::Continue(());
        }
        // A victim sees all places of its digit in the subset. It is in a house of the two wide
        // cells, but not always in the one of the subset.
        let (wide, outside) = (self.rectangle.wide, self.rectangle.set());
        let holders = taken | wide;
        let common = if self.all_houses { wide } else { holders };
        let near = self.grid.geometry.common_houses(common);
        let near = near.fold(CellSet::EMPTY, |all, house| {
            all | self.grid.geometry.houses[house].set
        });
        let victims = |digit| {
            let holders = holders & self.grid.places[digit];
            self.grid.seen_by_all(holders, digit) & (near - outside)
        };
        let off: Vec<Cand> = digits_of(digits)
            .flat_map(|digit| cands(victims(digit), digit))
            .collect();
        let more = [
            Mark::houses("cover", [self.house]),
            cells_with_candidates(self.grid, "set-a", taken),
        ];
        emit(
            self.grid,
            self.technique,
            self.rectangle,
            &off,
            &more,
            sink,
            || {
                let mut truths = vec![self.rectangle.truth()];
                truths.extend(taken.iter().map(Truth::Cell));
                let links: Vec<Vec<Cand>> = digits_of(digits)
                    .map(|digit| cands(holders & self.grid.places[digit], digit))
                    .collect();
                joined(self.grid, &truths, &links, &off)
            },
        )
    }
}

/// Type 4: one of the digits has no other place in a house of the two wide cells, so the other
/// digit cannot be in them.
fn type_4(grid: &Grid, technique: &Technique, rectangle: &Rectangle, sink: &mut Sink<'_>) -> Flow {
    if rectangle.wide.len() != 2 || !is_side(grid, rectangle.wide) {
        return Flow::Continue(());
    }
    for [locked, digit] in rectangle.pairs() {
        let house = grid
            .geometry
            .common_houses(rectangle.wide)
            .find(|&house| grid.places_in(locked, house) == rectangle.wide);
        let Some(house) = house else { continue };
        let off = cands(rectangle.wide & grid.places[digit], digit);
        let more = [Mark::houses("cover", [house])];
        emit(grid, technique, rectangle, &off, &more, sink, || {
            vec![Inference::Count {
                truths: vec![rectangle.truth(), Truth::House(house, locked)],
                links: rectangle
                    .wide
                    .iter()
                    .map(|cell| all_of(grid, cell))
                    .collect(),
                off: off.clone(),
            }]
        })?;
    }
    Flow::Continue(())
}

/// Type 6: two opposite cells are wide, and one of the digits makes an X-wing of the rectangle.
/// If it were in a wide cell it would be in both, and the other two would hold the other digit.
fn type_6(grid: &Grid, technique: &Technique, rectangle: &Rectangle, sink: &mut Sink<'_>) -> Flow {
    if rectangle.wide.len() != 2 || is_side(grid, rectangle.wide) {
        return Flow::Continue(());
    }
    let set = rectangle.set();
    for [digit, _] in rectangle.pairs() {
        let kind = [Kind::Row, Kind::Column].into_iter().find(|&kind| {
            rectangle.wide.iter().all(|cell| {
                let places = grid.places_in(digit, grid.geometry.house_of(cell, kind));
                !places.is_empty() && places.is_within(&set)
            })
        });
        let Some(kind) = kind else { continue };
        let houses: Vec<usize> = rectangle
            .wide
            .iter()
            .map(|cell| grid.geometry.house_of(cell, kind))
            .collect();
        let off = cands(rectangle.wide & grid.places[digit], digit);
        let more = [Mark::houses("base", houses)];
        emit(grid, technique, rectangle, &off, &more, sink, || {
            off.iter()
                .map(|&victim| across(grid, rectangle, kind, victim))
                .collect()
        })?;
    }
    Flow::Continue(())
}

/// If the victim, in a wide cell, were true: the line of the other wide cell has the digit there,
/// because it sees the line's remaining place.
fn across(grid: &Grid, rectangle: &Rectangle, kind: Kind, victim: Cand) -> Inference {
    let (cell, digit) = (usize::from(victim.cell), usize::from(victim.digit));
    let other = rectangle.wide - CellSet::of(cell);
    let far = other.first().expect("two cells are wide");
    let house = grid.geometry.house_of(far, kind);
    let rest = grid.places_in(digit, house) - other;
    Inference::Count {
        truths: vec![rectangle.truth(), Truth::House(house, digit)],
        links: vec![
            all_of(grid, cell),
            all_of(grid, far),
            cands(rest | CellSet::of(cell), digit),
        ],
        off: vec![victim],
    }
}

/// Hidden rectangles: the row and the column of a cell have one of the digits inside the
/// rectangle only, and the opposite cell has the two digits alone. If the cell held the
/// other digit, all four would be filled by the two.
pub(super) fn hidden(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    all(grid, options, &mut |rectangle| {
        let set = rectangle.set();
        // With two wide cells side by side it is a rectangle of type 4.
        if rectangle.wide.len() < 2 || is_side(grid, rectangle.wide) {
            return Flow::Continue(());
        }
        for (corner, victim) in corners(rectangle) {
            if grid.masks[corner] != rectangle.digits {
                continue;
            }
            let [row, column, _] = grid.geometry.lines[victim];
            for [locked, digit] in rectangle.pairs() {
                let is_inside = |house| {
                    let places = grid.places_in(locked, house);
                    places.is_within(&set) && !(places - CellSet::of(victim)).is_empty()
                };
                if is_inside(row) && is_inside(column) && grid.has(victim, digit) {
                    let more = [Mark::houses("base", [row, column])];
                    let off = [Cand::new(victim, digit)];
                    emit(grid, technique, rectangle, &off, &more, sink, || {
                        vec![fills_all(grid, rectangle, victim, [locked, digit])]
                    })?;
                }
            }
        }
        Flow::Continue(())
    })
}

/// Every cell of the rectangle with the opposite one.
fn corners(rectangle: &Rectangle) -> [(usize, usize); 4] {
    let [corner, beside, below, opposite] = rectangle.cells;
    [
        (corner, opposite),
        (beside, below),
        (below, beside),
        (opposite, corner),
    ]
}

/// Suppose the victim: its row and its column have the locked digit in the next cells, and no
/// extra candidate is left.
fn fills_all(
    grid: &Grid,
    rectangle: &Rectangle,
    victim: usize,
    [locked, digit]: [usize; 2],
) -> Inference {
    let [row, column, _] = grid.geometry.lines[victim];
    let on = Cand::new(victim, digit);
    let others = |on: Cand| -> Vec<Cand> {
        let mut all = all_of(grid, usize::from(on.cell));
        all.retain(|&other| other != on);
        all
    };
    let mut then = vec![Inference::Sees {
        on,
        off: others(on),
    }];
    for house in [row, column] {
        let place = grid.places_in(locked, house) - CellSet::of(victim);
        if let Some(cell) = place.only() {
            let on = Cand::new(cell, locked);
            then.push(Inference::Last {
                truth: Truth::House(house, locked),
                on,
            });
            then.push(Inference::Sees {
                on,
                off: others(on),
            });
        }
    }
    then.push(Inference::Empty {
        truth: rectangle.truth(),
    });
    Inference::Suppose {
        candidate: on,
        on: true,
        then,
    }
}

/// True for two cells of a row or column.
fn is_side(grid: &Grid, cells: CellSet) -> bool {
    cells.len() == 2
        && grid
            .geometry
            .common_houses(cells)
            .any(|house| matches!(grid.geometry.houses[house].kind, Kind::Row | Kind::Column))
}

fn all_of(grid: &Grid, cell: usize) -> Vec<Cand> {
    digits_of(grid.masks[cell])
        .map(|digit| Cand::new(cell, digit))
        .collect()
}

/// Hands over a step with its marks, if it removes anything.
fn emit(
    grid: &Grid,
    technique: &Technique,
    rectangle: &Rectangle,
    off: &[Cand],
    more: &[Mark],
    sink: &mut Sink<'_>,
    proof: impl FnOnce() -> Vec<Inference>,
) -> Flow {
    if off.is_empty() {
        return Flow::Continue(());
    }
    let mut pattern = Mark::cells("pattern", rectangle.cells);
    let mut fins = Vec::new();
    for cell in rectangle.cells {
        for candidate in all_of(grid, cell) {
            if rectangle.digits >> candidate.digit & 1 == 1 {
                pattern.candidates.push(candidate);
            } else {
                fins.push(candidate);
            }
        }
    }
    let mut marks = vec![pattern, Mark::candidates("fin", fins)];
    marks.extend_from_slice(more);
    sink(Step {
        eliminations: off.to_vec(),
        marks,
        proof: proof(),
        ..technique.step()
    })
}
