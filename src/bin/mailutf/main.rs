//! The program `mailutf`.

fn main() {}
