//! The properties of a message that a selection tests. Each property is read when a condition first needs it, and is
//! then kept for all other conditions.

use super::days::Day;
use crate::learn::{Group, groups};
#[cfg(feature = "digests")]
use crate::mailbox::Digest;
use crate::syntax::angles::identifiers;
use crate::syntax::date::DateTime;
use crate::syntax::header_block::HeaderBlock;
use std::cell::OnceCell;
use std::path::Path;

/// A message, which can be enclosed in another message.
pub(crate) struct Subject<'m> {
    /// The octets to which the spans of the header refer. These are the octets of the outermost message.
    pub(super) octets: &'m [u8],
    /// The message as it is stored.
    #[cfg(feature = "digests")]
    stored: &'m [u8],
    header: &'m HeaderBlock,
    pub(super) file: Option<&'m Path>,
    /// For an enclosed message, the outermost message that encloses it.
    #[cfg(feature = "digests")]
    outermost: Option<&'m Self>,
    /// For an enclosed message, the mailing list of the message directly around it.
    list: Option<&'m [u8]>,
    groups: OnceCell<Vec<(Group, Vec<u8>)>>,
    message_id: OnceCell<Option<Vec<u8>>>,
    day: OnceCell<Option<Day>>,
    #[cfg(feature = "digests")]
    digest: OnceCell<Digest>,
}

/// The properties of a message that count for the messages that it encloses.
#[derive(Debug)]
pub(crate) struct Around {
    /// The mailing list.
    list: Option<Vec<u8>>,
    /// The digest of the outermost message; `None` if no condition needs it.
    #[cfg(feature = "digests")]
    digest: Option<Digest>,
}

impl<'m> Subject<'m> {
    /// Returns the message in `octets`, which has the header `header` and is stored in `file`.
    pub(crate) fn new(octets: &'m [u8], header: &'m HeaderBlock, file: Option<&'m Path>) -> Self {
        Self {
            octets,
            #[cfg(feature = "digests")]
            stored: octets,
            header,
            file,
            #[cfg(feature = "digests")]
            outermost: None,
            list: None,
            groups: OnceCell::new(),
            message_id: OnceCell::new(),
            day: OnceCell::new(),
            #[cfg(feature = "digests")]
            digest: OnceCell::new(),
        }
    }

    /// Returns this message, which is stored as `_stored`, although it is read from other octets.
    pub(crate) fn stored_as(self, _stored: &'m [u8]) -> Self {
        Self {
            #[cfg(feature = "digests")]
            stored: _stored,
            ..self
        }
    }

    /// Returns this message as one that is enclosed in the message that `around` describes.
    pub(crate) fn within(self, around: &'m Around) -> Self {
        #[cfg(feature = "digests")]
        if let Some(digest) = around.digest {
            // The cell of a new subject is empty.
            let _ = self.digest.set(digest);
        }
        Self { list: around.list.as_deref(), ..self }
    }

    /// Returns an enclosed message with the header `header`. `outermost` encloses this message at any depth. `list`
    /// is the mailing list of the message directly around this message.
    pub(crate) fn enclosed(outermost: &'m Self, header: &'m HeaderBlock, list: Option<&'m [u8]>) -> Self {
        Self {
            #[cfg(feature = "digests")]
            outermost: Some(outermost),
            list,
            ..Self::new(outermost.octets, header, outermost.file)
        }
    }

    /// Returns what this message is for a message that it encloses. The digest is computed only if `needs_digest` is set.
    pub(crate) fn around(&self, _needs_digest: bool) -> Around {
        Around {
            list: self.name(Group::List).map(<[u8]>::to_vec),
            #[cfg(feature = "digests")]
            digest: _needs_digest.then(|| self.digest()),
        }
    }

    /// The name of the message's sender, list or thread, in lower case. If an enclosed message names no list, the
    /// list of the message directly around it is returned.
    pub(crate) fn name(&self, wanted: Group) -> Option<&[u8]> {
        let groups = self.groups.get_or_init(|| groups(self.octets, self.header));
        let own = groups.iter().find(|(group, _)| *group == wanted).map(|(_, name)| &**name);
        match own {
            None if wanted == Group::List => self.list,
            own => own,
        }
    }

    pub(super) fn message_id(&self) -> Option<&[u8]> {
        let read = || {
            let body = self.header.field(self.octets, "Message-ID")?.body.slice(self.octets);
            Some(identifiers(body).into_iter().next()?.to_vec())
        };
        self.message_id.get_or_init(read).as_deref()
    }

    /// The day of the Date field in the time zone of the sender.
    pub(super) fn day(&self) -> Option<Day> {
        let written = || Some(self.header.field(self.octets, "Date")?.body.slice(self.octets));
        *self.day.get_or_init(|| written().and_then(DateTime::parse).map(|date| Day::of(&date)))
    }

    /// The digest of the message as it is stored. For an enclosed message, this is the digest of the outermost
    /// message.
    #[cfg(feature = "digests")]
    pub(super) fn digest(&self) -> Digest {
        match self.outermost {
            Some(outermost) => outermost.digest(),
            None => *self.digest.get_or_init(|| Digest::of(self.stored)),
        }
    }
}
