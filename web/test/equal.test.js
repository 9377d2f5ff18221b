// Tests that the package reads and writes mail as the program `mailutf` does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Mailbox, Message, normalize, normalizeMailbox } from "mailutf";
import { files, mailutf, noProgram } from "./corpus.js";

test("normalize writes the octets of the program for each message of the corpus", { skip: noProgram }, () => {
  for (const { path, isMbox, octets } of files) {
    if (isMbox) continue;
    const { output, isChanged, findings } = normalize(octets);
    assert.deepEqual(Buffer.from(output), Buffer.from(mailutf("normalize", path)), path);
    assert.equal(isChanged, Buffer.compare(output, octets) !== 0, path);
    // A message also names guesses about what it shows, and a conversion leaves.
    const shown = new Set(new Message(octets).findings.map((finding) => JSON.stringify(finding)));
    for (const finding of findings) assert.ok(shown.has(JSON.stringify(finding)), `${path}: ${finding.code}`);
  }
  assert.ok(files.length > 250);
});

test("normalizeMailbox writes the octets of the program, whatever the pieces", { skip: noProgram }, async () => {
  for (const { path, name, octets } of files) {
    if (name.startsWith("bodies")) continue;
    const expected = Buffer.from(mailutf("normalize", path));
    for (const size of [Math.max(1, octets.length), 61]) {
      const pieces = function* () {
        for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
      };
      assert.deepEqual(Buffer.concat(await all(normalizeMailbox(pieces()))), expected, path);
    }
  }
});

test("messages have the fields of `mailutf text --json`, by the policy of who shows mail", { skip: noProgram }, async () => {
  const lines = Buffer.from(mailutf("text", "--json", "--doubtful", "evidence", ...files.map(({ path }) => path))).toString().trimEnd().split("\n");
  const expected = new Map(lines.map((line) => JSON.parse(line)).map((one) => [`${one.file} ${one.message}`, one]));
  let seen = 0;
  for (const { path, octets } of files) {
    for await (const message of new Mailbox(octets)) {
      const want = expected.get(`${path} ${message.ordinal + 1}`);
      assert.ok(want, `${path} ${message.ordinal}`);
      seen += 1;
      const charsets = new Map(message.parts.map((part) => [part.section, charsetOf(part)]));
      // The program restores raw text that was encoded twice, as `normalize` does. A Message does
      // not, so the message is normalized first.
      const isGarbled = message.findings.some(({ code }) => code === "text-garbled");
      const restored = isGarbled ? new Message(message.normalized({ doubtful: "evidence" })) : message;
      const have = {
        offset: message.offset,
        subject: restored.subject,
        from: [...restored.from],
        to: [...restored.to],
        cc: [...restored.cc],
        date_utc: message.date?.toISOString().replace(".000Z", "+00:00") ?? null,
        message_id: message.messageId,
        bodies: { text: message.textBodies.map((part) => part.section), html: message.htmlBodies.map((part) => part.section) },
        charsets: want.charsets.map(({ part }) => ({ part, used: charsets.get(part) })),
      };
      assert.deepEqual(have, {
        offset: want.offset,
        subject: want.subject,
        from: want.from,
        to: want.to,
        cc: want.cc,
        date_utc: want.date_utc,
        message_id: want.message_id?.replace(/^<|>$/g, "") ?? null,
        bodies: want.bodies,
        charsets: want.charsets.map(({ part, used }) => ({ part, used: used ?? null })),
      }, path);
      // The program also lists uuencoded files inside texts. The package does not list them as
      // parts, so they are left out here.
      for (const wanted of want.attachments.filter((one) => !one.uuencoded)) {
        const part = message.part(wanted.part);
        assert.deepEqual([part.name, part.type, part.data.length], [wanted.name, wanted.media_type, wanted.octets], path);
      }
    }
  }
  assert.equal(seen, expected.size);
});

function charsetOf(part) {
  try {
    return part.reading().charset;
  } catch {
    return null;
  }
}

async function all(iterator) {
  const list = [];
  for await (const one of iterator) list.push(one);
  return list;
}
