// Functions that encode text for header fields, and names for rules.

import { MailError, call, text } from "./machine.js";
import { stringOf } from "./octets.js";

/** Encodes text as the value of a header field, such as Subject. */
export function encodeHeader(characters, options) {
  return call("encode_header", [wellFormed(stringOf(characters, "text"))], formOf(options), text);
}

/** Encodes a list of addresses as the value of a header field, such as To. */
export function encodeAddresses(list, options) {
  const texts = [...list].flatMap(({ name, address }) => [stringOf(name ?? "", "name"), stringOf(address, "address")]);
  return call("encode_addresses", texts.map(wellFormed), formOf(options), text);
}

/** Encodes a parameter of a header field, such as a file name. */
export function encodeParameter(name, value, options) {
  const texts = [stringOf(name, "name"), stringOf(value, "value")];
  return call("encode_parameter", texts.map(wellFormed), formOf(options), text);
}

/** Returns the pattern that matches only `name`, for a rule. */
export function escapePattern(name) {
  return call("escape_pattern", [wellFormed(stringOf(name, "name"))], [], text);
}

/** Returns `characters`. Throws MailError if they have a lone surrogate, for which UTF-8 has no octets. */
export function wellFormed(characters) {
  const offset = characters.search(/\p{Surrogate}/u);
  if (offset < 0) return characters;
  throw new MailError({ kind: "unencodable", message: `a lone surrogate cannot be encoded, at index ${offset} of the string`, offset });
}

const FORMS = ["encoded", "utf8"];

// Returns the options as numbers for the WebAssembly.
function formOf(options) {
  const { form = "encoded", fold = false, ...others } = options ?? {};
  const mistake = (message) => new MailError({ kind: "choice", message });
  for (const name of Object.keys(others)) throw mistake(`encoding has no choice \`${name}\``);
  if (!FORMS.includes(form)) throw mistake(`form: unknown choice '${form}'; choose one of '${FORMS.join("', '")}'`);
  if (typeof fold !== "boolean") throw mistake("fold: true or false is needed");
  return [FORMS.indexOf(form), fold ? 1 : 0];
}
