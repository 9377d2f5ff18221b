"""Prints the licences of all crates that are linked into a package, with their texts.

usage: licenses.py PACKAGE, one of the workspace: mailutf-capi, mailutf-cli, mailutf-python, mailutf-web

Most of these licences ask that their text goes with every copy of a program. Each text is printed once, below the
crates that it covers. Fails if a crate names no licence.
"""

import json
import pathlib
import subprocess
import sys

# Files with the text of a licence or a notice, whatever their ending.
STARTS = ("license", "licence", "copying", "copyright", "notice", "unlicense")


def linked(metadata, name):
    """The identifiers of the packages that the one called `name` links: its dependencies, theirs, and so on."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    todo = [package["id"] for package in metadata["packages"] if package["name"] == name]
    found = set()
    while todo:
        package = todo.pop()
        if package in found:
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    return found


def texts(package):
    """The texts of the licence files of a package and of the C library in it, in order of their names."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [path for pattern in ("*", "*/*") for path in sorted(folder.glob(pattern))]
    files = [path for path in files if path.name.lower().startswith(STARTS) and path.is_file()]
    files = [path for path in files if path.suffix in ("", ".md", ".txt") or path.stem.lower() in STARTS]
    found = [path.read_text(errors="replace").strip() for path in files]
    # The C libraries offer the GNU licences as an alternative, or for tools beside the library that are not linked.
    return [text for text in found if "GENERAL PUBLIC LICENSE" not in text[:200]]


def main(name):
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.check_output(command))
    found = linked(metadata, name)
    covered = {}
    packages = sorted(metadata["packages"], key=lambda package: (package["name"], package["version"]))
    print(f"Crates linked into {name}, and their licences\n")
    for package in packages:
        if package["id"] not in found or package["source"] is None:
            continue
        if not package["license"]:
            sys.exit(f"{package['name']} names no licence")
        crate = f"{package['name']} {package['version']}"
        print(f"  {crate}: {package['license']}")
        for text in texts(package):
            covered.setdefault(text, []).append(crate)
    for text, names in covered.items():
        print(f"\n{'-' * 72}\n{', '.join(names)}\n\n{text}")


main(sys.argv[1])
