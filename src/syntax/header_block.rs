//! Header blocks: fields with their continuation lines (RFC 5322 sections 2.2 and 3.6), including obsolete
//! syntax.
//!
//! A block is read line by line. LF and CRLF end a line; a bare CR does not, unless all lines of the block
//! [end with CR alone](HeaderBlock::bare_cr). RFC 5322 has no rules for lines that its grammar does not allow. The
//! following rules are those of common mail parsers. They lose as little of the header as possible:
//!
//! - A line that begins with a space or tab continues the line before it, even if it consists only of white space.
//! - White space between name and colon is accepted as obsolete syntax (RFC 5322 section 4.5).
//! - Three kinds of lines are [`malformed`](HeaderBlock::malformed), and the block continues after them: a `From ` or
//!   `>From ` line, a line without a name before its colon, and a continuation line without a field before it.
//! - Any other line starts the body: the parser assumes that the blank line before the body is missing. Python's
//!   parser does the same. But if a well-known field follows within 2,000 octets, the parser assumes that a
//!   continuation line has lost its indentation. The lines before that field are then malformed, and the block
//!   continues, as in mail-parser. The distance is bounded, so that a caller who parses many headers of one input
//!   needs only linear time.
//! - A line that begins with `--` ends the block: it is the delimiter of a multipart (RFC 2046 section 5.1.1).
//! - A byte order mark before the first field is skipped.
//!
//! This module knows the names of fields ([`field_kind`](super::field_kind)), but not the syntax of their bodies.
//! Linear time.

use super::field_kind::is_known;
use super::region::Region;
use crate::span::Span;
use memchr::{memchr, memchr_iter, memchr2};

/// A header block: its fields, and where the body starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeaderBlock {
    /// The fields in order.
    pub fields: Vec<Field>,
    /// The span from the first octet of the first line to the end of the last line, without the blank line.
    pub span: Span,
    /// The offset of the body. The body starts after the blank line. If the blank line is missing, the body starts at
    /// the first line that cannot be part of the block, or at the end of the input.
    pub body: usize,
    /// Lines that are neither fields nor continuation lines, such as a stray `From ` line or a line without a colon.
    /// Each span includes the continuation lines and line ends.
    pub malformed: Vec<Span>,
    /// Whether a blank line ends the block.
    pub terminated: bool,
    /// Whether the lines of the block end with CR alone. Programs for the old Mac OS wrote such lines (RFC 7103
    /// section 6).
    pub bare_cr: bool,
}

/// The spans of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The whole field, including its last line end.
    pub span: Span,
    /// The name, without white space before the colon.
    pub name: Span,
    /// The field body: from the colon to the last line end, both excluded; it includes the folds.
    pub body: Span,
}

impl Field {
    /// Whether the field has this name, which is case-insensitive.
    pub fn is(&self, input: &[u8], name: &str) -> bool {
        self.name.len() == name.len() && self.name.slice(input).eq_ignore_ascii_case(name.as_bytes())
    }
}

impl HeaderBlock {
    /// The first field with this name.
    pub fn field(&self, input: &[u8], name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.is(input, name))
    }

    /// The number of fields and malformed lines.
    pub(crate) fn lines(&self) -> usize {
        self.fields.len() + self.malformed.len()
    }

    /// The offset at which to add a field so that every reader sees it. This is the end of the last field, unless a
    /// malformed line stands between two fields. In that case, it is the end of the field before the malformed line,
    /// because some readers end the header at a line that is not a field, such as a stray `From ` line.
    pub(crate) fn end_of_fields(&self) -> usize {
        let apart = self.fields.windows(2).find(|pair| matches!(pair, [a, b] if a.span.end < b.span.start));
        let last = apart.and_then(|pair| pair.first()).or(self.fields.last());
        last.map_or(self.span.end, |field| field.span.end)
    }
}

/// Parses the header block that starts at `span.start`. Linear in the length of the block.
///
/// ```
/// use mailutf::{Span, internal::header_block};
/// let input = b"Subject: a\n folded one\nTo : b@c\n\nbody";
/// let block = header_block(input, Span::new(0, input.len()));
/// assert_eq!(block.fields[0].body.slice(input), b" a\n folded one");
/// assert!(block.fields[1].is(input, "to"));
/// assert_eq!(&input[block.body..], b"body");
/// ```
pub fn header_block(input: &[u8], span: Span) -> HeaderBlock {
    header_block_within(input, span, usize::MAX)
}

/// The number of fields for which memory is reserved. The header of a part rarely has more.
const USUAL: usize = 8;

/// Like [`header_block`], but ends the block once its fields and malformed lines together are more than `most`.
pub(crate) fn header_block_within(input: &[u8], span: Span, most: usize) -> HeaderBlock {
    let region = Region::new(input, span);
    let mut rest = region.octets();
    rest = rest.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(rest);
    let line_ends = LineEnds::of(rest);
    let bare_cr = line_ends == LineEnds::Any;
    let mut block = HeaderBlock { span: Span::at(region.at(rest)), bare_cr, ..HeaderBlock::default() };
    // Lines before this offset that are not fields are malformed, and do not start the body.
    let mut resumed = 0;
    while !rest.is_empty() && block.lines() <= most {
        let (line, after) = line_ends.split_line(rest);
        if is_blank_line(line) {
            block.terminated = true;
            rest = after;
            break;
        }
        let next = line_ends.skip_folds(after);
        let whole = region.between(rest, next);
        match field_start(rest) {
            Some((name, body)) => {
                if block.fields.is_empty() {
                    block.fields.reserve(USUAL);
                }
                block.fields.push(Field {
                    span: whole,
                    name: Span::new(whole.start, whole.start + name.len()),
                    body: Span::new(region.at(body), whole.end - line_ends.last(whole.slice(input))),
                });
            }
            None => {
                if !is_malformed(rest) && whole.start >= resumed {
                    let Some(distance) = next_known_field(rest, line_ends) else { break };
                    resumed = whole.start + distance;
                }
                block.malformed.push(whole);
            }
        }
        block.span.end = whole.end;
        rest = next;
    }
    block.body = region.at(rest);
    block
}

/// Whether `line` is the first line of a field.
pub(crate) fn starts_field(line: &[u8]) -> bool {
    field_start(line).is_some()
}

/// The name of the field whose first line is `line`, and what follows the colon in this line. Returns `None` if `line`
/// is not the first line of a field.
pub(crate) fn field_value(line: &[u8]) -> Option<(&[u8], &[u8])> {
    field_start(line)
}

/// The name of the field at the start of `lines`, and the rest after its colon (RFC 5322 sections 2.2 and 4.5). A line
/// that begins with `--` is no field, because it may be a delimiter line.
///
/// ```abnf
/// obs-optional = field-name *WSP ":" unstructured CRLF   ; RFC 5322 section 4.5.8
/// field-name   = 1*ftext                                 ; section 3.6.8
/// ftext        = %d33-57 / %d59-126
/// ```
fn field_start(lines: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = lines.iter().position(|octet| !matches!(octet, b'!'..=b'9' | b';'..=b'~'))?;
    let (name, mut after) = lines.split_at_checked(end)?;
    while let [b' ' | b'\t', rest @ ..] = after {
        after = rest;
    }
    let body = after.strip_prefix(b":")?;
    (!name.is_empty() && !name.starts_with(b"--")).then_some((name, body))
}

/// Whether `line` is of a kind that often occurs in header blocks and therefore does not start the body. `line` is
/// not a field.
fn is_malformed(line: &[u8]) -> bool {
    let from_line = line.strip_prefix(b">").unwrap_or(line).starts_with(b"From ");
    from_line || line.first().is_some_and(|&octet| is_blank(octet) || octet == b':')
}

/// The distance from the start of `lines` to the next well-known field. The first of the `lines` is not a field.
/// `None` if no well-known field is near, or if a blank line or a possible delimiter line comes before it.
fn next_known_field(lines: &[u8], line_ends: LineEnds) -> Option<usize> {
    const NEAR: usize = 2_000;
    let window = lines.get(..NEAR).unwrap_or(lines);
    let mut rest = window;
    while !rest.is_empty() && !rest.starts_with(b"--") {
        let (line, after) = line_ends.split_line(rest);
        match field_start(rest) {
            _ if starts_known_field(rest) => return Some(window.len() - rest.len()),
            _ if is_blank_line(line) => return None,
            _ => rest = after,
        }
    }
    None
}

/// Whether `lines` start with a field whose name is well known.
fn starts_known_field(lines: &[u8]) -> bool {
    field_start(lines).is_some_and(|(name, _)| is_known(name))
}

/// The line ends of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnds {
    /// LF, with or without CR before it.
    Lf,
    /// LF, CRLF, or a bare CR.
    Any,
}

impl LineEnds {
    /// Determines the line ends of the block at the start of `octets`, from the octets before the first LF. Bare CRs
    /// end lines in three cases:
    ///
    /// - Well-known fields follow at least two of the CRs.
    /// - A well-known field follows one of the CRs, and a bare CR ends a blank line after this field.
    /// - A well-known field follows one of the CRs, and there is no LF at all.
    ///
    /// Thus a single CR that a program left in a field does not count as a line end. The time is linear in the length
    /// of the first line that ends with LF.
    fn of(octets: &[u8]) -> Self {
        let (line, after) = Self::Lf.split_line(octets);
        let is_whole = after.is_empty() && !octets.ends_with(b"\n");
        let line = line.strip_suffix(b"\r").filter(|_| !is_whole).unwrap_or(line);
        let (mut fields, mut blank) = (0, is_whole);
        for at in memchr_iter(b'\r', line) {
            let next = line.get(at + 1..).unwrap_or_default();
            fields += usize::from(starts_known_field(next));
            blank |= fields > 0 && next.starts_with(b"\r");
            if fields > 1 || fields == 1 && blank {
                return Self::Any;
            }
        }
        Self::Lf
    }

    /// The first line without its LF or bare CR, and the rest.
    fn split_line(self, octets: &[u8]) -> (&[u8], &[u8]) {
        let end = match self {
            Self::Lf => memchr(b'\n', octets),
            Self::Any => memchr2(b'\r', b'\n', octets)
                .map(|end| end + usize::from(octets.get(end..).is_some_and(|end| end.starts_with(b"\r\n")))),
        };
        let (line, after) = octets.split_at_checked(end.unwrap_or(octets.len())).unwrap_or((octets, &[]));
        (line, after.get(1..).unwrap_or_default())
    }

    /// Skips the lines that begin with white space, and returns the rest.
    fn skip_folds(self, mut lines: &[u8]) -> &[u8] {
        while lines.first().copied().is_some_and(is_blank) {
            lines = self.split_line(lines).1;
        }
        lines
    }

    /// The number of octets in the line end of `field`.
    fn last(self, field: &[u8]) -> usize {
        match (self, field) {
            (_, [.., b'\r', b'\n']) => 2,
            (_, [.., b'\n']) | (Self::Any, [.., b'\r']) => 1,
            _ => 0,
        }
    }
}

/// Whether a line is blank. It can contain CRs, because some gateways double the CR of a line end.
fn is_blank_line(line: &[u8]) -> bool {
    line.iter().all(|&octet| octet == b'\r')
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(input: &str) -> HeaderBlock {
        header_block(input.as_bytes(), Span::new(0, input.len()))
    }

    #[test]
    fn malformed_lines_end_the_first_fields() {
        let input = "From x\nA: b\nC: d\n>From y\nE: f\n\n";
        assert_eq!(&input[parse(input).end_of_fields()..], ">From y\nE: f\n\n");
    }

    /// Shows each field as `name=body`, then each malformed line as `!line`. Also returns the body.
    fn shown(input: &str) -> (Vec<String>, &str) {
        let block = parse(input);
        let field = |f: &Field| format!("{}={}", &input[f.name.range()], &input[f.body.range()]);
        let fields = block.fields.iter().map(field);
        let malformed = block.malformed.iter().map(|span| format!("!{}", &input[span.range()]));
        (fields.chain(malformed).collect(), &input[block.body..])
    }

    #[test]
    fn line_ends_and_folds() {
        for end in ["\n", "\r\n"] {
            let input = "A: b/ c/\td/E:/F : //body/".replace('/', end);
            let fold = "A= b/ c/\td".replace('/', end);
            assert_eq!(shown(&input), (vec![fold, "E=".into(), "F= ".into()], format!("body{end}").as_str()));
            let block = parse(&input);
            assert!(block.terminated && block.fields.iter().map(|f| f.span).is_sorted());
            assert_eq!((block.span.start, block.span.end + end.len()), (0, block.body));
        }
        assert_eq!(shown("A: b\r\nC: d\n\r\nbody"), (vec!["A= b".into(), "C= d".into()], "body"));
        assert_eq!(shown("A: b\rC: d\r\r\n\r\r\nbody"), (vec!["A= b\rC: d\r".into()], "body"));
        assert_eq!(shown("A: b\n \t\n c\n\nbody"), (vec!["A= b\n \t\n c".into()], "body"));
    }

    /// See RFC 7103 section 6. A CR in the middle of a field is not a line end. Neither is a CR without a well-known
    /// field after it.
    #[test]
    fn lines_that_end_with_cr_alone() {
        for (input, body) in [
            ("From: a\rSubject: b\r c\r\rbody\r", "body\r"),
            ("X-A: a\rSubject: b\r c\r\rbody\nmore\n", "body\nmore\n"),
            ("From: a\rSubject: b\rTo: c\n\nbody\r\n", "body\r\n"),
            ("\u{feff}From: a\rSubject: b\r\r\r\nbody", "\r\nbody"),
            ("From a@b\rX-A: a\rSubject: b\r\rbody", "body"),
            ("From: a\rSubject: b\r", ""),
        ] {
            let block = parse(input);
            assert!(block.bare_cr, "{input:?}");
            assert_eq!(&input[block.body..], body, "{input:?}");
            let subject = block.field(input.as_bytes(), "Subject").unwrap();
            assert!([" b", " b\r c"].contains(&&input[subject.body.range()]), "{input:?}");
        }
        for input in [
            "Subject: a\rb\nFrom: c\n\nbody",
            "Subject: a\rFrom: b\nTo: c\n\n\r\rbody",
            "Subject: a\rX-A: b\r\rbody",
            "Subject: a\r\rFrom : x\nTo: c\r\nDate: d\r\n\r\nbody",
            "Subject: a\r\nFrom: b\r\n\r\nbody\r\r",
            "Subject: a\r\r\nFrom: b\r\r\n\r\r\nbody",
        ] {
            assert!(!parse(input).bare_cr, "{input:?}");
        }
    }

    #[test]
    fn the_end_of_a_block() {
        for (input, fields, body, terminated) in [
            ("", 0, "", false),
            ("\nbody", 0, "body", true),
            ("A: b", 1, "", false),
            ("A: b\n", 1, "", false),
            ("A: b\n c", 1, "", false),
            ("A: b\n\n", 1, "", true),
            ("A: b\n\n\nbody", 1, "\nbody", true),
            ("A: b\n--x\nSubject: c\n\n", 1, "--x\nSubject: c\n\n", false),
            ("A: b\n--x: y\n\n", 1, "--x: y\n\n", false),
            ("A: b\nDear all,\nas follows\n\nmore", 1, "Dear all,\nas follows\n\nmore", false),
            ("A: b\nDear all\n\nSubject: c", 1, "Dear all\n\nSubject: c", false),
            ("no mail at all", 0, "no mail at all", false),
        ] {
            let block = parse(input);
            assert_eq!(
                (block.fields.len(), &input[block.body..], block.terminated),
                (fields, body, terminated),
                "{input}"
            );
            assert!(block.malformed.is_empty(), "{input}");
        }
    }

    #[test]
    fn lines_that_are_not_fields() {
        for (input, fields) in [
            (
                "From a@b Mon Jan  1 00:00:00 2001\nA: b\n\nbody",
                &["A= b", "!From a@b Mon Jan  1 00:00:00 2001\n"][..],
            ),
            ("A: b\n>From c\n d\nE: f\n\nbody", &["A= b", "E= f", "!>From c\n d\n"]),
            (": b\nC: d\n\nbody", &["C= d", "!: b\n"]),
            (" a\n\tb\nC: d\n\nbody", &["C= d", "! a\n\tb\n"]),
            ("A: b\nlost fold\n c\nSubject: d\n\nbody", &["A= b", "Subject= d", "!lost fold\n c\n"]),
            ("220 ready\nA b: c\nReceived: d\n\nbody", &["Received= d", "!220 ready\n", "!A b: c\n"]),
            ("From : a@b\n\nbody", &["From= a@b"]),
            ("\u{feff}Subject: a\n\nbody", &["Subject= a"]),
        ] {
            assert_eq!(shown(input), (fields.iter().map(ToString::to_string).collect(), "body"), "{input}");
        }
    }

    #[test]
    fn names_and_bodies_of_fields() {
        let body = "x".repeat(1 << 20);
        let input = format!("A: \0\u{e9}{body}\n\nbody");
        let block = parse(&input);
        assert_eq!((block.fields[0].body.len(), &input[block.body..]), (body.len() + 4, "body"));
        assert_eq!(shown("B\u{e9}: a\n\nx").0, Vec::<String>::new());
        assert_eq!(shown("!#$%&'*+-/=?^_`{|}~.;<>()[]@,\"\\: a\n\nx").0.len(), 1);
    }

    #[test]
    fn a_block_is_read_within_its_span_and_by_name() {
        let input = b"xA: b\nSUBJECT: c\nsubject: d\n\nbody";
        let block = header_block(input, Span::new(1, 17));
        assert_eq!((block.fields.len(), block.body, block.terminated), (2, 17, false));
        let block = header_block(input, Span::new(1, 99));
        assert_eq!(block.field(input, "Subject").unwrap().body.slice(input), b" c");
        assert_eq!(block.field(input, "Sub"), None);
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in [
            "a",
            "a\n",
            ":",
            ":\n",
            " \n",
            "a:\n",
            "\r",
            "\rTo",
            "\rTo:",
            "a b\rTo:\r",
            "a b\nReceived:\n",
            "From \n",
            "a\n ",
        ] {
            // The test would not finish in reasonable time if the code were quadratic.
            let input = unit.repeat((1 << 17) / unit.len());
            parse(&input);
        }
        // A caller can parse again after each line that ended a block. All these calls together must take linear
        // time, too.
        let input = "a b\n".repeat(1 << 12);
        for at in (0..input.len()).step_by(4) {
            assert_eq!(header_block(input.as_bytes(), Span::new(at, input.len())).body, at);
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn lines_are_inside_ordered_and_without_a_gap(input in "([aF]|Subject|From |>|:|-|[ \t]|\r?\n|\r(To:)?|\\x00|\\xe9){0,30}") {
            let input = input.as_bytes();
            let span = Span::new(1, input.len().saturating_sub(1));
            let block = header_block(input, span);
            let mut lines: Vec<_> = block.fields.iter().map(|field| field.span).collect();
            lines.extend(&block.malformed);
            lines.sort();
            let mut done = block.span.start;
            for line in lines {
                prop_assert!(line.start == done && !line.is_empty());
                done = line.end;
            }
            prop_assert!(done == block.span.end && done <= block.body && block.body <= span.end.max(span.start));
            let blank = Span::new(done, block.body).slice(input);
            prop_assert_eq!(block.terminated, !blank.is_empty());
            prop_assert!(blank.trim_ascii().is_empty());
            for field in &block.fields {
                prop_assert!(field.name.start == field.span.start && !field.name.is_empty());
                prop_assert!(field.name.end < field.body.start && field.body.end <= field.span.end);
                let end = Span::new(field.body.end, field.span.end).slice(input);
                let is_end = end == b"\n" || end == b"\r\n" || block.bare_cr && end == b"\r";
                prop_assert!(is_end || end.is_empty() && field.span.end == span.end);
            }
        }
    }
}
