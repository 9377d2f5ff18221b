//! Kinds of text that are likelier in another charset but are no evidence against a label. The scorer does not
//! recognize them by itself.
//!
//! `tools/judge.py --exceptions` switches each exception off and counts the texts that it saves, among texts that were
//! not used to make the model; the numbers are in `tools/results/exceptions.tsv`. An exception that saves fewer than ten
//! texts is deleted.

/// A kind of text, or a kind of doubt that needs more evidence than others.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exception {
    /// A repeated word or sign, which counts once.
    Repeated,
    /// ASCII joined with a word of another script (`PDFы`), which is left out.
    Joined,
    /// Signs and foreign letters that a charset of several octets also has (`Ⅲ`, `ㅋㅋ`). They are left out.
    Ornament,
    /// Fewer than three different octets above 127, and no ASCII letter.
    FewOctets,
    /// A few letters of a script without case. Another charset must be likelier than usual.
    FewLetters,
    /// A single letter as the only evidence for another Latin charset, which must be likelier than usual.
    OneLetter,
    /// A label that no program names by default. Another charset must be likelier than usual.
    Chosen,
    /// A list of letters.
    Letters,
    /// Hebrew in visual order.
    VisualOrder,
    /// Few characters of a charset of several octets, or such characters within words of ASCII letters: these charsets
    /// do not count.
    FewPairs,
    /// A few signs of windows-1252 again and again (`·¸¸·´¯`): charsets of several octets do not count.
    FewSigns,
    /// Abbreviations (`КГЦ`): charsets of other scripts do not count.
    Abbreviation,
}

impl Exception {
    /// Whether the exception is made. It always is, except where its effect is measured.
    #[cfg(not(mailutf_exceptions))]
    #[expect(clippy::unused_self, reason = "each is asked where it is measured")]
    pub(super) const fn holds(self) -> bool {
        true
    }

    #[cfg(mailutf_exceptions)]
    pub(super) fn holds(self) -> bool {
        WITHOUT.get().is_none_or(|without| *without != format!("{self:?}"))
    }
}

/// The name of the exception that is switched off.
#[cfg(mailutf_exceptions)]
pub static WITHOUT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
