"""Counts the single names and short phrases that `charset.fix` restores after a wrong decoding.

python benches/names.py

Each name is encoded in one charset and decoded in another. Names that lose octets or stay the same are not counted.
"""

from mailutf import charset

TEXTS = {
    "Russian names": (
        "Москва|Санкт-Петербург|Новосибирск|Екатеринбург|Казань|Нижний Новгород|Челябинск|Самара|Омск|Ростов|Уфа|Красноярск|"
        "Воронеж|Пермь|Волгоград|Краснодар|Саратов|Тюмень|Тольятти|Ижевск|Барнаул|Иркутск|Ульяновск|Хабаровск|Владивосток|"
        "Ярославль|Томск|Оренбург|Кемерово|Рязань|Иван|Анна|Сергей|Ольга|Дмитрий|Елена|Алексей|Наталья|Андрей|Татьяна|"
        "Михаил|Ирина|Владимир|Светлана|Николай|Мария|Александр|Екатерина|Павел|Юлия|Петров|Иванова|Смирнов|Кузнецова|"
        "Попов|Васильева|Соколов|Михайлова|Новиков|Фёдорова|Морозов|Волкова|Алексеев|Лебедева|Семёнов|Егорова|Павлов|"
        "Козлова|Степанов|Николаева"
    ),
    "Russian phrases": (
        "Привет, как дела?|Встреча завтра в десять|Добрый день, Анна|Отчёт за ноябрь|Спасибо за письмо|Новый год и Рождество|"
        "Счёт на оплату|Подтверждение заказа|Договор на подпись|Вопрос по проекту"
    ),
    "Central European cities": (
        "Plzeň|Děčín|Třinec|Příbram|Kroměříž|Třebíč|České Budějovice|Ústí nad Labem|Uherské Hradiště|Žďár nad Sázavou|"
        "Jihlava město|Łódź|Gdańsk|Poznań|Białystok|Częstochowa|Rzeszów|Toruń|Győr|Székesfehérvár"
    ),
}

DECODINGS = [
    ("windows-1251", "windows-1252"),
    ("koi8-r", "windows-1252"),
    ("koi8-r", "windows-1251"),
    ("windows-1251", "koi8-r"),
    ("windows-1250", "windows-1252"),
    ("utf-8", "windows-1252"),
    ("utf-8", "windows-1251"),
]


def garbled(text: str, real: str, wrong: str) -> str | None:
    try:
        found = text.encode(real).decode(wrong)
    except UnicodeError:
        return None
    return None if found == text else found


print("| | in | read as | restored | changed otherwise |\n|---|---|---|---|---|")
for kind, texts in TEXTS.items():
    for real, wrong in DECODINGS:
        cases = [(text, read) for text in texts.split("|") if (read := garbled(text, real, wrong)) is not None]
        right = sum(charset.fix(read) == text for text, read in cases)
        other = [text for text, read in cases if charset.fix(read) not in (text, read)]
        if cases:
            print(f"| {kind} | {real} | {wrong} | {right} of {len(cases)} | {', '.join(other)} |")
