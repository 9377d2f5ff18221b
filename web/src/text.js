// Functions that decode and encode text without a message.

import { wellFormed } from "./encode.js";
import { NOTHING, call, json, octets, text } from "./machine.js";
import { areOctets, octetsOf, pairsOf, stringOf } from "./octets.js";
import { Policy } from "./policy.js";

/** Decodes the body of a header field, such as Subject. */
export function decodeHeader(value, policy) {
  return call("decode_header", [octetsOf(value), Policy.choicesOf(policy)], [], text);
}

/** Reads the addresses in the body of a header field. */
export function addresses(value, policy) {
  return call("addresses", [octetsOf(value), Policy.choicesOf(policy)], [], json);
}

/** Decodes a parameter of a header field, such as a file name. Returns null if there is no such parameter. */
export function decodeParameter(parameters, name, policy) {
  if (parameters === undefined || parameters === null) return null;
  const isField = areOctets(parameters);
  const pairs = isField ? [] : pairsOf(parameters);
  if (!pairs) throw new TypeError("parameters: octets, pairs of a name and a value, or an object with them are needed");
  // A value must come before the parameters, but which one does not matter.
  const field = isField ? parameters : "attachment";
  const given = [Policy.choicesOf(policy), stringOf(name, "name"), field, ...pairs.flat()];
  const found = call("decode_parameter", given.map(octetsOf), [], text);
  return found === NOTHING ? null : found;
}

/** Decodes a body without its message. Octets that cannot be decoded become U+FFFD. Throws
 * MailError if the body is no text. */
export function decodeBody(data, contentType = "", transferEncoding = "", policy) {
  const fields = [contentType ?? "", transferEncoding ?? ""].map(octetsOf);
  return call("decode_body", [octetsOf(data), ...fields, Policy.choicesOf(policy)], [], text);
}

/** Finds the charset of octets without a label, and the evidence for it. Returns null if there
 * is no evidence. */
export function detect(data) {
  const found = call("detect", [octetsOf(data)], [], json);
  return found === NOTHING ? null : found;
}

/** Decodes octets in the charset of a label. */
export function decode(data, label, { replace = false } = {}) {
  return call("decode", [octetsOf(data), String(label)], [replace ? 1 : 0], text);
}

/** Encodes text in the charset of a label. */
export function encode(characters, label) {
  return call("encode", [wellFormed(String(characters)), String(label)], [], octets);
}

/** Returns the names of all charsets, each with its other labels. */
export function labels() {
  return new Map(call("labels", [], [], json));
}

/** Returns the version of the library. */
export function version() {
  return call("version", [], [], text);
}
