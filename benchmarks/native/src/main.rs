//! Rival 9x9 solvers in native loops, one thread: `nonet-rivals SOLVER LIST [OPTIONS]`.
//!
//! SOLVER is `tdoku`, `tdoku-writes` (both need `--tdoku LIBRARY`) or `sudoku`, the crate. LIST has
//! 81 characters per line. The result is JSON on standard output: every repeat, and the best.

mod solvers;

use std::collections::HashMap;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use solvers::{Crate, Line, Solver, Tdoku};

const USAGE: &str = "nonet-rivals SOLVER LIST [--tdoku LIBRARY] [--single | --count] [--limit N]
    [--repeats N] [--seconds S] [--expect FILE] [--answers FILE]

  --single    time each puzzle by itself: median and mean, in microseconds
  --count     solutions per second instead of puzzles per second
  --limit     solutions to look for in each puzzle (2)
  --repeats   how often to measure (3)
  --seconds   how long a repeat lasts at least; it always ends with the list (0)
  --expect    a file with the number of solutions of each puzzle, a line each, compared first
  --answers   a file to write the first solution of each puzzle to, an empty line for none";

enum Mode {
    Throughput,
    Single,
    Count,
}

struct Plan {
    mode: Mode,
    limit: usize,
    repeats: usize,
    seconds: Duration,
    expect: Option<Vec<usize>>,
    answers: Option<String>,
}

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: impl Iterator<Item = String>) -> Result<String, String> {
    let (names, mut options) = split(arguments)?;
    let [solver, list] = names.as_slice() else {
        return Err(USAGE.into());
    };
    let library = options.remove("--tdoku");
    let plan = plan(options)?;
    let lines = read_lines(list)?;
    if plan
        .expect
        .as_ref()
        .is_some_and(|counts| counts.len() != lines.len())
    {
        return Err(format!("--expect: expected {} lines", lines.len()));
    }
    let tdoku = |writes| {
        let path = library.as_ref().ok_or("expected --tdoku LIBRARY")?;
        Tdoku::new(Path::new(path), &lines, writes)
    };
    let fields = match solver.as_str() {
        "tdoku" => measure(tdoku(false)?, lines.len(), &plan)?,
        "tdoku-writes" => measure(tdoku(true)?, lines.len(), &plan)?,
        "sudoku" => measure(Crate::new(&lines)?, lines.len(), &plan)?,
        other => return Err(format!("no solver named {other}\n{USAGE}")),
    };
    let head = format!("\"solver\": \"{solver}\", \"puzzles\": {}", lines.len());
    Ok(format!("{{{head}, \"limit\": {}, {fields}}}", plan.limit))
}

/// Split names from options; the flags get an empty value.
fn split(
    mut arguments: impl Iterator<Item = String>,
) -> Result<(Vec<String>, HashMap<String, String>), String> {
    let (mut names, mut options) = (Vec::new(), HashMap::new());
    while let Some(argument) = arguments.next() {
        if !argument.starts_with("--") {
            names.push(argument);
        } else if ["--single", "--count"].contains(&argument.as_str()) {
            options.insert(argument, String::new());
        } else {
            let value = arguments.next().ok_or(USAGE)?;
            options.insert(argument, value);
        }
    }
    Ok((names, options))
}

fn plan(mut options: HashMap<String, String>) -> Result<Plan, String> {
    let mut number = |name: &str, usual: f64| match options.remove(name) {
        Some(text) => text
            .parse()
            .map_err(|_| format!("{name}: expected a number, found {text}")),
        None => Ok(usual),
    };
    let limit = number("--limit", 2.0)?.max(1.0) as usize;
    let repeats = number("--repeats", 3.0)?.max(1.0) as usize;
    let seconds = Duration::try_from_secs_f64(number("--seconds", 0.0)?)
        .map_err(|error| format!("--seconds: {error}"))?;
    let mode = match (options.remove("--single"), options.remove("--count")) {
        (None, None) => Mode::Throughput,
        (Some(_), None) => Mode::Single,
        (None, Some(_)) => Mode::Count,
        _ => return Err("expected --single or --count, found both".into()),
    };
    let expect = options
        .remove("--expect")
        .map(|path| read_counts(&path))
        .transpose()?;
    let answers = options.remove("--answers");
    match options.keys().next() {
        Some(name) => Err(format!("no option named {name}\n{USAGE}")),
        None => Ok(Plan {
            mode,
            limit,
            repeats,
            seconds,
            expect,
            answers,
        }),
    }
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn read_counts(path: &str) -> Result<Vec<usize>, String> {
    let number = |line: &str| {
        line.parse()
            .map_err(|error| format!("{path}: {line}: {error}"))
    };
    read(path)?.lines().map(number).collect()
}

fn read_lines(path: &str) -> Result<Vec<Line>, String> {
    let text = read(path)?;
    let grid = |line: &str| {
        let line: Line = line.as_bytes().try_into().ok()?;
        let cell = |byte| if byte == b'0' { b'.' } else { byte };
        let line = line.map(cell);
        line.iter()
            .all(|byte| matches!(byte, b'.' | b'1'..=b'9'))
            .then_some(line)
    };
    let lines = text.lines().enumerate().map(|(row, line)| {
        grid(line).ok_or_else(|| format!("{path}: line {}: expected 81 cells", row + 1))
    });
    let lines: Vec<Line> = lines.collect::<Result<_, _>>()?;
    if lines.is_empty() {
        Err(format!("{path}: no puzzle"))
    } else {
        Ok(lines)
    }
}

/// Warm up and validate, then time.
fn measure<S: Solver>(mut solver: S, puzzles: usize, plan: &Plan) -> Result<String, String> {
    let mut solutions = 0;
    for puzzle in 0..puzzles {
        let found = solver.count(puzzle, plan.limit);
        solutions += found;
        if let Some(wanted) = plan.expect.as_ref().map(|counts| counts[puzzle])
            && found != wanted.min(plan.limit)
        {
            return Err(format!(
                "puzzle {}: expected {wanted}, found {found}",
                puzzle + 1
            ));
        }
    }
    if let Some(path) = &plan.answers {
        let line = |puzzle| {
            solver
                .first(puzzle)
                .map_or(Vec::new(), |line| line.to_vec())
        };
        let text: Vec<Vec<u8>> = (0..puzzles).map(line).collect();
        std::fs::write(path, text.join(&b'\n')).map_err(|error| format!("{path}: {error}"))?;
    }
    let timed = match plan.mode {
        Mode::Throughput => {
            let rates = rates(&mut solver, puzzles, plan).map(|rate| rate * puzzles as f64);
            in_json("throughput", "puzzles_per_second", rates.collect())
        }
        Mode::Count => {
            let rates = rates(&mut solver, puzzles, plan).map(|rate| rate * solutions as f64);
            in_json("count", "solutions_per_second", rates.collect())
        }
        Mode::Single => single(&mut solver, puzzles, plan),
    };
    Ok(format!("\"solutions\": {solutions}, {timed}"))
}

/// Passes over the list per second, repeat by repeat.
fn rates<S: Solver>(solver: &mut S, puzzles: usize, plan: &Plan) -> impl Iterator<Item = f64> {
    (0..plan.repeats).map(move |_| {
        let (started, mut passes) = (Instant::now(), 0);
        while passes == 0 || started.elapsed() < plan.seconds {
            for puzzle in 0..puzzles {
                black_box(solver.count(puzzle, plan.limit));
            }
            passes += 1;
        }
        f64::from(passes) / started.elapsed().as_secs_f64()
    })
}

fn in_json(mode: &str, unit: &str, rates: Vec<f64>) -> String {
    let best = rates.iter().copied().fold(0.0, f64::max);
    format!(
        "\"mode\": \"{mode}\", \"unit\": \"{unit}\", \"repeats\": {rates:.1?}, \"best\": {best:.1}"
    )
}

/// Every puzzle timed by itself: its least time over all repeats, and each repeat's figures.
fn single<S: Solver>(solver: &mut S, puzzles: usize, plan: &Plan) -> String {
    let mut least = vec![f64::INFINITY; puzzles];
    let (mut medians, mut means) = (Vec::new(), Vec::new());
    for _ in 0..plan.repeats {
        let mut times = vec![f64::INFINITY; puzzles];
        let started = Instant::now();
        while times[0].is_infinite() || started.elapsed() < plan.seconds {
            for (puzzle, time) in times.iter_mut().enumerate() {
                let began = Instant::now();
                black_box(solver.count(puzzle, plan.limit));
                *time = time.min(began.elapsed().as_secs_f64() * 1e6);
            }
        }
        for (old, new) in least.iter_mut().zip(&times) {
            *old = old.min(*new);
        }
        let (median, mean) = middle(times);
        medians.push(median);
        means.push(mean);
    }
    let (median, mean) = middle(least);
    format!(
        "\"mode\": \"single\", \"unit\": \"microseconds\", \"medians\": {medians:.3?}, \
         \"means\": {means:.3?}, \"median\": {median:.3}, \"mean\": {mean:.3}"
    )
}

fn middle(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (
        times[times.len() / 2],
        times.iter().sum::<f64>() / times.len() as f64,
    )
}
