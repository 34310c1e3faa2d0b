//! Forcing chains as Sudoku Explainer finds and rates them: single chains and cycles, several
//! chains that end alike, dynamic ones, and chains inside chains.

mod advanced;
mod closure;
mod explain;
mod field;
mod multiple;
mod nested;
mod rating;
mod unary;

use super::grid::Grid;
use super::search::{Flow, Options, Sink, Technique};
use super::step::Step;
use super::table;
use closure::Reach;
use field::Field;
use multiple::{Kind, Nets};
use rating::Rank;

/// What is searched together, for the preferred chain of all its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Cycles and forcing chains.
    Single,
    /// Contradictions with one digit.
    Nishio,
    /// Chains from every candidate of a cell or house.
    Multiple,
    /// Dynamic chains; a level above 0 adds patterns, then chains inside.
    Dynamic(u8),
}

impl Family {
    fn base(self) -> u16 {
        match self {
            Family::Single => 70,
            Family::Nishio => 75,
            Family::Multiple => 80,
            Family::Dynamic(level) => 85 + 5 * u16::from(level),
        }
    }

    fn reach(self) -> Reach {
        Reach {
            is_dynamic: self != Family::Multiple,
            one_digit: self == Family::Nishio,
            level: match self {
                Family::Dynamic(level) => level,
                _ => 0,
            },
        }
    }
}

const SINGLE_KINDS: [unary::Kind; 5] = [
    unary::Kind::XCycle,
    unary::Kind::YCycle,
    unary::Kind::Cycle,
    unary::Kind::XChain,
    unary::Kind::Chain,
];

/// The steps of a family with their nodes, the preferred ones first; or the preferred one alone.
fn steps(grid: &Grid, family: Family, wants_all: bool) -> Vec<(usize, Step)> {
    let field = Field::new(grid);
    if family == Family::Single {
        return unary::search(grid, &field, &SINGLE_KINDS, wants_all)
            .into_iter()
            .map(|(rank, chain)| {
                let step = explain::of_chain(&field, &chain);
                finished(step, rank, single_name(chain.kind))
            })
            .collect();
    }
    let mut nets = Nets::new(grid, &field, family.reach(), family.base(), wants_all);
    let found = nets.search();
    found
        .into_iter()
        .map(|(rank, net)| {
            let step = explain::of_net(&mut nets, &net);
            finished(step, rank, &net_name(family, net.kind))
        })
        .collect()
}

fn finished(mut step: Step, rank: Rank, name: &str) -> (usize, Step) {
    step.technique = table::technique(name).map_or(0, |technique| technique.number);
    step.se_rating = Some(rank.rating);
    step.length = rank.nodes as u32;
    (rank.nodes, step)
}

fn single_name(kind: unary::Kind) -> &'static str {
    match kind {
        unary::Kind::XCycle => "bidirectional-x-cycle",
        unary::Kind::YCycle => "bidirectional-y-cycle",
        unary::Kind::Cycle => "bidirectional-cycle",
        unary::Kind::XChain => "forcing-x-chain",
        unary::Kind::Chain => "forcing-chain",
    }
}

fn net_name(family: Family, kind: Kind) -> String {
    let kind = match kind {
        Kind::Contradiction => "contradiction",
        Kind::Double => "double",
        Kind::Region => "region",
        Kind::Cell => "cell",
    };
    match family {
        Family::Nishio => "nishio".into(),
        Family::Multiple => format!("{kind}-forcing-chains"),
        Family::Dynamic(level) => {
            let suffix = [
                "",
                "-plus",
                "-plus-chains",
                "-plus-multiple",
                "-plus-dynamic",
            ];
            format!(
                "dynamic-{kind}-forcing-chains{}",
                suffix[usize::from(level.min(4))]
            )
        }
        Family::Single => String::new(),
    }
}

/// The step of a family that Sudoku Explainer prefers.
pub fn preferred(grid: &Grid, family: Family) -> Option<Step> {
    steps(grid, family, false).pop().map(|(_, step)| step)
}

/// The family of a technique, if it is one of these.
pub fn family(technique: &Technique) -> Option<Family> {
    if !std::ptr::fn_addr_eq(technique.find, find as super::search::Find) {
        return None;
    }
    Some(match technique.size {
        0 => Family::Single,
        1 => Family::Nishio,
        2 => Family::Multiple,
        level => Family::Dynamic(level as u8 - 3),
    })
}

/// Finds the steps of one technique. `technique.size` is the number of its family.
pub(super) fn find(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let Some(family) = family(technique) else {
        return Flow::Continue(());
    };
    for (_, step) in steps(grid, family, true) {
        if step.technique == technique.number {
            sink(step)?;
        }
    }
    Flow::Continue(())
}
