//! The form of any board up to 16x16: a depth-first search, one row of the copy after the other.
//!
//! A node is a set of maps that agree on the rows so far. Which row comes next is a branch, but
//! columns and digits are not chosen before they matter. Columns form an ordered partition:
//!
//! ```text
//!   row of the copy    0 0 0 | 0 0 1 | 0 2 3        positions of cells with the same letter are
//!   columns            a a a | b b c | d e e        not told apart yet
//! ```
//!
//! The digits 2 and 3 are not chosen either: the label of a digit follows from the place of the
//! column in which it first appeared, as `label = place + offset`. The next row settles what makes
//! it smaller: in each cell of columns empties go first, then known digits by their smallest
//! possible label, then new ones. Only if two different digits could get the same label do we branch.
//!
//! Columns of a cell that never needed to be told apart can be exchanged in the end: this is why
//! nearly empty boards take no time. Rows, bands and stacks with the same content are taken in one
//! order only, for the same reason.
//!
//! When a leaf equals the best one, the map between them is an automorphism. It carries the rest of
//! its branch onto one that was searched, so the search goes on where the two parted. There, the
//! branches found equal are a level of the [`Chain`].

use super::node::{FIXED, Line, NEW, Node, Partial};
use super::twins::{blocks_of, groups_of, orders, pairs_of, rows_of_band};
use super::{Canonical, Chain, MOST, Map, Shape};

/// The form, by search.
pub(super) fn canonical(shape: Shape, cells: &[u8]) -> Canonical {
    let mut search = Search::new(shape, cells);
    search.visit_roots();
    search.finish(cells)
}

/// The children of a node: those with the smallest next row.
struct Best {
    row: Option<Line>,
    nodes: Vec<Node>,
}

/// The smallest copy so far.
struct Leaf {
    rows: Vec<Line>,
    node: Node,
    map: Map,
    /// Which child was taken at each depth.
    path: Vec<usize>,
}

struct Search {
    shape: Shape,
    size: usize,
    cells: Vec<u8>,
    /// The rows of each view.
    views: Vec<Vec<Line>>,
    /// For each view and row, the earlier rows of its band with the same content, as a set.
    row_twins: Vec<[u16; MOST]>,
    /// For each view and band, the earlier bands with the same rows, as sets of their rows.
    band_twins: Vec<[u16; MOST]>,
    best: Option<Leaf>,
    /// How often a better leaf was found.
    improved: usize,
    path: Vec<usize>,
    levels: Vec<Vec<Map>>,
}

impl Search {
    fn new(shape: Shape, cells: &[u8]) -> Search {
        let size = shape.size();
        let line = |view: usize, row: usize| -> Line {
            let mut line = [0; MOST];
            for (column, cell) in line.iter_mut().enumerate().take(size) {
                let (row, column) = if view == 0 {
                    (row, column)
                } else {
                    (column, row)
                };
                *cell = cells[row * size + column];
            }
            line
        };
        let views: Vec<Vec<Line>> = (0..1 + usize::from(shape.is_square()))
            .map(|view| (0..size).map(|row| line(view, row)).collect())
            .collect();
        let twins = |rows: &Vec<Line>| -> [u16; MOST] {
            let mut twins = [0; MOST];
            for (row, set) in twins.iter_mut().enumerate().take(size) {
                let band = row - row % shape.band();
                *set = (band..row)
                    .filter(|&other| rows[other] == rows[row])
                    .map(|row| 1 << row)
                    .sum();
            }
            twins
        };
        let band_twins = |rows: &Vec<Line>| -> [u16; MOST] {
            let contents = blocks_of(rows, shape.band());
            let mut twins = [0; MOST];
            for (band, set) in twins.iter_mut().enumerate().take(contents.len()) {
                let same = (0..band).filter(|&other| contents[other] == contents[band]);
                *set = same.map(|other| rows_of_band(other, shape)).sum();
            }
            twins
        };
        Search {
            shape,
            size,
            cells: cells.to_vec(),
            row_twins: views.iter().map(twins).collect(),
            band_twins: views.iter().map(band_twins).collect(),
            views,
            best: None,
            improved: 0,
            path: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// The columns of a view as lines.
    fn columns_of(&self, view: usize) -> Vec<Line> {
        let rows = &self.views[view];
        let line = |column: usize| {
            let mut line = [0; MOST];
            line.iter_mut()
                .zip(rows)
                .for_each(|(cell, row)| *cell = row[column]);
            line
        };
        (0..self.size).map(line).collect()
    }

    fn visit_roots(&mut self) {
        let mut best = Best {
            row: None,
            nodes: Vec::new(),
        };
        for view in 0..self.views.len() {
            let stacks = blocks_of(&self.columns_of(view), self.shape.stack());
            for order in orders(&stacks) {
                let mut columns = [0; MOST];
                let width = self.shape.stack();
                for place in 0..self.size {
                    columns[place] = (order[place / width] * width + place % width) as u8;
                }
                self.add_children(&Node::root(view, columns, self.shape), 0, &mut best);
            }
        }
        self.visit_children(best, 0, false);
    }

    /// Adds the children of a node, if their row is not larger than the smallest so far.
    fn add_children(&self, node: &Node, depth: usize, best: &mut Best) {
        let (band, size) = (self.shape.band(), self.size);
        let starts_band = depth.is_multiple_of(band);
        let candidates = if starts_band {
            0..size
        } else {
            let first = usize::from(node.rows[depth - 1]) / band * band;
            first..first + band
        };
        for row in candidates {
            let is_free = |set: u16| set & !node.taken != 0;
            let is_taken = node.taken >> row & 1 == 1
                || starts_band && node.taken & rows_of_band(row / band, self.shape) != 0;
            if is_taken
                || is_free(self.row_twins[node.view][row])
                || starts_band && is_free(self.band_twins[node.view][row / band])
            {
                continue;
            }
            let mut child = node.clone();
            child.taken |= 1 << row;
            child.rows[depth] = row as u8;
            self.place(
                Partial {
                    node: child,
                    place: 0,
                    values: [0; MOST],
                },
                row,
                best,
            );
        }
    }

    /// Finds the smallest copies of a row.
    fn place(&self, mut partial: Partial, row: usize, best: &mut Best) {
        let (size, line) = (self.size, &self.views[partial.node.view][row]);
        while partial.place < size {
            let (start, end) = (partial.place, partial.node.end(partial.place, size));
            let digit =
                |node: &Node, place: usize| usize::from(line[usize::from(node.columns[place])]);
            let zeros = partial.node.split(start, end, |column| line[column] == 0);
            if zeros > start {
                partial.place = zeros;
                continue;
            }
            // Known digits by their smallest label; new ones come last, all with the next label.
            let (mut smallest, mut choices) = (u8::MAX, Vec::new());
            for place in start..end {
                let found = digit(&partial.node, place);
                let label = self.label_of(&partial.node, found, line, start, end);
                if label < smallest {
                    smallest = label;
                    choices.clear();
                }
                if label == smallest && !choices.contains(&found) {
                    choices.push(found);
                }
            }
            if smallest == partial.node.next_label && choices.len() == end - start {
                let offset = smallest as i8 - start as i8;
                for place in start..end {
                    let found = digit(&partial.node, place);
                    partial.node.anchors[found] = partial.node.columns[place];
                    partial.node.offsets[found] = offset;
                    partial.values[place] = smallest + (place - start) as u8;
                }
                partial.node.next_label += (end - start) as u8;
                partial.place = end;
            } else {
                let (last, others) = choices.split_last().expect("a cell is not empty");
                for &other in others {
                    let mut branch = partial.clone();
                    branch.take(other, line, end, size);
                    self.place(branch, row, best);
                }
                partial.take(*last, line, end, size);
            }
            let known = partial.place;
            if best
                .row
                .is_some_and(|row| partial.values[..known] > row[..known])
            {
                return;
            }
        }
        if best.row != Some(partial.values) {
            best.row = Some(partial.values);
            best.nodes.clear();
        }
        best.nodes.push(partial.node);
    }

    /// The smallest label that a digit of the cell from `start` to `end` can have.
    fn label_of(&self, node: &Node, digit: usize, line: &Line, start: usize, end: usize) -> u8 {
        let (offset, anchor) = (node.offsets[digit], node.anchors[digit]);
        if offset == NEW {
            return node.next_label;
        }
        if anchor == FIXED {
            return offset as u8;
        }
        let mut place = usize::from(node.starts[usize::from(node.places[usize::from(anchor)])]);
        // If the column that decides is in this very cell, those with the digit go before it.
        if place == start && usize::from(line[usize::from(anchor)]) != digit {
            let columns = &node.columns[start..end];
            place += columns
                .iter()
                .filter(|&&column| usize::from(line[usize::from(column)]) == digit)
                .count();
        }
        (offset + place as i8) as u8
    }

    /// Goes through the children of a node; returns the depth to go on at, if that is above.
    fn visit_children(&mut self, best: Best, depth: usize, is_less: bool) -> Option<usize> {
        let row = best.row.expect("there is a row left");
        let mut is_less = is_less || self.best.is_none();
        if let Some(leaf) = &self.best
            && !is_less
        {
            match row.cmp(&leaf.rows[depth]) {
                std::cmp::Ordering::Greater => return None,
                std::cmp::Ordering::Less => is_less = true,
                std::cmp::Ordering::Equal => {}
            }
        }
        for (index, node) in best.nodes.into_iter().enumerate() {
            self.path.truncate(depth);
            self.path.push(index);
            let improved = self.improved;
            let back = if depth + 1 == self.size {
                self.visit_leaf(node, is_less)
            } else {
                let mut next = Best {
                    row: None,
                    nodes: Vec::new(),
                };
                self.add_children(&node, depth + 1, &mut next);
                self.visit_children(next, depth + 1, is_less)
            };
            // The way to here is the way to the best leaf then.
            is_less &= improved == self.improved;
            if back.is_some_and(|back| back < depth) {
                return back;
            }
        }
        None
    }

    fn visit_leaf(&mut self, node: Node, is_less: bool) -> Option<usize> {
        let map = self.map_of(&node);
        if is_less {
            let copy = map.apply(&self.cells);
            let line = |row: &[u8]| {
                let mut line = [0; MOST];
                line[..row.len()].copy_from_slice(row);
                line
            };
            self.best = Some(Leaf {
                rows: copy.chunks_exact(self.size).map(line).collect(),
                node,
                map,
                path: self.path.clone(),
            });
            self.improved += 1;
            self.levels = vec![vec![Map::identity(self.size)]; self.size];
            return None;
        }
        let best = self.best.as_ref().expect("there is a leaf to equal");
        let parted = best
            .path
            .iter()
            .zip(&self.path)
            .position(|(one, other)| one != other)?;
        self.levels[parted].push(map.then(&best.map.inverse()));
        Some(parted)
    }

    /// The map of a leaf; columns that were never told apart keep the order they have there.
    fn map_of(&self, node: &Node) -> Map {
        let mut map = Map::identity(self.size);
        map.transposed = node.view == 1;
        map.rows[..self.size].copy_from_slice(&node.rows[..self.size]);
        map.columns[..self.size].copy_from_slice(&node.columns[..self.size]);
        map.relabel(&self.cells);
        map
    }

    fn finish(mut self, cells: &[u8]) -> Canonical {
        let leaf = self.best.take().expect("every board has a copy");
        let mut chain = Chain {
            levels: std::mem::take(&mut self.levels),
        };
        let back = leaf.map.inverse();
        // What follows leaves every choice of the leaf alone.
        let without = |mut changed: Map| {
            changed.relabel(cells);
            changed.then(&back)
        };
        let mut place = 0;
        while place < self.size {
            let end = leaf.node.end(place, self.size);
            let tied: Vec<usize> = (place..end).collect();
            chain.add_all_orders(&tied, |one, other| {
                let mut map = leaf.map;
                map.columns.swap(one, other);
                without(map)
            });
            place = end;
        }
        self.add_twins(leaf.node.view, &mut chain);
        let unused: Vec<usize> = (1..=self.size)
            .filter(|&digit| !cells.contains(&(digit as u8)))
            .collect();
        chain.add_all_orders(&unused, |one, other| {
            let mut map = Map::identity(self.size);
            map.digits.swap(one, other);
            map
        });
        chain.levels.retain(|level| level.len() > 1);
        Canonical {
            cells: leaf.map.apply(cells),
            map: leaf.map,
            automorphisms: chain,
        }
    }

    /// Adds the exchanges of rows, bands and stacks with the same content.
    fn add_twins(&self, view: usize, chain: &mut Chain) {
        let (rows, columns) = (&self.views[view], &self.columns_of(view));
        let mut flip = Map::identity(self.size);
        flip.transposed = view == 1;
        let swap_rows = |pairs: &[(usize, usize)]| {
            let mut map = Map::identity(self.size);
            pairs
                .iter()
                .for_each(|&(one, other)| map.rows.swap(one, other));
            flip.then(&map).then(&flip)
        };
        let swap_columns = |pairs: &[(usize, usize)]| {
            let mut map = Map::identity(self.size);
            pairs
                .iter()
                .for_each(|&(one, other)| map.columns.swap(one, other));
            flip.then(&map).then(&flip)
        };
        for group in groups_of(rows, |row| row / self.shape.band()) {
            chain.add_all_orders(&group, |one, other| swap_rows(&[(one, other)]));
        }
        let band = self.shape.band();
        for group in groups_of(&blocks_of(rows, band), |_| 0) {
            chain.add_all_orders(&group, |one, other| {
                swap_rows(&pairs_of(rows, band, one, other))
            });
        }
        let stack = self.shape.stack();
        for group in groups_of(&blocks_of(columns, stack), |_| 0) {
            chain.add_all_orders(&group, |one, other| {
                swap_columns(&pairs_of(columns, stack, one, other))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::map::tests::{any_map, random};

    /// All orders of lines that keep blocks together.
    fn line_orders(count: usize, width: usize) -> Vec<Line> {
        let within = orders(&(0..width).collect::<Vec<_>>());
        let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..count / width {
            let longer = |line: &Vec<usize>| {
                within
                    .iter()
                    .map(|order| [&line[..], order].concat())
                    .collect::<Vec<_>>()
            };
            lines = lines.iter().flat_map(longer).collect();
        }
        let blocks = orders(&(0..count / width).collect::<Vec<_>>());
        let mut all = Vec::new();
        for blocks in &blocks {
            for line in &lines {
                let mut order = [0; MOST];
                for place in 0..count {
                    let block = blocks[place / width];
                    order[place] = (block * width + line[block * width + place % width]) as u8;
                }
                all.push(order);
            }
        }
        all
    }

    /// The smallest copy and the number of maps that lead to it, by trying them all.
    fn by_trying(shape: Shape, cells: &[u8]) -> (Vec<u8>, u128) {
        let size = shape.size();
        let (rows, columns) = (
            line_orders(size, shape.band()),
            line_orders(size, shape.stack()),
        );
        let (mut best, mut count) = (vec![u8::MAX; size * size], 0);
        for transposed in [false, true]
            .into_iter()
            .take(1 + usize::from(shape.is_square()))
        {
            for &rows in &rows {
                for &columns in &columns {
                    let mut map = Map::identity(size);
                    (map.transposed, map.rows, map.columns) = (transposed, rows, columns);
                    map.relabel(cells);
                    let copy = map.apply(cells);
                    if copy < best {
                        (best, count) = (copy, 0);
                    } else if copy > best {
                        continue;
                    }
                    count += 1;
                }
            }
        }
        let unused = (1..=size)
            .filter(|&digit| !cells.contains(&(digit as u8)))
            .count();
        (best, count * (1..=unused as u128).product::<u128>())
    }

    /// Checks everything about the form of a board but that it is the smallest.
    fn check(shape: Shape, cells: &[u8]) -> Canonical {
        let found = canonical(shape, cells);
        assert_eq!(found.map.apply(cells), found.cells);
        for map in found.automorphisms.levels.iter().flatten() {
            assert_eq!(map.apply(cells), cells);
        }
        found
    }

    #[test]
    fn small_boards_have_the_form_that_trying_every_map_finds() {
        let mut random = random(1);
        for (rows, columns, boards) in [
            (2, 2, 3000),
            (1, 4, 500),
            (4, 1, 500),
            (2, 3, 60),
            (3, 2, 60),
        ] {
            let shape = Shape::new(rows, columns).unwrap();
            let size = shape.size();
            for board in 0..boards {
                // From empty to full; with few and with many different digits, so with conflicts too.
                let (clues, digits) = (board % (size * size + 1), 1 + random(size));
                let mut cells = vec![0; size * size];
                for _ in 0..clues {
                    cells[random(size * size)] = 1 + random(digits) as u8;
                }
                let found = check(shape, &cells);
                let (best, count) = by_trying(shape, &cells);
                assert_eq!(
                    (&found.cells, found.automorphisms.order()),
                    (&best, count),
                    "{shape:?} {cells:?}"
                );
            }
        }
    }

    #[test]
    fn every_copy_has_the_same_form_and_as_many_automorphisms() {
        let mut random = random(2);
        let mut boards: Vec<Vec<u8>> = vec![vec![0; 81], vec![1; 81]];
        for clues in [1, 1, 2, 3, 5, 8, 12, 17, 17, 25, 40, 60, 80] {
            let mut cells = vec![0; 81];
            (0..clues).for_each(|_| cells[random(81)] = 1 + random(9) as u8);
            boards.push(cells);
        }
        let diagonal = (0..81).map(|cell| u8::from(cell % 10 == 0));
        let numbered = (0..81).map(|cell| if cell % 10 == 0 { 1 + cell / 10 } else { 0 });
        let rows = (0..81).map(|cell| 1 + cell / 9);
        boards.extend([
            diagonal.collect::<Vec<_>>(),
            numbered.collect(),
            rows.collect(),
        ]);
        boards.extend(GRIDS.map(|(grid, _)| grid.bytes().map(|byte| byte - b'0').collect()));
        for cells in boards {
            let found = check(Shape::CLASSIC, &cells);
            for _ in 0..5 {
                let copy = check(Shape::CLASSIC, &any_map(&mut random).apply(&cells));
                assert_eq!(copy.cells, found.cells);
                assert_eq!(copy.automorphisms.order(), found.automorphisms.order());
            }
        }
    }

    const GRIDS: [(&str, u128); 3] = [
        (
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
            3,
        ),
        (
            "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
            72,
        ),
        (
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
            648,
        ),
    ];

    #[test]
    fn known_grids_are_minlex_with_known_automorphisms() {
        for (grid, order) in GRIDS {
            let cells: Vec<u8> = grid.bytes().map(|byte| byte - b'0').collect();
            let found = check(Shape::CLASSIC, &cells);
            assert_eq!((found.cells, found.automorphisms.order()), (cells, order));
        }
    }

    #[test]
    fn an_empty_board_has_all_maps_as_automorphisms() {
        let order = |rows, columns| {
            let shape = Shape::new(rows, columns).unwrap();
            check(shape, &vec![0; shape.size().pow(2)])
                .automorphisms
                .order()
        };
        assert_eq!(order(3, 3), 2 * 6_u128.pow(8) * 362_880);
        assert_eq!(order(2, 3), 48 * 72 * 720);
        assert_eq!(order(4, 4), 2 * 24_u128.pow(10) * 20_922_789_888_000);
    }
}
