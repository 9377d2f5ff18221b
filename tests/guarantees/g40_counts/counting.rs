//! Counts the messages of a mailbox as other programs do.

use mailutf::internal::from_line;

/// Counts the messages as a reader does that may believe a Content-Length field.
///
/// The reader looks at the place `skipped` octets after the end of the body that the Content-Length gives. (For
/// example, mutt skips one octet, which is a blank line.) The reader believes the Content-Length if a `From ` line or
/// the end of the mailbox is at that place. If `skipped` is `None`, the reader only looks for `From ` lines.
fn by_length(mbox: &[u8], skipped: Option<usize>) -> usize {
    let line_at = |at: usize| {
        mbox.get(at..).unwrap_or_default().split(|octet| *octet == b'\n').next().unwrap_or_default()
    };
    let (mut at, mut count, mut length, mut in_header) = (0, 0, None, false);
    while at < mbox.len() {
        let line = line_at(at);
        at += line.len() + 1;
        if from_line(line).is_some() {
            (count, length, in_header) = (count + 1, None, true);
        } else if in_header && line.is_empty() {
            in_header = false;
            let Some(skipped) = skipped else { continue };
            let leads_to = length.and_then(|length: usize| at.checked_add(length)?.checked_add(skipped));
            if let Some(leads_to) = leads_to
                && (leads_to == mbox.len() || line_at(leads_to).starts_with(b"From "))
            {
                at = leads_to;
            }
        } else if in_header && let Some(digits) = line.strip_prefix(b"Content-Length: ") {
            length = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        }
    }
    count
}

/// The number of messages for three readers. The first reader only looks for `From ` lines. The second reader
/// believes a Content-Length if the body that it gives ends exactly at a `From ` line or at the end of the mailbox.
/// The third reader also skips a blank line after that body.
pub(super) fn counts(mbox: &[u8]) -> [usize; 3] {
    [None, Some(0), Some(1)].map(|skipped| by_length(mbox, skipped))
}
