//! A session on a terminal: a key for each group.

use super::proposal::{Decision, Proposal, Proposals, counted};
use crate::terminal::escape::Escaped;
use crate::terminal::style::{HEADING, NEW, OLD, Paint};
use mailutf::Error;
use mailutf::census::Doubts;
use mailutf::charset::Charset;
use mailutf::rules::Rules;
use std::cmp::Reverse;
use std::io::{self, BufRead, Read, Write};

const KEYS: &str = "(y)es (n)o, as labelled (c)harset… (u)ndo… (e)ach by its letters (s)plit by year (l)ater (a)ll such above 99 % \
    (m)ore (b)ack (?) (q)uit and save";
const HELP: &str = "\
y  read the texts of the group as they likely are
n  read them as they are labelled
c  read them in a charset that you name
u  undo wrong decodings that you name, such as windows-1252 > utf-8
e  read each as its letters show, where they show it, and the others as they are labelled
s  decide each year by itself
l  decide later: the group is shown again in the next run
a  list this group and all that follow of which at least 5 texts, and 99 % of all, agree, and accept them, or all but some
m  show all samples, with their messages
b  take the last decision back
q  save the decisions, and end";

/// Where keys come from.
pub(super) trait Keys {
    /// The next key; `None` at the end of input.
    fn key(&mut self) -> io::Result<Option<char>>;
    /// The line that answers a question; it is shown while it is typed.
    fn line(&mut self, question: &str, output: &mut impl Write) -> io::Result<String>;
}

/// Shows the proposals and returns the rules that were decided.
pub(super) fn run(doubts: &Doubts, proposals: Proposals, keys: &mut impl Keys) -> Result<Vec<String>, Error> {
    let mut output = io::stdout().lock();
    decided(doubts, proposals, keys, &mut output).map_err(|error| Error::new("read", None, error))
}

fn decided(
    doubts: &Doubts,
    proposals: Proposals,
    keys: &mut impl Keys,
    output: &mut impl Write,
) -> io::Result<Vec<String>> {
    writeln!(output, "{}", proposals.summary())?;
    let mut open = proposals.all;
    // The rules, and the place of the group of each.
    let mut rules: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    'groups: while let Some(proposal) = open.get(at).cloned() {
        show(&proposal, at, open.len(), output)?;
        loop {
            let decision = match pressed(KEYS, keys, output)? {
                'y' => match proposal.likely() {
                    Some(likely) => likely,
                    None => {
                        writeln!(output, "nothing is known of the charset; name one with c")?;
                        continue;
                    }
                },
                'n' => Decision::Labelled,
                'e' => Decision::Evidence(Vec::new()),
                'c' => match charset(keys, output)? {
                    Some(charset) => Decision::In(charset.name().to_ascii_lowercase()),
                    None => continue,
                },
                'u' => match pairs(&proposal, keys, output)? {
                    Some(pairs) => Decision::Undo(pairs),
                    None => continue,
                },
                'l' => {
                    at += 1;
                    continue 'groups;
                }
                's' => {
                    let years = doubts.by_year(&proposal.group);
                    if years.len() < 2 {
                        writeln!(output, "the texts are of one year")?;
                        continue;
                    }
                    drop(open.splice(at..=at, years.into_iter().map(|group| Proposal { group })));
                    continue 'groups;
                }
                'a' => {
                    let (such, others): (Vec<_>, Vec<_>) =
                        open.split_off(at).into_iter().partition(Proposal::is_clear);
                    let accepted = accepted(&such, keys, output)?;
                    open.extend(others);
                    for (number, proposal) in (1..).zip(such) {
                        match proposal.likely().filter(|_| accepted.contains(&number)) {
                            Some(likely) => rules.push((at, proposal.rule(&likely))),
                            None => open.push(proposal),
                        }
                    }
                    // Those that were not accepted are where they were.
                    open.get_mut(at..)
                        .into_iter()
                        .for_each(|open| open.sort_by_key(|one| Reverse(one.group.texts)));
                    continue 'groups;
                }
                'm' => {
                    for line in proposal.samples(usize::MAX) {
                        writeln!(output, "   {line}")?;
                    }
                    continue;
                }
                'b' => {
                    match rules.pop() {
                        Some((place, _)) => at = place,
                        None => writeln!(output, "nothing was decided yet")?,
                    }
                    continue 'groups;
                }
                'q' => break 'groups,
                _ => {
                    writeln!(output, "{HELP}")?;
                    continue;
                }
            };
            rules.push((at, proposal.rule(&decision)));
            at += 1;
            continue 'groups;
        }
    }
    Ok(rules.into_iter().map(|(_, rule)| rule).collect())
}

/// The key that is pressed; `q` for Ctrl-C, Ctrl-D and the end of input.
fn pressed(question: &str, keys: &mut impl Keys, output: &mut impl Write) -> io::Result<char> {
    write!(output, "{question} ")?;
    output.flush()?;
    let key = keys.key()?.unwrap_or('q').to_ascii_lowercase();
    writeln!(output, "{}", Escaped(key.to_string().as_bytes()))?;
    Ok(if matches!(key, '\u{3}' | '\u{4}') { 'q' } else { key })
}

/// Lists groups, each with a text as it likely is, and asks which of them are accepted. Returns their numbers.
fn accepted(such: &[Proposal], keys: &mut impl Keys, output: &mut impl Write) -> io::Result<Vec<usize>> {
    let paint = Paint::output();
    for (number, proposal) in (1..).zip(such) {
        writeln!(output, "{number}  {}", proposal.title())?;
        for line in proposal.samples(1).into_iter().skip(1).take(1) {
            writeln!(output, "   {}", paint.paint(NEW, line))?;
        }
    }
    if such.is_empty() {
        writeln!(output, "in no group do enough texts agree")?;
        return Ok(Vec::new());
    }
    let question = format!("accept {}? (y)es (n)o (w)ithout…", counted(such.len() as u64, "group"));
    match pressed(&question, keys, output)? {
        'y' => Ok((1..=such.len()).collect()),
        'w' => {
            let line = keys.line("without the numbers: ", output)?;
            let without = numbers(&line, such.len());
            if without.is_none() {
                writeln!(output, "expected numbers of the list, such as 3 7-9; none was accepted")?;
            }
            let without = without.unwrap_or_else(|| (1..=such.len()).collect());
            Ok((1..=such.len()).filter(|number| !without.contains(number)).collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// The numbers on a line, such as `3 7-9`, from one to `most`; `None` if it has something else.
fn numbers(line: &str, most: usize) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in line.split([' ', ',', '\n', '\r']).filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first == 0 || last > most {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// The wrong decodings that are named on a line; `None`, with what was expected, if a rule could not have them.
fn pairs(
    proposal: &Proposal,
    keys: &mut impl Keys,
    output: &mut impl Write,
) -> io::Result<Option<Vec<String>>> {
    let line = keys.line("undo: ", output)?;
    let pairs: Vec<String> = line.split(',').map(|pair| pair.trim().to_owned()).collect();
    let rule = proposal.rule(&Decision::Undo(pairs.clone()));
    match Rules::parse(&format!("version = 1\n{rule}")) {
        Ok(_) => Ok(Some(pairs)),
        Err(mistakes) => {
            let what = mistakes.0.first().map(|mistake| mistake.what.clone()).unwrap_or_default();
            writeln!(output, "{}", Escaped(what.as_bytes()))?;
            Ok(None)
        }
    }
}

/// The charset that is named on a line; `None`, with a sentence, if there is none of that name.
fn charset(keys: &mut impl Keys, output: &mut impl Write) -> io::Result<Option<Charset>> {
    let name = keys.line("charset: ", output)?;
    let charset = Charset::for_name(name.trim());
    if charset.is_none() {
        writeln!(output, "unknown charset; `mailutf charsets` lists all of them")?;
    }
    Ok(charset)
}

/// Shows a group, with a sample.
fn show(proposal: &Proposal, at: usize, all: usize, output: &mut impl Write) -> io::Result<()> {
    let paint = Paint::output();
    writeln!(output, "\n{}", paint.paint(HEADING, format!("[{}/{all}] {}", at + 1, proposal.title())))?;
    for line in proposal.samples(1) {
        let style = if line.starts_with("likely") { NEW } else { OLD };
        writeln!(output, "   {}", paint.paint(style, line))?;
    }
    Ok(())
}

/// The terminal on standard input. On Unix, a key counts at once; elsewhere with the line.
pub(super) struct Terminal {
    #[cfg(unix)]
    usual: Option<rustix::termios::Termios>,
}

impl Terminal {
    pub(super) fn new() -> Self {
        let terminal = Self {
            #[cfg(unix)]
            usual: rustix::termios::tcgetattr(io::stdin()).ok(),
        };
        terminal.set_single(true);
        terminal
    }

    /// Keys that count at once and are not shown; Ctrl-C is a key, too, so that decisions are saved. It holds from the first question
    /// on, so that a key that is pressed early is not shown either.
    #[cfg(unix)]
    fn set_single(&self, single: bool) {
        use rustix::termios::{LocalModes, OptionalActions, tcsetattr};
        let Some(mut modes) = self.usual.clone() else { return };
        if single {
            modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        }
        // A terminal that cannot do so waits for the end of a line.
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &modes);
    }

    #[cfg(not(unix))]
    fn set_single(&self, _single: bool) {}
}

impl Keys for Terminal {
    fn key(&mut self) -> io::Result<Option<char>> {
        let mut octet = [0];
        let read = loop {
            match io::stdin().lock().read(&mut octet)? {
                1 if matches!(octet[0], b'\r' | b'\n') && cfg!(not(unix)) => {}
                read => break read,
            }
        };
        Ok((read == 1).then(|| char::from(octet[0])))
    }

    fn line(&mut self, question: &str, output: &mut impl Write) -> io::Result<String> {
        self.set_single(false);
        write!(output, "{question}")?;
        output.flush()?;
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        self.set_single(true);
        read.map(|_| line)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.set_single(false);
    }
}
