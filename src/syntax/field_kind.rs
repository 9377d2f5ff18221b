//! The syntax of the body of each known field (RFC 5322 section 3.6, RFC 2045, 2183, 2369, 2919, 3464, 3798, 8098;
//! and fields that mailers write although no RFC defines them).
//!
//! A name is looked up by a binary search in a table, without allocation.

use std::cmp::Ordering;

/// The syntax of a field body. The syntax decides where the body may contain encoded words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldKind {
    /// Text: Subject, Comments, Content-Description, most `X-` fields and every unknown field.
    Unstructured,
    /// A list of addresses: From, To, Cc, Reply-To, Resent-…, Disposition-Notification-To …
    Addresses,
    /// Text in the form of a list of addresses, in an unknown field: X-From, X-Cc, Old-From … The quotes around a
    /// name are part of the text, and addresses are never changed.
    AddressText,
    /// Phrases separated by commas: Keywords.
    Phrases,
    /// A phrase before angle brackets: List-Id (RFC 2919).
    PhraseAngle,
    /// A value with parameters: Content-Type, Content-Disposition.
    Parameters,
    /// Structured, with text only in comments: Date, MIME-Version, Content-Transfer-Encoding, Message-ID,
    /// References, Content-ID, and the `List-` fields of RFC 2369.
    Structured,
    /// `type; text` in delivery reports (RFC 3464): Diagnostic-Code, Final-Recipient …
    TypedText,
    /// A body that is never changed: Received, Return-Path, DKIM-Signature, ARC-…, Authentication-Results,
    /// Autocrypt …
    Opaque,
}

use FieldKind::{Addresses, Opaque, Parameters, PhraseAngle, Phrases, Structured, TypedText, Unstructured};

/// The known fields, sorted by name. The names are in lower case. Fields of kind [`FieldKind::Unstructured`] need no
/// entry, but the common ones are listed so that [`is_known`] finds them.
const KINDS: &[(&[u8], FieldKind)] = &[
    (b"accept-language", Structured),
    (b"action", Structured),
    (b"alternate-recipient", Structured),
    (b"apparently-to", Addresses),
    (b"approved", Opaque),
    (b"approved-by", Addresses),
    (b"archived-at", Structured),
    (b"arrival-date", Structured),
    (b"authentication-results", Opaque),
    (b"author", Addresses),
    (b"auto-submitted", Structured),
    (b"autocrypt", Opaque),
    (b"autocrypt-gossip", Opaque),
    (b"autocrypt-prefer-encrypt", Opaque),
    (b"autocrypt-setup-message", Opaque),
    (b"bcc", Addresses),
    (b"bimi-indicator", Opaque),
    (b"bimi-location", Opaque),
    (b"bimi-selector", Opaque),
    (b"cancel-key", Opaque),
    (b"cancel-lock", Opaque),
    (b"cc", Addresses),
    (b"comments", Unstructured),
    (b"complain-to", Addresses),
    (b"content-base", Structured),
    (b"content-description", Unstructured),
    (b"content-disposition", Parameters),
    (b"content-duration", Structured),
    (b"content-features", Opaque),
    (b"content-id", Structured),
    (b"content-language", Structured),
    (b"content-length", Structured),
    (b"content-location", Structured),
    (b"content-md5", Opaque),
    (b"content-return", Structured),
    (b"content-transfer-encoding", Structured),
    (b"content-translation-type", Structured),
    (b"content-type", Parameters),
    (b"control", Structured),
    (b"conversion", Structured),
    (b"conversion-with-loss", Structured),
    (b"date", Structured),
    (b"date-received", Structured),
    (b"deferred-delivery", Structured),
    (b"delivered-to", Addresses),
    (b"delivery-date", Structured),
    (b"diagnostic-code", TypedText),
    (b"discarded-x400-ipms-extensions", Opaque),
    (b"discarded-x400-mts-extensions", Opaque),
    (b"disposition", Structured),
    (b"disposition-notification-options", Opaque),
    (b"disposition-notification-to", Addresses),
    (b"distribution", Structured),
    (b"dkim-signature", Opaque),
    (b"dl-expansion-history", Opaque),
    (b"domainkey-signature", Opaque),
    (b"domainkey-status", Opaque),
    (b"dsn-gateway", TypedText),
    (b"ediint-features", Structured),
    (b"encrypted", Structured),
    (b"envelope-to", Addresses),
    (b"errors-to", Addresses),
    (b"expires", Structured),
    (b"expiry-date", Structured),
    (b"face", Opaque),
    (b"fax", Structured),
    (b"feedback-id", Opaque),
    (b"feedback-type", Structured),
    (b"final-log-id", Unstructured),
    (b"final-recipient", TypedText),
    (b"followup-to", Structured),
    (b"from", Addresses),
    (b"generate-delivery-report", Structured),
    (b"hashcash", Opaque),
    (b"identity-from", Addresses),
    (b"importance", Structured),
    (b"in-reply-to", Structured),
    (b"incomplete-copy", Structured),
    (b"injection-date", Structured),
    (b"injection-info", Opaque),
    (b"keywords", Phrases),
    (b"last-attempt-date", Structured),
    (b"latest-delivery-time", Structured),
    (b"lines", Structured),
    (b"list-archive", Structured),
    (b"list-help", Structured),
    (b"list-id", PhraseAngle),
    (b"list-owner", Structured),
    (b"list-post", Structured),
    (b"list-subscribe", Structured),
    (b"list-unsubscribe", Structured),
    (b"list-unsubscribe-post", Opaque),
    (b"mail-copies-to", Addresses),
    (b"mail-followup-to", Addresses),
    (b"mail-reply-to", Addresses),
    (b"mdn-gateway", TypedText),
    (b"message-context", Structured),
    (b"message-id", Structured),
    (b"message-type", Structured),
    (b"mime-version", Structured),
    (b"mmhs-exempted-address", Addresses),
    (b"mt-priority", Structured),
    (b"newsgroups", Structured),
    (b"nntp-posting-date", Structured),
    (b"nntp-posting-host", Opaque),
    (b"obsoletes", Structured),
    (b"openpgp", Opaque),
    (b"organisation", Unstructured),
    (b"organization", Unstructured),
    (b"original-encoded-information-types", Unstructured),
    (b"original-envelope-id", Structured),
    (b"original-from", Addresses),
    (b"original-mail-from", Addresses),
    (b"original-message-id", Structured),
    (b"original-rcpt-to", Addresses),
    (b"original-recipient", TypedText),
    (b"originator-return-address", Addresses),
    (b"path", Opaque),
    (b"pics-label", Opaque),
    (b"precedence", Structured),
    (b"prevent-nondelivery-report", Structured),
    (b"priority", Structured),
    (b"received", Opaque),
    (b"received-from-mta", TypedText),
    (b"received-spf", Opaque),
    (b"references", Structured),
    (b"remote-mta", TypedText),
    (b"reply-by", Structured),
    (b"reply-to", Addresses),
    (b"reporting-mta", TypedText),
    (b"reporting-ua", Unstructured),
    (b"require-recipient-valid-since", Structured),
    (b"resent-bcc", Addresses),
    (b"resent-cc", Addresses),
    (b"resent-date", Structured),
    (b"resent-from", Addresses),
    (b"resent-keywords", Phrases),
    (b"resent-message-id", Structured),
    (b"resent-reply-to", Addresses),
    (b"resent-sender", Addresses),
    (b"resent-subject", Unstructured),
    (b"resent-to", Addresses),
    (b"return-path", Opaque),
    (b"return-receipt-to", Addresses),
    (b"sender", Addresses),
    (b"sensitivity", Structured),
    (b"solicitation", Structured),
    (b"source-ip", Structured),
    (b"status", Structured),
    (b"subject", Unstructured),
    (b"summary", Unstructured),
    (b"supersedes", Structured),
    (b"thread-index", Opaque),
    (b"thread-topic", Unstructured),
    (b"tls-report-domain", Structured),
    (b"tls-required", Structured),
    (b"to", Addresses),
    (b"user-agent", Unstructured),
    (b"vbr-info", Opaque),
    (b"will-retry-until", Structured),
    (b"x-actual-recipient", TypedText),
    (b"x-apparently-to", Addresses),
    (b"x-apple-content-length", Structured),
    (b"x-beenthere", Addresses),
    (b"x-confirm-reading-to", Addresses),
    (b"x-csa-complaints", Addresses),
    (b"x-delivered-to", Addresses),
    (b"x-envelope-from", Addresses),
    (b"x-envelope-to", Addresses),
    (b"x-face", Opaque),
    (b"x-failed-recipients", Addresses),
    (b"x-forwarded-for", Opaque),
    (b"x-forwarded-to", Addresses),
    (b"x-gm-message-state", Opaque),
    (b"x-google-dkim-signature", Opaque),
    (b"x-hashcash", Opaque),
    (b"x-image-url", Opaque),
    (b"x-keywords", Unstructured),
    (b"x-loop", Unstructured),
    (b"x-mailer", Unstructured),
    (b"x-mailman-version", Unstructured),
    (b"x-mimeole", Unstructured),
    (b"x-mozilla-keys", Unstructured),
    (b"x-mozilla-status", Opaque),
    (b"x-mozilla-status2", Opaque),
    (b"x-msmail-priority", Unstructured),
    (b"x-newsreader", Unstructured),
    (b"x-original-cc", Addresses),
    (b"x-original-from", Addresses),
    (b"x-original-sender", Addresses),
    (b"x-original-to", Addresses),
    (b"x-originating-ip", Structured),
    (b"x-priority", Structured),
    (b"x-rcpt-to", Addresses),
    (b"x-received", Opaque),
    (b"x-sender", Addresses),
    (b"x-spam-flag", Structured),
    (b"x-spam-level", Unstructured),
    (b"x-spam-report", Unstructured),
    (b"x-spam-score", Unstructured),
    (b"x-spam-status", Unstructured),
    (b"x-status", Structured),
    (b"x-uid", Structured),
    (b"x-uidl", Opaque),
    (b"x-virus-scanned", Unstructured),
    (b"xref", Opaque),
];

/// Families of fields, by the prefix of their names in lower case.
const FAMILIES: &[(&[u8], FieldKind)] = &[
    (b"arc-", Opaque),
    (b"x-arc-", Opaque),
    (b"x-dkim-", Opaque),
    (b"x-microsoft-antispam", Opaque),
    (b"x-ms-exchange-", Opaque),
    (b"x-sg-", Opaque),
];

/// The kind of the field with this name, which is case-insensitive. An unknown field is [`FieldKind::Unstructured`],
/// whatever its body contains.
///
/// ```
/// use mailutf::internal::{FieldKind, field_kind};
/// assert_eq!(field_kind(b"RESENT-To"), FieldKind::Addresses);
/// assert_eq!(field_kind(b"Subject"), FieldKind::Unstructured);
/// ```
pub fn field_kind(name: &[u8]) -> FieldKind {
    let family = || {
        let begins = |prefix: &[u8]| name.get(..prefix.len()).is_some_and(|n| n.eq_ignore_ascii_case(prefix));
        FAMILIES.iter().find(|(prefix, _)| begins(prefix)).map(|&(_, kind)| kind)
    };
    known(name).or_else(family).unwrap_or(Unstructured)
}

/// Whether `name` is the name of a known field. A line that begins with such a name and a colon surely is a field.
pub(crate) fn is_known(name: &[u8]) -> bool {
    known(name).is_some()
}

fn known(name: &[u8]) -> Option<FieldKind> {
    let found = KINDS.binary_search_by(|(known, _)| compare(known, name)).ok()?;
    KINDS.get(found).map(|&(_, kind)| kind)
}

/// Compares `known`, which is in lower case, with `name`, whose case is ignored.
fn compare(known: &[u8], name: &[u8]) -> Ordering {
    known.iter().copied().cmp(name.iter().map(u8::to_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_lower_case() {
        assert!(KINDS.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(KINDS.iter().all(|(name, _)| name.to_ascii_lowercase() == *name));
    }

    #[test]
    fn names_are_found_in_any_case() {
        for (name, kind) in KINDS {
            assert_eq!(field_kind(&name.to_ascii_uppercase()), *kind);
        }
        assert_eq!(field_kind(b"ARC-Seal"), Opaque);
        assert_eq!(field_kind(b"X-Never-Seen"), Unstructured);
        assert_eq!(field_kind(b""), Unstructured);
        assert!(is_known(b"Thread-Topic") && !is_known(b"Dear all"));
    }
}
