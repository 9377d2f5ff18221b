//! Content-Type, Content-Disposition and similar fields (RFC 2045 section 5.1, RFC 2183 section 2).
//!
//! Such a field has the form `value; name=value; …`. The parser finds every parameter that another reader might find.
//! It accepts separators that are missing, doubled, or commas. White space and comments can be anywhere, and the
//! value before the parameters can be quoted or missing. Anything else is skipped. The module
//! [`parameter`](super::parameter) describes the form of a single parameter.
//!
//! Linear time.

use super::encoded_word::encoded_words;
use super::parameter::{Parameter, attribute, is_attribute, parameter};
use super::region::{Parsed, Region};
use super::token::{comment, comments_and_blanks, is_blank};
use crate::span::Span;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take, take_till, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{not, opt};
use nom::sequence::{delimited, preceded};

/// The body of a field with parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameterized {
    /// The value before the first parameter, without quotes, such as `text/plain` or `attachment`. Empty if there is
    /// no such value.
    pub value: Span,
    /// The type in `type/subtype`. Empty if the value has no slash.
    pub main: Span,
    /// The subtype in `type/subtype`.
    pub sub: Span,
    /// The parameters in order. Each section of a value in the form of RFC 2231 is a parameter of its own.
    pub parameters: Vec<Parameter>,
    /// The first encoded word that stands in place of a parameter. RFC 2047 section 5 forbids such words.
    pub word: Option<Span>,
    /// Whether the field has more parameters than the limit allows. Parameters beyond the limit are not in
    /// `parameters`.
    pub truncated: bool,
}

impl Parameterized {
    /// The first parameter with this name, which is case-insensitive. A parameter counts only if it has no section
    /// number and if its name does not end with `*`.
    pub fn parameter(&self, input: &[u8], name: &str) -> Option<&Parameter> {
        let plain = |p: &&Parameter| p.section.is_none() && !p.extended;
        let named = |p: &&Parameter| p.name.slice(input).eq_ignore_ascii_case(name.as_bytes());
        self.parameters.iter().filter(plain).find(named)
    }
}

/// Parses the field body at `span`. At most `limit` parameters are read. Linear time.
///
/// ```
/// use mailutf::{Span, internal::parameterized};
/// let input = b" text/plain; charset=utf-8 (Unicode) format = \"flowed\"";
/// let field = parameterized(input, Span::new(0, input.len()), 10);
/// assert_eq!(field.value.slice(input), b"text/plain");
/// assert_eq!(field.parameter(input, "charset").unwrap().content.slice(input), b"utf-8");
/// assert_eq!(field.parameter(input, "Format").unwrap().value.slice(input), b"\"flowed\"");
/// ```
pub fn parameterized(input: &[u8], span: Span, limit: usize) -> Parameterized {
    let region = Region::new(input, span);
    let words = encoded_words(input, span);
    let (mut rest, mut field) = value(region).parse(region.octets()).unwrap_or_default();
    while !rest.is_empty() {
        let at = region.at(rest);
        if let Ok(index) = words.binary_search_by_key(&at, |word| word.span.start)
            && let Some(word) = words.get(index)
            && let Some(after) = rest.get(word.span.end - at..)
        {
            field.word = field.word.or(Some(word.span));
            rest = after;
            continue;
        }
        rest = match parameter(region, &words, rest) {
            Ok(_) if field.parameters.len() >= limit => {
                field.truncated = true;
                break;
            }
            Ok((after, parameter)) => {
                field.parameters.push(parameter);
                after
            }
            Err(_) => passed_over(rest).map_or(&[], |(after, ())| after),
        };
    }
    field
}

/// Parses the value before the parameters (RFC 2045 section 5.1, RFC 2183 section 2). This parser never fails,
/// because a field can begin with its parameters; then the value is empty.
///
/// ```abnf
/// content     := "Content-Type" ":" type "/" subtype *(";" parameter)
/// disposition := "Content-Disposition" ":" disposition-type *(";" disposition-parm)
/// ```
fn value<'a>(region: Region<'a>) -> impl FnMut(&'a [u8]) -> Parsed<'a, Parameterized> {
    move |input| {
        let (start, _) = (comments_and_blanks, opt(char('"'))).parse(input)?;
        if attribute(start).is_ok() {
            let value = Span::at(region.at(start));
            return Ok((start, Parameterized { value, main: value, sub: value, ..Parameterized::default() }));
        }
        let (main_end, _) = take_while(is_value).parse(start)?;
        let (sub_start, slash) = opt(preceded(comments_and_blanks, char('/'))).parse(main_end)?;
        let sub = preceded((comments_and_blanks, not(attribute)), take_while1(|o| is_value(o) || o == b'/'));
        let (end, sub) = match slash {
            Some(_) => opt(sub).parse(sub_start)?,
            None => (main_end, None),
        };
        let value = region.between(start, end);
        let field = Parameterized {
            value,
            main: if slash.is_some() { region.between(start, main_end) } else { Span::at(value.start) },
            sub: Span::new(value.end - sub.unwrap_or_default().len(), value.end),
            ..Parameterized::default()
        };
        let (rest, _) = opt(char('"')).parse(end)?;
        Ok((rest, field))
    }
}

/// Skips one piece that is not a parameter: separators, a comment, a quoted string, an attribute without a value, or
/// any other single octet. By the grammar, only the separator `";"` stands between parameters.
fn passed_over(input: &[u8]) -> Parsed<'_, ()> {
    alt((
        take_while1(|octet| is_blank(octet) || matches!(octet, b';' | b',')).map(drop),
        comment(usize::MAX),
        delimited(char('"'), take_till(|octet| octet == b'"'), char('"')).map(drop),
        take_while1(is_attribute).map(drop),
        take(1_usize).map(drop),
    ))
    .parse(input)
}

/// Whether an octet can be part of a type, a subtype or a disposition, as mailers write them.
fn is_value(octet: u8) -> bool {
    octet > b' ' && !matches!(octet, 0x7F | b';' | b',' | b'(' | b'"' | b'=' | b'/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parameter::unquoted;
    use proptest::prelude::*;

    fn parse(input: &[u8]) -> Parameterized {
        parameterized(input, Span::new(0, input.len()), 1_000)
    }

    /// Converts each octet to the character with the same number.
    fn text(octets: &[u8]) -> String {
        octets.iter().copied().map(char::from).collect()
    }

    /// Shows a field as `value|name=content|name*3*=content …`.
    fn shown(input: &[u8]) -> String {
        let field = parse(input);
        let mut shown = text(field.value.slice(input));
        for p in &field.parameters {
            let section = p.section.map(|n| format!("*{n}")).unwrap_or_default();
            let star = if p.extended { "*" } else { "" };
            let name = text(p.name.slice(input));
            shown += &format!("|{name}{section}{star}={}", text(&unquoted(input, p)));
        }
        shown
    }

    #[test]
    fn rfc_2045_section_5_1_examples() {
        assert_eq!(shown(b" text/plain; charset=us-ascii (Plain text)"), "text/plain|charset=us-ascii");
        assert_eq!(shown(b" text/plain; charset=\"us-ascii\""), "text/plain|charset=us-ascii");
        let quoted = parse(b"text/plain; charset=\"us-ascii\"").parameters[0];
        assert_eq!((quoted.value, quoted.content), (Span::new(20, 30), Span::new(21, 29)));
        assert!(quoted.quoted && !quoted.malformed);
    }

    #[test]
    fn rfc_2231_sections_3_and_4_examples() {
        assert_eq!(
            shown(
                b"application/x-stuff\r\n title*0*=us-ascii'en'This%20is%20even%20more%20\r\n \
                  title*1*=%2A%2A%2Afun%2A%2A%2A%20\r\n title*2=\"isn't it!\""
            ),
            "application/x-stuff|title*0*=us-ascii'en'This%20is%20even%20more%20\
             |title*1*=%2A%2A%2Afun%2A%2A%2A%20|title*2=isn't it!"
        );
        assert_eq!(
            shown(b"message/external-body; access-type=URL;\r\n URL*0=\"ftp://\";\r\n URL*1=\"cs.utk.edu\""),
            "message/external-body|access-type=URL|URL*0=ftp://|URL*1=cs.utk.edu"
        );
        assert_eq!(
            shown(b"x/y; a*=''%41; b**=c; d*x=e; f*99999999999=g"),
            "x/y|a*=''%41|b**=c|d*x=e|f*99999999999=g"
        );
    }

    #[test]
    fn the_value_before_the_parameters() {
        for (input, value, main, sub) in [
            (&b" TEXT/plain"[..], "TEXT/plain", "TEXT", "plain"),
            (b"text / plain ; a=b", "text / plain", "text", "plain"),
            (b"(c) text(c)/(c)plain(c); a=b", "text(c)/(c)plain", "text", "plain"),
            (b"text", "text", "", ""),
            (b"text/", "text/", "text", ""),
            (b"text/ charset=x", "text/", "text", ""),
            (b"/plain", "/plain", "", "plain"),
            (b"text/plain/x", "text/plain/x", "text", "plain/x"),
            (b"\"text/plain\"; a=b", "text/plain", "text", "plain"),
            (b"text/plain, a=b", "text/plain", "text", "plain"),
            (b"charset=utf-8", "", "", ""),
            (b"charset = utf-8", "", "", ""),
            (b"; charset=utf-8", "", "", ""),
            (b"", "", "", ""),
        ] {
            let field = parse(input);
            let parts = [field.value, field.main, field.sub].map(|span| text(span.slice(input)));
            assert_eq!(parts, [value, main, sub], "{}", text(input));
        }
    }

    #[test]
    fn separators_missing_doubled_and_wrong() {
        for input in [
            &b"a/b; c=d; e=f"[..],
            b"a/b;c=d;e=f",
            b"a/b c=d e=f",
            b"a/b;; c=d;;\r\n\te=f;",
            b"a/b, c=d ,e=f",
            b"a/b; c = d ; e\t=\r\n f ;",
            b"a/b; c=\"d\"e=\"f\"",
            b"a/b; c=\"d\" (x(y)) e=(z) f (w)",
            b"a/b; junk; c=d; \"junk; x=y\" e=f; =; junk",
        ] {
            assert_eq!(shown(input), "a/b|c=d|e=f", "{}", text(input));
        }
        assert_eq!(shown(b"charset=utf-8; format=flowed"), "|charset=utf-8|format=flowed");
    }

    #[test]
    fn bare_values_as_mailers_write_them() {
        for (input, shows) in [
            (&b"a; filename=my file (1) x.txt; c=d"[..], "a|filename=my file (1) x.txt|c=d"),
            (b"a; filename=my file.txt (c); c=d", "a|filename=my file.txt|c=d"),
            (b"a; filename=(1).pdf", "a|filename=(1).pdf"),
            (b"a; name=my file.txt size=3", "a|name=my file.txt|size=3"),
            (b"a; name=a=b?c/d@e:f", "a|name=a=b?c/d@e:f"),
            (b"a; charset=utf-8 junk; c=d", "a|charset=utf-8|c=d"),
            (b"a; charset=; c=d", "a|charset=|c=d"),
            (b"a; charset=\\\"utf-8\\\"; c=d", "a|charset=utf-8|c=d"),
            (b"a; charset=\\\"utf-8", "a|charset=\\\"utf-8"),
            (b"a; charset='utf-8'", "a|charset='utf-8'"),
            (b"a; charset=utf-8\"", "a|charset=utf-8\""),
            (b"a; name=\xe7\xae\xa1.doc", "a|name=\u{e7}\u{ae}\u{a1}.doc"),
            (
                b"a; name==?utf-8?Q?x y=z;w?= =?utf-8?Q?v?=; c=d",
                "a|name==?utf-8?Q?x y=z;w?= =?utf-8?Q?v?=|c=d",
            ),
            (b"a; name=two\r\n lines.txt", "a|name=two lines.txt"),
        ] {
            assert_eq!(shown(input), shows, "{}", text(input));
        }
        let malformed = |input: &[u8]| parse(input).parameters[0].malformed;
        assert!(!malformed(b"a; b=c d=") && !malformed(b"a; b=c"));
        assert!(
            malformed(b"a; name=c d")
                && malformed(b"a; b=(c)")
                && malformed(b"a; b=\xff")
                && malformed(b"a; b=")
        );
    }

    #[test]
    fn quoted_values_as_mailers_write_them() {
        for (input, content) in [
            (&br#"a; name="b;c=d" ; e=f"#[..], &br#"b;c=d"#[..]),
            (br#"a; name="b \"c\" d"; e=f"#, br#"b "c" d"#),
            (br#"a; name="b "c" d.txt"; e=f"#, br#"b "c" d.txt"#),
            (br#"a; name="b"c; e=f"#, b"b"),
            (br#"a; name="C:\dir\x.txt"; e=f"#, br#"C:\dir\x.txt"#),
            (br#"a; name="C:\dir\"; e=f"#, br#"C:\dir\"#),
            (b"a; name=\"\x95\\\"; e=\"f\"", b"\x95\\"),
            (b"a; name=\"\x95\\\"", b"\x95\\"),
            (b"a; name=\"b; e=f", b"b"),
            (b"a; name=\"b; e=\"f\"", b"b"),
            (b"a; name=\"b; e=\"f; g=h", b"b"),
            (b"a; name=\"b\"c; e=\"f\"", b"b"),
            (b"a; name=\";#=\"", b";#="),
            (b"a; name=\"b ; c", b"b ; c"),
            (b"a; name=\"b c ", b"b c"),
            (b"a; name=\"", b""),
            (b"a; name=\"\"", b""),
            (b"a; name=\"b\r\n c\n\td\"", b"b c\td"),
            (b"a; name=\"=?utf-8?Q?b?=\r\n =?utf-8?Q?c?=\"", b"=?utf-8?Q?b?= =?utf-8?Q?c?="),
        ] {
            let field = parse(input);
            assert_eq!(text(&unquoted(input, &field.parameters[0])), text(content), "{}", text(input));
            let next = field.parameter(input, "e").map(|p| text(p.content.slice(input)));
            assert_eq!(next.is_some(), memchr::memmem::find(input, b"; e=").is_some(), "{}", text(input));
        }
        assert!(parse(b"a; name=\"b").parameters[0].malformed);
        assert!(parse(b"a; name=\"b \"c\" d\"; e=f").parameters[0].malformed);
        assert!(parse(b"a; name*=\"utf-8''b\"").parameters[0].malformed);
    }

    #[test]
    fn an_encoded_word_in_place_of_a_parameter() {
        let input = br#"text/html; =?ISO-8859-2?Q?charset=3D"ISO-8859-2"?=; format=flowed"#;
        assert_eq!(shown(input), "text/html|format=flowed");
        assert_eq!(parse(input).word.unwrap().slice(input), &input[11..50]);
        assert_eq!(parse(b"a/b; c==?utf-8?Q?d?=; e=f").word, None);
    }

    #[test]
    fn truncated_is_set_only_if_a_parameter_is_left_out() {
        let input = b"a; b=c; d=e; junk";
        let read = |limit| parameterized(input, Span::new(0, input.len()), limit);
        assert_eq!((read(2).parameters.len(), read(2).truncated), (2, false));
        assert_eq!((read(1).parameters.len(), read(1).truncated), (1, true));
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in [
            "a",
            ";",
            "a=",
            "a=b;",
            "a=\"",
            "\"",
            "\\",
            "a=\"b",
            "(",
            "a(",
            "a=(",
            "a=(;",
            "a=b (",
            "name=b (c) ",
            "name=a ( ",
            "name==?",
            "=?a?Q?b ",
            "a=\";b=c",
            "a=\"\\\"",
            "a=\"b\"c",
            "/",
            "a /",
            "a (",
            "a b ",
            "a=\";",
        ] {
            // The test would not finish in reasonable time if the code were quadratic.
            let input = format!("a/b; {}", unit.repeat((1 << 17) / unit.len()));
            assert_eq!(parse(input.as_bytes()).value, Span::new(0, 3), "{unit}");
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn parameters_are_inside_ordered_and_disjoint(input in "[ab*01=;,\"\\\\(){} ?Q/\r\n\\x80-\\xff]{0,60}") {
            let input = input.as_bytes();
            let span = Span::new(2, input.len().saturating_sub(1));
            let field = parameterized(input, span, 100);
            let inside = Span::new(span.start, span.end.max(span.start));
            prop_assert!(inside.contains(field.value));
            prop_assert!(field.value.contains(field.main) && field.value.contains(field.sub));
            let mut done = field.value.end;
            for p in &field.parameters {
                prop_assert!(p.span.start >= done && inside.contains(p.span));
                prop_assert!(p.span.contains(p.name) && p.span.contains(p.value) && p.value.contains(p.content));
                prop_assert!(!p.name.is_empty() && p.value.end == p.span.end);
                done = p.span.end;
            }
        }

        #[test]
        fn fields_that_the_rfc_allows_are_read_correctly(
            pairs in prop::collection::vec(("[a-z-]{1,8}", prop::option::of("[a-zA-Z0-9.'%*-]{1,10}"), "[ -!#-\\[\\]-~]{0,12}"), 0..5)
        ) {
            let mut input = "text/x-y".to_owned();
            let mut expected = input.clone();
            for (name, token, quoted) in &pairs {
                match token {
                    Some(token) => input += &format!("; {name}={token}"),
                    None => input += &format!("; {name}=\"{quoted}\""),
                }
                expected += &format!("|{name}={}", token.as_ref().unwrap_or(quoted));
            }
            prop_assert_eq!(shown(input.as_bytes()), expected);
        }
    }
}
