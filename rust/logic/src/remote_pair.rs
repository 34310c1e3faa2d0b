//! Remote pairs: a chain of cells with the same two digits, each seeing the next.
//!
//! ```text
//!   a . . | b . .     along the chain the digits alternate, so any two cells with an even
//!   . . . | . . .     number of cells between them hold both digits, and a cell that sees
//!   . . b | . a .     the two holds neither
//! ```

use std::cmp::Reverse;

use super::cellset::CellSet;
use super::chains::loops::rank;
use super::grid::{Digits, Grid, digits_of};
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Link, Mark, Step, cands};
use super::wings::{cells_with_candidates, with_candidates};

/// A chain, and the cells outside that hold neither of its digits.
struct Chain {
    cells: Vec<usize>,
    victims: CellSet,
}

/// Remote pairs, those that remove most from a pair of digits first. A chain whose conclusion is
/// part of another's is left out.
pub(super) fn remote_pairs(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    for (digits, cells) in clusters(grid) {
        let mut found = chains(grid, digits, cells, |_, _| true);
        let all: Vec<CellSet> = found.iter().map(|chain| chain.victims).collect();
        found.retain(|chain| {
            !all.iter()
                .any(|&more| more != chain.victims && chain.victims.is_within(&more))
        });
        found.sort_by_key(|chain| Reverse(removed(grid, digits, chain).len()));
        for chain in found {
            sink(remote_pair(grid, technique, &chain))?;
        }
    }
    Flow::Continue(())
}

/// The step that HoDoKu would take: of the chains whose ends remove something, the one with the most
/// eliminations.
pub(super) fn best(grid: &Grid, technique: &Technique) -> Option<Step> {
    clusters(grid)
        .into_iter()
        .flat_map(|(digits, cells)| {
            chains(grid, digits, cells, |path, victims| {
                ends_gain(grid, path, victims)
            })
            .into_iter()
            .map(move |chain| (removed(grid, digits, &chain), chain))
        })
        .min_by_key(|(off, _)| rank(off))
        .map(|(_, chain)| remote_pair(grid, technique, &chain))
}

/// Cells with the same two digits that hang together, if a chain of them may remove something.
fn clusters(grid: &Grid) -> Vec<(Digits, CellSet)> {
    let mut found = Vec::new();
    let mut left = with_candidates(grid, grid.open, 2);
    while let Some(first) = left.first() {
        let digits = grid.masks[first];
        let twins = digits_of(digits).fold(left, |all, digit| all & grid.places[digit]);
        let colours = colour(grid, twins, first);
        let cells = colours[0] | colours[1];
        left -= cells;
        let victims = seen_by_both(grid, digits, colours) - cells;
        if cells.len() >= 4 && !victims.is_empty() {
            found.push((digits, cells));
        }
    }
    found
}

/// What a chain removes.
fn removed(grid: &Grid, digits: Digits, chain: &Chain) -> Vec<Cand> {
    digits_of(digits)
        .flat_map(|digit| cands(chain.victims & grid.places[digit], digit))
        .collect()
}

/// The cells that hang together with the first, in two colours.
fn colour(grid: &Grid, twins: CellSet, first: usize) -> [CellSet; 2] {
    let mut colours = [CellSet::of(first), CellSet::EMPTY];
    let mut turn = 0;
    let mut edge = CellSet::of(first);
    while !edge.is_empty() {
        turn = 1 - turn;
        let near = edge.iter().fold(CellSet::EMPTY, |all, cell| {
            all | grid.geometry.peers[cell] & twins
        });
        edge = near - colours[0] - colours[1];
        colours[turn] |= edge;
    }
    colours
}

/// The cells with one of the digits that see cells of both colours.
fn seen_by_both(grid: &Grid, digits: Digits, colours: [CellSet; 2]) -> CellSet {
    colours
        .iter()
        .map(|colour| {
            colour
                .iter()
                .fold(CellSet::EMPTY, |all, cell| all | grid.geometry.peers[cell])
        })
        .fold(holders(grid, digits), |all, seen| all & seen)
}

/// The cells with one of the digits.
fn holders(grid: &Grid, digits: Digits) -> CellSet {
    digits_of(digits).fold(CellSet::EMPTY, |all, digit| all | grid.places[digit])
}

/// Two cells of a chain, by their places, that hold both digits. Neighbours are a naked pair,
/// which is a technique of its own.
fn is_remote(start: usize, end: usize) -> bool {
    end > start + 1 && (end - start) % 2 == 1
}

/// The cells that see two cells of a chain which hold both digits.
fn seen_by_ends(grid: &Grid, chain: &[usize]) -> CellSet {
    let peers = &grid.geometry.peers;
    let mut seen = CellSet::EMPTY;
    for (start, &one) in chain.iter().enumerate() {
        for (end, &other) in chain.iter().enumerate() {
            if is_remote(start, end) {
                seen |= peers[one] & peers[other];
            }
        }
    }
    seen
}

/// True if the ends of a chain see one of its victims.
fn ends_gain(grid: &Grid, path: &[usize], victims: CellSet) -> bool {
    let last = path.len() - 1;
    let peers = &grid.geometry.peers;
    is_remote(0, last) && (peers[path[0]] & peers[path[last]]).meets(&victims)
}

/// The chains of a coloured set of cells with a gain that are wanted: the shortest for each
/// conclusion.
fn chains(
    grid: &Grid,
    digits: Digits,
    cells: CellSet,
    is_wanted: impl Fn(&[usize], CellSet) -> bool,
) -> Vec<Chain> {
    let mut found: Vec<Chain> = Vec::new();
    for start in cells {
        extend(
            grid,
            digits,
            cells,
            &mut vec![start],
            &mut |path, victims| {
                if !is_wanted(path, victims) {
                    return;
                }
                match found.iter_mut().find(|chain| chain.victims == victims) {
                    Some(chain) if chain.cells.len() > path.len() => chain.cells = path.to_vec(),
                    Some(_) => (),
                    None => found.push(Chain {
                        cells: path.to_vec(),
                        victims,
                    }),
                }
            },
        );
    }
    found
}

/// Reports every path without a repeated cell that goes on from this one and has a gain.
fn extend(
    grid: &Grid,
    digits: Digits,
    cells: CellSet,
    path: &mut Vec<usize>,
    report: &mut dyn FnMut(&[usize], CellSet),
) {
    let inside: CellSet = path.iter().copied().collect();
    let victims = (seen_by_ends(grid, path) & holders(grid, digits)) - cells;
    if !victims.is_empty() {
        report(path, victims);
    }
    let Some(&last) = path.last() else { return };
    for next in grid.geometry.peers[last] & (cells - inside) {
        path.push(next);
        extend(grid, digits, cells, path, report);
        path.pop();
    }
}

fn remote_pair(grid: &Grid, technique: &Technique, chain: &Chain) -> Step {
    let digits: Vec<usize> = digits_of(grid.masks[chain.cells[0]]).collect();
    let mut step = technique.step();
    for victim in chain.victims {
        for (digit, other) in [(digits[0], digits[1]), (digits[1], digits[0])] {
            if grid.has(victim, digit) {
                step.eliminations.push(Cand::new(victim, digit));
                step.proof
                    .push(count(grid, &chain.cells, victim, [digit, other]));
            }
        }
    }
    let links = chain
        .cells
        .windows(2)
        .enumerate()
        .map(|(place, pair)| Link {
            start: vec![Cand::new(pair[0], digits[(place + 1) % 2])],
            end: vec![Cand::new(pair[1], digits[(place + 1) % 2])],
            strong: false,
        });
    step.marks = vec![
        cells_with_candidates(grid, "pattern", chain.cells.iter().copied()),
        Mark::links("cause", links.collect()),
    ];
    // Links inside the cells count as well as those between them.
    step.length = 2 * chain.cells.len() as u32 - 1;
    step
}

/// The part of the chain between two cells that the victim sees, of different colours.
fn count(grid: &Grid, cells: &[usize], victim: usize, [digit, other]: [usize; 2]) -> Inference {
    let seen: Vec<usize> = (0..cells.len())
        .filter(|&place| grid.geometry.peers[victim].has(cells[place]))
        .collect();
    let (start, end) = seen
        .iter()
        .flat_map(|&start| seen.iter().map(move |&end| (start, end)))
        .find(|&(start, end)| is_remote(start, end))
        .expect("a victim sees two such cells");
    let part = &cells[start..=end];
    let mut links = vec![cands([victim, part[0]], digit)];
    for (place, pair) in part.windows(2).enumerate() {
        links.push(cands([pair[0], pair[1]], [other, digit][place % 2]));
    }
    links.push(cands([part[part.len() - 1], victim], digit));
    Inference::Count {
        truths: part.iter().map(|&cell| Truth::Cell(cell)).collect(),
        links,
        off: vec![Cand::new(victim, digit)],
    }
}
