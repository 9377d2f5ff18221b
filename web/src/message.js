// Messages: their fields, their texts and their parts.

import { KeptMessage, NOTHING, MailError, call, json, octets, text } from "./machine.js";
import { octetsOf, unshared } from "./octets.js";
import { Policy } from "./policy.js";

/** A finding about a message: something that is wrong, was guessed, or was left unchanged. */
export class Finding {
  constructor(fields) {
    Object.assign(this, fields);
  }

  /** The meaning of the code, in words. */
  get meaning() {
    return meanings()[this.code];
  }
}

let known;
/** Returns the meaning of each code of a finding. */
export function meanings() {
  return (known ??= call("meanings", [], [], json));
}

export const findingsOf = (list) => list.map((fields) => new Finding(fields));

/** A part of a message. */
export class Part {
  #message;
  #index;

  constructor(message, index, { parent, ...fields }) {
    this.#message = message;
    this.#index = index;
    this.parent = parent === null ? null : message.parts[parent];
    Object.assign(this, fields);
  }

  /** The text; null if the part is no text. `reading()` says why a part is no text. Octets that cannot be decoded
   * become U+FFFD. */
  get text() {
    return this.#readable(() => this.reading().text);
  }

  /** Decodes the text, and returns it with its charset and the evidence for the charset. Throws
   * MailError with the reason if the text cannot be read. */
  reading() {
    return this.#call("message_text", (from) => ({ text: text(from), ...json(from, 1) }));
  }

  /** The text as a person reads it: HTML as plain text, and flowed lines joined; null if the part is no text. */
  get plainText() {
    return this.#readable(() => this.#call("message_plain_text", text));
  }

  /** The content, with its transfer encoding decoded. */
  get data() {
    return this.#call("message_data", octets);
  }

  /** Why `data` may be incomplete or wrong; null if it is complete. */
  get damage() {
    const damage = this.#call("message_damage", text);
    return damage === NOTHING ? null : damage;
  }

  /** Parses the message that the part encloses. Returns null if the part encloses none, or if it is nested too deeply. */
  message() {
    const enclosed = this.#call("message_enclosed", (from) => [octets(from), json(from, 1)]);
    if (enclosed === NOTHING) return null;
    const [data, around] = enclosed;
    return new Message(data, this.#message.policy, around);
  }

  #call(name, read) {
    return Message.call(this.#message, name, [], [this.#index], read);
  }

  #readable(read) {
    // Parts that are no text return null without a call of `read`, which would throw an exception. An exception
    // takes longer than reading most texts.
    if (this.kind !== "text") return null;
    try {
      return read();
    } catch (error) {
      if (error instanceof MailError) return null;
      throw error;
    }
  }
}

/** A parsed message. It is immutable. */
export class Message {
  #octets;
  #kept;
  #fields;
  #parts;
  #bySection;
  #text;

  /** `around` is the number of levels around the message if another message encloses it. */
  constructor(data, policy, around) {
    // Copies the octets, because the caller can write to them later. `slice` is not used, because
    // `slice` of a Buffer makes no copy.
    this.#octets = new Uint8Array(octetsOf(data));
    /** The policy by which the texts are read. */
    this.policy = policy ?? null;
    this.#kept = new KeptMessage(this.#octets, Policy.choicesOf(policy), around);
    /** The offset of the message in its mailbox, and the number of messages before it in the mailbox. */
    this.offset = 0;
    this.ordinal = 0;
  }

  /** Calls a function of the WebAssembly for `message`. The class Part uses this method, because it cannot read
   * the private field `#kept`. */
  static call(message, ...given) {
    return message.#kept.call(...given);
  }

  get #described() {
    return (this.#fields ??= this.#kept.call("message_describe", [], [], json));
  }

  get #textBody() {
    if (this.#text === undefined) {
      this.#text = this.parts[this.#kept.call("message_text_body", [], [], json) ?? -1] ?? null;
    }
    return this.#text;
  }

  #at(indices) {
    return indices.map((index) => this.parts[index]);
  }

  get data() { return this.#octets.slice(); }
  get size() { return this.#octets.length; }
  get subject() { return this.#described.subject; }
  get from() { return this.#described.from; }
  get to() { return this.#described.to; }
  get cc() { return this.#described.cc; }
  get bcc() { return this.#described.bcc; }
  get sender() { return this.#described.sender; }
  get replyTo() { return this.#described.replyTo; }
  get messageId() { return this.#described.messageId; }
  get inReplyTo() { return this.#described.inReplyTo; }
  get references() { return this.#described.references; }
  get listId() { return this.#described.listId; }
  get listUnsubscribe() { return this.urls("List-Unsubscribe"); }
  get listPost() { return this.urls("List-Post"); }
  get listArchive() { return this.urls("List-Archive"); }
  get listHelp() { return this.urls("List-Help"); }
  get listSubscribe() { return this.urls("List-Subscribe"); }
  get listOwner() { return this.urls("List-Owner"); }

  get date() {
    const { seconds } = this.#described;
    return seconds === null ? null : new Date(seconds * 1000);
  }

  get zone() { return this.#described.zone; }
  get headers() { return this.#described.headers; }

  header(name) {
    const wanted = name.toLowerCase();
    return this.headers.find(([known]) => known.toLowerCase() === wanted)?.[1] ?? null;
  }

  addresses(name) { return this.#kept.call("message_addresses", [name], [], json); }
  urls(name) { return this.#kept.call("message_urls", [name], [], json); }

  get parts() {
    if (!this.#parts) {
      this.#parts = [];
      for (const [index, fields] of this.#described.parts.entries()) {
        this.#parts.push(new Part(this, index, fields));
      }
      this.#parts[0] && (this.#parts[0].headers = this.headers);
    }
    return this.#parts;
  }

  part(section) {
    if (section === "") return this.parts[0];
    if (!this.#bySection) {
      this.#bySection = new Map(this.parts.map((part) => [part.section, part]));
    }
    return this.#bySection.get(section) ?? null;
  }

  get text() { return this.#textBody?.text ?? null; }
  get plainText() { return this.#textBody?.plainText ?? null; }
  get html() { return this.parts[this.#described.html ?? -1]?.text ?? null; }
  get textBodies() { return this.#at(this.#described.textBodies); }
  get htmlBodies() { return this.#at(this.#described.htmlBodies); }
  get attachments() { return this.#at(this.#described.attachments); }
  get files() { return this.#at(this.#described.files); }

  get findings() { return findingsOf(call("findings", [this.#octets, Policy.choicesOf(this.policy)], [], json)); }
  readings() { return this.#kept.call("message_readings", [], [], json); }
  normalized(policy = this.policy) { return normalize(this.#octets, policy).output; }
}

/** Converts all text of a message to UTF-8. */
export function normalize(data, policy) {
  const given = octetsOf(data);
  return call("normalize", [given, Policy.choicesOf(policy)], [], (from) => {
    const output = octets(from);
    const isChanged = output.length > 0;
    return { output: isChanged ? output : unshared(given), isChanged, findings: findingsOf(json(from, 1)) };
  });
}
