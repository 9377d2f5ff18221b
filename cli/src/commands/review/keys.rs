//! Reads the keys and lines that a person types on the terminal.

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
    /// The maximum time in nanoseconds to wait for the rest of a key that consists of several octets. `SIGNAL` is
    /// the maximum time to wait for a key before checking whether a signal has come.
    const REST: i64 = 20_000_000;
    const SIGNAL: i64 = 500_000_000;

    /// Whether the octets are the first part of a key that consists of several octets. Such a key is an arrow
    /// (ECMA-48, CSI and SS3) or a letter in UTF-8.
    fn is_partial(octets: &[u8]) -> bool {
        match octets {
            [ESCAPE] | [ESCAPE, b'[' | b'O'] => true,
            [ESCAPE, b'[', .., last] => !(0x40..=0x7E).contains(last),
            _ => std::str::from_utf8(octets).is_err_and(|error| error.error_len().is_none()),
        }
    }

    /// The terminal on standard input. A key takes effect at once, without Enter.
    pub(in super::super) struct Terminal {
        usual: Option<Termios>,
        /// Whether a signal has asked the program to end.
        is_stopped: Arc<AtomicBool>,
    }

    impl Terminal {
        /// Prepares the terminal. From this call on, signals that would end the program end only the session, so
        /// that its decisions are saved.
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

        /// If `single` is set, makes keys take effect at once, without being shown, and makes Ctrl-C an ordinary key,
        /// so that decisions can be saved. If `single` is not set, restores the usual setting of the terminal. The
        /// setting stays in effect between questions. So a key that is pressed before a question is not shown either.
        fn set_single(&self, single: bool) {
            let Some(mut modes) = self.usual.clone() else { return };
            if single {
                modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
            }
            // If the terminal does not support this setting, keys take effect at the end of a line. The error is
            // therefore ignored.
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &modes);
        }

        /// Whether standard input can be read within this number of nanoseconds.
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

        /// Returns the next octet, or `None` at the end of input or after a signal. Reading is not buffered, so
        /// that no octet is taken from standard input before it is needed.
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

        /// Returns the next key, or `None` at the end of input or after a signal.
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

        /// Asks a question and returns the line that answers it. The answer is shown while it is typed.
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

    /// The terminal on standard input. A key takes effect when the line is ended with Enter.
    pub(in super::super) struct Terminal;

    impl Terminal {
        pub(in super::super) fn new() -> Result<Self, Error> {
            Ok(Self)
        }

        /// Returns the next key, or `None` at the end of input.
        pub(in super::super) fn key(&mut self) -> io::Result<Option<char>> {
            let mut octet = [0];
            loop {
                match io::stdin().lock().read(&mut octet)? {
                    1 if matches!(octet[0], b'\r' | b'\n') => {}
                    read => return Ok((read == 1).then(|| char::from(octet[0]))),
                }
            }
        }

        /// Asks a question and returns the line that answers it. The answer is shown while it is typed.
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
