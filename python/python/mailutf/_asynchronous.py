"""Implements `async for message in mailbox`. A thread reads the mail, so the event loop is not blocked."""

import asyncio
from collections.abc import AsyncIterator, Iterator

from ._mailutf import Mailbox, Message

# A step reads this many messages, or messages with this many octets. A step runs on another thread, and to
# start it takes as long as reading some small messages. So a step reads several messages, unless they are
# large.
_MESSAGES, _OCTETS = 32, 1 << 20


async def messages(mailbox: Mailbox) -> AsyncIterator[Message]:
    """Yields the messages of `mailbox`, one after the other."""
    iterator = await asyncio.to_thread(iter, mailbox)
    while read := await asyncio.to_thread(_some, iterator):
        for message in read:
            yield message


def _some(iterator: Iterator[Message]) -> list[Message]:
    found: list[Message] = []
    octets = 0
    while len(found) < _MESSAGES and octets < _OCTETS:
        message = next(iterator, None)
        if message is None:
            break
        found.append(message)
        octets += len(message.data)
    return found
