//! Normalizes any octets under any policy. Normalizing is idempotent. It keeps the number of parts, the texts, and
//! the number of addresses.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mailutf::charset::Charset;
use mailutf::policy::{BodyForm, HeaderForm};
use mailutf::structure::PartKind;
use mailutf::internal::{FieldKind, field_kind};
use mailutf::text::MessageTexts;
use mailutf::{Finding, Normalizer, Policy, Severity, header};

fuzz_target!(|input: (u16, &[u8])| {
    let (choice, octets) = input;
    let policy = policy(choice);
    let normalizer = Normalizer::new(policy.clone());
    let plan = normalizer.plan(octets);
    let output = plan.apply();
    let again = normalizer.plan(&output);
    assert!(again.is_noop(), "twice: {:?}\n{}", again.edits(), output.escape_ascii());
    if plan.is_noop() || policy.lossy {
        return;
    }
    let before = MessageTexts::parse(octets, &policy);
    let after = MessageTexts::parse(&output, &policy);
    assert_eq!(before.parts().len(), after.parts().len(), "parts: {}", output.escape_ascii());
    for index in 0..before.parts().len() {
        assert_eq!(addresses(&before, index), addresses(&after, index), "{}", output.escape_ascii());
        let (old, new) = (before.text(index), after.text(index));
        // A text that was left unchanged is not compared. Its charset may have been recognised by other text of the
        // message, which the conversion has changed.
        let left =
            |finding: &Finding| finding.part == index && finding.code.severity() == Severity::Unresolved;
        if plan.findings().iter().any(left) {
            continue;
        }
        if let (PartKind::Text, Ok(old), Ok(new)) = (before.parts()[index].kind, old, new) {
            let declared = old.text.contains("charset") || old.text.contains("encoding");
            assert!(declared || lines(&new.text).starts_with(&lines(&old.text)), "{}", output.escape_ascii());
        }
    }
});

fn policy(choice: u16) -> Policy {
    let bit = |n: u16| choice >> n & 1 == 1;
    let mut policy = Policy::default();
    (policy.decode_all, policy.lossy, policy.strict, policy.attachments) = (bit(0), bit(1), bit(2), bit(3));
    (policy.keep_dkim, policy.break_signatures) = (bit(4), bit(5));
    policy.fallback = if bit(6) { Charset::for_label(b"koi8-r") } else { None };
    if bit(10) {
        let said = [("iso-8859-1", "windows-1251"), ("utf-8", "big5"), ("us-ascii", "hz-gb-2312")];
        for (declared, real) in said.map(|(declared, real)| (declared, Charset::for_label(real.as_bytes()))) {
            real.map(|real| policy.rules.overrule(declared.as_bytes(), real));
        }
    }
    policy.headers = [HeaderForm::Utf8, HeaderForm::Encoded][usize::from(bit(7))];
    policy.bodies = [BodyForm::Auto, BodyForm::EightBit, BodyForm::QuotedPrintable, BodyForm::Base64]
        [usize::from(choice >> 8 & 3)];
    policy
}

fn lines(text: &str) -> String {
    text.trim_start_matches('\u{feff}').replace("\r\n", "\n")
}

/// The addresses of each address field.
fn addresses(message: &MessageTexts<'_>, part: usize) -> Vec<Vec<String>> {
    let fields = &message.parts()[part].header.fields;
    let lists =
        fields.iter().filter(|field| field_kind(field.name.slice(message.input())) == FieldKind::Addresses);
    lists
        .map(|field| {
            let mailboxes = header::addresses(field.body.slice(message.input()));
            mailboxes.into_iter().map(|mailbox| mailbox.address).collect()
        })
        .collect()
}
