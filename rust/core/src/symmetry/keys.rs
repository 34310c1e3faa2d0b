//! Keys: BLAKE2b-128 of the form's name, a colon and the digits of a canonical form, row by row, 0 for
//! an empty cell. Boards with more than 9 digits have two figures for each cell.

use blake2b_simd::Params;
use blake2b_simd::many::{HashManyJob, hash_many};

use super::FORM;

/// Bytes of a key.
pub const KEY: usize = 16;
/// As many forms as are hashed at once.
const TOGETHER: usize = 16;

/// Writes the keys of canonical forms, each of `size` x `size` cells.
///
/// # Panics
/// If there are not as many keys as forms.
pub fn write_keys(size: usize, forms: &[u8], keys: &mut [u8]) {
    let cells = size * size;
    assert_eq!(forms.len() / cells * KEY, keys.len());
    let mut params = Params::new();
    params.hash_length(KEY);
    let start = FORM.len() + 1;
    let length = start + cells * (1 + usize::from(size > 9));
    let mut texts = [FORM.as_bytes(), b":", &vec![0; length - start]]
        .concat()
        .repeat(TOGETHER);
    for (forms, keys) in forms
        .chunks(TOGETHER * cells)
        .zip(keys.chunks_mut(TOGETHER * KEY))
    {
        for (form, text) in forms
            .chunks_exact(cells)
            .zip(texts.chunks_exact_mut(length))
        {
            write_digits(size, form, &mut text[start..]);
        }
        let texts = texts.chunks_exact(length).take(keys.len() / KEY);
        let mut jobs: Vec<_> = texts.map(|text| HashManyJob::new(&params, text)).collect();
        hash_many(jobs.iter_mut());
        for (job, key) in jobs.iter().zip(keys.chunks_exact_mut(KEY)) {
            key.copy_from_slice(job.to_hash().as_bytes());
        }
    }
}

fn write_digits(size: usize, form: &[u8], text: &mut [u8]) {
    if size <= 9 {
        text.iter_mut()
            .zip(form)
            .for_each(|(symbol, digit)| *symbol = b'0' + digit);
        return;
    }
    for (pair, digit) in text.chunks_exact_mut(2).zip(form) {
        pair.copy_from_slice(&[b'0' + digit / 10, b'0' + digit % 10]);
    }
}
