//! Leaves octets out of a message and of its rewritten form. These are octets that no edit touches and that the
//! comparison does not need. They are most of each large body that is not text, most of each text that keeps its
//! label, and most header fields. Nearly linear time.

use crate::edit::{self, Edit, Reason};
use crate::span::Span;
use crate::structure::{Part, PartKind, Structure};
use std::borrow::Cow;

/// The number of octets that are kept of a body that is not text: enough to show its kind and its transfer encoding.
const KEPT: usize = 4 << 10;

/// The number of octets that are kept of a text whose header shows its kind and its transfer encoding. This number
/// suffices to see that the text is still a part.
const KEPT_TEXT: usize = 64;

/// The message `input` before and after `edits`, both shortened. The message before the edits is borrowed if there
/// is nothing to leave out.
pub(super) fn shortened<'a>(
    input: &'a [u8],
    structure: &Structure,
    edits: &[Edit],
) -> (Cow<'a, [u8]>, Vec<u8>) {
    let whole = Span::new(0, input.len());
    let parts = structure.parts.iter();
    let fields = parts.clone().flat_map(|part| other_fields(input, part, edits));
    let bodies = parts
        .filter_map(|part| rest(input, part.body, kept(input, part, edits)?))
        .filter(|rest| touched(edits, *rest).is_empty());
    let mut cuts: Vec<Edit> = fields.chain(bodies).map(|span| Edit::new(span, "", Reason::Body)).collect();
    cuts.sort_by_key(|cut| cut.span);
    if cuts.is_empty() {
        return (Cow::Borrowed(input), edit::apply(input, whole, edits));
    }
    let mut both = [edits, &cuts].concat();
    both.sort_by_key(|edit| edit.span);
    (Cow::Owned(edit::apply(input, whole, &cuts)), edit::apply(input, whole, &both))
}

/// The fields that can be left out: no edit touches them, and they say nothing about the body. The first field of
/// the header is kept, and also each field after a field that an edit touches. These fields show whether an edited
/// field ends at another place.
fn other_fields<'s>(input: &'s [u8], part: &'s Part, edits: &'s [Edit]) -> impl Iterator<Item = Span> + 's {
    let is_kept = |span| touched(edits, span).is_empty();
    let fields = part.header.fields.windows(2).filter_map(move |pair| match pair {
        [before, field] if is_kept(before.span) && is_kept(field.span) => Some(field),
        _ => None,
    });
    let says_nothing = |name: &[u8]| {
        !name.get(.."Content-".len()).is_some_and(|start| start.eq_ignore_ascii_case(b"Content-"))
    };
    fields.filter(move |field| says_nothing(field.name.slice(input))).map(|field| field.span)
}

/// The number of octets that are kept of the body of `part`; `None` if the whole body is kept.
fn kept(input: &[u8], part: &Part, edits: &[Edit]) -> Option<usize> {
    if is_data(part) {
        return Some(KEPT);
    }
    let mut touched = touched(edits, part.span).iter();
    let is_same = part.kind == PartKind::Text && touched.all(|edit| is_in_other_field(input, part, edit));
    is_same.then_some(KEPT_TEXT)
}

/// Whether `edit` changes only the field body of a field that says nothing about the body of `part`.
fn is_in_other_field(input: &[u8], part: &Part, edit: &Edit) -> bool {
    let fields = &part.header.fields;
    let field = fields.get(fields.partition_point(|field| field.body.end < edit.span.end));
    let Some(field) = field.filter(|field| field.body.start <= edit.span.start) else { return false };
    let labels = ["Content-Type", "Content-Transfer-Encoding"];
    let mut lines = edit.replacement.split(|octet| *octet == b'\n').skip(1);
    labels.iter().all(|name| !field.is(input, name))
        && lines.all(|line| line.starts_with(b" ") || line.starts_with(b"\t"))
}

/// Whether all parsers take the body for data: it is not text, and has no parts.
fn is_data(part: &Part) -> bool {
    let is_composite =
        ["multipart/", "message/", "text/"].iter().any(|kind| part.media_type.starts_with(kind));
    part.kind == PartKind::Other && !is_composite
}

/// The whole lines of a body after its first `kept` octets.
fn rest(input: &[u8], body: Span, kept: usize) -> Option<Span> {
    let rest = Span::new(body.start + kept, body.end);
    let line_end = memchr::memchr(b'\n', rest.slice(input))?;
    Some(Span::new(rest.start + line_end + 1, rest.end)).filter(|rest| !rest.is_empty())
}

/// The edits of a sorted list that overlap `span` or are next to it. Logarithmic time.
fn touched(edits: &[Edit], span: Span) -> &[Edit] {
    let first = edits.partition_point(|edit| edit.span.end < span.start);
    let end = edits.partition_point(|edit| edit.span.start <= span.end);
    edits.get(first..end.max(first)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::compare::{Verdict, verify, verify_edits};
    use super::*;
    use crate::limits::Limits;

    /// A message with a text and an attachment of `lines` lines.
    fn message(lines: usize) -> String {
        let attachment = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v\n".repeat(lines);
        format!(
            "From: a@b.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\
             Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\nplain\n--b\n\
             Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n{attachment}--b--\n"
        )
    }

    fn replaced(message: &str, old: &str, new: &str) -> Edit {
        let at = message.find(old).unwrap();
        Edit::new(Span::new(at, at + old.len()), new, Reason::Body)
    }

    #[test]
    fn an_attachment_that_no_edit_touches_is_left_out() {
        let message = message(10_000);
        let edits = [replaced(&message, "plain", "PLAIN")];
        let structure = Structure::parse(message.as_bytes(), &Limits::default());
        let (before, after) = shortened(message.as_bytes(), &structure, &edits);
        assert!(before.len() < 2 * KEPT && after.len() == before.len(), "{} {}", before.len(), after.len());
        assert!(before.ends_with(b"\n--b--\n"));
    }

    #[test]
    fn the_verdict_is_that_on_the_whole_message() {
        for lines in [3, 10_000] {
            let message = message(lines);
            let (end, line) = (message.len() - "--b--\n".len(), 66);
            for edits in [
                vec![],
                vec![replaced(&message, "8bit", "7bit")],
                vec![replaced(&message, "plain\n--b", "other\n--b")],
                // The following edits change the attachment.
                vec![replaced(&message, "base64", "8bit")],
                vec![replaced(&message, "application/pdf", "text/plain")],
                vec![replaced(&message, "AAECAwQF", "BBECAwQF")],
                vec![Edit::new(Span::new(end - line, end), "", Reason::Body)],
                vec![Edit::new(Span::at(end), "AAEC\n", Reason::Body)],
                // This edit merges the attachment into the text.
                vec![replaced(&message, "\n--b\nContent-Type: app", "\n--c\nContent-Type: app")],
            ] {
                let octets = message.as_bytes();
                let after = edit::apply(octets, Span::new(0, octets.len()), &edits);
                let of_all = verify(octets, &after, &[]);
                let structure = Structure::parse(octets, &Limits::default());
                let of_edits = verify_edits(octets, &structure, &edits, &[]);
                assert_eq!(of_edits, of_all, "{lines} {edits:?}");
                let same = edits.first().is_none_or(|edit| edit.replacement == b"7bit");
                assert_eq!(of_edits == Verdict::Agrees, same, "{lines} {edits:?}");
            }
        }
    }

    #[test]
    fn a_text_that_no_edit_touches_is_left_out() {
        let text = |lines: usize| {
            let text = "caf=E9 au lait, s=2E v=2E p=2E\n".repeat(lines);
            format!(
                "To: a@b.org\nSubject: plain =?utf-8?Q?x?=\n folded\nContent-Type: text/plain; charset=iso-8859-1\n\
                 X-Last: 8\nContent-Transfer-Encoding: quoted-printable\n\n{text}last\n"
            )
        };
        for lines in [0, 1, 10_000] {
            let message = text(lines);
            let octets = message.as_bytes();
            let structure = Structure::parse(octets, &Limits::default());
            for (old, new, same, cut) in [
                ("=?utf-8?Q?x?=", "x", true, true),
                ("=?utf-8?Q?x?=", "x\n y", true, true),
                ("8\n", "9\n", true, false),
                ("iso-8859-1", "windows-1252", true, false),
                ("=?utf-8?Q?x?=", "x\nBcc: c@d.org", false, false),
                ("=?utf-8?Q?x?=", "x\n\ny", false, false),
                ("To: a@b.org", "To: a@b.org, c@d.org", false, false),
                ("a@b.org", "a@b.org, c@d.org", false, true),
                ("iso-8859-1", "koi8-r", lines == 0, false),
                ("quoted-printable", "8bit", lines == 0, false),
                ("last", "lost", false, false),
            ] {
                let edits = [replaced(&message, old, new)];
                let of_all = verify(octets, &edit::apply(octets, Span::new(0, octets.len()), &edits), &[]);
                let of_edits = verify_edits(octets, &structure, &edits, &[]);
                assert_eq!(of_edits, of_all, "{lines} {edits:?}");
                assert_eq!(of_edits == Verdict::Agrees, same, "{lines} {edits:?}");
                let (before, after) = shortened(octets, &structure, &edits);
                let is_cut = before.len() < octets.len() / 2;
                assert_eq!(is_cut, cut && lines > 1, "{lines} {edits:?}");
                assert!(!is_cut || before.len().max(after.len()) < 300 + KEPT_TEXT, "{lines} {edits:?}");
            }
        }
    }

    #[test]
    fn fields_that_no_edit_touches_are_left_out() {
        let trace = "Received: by mx.example.org;\n Tue, 2 Jan 2024 03:04:05 +0000\n".repeat(20);
        let message = format!(
            "{trace}Content-Type: text/html\nFrom: =?utf-8?Q?a?= <a@b.org>\nTo: c@d.org\nReply-To: e@f.org\n\
             X-Last: 1\nMIME-Version: 1.0\n\nplain\n"
        );
        let octets = message.as_bytes();
        let structure = Structure::parse(octets, &Limits::default());
        for (old, new, same) in [
            ("=?utf-8?Q?a?=", "a", true),
            ("=?utf-8?Q?a?=", "a, b", false),
            ("=?utf-8?Q?a?=", "a\n\n", false),
            ("=?utf-8?Q?a?=", "a\nBcc:", false),
            ("b.org>\n", "b.org> ", false),
            ("b.org>\nTo: c@d.org\n", "b.org>\n", false),
            ("1\n", "1", true),
            ("text/html", "text/plain", false),
        ] {
            let edits = [replaced(&message, old, new)];
            let of_all = verify(octets, &edit::apply(octets, Span::new(0, octets.len()), &edits), &[]);
            assert_eq!(verify_edits(octets, &structure, &edits, &[]), of_all, "{edits:?}");
            assert_eq!(of_all == Verdict::Agrees, same, "{edits:?} {of_all:?}");
            assert!(shortened(octets, &structure, &edits).1.len() < octets.len() / 4, "{edits:?}");
        }
    }
}
