//! Encoded words of which only a part is left. A conversion leaves them and names them; a display shows what is left.

use super::rewritten;
use crate::proptest_config;
use mailutf::finding::{Cause, Detail};
use mailutf::message::Headers;
use mailutf::policy::HeaderForm;
use mailutf::{Code, Normalizer, Policy, header, normalize};
use proptest::prelude::*;

fn told(header: &[u8]) -> Vec<(Code, Detail)> {
    let plan = normalize(header);
    plan.findings().iter().map(|finding| (finding.code, finding.detail.clone())).collect()
}

const CUT: (Code, Detail) = (Code::WordUnresolved, Detail::Cause(Cause::CutWord));
const DAMAGED: (Code, Detail) = (Code::WordUnresolved, Detail::Cause(Cause::DamagedWord));

#[test]
fn a_damaged_word_is_named_left_and_shown() {
    for (value, finding, shown) in [
        ("=?utf-8?B?0J/RgNC40LLQtdGC?=\n =?utf-8?B?LCDRjdGC0L4g0Y", CUT, "Привет, это \u{FFFD}"),
        ("=?utf-8?B?0J/RgNC40LLQtdGC", CUT, "Привет"),
        ("=?utf-8?B?0J/RgNC40LLQtdGC=", CUT, "Привет"),
        ("=?utf-8?Q?=D0=9F=D1=80 =?utf-8?Q?=D0=B8?=", CUT, "При"),
        ("=?koi8-r?Q?=F0=D2=C9_", CUT, "При"),
        ("=? utf-8 ? B ? 0J/RgNC40LLQtdGC ?=", DAMAGED, "Привет"),
        ("=?utf-8B?0J/RgNC40LLQtdGC?=", DAMAGED, "Привет"),
        ("=?utf-8?B?", CUT, "=?utf-8?B?"),
    ] {
        let message = format!("Subject: {value}\n\n");
        assert_eq!(told(message.as_bytes()), std::slice::from_ref(&finding), "{value}");
        let new = String::from_utf8(rewritten(message.as_bytes(), HeaderForm::Utf8)).unwrap();
        let damaged = value.rsplit("?=\n ").next().unwrap();
        let damaged = damaged.split(" =?utf-8?Q?=D0=B8").next().unwrap();
        assert!(new.contains(damaged), "{new}");
        assert_eq!(Headers::parse(message.as_bytes()).subject().unwrap(), shown, "{value}");
    }
}

#[test]
fn a_damaged_word_in_a_name_or_a_file_name_is_named_and_shown() {
    let message = b"From: =?utf-8?Q?J=C3=B6rg <j@b.org>, =?utf-8?Q?=C3=84nne?= <a@b.org>\n\n";
    assert_eq!(told(message), [CUT]);
    let new = String::from_utf8(rewritten(message, HeaderForm::Utf8)).unwrap();
    assert_eq!(new, "From: =?utf-8?Q?J=C3=B6rg <j@b.org>, Änne <a@b.org>\n\n");
    let headers = Headers::parse(message);
    assert_eq!(headers.header("From").unwrap().text(), "Jörg <j@b.org>, Änne <a@b.org>");
    assert_eq!(headers.from()[0].name, "Jörg");
    let value = b"attachment; filename=\"=?utf-8?B?0J7RgtGH0ZHRgiDQt9Cw\"";
    let message = [b"Content-Disposition: ", &value[..], b"\n\n"].concat();
    assert_eq!(told(&message), [CUT]);
    assert!(normalize(&message).is_noop());
    assert_eq!(header::parameter(value, "filename").unwrap(), "Отчёт за");
}

#[test]
fn with_loss_a_damaged_word_is_converted() {
    let message = b"Subject: =?utf-8?Q?=D0=9F=D1=80=D0\n\n";
    let plan = Normalizer::new(Policy::default().with_lossy(true)).plan(message);
    assert_eq!(*plan.apply(), *"Subject: Пр\u{FFFD}\n\n".as_bytes());
    assert!(plan.findings().iter().any(|finding| finding.code == Code::WordReplaced));
}

#[test]
fn text_about_encoded_words_is_sound() {
    for subject in [
        "a =?b:c and x =? y",
        "what does =?charset?Q?text?= mean",
        "=?utf-8",
        "regex (=\\?utf-8\\?[BQ]\\?)",
        "=?x-unknown?Q?caf",
    ] {
        let message = format!("Subject: {subject}\n\n");
        assert!(
            !told(message.as_bytes()).contains(&CUT) && !told(message.as_bytes()).contains(&DAMAGED),
            "{subject}"
        );
    }
}

proptest! {
    #![proptest_config(proptest_config(256))]

    /// Wherever a Subject is cut, a conversion is final, and names the cut unless whole words are left.
    #[test]
    fn a_subject_can_be_cut_anywhere(text in "[а-яё]{8,40}( [а-яё]{1,9}){0,6}", cut in 0..400usize, encoded: bool) {
        let whole = mailutf::encode::text(&text, mailutf::encode::Form::Encoded);
        let cut = &whole[..cut.min(whole.len())];
        let message = format!("Subject: {cut}\r\n\r\n");
        let form = if encoded { HeaderForm::Encoded } else { HeaderForm::Utf8 };
        let new = rewritten(message.as_bytes(), form);
        prop_assert_eq!(&rewritten(&new, form), &new);
        let opening = "=?utf-8?B?";
        let is_cut = cut.rfind(opening).is_some_and(|at| !cut[at + opening.len()..].contains('?'));
        prop_assert_eq!(told(message.as_bytes()).contains(&CUT), is_cut, "{}", cut);
        let shown = Headers::parse(message.as_bytes()).subject().unwrap().into_owned();
        let shown = shown.split(['\u{FFFD}', '=']).next().unwrap_or_default().trim_end().to_owned();
        prop_assert!(text.starts_with(&shown), "{:?} {:?}", shown, cut);
    }
}
