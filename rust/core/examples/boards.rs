//! Times the portfolio on boards of any size, without Python:
//! `cargo run --release --example boards -- FILE SOLUTIONS SECONDS [ENGINE] [THREADS] [FILTER]`.
//!
//! A line of the file has the rows and columns of a box, a name, and the cells as numbers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nonet_core::contract::{Engine, Limit, Puzzle};
use nonet_core::houses::Houses;
#[cfg(feature = "cadical")]
use nonet_core::portfolio::cadical::Cadical;
use nonet_core::portfolio::{Learning, Portfolio};

fn engine(name: &str, houses: &Arc<Houses>) -> Box<dyn Engine> {
    let houses = Arc::clone(houses);
    match name {
        "learning" => Box::new(Learning { houses }),
        #[cfg(feature = "cadical")]
        "cadical" => {
            let resident = || 0;
            Box::new(Cadical { houses, resident })
        }
        _ => Box::new(Portfolio { houses }),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("a file");
    let limit = Limit {
        solutions: args[2].parse().expect("solutions"),
        time: Some(Duration::from_secs_f64(args[3].parse().expect("seconds"))),
        ..Limit::NONE
    };
    let engine_name = args.get(4).map_or("portfolio", String::as_str);
    let threads = args.get(5).map_or(2, |text| text.parse().expect("threads"));
    let filter = args.get(6).map_or("", String::as_str);
    let mut times = Vec::new();
    for line in text.lines() {
        let mut parts = line.split(' ');
        let mut number = || {
            parts
                .next()
                .and_then(|part| part.parse().ok())
                .expect("a number")
        };
        let (rows, columns) = (number(), number());
        let name = parts.next().expect("a name");
        if !name.contains(filter) {
            continue;
        }
        let givens: Vec<u8> = parts.map(|part| part.parse().expect("a digit")).collect();
        let started = Instant::now();
        let houses = Arc::new(Houses::of_boxes(rows, columns).expect("a layout"));
        let engine = engine(engine_name, &houses);
        let answer = engine.solve(&Puzzle::of_givens(&givens), &limit, threads, &mut |_| true);
        let time = 1e3 * started.elapsed().as_secs_f64();
        for solution in &answer.solutions {
            assert!(!solution.contains(&0) && !houses.has_clash(solution));
        }
        times.push(time);
        if args.len() > 6 {
            println!(
                "{time:10.3} ms, {} solutions, exhausted {}, stopped {:?}, {:?} {name}",
                answer.solutions.len(),
                answer.is_exhausted,
                answer.stopped_by,
                answer.report
            );
        }
    }
    times.sort_by(f64::total_cmp);
    let count = times.len();
    println!(
        "{} boards: median {:.3} ms, nine tenths {:.3} ms, worst {:.3} ms",
        count,
        times[count / 2],
        times[count * 9 / 10],
        times[count - 1]
    );
}
