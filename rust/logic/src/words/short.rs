//! Steps on one line, in common notation: r2c36 for cells, r27 for houses, r1c2 =9= r9c2 for links.

use std::collections::BTreeSet;

use super::Teller;
use super::templates::Key;
use crate::step::{Cand, Link, Mark, Step};

const SETS: [(&str, &str); 4] = [
    ("set-a", "A"),
    ("set-b", "B"),
    ("set-c", "C"),
    ("set-d", "D"),
];
const PATTERN: [&str; 5] = ["base", "cover", "pattern", "on", "off"];

/// The printed form of a cell: r4c7.
pub(super) fn cell_name(cell: usize, size: usize) -> String {
    format!("r{}c{}", cell / size + 1, cell % size + 1)
}

/// Cells in short: those of one row or column are joined (r2c36, r28c5).
pub(super) fn cells(cells: impl IntoIterator<Item = usize>, size: usize) -> String {
    let mut sorted: Vec<usize> = cells.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    // Columns, and the rows that have a cell in exactly these.
    let mut found: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for row in sorted.chunk_by(|one, other| one / size == other / size) {
        let columns: Vec<usize> = row.iter().map(|cell| cell % size).collect();
        match found.iter_mut().find(|(known, _)| *known == columns) {
            Some((_, rows)) => rows.push(row[0] / size),
            None => found.push((columns, vec![row[0] / size])),
        }
    }
    let joint = joint(size);
    let joined = |numbers: &[usize]| {
        let texts = numbers.iter().map(|number| (number + 1).to_string());
        texts.collect::<Vec<_>>().join(joint)
    };
    let parts = found
        .iter()
        .map(|(columns, rows)| format!("r{}c{}", joined(rows), joined(columns)));
    parts.collect::<Vec<_>>().join(",")
}

/// The cells of candidates in short.
pub(super) fn node(candidates: &[Cand], size: usize) -> String {
    cells(candidates.iter().map(|one| one.cell.into()), size)
}

fn joint(size: usize) -> &'static str {
    if size <= 9 { "" } else { "/" }
}

/// What a step concludes: placements and eliminations, cells grouped by digit.
pub fn conclusion(placements: &[Cand], eliminations: &[Cand], size: usize) -> String {
    let mut parts = Vec::new();
    for (digit, found) in sorted_by_digit(placements) {
        let names = found.iter().map(|&cell| cell_name(cell, size));
        parts.extend(names.map(|name| format!("{name}={}", digit + 1)));
    }
    for (digit, found) in sorted_by_digit(eliminations) {
        parts.push(format!("{}<>{}", cells(found, size), digit + 1));
    }
    parts.join(", ")
}

fn sorted_by_digit(candidates: &[Cand]) -> Vec<(u8, Vec<usize>)> {
    let mut found = super::by_digit(candidates);
    found.sort_by_key(|(digit, _)| *digit);
    found
}

impl Teller {
    /// The pattern of a step in short: digits, houses, cells, fins, sets, chain.
    pub(super) fn place(&self, step: &Step) -> String {
        let marks = &step.marks;
        let links: Vec<&Link> = marks.iter().flat_map(|mark| &mark.links).collect();
        let mut parts: Vec<String> = Vec::new();
        let digits = digits_of(marks.iter().filter(|mark| PATTERN.contains(&mark.role)));
        if !digits.is_empty() && links.is_empty() {
            parts.push(joined(&digits, ","));
        }
        for role in ["base", "cover", "cause"] {
            let houses: Vec<usize> = of(marks, role)
                .flat_map(|mark| mark.houses.clone())
                .collect();
            if !houses.is_empty() {
                parts.push(self.houses(&houses));
            }
        }
        for (role, key) in [("pattern", Key::LineCells), ("fin", Key::LineFins)] {
            let found: Vec<usize> = of(marks, role).flat_map(cells_of).collect();
            if found.is_empty() {
                continue;
            }
            let text = cells(found, self.size);
            let is_bare = role == "pattern" && parts.is_empty();
            let said = || self.templates.say(key, &[("cells", &text)]);
            parts.push(if is_bare { text.clone() } else { said() });
        }
        for (role, name) in SETS {
            for mark in of(marks, role) {
                let held = joined(&digits_of([mark]), "");
                let held = if held.is_empty() {
                    held
                } else {
                    format!(" {{{held}}}")
                };
                parts.push(format!("{name}={}{held}", cells(cells_of(mark), self.size)));
            }
        }
        if !links.is_empty() {
            chains(&links, self.size, &mut parts);
        } else if parts.is_empty() {
            let coloured = cells(marks.iter().flat_map(cells_of), self.size);
            parts.extend((!coloured.is_empty()).then_some(coloured));
        }
        parts.join(" ")
    }

    /// Houses in short: r27 c3 b1; those of a rule by their names.
    pub(super) fn houses(&self, houses: &[usize]) -> String {
        let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut others = Vec::new();
        for &house in houses {
            match &self.groups[house].short {
                None => others.push(self.groups[house].name.clone()),
                Some((kind, number)) => match kinds.iter_mut().find(|(known, _)| known == kind) {
                    Some((_, numbers)) => numbers.push(number),
                    None => kinds.push((kind, vec![number])),
                },
            }
        }
        let joint = joint(self.size);
        let kinds = kinds.iter();
        let kinds = kinds.map(|(kind, numbers)| format!("{kind}{}", numbers.join(joint)));
        kinds.chain(others).collect::<Vec<_>>().join(" ")
    }
}

/// True if a chain that ends with some candidates goes on with others: the same, or the other
/// candidate of their cell.
pub(super) fn goes_on(end: &[Cand], start: &[Cand]) -> bool {
    end == start || matches!((end, start), ([one], [other]) if one.cell == other.cell)
}

/// Links as chains in the usual notation: r1c2 =9= r9c2 -9- r9c8. A strong link has =, a weak one -,
/// with the digit, or both if it is another one at the end.
fn chains(links: &[&Link], size: usize, parts: &mut Vec<String>) {
    for chain in links.chunk_by(|one, other| goes_on(&one.end, &other.start)) {
        let mut text = node(&chain[0].start, size);
        for Link { start, end, strong } in chain.iter().copied() {
            let sign = if *strong { '=' } else { '-' };
            let digit = |node: &[Cand]| node.first().map_or(0, |first| first.digit + 1);
            let (from, to) = (digit(start), digit(end));
            let digits = if from == to {
                from.to_string()
            } else {
                format!("{from}/{to}")
            };
            text.push_str(&format!(" {sign}{digits}{sign} {}", node(end, size)));
        }
        parts.push(text);
    }
}

fn of<'a>(marks: &'a [Mark], role: &'a str) -> impl Iterator<Item = &'a Mark> {
    marks.iter().filter(move |mark| mark.role == role)
}

fn cells_of(mark: &Mark) -> impl Iterator<Item = usize> + '_ {
    let candidates = mark.candidates.iter().map(|one| usize::from(one.cell));
    mark.cells.iter().copied().chain(candidates)
}

fn digits_of<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> BTreeSet<u8> {
    let candidates = marks.into_iter().flat_map(|mark| &mark.candidates);
    candidates.map(|one| one.digit).collect()
}

fn joined(digits: &BTreeSet<u8>, joint: &str) -> String {
    let texts = digits.iter().map(|digit| (digit + 1).to_string());
    texts.collect::<Vec<_>>().join(joint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_one_row_or_column_are_joined() {
        assert_eq!(cells([30, 0, 3, 0], 9), "r1c14,r4c4");
        assert_eq!(cells([4, 13], 9), "r12c5");
        assert_eq!(cells([0, 10, 12], 12), "r1c1/11,r2c1");
        assert_eq!(cells([], 9), "");
    }

    #[test]
    fn conclusions_are_grouped_by_digit() {
        let cand = Cand::new;
        let (placed, removed) = ([cand(1, 4)], [cand(2, 4), cand(3, 0), cand(4, 4)]);
        assert_eq!(
            conclusion(&placed, &removed, 9),
            "r1c2=5, r1c4<>1, r1c35<>5"
        );
    }
}
