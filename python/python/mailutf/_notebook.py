"""The views of messages and mailboxes in a notebook. All content of mail is escaped, so none of it becomes HTML."""

from collections.abc import Iterable
from html import escape
from itertools import islice

from ._mailutf import Address, Mailbox, Message

_ROWS, _CHARACTERS = 20, 2000


def message(one: Message) -> str:
    """A table of the main fields, and the start of the text."""
    fields = [
        ("From", _people(one.from_)),
        ("To", _people(one.to)),
        ("Cc", _people(one.cc)),
        ("Date", _date(one)),
        ("Subject", one.subject or ""),
        ("Attachments", ", ".join(file.name or file.type for file in one.attachments)),
    ]
    rows = "".join(f"<tr><th>{name}</th><td>{_shown(value)}</td></tr>" for name, value in fields if value)
    return f"<table>{rows}</table><pre>{_shown(one.plain_text or '', _CHARACTERS)}</pre>"


def mailbox(mail: Mailbox) -> str:
    """A table of the first messages."""
    heads = "".join(f"<th>{name}</th>" for name in ("", "Date", "From", "Subject"))
    rows = ""
    for one in islice(mail, _ROWS):
        values = (str(one.ordinal), _date(one), _people(one.from_), one.subject or "")
        rows += f"<tr>{''.join(f'<td>{_shown(value)}</td>' for value in values)}</tr>"
    return f"<p>{_shown(repr(mail))}</p><table><tr>{heads}</tr>{rows}</table>"


def _date(one: Message) -> str:
    return one.date.isoformat(" ") if one.date else ""


def _people(addresses: Iterable[Address]) -> str:
    return ", ".join(map(str, addresses))


def _shown(text: str, most: int = 200) -> str:
    """The start of a text, escaped. `<bdi>` keeps direction controls in it from affecting the page."""
    start = text if len(text) <= most else text[:most] + "…"
    return f"<bdi>{escape(start)}</bdi>"
