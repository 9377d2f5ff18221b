"""Tests `mailutf.charset`, which has the interfaces of chardet and ftfy."""

import codecs
import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mailutf
import mailutf.charset as chardet
from mailutf import _mailutf

TEXTS = {
    "Größe und schöne Grüße aus Köln, bis übermorgen!": ["latin-1", "utf-8", "utf-16", "utf-8-sig", "cp1252"],
    "Привет! Встреча переносится на завтра.": ["koi8-r", "cp1251", "iso8859-5", "cp866", "mac_cyrillic"],
    "会議は明日の午前に変更になりました。": ["iso2022_jp", "shift_jis", "euc_jp"],
    "①会議は明日の午前に変更になりました。": ["cp932"],
    "会议改到明天上午，请准时参加。": ["gb2312", "gb18030", "hz"],
    "會議改到明天上午，請準時參加。": ["big5"],
    "회의가 내일 오전으로 변경되었습니다.": ["euc_kr", "iso2022_kr"],
    "회의가 뷁 내일 오전으로 변경되었습니다.": ["cp949"],
    "Η συνάντηση μεταφέρεται για αύριο.": ["iso8859-7", "cp1253"],
    "הפגישה נדחתה למחר בבוקר": ["cp1255"],
    "การประชุมถูกเลื่อนไปเป็นวันพรุ่งนี้": ["cp874"],
    "plain text": ["ascii"],
}


@pytest.mark.parametrize(("text", "charset"), [(text, charset) for text, charsets in TEXTS.items() for charset in charsets])
def test_python_decodes_with_the_name_that_is_detected(text: str, charset: str) -> None:
    data = text.encode(charset)
    found = chardet.detect(data)
    assert found["encoding"] and data.decode(found["encoding"]) == text
    assert 0 < found["confidence"] <= 1 and set(found) == {"encoding", "confidence", "language"}
    assert chardet.detect_all(data)[0] == found


def test_names_are_those_of_python_where_it_has_the_charset() -> None:
    for name in chardet.labels():
        (known, *_) = chardet._PYTHON.get(name, (name,))
        labels = [name, *chardet.labels()[name]]
        assert is_known(known) or not any(map(is_known, labels)), (name, list(filter(is_known, labels)))


def is_known(name: str) -> bool:
    try:
        return bool(codecs.lookup(name))
    except LookupError:
        return False


def test_language_and_confidence_are_those_of_letters() -> None:
    found = chardet.detect("Привет! Встреча переносится на завтра.".encode("koi8-r"))
    assert found["language"] == "ru" and found["confidence"] > 0.9
    assert chardet.detect(b"x") == {"encoding": "ascii", "confidence": 1.0, "language": None}
    assert chardet.detect(b"\x00\xff\x01\x81") == {"encoding": None, "confidence": 0.0, "language": None}
    for no_buffer in (5, "text", None):
        with pytest.raises(TypeError):
            chardet.detect(no_buffer)  # type: ignore[arg-type]
    assert chardet.detect(memoryview(b"x"))["encoding"] == chardet.detect(bytearray(b"x"))["encoding"] == "ascii"


def test_candidates_are_sorted_and_named_once() -> None:
    found = chardet.detect_all("Jörg".encode("latin-1"))
    names = [one["encoding"] for one in found]
    assert names[0] == "windows-1252" and len(names) == len(set(names)) > 1
    undecided = chardet.detect_all(b"\xe4")
    assert chardet.detect(b"\xe4")["encoding"] is None and "windows-1252" in [one["encoding"] for one in undecided]
    for each in (found, undecided):
        assert [one["confidence"] for one in each] == sorted((one["confidence"] for one in each), reverse=True)
    assert chardet.detect_all(bytes(range(256))) == [chardet.detect(bytes(range(256)))]


@settings(max_examples=500, deadline=None)
@example(b"\x9f\x9f\x9f\xa4b")
@given(st.binary(max_size=12) | st.text(st.sampled_from("aé жあ中\n")).flatmap(lambda text: st.binary(max_size=3).map(lambda end: text.encode() + end)))
def test_octets_decode_in_all_charsets_that_are_possible(data: bytes) -> None:
    found = chardet.detect_all(data)
    assert chardet.detect(data) in found or chardet.detect(data)["encoding"] is None
    for one in found:
        if name := one["encoding"]:
            assert any(decodes(data[: len(data) - cut], name) for cut in range(4)), name


@settings(max_examples=500, deadline=None)
@example(b"&Jjo", "utf-7-imap")
@example(b"+Jjo\xff", "utf-7")
@example(b"a\x1b$B", "iso-2022-jp")
@given(st.binary(min_size=1, max_size=6) | st.text(st.sampled_from("&+Jjo~{\x1b$B\x0e\xe4 "), min_size=1, max_size=8).map(lambda text: text.encode("latin-1")),
       st.sampled_from(sorted(chardet.labels())))
def test_an_error_has_a_range_within_the_bytes(data: bytes, name: str) -> None:
    try:
        chardet.decode(data, name)
    except UnicodeDecodeError as error:
        assert 0 <= error.start < error.end <= len(data) and str(error), (name, error.start, error.end)


@pytest.mark.parametrize("name", ["utf-7", "utf-8", "koi8-r"])
def test_lone_surrogates_are_an_error_of_the_charset(name: str) -> None:
    with pytest.raises(UnicodeEncodeError) as caught:
        chardet.encode("aж\ud800", name)
    error = caught.value
    assert (error.encoding.lower(), error.start, error.end, error.object) == (name, 2, 3, "aж\ud800")


def decodes(data: bytes, name: str) -> bool:
    try:
        return chardet.decode(data, name) is not None
    except UnicodeDecodeError:
        return False


def test_a_detector_takes_pieces_and_begins_anew() -> None:
    detector = chardet.UniversalDetector()
    for piece in io.BytesIO("Привет! Встреча\nпереносится на завтра.\n".encode("cp1251")):
        detector.feed(piece)
    assert not detector.done and detector.result["encoding"] is None
    assert detector.close() == detector.result and detector.result["encoding"] == "windows-1251"
    detector.reset()
    assert detector.close()["encoding"] == "ascii"


# Text whose characters and escape sequences have two octets or more, mixed with US-ASCII.
CUT = [(text, name) for text, names in TEXTS.items() for name in names if len(text.encode(name)) > len(text) and name != "utf-8-sig"]
CUT += [("plain text, größer", name) for name in ("utf-8", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig")]


@pytest.mark.parametrize(("text", "charset"), CUT)
def test_where_a_text_is_cut_decides_nothing(text: str, charset: str) -> None:
    for line in (f"{text} ", f"a{text}\n", f"b {text}"):
        data = (line * (1000 // len(line))).encode(charset)
        expected = chardet.detect(data)["encoding"]
        assert expected
        found = {chardet.detect(data[: len(data) - cut])["encoding"] for cut in range(60)}
        assert found == {expected}, line
        pieces = chardet.UniversalDetector()
        for at in range(0, 400_000, 4096):
            pieces.feed((data * (400_000 // len(data) + 1))[at : at + 4096])
        if not charset.startswith("utf-16") and charset not in ("utf-32", "utf-8-sig"):
            assert pieces.close()["encoding"] == expected, line


def test_an_incomplete_character_alone_is_weak_evidence() -> None:
    for size in (1024, 1025, 1026):
        found = chardet.detect(("a" * 1023 + "é" * 100).encode()[:size])
        assert found["encoding"] == "utf-8" and found["confidence"] == (0.5 if size == 1024 else 1)
    assert chardet.detect(b"caf\xe9")["encoding"] == "windows-1252"


def test_pieces_of_any_size_give_the_same_result() -> None:
    data = b"a" + "ж".encode() * 200_000 + b"\xff"
    for size in (4095, 4096, 100_000, len(data)):
        detector = chardet.UniversalDetector()
        for at in range(0, len(data), size):
            detector.feed(memoryview(data)[at : at + size])
        assert detector.close()["encoding"] == "utf-8"


def test_a_label_means_the_charset_in_which_text_is_decoded() -> None:
    for name, labels in chardet.labels().items():
        for label in (name, *labels):
            assert chardet.canonical(label) in chardet.labels()
    for label, known in {"utf8": "UTF-8", "latin-1": "windows-1252", "shift-jis": "Shift_JIS", "koi8r": "KOI8-R", "x-none": None}.items():
        assert chardet.canonical(label) == known
        assert known is None or chardet.decode(b"\xc3\xa4", label) == chardet.decode(b"\xc3\xa4", known)


def test_the_byte_order_mark_is_dropped_as_by_the_codec() -> None:
    for data in (b"\xef\xbb\xbfa", b"a", b"\xef\xbb\xbf\xef\xbb\xbf", b""):
        for label in ("utf-8-sig", "UTF_8_SIG"):
            assert chardet.decode(data, label) == data.decode("utf-8-sig")
    assert chardet.decode(b"\xef\xbb\xbfa", "utf-8") == "\ufeffa"
    data = "größer".encode("utf-8-sig")
    assert chardet.decode(data, chardet.detect(data)["encoding"] or "") == "größer"


def garbled(text: str, *charsets: str) -> str:
    for charset in charsets:
        text = text.encode().decode(charset)
    return text


@pytest.mark.parametrize(
    ("text", "charsets"),
    [
        ("schöne Grüße", ["cp1252"]),
        ("schöne Grüße", ["cp1252", "cp1252"]),
        ("L’été à la plage", ["cp1252"]),
        ("Привет, как дела", ["latin-1"]),
        ("Привет, как дела", ["koi8-r"]),
        ("Zażółć gęślą jaźń", ["latin-1"]),
    ],
)
def test_wrong_decoding_is_undone(text: str, charsets: list[str]) -> None:
    wrong = garbled(text, *charsets)
    assert wrong != text and chardet.fix(wrong) == text


@pytest.mark.parametrize("text", ["", "plain", "größer", "Привет", "Ã", "5 µm × 3 ½", "\x1b$B$3$l", "naïve café", "日本語"])
def test_sound_text_is_the_same_object(text: str) -> None:
    assert chardet.fix(text) is text


IN_PART = [
    ("FranÃ§ois Lefèvre", "François Lefèvre"),
    ("Jürgen MÃ¼ller fährt Ã¼bermorgen", "Jürgen Müller fährt übermorgen"),
    ("JiÅ™Ã\xad Dvořák přijede", "Jiří Dvořák přijede"),
    ("Привет, РєР°Рє РґРµР»Р° у Ивана", "Привет, как дела у Ивана"),
    # The word `Ã\xa0` does not show by itself that it is garbled. It is judged together with its
    # neighbours.
    ("As crianÃ§as estÃ£o Ã\xa0 espera — avião", "As crianças estão à espera — avião"),
    ("doesnÃ¢â‚¬â„¢t — naïve", "doesn’t — naïve"),
    # The blank and the sign after a sound letter are no octets of one character.
    ("Café – heiÃŸ und groÃŸ", "Café – heiß und groß"),
    ("Olé – groÃŸe StraÃŸe", "Olé – große Straße"),
    ("birač\xa0» naÄ¨in odsjeÄ¨ena", "birač\xa0» način odsječena"),
    ("В саду РјРѕСЏ РіСЂСѓС€Р°", "В саду моя груша"),
]


@pytest.mark.parametrize(("text", "before"), IN_PART)
def test_a_part_that_is_garbled_is_restored(text: str, before: str) -> None:
    assert chardet.fix(text) == before
    assert chardet.fix(before) is before


ABOUT = ["Größe GrÃ¶ÃŸe und schÃ¶n", "GrÃ¶ÃŸe – Größe und schÃ¶n", "Müller, MÃ¼ller", "Köln / KÃ¶ln"]


@pytest.mark.parametrize("text", [*ABOUT, "Größe becomes GrÃ¶ÃŸe here", "naïve: Ã© is é", "Çäklendirme we görýärsiňiz", "© 2024 naïve Â"])
def test_words_that_prove_nothing_stay(text: str) -> None:
    assert chardet.fix(text) is text


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from("Lefèvre Größe Привет 日本語 plain x 5µm Ã é GrÃ¶ÃŸe FranÃ§ois РџСЂРёРІРµС‚ â€“".split(" ")), max_size=8), st.sampled_from(" \n"))
def test_what_was_fixed_stays_and_blanks_do_too(words: list[str], blank: str) -> None:
    fixed = chardet.fix(blank.join(words))
    assert chardet.fix(fixed) == fixed
    assert fixed.count(blank) == max(len(words) - 1, 0)


def test_cells_that_are_no_text_stay() -> None:
    assert chardet.fix(None) is None
    nan = float("nan")
    assert chardet.fix(nan) is nan
    for cell in (3, 1.5, True, b"Gr\xc3\x83\xc2\xb6", ["x"], "Gr\xc3\xb6\udce9"):
        assert chardet.fix(cell) is cell
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert chardet.fix(pandas.NA) is pandas.NA and chardet.fix(pandas.NaT) is pandas.NaT
    column = pandas.Series(["FranÃ§ois Lefèvre", None, float("nan"), "Größe"], dtype=object)
    assert column.map(chardet.fix).dropna().tolist() == ["François Lefèvre", "Größe"]


def test_text_that_is_not_unicode_stays() -> None:
    assert chardet.fix("\ud800") == "\ud800"
    assert _mailutf._detect(b"")[1] == []


def test_signs_alone_show_no_charset() -> None:
    for text in ("Price: 20 €", "Preis: 20 €\n", "20 €\n", "Heute 20 °C", "cena: 20 € – 30 €", "“Price”"):
        for name in ("windows-1252", "windows-1250"):
            found = chardet.detect(text.encode(name))
            assert (found["encoding"], found["language"]) == ("windows-1252", None), text
            names = [one["encoding"] for one in chardet.detect_all(text.encode(name))]
            assert names[0] == "windows-1252" and len(names) == len(set(names))
    assert chardet.detect("Žluťoučký kůň za 20 €".encode("windows-1250"))["encoding"] == "windows-1250"
    assert chardet.detect("№ 20: Привет, как дела?".encode("windows-1251"))["encoding"] == "windows-1251"


@given(st.text())
def test_what_is_fixed_was_garbled(text: str) -> None:
    assert chardet.is_garbled(text) >= (chardet.fix(text) != text)


def test_what_is_garbled() -> None:
    for text in ("GrÃ¶ÃŸe", "РџСЂРёРІРµС‚", "GrÃ¶Ã\ufffde und schÃ¶n", "Gr?ÃŸe und schÃ¶ne GrÃ¼ÃŸe"):
        named = [finding.code for finding in mailutf.Message(f"Content-Type: text/plain; charset=utf-8\n\n{text}\n".encode()).findings]
        assert chardet.is_garbled(text) and named in (["text-garbled"], []), text
    for cell in ("Größe", "plain", "", "日本語", None, 1.5, b"Gr\xc3\xb6", "\udc80"):
        assert chardet.is_garbled(cell) is False
