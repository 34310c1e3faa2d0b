//! A set of maps that agree on the first rows of a copy, and the next row as far as it is known.

use super::{MOST, Shape};

/// No column: the label of the digit is known.
pub(super) const FIXED: u8 = u8::MAX;
/// The label of a digit that has not appeared.
pub(super) const NEW: i8 = i8::MIN;

pub(super) type Line = [u8; MOST];

/// A set of maps that agree on the first rows of the copy.
#[derive(Clone)]
pub(super) struct Node {
    /// Which view the rows are taken from: 1 is the transposed board.
    pub(super) view: usize,
    /// The rows taken so far, as a set.
    pub(super) taken: u16,
    pub(super) rows: Line,
    /// The column at each place.
    pub(super) columns: Line,
    /// The place of each column.
    pub(super) places: Line,
    /// The first place of the cell that a place belongs to.
    pub(super) starts: Line,
    /// For each digit the column that its label depends on, or `FIXED`.
    pub(super) anchors: [u8; MOST + 1],
    /// What to add to the place of that column, or the label itself; `NEW` if it has none.
    pub(super) offsets: [i8; MOST + 1],
    pub(super) next_label: u8,
}

impl Node {
    pub(super) fn root(view: usize, columns: Line, shape: Shape) -> Node {
        let mut node = Node {
            view,
            taken: 0,
            rows: [0; MOST],
            columns,
            places: [0; MOST],
            starts: [0; MOST],
            anchors: [FIXED; MOST + 1],
            offsets: [NEW; MOST + 1],
            next_label: 1,
        };
        for (place, &column) in columns.iter().enumerate().take(shape.size()) {
            node.places[usize::from(column)] = place as u8;
            node.starts[place] = (place - place % shape.stack()) as u8;
        }
        node
    }

    /// The end of the cell that starts at a place.
    pub(super) fn end(&self, start: usize, size: usize) -> usize {
        let same = |&place: &usize| usize::from(self.starts[place]) == start;
        (start + 1..size).take_while(same).last().unwrap_or(start) + 1
    }

    /// Moves some columns of a cell to its front, where they become a cell of their own; returns
    /// where that ends.
    pub(super) fn split(
        &mut self,
        start: usize,
        end: usize,
        is_first: impl Fn(usize) -> bool,
    ) -> usize {
        let mut front = start;
        for place in start..end {
            if is_first(usize::from(self.columns[place])) {
                self.swap(front, place);
                front += 1;
            }
        }
        self.starts[front..end].fill(front as u8);
        front
    }

    pub(super) fn swap(&mut self, one: usize, other: usize) {
        self.columns.swap(one, other);
        self.places[usize::from(self.columns[one])] = one as u8;
        self.places[usize::from(self.columns[other])] = other as u8;
    }

    /// Gives a digit the smallest label that it can have, and returns it.
    pub(super) fn settle(&mut self, digit: usize, size: usize) -> u8 {
        if self.anchors[digit] != FIXED {
            let column = usize::from(self.anchors[digit]);
            let start = usize::from(self.starts[usize::from(self.places[column])]);
            self.split(start, self.end(start, size), |other| other == column);
            self.offsets[digit] += start as i8;
            self.anchors[digit] = FIXED;
        }
        self.offsets[digit] as u8
    }
}

/// The next row of a copy, as far as it is known.
#[derive(Clone)]
pub(super) struct Partial {
    pub(super) node: Node,
    pub(super) place: usize,
    pub(super) values: Line,
}

impl Partial {
    /// Takes the columns of the current cell that have a digit, and gives it its label.
    pub(super) fn take(&mut self, digit: usize, line: &Line, end: usize, size: usize) {
        let start = self.place;
        self.place = self
            .node
            .split(start, end, |column| usize::from(line[column]) == digit);
        let label = if self.node.offsets[digit] == NEW {
            self.node.offsets[digit] = self.node.next_label as i8;
            self.node.next_label += 1;
            self.node.next_label - 1
        } else {
            self.node.settle(digit, size)
        };
        self.values[start..self.place].fill(label);
    }
}
