"""Reads dates with Python's email package. Each line of standard input is a date, as octets in hexadecimal. For each date, prints
a line with the year, month, day, hour, minute, second, and the minutes ahead of UTC or `-`. The line is empty if Python finds no
date.
"""

import email.utils
import sys

for line in sys.stdin.read().split("\n")[:-1]:
    value = bytes.fromhex(line).decode("ascii", "replace")
    try:
        date = email.utils.parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        print()
        continue
    offset = date.utcoffset()
    minutes = "-" if offset is None else int(offset.total_seconds() // 60)
    print(date.year, date.month, date.day, date.hour, date.minute, date.second, minutes)
