//! 9x9 boards: the quick ways to the form. Whatever they leave goes to the search for any board.

use super::{Shape, canonical, grids, sparse};

/// Room that is kept from one board to the next.
#[derive(Default)]
pub(super) struct Room {
    grids: grids::Room,
    sparse: sparse::Room,
}

/// Writes the form of a 9x9 board and returns how many automorphisms it has.
pub(super) fn write_form(cells: &[u8], form: &mut [u8], room: &mut Room) -> u64 {
    if let Some(order) = grids::write_form(cells, form, &mut room.grids) {
        return order;
    }
    if let Some(order) = sparse::write_form(cells, form, &mut room.sparse) {
        return order;
    }
    let found = canonical(Shape::CLASSIC, cells);
    form.copy_from_slice(&found.cells);
    found.automorphisms.order() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::map::tests::{any_map, random};

    fn check(cells: &[u8], room: &mut Room) {
        let mut form = [0; 81];
        let order = write_form(cells, &mut form, room);
        let found = canonical(Shape::CLASSIC, cells);
        assert_eq!(form[..], found.cells, "{cells:?}");
        assert_eq!(u128::from(order), found.automorphisms.order(), "{cells:?}");
    }

    #[test]
    fn the_quick_ways_agree_with_the_search_for_any_board() {
        let (mut room, mut random) = (Room::default(), random(3));
        let grids = [
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
            "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        ];
        for grid in grids {
            let cells: Vec<u8> = grid.bytes().map(|byte| byte - b'0').collect();
            for clues in 0..=81 {
                let copy = any_map(&mut random).apply(&cells);
                let mut kept = vec![0; 81];
                while kept.iter().filter(|&&digit| digit > 0).count() < clues {
                    let cell = random(81);
                    kept[cell] = copy[cell];
                }
                check(&kept, &mut room);
            }
        }
    }

    #[test]
    fn the_quick_ways_agree_on_boards_with_conflicts_and_patterns() {
        let (mut room, mut random) = (Room::default(), random(4));
        for clues in 0..60 {
            let mut cells = vec![0; 81];
            (0..clues).for_each(|_| cells[random(81)] = 1 + random(9) as u8);
            check(&cells, &mut room);
        }
        let diagonal: Vec<u8> = (0..81).map(|cell| u8::from(cell % 10 == 0)).collect();
        let numbered: Vec<u8> = (0..81)
            .map(|cell| if cell % 10 == 0 { 1 + cell / 10 } else { 0 })
            .collect();
        let line: Vec<u8> = (0..81)
            .map(|cell| if cell < 9 { 1 + cell } else { 0 })
            .collect();
        let band: Vec<u8> = (0..81)
            .map(|cell| {
                if cell < 27 {
                    1 + (cell + cell / 9 * 3) % 9
                } else {
                    0
                }
            })
            .collect();
        let all_ones = vec![1; 81];
        for board in [diagonal, numbered, line, band, all_ones] {
            check(&board, &mut room);
            check(&any_map(&mut random).apply(&board), &mut room);
        }
    }

    #[test]
    fn the_quick_ways_agree_on_boards_with_few_digits() {
        // Few digits without a conflict: columns stay alike for long, and labels depend on them.
        let (mut room, mut random) = (Room::default(), random(5));
        for board in 0..600 {
            let mut cells = [0; 81];
            for _ in 0..3 + board % 40 {
                let (cell, digit) = (random(81), 1 + random(1 + board % 5) as u8);
                let clashes = |other: usize| {
                    cells[other] == digit && (other / 9 == cell / 9 || other % 9 == cell % 9)
                };
                if !(0..81).any(clashes) {
                    cells[cell] = digit;
                }
            }
            check(&cells, &mut room);
        }
    }
}
