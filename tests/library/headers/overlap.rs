//! Content-Type fields of any shape in front of a body that must be relabelled. The edits of the label and the
//! edits of the header never overlap, and the output of a conversion needs no further edits.

use crate::proptest_config;
use mailutf::policy::HeaderForm;
use mailutf::{Code, Normalizer, Policy};
use proptest::prelude::*;

/// Pieces of Content-Type fields, both complete and broken.
const PIECES: &[&str] = &[
    "text/plain",
    "text/html",
    " ",
    "\n ",
    "\n\t",
    ";",
    "; ",
    ",",
    "\"",
    "\\",
    "(",
    ")",
    "(=?utf-8?Q?=C3=A4?=)",
    "charset=koi8-r",
    "; charset=koi8-r",
    "; charset=\"koi8-r\"",
    "; charset=\"koi8-r",
    "; charset=",
    "; charset*=us-ascii''koi8-r",
    "; charset*0=koi; charset*1=8-r",
    "; charset*0*=''koi",
    ";\n charset*1=8-r",
    "; charset*2*=",
    "; name=\"=?utf-8?Q?=C3=A4_a_long_name_that_must_be_folded_somewhere_or_other?=\"",
    "; name=\"=?koi8-r?B?xg==?=\"",
    "; name*=koi8-r''%C6",
    "; name*0*=koi8-r''%C6",
    "; name*1=b",
    " name*1*=%C7",
    "; name=",
    "; name=\"\u{444}",
    "; format=flowed",
    "=?utf-8?Q?=C3=A4?=",
    "=?koi8-r?B?xg==?=",
    "a",
    "=",
    "*0*=",
];

const BODIES: &[&[u8]] = &[
    b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?\n",
    b"\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82\n",
    b"plain\n",
];

fn check(content_type: &str, second: &str, body: &[u8], form: HeaderForm) -> Result<(), TestCaseError> {
    let header = format!("MIME-Version: 1.0\nContent-Type: {content_type}\n{second}Subject: x\n\n");
    let message = [header.as_bytes(), body].concat();
    let normalizer = Normalizer::new(Policy::default().with_headers(form));
    let plan = normalizer.plan(&message);
    prop_assert!(plan.findings().iter().all(|finding| finding.code != Code::EditsOverlap), "{header}");
    if plan.findings().iter().any(|finding| finding.code == Code::TextUnresolved) {
        // The field can be too broken for a label at first, and become readable after other text in it has changed.
        // So such a message is not normalized a second time.
        return Ok(());
    }
    let once = plan.apply();
    let twice = normalizer.plan(&once);
    let shown = || format!("{}\nbecame\n{}", once.escape_ascii(), twice.apply().escape_ascii());
    prop_assert!(twice.is_noop(), "{header}became\n{}", shown());
    Ok(())
}

/// Cases that the property test has found: sections that are removed together with the blanks of a fold, a fold that
/// would have put the label on a line of its own, and fields that are read differently after they were labelled.
#[test]
fn as_found() {
    let name = "name=\"=?utf-8?Q?=C3=A4_a_long_name_that_must_be_folded_somewhere_or_other?=\"";
    for content_type in [
        format!("; charset*=us-ascii''koi8-r; {name};; charset*=us-ascii''koi8-r"),
        "; charset=\"koi8-r\"text/plain name*1*=%C7".to_owned(),
        format!("; charset=\"koi8-r; {name}; charset=\"koi8-r=?utf-8?Q?=C3=A4?="),
        ") name*1*=%C7(=?utf-8?Q?=C3=A4?=),*0*==?utf-8?Q?=C3=A4?=(=?utf-8?Q?=C3=A4?=)".to_owned(),
    ] {
        for form in [HeaderForm::Utf8, HeaderForm::Encoded] {
            check(&content_type, "", BODIES[0], form).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(proptest_config(250))]

    #[test]
    fn no_two_edits_overlap(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12),
        second in prop::collection::vec(prop::sample::select(PIECES), 0..6),
        body in prop::sample::select(BODIES),
        form in prop::sample::select(&[HeaderForm::Utf8, HeaderForm::Encoded][..]),
    ) {
        let second = match second.is_empty() {
            true => String::new(),
            false => format!("Content-Type: {}\n", second.concat()),
        };
        check(&pieces.concat(), &second, body, form)?;
    }
}
