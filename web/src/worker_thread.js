// The code that runs in the worker that worker.js or worker_node.js starts.

import { init, normalize, normalizeMailbox } from "./index.js";
import { entriesOf } from "./mailbox.js";

const inNode = globalThis.process?.getBuiltinModule?.("node:worker_threads");
const port = inNode?.parentPort ?? globalThis;

// The number of list entries that are posted together. Each entry describes a message.
const TOGETHER = 100;

const running = new Map();
let ready;

const works = {
  async *normalize(data, policy) {
    yield normalize(data, policy);
  },

  async *list(source, policy) {
    const counted = { octets: 0 };
    let entries = [];
    const piece = () => ({ entries, octets: counted.octets });
    for await (const entry of listed(await blobOf(source), policy, counted)) {
      entries.push(entry);
      if (entries.length === TOGETHER) {
        yield piece();
        entries = [];
      }
    }
    yield piece();
  },

  async *normalizeMailbox(source, policy) {
    let totals;
    const outputs = normalizeMailbox(await blobOf(source), policy, (done) => { totals = done; });
    for await (const output of outputs) yield { output, totals: totals ?? noTotals() };
    yield { output: new Uint8Array(), totals: totals ?? noTotals() };
  },
};

// Returns the blob for a source. Node cannot post the blob of a file to a thread, so the thread
// gets the path of the file and opens it.
const blobOf = (source) => (typeof source === "string" ? process.getBuiltinModule("node:fs").openAsBlob(source) : source);

const noTotals = () => ({ messages: 0, changed: 0, unresolved: 0, octets: 0, findings: {} });

async function* listed(blob, policy, counted) {
  for await (const { offset, ordinal, reason, size, subject, from, date } of entriesOf(counting(blob, counted), policy)) {
    yield reason === undefined ? { offset, ordinal, size, subject, from, date } : { offset, ordinal, reason };
  }
}

async function* counting(blob, counted) {
  const reader = blob.stream().getReader();
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    counted.octets += value.length;
    yield value;
  }
}

async function step(number) {
  const work = running.get(number);
  if (!work) return;
  try {
    await ready;
    const { value, done } = await work.next();
    if (done) running.delete(number);
    port.postMessage({ number, value, done });
  } catch (error) {
    running.delete(number);
    const { kind, message, offset } = error;
    port.postMessage({ number, error: { kind, message, offset } });
  }
}

function take(message) {
  const { number, name, given } = message;
  if ("wasm" in message) {
    ready = init(message.wasm);
  } else if (name === "more") {
    step(number);
  } else if (name === "stop") {
    running.get(number)?.return();
    running.delete(number);
  } else {
    running.set(number, works[name](...given));
    step(number);
  }
}

if (inNode?.parentPort) inNode.parentPort.on("message", take);
else globalThis.onmessage = ({ data }) => take(data);
