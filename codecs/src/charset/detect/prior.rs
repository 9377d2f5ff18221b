//! Prior knowledge about octets: evidence from their context.

use crate::charset::identity::Charset;

/// How much more likely some charsets and languages are than the others, in nats: [`detect_by`](super::detect_by).
#[derive(Clone, Debug, Default)]
pub struct Prior {
    /// Charsets, compared with all others.
    pub charsets: Vec<(Charset, f64)>,
    /// Languages as BCP 47 tags, compared with the other languages of the same script only.
    pub languages: Vec<(&'static str, f64)>,
}
