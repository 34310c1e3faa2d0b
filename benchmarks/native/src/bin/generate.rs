//! Minimal puzzles of rival generators, one line each: `generate sudoku COUNT`, the crate, or
//! `generate tdoku COUNT LIBRARY`. For benchmarks/generating.py, which checks and times them.
//!
//! tdoku starts from an empty board: random clues until the solution is unique, then it minimizes.

use std::ffi::c_char;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use libloading::Library;
use sudoku::{Sudoku, board::Symmetry};

const USAGE: &str = "generate sudoku COUNT | generate tdoku COUNT LIBRARY";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let count = |text: &String| text.parse().map_err(|_| USAGE.to_string());
    match arguments {
        [name, number] if name == "sudoku" => write(count(number)?, || {
            let puzzle = Sudoku::generate_with_symmetry(Symmetry::None);
            puzzle.to_str_line().as_bytes().to_vec()
        }),
        [name, number, path] if name == "tdoku" => tdoku(count(number)?, path),
        _ => Err(USAGE.into()),
    }
}

type Constrain = unsafe extern "C" fn(bool, *mut c_char) -> bool;
type Minimize = unsafe extern "C" fn(bool, bool, *mut c_char) -> bool;

fn tdoku(count: usize, path: &str) -> Result<(), String> {
    let failed = |error: libloading::Error| format!("{path}: {error}");
    // SAFETY: the file is the one that the user named as tdoku; its initialisers fill tables.
    let library = unsafe { Library::new(path) }.map_err(failed)?;
    // SAFETY: the types are those of tdoku's header; `library` outlives both functions.
    let (constrain, minimize) = unsafe {
        (
            *library
                .get::<Constrain>(b"TdokuConstrain")
                .map_err(failed)?,
            *library.get::<Minimize>(b"TdokuMinimize").map_err(failed)?,
        )
    };
    write(count, || {
        // tdoku reads a byte after the 81st to tell a grid from a list of candidates.
        let mut puzzle = vec![b'.'; 82];
        puzzle[81] = 0;
        let grid = puzzle.as_mut_ptr().cast();
        // SAFETY: the grid has 82 bytes, the last one 0, and both write the first 81 only.
        unsafe {
            constrain(false, grid);
            minimize(false, false, grid);
        }
        puzzle.truncate(81);
        puzzle
    })
}

fn write(count: usize, mut make: impl FnMut() -> Vec<u8>) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        let mut line = make();
        line.push(b'\n');
        out.write_all(&line).map_err(|error| error.to_string())?;
    }
    out.flush().map_err(|error| error.to_string())
}
