//! Vectors of 32-bit words, one word per lane: all that the kernel asks of an instruction set. A
//! handful of operations, so that one kernel serves them all.
//!
//! Written as intrinsics: plain `[u32; 16]` loops in an AVX-512 function came out as a mix of
//! 256-bit pieces and shuffles (rustc 1.95). Everything is `inline(always)`, as a function that is
//! not compiled for the instruction set itself must be inlined into one that is.

use std::ops::{BitAnd, BitOr};

use super::layout::{Bytes, INDEX, Order};
use crate::scalar::Solution;

/// A vector of `LANES` words. Making one is what needs the instruction set, so only that is
/// unsafe; who holds one may use it.
pub(super) trait Vector: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// Words in a vector.
    const LANES: usize;

    /// The same word in every lane.
    ///
    /// # Safety
    /// The processor has the instruction set, and the caller is compiled for it.
    unsafe fn splat(word: u32) -> Self;

    /// Reads a vector.
    ///
    /// # Safety
    /// As `splat`; and there are `LANES` words at `words`, aligned to the size of the vector.
    unsafe fn load(words: *const u32) -> Self;

    /// Writes a vector.
    ///
    /// # Safety
    /// There is room for `LANES` words at `words`, aligned to the size of the vector.
    unsafe fn store(self, words: *mut u32);

    /// The bits that are not in `other`: one instruction on x86, so the kernel is written with it.
    fn without(self, other: Self) -> Self;

    /// Shifts every word towards its high bits.
    fn up<const BITS: u32>(self) -> Self;

    /// Shifts every word towards its low bits.
    fn down<const BITS: u32>(self) -> Self;

    /// One bit per lane, that of lane 0 lowest: whether the words are equal.
    fn equal(self, other: Self) -> u32;

    /// Bit `position` of each of nine words, as a mask: the candidates of a cell.
    ///
    /// # Safety
    /// As `splat`.
    unsafe fn column(words: &[u32; 9], position: u32) -> u32 {
        let bits = words.iter().enumerate();
        bits.fold(0, |mask, (i, word)| mask | ((word >> position) & 1) << i)
    }

    /// The bytes in another order.
    ///
    /// # Safety
    /// As `splat`.
    unsafe fn reorder(bytes: &Bytes, order: &Order) -> Bytes {
        Bytes(
            order
                .from
                .map(|from| bytes.0.get(usize::from(from)).copied().unwrap_or(0)),
        )
    }

    /// By digit, 0 for empty cells: the cells that have it, as three words.
    ///
    /// # Safety
    /// As `splat`.
    unsafe fn by_digit(givens: &Solution) -> [[u32; 3]; 10] {
        // The digit is an index, so no branch for each cell, which nobody could predict. Sixteen
        // entries and a mask make a check of bounds unnecessary.
        let mut words = [[0; 3]; 16];
        for (&digit, &index) in givens.iter().zip(&INDEX) {
            words[usize::from(digit & 15)][usize::from(index / 32)] |= 1 << (index % 32);
        }
        std::array::from_fn(|digit| words[digit])
    }
}

/// Four lanes in plain Rust: the compiler makes of it what the machine has.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct Portable([u32; 4]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Portable([
            operation(a, e),
            operation(b, f),
            operation(c, g),
            operation(d, h),
        ])
    }
}

impl BitAnd for Portable {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Portable {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Vector for Portable {
    const LANES: usize = 4;

    #[inline(always)]
    unsafe fn splat(word: u32) -> Self {
        Portable([word; 4])
    }

    #[inline(always)]
    unsafe fn load(words: *const u32) -> Self {
        // SAFETY: the caller's promise.
        unsafe { words.cast::<Self>().read() }
    }

    #[inline(always)]
    unsafe fn store(self, words: *mut u32) {
        // SAFETY: the caller's promise.
        unsafe { words.cast::<Self>().write(self) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Portable(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        Portable(self.0.map(|word| word >> BITS))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        // No early exit, so that the compiler can compare all four at once.
        let same = |i: usize| u32::from(self.0[i] == other.0[i]) << i;
        same(0) | same(1) | same(2) | same(3)
    }
}

/// The vectors of x86-64: eight lanes with AVX2, sixteen with AVX-512.
#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use std::arch::x86_64::*;
    use std::ops::{BitAnd, BitOr};

    use super::super::layout::{BY_INDEX, Bytes, FULL, Order};
    use super::Vector;
    use crate::cells::CELLS;
    use crate::scalar::Solution;

    /// Bit `position` of each of nine words: eight of them are shifted so that the bit becomes the
    /// sign, and the signs are gathered by one instruction; the ninth is added by hand.
    #[inline(always)]
    unsafe fn column(words: &[u32; 9], position: u32) -> u32 {
        // SAFETY: eight of the words are read; both instruction sets include AVX2.
        unsafe {
            let first = _mm256_loadu_si256(words.as_ptr().cast());
            // Up by 31 - position: the bit becomes the sign.
            let count = _mm_cvtsi32_si128(31 - position as i32);
            let signs = _mm256_castsi256_ps(_mm256_sll_epi32(first, count));
            _mm256_movemask_ps(signs) as u32 | ((words[8] >> position) & 1) << 8
        }
    }

    /// The bytes in another order, by 18 shuffles. A shuffle of 32 bytes works on two halves of 16
    /// on their own, so 16 bytes of the source are copied to both halves, and what a target needs
    /// from them is picked; what it does not, comes out as zero and is or-ed in from another part.
    #[inline(always)]
    unsafe fn reorder(bytes: &Bytes, order: &Order) -> Bytes {
        let mut result = Bytes([0; 96]);
        // SAFETY: all of these are arrays of whole vectors; both instruction sets include AVX2.
        unsafe {
            for (target, masks) in order.masks.iter().enumerate() {
                let mut sum = _mm256_setzero_si256();
                for (part, mask) in masks.iter().enumerate() {
                    let source = _mm_load_si128(bytes.0.as_ptr().add(16 * part).cast());
                    let mask = _mm256_loadu_si256(mask.as_ptr().cast());
                    let moved = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(source), mask);
                    sum = _mm256_or_si256(sum, moved);
                }
                _mm256_store_si256(result.0.as_mut_ptr().add(32 * target).cast(), sum);
            }
        }
        result
    }

    /// By digit the cells that have it: bytes in the order of the bits, compared 32 at a time. One
    /// bit of each byte is gathered, which gives the word as it is.
    #[inline(always)]
    unsafe fn by_digit(givens: &Solution) -> [[u32; 3]; 10] {
        let mut bytes = Bytes([0; 96]);
        bytes.0[..CELLS].copy_from_slice(givens);
        // SAFETY: 32 bytes are read at a time; both instruction sets include AVX2.
        unsafe {
            let bytes = reorder(&bytes, &BY_INDEX);
            let (words, _) = bytes.0.as_chunks::<32>();
            let mut found = [[0; 3]; 10];
            for (digit, found) in found.iter_mut().enumerate() {
                for k in 0..3 {
                    let word = _mm256_loadu_si256(words[k].as_ptr().cast());
                    let equal = _mm256_cmpeq_epi8(word, _mm256_set1_epi8(digit as i8));
                    found[k] = _mm256_movemask_epi8(equal) as u32 & FULL;
                }
            }
            found
        }
    }

    // AVX2 and AVX-512 differ in the names of their intrinsics only.
    macro_rules! vector {
        ($name:ident($register:ty; $lanes:literal)
         splat: $splat:ident, load: $load:ident, store: $store:ident,
         and: $and:ident, or: $or:ident, and_not: $and_not:ident,
         up: $up:ident, down: $down:ident, equal: $equal:ident) => {
            #[derive(Clone, Copy)]
            pub(in super::super) struct $name($register);

            // SAFETY, for all of them: a vector exists only where its instruction set does.
            impl BitAnd for $name {
                type Output = Self;

                #[inline(always)]
                fn bitand(self, other: Self) -> Self {
                    $name(unsafe { $and(self.0, other.0) })
                }
            }

            impl BitOr for $name {
                type Output = Self;

                #[inline(always)]
                fn bitor(self, other: Self) -> Self {
                    $name(unsafe { $or(self.0, other.0) })
                }
            }

            impl Vector for $name {
                const LANES: usize = $lanes;

                #[inline(always)]
                unsafe fn splat(word: u32) -> Self {
                    $name(unsafe { $splat(word as i32) })
                }

                #[inline(always)]
                unsafe fn load(words: *const u32) -> Self {
                    $name(unsafe { $load(words.cast()) })
                }

                #[inline(always)]
                unsafe fn store(self, words: *mut u32) {
                    unsafe { $store(words.cast(), self.0) }
                }

                #[inline(always)]
                fn without(self, other: Self) -> Self {
                    $name(unsafe { $and_not(other.0, self.0) })
                }

                #[inline(always)]
                fn up<const BITS: u32>(self) -> Self {
                    // The intrinsic with a count in each lane, as the one with an immediate takes
                    // no generic constant. The compiler makes shifts by a constant of it.
                    $name(unsafe { $up(self.0, $splat(BITS as i32)) })
                }

                #[inline(always)]
                fn down<const BITS: u32>(self) -> Self {
                    $name(unsafe { $down(self.0, $splat(BITS as i32)) })
                }

                #[inline(always)]
                fn equal(self, other: Self) -> u32 {
                    unsafe { $equal(self.0, other.0) }
                }

                #[inline(always)]
                unsafe fn column(words: &[u32; 9], position: u32) -> u32 {
                    unsafe { column(words, position) }
                }

                #[inline(always)]
                unsafe fn reorder(bytes: &Bytes, order: &Order) -> Bytes {
                    unsafe { reorder(bytes, order) }
                }

                #[inline(always)]
                unsafe fn by_digit(givens: &Solution) -> [[u32; 3]; 10] {
                    unsafe { by_digit(givens) }
                }
            }
        };
    }

    #[inline(always)]
    unsafe fn equal_256(one: __m256i, other: __m256i) -> u32 {
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(one, other))) as u32 }
    }

    #[inline(always)]
    unsafe fn equal_512(one: __m512i, other: __m512i) -> u32 {
        unsafe { u32::from(_mm512_cmpeq_epi32_mask(one, other)) }
    }

    vector! {
        Avx2(__m256i; 8)
        splat: _mm256_set1_epi32, load: _mm256_load_si256, store: _mm256_store_si256,
        and: _mm256_and_si256, or: _mm256_or_si256, and_not: _mm256_andnot_si256,
        up: _mm256_sllv_epi32, down: _mm256_srlv_epi32, equal: equal_256
    }

    vector! {
        Avx512(__m512i; 16)
        splat: _mm512_set1_epi32, load: _mm512_load_si512, store: _mm512_store_si512,
        and: _mm512_and_si512, or: _mm512_or_si512, and_not: _mm512_andnot_si512,
        up: _mm512_sllv_epi32, down: _mm512_srlv_epi32, equal: equal_512
    }
}
