//! Tests of `mailutf review` on a terminal, with output to a file, and with a page for a browser; and of its
//! screens in docs/review.md.

use super::rules::run;
use std::fs;
use std::path::Path;

/// Writes a mailbox with mail of four senders. The first sender's program named the wrong charset for years. The
/// second sent a single doubtful letter. The third sent a short letter that looks right in the charset of its
/// label, but is unlike all other mail of this sender. The fourth sender first wrote in one charset, and two years
/// later in another.
fn archive(place: &Path) {
    let mut mbox = Vec::new();
    let mut add = |from: &str, year: u16, charset: &str, label: &str, text: &str| {
        let octets: Vec<u8> =
            encoding_rs::Encoding::for_label(charset.as_bytes()).unwrap().encode(text).0.into_owned();
        let header = format!(
            "From a@b Tue Jan  2 03:04:05 2024\nFrom: {from}\nDate: 1 Mar {year} 10:00 +0000\nMessage-ID: <{}@x>\n\
             Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: 8bit\n\n",
            mbox.len(),
        );
        mbox.extend([header.as_bytes(), &octets, b"\n\n"].concat());
    };
    for number in 0..6 {
        let text = format!("Příloha k vaší žádosti číslo {}, děkuji za odpověď", number % 2);
        add("jan@x.example", 2003 + number / 2, "windows-1250", "iso-8859-1", &text);
    }
    add("ivan@x.example", 2004, "windows-1251", "iso-8859-1", "Привет, встреча переносится на завтра");
    for number in 0..12 {
        let text = format!("Proszę o odpowiedź, załączam umowę i część faktur {number}");
        add("ola@x.example", 2005, "iso-8859-2", "iso-8859-2", &text);
    }
    add("ola@x.example", 2005, "iso-8859-2", "iso-8859-1", "są");
    for number in 0..10 {
        let (charset, year) = if number < 5 { ("koi8-r", 2001) } else { ("windows-1252", 2003) };
        let text = if number < 5 {
            "Прошу прислать договор до конца недели"
        } else {
            "Où êtes-vous allés cet été, déjà à la mer?"
        };
        add("max@x.example", year + number % 2, charset, "iso-8859-1", &format!("{text} ({number})"));
    }
    fs::write(place.join("mail.mbox"), mbox).unwrap();
}

/// Writes a mailbox with mail of a sender who uses two charsets by turns, and with mail of a thread whose senders
/// are not known.
fn by_turns(place: &Path) {
    let mut mbox = Vec::new();
    for number in 0..12 {
        let charset = if number % 3 == 2 { encoding_rs::WINDOWS_1251 } else { encoding_rs::KOI8_R };
        let name = if number < 9 { "From: ann@x.example" } else { "References: <1@x.example> <0@x.example>" };
        let charset = if number < 9 { charset } else { encoding_rs::KOI8_R };
        let header = format!(
            "From a@b Tue Jan  2 03:04:05 2024\n{name}\nMessage-ID: <{number}@y>\n\
             Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n"
        );
        let text = format!("Прошу прислать договор до конца недели ({number})");
        mbox.extend([header.as_bytes(), &charset.encode(&text).0, b"\n\n"].concat());
    }
    fs::write(place.join("mail.mbox"), mbox).unwrap();
}

#[test]
fn without_a_terminal_the_groups_are_rules_in_comments() {
    let place = tempfile::tempdir().unwrap();
    archive(place.path());
    let (status, output, errors) = run(place.path(), &["review", "mail.mbox"], b"");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let jan = "# jan@x.example  iso-8859-1 → windows-1250   6 texts, 2003 to 2005\n#   mail.mbox  <0@x>\n#   label:   Pøíloha k va";
    assert!(output.contains(jan), "{output}");
    assert!(output.contains("#   likely:  Příloha k vaší žádosti číslo 0, děkuji za odpověď\n"), "{output}");
    let rule = "#[[rule]]\n#from = \"jan@x.example\"\n#label = \"iso-8859-1\"\n#read = \"windows-1250\"\n";
    assert!(output.contains(rule), "{output}");
    assert!(
        output.find("jan@") < output.find("ivan@"),
        "the group that settles most texts comes first\n{output}"
    );
    // All rules in the output are comments. Without the `#` signs, the output has these rules.
    fs::write(
        place.path().join("all.toml"),
        output
            .replace("\n#[[rule]]", "\n[[rule]]")
            .lines()
            .map(|line| {
                let key = ["#from", "#label =", "#read", "#dates"].iter().any(|key| line.starts_with(key));
                format!("{}\n", if key { &line[1..] } else { line })
            })
            .collect::<String>(),
    )
    .unwrap();
    fs::write(place.path().join("none.toml"), &output).unwrap();
    let normalize = |rules: &str| run(place.path(), &["normalize", "mail.mbox", "--rules", rules], b"");
    assert!(!normalize("none.toml").1.contains("Příloha"));
    let (status, output, _) = normalize("all.toml");
    assert!(output.contains("Příloha") && output.contains("Привет"), "{output}");
    assert_eq!(status, Some(0));
}

#[test]
fn the_groups_are_in_the_census_of_senders() {
    let place = tempfile::tempdir().unwrap();
    archive(place.path());
    let (_, output, _) = run(place.path(), &["census", "--senders", "--json", "mail.mbox"], b"");
    let census: serde_json::Value = serde_json::from_str(&output).unwrap();
    let doubts = census["doubts"].as_array().unwrap();
    assert_eq!(doubts[0]["name"], "jan@x.example");
    assert_eq!((&doubts[0]["texts"], &doubts[0]["all"]), (&6.into(), &6.into()));
    assert_eq!((&doubts[0]["first_year"], &doubts[0]["last_year"]), (&2003.into(), &2005.into()));
    assert_eq!(doubts[0]["likely"], "in windows-1250");
    // There are six texts, but only two different ones, because each year has the same two texts.
    assert_eq!(doubts[0]["samples"].as_array().unwrap().len(), 2);
    let ola = doubts.iter().find(|group| group["name"] == "ola@x.example").unwrap();
    assert_eq!(ola["samples"][0]["likely"], "są", "{ola}");
}

/// Text that would be markup if the page contained it unchanged.
const HOSTILE: &str =
    "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=1'> \u{202E}<!-- ";

fn page(place: &Path) -> String {
    archive(place);
    let text = format!("{HOSTILE}Příloha k vaší žádosti, děkuji za odpověď");
    let mut letter = format!(
        "From: \"{HOSTILE}\" <\"</script><img/src=x>*\"@x.example>\nSubject: {HOSTILE}\nMessage-ID: <</script><img/src=x>@x>\n\
         Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n"
    )
    .into_bytes();
    letter.extend(encoding_rs::WINDOWS_1250.encode(&text.replace('\u{202E}', "")).0.iter());
    fs::write(place.join("hostile<b onclick=x>.eml"), letter).unwrap();
    let args = ["review", "mail.mbox", "hostile<b onclick=x>.eml", "--html", "review.html"];
    let (status, output, errors) = run(place, &args, b"");
    assert_eq!((status, output.as_str()), (Some(0), ""));
    // If decisions.toml in the current directory decides about any text, the program says so.
    let is_decided = place.join("decisions.toml").exists();
    assert_eq!(
        errors.contains("/decisions.toml: 1 rule of an earlier run is applied"),
        is_decided,
        "{errors}"
    );
    assert_eq!(errors.is_empty(), !is_decided, "{errors}");
    fs::read_to_string(place.join("review.html")).unwrap()
}

#[test]
fn the_page_needs_no_network_and_text_of_mail_is_no_markup() {
    let place = tempfile::tempdir().unwrap();
    let page = page(place.path());
    assert!(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"), "{page}");
    assert!(!page.contains("http://") && !page.contains("https://"), "{page}");
    let tags = |tag: &str| page.matches(tag).count();
    assert_eq!((tags("<script"), tags("</script>"), tags("<img"), tags("<!--")), (2, 2, 0, 0), "{page}");
    assert!(page.contains("Příloha") && !page.contains('\u{202E}'), "{page}");
    // An old page may be replaced, but mail and other files may not.
    let again = |output: &str| run(place.path(), &["review", "mail.mbox", "--html", output], b"").0;
    assert_eq!((again("review.html"), again("mail.mbox"), again("-")), (Some(0), Some(2), Some(0)));
}

/// The file that is downloaded also has the decisions of earlier runs. The groups that these decisions settle are
/// not shown again.
#[test]
fn the_page_repeats_earlier_decisions() {
    let place = tempfile::tempdir().unwrap();
    let decided = "version = 1\n\n[[rule]]\nfrom = \"jan@x.example\"\nread = \"windows-1250\"\n";
    fs::write(place.path().join("decisions.toml"), decided).unwrap();
    let page = page(place.path());
    let start = serde_json::to_string(decided).unwrap();
    assert!(page.contains(&format!("\"start\":{start}")) && !page.contains("jan@x.example  iso"), "{page}");
}

/// Returns the first of these programs that is installed.
fn installed(programs: &[&str]) -> Option<String> {
    let is_there = |program: &&&str| {
        std::process::Command::new(program)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
    };
    programs.iter().find(is_there).map(|program| (*program).to_owned())
}

/// This test uses Chromium. Keys and clicks make decisions, and `normalize` can read the file that is downloaded.
#[cfg(unix)]
#[test]
fn a_person_decides_on_the_page_and_downloads_the_rules() {
    let chromium = installed(&["chromium", "chromium-browser", "google-chrome"]);
    let (Some(chromium), Some(python)) = (chromium, installed(&["python3"])) else {
        eprintln!("no Chromium or no Python here: the page was not tried");
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    page(place);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/review_page.py");
    let output = std::process::Command::new(python)
        .args([script.as_os_str(), chromium.as_ref(), "review.html".as_ref(), ".".as_ref()])
        .current_dir(place)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let found: serde_json::Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{errors}"));
    if let Ok(directory) = std::env::var("SCREENSHOTS") {
        for file in fs::read_dir(place)
            .unwrap()
            .flatten()
            .filter(|file| file.path().extension().is_some_and(|end| end == "png"))
        {
            fs::copy(file.path(), Path::new(&directory).join(file.file_name())).unwrap();
        }
    }
    assert_eq!(
        (&found["groups"], &found["markup"], &found["scripts"]),
        (&5.into(), &0.into(), &2.into()),
        "{found}"
    );
    assert_eq!(found["hacked"], true, "{found}");
    assert_eq!(
        found["fits"],
        serde_json::json!([true, true, true, true]),
        "nothing is wider than the window\n{found}"
    );
    assert!(found["text"].as_str().unwrap().contains("src=x onerror='window.hacked=1'"), "{found}");
    assert_eq!(found["after_keys"], "2 of 5 decided", "{found}");
    assert_eq!(found["labelled"], "true", "{found}");
    assert_eq!(found["taken_back"], "1 of 5 decided", "{found}");
    assert_eq!(found["pressed"], "true", "{found}");
    let saved = fs::read_to_string(place.join("one/decisions.toml")).unwrap();
    let of = |name: &str, rest: &str| format!("\n[[rule]]\nfrom = \"{name}@x.example\"\n{rest}\n");
    let latin = |read: &str| format!("label = \"iso-8859-1\"\nread = {read}");
    let hostile = of("\\\"\\\\</script>\\\\<img/src=x>\\\\*\\\"", &latin("\"windows-1250\""));
    let expected = [
        "version = 1\n".to_owned(),
        of("jan", &latin("\"windows-1250\"")),
        of("max", &format!("dates = \"2001/2002\"\n{}", latin("\"evidence\""))),
        hostile.clone(),
        of("ivan", &latin("\"koi8-r\"")),
        of("ola", &latin("\"label\"")),
    ];
    assert_eq!(saved, expected.concat());
    // First, all groups in which enough texts agree are accepted together. Then one group is decided year by year,
    // and another group is read in one of two charsets.
    assert_eq!((&found["all"], &found["split"]), (&"2 of 5 decided".into(), &"1 of 7 decided".into()));
    assert_eq!(found["of_two"], serde_json::json!(["2 of 7 decided", "koi8-r: s╠  windows-1250: s±"]));
    let saved = fs::read_to_string(place.join("two/decisions.toml")).unwrap();
    let expected = [
        "version = 1\n".to_owned(),
        of("jan", &format!("dates = \"2003\"\n{}", latin("\"label\""))),
        of("max", &format!("dates = \"2001/2002\"\n{}", latin("\"koi8-r\""))),
        of("ola", &latin("[\"koi8-r\", \"windows-1250\"]")),
    ];
    assert_eq!(saved, expected.concat());
    let args = ["normalize", "mail.mbox", "--rules", "one/decisions.toml"];
    let (status, output, errors) = run(place, &args, b"");
    assert!(status != Some(2) && output.contains("Příloha"), "{status:?} {errors}");
}

#[cfg(unix)]
mod on_a_terminal {
    use super::super::pty;
    use super::{archive, by_turns, run};
    use std::fs;
    use std::path::Path;

    /// The texts with which the output of the program ends when the program waits for a key or a line.
    const WAITING: [&str; 6] =
        ["save ", "charset: ", " > utf-8): ", "(n)o ", "(w)ithout some groups… ", " 3 7-9): "];

    /// Presses the keys one after the other, each when the program waits for a key. Returns the exit status and
    /// what the program has shown.
    fn review(place: &Path, keys: &[&[u8]]) -> (Option<i32>, String) {
        let mut terminal =
            pty::start(100, place, &["review", "mail.mbox", "--progress", "never"], &[("NO_COLOR", "1")]);
        let mut shown = String::new();
        for key in keys {
            let waits = |shown: &str| WAITING.iter().any(|end| shown.ends_with(end));
            shown += &terminal.until(waits);
            terminal.press(key);
        }
        let (status, rest) = terminal.end();
        (status, shown.replace("\r\n", "\n") + &rest)
    }

    #[test]
    fn keys_decide_and_a_later_run_goes_on() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        let (status, shown) = review(place, &[b"y", b"q"]);
        assert_eq!(status, Some(0), "{shown}");
        assert!(
            shown.contains("[1/4] jan@x.example  iso-8859-1 → windows-1250   6 texts, 2003 to 2005"),
            "{shown}"
        );
        assert!(shown.contains("label:   Pøíloha") && shown.contains("likely:  Příloha"), "{shown}");
        assert!(shown.contains("saved decisions.toml (1 new rule)"), "{shown}");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        let jan = "version = 1\n\n[[rule]]\nfrom = \"jan@x.example\"\nlabel = \"iso-8859-1\"\nread = \"windows-1250\"\n";
        assert_eq!(saved, jan);

        // A second session decides the other groups. The group of ivan@x.example first gets a charset. This decision
        // is then taken back, and the texts of the group are read as labelled.
        let (status, shown) = review(place, &[b"l", b"c", b"koi8-r\r", b"b", b"n", b"l"]);
        assert_eq!(status, Some(0), "{shown}");
        assert!(shown.contains("[1/3] max@x.example") && !shown.contains("jan@"), "{shown}");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        let ivan = "\n[[rule]]\nfrom = \"ivan@x.example\"\nlabel = \"iso-8859-1\"\nread = \"label\"\n";
        assert_eq!(saved, format!("{jan}{ivan}"));
        let (_, output, errors) = run(place, &["normalize", "mail.mbox", "--rules", "decisions.toml"], b"");
        assert!(output.contains("Příloha") && output.contains("Ïðèâåò"), "{output}");
        assert!(!errors.contains("no text"), "{errors}");
    }

    #[test]
    fn a_group_is_split_by_year_and_all_that_agree_are_accepted() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        let (_, shown) = review(place, &[b"m", b"s", b"y", b"n", b"q"]);
        assert!(shown.contains("[1/6] jan@x.example  iso-8859-1 → windows-1250   2 texts, 2003"), "{shown}");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        assert!(
            saved.contains("dates = \"2003\"\nlabel = \"iso-8859-1\"\nread = \"windows-1250\"\n"),
            "{saved}"
        );
        assert!(saved.contains("dates = \"2004\"\nlabel = \"iso-8859-1\"\nread = \"label\"\n"), "{saved}");

        fs::remove_file(place.join("decisions.toml")).unwrap();
        let (_, shown) = review(place, &[b"?", b"a", b"y", b"\x03"]);
        assert!(
            shown.contains("likely:  Прошу")
                && shown.contains("accept 2 groups? (y)es (n)o (w)ithout some groups… y"),
            "{shown}"
        );
        assert!(shown.contains("[1/2] ivan@x.example"), "{shown}");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        assert!(
            saved.contains("dates = \"2001/2002\"\nlabel = \"iso-8859-1\"\nread = \"koi8-r\"\n"),
            "{saved}"
        );
        assert_eq!(saved.matches("[[rule]]").count(), 2);

        // After a mistyped answer, the person accepts all groups except the first one of the list.
        fs::remove_file(place.join("decisions.toml")).unwrap();
        let (_, shown) = review(place, &[b"a", b"w", b"1-9\r", b"a", b"w", b"1\r", b"q"]);
        assert!(
            shown.contains("2  max@x.example") && shown.contains("expected numbers from the list"),
            "{shown}"
        );
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        assert!(saved.contains("max@x.example") && saved.matches("[[rule]]").count() == 1, "{saved}");

        fs::remove_file(place.join("decisions.toml")).unwrap();
        let (_, shown) = review(place, &[b"a", b"n", b"q"]);
        assert!(shown.contains("[1/4] jan@x.example") && shown.contains("no decision was made"), "{shown}");
        let undo = [&b"e"[..], b"u", b"windows-1252\r", b"u", b"windows-1252 > windows-1251\r", b"q"];
        let (_, shown) = review(place, &undo);
        assert!(shown.contains("expected the charset in which text was wrongly decoded"), "{shown}");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        assert!(
            saved.contains("read = \"evidence\"\n")
                && saved.contains("undo = [\"windows-1252 > windows-1251\"]\n"),
            "{saved}"
        );
    }

    #[test]
    fn two_charsets_under_one_label_are_one_decision() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        by_turns(place);
        let (status, shown) = review(place, &[b"y", b"y"]);
        assert_eq!(status, Some(0), "{shown}");
        assert!(shown.contains("ann@x.example  iso-8859-1 → KOI8-R or windows-1251   9 texts"), "{shown}");
        assert_eq!(shown.matches("likely:  Прошу").count(), 3, "a sample in each charset\n{shown}");
        assert!(shown.contains("thread 1@x.example  iso-8859-1 → KOI8-R   3 texts"), "{shown}");
        let ann = "version = 1\n\n[[rule]]\nfrom = \"ann@x.example\"\nlabel = \"iso-8859-1\"\n";
        let thread = "\n[[rule]]\nthread = \"1@x.example\"\nlabel = \"iso-8859-1\"\nread = \"koi8-r\"\n";
        let saved = || fs::read_to_string(place.join("decisions.toml")).unwrap();
        assert_eq!(saved(), format!("{ann}read = [\"koi8-r\", \"windows-1251\"]\n{thread}"));
        let args = ["normalize", "mail.mbox", "--rules", "decisions.toml", "-o", "new.mbox"];
        assert_eq!(run(place, &args, b"").0, Some(0));
        let new = fs::read_to_string(place.join("new.mbox")).unwrap();
        assert_eq!(new.matches("Прошу прислать").count(), 12);
        let (_, again, _) = run(place, &["normalize", "new.mbox", "--rules", "decisions.toml"], b"");
        assert!(again == new, "a second run changes nothing");
        let (_, left, _) = run(place, &["review", "mail.mbox"], b"");
        assert!(left.contains("no doubtful text is left"), "{left}");

        // After several mistyped answers, the person names two charsets.
        fs::remove_file(place.join("decisions.toml")).unwrap();
        let keys: [&[u8]; 9] =
            [b"c", b"koi8-r koi8-r\r", b"c", b"koi9\r", b"c", b"\r", b"c", b"windows-1251, koi8-r\r", b"l"];
        let (_, shown) = review(place, &keys);
        assert!(
            shown.contains("`koi8-r` is named twice")
                && shown.contains("`koi9`: unknown charset; did you mean `koi8`?"),
            "{shown}"
        );
        assert_eq!(saved(), format!("{ann}read = [\"windows-1251\", \"koi8-r\"]\n"));
    }

    /// A group without a likely reading cannot be accepted, but a person can name its charset.
    #[test]
    fn a_group_of_which_nothing_is_known_has_no_yes() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        let message =
            b"From: <a@x.example>\nContent-Type: text/plain; charset=us-ascii\n\nGr\xFC \x81\x8D\x9D\n";
        fs::write(place.join("mail.mbox"), message).unwrap();
        let (_, shown) = review(place, &[b"?", b"y", b"c", b"koi8\r"]);
        assert!(shown.contains("us-ascii → unknown   1 text"), "{shown}");
        assert!(!shown.contains("(y)es") && !shown.contains("y  read the texts"), "{shown}");
        assert!(shown.contains("the charset is not known; press c to name it"), "{shown}");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        assert!(saved.ends_with("label = \"us-ascii\"\nread = \"koi8-r\"\n"), "{saved}");
        fs::remove_file(place.join("decisions.toml")).unwrap();
        let (_, proposals, _) = run(place, &["review", "mail.mbox"], b"");
        assert!(
            proposals.contains("#   the charset is not known: write its name instead of `label`\n#[[rule]]")
        );
    }

    /// Neither the key of an arrow nor a key of a keyboard for another script is taken for one of the program's
    /// keys.
    #[test]
    fn other_keys_decide_nothing() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        let keys: [&[u8]; 5] = [b"\x1b[A", b"\x1bOB", "н".as_bytes(), b"y", b"q"];
        let (_, shown) = review(place, &keys);
        assert_eq!(shown.matches("about each year separately").count(), 3, "one answer to each\n{shown}");
        assert_eq!(shown.matches("[1/4] jan@x.example").count(), 4, "the group is shown again\n{shown}");
        assert!(!shown.contains("accept 2 groups") && !shown.contains("nothing was decided"), "{shown}");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        assert_eq!(saved.matches("[[rule]]").count(), 1, "{saved}");
    }

    /// Decisions are saved even if a signal ends the session while a charset is typed, or if two sessions run at
    /// the same time.
    #[test]
    fn no_decision_is_lost() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        let waits = |shown: &str| WAITING.iter().any(|end| shown.ends_with(end));
        let args = ["review", "mail.mbox", "--progress", "never"];
        let mut other = pty::start(100, place, &args, &[("NO_COLOR", "1")]);
        other.until(waits);
        other.press(b"l");
        other.until(waits);
        other.press(b"y");
        other.until(waits);
        let saved = || fs::read_to_string(place.join("decisions.toml")).unwrap();
        for (number, (signal, key)) in
            [("TERM", &b"m"[..]), ("HUP", b"c"), ("INT", b"c")].into_iter().enumerate()
        {
            let mut terminal = pty::start(100, place, &args, &[("NO_COLOR", "1")]);
            for key in [b"y", key] {
                terminal.until(waits);
                terminal.press(key);
            }
            terminal.until(waits);
            let id = terminal.id.to_string();
            assert!(std::process::Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
            let (status, shown) = terminal.end();
            assert!(status == Some(0) && shown.contains("1 new rule"), "{status:?} {shown}");
            assert_eq!(saved().matches("[[rule]]").count(), number + 1, "{signal}");
        }
        let before = saved();
        other.press(b"q");
        other.end();
        assert!(saved().starts_with(&before) && saved().matches("[[rule]]").count() == 4, "{}", saved());
    }

    /// The program checks that the file of decisions can be written before the person decides. If writing fails
    /// later, the program asks for another file. If no file is named, it prints the rules.
    #[test]
    fn decisions_that_cannot_be_written_are_not_lost() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        let path = place.join("decisions.toml");
        fs::write(&path, "version = 1\n").unwrap();
        let set_readonly = |readonly| {
            let mut permissions = fs::metadata(&path).unwrap().permissions();
            permissions.set_readonly(readonly);
            fs::set_permissions(&path, permissions).unwrap();
        };
        set_readonly(true);
        let (status, shown) = review(place, &[]);
        assert_eq!(status, Some(2), "{shown}");
        assert!(
            shown.contains("read-only; name another file with --decisions") && !shown.contains("[1/4]"),
            "{shown}"
        );
        let waits = |shown: &str| WAITING.iter().any(|end| shown.ends_with(end));
        for (answers, status, is_printed) in
            [(&[&b"none/at/all\r"[..], b"other.toml\r"][..], Some(0), false), (&[b"\r"], Some(2), true)]
        {
            set_readonly(false);
            let args = ["review", "mail.mbox", "--progress", "never"];
            let mut terminal = pty::start(100, place, &args, &[("NO_COLOR", "1")]);
            terminal.until(waits);
            terminal.press(b"y");
            terminal.until(waits);
            set_readonly(true);
            terminal.press(b"q");
            for answer in answers {
                terminal.until(|shown| shown.ends_with("print them: "));
                terminal.press(answer);
            }
            let (ended, shown) = terminal.end();
            assert_eq!((ended, shown.contains("[[rule]]")), (status, is_printed), "{shown}");
        }
        set_readonly(false);
        assert!(fs::read_to_string(place.join("other.toml")).unwrap().contains("jan@x.example"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "version = 1\n");
    }

    /// On a narrow terminal, lines are not broken within words, and the list of the keys is short.
    #[test]
    fn a_narrow_terminal_shows_whole_words() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        let args = ["review", "mail.mbox", "--progress", "never"];
        let mut terminal = pty::start(40, place, &args, &[("NO_COLOR", "1")]);
        let shown = terminal.until(|shown| shown.ends_with("for help: "));
        terminal.press(b"?");
        let help = terminal.until(|shown| shown.ends_with("for help: "));
        terminal.press(b"q");
        terminal.end();
        let shown = shown.replace("\r\n", "\n") + &help.replace("\r\n", "\n");
        assert!(shown.lines().all(|line| line.chars().count() <= 40), "{shown}");
        assert!(shown.contains("dìkuji za") && shown.contains("děkuji za"), "{shown}");
    }

    /// If no decision was made, nothing is written. A file that is not a file of decisions is not replaced.
    #[test]
    fn other_files_are_safe() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        review(place, &[b"l", b"q"]);
        assert!(!place.join("decisions.toml").exists());
        let mbox = fs::read(place.join("mail.mbox")).unwrap();
        let (status, _, errors) = run(place, &["review", "mail.mbox", "--write", "mail.mbox"], b"");
        assert_eq!(status, Some(2), "{errors}");
        assert_eq!(fs::read(place.join("mail.mbox")).unwrap(), mbox);
        fs::write(place.join("decisions.toml"), "version = 1\n[[rule]]\n").unwrap();
        let (status, _, errors) = run(place, &["review", "mail.mbox"], b"");
        assert!(status == Some(2) && errors.contains("line 2, column 1: expected `read`"), "{errors}");
    }

    /// Compares a session on the mail of [`archive`] with the screens in docs/review.md. In the document, a comment
    /// with the name of the screen precedes each screen.
    ///
    /// With `UPDATE_GOLDEN=1`, the test writes the screens instead. Read the difference before you commit it.
    #[test]
    fn screens_of_the_documentation() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path();
        archive(place);
        let keys: [&[u8]; 7] = [b"y", b"m", b"a", b"y", b"c", b"windows-1251\r", b"n"];
        let (_, shown) = review(place, &keys);
        let (_, preview, _) =
            run(place, &["normalize", "mail.mbox", "--rules", "decisions.toml", "-n", "--diff"], b"");
        let saved = fs::read_to_string(place.join("decisions.toml")).unwrap();
        // Each screen ends with the answer to a question.
        let ends: Vec<usize> = shown
            .match_indices("uit and save ")
            .chain(shown.match_indices("(w)ithout some groups… "))
            .map(|(at, end)| at + end.len() + 2)
            .collect();
        let mut ends = ends;
        ends.sort_unstable();
        let mut screens = Vec::new();
        let mut from = 0;
        for (name, end) in ["start", "more", "all", "accept", "charset"].into_iter().zip(&ends) {
            screens.push((name, shown[from..*end].trim_matches('\n').to_owned()));
            from = *end;
        }
        screens.push(("end", shown[from..].trim_matches('\n').to_owned()));
        screens.push(("rules", saved.trim_end().to_owned()));
        let lines: Vec<&str> = preview.lines().take(12).collect();
        screens.push(("preview", lines.join("\n")));

        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/review.md");
        let written = fs::read_to_string(&path).unwrap();
        let mut document = written.clone();
        for (name, screen) in screens {
            let comment = format!("<!-- screen: {name} -->\n```text\n");
            let start = document.find(&comment).unwrap_or_else(|| panic!("no screen {name}")) + comment.len();
            let end = start + document[start..].find("```").unwrap();
            document.replace_range(start..end, &format!("{screen}\n"));
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &document).unwrap();
        }
        assert!(document == written, "docs/review.md is not as the program is; UPDATE_GOLDEN=1 writes it");
    }
}
