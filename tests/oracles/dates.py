"""What Python's email package makes of dates: octets in hexadecimal on each line of standard input, and for each a line of
year, month, day, hour, minute, second, and minutes ahead of UTC or `-`; or nothing where it finds no date.
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
