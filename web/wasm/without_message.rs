//! Functions that decode text without a message. Such text comes, for example, from an index or an IMAP server.

use crate::exchange::{Failure, Status, arguments, ended};
use crate::json::json;
use crate::policy::for_display;
use mailutf::text::Context;
use mailutf::{body, header};

/// Decodes the body of a field (argument 0) by a policy (argument 1). Result 0 is the text.
#[unsafe(no_mangle)]
pub extern "C" fn decode_header() -> Status {
    let [value, choices] = arguments();
    ended(
        for_display(&choices)
            .map(|policy| [header::decode_in(&value, &Context::new(&policy)).into_owned().into_bytes()]),
    )
}

/// Reads the addresses in the body of a field (argument 0) by a policy (argument 1). Result 0 is the addresses.
#[unsafe(no_mangle)]
pub extern "C" fn addresses() -> Status {
    let [value, choices] = arguments();
    ended(for_display(&choices).map(|policy| [json(header::addresses_in(&value, &Context::new(&policy)))]))
}

/// Decodes a body (argument 0) with its Content-Type (argument 1) and Content-Transfer-Encoding (argument 2) by a
/// policy (argument 3). Result 0 is the text.
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
