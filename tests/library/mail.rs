//! The functions that find, open and read mail in files, and the examples that use them.

#[expect(dead_code, reason = "the program")]
#[path = "../../examples/search.rs"]
mod search;
#[expect(dead_code, reason = "the program")]
#[path = "../../examples/subjects.rs"]
mod subjects;
#[expect(dead_code, reason = "the program")]
#[path = "../../examples/word_index.rs"]
mod word_index;

use crate::proptest_config;
use mailutf::mailbox::compressed::{Compression, Compressor};
use mailutf::mailbox::mail::{Files, Kind, MailFile, Opened, Origin, ReadOptions, SkipReason, Skipped, Why};
use mailutf::mailbox::mbox::{Index, Range, Variant};
use mailutf::mailbox::{Format, WholeFile};
use mailutf::message::{Mail, OwnedMessage};
use proptest::collection::vec;
use proptest::prelude::*;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const FROM: &str = "From a@b.org Mon Jan  1 00:00:00 2024\n";

fn write(root: &Path, name: &str, octets: impl AsRef<[u8]>) -> PathBuf {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, octets).unwrap();
    path
}

fn mbox(subjects: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    subjects.into_iter().map(|subject| format!("{FROM}Subject: {subject}\n\n1\n\n")).collect()
}

type Found = Result<(Origin, OwnedMessage), Skipped>;

/// Describes each message by the name of its file, its ordinal and its subject, and each skipped file by the
/// reason.
fn told(root: &Path, mail: impl Iterator<Item = Found>) -> Vec<String> {
    let inside = |origin: &Origin| origin.file.path().strip_prefix(root).unwrap().display().to_string();
    mail.map(|found| match found {
        Ok((origin, message)) => {
            let subject = message.message().subject().unwrap_or_default().into_owned();
            format!("{} {}: {subject}", inside(&origin), origin.ordinal)
        }
        Err(skipped) => format!("{}: {}", inside(&skipped.origin), skipped.why),
    })
    .collect()
}

fn open(file: &MailFile) -> Result<Opened<'static>, Skipped> {
    file.open(&ReadOptions::default())
}

#[test]
fn all_kinds_of_mail_are_found_and_read() {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    write(root, "a.mbox", mbox(["1", "2"]));
    write(root, "b.eml", "Subject: eml\n\n");
    write(root, "c/cur/1.M1.host:2,FS", "Subject: maildir\n\n");
    fs::create_dir(root.join("c/new")).unwrap();
    write(root, "d/12", "Subject: mh\n\n");
    write(root, "e.emlx", "13\nSubject: x\n\n\n<?xml version=\"1.0\"?>\n<plist/>\n");
    write(root, "f.txt", "no mail");
    write(root, "g.pst", "!BDN");
    write(root, "h.msg", "From: a@b\nDate: Mon, 5 Jan 2004 10:00:00 +0000\nSubject: zimbra\n\n");
    write(root, "i.msg", "\u{D0}\u{CF}");
    write(root, "j.wdseml", "From: a@b\nDate: Mon, 5 Jan 2004 10:00:00 +0000\n\n");
    let all = [
        "a.mbox 0: 1",
        "a.mbox 1: 2",
        "b.eml 0: eml",
        "c/cur/1.M1.host:2,FS 0: maildir",
        "d/12 0: mh",
        "e.emlx 0: x",
        "f.txt: not mail by its name or its first lines",
        "g.pst: an unsupported format; docs/formats.md names a command that converts it to mbox or .eml files",
        "h.msg 0: zimbra",
        "i.msg: an unsupported format; docs/formats.md names a command that converts it to mbox or .eml files",
        "j.wdseml: an index of Thunderbird, which rebuilds it",
    ];
    assert_eq!(told(root, Mail::at(root).unwrap()), all);
    let named = ["b.eml", "f.txt", "g.pst", "missing"].map(|name| root.join(name));
    let said = told(root, Mail::of(named));
    assert_eq!(said[..3], ["b.eml 0: eml", "f.txt 0: ", "g.pst: a data file of Outlook (PST or OST)"]);
    assert!(said[3].contains("missing: cannot open") && said.len() == 4, "{said:?}");
    let kinds: Vec<_> = Files::at(root).unwrap().flatten().map(|file| file.kind()).collect();
    assert_eq!(kinds, [Kind::Mbox, Kind::Message, Kind::Maildir, Kind::Message, Kind::Emlx, Kind::Message]);
}

#[test]
fn an_origin_tells_where_a_message_is_from() {
    let dir = TempDir::new().unwrap();
    let path = write(dir.path(), "a.mbox", mbox(["1", "2"]));
    write(dir.path(), "b/cur/1.M1.host,S=5:2,RS", "Subject: 3\n\n");
    fs::create_dir(dir.path().join("b/tmp")).unwrap();
    let found: Vec<_> = Mail::at(dir.path()).unwrap().map(|found| found.unwrap().0).collect();
    let (second, third) = (&found[1], &found[2]);
    assert_eq!((second.offset, second.ordinal, second.flags()), (mbox(["1"]).len() as u64, 1, ""));
    assert_eq!((&*second.from_line, &**second.file.path()), (FROM.as_bytes(), &*path));
    assert_eq!((third.offset, third.flags(), &*third.from_line), (0, "RS", &b""[..]));
    assert_eq!(third.file.inside(), Path::new("b/cur/1.M1.host,S=5:2,RS"));
    assert_eq!(MailFile::named(path).inside(), Path::new("a.mbox"));
}

/// A file that was found is opened only at the place where it was found. Nothing outside of the directory is read,
/// and the program does not wait for a pipe.
#[test]
fn what_has_taken_the_place_of_a_file_is_not_followed() {
    let dir = TempDir::new().unwrap();
    let secret = write(dir.path(), "outside", "Subject: secret\n\n");
    let root = dir.path().join("mail");
    for name in ["1.eml", "2.eml", "a/3.eml", "4.eml"] {
        write(&root, name, "Subject: x\n\n");
    }
    let found: Vec<MailFile> = Files::at(&root).unwrap().map(Result::unwrap).collect();
    fs::remove_file(root.join("1.eml")).unwrap();
    symlink(&secret, root.join("1.eml")).unwrap();
    fs::remove_file(root.join("2.eml")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, root.join("2.eml"), rustix::fs::Mode::RWXU).unwrap();
    fs::remove_file(root.join("4.eml")).unwrap();
    write(dir.path(), "b/3.eml", "Subject: secret\n\n");
    fs::rename(root.join("a"), dir.path().join("c")).unwrap();
    symlink(dir.path().join("b"), root.join("a")).unwrap();
    let why = |name: &str| {
        let file = found.iter().find(|file| file.inside() == Path::new(name)).unwrap();
        open(file).map(|mut opened| {
            let batch = opened.next().unwrap().unwrap();
            let message = batch.entry(0).unwrap().message();
            String::from_utf8(message.octets().to_vec()).unwrap()
        })
    };
    let refused = |name| why(name).unwrap_err().to_string();
    assert!(refused("1.eml").contains("a symbolic link has taken the place"), "{}", refused("1.eml"));
    assert!(refused("2.eml").contains("not a regular file"), "{}", refused("2.eml"));
    // The directory `a` was moved, and a link has taken its place. The file is opened in the moved directory, which
    // is the one that was searched.
    assert_eq!(why("a/3.eml").unwrap(), "Subject: x\n\n");
    assert!(matches!(why("4.eml").unwrap_err().why, Why::File(SkipReason::Gone)));
    // A link is followed if the caller names it.
    assert!(open(&MailFile::named(root.join("1.eml"))).is_ok());
}

#[test]
fn a_message_that_a_client_has_moved_is_opened_where_it_is() {
    let dir = TempDir::new().unwrap();
    for name in ["cur", "new", "tmp"] {
        fs::create_dir(dir.path().join(name)).unwrap();
    }
    let old = write(dir.path(), "new/1.M1.host", "Subject: x\n\n");
    let found = Files::at(dir.path()).unwrap().next().unwrap().unwrap();
    let now = dir.path().join("cur/1.M1.host:2,S");
    fs::rename(&old, &now).unwrap();
    for file in [found, MailFile::named(old)] {
        let opened = open(&file).unwrap();
        assert_eq!(&**opened.file().path(), &*now);
        assert_eq!(opened.count(), 1);
    }
}

#[test]
fn an_error_ends_its_mbox_is_told_once_and_the_next_file_follows() {
    let dir = TempDir::new().unwrap();
    // The mbox is larger than what the library reads at once.
    let large = write(dir.path(), "a.mbox", mbox(0..40_000));
    write(dir.path(), "b.mbox", mbox(["next"]));
    let mut mail = Mail::at(dir.path()).unwrap();
    assert!(mail.next().unwrap().is_ok());
    let half = fs::metadata(&large).unwrap().len() / 2;
    OpenOptions::new().write(true).open(&large).unwrap().set_len(half).unwrap();
    let (read, errors): (Vec<_>, Vec<_>) = mail.by_ref().partition(Result::is_ok);
    let [Err(Skipped { origin, why: Why::Io(error), .. })] = &errors[..] else { panic!("{errors:?}") };
    assert!(origin.offset > 0 && origin.offset <= half, "{origin:?}");
    assert!(error.to_string().contains("a.mbox: cannot read: another program has cut it"), "{error}");
    let (last, message) = read.last().unwrap().as_ref().unwrap();
    assert_eq!(last.file.inside(), Path::new("b.mbox"));
    assert_eq!(message.message().subject().unwrap(), "next");
    assert!(read.len() > 1000 && mail.next().is_none());
}

#[test]
fn a_message_above_the_limit_is_skipped_and_the_next_one_read() {
    let dir = TempDir::new().unwrap();
    let large = format!("{FROM}Subject: large\n\n{}\n\n", "x".repeat(1 << 20));
    let path = write(dir.path(), "a.mbox", [mbox(["1"]), large, mbox(["3"])].concat());
    let options = ReadOptions::default().with_limit(1000);
    let found: Vec<Found> = Mail::at(&path).unwrap().with_options(options).collect();
    let [Ok(_), Err(skipped), Ok((third, _))] = &found[..] else { panic!("{found:?}") };
    assert!(matches!(skipped.why, Why::TooLarge(_)) && skipped.why.misses_mail());
    assert_eq!((skipped.origin.offset, skipped.origin.ordinal), (mbox(["1"]).len() as u64, 1));
    let said =
        format!("a.mbox: message 2 at octet {}: the message is larger than 1000 octets", mbox(["1"]).len());
    assert!(skipped.to_string().ends_with(&said), "{skipped}");
    assert_eq!(third.ordinal, 2);
}

/// Text that belongs to no message may be mail, so it is skipped like mail, once, however long it is.
#[test]
fn text_before_the_first_message_is_skipped_and_the_messages_after_it_are_read() {
    const LIMIT: usize = 1000;
    let long = "words\n".repeat(300 << 10);
    let blank = "\n\r\n".repeat(300 << 10);
    let dir = TempDir::new().unwrap();
    for (start, is_text) in [
        ("junk\n\n", true),
        ("\u{feff}junk\n\n", true),
        (&*format!("{long}\n"), true),
        (&format!("{blank}junk\n\n"), true),
        (&format!("junk\n{blank}"), true),
        (&blank, false),
        ("\u{feff}\n\0\0", false),
    ] {
        let path = write(dir.path(), "a.mbox", format!("{start}{}", mbox(["1"])));
        let format = Format::Mbox(Variant::Mboxrd);
        let options = ReadOptions::default().with_limit(LIMIT).with_format(format);
        let index = Index::of(WholeFile::open(&path).unwrap(), Some(Variant::Mboxrd)).unwrap();
        let range = index.ranges(u64::MAX).next().unwrap().unwrap();
        for options in [options, options.with_range(Some(range))] {
            let mut found: Vec<Found> = Mail::at(&path).unwrap().with_options(options).collect();
            let Some(Ok((message, _))) = found.pop() else { panic!("{found:?}") };
            assert_eq!(message.ordinal, 0);
            match &found[..] {
                [] => assert!(!is_text),
                [Err(skipped)] => {
                    assert!(is_text && skipped.why.misses_mail(), "{skipped:?}");
                    let octets = start.len() as u64;
                    assert!(matches!(skipped.why, Why::TextBeforeMessages(found) if found == octets));
                    assert_eq!((skipped.origin.offset, skipped.origin.ordinal), (0, 0));
                }
                _ => panic!("{found:?}"),
            }
        }
    }
}

/// Without a `From ` line, a file of an mbox variant is one message. Above the limit it is not held in memory.
#[test]
fn a_file_without_a_from_line_is_not_lost_if_it_is_above_the_limit() {
    let dir = TempDir::new().unwrap();
    let message = format!("Subject: x\n\n{}", "words\n".repeat(300 << 10));
    let path = write(dir.path(), "a.mbox", &message);
    for (limit, is_read) in [(message.len(), true), (message.len() - 1, false), (1000, false)] {
        let format = Format::Mbox(Variant::Mboxrd);
        let options = ReadOptions::default().with_limit(limit).with_format(format);
        let found: Vec<Found> = Mail::at(&path).unwrap().with_options(options).collect();
        match &found[..] {
            [Ok(_)] => assert!(is_read),
            [Err(skipped)] => assert!(!is_read && skipped.why.misses_mail(), "{skipped:?}"),
            _ => panic!("{limit} {found:?}"),
        }
    }
}

/// A user needs the place of what is missing: the message, or the octet at which reading ended.
#[test]
fn a_report_of_skipped_mail_tells_the_place() {
    let dir = TempDir::new().unwrap();
    let large = format!("{FROM}Subject: large\n\n{}\n\n", "x".repeat(1 << 20));
    let path = write(dir.path(), "a.mbox", large);
    let place = path.display();
    let options = ReadOptions::default().with_limit(1000);
    let mail = Mail::at(&path).unwrap().with_options(options);
    let skipped = mail.last().unwrap().unwrap_err();
    let said = format!("{place}: message 1 at octet 0: the message is larger than 1000 octets");
    assert_eq!(skipped.to_string(), said);
    let said = format!("{place}: cannot read: message 1 at octet 0: the message is larger than 1000 octets");
    assert_eq!(mailutf::Error::from(skipped).to_string(), said);

    let mut gz = Compressor::new(Vec::new(), Some(Compression::Gzip)).unwrap();
    gz.write_all(mbox(["1"]).as_bytes()).unwrap();
    let path = write(dir.path(), "b.mbox.gz", [gz.finish().unwrap(), vec![0; 512]].concat());
    let skipped = Mail::at(&path).unwrap().last().unwrap().unwrap_err();
    let said = "512 octets of NUL padding after the compressed data were ignored";
    assert_eq!(skipped.to_string(), format!("{}: {said}", path.display()));

    let path = write(dir.path(), "c.mbox", mbox(0..40_000));
    let mut mail = Mail::at(&path).unwrap();
    assert!(mail.next().unwrap().is_ok());
    OpenOptions::new().write(true).open(&path).unwrap().set_len(1 << 20).unwrap();
    let skipped = mail.find_map(Result::err).unwrap();
    let place = format!("; it was read up to octet {}", skipped.origin.offset);
    assert!(skipped.origin.offset > 0 && skipped.to_string().ends_with(&place), "{skipped}");
}

#[test]
fn reading_goes_on_behind_a_range() {
    let dir = TempDir::new().unwrap();
    let path = write(dir.path(), "a.mbox", mbox(["1", "2"]));
    let ranges = |path: &Path| {
        let index = Index::of(WholeFile::open(path).unwrap(), None).unwrap();
        index.ranges(1 << 20).collect::<Result<Vec<Range>, _>>().unwrap()
    };
    let end = ranges(&path).last().unwrap().end;
    OpenOptions::new().append(true).open(&path).unwrap().write_all(mbox(["3", "4"]).as_bytes()).unwrap();
    let all = ranges(&path).last().unwrap().end;
    let rest = Index::of(WholeFile::open(&path).unwrap(), None).unwrap().range(end, all).unwrap();
    let options = ReadOptions::default().with_range(Some(rest));
    let mail = Mail::at(&path).unwrap().with_options(options);
    assert_eq!(told(dir.path(), mail), ["a.mbox 2: 3", "a.mbox 3: 4"]);
    let stream = Opened::of(&b""[..], MailFile::named(path), &options);
    assert!(stream.unwrap_err().to_string().contains("ranges can be read only from a file"));
}

#[test]
fn a_directory_with_files_but_no_mail_is_told() {
    let dir = TempDir::new().unwrap();
    assert_eq!(Files::at(dir.path()).unwrap().count(), 0);
    write(dir.path(), "dovecot.index", "x");
    let reasons =
        |dir: &Path| Files::at(dir).unwrap().map(|found| found.unwrap_err().why).collect::<Vec<_>>();
    assert!(matches!(reasons(dir.path())[..], [Why::File(SkipReason::DovecotIndex)]));
    write(dir.path(), "notes.txt", "x");
    let [_, _, Why::NoMail(1)] = reasons(dir.path())[..] else { panic!("{:?}", reasons(dir.path())) };
    write(dir.path(), "notes.eml", "Subject: x\n\n");
    assert!(
        Files::at(dir.path())
            .unwrap()
            .all(|found| !matches!(found, Err(Skipped { why: Why::NoMail(_), .. })))
    );
    assert!(Files::at(&dir.path().join("missing")).is_err());
}

/// A file name does not show that these files are mail. Some programs put a line of their own before a message, or
/// leave a fragment of a line before it. The message is recognised and reported nevertheless.
#[test]
fn a_message_below_a_line_that_is_no_field_is_told() {
    const MESSAGE: &str = "From: a@example.org\nDate: Sat, 21 Nov 2026 10:00:00 +0000\nSubject: x\n\nx\n";
    let dir = TempDir::new().unwrap();
    for (name, first, is_told) in [
        ("00001.7848dde101aa985090474a91ec93fcf0", "", true),
        ("00002.d94f1b97e48ed3b553b3508d116e6a09", "mailing list, part 3\r\n", true),
        ("00003.b", "mv 00003 00003.x\n", true),
        ("00004.c", "\u{FEFF}--- forwarded\n", true),
        ("00005.d", "two lines\nthat are no fields\n", false),
    ] {
        let path = write(dir.path(), name, format!("{first}{MESSAGE}"));
        let found = Files::at(dir.path()).unwrap().filter_map(Result::err).map(|skipped| skipped.why);
        let told = found.filter(|why| matches!(why, Why::File(SkipReason::UnnamedMessage))).count();
        assert_eq!(told == 1, is_told, "{first:?}");
        std::fs::remove_file(path).unwrap();
    }
}

/// A file that has the name of an mbox, but begins with other text, may hold messages, so it is never skipped without a
/// word. Other files that are not mail are.
#[test]
fn a_file_that_is_only_named_like_an_mbox_is_told() {
    const MBOX: &str = "garbage\nFrom a@b Tue Jan  2 03:04:05 2024\nSubject: x\n\nx\n";
    let dir = TempDir::new().unwrap();
    write(dir.path(), "1.eml", "Subject: y\n\ny\n");
    for (name, is_told) in [("a.mbox", true), ("A.MBOX", true), ("a.txt", false), ("mbox", false)] {
        let path = write(dir.path(), name, MBOX);
        let found = Files::at(dir.path()).unwrap().filter_map(Result::err).map(|skipped| skipped.why);
        let told: Vec<_> = found.filter(|why| matches!(why, Why::File(why) if why.holds_mail())).collect();
        assert_eq!(told.len(), usize::from(is_told), "{name}: {told:?}");
        std::fs::remove_file(path).unwrap();
    }
}

proptest! {
    #![proptest_config(proptest_config(64))]

    /// Each file is found once, whatever files are next to it. It is either read or reported as skipped.
    #[test]
    fn each_file_is_read_or_told(
        files in vec((0..6_usize, "[a-c]{1,3}"), 0..12),
        parts in vec(0..3_usize, 0..12),
    ) {
        let dir = TempDir::new().unwrap();
        let mut written = std::collections::BTreeSet::new();
        for ((content, name), part) in files.iter().zip(parts) {
            let folder = ["", "cur/", "x/new/"][part];
            let (end, octets) = [
                (".eml", "Subject: x\n\n".to_owned()),
                ("", mbox([&name])),
                (".mbox.gz", String::new()),
                (".emlx", "no length\n".to_owned()),
                (".txt", "text".to_owned()),
                ("", "BABYL OPTIONS:\n".to_owned()),
            ][*content].clone();
            written.insert(write(dir.path(), &format!("{folder}{name}{end}"), octets));
        }
        let mut found = std::collections::BTreeSet::new();
        for mail in Mail::at(dir.path()).unwrap() {
            match mail {
                Ok((origin, _)) => found.insert(origin.file.path().to_path_buf()),
                Err(skipped) if matches!(skipped.why, Why::NoMail(_)) => false,
                Err(skipped) => found.insert(skipped.origin.file.path().to_path_buf()),
            };
        }
        prop_assert_eq!(found, written);
    }
}

#[test]
fn the_examples_list_search_and_index_a_folder() {
    let dir = TempDir::new().unwrap();
    let header = "From: =?iso-8859-1?Q?J=F6rg?= <j@b.org>\nDate: Sat, 21 Nov 2026 10:00:00 +0100\n";
    let koi8 = "Subject: =?koi8-r?Q?=EB=CF=C4?=\nContent-Type: text/plain; charset=iso-8859-1\n\ncaf=E9";
    let koi8 = koi8.replace("\n\ncaf", "\nContent-Transfer-Encoding: quoted-printable\n\ncaf");
    let one = write(dir.path(), "1.eml", format!("{header}{koi8}"));
    let two = write(dir.path(), "2.mbox", mbox(["=?utf-8?Q?Kaffee?=", "x"]));
    let paths = || [dir.path().to_path_buf()].into_iter();
    let (mut lines, mut missing) = (Vec::new(), 0);
    subjects::list(paths().chain([dir.path().join("3")]), &mut lines, |_| missing += 1).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert_eq!(lines, "2026-11-21T10:00:00+01:00\tj@b.org\tКод\n\t\tKaffee\n\t\tx\n");
    assert_eq!(missing, 1);
    let mut found = Vec::new();
    search::search("CAFÉ", paths(), |origin, _| found.push(origin.file.path().to_path_buf()));
    search::search("kaffee", paths(), |origin, _| found.push(origin.file.path().to_path_buf()));
    assert_eq!(found, [one.clone(), two.clone()]);
    let index = word_index::index(paths());
    assert_eq!(index["код"].iter().collect::<Vec<_>>(), [&(one, 0)]);
    assert_eq!(index["kaffee"].iter().collect::<Vec<_>>(), [&(two, 0)]);
}

/// The first messages of the mbox are gone, and only the end of one of them is left. This end is no message, and hides
/// none of the messages after it.
#[test]
fn an_mbox_whose_start_was_cut_off_is_an_mbox() {
    let dir = TempDir::new().unwrap();
    let long = "AAAA\n".repeat(600 << 10);
    for start in [
        "end of a message\n\n",
        "end\r\n\r\n",
        "\n\nPS: a word that is no header field\n\n--b--\n\n",
        &format!("{long}\n"),
        &format!("end\n\n{FROM}no header field\n\n"),
    ] {
        let octets = format!("{start}{}", mbox(["1", "2"]));
        let text = octets.find(FROM).unwrap() as u64;
        for name in ["a.mbox", "Inbox"] {
            let path = write(dir.path(), name, &octets);
            let found: Vec<Found> = Mail::at(&path).unwrap().collect();
            let [Err(skipped), messages @ ..] = &found[..] else { panic!("{found:?}") };
            assert!(matches!(skipped.why, Why::TextBeforeMessages(octets) if octets == text), "{skipped:?}");
            let subjects =
                messages.iter().map(|found| found.as_ref().unwrap().1.message().subject().is_some());
            assert_eq!(subjects.filter(|is_some| *is_some).count(), 2, "{found:?}");
        }
        // In a directory, text under another name may be a text about mail.
        let found = told(dir.path(), Mail::at(dir.path()).unwrap());
        assert_eq!(
            found.iter().filter(|told| told.starts_with("a.mbox ")).count(),
            messages_in(&octets),
            "{found:?}"
        );
        assert!(!found.iter().any(|told| told.starts_with("Inbox ")), "{found:?}");
    }
}

fn messages_in(mbox: &str) -> usize {
    mbox.matches(FROM).count()
}

/// A message that quotes an mbox stays one message, and so does a text that mentions a `From ` line.
#[test]
fn a_message_with_from_lines_is_one_message() {
    let dir = TempDir::new().unwrap();
    let quoted = mbox(["1", "2"]);
    for (name, octets) in [
        ("1.eml", format!("end\n\n{quoted}")),
        ("1", format!("Subject: x\n\n{quoted}")),
        ("2", format!("a line of a delivery program\nFrom: a@b\nSubject: x\n\n{quoted}")),
        ("3", format!("\nSubject: x\n\n{quoted}")),
        ("4", format!("end\n\n{FROM}is such a line\n")),
        ("5", format!("end\n{quoted}")),
        ("6", format!("{}\nSubject: x\n\n{quoted}", quoted.len() + 12)),
    ] {
        let path = write(dir.path(), name, &octets);
        let file = MailFile::named(&path).with_kind(if name == "1.eml" { Kind::Message } else { Kind::Any });
        let found: Vec<_> = open(&file).unwrap().flatten().map(|batch| batch.entries().count()).collect();
        assert_eq!(found, [1], "{name}");
    }
}

#[test]
fn an_archive_of_outlook_for_mac_is_mail_that_is_missing() {
    let dir = TempDir::new().unwrap();
    // A ZIP archive without entries.
    let empty = [&b"PK\x05\x06"[..], &[0; 18]].concat();
    write(dir.path(), "a.olm", &empty);
    write(dir.path(), "a.docx", &empty);
    write(dir.path(), "1.eml", "Subject: x\n\n");
    let found: Vec<Found> = Mail::at(dir.path()).unwrap().collect();
    let missing: Vec<_> = found
        .iter()
        .filter_map(|found| found.as_ref().err())
        .filter(|skipped| skipped.why.misses_mail())
        .map(|skipped| (skipped.origin.file.path().file_name().unwrap().to_owned(), skipped.why.to_string()))
        .collect();
    assert_eq!(missing.len(), 1, "{found:?}");
    assert!(missing[0].0 == "a.olm" && missing[0].1.starts_with("an unsupported format"), "{missing:?}");
}
