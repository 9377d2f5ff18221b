//! File names with escapes that nothing announces.

use mailutf::finding::{Cause, Detail};
use mailutf::policy::HeaderForm;
use mailutf::{Code, header, normalize};

#[test]
fn a_file_name_with_proven_escapes_is_read() {
    for parameters in [
        "filename=\"%D0%9E%D1%82.doc\"",
        "filename=%D0%9E%D1%82.doc",
        "filename*0=utf-8''%D0%9E; filename*1=%D1%82.doc",
        "filename*=utf-8'%D0%9E%D1%82.doc",
        "filename=\"%u041E%u0442.doc\"",
        "filename=\"koi8-r''%EF%D4.doc\"",
    ] {
        let message = format!("Content-Disposition: attachment; {parameters}\n\n");
        let plan = normalize(message.as_bytes());
        let new = String::from_utf8(plan.apply().into_owned()).unwrap();
        assert_eq!(new, "Content-Disposition: attachment; filename=\"От.doc\"\n\n", "{parameters}");
        let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [Code::ParameterMalformed], "{parameters}");
        let value = format!("attachment; {parameters}");
        assert_eq!(header::parameter(value.as_bytes(), "filename").unwrap(), "От.doc");
        let encoded = super::text(&message, HeaderForm::Encoded);
        assert_eq!(encoded, "Content-Disposition: attachment; filename*=utf-8''%D0%9E%D1%82.doc\n\n");
    }
}

#[test]
fn escapes_that_may_be_text_stay() {
    for name in ["100%25.txt", "a%20b.txt", "100%best.pdf", "caf%E9.txt", "%u0041.txt", "utf-8''a.txt"] {
        let message = format!("Content-Disposition: attachment; filename=\"{name}\"\n\n");
        let plan = normalize(message.as_bytes());
        assert!(plan.is_noop() && plan.findings().is_empty(), "{name}: {:?}", plan.findings());
    }
    let message = b"Content-Disposition: attachment; filename=\"%CF%F0%E8.doc\"\n\n";
    let plan = normalize(message);
    assert!(plan.is_noop());
    let [finding] = plan.findings() else { panic!("{:?}", plan.findings()) };
    assert_eq!(
        (finding.code, &finding.detail),
        (Code::ParameterUnresolved, &Detail::Cause(Cause::UnclearEscapes))
    );
    let plan = normalize(b"Content-Type: message/external-body; url=\"http://a.example/%D0%9E\"\n\n");
    assert!(plan.is_noop() && plan.findings().is_empty());
}
