//! Times engines on boards of any size: `boards FILE ENGINE NODES`.
use std::sync::Arc;
use std::time::Instant;

use nonet_core::general::{Search, Step};
use nonet_core::houses::Houses;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let budget: u64 = args[2].parse().unwrap();
    let wanted: usize = args[3].parse().unwrap();
    let mut times = Vec::new();
    for line in text.lines() {
        let mut parts = line.split(' ');
        let rows: usize = parts.next().unwrap().parse().unwrap();
        let cols: usize = parts.next().unwrap().parse().unwrap();
        let name = parts.next().unwrap();
        let cells: Vec<u8> = parts.map(|p| p.parse().unwrap()).collect();
        let start = Instant::now();
        let houses = Arc::new(Houses::of_boxes(rows, cols).unwrap());
        let mut search = Search::new(&houses, &cells);
        let mut seen = 0;
        let mut end = "found";
        while seen < wanted {
            match search.run(budget.saturating_sub(search.nodes())) {
                Step::Solution(_) => seen += 1,
                Step::Paused => {
                    end = "PAUSED";
                    break;
                }
                Step::Exhausted => {
                    end = "done";
                    break;
                }
            }
        }
        let time = start.elapsed().as_secs_f64() * 1e3;
        times.push((time, end, name));
        if args.len() > 4 {
            println!("{time:9.3} ms {seen} {end} nodes {} {name}", search.nodes());
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let n = times.len();
    let paused = times.iter().filter(|t| t.1 == "PAUSED").count();
    println!(
        "{}: n {} median {:.3} ms, p90 {:.3}, worst {:.3} ms {}, paused {}",
        args[1], n, times[n / 2].0, times[n * 9 / 10].0, times[n - 1].0, times[n - 1].2, paused
    );
}
