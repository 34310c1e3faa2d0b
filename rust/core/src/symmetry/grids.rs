//! The form of a full 9x9 grid, from a table of pairs of rows.
//!
//! The first row of the form is 123456789, whichever row it was: digits are labelled so. How the second
//! row reads depends on a permutation of the columns alone, `moves`: column c of the second row
//! holds the digit that column `moves[c]` of the first row holds.
//!
//! ```text
//!   first row    5 3 4 | 6 7 8 | 9 1 2
//!   second row   6 7 2 | 1 9 5 | 3 4 8      moves  3 4 8 | 7 6 0 | 1 2 5
//! ```
//!
//! Reordering the columns conjugates it. There are 12,096 such permutations in few classes, and a
//! table has for each of them its class, numbered by the smallest second row, and the orders of columns
//! that lead there. The 6 bands and stacks have 36 ordered pairs of rows; only those of the smallest
//! class are looked at, and of these only the ones with the smallest third row. Usually one is left,
//! and the other rows just have to be sorted.
//!
//! Tried: looking bytes up one by one instead of shuffling sixteen at once: 550,000 instead of 700,000
//! grids a second.

use std::sync::OnceLock;

/// Columns, or what belongs to each; 16 bytes so that they are copied and shuffled at once.
type Line = [u8; 16];

/// Orders of columns that keep stacks together.
const ORDERS: usize = 1296;
/// Second rows for a given first row.
const MOVES: usize = 56 * 216;

struct Tables {
    /// For each order of columns: the column at each place, and the place of each column.
    orders: Vec<(Line, Line)>,
    /// Three columns out of the six of other stacks: which ones, and in which order.
    triples: [(u8, u8); 216],
    /// The number of a pair of such choices, for the first two stacks.
    pairs: [u8; 400],
    /// The class of each permutation, and of its inverse.
    classes: Vec<(u8, u8)>,
    /// For each permutation where its orders start in `smallest`.
    starts: Vec<u32>,
    /// The orders that make a permutation smallest.
    smallest: Vec<u16>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(Tables::new)
}

/// The six orders of three things, by number.
const SIX: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

impl Tables {
    fn new() -> Tables {
        let mut tables = Tables {
            orders: all_orders(),
            triples: [(0, 0); 216],
            pairs: [u8::MAX; 400],
            classes: vec![(u8::MAX, u8::MAX); MOVES],
            starts: Vec::new(),
            smallest: Vec::new(),
        };
        tables.number_triples();
        let all = tables.number_moves();
        let mut found: Vec<(u32, u16)> = Vec::new();
        let mut class = 0;
        // In ascending order, the first of each class is its smallest.
        for moves in &all {
            if tables.classes[tables.rank(moves)].0 != u8::MAX {
                continue;
            }
            for (order, (columns, places)) in tables.orders.iter().enumerate() {
                // What reads as `moves` once the columns are in this order.
                let mut before = Line::default();
                for column in 0..9 {
                    let place = usize::from(places[column]);
                    before[column] = columns[usize::from(moves[place])];
                }
                let rank = tables.rank(&before);
                tables.classes[rank].0 = class;
                found.push((rank as u32, order as u16));
            }
            class += 1;
        }
        for moves in &all {
            let rank = tables.rank(moves);
            tables.classes[rank].1 = tables.classes[tables.rank(&inverse(moves))].0;
        }
        found.sort_unstable();
        tables.starts = (0..=MOVES as u32)
            .map(|rank| found.partition_point(|&(other, _)| other < rank) as u32)
            .collect();
        tables.smallest = found.into_iter().map(|(_, order)| order).collect();
        tables
    }

    fn number_triples(&mut self) {
        let mut sets: Vec<[u8; 3]> = Vec::new();
        for index in 0..216_u8 {
            let triple = [index / 36, index / 6 % 6, index % 6];
            let mut set = triple;
            set.sort_unstable();
            if set[0] == set[1] || set[1] == set[2] {
                continue;
            }
            let number = sets
                .iter()
                .position(|&other| other == set)
                .unwrap_or_else(|| {
                    sets.push(set);
                    sets.len() - 1
                });
            let ranks =
                triple.map(|item| set.iter().position(|&other| other == item).unwrap() as u8);
            let order = SIX.iter().position(|&order| order == ranks).unwrap();
            self.triples[usize::from(index)] = (number as u8, order as u8);
        }
    }

    /// All permutations that a second row can be, in ascending order; numbers the pairs on the way.
    fn number_moves(&mut self) -> Vec<Line> {
        fn extend(moves: Line, column: usize, used: u16, all: &mut Vec<Line>) {
            if column == 9 {
                all.push(moves);
                return;
            }
            for to in (0..9).filter(|to| to / 3 != column / 3 && used >> to & 1 == 0) {
                let mut next = moves;
                next[column] = to as u8;
                extend(next, column + 1, used | 1 << to, all);
            }
        }
        let mut all = Vec::with_capacity(MOVES);
        extend(Line::default(), 0, 0, &mut all);
        let mut count = 0;
        for moves in &all {
            let pair = self.pair(moves);
            if self.pairs[pair] == u8::MAX {
                self.pairs[pair] = count;
                count += 1;
            }
        }
        all
    }

    #[inline]
    fn triple(&self, moves: &Line, stack: usize) -> (u8, u8) {
        // The other stacks have the columns from 3 behind this stack's first, round the edge.
        let item = |column: usize| {
            let other = usize::from(moves[3 * stack + column]) + 6 - 3 * stack;
            if other >= 9 { other - 9 } else { other }
        };
        self.triples[item(0) * 36 + item(1) * 6 + item(2)]
    }

    fn pair(&self, moves: &Line) -> usize {
        usize::from(self.triple(moves, 0).0) * 20 + usize::from(self.triple(moves, 1).0)
    }

    /// The number of a permutation.
    #[inline]
    fn rank(&self, moves: &Line) -> usize {
        let [one, two, three] = [0, 1, 2].map(|stack| self.triple(moves, stack));
        let pair = self.pairs[usize::from(one.0) * 20 + usize::from(two.0)];
        let orders = usize::from(one.1) * 36 + usize::from(two.1) * 6 + usize::from(three.1);
        usize::from(pair) * 216 + orders
    }
}

fn all_orders() -> Vec<(Line, Line)> {
    let mut orders = Vec::with_capacity(ORDERS);
    for stacks in SIX {
        for number in 0..216 {
            let within = [number / 36, number / 6 % 6, number % 6].map(|order| SIX[order]);
            let (mut columns, mut places) = (Line::default(), Line::default());
            for place in 0..9 {
                let stack = stacks[place / 3];
                let column = stack * 3 + within[usize::from(stack)][place % 3];
                columns[place] = column;
                places[usize::from(column)] = place as u8;
            }
            orders.push((columns, places));
        }
    }
    orders
}

fn inverse(line: &Line) -> Line {
    let mut back = Line::default();
    (0..9).for_each(|index| back[usize::from(line[index])] = index as u8);
    back
}

/// A grid seen as 18 lines, 9 rows and 9 columns, in chutes of three. Digits count from 0 here.
struct Lines {
    digits: [Line; 18],
    /// Where each line has each digit.
    columns: [Line; 18],
}

impl Lines {
    /// None if the grid is not full or breaks a rule.
    fn new(cells: &[u8]) -> Option<Lines> {
        let mut lines = Lines {
            digits: [Line::default(); 18],
            columns: [Line::default(); 18],
        };
        // The digits held by each row, column and box.
        let mut held = [0_u16; 27];
        for row in 0..9 {
            for column in 0..9 {
                let digit = cells[row * 9 + column].wrapping_sub(1);
                if digit > 8 {
                    return None;
                }
                lines.digits[row][column] = digit;
                lines.digits[9 + column][row] = digit;
                lines.columns[row][usize::from(digit)] = column as u8;
                lines.columns[9 + column][usize::from(digit)] = row as u8;
                held[row] |= 1 << digit;
                held[9 + column] |= 1 << digit;
                held[18 + row / 3 * 3 + column / 3] |= 1 << digit;
            }
        }
        held.iter().all(|&digits| digits == 0x1ff).then_some(lines)
    }
}

/// A way to start: the first three rows, and an order of columns.
#[derive(Clone, Copy)]
struct Start {
    rows: [u8; 3],
    order: u16,
}

/// Looks a line up in another, byte by byte.
trait Shuffle {
    /// The entries of a table at the first nine places of an index; the rest is 0.
    fn shuffled(table: &Line, index: &Line) -> Line;
}

struct Plain;

impl Shuffle for Plain {
    #[inline(always)]
    fn shuffled(table: &Line, index: &Line) -> Line {
        let mut found = Line::default();
        for place in 0..9 {
            found[place] = table[usize::from(index[place] & 15)];
        }
        found
    }
}

/// One instruction for sixteen bytes. Only for callers on machines that have it.
#[cfg(target_arch = "x86_64")]
struct Ssse3;

#[cfg(target_arch = "x86_64")]
impl Shuffle for Ssse3 {
    #[inline(always)]
    fn shuffled(table: &Line, index: &Line) -> Line {
        use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_shuffle_epi8, _mm_storeu_si128};
        const FRONT: Line = [0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 128, 128, 128, 128, 128, 128];
        let mut found = Line::default();
        // SAFETY: `write_form` made sure that the instruction exists; lines are 16 bytes.
        unsafe {
            let load = |line: &Line| _mm_loadu_si128(line.as_ptr().cast::<__m128i>());
            let index = std::arch::x86_64::_mm_or_si128(load(index), load(&FRONT));
            let picked = _mm_shuffle_epi8(load(table), index);
            _mm_storeu_si128(found.as_mut_ptr().cast::<__m128i>(), picked);
        }
        found
    }
}

/// Room for the ways to start, kept from one grid to the next.
#[derive(Default)]
pub(super) struct Room {
    starts: Vec<Start>,
}

/// Writes the form of a grid and returns how many automorphisms it has; None if it is not full or
/// breaks a rule.
pub(super) fn write_form(cells: &[u8], form: &mut [u8], room: &mut Room) -> Option<u64> {
    if cells.contains(&0) {
        return None;
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("ssse3") {
        // SAFETY: the machine has what the function needs.
        return unsafe { write_form_ssse3(cells, form, room) };
    }
    write_form_by::<Plain>(cells, form, room)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
fn write_form_ssse3(cells: &[u8], form: &mut [u8], room: &mut Room) -> Option<u64> {
    write_form_by::<Ssse3>(cells, form, room)
}

#[inline(always)]
fn write_form_by<S: Shuffle>(cells: &[u8], form: &mut [u8], room: &mut Room) -> Option<u64> {
    let lines = Lines::new(cells)?;
    let tables = tables();
    let (pairs, count) = smallest_pairs::<S>(&lines, tables);
    let starts = &mut room.starts;
    let mut third = u128::MAX;
    for &(first, second, rank) in &pairs[..count] {
        let chute = first / 3 * 3;
        let last = chute + 3 - (first - chute) - (second - chute);
        let moves = S::shuffled(
            &lines.columns[usize::from(first)],
            &lines.digits[usize::from(last)],
        );
        let range =
            tables.starts[rank as usize] as usize..tables.starts[rank as usize + 1] as usize;
        for &order in &tables.smallest[range] {
            let (columns, places) = &tables.orders[usize::from(order)];
            let row = u128::from_be_bytes(S::shuffled(places, &S::shuffled(&moves, columns)));
            if row < third {
                third = row;
                starts.clear();
            }
            if row == third {
                starts.push(Start {
                    rows: [first, second, last],
                    order,
                });
            }
        }
    }
    Some(finish::<S>(&lines, tables, starts, form))
}

/// The ordered pairs of rows with the smallest second row, and the ranks of their permutations.
#[inline(always)]
fn smallest_pairs<S: Shuffle>(lines: &Lines, tables: &Tables) -> ([(u8, u8, u32); 36], usize) {
    let mut pairs = [(0, 0, 0); 36];
    let (mut best, mut count) = (u8::MAX, 0);
    for chute in (0..18).step_by(3) {
        for (first, second) in [
            (chute, chute + 1),
            (chute, chute + 2),
            (chute + 1, chute + 2),
        ] {
            let moves = S::shuffled(&lines.columns[first], &lines.digits[second]);
            let rank = tables.rank(&moves);
            let (class, back) = tables.classes[rank];
            if class <= best {
                if class < best {
                    (best, count) = (class, 0);
                }
                pairs[count] = (first as u8, second as u8, rank as u32);
                count += 1;
            }
            if back <= best {
                if back < best {
                    (best, count) = (back, 0);
                }
                pairs[count] = (
                    second as u8,
                    first as u8,
                    tables.rank(&inverse(&moves)) as u32,
                );
                count += 1;
            }
        }
    }
    (pairs, count)
}

/// Completes the starts, writes the smallest grid, and returns how many lead to it.
#[inline(always)]
fn finish<S: Shuffle>(lines: &Lines, tables: &Tables, starts: &[Start], form: &mut [u8]) -> u64 {
    let mut best = [u128::MAX; 9];
    let mut count = 0;
    for start in starts {
        let (columns, places) = &tables.orders[usize::from(start.order)];
        let first = usize::from(start.rows[0]);
        let labels = S::shuffled(places, &lines.columns[first]);
        let row = |line: u8| {
            let digits = S::shuffled(&lines.digits[usize::from(line)], columns);
            u128::from_be_bytes(S::shuffled(&labels, &digits))
        };
        let view = if first < 9 { 0 } else { 9 };
        let chute = (first - view) / 3;
        // The other rows are told apart by their first digit.
        let corner = usize::from(columns[0]);
        let mut bands = [[(0, 0); 3]; 2];
        for (band, other) in bands.iter_mut().zip((0..3).filter(|&other| other != chute)) {
            for (index, slot) in band.iter_mut().enumerate() {
                let line = view + 3 * other + index;
                *slot = (labels[usize::from(lines.digits[line][corner])], line as u8);
            }
            band.sort_unstable();
        }
        bands.sort_unstable();
        let mut rows = [0; 9];
        let mut order = std::cmp::Ordering::Equal;
        for (index, slot) in rows.iter_mut().enumerate() {
            let line = if index < 3 {
                start.rows[index]
            } else {
                bands[index / 3 - 1][index % 3].1
            };
            *slot = row(line);
            if order.is_eq() {
                order = (*slot).cmp(&best[index]);
            }
            if order.is_gt() {
                break;
            }
        }
        match order {
            std::cmp::Ordering::Less => (best, count) = (rows, 1),
            std::cmp::Ordering::Equal => count += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    for (row, line) in best.iter().zip(form.chunks_exact_mut(9)) {
        let values = row.to_be_bytes();
        line.iter_mut()
            .zip(values)
            .for_each(|(cell, value)| *cell = value + 1);
    }
    count
}
