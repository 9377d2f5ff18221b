/** Octets: a Uint8Array (a Buffer is one), an ArrayBuffer, or another view. A string stands for its UTF-8. */
export type Octets = ArrayBufferLike | ArrayBufferView | string;

/** A stream of octets: a stream of the web or of Node, a Blob or a Response, an iterable of octets, or octets. */
export type OctetStream =
  | Octets
  | ReadableStream<Uint8Array>
  | AsyncIterable<Octets>
  | Iterable<Octets>
  | { readonly body: ReadableStream<Uint8Array> | null }
  | { stream(): ReadableStream<Uint8Array> };

/**
 * Loads the WebAssembly. Call it before anything else in browsers and service workers; Node, Deno and Bun load the WebAssembly by
 * themselves. `source` is needed if the WebAssembly is not beside this package: a URL, a response, its octets, or a compiled
 * module.
 */
export function init(
  source?: URL | string | Response | Promise<Response> | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module,
): Promise<void>;

/** An error in the data, or an unknown name. */
export class MailError extends Error {
  constructor(fields: { kind: MailError["kind"]; message: string; offset?: number | null });
  /**
   * - "unreadable": the text cannot be read without loss.
   * - "malformed": octets are ill-formed in the charset; `offset` is the first one.
   * - "unencodable": the charset lacks a character; `offset` is its index in the string.
   * - "charset": a label names no charset.
   * - "choice": a policy has no such choice or value, or its rules contain a mistake.
   */
  readonly kind: "unreadable" | "malformed" | "unencodable" | "charset" | "choice";
  readonly offset: number | null | undefined;
}

/** The choices of a conversion. */
export interface Choices {
  /** "utf8" (raw UTF-8, RFC 6532; the default), "encoded" (UTF-8 encoded words, RFC 2047) or "keep". */
  readonly headers?: "utf8" | "encoded" | "keep";
  /** The transfer encoding: "auto" (8bit if it can carry the text, otherwise the smaller of the other two; the default), or one
   * of the others. */
  readonly bodies?: "auto" | "8bit" | "qp" | "base64" | "keep";
  /** Convert text attachments, too (true). */
  readonly attachments?: boolean;
  /** Decode quoted-printable and base64 in text that is already UTF-8, too (false). */
  readonly decodeAll?: boolean;
  /** Leave a message unchanged if its conversion would break a DKIM signature or an ARC seal (false). */
  readonly keepDkim?: boolean;
  /** Change signed parts, too (false). */
  readonly breakSignatures?: boolean;
  /** Take charset labels literally; never guess (false). */
  readonly strict?: boolean;
  /**
   * What to do with doubtful text, whose letters form words only in another charset than that of its label, or which was garbled
   * before it was stored: "keep" it unchanged (the default), read it by its "label", or read it by the "evidence". In a `Message`
   * only "label" makes a difference: otherwise its texts are read by the evidence.
   */
  readonly doubtful?: "keep" | "label" | "evidence";
  /** Replace ill-formed sequences with U+FFFD instead of leaving the text unchanged (false). */
  readonly lossy?: boolean;
  /** Put Hebrew that is in visual order in logical order (false). */
  readonly logicalOrder?: boolean;
  /** The charset of text without a usable label or other evidence. */
  readonly fallbackCharset?: string;
  /** For mailers that name a wrong charset: the real charset for each declared one. */
  readonly charsets?: Readonly<Record<string, string>> | ReadonlyMap<string, string>;
  /** Rules in TOML, as `mailutf review` writes them. */
  readonly rules?: string;
  /** The maximum size in octets of a message of a mailbox; larger messages are not read (256 MiB). */
  readonly limitMessage?: number;
}

/** The choices of a conversion, checked. A policy does not change. Throws MailError for an unknown choice, value or charset. */
export class Policy {
  constructor(choices?: Choices);
}
export interface Policy extends Choices {}

/** A name and an e-mail address. */
export interface Address {
  /** The name, decoded; "" if there is none. */
  readonly name: string;
  readonly address: string;
}

/** Something that is wrong with a message, was guessed, or was left unchanged. */
export class Finding {
  private constructor();
  /** The kind of finding, such as "field-raw". */
  readonly code: string;
  /**
   * - "note": unusual, but read without doubt.
   * - "guess": decided by evidence.
   * - "lossy": octets were replaced with U+FFFD, as the policy allows.
   * - "unresolved": left unchanged, because it cannot be read without loss.
   */
  readonly severity: "note" | "guess" | "lossy" | "unresolved";
  /** The section of the part that contains it, as IMAP counts parts; "" for a multipart that is the whole message. */
  readonly section: string;
  /** The offset in the message of its first octet. */
  readonly start: number;
  /** The offset in the message of the octet after its last one. */
  readonly end: number;
  /** The details in words. */
  readonly detail: string;
  /** What the code means, in words. */
  readonly meaning: string;
}

/** A text, and how it was read. */
export interface Reading {
  readonly text: string;
  /** The charset in which it was read. It may differ from the label. */
  readonly charset: string;
  /** What shows this charset, in words, such as "as its label says". */
  readonly because: string;
}

/** A part of a message; part 0 is the message itself. */
export class Part {
  private constructor();
  /** The section as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1"; "1" if the message is no multipart. */
  readonly section: string;
  /** The multipart or the message that contains the part; null for the message itself. */
  readonly parent: Part | null;
  readonly kind: "text" | "multipart" | "message" | "fields" | "other";
  /** The media type in lower case, such as "text/plain". */
  readonly type: string;
  /** The file name, decoded; null if there is none. It can contain anything, even slashes: do not use it as a path. */
  readonly name: string | null;
  /** A name for a new file on any system, made from `name`; null if nothing of it is left. A file may already have this name:
   * never overwrite one. */
  readonly safeName: string | null;
  /** The charset label, as the message spells it; null without one. */
  readonly charset: string | null;
  /** The value of Content-Disposition, in lower case; null without one. */
  readonly disposition: string | null;
  /** The Content-ID without brackets, by which HTML refers to the part in a `cid:` URL; null without one. */
  readonly contentId: string | null;
  /** Whether Content-Disposition says inline, or there is a Content-ID and Content-Disposition does not say otherwise. */
  readonly isInline: boolean;
  readonly isAttachment: boolean;
  /** All header fields in order: names as the message spells them, values decoded and unfolded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The offsets in the message of the part, its header included, and of its body. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The text, decoded in each access; null if the part is no text. Octets that cannot be decoded become U+FFFD. */
  readonly text: string | null;
  /** The text for a reader: HTML as plain text, flowed lines joined (RFC 3676). Null if the part is no text. */
  readonly plainText: string | null;
  /** The content without its transfer encoding, decoded in each access. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** The text, and how it was read. Throws MailError with the reason if the part is no text. */
  reading(): Reading;
  /** The message that the part encloses, with the policy of this one; null if it encloses none. */
  message(): Message | null;
}

/** Another reading of a text. */
export interface Alternative {
  /** The value of `read` in a rule that chooses it: a charset, or "evidence". */
  readonly read: string;
  /** What it assumes, in words, such as "in KOI8-R". */
  readonly how: string;
  /** A sample of the text in that reading. */
  readonly sample: string;
}

/** The present reading of a text of a message, and other possible readings. */
export interface Readings {
  /** What the text is: a body, the encoded words with one label, or octets beyond ASCII in header fields. */
  readonly place: "body" | "words" | "fields";
  /** The index of the part. */
  readonly part: number;
  readonly section: string;
  /** The label, as the message spells it. */
  readonly label: string | null;
  readonly alternatives: readonly Alternative[];
  /** For a body: the charset in which it is read, what shows this charset, or why the body cannot be read. */
  readonly used?: string | null;
  readonly because?: string | null;
  readonly error?: string | null;
}

/**
 * A message: its header fields, its texts, its parts. Messages do not change, and need not be freed.
 *
 * `data` is one message without an mbox `From ` line. Anything can be parsed; octets that are no mail have no fields. Each access
 * to a text reads it anew, by `policy`.
 */
export class Message {
  constructor(data: Octets, policy?: Policy | Choices | null);
  /** The octets as they were given. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly size: number;
  readonly policy: Policy | Choices | null;
  /** The offset in octets of the message in its mailbox, and the number of messages before it. */
  readonly offset: number;
  readonly ordinal: number;
  /** The Subject, decoded; null without one. */
  readonly subject: string | null;
  /** The addresses in From, members of groups included. */
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  /** The address in Sender: the person who sent the message for its authors. */
  readonly sender: readonly Address[];
  /** The addresses in Reply-To. If there are none, a reply goes to From. */
  readonly replyTo: readonly Address[];
  /** The date on which it was written; null without a valid date. An unknown zone counts as UTC. */
  readonly date: Date | null;
  /** The zone of the date, in minutes ahead of UTC; null if it is unknown. */
  readonly zone: number | null;
  /** The Message-ID without brackets; null without one. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  /** The message identifiers in References. The oldest comes first. */
  readonly references: readonly string[];
  /** The identifier of the mailing list (RFC 2919); null without one. */
  readonly listId: string | null;
  /** The URLs in List-Unsubscribe (RFC 2369), without brackets. */
  readonly listUnsubscribe: readonly string[];
  readonly listPost: readonly string[];
  readonly listArchive: readonly string[];
  readonly listHelp: readonly string[];
  readonly listSubscribe: readonly string[];
  readonly listOwner: readonly string[];
  /** All header fields in order, even repeated ones: names as the message spells them, values decoded and unfolded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * The first header field of that name, which is case-insensitive, decoded and unfolded; null if there is none. Do not split the
   * value: decoded text can look like anything. `addresses`, `references`, `urls` and others return the items.
   */
  header(name: string): string | null;
  /** The addresses in the header fields of that name. */
  addresses(name: string): readonly Address[];
  /** The URLs in the first header field of that name. */
  urls(name: string): readonly string[];
  /** The best text to show: plain text, else HTML. Null if there is none. Octets that cannot be decoded become U+FFFD. */
  readonly text: string | null;
  /** The best text for a reader or a search: HTML as plain text, flowed lines joined (RFC 3676). Null if there is none. */
  readonly plainText: string | null;
  /** The HTML to show; null if there is none. */
  readonly html: string | null;
  /** The parts that a program shows that prefers plain text, in order (RFC 8621 section 4.1.4). Show them all. */
  readonly textBodies: readonly Part[];
  /** The parts that a program shows that prefers HTML, in order. */
  readonly htmlBodies: readonly Part[];
  /** The parts that are in neither of these lists, and images, sounds and films that are not in both, in order. */
  readonly attachments: readonly Part[];
  /** The parts that a person can save: all attachments, and images, sounds and films even if they are shown between texts, in order. */
  readonly files: readonly Part[];
  /** All parts, in order; the first is the message itself. */
  readonly parts: readonly Part[];
  /** The part with that section; null if there is none. */
  part(section: string): Part | null;
  /** The findings that `normalize` would report. Takes as long as `normalize`. */
  readonly findings: readonly Finding[];
  /**
   * The present reading of each text, and other possible readings, for a person who sees garbled text. Encoded words are listed
   * once for each label, because a rule for a label chooses the reading of all texts with this label.
   */
  readings(): readonly Readings[];
  /** The message with all text in UTF-8, by `policy`, or by the policy of the message. */
  normalized(policy?: Policy | Choices | null): Uint8Array<ArrayBuffer>;
}

/** A message that was rewritten. */
export interface Rewritten {
  /** The new message. It is `data` itself, or a view of it, if nothing changes; it is a copy if the memory is shared. */
  readonly output: Uint8Array<ArrayBuffer>;
  readonly isChanged: boolean;
  readonly findings: readonly Finding[];
}

/** Converts all text of a message to UTF-8. Text that cannot be read without loss is left unchanged: see the findings. */
export function normalize(data: Octets, policy?: Policy | Choices | null): Rewritten;

/** What each code of a finding means. */
export function meanings(): Readonly<Record<string, string>>;

/** Decodes the body of a header field, such as a Subject: what follows the colon, folds included. */
export function decodeHeader(value: Octets, policy?: Policy | Choices | null): string;

/** The addresses in the body of a header field, members of groups included. Pass the field body as it is in the message, not decoded. */
export function addresses(value: Octets, policy?: Policy | Choices | null): Address[];

/**
 * Decodes a body without its message, as IMAP returns it (`BODY[1]`). The other arguments are what follows the colon in
 * Content-Type and in Content-Transfer-Encoding. Throws MailError with the reason if the body is no text.
 */
export function decodeBody(
  data: Octets,
  contentType?: Octets | null,
  transferEncoding?: Octets | null,
  policy?: Policy | Choices | null,
): string;

/** The charset of octets without a label, and what shows it; "statistics" is a guess. Null if there is no evidence. */
export function detect(data: Octets): { readonly charset: string; readonly evidence: string } | null;

/** Decodes octets in the charset of a label. Throws MailError for ill-formed octets, unless `replace` is true: then they become U+FFFD. */
export function decode(data: Octets, label: string, options?: { readonly replace?: boolean }): string;

/** Encodes text in the charset of a label. Throws MailError if the charset lacks a character. */
export function encode(characters: string, label: string): Uint8Array<ArrayBuffer>;

/** The names of all charsets, each with its other labels. */
export function labels(): Map<string, string[]>;

/** The version of the library. */
export function version(): string;

/** A message or a file that a mailbox did not yield. */
export interface Skipped {
  readonly offset: number;
  readonly ordinal: number;
  /** Why, in words. */
  readonly reason: string;
}

/**
 * The messages of an mbox, or one message: `for await (const message of new Mailbox(stream))`. A stream can be read once.
 * Memory: that of the largest message.
 */
export class Mailbox implements AsyncIterable<Message> {
  constructor(source: OctetStream | Promise<OctetStream>, policy?: Policy | Choices | null);
  [Symbol.asyncIterator](): AsyncGenerator<Message, void, undefined>;
  /** What the mailbox has not yielded so far: messages above `limitMessage`, and files that are no mailboxes. */
  readonly skipped: readonly Skipped[];
}

/** What the conversion of a mailbox did. */
export interface Totals {
  readonly messages: number;
  readonly changed: number;
  /** How many messages contain text that was left unchanged because it cannot be read without loss. */
  readonly unresolved: number;
  readonly octets: number;
  /** How many findings of each code there are. */
  readonly findings: Readonly<Record<string, number>>;
}

/**
 * Converts all messages of an mbox, or one message, to UTF-8, and yields the new octets in pieces. Calls `progress` with the
 * totals so far, and at the end with the final totals.
 */
export function normalizeMailbox(
  source: OctetStream | Promise<OctetStream>,
  policy?: Policy | Choices | null,
  progress?: (totals: Totals) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
