//! Many puzzles at once: blocks of rows go to the threads of this one call.

use std::sync::Mutex;

use super::keys::{KEY, write_keys};
use super::{Shape, canonical, classic};
use crate::threads::share;

/// Cells of a block, about: enough to keep the threads from waiting for each other.
const BLOCK: usize = 64 * 81;

/// The slices of a batch, row by row.
pub struct Rows<'a> {
    /// Puzzles. A row with a digit that the board does not have is malformed; its answers are zeros.
    pub puzzles: &'a [u8],
    /// Their canonical forms.
    pub forms: &'a mut [u8],
    /// The keys of the forms.
    pub keys: &'a mut [u8],
    /// How many automorphisms each has, as far as 64 bits can tell.
    pub orders: &'a mut [u64],
}

/// Finds the forms of all rows on `threads` threads, the calling one among them. `go_on` is asked on
/// the calling thread all along; once it says false the work ends early and false is returned.
///
/// # Panics
/// If the lengths of the slices do not fit each other.
pub fn canonical_rows(
    shape: Shape,
    rows: Rows<'_>,
    threads: usize,
    mut go_on: impl FnMut() -> bool,
) -> bool {
    let (count, cells) = (rows.orders.len(), shape.size() * shape.size());
    assert_eq!(rows.puzzles.len(), count * cells);
    assert_eq!(rows.forms.len(), count * cells);
    assert_eq!(rows.keys.len(), count * KEY);
    let block = (BLOCK / cells).max(1);
    let puzzles = rows.puzzles.chunks(block * cells);
    let forms = rows.forms.chunks_mut(block * cells);
    let answers = rows
        .keys
        .chunks_mut(block * KEY)
        .zip(rows.orders.chunks_mut(block));
    let blocks = Mutex::new(puzzles.zip(forms).zip(answers));
    let threads = threads.min(count.div_ceil(block));
    share(threads, &mut go_on, |go_on| {
        let mut room = classic::Room::default();
        let next_block = || blocks.lock().expect("no thread panics here").next();
        for ((puzzles, forms), (keys, orders)) in std::iter::from_fn(next_block) {
            let rows = puzzles
                .chunks_exact(cells)
                .zip(forms.chunks_exact_mut(cells));
            for ((puzzle, form), order) in rows.zip(&mut *orders) {
                *order = write_form(shape, puzzle, form, &mut room);
                // Boards of 9x9 take so little time that asking once a block is enough.
                if cells > 81 && !go_on() {
                    return false;
                }
            }
            if !go_on() {
                return false;
            }
            write_keys(shape.size(), forms, keys);
            let malformed = orders.iter().zip(keys.chunks_exact_mut(KEY));
            malformed
                .filter(|&(&order, _)| order == 0)
                .for_each(|(_, key)| key.fill(0));
        }
        true
    })
}

/// Writes the form of a puzzle and returns how many automorphisms it has; 0 if it is malformed.
fn write_form(shape: Shape, puzzle: &[u8], form: &mut [u8], room: &mut classic::Room) -> u64 {
    let most = puzzle.iter().fold(0, |most, &digit| digit.max(most));
    if usize::from(most) > shape.size() {
        form.fill(0);
        return 0;
    }
    if shape == Shape::CLASSIC {
        return classic::write_form(puzzle, form, room);
    }
    let found = canonical(shape, puzzle);
    form.copy_from_slice(&found.cells);
    u64::try_from(found.automorphisms.order()).unwrap_or(u64::MAX)
}
