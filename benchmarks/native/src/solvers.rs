//! The rivals behind one trait: puzzles are prepared before the clock starts, then asked by number.

use std::ffi::{c_char, c_void};
use std::path::Path;

use libloading::Library;
use sudoku::Sudoku;

/// A grid as text: `1`-`9`, and `.` for an empty cell.
pub type Line = [u8; 81];

/// A solver that holds its puzzles in the form it likes best.
pub trait Solver {
    /// Count the solutions of a puzzle, up to a limit.
    fn count(&mut self, puzzle: usize, limit: usize) -> usize;

    /// Return the first of at most two solutions, for the judge; never timed.
    fn first(&mut self, puzzle: usize) -> Option<Line>;
}

/// The `sudoku` crate.
pub struct Crate(Vec<Sudoku>);

impl Crate {
    /// Prepare the puzzles; a line that the crate refuses is named.
    pub fn new(lines: &[Line]) -> Result<Self, String> {
        let parse = |line: &Line| {
            let text = String::from_utf8_lossy(line);
            Sudoku::from_str_line(&text).map_err(|error| format!("{text}: {error}"))
        };
        lines.iter().map(parse).collect::<Result<_, _>>().map(Self)
    }
}

impl Solver for Crate {
    fn count(&mut self, puzzle: usize, limit: usize) -> usize {
        self.0[puzzle].solutions_count_up_to(limit)
    }

    fn first(&mut self, puzzle: usize) -> Option<Line> {
        let found = self.0[puzzle].solutions_up_to(2);
        found
            .first()
            .map(|grid| grid.to_bytes().map(|digit| b'0' + digit))
    }
}

type Count = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;
type Report = unsafe extern "C" fn(*const c_char, *mut c_void);
type Enumerate = unsafe extern "C" fn(*const c_char, usize, Report, *mut c_void) -> usize;

/// tdoku, from a shared library built by whoever runs the comparison.
pub struct Tdoku {
    // One byte more than a grid: a byte below '.' after the 81st says that it is no list of
    // candidates.
    puzzles: Vec<[u8; 82]>,
    count: Count,
    enumerate: Enumerate,
    writes: bool,
    _library: Library,
}

impl Tdoku {
    /// Load the library. With `writes` a count hands over each solution as well; without, tdoku
    /// only counts, its fastest way.
    pub fn new(path: &Path, lines: &[Line], writes: bool) -> Result<Self, String> {
        let full = |line: &Line| !line.contains(&b'.');
        if lines.iter().any(full) {
            return Err("expected an empty cell in every grid: tdoku needs one".into());
        }
        let puzzles = lines.iter().map(|line| {
            let mut puzzle = [0; 82];
            puzzle[..81].copy_from_slice(line);
            puzzle
        });
        let failed = |error: libloading::Error| format!("{}: {error}", path.display());
        // SAFETY: the file is the one that the user named as tdoku; its initialisers fill tables.
        let library = unsafe { Library::new(path) }.map_err(failed)?;
        // SAFETY: the types are those of tdoku's header; `_library` outlives both functions.
        let (count, enumerate) = unsafe {
            let count = *library
                .get::<Count>(b"TdokuSolverDpllTriadSimd")
                .map_err(failed)?;
            (
                count,
                *library
                    .get::<Enumerate>(b"TdokuEnumerate")
                    .map_err(failed)?,
            )
        };
        Ok(Self {
            puzzles: puzzles.collect(),
            count,
            enumerate,
            writes,
            _library: library,
        })
    }

    fn enumerate(&self, puzzle: usize, limit: usize, last: &mut Line) -> usize {
        unsafe extern "C" fn keep(solution: *const c_char, last: *mut c_void) {
            // SAFETY: tdoku reports 81 bytes, and `last` is the line given below.
            unsafe { std::ptr::copy_nonoverlapping(solution.cast::<u8>(), last.cast(), 81) };
        }
        let grid = self.puzzles[puzzle].as_ptr().cast();
        // SAFETY: the grid has 82 bytes, at least one of them '.', and `last` outlives the call.
        unsafe { (self.enumerate)(grid, limit, keep, std::ptr::from_mut(last).cast()) }
    }
}

impl Solver for Tdoku {
    fn count(&mut self, puzzle: usize, limit: usize) -> usize {
        let mut solution = [0; 81];
        if self.writes {
            let found = self.enumerate(puzzle, limit, &mut solution);
            std::hint::black_box(&solution);
            return found;
        }
        let grid = self.puzzles[puzzle].as_ptr().cast();
        let mut guesses = 0;
        // SAFETY: as above; `solution` has room for a grid, and `guesses` is not null.
        unsafe { (self.count)(grid, limit, 0, solution.as_mut_ptr().cast(), &mut guesses) }
    }

    fn first(&mut self, puzzle: usize) -> Option<Line> {
        let mut solution = [0; 81];
        (self.enumerate(puzzle, 2, &mut solution) > 0).then_some(solution)
    }
}
