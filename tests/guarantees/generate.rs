//! Generates messages from known texts: trees of parts in many charsets, transfer encodings and line ends.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use proptest::prelude::*;
use std::fmt;

/// A generated message, and the content that readers must find in it.
#[derive(Clone)]
pub(crate) struct Message {
    pub(crate) octets: Vec<u8>,
    /// The texts in the order of the message, with LF line ends.
    pub(crate) texts: Vec<String>,
    /// The data of the parts that are not text, in the order of the message.
    pub(crate) data: Vec<Vec<u8>>,
    /// The signed or encrypted octets, in the order of the message. The texts and data inside them are neither in
    /// `texts` nor in `data`.
    pub(crate) protected: Vec<Vec<u8>>,
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{:?}", self.octets.escape_ascii().to_string().replace("\\n", "\\n\n"), self.texts)
    }
}

#[derive(Clone, Debug)]
enum Node {
    Text {
        text: String,
        charset: &'static str,
        transfer: Transfer,
        html: bool,
        attachment: bool,
        /// Whether a text in base64 has other line ends than the message.
        other_ends: bool,
    },
    Data(Vec<u8>),
    Multipart(Vec<Node>),
    Message(Box<Node>),
    /// A protected part, in a `multipart/signed` or a similar multipart.
    Protected(Box<Node>, &'static str),
    /// A text with an inline OpenPGP signature, in ISO-8859-1.
    InlinePgp(Transfer),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Transfer {
    Raw,
    QuotedPrintable,
    Base64,
}

/// Charsets, each with characters outside ASCII that the charset has.
const CHARSETS: &[(&str, &str)] = &[
    ("us-ascii", ""),
    ("utf-8", "äß日本€😀\u{200b}"),
    ("iso-8859-1", "äößéÑ¿"),
    ("windows-1252", "ä€“”…"),
    ("iso-8859-2", "ąłžőŤ"),
    ("iso-8859-15", "ä€œ"),
    ("koi8-r", "КОИКодЖя"),
    ("windows-1251", "КодЖя№"),
    ("gb18030", "中文測試€😀"),
    ("gb2312", "中文汉字"),
    ("big5", "中文測試"),
    ("euc-kr", "한국어"),
    ("shift_jis", "日本語ｱｲカナ"),
    ("euc-jp", "日本語カナ"),
    ("iso-2022-jp", "日本語カナ"),
    ("utf-7", "ä日本😀+&\\~"),
    ("utf-16", "ä日本😀"),
    ("utf-16le", "ä日本😀"),
];

/// Encodes `text` in `charset`, independently of the library.
fn encode(text: &str, charset: &str) -> Vec<u8> {
    match charset {
        "utf-7" => utf7(text),
        "utf-16" => {
            [&[0xFE, 0xFF], text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>().as_slice()]
                .concat()
        }
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => {
            let encoding = encoding_rs::Encoding::for_label(charset.as_bytes()).unwrap();
            let (octets, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{text:?} in {charset}");
            octets.into_owned()
        }
    }
}

/// Encodes `text` in UTF-7. Each character that is not a letter, a digit, a blank, a line end, `.` or `-` gets a
/// shifted sequence of its own.
fn utf7(text: &str) -> Vec<u8> {
    let mut octets = Vec::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() || " \r\n.-".contains(character) {
            octets.push(character as u8);
        } else {
            let units: Vec<u8> =
                character.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_be_bytes()).collect();
            octets.extend(format!("+{}-", BASE64_STANDARD.encode(units).trim_end_matches('=')).bytes());
        }
    }
    octets
}

fn quoted_printable(octets: &[u8], line_end: &str) -> Vec<u8> {
    let mut encoded = String::new();
    let mut column = 0;
    let mut rest = octets;
    while let Some((&octet, behind)) = rest.split_first() {
        rest = behind;
        if octet == b'\r' && rest.first() == Some(&b'\n') {
            continue;
        }
        if octet == b'\n' {
            encoded.push_str(line_end);
            column = 0;
            continue;
        }
        let blank_at_end = octet == b' ' && rest.first().is_none_or(|next| b"\r\n".contains(next));
        let token = match octet {
            b' '..=b'~' if octet != b'=' && !blank_at_end => char::from(octet).to_string(),
            _ => format!("={octet:02X}"),
        };
        if column + token.len() > 75 {
            encoded.push_str(&format!("={line_end}"));
            column = 0;
        }
        column += token.len();
        encoded.push_str(&token);
    }
    encoded.into_bytes()
}

fn base64(octets: &[u8], line_end: &str) -> Vec<u8> {
    let symbols = BASE64_STANDARD.encode(octets);
    let lines: Vec<&str> =
        symbols.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
    lines.join(line_end).into_bytes()
}

fn text() -> impl Strategy<Value = (String, &'static str)> {
    let charset = prop::sample::select(CHARSETS);
    charset.prop_flat_map(|(charset, beyond)| {
        let alphabet: Vec<char> =
            "abcXYZ 09.-<>".chars().chain(beyond.chars().cycle().take(beyond.len().min(1) * 24)).collect();
        let line = prop::collection::vec(prop::sample::select(alphabet), 0..60)
            .prop_map(|line| line.into_iter().collect::<String>());
        let line = prop_oneof![
            8 => line.boxed(),
            1 => Just("From the start ".to_owned()).boxed(),
            1 => prop::sample::select(&["--b0x", "--b1x", "--b0x--"][..]).prop_map(str::to_owned).boxed(),
            1 => Just("x".repeat(1200)).boxed(),
        ];
        prop::collection::vec(line, 0..8).prop_map(move |lines| (lines.join("\n"), charset))
    })
}

fn leaf() -> impl Strategy<Value = Node> {
    let transfer = prop::sample::select(&[Transfer::Raw, Transfer::QuotedPrintable, Transfer::Base64][..]);
    let kind = (any::<bool>(), prop::bool::weighted(0.2), prop::bool::weighted(0.3));
    let text =
        (text(), transfer, kind).prop_map(|((text, charset), transfer, (html, attachment, other_ends))| {
            Node::Text { text, charset, transfer, html, attachment, other_ends }
        });
    prop_oneof![
        5 => text,
        1 => prop::collection::vec(any::<u8>(), 0..200).prop_map(Node::Data),
    ]
}

/// A random message.
pub(crate) fn message() -> impl Strategy<Value = Message> {
    written(leaf().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 1..4).prop_map(Node::Multipart),
            1 => inner.prop_map(|node| Node::Message(Box::new(node))),
        ]
    }))
}

/// A random message with signed or encrypted parts.
pub(crate) fn protected() -> impl Strategy<Value = Message> {
    const TYPES: &[&str] = &["signed", "encrypted", "Signed; micalg=pgp-sha256"];
    let transfer = prop::sample::select(&[Transfer::Raw, Transfer::QuotedPrintable, Transfer::Base64][..]);
    let leaf = prop_oneof![3 => leaf(), 1 => transfer.prop_map(Node::InlinePgp)];
    written(leaf.prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            2 => prop::collection::vec(inner.clone(), 1..4).prop_map(Node::Multipart),
            1 => inner.clone().prop_map(|node| Node::Message(Box::new(node))),
            2 => (inner, prop::sample::select(TYPES)).prop_map(|(node, kind)| Node::Protected(Box::new(node), kind)),
        ]
    }))
}

fn written(node: impl Strategy<Value = Node>) -> impl Strategy<Value = Message> {
    (node, prop::sample::select(&["\n", "\r\n"][..])).prop_map(|(node, line_end)| {
        let mut message =
            Message { octets: Vec::new(), texts: Vec::new(), data: Vec::new(), protected: Vec::new() };
        message.line(&["From: a@example.org", "Subject: test", "MIME-Version: 1.0"], line_end);
        message.entity(&node, line_end, &mut 0);
        message
    })
}

impl Message {
    fn line(&mut self, lines: &[&str], line_end: &str) {
        for line in lines {
            self.octets.extend_from_slice(line.as_bytes());
            self.octets.extend_from_slice(line_end.as_bytes());
        }
    }

    /// Writes the header and the body of `node`. The caller has already written the first header fields,
    /// such as From.
    fn entity(&mut self, node: &Node, line_end: &str, boundaries: &mut usize) {
        match node {
            node @ Node::Text { .. } => self.text(node, line_end),
            Node::Data(data) => {
                self.line(
                    &["Content-Type: application/x-data", "Content-Transfer-Encoding: base64", ""],
                    line_end,
                );
                self.octets.extend(base64(data, line_end));
                self.data.push(data.clone());
            }
            Node::Multipart(children) => {
                let boundary = format!("b{boundaries}x");
                *boundaries += 1;
                self.line(
                    &[&format!("Content-Type: multipart/mixed; boundary=\"{boundary}\""), "", "preamble"],
                    line_end,
                );
                for child in children {
                    self.line(&[&format!("--{boundary}")], line_end);
                    self.entity(child, line_end, boundaries);
                    self.line(&[""], line_end);
                }
                self.line(&[&format!("--{boundary}--"), "epilogue"], line_end);
            }
            Node::Protected(inner, kind) => {
                let boundary = format!("b{boundaries}x");
                *boundaries += 1;
                self.line(&[&format!("Content-Type: multipart/{kind}; boundary={boundary}"), ""], line_end);
                let (start, texts, data) = (self.octets.len(), self.texts.len(), self.data.len());
                let outer = self.protected.len();
                self.line(&[&format!("--{boundary}")], line_end);
                self.entity(inner, line_end, boundaries);
                self.line(
                    &["", &format!("--{boundary}"), "Content-Type: application/pgp-signature", "", "=F6"],
                    line_end,
                );
                self.line(&[&format!("--{boundary}--"), "\u{f6}"], line_end);
                self.texts.truncate(texts);
                self.data.truncate(data);
                self.protected.truncate(outer);
                self.protected.push(self.octets[start..].to_vec());
            }
            Node::InlinePgp(transfer) => {
                let lines = ["-----BEGIN PGP SIGNED MESSAGE-----", "", "gr\u{f6}\u{df}er", ""].join(line_end);
                let octets: Vec<u8> = lines.chars().map(|c| c as u8).collect();
                let (name, body) = match transfer {
                    Transfer::Raw => ("8bit", octets),
                    Transfer::QuotedPrintable => ("quoted-printable", quoted_printable(&octets, line_end)),
                    Transfer::Base64 => ("base64", base64(&octets, line_end)),
                };
                let transfer = format!("Content-Transfer-Encoding: {name}");
                self.line(&["Content-Type: text/plain; charset=iso-8859-1", &transfer, ""], line_end);
                self.octets.extend_from_slice(&body);
                self.protected.push(body);
            }
            Node::Message(inner) => {
                self.line(
                    &["Content-Type: message/rfc822", "", "From: b@example.org", "MIME-Version: 1.0"],
                    line_end,
                );
                self.entity(inner, line_end, boundaries);
            }
        }
    }

    fn text(&mut self, node: &Node, line_end: &str) {
        let Node::Text { text, charset, transfer, html, attachment, other_ends } = node else { return };
        let hidden = *transfer == Transfer::Base64 && *other_ends;
        let lines = match (line_end, hidden) {
            ("\n", true) | ("\r\n", false) => text.replace('\n', "\r\n"),
            _ => text.clone(),
        };
        // Octets that happen to be UTF-8 are read as UTF-8, whatever their label.
        let octets = encode(&lines, charset);
        let accident = !octets.is_ascii() && std::str::from_utf8(&octets).is_ok();
        let (charset, octets) = if accident { ("utf-8", lines.into_bytes()) } else { (*charset, octets) };
        // UTF-16 is never written raw. If a line of the text looks like a delimiter, only base64 hides it.
        let transfer = match *transfer {
            Transfer::Raw if charset.starts_with("utf-16") => Transfer::Base64,
            _ if text.contains("--b") => Transfer::Base64,
            other => other,
        };
        let kind = if *html { "html" } else { "plain" };
        let mut fields = vec![format!("Content-Type: text/{kind}; charset={charset}")];
        if *attachment {
            fields.push("Content-Disposition: attachment; filename=a.txt".into());
        }
        let body = match transfer {
            Transfer::Raw => {
                if !octets.is_ascii() {
                    fields.push("Content-Transfer-Encoding: 8bit".into());
                }
                octets
            }
            Transfer::QuotedPrintable => {
                fields.push("Content-Transfer-Encoding: quoted-printable".into());
                if charset.starts_with("utf-16") {
                    escaped(&octets, line_end)
                } else {
                    quoted_printable(&octets, line_end)
                }
            }
            Transfer::Base64 => {
                fields.push("Content-Transfer-Encoding: base64".into());
                base64(&octets, line_end)
            }
        };
        fields.push(String::new());
        self.line(&fields.iter().map(String::as_str).collect::<Vec<_>>(), line_end);
        self.octets.extend(body);
        self.texts.push(text.clone());
    }
}

/// Encodes octets in quoted-printable like data without lines: every octet is escaped, and every line break is a
/// soft line break.
fn escaped(octets: &[u8], line_end: &str) -> Vec<u8> {
    octets
        .chunks(25)
        .map(|line| line.iter().map(|octet| format!("={octet:02X}")).collect::<String>())
        .collect::<Vec<_>>()
        .join(&format!("={line_end}"))
        .into_bytes()
}
