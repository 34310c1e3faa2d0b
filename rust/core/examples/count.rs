//! How fast the lanes count, for work on the core: `cargo run --release --example count -- FILE [LIMIT] [THREADS]`.

use std::time::Instant;

use nonet_core::cells::CELLS;
use nonet_core::contract::{Engine, Limit, Puzzle};
use nonet_core::lanes::Path;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of puzzles, one per line");
    let solutions = arguments
        .next()
        .map_or(100_000, |text| text.parse().expect("a number"));
    let threads = arguments
        .next()
        .map_or(1, |text| text.parse().expect("a number"));
    let path = Path::best();
    let text = std::fs::read_to_string(&file).expect("a text file");
    let limit = Limit::of_solutions(solutions);
    let (mut seen, mut nodes) = (0, 0);
    let started = Instant::now();
    for line in text.lines().filter(|line| line.len() >= CELLS) {
        let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
        let cells: Vec<u8> = line.bytes().take(CELLS).map(digit).collect();
        let mut search = path.search(&Puzzle::of_givens(&cells), &limit);
        seen += search.count_all(&limit, threads, &mut || true).seen;
        nodes += search.nodes();
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{}: {:.2} million solutions/s, {:.2} nodes each",
        path.name(),
        seen as f64 / seconds / 1e6,
        nodes as f64 / seen as f64
    );
}
