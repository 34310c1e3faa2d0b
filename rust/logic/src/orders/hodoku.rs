//! HoDoKu's choices: which of several steps of a technique it takes.
//!
//! Singles wait in two queues, in the order in which placements and eliminations made them. All
//! that matters about a queue is this order, so it is kept beside the grid and follows every step.

use crate::cellset::CellSet;
use crate::chains::loops::{self, rank};
use crate::chains::{forcing, nets, xy};
use crate::geometry::{Geometry, Kind, MAX_SIZE};
use crate::grid::{Digits, Grid, digits_of};
use crate::path::{Order, all};
use crate::quiet::Quiet;
use crate::remote_pair;
use crate::search::{Options, Technique};
use crate::singles;
use crate::step::{Cand, Mark, Step};
use crate::table::TECHNIQUES;

/// HoDoKu's order.
pub(super) struct Hodoku {
    slots: Vec<Slot>,
    /// As they are after the last step.
    queues: Option<Queues>,
    quiet: Quiet,
}

/// Techniques among which HoDoKu chooses by what they find.
struct Slot {
    kind: Kinds,
    techniques: Vec<&'static Technique>,
}

/// How HoDoKu looks for a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kinds {
    FullHouse,
    NakedSingle,
    HiddenSingle,
    /// It takes the first step.
    First,
    /// A bivalue universal grave: it takes the first step in a cell of three candidates.
    Grave,
    /// Remote pairs: it takes the best step.
    RemotePairs,
    /// X-chains or XY-chains: it takes the best step.
    Simple,
    /// Nice loops and chains: it takes the best step.
    Chains,
    GroupedChains,
    /// Chains of almost locked sets: it takes the best step.
    AlsChains,
    /// Contradictions and verities along chains: it takes the first placement.
    Forcing,
    /// The same with nets.
    Nets,
}

impl Slot {
    fn find(&self, grid: &Grid, queues: &mut Queues, quiet: &mut Quiet) -> Option<Step> {
        let technique = self.techniques.first()?;
        match self.kind {
            Kinds::FullHouse => queues.full_house(grid, technique),
            Kinds::NakedSingle => queues.naked_single(grid, technique),
            Kinds::HiddenSingle => queues.hidden_single(grid, technique),
            Kinds::First => quiet.first(grid, technique, &OPTIONS),
            Kinds::Grave => all(grid, technique, &OPTIONS, usize::MAX)
                .into_iter()
                .find(|step| is_in_three(grid, step)),
            Kinds::RemotePairs => remote_pair::best(grid, technique),
            Kinds::Simple => xy::best(grid, technique),
            Kinds::Chains | Kinds::GroupedChains => loops::best(grid, &self.techniques),
            Kinds::AlsChains => all(grid, technique, &OPTIONS, usize::MAX)
                .into_iter()
                .min_by_key(|step| rank(&step.eliminations)),
            Kinds::Forcing => forcing::best(grid, &self.techniques),
            Kinds::Nets => nets::best(grid, &self.techniques),
        }
    }
}

/// True if all cells that a step eliminates from have three candidates.
fn is_in_three(grid: &Grid, step: &Step) -> bool {
    let mut cells = step.eliminations.iter().map(|cand| usize::from(cand.cell));
    cells.all(|cell| grid.masks[cell].count_ones() == 3)
}

fn kind_of(name: &str) -> Kinds {
    match name {
        "full-house" => Kinds::FullHouse,
        "naked-single" => Kinds::NakedSingle,
        "hidden-single" => Kinds::HiddenSingle,
        "bug-1" => Kinds::Grave,
        "remote-pair" => Kinds::RemotePairs,
        "x-chain" | "xy-chain" => Kinds::Simple,
        "continuous-nice-loop" | "discontinuous-nice-loop" | "aic" => Kinds::Chains,
        "grouped-continuous-nice-loop" | "grouped-discontinuous-nice-loop" | "grouped-aic" => {
            Kinds::GroupedChains
        }
        "als-chain" => Kinds::AlsChains,
        "forcing-chain-contradiction" | "forcing-chain-verity" => Kinds::Forcing,
        "forcing-net-contradiction" | "forcing-net-verity" => Kinds::Nets,
        _ => Kinds::First,
    }
}

impl Hodoku {
    /// Techniques that HoDoKu looks for together share the place of the first of them.
    pub(super) fn new(techniques: Vec<&'static Technique>) -> Hodoku {
        let mut slots: Vec<Slot> = Vec::with_capacity(techniques.len());
        for technique in techniques {
            let kind = kind_of(technique.name);
            let slot = slots.iter_mut().find(|slot| slot.kind == kind);
            match slot.filter(|_| kind != Kinds::First && kind != Kinds::Simple) {
                Some(slot) => slot.techniques.push(technique),
                None => slots.push(Slot {
                    kind,
                    techniques: vec![technique],
                }),
            }
        }
        Hodoku {
            slots,
            queues: None,
            quiet: Quiet::default(),
        }
    }
}

impl Order for Hodoku {
    fn next(&mut self, grid: &Grid) -> Option<Step> {
        let queues = self.queues.take().filter(|queues| queues.is_of(grid));
        let queues = self
            .queues
            .insert(queues.unwrap_or_else(|| Queues::new(grid)));
        let mut slots = self.slots.iter();
        let quiet = &mut self.quiet;
        let step = slots.find_map(|slot| slot.find(grid, queues, quiet))?;
        queues.apply(grid, &step);
        Some(step)
    }
}

/// What HoDoKu allows by default.
const OPTIONS: Options = Options {
    als_overlap: false,
    backward_als_chains: false,
    als_nodes: false,
    duals: false,
    siamese: false,
    missing_candidates: true,
    loose_rectangles: false,
    all_houses: false,
    small_empty_rectangles: false,
    all_chains: false,
    digits: Digits::MAX,
};

/// The singles in the order in which they came up, some of them used already.
///
/// `left[house][digit]` counts the places of a digit in a house. A hidden single joins its queue
/// when a count falls to 1, a naked single when a cell has one candidate left.
struct Queues {
    masks: Vec<Digits>,
    left: Vec<[u8; MAX_SIZE]>,
    naked: Vec<Cand>,
    hidden: Vec<Cand>,
}

impl Queues {
    /// Places the digits of a grid one after the other on an empty board, then removes what the
    /// grid lacks besides.
    fn new(grid: &Grid) -> Queues {
        let geometry = &*grid.geometry;
        let size = geometry.size;
        let mut queues = Queues {
            masks: vec![((1u64 << size) - 1) as Digits; geometry.cell_count],
            left: vec![[size as u8; MAX_SIZE]; geometry.houses.len()],
            naked: Vec::new(),
            hidden: Vec::new(),
        };
        for cell in 0..geometry.cell_count {
            if let Some(digit) = grid.values[cell].checked_sub(1) {
                queues.place(geometry, cell, usize::from(digit));
            }
        }
        for digit in 0..size {
            for cell in 0..geometry.cell_count {
                if !grid.has(cell, digit) {
                    queues.eliminate(geometry, cell, digit);
                }
            }
        }
        queues
    }

    fn is_of(&self, grid: &Grid) -> bool {
        self.masks[..] == grid.masks[..self.masks.len()]
    }

    /// Does what a step says in HoDoKu's order.
    fn apply(&mut self, grid: &Grid, step: &Step) {
        let geometry = &*grid.geometry;
        for &Cand { cell, digit } in &step.placements {
            self.place(geometry, usize::from(cell), usize::from(digit));
        }
        for cand in in_order(geometry, step) {
            self.eliminate(geometry, usize::from(cand.cell), usize::from(cand.digit));
        }
    }

    fn place(&mut self, geometry: &Geometry, cell: usize, digit: usize) {
        let others = std::mem::take(&mut self.masks[cell]) & !(1 << digit);
        for &house in &geometry.houses_of[cell] {
            self.left[house][digit] = 0;
        }
        for peer in geometry.peers[cell] {
            self.eliminate(geometry, peer, digit);
        }
        for other in digits_of(others) {
            self.count_down(geometry, cell, other);
        }
    }

    fn eliminate(&mut self, geometry: &Geometry, cell: usize, digit: usize) {
        if self.masks[cell] >> digit & 1 == 0 {
            return;
        }
        self.masks[cell] &= !(1 << digit);
        self.count_down(geometry, cell, digit);
        if self.masks[cell].count_ones() == 1 {
            let last = self.masks[cell].trailing_zeros() as usize;
            self.naked.push(Cand::new(cell, last));
        }
    }

    fn count_down(&mut self, geometry: &Geometry, cell: usize, digit: usize) {
        for &house in &geometry.houses_of[cell] {
            let left = &mut self.left[house][digit];
            *left = left.saturating_sub(1);
            if *left == 1 {
                let mut cells = geometry.houses[house].cells.iter();
                let last = cells.find(|&&cell| self.masks[cell] >> digit & 1 == 1);
                self.hidden.extend(last.map(|&cell| Cand::new(cell, digit)));
            }
        }
    }

    fn full_house(&self, grid: &Grid, technique: &Technique) -> Option<Step> {
        self.naked
            .iter()
            .filter(|cand| grid.open.has(usize::from(cand.cell)))
            .find_map(|&cand| singles::full_house_at(grid, technique, cand))
    }

    fn naked_single(&mut self, grid: &Grid, technique: &Technique) -> Option<Step> {
        let is_left = |cand: &Cand| grid.masks[usize::from(cand.cell)] == 1 << cand.digit;
        self.naked.retain(is_left);
        let first = *self.naked.first()?;
        Some(singles::naked_at(technique, first))
    }

    fn hidden_single(&mut self, grid: &Grid, technique: &Technique) -> Option<Step> {
        self.hidden
            .retain(|cand| grid.has(usize::from(cand.cell), usize::from(cand.digit)));
        let first = *self.hidden.first()?;
        singles::hidden_at(grid, technique, first)
    }
}

/// The eliminations of a step, in the order in which HoDoKu makes them: those of chains digit by
/// digit, others cell by cell; a locked pair or triple first in the line, a Sue de Coq last.
fn in_order(geometry: &Geometry, step: &Step) -> Vec<Cand> {
    let name = TECHNIQUES[step.technique].name;
    let is_chain = matches!(
        kind_of(name),
        Kinds::RemotePairs
            | Kinds::Simple
            | Kinds::Chains
            | Kinds::GroupedChains
            | Kinds::AlsChains
    );
    let mut cands = step.eliminations.clone();
    if is_chain {
        cands.sort_by_key(|cand| (cand.digit, cand.cell));
    } else {
        cands.sort_by_key(|cand| (cand.cell, cand.digit));
    }
    let is_locked = name.starts_with("locked-");
    if is_locked || name == "sue-de-coq" {
        let pattern: CellSet = step.marks.iter().flat_map(pattern_cells).collect();
        let line = geometry
            .common_houses(pattern)
            .find(|&house| geometry.houses[house].kind != Kind::Box);
        if let Some(line) = line {
            let line = &geometry.houses[line].set;
            cands.sort_by_key(|cand| line.has(usize::from(cand.cell)) != is_locked);
        }
    }
    cands
}

fn pattern_cells(mark: &Mark) -> Vec<usize> {
    let cands = mark.candidates.iter().map(|cand| usize::from(cand.cell));
    match mark.role {
        "pattern" => mark.cells.iter().copied().chain(cands).collect(),
        _ => Vec::new(),
    }
}
