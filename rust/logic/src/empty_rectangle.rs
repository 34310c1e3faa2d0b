//! Empty rectangle: the places of a digit in a box lie on a row and a column, and a strong link
//! starts on one of the two.
//!
//! ```text
//!   . X . | . .        The box has the digit in its row (then v is false) or in its column. In
//!   X . X | . v        the column it excludes p, so q is true, and v is false again.
//!   . X . | .
//!   ------+----
//!     p =====  q
//! ```

use super::cellset::CellSet;
use super::geometry::Kind;
use super::grid::Grid;
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Link, Mark, Step, cands};

/// An empty rectangle with its strong link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rectangle {
    digit: usize,
    /// The box, the line of the box that p is on, and the one that the victim is on.
    region: usize,
    near: usize,
    far: usize,
    /// The house of the strong link.
    strong: usize,
    p: usize,
    q: usize,
    victim: usize,
}

/// Empty rectangles, one by one.
pub(super) fn find(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each(grid, options, &mut |found| {
        let mut step = technique.step();
        add(grid, &mut step, &found);
        sink(step)
    })
}

/// Two empty rectangles of one box and digit.
pub(super) fn dual(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    if !options.duals {
        return Flow::Continue(());
    }
    let mut all: Vec<Rectangle> = Vec::new();
    let _ = each(grid, options, &mut |found| {
        all.push(found);
        Flow::Continue(())
    });
    for (place, one) in all.iter().enumerate() {
        for other in &all[place + 1..] {
            let same_box = (one.digit, one.region) == (other.digit, other.region);
            if same_box && one.victim != other.victim {
                let mut step = technique.step();
                add(grid, &mut step, one);
                add(grid, &mut step, other);
                step.eliminations.sort_unstable();
                sink(step)?;
            }
        }
    }
    Flow::Continue(())
}

fn each(grid: &Grid, options: &Options, found: &mut dyn FnMut(Rectangle) -> Flow) -> Flow {
    let size = grid.geometry.size;
    for digit in options.digits_of(grid) {
        for region in 2 * size..3 * size {
            let places = grid.places_in(digit, region);
            let fewest = if options.small_empty_rectangles { 2 } else { 3 };
            if places.len() < fewest {
                continue;
            }
            each_cross(grid, digit, region, places, found)?;
        }
    }
    Flow::Continue(())
}

/// The rows and columns that hold all places of a box between them, neither of them alone.
fn each_cross(
    grid: &Grid,
    digit: usize,
    region: usize,
    places: CellSet,
    found: &mut dyn FnMut(Rectangle) -> Flow,
) -> Flow {
    let size = grid.geometry.size;
    for row in 0..size {
        let on_row = places & grid.geometry.houses[row].set;
        if on_row.is_empty() || on_row == places {
            continue;
        }
        for column in size..2 * size {
            let on_column = places & grid.geometry.houses[column].set;
            let is_cross = (on_row | on_column) == places && on_column != places;
            if is_cross && !on_column.is_empty() {
                for (near, far) in [(row, column), (column, row)] {
                    links_of_cross(grid, digit, [region, near, far], found)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// The strong links that start on the near line and end in sight of the far one.
fn links_of_cross(
    grid: &Grid,
    digit: usize,
    [region, near, far]: [usize; 3],
    found: &mut dyn FnMut(Rectangle) -> Flow,
) -> Flow {
    let outside = grid.places[digit] - grid.geometry.houses[region].set;
    let (parallel, across) = match grid.geometry.houses[near].kind {
        Kind::Row => (Kind::Row, Kind::Column),
        _ => (Kind::Column, Kind::Row),
    };
    for p in outside & grid.geometry.houses[near].set {
        let strong = grid.geometry.house_of(p, across);
        let mut others = grid.places_in(digit, strong);
        others.remove(p);
        let Some(q) = others.only() else {
            continue;
        };
        let line = grid.geometry.house_of(q, parallel);
        let meeting = grid.geometry.houses[line].set & grid.geometry.houses[far].set & outside;
        if let Some(victim) = meeting.only().filter(|&victim| victim != q) {
            found(Rectangle {
                digit,
                region,
                near,
                far,
                strong,
                p,
                q,
                victim,
            })?;
        }
    }
    Flow::Continue(())
}

/// Adds what is eliminated, drawn and proved.
fn add(grid: &Grid, step: &mut Step, found: &Rectangle) {
    let Rectangle {
        digit,
        p,
        q,
        victim,
        ..
    } = *found;
    let places = grid.places_in(digit, found.region);
    let near = places & grid.geometry.houses[found.near].set;
    let rest = places - near;
    step.eliminations.extend(cands([victim], digit));
    let link = |start: CellSet, end: CellSet, strong: bool| Link {
        start: cands(start, digit),
        end: cands(end, digit),
        strong,
    };
    let pattern = places | CellSet::of(p) | CellSet::of(q);
    step.marks.extend([
        Mark::houses("base", [found.region, found.strong]),
        Mark::houses("cover", [found.near, found.far]),
        Mark::candidates("pattern", cands(pattern, digit)),
        Mark::links(
            "cause",
            vec![
                link(CellSet::of(q), CellSet::of(p), true),
                link(CellSet::of(p), near, false),
                link(near, rest, true),
            ],
        ),
    ]);
    step.proof.push(Inference::Count {
        truths: vec![
            Truth::House(found.region, digit),
            Truth::House(found.strong, digit),
        ],
        links: [near | CellSet::of(p), rest | CellSet::of(victim)]
            .into_iter()
            .chain([CellSet::of(q) | CellSet::of(victim)])
            .map(|link| cands(link, digit))
            .collect(),
        off: cands([victim], digit),
    });
}
