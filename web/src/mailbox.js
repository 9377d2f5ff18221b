// Reads the messages of a stream.

import { NEEDS_MORE, NOTHING, OpenMailbox, json, octets } from "./machine.js";
import { Message } from "./message.js";
import { piecesOf } from "./octets.js";
import { Policy } from "./policy.js";

/** The messages of a stream, in order: `for await (const message of new Mailbox(stream))`. A stream can be read only once. */
export class Mailbox {
  #source;
  #policy;
  #skipped = [];

  constructor(source, policy) {
    this.#source = source;
    this.#policy = policy;
    Policy.choicesOf(policy);
  }

  /** The messages and files that were skipped so far, each with the reason. */
  get skipped() { return [...this.#skipped]; }

  async *[Symbol.asyncIterator]() {
    for await (const entry of entriesOf(this.#source, this.#policy)) {
      if (entry instanceof Message) yield entry;
      else this.#skipped.push(entry);
    }
  }
}

/** Yields all of a mailbox in order: its messages, and an object with `offset`, `ordinal` and `reason` for what is skipped. */
export async function* entriesOf(source, policy) {
  const start = new Start(source);
  const read = (from) => [octets(from), json(from, 1)];
  let isFirst = true;
  for await (const [data, { offset, ordinal, reason }] of results(start.pieces(), policy, "mailbox_next", read)) {
    if (isFirst && offset > start.text) {
      yield { offset: 0, ordinal: 0, reason: `the text before octet ${offset} is not read, because no \`From \` line precedes it` };
    }
    isFirst = false;
    if (reason === null) {
      const message = new Message(data, policy);
      message.offset = offset;
      message.ordinal = ordinal;
      yield message;
    } else {
      yield { offset, ordinal, reason };
    }
  }
}

// The octets of a byte order mark, and those that can stand before the first message of an mbox: NUL and blanks.
const MARK = [0xEF, 0xBB, 0xBF];
const BLANKS = [0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20];

/** The pieces of a stream, and the offset of the first octet that is neither a blank nor in a byte order mark. The WebAssembly
 * does not tell of text before the first message. */
class Start {
  #source;
  text = Infinity;

  constructor(source) {
    this.#source = source;
  }

  async *pieces() {
    let read = 0;
    for await (const piece of piecesOf(this.#source)) {
      if (this.text === Infinity) {
        const index = piece.findIndex((octet, at) => octet !== MARK[read + at] && !BLANKS.includes(octet));
        if (index >= 0) this.text = read + index;
      }
      read += piece.length;
      yield piece;
    }
  }
}

/**
 * Converts a mailbox to UTF-8, and yields the new octets in pieces. Calls `progress` with the totals so far, and at
 * the end with the final totals.
 */
export async function* normalizeMailbox(source, policy, progress = () => {}) {
  const read = (from) => octets(from);
  for await (const output of results(source, policy, "mailbox_normalize_next", read, progress)) {
    if (output.length) yield output;
  }
}

async function* results(source, policy, name, read, progress) {
  const mailbox = new OpenMailbox(Policy.choicesOf(policy));
  function* ready() {
    while (true) {
      const result = mailbox.call(name, [], read);
      if (result === NEEDS_MORE || result === NOTHING) return;
      yield result;
      progress?.(mailbox.call("mailbox_totals", [], json));
    }
  }
  try {
    for await (const piece of piecesOf(source)) {
      mailbox.call("mailbox_push", [piece]);
      yield* ready();
    }
    mailbox.call("mailbox_end");
    yield* ready();
  } finally {
    mailbox.close();
  }
}
