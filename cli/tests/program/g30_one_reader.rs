//! Guarantee G30 (docs/guarantees.md): all commands read a text in the same charset and as the same text. The tests
//! compare the texts that `text` prints, and the charsets that `check` lists, with those that the functions of the
//! library return for single texts. The library has its own test, which compares its functions with each other.

use super::program;
use super::real_mail::shared;
use mailutf::flowed;
use mailutf::header::decode_in;
use mailutf::internal::read_field;
use mailutf::internal::{FieldKind, field_kind};
use mailutf::message::Message;
use mailutf::structure::HeaderBlock;
use mailutf::structure::{Part, PartKind};
use mailutf::text::{DecodedText, MessageTexts, Unreadable};
use mailutf::{Code, Policy, Severity, Span};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns messages in all charsets that mail uses, and with the damage that occurs in mail. They are the corpus of
/// the project and, if it is there, a corpus of real mail.
fn corpus() -> Vec<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![project.join("corpus"), shared("corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            let is_message = path.extension().is_some_and(|extension| extension == "eml");
            if path.is_dir() { folders.push(path) } else { files.extend(is_message.then_some(path)) }
        }
    }
    files.sort();
    files
}

/// Returns what the program prints about the files in `folder`.
fn output(folder: &Path, arguments: &[&str]) -> String {
    let output = program::command().args(arguments).arg(folder).output().unwrap();
    assert!(output.status.code() < Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the lines of JSON that the program prints about the files in `folder`. A mailbox has several lines.
fn json(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    output(folder, arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn text_and_check_read_each_place_of_real_mail_like_the_library() {
    let dir = tempfile::tempdir().unwrap();
    for (number, path) in corpus().iter().enumerate() {
        fs::copy(path, dir.path().join(format!("{number:05}.eml"))).unwrap();
    }
    let (lines, printed) = (
        json(dir.path(), &["text", "--json"]),
        output(dir.path(), &["text", "--headers", "--separator=nul"]),
    );
    let mut checked: HashMap<_, _> = json(dir.path(), &["check", "--json", "--fail-on=guess"])
        .into_iter()
        .map(|line| ((line["file"].clone().to_string(), line["message"].as_u64()), line))
        .collect();
    assert_eq!(printed.matches('\0').count(), lines.len());
    let (mut compared, mut wrong) = (0, Vec::new());
    for (line, printed) in lines.iter().zip(printed.split('\0')) {
        let file = line["file"].as_str().unwrap();
        let octets = fs::read(file).unwrap();
        // Mailboxes are left out, because the octets of a message in an mbox are not those of the file.
        if octets.starts_with(b"From ") {
            continue;
        }
        compared += 1;
        let found = checked.remove(&(line["file"].to_string(), line["message"].as_u64()));
        let policy = Policy::default();
        let message = MessageTexts::parse(&octets, &policy);
        let all = [of_json(&octets, line), of_check(&message, found.as_ref()), of_print(&octets, printed)];
        wrong.extend(all.concat().into_iter().map(|what| format!("{file}: {what}")));
    }
    assert!(compared > 200, "{compared}");
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}

/// How a text part is read: its number, then its charset and the evidence for the charset, and the reason if it
/// cannot be read.
type Read = (String, Option<(String, String)>, Option<String>);

/// Returns how the library reads the text parts of a message. Binary data is left out.
fn read(message: &MessageTexts<'_>) -> Vec<Read> {
    let parts = message.parts().iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text);
    let read = parts.filter_map(|(index, _)| {
        // If the whole message is one text, the text has the number 1.
        let path = if index == 0 { "1".to_owned() } else { message.structure().path(index) };
        let read = message.text(index);
        let of =
            |text: &DecodedText<'_>| (text.charset.name().to_owned(), text.confidence.because().to_owned());
        let is_text = !matches!(read, Err(Unreadable::Binary(_)));
        is_text.then(|| (path, read.as_ref().ok().map(of), read.err().map(|why| why.to_string())))
    });
    read.collect()
}

/// Returns the differences between `text --json` and the library: in the charset of each part, and in the text.
fn of_json(octets: &[u8], line: &Value) -> Vec<String> {
    let message = Message::parse(octets);
    let said = line["charsets"].as_array().unwrap().iter().map(|said| {
        let text = |name: &str| said[name].as_str().map(str::to_owned);
        (
            text("part").unwrap(),
            text("used").zip(text("because")),
            text("unreadable").or_else(|| text("doubtful")),
        )
    });
    let (said, texts): (Vec<Read>, _) = (said.collect(), read(message.texts()));
    let mut wrong = Vec::new();
    if said != texts {
        wrong.push(format!("`text --json` has {said:?} for {texts:?}"));
    }
    let bodies = message.text_bodies().filter(|body| body.structure().kind == PartKind::Text);
    let texts: Option<Vec<String>> = bodies
        .map(|body| {
            unflowed(message.texts(), body.index()).ok().filter(|_| body.media_type() == "text/plain")
        })
        .collect();
    let text = texts.filter(|texts| !texts.is_empty()).and_then(|texts| {
        let on_new_line = |before: String, text: String| {
            let line_end = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
            before + line_end + &text
        };
        texts.into_iter().reduce(on_new_line)
    });
    // Blank plain text is not shown if there is HTML.
    let shown = message.text_body().map(|body| body.index());
    let is_shown = shown.is_none_or(|shown| message.text_bodies().any(|body| body.index() == shown));
    if let Some(text) = text.filter(|_| is_shown).map(|text| text.replace("\r\n", "\n"))
        && line["text"].as_str() != Some(&text)
    {
        wrong.push(format!("`text --json` prints {} for {text:?}", line["text"]));
    }
    wrong
}

/// Returns the text of a part as the library reads it. The lines of flowed text are joined.
fn unflowed(message: &MessageTexts<'_>, part: usize) -> Result<String, Unreadable> {
    let text = message.text(part)?.text;
    Ok(match message.flowed(part) {
        Some(del_sp) => flowed::unflow(&text, del_sp),
        None => text.into_owned(),
    })
}

/// Returns the differences between the library and `line`, the line of `check --json` for the message: charsets
/// that differ, and unresolved parts that the line does not list.
fn of_check(message: &MessageTexts<'_>, line: Option<&Value>) -> Vec<String> {
    let findings = line.map_or(&[][..], |line| line["findings"].as_array().unwrap());
    let mut wrong = Vec::new();
    for (index, part) in message.parts().iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text) {
        let (path, read) = (message.structure().path(index), message.text(index));
        let in_body = |said: &&Value| {
            let place = (said["start"].as_u64(), said["end"].as_u64());
            let body = (Some(part.body.start as u64), Some(part.body.end as u64));
            said["part"] == path && body.0 <= place.0 && place.1 <= body.1
        };
        let said: Vec<&Value> = findings.iter().filter(in_body).collect();
        let is = |severity: Severity| said.iter().any(|said| said["severity"] == severity.as_str());
        match &read {
            Ok(text) => {
                let charset = format!("read as {}, {}", text.charset, text.confidence);
                // These findings are left out, because `check` reads a doubtful text by its label, and a garbled
                // text as it is.
                let of_charset = said
                    .iter()
                    .filter(|said| said["code"] != "label-doubtful" && said["code"] != "text-garbled");
                let of_charset = of_charset.filter_map(|said| said["detail"].as_str());
                let other = of_charset.filter(|said| said.contains("read as ") && !said.ends_with(&charset));
                wrong.extend(other.map(|said| format!("`check` has {said:?} for {path}, {charset}")));
                // The place of `transfer-unnamed` is a field of the header.
                let is_guess =
                    |code: Code| code.severity() == Severity::Guess && code != Code::TransferUnnamed;
                let guesses = text.findings.iter().any(|(code, _)| is_guess(*code));
                if guesses && !part.attachment && !is_left(part, findings, &path) && !is(Severity::Guess) {
                    wrong.push(format!("`check` lists nothing for {path}, {charset}"));
                }
            }
            // An attachment that is left unchanged may have only a finding of the lowest severity, which `check`
            // does not list.
            Err(_) if part.attachment => {}
            Err(why) if !is_left(part, findings, &path) => {
                wrong.push(format!("`check` lists nothing for {path}, {why}"));
            }
            Err(_) => {}
        }
    }
    wrong
}

/// Whether the part or the whole message is unresolved, or the part is protected.
fn is_left(part: &Part, findings: &[Value], path: &str) -> bool {
    let unresolved = |said: &Value| {
        let whole = said["start"] == 0 || said["code"] == "limit-reached";
        said["severity"] == Severity::Unresolved.as_str() && (said["part"] == path || whole)
    };
    part.protection.is_some() || findings.iter().any(unresolved)
}

/// Returns the differences between the library and `printed`, the output of `text --headers` for the message.
fn of_print(octets: &[u8], printed: &str) -> Vec<String> {
    let read = Message::parse(octets);
    let message = read.texts();
    let mut print = Print { rest: printed, wrong: Vec::new() };
    for (index, part) in message.parts().iter().enumerate() {
        let parent = part.parent.map(|parent| message.parts()[parent].kind);
        if parent.is_none_or(|parent| parent == PartKind::Message) {
            print.fields(message, index, &part.header);
        }
        if part.attachment {
            continue;
        }
        for block in message.field_blocks(index) {
            print.fields(message, index, block);
        }
        if let (PartKind::Text, Ok(text)) = (part.kind, unflowed(message, index)) {
            print.text(&text);
        }
    }
    if !print.rest.is_empty() {
        print.wrong.push(format!("`text` also prints {:?}", print.rest));
    }
    print.wrong
}

/// The part of the output of `text` that has not been compared yet, and the differences found so far.
struct Print<'p> {
    rest: &'p str,
    wrong: Vec<String>,
}

impl<'p> Print<'p> {
    fn line(&mut self) -> &'p str {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line
    }

    fn text(&mut self, text: &str) {
        for line in text.split_inclusive('\n') {
            let line = line.strip_suffix('\n').unwrap_or(line);
            let line = line.strip_suffix('\r').unwrap_or(line).replace('\0', "\u{FFFD}");
            let printed = self.line();
            if printed != line {
                self.wrong.push(format!("`text` prints {printed:?} for {line:?}"));
            }
        }
    }

    /// Compares the lines in the header that are not fields, up to the offset `end` of the message.
    fn malformed(&mut self, message: &MessageTexts<'_>, lines: &mut &[Span], end: usize) {
        while let Some((line, rest)) = lines.split_first().filter(|(line, _)| line.start < end) {
            let text = plain(&decode_in(line.slice(message.input()), &message.context()));
            let mut printed = String::new();
            while plain(&printed) != text && !self.rest.is_empty() {
                printed = printed + " " + self.line();
            }
            if plain(&printed) != text {
                self.wrong.push(format!("`text` prints {printed:?} for {text:?}"));
            }
            *lines = rest;
        }
    }

    fn fields(&mut self, message: &MessageTexts<'_>, part: usize, header: &HeaderBlock) {
        let mut malformed = &header.malformed[..];
        for field in &header.fields {
            self.malformed(message, &mut malformed, field.span.start);
            let context = message.field_context(part, field);
            let name = String::from_utf8_lossy(field.name.slice(message.input()));
            let kind = field_kind(field.name.slice(message.input()));
            let read = read_field(message.input(), field.body, kind, &context);
            let printed = self.line();
            let spans = read.spans.iter().map(|span| span.text(message.input()));
            let parameters = read.parameters.iter().flat_map(|parameters| &parameters.values);
            let values = parameters.filter(|parameter| parameter.is_text(message.input()));
            // A value that names its language is left out, because it stays in the form of RFC 2231. Only this form
            // can name a language.
            let values = values.filter_map(|parameter| parameter.value.as_ref().ok());
            let values = values.filter(|value| value.language.is_empty()).map(|value| value.text.clone());
            let texts: Vec<String> = spans.chain(values).map(|text| plain(&text)).collect();
            let (shown, is_text) = (plain(printed), kind == FieldKind::Unstructured);
            let same = match is_text {
                true => shown == plain(&format!("{name}: {}", texts.join(" "))),
                // A garbled name is recognised with more certainty together with the address after it. The whole
                // field may therefore be decoded in another way than its pieces.
                false => {
                    let body = field.body.slice(message.input());
                    texts.iter().all(|text| shown.contains(text))
                        || shown == plain(&format!("{name}: {}", decode_in(body, &context)))
                }
            };
            if !same && kind != FieldKind::Opaque {
                self.wrong.push(format!("`text` prints {printed:?} for {texts:?}"));
            }
        }
        self.malformed(message, &mut malformed, usize::MAX);
        if !self.line().is_empty() {
            self.wrong.push("`text` prints more fields".to_owned());
        }
    }
}

/// Returns the text without quotes, backslashes, folds and repeated blanks, which depend on the syntax of a field.
/// Control characters are removed, too: `text` prints them as blanks, but unchanged in a field that is US-ASCII.
fn plain(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control() || c == '\u{FFFD}', " ").replace(['"', '\\'], "");
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
