#!/usr/bin/env python3
"""Makes an archive whose owner has many decisions to make, and tells which of its bodies are right after a conversion.

    tools/doubtful_archive.py make DIRECTORY          writes mail.mbox and truth.jsonl; the same in each run
    tools/doubtful_archive.py review DIRECTORY PROGRAM [OPTION...]
                                                      decides as a person would who reads the 20 languages, by the keys of
                                                      `mailutf review` on a terminal; then converts the mail by these
                                                      decisions and the options, and checks it
    tools/doubtful_archive.py check TRUTH BEFORE AFTER
                                                      counts bodies that are right, wrong, and left as they were

200 senders write 50 messages each, from 2001 to 2008: there is a sender for each pair of 20 languages and 10 habits. Every
twentieth text has one to three words, the others have one to five sentences. The subject is labelled like the body, in an encoded
word.

`review` simulates a reader, who sees only what is on the terminal. The reader takes a text for right if the text is part of a message
that its author wrote in a language of the sender. A person, too, sees at a glance whether a text is right. In the list of groups whose
readings agree, the reader accepts all groups but those whose text is not right. For any other group, the reader asks for all samples.
If the likely reading is right in all samples, the reader accepts it. If the reading by the label is right in all samples, the reader
accepts the label. If some texts under a label are right by the likely reading and others by the label, the reader lets the letters of
each text decide (`e`). The reader leaves everything else for later.

After the conversion, a body is right if its text is what the author wrote. It is wrong if it was changed to something else, and left if
it was not changed. A body that needs no change and was not changed is right.
"""

import argparse
import base64
import collections
import fcntl
import itertools
import json
import mailbox
import os
import pathlib
import pty
import random
import re
import struct
import subprocess
import termios

# For each language: its charset, the charset that old programs used for the language, short texts, and sentences.
LANGUAGES = {
    "de": ("windows-1252", "cp850", "Schöne Grüße|Überweisung erledigt|für später|Rückfrage", """
Können wir das Treffen auf übermorgen verschieben?|Die Rechnung für März habe ich noch nicht erhalten.|Bitte prüfen Sie die beigefügten Unterlagen.
Der Zug hatte über eine Stunde Verspätung.|Für Rückfragen stehe ich natürlich gern zur Verfügung.|Wir müssen den Vertrag bis Ende des Monats kündigen.
Das Büro ist während der Feiertage geschlossen.|Schöne Grüße auch an deine Familie.|Ich würde lieber später darüber sprechen.|Die Übersetzung ist fast fertig, es fehlen nur zwei Sätze."""),
    "fr": ("windows-1252", "cp850", "Très bien|À bientôt|Réponse reçue|déjà réglé", """
Pourriez-vous m'envoyer le dossier complété avant vendredi?|La réunion a été reportée à la semaine prochaine.|Je n'ai pas encore reçu votre réponse.
Nous avons déjà réglé cette facture le mois passé.|Merci beaucoup pour votre aide précieuse.|Où êtes-vous allés pendant l'été?
Le colis a été livré à une mauvaise adresse.|Il faudrait vérifier les chiffres à la troisième page.|Je vous présente mes meilleurs vœux.|La fenêtre de mon bureau donne sur une forêt."""),
    "es": ("windows-1252", "cp850", "Muchísimas gracias|mañana|Sí, señor|Dirección nueva", """
¿Podrías enviarme la dirección del hotel?|La próxima reunión será el miércoles por la mañana.|Todavía no he recibido ninguna contestación.
El niño cumplió cinco años la semana pasada.|Aquí está el último informe del año.|Mañana llegaré un poco más tarde.
Según el médico, todo salió muy bien.|Necesitamos más información sobre la situación económica.|El avión salió con tres horas de retraso.|Mi teléfono dejó de funcionar ayer."""),
    "pt": ("windows-1252", "cp850", "Até amanhã|Não há|Atenção|Obrigação", """
Não consegui abrir o ficheiro que me enviou.|A reunião ficou marcada para terça-feira às três.|Você já recebeu a informação sobre o avião?
As inscrições terminam amanhã à noite.|Há muito tempo que não te vejo.|Gostaríamos de alterar as condições do contrato.
O relatório está pronto, só falta a última página.|A situação não é tão má como parecia.|Avós e irmãos também estão convidados.|O café da manhã começa às sete."""),
    "sv": ("windows-1252", "cp850", "Hälsningar|På återseende|Ja, gärna|Så här", """
Kan vi flytta mötet till på måndag?|Jag har ännu inte fått någon räkning för mars.|Vi åker till Göteborg på lördag och är hemma på söndag.
Det är väldigt kallt här uppe just nu.|Tack så mycket för hjälpen häromdagen.|Hälsa så mycket till alla därhemma.
Barnen är små och somnar tidigt på kvällen.|Översättningen är nästan färdig.|Bifogat hittar du förslaget till nästa år.|Jag förstår inte varför tåget är försenat."""),
    "pl": ("iso-8859-2", "cp1250", "Dziękuję|później|Proszę o odpowiedź|Łódź", """
Proszę o przesłanie umowy do końca tygodnia.|Spotkanie zostało przełożone na środę.|Dziękuję za szybką odpowiedź i życzę miłego dnia.
Niestety nie zdążyłem na pociąg do Łodzi.|W załączeniu przesyłam część brakujących dokumentów.|Czy mógłbyś sprawdzić, kiedy przyjdzie paczka?
Książka leży na półce obok okna.|Będziemy musieli zmienić całą ścieżkę.|Dzieci są jeszcze w szkole.|Wróciłem późno i byłem zmęczony."""),
    "cs": ("windows-1250", "iso-8859-2", "Děkuji|příště|Dobrý den, děkuji|těším se", """
Prosím o zaslání smlouvy do konce týdne.|Schůzka se přesouvá na středu odpoledne.|Děkuji za rychlou odpověď a přeji hezký den.
Bohužel jsem nestihl vlak do Plzně.|V příloze posílám chybějící část dokumentů.|Můžete prosím ověřit, kdy balík přijde?
Kniha leží na polici vedle okna.|Budeme muset změnit celý rozvrh.|Děti jsou ještě ve škole.|Vrátil jsem se pozdě a byl jsem unavený."""),
    "hu": ("iso-8859-2", "cp1250", "Köszönöm szépen|később|Üdvözlettel|jövő hét", """
Kérem, küldje el a szerződést a hét végéig.|A találkozót szerdára halasztottuk.|Köszönöm a gyors választ, és szép napot kívánok.
Sajnos lekéstem a győri vonatot.|Mellékelten küldöm a hiányzó iratok egy részét.|Megnéznéd, mikor érkezik meg a csomag?
A könyv az ablak melletti polcon fekszik.|Meg kell változtatnunk az egész órarendet.|A gyerekek még az iskolában vannak.|Későn értem haza, és nagyon fáradt voltam."""),
    "ro": ("iso-8859-2", "cp1250", "Mulţumesc|săptămâna viitoare|Bună ziua|până mâine", """
Vă rog să trimiteţi contractul până la sfârşitul săptămânii.|Întâlnirea a fost amânată pentru miercuri.|Vă mulţumesc pentru răspunsul rapid.
Din păcate am pierdut trenul spre Iaşi.|Ataşez o parte din documentele care lipsesc.|Poţi să verifici când ajunge coletul?
Cartea este pe raftul de lângă fereastră.|Va trebui să schimbăm tot orarul.|Copiii sunt încă la şcoală.|M-am întors târziu şi eram foarte obosit."""),
    "hr": ("windows-1250", "iso-8859-2", "Hvala, želim|sljedeći tjedan|Možemo li|doći ću", """
Molim vas da pošaljete ugovor do kraja tjedna.|Sastanak je odgođen za srijedu.|Hvala na brzom odgovoru i želim vam ugodan dan.
Nažalost, nisam stigao na vlak za Čakovec.|U prilogu šaljem dio dokumenata koji nedostaju.|Možeš li provjeriti kada će stići paket?
Knjiga leži na polici pokraj prozora, čini mi se.|Morat ćemo promijeniti cijeli raspored još večeras.|Djeca su još uvijek u školi, doći će kasnije.|Vratio sam se kasno i bio sam vrlo umoran, žao mi je."""),
    "ru": ("windows-1251", "koi8-r", "Спасибо|завтра утром|Добрый день|до встречи", """
Прошу прислать договор до конца недели.|Встреча переносится на среду.|Спасибо за быстрый ответ, хорошего дня.
К сожалению, я опоздал на поезд.|Во вложении часть недостающих документов.|Можешь узнать, когда придёт посылка?
Книга лежит на полке у окна.|Нам придётся изменить всё расписание.|Дети ещё в школе.|Я вернулся поздно и очень устал."""),
    "uk": ("windows-1251", "koi8-u", "Дякую|завтра вранці|Доброго дня|до зустрічі", """
Прошу надіслати договір до кінця тижня.|Зустріч переноситься на середу.|Дякую за швидку відповідь, гарного дня.
На жаль, я запізнився на потяг.|У вкладенні частина документів, яких бракувало.|Чи можеш дізнатися, коли прийде посилка?
Книжка лежить на полиці біля вікна.|Нам доведеться змінити весь розклад.|Діти ще у школі.|Я повернувся пізно і дуже втомився."""),
    "bg": ("windows-1251", "iso-8859-5", "Благодаря|утре сутринта|Добър ден|до скоро", """
Моля, изпратете договора до края на седмицата.|Срещата се отлага за сряда.|Благодаря за бързия отговор и приятен ден.
За съжаление изпуснах влака за Пловдив.|Прилагам част от липсващите документи.|Можеш ли да провериш кога ще пристигне пратката?
Книгата е на рафта до прозореца.|Ще трябва да променим цялото разписание.|Децата са още в училище.|Върнах се късно и бях много уморен."""),
    "el": ("windows-1253", "iso-8859-7", "Ευχαριστώ|αύριο το πρωί|Καλημέρα σας|τα λέμε", """
Παρακαλώ στείλτε το συμβόλαιο μέχρι το τέλος της εβδομάδας.|Η συνάντηση μεταφέρθηκε για την Τετάρτη.|Ευχαριστώ για τη γρήγορη απάντηση.
Δυστυχώς έχασα το τρένο για τη Λάρισα.|Επισυνάπτω μέρος των εγγράφων που λείπουν.|Μπορείς να δεις πότε θα φτάσει το δέμα;
Το βιβλίο είναι στο ράφι δίπλα στο παράθυρο.|Θα πρέπει να αλλάξουμε όλο το πρόγραμμα.|Τα παιδιά είναι ακόμα στο σχολείο.|Γύρισα αργά και ήμουν πολύ κουρασμένος."""),
    "tr": ("windows-1254", "iso-8859-9", "Teşekkürler|yarın sabah|İyi günler|görüşürüz", """
Lütfen sözleşmeyi hafta sonuna kadar gönderin.|Toplantı çarşamba gününe ertelendi.|Hızlı cevabınız için teşekkür ederim.
Ne yazık ki Eskişehir trenini kaçırdım.|Eksik belgelerin bir kısmını ekte gönderiyorum.|Paketin ne zaman geleceğini öğrenebilir misin?
Kitap pencerenin yanındaki rafta duruyor.|Bütün programı değiştirmemiz gerekecek.|Çocuklar hâlâ okulda, akşama dönerler.|Geç döndüm ve çok yorgundum, özür dilerim."""),
    "he": ("windows-1255", "windows-1255", "תודה רבה|מחר בבוקר|שלום לכולם|להתראות", """
נא לשלוח את החוזה עד סוף השבוע.|הפגישה נדחתה ליום רביעי.|תודה על התשובה המהירה ויום נעים.
לצערי איחרתי לרכבת לחיפה.|מצורף חלק מהמסמכים החסרים.|אפשר לבדוק מתי תגיע החבילה?
הספר מונח על המדף ליד החלון.|נצטרך לשנות את כל לוח הזמנים.|הילדים עדיין בבית הספר.|חזרתי מאוחר והייתי עייף מאוד."""),
    "lt": ("windows-1257", "iso-8859-13", "Ačiū|kitą savaitę|Laba diena, ačiū|iki pasimatymo, ačiū", """
Prašau atsiųsti sutartį iki savaitės pabaigos.|Susitikimas nukeltas į trečiadienį.|Ačiū už greitą atsakymą ir gražios dienos.
Deja, pavėlavau į traukinį į Šiaulius.|Pridedu dalį trūkstamų dokumentų.|Ar gali sužinoti, kada ateis siuntinys?
Knyga guli lentynoje šalia lango, žiūrėk atidžiai.|Turėsime pakeisti visą tvarkaraštį.|Vaikai dar mokykloje, grįš vėliau.|Grįžau vėlai ir buvau labai pavargęs."""),
    "ja": ("shift_jis", "euc-jp", "ありがとうございます|明日の午後|お世話になります|了解しました", """
週末までに契約書を送ってください。|会議は水曜日に変更になりました。|早速のお返事をありがとうございます。
残念ながら電車に乗り遅れました。|足りない書類の一部を添付します。|荷物がいつ届くか調べてもらえますか。
本は窓のそばの棚にあります。|予定を全部変えなければなりません。|子供たちはまだ学校にいます。|遅く帰ってきて、とても疲れていました。"""),
    "zh": ("gb18030", "big5", "謝謝你|明天上午|大家好|下週再說", """
請在週末之前把合同寄給我。|會議改到星期三下午。|感謝您這麼快就回覆。
很可惜我沒有趕上火車。|附件是一部分缺少的文件。|你能查一下包裹什麼時候到嗎？
書在窗戶旁邊的架子上。|我們必須改變整個時間表。|孩子們還在學校裡。|我回來得很晚，非常累。"""),
    "ko": ("euc-kr", "euc-kr", "감사합니다|내일 오전|안녕하세요|다음에 봐요", """
주말까지 계약서를 보내 주시기 바랍니다.|회의는 수요일로 연기되었습니다.|빠른 답변에 감사드립니다.
아쉽게도 기차를 놓쳤습니다.|빠진 서류의 일부를 첨부합니다.|소포가 언제 도착하는지 알아봐 줄 수 있나요?
책은 창문 옆 선반에 있습니다.|일정을 모두 바꿔야 할 것 같습니다.|아이들은 아직 학교에 있습니다.|늦게 돌아와서 매우 피곤했습니다."""),
}
# The habits of the programs that the senders use.
HABITS = [
    "utf-8",  # writes UTF-8 and says so
    "own charset",  # writes another charset and says so
    "latin1",  # labels everything iso-8859-1; for languages of iso-8859-1, it writes another charset
    "latin1 until 2004",  # the same, until a correct program replaced it in the middle of that year
    "no label",  # writes no label
    "unknown label",  # writes a label that nobody knows
    "twice",  # encodes UTF-8 twice
    "sometimes twice",  # a gateway encoded half of the mail twice, and a tenth of that mail another time
    "decoded wrongly",  # a gateway decoded half of the mail in a wrong charset, and wrote UTF-8
    "rarely wrong",  # one message in 25 has the label of a similar charset, in which it decodes
]
MESSAGES = 50
# For each charset, a similar charset, whose label a text gets once in a while. In the similar charset, the text also looks like
# text.
NEIGHBOURS = {
    "windows-1252": "iso-8859-2", "iso-8859-2": "windows-1252", "windows-1250": "windows-1252", "windows-1251": "koi8-r",
    "windows-1253": "windows-1251", "windows-1254": "windows-1252", "windows-1255": "windows-1253", "windows-1257": "windows-1250",
    "shift_jis": "gb18030", "gb18030": "big5", "euc-kr": "gb18030",
}
# For each language, the mistake of a gateway: the charset in which it decoded the text, and the charset in which the text was.
TAKEN = {"ru": ("windows-1252", "windows-1251"), "uk": ("windows-1252", "windows-1251"), "bg": ("koi8-r", "windows-1251"),
         "el": ("windows-1252", "windows-1253"), "he": ("windows-1252", "windows-1255"), "pl": ("windows-1252", "iso-8859-2"),
         "hu": ("windows-1252", "iso-8859-2"), "ro": ("windows-1252", "iso-8859-2"), "cs": ("windows-1252", "windows-1250"),
         "hr": ("windows-1252", "windows-1250"), "tr": ("windows-1252", "windows-1254"), "lt": ("windows-1252", "windows-1257")}


def taken(text, by, was):
    """The text after it was encoded in `was` and decoded in `by`. Octets without a meaning become control characters."""
    return "".join(one(octet, by) for octet in text.encode(was))


def one(octet, by):
    try:
        return bytes([octet]).decode(by)
    except UnicodeDecodeError:
        return chr(octet)


def garbled(text, language, times=1):
    by, was = ("windows-1252", "utf-8")
    if language in ("bg", "uk"):
        by = "windows-1251"
    for _ in range(times):
        text = taken(text, by, was)
    return text


def text_of(random, language, number):
    charset, _, short, sentences = LANGUAGES[language]
    short, sentences = short.split("|"), sentences.strip().replace("\n", "|").split("|")
    if number % 20 == 7:
        return random.choice(short)
    count = random.choice([1, 2, 2, 3, 3, 4, 5])
    join = "" if language in ("ja", "zh") else " "
    lines = [join.join(random.sample(sentences, count))]
    if random.random() < 0.5:
        lines.insert(0, random.choice(short) + ",")
    return "\n".join(lines + [f"({number + 1})"])


def written(random, language, habit, number, date):
    """The text as its author wrote it, its octets in the message, and its label."""
    charset, other, *_ = LANGUAGES[language]
    for attempt in range(1000):
        text = text_of(random, language, number)
        western = charset == "windows-1252"
        # A program that labels everything iso-8859-1 would be right about windows-1252. So it writes the charset of
        # an older system instead, and the label is wrong.
        inside = "cp850" if western and habit.startswith("latin1") else charset
        if habit == "unknown label" and other not in ("cp850", "cp1250"):
            inside = other
        try:
            if habit == "utf-8":
                return text, text.encode(), "utf-8"
            if habit == "own charset":
                return text, text.encode(charset), charset
            if habit == "latin1" or habit == "latin1 until 2004" and date < (2004, 7):
                return text, text.encode(inside), "iso-8859-1"
            if habit == "latin1 until 2004":
                return text, text.encode(charset), charset
            if habit in ("no label", "unknown label"):
                return text, text.encode(inside), None if habit == "no label" else "x-user-defined"
            if habit == "twice":
                return text, garbled(text, language).encode(), "utf-8"
            if habit == "sometimes twice":
                times = (number % 2) + (number % 10 == 9)
                return text, garbled(text, language, times).encode(), "utf-8"
            if habit == "decoded wrongly":
                shown = taken(text, *TAKEN[language]) if language in TAKEN else garbled(text, language, 2)
                return text, (shown if number % 2 else text).encode(), "utf-8"
            # Some texts do not decode in the other charset, so they keep their own label.
            label = NEIGHBOURS[charset] if number % 25 == 12 and attempt < 50 else charset
            octets = text.encode(charset)
            octets.decode(label)
            return text, octets, label
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue


def address(language, habit):
    return f"{language}.{habit.replace(' ', '-')}@{language}.example"


def message(random, language, habit, number):
    year = 2001 + number * 8 // MESSAGES
    month = random.randint(1, 12)
    text, octets, label = written(random, language, habit, number, (year, month))
    identifier = f"<{language}.{HABITS.index(habit)}.{number}@made.example>"
    head = f"From: <{address(language, habit)}>\nTo: <owner@made.example>\nDate: {random.randint(1, 28)} {'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[month - 1]} {year} 10:00:00 +0000\nMessage-ID: {identifier}\n"
    if label is None:
        head += "Subject: letter\n\n"
    else:
        head += f"Subject: letter {number + 1}\nMIME-Version: 1.0\nContent-Type: text/plain; charset={label}\nContent-Transfer-Encoding: base64\n\n"
        octets = base64.encodebytes(octets + b"\n")
    body = octets if octets.endswith(b"\n") else octets + b"\n"
    return identifier, text, head.encode() + body


def make(directory):
    directory.mkdir(parents=True, exist_ok=True)
    generator = random.Random(31)
    all_messages = []
    for language in LANGUAGES:
        for habit in HABITS:
            for number in range(MESSAGES):
                all_messages.append((language, habit, *message(generator, language, habit, number)))
    generator.shuffle(all_messages)
    with open(directory / "mail.mbox", "wb") as mbox, open(directory / "truth.jsonl", "w") as truth:
        for language, habit, identifier, text, octets in all_messages:
            lines = [b">" + line if line.startswith(b"From ") else line for line in octets.split(b"\n")]
            mbox.write(b"From made@made.example Sat Nov 21 10:00:00 2026\n" + b"\n".join(lines) + b"\n")
            told = {"id": identifier, "sender": address(language, habit), "habit": habit, "languages": [language], "text": text}
            truth.write(json.dumps(told, ensure_ascii=False) + "\n")


def body_of(message):
    """The octets of a body, and the text that they are by the label, without a guess."""
    octets = message.get_payload(decode=True)
    label = message.get_content_charset() or "us-ascii"
    try:
        return octets, octets.decode(label).rstrip("\n")
    except (LookupError, UnicodeDecodeError):
        return octets, None


def bodies(path):
    return {message["Message-ID"].strip(): body_of(message) for message in mailbox.mbox(path, factory=None)}


def check(truth_path, before_path, after_path):
    before, after = bodies(before_path), bodies(after_path)
    counts, by_habit, wrong = collections.Counter(), collections.Counter(), []
    for line in open(truth_path):
        told = json.loads(line)
        octets, text = after[told["id"]]
        if text == told["text"]:
            result = "right"
        elif octets == before[told["id"]][0]:
            result = "left"
        else:
            result = "wrong"
            wrong.append((told, text))
        counts[result] += 1
        by_habit[told["habit"], result] += 1
    return counts, by_habit, wrong


class Terminal:
    """Runs the program on a pseudo-terminal, and counts the keys that are pressed."""

    def __init__(self, command, directory):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(directory)
            os.environ.update(TERM="xterm-256color", NO_COLOR="1")
            os.execvp(command[0], command)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        self.shown, self.keys = b"", 0

    def until(self, *ends):
        """The output of the program up to the place where the program waits for a key, or None if the program has ended."""
        while not self.shown.endswith(ends):
            try:
                octets = os.read(self.fd, 1 << 16)
            except OSError:
                octets = b""
            if not octets:
                return None
            self.shown += octets
        shown, self.shown = self.shown.decode().replace("\r\n", "\n"), b""
        return shown

    def press(self, key):
        self.keys += len(key)
        os.write(self.fd, key.encode())


def is_text(shown, letters):
    """Whether a text, as the terminal shows it, is part of a given text. Each given text is on a single line."""
    shown = shown.removesuffix("…").replace("\\u{fffd}", "")
    # The terminal may have cut off the last characters of the text.
    shown = " ".join(shown.rstrip("\ufffd").split())[: 60]
    return shown != "" and any(shown in letter for letter in letters)


SAMPLE = re.compile(r"^ *(label|likely): +(.*)$")


def review(directory, program, options):
    letters, languages = collections.defaultdict(list), {}
    for line in open(directory / "truth.jsonl"):
        told = json.loads(line)
        languages[told["sender"]] = told["languages"]
        for language in told["languages"]:
            letters[language].append(" ".join(told["text"].split()))
    for name in ["decisions.toml", "after.mbox"]:
        (directory / name).unlink(missing_ok=True)
    terminal = Terminal([os.path.abspath(program), "review", "mail.mbox", "--progress", "never"], directory)
    save, confirm = b"save ", "(w)ithout some groups… ".encode()
    groups = decisions = listed = 0
    has_listed = False

    def letters_of(title):
        """The texts in the languages of the sender that the title names, or all texts if it names no sender."""
        sender = next((sender for sender in languages if f" {sender} " in f" {title} "), None)
        return itertools.chain.from_iterable(letters[language] for language in languages.get(sender, letters))

    shown = terminal.until(save)
    while shown is not None:
        title = next(line for line in shown.splitlines() if re.match(r"\[\d+/\d+\] ", line))
        if not has_listed:
            has_listed = True
            terminal.press("a")
            listing = terminal.until(confirm, save)
            lines = [line for line in listing.splitlines() if "→" in line or SAMPLE.match(line)]
            pairs = list(zip(lines[::2], lines[1::2]))
            listed = len(pairs)
            without = [str(number) for number, (group, text) in enumerate(pairs, 1)
                       if not is_text(SAMPLE.match(text).group(2), letters_of(group))]
            terminal.press("w")
            terminal.until(b" 3 7-9): ")
            terminal.press(" ".join(without) + "\r")
            decisions += 1
            shown = terminal.until(save)
            continue
        groups += 1
        if re.search(r" texts? of [\d,]+ ?", title):
            terminal.press("m")
            shown += terminal.until(save)
        samples = [SAMPLE.match(line).groups() for line in shown.splitlines() if SAMPLE.match(line)]
        texts = list(letters_of(title))
        labelled = [is_text(text, texts) for kind, text in samples if kind == "label"]
        likely = [is_text(text, texts) for kind, text in samples if kind == "likely"]
        if likely and all(likely):
            key = "y"
        elif all(labelled):
            key = "n"
        elif len(samples) > 2:
            key = "e"
        else:
            key = "l"
        print(key, title)
        decisions += key != "l"
        terminal.press(key)
        shown = terminal.until(save)
    os.waitpid(terminal.pid, 0)
    print(f"{decisions} decisions by {terminal.keys} keys: {listed} groups in the list, {groups} one by one")
    # A person needs 2 seconds for a line of the list, and 6 seconds to compare both readings of a group.
    print(f"about {(2 * listed + 6 * groups) / 60:.0f} minutes")
    normalize = [os.path.abspath(program), "normalize", "--rules", "decisions.toml", "-q", *options]
    subprocess.run([*normalize, "mail.mbox", "-o", "after.mbox"], cwd=directory)
    again = subprocess.run([*normalize, "after.mbox"], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    print("a second run changes nothing:", again.stdout == (directory / "after.mbox").read_bytes())
    tell(*check(directory / "truth.jsonl", directory / "mail.mbox", directory / "after.mbox"))


def tell(counts, by_habit, wrong):
    print(", ".join(f"{counts[result]} {result}" for result in ["right", "wrong", "left"]))
    for habit in dict.fromkeys(habit for habit, _ in by_habit):
        print(f"  {habit:20}", ", ".join(f"{by_habit[habit, result]} {result}" for result in ["right", "wrong", "left"]))
    for told, text in wrong[:20]:
        print("wrong:", told["id"], repr(told["text"][:60]), "became", repr((text or "")[:60]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("make").add_argument("directory", type=pathlib.Path)
    reviewed = commands.add_parser("review")
    reviewed.add_argument("directory", type=pathlib.Path)
    reviewed.add_argument("program")
    reviewed.add_argument("options", nargs=argparse.REMAINDER)
    checked = commands.add_parser("check")
    for name in ["truth", "before", "after"]:
        checked.add_argument(name)
    options = parser.parse_args()
    if options.command == "make":
        return make(options.directory)
    if options.command == "review":
        return review(options.directory, options.program, options.options)
    tell(*check(options.truth, options.before, options.after))


if __name__ == "__main__":
    main()
