//! Forcing chains as Sudoku Explainer finds and rates them: single chains and cycles, several
//! chains that end alike, dynamic ones, and chains inside chains.

mod advanced;
mod closure;
mod explain;
mod field;
mod implications;
mod left;
mod multiple;
mod nested;
mod rating;
mod unary;

use std::collections::HashSet;

use super::grid::Grid;
use super::search::{Find, Flow, Options, Sink, Technique};
use super::step::{Cand, Step};
use super::table;
use closure::Reach;
pub(super) use explain::truths;
use field::{Field, Set};
use implications::{Links, Outcomes};
use left::Left;
use multiple::{Kept, Kind, Nets};
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

const SINGLE_KINDS: [(unary::Kind, &str); 5] = [
    (unary::Kind::XCycle, "bidirectional-x-cycle"),
    (unary::Kind::YCycle, "bidirectional-y-cycle"),
    (unary::Kind::Cycle, "bidirectional-cycle"),
    (unary::Kind::XChain, "forcing-x-chain"),
    (unary::Kind::Chain, "forcing-chain"),
];

const KINDS: [(Kind, &str); 4] = [
    (Kind::Double, "double"),
    (Kind::Cell, "cell"),
    (Kind::Region, "region"),
    (Kind::Contradiction, "contradiction"),
];

/// What is nested, by level.
const NESTED: [&str; 6] = [
    "",
    "-plus",
    "-plus-chains",
    "-plus-multiple",
    "-plus-dynamic",
    "-plus-dynamic-plus",
];

/// Tells by the number of a technique whether it is wanted.
type Wanted<'a> = &'a dyn Fn(usize) -> bool;

/// How many steps of a family are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Amount {
    /// The preferred one of the first cell that has any.
    First,
    /// The preferred one.
    Best,
    /// All of them.
    All,
}

/// The chains of one board. What several families need is found once.
pub struct Chains<'g> {
    grid: &'g Grid,
    field: Field,
    /// No candidate.
    none: Set,
    links: Links,
    /// Dynamic closures, from one level to the next.
    dynamic: Kept,
    /// Other closures.
    other: Kept,
}

impl<'g> Chains<'g> {
    /// Prepares to look for chains on a board.
    pub fn new(grid: &'g Grid) -> Chains<'g> {
        let field = Field::new(grid);
        Chains {
            none: Set::new(field.len()),
            links: Links::default(),
            dynamic: Kept::default(),
            other: Kept::default(),
            grid,
            field,
        }
    }

    /// The step of a family that Sudoku Explainer prefers, among the techniques that are wanted.
    pub fn preferred(&mut self, family: Family, wanted: Wanted<'_>) -> Option<Step> {
        self.steps(family, wanted, Amount::Best).pop()
    }

    /// A step of a family that is found soon: the preferred one, unless chains are nested, where
    /// the first cell that has a step is enough.
    pub fn soon(&mut self, family: Family, wanted: Wanted<'_>) -> Option<Step> {
        let amount = match family {
            Family::Dynamic(2..) => Amount::First,
            _ => Amount::Best,
        };
        self.steps(family, wanted, amount).pop()
    }

    /// The steps of a family with their nodes, the preferred ones first; or one alone.
    fn steps(&mut self, family: Family, wanted: Wanted<'_>, amount: Amount) -> Vec<Step> {
        let wants_all = amount == Amount::All;
        if family == Family::Single {
            return self.singles(wanted, wants_all);
        }
        let numbers = KINDS.map(|(_, kind)| {
            let number = number(&net_name(family, kind));
            number.filter(|&number| wanted(number))
        });
        let mut nets = self.nets(family, numbers.map(|number| number.is_some()), wants_all);
        let found = match amount {
            Amount::First => nets.search_first(),
            Amount::Best | Amount::All => nets.search(),
        };
        found
            .into_iter()
            .map(|(rank, net)| {
                let step = explain::of_net(&mut nets, &net, true);
                finished(step, rank, numbers[net.kind as usize])
            })
            .collect()
    }

    fn singles(&self, wanted: Wanted<'_>, wants_all: bool) -> Vec<Step> {
        let field = &self.field;
        let numbers = SINGLE_KINDS.map(|(_, name)| number(name).filter(|&number| wanted(number)));
        let kinds = SINGLE_KINDS
            .iter()
            .filter(|(kind, _)| numbers[*kind as usize].is_some());
        let kinds: Vec<unary::Kind> = kinds.map(|&(kind, _)| kind).collect();
        let amount = match wants_all {
            true => unary::Amount::All,
            false => unary::Amount::Best,
        };
        unary::search(&self.left(), &self.links, &kinds, amount)
            .into_iter()
            .map(|(rank, chain)| {
                let mut step = explain::of_chain(field, &chain);
                step.marks = explain::chain_marks(field, &chain.nodes);
                finished(step, rank, numbers[chain.kind as usize])
            })
            .collect()
    }

    fn nets(&mut self, family: Family, kinds: [bool; 4], wants_all: bool) -> Nets<'_> {
        let is_static = family == Family::Multiple;
        let outcomes =
            is_static.then(|| Outcomes::new(&self.left(), self.links.of(&self.left(), false)));
        let kept = match family {
            Family::Dynamic(_) => &mut self.dynamic,
            _ => {
                self.other = Kept::default();
                &mut self.other
            }
        };
        let wanted = (kinds, wants_all);
        Nets::new(self.grid, &self.field, kept, outcomes, family, wanted)
    }

    fn left(&self) -> Left<'_> {
        Left {
            field: &self.field,
            tallies: &self.field.tallies,
            gone: &self.none,
        }
    }
}

fn number(name: &str) -> Option<usize> {
    table::technique(name).map(|technique| technique.number)
}

fn finished(mut step: Step, rank: Rank, number: Option<usize>) -> Step {
    step.technique = number.expect("only what is in the table is looked for");
    step.se_rating = Some(rank.rating);
    step.length = rank.nodes as u32;
    step
}

fn net_name(family: Family, kind: &str) -> String {
    match family {
        Family::Single => String::new(),
        Family::Nishio if kind == "contradiction" => "nishio".into(),
        Family::Nishio => String::new(),
        Family::Multiple => format!("{kind}-forcing-chains"),
        Family::Dynamic(level) => {
            let nested = NESTED[usize::from(level)];
            format!("dynamic-{kind}-forcing-chains{nested}")
        }
    }
}

/// The family of a technique, if it is one of these.
pub fn family(technique: &Technique) -> Option<Family> {
    if !std::ptr::fn_addr_eq(technique.find, find as Find) {
        return None;
    }
    Some(match technique.size {
        0 => Family::Single,
        1 => Family::Nishio,
        2 => Family::Multiple,
        level => Family::Dynamic(level as u8 - 3),
    })
}

/// Finds the steps of one technique, each conclusion once, in Sudoku Explainer's order of
/// preference. `technique.size` is the number of its family.
pub(super) fn find(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    let Some(family) = family(technique) else {
        return Flow::Continue(());
    };
    // The first is found much faster than all.
    let wanted = |number| number == technique.number;
    let mut chains = Chains::new(grid);
    let Some(first) = chains.preferred(family, &wanted) else {
        return Flow::Continue(());
    };
    let mut known = HashSet::from([conclusion(&first)]);
    sink(first)?;
    for step in chains.steps(family, &wanted, Amount::All) {
        if known.insert(conclusion(&step)) {
            sink(step)?;
        }
    }
    Flow::Continue(())
}

fn conclusion(step: &Step) -> (Vec<Cand>, Vec<Cand>) {
    (step.placements.clone(), step.eliminations.clone())
}
