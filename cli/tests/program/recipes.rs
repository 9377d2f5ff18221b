//! Tests the recipes in docs/recipes with the programs for which they are made. A test is skipped if its program is
//! not installed.

use super::{program, pty};
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// The header of a message that has text in KOI8-R without a label, so that other programs cannot read the text.
const HEADER: &str = "From: Ada <ada@example.org>\nTo: bob@example.net\nSubject: test\n\
    Message-ID: <recipe@example.org>\nDate: Sat, 21 Nov 2026 10:00:00 +0000\n";
const TEXT: &str = "Привет! Это письмо на русском языке. Спасибо за внимание.";

/// A word of the text, for which mail indexes are searched.
const WORD: &str = "письмо";

/// The exit status of `timeout` if the command did not end in time.
const TIMED_OUT: i32 = 124;

/// The user as whom mail servers run, because they do not run as root.
const NOBODY: u32 = 65_534;

fn letter() -> Vec<u8> {
    let (text, _, _) = encoding_rs::KOI8_R.encode(TEXT);
    let (subject, _, _) = encoding_rs::KOI8_R.encode("X-Note: Письмо\n");
    [HEADER.as_bytes(), &*subject, b"\n", &*text, b"\n"].concat()
}

/// Returns the code blocks of a language in a recipe.
fn blocks(recipe: &str, language: &str) -> Vec<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/recipes").join(recipe).with_extension("md");
    let text = fs::read_to_string(path).unwrap();
    let start = format!("```{language}\n");
    let blocks = text.split(&start).skip(1).filter_map(|rest| rest.split("```").next());
    blocks.map(str::to_owned).collect()
}

fn block(recipe: &str, language: &str) -> String {
    blocks(recipe, language).into_iter().next().unwrap_or_else(|| panic!("{recipe}: no {language}"))
}

/// Returns a value for the variable PATH. It has the directory `before`, if that is given, then the directory of
/// `mailutf`, and then the usual directories.
fn path(before: Option<&Path>) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_mailutf")).parent().unwrap();
    let before = before.map(|path| format!("{}:", path.display())).unwrap_or_default();
    format!("{before}{}:{}:/usr/sbin", program.display(), std::env::var("PATH").unwrap_or_default())
}

/// A directory in which programs run. It is their home directory, and has a letter and a Maildir that contains the
/// letter.
struct Place {
    dir: TempDir,
}

impl Place {
    fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let place = Self { dir };
        for folder in ["Maildir/cur", "Maildir/new", "Maildir/tmp", "bin"] {
            fs::create_dir_all(place.at(folder)).unwrap();
        }
        fs::write(place.at("letter.eml"), letter()).unwrap();
        fs::write(place.at("Maildir/cur/1.1.host:2,S"), letter()).unwrap();
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.at(name)).unwrap()).into_owned()
    }

    /// Writes a script that only its owner can read and run, as delivery agents require.
    fn script(&self, name: &str, text: &str) {
        program::write_script(&self.at(name), text, "700");
    }

    /// Returns the environment variables of the programs that run in this place.
    fn environment(&self) -> [(&'static str, String); 3] {
        let home = self.dir.path().display().to_string();
        [("HOME", home), ("PATH", path(Some(&self.at("bin")))), ("LC_ALL", "C.UTF-8".to_owned())]
    }

    fn has(&self, program: &str) -> bool {
        path(Some(&self.at("bin"))).split(':').any(|folder| Path::new(folder).join(program).is_file())
    }

    /// Returns a command that runs in this place. If the program is not installed, prints that the test is skipped
    /// and returns `None`.
    fn command(&self, program: &str) -> Option<Command> {
        if !self.has(program) {
            println!("skipped: {program} is not installed");
            return None;
        }
        let mut command = Command::new(program);
        if self.has("timeout") {
            command = Command::new("timeout");
            command.args(["--kill-after=5", "60", program]);
        }
        command.current_dir(self.dir.path()).envs(self.environment()).env_remove("MAILDIR");
        Some(command)
    }

    fn shell(&self, line: &str) -> Output {
        self.command("sh").unwrap().args(["-c", line]).output().unwrap()
    }
}

/// Runs the command with the letter on its standard input, and returns its standard output.
fn ran(place: &Place, command: &mut Command) -> String {
    let letter = fs::File::open(place.at("letter.eml")).unwrap();
    let output = command.stdin(letter).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

fn assert_converted(message: &str) {
    assert!(message.contains(TEXT) && message.contains("charset=utf-8"), "{message}");
}

#[test]
fn procmail() {
    let place = Place::new();
    let Some(mut procmail) = place.command("procmail") else { return };
    let settings = format!("PATH={}\nDEFAULT={}\n", path(None), place.at("inbox").display());
    place.script("rc", &(settings + &block("procmail", "procmail")));
    ran(&place, procmail.args(["-m", "rc"]));
    assert_converted(&place.text("inbox"));
}

#[test]
fn maildrop() {
    let place = Place::new();
    let Some(mut maildrop) = place.command("maildrop") else { return };
    let filter = block("maildrop", "maildrop");
    place.script(
        "filter",
        &format!("PATH=\"{}\"\n{filter}to \"{}\"\n", path(None), place.at("inbox").display()),
    );
    ran(&place, maildrop.arg(place.at("filter")));
    assert_converted(&place.text("inbox"));
}

/// Gives a file or a directory, with all files in it, to the user as whom mail servers run.
fn give(path: &Path) -> bool {
    let given = chown(path, Some(NOBODY), Some(NOBODY)).is_ok();
    given && (!path.is_dir() || fs::read_dir(path).unwrap().all(|entry| give(&entry.unwrap().path())))
}

/// Returns the settings that Dovecot needs to run for one user in this place.
fn dovecot(place: &Place) -> String {
    let at = place.dir.path().display();
    format!(
        "mail_location = maildir:{at}/Maildir\nbase_dir = {at}/run\nstate_dir = {at}/state\nlog_path = {at}/log\n\
         ssl = no\nmail_uid = {NOBODY}\nmail_gid = {NOBODY}\nfirst_valid_uid = {NOBODY}\nfirst_valid_gid = {NOBODY}\n"
    )
}

const AS_NOBODY: [&str; 5] = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];

#[test]
fn sieve() {
    let place = Place::new();
    if place.command("sieve-test").is_none() {
        return;
    }
    let Some(mut command) = place.command("setpriv") else { return };
    let program = format!("exec {}", env!("CARGO_BIN_EXE_mailutf"));
    place.script("bin/mailutf", &block("sieve", "sh").replace("exec mailutf", &program));
    let plugin = block("sieve", "dovecot");
    let bin = place.at("bin").display().to_string();
    fs::write(
        place.at("dovecot.conf"),
        dovecot(&place) + &plugin.replace("/usr/local/lib/dovecot-filters", &bin),
    )
    .unwrap();
    fs::write(place.at("script.sieve"), block("sieve", "sieve")).unwrap();
    fs::remove_file(place.at("Maildir/cur/1.1.host:2,S")).unwrap();
    if !give(place.dir.path()) {
        println!("skipped: Dovecot's user is somebody else");
        return;
    }
    let location = format!("maildir:{}", place.at("Maildir").display());
    command.args(AS_NOBODY).args(["sieve-test", "-e", "-c", "dovecot.conf", "-l", &location]);
    let output = command.args(["script.sieve", "letter.eml"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("Permission denied") {
        println!("skipped: Dovecot's user may not read the program: {said}");
        return;
    }
    let delivered = fs::read_dir(place.at("Maildir/new")).unwrap().next();
    let path = delivered.unwrap_or_else(|| panic!("{said}")).unwrap().path();
    let message = fs::read_to_string(path).unwrap();
    assert_converted(&message);
    assert!(message.contains("X-Note: =?utf-8?"), "{message}");
}

#[test]
fn postfix() {
    let place = Place::new();
    place.script("mailutf-postfix", &block("postfix", "sh"));
    // This program takes the place of `sendmail`, and records what the script sends.
    place.script("bin/sendmail", "#!/bin/sh\nprintf '%s\\n' \"$*\" > arguments\ncat > sent\n");
    let mut script = place.command("sh").unwrap();
    ran(&place, script.args(["mailutf-postfix", "ada@example.org", "--", "bob@example.net"]));
    assert_eq!(place.text("arguments"), "-G -i -f ada@example.org -- bob@example.net\n");
    let sent = place.text("sent");
    assert_converted(&sent);
    assert!(sent.split("\n\n").next().unwrap().is_ascii(), "{sent}");

    // If the message cannot be sent, the exit status makes Postfix try again.
    place.script("bin/sendmail", "#!/bin/sh\nexit 75\n");
    let failed = place.command("sh").unwrap().args(["mailutf-postfix", "a@b", "--", "c@d"]).output().unwrap();
    assert_eq!(failed.status.code(), Some(75));

    let Some(mut postconf) = place.command("postconf") else { return };
    fs::write(place.at("master.cf"), block("postfix", "postfix")).unwrap();
    fs::write(place.at("main.cf"), "compatibility_level = 3.6\n").unwrap();
    let services = ran(&place, postconf.args(["-c", ".", "-M"]));
    assert!(services.contains("argv=/usr/local/lib/mailutf-postfix ${sender} -- ${recipient}"), "{services}");
    assert!(services.contains("-o content_filter=mailutf:dummy"), "{services}");
}

#[test]
fn notmuch() {
    let place = Place::new();
    if place.command("notmuch").is_none() {
        return;
    }
    fs::write(place.at("config"), format!("[database]\npath={}\n", place.at("Maildir").display())).unwrap();
    let notmuch = |arguments: &[&str]| {
        let mut command = place.command("notmuch").unwrap();
        ran(&place, command.args(arguments).env("NOTMUCH_CONFIG", place.at("config")))
    };
    notmuch(&["new"]);
    assert_eq!(notmuch(&["count", WORD]), "0\n");
    fs::create_dir_all(place.at("Maildir/.notmuch/hooks")).unwrap();
    place.script("Maildir/.notmuch/hooks/pre-new", &block("notmuch", "sh"));
    notmuch(&["new"]);
    notmuch(&["reindex", "*"]);
    assert_eq!(notmuch(&["count", WORD]), "1\n");

    // Text that cannot be converted stays as it is, and does not make `notmuch new` fail.
    fs::write(place.at("Maildir/new/2.2.host"), "Subject: new\nContent-Transfer-Encoding: x-no\n\n?\n")
        .unwrap();
    notmuch(&["new"]);
    assert_eq!(notmuch(&["count", "subject:new"]), "1\n");
}

#[test]
fn mu() {
    let place = Place::new();
    if place.command("mu").is_none() {
        return;
    }
    let found = || {
        let output = place.shell(&format!("mu find {WORD}"));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let set_up = place.shell("mu init --quiet --maildir=\"$HOME/Maildir\" && mu index --quiet");
    assert!(set_up.status.success(), "{}", String::from_utf8_lossy(&set_up.stderr));
    assert_eq!(found(), "");
    // mu compares times in whole seconds, so the test waits more than a second.
    sleep(Duration::from_millis(1100));
    place.shell(&block("mu", "sh"));
    assert!(found().contains("Ada"), "{}", found());
}

/// Runs mutt on the Maildir with some settings and keys, on a terminal of its own. Returns whether mutt ended by
/// itself.
fn runs_mutt(place: &Place, settings: &str, keys: &str) -> bool {
    // The host name is set because mutt would otherwise ask the name servers for it.
    let common = "set folder=.\nset wait_key=no\nset charset=utf-8\nset hostname=example.org\n";
    fs::write(place.at("muttrc"), format!("{common}{settings}")).unwrap();
    let keys = format!("push {keys}");
    let mutt = ["mutt", "-F", "muttrc", "-R", "-f", "Maildir", "-e", &keys];
    let (status, shown) = pty::run_for(20, place.dir.path(), &mutt, &place.environment());
    if status != Some(0) {
        println!("mutt ended with {status:?}: {shown}");
    }
    status == Some(0)
}

/// Whether mutt is installed and can run on a terminal on this machine.
fn has_mutt(place: &Place) -> bool {
    if place.command("mutt").is_none() || place.command("timeout").is_none() {
        return false;
    }
    let runs = runs_mutt(place, "", "<quit>");
    if !runs {
        println!("skipped: mutt does not run here");
    }
    runs
}

#[test]
fn mutt_macros_get_the_message_as_it_is_stored() {
    let place = Place::new();
    if !has_mutt(&place) {
        return;
    }
    for (settings, shown) in blocks("mutt", "muttrc").iter().zip([TEXT, "field-raw"]) {
        let settings = settings.replace("| less", "> shown");
        let key = settings.split("pager ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        let settings = format!("set pipe_decode=no\n{settings}");
        assert!(runs_mutt(&place, &settings, &format!("{key}<quit>")));
        assert!(place.text("shown").contains(shown), "{}", place.text("shown"));
    }
}

#[test]
fn mutts_display_filter_repairs_text_that_was_encoded_twice() {
    let place = Place::new();
    if !has_mutt(&place) {
        return;
    }
    let twice = "KÃ¤se fÃ¼r JÃ¶rg, schÃ¶ne GrÃ¼Ã\u{9f}e aus MÃ¼nchen";
    let message = format!("{HEADER}Content-Type: text/plain; charset=utf-8\n\n{twice}\n");
    fs::write(place.at("Maildir/cur/1.1.host:2,S"), message).unwrap();
    let settings = blocks("mutt", "muttrc").remove(2).replace(" evidence\"", " evidence | tee shown\"");
    assert!(runs_mutt(&place, &settings, "<display-message><quit><quit>"));
    let shown = place.text("shown");
    assert!(shown.contains("Käse für Jörg, schöne Grüße aus München"), "{shown}");
}

#[test]
fn git() {
    let place = Place::new();
    if place.command("git").is_none() {
        return;
    }
    let run = |line: &str| {
        let output = place.shell(&format!("{line} 2>&1"));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{line}: {said}");
        said
    };
    run("git init -q repository");
    fs::write(place.at("repository/.gitattributes"), block("git", "gitattributes")).unwrap();
    fs::write(place.at("repository/letter.eml"), letter()).unwrap();
    run("cd repository && git add . && git -c user.name=x -c user.email=x@example.org commit -qm x");
    let config = place.text("repository/.git/config") + &block("git", "gitconfig");
    fs::write(place.at("repository/.git/config"), config).unwrap();
    let (changed, _, _) = encoding_rs::KOI8_R.encode("Привет, мир! Это новое письмо на русском языке.");
    fs::write(place.at("repository/letter.eml"), [HEADER.as_bytes(), b"\n", &*changed, b"\n"].concat())
        .unwrap();
    let lines = block("git", "sh");
    let mut said = lines.lines().map(|line| run(&format!("cd repository && {line}")));
    let difference = said.next().unwrap();
    assert!(
        difference.contains("\n-Привет! Это") && difference.contains("\n+Привет, мир! Это"),
        "{difference}"
    );
    assert!(said.next().unwrap().contains("letter.eml:Привет, мир!"));
    // Text with a doubtful label does not make any command of git fail.
    let doubtful = encoding_rs::WINDOWS_1251.encode("Здравствуйте, это другое письмо.").0;
    let label = b"Subject: x\nContent-Type: text/plain; charset=iso-8859-1\n\n";
    fs::write(place.at("repository/doubtful.eml"), [label, &*doubtful, b"\n"].concat()).unwrap();
    run("cd repository && git add . && git -c user.name=x -c user.email=x@example.org commit -qm y");
    assert!(run("cd repository && git log -p").contains("+Здравствуйте, это другое письмо."));
}

#[test]
fn cron() {
    let place = Place::new();
    let commands: Vec<String> = blocks("cron", "crontab")
        .iter()
        .map(|line| line.trim_end().splitn(6, ' ').last().unwrap().to_owned())
        .collect();
    let [convert, check] = &commands[..] else { panic!("{commands:?}") };
    let before = place.shell(check);
    assert!(before.status.code() == Some(1) && !before.stdout.is_empty());
    assert!(place.shell(convert).status.success());
    assert_converted(&place.text("Maildir/cur/1.1.host:2,S"));
    assert!(fs::read(place.at("Maildir/cur~/1.1.host:2,S")).unwrap() == letter());
    let after = place.shell(check);
    assert!(after.status.success() && after.stdout.is_empty());
}

#[test]
fn a_copy_from_one_imap_server_to_another() {
    let place = Place::new();
    let servers = ["/usr/lib/dovecot/imap", "/usr/libexec/dovecot/imap"];
    let Some(server) = servers.iter().find(|path| Path::new(path).exists()) else {
        println!("skipped: Dovecot is not installed");
        return;
    };
    if place.command("setpriv").is_none() || place.command("python3").is_none() {
        return;
    }
    fs::write(place.at("old.conf"), dovecot(&place)).unwrap();
    fs::create_dir(place.at("New")).unwrap();
    fs::write(place.at("new.conf"), dovecot(&place).replace("/Maildir\n", "/New\n")).unwrap();
    if !give(place.dir.path()) {
        println!("skipped: Dovecot's user is somebody else");
        return;
    }
    let user = AS_NOBODY.join(" ");
    let account =
        |name: &str| format!("env USER=nobody setpriv {user} {server} -c {}", place.at(name).display());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/recipes/imap_copy.py");
    let runs: [(&[&str], &str); 4] = [
        (&["--dry-run"], "INBOX: would copy 1\n"),
        (&[], "INBOX: 1 copied\n"),
        (&[], "INBOX: 0 copied\n"),
        (&["-n"], "INBOX: would copy 0\n"),
    ];
    for (options, copied) in runs {
        let mut python = place.command("python3").unwrap();
        python.arg(&script).args(options);
        python.args([account("old.conf"), account("new.conf"), "INBOX".to_owned()]);
        let output = python.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let failed = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_late = output.status.code() == Some(TIMED_OUT);
        if is_late || !output.status.success() && failed.contains("imaplib") {
            println!("skipped: Dovecot does not run here: {failed}");
            return;
        }
        assert_eq!(said, copied, "{failed}");
    }
    let message = fs::read_dir(place.at("New/cur")).unwrap().next().unwrap().unwrap().path();
    assert!(message.to_str().unwrap().ends_with(":2,S"), "{message:?}");
    let message = fs::read_to_string(message).unwrap();
    assert_converted(&message);
    assert!(message.contains("X-Note: =?utf-8?"), "{message}");
    assert!(fs::read(place.at("Maildir/cur/1.1.host:2,S")).unwrap() == letter());
}
