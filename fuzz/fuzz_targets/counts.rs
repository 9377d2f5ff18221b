//! Converts mailboxes that consist of `From ` lines, Content-Length fields and text in any order. Guarantee G40
//! (docs/guarantees.md): every reader finds as many messages after the conversion as before.
#![no_main]

#[path = "../../tests/guarantees/g40_counts/counting.rs"]
mod counting;

use arbitrary::Arbitrary;
use counting::counts;
use libfuzzer_sys::fuzz_target;
use mailutf::Policy;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Failure, Pipeline};
use std::io::ErrorKind;
use std::num::NonZeroUsize;

#[derive(Arbitrary, Debug)]
enum Line {
    From,
    WeakFrom,
    QuotedFrom,
    TextFrom,
    Subject,
    Date,
    Label,
    Length(u16),
    LongLength,
    Blank,
    Text,
    Russian,
}

impl Line {
    fn octets(&self) -> Vec<u8> {
        let octets: &[u8] = match self {
            Self::From => b"From a@b Sat Nov 21 10:00:00 2026",
            Self::WeakFrom => b"From a@b 20X",
            Self::QuotedFrom => b">From a@b Sat Nov 21 10:00:00 2026",
            Self::TextFrom => b"From the start",
            Self::Subject => b"Subject: x",
            Self::Date => b"Date: Sat, 21 Nov 2026 10:00:00 +0000",
            Self::Label => b"Content-Type: text/plain; charset=koi8-r",
            Self::Length(length) => return format!("Content-Length: {length}\n").into_bytes(),
            Self::LongLength => b"Content-Length: 8590000000",
            Self::Blank => b"",
            Self::Text => b"plain text",
            Self::Russian => b"\xF0\xD2\xC9\xD7\xC5\xD4, \xDC\xD4\xCF \xD0\xC9\xD3\xD8\xCD\xCF",
        };
        [octets, b"\n"].concat()
    }
}

fuzz_target!(|lines: Vec<Line>| {
    let mailbox: Vec<u8> = lines.iter().flat_map(Line::octets).collect();
    let mut pipeline = Pipeline::new(Policy::default());
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    let mut output = Vec::new();
    let source = Source::new(&mailbox[..], Format::Any).expect("memory can be read");
    match pipeline.run(source, &mut output, |_| {}) {
        Ok(_) => assert_eq!(
            counts(&output),
            counts(&mailbox),
            "{}\n{}",
            mailbox.escape_ascii(),
            output.escape_ascii()
        ),
        // The conversion is refused, because a Content-Length field would lead readers to a different message in the
        // output than in the input.
        Err(Failure::Read(error)) if error.kind() == ErrorKind::InvalidData => {}
        Err(error) => panic!("{error}"),
    }
});
