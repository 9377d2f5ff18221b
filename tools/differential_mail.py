"""Messages for tools/differential.py. Each depends only on a random number generator, so a seed identifies it."""

import base64
import quopri
import re

TEXTS = {
    "en": "The meeting is on Friday. Costs: $5 & 10% + tax = ~7. See http://example.org/a?b=1",
    "fr": "Déjà vu à l’été : « garçon, café, œuvre » – c’est très près d’ici…",
    "de": "Grüße aus Köln: schöne Straße, größer für müde Bären.",
    "pl": "Zażółć gęślą jaźń, środa i piątek, dziękuję.",
    "ru": "Привет! Это письмо на русском языке, пожалуйста, ответьте завтра.",
    "el": "Καλημέρα, η συνάντηση είναι αύριο στις δέκα.",
    "he": "שלום, הפגישה מחר בבוקר.",
    "ja": "本日の会議の資料を添付します。ご確認お願いします。",
    "zh": "今天的会议资料请见附件，谢谢。",
    "tw": "今天的會議資料請見附件，謝謝。",
    "ko": "오늘 회의 자료를 첨부합니다. 확인 부탁드립니다.",
    "emoji": "Party 🎉 at ten 😀, naïve café",
}
# The name of a charset in Python, a label, and the languages of the texts.
CHARSETS = [
    ("latin-1", "iso-8859-1", "en de"), ("cp1252", "iso-8859-1", "en fr de"), ("cp1252", "windows-1252", "fr de"),
    ("cp1252", "us-ascii", "fr de"), ("iso8859-15", "iso-8859-15", "de"), ("cp1250", "windows-1250", "pl"),
    ("iso8859-2", "iso-8859-2", "pl"), ("koi8-r", "koi8-r", "ru"), ("cp1251", "windows-1251", "ru"),
    ("cp1251", "iso-8859-1", "ru"), ("iso8859-5", "iso-8859-5", "ru"), ("cp866", "ibm866", "ru"),
    ("cp1253", "windows-1253", "el"), ("iso8859-7", "iso-8859-7", "el"), ("cp1255", "iso-8859-8-i", "he"),
    ("iso2022_jp", "iso-2022-jp", "ja en"), ("cp932", "shift_jis", "ja"), ("euc_jp", "euc-jp", "ja"),
    ("gb2312", "gb2312", "zh"), ("gb18030", "gbk", "zh tw"), ("hz", "hz-gb-2312", "zh"), ("big5", "big5", "tw"),
    ("euc_kr", "euc-kr", "ko"), ("iso2022_kr", "iso-2022-kr", "ko"), ("johab", "johab", "ko"),
    ("utf-8", "utf-8", "en fr ru ja emoji"), ("utf-8", "us-ascii", "fr ru emoji"), ("utf-8", "iso-8859-1", "fr ru ja"),
    ("utf-8", None, "en fr ru ja emoji"), ("cp1252", None, "fr de"), ("koi8-r", None, "ru"), ("cp932", None, "ja"),
    ("utf-7", "utf-7", "en fr ru ja emoji"), ("utf-16", "utf-16", "en ru ja emoji"),
    ("utf-16-le", "utf-16le", "ru emoji"),
    ("utf-16-le", "utf-16", "en ru"), ("utf-32", "utf-32", "ru"), ("utf-8", "unknown-8bit", "fr ru"),
    ("cp1251", "x-no-such-charset", "ru"), ("utf-8", "koi8-r", "ru"), ("ascii", "utf-8", "en"),
    ("ascii", "iso-2022-jp", "en"),
]  # fmt: skip
TRANSFER = ["7bit", "8bit", "quoted-printable", "base64", "binary", None]
SUBTYPES = ["plain", "plain", "plain", "html", "calendar", "x-vcard", "csv"]
FIELDS = ["Subject", "X-Note", "Comments"]


def encode(text, charset):
    return text.encode(charset, "replace")


def text(rng, languages, lines=4):
    language = rng.choice(languages.split())
    words = TEXTS[language].split(" ")
    made = [" ".join(rng.choices(words, k=rng.randint(1, 12))) for _ in range(rng.randint(1, lines))]
    return "\n".join(made)


def word(rng, octets, label):
    """Encodes a text in one or two encoded words."""
    label = label or "utf-8"
    half = len(octets) if rng.random() < 0.7 else len(octets) // 2
    pieces = [piece for piece in (octets[:half], octets[half:]) if piece] or [b""]
    made = []
    for piece in pieces:
        if rng.random() < 0.5:
            made.append(f"=?{label}?B?{base64.b64encode(piece).decode()}?=")
        else:
            quoted = "".join(chr(o) if chr(o).isalnum() and o < 128 else "_" if o == 32 else f"={o:02X}" for o in piece)
            made.append(f"=?{label}?{rng.choice('Qq')}?{quoted}?=")
    return rng.choice([" ", "\n ", "\n\t"]).join(made).encode()


def parameter(rng, name, octets, label):
    """A header value in one of the forms that occur in mail."""
    form = rng.randrange(4)
    escaped = "".join(chr(o) if chr(o).isalnum() and o < 128 else f"%{o:02X}" for o in octets).encode()
    if form == 0:
        return b"%s*=%s''%s" % (name, (label or "utf-8").encode(), escaped)
    if form == 1:
        half = escaped.rfind(b"%", 0, len(escaped) // 2 + 1)
        half = half if half > 0 else len(escaped)
        first = b"%s*0*=%s'en'%s" % (name, (label or "utf-8").encode(), escaped[:half])
        return b"%s;\n\t%s*1*=%s" % (first, name, escaped[half:])
    if form == 2:
        return b'%s="%s"' % (name, word(rng, octets, label).replace(b"\n", b""))
    return b'%s="%s"' % (name, octets.replace(b"\n", b" ").replace(b'"', b"").replace(b"\\", b""))


def header(rng):
    fields = []
    charset, label, languages = rng.choice(CHARSETS)
    octets = lambda: encode(text(rng, languages, 1)[:40], charset)
    encoded = lambda: word(rng, octets(), label)
    names = [encoded(), b'"' + octets().replace(b'"', b"") + b'"', b"Ada"]
    fields.append(b"From: " + rng.choice(names) + b" <ada@example.org>")
    if rng.random() < 0.5:
        fields.append(b"To: Bob (" + encoded() + b") <bob@example.net>, " + encoded() + b" <c@example.com>")
    for name in FIELDS:
        if rng.random() < 0.6:
            fields.append(name.encode() + b": " + rng.choice([encoded(), octets(), b"Re: " + encoded() + b" end"]))
    if rng.random() < 0.1:
        fields.append(b"Received: from mx (" + octets() + b") by example.org; Sat, 21 Nov 2026 10:00:00 +0000")
    fields.append(b"Date: Sat, 21 Nov 2026 10:00:00 +0000")
    if rng.random() < 0.15:
        fields.append(b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=k; h=from:subject; bh=YQ==; b=YQ==")
    # A raw value in UTF-16 can contain the octet of a line end, which would begin another field.
    return [re.sub(rb"\n(?![ \t])", b" ", field) for field in fields]


def leaf(rng):
    """The fields and the body of a part with a text."""
    charset, label, languages = rng.choice(CHARSETS)
    content, subtype = text(rng, languages) + "\n", rng.choice(SUBTYPES)
    if subtype == "html":
        old_form = f'<meta http-equiv="Content-Type" content="text/html; charset={label}">'
        meta = rng.choice(["", f'<meta charset="{label}">', old_form])
        content = f"<html><head>{meta}</head><body>{content}</body></html>\n"
    octets = encode(content, charset)
    if rng.random() < 0.15:
        octets = mix(rng, octets)
    transfer = rng.choice(TRANSFER)
    parameters = [] if label is None else [f"charset={label}" if rng.random() < 0.7 else f'charset="{label}"']
    if rng.random() < 0.1:
        parameters.append("format=flowed")
    fields = []
    if parameters or rng.random() < 0.5:
        fields.append("; ".join([f"Content-Type: text/{subtype}", *parameters]).encode())
    if rng.random() < 0.15:
        name = encode(text(rng, languages, 1)[:20], charset)
        fields.append(b"Content-Disposition: attachment; " + parameter(rng, b"filename", name, label))
    if transfer:
        fields.append(f"Content-Transfer-Encoding: {transfer}".encode())
    if transfer == "base64":
        octets = base64.encodebytes(octets)
    elif transfer == "quoted-printable":
        octets = quopri.encodestring(octets)
    return fields, octets


def mix(rng, octets):
    """A text that also contains octets of another charset."""
    charset, _, languages = rng.choice(CHARSETS)
    other = encode(text(rng, languages, 1), charset)
    footer = b"\n-- \nlist footer \xe2\x80\x94 caf\xc3\xa9\n"
    return rng.choice([octets + other + b"\n", octets + footer, other + b"\n" + octets])


def part(rng, depth=0):
    kind = rng.random()
    if depth > 2 or kind < 0.6:
        return leaf(rng)
    if kind < 0.9:
        boundary = f"b{depth}_{rng.randrange(1000)}".encode()
        name = rng.choice([b"mixed", b"alternative", b"related", b"digest", b"signed"])
        parts = [b"--%s\n%s" % (boundary, joined(*part(rng, depth + 1))) for _ in range(rng.randint(1, 3))]
        closing = b"--%s--\n" % boundary if rng.random() < 0.9 else b""
        return [b'Content-Type: multipart/%s; boundary="%s"' % (name, boundary)], b"\n".join([*parts, closing])
    inner = joined([*header(rng), *(fields_and_body := part(rng, depth + 1))[0]], fields_and_body[1])
    return [b"Content-Type: message/rfc822"], inner


def joined(fields, body):
    return b"\n".join([*fields, b"", body])


FOREIGN = [b"\0", b"\r", b"\xff", b"\x1b$B", b"=?utf-8?", b"\xed\xa0\xbd\xed\xb8\x80"]
DAMAGE = [
    lambda rng, m, at: m[:at] + bytes([rng.randrange(256)]) + m[at + 1 :],
    lambda rng, m, at: m[:at] + m[at + rng.randint(1, 4) :],
    lambda rng, m, at: m[:at] + rng.choice(FOREIGN) + m[at:],
    lambda rng, m, at: m[:at],
    lambda rng, m, at: m.replace(b"\n\n", b"\n", 1),
    lambda rng, m, at: m[:at] + b"\nFrom someone\n" + m[at:],
]


def message(rng):
    """A message. One message in four is damaged, and one in four has CRLF."""
    fields, body = part(rng)
    made = joined([*header(rng), b"MIME-Version: 1.0", *fields], body)
    if rng.random() < 0.25:
        for _ in range(rng.randint(1, 3)):
            made = rng.choice(DAMAGE)(rng, made, rng.randrange(len(made) + 1))
    return made.replace(b"\n", b"\r\n") if rng.random() < 0.25 else made
