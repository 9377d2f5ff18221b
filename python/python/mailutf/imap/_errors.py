"""What ends the copy of a message or a folder, and what ends a connection; and how text of a server is shown."""


class Refused(Exception):
    """A server does not do what it was asked for, or answers what must not be used. The connection goes on."""


class Disconnected(Exception):
    """A connection cannot go on: it was lost, or what the server sent on it is no IMAP, or too much."""


def shown(text: str) -> str:
    """Text for a terminal: characters that a terminal obeys, or that change the order of others, are escaped."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
