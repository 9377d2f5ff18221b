//! The effect of prior knowledge on the weights of hypotheses.

use super::candidates::{MULTI_OCTET, SINGLE_OCTET};
use super::costs::NAT;
use super::language_model::script_of;
use crate::charset::detect::Prior;
use crate::charset::identity::Charset;

/// The charset, language and weight of a hypothesis.
pub(super) type Weighed = (Charset, &'static str, f64);

impl Prior {
    /// Adjusts the weights of all hypotheses by this prior knowledge. A charset that is known to be in use does not
    /// count as rare. The sum of the weights of all languages of a script stays the same, so that knowledge about one
    /// language does not affect text in other scripts.
    pub(super) fn apply(&self, hypotheses: &mut [Weighed]) {
        for (charset, nats) in &self.charsets {
            let named = hypotheses.iter_mut().filter(|(other, ..)| other == charset);
            named.for_each(|(_, _, weight)| *weight *= (nats + rarity(*charset)).exp());
        }
        for (at, (language, _)) in self.languages.iter().enumerate() {
            let one = script_of(language);
            let earlier = self.languages.iter().take(at);
            if earlier.map(|(language, _)| script_of(language)).any(|script| script == one) {
                continue;
            }
            let mut of_script: Vec<_> =
                hypotheses.iter_mut().filter(|(_, language, _)| script_of(language) == one).collect();
            let before: f64 = of_script.iter().map(|(.., weight)| *weight).sum();
            for (_, language, weight) in &mut of_script {
                let given = self.languages.iter().find(|(given, _)| given == language);
                *weight *= given.map_or(0.0, |(_, nats)| *nats).exp();
            }
            let after: f64 = of_script.iter().map(|(.., weight)| *weight).sum();
            if after > 0.0 {
                of_script.iter_mut().for_each(|(.., weight)| *weight *= before / after);
            }
        }
    }
}

/// How much rarer a charset is in mail than the most frequent charsets, in nats.
fn rarity(charset: Charset) -> f64 {
    let page = SINGLE_OCTET.iter().find(|page| page.charset == charset).map(|page| page.prior);
    let multi = || MULTI_OCTET.iter().find(|multi| multi.charset == charset).map(|multi| multi.prior);
    f64::from(page.or_else(multi).unwrap_or_default()) / f64::from(NAT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_gains_from_its_script_alone() {
        let charset = |label: &[u8]| Charset::for_label(label).unwrap();
        let cyrillic = charset(b"windows-1251");
        let mut hypotheses = [
            (cyrillic, "ru", 2.0),
            (Charset::WINDOWS_1252, "de", 1.0),
            (charset(b"windows-1250"), "pl", 1.0),
        ];
        let prior = Prior { charsets: Vec::new(), languages: vec![("pl", 2.0)] };
        prior.apply(&mut hypotheses);
        let [(.., ru), (.., de), (.., pl)] = hypotheses;
        assert!((ru - 2.0).abs() < 1e-9 && (de + pl - 2.0).abs() < 1e-9, "{hypotheses:?}");
        assert!((pl / de - 2.0_f64.exp()).abs() < 1e-9, "{hypotheses:?}");
    }
}
