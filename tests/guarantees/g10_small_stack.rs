//! Guarantee G10 (docs/guarantees.md): the use of the stack does not depend on nesting. Hostile messages are
//! handled in a thread whose stack is smaller than the 2 MiB that a mail client may provide. They are handled with
//! the default limits and without limits.

use mailutf::structure::Structure;
use mailutf::{Limits, Normalizer, Policy, header};
use std::thread;

const LEVELS: usize = 2_000;

/// The octets of the thread's stack: a quarter of the default size. The stack would overflow if each level of nesting
/// needed more than about 260 octets.
const STACK: usize = 512 << 10;

fn nested(open: impl Fn(usize) -> String) -> Vec<u8> {
    (0..LEVELS).map(open).collect::<String>().into_bytes()
}

fn hostile() -> Vec<Vec<u8>> {
    let multipart = |n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n");
    let enclosed = |_| "Content-Type: message/rfc822\n\n".to_owned();
    let around = |field: &str, open: &str, close: &str| {
        format!("{field}: {}x{}\n\n\u{e9}", open.repeat(LEVELS), close.repeat(LEVELS)).into_bytes()
    };
    vec![
        nested(multipart),
        nested(enclosed),
        nested(|n| if n % 2 == 0 { multipart(n) } else { enclosed(n) }),
        around("From", "(", ")"),
        around("To", "a:", ";"),
        around("To", "\"<", ">\""),
        around("Subject", "=?utf-8?Q?", "?="),
        around("Content-Type", "text/plain; (", ")"),
        around("Content-Disposition", "attachment; filename*0*=", ";"),
        around("References", "<", ">"),
    ]
}

#[test]
fn hostile_nesting_needs_no_stack() {
    let work = move || {
        for message in hostile() {
            for limits in [Limits::default(), Limits::unlimited()] {
                let parsed = Structure::parse(&message, &limits);
                drop(parsed.clone());
                let policy = Policy::default().with_limits(limits).with_lossy(true).with_decode_all(true);
                Normalizer::new(policy).plan(&message).apply();
            }
            header::addresses(&message);
            header::decode(&message);
            #[cfg(feature = "verify")]
            mailutf::verify::verify(&message, &message, &[]);
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
}
