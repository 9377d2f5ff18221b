// The choices for reading and converting mail.

import { MailError, call } from "./machine.js";

const SWITCHES = ["attachments", "decodeAll", "keepDkim", "breakSignatures", "strict", "lossy", "logicalOrder"];
const WORDS = ["headers", "bodies", "doubtful", "fallbackCharset", "limitMessage", "rules"];

const mistake = (message) => new MailError({ kind: "choice", message });

/** The choices for reading and converting mail. A policy is immutable. */
export class Policy {
  #choices;

  constructor(choices = {}) {
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
      } else if (name === "charsets") {
        const pairs = value instanceof Map ? [...value] : Object.entries(value);
        for (const [declared, real] of pairs) add("charset", `${declared}=${real}`);
      } else if (WORDS.includes(name)) {
        add(name, value);
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
