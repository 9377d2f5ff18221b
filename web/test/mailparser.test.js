// Tests that `simpleParser` has the interface of mailparser. bench/peers.js compares the results of both.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { test } from "node:test";
import { simpleParser } from "mailutf/mailparser";
import { files } from "./corpus.js";

const LETTER = `From: =?iso-8859-1?Q?J=F6rg?= <j@example.org>
To: Ann <a@example.org>, b@example.org
Subject: =?koi8-r?B?68/E?=
Date: Sat, 21 Nov 2026 10:00:00 +0100
Message-ID: <1@example.org>
References: <0@example.org>
X-Priority: 1
Received: two
Received: one
Content-Type: multipart/related; boundary="b;c"

--b;c
Content-Type: text/html; charset=utf-8

<p>Hi <img src="cid:i@x"></p>
--b;c
Content-Type: image/png; name=a.png
Content-ID: <i@x>
Content-Disposition: inline
Content-Transfer-Encoding: base64

iVBORw==
--b;c--
`;

test("the fields that mailparser has", async () => {
  const mail = await simpleParser(LETTER);
  assert.deepEqual(mail.from.value, [{ address: "j@example.org", name: "Jörg" }]);
  assert.equal(mail.to.text, '"Ann" <a@example.org>, b@example.org');
  assert.deepEqual([mail.subject, mail.messageId, mail.references, mail.priority], ["Код", "<1@example.org>", "<0@example.org>", "high"]);
  assert.equal(mail.date.toISOString(), "2026-11-21T09:00:00.000Z");
  assert.deepEqual(mail.headers.get("received"), ["two", "one"]);
  assert.deepEqual(mail.headers.get("content-type"), { value: "multipart/related", params: { boundary: "b;c" } });
  assert.match(mail.html, /<img src="data:image\/png;base64,iVBORw==">/);
  assert.equal(mail.text, "Hi [cid:i@x]");
  const [image] = mail.attachments;
  assert.deepEqual([image.filename, image.contentType, image.cid, image.contentId, image.related, image.size, image.contentDisposition],
    ["a.png", "image/png", "i@x", "<i@x>", true, 4, "inline"]);
  assert.ok(Buffer.isBuffer(image.content));
  assert.equal((await simpleParser(LETTER, { skipImageLinks: true })).html, '<p>Hi <img src="cid:i@x"></p>');
});

test("octets that cannot be read are U+FFFD, and there is no text in data that is no text, or in an empty body", async () => {
  assert.equal((await simpleParser(Buffer.from("Content-Type: text/plain; charset=utf-8\n\nonly body \xe9 \xe8", "latin1"))).text, "only body \ufffd \ufffd");
  for (const empty of ["Content-Type: text/plain\n\n\0\x01\0\x02\0\x03\0\x04", "Subject: x\n\n", "Subject: x\nContent-Type: text/html\n\n"]) {
    const { text, textAsHtml, html } = await simpleParser(empty);
    assert.deepEqual([text, textAsHtml, html], [undefined, undefined, false], empty);
  }
});

// What mailparser 3.14.2 returns.
test("texts of which nothing is left are empty, not missing", async () => {
  const file = "Content-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment\n\n%PDF";
  const html = "Content-Type: text/html\n\n";
  for (const [message, text, textAsHtml, shown] of [
    [mixed("\n", file), "\n", "<p></p>", false],
    [mixed("Content-Transfer-Encoding: quoted-printable\n\n", file), "\n", "<p></p>", false],
    [mixed("Content-Transfer-Encoding: base64\n\n", file), undefined, undefined, false],
    [mixed(file, "\n"), undefined, undefined, false],
    [mixed("\n", file, "\nx"), "\n\nx", "<p></p><br/>\n<p>x</p>", false],
    [mixed("\n", `${html}<p>b</p>`), "\n\nb", "<p></p><br/>\n<p>b</p>", "<p></p><br/>\n<p>b</p>"],
    [mixed("\na", `${html}<p></p>`), "a\n", "<p>a</p><br/>\n<p></p>", "<p>a</p><br/>\n<p></p>"],
    [`${html}<p></p>`, "", "<p></p>", "<p></p>"],
  ]) {
    const mail = await simpleParser(message);
    assert.deepEqual([mail.text, mail.textAsHtml, mail.html], [text, textAsHtml, shown], message);
  }
  const both = mixed("\na", `${html}<p>b</p>`);
  const bare = await simpleParser(both, { skipTextToHtml: true });
  assert.deepEqual([bare.text, bare.textAsHtml, bare.html], ["a\nb", "<br/>\n", "<br/>\n<p>b</p>"]);
  const unread = await simpleParser(both, { skipHtmlToText: true });
  assert.deepEqual([unread.text, unread.textAsHtml, unread.html], ["a\n", "<p>a</p><br/>\n<p></p>", "<p>a</p><br/>\n<p>b</p>"]);
  assert.equal((await simpleParser("Content-Type: text/plain\n\na\n", { skipTextToHtml: true })).textAsHtml, "");
  assert.equal((await simpleParser(`${html}<p>b</p>`, { skipHtmlToText: true })).text, "");
});

test("plain text, a callback, a stream", async () => {
  const mail = await simpleParser("Content-Type: text/plain\n\na <b> & http://example.org/x.\n\nc\nd\n");
  assert.equal(mail.html, false);
  assert.equal(mail.textAsHtml, '<p>a &lt;b&gt; &amp; <a href="http://example.org/x">http://example.org/x</a>.</p><p>c<br/>d</p>');
  const subject = await new Promise((resolve, reject) => {
    simpleParser("Subject: x\n\n", (error, { subject }) => (error ? reject(error) : resolve(subject)));
  });
  assert.equal(subject, "x");
  const picture = await simpleParser("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n\n--b\nContent-Type: image/png\n\n...\n--b--\n");
  assert.deepEqual([picture.text, picture.attachments.length, picture.attachments[0].contentDisposition], ["See:\n", 1, undefined]);
  const { path, octets } = files.find(({ name }) => name.endsWith(".eml"));
  assert.deepEqual((await simpleParser(createReadStream(path))).subject, (await simpleParser(octets)).subject);
  await assert.rejects(simpleParser(7), TypeError);
});

const bodyOf = async (type, body) => (await simpleParser(`Content-Type: ${type}\n\n${body}`)).text;
const mixed = (...parts) => `Content-Type: multipart/mixed; boundary=R\n\n${parts.map((part) => `--R\n${part}\n`).join("")}--R--\n`;

test("plain text keeps its line ends, and flowed lines are joined", async () => {
  assert.equal(await bodyOf("text/plain", "hello\n"), "hello\n");
  assert.equal(await bodyOf("text/plain", "hello\r\n\r\n"), "hello\n\n");
  assert.equal(await bodyOf("text/plain; format=flowed", "Shall we \nmeet?\n\n> a \n> b\n-- \nAnn\n"), "Shall we meet?\n\n> a b\n-- \nAnn\n");
});

test("text of HTML has the targets of links and images", async () => {
  for (const [html, text] of [
    ["<p>see <a href='http://a.example/b'>here</a></p>\n", "see here [http://a.example/b]"],
    ["<img src='http://a.example/p' alt='pic'> <IMG SRC=q.png>", "pic [http://a.example/p] [q.png]"],
    ["<a href='mailto:a@b.org'>Ann</a>, <a href='#x'>up</a>, <a name=x>x</a>", "Ann [a@b.org], up, x"],
    ["<a title=\"a > b\" href = http://a.example/?a=1&amp;b=2&copy=3 >x</a\n>y", "x [http://a.example/?a=1&b=2&copy=3]y"],
    ["<a href='one'>1 <a href='two'>2", "1 [one]2 [two]"],
    ["<!-- <a href=hidden> --><style>a</style><abbr href=no>b</abbr><a href='<b>'>c</a>", "bc [<b>]"],
    ["<p>Köln</p><a href='x", "Köln"],
  ]) assert.equal(await bodyOf("text/html; charset=utf-8", html), text, html);
});

test("a text and HTML in one message are both in text and in html", async () => {
  const mail = await simpleParser(mixed("\none\n", "Content-Type: text/html\n\n<b>two</b>\n", "\n3 < 4\n"));
  assert.equal(mail.text, "one\n\ntwo\n3 < 4\n");
  assert.equal(mail.textAsHtml, "<p>one</p><br/>\n<p>two</p><br/>\n<p>3 &lt; 4</p>");
  assert.equal(mail.html, "<p>one</p><br/>\n<b>two</b>\n<br/>\n<p>3 &lt; 4</p>");
});

test("a URL in textAsHtml ends before a bracket without its counterpart, and before punctuation", async () => {
  const linked = async (text) => (await simpleParser(`Content-Type: text/plain; charset=utf-8\n\n${text}\n`)).textAsHtml;
  const link = (url) => `<a href="${url}">${url}</a>`;
  assert.equal(await linked("<http://a.example/b?c&d>, (http://e.example/f_(g)).  "),
    `<p>&lt;${link("http://a.example/b?c&amp;d")}&gt;, (${link("http://e.example/f_(g)")}).</p>`);
  for (const url of ["http://e.example", "http://e.example/", "http://[::1]/a[1]", "http://e.example/(a)", "http://e.example/{a}b", "http://e.example/a(b[c])",
    "http://e.example/it's?x=1", "http://e.example/a.b,c;d:e!f?g", "http://e.example/a-", "http://e.example/a_", "http://e.example/#", "http://e.example/ä"]) {
    for (const before of ["", "(", "[", "{", "'", "“", "«", "„", "（"]) {
      for (const after of ["", ")", "]", "}", "'", "”", "»", ".", "...", "…", ",", ";", ":", "!", "?", ").", "].", "'),", "”。", "）", "](", "[", "("]) {
        assert.equal(await linked(`${before}${url}${after}`), `<p>${before}${link(url)}${after}</p>`);
      }
    }
  }
  const { text, textAsHtml } = await simpleParser('Content-Type: text/html\n\n<a href="http://e.example/">link</a>, <img src="http://e.example/i.png">');
  assert.equal(text, "link [http://e.example/], [http://e.example/i.png]");
  assert.equal(textAsHtml, `<p>link [${link("http://e.example/")}], [${link("http://e.example/i.png")}]</p>`);
});

test("fields are in the order of the message, and the first of a kind counts", async () => {
  const mail = await simpleParser("Subject: a\nX-Priority: 3\nFrom: \"A \\\"B\" <a@b.org>\nPriority: urgent\nSubject: b\nResent-To: c@d.org\nMessage-ID: <1@x>\n"
    + "Content-Type: text/plain\nContent-Type: text/html\nComments:\n\nx\n");
  assert.deepEqual([...mail.headers.keys()], ["subject", "priority", "from", "resent-to", "message-id", "content-type"]);
  assert.deepEqual([mail.subject, mail.priority, mail.from.text, mail.headers.get("resent-to")], ["a", "normal", '"A \\"B" <a@b.org>', "c@d.org"]);
  assert.deepEqual(mail.headers.get("content-type"), { value: "text/plain", params: {} });
  for (const [field, priority] of [["X-Priority: 5 (Lowest)", "low"], ["Priority: non-urgent", "low"], ["Importance: High", "high"], ["X-Priority: 1", "high"]]) {
    assert.equal((await simpleParser(`${field}\n\nx`)).priority, priority, field);
  }
});

test("parameters in the headers of attachments are decoded", async () => {
  const { attachments: [one] } = await simpleParser(mixed("Content-Type: Text/plain; name=\"=?utf-8?Q?a=22=3B_charset=3Dx?=\"\n"
    + "Content-Disposition: attachment;\n filename*0*=utf-8''%E2%82%AC;\n filename*1=\".txt\"; x=\"a;\\\"b\"\n\nx"));
  assert.deepEqual(one.headers.get("content-disposition"), { value: "attachment", params: { filename: "€.txt", x: 'a;"b' } });
  assert.deepEqual(one.headers.get("content-type"), { value: "Text/plain", params: { name: 'a"; charset=x' } });
  assert.deepEqual([one.filename, one.partId, (await simpleParser("Content-Type: image/png\n\nx")).attachments[0].partId], ["€.txt", "1", null]);
});

test("parameters of a part in an encoded multipart are decoded", async () => {
  const part = "Content-Type: image/png; name=\"=?koi8-r?B?z9TexaM=?= a.png\"\nContent-Disposition: attachment; filename*=utf-8''%E2%82%AC\n\nx";
  for (const [encoding, encoded] of [["base64", (text) => btoa(text).replace(/.{76}/g, "$&\n")], ["quoted-printable", (text) => text.replaceAll("=", "=3D")]]) {
    const { attachments } = await simpleParser(`Content-Type: multipart/mixed; boundary=R\nContent-Transfer-Encoding: ${encoding}\n\n${encoded(`--R\n${part}\n--R\n${part}\n--R--\n`)}`);
    assert.deepEqual(attachments.map(({ headers }) => [headers.get("content-type").params.name, headers.get("content-disposition").params.filename]),
      [["отчеё a.png", "€"], ["отчеё a.png", "€"]], encoding);
  }
});

test("hostile mail takes linear time and room", { timeout: 60_000 }, async () => {
  for (const piece of ["<!--", "<a ", "<a href='", "<a href=\"", "<img src=x>", "<a href=x>", "<a =", "<a/", "<a x = ", "</a>", "(http://(", "[http://[", "{http://{", "http://a[http://a(", "http://.([{", "http://."]) {
    await bodyOf("text/html", piece.repeat(100_000));
    await bodyOf("text/plain", piece.repeat(100_000));
  }
  for (const piece of ["; a*", "; a=b", "; a*0=b", ";\"", "; a = \" "]) await simpleParser(`Content-Type: text/plain${piece.repeat(50_000)}\n\nx`);
  const image = `Content-Type: image/png\nContent-ID: <i>\n\n${"x".repeat(1 << 20)}`;
  const { html } = await simpleParser(mixed(`Content-Type: text/html\n\n${"<img src=cid:i>".repeat(10_000)}`, image));
  assert.ok(html.length < 22 << 20, String(html.length));
});
