//! The sender, mailing list and thread of a message, as its header names them (RFC 5322 section 3.6, RFC 2919). The
//! time is linear in the size of the header.

use crate::span::Span;
use crate::syntax::address::{Address, Mailbox, addresses, phrase_angle};
use crate::syntax::angles::angles;
use crate::syntax::header_block::HeaderBlock;

/// The maximum length in octets of the name of a group, that is, of an address, a list identifier or a message
/// identifier. A longer name is ignored, so that the memory for names is bounded.
const LONGEST: usize = 254;
/// The maximum depth of nested comments in addresses. No person writes an address with deeper comments.
const COMMENTS: usize = 8;

/// A kind of group of messages: the messages of one sender, of one mailing list, or of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Group {
    /// The address of the first author in From, or else the address in Sender.
    Sender,
    /// The mailing list in List-Id (RFC 2919).
    List,
    /// The thread, named by the identifier of its first message. This is the first identifier in References or, if
    /// there is none, in In-Reply-To, or else the Message-ID of the message itself.
    Thread,
}

impl Group {
    /// The name of this kind of group in output. The name does not change between versions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sender => "sender",
            Self::List => "list",
            Self::Thread => "thread",
        }
    }
}

/// Returns the kind and the name of each group of a message with this header: at most one group of each kind. The
/// name is an address, a list identifier or a message identifier, in lower case and without blanks. A name has at
/// most 254 octets, which can have any value. So a name must be escaped before it is printed.
pub(crate) fn groups(input: &[u8], header: &HeaderBlock) -> Vec<(Group, Vec<u8>)> {
    let body = |name: &str| header.field(input, name).map(|field| field.body);
    let author = |name: &str| first_mailbox(input, body(name)?);
    let sender = author("From").or_else(|| author("Sender"));
    let list = body("List-Id").map(|body| phrase_angle(input, body, COMMENTS).addr_spec);
    let first = |name: &str| angles(body(name)?.slice(input)).next();
    let thread = first("References").or_else(|| first("In-Reply-To")).or_else(|| first("Message-ID"));
    let octets = |span: Option<Span>| span.map(|span| span.slice(input));
    let found = [(Group::Sender, octets(sender)), (Group::List, octets(list)), (Group::Thread, thread)];
    found.into_iter().filter_map(|(group, octets)| Some((group, name(octets?)?))).collect()
}

/// Returns the first address in an address list.
fn first_mailbox(input: &[u8], body: Span) -> Option<Span> {
    let members = |address: Address| match address {
        Address::Mailbox(mailbox) => vec![mailbox],
        Address::Group { members, .. } => members,
    };
    let has_address = |mailbox: &Mailbox| !mailbox.addr_spec.is_empty();
    let mut mailboxes = addresses(input, body, COMMENTS).into_iter().flat_map(members);
    mailboxes.find(has_address).map(|mailbox| mailbox.addr_spec)
}

/// Returns a name without blanks and in lower case, or `None` if the name is empty or too long.
fn name(octets: &[u8]) -> Option<Vec<u8>> {
    let visible = octets.iter().filter(|octet| !octet.is_ascii_whitespace());
    let name: Vec<u8> = visible.map(u8::to_ascii_lowercase).collect();
    (1..=LONGEST).contains(&name.len()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::header_block::header_block;

    fn found(input: &str) -> String {
        let header = header_block(input.as_bytes(), Span::new(0, input.len()));
        let groups = groups(input.as_bytes(), &header);
        let shown = |(group, name): (Group, Vec<u8>)| format!("{}:{}", group.as_str(), name.escape_ascii());
        groups.into_iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn groups_of_headers() {
        for (input, expected) in [
            ("From: a@b.org, c@d.org\n\n", "sender:a@b.org"),
            ("From: us: a @ B.org (A);\n\n", "sender:a@b.org"),
            ("From: Nobody\nSender: <x@y>\n\n", "sender:nobody"),
            ("From: \nSender: <x@y>\n\n", "sender:x@y"),
            ("List-Id: \"Cats\"\n <CATS.example.org>\n\n", "list:cats.example.org"),
            ("List-Id: cats.example.org\n\n", "list:cats.example.org"),
            ("In-Reply-To: your mail of <1@B>\nMessage-ID: <2@b>\n\n", "thread:1@b"),
            ("References: none\nMessage-ID: <2@b>\n\n", "thread:2@b"),
            ("Subject: x\n\n", ""),
        ] {
            assert_eq!(found(input), expected, "{input}");
        }
        assert_eq!(found(&format!("From: <{}@b>\n\n", "a".repeat(LONGEST))), "");
    }
}
