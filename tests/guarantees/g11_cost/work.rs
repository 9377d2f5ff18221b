//! The work done on messages.

use mailutf::census::{Census, Origin};
use mailutf::policy::HeaderForm;
use mailutf::structure::PartKind;
use mailutf::text::MessageTexts;
use mailutf::verify::verify;
use mailutf::{Limits, Normalizer, Policy, ToUtf7, Utf7Options, header};

/// One kind of work on a message.
type Work = fn(&[u8]);

/// Everything that a command does to a message, with its name.
pub(crate) const ALL: &[(&str, Work)] = &[
    ("normalize", |message| normalize(message, HeaderForm::Utf8)),
    ("normalize with encoded words", |message| normalize(message, HeaderForm::Encoded)),
    ("to-utf7", |message| {
        let options = Utf7Options::default().with_policy(policy(HeaderForm::Utf7));
        let _ = ToUtf7::new(options).plan(message).apply();
    }),
    ("to-utf7 with encoded words", |message| {
        let options = Utf7Options::default().with_policy(policy(HeaderForm::Encoded));
        let _ = ToUtf7::new(options).plan(message).apply();
    }),
    ("text", text),
    ("census", |message| Census::default().add(message, &Origin::default(), &policy(HeaderForm::Utf8))),
    ("check", |message| {
        let policy = policy(HeaderForm::Utf8);
        let _ = verify(message, &Normalizer::new(policy.clone()).plan(message).apply(), &policy.overrides);
    }),
];

/// Without limits, which could hide quadratic time.
fn policy(headers: HeaderForm) -> Policy {
    Policy::default().with_headers(headers).with_limits(Limits::unlimited())
}

fn normalize(message: &[u8], headers: HeaderForm) {
    let _ = Normalizer::new(policy(headers)).plan(message).apply();
}

/// Reads all texts, as `text` and `inspect` do.
fn text(octets: &[u8]) {
    let policy = policy(HeaderForm::Utf8);
    let message = MessageTexts::parse(octets, &policy);
    let context = message.context();
    for (index, part) in message.parts().iter().enumerate() {
        if part.kind == PartKind::Text {
            let _ = message.text(index);
        }
        for field in
            part.header.fields.iter().chain(message.field_blocks(index).iter().flat_map(|b| &b.fields))
        {
            let value = field.body.slice(octets);
            let _ = header::decode_in(value, &context);
            let _ = header::addresses_in(value, &context);
            let _ = header::parameter_in(value, "name", &context);
        }
    }
}
