//! Paths as rows, one per step: the board before it, what it concludes, and why.
//!
//! ```text
//!   path 0   step 1   board | candidates | technique | placements | eliminations | premises | sentence
//!            step 2   board | ...
//!   path 1   (none)   board | candidates | none        a path without steps has one row, too
//! ```

use std::sync::Mutex;

use super::Teller;
use super::short::cell_name;
use crate::grid::{Grid, digits_of};
use crate::step::{Cand, Link, Mark, Step};
use crate::table::TECHNIQUES;
use nonet_core::threads;

const _: () = assert!(TECHNIQUES.len() < 255, "a byte names a technique, or none");

/// A column of texts, one after the other.
#[derive(Default)]
pub struct Texts {
    /// All texts, UTF-8.
    pub data: Vec<u8>,
    /// Where each of them ends.
    pub ends: Vec<i64>,
}

impl Texts {
    fn end(&mut self) {
        self.ends.push(self.data.len() as i64);
    }

    fn push(&mut self, text: &str) {
        self.data.extend_from_slice(text.as_bytes());
        self.end();
    }

    fn append(&mut self, other: &Texts) {
        let start = self.data.len() as i64;
        self.data.extend_from_slice(&other.data);
        self.ends.extend(other.ends.iter().map(|end| start + end));
    }
}

/// Rows, column by column.
#[derive(Default)]
pub struct Rows {
    /// The number of the technique, counted from 1; 0 for a path without steps.
    pub techniques: Vec<u8>,
    /// The digits on one line.
    pub boards: Texts,
    /// Every cell: its digit, or its candidates.
    pub candidates: Texts,
    /// What is placed.
    pub placements: Texts,
    /// What is eliminated.
    pub eliminations: Texts,
    /// The marks, as JSON.
    pub premises: Texts,
    /// The step in sentences.
    pub sentences: Texts,
}

impl Rows {
    /// The texts, in the order above.
    pub fn texts(&self) -> [&Texts; 6] {
        [
            &self.boards,
            &self.candidates,
            &self.placements,
            &self.eliminations,
            &self.premises,
            &self.sentences,
        ]
    }

    fn append(&mut self, other: &Rows) {
        self.techniques.extend_from_slice(&other.techniques);
        self.boards.append(&other.boards);
        self.candidates.append(&other.candidates);
        self.placements.append(&other.placements);
        self.eliminations.append(&other.eliminations);
        self.premises.append(&other.premises);
        self.sentences.append(&other.sentences);
    }
}

/// Tells paths, each given by its start and its steps, on some threads. `names` are the texts of an
/// open cell on the line and of every digit. `go_on` is asked on the calling thread all along; None
/// if it said no.
pub fn tell_paths(
    teller: &Teller,
    names: &[String],
    paths: &[(&Grid, &[Step])],
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Rows> {
    let told: Vec<Mutex<Rows>> = paths.iter().map(|_| Mutex::default()).collect();
    let done = threads::each(paths.len(), threads, go_on, |number, _| {
        let (start, steps) = paths[number];
        let rows = tell_path(teller, names, start, steps);
        *told[number].lock().expect("no thread panics here") = rows;
    });
    let mut rows = Rows::default();
    for one in told {
        rows.append(&one.into_inner().expect("no thread panics here"));
    }
    done.then_some(rows)
}

fn tell_path(teller: &Teller, names: &[String], start: &Grid, steps: &[Step]) -> Rows {
    let mut rows = Rows::default();
    let mut grid = start.clone();
    if steps.is_empty() {
        rows.techniques.push(0);
        tell_board(&grid, names, &mut rows);
        for texts in [
            &mut rows.placements,
            &mut rows.eliminations,
            &mut rows.premises,
            &mut rows.sentences,
        ] {
            texts.end();
        }
    }
    for step in steps {
        rows.techniques.push(step.technique as u8 + 1);
        tell_board(&grid, names, &mut rows);
        tell_pairs(&step.placements, "=", teller.size, &mut rows.placements);
        tell_pairs(
            &step.eliminations,
            "<>",
            teller.size,
            &mut rows.eliminations,
        );
        tell_marks(&step.marks, &mut rows.premises.data);
        rows.premises.end();
        rows.sentences.push(&teller.describe(step));
        grid.apply(step);
    }
    rows
}

fn tell_board(grid: &Grid, names: &[String], rows: &mut Rows) {
    let (line, all) = (&mut rows.boards.data, &mut rows.candidates.data);
    for cell in 0..grid.geometry.cell_count {
        if cell > 0 {
            all.push(b' ');
        }
        let digit = usize::from(grid.values[cell]);
        line.extend_from_slice(names[digit].as_bytes());
        if digit != 0 {
            all.extend_from_slice(names[digit].as_bytes());
        }
        for candidate in digits_of(grid.masks[cell]) {
            all.extend_from_slice(names[candidate + 1].as_bytes());
        }
    }
    rows.boards.end();
    rows.candidates.end();
}

fn tell_pairs(pairs: &[Cand], sign: &str, size: usize, texts: &mut Texts) {
    for (number, &Cand { cell, digit }) in pairs.iter().enumerate() {
        let gap = if number > 0 { " " } else { "" };
        let text = format!("{gap}{}{sign}{}", cell_name(cell.into(), size), digit + 1);
        texts.data.extend_from_slice(text.as_bytes());
    }
    texts.end();
}

/// Writes marks as JSON; empty fields are left out.
fn tell_marks(marks: &[Mark], text: &mut Vec<u8>) {
    list(text, marks, |text, mark| {
        text.extend_from_slice(br#"{"role":""#);
        text.extend_from_slice(mark.role.as_bytes());
        text.push(b'"');
        if !mark.cells.is_empty() {
            text.extend_from_slice(br#","cells":"#);
            list(text, &mark.cells, |text, &cell| push_number(text, cell));
        }
        if !mark.candidates.is_empty() {
            text.extend_from_slice(br#","candidates":"#);
            list_pairs(text, &mark.candidates);
        }
        if !mark.houses.is_empty() {
            text.extend_from_slice(br#","houses":"#);
            list(text, &mark.houses, |text, &house| push_number(text, house));
        }
        if !mark.links.is_empty() {
            text.extend_from_slice(br#","links":"#);
            list(text, &mark.links, tell_link);
        }
        text.push(b'}');
    });
}

fn tell_link(text: &mut Vec<u8>, link: &Link) {
    text.extend_from_slice(br#"{"start":"#);
    list_pairs(text, &link.start);
    text.extend_from_slice(br#","end":"#);
    list_pairs(text, &link.end);
    text.extend_from_slice(br#","strong":"#);
    text.extend_from_slice(if link.strong { b"true}" } else { b"false}" });
}

fn list_pairs(text: &mut Vec<u8>, pairs: &[Cand]) {
    list(text, pairs, |text, pair| {
        text.push(b'[');
        push_number(text, pair.cell.into());
        text.push(b',');
        push_number(text, usize::from(pair.digit) + 1);
        text.push(b']');
    });
}

fn list<T>(text: &mut Vec<u8>, items: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    text.push(b'[');
    for (number, item) in items.iter().enumerate() {
        if number > 0 {
            text.push(b',');
        }
        write(text, item);
    }
    text.push(b']');
}

fn push_number(text: &mut Vec<u8>, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(b'0' + (number % 10) as u8);
}
