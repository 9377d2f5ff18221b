//! What the caller knows about a text in addition to its octets: a policy with named choices, and the charset of
//! another text of the same message.

use crate::guard::{UNTIL_NUL, free, guarded, name, octets};
use crate::status::mailutf_status;
use mailutf::Policy;
use mailutf::charset::Charset;
use mailutf::policy::Mistake;
use mailutf::text::{Context, resolve};
use std::ffi::c_char;

/// What the caller knows about a text in addition to its octets: choices for reading the text, and other text of the same
/// message. New hints contain the default choices and no other text. NULL in place of hints means the same.
#[derive(Debug, Default)]
pub struct mailutf_hints {
    policy: Policy,
    /// The charset of another text of the same message, and the number of octets beyond ASCII in that text.
    other: Option<(Charset, usize)>,
}

impl mailutf_hints {
    /// The policy for writing mail.
    pub(crate) fn policy(&self) -> Policy {
        self.policy.clone()
    }

    /// The policy for text that is shown to a person. The person sees whether a guess is right. Therefore text with a doubtful
    /// label is read in the charset that the evidence shows, unless the caller chose otherwise.
    pub(crate) fn for_display(&self) -> Policy {
        self.policy().shown()
    }

    /// The context for reading a text under `policy`.
    pub(crate) fn context<'p>(&self, policy: &'p Policy) -> Context<'p> {
        let context = Context::new(policy);
        self.other.map_or(context, |(charset, _)| context.beside(charset))
    }

    /// The charset of another text of the same message, if one was added.
    pub(crate) fn other(&self) -> Option<Charset> {
        self.other.map(|(charset, _)| charset)
    }

    /// Records the charset of `text` as evidence if `text` is well-formed and not only ASCII. `text` is another text of the
    /// same message. If several texts are added, only the text with the most octets beyond ASCII counts.
    fn add_text(&mut self, label: Option<&[u8]>, text: &[u8]) {
        let beyond = text.iter().filter(|octet| !octet.is_ascii()).count();
        // Text in a charset with escape sequences, such as ISO-2022-JP, has no octets beyond ASCII. If the decoded text is not
        // ASCII, the text counts as if it had one octet beyond ASCII.
        let policy = self.for_display();
        let Ok(read) = resolve(text, label, &Context::new(&policy)) else { return };
        let weight = if read.text.is_ascii() { 0 } else { beyond.max(1) };
        if weight > self.other.map_or(0, |(_, octets)| octets) {
            self.other = Some((read.charset, weight));
        }
    }
}

fn status(mistake: &Mistake) -> mailutf_status {
    match mistake {
        Mistake::UnknownCharset(_) => mailutf_status::MAILUTF_UNKNOWN_CHARSET,
        _ => mailutf_status::MAILUTF_INVALID_ARGUMENT,
    }
}

/// Runs `call` with `hints`, or with the defaults if `hints` is NULL. Returns `None` if `call` panics.
///
/// # Safety
/// `hints` is NULL, or was returned by this library. Nothing frees or changes the hints during the call.
pub(crate) unsafe fn with_hints<T>(
    hints: *const mailutf_hints,
    call: impl FnOnce(&mailutf_hints) -> T,
) -> Option<T> {
    // SAFETY: as the caller promises.
    let hints = unsafe { hints.as_ref() };
    guarded(|| match hints {
        Some(hints) => call(hints),
        None => call(&mailutf_hints::default()),
    })
}

/// Makes hints with the defaults. Free the hints by mailutf_hints_free().
#[unsafe(no_mangle)]
pub extern "C" fn mailutf_hints_new() -> *mut mailutf_hints {
    guarded(|| Box::into_raw(Box::default())).unwrap_or(std::ptr::null_mut())
}

/// Sets a choice in hints. The choices have the names of the options of the program `mailutf`. A later choice
/// overrides an earlier one.
///
/// | choice             | values                                                                                             |
/// |--------------------|----------------------------------------------------------------------------------------------------|
/// | "fallback-charset" | the charset of text without a usable label or other evidence                                       |
/// | "charset"          | "DECLARED=REAL": text labelled DECLARED is in the charset REAL; can be set several times           |
/// | "rules"            | rules in TOML, as `mailutf review` writes them; "charset" overrides them                           |
/// | "strict"           | "yes": labels are taken literally, and nothing is guessed; "no"                                    |
/// | "lossy"            | "yes": ill-formed sequences that would make text unreadable become U+FFFD; "no"                    |
/// | "doubtful"         | how text is read if its letters form words only in a charset that its label does not name:         |
/// |                    | "evidence" (the default when text is shown), "label", or "keep" (the default when mail is          |
/// |                    | written)                                                                                           |
/// | "logical-order"    | "yes": Hebrew in visual order is put in logical order; "no"                                        |
/// | "headers"          | the form of headers in mail that is written: "utf8", "encoded" or "keep"                           |
/// | "bodies"           | the transfer encoding in mail that is written: "auto", "8bit", "qp", "base64" or "keep"            |
/// | "attachments"      | whether text attachments of mail that is written are converted: "convert" or "keep"                |
/// | "decode-all"       | "yes": rewriting also decodes quoted-printable and base64 in UTF-8 text; "no"                      |
/// | "keep-dkim"        | "yes": rewriting leaves messages unchanged if their DKIM or ARC signature would break; "no"        |
/// | "break-signatures" | "yes": rewriting also changes signed parts; "no"                                                   |
/// | "limit-message"    | the maximum size in octets of a message of a mailbox; larger messages are skipped                  |
///
/// Rules begin with `version = 1`. Each `[[rule]]` has one condition or more, all of which must hold: `from`, `list`,
/// `thread`, `message-id` (`*` stands for any characters), `dates` ("2003/2006-07"), `digest` ("sha256:…"), and `label` (a
/// charset label; "none", "unknown" or "*"). It says how text is read: `read` (a charset, an array of charsets, "label",
/// "evidence" or "leave"), and `undo` (["windows-1252 > utf-8"]: wrong decodings, the last one first). The first rule that
/// applies to a text decides.
///
/// Returns MAILUTF_INVALID_ARGUMENT if there is no such choice or value, and MAILUTF_UNKNOWN_CHARSET if a label names no
/// charset. In both cases the hints do not change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_hints_set(
    hints: *mut mailutf_hints,
    choice: *const c_char,
    value: *const c_char,
) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (hints.as_mut(), name(choice), name(value)) };
    let (Some(hints), Some(choice), Some(value)) = given else {
        return mailutf_status::MAILUTF_INVALID_ARGUMENT;
    };
    let done = guarded(|| hints.policy.choose(choice, value).map_err(|mistake| status(&mistake)));
    done.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |done| {
        done.err().unwrap_or(mailutf_status::MAILUTF_OK)
    })
}

/// Adds other text of the same message, such as its body, as evidence for the charset of text without a label. `text` is
/// without its transfer encoding. `label` is the charset of `text` as the message names it, or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_hints_add_text(
    hints: *mut mailutf_hints,
    text: *const c_char,
    length: usize,
    label: *const c_char,
) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (hints.as_mut(), octets(text, length), octets(label, UNTIL_NUL)) };
    let (Some(hints), Some(text), Some(label)) = given else {
        return mailutf_status::MAILUTF_INVALID_ARGUMENT;
    };
    let done = guarded(|| hints.add_text(Some(label).filter(|label| !label.is_empty()), text));
    done.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |()| mailutf_status::MAILUTF_OK)
}

/// Frees hints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_hints_free(hints: *mut mailutf_hints) {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(hints) };
}
