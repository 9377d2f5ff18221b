//! The groups of doubtful texts as one HTML page. A person decides on the page, and downloads the file with the
//! rules from it.
//!
//! The page needs no network, and its content security policy allows none. Text from mail is stored as data, in
//! JSON without `<`. The script shows such text as text, never as markup, and escapes control characters and
//! characters that change the direction of writing.

use super::proposal::{COUNTED, Decision, Proposal, Proposals};
use crate::terminal::Escaped;
use mailutf::census::{DoubtSample, Doubts};
use mailutf::charset::Charset;
use mailutf::charset::detect::is_scored;
use mailutf::mailbox::Digest;
use mailutf::transfer::base64;
use maud::{DOCTYPE, PreEscaped, html};
use serde_json::{Value, json};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Returns the page. `saved` is the text of the rules file of earlier runs. The rules file that a reader downloads
/// from the page begins with this text.
pub(super) fn page(proposals: &Proposals, doubts: &Doubts, saved: &str) -> String {
    let groups: Vec<Value> = proposals.all.iter().map(|proposal| group(proposal, doubts)).collect();
    let charsets = Charset::all().filter(|charset| charset.is_ascii_superset()).map(Charset::name);
    let charsets: Vec<String> = charsets.map(str::to_ascii_lowercase).collect();
    let scored = Charset::all().filter(|charset| *charset == Charset::UTF_8 || is_scored(*charset));
    let scored: Vec<String> = scored.map(|charset| charset.name().to_ascii_lowercase()).collect();
    let start = if saved.is_empty() { "version = 1\n" } else { saved };
    let data = json!({ "groups": groups, "charsets": charsets, "scored": scored, "start": start });
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        base64::encode_word(Digest::of(SCRIPT.as_bytes()).octets())
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="color-scheme" content="light dark";
                title { "Doubtful text" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "How should this text be read?" }
                    p { (proposals.summary()) ". " (COUNTED) }
                    p { "Decide for some or all of the groups, and download the rules. " code { "mailutf normalize Mail --rules decisions.toml -n" }
                        " shows what the rules change." }
                    p.bar {
                        progress #done max="1" value="0" aria-label="Decided" {}
                        span #count role="status" {}
                        button #all type="button" { "Accept all groups whose texts agree with the likely reading" }
                        button #save type="button" { "Download decisions.toml" }
                    }
                }
                main #groups {}
                noscript { p { "This page works only with JavaScript. " code { "mailutf review --write FILE" } " writes the same proposals to a file for editing." } }
                footer {
                    p { "Keys: " kbd { "y" } " as it likely is, " kbd { "n" } " as labelled, " kbd { "e" } " guess each charset, " kbd { "l" } " later, "
                        kbd { "j" } " and " kbd { "k" } " next and previous, " kbd { "d" } " download." }
                    p { "mailutf " (env!("CARGO_PKG_VERSION")) }
                }
                script #data type="application/json" { (PreEscaped(data.to_string().replace('<', "\\u003c"))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// Returns the data of a group, and of each year of the group if it has texts of several years.
fn group(proposal: &Proposal, doubts: &Doubts) -> Value {
    let years = doubts.by_year(&proposal.group);
    let years: Vec<Value> = match years.len() {
        0 | 1 => Vec::new(),
        _ => years.into_iter().map(|group| choices(&Proposal { group })).collect(),
    };
    let mut group = choices(proposal);
    if let Some(group) = group.as_object_mut() {
        group.insert("years".to_owned(), years.into());
    }
    group
}

/// Returns the data that the page shows about a group, and the rules among which a person chooses.
fn choices(proposal: &Proposal) -> Value {
    let group = &proposal.group;
    let samples = |samples: &[DoubtSample]| samples.iter().map(sample).collect::<Vec<_>>();
    json!({
        "title": proposal.title(),
        "clear": proposal.is_clear(),
        "likely": proposal.likely_words(),
        "samples": samples(&group.samples),
        "others": samples(&group.others),
        "conditions": proposal.conditions(),
        "yes": proposal.likely().map(|likely| proposal.rule(&likely)),
        "no": proposal.rule(&Decision::Labelled),
        "each": proposal.rule(&Decision::Evidence),
        "years": [],
    })
}

fn sample(sample: &DoubtSample) -> Value {
    let escaped = |text: &str| Escaped(text.as_bytes()).to_string();
    let file = sample.origin.file.as_deref().map(|file| file.to_string_lossy().into_owned());
    json!({
        "label": escaped(&sample.labelled),
        "likely": escaped(&sample.likely),
        "octets": base64::encode_word(&sample.octets),
        "where": format!("{} {}", escaped(&file.unwrap_or_default()), Escaped(&sample.message_id)),
    })
}
