//! Kinds of text that are likelier in another charset than under their label, but are no evidence against the label.
//! The scorer does not recognize such text by itself.
//!
//! `tools/judge.py --exceptions` switches off one exception at a time, and counts the sound texts whose labels are
//! then doubted. The texts were not used to make the model. The numbers are in `tools/results/exceptions.tsv`. An
//! exception that saves fewer than ten texts is deleted.

/// A kind of text that says nothing against its label, or that says less than other text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exception {
    /// A word or sign is repeated. It counts only once.
    Repeated,
    /// ASCII letters are joined with letters of another script (`PDFы`). Such words are left out.
    Joined,
    /// In the multi-octet charset of the label, words consist only of signs, or of letters that are rare in the
    /// languages of such charsets (`Ⅲ`, `ㅋㅋ`). Such words are left out.
    Ornament,
    /// The text has fewer than three different octets above 127, and no ASCII letter. Its label is not doubted.
    FewOctets,
    /// The text has only a few letters of a script without case. For a doubt, another charset must be likelier by a
    /// larger margin than usual.
    FewLetters,
    /// A single letter is the only evidence for another Latin charset. For a doubt, that charset must be likelier by a
    /// larger margin than usual.
    OneLetter,
    /// No program names the label by default, so somebody chose it. For a doubt, another charset must be likelier by a
    /// larger margin than usual.
    Chosen,
    /// The text is a list of letters. Its label is not doubted.
    Letters,
    /// The text is Hebrew in visual order. Such text is sound under its label.
    VisualOrder,
    /// In a multi-octet charset, the text would have few characters, or characters within words of ASCII letters. Even
    /// if the text is likelier in a multi-octet charset, this is no evidence against its label.
    FewPairs,
    /// The text repeats a few signs of windows-1252 (`·¸¸·´¯`). Even if the text is likelier in a multi-octet charset,
    /// this is no evidence against its label.
    FewSigns,
    /// All words are abbreviations (`КГЦ`). Even if the text is likelier as text in another script, this is no evidence
    /// against its label.
    Abbreviation,
}

impl Exception {
    /// Whether the exception applies. Each exception applies, unless its effect is being measured.
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
