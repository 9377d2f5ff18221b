"""Shows messages and mailboxes in a notebook. All content of mail is escaped, so that none of it becomes HTML."""

from collections.abc import Iterable
from html import escape
from itertools import islice

from ._mailutf import Address, Mailbox, Message

_ROWS, _CHARACTERS = 20, 2000


def message(one: Message) -> str:
    """Returns a table of the main fields of a message, and the start of its text."""
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
    """Returns a table of the first messages of a mailbox."""
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
    """Returns the start of a text, escaped. The element `<bdi>` keeps direction controls in the text from
    affecting the page."""
    start = text if len(text) <= most else text[:most] + "…"
    return f"<bdi>{escape(start)}</bdi>"
