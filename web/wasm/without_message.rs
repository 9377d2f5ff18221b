//! Functions that decode text without a message. Such text comes, for example, from an index or an IMAP server.

use crate::exchange::{Failure, Status, arguments, ended};
use crate::json::json;
use crate::policy::for_display;
use mailutf::text::Context;
use mailutf::{body, header};

/// Decodes the body of a header field (the first argument) by a policy (the second argument). The result is the
/// text.
#[unsafe(no_mangle)]
pub extern "C" fn decode_header() -> Status {
    let [value, choices] = arguments();
    ended(
        for_display(&choices)
            .map(|policy| [header::decode_in(&value, &Context::new(&policy)).into_owned().into_bytes()]),
    )
}

/// Reads the addresses in the body of a header field (the first argument) by a policy (the second argument). The
/// result is the addresses, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn addresses() -> Status {
    let [value, choices] = arguments();
    ended(for_display(&choices).map(|policy| [json(header::addresses_in(&value, &Context::new(&policy)))]))
}

/// Decodes the body of a message or part. The arguments are the body, its Content-Type, its
/// Content-Transfer-Encoding, and a policy. The result is the text.
#[unsafe(no_mangle)]
pub extern "C" fn decode_body() -> Status {
    let [octets, content_type, transfer_encoding, choices] = arguments();
    let read = for_display(&choices).and_then(|policy| {
        let read = body::decode(&octets, &content_type, &transfer_encoding, &policy);
        read.map(|text| [text.text.into_owned().into_bytes()])
            .map_err(|why| Failure::new("unreadable", why.to_string()))
    });
    ended(read)
}
