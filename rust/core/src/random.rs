//! Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014).
//!
//! The state is a counter that grows by a fixed odd number; each output is a mix of it. Streams are
//! cheap: a seed and a number give one, so work can be dealt out to threads in any order.

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Stream `number` of a seed: where it starts is a mix of both.
    pub fn stream(seed: u64, number: u64) -> Random {
        let start = mix(seed.wrapping_add(GOLDEN)) ^ number;
        Random { state: mix(start) }
    }

    /// The seed of a stream that goes on where this one is.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// A number below `bound`, all equally likely (Lemire's method: the high half of a product,
    /// drawn again in the rare cases that would favour some).
    ///
    /// # Panics
    /// If the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "expected a bound of 1 or more");
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts items in random order, all orders equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_published_for_the_seed_1234567() {
        let mut random = Random::new(1234567);
        let found = [(); 3].map(|()| random.next_u64());
        assert_eq!(
            found,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423
            ]
        );
    }

    /// The same vector as in `tests/lab/test_rng.py`: the lab draws these numbers in Python, too.
    #[test]
    fn bounds_orders_and_choices_are_those_of_the_lab() {
        let mut random = Random::new(7);
        let found = [1, 2, 3, 10, 1000].map(|bound| random.below(bound));
        assert_eq!(found, [0, 0, 2, 5, 452]);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        random.shuffle(&mut items);
        assert_eq!(items, [7, 1, 4, 5, 6, 0, 8, 3, 2]);
        let chosen = [(); 6].map(|()| random.below(5));
        assert_eq!(chosen, [4, 4, 2, 4, 1, 3]);
    }

    #[test]
    fn every_number_below_a_bound_comes_equally_often() {
        let mut random = Random::stream(1, 2);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        // Five standard deviations of a binomial count.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 463));
    }

    #[test]
    fn every_order_of_three_comes_equally_often() {
        let mut random = Random::new(5);
        let mut counts = [0_u32; 27];
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            counts[items[0] * 9 + items[1] * 3 + items[2]] += 1;
        }
        let seen: Vec<u32> = counts.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(seen.len(), 6);
        assert!(seen.iter().all(|count| count.abs_diff(10_000) < 460));
    }

    #[test]
    fn streams_differ() {
        let first = |seed, number| Random::stream(seed, number).next_u64();
        let mut starts: Vec<u64> = (0..100).flat_map(|n| [first(0, n), first(1, n)]).collect();
        starts.sort_unstable();
        starts.dedup();
        assert_eq!(starts.len(), 200);
    }
}
