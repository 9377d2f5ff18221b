//! Tests of `mailutf census`.

use super::program;
#[cfg(unix)]
use super::rules::run;
use std::fs;

const MBOX: &[u8] = b"From a@b.org Mon Jan  1 00:00:00 2024\n\
    Message-ID: <1@b.org>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: =?iso-8859-1?Q?caf=E9?=\n\
    Content-Type: text/plain; charset=UTF-8\n\nb\xC3\xB6dy\n\n\
    From a@b.org Mon Jan  1 00:00:00 2024\n\
    Message-ID: <2,\"b.org>\nDate: 3 May 99 00:00 UT\nContent-Type: text/plain; charset=\"x-\x1B[31m\"\n\n\xE4\xE5\n\n";

const CHART: &str = "\
2 messages

2 bodies
  utf-8                     1 50.0%  ####################
  x-\\u{1b}[31m → unreadable 1 50.0%  ####################

1 encoded word
  iso-8859-1 → windows-1252 1  100%  ########################################

Unreadable, with one example of each kind:

  x-\\u{1b}[31m, 1 body
    standard input
    message 2 at octet 178
    <2,\"b.org>
    octet 92 of the message
    no charset is known

`mailutf inspect FILE -m N` shows message N.
";

fn census(args: &[&str], input: &[u8], status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("census").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_mailbox_is_shown_as_a_chart() {
    for jobs in ["1", "4"] {
        assert_eq!(census(&["--jobs", jobs], MBOX, 1), (CHART.to_owned(), String::new()));
    }
}

#[test]
fn year_by_year() {
    let (said, _) = census(&["--by", "year"], MBOX, 1);
    let heads: Vec<&str> =
        said.lines().filter(|line| !line.starts_with(' ') && line.contains(", ")).collect();
    assert_eq!(heads[..3], ["1999, 1 body", "2024, 1 body", "2024, 1 encoded word"], "{said}");
    let (said, _) = census(&["--by=year"], b"Subject: x\n\nno date\n", 0);
    assert!(said.contains("year unknown, 1 body"), "{said}");
}

#[test]
fn csv_and_json() {
    let (table, _) = census(&["--csv", "--by=year"], MBOX, 1);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "year,place,label,charset,likely,count,file,message,offset,message_id,part,at,why");
    assert_eq!(lines[1], "1999,body,x-\u{1b}[31m,,,1,,2,178,\"<2,\"\"b.org>\",,92,no charset is known");
    assert_eq!(lines[2], "2024,body,utf-8,UTF-8,,1,,1,0,<1@b.org>,,133,");
    assert_eq!(lines.len(), 4);
    let (json, _) = census(&["--json"], MBOX, 1);
    assert!(
        json.starts_with(
            r#"{"messages":2,"rows":[{"charset":"UTF-8","count":1,"doubtful":false,"example":{"at":133,"#
        ),
        "{json}"
    );
    assert!(
        json.contains(r#""label":"x-\u001b[31m","likely":null,"place":"body""#) && !json.contains("year"),
        "{json}"
    );
    assert!(json.ends_with("\"schema\":1}\n"), "{json}");
    let (_, said) = census(&["--json", "--csv"], MBOX, 2);
    assert!(said.contains("cannot be used with"), "{said}");
}

/// No field of the CSV may be a formula for a spreadsheet. Senders choose the labels in mail, and other people may
/// choose the names of files.
#[cfg(unix)]
#[test]
fn no_field_of_csv_is_a_formula() {
    let place = tempfile::tempdir().unwrap();
    for begin in ["=", "+", "-", "@", "\t", "\r", "\n", "x"] {
        let name = format!("{begin}1+2.eml");
        let mail = format!("Content-Type: text/plain; charset=\"{}1+2\"\n\nx\n", begin.trim_ascii());
        fs::write(place.path().join(&name), mail).unwrap();
        let (_, table, errors) = run(place.path(), &["census", "--csv", "--", &name], b"");
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        let has = |start: &str| records.iter().flatten().any(|field| field.starts_with(start));
        let is_formula = begin != "x";
        assert_eq!((has(begin), has(&format!("'{begin}"))), (!is_formula, is_formula), "{table}{errors}");
    }
}

#[test]
fn senders_and_lists() {
    let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\n\
        From: \"\x1B[31m\" <ivan@example.ru>\nList-Id: <cats.example.org>\nSubject: =?koi8-r?B?8NLJ?=\n\nx\n\n\
        From a@b.org Mon Jan  1 00:00:00 2024\n\
        From: IVAN@example.ru\nSubject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\n\nx\n\n\
        From a@b.org Mon Jan  1 00:00:00 2024\n\
        From: <o\x1B@b.org>\nSubject: =?x-viet-vni?Q?=CF=F0=E8?=\n\nx\n\n";
    let expected = "\
3 messages

2 senders
  ivan@example.ru  2 messages: US-ASCII 2, KOI8-R 1, doubtful 1
  o\\u{1b}@b.org    1 message: US-ASCII 1, unreadable 1

1 mailing list
  cats.example.org  1 message: KOI8-R 1, US-ASCII 1

`mailutf review PATH` shows doubtful texts in both readings, sender by sender, and lets you decide.
";
    for jobs in ["1", "4"] {
        assert_eq!(census(&["--senders", "--jobs", jobs], mbox, 1), (expected.to_owned(), String::new()));
    }
    let (json, _) = census(&["--senders", "--json"], mbox, 1);
    let said = r#"{"charsets":[{"charset":"KOI8-R","count":1},{"charset":"US-ASCII","count":1}],"doubtful":0,"group":"list","messages":1,"name":"cats.example.org","unresolved":0}"#;
    assert!(json.contains(said), "{json}");
    let (csv, _) = census(&["--senders", "--csv"], mbox, 1);
    let rows = "group,name,messages,charsets,doubtful,unresolved\nsender,ivan@example.ru,2,\"US-ASCII 2, KOI8-R 1\",1,0\n";
    assert!(csv.starts_with(rows) && csv.lines().count() == 4, "{csv}");
}

#[test]
fn files_and_directories_together() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("mail/sub")).unwrap();
    fs::write(dir.path().join("mail/sub/box"), MBOX).unwrap();
    fs::write(dir.path().join("mail/1.eml"), "Subject: =?koi8-r?B?8NLJ?=\n\nx\n").unwrap();
    fs::write(dir.path().join("mail/notes.txt"), "no mail\n").unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("2.eml"), "\nx\n").unwrap();
    let (said, errors) = census(&[&path("mail"), &path("2.eml")], b"", 1);
    assert!(said.starts_with("4 messages\n\n4 bodies\n") && errors.is_empty(), "{said}{errors}");
    assert!(
        said.contains("    no charset is known") && said.contains("mail/sub/box\n    message 2"),
        "{said}"
    );
    let (said, errors) = census(&[&path("2.eml"), &path("3.eml")], b"", 2);
    assert!(said.starts_with("1 message\n") && errors.contains("3.eml: cannot open"), "{said}{errors}");
}

#[test]
fn empty_input_is_not_a_failure() {
    assert_eq!(census(&[], b"", 0), ("0 messages\n".to_owned(), String::new()));
}

/// Mail of three years. It contains a text in KOI8-R with a wrong label, labels and names that would be markup in a
/// page, and a text without a year.
fn mixed() -> Vec<u8> {
    let (text, _, _) =
        encoding_rs::KOI8_R.encode("Привет! Это письмо на русском языке. Спасибо за внимание.");
    let header = |year: &str, label: &str| {
        format!(
            "From a@b.org Mon Jan  1 00:00:00 2024\nFrom: \"<b>x</b>\" <ada@example.org>\nList-Id: <script>\n\
             Message-ID: <&lt;{year}@example.org>\nDate: 3 May {year} 00:00 UT\n\
             Content-Type: text/plain; charset=\"{label}\"\n\n"
        )
    };
    let mut mail = Vec::new();
    for (year, label, text) in [
        ("1999", "iso-8859-1", &*text),
        ("1999", "koi8-r", &*text),
        ("2003", "utf-8", "Grüße".as_bytes()),
        ("2003", "x-<script>alert(1)</script>", b"\xE4\xE5"),
        ("none", "us-ascii", b"plain"),
    ] {
        mail.extend([header(year, label).as_bytes(), text, b"\n\n"].concat());
    }
    mail
}

#[test]
fn a_page_for_a_browser() {
    let (page, errors) = census(&["--html", "-"], &mixed(), 1);
    assert_eq!(errors, "");
    for text in [
        "<h1>Charsets of 5 messages</h1>",
        r#"<span class="year">1999</span><svg viewBox="0 0 1000 10""#,
        // The bar of 1999 is as wide as the chart. Half of it stands for the text that could be read, and half for
        // the text that could not.
        r#"aria-label="1999: KOI8-R 1, doubtful or unreadable 1""#,
        r#"<rect class="unreadable" x="500.00" width="500.00" height="10"><title>doubtful or unreadable: 1</title></rect>"#,
        r#"<span class="year">no year</span>"#,
        r#"<th scope="row">ada@example.org</th><td>5</td><td>1</td><td>1</td>"#,
        "<dt>Read in KOI8-R</dt>",
        "Привет! Это письмо на русском языке.",
        "<code>--charset iso-8859-1=KOI8-R</code>",
        r"<code>\xF0\xD2\xC9\xD7\xC5\xD4! ",
        "<summary><code>label-doubtful</code></summary>",
        "<summary><code>text-unresolved</code></summary>",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    // Findings that none of these texts can have are not explained.
    assert!(!page.contains("word-unresolved") && !page.contains("server-index"), "{page}");
}

#[test]
fn a_page_holds_no_markup_of_the_mail_and_loads_nothing() {
    let (page, _) = census(&["--html", "-"], &mixed(), 1);
    assert!(page.contains("x-&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    for text in ["<script", "<b>", "http:", "https:", "src=", "href=", "url(", "@import", "\u{1b}"] {
        assert!(!page.contains(text), "{text}\n{page}");
    }
    // Each element that is opened must be closed, and elements must be nested correctly.
    let mut open = Vec::new();
    for tag in page.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let name = tag.split(' ').next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{page}"),
            None if ["!DOCTYPE", "meta", "br"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[cfg(unix)]
#[test]
fn a_page_never_replaces_the_mail() {
    let dir = tempfile::tempdir().unwrap();
    let mail = dir.path().join("mail.mbox");
    fs::write(&mail, mixed()).unwrap();
    let mut command = program::assert_command();
    let assert =
        command.args(["census", "mail.mbox", "--html", "./mail.mbox"]).current_dir(&dir).assert().code(2);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("it is also an input, as mail.mbox"), "{said}");
    assert_eq!(fs::read(&mail).unwrap(), mixed());
}

#[test]
fn a_page_goes_to_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("report.html");
    fs::write(&path, "<!doctype html>old").unwrap();
    assert_eq!(census(&["--html", path.to_str().unwrap()], b"", 0), (String::new(), String::new()));
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("There is no text."), "{page}");
    let (_, said) = census(&["--html", "-", "--json"], b"", 2);
    assert!(said.contains("cannot be used with"), "{said}");
}

/// Some texts have the same label but are likely in two different charsets. No option for the label can read both
/// kinds of text, so no option is proposed.
#[test]
fn doubtful_texts_with_one_label_are_counted_by_their_likely_charset() {
    let place = tempfile::tempdir().unwrap();
    let message = |text: &str, charset: &str| {
        let octets = encoded(text, charset);
        [b"Content-Type: text/plain; charset=iso-8859-1\n\n".as_slice(), &octets, b"\n"].concat()
    };
    let russian = message("Привет, это письмо на русском языке, в нём несколько слов.", "windows-1251");
    let czech = message("Příloha k vaší žádosti: šíleně žluťoučký kůň úpěl ďábelské ódy.", "windows-1250");
    fs::write(place.path().join("1.eml"), &russian).unwrap();
    fs::write(place.path().join("2.eml"), &czech).unwrap();
    let of = |args: &[&str]| {
        let mut command = program::assert_command();
        let output = command.current_dir(place.path()).arg("census").args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let chart = of(&["."]);
    for likely in ["iso-8859-1, likely in windows-1251, 1 body", "iso-8859-1, likely in windows-1250, 1 body"]
    {
        assert!(chart.contains(likely), "{chart}");
    }
    assert!(
        chart.contains("`mailutf review .` shows doubtful texts") && !chart.contains("--charset"),
        "{chart}"
    );
    let csv = of(&[".", "--csv"]);
    assert!(
        csv.contains("body,iso-8859-1,,in windows-1251,1,") && csv.contains(",in windows-1250,1,"),
        "{csv}"
    );
    let page = of(&[".", "--html", "-"]);
    assert!(
        page.contains("are doubtful")
            && !page.contains("--charset iso-8859-1=")
            && !page.contains("cannot be read"),
        "{page}"
    );
    // If all texts with the label are likely in one charset, an option for the label is proposed.
    assert!(of(&["1.eml", "--html", "-"]).contains("--charset iso-8859-1=windows-1251"));
}

fn encoded(text: &str, charset: &str) -> Vec<u8> {
    mailutf::charset::Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap().into_owned()
}
