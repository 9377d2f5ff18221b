//! The Unicode codecs, tested with the examples of their RFCs, with all short input, with all of Unicode, and
//! against other programs.

mod exhaustive;
mod imap_utf7;
mod oracles;
mod reference;
mod rfc;
mod utf7;

use mailutf::charset::{Charset, Malformed, MalformedKind};
/// Every Unicode codec.
fn codecs() -> Vec<Charset> {
    let codecs: Vec<_> =
        Charset::all().filter(|c| c.name().contains("UTF") || *c == Charset::CESU_8).collect();
    assert_eq!(codecs.len(), 13);
    codecs
}

/// The text, the number of errors, and the first error.
type Outcome = (String, usize, Option<Malformed>);

fn at_once(charset: Charset, octets: &[u8]) -> Outcome {
    let decoded = charset.decode(octets);
    (decoded.text.into_owned(), decoded.errors, decoded.first_error)
}

fn strict(charset: Charset, octets: &[u8]) -> Result<String, (usize, MalformedKind)> {
    charset.decode_strict(octets).map(|text| text.into_owned()).map_err(|error| (error.offset, error.kind))
}

fn in_pieces<'a>(charset: Charset, pieces: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    let (mut decoder, mut text) = (charset.decoder(), String::new());
    pieces.into_iter().for_each(|piece| decoder.push(piece, &mut text));
    let (errors, first) = decoder.finish(&mut text);
    (text, errors, first)
}

/// Every string that consists of `length` of the given symbols.
fn strings<T: Copy>(symbols: &[T], length: u32) -> impl Iterator<Item = Vec<T>> {
    let count = symbols.len();
    (0..count.pow(length))
        .map(move |number| (0..length).map(|place| symbols[number / count.pow(place) % count]).collect())
}
