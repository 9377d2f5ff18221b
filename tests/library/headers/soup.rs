//! Random header fields. Rewriting them is idempotent, loses no text, and makes no text part of the syntax.

use super::rewritten;
use crate::proptest_config;
use mailutf::charset::Charset;
use mailutf::finding::{Cause, Detail};
use mailutf::header::{self, decode_in};
use mailutf::internal::parameterized;
use mailutf::internal::{FieldKind, field_kind};
use mailutf::policy::HeaderForm;
use mailutf::structure::Structure;
use mailutf::text::MessageTexts;
use mailutf::{Code, Limits, Normalizer, Policy, Span};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt;

const NAMES: [&str; 9] = [
    "Subject",
    "To",
    "Keywords",
    "List-Id",
    "Date",
    "Diagnostic-Code",
    "Content-Disposition",
    "Content-Type",
    "X-Any",
];

/// Pieces of fields, both complete and broken.
const PIECES: &[&[u8]] = &[
    b"=?utf-8?Q?",
    b"=?UTF-8?B?",
    b"?=",
    b"=?utf-8?B?w6Q=?=",
    b"=?utf-8?B?w?=",
    b"=?utf-8?B?6Q=?=",
    b"=?utf-8?Q?=C3?=",
    b"=?utf-8?Q?=A4_?=",
    b"=?utf-8?Q??=",
    b"=?utf-8?Q?_?=",
    b"=?iso-8859-1?Q?=E4=2C?=",
    b"=?iso-8859-1*de?Q?=22=5C=3C=28?=",
    b"=?us-ascii?Q?plain?=",
    b"=?utf-8?Q?=0D=0ABcc:_x?=",
    b"=?utf-8?Q?=3D=3Futf-8=3FQ=3Fa=3F=3D?=",
    b"=?utf-8?B?PT91dGYtOD9RP2E/PQ==?=",
    b"=?x-viet-vni?Q?a=FF?=",
    b"=?iso-2022-jp?B?GyRCRnwbKEI=?=",
    b"=?iso-2022-jp?B?GyRCRnw=?=",
    b"=?iso-2022-jp?Q?K=5C=1B=28B?=",
    b"=?gb2312?B?xOO6w8Q=?=",
    b"=?utf-7?Q?+AOQ-?=",
    b"=?utf-16?B?AOQ=?=",
    b" ",
    b"  ",
    b"\n ",
    b"\n\t",
    b"\t",
    b",",
    b"<",
    b">",
    b"@",
    b"\"",
    b"(",
    b")",
    b"\\",
    b";",
    b":",
    b"=",
    b"?",
    b"*",
    b"'",
    b"%",
    b"a",
    b"b.c",
    b"41",
    b"a@b.c",
    b"<d@e>, ",
    b"group: ",
    b"\xC3\xA4",
    b"\xE2\x82\xAC uro",
    b"K\xE4se",
    b"f\xFCr",
    b"gr\xF6\xDFe",
    b"\x1B$BF|\x1B(B",
    b"\x1B$B$\"$($,\x1B(B",
    b"\x1B$B$)$<$\\",
    b"; name=",
    b"; name=\"",
    b"; name*0=\"",
    b"; name*1*=",
    b"; name*0*=utf-8''%C3%A4",
    b"; filename=\"\xE4\"",
    b"; filename*=iso-8859-1'de'%E4",
    b"; filename=\"=?utf-8?Q?=C3=A4?=\"",
    b"%C3",
    b"%A4",
    b"smtp; ",
    b"text/plain",
    b"attachment",
];

/// Octets that are printed as escaped text if a test fails.
#[derive(Clone)]
struct Octets(Vec<u8>);

impl fmt::Debug for Octets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

fn body() -> impl Strategy<Value = Octets> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..14);
    pieces.prop_map(|pieces| Octets(pieces.concat()))
}

fn header() -> impl Strategy<Value = Octets> {
    let field = (prop::sample::select(&NAMES[..]), body(), any::<bool>());
    let fields = prop::collection::vec(field, 1..4);
    (fields, any::<bool>()).prop_map(|(fields, crlf)| {
        let mut header = Vec::new();
        for (name, body, blank) in fields {
            header.extend_from_slice(name.as_bytes());
            header.extend_from_slice(if blank { b": " } else { b":" });
            header.extend(body.0);
            header.push(b'\n');
        }
        header.extend_from_slice(b"\n");
        if crlf {
            header = header.split(|o| *o == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]);
        }
        Octets(header)
    })
}

fn forms() -> impl Strategy<Value = HeaderForm> {
    prop::sample::select(&[HeaderForm::Utf8, HeaderForm::Encoded][..])
}

/// Labels that the random policies override.
const DECLARED: [&str; 8] =
    ["utf-8", "us-ascii", "utf-7", "iso-8859-1", "koi8-r", "iso-2022-jp", "gb2312", "x-unknown"];

/// Returns random policies, each with the charset of the body that follows the header, or with an empty name for no
/// body. The body and the fallback of the policy are evidence for raw octets.
fn policies() -> impl Strategy<Value = (Policy, &'static [u8])> {
    let forms = prop::sample::select(&[HeaderForm::Utf8, HeaderForm::Encoded, HeaderForm::Keep][..]);
    let fallbacks = prop::sample::select(&["", "koi8-r", "windows-1252", "shift_jis", "gbk"][..]);
    let neighbours = prop::sample::select(&["", "koi8-r", "iso-8859-2", "big5", "iso-2022-jp"][..]);
    const REAL: &[&str] =
        &["", "", "windows-1251", "utf-8", "utf-7", "utf-16", "big5", "iso-2022-jp", "us-ascii"];
    let overrides = prop::collection::vec(prop::sample::select(REAL), DECLARED.len());
    (forms, fallbacks, neighbours, overrides, any::<bool>(), any::<bool>()).prop_map(
        |(headers, fallback, message_charset, real, strict, lossy)| {
            let fallback = Charset::for_label(fallback.as_bytes());
            let mut policy = Policy::default()
                .with_headers(headers)
                .with_fallback(fallback)
                .with_strict(strict)
                .with_lossy(lossy);
            for (declared, real) in DECLARED.iter().zip(real) {
                let real = Charset::for_label(real.as_bytes());
                real.map(|real| policy.rules.overrule(declared.as_bytes(), real));
            }
            (policy, message_charset.as_bytes())
        },
    )
}

/// Returns the header before a body that is labelled as `charset`. If `charset` is empty, returns only the header.
fn beside(header: &[u8], charset: &[u8]) -> Vec<u8> {
    if charset.is_empty() {
        return header.to_vec();
    }
    let label = [b"Content-Type: text/plain; charset=", charset, b"\n"].concat();
    [&label, header, b"plain\n"].concat()
}

/// Returns the header before a body in KOI8-R, which is evidence for raw octets.
fn beside_russian(header: &[u8]) -> Vec<u8> {
    let text = "Привет, мир. Как дела сегодня?";
    let body = Charset::for_label(b"koi8-r").and_then(|charset| charset.encode(text).ok()).unwrap();
    [b"Content-Type: text/plain; charset=koi8-r\n", header, &body].concat()
}

/// The names of the parameters of each field, in lower case and sorted.
fn parameters(header: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let message = Structure::parse(header, &Limits::default());
    let fields = message.parts[0].header.fields.iter();
    let fields = fields.filter(|field| field_kind(field.name.slice(header)) == FieldKind::Parameters);
    fields
        .map(|field| {
            let read = parameterized(header, field.body, 1_000).parameters;
            // The sections of a value count once. A value that is given both plainly and in the form of RFC 2231
            // counts once, too.
            let names: BTreeSet<_> = read.iter().map(|p| p.name.slice(header).to_ascii_lowercase()).collect();
            names.into_iter().filter(|name| name != b"charset").collect()
        })
        .collect()
}

fn addresses(header: &[u8]) -> Vec<Vec<String>> {
    let bodies = bodies(header, "To");
    bodies.iter().map(|body| header::addresses(body).into_iter().map(|m| m.address).collect()).collect()
}

/// The bodies of the fields `name`.
fn bodies<'m>(header: &'m [u8], name: &str) -> Vec<&'m [u8]> {
    let message = Structure::parse(header, &Limits::default());
    let fields = &message.parts[0].header.fields;
    fields.iter().filter(|field| field.is(header, name)).map(|field| field.body.slice(header)).collect()
}

fn names(header: &[u8]) -> Vec<Vec<u8>> {
    let message = Structure::parse(header, &Limits::default());
    message.parts[0].header.fields.iter().map(|field| field.name.slice(header).to_vec()).collect()
}

proptest! {
    #![proptest_config(proptest_config(250))]

    #[test]
    fn rewriting_is_idempotent_and_keeps_the_counts(header in header(), (policy, charset) in policies()) {
        let message = beside(&header.0, charset);
        let normalizer = Normalizer::new(policy);
        let first = normalizer.plan(&message);
        prop_assert!(first.findings().iter().all(|finding| finding.code != Code::EditsOverlap));
        let once = first.apply().into_owned();
        let twice = normalizer.plan(&once);
        let shown = || format!("{}\nbecame\n{}", message.escape_ascii(), once.escape_ascii());
        prop_assert!(twice.is_noop(), "{}\nbecame\n{}", shown(), twice.apply().escape_ascii());
        let told = |name: &Vec<u8>| !name.starts_with(b"Content-") && !name.starts_with(b"MIME");
        let kept = |names: Vec<Vec<u8>>| names.into_iter().filter(told).collect::<Vec<_>>();
        prop_assert_eq!(kept(names(&message)), kept(names(&once)), "{}", shown());
        prop_assert_eq!(addresses(&message), addresses(&once), "{}", shown());
        let added = parameters(&once).len() - parameters(&message).len();
        prop_assert_eq!(parameters(&message), &parameters(&once)[..parameters(&once).len() - added], "{}", shown());
    }

    /// If a finding says that a field was read in another charset, then the field has changed or the plan is
    /// unresolved. Raw octets that stay in a header count as unresolved, and so does a plan that was abandoned.
    #[test]
    fn raw_octets_are_converted_or_unresolved(header in header(), (policy, _) in policies(), beside in any::<bool>()) {
        let message = if beside { beside_russian(&header.0) } else { header.0 };
        let keeps = policy.headers == HeaderForm::Keep;
        let plan = Normalizer::new(policy).plan(&message);
        let shown = || format!("{} {:?}", message.escape_ascii(), plan.findings());
        let read = plan.findings().iter().filter(|finding| {
            finding.code == Code::FieldRaw && matches!(finding.detail, Detail::Read { .. })
        });
        for Span { start, end } in read.map(|finding| finding.span) {
            let changed = plan.edits().iter().any(|edit| edit.span.start < end && start < edit.span.end);
            prop_assert!(changed || plan.is_unresolved(), "{}", shown());
        }
        let after = plan.apply();
        let header = Structure::parse(&after, &Limits::default()).parts[0].header.span;
        let is_raw = std::str::from_utf8(header.slice(&after)).is_err();
        prop_assert!(keeps || !is_raw || plan.is_unresolved(), "{}", shown());
    }

    #[test]
    fn no_control_character_is_added(header in header(), form in forms()) {
        let header = header.0;
        let controls = |octets: &[u8]| {
            octets.iter().filter(|o| o.is_ascii_control() && !b"\r\n\t\x1B".contains(o)).count()
        };
        let new = rewritten(&header, form);
        prop_assert_eq!(controls(&new), controls(&header));
        for line in new.split(|o| *o == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)) {
            prop_assert!(!line.contains(&b'\r') || header.windows(2).any(|w| w[0] == b'\r' && w[1] != b'\n'));
            prop_assert!(!line.starts_with(b"Bcc"));
        }
    }

    #[test]
    fn the_text_of_a_subject_does_not_change(body in body(), form in forms()) {
        let header = [&b"Subject: "[..], &body.0, b"\n\n"].concat();
        let new = rewritten(&header, form);
        let unresolved = Normalizer::default().plan(&header).findings().iter().any(|f| f.code == Code::FieldUnresolved);
        // Raw octets, and words that are not UTF-8, are read in the charset that all texts of the message show
        // together.
        let policy = Policy::default();
        let texts = MessageTexts::parse(&header, &policy);
        if let ([old], [new]) = (&bodies(&header, "Subject")[..], &bodies(&new, "Subject")[..]) {
            let read = decode_in(old, &texts.context());
            let careful = mailutf::text::Context::new(&policy);
            prop_assert!(unresolved || read == decode_in(new, &careful), "{} became {}", old.escape_ascii(), new.escape_ascii());
        }
    }
}

/// A field is left unchanged if its new text would not decode to the old text. Only few of the random fields are
/// left for that reason.
#[test]
fn hardly_any_field_is_unwritable() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut changed, mut unwritable) = (0, Vec::new());
    for _ in 0..500 {
        let header = header().new_tree(&mut runner).unwrap().current().0;
        for form in [HeaderForm::Utf8, HeaderForm::Encoded] {
            let plan = Normalizer::new(Policy::default().with_headers(form));
            let plan = plan.plan(&header);
            changed += plan.edits().len();
            let given_up = plan.findings().iter().filter(|f| f.detail == Cause::NoEquivalentForm.into());
            unwritable.extend(given_up.map(|f| f.span.slice(&header).escape_ascii().to_string()));
        }
    }
    println!("{changed} edits, {} fields unwritable: {unwritable:#?}", unwritable.len());
    assert!(unwritable.len() * 20 < changed);
}
