//! Unique loops: cells with two digits in common, each sharing a house with the next, every house
//! with none or two of them. Like a unique rectangle, such a loop may not hold the two digits
//! alone. Rectangles are loops of four cells; Sudoku Explainer knows the two as one technique.

use super::als::Conclusions;
use super::cellset::CellSet;
use super::counting::{joined, seen_by_holders};
use super::geometry::Kind;
use super::grid::{Digits, Grid, digits_of};
use super::proof::{Inference, Truth};
use super::rectangles::deadly;
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};
use super::table;
use super::wings::{cells_with_candidates, with_candidates};

/// The most cells with other candidates, unless these are all of one digit.
const MOST_WIDE: usize = 2;

/// The order in which Sudoku Explainer walks from cell to cell.
const KINDS: [Kind; 3] = [Kind::Box, Kind::Row, Kind::Column];

/// A loop of cells in order.
struct Loop {
    cells: Vec<usize>,
    digits: Digits,
    /// The cells with other candidates too.
    wide: CellSet,
}

impl Loop {
    fn new(grid: &Grid, cells: Vec<usize>, digits: Digits) -> Loop {
        let wide = cells.iter().copied();
        let wide = wide.filter(|&cell| grid.masks[cell] != digits).collect();
        Loop {
            cells,
            digits,
            wide,
        }
    }

    fn truth(&self) -> Truth {
        deadly(&self.cells, self.digits)
    }

    fn set(&self) -> CellSet {
        self.cells.iter().copied().collect()
    }

    fn extras(&self, grid: &Grid) -> Digits {
        let all = self.wide.iter().fold(0, |all, cell| all | grid.masks[cell]);
        all & !self.digits
    }

    /// Sudoku Explainer's rating in tenths: 4.5 for four cells, 4.6 for six, 4.7 for eight, 5.0
    /// for more.
    fn rating(&self) -> u16 {
        match self.cells.len() {
            4 => 45,
            6 => 46,
            8 => 47,
            _ => 50,
        }
    }
}

/// Unique loops of six cells or more; `technique.size` is the type.
pub(super) fn unique_loops(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    for found in loops(grid) {
        if found.cells.len() > 4 {
            for (kind, step) in steps(grid, &found) {
                if kind == technique.size {
                    sink(Step {
                        technique: technique.number,
                        ..step
                    })?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Unique rectangles and loops in Sudoku Explainer's order: the easiest first, then by
/// type, then as found. The steps are those of `unique-rectangle-1` to `-4` and `unique-loop-1` to `-4`.
pub fn in_explainer_order(grid: &Grid) -> Vec<Step> {
    let mut found: Vec<(usize, Step)> = Vec::new();
    for each in loops(grid) {
        for (kind, step) in steps(grid, &each) {
            let name = if each.cells.len() == 4 {
                format!("unique-rectangle-{kind}")
            } else {
                format!("unique-loop-{kind}")
            };
            if let Some(technique) = table::technique(&name) {
                let technique = technique.number;
                found.push((kind, Step { technique, ..step }));
            }
        }
    }
    found.sort_by_key(|(kind, step)| (step.se_rating, *kind));
    found.into_iter().map(|(_, step)| step).collect()
}

/// All loops, each once.
fn loops(grid: &Grid) -> Vec<Loop> {
    let mut walk = Walk {
        grid,
        digits: 0,
        cells: CellSet::EMPTY,
        path: Vec::new(),
        taken: vec![0; grid.geometry.houses.len()],
        found: Vec::new(),
    };
    for start in with_candidates(grid, grid.open, 2) {
        walk.digits = grid.masks[start];
        walk.cells = digits_of(walk.digits).fold(grid.open - grid.givens, |cells, digit| {
            cells & grid.places[digit]
        });
        // The loops of an earlier start are known.
        let starts = with_candidates(grid, walk.cells, 2).into_iter();
        walk.cells -= starts.take_while(|&earlier| earlier < start).collect();
        walk.cells = on_loops(grid, walk.cells);
        if walk.cells.has(start) {
            walk.enter(start);
            walk.go_on(None, CellSet::EMPTY, 0, MOST_WIDE);
            walk.leave();
        }
    }
    walk.found
}

/// The cells that could be part of a loop: each has another one in houses of two kinds.
fn on_loops(grid: &Grid, mut cells: CellSet) -> CellSet {
    loop {
        let has_next = |cell: usize, kind: &Kind| {
            let house = grid.geometry.house_of(cell, *kind);
            (cells & grid.geometry.houses[house].set).len() > 1
        };
        let is_on = |cell: &usize| KINDS.iter().filter(|kind| has_next(*cell, kind)).count() > 1;
        let left: CellSet = cells.iter().filter(is_on).collect();
        if left == cells {
            return left;
        }
        cells = left;
    }
}

/// The walk from cell to cell along houses of changing kinds.
struct Walk<'a> {
    grid: &'a Grid,
    digits: Digits,
    /// The cells with both digits.
    cells: CellSet,
    path: Vec<usize>,
    /// How many cells of the path every house has.
    taken: Vec<u8>,
    found: Vec<Loop>,
}

impl Walk<'_> {
    fn enter(&mut self, cell: usize) {
        self.path.push(cell);
        for &house in &self.grid.geometry.houses_of[cell] {
            self.taken[house] += 1;
        }
    }

    fn leave(&mut self) {
        let cell = self.path.pop().expect("every leave has its enter");
        for &house in &self.grid.geometry.houses_of[cell] {
            self.taken[house] -= 1;
        }
    }

    /// The cells of the houses of a cell that have two cells of the path: a loop has no third.
    fn filled_by(&self, cell: usize) -> CellSet {
        let houses = self.grid.geometry.houses_of[cell].iter();
        houses
            .filter(|&&house| self.taken[house] > 1)
            .fold(CellSet::of(cell), |all, &house| {
                all | self.grid.geometry.houses[house].set
            })
    }

    /// Goes on from the last cell, but not into the cells that the path has filled.
    fn go_on(&mut self, came_by: Option<Kind>, filled: CellSet, extras: Digits, wide_left: usize) {
        let (start, last) = (self.path[0], self.path[self.path.len() - 1]);
        let filled = filled | self.filled_by(last);
        for kind in KINDS {
            if came_by == Some(kind) {
                continue;
            }
            let house = self.grid.geometry.house_of(last, kind);
            let near = self.cells & self.grid.geometry.houses[house].set;
            let mut next = near - filled;
            if near.has(start) && self.path.len() >= 4 {
                next.insert(start);
            }
            for cell in next {
                if cell == start {
                    self.close();
                    continue;
                }
                let more = self.grid.masks[cell] & !self.digits;
                let extras = extras | more;
                if more == 0 || wide_left > 0 || extras.count_ones() == 1 {
                    let left = wide_left.saturating_sub(usize::from(more != 0));
                    self.enter(cell);
                    self.go_on(Some(kind), filled, extras, left);
                    self.leave();
                }
            }
        }
    }

    /// Keeps the path if it is a loop that was not found before, from another cell or the other
    /// way round.
    fn close(&mut self) {
        let found = Loop::new(self.grid, self.path.clone(), self.digits);
        let set = found.set();
        let every_second: CellSet = self.path.iter().copied().step_by(2).collect();
        let is_new = !found.wide.is_empty()
            && !self
                .found
                .iter()
                .any(|known| known.digits == self.digits && known.set() == set);
        // Two cells of a house are an even and an odd one of the loop.
        let alternates = || {
            let mut houses = self.grid.geometry.houses.iter();
            houses.all(|house| (house.set & every_second).len() * 2 == (house.set & set).len())
        };
        if is_new && self.grid.geometry.may_be_deadly(set) && alternates() {
            self.found.push(found);
        }
    }
}

/// The steps of a loop with their types, one for each conclusion.
fn steps(grid: &Grid, found: &Loop) -> Vec<(usize, Step)> {
    let mut all = Vec::new();
    let mut known = Conclusions::default();
    let mut add = |kind: usize, mut step: Step| {
        if known.is_new(&mut step.eliminations) {
            all.push((kind, step));
        }
    };
    if let Some(cell) = found.wide.only() {
        add(1, type_1(grid, found, cell));
    } else if found.extras(grid).count_ones() == 1 {
        add(2, type_2(grid, found));
    } else if found.wide.len() == 2 {
        for step in type_4(grid, found) {
            add(4, step);
        }
        for step in type_3(grid, found) {
            add(3, step);
        }
    }
    all
}

/// Type 1: one cell has extra candidates, and one of them is true.
fn type_1(grid: &Grid, found: &Loop, cell: usize) -> Step {
    let off: Vec<Cand> = digits_of(found.digits)
        .map(|digit| Cand::new(cell, digit))
        .collect();
    let count = Inference::Count {
        truths: vec![found.truth()],
        links: vec![all_of(grid, cell)],
        off: off.clone(),
    };
    step(grid, found, off, vec![count])
}

/// Type 2: one extra digit, in one of the wide cells.
fn type_2(grid: &Grid, found: &Loop) -> Step {
    let digit = found.extras(grid).trailing_zeros() as usize;
    let victims = grid.seen_by_all(found.wide, digit);
    let proof = seen_by_holders(&[found.truth()], &[], found.wide, digit, victims);
    step(grid, found, cands(victims, digit), proof)
}

/// Type 4: one of the digits has no other place in a house of the two wide cells, so the other
/// digit is not in them.
fn type_4(grid: &Grid, found: &Loop) -> Vec<Step> {
    let mut all = Vec::new();
    for house in houses_of_both(grid, found.wide) {
        for locked in digits_of(found.digits) {
            if grid.places_in(locked, house) == found.wide {
                let digit = (found.digits & !(1 << locked)).trailing_zeros() as usize;
                let off = cands(found.wide, digit);
                let count = Inference::Count {
                    truths: vec![found.truth(), Truth::House(house, locked)],
                    links: found.wide.iter().map(|cell| all_of(grid, cell)).collect(),
                    off: off.clone(),
                };
                let mut step = step(grid, found, off, vec![count]);
                step.marks.push(Mark::houses("cover", [house]));
                all.push(step);
            }
        }
    }
    all
}

/// Type 3: the extra candidates of the two wide cells, seen as one cell, are part of a hidden
/// or naked subset of a house. Sudoku Explainer adds
/// 0.1 per digit of a naked one beyond the first, of a hidden one beyond the second.
fn type_3(grid: &Grid, found: &Loop) -> Vec<Step> {
    let mut all = Vec::new();
    for house in houses_of_both(grid, found.wide) {
        let rest = grid.open_in(house) - found.wide;
        for size in 2..=rest.len() {
            let search = Subset {
                grid,
                found,
                house,
                rest,
                size,
            };
            // In a house with fewer open cells a naked subset says the same.
            if rest.len() + 2 > 2 * size {
                search.hidden(&mut all);
            }
            search.naked(rest, (CellSet::EMPTY, found.extras(grid)), &mut all);
        }
    }
    all
}

/// The search for the other `size - 1` cells of a subset.
struct Subset<'a> {
    grid: &'a Grid,
    found: &'a Loop,
    house: usize,
    rest: CellSet,
    size: usize,
}

impl Subset<'_> {
    /// As many digits as cells, with the wide cells as one: no other cell of the house has them.
    fn naked(&self, later: CellSet, (taken, digits): (CellSet, Digits), all: &mut Vec<Step>) {
        if digits.count_ones() as usize > self.size {
            return;
        }
        if taken.len() + 1 < self.size {
            let mut later = later;
            for cell in later {
                later.remove(cell);
                let taken = taken | CellSet::of(cell);
                self.naked(later, (taken, digits | self.grid.masks[cell]), all);
            }
            return;
        }
        if digits.count_ones() as usize != self.size {
            return;
        }
        let others = self.rest - taken;
        let off: Vec<Cand> = digits_of(digits)
            .flat_map(|digit| cands(others & self.grid.places[digit], digit))
            .collect();
        let mut truths = vec![self.found.truth()];
        truths.extend(taken.iter().map(Truth::Cell));
        let holders = taken | self.found.wide;
        let links: Vec<Vec<Cand>> = digits_of(digits)
            .map(|digit| cands(holders & self.grid.places[digit], digit))
            .collect();
        let proof = joined(self.grid, &truths, &links, &off);
        all.push(self.step(taken, off, proof, self.size - 1));
    }

    /// The two digits of the loop and others that the wide cells lack have `size - 1` further
    /// places: the wide cells have one of the two digits at most, so the places have the rest.
    fn hidden(&self, all: &mut Vec<Step>) {
        let extras = self.found.extras(self.grid);
        let own = self.found.digits;
        let open = (0..self.grid.geometry.size)
            .filter(|&digit| !(self.grid.places_in(digit, self.house)).is_empty())
            .fold(0, |all, digit| all | 1 << digit);
        self.add_digits(open & !own & !extras, own, all);
    }

    fn add_digits(&self, later: Digits, digits: Digits, all: &mut Vec<Step>) {
        let places = digits_of(digits).fold(CellSet::EMPTY, |places, digit| {
            places | self.grid.places_in(digit, self.house)
        });
        let taken = places - self.found.wide;
        if taken.len() >= self.size {
            return;
        }
        if digits.count_ones() as usize == self.size {
            if taken.len() + 1 == self.size {
                self.report_hidden(digits, taken, all);
            }
            return;
        }
        let mut later = later;
        for digit in digits_of(later) {
            later &= !(1 << digit);
            self.add_digits(later, digits | 1 << digit, all);
        }
    }

    fn report_hidden(&self, digits: Digits, taken: CellSet, all: &mut Vec<Step>) {
        let off: Vec<Cand> = taken
            .iter()
            .flat_map(|cell| all_of(self.grid, cell))
            .filter(|one| digits >> one.digit & 1 == 0)
            .collect();
        let mut truths = vec![self.found.truth()];
        truths.extend(digits_of(digits).map(|digit| Truth::House(self.house, digit)));
        let links = (taken | self.found.wide)
            .iter()
            .map(|cell| all_of(self.grid, cell))
            .collect();
        let count = Inference::Count {
            truths,
            links,
            off: off.clone(),
        };
        all.push(self.step(taken, off, vec![count], self.size - 2));
    }

    fn step(&self, taken: CellSet, off: Vec<Cand>, proof: Vec<Inference>, more: usize) -> Step {
        let mut step = step(self.grid, self.found, off, proof);
        step.marks.push(Mark::houses("cover", [self.house]));
        step.marks
            .push(cells_with_candidates(self.grid, "set-a", taken));
        step.se_rating = step.se_rating.map(|rating| rating + more as u16);
        step
    }
}

/// The houses of both cells: box, row, column.
fn houses_of_both(grid: &Grid, cells: CellSet) -> Vec<usize> {
    let mut houses: Vec<usize> = grid.geometry.common_houses(cells).collect();
    houses.sort_by_key(|&house| grid.geometry.houses[house].kind != Kind::Box);
    houses
}

fn all_of(grid: &Grid, cell: usize) -> Vec<Cand> {
    digits_of(grid.masks[cell])
        .map(|digit| Cand::new(cell, digit))
        .collect()
}

fn step(grid: &Grid, found: &Loop, off: Vec<Cand>, proof: Vec<Inference>) -> Step {
    let mut pattern = Mark::cells("pattern", found.cells.iter().copied());
    let mut fins = Vec::new();
    for &cell in &found.cells {
        for one in all_of(grid, cell) {
            if found.digits >> one.digit & 1 == 1 {
                pattern.candidates.push(one);
            } else {
                fins.push(one);
            }
        }
    }
    Step {
        eliminations: off,
        marks: vec![pattern, Mark::candidates("fin", fins)],
        proof,
        se_rating: Some(found.rating()),
        ..Step::default()
    }
}
