// Converts the values that callers can pass as octets.

/** Returns the octets of a Uint8Array (such as a Buffer), an ArrayBuffer, or another view, without
 * copying the octets. A string becomes UTF-8. */
export function octetsOf(data) {
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer || isShared(data)) return new Uint8Array(data);
  if (typeof data === "string") return new TextEncoder().encode(data);
  throw new TypeError("octets are needed: a Uint8Array, an ArrayBuffer, another view of one, or a string, not " + kindOf(data));
}

/** Whether `octetsOf` accepts `data`. */
export const areOctets = (data) =>
  typeof data === "string" || ArrayBuffer.isView(data) || data instanceof ArrayBuffer || isShared(data);

/** Returns `value`, which must be a string. `name` is its name in the error. */
export function stringOf(value, name) {
  if (typeof value === "string") return value;
  throw new TypeError(`${name}: a string is needed, not ${kindOf(value)}`);
}

/** Returns the pairs of a Map, of another iterable of pairs, or of an object. Returns null for any other value. */
export function pairsOf(value) {
  if (typeof value !== "object" || value === null) return null;
  const pairs = typeof value[Symbol.iterator] === "function" ? [...value] : Object.entries(value);
  return pairs.every((pair) => Array.isArray(pair) && pair.length === 2) ? pairs : null;
}

const isShared = (buffer) => Object.prototype.toString.call(buffer) === "[object SharedArrayBuffer]";

/** Returns `octets` itself, or a copy if `octets` is in shared memory, which a Blob or a Response
 * does not accept. */
export const unshared = (octets) => (isShared(octets.buffer) ? new Uint8Array(octets) : octets);

/** Yields the pieces of a stream: a stream of the web (as in a Blob or a Response) or of Node,
 * any iterable of octets, or octets. */
export async function* piecesOf(source) {
  source = await source;
  if (source?.body) source = source.body;
  if (typeof source?.stream === "function") source = source.stream();
  if (typeof source === "string" || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    yield octetsOf(source);
  } else if (source?.[Symbol.asyncIterator] || source?.[Symbol.iterator]) {
    for await (const piece of source) yield octetsOf(piece);
  } else if (typeof source?.getReader === "function") {
    yield* readBy(source.getReader());
  } else {
    throw new TypeError("a stream of octets is needed, not " + kindOf(source));
  }
}

// Reads a stream by its reader, because streams of Safari cannot be iterated.
async function* readBy(reader) {
  let isAtEnd = false;
  try {
    while (true) {
      const { done, value } = await reader.read();
      isAtEnd = done;
      if (done) return;
      yield octetsOf(value);
    }
  } finally {
    if (!isAtEnd) await reader.cancel();
    reader.releaseLock();
  }
}

function kindOf(value) {
  return value === null ? "null" : value?.constructor?.name ?? typeof value;
}
