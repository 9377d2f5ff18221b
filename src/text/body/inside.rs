//! Documents that name their charset in a form that a rewrite (a conversion of the message to UTF-8) does not update.
//! The programs that open such a document read that name, not the label of the part, so the octets of the document
//! must not change.
//!
//! Such documents are recognized by their beginning. Their media type does not matter. The kinds are:
//!
//! - style sheets and vCards under another media type
//! - RTF
//! - files that name the charset for Emacs, Vim or Python (PEP 263), in a comment on one of the first two lines
//! - LaTeX with `inputenc`
//! - gettext catalogues
//!
//! The time is linear in the size of the head of the document.

use super::html::Markup;
use crate::span::Span;
use mailutf_codecs::internal::LineStarts;
use memchr::memmem;

/// The number of octets at the start of a document that are searched for LaTeX, gettext and comments.
const HEAD: usize = 4096;

/// Returns the charset that `document` names in a form that a rewrite does not update. `media_type` is the media type
/// of the document. Returns `RTF` if the document is in that format.
pub(crate) fn declared_charset(document: &[u8], media_type: &str) -> Option<String> {
    let head = document.get(..HEAD).unwrap_or(document);
    let style_sheet = || first(Markup::Css, document);
    let card = || document.starts_with(b"BEGIN:V").then(|| first(Markup::Card, document)).flatten();
    let markup = match Markup::for_media_type(media_type) {
        Some(_) => None,
        None => style_sheet().or_else(card),
    };
    let name = markup.or_else(|| comment(head)).or_else(|| latex(head)).or_else(|| catalogue(head));
    let rtf = document.starts_with(b"{\\rtf").then_some(&b"RTF"[..]);
    let name = name.map(|name| name.slice(document)).or(rtf).filter(|name| !name.is_empty())?;
    Some(String::from_utf8_lossy(name).into_owned())
}

fn first(markup: Markup, document: &[u8]) -> Option<Span> {
    markup.declarations(document).first().copied()
}

/// Finds the charset name in `coding: name` or `fileencoding=name` in a comment on one of the first two lines.
fn comment(head: &[u8]) -> Option<Span> {
    let mut start = 0;
    head.split_inclusive(|octet| *octet == b'\n').take(2).find_map(|line| {
        let at = start;
        start += line.len();
        let comments = [&b"#"[..], b"%", b";", b"//", b"/*", b"<!--", b"--", b"\"", b".\\\""];
        let comment = comments.iter().any(|mark| line.trim_ascii_start().starts_with(mark));
        let word = if comment { memmem::find(line, b"coding")? + b"coding".len() } else { return None };
        let after = line.get(word..)?;
        matches!(after, [b':' | b'=', ..]).then(|| name(head, at + word + 1))
    })
}

/// Finds the charset name in `\usepackage[name]{inputenc}`, or in `\inputencoding{name}`, a command of the
/// LaTeX package `inputenc`.
fn latex(head: &[u8]) -> Option<Span> {
    memchr::memchr(b'\\', head)?;
    memmem::find(head, b"\\documentclass")?;
    let option = memmem::find(head, b"]{inputenc}").and_then(|end| {
        let start = memchr::memrchr(b'[', head.get(..end)?)?;
        Some(Span::new(start + 1, end))
    });
    let command = b"\\inputencoding{";
    option.or_else(|| memmem::find(head, command).map(|at| name(head, at + command.len())))
}

/// Finds the charset name in the line `Content-Type` in the first entry of a gettext catalogue.
fn catalogue(head: &[u8]) -> Option<Span> {
    const QUOTED: LineStarts = LineStarts::new(b'\n', b"\"");
    let mut field = QUOTED.find(head, 0)?;
    while !head.get(field..)?.starts_with(b"\"Content-Type: ") {
        field = QUOTED.find(head, field)?;
    }
    memmem::find(head, b"msgid \"\"")?;
    let parameter = memmem::find(head.get(field..)?, b"charset=")?;
    Some(name(head, field + parameter + b"charset=".len()))
}

/// Returns the span of the charset name that follows the blanks and quotes at `start`.
fn name(head: &[u8], start: usize) -> Span {
    let rest = head.get(start..).unwrap_or_default();
    let blanks = rest.iter().take_while(|octet| matches!(octet, b' ' | b'\t' | b'"')).count();
    let is_name = |octet: &&u8| octet.is_ascii_alphanumeric() || b"-_.:".contains(octet);
    let length = rest.iter().skip(blanks).take_while(is_name).count();
    Span::new(start + blanks, start + blanks + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_names_its_charset() {
        for (document, name) in [
            ("@charset \"koi8-r\";", Some("koi8-r")),
            ("BEGIN:VCARD\nN;CHARSET=koi8-r:\u{e9}\n", Some("koi8-r")),
            ("#!/usr/bin/python\n# -*- coding: latin-1 -*-\n", Some("latin-1")),
            ("# vim: set fileencoding=koi8-r :\n", Some("koi8-r")),
            ("% -*- TeX -*- -*- coding: iso-8859-2 -*-\n", Some("iso-8859-2")),
            ("\\documentclass{article}\n\\usepackage[latin1]{inputenc}\n", Some("latin1")),
            ("\\documentclass{article}\n\\usepackage{inputenc}\\inputencoding{cp1251}\n", Some("cp1251")),
            (
                "# x\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=KOI8-R\\n\"\n",
                Some("KOI8-R"),
            ),
            ("{\\rtf1\\ansi\\ansicpg1252 x}", Some("RTF")),
            ("Hello,\nmy coding: latin-1\n", None),
            ("Hello,\nuse <?xml encoding='x'?>, \\usepackage[latin1]{inputenc}\n", None),
            ("a\nb\n# coding: latin-1\n", None),
            ("# encoding\n", None),
            ("", None),
        ] {
            assert_eq!(declared_charset(document.as_bytes(), "text/plain").as_deref(), name, "{document}");
        }
        assert_eq!(declared_charset(b"<?xml version='1.0' encoding='koi8-r'?>", "text/plain"), None);
    }
}
