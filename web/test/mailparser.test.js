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
  assert.equal(mail.text.trim(), "Hi");
  const [image] = mail.attachments;
  assert.deepEqual([image.filename, image.contentType, image.cid, image.contentId, image.related, image.size, image.contentDisposition],
    ["a.png", "image/png", "i@x", "<i@x>", true, 4, "inline"]);
  assert.ok(Buffer.isBuffer(image.content));
  assert.equal((await simpleParser(LETTER, { skipImageLinks: true })).html, '<p>Hi <img src="cid:i@x"></p>');
});

test("octets that cannot be read are U+FFFD, and data that is no text is an empty text", async () => {
  assert.equal((await simpleParser(Buffer.from("Content-Type: text/plain; charset=utf-8\n\nonly body \xe9 \xe8", "latin1"))).text, "only body \ufffd \ufffd");
  assert.equal((await simpleParser("Content-Type: text/plain\n\n\0\x01\0\x02\0\x03\0\x04")).text, "");
});

test("plain text, a callback, a stream", async () => {
  const mail = await simpleParser("Content-Type: text/plain\n\na <b> & http://example.org/x.\n\nc\nd\n");
  assert.equal(mail.html, false);
  assert.equal(mail.textAsHtml, '<p>a &lt;b&gt; &amp; <a href="http://example.org/x">http://example.org/x</a>.</p>\n<p>c<br/>d</p>');
  const subject = await new Promise((resolve, reject) => {
    simpleParser("Subject: x\n\n", (error, { subject }) => (error ? reject(error) : resolve(subject)));
  });
  assert.equal(subject, "x");
  const picture = await simpleParser("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n\n--b\nContent-Type: image/png\n\n...\n--b--\n");
  assert.deepEqual([picture.text, picture.attachments.length, picture.attachments[0].contentDisposition], ["See:", 1, undefined]);
  const { path, octets } = files.find(({ name }) => name.endsWith(".eml"));
  assert.deepEqual((await simpleParser(createReadStream(path))).subject, (await simpleParser(octets)).subject);
  await assert.rejects(simpleParser(7), TypeError);
});
