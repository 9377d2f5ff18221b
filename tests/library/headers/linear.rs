//! The time grows no faster than the length of a field, whatever the field contains (guarantee G11,
//! docs/guarantees.md). With quadratic time, these tests would take minutes.

use mailutf::policy::HeaderForm;
use mailutf::{Limits, Normalizer, Policy};

/// The length of the fields: a megabyte, or less in unoptimized builds.
const OCTETS: usize = if cfg!(debug_assertions) { 1 << 13 } else { 1 << 20 };

const UNITS: &[&str] = &[
    "=?utf-8?Q?",
    "=?utf-8?Q?a ",
    "=?utf-8?B?w?= ",
    "=?utf-8?Q?=C3?= ",
    "=?utf-8?Q?=FF?= ",
    "=?utf-8?Q?=C3=A4?= ",
    "=?utf-8?Q?=C3=A4?=",
    "=?utf-8?Q?=0D?= ",
    "=?utf-8?Q?=?= ",
    "=?iso-2022-jp?B?GyRC?= ",
    "=?iso-2022-jp?Q?=1B$BF|?= ",
    "=?utf-7?Q?+AO?= ",
    "=?x?Q?a?= =?utf-8?Q?a?= ",
    "=?utf-8?Q?a\u{301}?= ",
    "\u{301}",
    "ä ",
    "ä",
    "(",
    "(=?utf-8?Q?=28?=) ",
    "\"=?utf-8?Q?a?=\" ",
    "\"",
    "\\",
    "a@b, ",
    "=?utf-8?Q?a?= <a@b>, ",
    "<",
    "g: ",
    ";a*=utf-8''%C3%A4",
    ";a*0*=utf-8''%C3%A4",
    "; a=\"=?utf-8?Q?=C3=A4?=\"",
    "; a=\"",
    "%C3",
    "=",
    "\x1B$B",
    "\x1B$BF|",
    "\x1B$B$\"\x1B(B ",
    "a (\x1B$B$(\x1B(B) <a@b>, ",
];

fn normalize(name: &str, body: &str, headers: HeaderForm) {
    let header = format!("{name}: {body}\n\n");
    let policy = Policy::default().with_headers(headers).with_limits(Limits::unlimited());
    let _ = Normalizer::new(policy).plan(header.as_bytes()).apply();
}

#[test]
fn of_one_unit() {
    for unit in UNITS {
        let body = unit.repeat(OCTETS / unit.len());
        normalize("Subject", &body, HeaderForm::Encoded);
        normalize("To", &body, HeaderForm::Utf8);
        normalize("Content-Disposition", &body, HeaderForm::Utf8);
    }
}

#[test]
fn of_many_sections() {
    let sections: String = (0..OCTETS / 16).rev().map(|n| format!(";\n a*{n}*=%C3%A4")).collect();
    normalize("Content-Disposition", &format!("x{sections}"), HeaderForm::Utf8);
    let names: String = (0..OCTETS / 16).map(|n| format!("; a{n}*=koi8-r''%C1")).collect();
    normalize("Content-Disposition", &format!("x{names}"), HeaderForm::Encoded);
    let long = "%C1".repeat(OCTETS);
    normalize("Content-Disposition", &format!("x; a*=koi8-r''{long}"), HeaderForm::Encoded);
}

/// A field with many labels, each of which must be replaced by the new charset.
#[test]
fn of_many_labels() {
    for unit in ["; charset=koi8-r", ";charset=\"koi8-r\"x", "; charset=koi8-r   (x)"] {
        let header = format!("Content-Type: text/plain{}\n\n", unit.repeat((OCTETS << 3) / unit.len()));
        let limits =
            Limits::default().with_parameters(usize::MAX).with_field(usize::MAX).with_header(usize::MAX);
        let normalizer = Normalizer::new(Policy::default().with_limits(limits));
        let message = [header.as_bytes(), b"\xCB\xC1\xCB \xC4\xC5\xCC\xC1\n"].concat();
        let plan = normalizer.plan(&message);
        assert!(plan.edits().len() >= header.matches("koi8-r").count(), "{:?}", plan.findings());
    }
}
