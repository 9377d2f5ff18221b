// Loads the WebAssembly once, and runs it in a machine, that is, an instance of the WebAssembly. A machine is replaced after a
// panic, and when its memory has grown.

/** An error in the data, or a label that names no charset. `kind` says which error it is: see index.d.ts. */
export class MailError extends Error {
  constructor({ kind, message, offset }) {
    super(message);
    this.name = "MailError";
    this.kind = kind;
    this.offset = offset;
  }
}

const DONE = 0, FAILED = 1, NOTHING = 2, NEEDS_MORE = 3;
export { NOTHING, NEEDS_MORE };

// An instance of the WebAssembly is replaced if its memory has grown beyond this many octets, because the memory of an instance
// never shrinks. An instance is not replaced while it keeps many octets of messages, or a mailbox.
const GROWN = 128 << 20;
// The maximum total size, in octets, of the parsed messages that an instance keeps.
const KEPT = 32 << 20;

// A WebAssembly module with a function that counts bits in a vector. Engines without simd128 reject the module as
// invalid. Safari has had simd128 since 16.4.
const WITH_VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, // WebAssembly 1
  1, 5, 1, 96, 0, 1, 123, // a type: no parameter, the result is a vector
  3, 2, 1, 0, // a function of that type
  10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11, // its code: i32.const 0, i8x16.splat, i8x16.popcnt, end
];

// Returns the URL of the WebAssembly file of this package. This is a function because the URL is needed only if the caller of
// `init` names no other file. In a bundle, the file can be elsewhere, and CommonJS has no `import.meta.url`. The two
// expressions `new URL(…)` must stay as they are: bundlers look for them to find the files to copy.
const fileHere = () => (WebAssembly.validate(new Uint8Array(WITH_VECTORS))
  ? new URL("../mailutf.wasm", import.meta.url)
  : new URL("../mailutf-scalar.wasm", import.meta.url));

function withoutWasm(cause) {
  const why = cause ? ` (${cause.message})` : "";
  const todo = "call `await init()` first, in some bundles with the file (README.md: Where it runs)";
  return new Error(`mailutf has no WebAssembly${why}: ${todo}`, { cause });
}

let wasm, loading, machine;

/**
 * Loads the WebAssembly from a URL, a response, octets, or a compiled module. A compiled module is ready at once.
 * Without an argument, loads the file of this package.
 */
export async function init(source) {
  if (isModule(source)) wasm ??= source;
  if (wasm || (source === undefined && loadAtOnce())) return;
  loading ??= compiled(source).then(
    (found) => { wasm = found; },
    (error) => {
      loading = undefined;
      throw source === undefined ? withoutWasm(error) : error;
    },
  );
  await loading;
}

// Compares the tag of the object instead of using `instanceof`, because a module from another realm, such as an iframe, belongs
// to another class `WebAssembly.Module`.
const isModule = (source) => Object.prototype.toString.call(source) === "[object WebAssembly.Module]";

async function compiled(source) {
  source = await (source ?? fileHere());
  if (isModule(source)) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

// Loads the WebAssembly synchronously, if the runtime can read the file. Node, Deno and Bun can, so `init` is not needed there.
function loadAtOnce() {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs) return false;
  try {
    const file = fileHere();
    if (file.protocol !== "file:") return false;
    wasm = new WebAssembly.Module(fs.readFileSync(file));
  } catch (cause) {
    throw withoutWasm(cause);
  }
  return true;
}

function running() {
  if (machine) return machine;
  if (!wasm && !loadAtOnce()) throw withoutWasm();
  machine = new Machine(new WebAssembly.Instance(wasm).exports);
  return machine;
}

const encoder = new TextEncoder();
// With `ignoreBOM`, the decoder keeps a byte order mark at the start of a text as U+FEFF.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A running instance of the WebAssembly. */
class Machine {
  // A map from the number of each open message to its size in octets. The message that was used last is at the end.
  messages = new Map();
  size = 0;
  mailboxes = 0;
  isStopped = false;

  constructor(exports) {
    this.exports = exports;
  }

  call(name, given, numbers) {
    const { exports } = this;
    if (this.isStopped) throw new Error("mailutf stopped while this mailbox was read: open it again");
    try {
      for (const argument of given) {
        const octets = typeof argument === "string" ? encoder.encode(argument) : argument;
        const address = exports.argument(octets.length);
        new Uint8Array(exports.memory.buffer, address, octets.length).set(octets);
      }
      return exports[name](...numbers);
    } catch (error) {
      throw this.stopped(error);
    }
  }

  result(index) {
    const { exports } = this;
    return new Uint8Array(exports.memory.buffer, exports.result(index), exports.result_length(index));
  }

  // Stops using this instance of the WebAssembly, because its state cannot be trusted after a panic, or after memory was
  // exhausted. The next call runs in a new instance. Returns the error to throw.
  stopped(error) {
    if (machine === this) machine = undefined;
    this.isStopped = true;
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return error;
    let said = "";
    try {
      this.exports.panic_message();
      said = decoder.decode(this.result(0));
    } catch {
      // If `panic_message` fails too, there is no message of a panic to show.
    }
    return new Error(`mailutf stopped: ${said || error.message}`, { cause: error });
  }

  release() {
    this.exports.release();
    const isIdle = this.size <= GROWN / 8 && this.mailboxes === 0;
    if (machine === this && isIdle && this.exports.memory.buffer.byteLength > GROWN) machine = undefined;
  }
}

/**
 * Calls a function of the WebAssembly with the octets and texts of `given`, then with `numbers`. Passes the results to `read`,
 * and returns what `read` returns. A view that `read` gets is valid only during the call. If there are no results, returns
 * NOTHING or NEEDS_MORE, the status of the call.
 */
export function call(name, given, numbers = [], read = () => undefined, within = running()) {
  const status = within.call(name, given, numbers);
  try {
    if (status === DONE) return read(within);
    if (status === FAILED) throw new MailError(JSON.parse(text(within)));
    return status === NEEDS_MORE ? NEEDS_MORE : NOTHING;
  } finally {
    within.release();
  }
}

// Functions that callers pass as `read` to `call`. They return a result as octets, as text, or as the value of its
// JSON.
export const octets = (from, index = 0) => from.result(index).slice();
export const text = (from, index = 0) => decoder.decode(from.result(index));
export const json = (from, index = 0) => JSON.parse(text(from, index));

let numbers = 0;

/**
 * A message that is kept parsed in the instance of the WebAssembly while there is room. If the instance has dropped the
 * message, or was replaced, the next access parses the message again. So messages need not be freed.
 */
export class KeptMessage {
  #number = ++numbers;
  #octets;
  #choices;
  #around;

  /** `around` is the number of levels around the message if another message encloses it. */
  constructor(octets, choices, around = 0) {
    this.#octets = octets;
    this.#choices = choices;
    this.#around = around;
  }

  call(name, given, numbers, read) {
    const within = running();
    this.#open(within);
    return call(name, given, [this.#number, ...numbers], read, within);
  }

  #open(within) {
    const number = this.#number;
    const { messages } = within;
    const isOpen = messages.delete(number);
    if (!isOpen) {
      call("message_open", [this.#octets, this.#choices], [number, this.#around], undefined, within);
      within.size += this.#octets.length;
    }
    messages.set(number, this.#octets.length);
    for (const [old, size] of messages) {
      if (old === number || (within.size <= KEPT && messages.size <= 1000)) break;
      within.exports.message_close(old);
      messages.delete(old);
      within.size -= size;
    }
  }
}

/** A mailbox that is being read. Its state is in one instance of the WebAssembly. After a panic, this instance is not used any
 * more, so reading cannot continue. */
export class OpenMailbox {
  #number = ++numbers;
  #within = running();

  constructor(choices) {
    this.call("mailbox_open", [choices]);
    this.#within.mailboxes++;
  }

  call(name, given = [], read) {
    return call(name, given, [this.#number], read, this.#within);
  }

  close() {
    if (this.#within.isStopped) return;
    this.#within.exports.mailbox_close(this.#number);
    this.#within.mailboxes--;
  }
}
