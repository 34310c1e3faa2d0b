//! How long the techniques of an order are looked for on the way through puzzles, for work on the
//! core: `cargo run --release --example paths -- FILE ORDER [COUNT]`, where ORDER is a file of
//! `python/nonet/logic/data/orders`. Prints the time per path, then how long nonet's own order
//! looks for each technique on these paths.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nonet_logic::geometry::Geometry;
use nonet_logic::grid::Grid;
use nonet_logic::path::{self, PathLimit, walk};
use nonet_logic::search::{Options, Technique};
use nonet_logic::{
    forcing::{self, Chains},
    orders, table,
};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of puzzles, one per line");
    let order = arguments.next().expect("a file with an order");
    let count = arguments
        .next()
        .map_or(usize::MAX, |text| text.parse().expect("a number"));
    let name = std::path::Path::new(&order).file_stem().expect("a name");
    let name = name.to_str().expect("a name");
    let names = std::fs::read_to_string(&order).expect("an order");
    let techniques: Vec<_> = names.split('"').filter_map(table::technique).collect();
    let geometry = Arc::new(classic());
    let text = std::fs::read_to_string(&file).expect("a text file");
    let lines = text
        .lines()
        .filter(|line| line.len() >= 81 && !line.starts_with('#'));
    let starts: Vec<Grid> = lines
        .take(count)
        .map(|line| start(&geometry, line))
        .collect();
    let limit = PathLimit {
        deadline: None,
        steps: usize::MAX,
    };
    let started = Instant::now();
    let paths = starts.iter().map(|start| {
        let mut order = orders::named(name, techniques.clone()).expect("a known order");
        walk(&mut start.clone(), &mut *order, &limit, &mut || true).steps
    });
    let paths: Vec<_> = paths.collect();
    let each = started.elapsed() / paths.len() as u32;
    println!("{} paths, {each:?} each", paths.len());
    if name != "nonet" {
        return;
    }
    let mut spent = vec![(Duration::ZERO, 0, 0); table::TECHNIQUES.len()];
    for (start, steps) in starts.iter().zip(&paths) {
        let mut grid = start.clone();
        for step in steps {
            look(&grid, &techniques, &mut spent);
            spent[step.technique].2 += 1;
            grid.apply(step);
        }
    }
    let mut rows: Vec<_> = table::TECHNIQUES.iter().zip(spent).collect();
    rows.sort_by_key(|(_, (time, ..))| std::cmp::Reverse(*time));
    for (technique, (time, looked, found)) in rows.into_iter().filter(|(_, row)| row.1 > 0) {
        let each = time / paths.len() as u32;
        println!(
            "{each:>12.1?}, {looked:>6} times, {found:>6} found: {}",
            technique.name
        );
    }
}

/// Looks for the first step, one technique after the other.
fn look(grid: &Grid, techniques: &[&'static Technique], spent: &mut [(Duration, u32, u32)]) {
    let options = Options {
        als_nodes: false,
        ..Options::ALL
    };
    let mut families = Vec::new();
    let mut chains = None;
    let wanted = |number| techniques.iter().any(|one| one.number == number);
    for technique in techniques {
        let started = Instant::now();
        let found = match forcing::family(technique) {
            None => path::first(grid, technique, &options),
            Some(family) if families.contains(&family) => continue,
            Some(family) => {
                families.push(family);
                let chains = chains.get_or_insert_with(|| Chains::new(grid));
                chains.soon(family, &wanted)
            }
        };
        spent[technique.number].0 += started.elapsed();
        spent[technique.number].1 += 1;
        if found.is_some() {
            return;
        }
    }
}

fn classic() -> Geometry {
    let row = |number: u16| (0..9).map(|place| number * 9 + place).collect();
    let column = |number: u16| (0..9).map(|place| place * 9 + number).collect();
    let region = |number: u16| {
        let corner = number / 3 * 27 + number % 3 * 3;
        (0..9)
            .map(|place| corner + place / 3 * 9 + place % 3)
            .collect()
    };
    let mut houses: Vec<Vec<u16>> = (0..9).map(row).collect();
    houses.extend((0..9).map(column));
    houses.extend((0..9).map(region));
    Geometry::new(9, &houses, &[]).expect("a board")
}

fn start(geometry: &Arc<Geometry>, line: &str) -> Grid {
    let digit = |byte: u8| {
        if byte.is_ascii_digit() {
            byte - b'0'
        } else {
            0
        }
    };
    let cells: Vec<u8> = line.bytes().take(81).map(digit).collect();
    let empty = vec![0; 81];
    let mut grid = Grid::new(geometry.clone(), &cells, &empty, &[(1 << 9) - 1; 81]);
    for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        grid.place(cell, usize::from(digit) - 1);
    }
    grid
}
