//! Checks that the picture in README.md is the one that the program shows on a terminal.

use super::pty;
use anstyle_svg::Term;
use std::fs;
use std::path::Path;

/// The number of columns of the terminal.
const COLUMNS: u16 = 90;

/// With `UPDATE_GOLDEN=1`, the test writes the picture instead of comparing it. Look at the picture before you
/// commit it.
#[test]
fn the_picture_shows_the_output_of_inspect() {
    let project = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let args = ["inspect", "corpus/raw/raw-by-body.eml"];
    let (status, shown) = pty::run(COLUMNS, project, &args, &[]);
    assert_eq!(status, Some(0), "{shown}");
    let screen = format!("\u{1b}[1m$ mailutf {}\u{1b}[0m\n{shown}", args.join(" "));
    let picture = Term::new().render_svg(&screen);
    let path = project.join("docs/inspect.svg");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, picture).unwrap();
    } else {
        assert!(fs::read_to_string(&path).unwrap_or_default() == picture, "the picture differs: {screen}");
    }
}
