//! Checks that JSON output matches `docs/*.schema.json` (JSON Schema 2020-12).

use super::program;
use mailutf::Code;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn schema(name: &str) -> Value {
    let path = project().join(format!("docs/{name}.schema.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Adds to `found` where `value` violates `schema`, which is a part of the schema `root`. An unknown keyword is an
/// error, so that no part of a schema is ignored.
fn errors(root: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    let is = |name: &str| match name {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        _ => panic!("{place}: type {name}"),
    };
    for (keyword, wanted) in schema.as_object().unwrap() {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "type" => wanted
                .as_str()
                .map_or_else(|| wanted.as_array().unwrap().iter().any(|name| is(name.as_str().unwrap())), is),
            "const" => value == wanted,
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_i64() >= wanted.as_i64(),
            "required" => {
                wanted.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "properties" => {
                for (name, inner) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        errors(root, inner, value, &format!("{place}.{name}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(*wanted, Value::Bool(false));
                let known = &schema["properties"];
                value.as_object().is_none_or(|value| value.keys().all(|name| known.get(name).is_some()))
            }
            "items" => {
                for (n, value) in value.as_array().into_iter().flatten().enumerate() {
                    errors(root, wanted, value, &format!("{place}[{n}]"), found);
                }
                true
            }
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                errors(root, root.pointer(pointer).unwrap(), value, place, found);
                true
            }
            "anyOf" => wanted.as_array().unwrap().iter().any(|one| {
                let mut inside = Vec::new();
                errors(root, one, value, place, &mut inside);
                inside.is_empty()
            }),
            unknown => panic!("{place}: keyword {unknown}"),
        };
        if !holds {
            found.push(format!("{place}: {keyword} {wanted}, but {value}"));
        }
    }
}

fn check(schema: &Value, lines: &str) -> Vec<Value> {
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut found = Vec::new();
    lines.iter().for_each(|line| errors(schema, schema, line, "", &mut found));
    assert!(found.is_empty(), "{found:#?}");
    lines
}

#[test]
fn reports_of_the_corpus_match_the_schema() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("report.jsonl");
    for options in [&[][..], &["--lossy", "--break-signatures"], &["--keep-dkim", "--strict"]] {
        let mut command = program::assert_command();
        command.args(["normalize", "--dry-run", "--quiet", "corpus", "--report"]).arg(&path).args(options);
        command.current_dir(project()).assert().code(1);
        let lines = check(&schema("report"), &fs::read_to_string(&path).unwrap());
        assert!(lines.len() > 50, "{}", lines.len());
    }
}

#[test]
fn inspections_of_the_corpus_match_the_schema() {
    let mut seen = 0;
    for folder in fs::read_dir(project().join("corpus")).unwrap().map(|entry| entry.unwrap().path()) {
        for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).step_by(3) {
            let assert = program::assert_command().args(["inspect", "--json"]).arg(path).assert();
            seen += check(&schema("inspect"), &String::from_utf8_lossy(&assert.get_output().stdout)).len();
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn detections_in_the_corpus_match_the_schema() {
    let mut command = program::assert_command();
    let assert = command.args(["detect", "--json", "corpus"]).current_dir(project()).assert().code(1);
    let lines = check(&schema("detect"), &String::from_utf8_lossy(&assert.get_output().stdout));
    let texts = || lines.iter().flat_map(|line| line["texts"].as_array().unwrap());
    for place in ["body", "raw", "word", "parameter"] {
        assert!(texts().any(|text| text["place"] == place), "{place}");
    }
    assert!(texts().any(|text| !text["likely"].as_array().unwrap().is_empty()));
}

#[test]
fn texts_of_the_corpus_match_the_schema() {
    let mut command = program::assert_command();
    let assert = command.args(["text", "--json", "corpus"]).current_dir(project()).assert().code(1);
    let lines = check(&schema("text"), &String::from_utf8_lossy(&assert.get_output().stdout));
    assert!(lines.len() > 200, "{}", lines.len());
    for list in ["from", "attachments", "charsets", "findings"] {
        assert!(lines.iter().any(|line| !line[list].as_array().unwrap().is_empty()), "{list}");
    }
}

#[test]
fn lines_that_match_in_the_corpus_match_the_schema() {
    for options in [&[][..], &["--without-match"], &["--field", "*"]] {
        let mut command = program::assert_command();
        let command = command.args(["grep", "--json", "s", "corpus"]).args(options);
        let assert = command.current_dir(project()).assert().code(2);
        let lines = check(&schema("grep"), &String::from_utf8_lossy(&assert.get_output().stdout));
        assert!(lines.len() > 10, "{}", lines.len());
        let is_body = |line: &&Value| line["field"].is_null() && line["line"].is_u64();
        assert_eq!(lines.iter().any(|line| is_body(&line)), options.is_empty());
    }
}

#[test]
fn a_census_of_the_corpus_matches_the_schema() {
    for options in [&[][..], &["--by", "year"], &["--senders"]] {
        let mut command = program::assert_command();
        let assert =
            command.args(["census", "--json", "corpus"]).args(options).current_dir(project()).assert();
        let said = String::from_utf8(assert.code(1).get_output().stdout.clone()).unwrap();
        let census: Value = serde_json::from_str(&said).unwrap();
        assert!(census["rows"].as_array().unwrap().len() > 20, "{said}");
        check(&schema("census"), &census.to_string());
    }
}

#[test]
fn charsets_and_checks_match_their_schemas() {
    let assert = program::assert_command().args(["charsets", "--json"]).assert().code(0);
    let lines = check(&schema("charsets"), &String::from_utf8_lossy(&assert.get_output().stdout));
    let koi8 = lines.iter().find(|line| line["name"] == "KOI8-R").unwrap();
    assert!(koi8["aliases"].as_array().unwrap().iter().any(|name| name == "cskoi8r"), "{koi8}");
    assert_eq!(lines.len(), mailutf::charset::Charset::all().count());
    let mut command = program::assert_command();
    let assert = command.args(["check", "--json", "corpus"]).current_dir(project()).assert().code(1);
    let lines = check(&schema("report"), &String::from_utf8_lossy(&assert.get_output().stdout));
    assert!(lines.len() > 50, "{}", lines.len());
}

#[test]
fn ranges_are_as_the_schema_says() {
    let mut command = program::assert_command();
    let command = command.args(["split", "--json", "--size", "1", "corpus/mbox/mboxrd.mbox"]);
    let assert = command.current_dir(project()).assert().code(0);
    let lines = check(&schema("split"), &String::from_utf8_lossy(&assert.get_output().stdout));
    assert!(lines.len() > 1, "{lines:?}");
}

#[test]
fn a_manifest_matches_its_schema() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("m.jsonl");
    let mut command = program::assert_command();
    command.args(["normalize", "--quiet", "corpus", "--limit-message", "2K"]).arg("--manifest").arg(&path);
    command.arg("-o").arg(dir.path().join("out")).current_dir(project()).assert().code(1);
    let lines = check(&schema("manifest"), &fs::read_to_string(&path).unwrap());
    assert!(lines.len() > 200, "{}", lines.len());
    assert!(lines.iter().any(|line| line["before"].is_null() && line["after"].is_null()));
    assert!(lines.iter().any(|line| line["before"] != line["after"]));
}

#[test]
fn every_code_is_in_the_schemas_and_explained() {
    let codes: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    for name in ["report", "inspect", "text"] {
        let schema = schema(name);
        let listed = schema["$defs"]["finding"]["properties"]["code"]["enum"].as_array().unwrap();
        assert_eq!(listed.iter().filter_map(Value::as_str).collect::<BTreeSet<_>>(), codes, "{name}");
    }
    for code in codes {
        let assert = program::assert_command().args(["explain", code]).assert().code(0);
        let said = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(said.contains("\nWhat to do: "), "{said}");
    }
}

#[test]
fn violations_of_a_schema_are_found() {
    let schema = schema("report");
    let line = r#"{"schema":1,"file":"-","message":1,"offset":0,"message_id":null,"edits":{},"findings":[]}"#;
    let mut found = Vec::new();
    for (sound, broken) in [
        ("\"schema\":1", "\"schema\":2"),
        ("\"message\":1", "\"message\":0"),
        ("\"message_id\":null", "\"message_id\":7"),
        ("\"file\"", "\"flie\""),
        ("\"edits\":{}", "\"edits\":{\"other\":1}"),
        ("\"findings\":[]", "\"findings\":[{}]"),
    ] {
        check(&schema, line);
        let before = found.len();
        let value = serde_json::from_str(&line.replace(sound, broken)).unwrap();
        errors(&schema, &schema, &value, "", &mut found);
        assert!(found.len() > before, "{broken}");
    }
}
