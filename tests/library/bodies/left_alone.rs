use super::*;

#[test]
fn binary_data_labelled_as_text() {
    stays(b"Content-Type: text/plain; charset=iso-8859-1\n\n%PDF-1.4 \xE9\n", Some(Code::TextBinary));
    stays(
        b"Content-Type: text/plain; charset=iso-8859-1\n\n=ybegin line=128 size=3 name=a\n\xE9\xAA\n=yend\n",
        Some(Code::TextBinary),
    );
}

#[test]
fn unknown_transfer_encodings() {
    stays(
        b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: x-zip\n\nabc\n",
        Some(Code::TransferUnknown),
    );
}

#[test]
fn input_that_is_not_mail() {
    stays(b"gr\xF6\xDFer\n", Some(Code::TextUnresolved));
    stays(b"", None);
}

const BASE64: &str = "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n";

/// Each of these may have lost a symbol, so that the octets after it would be decoded wrongly.
#[test]
fn a_damaged_base64_body() {
    for body in [
        "LINE!LINE\n",
        "LINE\0LINE\n",
        "LINE-LINE\n",
        // Quoted-printable over base64.
        "LINE=20\nLINE\n",
        "LINExMH=EwcTB\n",
        // The marks have replaced symbols.
        "> LINE\n>MHELINE\n",
        "LINExMH!\nLINE\n",
    ] {
        let message = format!("{BASE64}{}", body.replace("LINE", &"xMHEwcTB".repeat(9)));
        stays(message.as_bytes(), Some(Code::TextUnresolved));
        let lossy = Normalizer::new(Policy::default().with_lossy(true));
        let plan = lossy.plan(message.as_bytes());
        let dropped = plan.findings().iter().filter(|finding| finding.code == Code::TransferDropped);
        assert!(!plan.is_noop() && dropped.count() == 1, "{body}: {:?}", plan.findings());
    }
}

/// Also if the rest of it is UTF-8 and would not be rewritten.
#[test]
fn a_damaged_base64_body_of_utf8() {
    let header = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n";
    let line = "SGVsbG8h".repeat(9);
    stays(format!("{header}{line}\n").as_bytes(), None);
    stays(format!("{header}{line}!{line}\n").as_bytes(), Some(Code::TextUnresolved));
    let tail = [header.as_bytes(), b"SGVsbG8=\n-- \nThe L\xEFst\n"].concat();
    stays(&tail, Some(Code::TextUnresolved));
}

/// RFC 2045 section 6.8: decoders must ignore these octets. Their offset is reported.
#[test]
fn a_base64_body_that_lost_nothing_is_converted() {
    for (body, code) in [
        ("LINE\x0C\nxMHE\x0B\twcTB LINE\n", None),
        ("LINE=\nxMHE\n", Some(Code::TransferMalformed)),
        ("xME=\nxMHEwcQ=\n", Some(Code::TransferMalformed)),
        ("> LINE\n> > LINExME=\n", Some(Code::TransferMalformed)),
        ("> xMHEwcTBxMHE\n> xMHEwcTB\n", Some(Code::TransferMalformed)),
        ("LINE!\n LINE\n", Some(Code::TransferMalformed)),
    ] {
        let message = format!("{BASE64}{}", body.replace("LINE", &"xMHEwcTB".repeat(9)));
        let plan = normalize(message.as_bytes());
        let output = plan.apply();
        let text = std::str::from_utf8(&output).unwrap().rsplit('\n').next().unwrap();
        assert!(text.starts_with("да") && text.chars().all(|c| "да".contains(c)), "{body}: {text}");
        let found = plan.findings().first().map(|finding| finding.code);
        assert_eq!((found, plan.findings().len()), (code, code.iter().count()), "{body}");
    }
}

#[test]
fn every_guess_is_a_finding() {
    assert!(codes(b"Subject: x\n\ncaf\xE9\n").contains(&Code::LabelMissing));
    for label in ["unknown-8bit", "csUnknown8BiT", "binary", "ASCII-8BIT"] {
        let message = [b"Content-Type: text/plain; charset=", label.as_bytes(), b"\n\ncaf\xE9\n"].concat();
        assert_eq!(codes(&message), [Code::LabelUnknown], "{label}");
    }
    assert!(codes(b"Content-Type: text/plain; charset=us-ascii\n\ncaf\xE9\n").contains(&Code::LabelMismatch));
}

/// Those who take the last of two fields would find other octets under the new label.
#[test]
fn text_that_is_encoded_by_a_second_field() {
    let message = |fields: &str, body: &str| {
        format!("Content-Type: text/plain; charset=koi8-r\n{fields}\n{body}\n").into_bytes()
    };
    let seven_bit = "Content-Transfer-Encoding: 7bit\n";
    for (second, body) in [("quoted-printable", "=F0=D2"), ("base64", "8NI=")] {
        let fields = format!("{seven_bit}Content-Transfer-Encoding: {second}\n");
        stays(&message(&fields, body), Some(Code::TextUnresolved));
        assert!(!normalize(&message(&fields, "plain text.")).is_noop() || second == "base64");
        assert!(!normalize(&message(seven_bit, body)).is_noop());
    }
}
