"""Charsets without mail: more of them than Python has, read as mail means them.

>>> from mailutf import charset
>>> charset.decode(b"Entw&APw-rfe", "utf-7-imap")
'Entwürfe'
"""

from ._mailutf import decode, detect, encode, labels

__all__ = ["decode", "detect", "encode", "labels"]
