//! Guarantee G23 (docs/guarantees.md): if the charset of a document changes, the charset that the document declares
//! changes as well. Otherwise both stay.

use crate::corpus;
use mailutf::charset::Charset;
use mailutf::structure::{PartKind, Structure};
use mailutf::{Limits, normalize};
use proptest::prelude::*;

/// The media type and the text of a document, with `{}` in place of the charset's name.
fn document() -> impl Strategy<Value = (&'static str, String)> {
    let meta = prop::sample::select(vec![
        "<meta charset={}>",
        "<meta charset=\"{}\">",
        "<META  CHARSET = '{}' />",
        "<meta name=x charset={} content=y>",
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset={}\">",
        "<meta content='text/html;charset={}' http-equiv='content-type'/>",
        "<meta http-equiv=Content-Type content=\"text/html; charset={}; x=y\" >",
    ]);
    let noise = prop::sample::select(vec![
        "",
        "\n",
        "<!DOCTYPE html>",
        "<!-- <meta charset=big5> -->",
        "<title>a &lt; b</title>",
        "<meta name=charset content=x>",
        "<link charset=big5>",
        "<meta http-equiv=refresh content='1; url=?charset=big5'>",
    ]);
    let xml = prop::sample::select(vec![
        "",
        "<?xml version=\"1.0\" encoding=\"{}\"?>",
        "<?xml version='1.0' encoding='{}' standalone='yes'?>\n",
    ]);
    let behind = prop::sample::select(vec!["<body>", "<body><meta charset=big5>", "<p>", ""]);
    let html = (xml.clone(), noise.clone(), meta, noise, behind).prop_map(|(xml, a, meta, b, behind)| {
        ("text/html", [xml, "<html><head>", a, meta, b, behind, "Ж\n"].concat())
    });
    let xml = (xml, prop::sample::select(vec!["text/xml", "text/x+xml"]))
        .prop_map(|(xml, media_type)| (media_type, format!("{xml}<a charset=\"big5\">Ж</a>\n")));
    let css = prop_oneof![Just("@charset \"{}\";\nЖ"), Just("q {} @charset \"big5\";Ж")];
    prop_oneof![3 => html, 1 => xml, 1 => css.prop_map(|css| ("text/css", css.replace("q {}", "q")))]
}

proptest! {
    #![proptest_config(crate::proptest_config(256))]

    #[test]
    fn of_generated_documents(
        (media_type, document) in document(),
        charset in prop::sample::select(vec!["koi8-r", "windows-1251", "iso-8859-5", "utf-8", "utf-16"]),
        labelled in any::<bool>(),
        line_end in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let named = document.contains("{}");
        let labelled = labelled || !named || charset == "utf-16";
        let written = |name: &str| document.replace("{}", name).replace('\n', line_end);
        let octets = match charset {
            "utf-16" => written(charset).encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => Charset::for_label(charset.as_bytes()).unwrap().encode(&written(charset)).unwrap().into_owned(),
        };
        let label = if labelled { format!("; charset={charset}") } else { String::new() };
        let header = format!("Content-Type: {media_type}{label}{line_end}Content-Transfer-Encoding: base64{line_end}{line_end}");
        let body = mailutf::transfer::base64::encode_body(&octets, line_end.as_bytes());
        let message = [header.as_bytes(), &body].concat();
        let plan = normalize(&message);
        let output = plan.apply();
        prop_assert_eq!(text_of(&output), written("utf-8"), "{:?}", plan.findings());
        prop_assert!(String::from_utf8_lossy(&output).contains("charset=utf-8"));
    }
}

fn text_of(octets: &[u8]) -> String {
    let message = Structure::parse(octets, &Limits::default());
    let part = &message.parts[0];
    let decoded = part.transfer.unwrap().decode(part.body.slice(octets)).octets;
    String::from_utf8(decoded.into_owned()).unwrap()
}

/// The charsets that `meta` tags at the start of a document declare. They are found in another way than in the
/// library: comments are removed, and tags are split at their ends.
fn declared(text: &str) -> Vec<String> {
    let head: String = text.chars().take(1024).collect::<String>().to_ascii_lowercase();
    let head = head.split("<body").next().unwrap_or_default();
    let bare: String = head
        .split("<!--")
        .enumerate()
        .map(
            |(at, piece)| {
                if at == 0 { piece } else { piece.split_once("-->").map_or("", |(_, behind)| behind) }
            },
        )
        .collect();
    let tags = bare.split("<meta ").skip(1).filter_map(|tag| Some(tag.split_once('>')?.0));
    let names =
        tags.filter(|tag| !tag.contains("url=")).filter_map(|tag| Some(tag.split_once("charset=")?.1));
    let token = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    names
        .map(|name| {
            name.trim_start_matches(['"', '\'']).split(|c| !token(c)).next().unwrap_or_default().to_owned()
        })
        .collect()
}

#[test]
fn of_real_mail() {
    let mut seen = 0;
    for sample in corpus::all().filter(|sample| sample.edited) {
        let (before, after) = (&sample.before, sample.after());
        for (old, new) in before.parts.iter().zip(&after.parts) {
            let changed = old.body.slice(sample.input) != new.body.slice(&sample.output);
            if new.kind == PartKind::Text && new.media_type == "text/html" && changed {
                let decoded = new.transfer.unwrap().decode(new.body.slice(&sample.output)).octets;
                let names = declared(std::str::from_utf8(&decoded).unwrap());
                seen += names.len();
                assert!(names.iter().all(|name| name == "utf-8"), "{}: {names:?}", sample.path.display());
            }
        }
    }
    assert!(seen > 20 || corpus::samples().is_empty(), "{seen}");
}
