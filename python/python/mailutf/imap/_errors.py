"""The errors that end the copy of a message or a folder, or a connection; and the form in which text of a server is shown."""


class Refused(Exception):
    """A server does not do what it was asked to do, or its answer must not be used. The connection continues."""


class Disconnected(Exception):
    """A connection cannot continue: it was lost, or the server sent something that is not IMAP, or too much."""


def shown(text: str) -> str:
    """Text for a terminal. Characters that a terminal interprets, or that reorder other characters, are escaped."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
