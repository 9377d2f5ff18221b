//! Compares our transfer encodings with crates for the same purpose, in octets of encoded input per second.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use mailutf::transfer::{base64 as ours, choose, quoted_printable as qp};
use quoted_printable::ParseMode;

fn main() {
    divan::main();
}

/// Octets without a pattern, which a linear congruential generator makes.
fn noise(len: usize) -> Vec<u8> {
    let step = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes().first().copied()
    };
    std::iter::successors(Some(1_u32), |state| Some(*state))
        .scan(7, |state, _| step(state))
        .take(len)
        .collect()
}

/// Text in lines of 60 octets, in which one octet of every `every` octets is above 127.
fn text(len: usize, every: usize) -> Vec<u8> {
    let octet = |at: usize| match at {
        _ if at % 60 == 59 => b'\n',
        _ if at.is_multiple_of(every) => 0xE9,
        _ if at.is_multiple_of(6) => b' ',
        _ => b'e',
    };
    (1..=len).map(octet).collect()
}

const LENGTHS: [usize; 3] = [1_000, 100_000, 2_000_000];

#[divan::bench(args = LENGTHS)]
fn base64_decode_body(bencher: Bencher<'_, '_>, len: usize) {
    let encoded = ours::encode_body(&noise(len), b"\r\n");
    bencher.counter(BytesCount::new(encoded.len())).bench(|| ours::decode(black_box(&encoded)));
}

/// The crate `base64` accepts no line ends, so the input here has none. A caller that must first remove line ends can
/// only be slower.
#[divan::bench(args = LENGTHS)]
fn base64_decode_crate_without_line_ends(bencher: Bencher<'_, '_>, len: usize) {
    let encoded = STANDARD.encode(noise(len));
    bencher.counter(BytesCount::new(encoded.len())).bench(|| STANDARD.decode(black_box(&encoded)));
}

/// The simplest way to decode a body with the crate `base64`: the benchmark removes the white space, and the crate
/// decodes what remains.
#[divan::bench(args = LENGTHS)]
fn base64_decode_crate_filtered(bencher: Bencher<'_, '_>, len: usize) {
    let encoded = ours::encode_body(&noise(len), b"\r\n");
    bencher.counter(BytesCount::new(encoded.len())).bench(|| {
        let symbols: Vec<u8> =
            black_box(&encoded).iter().copied().filter(|octet| !octet.is_ascii_whitespace()).collect();
        STANDARD.decode(symbols)
    });
}

#[divan::bench(args = LENGTHS)]
fn base64_encode_body(bencher: Bencher<'_, '_>, len: usize) {
    let octets = noise(len);
    bencher.counter(BytesCount::new(len)).bench(|| ours::encode_body(black_box(&octets), b"\r\n"));
}

const EVERY: [usize; 4] = [2, 10, 100, 1_000_000];

#[divan::bench(args = EVERY)]
fn quoted_printable_decode(bencher: Bencher<'_, '_>, every: usize) {
    let encoded = qp::encode_body(&text(100_000, every), b"\n");
    bencher.counter(BytesCount::new(encoded.len())).bench(|| qp::decode(black_box(&encoded)));
}

#[divan::bench(args = EVERY)]
fn quoted_printable_decode_crate(bencher: Bencher<'_, '_>, every: usize) {
    let encoded = qp::encode_body(&text(100_000, every), b"\n");
    bencher
        .counter(BytesCount::new(encoded.len()))
        .bench(|| quoted_printable::decode(black_box(&encoded), ParseMode::Robust));
}

#[divan::bench(args = EVERY)]
fn quoted_printable_encode(bencher: Bencher<'_, '_>, every: usize) {
    let octets = text(100_000, every);
    bencher.counter(BytesCount::new(octets.len())).bench(|| qp::encode_body(black_box(&octets), b"\n"));
}

#[divan::bench(args = EVERY)]
fn choose_and_encode(bencher: Bencher<'_, '_>, every: usize) {
    let octets = text(100_000, every);
    bencher.counter(BytesCount::new(octets.len())).bench(|| choose::shorter(black_box(&octets), b"\n"));
}
