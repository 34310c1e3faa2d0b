//! Which lines of a board, and which blocks of them, are equal.

use super::Shape;
use super::node::Line;

pub(super) fn rows_of_band(band: usize, shape: Shape) -> u16 {
    // Wide enough for a band of 16 rows.
    (((1_u32 << shape.band()) - 1) << (band * shape.band())) as u16
}

/// Blocks of lines, each sorted: equal if they hold the same lines.
pub(super) fn blocks_of(lines: &[Line], width: usize) -> Vec<Vec<Line>> {
    let sorted = |block: &[Line]| {
        let mut block = block.to_vec();
        block.sort_unstable();
        block
    };
    lines.chunks(width).map(sorted).collect()
}

/// The numbers of items that are equal, and of the same kind; only if there are several.
pub(super) fn groups_of<T: PartialEq>(
    items: &[T],
    kind: impl Fn(usize) -> usize,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let is_like =
            |group: &&mut Vec<usize>| items[group[0]] == *item && kind(group[0]) == kind(index);
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// The lines of two blocks with the same content, in pairs of equal ones.
pub(super) fn pairs_of(
    lines: &[Line],
    width: usize,
    one: usize,
    other: usize,
) -> Vec<(usize, usize)> {
    let sorted = |block: usize| {
        let mut numbers: Vec<usize> = (block * width..(block + 1) * width).collect();
        numbers.sort_by_key(|&number| lines[number]);
        numbers
    };
    if one == other {
        return Vec::new();
    }
    sorted(one).into_iter().zip(sorted(other)).collect()
}

/// All orders of some items in which equal ones keep their order.
pub(super) fn orders<T: PartialEq>(items: &[T]) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in items {
        orders = orders
            .iter()
            .flat_map(|order| {
                let free = |index: &usize| !order.contains(index);
                let is_next = |&index: &usize| {
                    !(0..index).any(|other| free(&other) && items[other] == items[index])
                };
                let next = (0..items.len()).filter(free).filter(is_next);
                next.map(|index| [&order[..], &[index]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    orders
}
