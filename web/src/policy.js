// The choices for reading and converting mail.

import { MailError, call } from "./machine.js";
import { pairsOf } from "./octets.js";

const SWITCHES = ["attachments", "decodeAll", "keepDkim", "breakSignatures", "strict", "lossy", "logicalOrder"];
const WORDS = ["headers", "bodies", "doubtful", "fallbackCharset", "limitMessage", "rules"];
// The values of these words are numbers, those of the others are strings.
const NUMBERS = ["limitMessage"];

const mistake = (message) => new MailError({ kind: "choice", message });

/** The choices for reading and converting mail. A policy is immutable. */
export class Policy {
  #choices;

  constructor(choices = {}) {
    if (typeof choices !== "object" || choices === null || Array.isArray(choices)) throw mistake("an object with choices is needed");
    const given = [];
    const add = (name, value) => {
      if (String(value).includes("\0")) throw mistake(`${name}: U+0000 is not allowed`);
      given.push(name, value);
    };
    for (const [name, value] of Object.entries(choices)) {
      if (value === undefined || value === null) continue;
      if (SWITCHES.includes(name)) {
        if (typeof value !== "boolean") throw mistake(`${name}: true or false is needed`);
        add(name, value);
      } else if (NUMBERS.includes(name)) {
        if (!Number.isSafeInteger(value) || value < 0) throw mistake(`${name}: a whole number of octets is needed`);
        add(name, value);
      } else if (WORDS.includes(name)) {
        if (typeof value !== "string") throw mistake(`${name}: a string is needed`);
        add(name, value);
      } else if (name === "charsets") {
        const pairs = pairsOf(value);
        if (!pairs?.flat().every((one) => typeof one === "string")) throw mistake("charsets: a map of strings is needed");
        for (const [declared, real] of pairs) add("charset", `${declared}=${real}`);
      } else {
        throw mistake(`a policy has no choice \`${name}\``);
      }
    }
    this.#choices = given.map((one) => `${one}\0`).join("");
    if (given.length) call("policy_check", [this.#choices]);
    Object.assign(this, choices);
    Object.freeze(this);
  }

  /** Returns the choices of a policy, or of an object with choices, as the text that functions of the
   * WebAssembly take. */
  static choicesOf(policy) {
    if (policy === undefined || policy === null) return "";
    return (policy instanceof Policy ? policy : new Policy(policy)).#choices;
  }
}
