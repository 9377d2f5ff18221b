"""Prints what the package `email` reads in a message, and what it should read.

python repair.py MESSAGE
"""

import email
import sys

import mailutf


def main(path: str) -> None:
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file)
    repaired = mailutf.repair(message)
    print("email:  ", message["Subject"])
    print("mailutf:", repaired["Subject"])


if __name__ == "__main__":
    main(sys.argv[1])
