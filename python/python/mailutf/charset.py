"""Functions for charsets, without mail. There are more charsets than Python has, and a label means what it means in mail.

>>> from mailutf import charset
>>> charset.decode(b"Entw&APw-rfe", "utf-7-imap")
'Entwürfe'

The module has `detect`, `detect_all` and `UniversalDetector` of chardet: a program that uses only these needs
`import mailutf.charset as chardet`. There is no module `universaldetector` and no `__version__`.

>>> import mailutf.charset as chardet
>>> chardet.detect("Привет, как дела? Это письмо.".encode("koi8-r"))["encoding"]
'KOI8-R'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from ._mailutf import _detect, canonical, decode, encode, fix, is_garbled, labels

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._mailutf import _Guess

__all__ = ["Detected", "UniversalDetector", "canonical", "decode", "detect", "detect_all", "encode", "fix", "is_garbled", "labels"]


class Detected(TypedDict):
    """The result of `detect`.

    >>> from mailutf import charset
    >>> sorted(charset.detect(b""))
    ['confidence', 'encoding', 'language']
    """

    encoding: str | None
    confidence: float
    language: str | None


_UNKNOWN: Detected = {"encoding": None, "confidence": 0.0, "language": None}


def detect(data: Buffer, should_rename_legacy: bool = False) -> Detected:
    """Detects the charset of text without a label, and returns the result in the form of chardet.

    `data` is bytes, or any object with the buffer protocol. The result is a dict:

    - `encoding`: a charset in which `data` can be decoded without an error, or None. It is None if no charset is likely enough
      (`detect_all` has the less likely ones), for damaged text, and for text of which some lines are UTF-8 and others are in
      another charset. `mailutf.decode_body` reads all of these as far as possible.
    - `confidence`: from 0 to 1. Before you overwrite a file, ask for 0.95 or more: a text with few letters or signs beyond
      ASCII, such as 'Heute 20 °C', is read as windows-1252 with a low confidence, even if another charset in `detect_all` has
      a higher one.
    - `language`: a BCP 47 tag if letters showed the charset, else None. A text with few letters can be of any language.

    Data that is plain ASCII or empty has the encoding 'ascii' and the confidence 1.0.

    The encoding is named as in Python if a codec of Python reads `data` as `decode` of this module does. If no codec does so, the
    encoding has its name in mail, and `bytes.decode` fails or gives other characters. `decode` accepts every name. Capitals
    vary ('utf-8', 'UTF-16', 'KOI8-R'); compare names by `canonical`.

    Where several charsets give the same text, one of them is named:

    - For Japanese, Korean and traditional Chinese, it is the smallest of Python's codecs: 'shift_jis' for most texts, but
      'cp932' for a text with '①'.
    - For simplified Chinese, it is 'gb18030', which has all characters of 'gb2312' and 'gbk'.
    - For text with signs but no letters beyond ASCII, such as 'Price: 20 €', it is 'windows-1252', without a language.
    - For other text, it is the charset of Windows rather than that of ISO: 'windows-1252' and not 'ISO-8859-1', 'windows-1253'
      and not 'ISO-8859-7', 'cp874' and not 'tis-620'. ISO-8859-2 is named only for a text that it reads otherwise than
      windows-1250, for example with 'š'.

    `should_rename_legacy` has no effect.

    `data` may be only the start of a text: an incomplete character at its very end is no error. To decode such data, use
    `codecs.getincrementaldecoder`, or `errors="replace"`.

    >>> from mailutf import charset
    >>> charset.detect("größer".encode())
    {'encoding': 'utf-8', 'confidence': 1.0, 'language': None}
    >>> charset.detect(bytes(range(256)))
    {'encoding': None, 'confidence': 0.0, 'language': None}
    >>> charset.detect("größer".encode()[:3])["encoding"]
    'utf-8'
    >>> charset.detect("Heute 20 °C".encode("latin-1"))["confidence"] < 0.1
    True
    >>> [charset.detect(text.encode("iso-8859-2"))["encoding"] for text in ("Köszönöm szépen", "Košice a Žilina")]
    ['windows-1250', 'ISO-8859-2']
    """
    found, _ = _detect(data)
    return _UNKNOWN.copy() if found is None else _as_chardet(found, data)


def detect_all(data: Buffer, ignore_threshold: bool = False, should_rename_legacy: bool = False) -> list[Detected]:
    """Returns the charsets that the letters of a text make possible, each in the form of `detect`: first the one that `detect`
    finds, if any, then the others, the likeliest first. `data` can be decoded in each of them. If no charset is possible, the
    only item has the encoding None. If `detect` finds none, do not take the first of these without a look: a text of one word,
    such as 'Да', can have a high confidence here. `ignore_threshold` and `should_rename_legacy` have no effect.

    >>> from mailutf import charset
    >>> [found["encoding"] for found in charset.detect_all("größer".encode("latin-1"))][:1]
    ['windows-1252']
    """
    found, candidates = _detect(data)
    others = [_as_chardet(guess, data) for guess in candidates if found is None or guess[0] != found[0]]
    best = [] if found is None else [_as_chardet(found, data)]
    return [*best, *others] or [_UNKNOWN.copy()]


class UniversalDetector:
    """Detects the charset of text that comes in pieces, in the form of chardet. It examines only the first 256 KiB of the
    text: if no letter beyond ASCII is among them, the result is 'ascii'.

    >>> from mailutf import charset
    >>> detector = charset.UniversalDetector()
    >>> for line in ["Привет, как дела?\\n", "Это письмо.\\n"]:
    ...     detector.feed(line.encode("windows-1251"))
    >>> detector.close()["encoding"], detector.done
    ('windows-1251', True)
    """

    _MOST = 1 << 18

    def __init__(self, *_: object, **__: object) -> None:
        self.reset()

    def reset(self) -> None:
        """Starts again with an empty text."""
        self._octets = bytearray()
        self.done = False
        self.result = _UNKNOWN.copy()

    def feed(self, byte_str: Buffer) -> None:
        """Adds a piece of the text."""
        self._octets += memoryview(byte_str).cast("B")[: self._MOST - len(self._octets)]

    def close(self) -> Detected:
        """Detects the charset of the text, and returns the result."""
        self.done = True
        self.result = detect(self._octets)
        return self.result


# For each charset that has another name in Python: the names of Python's codecs for the charset. If there are several
# codecs, some have more characters than others.
_PYTHON: dict[str, tuple[str, ...]] = {
    "Big5": ("big5", "cp950", "big5hkscs"),
    "DOS-720": ("cp720",),
    "EUC-JP": ("euc_jp", "euc_jis_2004"),
    "EUC-KR": ("euc_kr", "cp949"),
    "IBM00858": ("cp858",),
    "IBM01140": ("cp1140",),
    "IBM1006": ("cp1006",),
    "IBM737": ("cp737",),
    "IBM856": ("cp856",),
    "IBM875": ("cp875",),
    "ISO-2022-JP": ("iso2022_jp", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_jp_2004"),
    "ISO-8859-8-I": ("iso8859_8",),
    "Shift_JIS": ("shift_jis", "cp932", "shift_jis_2004"),
    "US-ASCII": ("ascii",),
    "UTF-8": ("utf-8",),
    "windows-874": ("cp874",),
    "x-mac-ce": ("mac_latin2",),
    "x-mac-cyrillic": ("mac_cyrillic",),
    "x-mac-farsi": ("mac_farsi",),
    "x-mac-greek": ("mac_greek",),
    "x-mac-icelandic": ("mac_iceland",),
    "x-mac-romanian": ("mac_romanian",),
    "x-mac-turkish": ("mac_turkish",),
}


def _as_chardet(guess: _Guess, data: Buffer) -> Detected:
    name, evidence, probability, language, end = guess
    return {"encoding": _python_name(name, evidence, bytes(data)[:end]), "confidence": probability, "language": language}


def _python_name(name: str, evidence: str, octets: bytes) -> str:
    """Returns Python's name for a charset. If Python has several codecs for the charset, the name is that of the codec
    that decodes `octets` to the same text as `decode`. If no codec does so, the name is the one in mail."""
    if evidence == "byte order mark":
        return "utf-8-sig" if name == "UTF-8" else name.removesuffix("LE").removesuffix("BE")
    known = _PYTHON.get(name, (name,))
    if len(known) == 1:
        return known[0]
    text = decode(octets, name)
    return next((one for one in known if _reads(octets, one) == text), name)


def _reads(octets: bytes, name: str) -> str | None:
    try:
        return octets.decode(name)
    except UnicodeDecodeError:
        return None
