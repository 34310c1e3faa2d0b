//! Sudoku Explainer's order: the first hint of the first technique that has one, then all over
//! again. Its classic ladder has 27 rungs, some of which are several techniques here.
//!
//! Houses are scanned boxes first, then columns, then rows; locked candidates and fish digit by
//! digit.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::aligned;
use crate::direct;
use crate::fish;
use crate::forcing::{self, Chains, Family};
use crate::geometry::Kind;
use crate::grid::{Digits, Grid, digits_of};
use crate::locked;
use crate::path::Order;
use crate::search::{Flow, Options, Sink, Technique};
use crate::singles;
use crate::step::{Cand, Step};
use crate::subsets;
use crate::table::{self, TECHNIQUES};
use crate::unique_loops;
use crate::wings;

/// A rung of the ladder.
enum Rung {
    /// Techniques that are scanned together.
    Scan(Scan, &'static [&'static str]),
    /// Techniques one after the other, each in its own order.
    InTurn(&'static [&'static str]),
    /// Aligned exclusion, which looks at what has changed.
    Aligned(&'static str),
    /// A family of chains, of which the easiest is taken.
    Chains(Family),
}

/// Finds steps in Sudoku Explainer's order; the techniques are those of the rung.
type Scan = fn(&Grid, &[&'static Technique], &mut Sink<'_>) -> Flow;

const LADDER: [Rung; 30] = [
    Rung::Scan(hidden_singles, &["full-house", "hidden-single"]),
    Rung::Scan(direct_locked, &["direct-pointing", "direct-claiming"]),
    Rung::InTurn(&["direct-hidden-pair"]),
    Rung::InTurn(&["naked-single"]),
    Rung::InTurn(&["direct-hidden-triple"]),
    Rung::Scan(locked_candidates, &["pointing", "claiming"]),
    Rung::Scan(naked_subsets, &["naked-pair"]),
    Rung::Scan(basic_fish, &["x-wing"]),
    Rung::Scan(hidden_subsets, &["hidden-pair"]),
    Rung::Scan(naked_subsets, &["naked-triple"]),
    Rung::Scan(basic_fish, &["swordfish"]),
    Rung::Scan(hidden_subsets, &["hidden-triple"]),
    Rung::Scan(xy_wings, &["xy-wing"]),
    Rung::InTurn(&["xyz-wing"]),
    Rung::Scan(loops, &LOOPS),
    Rung::Scan(naked_subsets, &["naked-quad"]),
    Rung::Scan(basic_fish, &["jellyfish"]),
    Rung::Scan(hidden_subsets, &["hidden-quad"]),
    Rung::InTurn(&["bug-1", "bug-2", "bug-4", "bug-3"]),
    Rung::Aligned("aligned-pair-exclusion"),
    Rung::Chains(Family::Single),
    Rung::Aligned("aligned-triplet-exclusion"),
    Rung::Chains(Family::Nishio),
    Rung::Chains(Family::Multiple),
    Rung::Chains(Family::Dynamic(0)),
    Rung::Chains(Family::Dynamic(1)),
    Rung::Chains(Family::Dynamic(2)),
    Rung::Chains(Family::Dynamic(3)),
    Rung::Chains(Family::Dynamic(4)),
    Rung::Chains(Family::Dynamic(5)),
];

const LOOPS: [&str; 8] = [
    "unique-rectangle-1",
    "unique-rectangle-2",
    "unique-rectangle-3",
    "unique-rectangle-4",
    "unique-loop-1",
    "unique-loop-2",
    "unique-loop-3",
    "unique-loop-4",
];

/// Sudoku Explainer's order among some techniques.
pub(super) struct Explainer {
    /// Whether a technique is wanted, by its number.
    wanted: Vec<bool>,
    rungs: Vec<(&'static Rung, Vec<&'static Technique>)>,
    quiet: Quiet,
}

/// The candidates of the last board on which a technique found nothing, by the technique's number.
#[derive(Default)]
struct Quiet(HashMap<usize, Vec<Digits>>);

impl Quiet {
    /// The first step of an aligned exclusion.
    fn aligned(&mut self, grid: &Grid, technique: &'static Technique) -> Option<Step> {
        let before = self.0.get(&technique.number);
        let is_changed =
            |cell: &usize| before.is_none_or(|masks| masks[*cell] != grid.masks[*cell]);
        let cells = 0..grid.geometry.cell_count;
        let mut found = None;
        let _ = aligned::changed(
            grid,
            technique,
            cells.clone().filter(is_changed).collect(),
            &mut |step| {
                found = Some(step);
                ControlFlow::Break(())
            },
        );
        if found.is_none() {
            self.0.insert(technique.number, grid.masks[cells].to_vec());
        }
        found
    }
}

impl Explainer {
    pub(super) fn new(techniques: &[&'static Technique]) -> Explainer {
        let mut wanted = vec![false; TECHNIQUES.len()];
        for technique in techniques {
            wanted[technique.number] = true;
        }
        let rungs = LADDER
            .iter()
            .map(|rung| (rung, techniques_of(rung)))
            .filter(|(_, of_rung)| of_rung.iter().any(|technique| wanted[technique.number]))
            .collect();
        Explainer {
            wanted,
            rungs,
            quiet: Quiet::default(),
        }
    }
}

fn techniques_of(rung: &Rung) -> Vec<&'static Technique> {
    match rung {
        Rung::Scan(_, names) | Rung::InTurn(names) => names
            .iter()
            .filter_map(|name| table::technique(name))
            .collect(),
        Rung::Aligned(name) => table::technique(name).into_iter().collect(),
        Rung::Chains(family) => TECHNIQUES
            .iter()
            .filter(|technique| forcing::family(technique) == Some(*family))
            .collect(),
    }
}

impl Order for Explainer {
    fn next(&mut self, grid: &Grid) -> Option<Step> {
        let (wanted, quiet) = (&self.wanted, &mut self.quiet);
        let mut chains = None;
        self.rungs.iter().find_map(|(rung, techniques)| {
            let mut found = None;
            let sink = &mut |step: Step| {
                if !wanted[step.technique] {
                    return Flow::Continue(());
                }
                found = Some(step);
                ControlFlow::Break(())
            };
            match rung {
                Rung::Scan(scan, _) => {
                    let _ = scan(grid, techniques, sink);
                }
                Rung::InTurn(_) => {
                    let _ = techniques.iter().try_for_each(|technique| {
                        (technique.find)(grid, technique, &Options::default(), sink)
                    });
                }
                Rung::Aligned(_) => return quiet.aligned(grid, techniques[0]),
                Rung::Chains(family) => {
                    let chains = chains.get_or_insert_with(|| Chains::new(grid));
                    return chains.preferred(*family, &|number| wanted[number]);
                }
            }
            found
        })
    }
}

/// The last cells of houses, then other last places.
fn hidden_singles(grid: &Grid, techniques: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    for house in grid.geometry.boxes_first() {
        if let Some(cell) = grid.open_in(house).only() {
            let digit = grid.masks[cell].trailing_zeros() as usize;
            if grid.masks[cell].count_ones() == 1 {
                sink(singles::last_cell(
                    techniques[0],
                    Cand::new(cell, digit),
                    house,
                ))?;
            }
        }
    }
    for house in grid.geometry.boxes_first() {
        if grid.open_in(house).len() < 2 {
            continue;
        }
        for digit in digits_of(grid.last_in(house)) {
            if let Some(cell) = grid.places_in(digit, house).only() {
                let mut step = singles::last_place(techniques[1], Cand::new(cell, digit), house);
                let is_box = grid.geometry.houses[house].kind == Kind::Box;
                step.se_rating = Some(if is_box { 12 } else { 15 });
                sink(step)?;
            }
        }
    }
    Flow::Continue(())
}

/// Between which kinds candidates are locked, and whether that is pointing (0) or claiming (1).
const WAYS: [(Kind, Kind, usize); 4] = [
    (Kind::Box, Kind::Column, 0),
    (Kind::Box, Kind::Row, 0),
    (Kind::Column, Kind::Box, 1),
    (Kind::Row, Kind::Box, 1),
];

fn direct_locked(grid: &Grid, techniques: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    for digit in 0..grid.geometry.size {
        for (from, into, which) in WAYS {
            direct::each_locked(grid, digit, from, into, &mut |found| {
                direct::single_of_locked(grid, techniques[which], found, sink)
            })?;
        }
    }
    Flow::Continue(())
}

fn locked_candidates(grid: &Grid, techniques: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    for (from, into, which) in WAYS {
        for digit in 0..grid.geometry.size {
            direct::each_locked(grid, digit, from, into, &mut |found| {
                sink(locked::step(grid, techniques[which], found))
            })?;
        }
    }
    Flow::Continue(())
}

fn naked_subsets(grid: &Grid, techniques: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    let technique = techniques[0];
    for house in grid.geometry.boxes_first() {
        let mut found = collected(|found| subsets::naked_in(grid, house, technique.size, found));
        found.retain(|&subset| subsets::naked_gains(grid, subset));
        let cells = &grid.geometry.houses[house].cells;
        found.sort_by_key(|subset| bits(cells.iter().map(|&cell| subset.cells.has(cell))));
        for subset in found {
            sink(subsets::naked_step(grid, technique, subset, [house]))?;
        }
    }
    Flow::Continue(())
}

/// Hidden subsets in houses with more than twice as many open cells.
fn hidden_subsets(grid: &Grid, techniques: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    let technique = techniques[0];
    for house in grid.geometry.boxes_first() {
        if grid.open_in(house).len() <= 2 * technique.size {
            continue;
        }
        let mut found = collected(|found| subsets::hidden_in(grid, house, technique.size, found));
        found.retain(|&subset| subsets::hidden_gains(grid, subset));
        found.sort_by_key(|subset| subset.digits);
        for subset in found {
            sink(subsets::hidden_step(grid, technique, subset))?;
        }
    }
    Flow::Continue(())
}

fn basic_fish(grid: &Grid, techniques: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    for kind in [Kind::Column, Kind::Row] {
        for digit in 0..grid.geometry.size {
            let size = techniques[0].size;
            let mut found = collected(|found| fish::basic_of(grid, digit, kind, size, found));
            found.sort_by_key(|fish| {
                let mut lines = fish.base.clone();
                lines.reverse();
                lines
            });
            for fish in found {
                sink(fish::step(grid, techniques[0], &fish))?;
            }
        }
    }
    Flow::Continue(())
}

/// All that a search finds. Sudoku Explainer goes through combinations like a counter in binary:
/// of two, the one whose last member comes earlier is first.
fn collected<T>(search: impl FnOnce(&mut dyn FnMut(T) -> Flow) -> Flow) -> Vec<T> {
    let mut all = Vec::new();
    let _ = search(&mut |found| {
        all.push(found);
        Flow::Continue(())
    });
    all
}

fn bits(members: impl Iterator<Item = bool>) -> u32 {
    members
        .zip(0..)
        .fold(0, |all, (is_in, place)| all | u32::from(is_in) << place)
}

fn xy_wings(grid: &Grid, techniques: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    wings::by_pivot(grid, techniques[0], &Options::default(), sink)
}

fn loops(grid: &Grid, _: &[&'static Technique], sink: &mut Sink<'_>) -> Flow {
    unique_loops::in_explainer_order(grid)
        .into_iter()
        .try_for_each(sink)
}
