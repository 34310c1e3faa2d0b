//! Two strong links of a digit and a weak one between them: skyscraper, two-string kite, turbot
//! fish.
//!
//! ```text
//!   a === b          A house with two places is a strong link: a or b. b and c see each other,
//!         |          so a or d is true, and what sees both is false.
//!         c === d
//! ```

use std::cmp::Reverse;

use super::cellset::CellSet;
use super::geometry::Kind;
use super::grid::Grid;
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Link, Mark, Step, cands};

/// A house in which a digit has two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strong {
    /// The house.
    pub house: usize,
    /// Its two places, the smaller one first.
    pub ends: [usize; 2],
}

/// The chain a = b - c = d of a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turbot {
    /// The digit.
    pub digit: usize,
    /// The houses of the strong links: of a and b, of c and d.
    pub strong: [usize; 2],
    /// A house of b and c; None if they see each other for another reason.
    pub weak: Option<usize>,
    /// The cells a, b, c, d.
    pub cells: [usize; 4],
}

impl Turbot {
    /// The cells b and c.
    fn joint(&self) -> CellSet {
        CellSet::of(self.cells[1]) | CellSet::of(self.cells[2])
    }
}

/// The strong links of a digit, house by house.
pub(super) fn strong_links(grid: &Grid, digit: usize) -> Vec<Strong> {
    let mut links = Vec::new();
    for house in 0..grid.geometry.houses.len() {
        let places = grid.places_in(digit, house);
        if places.len() == 2 {
            let mut ends = places.iter();
            if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
                links.push(Strong {
                    house,
                    ends: [a, b],
                });
            }
        }
    }
    links
}

/// Skyscraper: two rows, or two columns, joined by a line. All digits of rows come first.
pub(super) fn skyscraper(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    for kind in [Kind::Row, Kind::Column] {
        let shape = Shape::Skyscraper(kind);
        each_turbot(grid, options, shape, &mut |turbot| {
            emit(grid, technique, &turbot, sink)
        })?;
    }
    Flow::Continue(())
}

/// Two-string kite: a row and a column, joined by a box.
pub(super) fn kite(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each_turbot(grid, options, Shape::Kite, &mut |turbot| {
        emit(grid, technique, &turbot, sink)
    })
}

/// Turbot fish: what is neither a skyscraper nor a kite. Those with more to eliminate come first.
pub(super) fn turbot_fish(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    let mut found = with_gain(grid, options, Shape::Other);
    found.sort_by_cached_key(|turbot| {
        let victims = victims(grid, turbot);
        (Reverse(victims.len()), cands(victims, turbot.digit))
    });
    found
        .iter()
        .try_for_each(|turbot| emit(grid, technique, turbot, sink))
}

/// Two kites with the same two cells in the box, of one digit or two.
pub(super) fn dual_kite(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    if !options.duals {
        return Flow::Continue(());
    }
    let kites = with_gain(grid, options, Shape::Kite);
    for (place, one) in kites.iter().enumerate() {
        for other in &kites[place + 1..] {
            if one.joint() == other.joint() {
                sink(dual(grid, technique, one, other))?;
            }
        }
    }
    Flow::Continue(())
}

fn with_gain(grid: &Grid, options: &Options, shape: Shape) -> Vec<Turbot> {
    let mut all = Vec::new();
    let _ = each_turbot(grid, options, shape, &mut |turbot| {
        if !victims(grid, &turbot).is_empty() {
            all.push(turbot);
        }
        Flow::Continue(())
    });
    all
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Of two lines of a kind.
    Skyscraper(Kind),
    Kite,
    Other,
}

fn each_turbot(
    grid: &Grid,
    options: &Options,
    shape: Shape,
    found: &mut dyn FnMut(Turbot) -> Flow,
) -> Flow {
    for digit in options.digits_of(grid) {
        let links = strong_links(grid, digit);
        for (place, one) in links.iter().enumerate() {
            for other in &links[place + 1..] {
                if shape == Shape::Other || may_be(grid, shape, one, other) {
                    join(grid, digit, shape, [*one, *other], found)?;
                }
            }
        }
    }
    Flow::Continue(())
}

fn may_be(grid: &Grid, shape: Shape, one: &Strong, other: &Strong) -> bool {
    let kinds = [one, other].map(|link| grid.geometry.houses[link.house].kind);
    matches!(
        (shape, kinds),
        (Shape::Skyscraper(Kind::Row), [Kind::Row, Kind::Row])
            | (Shape::Skyscraper(_), [Kind::Column, Kind::Column])
            | (Shape::Kite, [Kind::Row, Kind::Column])
    )
}

/// Joins two strong links at the ends that see each other.
fn join(
    grid: &Grid,
    digit: usize,
    shape: Shape,
    links: [Strong; 2],
    found: &mut dyn FnMut(Turbot) -> Flow,
) -> Flow {
    let [one, other] = links;
    for (b, a) in [(0, 1), (1, 0)] {
        for (c, d) in [(0, 1), (1, 0)] {
            let cells = [one.ends[a], one.ends[b], other.ends[c], other.ends[d]];
            let [a, b, c, d] = cells;
            let are_apart = a != c && a != d && b != d;
            if !are_apart || !grid.geometry.peers[b].has(c) {
                continue;
            }
            let turbot = Turbot {
                digit,
                strong: [one.house, other.house],
                weak: weak_house(grid, shape, b, c),
                cells,
            };
            if shape_of(grid, &turbot) == Some(shape) {
                found(turbot)?;
            }
        }
    }
    Flow::Continue(())
}

/// The house that joins b and c: for a kite a box, else a line if there is one.
fn weak_house(grid: &Grid, shape: Shape, b: usize, c: usize) -> Option<usize> {
    let mut houses = grid.geometry.common_houses(CellSet::of(b) | CellSet::of(c));
    if shape == Shape::Kite {
        return houses.find(|&house| grid.geometry.houses[house].kind == Kind::Box);
    }
    houses.next()
}

/// What the chain is called; None if it is an X-wing, or a strong link stands for the weak one.
fn shape_of(grid: &Grid, turbot: &Turbot) -> Option<Shape> {
    let kind = |house: usize| grid.geometry.houses[house].kind;
    let [a, _, _, d] = turbot.cells;
    let weak = turbot.weak.map(kind);
    Some(match (turbot.strong.map(kind), weak) {
        ([Kind::Row, Kind::Row], Some(Kind::Column)) => {
            if grid.geometry.column(a) == grid.geometry.column(d) {
                return None;
            }
            Shape::Skyscraper(Kind::Row)
        }
        ([Kind::Column, Kind::Column], Some(Kind::Row)) => {
            if grid.geometry.row(a) == grid.geometry.row(d) {
                return None;
            }
            Shape::Skyscraper(Kind::Column)
        }
        ([Kind::Row, Kind::Column], Some(Kind::Box)) => Shape::Kite,
        _ => Shape::Other,
    })
}

fn victims(grid: &Grid, turbot: &Turbot) -> CellSet {
    let [a, _, _, d] = turbot.cells;
    grid.seen(a, turbot.digit) & grid.geometry.peers[d]
}

fn emit(grid: &Grid, technique: &Technique, turbot: &Turbot, sink: &mut Sink<'_>) -> Flow {
    let victims = victims(grid, turbot);
    if victims.is_empty() {
        return Flow::Continue(());
    }
    sink(Step {
        eliminations: cands(victims, turbot.digit),
        marks: marks(turbot),
        proof: proof(turbot, victims),
        ..technique.step()
    })
}

fn dual(grid: &Grid, technique: &Technique, one: &Turbot, other: &Turbot) -> Step {
    let (first, second) = (
        victims(grid, one),
        victims(grid, other) - victims(grid, one),
    );
    let mut step = technique.step();
    for (turbot, victims) in [(one, first), (other, second)] {
        step.marks.extend(marks(turbot));
        step.proof.extend(proof(turbot, victims));
        step.eliminations.extend(cands(victims, turbot.digit));
    }
    step.eliminations.sort_unstable();
    step.eliminations.dedup();
    step
}

fn marks(turbot: &Turbot) -> Vec<Mark> {
    let [a, b, c, d] = turbot.cells;
    let link = |start: usize, end: usize, strong: bool| Link {
        start: cands([start], turbot.digit),
        end: cands([end], turbot.digit),
        strong,
    };
    vec![
        Mark::houses("base", turbot.strong),
        Mark::houses("cover", turbot.weak),
        Mark::candidates("pattern", cands(turbot.cells, turbot.digit)),
        Mark::links(
            "cause",
            vec![link(a, b, true), link(b, c, false), link(c, d, true)],
        ),
    ]
}

/// a or b, c or d; not b and c; the victim excludes a and d.
fn proof(turbot: &Turbot, victims: CellSet) -> Vec<Inference> {
    let [a, b, c, d] = turbot.cells;
    victims
        .iter()
        .map(|victim| Inference::Count {
            truths: turbot
                .strong
                .iter()
                .map(|&house| Truth::House(house, turbot.digit))
                .collect(),
            links: [[b, c], [a, victim], [d, victim]]
                .map(|link| cands(link, turbot.digit))
                .to_vec(),
            off: cands([victim], turbot.digit),
        })
        .collect()
}
