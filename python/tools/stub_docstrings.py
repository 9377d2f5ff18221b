"""Copies the docstrings of the installed extension to its stub, because editors show the docstrings of the stub.

python tools/stub_docstrings.py

The docstrings are written in src/, and `help()` shows them. A test fails if the docstrings of the stub differ from
them.
"""

import ast
import inspect
from pathlib import Path

from mailutf import _mailutf

STUB = Path(__file__).parents[1] / "python" / "mailutf" / "_mailutf.pyi"


def documented(stub: str) -> str:
    """Returns the stub with the docstrings of the extension."""
    lines = stub.splitlines()
    for node, doc in reversed(list(places(ast.parse(stub)))):
        first = node.body[0]
        at = min(one.lineno for one in [first, *getattr(first, "decorator_list", [])]) - 1
        indent = " " * (node.col_offset + 4)
        new = [f"{indent}{line}".rstrip() for line in literal(doc).splitlines()]
        if is_docstring(first):
            lines[at : first.end_lineno] = new
        elif isinstance(node, ast.ClassDef) and first.lineno > node.lineno:
            lines[at:at] = [*new, ""]
        else:
            lines[at : at + 1] = [lines[at][: first.col_offset].rstrip(), *new]
    return "\n".join(lines) + "\n"


def places(module: ast.Module) -> list[tuple[ast.ClassDef | ast.FunctionDef, str]]:
    """Returns the definitions that have docstrings, each with its docstring, in the order of their lines."""
    found: list[tuple[ast.ClassDef | ast.FunctionDef, str]] = []
    for node in module.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        if node.name == "_File":
            # This class is a protocol that exists only for type checkers.
            continue
        one = getattr(_mailutf, node.name)
        found.append((node, inspect.getdoc(one) or ""))
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                found.append((member, inspect.getdoc(getattr(one, member.name)) or ""))
    return [(node, doc) for node, doc in found if doc]


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def literal(doc: str) -> str:
    prefix = "r" if "\\" in doc else ""
    end = "\n" if "\n" in doc else ""
    return f'{prefix}"""{doc}{end}"""'


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text(encoding="utf-8")), encoding="utf-8")
