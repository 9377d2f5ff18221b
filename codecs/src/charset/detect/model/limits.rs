//! How much evidence is needed to doubt a label, and to name the charset of text without a label.
//!
//! For both decisions, [`Scorer`](super::scorer::Scorer) computes the cost of the same hypotheses. The limits are in
//! the two tables of this file, in a column of the table in `candidates.rs` (how much a label is trusted), and in
//! `confusions.rs` (which label hardly anyone puts on which text).

use super::costs::NAT;
use std::ops::RangeInclusive;

/// How much evidence against a label is needed to doubt the label.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoubtLimits {
    /// For the label to be doubtful, the words must cost at least this much more in the label's charset than in
    /// another charset.
    pub(super) margin: i32,
    /// For the label to be doubtful, `advantage + over_noise / 2` must be at least this. `advantage` is how much
    /// more the words cost in the label's charset than in the other charset. `over_noise` is how much more the words
    /// cost as noise than in the other charset. Noise counts because any octets may form words that are hardly
    /// better than noise: such words are weak evidence for the other charset.
    pub(super) evidence: i32,
}

/// A property of a text or its label that changes how much evidence a doubt needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Circumstance {
    /// The label names a multi-octet charset. Text in another charset hardly ever forms words in a multi-octet charset.
    MultiOctetLabel,
    /// The words have few letters, in a script without case. Such words may be an ending, an abbreviation or a part
    /// of a word. In scripts with case, text under a wrong label has capitals within words, which show that the label
    /// is wrong.
    FewLetters,
    /// In the label's charset, each word mixes scripts (`naяve`). Nobody writes such words, so the label is probably
    /// wrong.
    MixedScripts,
    /// One letter is the only evidence for another Latin charset: in each of the two charsets, the word is a word of
    /// some language (`Astracã` and `Astracă`, `Inčchon` and `Inèchon`).
    OneLetter,
    /// The label would be wrong in one of the two usual ways. Either the label is windows-1252, which programs give
    /// to any text, but the text is not in Latin script. Or the label names a charset for a script other than
    /// Latin, and the text is in another charset for the same script.
    ExpectedConfusion,
}

/// The margin and the evidence, in nats, that a doubt needs if no [`Circumstance`] holds.
const DOUBT: (i32, i32) = (10, 17);

/// The columns are a circumstance, and the numbers of nats that it adds to the margin and to the evidence in [`DOUBT`].
const CHANGES: [(Circumstance, i32, i32); 5] = [
    (Circumstance::MultiOctetLabel, -2, -3),
    (Circumstance::FewLetters, 14, 0),
    (Circumstance::MixedScripts, -2, -2),
    (Circumstance::OneLetter, 2, 2),
    (Circumstance::ExpectedConfusion, 0, -1),
];

impl DoubtLimits {
    /// The limits for a label. A doubt of this label needs `trust` more evidence than usual; `trust` has the unit of
    /// costs.
    pub(super) const fn of(trust: i32) -> Self {
        let (margin, evidence) = DOUBT;
        Self { margin: margin * NAT + trust, evidence: evidence * NAT + trust }
    }

    /// Returns these limits, changed as `circumstance` requires if `is_given` is true.
    pub(super) fn under(self, circumstance: Circumstance, is_given: bool) -> Self {
        let changes = CHANGES.iter().filter(|(other, ..)| is_given && *other == circumstance);
        changes.fold(self, |limits, (_, margin, evidence)| Self {
            margin: limits.margin + margin * NAT,
            evidence: limits.evidence + evidence * NAT,
        })
    }

    /// Whether the label is doubtful, because the words are likelier in another charset. In that charset, the words
    /// cost less by `advantage` than in the label's charset, and less by `over_noise` than as noise.
    pub(super) const fn are_reached(self, advantage: i32, over_noise: i32) -> bool {
        advantage >= self.margin && advantage + over_noise / 2 >= self.evidence
    }
}

/// The amount of text without a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// Only one or two letters or symbols.
    Bare,
    /// One or two words, or one or two octets above 127, if nothing else is known about the text.
    Little,
    /// A few words ([`FEW_WORDS`]), which are enough to show their language.
    FewWords,
    /// More words, or words for which other text suggests a charset.
    Enough,
}

/// The numbers of words that count as few ([`Amount::FewWords`]).
pub(super) const FEW_WORDS: RangeInclusive<usize> = 3..=8;

/// The lowest probability at which a charset is chosen, for each amount of text.
const FLOORS: [(Amount, f64); 4] =
    [(Amount::Bare, 0.99), (Amount::Little, 0.95), (Amount::FewWords, 0.85), (Amount::Enough, FLOOR)];

/// The lowest probability at which a charset is chosen, unless the [amount](Amount) of text requires another one.
pub(super) const FLOOR: f64 = 0.9;

/// The lowest probability at which a charset is chosen for words that contradict the ASCII words around them.
pub(super) const FLOOR_OF_CONTRADICTION: f64 = 0.99;

impl Amount {
    /// The lowest probability at which a charset is chosen for this amount of text.
    pub(super) fn floor(self) -> f64 {
        FLOORS.iter().find(|(amount, _)| *amount == self).map_or(1.0, |(_, floor)| *floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_circumstance_and_each_amount_has_one_row() {
        use Circumstance::*;
        for circumstance in [MultiOctetLabel, FewLetters, MixedScripts, OneLetter, ExpectedConfusion] {
            let rows = CHANGES.iter().filter(|(other, ..)| *other == circumstance).count();
            assert_eq!(rows, 1, "{circumstance:?}");
        }
        for amount in [Amount::Bare, Amount::Little, Amount::FewWords, Amount::Enough] {
            assert!(amount.floor() < 1.0, "{amount:?}");
        }
    }

    #[test]
    fn a_weak_advantage_over_noise_needs_a_larger_one_over_the_label() {
        let limits = DoubtLimits::of(0);
        assert!(limits.are_reached(10 * NAT, 14 * NAT));
        assert!(!limits.are_reached(10 * NAT, 12 * NAT));
        assert!(limits.are_reached(11 * NAT, 12 * NAT));
        assert!(!limits.are_reached(9 * NAT, 100 * NAT));
        assert!(!limits.under(Circumstance::OneLetter, true).are_reached(11 * NAT, 14 * NAT));
        assert!(limits.under(Circumstance::OneLetter, false).are_reached(11 * NAT, 14 * NAT));
    }
}
