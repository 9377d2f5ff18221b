//! A release needs more than code: a single address for the project, licences, and workflows whose steps exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text files of the project in which its address can occur, with their names.
fn texts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut todo = vec![root().to_path_buf()];
    while let Some(directory) = todo.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
            let above = name.split('/').next().unwrap();
            // Leaves out files that are built or installed, and mail.
            if matches!(above, ".git" | ".venv" | "target" | "corpus" | "fuzz") || path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                todo.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                found.push((name, text));
            }
        }
    }
    found
}

/// The words of `text` that begin with `start`. A word ends at a character that ends an address in Markdown, TOML,
/// YAML or a shell.
fn words<'t>(text: &'t str, start: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(start).map(|(at, _)| {
        let rest = &text[at..];
        let end = rest.find(|c: char| c.is_whitespace() || "\"'`<>()[]{},;\\*".contains(c));
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn one_address_is_used_everywhere() {
    let address = env!("CARGO_PKG_REPOSITORY");
    let texts = texts();
    let mut named = BTreeSet::new();
    for (name, text) in &texts {
        for start in ["https://", "http://"] {
            for found in words(text, start).filter(|found| found.contains("mailutf")) {
                let is_ours =
                    found.strip_prefix(address).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
                let is_of_a_registry = ["https://docs.rs/mailutf", "https://crates.io/", "https://pypi.org/"]
                    .iter()
                    .any(|registry| found.starts_with(registry));
                assert!(is_ours || is_of_a_registry, "{name}: {found} is not below {address}");
                if is_ours {
                    named.insert(name.as_str());
                }
            }
        }
    }
    let needed = [
        "Cargo.toml",
        "python/pyproject.toml",
        "python/README.md",
        "web/package.json",
        ".github/ISSUE_TEMPLATE/config.yml",
    ];
    assert!(
        needed.iter().all(|file| named.contains(file)),
        "the address is missing in one of them: {named:?}"
    );
}

#[test]
fn one_mail_address_is_that_of_the_maintainers() {
    let (_, address) = env!("CARGO_PKG_AUTHORS").split_once('<').unwrap();
    let address = address.trim_end_matches('>');
    for (file, before) in [
        ("cli/Cargo.toml", "maintainer = \"The mailutf maintainers <"),
        ("python/pyproject.toml", "name = \"The mailutf maintainers\", email = \""),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let (_, rest) = text.split_once(before).unwrap();
        assert!(rest.starts_with(address), "{file}: another mail address than that of Cargo.toml, {address}");
    }
}

#[test]
fn placeholders_keep_a_version_from_being_released() {
    let placeholders = ["https://example.org/mailutf", "maintainers@example.org"];
    let has_one = |text: &str| placeholders.iter().any(|placeholder| text.contains(placeholder));
    // These files can name placeholders: this test, the script that looks for placeholders, and the instructions
    // for a release.
    let about = |name: &str| name.starts_with("packaging/") || name == "tests/library/release.rs";
    let texts = texts();
    let having = texts.iter().filter(|(name, text)| !about(name) && has_one(text));
    let having = having.map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>();
    let Ok(said) = Command::new(root().join("packaging/ready")).arg("0.0.0").output() else {
        return println!("not checked: bash is missing");
    };
    assert!(!said.status.success(), "the version is another one");
    let said = String::from_utf8(said.stderr).unwrap();
    let named = said.lines().filter_map(|line| line.split_once(", line ")).map(|(name, _)| name);
    assert_eq!(named.collect::<BTreeSet<_>>(), having, "{said}");
}

/// Returns the output of `packaging/licenses.py` for a package. If the script cannot run, prints a message and
/// returns `None`.
fn licences(package: &str) -> Option<String> {
    let Ok(done) =
        Command::new("python3").arg("packaging/licenses.py").arg(package).current_dir(root()).output()
    else {
        println!("not checked: python3 is missing");
        return None;
    };
    let said = String::from_utf8_lossy(&done.stderr);
    // The script needs the sources of all crates, also of crates for other systems, which a build on this system
    // does not download.
    if !done.status.success() && (said.contains("failed to download") || said.contains("failed to get")) {
        println!("not checked: the sources of all crates cannot be had: {said}");
        return None;
    }
    assert!(done.status.success(), "{said}");
    Some(String::from_utf8(done.stdout).unwrap())
}

/// The folders of all packages of the workspace except the library, each with the text of its manifest.
fn packages() -> Vec<(String, String)> {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, members) = workspace.split_once("\nmembers = [").unwrap();
    let folders = members.split(']').next().unwrap().split(',').map(|member| member.trim().trim_matches('"'));
    let folders = folders.filter(|folder| !folder.is_empty() && *folder != ".");
    folders
        .map(|folder| {
            (folder.to_owned(), fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap())
        })
        .collect()
}

#[test]
fn each_package_carries_the_texts_of_its_own_licences() {
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let text = fs::read_to_string(root().join(licence)).unwrap();
        for (package, _) in packages() {
            let path = root().join(&package).join(licence);
            // A checkout without support for links, as on Windows, has a file with the target's name instead of the
            // link. The package would then contain only that name.
            assert!(!path.is_symlink(), "{package}/{licence} is a link: copy {licence} there");
            assert!(
                fs::read_to_string(&path).ok().as_ref() == Some(&text),
                "{package}/{licence} is no copy of {licence}"
            );
        }
    }
}

/// Each package of the workspace requires the other packages in the version with which they are released. Each
/// package also states whether crates.io gets it: it has either `publish = false` or all fields that crates.io
/// requires.
#[test]
fn each_package_can_be_released_with_the_others() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    for (package, manifest) in packages().into_iter().chain([(".".to_owned(), workspace)]) {
        for line in manifest.lines().filter(|line| line.contains("path = \"") && line.starts_with("mailutf"))
        {
            assert!(
                [version, &format!("={version}")]
                    .iter()
                    .any(|asked| line.contains(&format!("version = \"{asked}\""))),
                "{package}: not version {version}: {line}"
            );
        }
        if !manifest.contains("\npublish = false\n") {
            for key in ["description", "license", "repository", "keywords", "categories", "documentation"] {
                let is_key = |line: &str| {
                    line.starts_with(&format!("{key} =")) || line == format!("{key}.workspace = true")
                };
                assert!(
                    manifest.lines().any(is_key),
                    "{package}/Cargo.toml has no {key}: crates.io shows it"
                );
            }
        }
    }
}

#[test]
fn the_python_package_carries_the_licences_of_what_is_linked_into_it() {
    let Some(made) = licences("mailutf-python") else { return };
    let kept = fs::read_to_string(root().join("python/THIRD-PARTY-LICENSES.txt")).unwrap();
    let new = made.lines().zip(kept.lines()).find(|(made, kept)| made != kept);
    assert!(made == kept, "run packaging/python-licenses; the first line that differs: {new:?}");
}

/// The licences of zstd, xz and bzip2 require notices, which accompany each copy of the program and of the Python
/// package.
#[test]
fn the_notices_of_c_libraries_go_with_the_program() {
    for package in ["mailutf-cli", "mailutf-python"] {
        let Some(made) = licences(package) else { return };
        for (library, notice) in [
            ("zstd", "Neither the name Facebook, nor Meta, nor the names of its contributors"),
            ("xz", "liblzma is under the BSD Zero Clause License (0BSD)"),
            ("bzip2", "Julian R Seward"),
        ] {
            assert!(made.contains(notice), "{package}: no notice of {library}");
        }
    }
    // Packages and archives contain the file of notices, which a packaging script makes.
    for file in ["cli/Cargo.toml", "packaging/tarball", "packaging/library-archive"] {
        let takes = fs::read_to_string(root().join(file)).unwrap().contains("third-party-licenses.txt");
        assert!(takes, "{file} does not take it");
    }
    let metadata = fs::read_to_string(root().join("python/pyproject.toml")).unwrap();
    assert!(metadata.contains("license-files = [\"LICENSE-*\", \"THIRD-PARTY-LICENSES.txt\"]"));
}

/// `.ci/run` runs some tests a second time, with a folder of real mail next to the project. These are the tests
/// that ask `tests/real_mail` for that folder.
#[test]
fn real_mail_is_found_in_one_way() {
    let beside = ["..", "shared"].join("/");
    let files = texts()
        .into_iter()
        .filter(|(name, text)| name.ends_with(".rs") && text.contains(&format!("\"{beside}")));
    let files = files.map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(files, ["tests/real_mail/mod.rs"]);
    let gate = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(
        gate.contains("-- real_mail"),
        "the gate does not run the tests called `real_mail` a second time"
    );
}

/// The features of the library, each with the features that it switches on. The features that choose which C
/// libraries are linked are left out, because they do not change the code.
fn features(manifest: &str) -> BTreeMap<&str, Vec<&str>> {
    let (_, features) = manifest.split_once("\n[features]\n").unwrap();
    let features = features.split("\n[").next().unwrap().lines().filter(|line| !line.starts_with('#'));
    let features = features.filter_map(|line| line.split_once(" = "));
    let features = features.map(|(name, needed)| (name, needed.split('"').skip(1).step_by(2).collect()));
    features.filter(|(name, _)| !["default", "bundled-libs", "system-libs"].contains(name)).collect()
}

/// For any two features of the library, the gate (`.ci/run`) checks the library with both, with either one alone,
/// and with neither, as far as the features allow each of these sets.
#[test]
fn the_gate_tries_each_two_features_in_all_ways() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let features = features(&manifest);
    let gate = fs::read_to_string(root().join(".ci/run")).unwrap();
    let (_, table) = gate.split_once("\nfeatures=\"\\\n").unwrap();
    let mut rows =
        table.split('"').next().unwrap().lines().map(|row| row.split_whitespace().collect::<Vec<_>>());
    let names = rows.next().unwrap();
    assert!(names.iter().eq(features.keys()), "the table has {names:?}");
    let sets: Vec<Vec<bool>> = rows.map(|row| row.iter().map(|cell| *cell != "-").collect()).collect();
    assert!(sets.iter().all(|set| set.len() == names.len()), "a row has too many cells, or too few");
    let needs = |one: usize, other: usize| features[names[one]].contains(&names[other]);
    for (one, other) in (0..names.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
        for ways in [[false, false], [false, true], [true, false], [true, true]] {
            let impossible = match ways {
                [true, false] => needs(one, other),
                [false, true] => needs(other, one),
                _ => false,
            };
            let found = sets.iter().any(|set| [set[one], set[other]] == ways);
            assert_ne!(found, impossible, "{} and {}: {ways:?}", names[one], names[other]);
        }
    }
}

/// The first page of the library and `docs/features.md` both list all features.
#[test]
fn each_feature_is_listed() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let [page, document] =
        ["src/lib.rs", "docs/features.md"].map(|path| fs::read_to_string(root().join(path)).unwrap());
    for feature in features(&manifest).keys() {
        let (row, row_of_default) = (format!("| `{feature}` |"), format!("| `{feature}` (default) |"));
        for (name, text) in [("src/lib.rs", &page), ("docs/features.md", &document)] {
            assert!(text.contains(&row) || text.contains(&row_of_default), "{name} lacks {feature}");
        }
    }
}

#[test]
fn each_step_of_a_workflow_exists() {
    let mut workflows: Vec<PathBuf> = vec![root().join(".ci/run")];
    let folder = fs::read_dir(root().join(".github/workflows")).unwrap();
    workflows.extend(folder.map(|entry| entry.unwrap().path()));
    let packages =
        fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).chain([root().to_path_buf()]);
    let packages = packages.filter_map(|path| fs::read_to_string(path.join("Cargo.toml")).ok());
    let packages =
        packages.map(|text| text.split("\nname = \"").nth(1).unwrap().split('"').next().unwrap().to_owned());
    let packages = packages.collect::<BTreeSet<_>>();
    let mut files = 0;
    for workflow in workflows {
        let name = workflow.display();
        let text = fs::read_to_string(&workflow).unwrap();
        // Leaves out comments, which can name files as well.
        let steps =
            text.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
        for start in ["packaging/", ".ci/", "tools/", "python/", "web/", "corpus/", "docs/"] {
            for file in words(&steps, start) {
                let path = root().join(file);
                assert!(path.exists(), "{name}: there is no {file}");
                if ["packaging/", ".ci/", "web/"].contains(&start) {
                    assert!(is_executable(&path), "{name}: {file} cannot be executed");
                }
                files += 1;
            }
        }
        let words = steps.split_whitespace().collect::<Vec<_>>();
        for pair in words.windows(2).filter(|pair| pair[0] == "-p" && pair[1].starts_with("mailutf")) {
            let package = pair[1].trim_end_matches('\'');
            assert!(packages.contains(package), "{name}: there is no package {package}");
        }
    }
    assert!(files > 8, "the steps of workflows were not found");
}

/// The version tag of an action can be moved to other code, but a commit cannot. So `uses` names a commit. The
/// version follows it as a comment, which the bot that proposes newer versions keeps up to date.
#[test]
fn workflows_run_known_code_with_few_rights() {
    let mut actions = 0;
    for entry in fs::read_dir(root().join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.contains("uses:")) {
            let (_, action) = line.split_once("uses: ").unwrap();
            let commit = action.split_once('@').and_then(|(_, commit)| commit.split_once(" # v"));
            let is_known = commit.is_some_and(|(hash, version)| {
                hash.len() == 40
                    && hash.bytes().all(|octet| matches!(octet, b'0'..=b'9' | b'a'..=b'f'))
                    && version.split('.').all(|number| number.parse::<u32>().is_ok())
            });
            assert!(is_known, "{name}: not a commit with its version: {action}");
            actions += 1;
        }
        let (workflow, jobs) = text.split_once("\njobs:\n").unwrap();
        assert!(
            workflow.contains("\npermissions: {}\n"),
            "{name}: jobs have rights that they do not ask for"
        );
        let is_title = |line: &&str| {
            line.starts_with("  ") && line.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic)
        };
        let titles = jobs.lines().filter(is_title).collect::<Vec<_>>();
        for (at, title) in titles.iter().enumerate() {
            let (_, job) = jobs.split_once(&format!("{title}\n")).unwrap();
            let job = titles.get(at + 1).map_or(job, |next| job.split(&format!("{next}\n")).next().unwrap());
            let job =
                job.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
            let (_, rights) = job
                .split_once("\n    permissions:\n")
                .unwrap_or_else(|| panic!("{name}:{title} no permissions"));
            let rights = rights.lines().take_while(|line| line.starts_with("      ")).map(str::trim);
            for right in rights.filter(|right| *right != "contents: read") {
                let needed_for: &[&str] = match right {
                    "contents: write" => &["gh release create"],
                    "attestations: write" => &["actions/attest-"],
                    "id-token: write" => &[
                        "actions/attest-",
                        "pypi-publish@",
                        "npm publish",
                        "crates-io-auth-action@",
                        "actions/deploy-pages@",
                    ],
                    "pages: write" => &["actions/deploy-pages@"],
                    _ => &[],
                };
                assert!(needed_for.iter().any(|step| job.contains(step)), "{name}:{title} needs no {right}");
            }
        }
    }
    assert!(actions > 20, "the actions were not found");
    let bot = fs::read_to_string(root().join(".github/dependabot.yml")).unwrap();
    assert!(bot.contains("package-ecosystem: github-actions") && bot.contains("package-ecosystem: cargo"));
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    true
}

/// Cargo packages each crate on its own, so each crate needs its own copy of the files that both use.
#[test]
fn each_package_has_its_copy_of_what_both_need() {
    for file in ["LICENSE-APACHE", "LICENSE-MIT", "src/proptest_config.rs"] {
        let read = |path: &Path| fs::read_to_string(path.join(file)).unwrap();
        assert_eq!(read(root()), read(&root().join("codecs")), "{file}");
    }
}
