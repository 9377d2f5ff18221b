//! The kinds of work that are done on messages.

use mailutf::census::{Census, Origin};
use mailutf::mailbox::mbox::Variant;
use mailutf::mailbox::{Format, Source};
use mailutf::message::Message;
use mailutf::pipeline::{Pipeline, Reports};
use mailutf::policy::HeaderForm;
use mailutf::structure::PartKind;
use mailutf::text::MessageTexts;
use mailutf::verify::verify;
use mailutf::{Limits, Normalizer, Policy, ToUtf7, Utf7Options, header};
use std::hint::black_box;
use std::io;
use std::num::NonZeroUsize;

/// A kind of work on a message.
type Work = fn(&[u8]);

/// All kinds of work that the commands do on a message, each with a name.
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
        let plan = Normalizer::new(policy).plan(message);
        let _ = verify(message, &plan.apply(), plan.findings());
    }),
    ("a mailbox", mailbox),
    ("a client", client),
];

/// The commands of the program, with options. `check` is left out, because it runs `mail-parser`, which can take more
/// than linear time.
pub(crate) const OUTPUTS: &[&[&str]] = &[
    &["normalize"],
    &["normalize", "--diff"],
    &["normalize", "--dry-run", "--report", "-"],
    &["normalize", "--manifest", "/dev/null"],
    &["to-utf7"],
    &["text"],
    &["text", "--json"],
    &["text", "--plain"],
    &["grep", "a"],
    &["grep", "--json", "a"],
    &["census"],
    &["census", "--json"],
    &["census", "--senders"],
    &["census", "--html", "-"],
    &["inspect"],
    &["inspect", "--json"],
    &["detect"],
    &["detect", "--json"],
    &["attachments"],
    &["review"],
];

/// Options for all commands. With them, no message in these tests exceeds a limit.
pub(crate) const OPTIONS: &[&str] = &[
    "--limit-parts=1000000",
    "--limit-depth=1000000",
    "--limit-words=1000000",
    "--limit-parameters=1000000",
];

/// A policy without limits, because a limit could hide quadratic time.
fn policy(headers: HeaderForm) -> Policy {
    Policy::default().with_headers(headers).with_limits(Limits::unlimited())
}

fn normalize(message: &[u8], headers: HeaderForm) {
    let _ = Normalizer::new(policy(headers)).plan(message).apply();
}

/// Normalizes a mailbox that contains only the message, with a report.
fn mailbox(message: &[u8]) {
    let mut pipeline = Pipeline::new(policy(HeaderForm::Utf8));
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    pipeline.reports = Reports::All;
    pipeline.about = true;
    let mbox = [b"From a@b.c Tue Jan  2 03:04:05 2024\n", message, b"\n"].concat();
    let source = Source::new(&*mbox, Format::Mbox(Variant::Mboxrd)).unwrap();
    assert!(pipeline.run(source, &mut io::sink(), |report| drop(black_box(report))).is_ok());
}

/// Shows a message and its parts, as a mail client does.
pub(crate) fn client(octets: &[u8]) {
    let policy = policy(HeaderForm::Utf8);
    let message = Message::parse_with(octets, &policy);
    black_box((message.subject(), message.from(), message.to(), message.date()));
    black_box(message.text_body().and_then(|part| part.text().ok()));
    for part in message.attachments() {
        black_box((part.section(), part.file_name(), part.media_type(), part.octets()));
    }
    // A section number is as long as its part is deep, so deeper parts would take more than linear time.
    for part in message.parts().filter(|part| part.structure().depth <= Limits::default().depth) {
        let section = part.section();
        let is_found = message.part_by_section(&section).is_some_and(|found| found.index() == part.index());
        assert!(is_found, "{section}");
        let id = part.content_id().unwrap_or_else(|| section.into());
        black_box((
            message.part_by_content_id(&id).is_some(),
            part.headers().subject(),
            part.parts().count(),
        ));
        black_box((part.text().is_ok(), part.text_by_label().is_some(), part.flowed()));
    }
}

/// Reads all texts, as the commands `text` and `inspect` do.
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
