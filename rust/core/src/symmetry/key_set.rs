//! A set of keys: 17 bytes each and some room to grow; ten million took 413 MB while it was growing.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::keys::KEY;

/// Keys are hashes, so their first bytes are as good as any.
#[derive(Clone, Copy, Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let first = bytes.first_chunk().copied().unwrap_or_default();
        self.0 = u64::from_le_bytes(first);
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// The keys seen so far.
#[derive(Default)]
pub struct KeySet {
    keys: HashSet<u128, BuildHasherDefault<AsIs>>,
}

impl KeySet {
    /// Adds keys one after the other; says of each whether it is new.
    pub fn add(&mut self, keys: &[u8]) -> Vec<u8> {
        each(keys)
            .map(|key| u8::from(self.keys.insert(key)))
            .collect()
    }

    /// Says of each key whether it is here.
    pub fn has(&self, keys: &[u8]) -> Vec<u8> {
        each(keys)
            .map(|key| u8::from(self.keys.contains(&key)))
            .collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

fn each(keys: &[u8]) -> impl Iterator<Item = u128> + '_ {
    let (keys, _) = keys.as_chunks::<KEY>();
    keys.iter().map(|&key| u128::from_le_bytes(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_new_once() {
        let mut set = KeySet::default();
        let (one, other) = ([1; KEY], [2; KEY]);
        assert_eq!(set.add(&[one, other, one].concat()), [1, 1, 0]);
        assert_eq!(set.has(&[other, [3; KEY]].concat()), [1, 0]);
        assert_eq!((set.len(), set.is_empty()), (2, false));
    }
}
