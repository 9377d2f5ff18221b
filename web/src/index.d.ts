/** Octets: a Uint8Array (such as a Buffer), an ArrayBuffer, or another view of one. A string stands for its octets in UTF-8. */
export type Octets = ArrayBufferLike | ArrayBufferView | string;

/** A stream of octets: a stream of the web or of Node, a Blob, a Response, an iterable of octets, or octets. */
export type OctetStream =
  | Octets
  | ReadableStream<Uint8Array>
  | AsyncIterable<Octets>
  | Iterable<Octets>
  | { readonly body: ReadableStream<Uint8Array> | null }
  | { stream(): ReadableStream<Uint8Array> };

/**
 * Loads the WebAssembly. In browsers and service workers, call this function before any other. Node, Deno and Bun
 * load the WebAssembly without this call. `source` is needed only if the WebAssembly is not next to this package. It
 * is a URL, a response, the octets of the WebAssembly, or a compiled module.
 */
export function init(
  source?: URL | string | Response | Promise<Response> | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module,
): Promise<void>;

/** An error in the data, or an unknown name. `kind` says which error it is. */
export class MailError extends Error {
  constructor(fields: { kind: MailError["kind"]; message: string; offset?: number | null });
  /**
   * - "unreadable": the text cannot be read without loss.
   * - "malformed": octets are ill-formed in the charset; `offset` is the offset of the first ill-formed octet.
   * - "unencodable": the charset lacks a character, or the string has a lone surrogate; or a header cannot contain an
   *   address or the name of a parameter. `offset` is the index of the character in the string.
   * - "charset": a label names no charset.
   * - "choice": a policy has no such choice, the value of a choice or an option is wrong, or the rules contain a mistake.
   */
  readonly kind: "unreadable" | "malformed" | "unencodable" | "charset" | "choice";
  /** A place in the argument, counted from 0: in octets if the argument is octets (a string stands for its octets in
   * UTF-8), and as an index of the string, that is, in UTF-16 units, if the argument is text. The `message` names the
   * same place. null or undefined if the error has no place. */
  readonly offset: number | null | undefined;
}

/** The choices for reading and converting mail. */
export interface Choices {
  /** The form of header text: "utf8" (raw UTF-8, RFC 6532; the default), "encoded" (encoded words in UTF-8, RFC
   * 2047) or "keep". */
  readonly headers?: "utf8" | "encoded" | "keep";
  /** The transfer encoding of text: "auto" (the default), "8bit", "qp", "base64" or "keep". "auto" means 8bit if
   * it can carry the text, otherwise the smaller of quoted-printable and base64. */
  readonly bodies?: "auto" | "8bit" | "qp" | "base64" | "keep";
  /** Whether text attachments are also converted (default: true). */
  readonly attachments?: boolean;
  /** Whether quoted-printable and base64 are also decoded in text that is already UTF-8 (default: false). */
  readonly decodeAll?: boolean;
  /** Whether a message is left unchanged if its conversion would break a DKIM signature or an ARC seal (default: false). */
  readonly keepDkim?: boolean;
  /** Whether signed parts are also changed (default: false). */
  readonly breakSignatures?: boolean;
  /** Whether charset labels are taken literally, and nothing is guessed (default: false). */
  readonly strict?: boolean;
  /**
   * What to do with doubtful text: "keep" it unchanged (the default), read it by its "label", or read it by the "evidence".
   * Text is doubtful if its letters form words only in another charset than that of its label, or if it was garbled before it
   * was stored. A `Message` reads doubtful text by the evidence both for "keep" and for "evidence".
   */
  readonly doubtful?: "keep" | "label" | "evidence";
  /** Whether ill-formed sequences are replaced with U+FFFD (default: false). If false, the text is left unchanged. */
  readonly lossy?: boolean;
  /** Whether Hebrew in visual order is put in logical order (default: false). */
  readonly logicalOrder?: boolean;
  /** The charset of text without a usable label or other evidence. */
  readonly fallbackCharset?: string;
  /** A map from declared charsets to real charsets, for labels that mail programs use wrongly. */
  readonly charsets?: Readonly<Record<string, string>> | ReadonlyMap<string, string>;
  /** Rules in TOML, as `mailutf review` writes them: `version = 1`, then tables `[[rule]]`, of which the first that applies to a
   * text decides. Conditions, all of which must hold: `from`, `list`, `thread`, `message-id` (`*` stands for any characters),
   * `dates` ("2003/2006-07"), `digest` ("sha256:…"), `file`, and `label` (a charset label; "none", "unknown" or "*"). An array
   * holds if one of its values does. How text is read: `read` (a charset, an array of charsets, "label", "evidence" or "leave"),
   * and `undo` (["windows-1252 > utf-8"]: wrong decodings, the last one first).
   *
   * A `*`, a `<` or a backslash in an address or an identifier needs a backslash before it. Without one, a `*` makes the
   * rule apply to other names, too, and a rule with such a `message-id` no longer counts more than proof.
   * `escapePattern` puts the backslashes, and `JSON.stringify` makes a TOML string of the result, unless it has a U+007F:
   * `` `message-id = ${JSON.stringify(escapePattern(message.messageId))}` ``. A label that mail spells "none", "unknown" or "*"
   * has a backslash before it. */
  readonly rules?: string;
  /** The maximum size in octets of a message of a mailbox (default: 256 MiB). Larger messages are not read. */
  readonly limitMessage?: number;
}

/** The checked choices for reading and converting mail. A policy is immutable. The constructor throws MailError
 * for an unknown choice, a wrong value or an unknown charset. */
export class Policy {
  constructor(choices?: Choices);
}
export interface Policy extends Choices {}

/** A name and an e-mail address. */
export interface Address {
  /** The decoded name; "" if there is none. */
  readonly name: string;
  readonly address: string;
}

/** A finding about a message: something that is wrong, was guessed, or was left unchanged. */
export class Finding {
  private constructor();
  /** The kind of finding, such as "field-raw". */
  readonly code: string;
  /**
   * The severity of the finding:
   * - "note": unusual, but read without doubt.
   * - "guess": decided by evidence.
   * - "lossy": octets were replaced with U+FFFD, as the policy allows.
   * - "unresolved": left unchanged, because the text cannot be read without loss.
   */
  readonly severity: "note" | "guess" | "lossy" | "unresolved";
  /**
   * What the finding warns a reader of the message about; `null` if the reader need not know of it. The severity is about
   * the conversion: even a note can be a warning.
   * - "wrong": some text may be wrong, because it was guessed, is doubtful or is damaged.
   * - "missing": the message was cut short or damaged, so something may be missing.
   * - "hidden": other programs do not show everything, or something is not visible.
   * - "forged": the message can look like something that it is not, or other programs read it differently.
   */
  readonly warning: "wrong" | "missing" | "hidden" | "forged" | null;
  /** The section number of the part to which the finding belongs, as IMAP counts parts; "" for the message itself,
   * even if the message is no multipart. `message.part(finding.section)` returns the part. */
  readonly section: string;
  /** The start of the text that the finding is about, as an offset in the message. */
  readonly start: number;
  /** The end of the text that the finding is about: the offset in the message of the first octet after the text. If
   * `start` and `end` are equal, the finding marks a place between two octets. */
  readonly end: number;
  /** The details in words. */
  readonly detail: string;
  /** The meaning of the code, in words. */
  readonly meaning: string;
}

/** A text, the charset in which it was read, and the evidence for this charset. */
export interface Reading {
  readonly text: string;
  /** The charset in which the text was read. It can differ from the charset of the label. */
  readonly charset: string;
  /** The evidence for the charset, in words, such as "as its label says". */
  readonly because: string;
}

/** A part of a message. Part 0 of a message is the message itself. */
export class Part {
  private constructor();
  /** The section number by which IMAP refers to the part (RFC 3501 section 6.4.5), such as "2.1". The section number is "1" if
   * the message is no multipart. */
  readonly section: string;
  /** The multipart or the message that contains the part; null for the message itself. */
  readonly parent: Part | null;
  readonly kind: "text" | "multipart" | "message" | "fields" | "other";
  /** The media type in lower case, such as "text/plain". */
  readonly type: string;
  /** The decoded file name; null if there is none. The name can contain any characters, even slashes: do not use it as a path. */
  readonly name: string | null;
  /** A name for a new file on any system, made from `name`; null if nothing of `name` is left. A file of this name
   * can exist already: never overwrite a file. */
  readonly safeName: string | null;
  /** The charset label of the part, as the message spells it; null if there is none. */
  readonly charset: string | null;
  /** The value of Content-Disposition in lower case; null if the field is missing. */
  readonly disposition: string | null;
  /** The Content-ID without angle brackets; null if there is none. HTML refers to the part by its Content-ID in
   * a `cid:` URL. */
  readonly contentId: string | null;
  /** Whether the part should be shown within the message. It is true if Content-Disposition says "inline". It is
   * also true if the part has a Content-ID and Content-Disposition does not say otherwise. */
  readonly isInline: boolean;
  /** Whether Content-Disposition is present and says anything but "inline" (RFC 2183). A part in `attachments` can have
   * false here: a part without Content-Disposition, such as an enclosed message. To list attachments, use `attachments`. */
  readonly isAttachment: boolean;
  /** All header fields in order. Names are spelled as in the message. Values are decoded and unfolded, except
   * parameters: `filename*=utf-8''…` stays as it is, and `name` is the decoded file name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The offsets of the part in the message (with the header of the part), and the offsets of its body. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The content as text; null if the part is no text. It is null, too, for `message/delivery-status` and
   * `text/rfc822-headers`, which consist of header fields. Octets that cannot be decoded become U+FFFD. The text has
   * the line ends of the part. Each access decodes the text again. */
  readonly text: string | null;
  /** The text as a person reads it; null if the part is no text. HTML is converted to plain text. Soft hyphens of HTML are
   * left out; other invisible characters, such as the zero-width space, are kept. Text that a page hides, for example by
   * `display:none`, is part of the result. Flowed lines are joined (RFC 3676). */
  readonly plainText: string | null;
  /** The content, with its transfer encoding decoded. Each access decodes the content again. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Why `data` may be incomplete or wrong, because the transfer encoding is damaged or unknown; null if `data` is complete.
   * Each access decodes the content again. */
  readonly damage: string | null;
  /** Decodes the text, and returns it with its charset and the evidence for the charset. Throws MailError with the
   * reason if the part is no text. */
  reading(): Reading;
  /** Parses the message that the part encloses, with the policy of the outer message. Returns null if the
   * part encloses none, or if it is nested too deeply. */
  message(): Message | null;
}

/** A possible reading of a text, different from the reading that is used at present. */
export interface Alternative {
  /** The value of `read` in a rule that chooses this reading: a charset, "evidence" or "label". A rule with the key `message-id`
   * or `digest` always chooses it; a broader rule does not if the octets prove the present reading, as valid UTF-8 does. */
  readonly read: string;
  /** The assumption on which this reading rests, in words, such as "in KOI8-R". */
  readonly how: string;
  /** A sample of the text in this reading. */
  readonly sample: string;
}

/** The present reading of one text of a message, and other possible readings of the text. */
export interface Readings {
  /** The kind of text: a body, the encoded words with one label, or octets beyond ASCII in header fields. */
  readonly place: "body" | "words" | "fields";
  /** The index of the part that contains the text. */
  readonly part: number;
  readonly section: string;
  /** The charset label of the text, as the message spells it. */
  readonly label: string | null;
  readonly alternatives: readonly Alternative[];
  /** For a body: the charset in which the body is read, the evidence for this charset, or the reason why the body
   * cannot be read. */
  readonly used?: string | null;
  readonly because?: string | null;
  readonly error?: string | null;
}

/**
 * A parsed message: its header fields, its texts and its parts. Messages are immutable, and need not be freed.
 *
 * `data` is one message without the `From ` line of an mbox. Any octets can be parsed; octets that are not mail have no fields.
 * Each access to a text decodes the text again, as `policy` says.
 */
export class Message {
  constructor(data: Octets, policy?: Policy | Choices | null);
  /** The octets of the message, as they were given. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly size: number;
  readonly policy: Policy | Choices | null;
  /** The offset of the message in its mailbox, in octets, and the number of messages before it in the mailbox. */
  readonly offset: number;
  readonly ordinal: number;
  /** The decoded Subject; null if there is none. */
  readonly subject: string | null;
  /** The addresses in From, including members of groups. */
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  /** The address in Sender. It belongs to the person who sent the message on behalf of its authors. */
  readonly sender: readonly Address[];
  /** The addresses in Reply-To. If the list is empty, a reply goes to the addresses in From. */
  readonly replyTo: readonly Address[];
  /** The time when the message was written, as its field Date says; null if there is no valid date. If the time zone is unknown,
   * the time is read as UTC. */
  readonly date: Date | null;
  /** The time zone in the field Date, in minutes ahead of UTC; null if the zone is unknown. */
  readonly zone: number | null;
  /** The identifier in Message-ID, without angle brackets; null if there is none. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  /** The identifiers in References. The oldest comes first. */
  readonly references: readonly string[];
  /** The identifier of the mailing list (RFC 2919); null if there is none. */
  readonly listId: string | null;
  /** The URLs in List-Unsubscribe (RFC 2369), without angle brackets. */
  readonly listUnsubscribe: readonly string[];
  readonly listPost: readonly string[];
  readonly listArchive: readonly string[];
  readonly listHelp: readonly string[];
  readonly listSubscribe: readonly string[];
  readonly listOwner: readonly string[];
  /** All header fields in order, even repeated ones. Names are spelled as in the message. Values are decoded and unfolded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * Returns the first header field called `name`, decoded and unfolded; null if there is no such field. Upper and
   * lower case make no difference in `name`. Do not split the value, because decoded text can contain any characters.
   * Members such as `addresses`, `references` and `urls` return the items of a field.
   */
  header(name: string): string | null;
  /** Returns the addresses in all header fields called `name`. */
  addresses(name: string): readonly Address[];
  /** Returns the URLs in the first header field called `name`. */
  urls(name: string): readonly string[];
  /** The best text to show, as plain text or, if there is none, as HTML; null if there is no text. Plain text of blanks
   * alone, or of binary data, counts as none if `html` has more than blanks. Octets that cannot be decoded become U+FFFD. The
   * text has the line ends of the part. */
  readonly text: string | null;
  /** The best text as a person reads it; null if there is no text. HTML is converted to plain text. Flowed lines
   * are joined (RFC 3676). */
  readonly plainText: string | null;
  /** The first text of `htmlBodies`, if it is HTML; otherwise null. So it is null if the HTML follows plain text that it does
   * not replace, as in a multipart/mixed: to show all text and HTML, show the parts in `htmlBodies`. */
  readonly html: string | null;
  /** The parts to show in a program that prefers plain text, in order (RFC 8621 section 4.1.4). Show all of them. */
  readonly textBodies: readonly Part[];
  /** The parts to show in a program that prefers HTML, in order. */
  readonly htmlBodies: readonly Part[];
  /** The parts to list as attachments, in order: all parts that are in neither `textBodies` nor `htmlBodies`, and all images,
   * sounds and films that are in only one of the two. */
  readonly attachments: readonly Part[];
  /** The parts that a person can save, in order: all attachments, all images, sounds and films, even those that are shown
   * between texts, and binary data that is labelled as text. So every part is text in `textBodies` or `htmlBodies`, or is
   * among the files, except multiparts and the parts of enclosed messages. Damaged text is no file: `data` has its octets. */
  readonly files: readonly Part[];
  /** All parts in order. The first part is the message itself. */
  readonly parts: readonly Part[];
  /** Returns the part with this section number; null if there is none. The section number "" means the message itself. */
  part(section: string): Part | null;
  /** The findings that `normalize` would report. Reading this property takes as long as `normalize`. */
  readonly findings: readonly Finding[];
  /**
   * Finds the present reading and other possible readings of each text, for a person who sees garbled text. Every body
   * is listed. Encoded words and raw octets in fields are listed only if they have alternatives. Encoded words are
   * listed once for each label, because a rule for a label chooses the reading of all texts with this label. If text
   * that was garbled before it was stored is shown repaired, the garbled text is the alternative "label". Text without a label,
   * such as raw octets in fields, has no such alternative: the choice `doubtful: "label"` shows it garbled. The list does not
   * say where octets became U+FFFD. The finding "text-unresolved" marks the first such place.
   */
  readings(): readonly Readings[];
  /** Returns the message with all text in UTF-8. The conversion uses `policy`, or the policy of the message if
   * `policy` is missing. */
  normalized(policy?: Policy | Choices | null): Uint8Array<ArrayBuffer>;
}

/** The result of `normalize`. */
export interface Rewritten {
  /** The new message. If nothing changes, it is `data` itself or a view of `data`, or a copy if the memory of
   * `data` is shared. */
  readonly output: Uint8Array<ArrayBuffer>;
  readonly isChanged: boolean;
  readonly findings: readonly Finding[];
}

/** Converts all text of a message to UTF-8. Text that cannot be read without loss is left unchanged: see
 * `findings` of the result. */
export function normalize(data: Octets, policy?: Policy | Choices | null): Rewritten;

/** Returns the meaning of each code of a finding. */
export function meanings(): Readonly<Record<string, string>>;

/** Decodes the body of a header field, such as Subject. `value` is everything after the colon, with its folds. Doubtful
 * text is read by the evidence. Octets that cannot be decoded become U+FFFD, but an encoded word of which no character can be
 * decoded stays encoded. An encoded line end becomes a blank, so the result is one line. For addresses and parameters (such as
 * file names), use `addresses` and `decodeParameter`. */
export function decodeHeader(value: Octets, policy?: Policy | Choices | null): string;

/** Reads the addresses in the body of a header field, including members of groups. Pass the field body as it is in
 * the message, not decoded. An entry without an address stays in the list: `x y z` is an entry with the name "x y z" and the
 * `address` "". A single word, as in `x`, is an address. */
export function addresses(value: Octets, policy?: Policy | Choices | null): Address[];

/** Parameters of a header field: the field body, that is, everything after the colon of Content-Type or
 * Content-Disposition; or pairs of a name and a value, or an object with them, as IMAP returns them (BODYSTRUCTURE).
 * Pass these values without the quotes and backslashes of an IMAP string, and otherwise not decoded. */
export type Parameters =
  | Octets
  | Iterable<readonly [name: Octets, value: Octets]>
  | Readonly<Record<string, Octets>>;

/**
 * Decodes a parameter of a header field, such as a file name (RFC 2231, RFC 2047): `decodeParameter(parameters, "filename")`.
 * `name` is the name without the marks of RFC 2231, such as `*`; upper and lower case make no difference. Returns null if
 * there is no such parameter. The file name of a part is `filename` of Content-Disposition, or else `name` of Content-Type.
 * It can contain any characters, even slashes: do not use it as a path.
 */
export function decodeParameter(parameters: Parameters | null | undefined, name: string, policy?: Policy | Choices | null): string | null;

/** How a value for a header field is written. */
export interface EncodeOptions {
  /** "encoded" (US-ASCII with encoded words, RFC 2047, and with percent escapes, RFC 2231; the default) or "utf8" (raw
   * UTF-8, RFC 6532, which only servers with SMTPUTF8 accept). */
  readonly form?: "encoded" | "utf8";
  /** Whether long values are folded by CRLF and a blank, for programs that write the field themselves (default: false, the
   * value is one line). The first line leaves room for a name of 28 characters, a colon and a blank. A list of addresses begins
   * with a fold instead if its first name is one encoded word on a line of its own, and would be two on that of the field's
   * name. No line of a parameter leaves room: write a semicolon, CRLF and a blank before it. */
  readonly fold?: boolean;
}

/** Encodes text as the value of a header field, such as Subject. `decodeHeader` reads the same text again, except that each
 * line end (CR, LF, CR LF, U+000B, U+000C, U+0085, U+2028, U+2029) becomes one blank, and spaces and tabs at the start and end
 * are left out. So text never begins a new field, and text that looks like
 * an encoded word is shown as it is. Text that looks garbled, such as "schÃ¶ne GrÃ¼ÃŸe", is written as it is, but
 * `decodeHeader` shows it repaired. Throws MailError of kind "unencodable" for a lone surrogate. */
export function encodeHeader(text: string, options?: EncodeOptions): string;

/** Encodes a list of addresses as the value of a header field, such as To. `addresses` reads the same list again. Throws
 * MailError of kind "unencodable", which names the address, if an address cannot be written in this form; then no address is
 * written. To find all such addresses, encode each address in a separate list. Domains are not converted (IDNA). */
export function encodeAddresses(list: Iterable<{ readonly name?: string | null; readonly address: string }>, options?: EncodeOptions): string;

/** Encodes a parameter of a header field, such as the file name in Content-Disposition (RFC 2231). Put a semicolon and a blank
 * before the parameter. `decodeParameter` reads the same value again, except that each line end becomes one blank. Throws
 * MailError of kind "unencodable" if `name` is not a token, and for a lone surrogate. */
export function encodeParameter(name: string, value: string, options?: EncodeOptions): string;

/** Returns `name` with a backslash before each `*`, `<` and backslash. In a rule, this pattern matches only `name`: see
 * `rules` in `Choices`. */
export function escapePattern(name: string): string;

/**
 * Decodes a body without its message, as IMAP returns the body (`BODY[1]`). `contentType` and `transferEncoding` are
 * everything after the colon of Content-Type and of Content-Transfer-Encoding. Doubtful text is read by the evidence.
 * The media type is not checked, so a body of any type is decoded. Throws MailError with the reason if the octets look
 * like data that is no text.
 */
export function decodeBody(
  data: Octets,
  contentType?: Octets | null,
  transferEncoding?: Octets | null,
  policy?: Policy | Choices | null,
): string;

/** Finds the charset of octets without a label, and the evidence for it. The evidence "statistics" is only a
 * guess. Returns null if there is no evidence. Plain ASCII and empty data are US-ASCII. */
export function detect(data: Octets): { readonly charset: string; readonly evidence: string } | null;

/** Decodes octets in the charset of a label. Throws MailError for ill-formed octets, or replaces them with U+FFFD if `replace` is
 * true. `offset` of the error counts octets from 0. */
export function decode(data: Octets, label: string, options?: { readonly replace?: boolean }): string;

/** Encodes text in the charset of a label. Throws MailError if the charset lacks a character. `offset` of the error is the
 * index of this character in the string, counted in UTF-16 units from 0. */
export function encode(characters: string, label: string): Uint8Array<ArrayBuffer>;

/** Returns the names of all charsets, each with its other labels. */
export function labels(): Map<string, string[]>;

/** Returns the version of the library. */
export function version(): string;

/** A message or a file that a mailbox did not yield, and the reason. */
export interface Skipped {
  readonly offset: number;
  readonly ordinal: number;
  /** The reason why the message or the file was skipped, in words. */
  readonly reason: string;
}

/**
 * The messages of an mbox, or one message: `for await (const message of new Mailbox(stream))`. A stream can be read
 * only once. Reading a mailbox needs memory only for the largest message.
 *
 * An mbox begins with a `From ` line (an MMDF file with a line of four octets 0x01), before which only blank lines, NULs and a
 * byte order mark may stand. Octets that begin otherwise are one message, and `skipped` stays empty, even if `From ` lines
 * follow. No option changes this. If an mbox can begin with other text, cut that text off: `blob.slice(at)`, where `at` is the
 * offset of its first `From ` line.
 */
export class Mailbox implements AsyncIterable<Message> {
  constructor(source: OctetStream | Promise<OctetStream>, policy?: Policy | Choices | null);
  [Symbol.asyncIterator](): AsyncGenerator<Message, void, undefined>;
  /** The messages and files that were skipped so far: messages larger than `limitMessage`, and files that are no
   * mailboxes. */
  readonly skipped: readonly Skipped[];
}

/** The totals of the conversion of a mailbox. */
export interface Totals {
  readonly messages: number;
  readonly changed: number;
  /** The number of messages with text that was left unchanged because the text cannot be read without loss. */
  readonly unresolved: number;
  readonly octets: number;
  /** The number of findings of each code. */
  readonly findings: Readonly<Record<string, number>>;
}

/**
 * Converts all messages of an mbox, or one message, to UTF-8, and yields the new octets in pieces. Calls `progress`
 * with the totals so far, and at the end with the final totals.
 */
export function normalizeMailbox(
  source: OctetStream | Promise<OctetStream>,
  policy?: Policy | Choices | null,
  progress?: (totals: Totals) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
