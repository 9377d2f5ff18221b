//! A second opinion: `mail-parser`, which shares no code with us, re-reads what we wrote.
