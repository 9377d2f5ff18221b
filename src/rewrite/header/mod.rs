//! Plans the edits of the header fields of a part.

mod block;
pub(super) mod content_type;
mod field_findings;
mod not_utf8;

pub(super) use block::{findings_of_left, plan};

#[cfg(test)]
mod tests {
    use crate::rewrite::normalize;
    use crate::syntax::encoded_word::tests::SEARCHES;
    use crate::text::header::parsed_field::tests::PARSED;

    /// Checks how often a field is parsed, and how often its octets are searched for encoded words. The field is
    /// parsed three times: for evidence, for its plan, and to read the new field back. Each time, its texts are
    /// searched. In a list of addresses, the tokens are searched too, and once more in the old and in the new
    /// field, to compare the addresses. The tokens of a single mailbox are not searched.
    #[test]
    fn a_raw_field_is_parsed_three_times() {
        let parsed = || PARSED.with(|parsed| parsed.replace(0));
        let searches = || SEARCHES.with(|searches| searches.replace(0));
        for (list, expected) in [("<a@example.org>", (3, 3)), ("<a@example.org>, b@example.org", (3, 8))] {
            let _ = (parsed(), searches());
            let octets = [b"From: \xF0\xD2\xC9\xD7\xC5\xD4 ", list.as_bytes(), b"\n\nplain\n"].concat();
            assert!(!normalize(&octets).is_noop());
            assert_eq!((parsed(), searches()), expected, "{list}");
        }
    }
}
