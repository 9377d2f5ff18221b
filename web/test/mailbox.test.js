// Tests mailboxes from streams of each kind.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { test } from "node:test";
import { Mailbox, Message } from "mailutf";
import { MailWorker } from "mailutf/worker";
import { files } from "./corpus.js";

const { path, octets } = files.find(({ name }) => name.endsWith("mboxrd.mbox"));

const subjects = async (source, policy) => {
  const mailbox = new Mailbox(source, policy);
  const found = [];
  for await (const { ordinal, offset, subject } of mailbox) found.push([ordinal, offset, subject]);
  return [found, mailbox.skipped];
};
const expected = [[0, 0, "Grüße"], [1, 259, "two"], [2, 599, "three"]];

test("the quoting of an mbox is undone, unless nothing in it is quoted", async () => {
  const data = async (source) => {
    const found = [];
    for await (const one of new Mailbox(source)) found.push([one.offset, one.size, new TextDecoder().decode(one.data)]);
    return found;
  };
  const line = "From a@b.org Mon Jan  1 00:00:00 2024\n";
  assert.deepEqual(await data(`${line}Subject: x\n\n>From a\n>>From b\n\n${line}Subject: y\n\n`),
    [[0, 27, "Subject: x\n\nFrom a\n>From b\n"], [68, 11, "Subject: y\n"]]);
  const counted = "Content-Length: 8\n\n>From a\n";
  assert.deepEqual(await data(`${line}${counted}\n`), [[0, 27, counted]]);
  assert.deepEqual(await data(`\x01\x01\x01\x01\n${line}Subject: x\n\n>From a\n\x01\x01\x01\x01\n`).then(([[, , text]]) => text), "Subject: x\n\n>From a\n");
  assert.equal(new TextDecoder().decode(new Message("Subject: x\n\n>From a\n").data), "Subject: x\n\n>From a\n");
});

test("a mailbox is read from any stream", async () => {
  const blob = new Blob([octets]);
  for (const source of [octets, blob, blob.stream(), new Response(octets), createReadStream(path), Readable.toWeb(createReadStream(path)),
    Promise.resolve(blob), [octets.subarray(0, 9), octets.subarray(9)]]) {
    assert.deepEqual(await subjects(source), [expected, []]);
  }
  await assert.rejects(subjects(7), TypeError);
  await assert.rejects(subjects(Promise.reject(new Error("no network"))), /no network/);
});

test("a message above the limit is skipped, and named", async () => {
  assert.deepEqual(await subjects(octets, { limitMessage: 250 }), [
    [expected[0], expected[2]],
    [{ offset: 259, ordinal: 1, reason: "the message is larger than 250 octets" }],
  ]);
});

test("text before the first `From ` line of an mbox is skipped, and named", async () => {
  const mbox = "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: one\n\nFrom a@b.org Mon Jan  1 00:00:00 2024\nSubject: two\n\n";
  const named = (offset) => [{ offset: 0, ordinal: 0, reason: `the text before octet ${offset} is not read, because no \`From \` line precedes it` }];
  for (const [before, skipped] of [["", []], ["\n\0\n\n", []], ["\ufeff", []], ["\ufeff\r\n", []], ["Some notes\n\n", named(12)], ["\n\ufeffnotes\n\n", named(11)]]) {
    const text = new TextEncoder().encode(before + mbox);
    for (const source of [text, [...text].map((octet) => Uint8Array.of(octet))]) {
      const at = new TextEncoder().encode(before).length;
      assert.deepEqual(await subjects(source), [[[0, at, "one"], [1, at + 52, "two"]], skipped], JSON.stringify(before));
    }
  }
  const [found, skipped] = await subjects(`notes\n\n${mbox}`, { limitMessage: 10 });
  assert.deepEqual([found, skipped.map(({ offset }) => offset)], [[], [0, 7, 59]]);
});

test("octets that are no mbox are one message, even with `From ` lines in them", async () => {
  const mbox = "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: one\n\n";
  for (const message of [`junk\n${mbox}`, `Subject: x\n\nnotes\n\n${mbox}`, "\n\nnotes\n"]) {
    assert.deepEqual((await subjects(message)).map((list) => list.length), [1, 0]);
  }
});

test("an iteration can be left, and then the stream is closed", async () => {
  let isCancelled = false;
  const stream = new ReadableStream({ pull: (to) => to.enqueue(octets), cancel: () => { isCancelled = true; } });
  for await (const message of new Mailbox(stream)) {
    assert.equal(message.ordinal, 0);
    break;
  }
  assert.ok(isCancelled);
});

test("a worker lists and converts", async () => {
  const worker = new MailWorker();
  const blob = new Blob([octets]);
  const entries = [];
  let read = 0;
  for await (const entry of worker.list(blob, null, { progress: (octets) => { read = octets; } })) entries.push(entry);
  assert.deepEqual(entries.map(({ ordinal, offset, subject }) => [ordinal, offset, subject]), expected);
  assert.equal(read, octets.length);

  const notes = new Blob(["notes\n\n", octets]);
  const listed = [];
  for await (const { offset, ordinal, reason, subject } of worker.list(notes, { limitMessage: 250 })) listed.push([ordinal, offset, subject, reason]);
  assert.deepEqual(listed, [
    [0, 0, undefined, "the text before octet 7 is not read, because no `From ` line precedes it"],
    [0, 7, "Grüße", undefined],
    [1, 266, undefined, "the message is larger than 250 octets"],
    [2, 606, "three", undefined],
  ]);

  const pieces = [];
  let totals;
  for await (const piece of worker.normalizeMailbox(path, {}, { progress: (done) => { totals = done; } })) pieces.push(piece);
  assert.match(Buffer.concat(pieces).toString(), /Subject: Grüße/);
  assert.deepEqual([totals.messages, totals.changed, totals.octets], [3, 2, octets.length]);

  const moved = new Uint8Array(Buffer.from("Subject: =?koi8-r?B?68/E?=\n\n"));
  const { output, isChanged } = await worker.normalize(moved, undefined, { move: true });
  assert.deepEqual([Buffer.from(output).toString(), isChanged, moved.length], ["Subject: Код\n\n", true, 0]);
  await assert.rejects(worker.normalize(new Uint8Array(), { headers: "utf9" }), { name: "MailError", kind: "choice" });
  await assert.rejects(async () => {
    for await (const entry of worker.list(blob, null, { signal: AbortSignal.abort(new Error("enough")) })) assert.fail(String(entry));
  }, /enough/);
  const late = worker.normalize(new Uint8Array(1 << 20));
  worker.close();
  await assert.rejects(late, /closed/);
  await assert.rejects(worker.normalize(new Uint8Array()), /closed/);
});
