"""Makes a search index of a mailbox in SQLite, which finds words in subjects and texts of any charset.

python search.py MAILBOX WORD...
"""

import sqlite3
import sys

import mailutf


def main(path: str, words: list[str]) -> None:
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE mail USING fts5(path UNINDEXED, offset UNINDEXED, subject, text)")
    for message in mailutf.Mailbox(path):
        texts = "\n".join(text.text for text in message.texts)
        row = (str(message.path), message.offset, message.subject, texts)
        index.execute("INSERT INTO mail VALUES (?, ?, ?, ?)", row)
    query = " ".join(f'"{word}"' for word in words)
    for file, offset, subject in index.execute("SELECT path, offset, subject FROM mail WHERE mail MATCH ?", (query,)):
        print(f"{file} at octet {offset}: {subject}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
