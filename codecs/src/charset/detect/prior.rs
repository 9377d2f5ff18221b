//! Prior knowledge about octets, which is evidence from their context.

use crate::charset::identity::Charset;

/// Prior knowledge for [`detect_by`](super::detect_by): how much likelier some charsets and languages are than
/// others. The numbers are nats: one nat makes a charset or a language e times as likely.
#[derive(Clone, Debug, Default)]
pub struct Prior {
    /// Charsets, and how much likelier each of them is than the charsets that are not in the list.
    pub charsets: Vec<(Charset, f64)>,
    /// Languages as BCP 47 tags, and how much likelier each of them is than the languages of the same script that are
    /// not in the list.
    pub languages: Vec<(&'static str, f64)>,
}
