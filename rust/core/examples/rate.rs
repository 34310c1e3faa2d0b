//! How fast the engines are without Python around them, for work on the core:
//! `cargo run --release --example rate -- FILE [ENGINE] [REPEATS]`, where ENGINE is scalar, a path
//! of the lanes (the best one if not given), or the box of a small board such as 2x3. One thread,
//! the best of the repeats.

use std::sync::Arc;
use std::time::Instant;

use nonet_core::batch::{self, Rows};
use nonet_core::contract::{Engine, Limit};
use nonet_core::houses::Houses;
use nonet_core::lanes::Path;
use nonet_core::scalar::Scalar;
use nonet_core::small::{Layout, Small};

fn engine(name: &str) -> Box<dyn Engine> {
    if let Some(path) = Path::ALL.into_iter().find(|path| path.name() == name) {
        return Box::new(path);
    }
    let Some((rows, columns)) = name.split_once('x') else {
        return Box::new(Scalar);
    };
    let [rows, columns] = [rows, columns].map(|side| side.parse().expect("a number"));
    let houses = Houses::of_boxes(rows, columns).expect("a board");
    let layout = Layout::new(&houses).expect("a small board");
    Box::new(Small::new(Arc::new(layout), Path::best()))
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of puzzles, one per line");
    let name = arguments.next().unwrap_or(Path::best().name().into());
    let repeats = arguments
        .next()
        .map_or(5, |text| text.parse().expect("a number"));
    let engine = engine(&name);
    let cells = engine.size() * engine.size();
    let text = std::fs::read_to_string(&file).expect("a text file");
    let puzzles: Vec<u8> = text
        .lines()
        .filter(|line| line.len() >= cells && !line.starts_with('#'))
        .flat_map(|line| line.bytes().take(cells))
        .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
        .collect();
    let count = puzzles.len() / cells;
    let mut solutions = vec![0; puzzles.len()];
    let (mut status, mut guesses) = (vec![0; count], vec![0; count]);
    let limit = Limit::of_solutions(2);
    let mut best = f64::MAX;
    for _ in 0..repeats {
        let rows = Rows {
            puzzles: &puzzles,
            solutions: &mut solutions,
            status: &mut status,
            guesses: &mut guesses,
            details: None,
        };
        let started = Instant::now();
        batch::solve(rows, &*engine, &limit, 1, || true);
        best = best.min(started.elapsed().as_secs_f64());
    }
    let guessed: f64 = guesses.iter().map(|&number| f64::from(number)).sum();
    let proved = status.iter().filter(|&&status| status == 1).count();
    println!(
        "{name}: {:.0} puzzles/s, {:.2} guesses each, {proved} of {count} unique",
        count as f64 / best,
        guessed / count as f64
    );
}
