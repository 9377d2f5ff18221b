//! Keys and lines that a person types on the terminal.

#[cfg(not(unix))]
pub(super) use elsewhere::Terminal;
#[cfg(unix)]
pub(super) use unix::Terminal;

#[cfg(unix)]
mod unix {
    use mailutf::Error;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::io::{self, Write};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// The first octet of a key that is not a character, such as an arrow key.
    const ESCAPE: u8 = 0x1B;
    /// The longest time to wait for the rest of such a key, and the longest time for which a signal is overlooked, in
    /// nanoseconds.
    const REST: i64 = 20_000_000;
    const SIGNAL: i64 = 500_000_000;

    /// Whether these are the first octets of a key: of an arrow (ECMA-48, CSI and SS3), or of a letter in UTF-8.
    fn is_partial(octets: &[u8]) -> bool {
        match octets {
            [ESCAPE] | [ESCAPE, b'[' | b'O'] => true,
            [ESCAPE, b'[', .., last] => !(0x40..=0x7E).contains(last),
            _ => std::str::from_utf8(octets).is_err_and(|error| error.error_len().is_none()),
        }
    }

    /// The terminal on standard input. A key takes effect at once.
    pub(in super::super) struct Terminal {
        usual: Option<Termios>,
        /// Whether a signal asks the program to end.
        is_stopped: Arc<AtomicBool>,
    }

    impl Terminal {
        /// From here on, signals that end a program end the session, so that its decisions are saved.
        pub(in super::super) fn new() -> Result<Self, Error> {
            let is_stopped = Arc::new(AtomicBool::new(false));
            for signal in [SIGHUP, SIGINT, SIGTERM] {
                signal_hook::flag::register(signal, Arc::clone(&is_stopped))
                    .map_err(|error| Error::new("handle signals", None, error))?;
            }
            let terminal = Self { usual: tcgetattr(io::stdin()).ok(), is_stopped };
            terminal.set_single(true);
            Ok(terminal)
        }

        /// Makes keys take effect at once, without being shown. Ctrl-C is a key, too, so that decisions are saved. The
        /// setting holds from the first question on, so that a key that is pressed early is not shown either.
        fn set_single(&self, single: bool) {
            let Some(mut modes) = self.usual.clone() else { return };
            if single {
                modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
            }
            // A terminal that does not support this waits for the end of a line.
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &modes);
        }

        /// Whether something can be read within this number of nanoseconds.
        fn is_ready(nanoseconds: i64) -> io::Result<bool> {
            let stdin = io::stdin();
            let mut waits = [PollFd::new(&stdin, PollFlags::IN)];
            let time = Timespec { tv_sec: 0, tv_nsec: nanoseconds };
            match poll(&mut waits, Some(&time)) {
                Ok(ready) => Ok(ready > 0),
                Err(rustix::io::Errno::INTR) => Ok(false),
                Err(error) => Err(error.into()),
            }
        }

        /// The next octet; `None` at the end of input. Reading is not buffered, so that no octet is taken before it is
        /// needed.
        fn octet(&self) -> io::Result<Option<u8>> {
            while !Self::is_ready(SIGNAL)? {
                if self.is_stopped.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            let mut octet = [0];
            let read = rustix::io::read(io::stdin(), &mut octet)?;
            Ok((read == 1).then_some(octet[0]))
        }

        /// The next key; `None` at the end of input.
        pub(in super::super) fn key(&mut self) -> io::Result<Option<char>> {
            let Some(first) = self.octet()? else { return Ok(None) };
            let mut octets = vec![first];
            while is_partial(&octets) && Self::is_ready(REST)? {
                let Some(octet) = self.octet()? else { break };
                octets.push(octet);
            }
            let key = std::str::from_utf8(&octets).ok().and_then(|key| key.chars().next());
            Ok(Some(key.unwrap_or(char::REPLACEMENT_CHARACTER)))
        }

        /// The line that answers a question; it is shown while it is typed.
        pub(in super::super) fn line(
            &mut self,
            question: &str,
            output: &mut impl Write,
        ) -> io::Result<String> {
            self.set_single(false);
            write!(output, "{question}")?;
            output.flush()?;
            let mut line = Vec::new();
            let read = loop {
                match self.octet() {
                    Ok(Some(b'\n') | None) => break Ok(()),
                    Ok(Some(octet)) => line.push(octet),
                    Err(error) => break Err(error),
                }
            };
            self.set_single(true);
            read.map(|()| String::from_utf8_lossy(&line).into_owned())
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            self.set_single(false);
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use mailutf::Error;
    use std::io::{self, BufRead, Read, Write};

    /// The terminal on standard input. A key takes effect at the end of its line.
    pub(in super::super) struct Terminal;

    impl Terminal {
        pub(in super::super) fn new() -> Result<Self, Error> {
            Ok(Self)
        }

        /// The next key; `None` at the end of input.
        pub(in super::super) fn key(&mut self) -> io::Result<Option<char>> {
            let mut octet = [0];
            loop {
                match io::stdin().lock().read(&mut octet)? {
                    1 if matches!(octet[0], b'\r' | b'\n') => {}
                    read => return Ok((read == 1).then(|| char::from(octet[0]))),
                }
            }
        }

        /// The line that answers a question; it is shown while it is typed.
        pub(in super::super) fn line(
            &mut self,
            question: &str,
            output: &mut impl Write,
        ) -> io::Result<String> {
            write!(output, "{question}")?;
            output.flush()?;
            let mut line = String::new();
            io::stdin().lock().read_line(&mut line)?;
            Ok(line)
        }
    }
}
