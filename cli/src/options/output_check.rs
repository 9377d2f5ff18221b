//! Guarantee G28 (docs/guarantees.md): before anything is written, refuses outputs that would overwrite an input or
//! each other.

use super::outputs::{ForceArgs, SideOutput};
use super::rewriting::RewriteArgs;
use crate::input::file_id::{FileId, are_one, canonical};
use crate::input::{is_standard_input, name};
use crate::inspection::holds_mail::holds_mail;
use crate::output::is_standard_output;
use crate::report::manifest;
use crate::terminal::shell_word;
use mailutf::Error;
#[cfg(unix)]
use mailutf::internal::{is_maildir, refuse_among_messages, refuse_temporary_name};
use mailutf::mailbox::compressed::decompressed;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The names that are tried for a new output file contain a number from 2 on. All of these numbers are below this one.
const TRIED: u32 = 100;

/// Checks the outputs of a run before anything is written. The outputs are the file of `-o FILE` or the `targets` of
/// `-o DIRECTORY` (one target for each input), and the files of `--report` and `--manifest`.
///
/// # Errors
/// Fails if an output collides with an input or with another output; the error names both. Also fails if the mail of a
/// file would be written twice, if an output would replace mail without --force, or if the output may not be written to
/// its place, for example among the messages of a Maildir.
pub(crate) fn check(args: &RewriteArgs, targets: &[PathBuf]) -> Result<(), Error> {
    if targets.is_empty() && !args.is_in_place() && !args.dry_run {
        refuse_twice(&args.paths)?;
    }
    let output = args.output.as_deref().filter(|_| targets.is_empty());
    let (records, printed): (Vec<_>, Vec<_>) =
        args.records().partition(|(_, path)| !is_standard_output(path));
    if output.is_none() && records.is_empty() && targets.is_empty() {
        return Ok(());
    }
    let sources = Sources::of(args.paths.iter().map(PathBuf::as_path).chain(args.list()));
    if let [(record, _), ..] = *printed
        && let Some(output) = output.filter(|output| receives_standard_output(output))
    {
        let why = format!("standard output already receives the {record}; name another file for one of them");
        return Err(refused(output, why));
    }
    for path in output.into_iter().chain(records.iter().map(|(_, path)| *path)) {
        #[cfg(unix)]
        refuse_temporary_name(path)?;
        sources.refuse_output(path)?;
    }
    #[cfg(unix)]
    for (target, _) in targets.iter().zip(&args.paths).filter(|(_, input)| !input.is_dir()) {
        refuse_among_messages(target)?;
        if target.parent().is_some_and(is_maildir) {
            let why = "this name is inside a Maildir, where no mail program would show the file; name a file or a \
                       directory elsewhere";
            return Err(refused(target, why));
        }
    }
    let places = distinct(targets, &args.paths)?;
    sources.refuse_targets(&places)?;
    output
        .into_iter()
        .chain(targets.iter().map(PathBuf::as_path))
        .try_for_each(|output| refuse_mail(output, args.force))?;
    if let [(one, path), (other, second)] = *records
        && are_one(path, second)
    {
        let (one, other) = (one.option(), other.option());
        return Err(refused(path, format!("--{one} and --{other} name the same file")));
    }
    records.iter().try_for_each(|&(record, path)| check_record(args, output, &places, record, path))
}

/// Checks the main output of a command that reads `inputs` and writes one file.
///
/// # Errors
/// Fails if [`Sources::refuse_output`] refuses the output, if the output is mail and --force is not given, or if
/// the output has the name of a temporary file.
pub(crate) fn check_file(output: &Path, force: ForceArgs, inputs: &[PathBuf]) -> Result<(), Error> {
    refuse_inputs(output, inputs)?;
    refuse_mail(output, force)
}

/// Checks a file that a command writes in addition to its main output.
///
/// # Errors
/// Fails if [`Sources::refuse_output`] refuses the file, if the file already exists and is not of the kind `side`,
/// or if the file has the name of a temporary file.
pub(crate) fn check_side(side: SideOutput, output: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    refuse_inputs(output, inputs)?;
    refuse_another_kind(side, output)
}

fn refuse_inputs(output: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    #[cfg(unix)]
    refuse_temporary_name(output)?;
    Sources::of(inputs.iter().map(PathBuf::as_path)).refuse_output(output)
}

/// Fails if a main output would replace mail, unless --force is given. The check is also needed for a run without a
/// named input, such as `while read -r name; do mailutf normalize -o "$name"; done`. There, standard input is a
/// list of names, and each output is one of the files in the list.
fn refuse_mail(output: &Path, force: ForceArgs) -> Result<(), Error> {
    if force.is_given() || receives_standard_output(output) || !holds_mail(output) {
        return Ok(());
    }
    let why = format!(
        "this file is mail, and would be replaced. To keep it, write to another file: `-o {}`. If it is the \
         output of an earlier run, use --force to replace it. (If you wrote a pattern such as *.eml after -o, \
         the shell replaced the pattern by the names of existing files)",
        shell_word(&free_name(output).unwrap_or_else(|| PathBuf::from("NEW")))
    );
    Err(refused(output, why))
}

/// Returns a name that is not taken and resembles the name of the output.
fn free_name(output: &Path) -> Option<PathBuf> {
    let stem = output.file_stem()?;
    let numbered = |number: u32| {
        let mut name = stem.to_owned();
        name.push(format!("-{number}"));
        if let Some(extension) = output.extension() {
            name.push(".");
            name.push(extension);
        }
        output.with_file_name(name)
    };
    (2..TRIED).map(numbered).find(|path| path.symlink_metadata().is_err())
}

/// Fails if `path` is an existing file that is not of the kind of this side output.
fn refuse_another_kind(side: SideOutput, path: &Path) -> Result<(), Error> {
    if path.is_file() && !receives_standard_output(path) && !is_of(side, path).unwrap_or(true) {
        let why = format!("this file is not a {side}; name another file, or move this file away");
        return Err(refused(path, why));
    }
    Ok(())
}

/// Checks the file `path` to which `--report` or `--manifest` writes.
fn check_record(
    args: &RewriteArgs,
    output: Option<&Path>,
    targets: &HashMap<PathBuf, &Path>,
    record: SideOutput,
    path: &Path,
) -> Result<(), Error> {
    if args.writes_standard_output() && receives_standard_output(path) {
        return Err(refused(
            path,
            "standard output already receives the messages or the diff; name another file",
        ));
    }
    if output.is_some_and(|output| are_one(output, path)) {
        return Err(refused(path, format!("-o and --{} name the same file", record.option())));
    }
    if let Some(input) = canonical(path).ancestors().find_map(|above| targets.get(above)) {
        let why = format!(
            "the converted form of {} is written there; name another file for --{}",
            name(input),
            record.option()
        );
        return Err(refused(path, why));
    }
    refuse_another_kind(record, path)
}

/// Returns the error for an output that must not be written.
pub(crate) fn refused(output: &Path, why: impl Into<String>) -> Error {
    Error::refused("write to it", output, why)
}

/// Whether `path` is the file or pipe to which standard output goes.
fn receives_standard_output(path: &Path) -> bool {
    FileId::of(path).is_some_and(|id| FileId::standard_output() == Some(id))
}

/// All inputs, including the file of `--files-from` that lists the other inputs. `files` finds an input by its
/// identity, and `places` finds an input by its path.
struct Sources<'a> {
    files: HashMap<FileId, &'a Path>,
    places: HashMap<PathBuf, &'a Path>,
}

impl<'a> Sources<'a> {
    fn of(paths: impl Iterator<Item = &'a Path>) -> Self {
        let mut sources = Self { files: HashMap::new(), places: HashMap::new() };
        for path in paths {
            let is_stream = is_standard_input(path);
            let id = if is_stream { FileId::standard_input() } else { FileId::of(path) };
            if let Some(id) = id {
                sources.files.entry(id).or_insert(path);
            }
            if !is_stream {
                sources.places.entry(canonical(path)).or_insert(path);
            }
        }
        sources
    }

    /// Fails if the output is an input. Also fails if the output lies inside a directory that is an input, unless
    /// [`may_stand_in_a_tree`] allows its place.
    fn refuse_output(&self, output: &Path) -> Result<(), Error> {
        if let Some(input) = FileId::of(output).and_then(|id| self.files.get(&id)) {
            return Err(refused(output, same_as(output, input)));
        }
        let place = canonical(output);
        match place.ancestors().find_map(|above| self.places.get(above)) {
            Some(tree) if !may_stand_in_a_tree(&place) => {
                let why = format!("it is inside {}, which is an input; name a file elsewhere", name(tree));
                Err(refused(output, why))
            }
            _ => Ok(()),
        }
    }

    /// Fails if a target is an input, contains an input, or lies inside an input.
    fn refuse_targets(&self, targets: &HashMap<PathBuf, &Path>) -> Result<(), Error> {
        const WHY: &str = "an input would be overwritten; choose another directory, or use --in-place";
        let over =
            targets.keys().find(|target| target.ancestors().any(|above| self.places.contains_key(above)));
        let mut places = self.places.keys();
        let over = over.or_else(|| {
            places.find_map(|place| {
                place.ancestors().find_map(|above| targets.get_key_value(above).map(|(target, _)| target))
            })
        });
        over.map_or(Ok(()), |target| Err(refused(target, WHY)))
    }
}

/// Resolves all links in the targets, and returns each target with its input. Fails if two targets are equal or one
/// lies inside another.
fn distinct<'a>(targets: &[PathBuf], inputs: &'a [PathBuf]) -> Result<HashMap<PathBuf, &'a Path>, Error> {
    let mut places = HashMap::new();
    for (target, input) in targets.iter().zip(inputs) {
        if let Some(other) = places.insert(canonical(target), input.as_path()) {
            return Err(refused(target, both(other, input)));
        }
    }
    for (place, input) in &places {
        if let Some(other) = place.ancestors().skip(1).find_map(|above| places.get(above)) {
            return Err(refused(place, both(other, input)));
        }
    }
    Ok(places)
}

/// Fails if a file is named twice, because its mail would be written twice into the same output.
fn refuse_twice(inputs: &[PathBuf]) -> Result<(), Error> {
    let mut places = HashMap::new();
    for input in inputs.iter().filter(|input| input.is_file()) {
        if let Some(other) = places.insert(canonical(input), input) {
            let why = match other == input {
                true => "it is named twice".to_owned(),
                false => format!("it is also named as {}", name(other)),
            };
            return Err(Error::refused("write the mail of this file twice", input, why));
        }
    }
    Ok(())
}

fn both(one: &Path, other: &Path) -> String {
    if one == other {
        return format!("{} is named twice", name(one));
    }
    format!(
        "{} and {} would both be written there; use a separate directory for each",
        name(one),
        name(other)
    )
}

fn same_as(output: &Path, input: &Path) -> String {
    if output == input {
        "it is also an input".to_owned()
    } else {
        format!("it is also an input, as {}", name(input))
    }
}

/// Whether a side output may be written to `place`, which is inside a directory of mail. `place` must not be
/// among the messages of a Maildir. In addition, either there is no file at `place`, or the file is a side output
/// of an earlier run.
fn may_stand_in_a_tree(place: &Path) -> bool {
    #[cfg(unix)]
    if refuse_among_messages(place).is_err() {
        return false;
    }
    let is_old = SideOutput::ALL.iter().any(|side| is_of(*side, place).unwrap_or(false));
    fs::symlink_metadata(place).is_err() || is_old
}

/// The number of octets at the start of a file that tell its kind.
const START: usize = manifest::START.len();

/// Whether a file starts like a side output of this kind, or is empty.
fn is_of(side: SideOutput, path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    decompressed(File::open(path)?)?.0.take(START as u64).read_to_end(&mut start)?;
    Ok(side.may_replace(&start))
}
