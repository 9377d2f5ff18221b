//! The evidence in a message for the charset of its unlabelled texts.

use crate::charset::Charset;
use crate::charset::detect::Prior;

/// The weight of the caller's knowledge about other text, in nats.
const TOLD: f64 = 12.0;
/// The greatest weight of labelled text for its charset, in nats. It is limited because people quote text in other
/// charsets, and headers have names in several charsets.
const MOST: f64 = 8.0;
/// The weight of a single character of labelled text, in nats.
const LEAST: f64 = 3.0;
/// The weight of the charset that was detected for all unlabelled texts together, in nats. They may be in several.
const POOLED: f64 = 9.0;

/// The evidence in a message.
#[derive(Clone, Debug, Default)]
pub(super) struct MessageEvidence {
    /// The charsets of labelled texts and their weights in nats. The greatest weight comes first.
    pub(super) labelled: Vec<(Charset, f64)>,
    /// The charset that was detected for all unlabelled texts together.
    pub(super) pooled: Option<Charset>,
    /// The languages that header fields hint at, and their weights in nats.
    pub(super) languages: Vec<(&'static str, f64)>,
}

impl MessageEvidence {
    /// The evidence if the caller knows that other text is in `charset`.
    pub(super) fn told(charset: Charset) -> Self {
        Self { labelled: vec![(charset, TOLD)], ..Self::default() }
    }

    /// Adds labelled text in `charset` with this number of characters beyond US-ASCII.
    pub(super) fn add(&mut self, charset: Charset, characters: usize) {
        // More characters have no more weight.
        let characters = u16::try_from(characters).unwrap_or(u16::MAX);
        self.labelled.push((charset, (LEAST + f64::from(characters).ln()).min(MOST)));
        self.labelled.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    }

    /// The charset of most of the labelled text.
    pub(super) fn charset(&self) -> Option<Charset> {
        self.labelled.first().map(|(charset, _)| *charset)
    }

    /// The prior knowledge about an unlabelled text from this evidence.
    pub(super) fn prior(&self) -> Prior {
        let mut charsets = self.labelled.clone();
        if let Some(pooled) = self.pooled {
            charsets.retain(|(charset, nats)| *charset != pooled || *nats > POOLED);
            charsets.push((pooled, POOLED));
        }
        Prior { charsets, languages: self.languages.clone() }
    }
}
