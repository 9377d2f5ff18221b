//! G13: bodies grow by a bounded factor, and a message beyond the limit stays as it was.

use mailutf::charset::Charset;
use mailutf::{Code, Limits, Normalizer, Policy, normalize};
use proptest::prelude::*;

/// Three octets of UTF-8 for one, in base64 with its line ends.
const FACTOR: f64 = 4.2;

fn body(message: &[u8]) -> &[u8] {
    let start = message.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    &message[start..]
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn of_single_octet_charsets(
        octets in prop::collection::vec(0x80_u8.., 1..3000),
        charset in prop::sample::select(&["koi8-r", "ibm437", "windows-874", "macintosh", "iso-8859-1"][..]),
        lossy in any::<bool>(),
    ) {
        prop_assume!(Charset::for_label(charset.as_bytes()).is_some());
        let mut message = format!("Content-Type: text/plain; charset={charset}\n\n").into_bytes();
        message.extend(&octets);
        let normalizer = Normalizer::new(Policy { lossy, ..Policy::default() });
        let output = normalizer.plan(&message).apply().into_owned();
        prop_assert!(body(&output).len() as f64 <= FACTOR * octets.len() as f64 + 1024.0);
    }
}

#[test]
fn beyond_the_limit_nothing_changes() {
    let message = [b"Content-Type: text/plain; charset=koi8-r\n\n".as_slice(), &[0xC1; 4000]].concat();
    assert!(!normalize(&message).is_noop());
    let limits = Limits { growth: 1, ..Limits::default() };
    let plan = Normalizer::new(Policy { limits, ..Policy::default() }).plan(&message);
    assert!(plan.is_noop());
    assert!(plan.findings().iter().any(|finding| finding.code == Code::LimitReached));
}
