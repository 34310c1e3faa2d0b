//! Candidates of a partly solved board: a mask per cell, bit d-1 for digit d.
//!
//! In texts, a single digit may be a placed digit or the only candidate left. It is a digit if no
//! peer still has that candidate, unless a sign says otherwise.

use crate::houses::Houses;

/// Digits that a mask has room for.
pub const MOST: usize = 32;

/// What a text says about the lone digit of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Nothing.
    None,
    /// It stands there.
    Filled,
    /// It is a candidate.
    Candidate,
}

/// What is known about a cell with a single candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Lone {
    /// It has none, or several.
    No = 0,
    /// No peer holds it.
    Free = 1,
    /// A peer still holds it.
    Held = 2,
}

/// What the digits of a board leave for every cell; nothing for a filled one.
pub fn left(houses: &Houses, filled: &[u8]) -> Vec<u32> {
    let every = ((1u64 << houses.size()) - 1) as u32;
    let mut used = vec![0u32; houses.len()];
    for (cell, &digit) in filled.iter().enumerate() {
        if let Some(bit) = digit.checked_sub(1) {
            for seat in houses.seats(cell) {
                used[usize::from(seat.house)] |= 1 << bit;
            }
        }
    }
    let free = |(cell, &digit): (usize, &u8)| {
        let seats = houses.seats(cell).iter();
        let taken = seats.fold(0, |mask, seat| mask | used[usize::from(seat.house)]);
        if digit == 0 { every & !taken } else { 0 }
    };
    filled.iter().enumerate().map(free).collect()
}

/// For every cell whether it has a single candidate, and whether a peer still holds that; cells
/// that are filled hold nothing.
pub fn lone(houses: &Houses, masks: &[u32], is_filled: impl Fn(usize) -> bool) -> Vec<Lone> {
    // Per house the candidates of one cell at least, and of two.
    let mut held = vec![(0u32, 0u32); houses.len()];
    for (cell, &mask) in masks.iter().enumerate() {
        if !is_filled(cell) {
            for seat in houses.seats(cell) {
                let (once, twice) = &mut held[usize::from(seat.house)];
                *twice |= *once & mask;
                *once |= mask;
            }
        }
    }
    let look = |(cell, &mask): (usize, &u32)| {
        let others = |house: u16| {
            let (once, twice) = held[usize::from(house)];
            if is_filled(cell) { once } else { twice }
        };
        if mask.count_ones() != 1 {
            Lone::No
        } else if houses
            .seats(cell)
            .iter()
            .any(|seat| others(seat.house) & mask != 0)
        {
            Lone::Held
        } else {
            Lone::Free
        }
    };
    masks.iter().enumerate().map(look).collect()
}

/// Separates digits from single candidates: returns the digits, and clears their masks.
pub fn settle(houses: &Houses, masks: &mut [u32], sign: impl Fn(usize) -> Sign) -> Vec<u8> {
    let lone = lone(houses, masks, |cell| sign(cell) == Sign::Filled);
    let cells = masks.iter_mut().zip(lone).enumerate();
    cells
        .map(|(cell, (mask, lone))| {
            let stands = match sign(cell) {
                Sign::None => lone == Lone::Free,
                Sign::Filled => lone != Lone::No,
                Sign::Candidate => false,
            };
            if stands {
                std::mem::take(mask).trailing_zeros() as u8 + 1
            } else {
                0
            }
        })
        .collect()
}

/// Reads candidates at fixed positions: for every cell a byte per digit, which is its
/// symbol, in capitals or not, or the blank sign. There is at least one symbol.
///
/// # Errors
/// The index of the first byte that is neither.
pub fn read(signs: &[u8], symbols: &[u8], blank: u8) -> Result<Vec<u32>, usize> {
    let mut masks = Vec::with_capacity(signs.len() / symbols.len());
    for (cell, signs) in signs.chunks(symbols.len()).enumerate() {
        let mut mask = 0;
        for (place, (sign, symbol)) in signs.iter().zip(symbols).enumerate() {
            if sign.eq_ignore_ascii_case(symbol) {
                mask |= 1 << place;
            } else if *sign != blank {
                return Err(cell * symbols.len() + place);
            }
        }
        masks.push(mask);
    }
    Ok(masks)
}

/// Groups of candidates as a grid has them: their masks, the byte of the sign before each, or 0,
/// and for every row how many groups are between two bars.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// The candidates of each group.
    pub masks: Vec<u32>,
    /// Its sign: one of `=+~u`, or 0.
    pub signs: Vec<u8>,
    /// Row by row, how many groups there are between two bars.
    pub widths: Vec<Vec<usize>>,
}

/// Reads the groups of rows of a board up to 9x9: digits, each once, or `.` or `0`, blanks between
/// groups, and bars. A sign may precede a single digit. None for anything else.
pub fn read_groups(rows: &str, size: usize) -> Option<Groups> {
    let mut groups = Groups::default();
    for row in rows.split('\n') {
        let mut widths = Vec::new();
        for part in row.split('|') {
            let before = groups.masks.len();
            for group in part.split_whitespace() {
                let (mask, sign) = read_group(group.as_bytes(), size)?;
                groups.masks.push(mask);
                groups.signs.push(sign);
            }
            if groups.masks.len() > before {
                widths.push(groups.masks.len() - before);
            }
        }
        groups.widths.push(widths);
    }
    Some(groups)
}

fn read_group(group: &[u8], size: usize) -> Option<(u32, u8)> {
    let (sign, digits) = match group {
        [sign @ (b'=' | b'+' | b'~' | b'u'), digit] => (*sign, std::slice::from_ref(digit)),
        _ => (0, group),
    };
    if sign == 0 && matches!(digits, b"." | b"0") {
        return Some((0, 0));
    }
    let mut mask = 0;
    for &digit in digits {
        let bit = 1u32 << digit.checked_sub(b'1').filter(|&digit| digit < 9)?;
        if mask & bit != 0 || bit >= 1 << size {
            return None;
        }
        mask |= bit;
    }
    Some((mask, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn houses() -> Houses {
        Houses::of_boxes(2, 2).unwrap()
    }

    #[test]
    fn digits_leave_what_no_house_has() {
        let mut filled = [0; 16];
        (filled[0], filled[6]) = (1, 2);
        let masks = left(&houses(), &filled);
        assert_eq!(masks[0], 0);
        assert_eq!(masks[1], 0b1110);
        assert_eq!(masks[2], 0b1100);
        assert_eq!(masks[15], 0b1111);
    }

    #[test]
    fn a_lone_digit_stands_where_no_peer_holds_it() {
        let mut masks = vec![0b1111u32; 16];
        for cell in [1, 2, 3, 4, 5, 8, 12] {
            masks[cell] = 0b1110;
        }
        masks[0] = 0b1;
        masks[15] = 0b1;
        let found = lone(&houses(), &masks, |_| false);
        assert_eq!(
            (found[0], found[15], found[1]),
            (Lone::Free, Lone::Held, Lone::No)
        );
        let digits = settle(&houses(), &mut masks, |_| Sign::None);
        assert_eq!((digits[0], masks[0]), (1, 0));
        assert_eq!((digits[15], masks[15]), (0, 0b1));
        let digits = settle(&houses(), &mut masks, |cell| match cell {
            15 => Sign::Filled,
            _ => Sign::None,
        });
        assert_eq!((digits[15], masks[15]), (1, 0));
    }

    #[test]
    fn candidates_stand_in_their_places() {
        assert_eq!(read(b"1.3.a..d", b"1234", b'.'), Err(4));
        assert_eq!(read(b"1.3.....", b"1234", b'.'), Ok(vec![0b101, 0]));
        assert_eq!(read(b"a.C.", b"ABCD", b'.'), Ok(vec![0b101]));
        assert_eq!(read(b"12.0", b"1234", b'.'), Err(3));
    }

    #[test]
    fn groups_are_read_or_left_to_others() {
        let groups = read_groups("| 1 24 | +3 . |\n~4 0|=2 431", 4).unwrap();
        assert_eq!(groups.masks, [1, 10, 4, 0, 8, 0, 2, 13]);
        assert_eq!(groups.signs, *b"\0\0+\0~\0=\0");
        assert_eq!(groups.widths, [[2, 2], [2, 2]]);
        for odd in ["5", "11", "+12", "+.", "++1", "*1", "x", "\u{e4}", "10"] {
            assert_eq!(read_groups(odd, 4), None, "{odd}");
        }
    }

    #[test]
    fn signs_say_otherwise() {
        let mut masks = vec![0u32; 16];
        (masks[0], masks[1]) = (0b1, 0b1);
        let digits = settle(&houses(), &mut masks, |cell| match cell {
            0 => Sign::Filled,
            _ => Sign::None,
        });
        assert_eq!((digits[0], digits[1]), (1, 1));
        let mut masks = vec![0u32; 16];
        masks[0] = 0b1;
        let digits = settle(&houses(), &mut masks, |_| Sign::Candidate);
        assert_eq!((digits[0], masks[0]), (0, 0b1));
    }
}
