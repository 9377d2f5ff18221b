//! A session on a terminal: a key for each group.

use super::proposal::{Proposal, Proposals, counted, lines};
use crate::terminal::escape::Escaped;
use crate::terminal::style::{HEADING, NEW, OLD, Paint};
use mailutf::Error;
use mailutf::census::Doubts;
use mailutf::charset::Charset;
use std::io::{self, BufRead, Read, Write};

/// The least share of a group's texts that agree, and the least number of its texts, with which `a` accepts it.
const AGREEMENT: f64 = 0.99;
const TEXTS: u64 = 5;

const KEYS: &str = "(y)es (n)o, as labelled (c)harset (s)plit by year (l)ater (a)ll such above 99 % (m)ore (b)ack (?) (q)uit and save";
const HELP: &str = "\
y  read the texts of the group as they likely are
n  read them as they are labelled
c  read them in a charset that you name
s  decide each year by itself
l  decide later: the group is shown again in the next run
a  accept this group and all that follow of which at least 5 texts, and 99 % of all, agree
m  show all samples, with their messages
b  take the last decision back
q  save the decisions, and end";

/// Where keys come from.
pub(super) trait Keys {
    /// The next key; `None` at the end of input.
    fn key(&mut self) -> io::Result<Option<char>>;
    /// A line, which is shown while it is typed.
    fn line(&mut self) -> io::Result<String>;
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
        show(&proposal, at, open.len(), 1, output)?;
        loop {
            write!(output, "{KEYS} ")?;
            output.flush()?;
            let key = keys.key()?.unwrap_or('q').to_ascii_lowercase();
            writeln!(output, "{}", Escaped(key.to_string().as_bytes()))?;
            let decide = |read: &str| proposal.rule(read);
            let rule = match key {
                'y' => match proposal.likely() {
                    Some(likely) => decide(&likely),
                    None => {
                        writeln!(output, "nothing is known of the charset; name one with c")?;
                        continue;
                    }
                },
                'n' => decide("label"),
                'c' => match charset(keys, output)? {
                    Some(charset) => decide(&charset.name().to_ascii_lowercase()),
                    None => continue,
                },
                'l' => {
                    at += 1;
                    continue 'groups;
                }
                's' => {
                    // A rule can name no day of a message without a date.
                    let mut years = doubts.by_year(&proposal.group);
                    years.retain(|group| group.years.is_some());
                    if proposal.years.is_some() || years.len() < 2 {
                        writeln!(output, "the texts are of one year")?;
                        continue;
                    }
                    let years = years.into_iter().map(|group| Proposal { years: group.years, group });
                    drop(open.splice(at..=at, years));
                    continue 'groups;
                }
                'a' => {
                    let is_such = |proposal: &Proposal| {
                        proposal.group.agreement() >= AGREEMENT
                            && proposal.group.texts >= TEXTS
                            && !proposal.group.is_against_others
                    };
                    let such = open.iter().enumerate().skip(at).filter(|(_, proposal)| is_such(proposal));
                    let such: Vec<(usize, String)> = such
                        .filter_map(|(number, proposal)| Some((number, proposal.rule(&proposal.likely()?))))
                        .collect();
                    writeln!(output, "accepted {}", counted(such.len() as u64, "group"))?;
                    let left = |number: &usize| such.iter().all(|(accepted, _)| accepted != number);
                    let rest: Vec<Proposal> = (at..open.len())
                        .filter(left)
                        .filter_map(|number| open.get(number).cloned())
                        .collect();
                    rules.extend(such.into_iter().map(|(_, rule)| (at, rule)));
                    open.truncate(at);
                    open.extend(rest);
                    continue 'groups;
                }
                'm' => {
                    show(&proposal, at, open.len(), usize::MAX, output)?;
                    continue;
                }
                'b' => {
                    match rules.pop() {
                        Some((place, _)) => at = place,
                        None => writeln!(output, "nothing was decided yet")?,
                    }
                    continue 'groups;
                }
                'q' | '\u{3}' | '\u{4}' => break 'groups,
                _ => {
                    writeln!(output, "{HELP}")?;
                    continue;
                }
            };
            rules.push((at, rule));
            at += 1;
            continue 'groups;
        }
    }
    Ok(rules.into_iter().map(|(_, rule)| rule).collect())
}

/// The charset that is named on a line; `None`, with a sentence, if there is none of that name.
fn charset(keys: &mut impl Keys, output: &mut impl Write) -> io::Result<Option<Charset>> {
    write!(output, "charset: ")?;
    output.flush()?;
    let name = keys.line()?;
    let charset = Charset::for_name(name.trim());
    if charset.is_none() {
        writeln!(output, "unknown charset; `mailutf charsets` lists all of them")?;
    }
    Ok(charset)
}

/// Shows a group, with this number of samples.
fn show(
    proposal: &Proposal,
    at: usize,
    all: usize,
    samples: usize,
    output: &mut impl Write,
) -> io::Result<()> {
    let paint = Paint::output();
    writeln!(output, "\n{}", paint.paint(HEADING, format!("[{}/{all}] {}", at + 1, proposal.title())))?;
    for sample in proposal.group.samples.iter().take(samples) {
        if samples > 1 {
            let id = Escaped(&sample.message_id).to_string();
            let file = sample.origin.file.as_deref().map(|file| file.to_string_lossy().into_owned());
            writeln!(output, "   {}  {id}", Escaped(file.unwrap_or_default().as_bytes()))?;
        }
        let [label, likely] = lines(sample);
        writeln!(output, "   {}", paint.paint(OLD, label))?;
        if proposal.group.likely.is_some() {
            writeln!(output, "   {}", paint.paint(NEW, likely))?;
        }
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
        Self {
            #[cfg(unix)]
            usual: rustix::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Keys that count at once and are not shown; Ctrl-C is a key, too, so that decisions are saved.
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
        self.set_single(true);
        let mut octet = [0];
        let read = loop {
            match io::stdin().lock().read(&mut octet)? {
                1 if matches!(octet[0], b'\r' | b'\n') && cfg!(not(unix)) => {}
                read => break read,
            }
        };
        self.set_single(false);
        Ok((read == 1).then(|| char::from(octet[0])))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line)?;
        Ok(line)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.set_single(false);
    }
}
