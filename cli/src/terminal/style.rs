//! Colors of the output. They depend on `--color`, on environment variables (NO_COLOR, CLICOLOR, CLICOLOR_FORCE and
//! TERM, as anstream reads them), and on whether the stream is a terminal.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use mailutf::Severity;
use std::fmt::Display;
use std::io;

/// The choice of `--color`.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR or TERM=dumb is set; always if CLICOLOR_FORCE is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Applies the choice to all streams of the program.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::AlwaysAnsi,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const OLD: Style = AnsiColor::Red.on_default();
pub(crate) const NEW: Style = AnsiColor::Green.on_default();
pub(crate) const PLACE: Style = AnsiColor::Cyan.on_default();
pub(crate) const MATCH: Style = AnsiColor::Red.on_default().bold();
pub(crate) const FAILURE: Style = AnsiColor::Red.on_default().bold();

/// Returns the style of a finding with this severity.
pub(crate) fn of(severity: Severity) -> Style {
    match severity {
        Severity::Note => AnsiColor::Blue.on_default(),
        Severity::Guess => AnsiColor::Yellow.on_default(),
        Severity::Lossy => AnsiColor::Magenta.on_default(),
        _ => AnsiColor::Red.on_default(),
    }
}

/// Whether a stream is colored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(bool);

impl Paint {
    pub(crate) fn output() -> Self {
        Self(AutoStream::choice(&io::stdout()) != ColorChoice::Never)
    }

    pub(crate) fn errors() -> Self {
        Self(AutoStream::choice(&io::stderr()) != ColorChoice::Never)
    }

    pub(crate) const fn is_colored(self) -> bool {
        self.0
    }

    /// Returns the escape sequences to write before and after octets in this style.
    pub(crate) fn around(self, style: Style) -> (impl Display, impl Display) {
        let style = if self.0 { style } else { Style::new() };
        (style.render(), style.render_reset())
    }

    pub(crate) fn paint(self, style: Style, text: impl Display) -> String {
        let (start, end) = self.around(style);
        format!("{start}{text}{end}")
    }
}
