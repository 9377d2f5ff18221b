//! Functions for charsets, without a message.

use crate::exchange::{Failure, Status, arguments, done, ended, text};
use crate::json::{Object, json};
use crate::policy::{charset, unknown};
use mailutf::charset::detect::Evidence;
use mailutf::charset::{Alias, Charset, Label};

/// Decodes octets (the first argument) in the charset of a label (the second argument). The result is the text.
/// Ill-formed octets are an error if `replaces` is 0; otherwise they become U+FFFD.
#[unsafe(no_mangle)]
pub extern "C" fn decode(replaces: u32) -> Status {
    let [octets, label] = arguments();
    let decoded = charset(&text(label)).and_then(|charset| {
        let decoded = charset.decode(&octets);
        match decoded.first_error.filter(|_| replaces == 0) {
            None => Ok([decoded.text.into_owned().into_bytes()]),
            Some(error) => {
                let message = format!("{charset}: {error}");
                Err(Failure { offset: Some(error.offset), ..Failure::new("malformed", message) })
            }
        }
    });
    ended(decoded)
}

/// Encodes text (the first argument) in the charset of a label (the second argument). The result is the octets.
#[unsafe(no_mangle)]
pub extern "C" fn encode() -> Status {
    let [characters, label] = arguments();
    let (characters, label) = (text(characters), text(label));
    let found = Label::read(label.as_bytes()).map(Label::exact).ok_or_else(|| unknown(&label));
    let encoded = found.and_then(|charset| match charset.encode(&characters) {
        Ok(octets) => Ok([octets.into_owned()]),
        Err(error) => {
            // `Display` of the error counts octets of UTF-8, but an index in a string of JavaScript counts UTF-16 units.
            let index = characters.get(..error.offset).unwrap_or_default().encode_utf16().count();
            let character = u32::from(error.character);
            let message = format!(
                "{} lacks the character U+{character:04X}, at index {index} of the string",
                error.charset
            );
            Err(Failure { offset: Some(index), ..Failure::new("unencodable", message) })
        }
    });
    ended(encoded)
}

/// Finds the charset of octets without a label (the only argument). The result is a JSON object with the
/// charset and the evidence for it. There is no result if there is no evidence.
#[unsafe(no_mangle)]
pub extern "C" fn detect() -> Status {
    let [octets] = arguments();
    let Some(detected) = mailutf::charset::detect::detect(&octets) else { return Status::Nothing };
    let evidence = match detected.evidence {
        Evidence::Ascii => "ASCII only",
        Evidence::ByteOrderMark => "byte order mark",
        Evidence::Utf8Validity => "valid UTF-8",
        Evidence::EscapeSequence => "escape sequences",
        Evidence::Utf16Order => "order of UTF-16",
        _ => "statistics",
    };
    done([Object::new().with("charset", detected.charset.name()).with("evidence", evidence).end()])
}

/// Lists the names of all charsets, each with its other labels. The result is a JSON array.
#[unsafe(no_mangle)]
pub extern "C" fn labels() -> Status {
    let all = Charset::all()
        .map(|charset| (charset.name(), charset.aliases().map(Alias::name).collect::<Vec<_>>()));
    done([json(all.collect::<Vec<_>>())])
}

/// Reports the version of the library. The result is a text.
#[unsafe(no_mangle)]
pub extern "C" fn version() -> Status {
    done([env!("CARGO_PKG_VERSION").into()])
}
