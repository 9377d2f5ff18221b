//! Counts the messages of a mailbox as other programs do.

use mailutf::internal::from_line;

/// Counts the messages as a reader does that may believe a Content-Length. The reader believes it if, `skipped`
/// octets after the end that the Content-Length gives, there is a `From ` line or the end of the mailbox. For
/// example, mutt skips a blank line, which is one octet. If `skipped` is `None`, the reader only looks for `From `
/// lines.
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

/// The number of messages for three readers. The first only looks for `From ` lines. The second believes a
/// Content-Length that leads exactly to a `From ` line or to the end. The third also skips a blank line at that
/// place.
pub(super) fn counts(mbox: &[u8]) -> [usize; 3] {
    [None, Some(0), Some(1)].map(|skipped| by_length(mbox, skipped))
}
