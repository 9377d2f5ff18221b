// Tests the public interface by examples.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as mailutf from "mailutf";
import { MailError, Mailbox, Message, Policy } from "mailutf";

const octets = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const LETTER = octets(`From: =?iso-8859-1?Q?J=F6rg?= <j@example.org>
To: a@example.org, all: b@example.org;
Reply-To: =?utf-8?Q?Doe=2C_John?= <d@example.org>
Subject: =?gb2312?B?1tDOxA==?=
Date: Sat, 21 Nov 2026 10:00:00 +0100
Message-ID: <1@example.org>
In-Reply-To: <0@example.org>
References: <z@example.org> <0@example.org>
List-Id: Cats <cats.example.org>
List-Post: <mailto:cats@example.org>
Received: b
Received: a
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=koi8-r

\xeb\xcf\xc4
--b
Content-Type: text/csv; charset=windows-1252
Content-Disposition: attachment; filename="..\\\\a b.csv"
Content-Transfer-Encoding: base64

4iwx
--b
Content-Type: message/rfc822

Subject: =?koi8-r?B?68/E?=

inside
--b--
`);

test("a message has its fields, texts and parts", () => {
  const message = new Message(LETTER);
  assert.equal(message.subject, "中文");
  assert.deepEqual(message.from, [{ name: "Jörg", address: "j@example.org" }]);
  assert.deepEqual(message.to.map(({ address }) => address), ["a@example.org", "b@example.org"]);
  assert.deepEqual(message.replyTo, [{ name: "Doe, John", address: "d@example.org" }]);
  assert.deepEqual([message.cc, message.bcc, message.sender], [[], [], []]);
  assert.deepEqual([message.date.toISOString(), message.zone], ["2026-11-21T09:00:00.000Z", 60]);
  assert.deepEqual([message.messageId, message.inReplyTo], ["1@example.org", ["0@example.org"]]);
  assert.deepEqual(message.references, ["z@example.org", "0@example.org"]);
  assert.deepEqual([message.listId, message.listPost, message.listUnsubscribe], ["cats.example.org", ["mailto:cats@example.org"], []]);
  assert.deepEqual(message.headers.filter(([name]) => name === "Received").map(([, value]) => value), ["b", "a"]);
  assert.deepEqual([message.header("SUBJECT"), message.header("X-None")], ["中文", null]);
  assert.deepEqual(message.addresses("reply-to"), message.replyTo);
  assert.deepEqual([message.text, message.html], ["Код", null]);
  assert.deepEqual(message.parts.map(({ section, kind, type }) => [section, kind, type]), [
    ["", "multipart", "multipart/mixed"], ["1", "text", "text/plain"], ["2", "text", "text/csv"],
    ["3", "message", "message/rfc822"], ["3.1", "text", "text/plain"],
  ]);
  assert.deepEqual(message.files, message.attachments);
  const picture = new Message("Content-Type: image/png; name=a.png\n\n...");
  assert.deepEqual([picture.attachments.length, picture.files[0].name], [0, "a.png"]);
  const data = new Message("Content-Type: text/plain\n\n%PDF-1.7");
  assert.deepEqual([data.attachments.length, data.files, data.text], [0, data.textBodies, null]);
  const blank = new Message("Content-Type: multipart/alternative; boundary=b\n\n--b\n\n \n--b\nContent-Type: text/html\n\n<p>Hi&shy;!\n--b--\n");
  assert.deepEqual([blank.text, blank.plainText, blank.textBodies.map(({ type }) => type)], ["<p>Hi&shy;!", "Hi!\n", ["text/plain", "text/html"]]);
  const [file, enclosed] = message.attachments;
  assert.deepEqual([file.name, file.safeName, file.disposition, file.isInline], ["..\\a b.csv", "a b.csv", "attachment", false]);
  assert.deepEqual([file.text, [...file.data], file.charset], ["â,1", [0xe2, 44, 49], "windows-1252"]);
  assert.equal(file.damage, null);
  const [damaged] = new Message("Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBO*Rw0KGgo=\n").parts;
  assert.equal(damaged.damage, "an octet outside the alphabet of base64 at octet 4 of the encoded body");
  assert.deepEqual([file.parent === message.parts[0], file.message()], [true, null]);
  assert.equal(enclosed.message().subject, "Код");
  assert.deepEqual(message.part("1").reading(), { text: "Код", charset: "KOI8-R", because: "as its label says" });

test("enclosed messages share the limit on depth", () => {
  const nested = "Content-Type: message/rfc822\n\n".repeat(150) + "Subject: in\n\n";
  let depth = 0;
  for (let message = new Message(nested); message; message = message.parts[0].message()) depth++;
  assert.equal(depth, 101);
});
  assert.deepEqual(message.data, LETTER);
  assert.equal(Buffer.from(message.normalized()).toString().includes("Subject: 中文\n"), true);
});

test("octets that no one can read are named; they are shown as U+FFFD, and what is no text is null", () => {
  const message = new Message("Content-Type: text/plain; charset=utf-7\n\n+2AA-");
  assert.equal(message.text, "\ufffd");
  assert.equal(message.parts[0].reading().text, "\ufffd");
  const binary = new Message("Content-Type: text/plain; charset=utf-8\n\n\0\x01\0\x02\0\x03\0\x04");
  assert.equal(binary.text, null);
  assert.throws(() => binary.parts[0].reading(), { name: "MailError", kind: "unreadable", message: /not text/ });
  const [finding] = message.findings;
  assert.deepEqual([finding.severity, finding.meaning.length > 10], ["unresolved", true]);
  const twice = new Message("From: a@example.org\nFrom: b@example.org\n\nx\n").findings;
  assert.deepEqual(twice.map(({ code, warning }) => [code, warning]), [["field-duplicate", "forged"]]);
  const tail = new Message("Content-Transfer-Encoding: base64\n\nR3LDvMOfZQ==\n\nfooter\n").findings;
  assert.equal(tail.find(({ code }) => code === "transfer-tail")?.warning, null);
});

test("HTML after plain text is in htmlBodies, and an enclosed message is no attachment by its own word", () => {
  const part = (type) => `--b\nContent-Type: ${type}\n\nSubject: x\n`;
  const types = ["text/plain", "text/html", "application/pdf", "message/rfc822"];
  const message = new Message(`Content-Type: multipart/mixed; boundary=b\n\n${types.map(part).join("")}--b--\n`);
  assert.deepEqual([message.html, message.htmlBodies.map(({ type }) => type)], [null, ["text/plain", "text/html"]]);
  assert.deepEqual(message.attachments.map(({ type, isAttachment }) => [type, isAttachment]), [["application/pdf", false], ["message/rfc822", false]]);
});

test("what was given may change afterwards", () => {
  const given = octets("Subject: one\n\n");
  const message = new Message(given);
  given.fill(0x78);
  assert.equal(message.subject, "one");
});

test("anything is taken as octets, and other things are refused", () => {
  const buffer = octets("Subject: x\n\n").buffer;
  for (const given of [buffer, new DataView(buffer), Buffer.from(buffer), "Subject: x\n\n"]) {
    assert.equal(new Message(given).subject, "x");
  }
  for (const given of [undefined, null, 1, {}, [1]]) assert.throws(() => new Message(given), TypeError);
  assert.deepEqual(new Message(new Uint8Array()).parts.length, 1);
});

test("who gave the octets can write to them later, and gets none that others write to", () => {
  for (const make of [(text) => Buffer.from(text), (text) => new Uint8Array(Buffer.from(text))]) {
    const given = make("Subject: x\n\n");
    const message = new Message(given);
    given.fill(0);
    message.data.fill(0);
    assert.equal(message.subject, "x");
    assert.equal(Buffer.from(message.data).toString(), "Subject: x\n\n");
  }
  const shared = new Uint8Array(new SharedArrayBuffer(12));
  shared.set(Buffer.from("Subject: x\n\n"));
  assert.ok(mailutf.normalize(shared).output.buffer instanceof ArrayBuffer);
  assert.ok(new Message(shared).normalized().buffer instanceof ArrayBuffer);
});

test("an empty section number means the message itself", () => {
  const plain = new Message("Subject: x\n\nbody\n");
  assert.equal(plain.part("").section, "1");
  assert.equal(plain.part("").text, plain.part("1").text);
  assert.equal(new Message("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n").part("").type, "multipart/mixed");
});

test("a policy is checked, and used", () => {
  const word = "Subject: =?iso-8859-1?Q?=C8=E2=E0=ED?=\n\n";
  const policy = new Policy({ headers: "encoded", charsets: { "iso-8859-1": "windows-1251" } });
  assert.equal(Buffer.from(mailutf.normalize(word, policy).output).toString(), "Subject: =?utf-8?B?0JjQstCw0L0=?=\n\n");
  assert.equal(new Message(word, policy).subject, "Иван");
  assert.equal(new Message(word, { charsets: new Map([["latin1", "koi8-r"]]) }).subject, "хБЮМ");
  const rules = 'version = 1\n[[rule]]\nlabel = "iso-8859-1"\nread = "windows-1251"\n';
  assert.equal(new Message(word, { rules }).subject, "Иван");
  // The choice `charsets` overrides a rule, just as the option `--charset` of the program overrides
  // the rules file.
  assert.equal(new Message(word, { rules, charsets: { "iso-8859-1": "koi8-r" } }).subject, "хБЮМ");
  assert.equal(new Message(word, { fallbackCharset: "koi8-u-rfc2319" }).subject, "Иван");
  assert.throws(() => { policy.headers = "utf8"; }, TypeError);
  assert.throws(() => new Policy({ headers: "utf-9" }), { kind: "choice", message: /choose one of 'utf8'/ });
  assert.throws(() => new Policy({ fallbackCharset: "klingon" }), { kind: "charset" });
  assert.throws(() => new Policy({ rules: "version = 1\n[[rule]]\nred = 1\n" }), { kind: "choice", message: /rules: / });
  const isMistake = (error) => error instanceof MailError && error.kind === "choice";
  for (const wrong of [{ header: "utf8" }, { lossy: "yes" }, { fallbackCharset: "utf-8\0lossy\0true" }, { strict: 1 }, { keepDkim: "true" },
    { limitMessage: "3" }, { limitMessage: 1.5 }, { limitMessage: -1 }, { limitMessage: NaN }, { limitMessage: [3] }, { limitMessage: true },
    { headers: ["utf8"] }, { bodies: { toString: () => "qp" } }, { rules: 7 }, { charsets: 7 }, { charsets: ["ab"] },
    { charsets: [["latin1", ["koi8-r"]]] }, 7, "utf8", []]) {
    assert.throws(() => new Policy(wrong), isMistake, JSON.stringify(wrong));
    assert.throws(() => new Message(word, wrong), isMistake, JSON.stringify(wrong));
  }
  const right = { limitMessage: 3, lossy: false, charsets: Object.entries({ latin1: "koi8-r" }), bodies: null, headers: undefined };
  assert.equal(new Policy(right).limitMessage, 3);
  assert.throws(() => new Mailbox("", { headers: 7 }), MailError);
});

test("what index.d.ts says of choices, blanks, sections, damage and offsets", async () => {
  const header = "From: a@b.org\nSubject: =?iso-8859-1?Q?J=F6rg?=\nMIME-Version: 1.0\nContent-Type: text/plain; charset=iso-8859-1\n";
  for (const [encoding, body] of [["8bit", "sch\xf6ne Gr\xfc\xdfe"], ["quoted-printable", "sch=F6ne Gr=FC=DFe"], ["base64", "c2No9m5lIEdy/N9l"]]) {
    const rest = `Content-Transfer-Encoding: ${encoding}\n\n${body}\n`;
    const { output, findings } = mailutf.normalize(octets(header + rest), { bodies: "keep" });
    assert.deepEqual([Buffer.from(output).toString("latin1"), findings], [header.replace("=?iso-8859-1?Q?J=F6rg?=", "J\xc3\xb6rg") + rest, []]);
  }
  const leave = new Message(octets(`To: =?utf-8?Q?J=C3=B6?= <c@d.org>\n${header}\n\xcf\xf0\xe8\xe2\xe5\xf2\n`), { rules: 'version = 1\n[[rule]]\nfrom = "*"\nread = "leave"\n' });
  assert.deepEqual([leave.subject, leave.to[0].name, leave.text], ["=?iso-8859-1?Q?J=F6rg?=", "Jö", "Ïðèâåò\n"]);

  assert.deepEqual([mailutf.decodeHeader(" =?utf-8?Q?_a_?= "), new Message("Subject: =?utf-8?Q?_a_?= \n\n").subject], ["a", "a"]);

  const single = new Message("Content-Type: text/plain; charset=iso-8859-1\n\nпривет\n");
  assert.deepEqual([single.findings[0].section, single.part("").section, single.readings()[0].section], ["", "1", "1"]);

  const damaged = new Message("Content-Type: image/png; name=\"a\u200fb.png\"\nContent-Transfer-Encoding: base64\n\niVBOR!!wK*\n");
  assert.deepEqual(damaged.findings.filter(({ warning }) => warning), []);
  assert.deepEqual(damaged.files.map(({ damage, safeName }) => [typeof damage, safeName]), [["string", "a_b.png"]]);

  assert.throws(() => mailutf.decode("R&D", "utf-7-imap"), { kind: "malformed", offset: 2 });

  const large = `From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?utf-8?Q?=C3=B6?=\n\n${"x".repeat(200)}\n\n`;
  const pieces = [];
  let totals;
  for await (const piece of mailutf.normalizeMailbox(large, { limitMessage: 100 }, (done) => { totals = done; })) pieces.push(piece);
  assert.equal(Buffer.concat(pieces).toString(), large);
  assert.deepEqual([totals.messages, totals.unresolved, totals.findings], [1, 1, { "limit-reached": 1 }]);
});

test("strings without their message", () => {
  assert.equal(mailutf.decodeHeader("=?utf-8?B?w7Y=?=\r\n =?iso-8859-1?Q?_und_=E4?="), "ö und ä");
  assert.deepEqual(mailutf.addresses("=?utf-8?Q?J=C3=B6rg?= <j@example.org>, all: k@example.org (Kim);"), [
    { name: "Jörg", address: "j@example.org" }, { name: "Kim", address: "k@example.org" },
  ]);
  assert.deepEqual(mailutf.addresses("x y z, x"), [{ name: "x y z", address: "" }, { name: "", address: "x" }]);
  assert.equal(mailutf.decodeHeader("=?utf-8?Q?caf=E9?="), "caf\ufffd");
  assert.equal(mailutf.decodeHeader("=?utf-8?Q?=E9?="), "=?utf-8?Q?=E9?=");
  assert.equal(mailutf.decodeBody("=EB=CF=C4", "text/plain; charset=koi8-r", "quoted-printable"), "Код");
  assert.equal(mailutf.decodeBody("+2AA-", "text/plain; charset=utf-7"), "\ufffd");
  assert.throws(() => mailutf.decodeBody("\0\x01\0\x02\0\x03\0\x04", "text/plain"), { kind: "unreadable" });
});

test("text is encoded for header fields", () => {
  const { decodeHeader, encodeHeader } = mailutf;
  const long = "Größe und schöne Grüße ".repeat(20).trim();
  for (const text of ["plain", "Größe", "=?utf-8?Q?literal?=", "日本語".repeat(40), long, "😀\u{10ffff}", ""]) {
    for (const form of ["encoded", "utf8", undefined]) {
      const [line, lines] = [encodeHeader(text, { form }), encodeHeader(text, { form, fold: true })];
      assert.equal(decodeHeader(line), text);
      assert.equal(decodeHeader(lines), text);
      assert.doesNotMatch(line, /[\r\n]/);
      assert.equal(lines.replaceAll("\r\n ", " "), line);
      if (form !== "utf8") assert.match(lines, /^[\r\n -~]*$/);
    }
  }
  assert.ok(encodeHeader(long, { fold: true }).split("\r\n").every((one) => one.length <= 76));
  assert.equal(encodeHeader("two\r\nBcc: x@y\nlines"), "two Bcc: x@y lines");
  assert.equal(decodeHeader(encodeHeader("\u0085 a\u2028b\tc\v")), "a b\tc");
  assert.match(mailutf.encodeAddresses([{ name: "Ünï".repeat(40), address: "a@x.de" }], { fold: true }), /^=.utf-8.{1,37}\r\n/);
  // Readers repair garbled text, but it is written as it is.
  const garbled = "schÃ¶ne GrÃ¼ÃŸe";
  assert.equal(decodeHeader(encodeHeader(garbled), { doubtful: "label" }), garbled);
  assert.match(encodeHeader(garbled), /^[ -~]*$/);
  const list = [{ name: garbled, address: "a@b" }];
  assert.deepEqual(mailutf.addresses(mailutf.encodeAddresses(list), { doubtful: "label" }), list);
  const parameter = mailutf.encodeParameter("filename", garbled);
  assert.equal(mailutf.decodeParameter(`inline; ${parameter}`, "filename", { doubtful: "label" }), garbled);
  assert.throws(() => encodeHeader("a\ud800"), { name: "MailError", kind: "unencodable", offset: 1 });
  for (const options of [{ form: "utf-8" }, { form: 1 }, { fold: "yes" }, { folded: true }]) {
    assert.throws(() => encodeHeader("x", options), { name: "MailError", kind: "choice" }, JSON.stringify(options));
  }
  for (const text of [undefined, null, 7, ["x"]]) assert.throws(() => encodeHeader(text), TypeError);
});

test("addresses are encoded, whole lists or nothing", () => {
  const { addresses, encodeAddresses } = mailutf;
  const list = [{ name: "Döe, J.", address: "j@example.org" }, { name: "", address: "k@example.org" }];
  assert.equal(encodeAddresses(list), "=?utf-8?B?RMO2ZSwgSi4=?= <j@example.org>, k@example.org");
  assert.equal(encodeAddresses(list, { form: "utf8", fold: true }), '"Döe, J." <j@example.org>,\r\n k@example.org');
  const many = Array.from({ length: 50 }, (_, at) => ({ name: `Jörg ${at}, "der ${at}."\r\nBcc: x@y`, address: `j${at}@example.org` }));
  for (const form of ["encoded", "utf8"]) {
    assert.doesNotMatch(encodeAddresses(many, { form }), /[\r\n]/);
    for (const fold of [true, false]) {
      assert.deepEqual(addresses(encodeAddresses(many, { form, fold })), many.map(({ name, address }) => ({ name: name.replace("\r\n", " "), address })));
    }
  }
  assert.deepEqual([encodeAddresses([]), encodeAddresses(new Set([{ address: "a@b" }]))], ["", "a@b"]);
  for (const [address, form] of [["a@b>, <c@d", "utf8"], ["a@b\r\nBcc: x@y", "utf8"], ["ä@example.org", "encoded"]]) {
    const isNamed = ({ name, kind, message }) => name === "MailError" && kind === "unencodable" && message.startsWith(JSON.stringify(address));
    assert.throws(() => encodeAddresses([...list, { name: "x", address }], { form }), isNamed, address);
  }
  assert.equal(encodeAddresses([{ address: "ä@example.org" }], { form: "utf8" }), "ä@example.org");
  for (const wrong of [[{ name: "x" }], ["a@b"], [{ name: 7, address: "a@b" }], undefined]) assert.throws(() => encodeAddresses(wrong), TypeError);
});

test("parameters are encoded and decoded", () => {
  const { decodeParameter, encodeParameter } = mailutf;
  for (const name of ["a b.txt", "€.pdf", 'a"b\\c;d=', "größe ".repeat(30) + ".txt", "x'y%41*"]) {
    for (const form of ["encoded", "utf8"]) {
      const [line, lines] = [encodeParameter("filename", name, { form }), encodeParameter("filename", name, { form, fold: true })];
      for (const one of [line, lines]) assert.equal(decodeParameter(`attachment; ${one}; size=3`, "FileName"), name);
      assert.doesNotMatch(line, /[\r\n]/);
      assert.ok(lines.split("\r\n").every((one) => one.length <= 78), lines);
    }
  }
  for (const name of ["", "a b", "größe", "a=b"]) assert.throws(() => encodeParameter(name, "x"), { name: "MailError", kind: "unencodable" });
  const pairs = [["FILENAME*0*", "utf-8''%D0%BE%D1%82%D1%87"], ["FILENAME*1*", octets("%D1%91%D1%82.csv")], ["SIZE", "9"]];
  for (const parameters of [pairs, new Map(pairs), Object.fromEntries(pairs.slice(0, 1))]) {
    assert.match(decodeParameter(parameters, "filename"), /^отч(ёт\.csv)?$/);
  }
  assert.equal(decodeParameter(pairs, "filename"), "отчёт.csv");
  assert.equal(decodeParameter([["name", 'a"\\b']], "name"), 'a"\\b');
  assert.equal(decodeParameter({ name: "=?iso-8859-1?Q?=C8=E2=E0=ED?=" }, "name", { charsets: { latin1: "windows-1251" } }), "Иван");
  for (const none of [[], {}, null, undefined, "attachment", pairs]) assert.equal(decodeParameter(none, "name"), null);
  for (const wrong of [7, ["filename", "x"], [["filename"]], [["filename", null]]]) assert.throws(() => decodeParameter(wrong, "filename"), TypeError);
  assert.throws(() => decodeParameter(pairs, undefined), TypeError);
});

test("an escaped name is a pattern of this name only", () => {
  assert.equal(mailutf.escapePattern("<*\\>"), "\\<\\*\\\\>");
  const text = (id) => `Message-ID: <${id}>\nContent-Type: text/plain; charset=iso-8859-1\n\nGrüße\n`;
  for (const id of ["a*b@x", "a\\*b@x"]) {
    const rules = `version = 1\n[[rule]]\nmessage-id = ${JSON.stringify(mailutf.escapePattern(id))}\nread = "label"\n`;
    const shown = (id) => new Message(text(id), { rules }).text;
    // Only a rule for this very message counts more than UTF-8.
    assert.deepEqual([shown(id), shown(id.replace("a", "ab"))], ["GrÃ¼ÃŸe\n", "Grüße\n"], id);
  }
});

test("charsets", () => {
  assert.equal(mailutf.decode("Hi Mom +Jjo-!", "unicode-1-1-utf-7"), "Hi Mom ☺!");
  assert.equal(mailutf.decode(octets("a\xff"), "utf-8", { replace: true }), "a\ufffd");
  assert.equal(mailutf.decode(octets("\xef\xbb\xbfa"), "utf-8"), "\ufeffa");
  assert.equal(mailutf.decode(octets("\xff\xfea\0"), "utf-16le"), "\ufeffa");
  assert.deepEqual([octets("\xff\xfea\0"), octets("\0a")].map((given) => mailutf.decode(given, "utf-16")), ["a", "a"]);
  assert.equal(mailutf.decodeBody(octets("\xef\xbb\xbfa"), "text/plain; charset=utf-8"), "a");
  assert.equal(mailutf.decode("Entw&APw-rfe &- mehr", "utf-7-imap"), "Entwürfe & mehr");
  for (const name of ["Entwürfe", "R&D"]) {
    assert.throws(() => mailutf.decode(name, "utf-7-imap"), { kind: "malformed" });
    assert.equal(mailutf.decode(name, "utf-7-imap", { replace: true }), name);
  }
  assert.throws(() => mailutf.decode(octets("a\xff"), "utf-8"), { kind: "malformed", offset: 1 });
  assert.throws(() => mailutf.decode("", "klingon"), { kind: "charset", message: "unknown charset: klingon" });
  assert.deepEqual([...mailutf.encode("Код", "koi8-r")], [0xeb, 0xcf, 0xc4]);
  assert.throws(() => mailutf.encode("😀Код", "us-ascii"), { kind: "unencodable", offset: 0 });
  assert.throws(() => mailutf.encode("a😀", "us-ascii"), { kind: "unencodable", offset: 1 });
  assert.throws(() => mailutf.encode("a\ud800", "utf-8"), { kind: "unencodable", offset: 1 });
  // The message names the same place as `offset`: an index of the string, and no octet of its UTF-8.
  assert.throws(() => mailutf.encode("éж", "latin1"), { offset: 1, message: "ISO-8859-1 lacks the character U+0436, at index 1 of the string" });
  assert.throws(() => mailutf.encode("中文😀ж", "big5"), { offset: 2, message: /U\+1F600, at index 2 / });
  assert.deepEqual(mailutf.detect(mailutf.encode("Привет, как дела? Это письмо.", "koi8-r")), { charset: "KOI8-R", evidence: "statistics" });
  assert.equal(mailutf.detect(octets("\xff")), null);
  assert.ok(mailutf.labels().get("ISO-2022-JP").includes("csiso2022jp"));
});

test("the versions of the package and the library are one", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));
  assert.equal(mailutf.version(), version);
});

test("the best text for a reader", () => {
  const { plainText } = new Message(octets("Content-Type: text/html\n\n<p>Gr&uuml;&szlig;e<blockquote>Wie geht's?\n"));
  assert.equal(plainText, "Grüße\n\n> Wie geht's?\n");
  assert.equal(new Message(octets("Content-Type: image/png\n\nx\n")).plainText, null);
});

test("the rule in index.d.ts, a digest, and wrong decodings", () => {
  const source = readFileSync(new URL("../src/index.d.ts", import.meta.url), "utf8");
  const rules = source.split("```toml\n")[1].split("* ```")[0].replace(/^ +\* ?/gm, "");
  const letter = (from) => octets(`From: ${from}\nContent-Type: text/plain; charset=iso-8859-1\n\n\xbfur\n`);
  for (const from of ["jan@example.org", "eva@firma.example"]) assert.equal(new Message(letter(from), { rules }).text, "żur\n");
  assert.equal(new Message(letter("eva@example.org"), { rules }).text, "¿ur\n");
  const rule = (text) => ({ rules: `version = 1\n[[rule]]\n${text}\n` });
  const digest = createHash("sha256").update(letter("a@b.org")).digest("hex");
  assert.equal(new Message(letter("a@b.org"), rule(`digest = "sha256:${digest}"\nread = "windows-1250"`)).text, "żur\n");
  const garbled = "Content-Type: text/plain; charset=utf-8\n\nCafÃ©\n";
  const undone = new Message(garbled, rule('label = "utf-8"\nundo = ["windows-1252 > utf-8"]'));
  assert.deepEqual(undone.findings.map(({ code }) => code), ["rule"]);
  assert.match(new TextDecoder().decode(undone.normalized()), /\n\nCafé\n$/);
});

test("findings are about the conversion, and by the evidence about the text that is shown", () => {
  const doubtful = octets("Content-Type: text/plain; charset=iso-8859-1\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0\n");
  const [left] = new Message(doubtful).findings;
  assert.deepEqual([left.code, left.severity, left.warning, left.end], ["label-doubtful", "unresolved", "wrong", doubtful.length]);
  const [read] = new Message(doubtful, { doubtful: "evidence" }).findings;
  assert.deepEqual([read.code, read.severity, read.warning], ["label-overruled", "guess", "wrong"]);
  assert.match(read.detail, /^iso-8859-1 read as windows-1251/);
});

test("how garbage could be read otherwise", () => {
  const message = new Message(octets("Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\nContent-Type: text/plain; charset=x-odd\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0\n"), { strict: true });
  const readings = message.readings();
  const body = readings.find(({ place }) => place === "body");
  assert.equal(body.label, "x-odd");
  assert.ok(body.alternatives.some(({ read, sample }) => read === "windows-1251" && sample.startsWith("Привет")), JSON.stringify(readings));
  const doubtful = new Message(octets("Content-Type: text/plain; charset=iso-8859-1\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0\n"));
  assert.equal(doubtful.text, "Привет, как дела\n");
  const [{ alternatives: [labelled] }] = doubtful.readings();
  assert.deepEqual(labelled, { read: "label", how: "in windows-1252, as its label says", sample: "Ïðèâåò, êàê äåëà" });
  const garbled = new Message("Subject: =?utf-8?Q?sch=C3=83=C2=B6ne_Gr=C3=83=C2=BC=C3=83=C5=B8e?=\nContent-Type: text/plain; charset=utf-8\n\nschÃ¶ne GrÃ¼ÃŸe");
  assert.deepEqual([garbled.subject, garbled.text], ["schöne Grüße", "schöne Grüße"]);
  assert.deepEqual(garbled.readings().map(({ place, alternatives }) => [place, alternatives[0].read, alternatives[0].sample]), [
    ["body", "label", "schÃ¶ne GrÃ¼ÃŸe"], ["words", "label", "schÃ¶ne GrÃ¼ÃŸe"],
  ]);
  const words = readings.find(({ place }) => place === "words");
  assert.deepEqual([words.label, words.alternatives[0].sample], ["iso-8859-1", "Привет"]);
});
