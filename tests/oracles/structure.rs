//! Compares the tree of parts and the decoded bodies with those of Python's `email` and of `mail-parser`, for the
//! mail of the shared corpus.
//!
//! The corpus and Python are not part of this project. If either is missing, the tests print that and pass. If
//! another program differs from us on a file, the file must be in a list, with the reason.

use crate::real_mail::shared;
use mailutf::structure::{Part, PartKind, Structure};
use mailutf::transfer::TransferEncoding;
use mailutf::{Code, Limits};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// Depth and media type of each part.
type Tree = Vec<(usize, String)>;

/// The names of all mail files in the shared corpus, or `None` if there is no corpus.
fn corpus() -> Option<Vec<String>> {
    let root = shared("corpus");
    let (mut files, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let inside = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if inside.contains('/') && !inside.starts_with("charset-texts/") {
                files.push(inside);
            }
        }
    }
    files.sort();
    if files.is_empty() {
        println!("skipped: no shared corpus");
        return None;
    }
    Some(files)
}

fn tree(message: &Structure) -> Tree {
    message.parts.iter().map(|part| (part.depth, part.media_type.clone())).collect()
}

/// Fails unless the files on which the programs differ are exactly the listed files.
fn check(differing: &[String], reviewed: &[(&str, &[&str])]) {
    let listed: Vec<&str> = reviewed.iter().flat_map(|(_, files)| files.iter().copied()).collect();
    let new: Vec<_> = differing.iter().filter(|file| !listed.contains(&file.as_str())).collect();
    let gone: Vec<_> = listed.iter().filter(|file| !differing.iter().any(|other| other == *file)).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "differing, not listed: {new:#?}\nlisted, not differing: {gone:#?}"
    );
}

/// A part as Python reads it.
struct Theirs {
    depth: usize,
    media_type: String,
    defects: bool,
    body: Option<Vec<u8>>,
}

fn octets(hex: &str) -> Option<Vec<u8>> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok()).collect()
}

/// The parts that Python's `email` finds in each file, or `None` without `python3`.
fn python(files: &[String]) -> Option<Vec<Vec<Theirs>>> {
    let mut child = Command::new("python3")
        .args(["-c", include_str!("structure.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .inspect_err(|_| println!("skipped: no python3"))
        .ok()?;
    let paths: Vec<_> =
        files.iter().map(|file| shared("corpus").join(file).to_str().unwrap().to_owned()).collect();
    child.stdin.take()?.write_all(paths.join("\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let mut messages = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        match columns[..] {
            ["=", _] => messages.push(Vec::new()),
            [depth, media_type, defects, body] => messages.last_mut()?.push(Theirs {
                depth: depth.parse().unwrap(),
                media_type: media_type.to_owned(),
                defects: defects != "-",
                body: octets(body),
            }),
            _ => panic!("{line}"),
        }
    }
    assert_eq!(messages.len(), files.len());
    Some(messages)
}

#[test]
fn tree_and_bodies_of_real_mail_match_python() {
    let Some(files) = corpus() else { return };
    let Some(theirs) = python(&files) else { return };
    let (mut trees, mut bodies, mut compared) = (Vec::new(), Vec::new(), 0);
    for (file, theirs) in files.iter().zip(theirs) {
        let input = fs::read(shared("corpus").join(file)).unwrap();
        let message = Structure::parse(&input, &Limits::default());
        let expected: Tree = theirs.iter().map(|part| (part.depth, part.media_type.clone())).collect();
        if tree(&message) != expected {
            trees.push(file.clone());
            continue;
        }
        // If Python reports a defect, it may have ended the header at another line than we did.
        let sound = |part: &&(&Part, &Theirs)| !part.1.defects && part.0.kind != PartKind::Multipart;
        for (part, theirs) in message.parts.iter().zip(&theirs).collect::<Vec<_>>().iter().filter(sound) {
            let Some(body) = &theirs.body else { continue };
            compared += 1;
            if !same_body(&input, &message, part, body) {
                bodies.push(file.clone());
            }
        }
    }
    check(
        &trees,
        &[
            (
                "a Content-Type without its semicolons: the parameters become part of the type",
                &[
                    "enmime/mail/mime-bad-content-type.raw",
                    "enmime/mail/mime-blank-media-name.raw",
                    "sisimai/maildir/bsd/lhost-x1-02.eml",
                    "stalwart-mail-parser/malformed/017.eml",
                ],
            ),
            (
                "a folded boundary keeps its line end",
                &[
                    "james-mime4j/mimetools-testmsgs/multi-badnames.msg",
                    "james-mime4j/mimetools-testmsgs/multi-clen.msg",
                    "james-mime4j/mimetools-testmsgs/multi-digest.msg",
                    "james-mime4j/mimetools-testmsgs/multi-simple.msg",
                    "stalwart-mail-parser/thirdparty/012.eml",
                ],
            ),
            (
                "of two multiparts of one boundary the outer one gets the delimiter lines",
                &[
                    "stalwart-mail-parser/malformed/003.eml",
                    "stalwart-mail-parser/malformed/005.eml",
                    "stalwart-mail-parser/malformed/013.eml",
                    "stalwart-mail-parser/malformed/019.eml",
                ],
            ),
            (
                "a closing line right behind a delimiter line is passed over, and the epilogue is a part",
                &["james-mime4j/testmsgs/multipartemptypart.msg"],
            ),
            (
                "the boundary does not occur: parts are those of the only delimiter line, a guess; there it is one part or none",
                &["patchwork/fuzz/date-too-long.mbox", "sisimai/maildir/bsd/rhost-google-02.eml"],
            ),
            (
                "a line that is no field ends the header, though fields follow",
                &[
                    "kmime/big-allocation.mbox",
                    "kmime/bug519599.mbox",
                    "php-mime-mail-parser/issue84",
                    "sisimai/maildir/bsd/lhost-office365-09.eml",
                    "sisimai/maildir/bsd/lhost-office365-10.eml",
                    "sisimai/maildir/bsd/lhost-office365-11.eml",
                    "sisimai/maildir/bsd/lhost-office365-12.eml",
                ],
            ),
            ("NUL in a media type stays", &["patchwork/fuzz/refshdr.mbox", "patchwork/fuzz/value2.mbox"]),
        ],
    );
    check(
        &bodies,
        &[(
            "blanks behind the name of a transfer encoding make it an unknown one",
            &["james-mime4j/mimetools-testmsgs/twopart.msg", "stalwart-mail-parser/thirdparty/003.eml"],
        )],
    );
    assert!(compared > 1_500, "{compared} bodies compared");
}

/// Whether our decoded body equals Python's. Differences that exist because Python does not follow RFC 2045 or RFC
/// 2046 are ignored.
fn same_body(input: &[u8], message: &Structure, part: &Part, theirs: &[u8]) -> bool {
    let transfer = part.transfer.unwrap_or_default();
    let ours = transfer.decode(part.body.slice(input));
    let mut ours = ours.octets.into_owned();
    let mut theirs = theirs.to_vec();
    if message.findings.iter().any(|finding| finding.code == Code::BoundaryUnterminated) {
        // Python removes a line end from the last part, even if no delimiter line follows that part.
        ours = ours.trim_ascii_end().to_vec();
        theirs = theirs.trim_ascii_end().to_vec();
    }
    if transfer == TransferEncoding::QuotedPrintable {
        // Python does not remove raw white space at the end of a line, so it is removed from both bodies here.
        theirs = TransferEncoding::QuotedPrintable.decode(&escaped(&theirs)).octets.into_owned();
        ours = TransferEncoding::QuotedPrintable.decode(&escaped(&ours)).octets.into_owned();
    }
    ours == theirs
}

/// The octets with each `=` escaped. If the result is decoded as quoted-printable, only white space at line ends is
/// removed.
fn escaped(octets: &[u8]) -> Vec<u8> {
    octets.iter().flat_map(|octet| if *octet == b'=' { b"=3D".to_vec() } else { vec![*octet] }).collect()
}

#[cfg(feature = "verify")]
#[test]
fn the_tree_of_real_mail_matches_mail_parser() {
    use mail_parser::{MessageParser, MimeHeaders, PartType};

    fn walk(message: &mail_parser::Message<'_>, part: usize, depth: usize, tree: &mut Tree) {
        let Some(part) = message.parts.get(part) else { return };
        let media_type = part.content_type().map_or("text/plain".to_owned(), |field| {
            format!("{}/{}", field.ctype(), field.subtype().unwrap_or_default()).to_ascii_lowercase()
        });
        tree.push((depth, media_type));
        match &part.body {
            PartType::Multipart(parts) => {
                parts.iter().for_each(|part| walk(message, *part as usize, depth + 1, tree));
            }
            // `mail-parser` also parses an enclosed message that has a transfer encoding, but our tree has no parts in it.
            PartType::Message(message) if matches!(part.encoding, mail_parser::Encoding::None) => {
                walk(message, 0, depth + 1, tree);
            }
            _ => {}
        }
    }

    let Some(files) = corpus() else { return };
    let mut differing = Vec::new();
    for file in &files {
        let input = fs::read(shared("corpus").join(file)).unwrap();
        let mut theirs = Tree::new();
        if let Some(message) = MessageParser::default().parse(&input) {
            walk(&message, 0, 0, &mut theirs);
        }
        let message = Structure::parse(&input, &Limits::default());
        let is_mime = |finding: &mailutf::Finding| finding.detail.to_string().starts_with("Content-");
        if message.findings.iter().any(|finding| finding.code == Code::FieldDuplicate && is_mime(finding)) {
            continue; // Of two fields, the last counts there.
        }
        let ours = tree(&message);
        if ours != theirs {
            println!("{file}\n  {ours:?}\n  {theirs:?}");
            differing.push(file.clone());
        }
    }
    check(
        &differing,
        &[
            (
                "a Content-Type that is not as it should be: what is no media type is one",
                &[
                    "enmime/mail/mime-bad-content-type.raw",
                    "enmime/mail/mime-blank-media-name.raw",
                    "enmime/parts/empty-ctype-bad-content.raw",
                    "kmime/clusterfuzz-testcase-minimized-kmime_fuzzer-5255984894509056",
                    "patchwork/fuzz/refshdr.mbox",
                ],
            ),
            (
                "a part of a digest without a Content-Type is text",
                &[
                    "james-mime4j/mimetools-testmsgs/multi-digest.msg",
                    "james-mime4j/testmsgs/multipartdigestnestedemptyparts.msg",
                    "stalwart-mail-parser/rfc/004.eml",
                    "stalwart-mail-parser/thirdparty/007.eml",
                ],
            ),
            (
                "a boundary counts in mid-line, and when more follows it",
                &[
                    "imap-tools/mime_emails/raw_email4.eml",
                    "james-mime4j/testmsgs/ending-boundaries.msg",
                    "james-mime4j/testmsgs/intermediate-boundaries.msg",
                    "james-mime4j/testmsgs/misplaced-boundary.msg",
                    "roundcube/rendering/tnef1.eml",
                    "roundcube/rendering/tnef2.eml",
                    "roundcube/rendering/tnef3.eml",
                    "ruby-mail/mime_emails/raw_email4.eml",
                    "stalwart-mail-parser/malformed/001.eml",
                    "stalwart-mail-parser/malformed/004.eml",
                    "stalwart-mail-parser/malformed/007.eml",
                    "stalwart-mail-parser/malformed/016.eml",
                ],
            ),
            (
                "blanks at the end of a boundary count, though RFC 2046 forbids them there",
                &[
                    "james-mime4j/testmsgs/very-long-boundary.msg",
                    "james-mime4j/testmsgs/very-very-long-boundary.msg",
                    "james-mime4j/testmsgs/weird-boundary.msg",
                ],
            ),
            (
                "an outer delimiter line does not end what is open inside",
                &[
                    "stalwart-mail-parser/malformed/008.eml",
                    "stalwart-mail-parser/malformed/009.eml",
                    "stalwart-mail-parser/malformed/012.eml",
                    "stalwart-mail-parser/malformed/013.eml",
                    "stalwart-mail-parser/thirdparty/015.eml",
                ],
            ),
            (
                "delimiter lines with nothing between them, or behind the last: parts here, none there",
                &[
                    "imap-tools/double_fields.eml",
                    "james-mime4j/mimetools-testmsgs/double-bound.msg",
                    "james-mime4j/testmsgs/multipartemptypart.msg",
                    "james-mime4j/testmsgs/multipartnopart.msg",
                    "kmime/big-allocation.mbox",
                    "kmime/multipart-parse-abort-2.mbox",
                    "kmime/multipart-parse-abort.mbox",
                    "stalwart-mail-parser/malformed/000.eml",
                    "stalwart-mail-parser/malformed/014.eml",
                ],
            ),
            (
                "the boundary does not occur: parts are those of the only delimiter line, a guess; there it is one part or none",
                &[
                    "sisimai/maildir/bsd/lhost-office365-09.eml",
                    "sisimai/maildir/bsd/lhost-office365-10.eml",
                    "sisimai/maildir/bsd/lhost-office365-11.eml",
                    "sisimai/maildir/bsd/lhost-office365-12.eml",
                    "sisimai/maildir/bsd/rhost-google-02.eml",
                ],
            ),
            (
                "no blank line ends the header, or a line in it is no field",
                &[
                    "enmime/mail/qp-utf8-header-no-break.raw",
                    "james-mime4j/testmsgs/malformedHeader-noheader.msg",
                    "kmime/bug392239.mbox",
                    "patchwork/fuzz/date-oserror.mbox",
                    "php-mime-mail-parser/m0011",
                    "php-mime-mail-parser/m0012",
                    "sisimai/maildir/bsd/lhost-office365-08.eml",
                    "stalwart-mail-parser/malformed/022.eml",
                ],
            ),
            ("the depth it reads to is less", &["kmime/bug519598-encapsulated-message.mbox"]),
        ],
    );
}
