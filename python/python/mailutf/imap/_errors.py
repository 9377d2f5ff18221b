"""The exceptions that end the copy of a message or a folder, or a connection, and the form in which text of a server
is shown."""


class Refused(Exception):
    """A server does not do what it was asked to do, or the server's answer must not be used. The connection continues."""


class Disconnected(Exception):
    """A connection cannot continue: the connection was lost, or the server sent too much or something that is not
    IMAP."""


def shown(text: str) -> str:
    """Makes a text safe for a terminal. Characters that a terminal interprets, or that reorder other characters, are
    escaped."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
