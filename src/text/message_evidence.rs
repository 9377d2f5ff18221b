//! What is known around a text that names no charset: evidence from the message that it stands in.

use crate::charset::Charset;
use crate::charset::detect::Prior;

/// What the caller's word says for a charset, in nats.
const TOLD: f64 = 12.0;
/// The most that other text in a charset says for it, in nats: people quote text in another charset, and mailers put
/// names in several charsets into one header.
const MOST: f64 = 8.0;
/// What a single character of it says.
const LEAST: f64 = 3.0;
/// What the charset of all unlabelled text says for each, in nats: they may contradict each other.
const POOLED: f64 = 9.0;

/// Evidence from around a text.
#[derive(Clone, Debug, Default)]
pub(super) struct MessageEvidence {
    /// The charsets of texts that name theirs, and how much likelier each is for it, in nats; the likeliest first.
    pub(super) labelled: Vec<(Charset, f64)>,
    /// The charset that all texts which name none are in together.
    pub(super) pooled: Option<Charset>,
    /// The languages that the fields of the message point to, and how much likelier each is for it, in nats.
    pub(super) languages: Vec<(&'static str, f64)>,
}

impl MessageEvidence {
    /// That of other text which the caller knows to be in `charset`.
    pub(super) fn told(charset: Charset) -> Self {
        Self { labelled: vec![(charset, TOLD)], ..Self::default() }
    }

    /// Adds other text in `charset` that so many characters beyond ASCII show.
    pub(super) fn add(&mut self, charset: Charset, characters: usize) {
        // More characters than that say no more.
        let characters = u16::try_from(characters).unwrap_or(u16::MAX);
        self.labelled.push((charset, (LEAST + f64::from(characters).ln()).min(MOST)));
        self.labelled.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    }

    /// The charset that most of the labelled text is in.
    pub(super) fn charset(&self) -> Option<Charset> {
        self.labelled.first().map(|(charset, _)| *charset)
    }

    /// How much likelier all that makes charsets and languages of one text.
    pub(super) fn prior(&self) -> Prior {
        let mut charsets = self.labelled.clone();
        if let Some(pooled) = self.pooled {
            charsets.retain(|(charset, nats)| *charset != pooled || *nats > POOLED);
            charsets.push((pooled, POOLED));
        }
        Prior { charsets, languages: self.languages.clone() }
    }
}
