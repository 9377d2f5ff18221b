"""Compares `charset.fix` with ftfy on cells of a table that are sound (not garbled), garbled, or partly garbled.

python benches/fix.py

ftfy must be installed. The sentences do not come from the tests of any package. In a partly garbled cell, some words
beyond US-ASCII were encoded in UTF-8 and decoded in windows-1252, as when files in two charsets are joined. The other
words are sound.
"""

import random
import time
from collections.abc import Callable

import ftfy

from mailutf import charset

SENTENCES = {
    "French": [
        "François Lefèvre a réservé la grande salle jusqu'à février",
        "Le dîner est prévu à l'hôtel près de la forêt",
        "Hélène préfère le café très fort, même après minuit",
        "Où sont passés les élèves de la première année ?",
    ],
    "German": [
        "Jürgen Müller fährt übermorgen zurück nach Köln",
        "Die größte Straße führt über die Brücke am Fluß",
        "Für die Gäste gibt es Käsespätzle und süße Äpfel",
        "Schöne Grüße aus dem verschneiten Gebäude",
    ],
    "Spanish": [
        "Íñigo Núñez volverá mañana con su compañero",
        "El niño pequeño comió piña y bebió té en el jardín",
        "¿Cuándo llegará el próximo tren a Málaga?",
        "La reunión de la Comisión se celebró en León",
    ],
    "Portuguese": [
        "João não conseguiu ligar para a irmã em São Luís",
        "As crianças estão à espera do avião de Lisboa",
        "A educação é um direito de todos os cidadãos",
        "O pão e o maçã estão na mesa da avó Conceição",
    ],
    "Swedish": [
        "Åsa Öberg åker till fjällen på lördag",
        "Kaffet är för varmt, så vi väntar på mjölken",
        "Hälsningar från oss på ön i skärgården",
        "Kött och fågel säljs på torget när det är vår",
    ],
    "Polish": [
        "Małgorzata Wróbel pojechała do Łodzi późnym wieczorem",
        "Proszę przesłać załącznik przed końcem września",
        "Książka leży na półce obok dużego okna",
        "Życzę ci szczęścia i miłości na każdy dzień",
    ],
    "Czech": [
        "Jiří Dvořák přijede příští týden vlakem do Plzně",
        "Děkuji za vaši odpověď a přeji hezký večer",
        "Náš nový učitel bydlí v malém městě u řeky",
        "Čtvrtý díl seriálu běží každou středu",
    ],
    "Russian": [
        "Алексей Семёнов вернётся в понедельник вечером",
        "Пожалуйста, пришлите счёт за прошлый месяц",
        "Новая библиотека находится рядом с вокзалом",
        "Погода сегодня хорошая, но завтра будет дождь",
    ],
}


def garbled(text: str) -> str:
    """Returns the text as it looks if its UTF-8 is decoded in windows-1252. Undefined octets become control
    characters, as in browsers."""
    return "".join(
        bytes([octet]).decode("cp1252", "ignore") or chr(octet) for octet in text.encode("utf-8")
    )


def in_part(text: str, source: random.Random) -> str | None:
    """Returns the text with some words garbled."""
    words = text.split(" ")
    beyond = [number for number, word in enumerate(words) if not word.isascii()]
    if len(beyond) < 2:
        return None
    chosen = set(source.sample(beyond, source.randrange(1, len(beyond))))
    return " ".join(garbled(word) if number in chosen else word for number, word in enumerate(words))


def joined(text: str, other: str) -> str:
    """Returns a cell that contains a garbled text and a sound one."""
    return f"{garbled(text)} / {other}"


def cells() -> dict[str, list[tuple[str, str]]]:
    """Returns cells and their expected texts, by the kind of cell."""
    source = random.Random(7)
    every = [sentence for sentences in SENTENCES.values() for sentence in sentences]
    names = [" ".join(sentence.split(" ")[:2]) for sentence in every]
    parts = [(cell, text) for text in every + names for _ in range(5) if (cell := in_part(text, source))]
    return {
        "sound": [(text, text) for text in every + names],
        "garbled": [(garbled(text), text) for text in every + names if not text.isascii()],
        "garbled in part": sorted(set(parts)),
        "garbled beside sound": [(joined(one, two), f"{one} / {two}") for one, two in zip(every, source.sample(every, len(every)))],
    }


def main() -> None:
    fixers: dict[str, Callable[[str], str]] = {
        "mailutf": charset.fix,
        "ftfy (`fix_encoding`)": ftfy.fix_encoding,
        "ftfy (`fix_text`)": ftfy.fix_text,
    }
    found = cells()
    print("| right cells | " + " | ".join(f"{kind}, of {len(of_kind):,}" for kind, of_kind in found.items()) + " | time for one |")
    print("|---|" + "---|" * (len(found) + 1))
    for name, fix in fixers.items():
        start = time.process_time()
        right = [sum(fix(cell) == text for cell, text in of_kind) for of_kind in found.values()]
        spent = (time.process_time() - start) / sum(map(len, found.values()))
        print(f"| {name} | " + " | ".join(f"{count:,}" for count in right) + f" | {spent * 1e6:.0f} µs |")


if __name__ == "__main__":
    main()
