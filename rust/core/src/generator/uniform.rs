//! Random 9x9 solution grids, all 6,670,903,752,021,072,936,960 of them equally likely.
//!
//! What a band needs of the others is which digits its columns hold, not in which rows:
//!
//! ```text
//!   band 0    {.,.,.} {.,.,.} {.,.,.} | {.,.,.} ...      a set of three digits per column;
//!   band 1    {.,.,.} ...                                those of a column are disjoint, and so are
//!   band 2    {.,.,.} ...                                the three of a box
//! ```
//!
//! Once these sets are chosen, the bands are independent of each other: each has its own number of
//! ways to put its digits in rows (96 to 1728). So a grid is a choice of sets, drawn in proportion
//! to the product of the three numbers, and one of the ways for each band.
//!
//! - The sets of band 0: there are 44 classes (columns exchanged within a box, boxes exchanged,
//!   digits relabelled). A class is drawn by its weight, then a member of it.
//! - The sets of bands 1 and 2: a digit of column c of a stack goes to column c + 1 in one of them
//!   and to c + 2 in the other. 56 choices leave three digits for every column, so there are 56^3
//!   for the three stacks. One is drawn, and kept with a chance in proportion to the product of the
//!   ways of the two bands; else everything is drawn anew. About one draw in nine is kept.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::cells::CELLS;
use crate::random::Random;

/// The column of each digit in the three boxes of a band, from 0: its sets.
type Sets = [[u8; 3]; 9];
/// The row of each digit in the three boxes of a band.
type Rows = [[u8; 3]; 9];

const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Orders of three digits that avoid the rows which they have: two of them, or none.
#[derive(Clone, Copy)]
struct Fitting {
    count: u8,
    list: [[u8; 3]; 2],
}

/// By the rows that three digits have, the first counting nine times, the second three times.
static FITTING: [Fitting; 27] = {
    let none = Fitting {
        count: 0,
        list: [[0; 3]; 2],
    };
    let mut table = [none; 27];
    let mut index = 0;
    while index < 27 {
        let rows = [index as u8 / 9, index as u8 / 3 % 3, index as u8 % 3];
        let mut number = 0;
        while number < 6 {
            let order = ORDERS[number];
            if order[0] != rows[0] && order[1] != rows[1] && order[2] != rows[2] {
                let entry = &mut table[index];
                entry.list[entry.count as usize] = order;
                entry.count += 1;
            }
            number += 1;
        }
        index += 1;
    }
    table
};

/// By class, in the order in which [`Tables`] finds them: the largest product of the ways of bands
/// 1 and 2. A test finds them again, and counts all grids on the way.
const MOST: [u32; 44] = [
    2985984, 995328, 331776, 331776, 266256, 746496, 995328, 331776, 497664, 497664, 497664,
    746496, 331776, 331776, 331776, 445824, 497664, 331776, 266256, 297216, 497664, 445824, 331776,
    746496, 445824, 497664, 297216, 331776, 476928, 746496, 393984, 269568, 445824, 165888, 497664,
    497664, 266256, 290304, 266256, 331776, 891648, 331776, 266256, 266256,
];

/// A class of sets.
struct Class {
    sets: Sets,
    /// The weights of this class and all before it together.
    up_to: u128,
    most: u32,
}

struct Tables {
    classes: Vec<Class>,
    /// The number of ways of every choice of sets, by its key.
    ways: Ways,
    /// By choice and by digit, ordered by column: whether it moves on by one column or by two.
    splits: Vec<[u8; 9]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// How many digits are in each of the 27 triples of columns, two bits each: all that the number of
/// ways depends on.
fn key(sets: &Sets) -> u64 {
    let places = sets.iter().map(|[a, b, c]| 2 * (9 * a + 3 * b + c));
    places.fold(0, |sum, place| sum + (1 << place))
}

/// Numbers of ways by key: open addressing in a table four times as large as needed.
struct Ways {
    entries: Vec<(u64, u32)>,
}

impl Ways {
    const BITS: u32 = 16;

    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Ways::BITS)) as usize
    }

    fn insert(&mut self, key: u64, ways: u32) {
        let mut place = Ways::place(key);
        while self.entries[place].1 != 0 && self.entries[place].0 != key {
            place = (place + 1) % self.entries.len();
        }
        self.entries[place] = (key, ways);
    }

    /// The number of ways, 0 if the key is not there.
    fn get(&self, key: u64) -> u32 {
        let mut place = Ways::place(key);
        while self.entries[place].0 != key && self.entries[place].1 != 0 {
            place = (place + 1) % self.entries.len();
        }
        self.entries[place].1
    }
}

/// Calls `found` with each way to put the digits of a band in rows, the first column's digits in
/// ascending order: one in six. Ends when it says true.
fn each_way(sets: &Sets, mut found: impl FnMut(&Rows) -> bool) {
    // The digits of every column of every box.
    let mut columns = [[[0_u8; 3]; 3]; 3];
    for (place, columns) in columns.iter_mut().enumerate() {
        let mut counts = [0; 3];
        for (digit, set) in sets.iter().enumerate() {
            let column = usize::from(set[place]);
            columns[column][counts[column]] = digit as u8;
            counts[column] += 1;
        }
    }
    let mut rows: Rows = [[0; 3]; 9];
    for first in 0..36 {
        let orders = [ORDERS[0], ORDERS[first / 6], ORDERS[first % 6]];
        for (digits, order) in columns[0].iter().zip(orders) {
            for (&digit, row) in digits.iter().zip(order) {
                rows[usize::from(digit)][0] = row;
            }
        }
        // In the second box no digit may be in the same row again.
        let fitting = columns[1].map(|digits| {
            let row = |place: usize| usize::from(rows[usize::from(digits[place])][0]);
            &FITTING[9 * row(0) + 3 * row(1) + row(2)]
        });
        let counts = fitting.map(|orders| usize::from(orders.count));
        for choice in 0..counts[0] * counts[1] * counts[2] {
            let numbers = [choice & 1, choice >> 1 & 1, choice >> 2];
            for ((digits, orders), number) in columns[1].iter().zip(fitting).zip(numbers) {
                for (&digit, row) in digits.iter().zip(orders.list[number]) {
                    let rows = &mut rows[usize::from(digit)];
                    (rows[1], rows[2]) = (row, 3 - rows[0] - row);
                }
            }
            // The third box has what is left; its columns need all three rows.
            let is_right = columns[2].iter().all(|digits| {
                let seen = digits.iter();
                seen.fold(0, |seen, &digit| seen | 1 << rows[usize::from(digit)][2]) == 7
            });
            if is_right && found(&rows) {
                return;
            }
        }
    }
}

impl Tables {
    fn new() -> Tables {
        let mut tables = Tables {
            classes: Vec::new(),
            ways: Ways {
                entries: vec![(0, 0); 1 << Ways::BITS],
            },
            splits: splits(),
        };
        let thirds = assignments();
        let mut up_to = 0;
        for second in &thirds {
            // Digits of one column of the first box are alike, so their order says nothing.
            if !second.chunks(3).all(<[u8]>::is_sorted) {
                continue;
            }
            for third in &thirds {
                let sets: Sets =
                    std::array::from_fn(|digit| [(digit / 3) as u8, second[digit], third[digit]]);
                if tables.ways.get(key(&sets)) == 0 {
                    up_to += tables.add_class(sets, up_to);
                }
            }
        }
        tables
    }

    /// Adds the class of some sets, and the number of ways of all its members. Returns its weight.
    fn add_class(&mut self, sets: Sets, before: u128) -> u128 {
        let mut ways = 0;
        each_way(&sets, |_| {
            ways += 6;
            false
        });
        let mut members: HashMap<u64, u128> = HashMap::new();
        for boxes in ORDERS {
            for choice in 0..216 {
                let columns = [
                    ORDERS[choice % 6],
                    ORDERS[choice / 6 % 6],
                    ORDERS[choice / 36],
                ];
                let moved = moved(&sets, boxes, columns);
                self.ways.insert(key(&moved), ways);
                members.insert(key(&moved), labellings(&moved));
            }
        }
        let most = MOST[self.classes.len()];
        let size: u128 = members.values().sum();
        let weight = size * u128::from(ways) * u128::from(most);
        self.classes.push(Class {
            sets,
            up_to: before + weight,
            most,
        });
        weight
    }

    /// The sets of bands 1 and 2 after those of band 0, for a choice below 56^3.
    fn split(&self, sets: &Sets, mut choice: usize) -> [Sets; 2] {
        let mut found = [*sets; 2];
        for place in 0..3 {
            let split = &self.splits[choice % 56];
            choice /= 56;
            let mut next = [0, 3, 6];
            for digit in 0..9 {
                let column = sets[digit][place];
                let step = split[next[usize::from(column)]];
                next[usize::from(column)] += 1;
                found[0][digit][place] = (column + step) % 3;
                found[1][digit][place] = (column + 3 - step) % 3;
            }
        }
        found
    }
}

/// The sets with boxes and columns exchanged.
fn moved(sets: &Sets, boxes: [u8; 3], columns: [[u8; 3]; 3]) -> Sets {
    sets.map(|set| {
        std::array::from_fn(|place| columns[place][usize::from(set[usize::from(boxes[place])])])
    })
}

/// How many choices of sets have the same key: the digits are dealt out to triples of columns.
fn labellings(sets: &Sets) -> u128 {
    let mut kinds = sets.to_vec();
    kinds.sort_unstable();
    let mut count = 362_880;
    for same in kinds.chunk_by(|a, b| a == b) {
        count /= [1, 1, 2, 6][same.len()];
    }
    count
}

/// All ways to give nine digits three columns, three each.
fn assignments() -> Vec<[u8; 9]> {
    let all = (0..3_u32.pow(9)).map(|mut number| {
        std::array::from_fn(|_| {
            let column = number % 3;
            number /= 3;
            column as u8
        })
    });
    all.filter(|columns: &[u8; 9]| {
        (0..3).all(|one| columns.iter().filter(|&&column| column == one).count() == 3)
    })
    .collect()
}

/// The 56 ways to move digits on by one or two columns that leave three in each; the digits are
/// ordered by column.
fn splits() -> Vec<[u8; 9]> {
    let all = (0..512_u32).map(|bits| std::array::from_fn(|place| 1 + (bits >> place & 1) as u8));
    all.filter(|steps: &[u8; 9]| {
        let mut counts = [0; 3];
        for (place, step) in steps.iter().enumerate() {
            counts[(place / 3 + usize::from(*step)) % 3] += 1;
        }
        counts == [3; 3]
    })
    .collect()
}

/// Returns a random solution grid, all equally likely.
pub fn uniform_grid(random: &mut Random) -> [u8; CELLS] {
    let tables = &*TABLES;
    let bands = loop {
        let class = draw_class(&tables.classes, random);
        let order = |random: &mut Random| ORDERS[random.below(6) as usize];
        let columns = [(); 3].map(|()| order(random));
        let first = moved(&class.sets, order(random), columns);
        let [second, third] = tables.split(&first, random.below(56 * 56 * 56) as usize);
        let ways = tables.ways.get(key(&second)) * tables.ways.get(key(&third));
        debug_assert!(ways > 0 && ways <= class.most);
        if random.below(u64::from(class.most)) < u64::from(ways) {
            break [first, second, third];
        }
    };
    let mut digits: [u8; 9] = std::array::from_fn(|digit| digit as u8 + 1);
    random.shuffle(&mut digits);
    let mut grid = [0; CELLS];
    for (band, sets) in bands.iter().enumerate() {
        let ways = u64::from(tables.ways.get(key(sets)));
        // One of the ways, and one of the six orders of rows.
        let mut choice = random.below(ways);
        let order = ORDERS[(choice % 6) as usize];
        choice /= 6;
        each_way(sets, |rows| {
            if choice > 0 {
                choice -= 1;
                return false;
            }
            for (digit, (rows, columns)) in digits.iter().zip(rows.iter().zip(sets)) {
                for place in 0..3 {
                    let row = 3 * band + usize::from(order[usize::from(rows[place])]);
                    grid[9 * row + 3 * place + usize::from(columns[place])] = *digit;
                }
            }
            true
        });
    }
    grid
}

/// Draws a class by its weight.
fn draw_class<'a>(classes: &'a [Class], random: &mut Random) -> &'a Class {
    let total = classes[classes.len() - 1].up_to;
    // The weights have some sixty bits; drawn again where the last numbers would be favoured.
    let bits = 128 - total.leading_zeros();
    let drawn = loop {
        let wide = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let drawn = wide >> (128 - bits);
        if drawn < total {
            break drawn;
        }
    };
    &classes[classes.partition_point(|class| class.up_to <= drawn)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::has_clash;

    /// Every choice of sets for bands 1 and 2 of every class: the sum over all of them of the
    /// products of ways is the number of grids, and the largest product is in the table.
    #[test]
    fn all_grids_are_counted() {
        let tables = &*TABLES;
        assert_eq!((tables.classes.len(), tables.splits.len()), (44, 56));
        let mut grids = 0_u128;
        let mut found = Vec::new();
        for class in &tables.classes {
            let ways = u128::from(tables.ways.get(key(&class.sets)));
            let mut members: HashMap<u64, u128> = HashMap::new();
            for choice in 0..216 * 6 {
                let columns = [
                    ORDERS[choice % 6],
                    ORDERS[choice / 6 % 6],
                    ORDERS[choice / 36 % 6],
                ];
                let moved = moved(&class.sets, ORDERS[choice / 216], columns);
                members.insert(key(&moved), labellings(&moved));
            }
            let (mut sum, mut most) = (0_u128, 0);
            for choice in 0..56 * 56 * 56 {
                let [second, third] = tables.split(&class.sets, choice);
                let ways = tables.ways.get(key(&second)) * tables.ways.get(key(&third));
                sum += u128::from(ways);
                most = most.max(ways);
            }
            grids += members.values().sum::<u128>() * ways * sum;
            found.push(most);
        }
        assert_eq!(grids, 6_670_903_752_021_072_936_960);
        assert_eq!(found, MOST);
    }

    #[test]
    fn grids_are_full_right_and_different() {
        let grids: Vec<_> = (0..500)
            .map(|number| uniform_grid(&mut Random::stream(7, number)))
            .collect();
        for grid in &grids {
            assert!(!grid.contains(&0) && !has_clash(grid));
        }
        assert_eq!(uniform_grid(&mut Random::stream(7, 3)), grids[3]);
        let mut distinct = grids.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), grids.len());
    }
}
