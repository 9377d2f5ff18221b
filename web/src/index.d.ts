/** Octets: a Uint8Array (a Buffer is one), an ArrayBuffer, or another view. A string stands for its UTF-8. */
export type Octets = ArrayBufferLike | ArrayBufferView | string;

/** A stream of octets: of the web or of Node, a Blob or a Response, an iterable of octets, or octets. */
export type OctetStream =
  | Octets
  | ReadableStream<Uint8Array>
  | AsyncIterable<Octets>
  | Iterable<Octets>
  | { readonly body: ReadableStream<Uint8Array> | null }
  | { stream(): ReadableStream<Uint8Array> };

/**
 * Loads the WebAssembly: in browsers and service workers before anything else; Node, Deno and Bun load it by themselves.
 * `source` is where it is if it is not beside this package: a URL, a response, its octets, or a compiled module.
 */
export function init(
  source?: URL | string | Response | Promise<Response> | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module,
): Promise<void>;

/** An error in the data, or a name that is unknown. */
export class MailError extends Error {
  constructor(fields: { kind: MailError["kind"]; message: string; offset?: number | null });
  /**
   * - "unreadable": the text cannot be read without loss.
   * - "malformed": octets are ill-formed in the charset; `offset` is the first one.
   * - "unencodable": the charset lacks a character; `offset` is its index in the string.
   * - "charset": a label names no charset.
   * - "choice": a policy has no such choice or value, or a mistake is in its rules.
   */
  readonly kind: "unreadable" | "malformed" | "unencodable" | "charset" | "choice";
  readonly offset: number | null | undefined;
}

/** The choices of a conversion. */
export interface Choices {
  /** "utf8" (raw UTF-8, RFC 6532; the default), "encoded" (UTF-8 encoded words, RFC 2047) or "keep". */
  readonly headers?: "utf8" | "encoded" | "keep";
  /** "auto" (8bit if it can carry the text, otherwise the smaller of the other two; the default), or one of the others. */
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
   * Doubtful text, whose letters form words only in another charset than that of its label, or which was garbled before it was
   * stored: "keep" it unchanged (the default), read it by its "label", or by the "evidence". The texts of a `Message` are read by
   * the evidence, unless it is "label".
   */
  readonly doubtful?: "keep" | "label" | "evidence";
  /** Replace ill-formed sequences by U+FFFD instead of leaving such text unchanged (false). */
  readonly lossy?: boolean;
  /** Put Hebrew in visual order in logical order (false). */
  readonly logicalOrder?: boolean;
  /** The charset of text without a usable label or other evidence. */
  readonly fallbackCharset?: string;
  /** For mailers that name the wrong charset, the real one for each declared one. */
  readonly charsets?: Readonly<Record<string, string>> | ReadonlyMap<string, string>;
  /** Rules in TOML, as `mailutf review` writes them. */
  readonly rules?: string;
  /** The size in octets above which a message of a mailbox is not read (256 MiB). */
  readonly limitMessage?: number;
}

/** The choices of a conversion, checked. Policies do not change. Throws MailError for an unknown choice, value or charset. */
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

/** What is wrong with a message, what was guessed, or what was left as it is. */
export class Finding {
  private constructor();
  /** What it is, such as "field-raw". */
  readonly code: string;
  /**
   * "note" (unusual, but read without doubt), "guess" (decided by evidence), "lossy" (octets were replaced by U+FFFD, as the
   * policy allows) or "unresolved" (left as it is, because it cannot be read without loss).
   */
  readonly severity: "note" | "guess" | "lossy" | "unresolved";
  /** The section of the part that it is in, as IMAP counts parts; "" for a multipart that is the whole message. */
  readonly section: string;
  /** The offset in octets of its first octet in the message. */
  readonly start: number;
  /** The offset in octets after its last octet. */
  readonly end: number;
  /** The details in words. */
  readonly detail: string;
  /** What the code means, in words. */
  readonly meaning: string;
}

/** How a text was read. */
export interface Reading {
  readonly text: string;
  /** The charset that it was read in, which may be another one than its label says. */
  readonly charset: string;
  /** What shows it, in words, such as "as its label says". */
  readonly because: string;
}

/** A part of a message; part 0 is the message itself. */
export class Part {
  private constructor();
  /** The section as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1"; "1" if the message is no multipart. */
  readonly section: string;
  /** The multipart or the message that it is in; null for the message itself. */
  readonly parent: Part | null;
  readonly kind: "text" | "multipart" | "message" | "fields" | "other";
  /** The media type in lower case, such as "text/plain". */
  readonly type: string;
  /** The file name, decoded; null if there is none. It can hold anything, slashes too: it is no path. */
  readonly name: string | null;
  /** A name for a new file on any system, made of `name`; null if nothing of it is left. It may be taken: never overwrite. */
  readonly safeName: string | null;
  /** The charset label, as it is written; null without one. */
  readonly charset: string | null;
  /** What Content-Disposition says, in lower case; null without one. */
  readonly disposition: string | null;
  /** The identifier by which HTML shows the part in a `cid:` URL, without brackets; null without one. */
  readonly contentId: string | null;
  /** Content-Disposition says inline, or there is a Content-ID and it does not say otherwise. */
  readonly isInline: boolean;
  readonly isAttachment: boolean;
  /** All header fields in order: names as written, values decoded and unfolded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Where the part is in the octets of the message, its header included, and where its body is. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The text, decoded each time; null if it is no text. What cannot be decoded is U+FFFD. */
  readonly text: string | null;
  /** The text for a reader: HTML as plain text, flowed lines joined (RFC 3676). Null as `text`. */
  readonly plainText: string | null;
  /** The content, its transfer encoding undone; decoded each time. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** The text, and how it was read. Throws MailError with the reason if it is no text. */
  reading(): Reading;
  /** The message that the part encloses, with the policy of this one; null if it encloses none. */
  message(): Message | null;
}

/** Another reading of a text. */
export interface Alternative {
  /** The value of `read` in a rule: a charset, or "evidence". */
  readonly read: string;
  /** In words, such as "in KOI8-R". */
  readonly how: string;
  /** Some of the text in that reading. */
  readonly sample: string;
}

/** How a text of a message is read, and how it could be read otherwise. */
export interface Readings {
  /** A body, encoded words of one label, or octets beyond ASCII in header fields. */
  readonly place: "body" | "words" | "fields";
  /** The index of the part. */
  readonly part: number;
  readonly section: string;
  /** The label as it is written. */
  readonly label: string | null;
  readonly alternatives: readonly Alternative[];
  /** Of a body: the charset it is read in, what shows it, or why it cannot be read. */
  readonly used?: string | null;
  readonly because?: string | null;
  readonly error?: string | null;
}

/**
 * A message: its header fields, its texts, its parts. Messages do not change, and need not be freed.
 *
 * `data` is one message without an mbox `From ` line. Anything can be parsed; octets that are no mail have no fields. Texts are
 * read by `policy`, when they are asked for, each time.
 */
export class Message {
  constructor(data: Octets, policy?: Policy | Choices | null);
  /** The octets as they were given. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly size: number;
  readonly policy: Policy | Choices | null;
  /** Where it starts in its mailbox, in octets, and the number of messages before it. */
  readonly offset: number;
  readonly ordinal: number;
  /** The Subject, decoded; null without one. */
  readonly subject: string | null;
  /** The addresses in From, members of groups included. */
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  /** Who sent it for its authors. */
  readonly sender: readonly Address[];
  /** Where a reply goes, if there are any; else it goes to From. */
  readonly replyTo: readonly Address[];
  /** When it was written; null without a valid date. An unknown zone counts as UTC. */
  readonly date: Date | null;
  /** The zone of the date, in minutes ahead of UTC; null if it is unknown. */
  readonly zone: number | null;
  /** Without brackets; null without one. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  /** The oldest first. */
  readonly references: readonly string[];
  /** The identifier of the mailing list (RFC 2919); null without one. */
  readonly listId: string | null;
  /** URLs (RFC 2369), without brackets. */
  readonly listUnsubscribe: readonly string[];
  readonly listPost: readonly string[];
  readonly listArchive: readonly string[];
  readonly listHelp: readonly string[];
  readonly listSubscribe: readonly string[];
  readonly listOwner: readonly string[];
  /** All header fields in order, repeated ones too: names as written, values decoded and unfolded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * The first header field of that name, in any case, decoded and unfolded; null if there is none. Do not split it: decoded
   * text can look like anything. There are `addresses`, `references`, `urls` and others for that.
   */
  header(name: string): string | null;
  /** The addresses in the header fields of that name. */
  addresses(name: string): readonly Address[];
  /** The URLs in the first header field of that name. */
  urls(name: string): readonly string[];
  /** The best text to show: plain text, else HTML. Null if there is none. What cannot be decoded is U+FFFD. */
  readonly text: string | null;
  /** The best text for a reader or a search: HTML as plain text, flowed lines joined (RFC 3676). Null as `text`. */
  readonly plainText: string | null;
  /** The HTML to show; null as `text`. */
  readonly html: string | null;
  /** What a program that prefers plain text shows, in order (RFC 8621 section 4.1.4). Show them all. */
  readonly textBodies: readonly Part[];
  /** What a program that prefers HTML shows, in order. */
  readonly htmlBodies: readonly Part[];
  /** The parts that are in neither of these, and images, sounds and films that are not in both, in order. */
  readonly attachments: readonly Part[];
  /** What a person can save: all attachments, and images, sounds and films even if they are shown between texts, in order. */
  readonly files: readonly Part[];
  /** All parts, in order; the first is the message itself. */
  readonly parts: readonly Part[];
  /** The part with that section; null if there is none. */
  part(section: string): Part | null;
  /** What `normalize` would find. Takes as long as `normalize`. */
  readonly findings: readonly Finding[];
  /**
   * How each text is read, and how it could be read otherwise, for a person who sees garbage. Encoded words are listed once for
   * each label, because a rule for a label chooses the reading of all texts with this label.
   */
  readings(): readonly Readings[];
  /** The message with all text in UTF-8, by `policy`, or by that of the message. */
  normalized(policy?: Policy | Choices | null): Uint8Array<ArrayBuffer>;
}

/** A message that was rewritten. */
export interface Rewritten {
  /** The new message; `data` itself, or a view of it, if nothing changes; a copy of shared memory. */
  readonly output: Uint8Array<ArrayBuffer>;
  readonly isChanged: boolean;
  readonly findings: readonly Finding[];
}

/** Converts all text of a message to UTF-8. Text that cannot be read without loss stays as it is: see the findings. */
export function normalize(data: Octets, policy?: Policy | Choices | null): Rewritten;

/** What each code of a finding means. */
export function meanings(): Readonly<Record<string, string>>;

/** The text of the body of a header field, such as a Subject: what follows the colon, folds included. */
export function decodeHeader(value: Octets, policy?: Policy | Choices | null): string;

/** The addresses in the body of a header field, members of groups included. Give it the field as it is in the message. */
export function addresses(value: Octets, policy?: Policy | Choices | null): Address[];

/**
 * The text of a body without its message, as IMAP returns it (`BODY[1]`), with what follows the colon in Content-Type and
 * Content-Transfer-Encoding. Throws MailError with the reason if it is no text.
 */
export function decodeBody(
  data: Octets,
  contentType?: Octets | null,
  transferEncoding?: Octets | null,
  policy?: Policy | Choices | null,
): string;

/** The charset of octets that nothing labels, and what shows it; "statistics" is a guess. Null if there is no evidence. */
export function detect(data: Octets): { readonly charset: string; readonly evidence: string } | null;

/** Decodes octets in the charset of a label. Throws MailError for ill-formed octets, unless `replace` makes them U+FFFD. */
export function decode(data: Octets, label: string, options?: { readonly replace?: boolean }): string;

/** Encodes text in the charset of a label. Throws MailError if the charset lacks a character. */
export function encode(characters: string, label: string): Uint8Array<ArrayBuffer>;

/** The charsets, each with its other labels. */
export function labels(): Map<string, string[]>;

/** The version of the library. */
export function version(): string;

/** Mail that a mailbox did not yield. */
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
  /** What was not yielded so far: messages above `limitMessage`, and files that are no mailboxes. */
  readonly skipped: readonly Skipped[];
}

/** What was done to a mailbox. */
export interface Totals {
  readonly messages: number;
  readonly changed: number;
  /** How many have something that cannot be read without loss and was left. */
  readonly unresolved: number;
  readonly octets: number;
  /** How many findings of each code there are. */
  readonly findings: Readonly<Record<string, number>>;
}

/**
 * Converts all messages of an mbox, or one message, to UTF-8: yields the new octets, piece by piece. `progress` is called with
 * what was done so far, and last with all.
 */
export function normalizeMailbox(
  source: OctetStream | Promise<OctetStream>,
  policy?: Policy | Choices | null,
  progress?: (totals: Totals) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
