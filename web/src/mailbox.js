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
    const read = (from) => [octets(from), json(from, 1)];
    for await (const [data, { offset, ordinal, reason }] of results(this.#source, this.#policy, "mailbox_next", read)) {
      if (reason === null) {
        const message = new Message(data, this.#policy);
        message.offset = offset;
        message.ordinal = ordinal;
        yield message;
      } else {
        this.#skipped.push({ offset, ordinal, reason });
      }
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
