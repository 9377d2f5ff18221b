// The client of a worker. Each call is sent to the worker as a message with a number. The worker answers each call by
// messages with the number of the call.

import { MailError } from "./machine.js";
import { Finding } from "./message.js";
import { Policy } from "./policy.js";

export class WorkerClient {
  #port;
  #calls = new Map();
  #next = 0;
  #failure;
  /** A function that is called with true when a call starts, and with false when no unfinished call is left. */
  hold = () => {};

  constructor(port, wasm) {
    this.#port = port;
    port.listen((answer) => this.#take(answer), (error) => this.#fail(error));
    port.post({ wasm: wasm instanceof URL ? wasm.href : wasm });
  }

  /** Converts a message in the worker, like `normalize`. The octets are copied to the worker. If `move` is true, the
   * octets are moved instead, and the caller's array becomes empty. */
  async normalize(data, policy, { move = false } = {}) {
    const { output, isChanged, findings } = await this.#last("normalize", [data, policy], { moved: move ? data : undefined });
    return { output, isChanged, findings: findings.map((fields) => new Finding(fields)) };
  }

  /**
   * Yields an entry for each message of a mailbox, which is a Blob or, in Node, the path of a file. The mailbox is
   * read only as fast as the caller iterates. Calls `progress` with the number of octets read so far.
   */
  async *list(source, policy, { progress = () => {}, signal } = {}) {
    for await (const { entries, octets } of this.#answers("list", [source, policy], signal)) {
      progress(octets);
      yield* entries;
    }
  }

  /** Converts a mailbox to UTF-8, and yields the new octets in pieces. The mailbox is a Blob or, in Node, the path
   * of a file. Calls `progress` with the totals so far, and at the end with the final totals. */
  async *normalizeMailbox(source, policy, { progress = () => {}, signal } = {}) {
    for await (const { output, totals } of this.#answers("normalizeMailbox", [source, policy], signal)) {
      progress(totals);
      if (output.length) yield output;
    }
  }

  /** Ends the worker. Unfinished calls are rejected. */
  close() {
    this.#port.terminate();
    this.#fail(new Error("the worker was closed"));
  }

  async #last(name, given, options) {
    for await (const answer of this.#answers(name, given, undefined, options)) return answer;
  }

  async *#answers(name, given, signal, { moved } = {}) {
    if (this.#failure) throw this.#failure;
    signal?.throwIfAborted();
    const number = this.#next++;
    const call = { answers: [], wake: undefined };
    this.#calls.set(number, call);
    this.hold(true);
    const stop = () => call.take({ error: { thrown: signal.reason } });
    call.take = (answer) => {
      call.answers.push(answer);
      call.wake?.();
    };
    signal?.addEventListener("abort", stop);
    let isDone = false;
    try {
      this.#port.post({ number, name, given: given.map(plain) }, moved ? [moved.buffer ?? moved] : []);
      while (true) {
        while (!call.answers.length) await new Promise((wake) => { call.wake = wake; });
        const { value, done, error } = call.answers.shift();
        if (error) {
          isDone = !("thrown" in error);
          throw errorOf(error);
        }
        if (done) {
          isDone = true;
          return;
        }
        yield value;
        // When the worker gets this message, the worker makes the next value.
        this.#port.post({ number, name: "more" });
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      this.#calls.delete(number);
      if (!isDone && !this.#failure) this.#port.post({ number, name: "stop" });
      if (!this.#calls.size) this.hold(false);
    }
  }

  #take(answer) {
    this.#calls.get(answer.number)?.take(answer);
  }

  #fail(error) {
    this.#failure = error;
    for (const call of this.#calls.values()) call.take({ error: { thrown: error } });
  }
}

// Returns a value in a form that can be posted. A policy becomes a plain object with its choices.
function plain(value) {
  return value instanceof Policy ? { ...value } : value;
}

function errorOf(error) {
  if ("thrown" in error) return error.thrown;
  return error.kind ? new MailError(error) : new Error(error.message);
}
