//! `mailutf encode`: UTF-8 text to any charset, file by file.

use super::codec::{open, warn};
use crate::args::{EncodeArgs, Utf7Args};
use crate::exit::Exit;
use mailutf::Error;
use mailutf::charset::{Charset, Unencodable};
use std::borrow::Cow;
use std::io::{self, ErrorKind, Write};

pub(crate) fn run(args: &EncodeArgs) -> Result<Exit, Error> {
    let mut output = io::stdout().lock();
    let write_error = |error| Error::new("write", None, error);
    let charset = args.codec.charset();
    let utf7 = args.utf7.is_given();
    if utf7 && charset != Charset::UTF_7 {
        let why = io::Error::new(ErrorKind::InvalidInput, format!("they are for UTF-7, not {charset}"));
        return Err(Error::new("use --columns, --direct or --explicit-ends", None, why));
    }
    for path in args.codec.files() {
        let mut octets = Vec::new();
        open(path)?.read_to_end(&mut octets).map_err(|error| Error::new("read", Some(path), error))?;
        let decoded = Charset::UTF_8.decode(&octets);
        if let Some(malformed) = decoded.first_error {
            warn(path, &format!("ill-formed UTF-8: {malformed}"));
            if !args.lossy {
                return Ok(Exit::Unresolved);
            }
        }
        let encoded = match charset.encode(&decoded.text) {
            Ok(_) if utf7 => Cow::Owned(as_utf7(&args.utf7, &decoded.text)),
            Ok(encoded) => encoded,
            Err(lacking) => {
                warn(path, &lacking.to_string());
                if !args.lossy {
                    return Ok(Exit::Unresolved);
                }
                Cow::Owned(without(charset, &decoded.text, lacking))
            }
        };
        output.write_all(&encoded).map_err(write_error)?;
    }
    output.flush().map_err(write_error)?;
    Ok(Exit::Done)
}

fn as_utf7(args: &Utf7Args, text: &str) -> Vec<u8> {
    match args.columns {
        Some(columns) => args.encoder().wrap(text, columns),
        None => args.encoder().encode(text).into_owned(),
    }
}

/// The octets of `text` with `?` for each character that the charset lacks, the first of which is `lacking`.
///
/// An encoder stops at such a character, so each stretch of text is looked at once, and the whole once more.
fn without(charset: Charset, text: &str, mut lacking: Unencodable) -> Vec<u8> {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    loop {
        let (before, behind) = rest.split_at_checked(lacking.offset).unwrap_or((rest, ""));
        kept.push_str(before);
        kept.push('?');
        rest = behind.strip_prefix(lacking.character).unwrap_or_default();
        match charset.encode(rest) {
            Err(next) => lacking = next,
            Ok(_) => break,
        }
    }
    kept.push_str(rest);
    charset.encode(&kept).map_or_else(|_| Vec::new(), Cow::into_owned)
}
