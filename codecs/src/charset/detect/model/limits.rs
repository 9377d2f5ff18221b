//! How much evidence a decision needs: to doubt a label, and to name the charset of text without one.
//!
//! Both decisions are about the same hypotheses, which [`Scorer`](super::scorer::Scorer) weighs. Their limits stand in
//! the two tables of this file, and in the columns of [`candidates`](super::candidates) (how much a label is trusted)
//! and [`confusions`](super::confusions) (which label hardly anyone puts on which text).

use super::costs::NAT;

/// How much evidence against a label makes the label doubtful.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoubtLimits {
    /// The least difference between the cost of the words in the label's charset and their cost in another charset.
    pub(super) margin: i32,
    /// The least sum of that difference and half of the other charset's advantage over noise. Any octets may form words
    /// that are hardly better than noise, so that such words are weak evidence for the other charset.
    pub(super) evidence: i32,
}

/// What changes the limits of a doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Circumstance {
    /// The label names a charset of several octets, in which text in other charsets hardly ever forms words.
    MultiOctetLabel,
    /// The words have few letters of a script without case. They may be an ending, an abbreviation or a part of a word.
    /// In scripts with case, text under a wrong label has capitals within words, which show that the label is wrong.
    FewLetters,
    /// In the label's charset, each word mixes scripts (`naяve`). Nobody writes such words.
    MixedScripts,
    /// One letter is the only evidence for another Latin charset: in either charset, the word is a word of some language
    /// (`Astracã` and `Astracă`, `Inčchon` and `Inèchon`).
    OneLetter,
    /// The text is in another script under windows-1252, which programs name whatever the text is; or in another charset
    /// of the label's script, if that script is not Latin.
    ExpectedConfusion,
}

/// The limits of a doubt without any of the circumstances: margin and evidence, in nats.
const DOUBT: (i32, i32) = (10, 17);

/// The columns: the circumstance; how it changes the margin and the evidence, in nats.
const CHANGES: [(Circumstance, i32, i32); 5] = [
    (Circumstance::MultiOctetLabel, -2, -3),
    (Circumstance::FewLetters, 14, 0),
    (Circumstance::MixedScripts, -2, -2),
    (Circumstance::OneLetter, 2, 2),
    (Circumstance::ExpectedConfusion, 0, -1),
];

impl DoubtLimits {
    /// The limits for a label that is trusted by `trust`, a cost.
    pub(super) const fn of(trust: i32) -> Self {
        let (margin, evidence) = DOUBT;
        Self { margin: margin * NAT + trust, evidence: evidence * NAT + trust }
    }

    /// These limits, changed by a circumstance if that is given.
    pub(super) fn under(self, circumstance: Circumstance, is_given: bool) -> Self {
        let changes = CHANGES.iter().filter(|(other, ..)| is_given && *other == circumstance);
        changes.fold(self, |limits, (_, margin, evidence)| Self {
            margin: limits.margin + margin * NAT,
            evidence: limits.evidence + evidence * NAT,
        })
    }

    /// Whether a charset that costs less by `advantage` than the label's charset, and less by `over_noise` than noise,
    /// makes the label doubtful.
    pub(super) const fn are_reached(self, advantage: i32, over_noise: i32) -> bool {
        advantage >= self.margin && advantage + over_noise / 2 >= self.evidence
    }
}

/// How much text without a label there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// One or two letters and symbols alone.
    Bare,
    /// One or two words, or one or two octets above 127, if nothing else is known about the text.
    Little,
    /// A few words, which show their language.
    FewWords,
    /// More words, or words whose charset other text suggests.
    Enough,
}

/// The columns: the amount of text; the lowest probability of a charset that is chosen for it.
const FLOORS: [(Amount, f64); 4] =
    [(Amount::Bare, 0.99), (Amount::Little, 0.95), (Amount::FewWords, 0.85), (Amount::Enough, FLOOR)];

/// The lowest probability of a charset that is chosen, unless the [amount](Amount) of text needs another one.
pub(super) const FLOOR: f64 = 0.9;

/// The lowest probability of a charset for words that contradict the ASCII words around them.
pub(super) const FLOOR_OF_CONTRADICTION: f64 = 0.99;

impl Amount {
    /// The lowest probability of a charset that is chosen for this much text.
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
