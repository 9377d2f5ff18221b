// Tests hostile mail, the use of memory, and panics.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Mailbox, Message, decode, decodeHeader, detect, normalize } from "mailutf";
import { call } from "../src/machine.js";
import { simpleParser } from "mailutf/mailparser";
import { files } from "./corpus.js";

test("10,000 parts, and parts 1,000 deep", () => {
  const flat = "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\nContent-Type: text/html\n\n<script>alert(1)</script>\n".repeat(10_000);
  const message = new Message(flat);
  assert.ok(message.parts.length > 5_000, String(message.parts.length));
  assert.equal(message.htmlBodies.at(-1).text, "<script>alert(1)</script>");
  assert.equal(message.htmlBodies[0].plainText.trim(), "");
  let deep = "";
  for (let depth = 0; depth < 1_000; depth++) deep += `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`;
  assert.ok(new Message(deep).parts.length > 10);
  assert.ok(normalize(deep).findings.length > 0);
});

test("octets at random end in no error but those that are documented", async () => {
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 300; round++) {
    const { octets } = files[random(files.length)];
    const broken = octets.slice();
    for (let times = 0; times < 20 && broken.length; times++) broken[random(broken.length)] = random(256);
    const message = new Message(broken);
    normalize(broken);
    for (const part of message.parts) [part.text, part.plainText, part.data, part.damage, part.message()?.subject, part.safeName];
    message.readings();
    decodeHeader(broken);
    detect(broken);
    decode(broken, "iso-2022-jp", { replace: true });
    await simpleParser(broken);
    for await (const one of new Mailbox(broken)) assert.ok(one.size);
  }
});

test("a panic becomes an exception, and all goes on", () => {
  const before = new Message("Subject: before\n\ntext");
  assert.equal(before.subject, "before");
  assert.throws(() => call("message_describe", [], [4_000_000_000]), /^Error: mailutf stopped: .*there is no message 4000000000/s);
  assert.throws(() => call("normalize", ["one argument"]), /2 arguments are needed, not 1/);
  assert.equal(before.text, "text");
  assert.equal(new Message("Subject: after\n\n").subject, "after");
});

test("a mailbox that is read during a panic ends with an error, and the next one is read", async () => {
  const mbox = "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: one\n\nx\n\n".repeat(3);
  let seen = 0;
  await assert.rejects(async () => {
    for await (const { subject } of new Mailbox(mbox)) {
      assert.equal(subject, "one");
      seen += 1;
      assert.throws(() => call("message_describe", [], [4_000_000_000]), /there is no message/);
    }
  }, /open it again/);
  assert.equal(seen, 1);
  for await (const { subject } of new Mailbox(mbox)) assert.equal(subject, "one");
});

test("memory is freed", async () => {
  const text = Buffer.alloc(200_000, "Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4 ", "latin1");
  const held = [];
  let most = 0;
  for (let round = 0; round < 1_500; round++) {
    const message = new Message(text);
    assert.ok(message.text.length > 0);
    normalize(text);
    if (round % 10 === 0) held.push(message);
    most = Math.max(most, size());
  }
  assert.ok(most < 128 << 20, `${most} octets`);
  // The instance of the WebAssembly has dropped some of these messages. Accessing such a message
  // parses the message again.
  assert.ok(held.every((message) => message.parts[0].data.length > 0));
  // A large message needs much memory, which is released afterwards.
  const large = new Uint8Array(60 << 20).fill(0x61);
  assert.ok(new Message(large).text.length > 0);
  normalize(large);
  assert.ok(new Message(text).text.length > 0);
  normalize(text);
  assert.ok(size() < 128 << 20, `${size()} octets`);
  let octets = 0;
  const stream = (function* () {
    for (let round = 0; round < 400; round++) yield Buffer.concat([Buffer.from("From a@b.org Mon Jan  1 00:00:00 2024\n"), text, Buffer.from("\n\n")]);
  })();
  for await (const message of new Mailbox(stream)) {
    octets += message.size;
    most = Math.max(most, size());
  }
  assert.ok(octets >= 400 * text.length && most < 128 << 20, `${octets} ${most}`);
});

/** The size of the memory of the WebAssembly, in octets. */
const size = () => call("version", [], [], (from) => from.exports.memory.buffer.byteLength);
