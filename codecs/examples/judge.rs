//! Judges texts whose charsets are known, to measure detection.
//!
//! Usage: `cargo run --release -p mailutf-codecs --example judge [FILE] < TEXTS`
//!
//! Each line of `TEXTS` has four columns with tabs between them: a key, a charset, a label and a text. A line feed
//! in a text is written as `\n`. The label `=` means that the label names the charset itself, and `-` that there is
//! no label.
//!
//! Prints a line for each key: the key, the number of texts, the number of finds, and the number of wrong finds.
//! Without a label, the charset of the text is detected. The text counts as a find if the detected charset decodes
//! it correctly, and as a wrong find if the detected charset decodes it to another text. With a label, this
//! program asks whether a charset is likelier for the text than the label. If there is such a charset, then the
//! text counts as a find. If moreover this charset does not decode the text correctly, then the text also counts
//! as a wrong find.
//!
//! `FILE` receives each text that has a correct label, but for which another charset was found to be likelier.

use mailutf_codecs::charset::Charset;
use mailutf_codecs::charset::detect::{detect, likelier_than};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufWriter, Result, Write, sink, stdin};

#[derive(Default)]
struct Counts {
    texts: u32,
    found: u32,
    wrong: u32,
}

fn charset(name: &str) -> Option<Charset> {
    let by_name = || Charset::all().find(|charset| charset.name().eq_ignore_ascii_case(name));
    Charset::for_label(name.as_bytes()).or_else(by_name)
}

fn main() -> Result<()> {
    #[cfg(mailutf_exceptions)]
    if let Ok(name) = std::env::var("MAILUTF_WITHOUT") {
        mailutf_codecs::internal::WITHOUT.get_or_init(|| name);
    }
    let mut counts = BTreeMap::<String, Counts>::new();
    let mut alarms: Box<dyn Write> = match std::env::args().nth(1) {
        Some(path) => Box::new(BufWriter::new(File::create(path)?)),
        None => Box::new(sink()),
    };
    for line in stdin().lock().lines() {
        let line = line?;
        let [key, name, label, text] = *line.splitn(4, '\t').collect::<Vec<_>>() else { continue };
        let text = text.replace("\\n", "\n");
        let Some(charset) = charset(name) else { continue };
        let Ok(octets) = charset.encode(&text) else { continue };
        if octets.is_ascii() {
            continue;
        }
        let is_text = |other: Charset| other.decode(&octets).text == text;
        let (is_found, is_wrong) = match label {
            "-" => {
                let found = detect(&octets).map(|detected| is_text(detected.charset));
                (found == Some(true), found == Some(false))
            }
            _ => {
                let label = if label == "=" { Some(charset) } else { self::charset(label) };
                let Some(label) = label.filter(|label| label.decode_strict(&octets).is_ok()) else {
                    continue;
                };
                if label != charset && is_text(label) {
                    continue;
                }
                let other = likelier_than(&octets, label).map(|other| other.charset);
                if let Some(other) = other.filter(|_| label == charset) {
                    let read = other.decode(&octets).text.replace('\n', "\\n");
                    writeln!(alarms, "{key}\t{label}\t{other}\t{}\t{read}", text.replace('\n', "\\n"))?;
                }
                (other.is_some(), other.is_some_and(|other| !is_text(other)))
            }
        };
        let of_key = counts.entry(key.to_owned()).or_default();
        of_key.texts += 1;
        of_key.found += u32::from(is_found);
        of_key.wrong += u32::from(is_wrong);
    }
    for (key, Counts { texts, found, wrong }) in counts {
        println!("{key}\t{texts}\t{found}\t{wrong}");
    }
    alarms.flush()
}
