//! Ratings: paths walked for their numbers alone. No step is kept but the hardest.

pub mod backdoor;
pub mod effort;
pub mod rows;

use std::time::{Duration, Instant};

use super::deadline::Deadline;
use super::grid::Grid;
use super::path::{End, Order, PathLimit};
use super::step::Step;
use super::table::TECHNIQUES;

/// What every technique counts on the scales of other programs, by its number.
#[derive(Clone, Debug, Default)]
pub struct Points {
    /// Sudoku Explainer's rating in tenths, for steps that carry none of their own.
    pub se: Vec<u16>,
    /// HoDoKu's points.
    pub scores: Vec<u32>,
    /// HoDoKu's level, from 0 for the easiest.
    pub levels: Vec<u8>,
}

/// By what steps are compared to name the hardest; the first of equal ones counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardest {
    /// Sudoku Explainer's rating.
    Rating,
    /// HoDoKu's level, then points.
    Score,
}

/// The numbers of a path.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Why it ended.
    pub end: End,
    /// The number of steps.
    pub steps: u32,
    /// Sudoku Explainer's rating of the hardest step, in tenths.
    pub er: u16,
    /// The same of the steps up to the first that places a digit.
    pub ep: u16,
    /// The same of the first step.
    pub ed: u16,
    /// HoDoKu's points of all steps together.
    pub score: u32,
    /// HoDoKu's level of the hardest step.
    pub level: u8,
    /// The hardest step.
    pub hardest: Option<Step>,
    /// The technique of the first step that is not a single.
    pub first: Option<usize>,
    /// How many steps each technique has, by its number; 255 for more.
    pub used: Vec<u8>,
    /// Cells that were open at the end.
    pub open: u32,
    /// The time it took.
    pub time: Duration,
}

impl Tally {
    fn new() -> Tally {
        Tally {
            end: End::Stuck,
            steps: 0,
            er: 0,
            ep: 0,
            ed: 0,
            score: 0,
            level: 0,
            hardest: None,
            first: None,
            used: vec![0; TECHNIQUES.len()],
            open: 0,
            time: Duration::ZERO,
        }
    }
}

/// Walks a path in an order as `path::walk` does, and adds up what its steps count. A step of a
/// technique in `last`, by its number, ends the path.
pub fn tally(
    grid: &mut Grid,
    order: &mut dyn Order,
    (points, by): (&Points, Hardest),
    (limit, last): (&PathLimit, &[bool]),
    go_on: &mut dyn FnMut() -> bool,
) -> Tally {
    grid.deadline = Deadline::new(limit.deadline);
    let mut sum = Tally::new();
    let (mut most, mut is_placed) = (0, false);
    let mut is_sound = !grid.is_contradictory();
    let started = Instant::now();
    sum.end = loop {
        if !is_sound {
            break End::Contradiction;
        }
        if grid.is_full() {
            break End::Full;
        }
        if let Some(end) = limit.stop(sum.steps as usize, go_on) {
            break end;
        }
        let step = order.next(grid);
        if grid.deadline.was_missed() {
            break End::Time;
        }
        let Some(step) = step else {
            break End::Stuck;
        };
        is_sound = grid.apply(&step);
        let rating = step.se_rating.unwrap_or(points.se[step.technique]);
        sum.used[step.technique] = sum.used[step.technique].saturating_add(1);
        if sum.first.is_none() && !is_single(step.technique) {
            sum.first = Some(step.technique);
        }
        let is_last = last.get(step.technique).is_some_and(|&is_last| is_last);
        let (score, level) = (points.scores[step.technique], points.levels[step.technique]);
        if sum.steps == 0 {
            sum.ed = rating;
        }
        if !is_placed {
            sum.ep = sum.ep.max(rating);
            is_placed = !step.placements.is_empty();
        }
        sum.er = sum.er.max(rating);
        sum.score += score;
        sum.level = sum.level.max(level);
        let rank = match by {
            Hardest::Rating => u64::from(rating),
            Hardest::Score => u64::from(level) << 32 | u64::from(score),
        };
        if sum.hardest.is_none() || rank > most {
            most = rank;
            sum.hardest = Some(step);
        }
        sum.steps += 1;
        if is_last {
            break End::Technique;
        }
    };
    sum.open = grid.open.len() as u32;
    sum.time = started.elapsed();
    sum
}

/// True for the techniques that do nothing but place a digit in its last place.
fn is_single(technique: usize) -> bool {
    ["full-house", "hidden-single", "naked-single"].contains(&TECHNIQUES[technique].name)
}
