//! Which cells may not hold the same digit.

/// The houses and other groups of different cells of a board, and what follows from them.
#[derive(Clone, Debug)]
pub struct Geometry {
    size: usize,
    house_count: usize,
    groups: Lists,
    groups_of: Lists,
    houses_of: Lists,
    peers: Lists,
    is_impossible: bool,
}

/// Lists of cells or groups, one after the other.
#[derive(Clone, Debug)]
struct Lists {
    items: Vec<u16>,
    /// Where each list begins, and the end of the last.
    starts: Vec<u32>,
}

impl Lists {
    fn new(lists: impl IntoIterator<Item = Vec<u16>>) -> Lists {
        let mut all = Lists {
            items: Vec::new(),
            starts: vec![0],
        };
        for list in lists {
            all.items.extend(list);
            all.starts.push(all.items.len() as u32);
        }
        all
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline(always)]
    fn get(&self, number: usize) -> &[u16] {
        &self.items[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

impl Geometry {
    /// A board of `size` rows whose groups are given by their cells; the first `house_count` are
    /// houses.
    ///
    /// # Errors
    /// Says what is wrong: a size that a byte cannot hold, a cell that is not on the board, or a
    /// house that does not have as many cells as there are digits.
    pub fn new(size: usize, groups: &[Vec<u16>], house_count: usize) -> Result<Geometry, String> {
        let cells = size * size;
        if size == 0 || size > 255 {
            return Err(format!("expected a board of 1 to 255 rows, found {size}"));
        }
        if groups.len() > usize::from(u16::MAX) {
            let (most, found) = (u16::MAX, groups.len());
            return Err(format!("expected at most {most} groups, found {found}"));
        }
        if house_count > groups.len() {
            return Err(format!(
                "expected {house_count} houses, found {}",
                groups.len()
            ));
        }
        let mut holders = vec![Vec::new(); cells];
        for (number, group) in groups.iter().enumerate() {
            if number < house_count && group.len() != size {
                let found = group.len();
                return Err(format!(
                    "house {number}: expected {size} cells, found {found}"
                ));
            }
            for &cell in group {
                let holders = holders
                    .get_mut(usize::from(cell))
                    .ok_or_else(|| format!("group {number}: no cell {cell}"))?;
                holders.push(number as u16);
            }
        }
        let houses_of = holders.iter().map(|groups| {
            let houses = groups.iter().copied();
            houses
                .filter(|&group| usize::from(group) < house_count)
                .collect()
        });
        let peers = holders.iter().enumerate().map(|(cell, numbers)| {
            let mut peers: Vec<u16> = numbers
                .iter()
                .flat_map(|&group| groups[usize::from(group)].iter().copied())
                .filter(|&peer| usize::from(peer) != cell)
                .collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        });
        Ok(Geometry {
            size,
            house_count,
            houses_of: Lists::new(houses_of),
            peers: Lists::new(peers),
            groups_of: Lists::new(holders.iter().cloned()),
            groups: Lists::new(groups.iter().cloned()),
            is_impossible: groups.iter().any(|group| group.len() > size),
        })
    }

    /// Digits, and cells of a house.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.size * self.size
    }

    /// How many groups there are, houses among them.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// How many of the groups are houses; they come first.
    pub fn house_count(&self) -> usize {
        self.house_count
    }

    /// The cells of a group.
    #[inline(always)]
    pub fn group(&self, group: usize) -> &[u16] {
        self.groups.get(group)
    }

    /// The groups of a cell, ascending.
    #[inline(always)]
    pub fn groups_of(&self, cell: u16) -> &[u16] {
        self.groups_of.get(usize::from(cell))
    }

    /// The houses of a cell, ascending.
    #[inline(always)]
    pub fn houses_of(&self, cell: u16) -> &[u16] {
        self.houses_of.get(usize::from(cell))
    }

    /// The cells that may not hold the digit of a cell, ascending.
    #[inline(always)]
    pub fn peers(&self, cell: u16) -> &[u16] {
        self.peers.get(usize::from(cell))
    }

    /// True if a group has more cells than there are digits.
    pub fn is_impossible(&self) -> bool {
        self.is_impossible
    }

    /// True if a digit is repeated in a group; 0 is an empty cell.
    pub fn has_conflict(&self, digits: &[u8]) -> bool {
        let mut seen = vec![usize::MAX; self.size + 1];
        (0..self.group_count()).any(|group| {
            self.group(group).iter().any(|&cell| {
                let digit = usize::from(digits[usize::from(cell)]);
                digit > 0 && std::mem::replace(&mut seen[digit], group) == group
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_and_holders_follow_from_the_groups() {
        // Rows and columns of a 2x2 board are its houses; the diagonal pair differs as well.
        let groups = [vec![0, 1], vec![2, 3], vec![0, 2], vec![1, 3], vec![3, 0]];
        let geometry = Geometry::new(2, &groups, 4).unwrap();
        assert_eq!(geometry.peers(0), [1, 2, 3]);
        assert_eq!(geometry.peers(1), [0, 3]);
        assert_eq!(geometry.groups_of(3), [1, 3, 4]);
        assert_eq!(geometry.houses_of(3), [1, 3]);
        assert!(geometry.has_conflict(&[1, 0, 0, 1]) && !geometry.has_conflict(&[0, 1, 1, 0]));
        assert!(!geometry.is_impossible());
    }

    #[test]
    fn bad_groups_are_refused() {
        let message = |size, groups: &[Vec<u16>], houses| {
            Geometry::new(size, groups, houses).map(|_| ()).unwrap_err()
        };
        assert_eq!(
            message(0, &[], 0),
            "expected a board of 1 to 255 rows, found 0"
        );
        assert_eq!(message(2, &[], 1), "expected 1 houses, found 0");
        assert_eq!(
            message(2, &[vec![0]], 1),
            "house 0: expected 2 cells, found 1"
        );
        assert_eq!(message(2, &[vec![4]], 0), "group 0: no cell 4");
    }
}
