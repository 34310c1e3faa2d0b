//! Times random grids and minimal puzzles: `cargo run --release --example generate -- NUMBER`.

use std::sync::Arc;
use std::time::Instant;

use nonet_core::cells::CELLS;
use nonet_core::generator::grids::{Grids, Method};
use nonet_core::generator::pieces::Pieces;
use nonet_core::generator::puzzles::{Job, Room, make};
use nonet_core::generator::{sampling, uniform_grid};
use nonet_core::houses::Houses;
use nonet_core::lanes::Path;
use nonet_core::random::Random;

fn main() {
    let number = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let number: usize = number.unwrap_or(10_000);
    uniform_grid(&mut Random::new(0));
    let started = Instant::now();
    let mut sum = 0_u64;
    for seed in 0..number as u64 {
        sum += u64::from(uniform_grid(&mut Random::stream(seed, 0))[40]);
    }
    report("grids", number, started);
    assert!(sum > 0);
    let pieces = Pieces::new(&(0..81).collect::<Vec<_>>()).expect("a piece per cell");
    let grids = Grids::new(Arc::new(Houses::of_boxes(3, 3).expect("a board of 9x9")));
    let job = Job {
        engine: &Path::best(),
        grids: &grids,
        method: Method::Uniform,
        pieces: &pieces,
        clues: None,
        nodes: u64::MAX,
    };
    let (mut puzzles, mut solutions) = (vec![0; number * CELLS], vec![0; number * CELLS]);
    let mut outcomes = vec![0; number];
    let places = puzzles.chunks_mut(CELLS).zip(solutions.chunks_mut(CELLS));
    let rooms = (0..).zip(places).zip(&mut outcomes);
    let rooms = rooms.map(|((seed, (puzzle, solution)), outcome)| Room {
        seed: (seed, 0),
        start: None,
        has_grid: false,
        puzzle,
        solution,
        outcome,
    });
    let started = Instant::now();
    make(rooms.collect(), &job, 1, &mut || true);
    report("minimal puzzles", number, started);
    let clues = puzzles.iter().filter(|&&clue| clue != 0).count();
    println!("clues: {:.3} on average", clues as f64 / number as f64);
    let started = Instant::now();
    let sampled = (0..number as u64 / 100)
        .filter_map(|seed| sampling::sample(seed, 40_960, &Path::best(), &pieces, &mut || true));
    let hits = sampled.map(|(_, hits)| hits.len()).sum();
    report("puzzles by controlled bias", hits, started);
}

fn report(what: &str, number: usize, started: Instant) {
    let rate = number as f64 / started.elapsed().as_secs_f64();
    println!("{what}: {rate:.0} per second");
}
