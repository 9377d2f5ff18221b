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

/** An error in data or in an argument. `kind` says which one. */
export class MailError extends Error {
  constructor(fields: { kind: MailError["kind"]; message: string; offset?: number | null });
  /**
   * - "unreadable": the octets are no text, or cannot be read without loss.
   * - "malformed": octets are ill-formed in the charset; `offset` is the place of the first such octet. In UTF-7 and names of
   *   IMAP mailboxes it can be a place within or after the shifted sequence: of "R&D", it is 2.
   * - "unencodable": the charset lacks a character, or the string has a lone surrogate; `offset` is the place of this character.
   *   Or a header cannot contain an address, or a parameter cannot have this name.
   * - "charset": a label names no charset.
   * - "choice": a policy has no such choice, the value of a choice or an option is wrong, or the rules contain a mistake.
   */
  readonly kind: "unreadable" | "malformed" | "unencodable" | "charset" | "choice";
  /** The place of the error in the argument, counted from 0; null or undefined if the error has no place. What is decoded is
   * counted in octets, even if it was given as a string, which stands for its UTF-8. What is encoded is a string; its place is
   * an index, as for `charAt`. */
  readonly offset: number | null | undefined;
}

/** The choices for reading and converting mail. */
export interface Choices {
  /** The form in which a conversion writes header text: "utf8" (raw UTF-8, RFC 6532; the default), "encoded" (encoded words in
   * UTF-8, RFC 2047) or "keep" (as it is). */
  readonly headers?: "utf8" | "encoded" | "keep";
  /** The transfer encoding of text that a conversion changes: "8bit", "qp" (quoted-printable), "base64", or "auto" (the default):
   * 8bit if it can carry the text, otherwise the smaller of quoted-printable and base64. Or "keep": a conversion leaves all
   * bodies as they are, in their charset, too, and no finding says so. Only headers are then converted. */
  readonly bodies?: "auto" | "8bit" | "qp" | "base64" | "keep";
  /** Whether text attachments are also converted (default: true). */
  readonly attachments?: boolean;
  /** Whether a conversion also removes quoted-printable and base64 from text that is already UTF-8 (default: false). */
  readonly decodeAll?: boolean;
  /** Whether a message stays unchanged if a conversion would break its DKIM signature or ARC seal (default: false). */
  readonly keepDkim?: boolean;
  /** Whether parts with a signature (S/MIME, OpenPGP) are also changed, which breaks the signature (default: false). */
  readonly breakSignatures?: boolean;
  /** Whether each label is taken at its word, and nothing is guessed (default: false). */
  readonly strict?: boolean;
  /**
   * What happens to doubtful text: text whose letters form words only in another charset than that of its label, or that was
   * garbled before it was stored.
   * - "keep" (the default): a `Message` shows it by the evidence; a conversion leaves it as it is.
   * - "evidence": a `Message` shows it by the evidence, and a conversion writes it so.
   * - "label": a `Message` shows it by its label, and a conversion writes it so.
   */
  readonly doubtful?: "keep" | "label" | "evidence";
  /** Whether a conversion replaces ill-formed sequences with U+FFFD (default: false, it leaves the whole text as it is). */
  readonly lossy?: boolean;
  /** Whether Hebrew that is stored in the order of display (visual order) is put in the order of reading (default: false). */
  readonly logicalOrder?: boolean;
  /** The charset of text without a usable label or other evidence. */
  readonly fallbackCharset?: string;
  /** The real charsets of labels that are wrong: `{ "iso-8859-1": "windows-1251" }` reads text labelled iso-8859-1 as
   * windows-1251. */
  readonly charsets?: Readonly<Record<string, string>> | ReadonlyMap<string, string>;
  /**
   * Rules that say how to read certain texts, in TOML, as `mailutf review` and the page write them:
   *
   * ```toml
   * version = 1
   * [[rule]]
   * from = ["jan@example.org", "*@firma.example"]
   * label = "iso-8859-1"
   * read = "windows-1250"
   * ```
   *
   * This reads text labelled iso-8859-1 as windows-1250, if it is from Jan or from anybody at firma.example. If several rules
   * apply to a text, the first one decides.
   *
   * Conditions. A rule needs at least one, and applies if all of them hold. An array means "one of these".
   * - `from`: the address of the author. `list`: the identifier in List-Id. `message-id`: the Message-ID. `thread`: the
   *   Message-ID of the first message of the thread. In all of these, `*` stands for any characters.
   * - `dates`: the day of Date is in this day, month, year or interval, such as "2003/2006-07".
   * - `digest`: "sha256:" and the SHA-256 of `message.data` in hexadecimal digits.
   * - `label`: the charset label; "none" is no label, "unknown" a label that names no charset, "*" anything. A label that is
   *   itself spelled like one of these words has a backslash before it.
   * - `file`: the file of the message. It never holds here, because the package reads no files.
   *
   * How the text is read. A rule needs one of these, and can have both.
   * - `read`: a charset; an array of charsets, of which the letters decide; "label"; "evidence"; or "leave": a conversion leaves
   *   the text as it is, and a `Message` shows encoded words undecoded (unless they are in UTF-8), and bodies by their label, if
   *   they have one.
   * - `undo`: wrong decodings, the last one first, for text that was garbled before it was stored. `["windows-1252 > utf-8"]`
   *   says: it was decoded as windows-1252, which was wrong, and was UTF-8. This makes "CafÃ©" into "Café". The rule needs no
   *   `read`: the stored text is decoded as without the rule. If only parts of texts were garbled, add `read = "evidence"`.
   *
   * If a name contains a `*`, a `<` or a backslash, put a backslash before it; otherwise the `*` stands for any characters, and
   * the rule applies to other names, too. `escapePattern` does so, and `JSON.stringify` makes a TOML string of the result
   * (unless it has a U+007F): `` `message-id = ${JSON.stringify(escapePattern(message.messageId))}` ``.
   */
  readonly rules?: string;
  /** The maximum size in octets of a message of a mailbox (default: 256 MiB). `Mailbox` skips larger messages, and names them in
   * `skipped`. `normalizeMailbox` copies them unchanged, and counts them in `messages`, `unresolved` and `findings`
   * ("limit-reached"). */
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

/** A finding about a message: something that is wrong, was guessed, or is left unchanged. */
export class Finding {
  private constructor();
  /** The kind of finding, such as "field-raw". */
  readonly code: string;
  /**
   * The severity of the finding for a conversion:
   * - "note": something is unusual, but read without doubt. If a conversion leaves text for a reason that is no doubt, this is a
   *   note, too: `protected` (signed or encrypted), `seal-kept`, `attachment-kept`.
   * - "guess": text is converted as the evidence says.
   * - "lossy": octets are replaced with U+FFFD, as the policy allows.
   * - "unresolved": text is left unchanged, because it is doubtful or cannot be read without loss.
   */
  readonly severity: "note" | "guess" | "lossy" | "unresolved";
  /**
   * What the finding warns a reader of the message about; `null` if the reader need not know of it. Of the findings, a program
   * that shows mail needs only those with a warning: `severity` and `detail` are about a conversion, and even a note can be a
   * warning. It also needs `damage` of each of `files`: an attachment that is damaged can be without a finding.
   * - "wrong": some text may be wrong, because it was guessed, is doubtful or is damaged. Text without a label is not guessed if its
   *   octets prove its charset (a byte order mark, escape sequences, valid UTF-8), or if it names the charset itself.
   * - "missing": the message was cut short or damaged, so something may be missing.
   * - "hidden": other programs do not show everything, or something is not visible.
   * - "forged": the message can look like something that it is not, or other programs read it differently.
   */
  readonly warning: "wrong" | "missing" | "hidden" | "forged" | null;
  /** The section number of the part to which the finding belongs, as IMAP counts parts; "" for the message itself. If the
   * message is no multipart, this is "" also for its body, where `section` of `Part` and of `Readings` is "1".
   * `message.part(finding.section)` returns the part in either case. */
  readonly section: string;
  /** The place of the finding: the offsets in the message of its first octet and of the first octet after it. For a body that
   * cannot be decoded, the first octet is the first one that cannot, or that of the body if the body is in base64 or
   * quoted-printable; then `detail` counts octets of the decoded text, from 0. For raw octets of a header field, the place is the
   * whole value after the colon; for encoded words, the words that are decoded together. If both offsets are equal, they mark a place, such as the end
   * of a header without the blank line after it. In a message of a mailbox these are offsets in `message.data`, not in the mailbox.
   */
  readonly start: number;
  readonly end: number;
  /** The details in words, such as "labelled ISO-8859-1, but 99 % likely KOI8-R"; "" if `meaning` says all. */
  readonly detail: string;
  /** The name of the header field that the finding is about, as it is written in the message, such as "Subject"; `null` if the
   * finding is about a body, about a whole header or about the whole message. Names of fields are case-insensitive. The field is
   * in the header of the part `section`, or in the fields of a report. */
  readonly field: string | null;
  /** The meaning of the code, in words. */
  readonly meaning: string;
}

/** A decoded text, the charset in which it was read, and the reason for this charset. */
export interface Reading {
  readonly text: string;
  /** The charset in which the text was read. It can differ from the charset of the label. If garbled text was repaired, this is
   * the charset in which it is stored, and `detail` of the finding `text-garbled` (or `text-restored`, if the
   * choice is `doubtful: "evidence"`) names the wrong decoding. */
  readonly charset: string;
  /** The reason for the charset, in words, such as "as its label says". "by statistics" is a guess by the letters, and the only
   * one for text that was repaired. */
  readonly because: string;
}

/** A part of a message. Part 0 of a message is the message itself. */
export class Part {
  private constructor();
  /** The section number of the part, as IMAP counts parts (RFC 3501 section 6.4.5), such as "2.1". The body of a message that
   * is no multipart has "1", but its findings have "". */
  readonly section: string;
  /** The part that contains this part; null for the message itself. */
  readonly parent: Part | null;
  readonly kind: "text" | "multipart" | "message" | "fields" | "other";
  /** The media type in lower case, such as "text/plain". */
  readonly type: string;
  /** The decoded file name; null if there is none. The name can contain any characters, even slashes: do not use it as a path. */
  readonly name: string | null;
  /** `name` made into a name that a file can have on any system; null if no character is left. Of a path, only the last name is
   * kept (`a/b.txt` becomes `b.txt`). Characters that such a name cannot have, and marks of direction, which can disguise the end
   * of a name, become `_`. Dots and blanks at its ends are left out, and the name of a device gets a `_` before it. A file of this name can exist already: do not
   * overwrite it. */
  readonly safeName: string | null;
  /** The charset label of the part, as the message spells it; null if there is none. */
  readonly charset: string | null;
  /** The value of Content-Disposition in lower case, such as "attachment"; null if the field is missing. */
  readonly disposition: string | null;
  /** The Content-ID without angle brackets; null if there is none. HTML refers to the part by its Content-ID in a `cid:` URL, in
   * which characters can be percent-encoded (RFC 2392). README.md has an example. */
  readonly contentId: string | null;
  /** Whether the part is to be shown within the message: Content-Disposition says "inline", or the part has a Content-ID and no
   * Content-Disposition. */
  readonly isInline: boolean;
  /** Whether Content-Disposition says anything but "inline". This tells only what the field says: many parts to save have no
   * such field. To list what can be saved, use `message.files`. */
  readonly isAttachment: boolean;
  /** All header fields in order. Names are spelled as in the message. Values are decoded and unfolded, but parameters such as
   * `filename*=utf-8''…` stay as they are: `name` has the decoded file name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The place of the part, with its header, in the octets of the message, and the place of its body (`bodyStart`, `bodyEnd`). If a
   * multipart is in base64 or quoted-printable as a whole (finding `message-encoded`), these are places in the message with the
   * multipart decoded. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The content as text, with the line ends of the part; null if the part is no text, or consists of header fields
   * (`message/delivery-status`, `text/rfc822-headers`). Octets that cannot be decoded become U+FFFD. Each access decodes the text
   * again. */
  readonly text: string | null;
  /** `text` as a person reads it: HTML becomes plain text, without the targets of links and images, and flowed lines are joined
   * (RFC 3676). Soft hyphens of HTML are left out; other invisible characters, such as the zero-width space, are kept. Text that
   * a page hides, for example by `display:none`, is part of the result. */
  readonly plainText: string | null;
  /** The content, with its transfer encoding decoded. Each access decodes the content again. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Why `data` may be incomplete or wrong, if the transfer encoding is damaged or unknown, or if the message ends within the part;
   * otherwise null. Each access decodes the content again. */
  readonly damage: string | null;
  /** Decodes the text, and returns it with its charset and the reason for this charset. Throws a MailError that says why, if
   * the part is no text. */
  reading(): Reading;
  /** Parses the message that the part encloses, as in `message/rfc822`, with the policy of the outer message. Returns null if
   * the part encloses no message, or if too many messages are nested. */
  message(): Message | null;
}

/** Another possible reading of a text. */
export interface Alternative {
  /** The value of `read` in a rule that chooses this reading: a charset, "evidence" or "label". If the octets prove the present
   * reading, as valid UTF-8 does, only a rule with the condition `message-id` or `digest` chooses another one. */
  readonly read: string;
  /** How the text is read, in words, such as "in KOI8-R". */
  readonly how: string;
  /** A sample of the text in this reading. */
  readonly sample: string;
}

/** How one text of a message is read, and how else it can be read. */
export interface Readings {
  /** The kind of text: a body, all encoded words with one label, or octets beyond ASCII in header fields. */
  readonly place: "body" | "words" | "fields";
  /** The index of the part that contains the text. */
  readonly part: number;
  /** The section number of this part. The body of a message that is no multipart has "1", but its findings have "". */
  readonly section: string;
  /** The charset label of the text, as the message spells it; null if there is none. */
  readonly label: string | null;
  /** Other readings, the likeliest first. Empty if there is no doubt, or if nothing else is likely. */
  readonly alternatives: readonly Alternative[];
  /** For a body, as in `Reading`: the charset in which it is read and the reason for this charset; or, if it cannot be read, why
   * not. */
  readonly used?: string | null;
  readonly because?: string | null;
  readonly error?: string | null;
}

/**
 * A parsed message: its header fields, its texts and its parts. Messages are immutable, and need not be freed.
 *
 * `data` is one message: not an mbox, and without its `From ` line. Lines such as `>From here` stay as they are; only `Mailbox`
 * takes away a `>` that an mbox adds. Any octets can be parsed; octets that are not mail have no fields. Each access to a text
 * decodes the text again, as `policy` says.
 */
export class Message {
  constructor(data: Octets, policy?: Policy | Choices | null);
  /** A copy of the octets of the message. For a message of a mailbox: without its `From ` line and without the quoting of the
   * mbox. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** The number of octets in `data`. */
  readonly size: number;
  readonly policy: Policy | Choices | null;
  /** The place of the message in its mailbox: the offset of its `From ` line, in octets, and the number of messages before it.
   * Both are 0 for a message that comes from no mailbox. All other offsets are places in `data`. */
  readonly offset: number;
  readonly ordinal: number;
  /** The decoded Subject, without blanks at its ends; null if there is none. */
  readonly subject: string | null;
  /** The addresses in From, including members of groups. */
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  /** The address in Sender: of the person who sent the message for its authors. */
  readonly sender: readonly Address[];
  /** The addresses in Reply-To. If the list is empty, a reply goes to the addresses in From. */
  readonly replyTo: readonly Address[];
  /** The time when the message was written, as its field Date says; null if there is no valid date. If the time zone is unknown,
   * the time is read as UTC. */
  readonly date: Date | null;
  /** The time zone in the field Date, in minutes ahead of UTC; null if the zone is unknown. */
  readonly zone: number | null;
  /** The identifier in Message-ID, without angle brackets; null if there is none, or if it is not UTF-8. The lists of identifiers
   * below leave out such identifiers. */
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
   * lower case make no difference in `name`. Do not split the value at commas or semicolons, because decoded text can contain
   * them: `addresses`, `references`, `urls` and `decodeParameter` return the items of a field.
   */
  header(name: string): string | null;
  /** Returns the addresses in all header fields called `name`. */
  addresses(name: string): readonly Address[];
  /** Returns the URLs in the first header field called `name`. */
  urls(name: string): readonly string[];
  /** `text` of the first text in `textBodies`, or else of another text, such as a calendar; null if there is none. It is HTML if
   * the message has no plain text instead, or only blanks or binary data in its place. */
  readonly text: string | null;
  /** `plainText` of the same part. */
  readonly plainText: string | null;
  /** The first text of `htmlBodies`, if it is HTML; otherwise null. It is null if plain text comes first that the HTML does not
   * replace, as in a multipart/mixed. */
  readonly html: string | null;
  /** What to show as plain text: all these parts, one below the other (RFC 8621 section 4.1.4). They are texts (HTML where
   * there is no plain text instead, and also where it has only blanks or is binary data), and images, sounds and films between texts. */
  readonly textBodies: readonly Part[];
  /** What to show as HTML: the same, with HTML where there is some, and plain text where there is none. */
  readonly htmlBodies: readonly Part[];
  /** What to list below the message, whichever of these two is shown: the parts that are in neither, and images, sounds and
   * films that are in only one of them. */
  readonly attachments: readonly Part[];
  /** What can be saved: `attachments`, all images, sounds and films, even those that are shown between texts, and binary data
   * that is labelled as text. To list or to save files, use this. (Damaged text is no file: its part has the octets in `data`.) */
  readonly files: readonly Part[];
  /** All parts in order. The first part is the message itself. */
  readonly parts: readonly Part[];
  /** Returns the part with this section number; null if there is none. "" is the message itself. */
  part(section: string): Part | null;
  /**
   * The findings about the message: those of `normalize(message.data, message.policy)`, and those about texts that it leaves for
   * another reason, such as the parts of a signed message. Reading this property takes as long as `normalize`.
   *
   * For a reader, show those whose `warning` is not null, and `damage` of each of `files`, for which there may be no finding. The
   * other members are about the conversion, which by default leaves
   * doubtful text unchanged ("unresolved"), while this message shows it by the evidence. To be told how doubtful text is shown,
   * use a message with the choice `doubtful: "evidence"`: the same text then has the finding `label-overruled`, which says as
   * what it was read, such as "iso-8859-1 read as KOI8-R, by statistics"; or `text-restored`, if it was garbled.
   */
  readonly findings: readonly Finding[];
  /**
   * Finds how each text is read and how else it can be read, for a person who sees garbled text. Ask this person if some
   * `alternatives` are not empty: that is the sign of doubt. (Short text without a label can have other charsets as
   * alternatives even if they are not likely.) There is no number for the certainty of a reading; only `detail`
   * of a finding can name a probability, in words.
   *
   * Every body is listed. Encoded words, and raw octets in fields, are listed only if they have alternatives. Encoded words
   * with the same label are listed together, because a rule for a label is for all of them.
   *
   * If text was garbled before it was stored, and is shown repaired, the garbled text is the alternative "label". Text without
   * a label has no such alternative; the choice `doubtful: "label"` shows it garbled. Where octets became U+FFFD, the list does
   * not say; the finding `text-unresolved` marks the first such place.
   */
  readings(): readonly Readings[];
  /** Returns the message with all text in UTF-8, converted by `policy`, or by the policy of the message if `policy` is missing. */
  normalized(policy?: Policy | Choices | null): Uint8Array<ArrayBuffer>;
}

/** The result of `normalize`. */
export interface Rewritten {
  /** The new message. If nothing changes, these are the octets of `data`, and not a copy, unless the memory of `data` is
   * shared. */
  readonly output: Uint8Array<ArrayBuffer>;
  readonly isChanged: boolean;
  readonly findings: readonly Finding[];
}

/** Converts all text of a message to UTF-8. Text that is doubtful or cannot be read without loss stays as it is, and `findings`
 * of the result names it. A charset that HTML, XML, CSS or a vCard declares in its text (`<meta charset="gbk">`) becomes "utf-8";
 * nothing else of a text changes. */
export function normalize(data: Octets, policy?: Policy | Choices | null): Rewritten;

/** Returns the meaning of each code of a finding. */
export function meanings(): Readonly<Record<string, string>>;

/** Decodes the body of a header field, such as Subject, to one line of text, without blanks at its ends. `value` is everything
 * after the colon, with its folds. Doubtful text is read by the evidence. Octets that cannot be decoded become U+FFFD, but an
 * encoded word of which no character can be decoded stays encoded. For addresses and for parameters (such as file names), use
 * `addresses` and `decodeParameter`. */
export function decodeHeader(value: Octets, policy?: Policy | Choices | null): string;

/** Reads the addresses in the body of a header field, including members of groups. Pass the field body as it is in
 * the message, not decoded. `x y z` is no address, but stays in the list, with the name "x y z" and the `address` "". A single
 * word of ASCII, as in `x`, is an address. */
export function addresses(value: Octets, policy?: Policy | Choices | null): Address[];

/** Parameters of a header field. Either the field body: everything after the colon of Content-Type or Content-Disposition. Or
 * pairs of a name and a value (or an object of them), as IMAP libraries return them from BODYSTRUCTURE; they have taken away
 * the quotes of IMAP, and have decoded nothing else. */
export type Parameters =
  | Octets
  | Iterable<readonly [name: Octets, value: Octets]>
  | Readonly<Record<string, Octets>>;

/**
 * Decodes a parameter of a header field, such as a file name (RFC 2231, RFC 2047): `decodeParameter(parameters, "filename")`.
 * `name` has no `*` or `*0*` at its end; upper and lower case make no difference. Returns null if
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

/** Encodes text as the value of a header field, such as Subject. Each line end (CR, LF, CR LF, U+000B, U+000C, U+0085, U+2028,
 * U+2029) becomes one blank, so text never begins a new field; spaces and tabs at the start and end are left out. Otherwise
 * `decodeHeader` reads the same text again, even if it looks like an encoded word. Only text that looks garbled, such as
 * "schÃ¶ne GrÃ¼ÃŸe", is shown repaired. Words in US-ASCII at the start and the end stay as they are, so that filters find `Re:`
 * or the name of a list; so the value is no name of an address, which `encodeAddresses` writes. Throws MailError of kind
 * "unencodable" for a lone surrogate. */
export function encodeHeader(text: string, options?: EncodeOptions): string;

/** Encodes a list of addresses as the value of a header field, such as To. `addresses` reads the same list again, with the
 * exceptions of `encodeHeader` for the names. If an address
 * cannot be written in this form, throws MailError of kind "unencodable", which names the first such address; to find all of
 * them, encode one address at a time. Domains are not converted (IDNA). */
export function encodeAddresses(list: Iterable<{ readonly name?: string | null; readonly address: string }>, options?: EncodeOptions): string;

/** Encodes a parameter of a header field, such as the file name in Content-Disposition (RFC 2231):
 * `` `attachment; ${encodeParameter("filename", name)}` ``. `decodeParameter` reads the same value again, except that each line end
 * becomes one blank. Throws MailError of kind "unencodable" for a lone surrogate, and if `name` has characters that a name of a
 * parameter cannot have, such as a blank. */
export function encodeParameter(name: string, value: string, options?: EncodeOptions): string;

/** Returns a pattern for `rules` in `Choices` that matches only `name`: it has a backslash before each `*`, `<` and backslash. */
export function escapePattern(name: string): string;

/**
 * Decodes a body without its message, as IMAP returns the body (`BODY[1]`). `contentType` and `transferEncoding` are everything
 * after the colon of Content-Type and of Content-Transfer-Encoding. Doubtful text is read by the evidence, and a byte order
 * mark is left out. A body of any media type is decoded. Throws a MailError that says why, if the octets look like data that is
 * no text.
 */
export function decodeBody(
  data: Octets,
  contentType?: Octets | null,
  transferEncoding?: Octets | null,
  policy?: Policy | Choices | null,
): string;

/** Finds the charset of octets without a label. Returns null if nothing shows the charset. `evidence` says how certain the
 * charset is; there is no number. "ASCII only" (also for empty data), "byte order mark", "valid UTF-8" and "escape sequences"
 * are as good as proof. "statistics" and "order of UTF-16" are guesses by the letters; the shorter the text, the less they are
 * worth. Let a person confirm a guess. For other readings with their texts, use `new Message("\n" + text).readings()`, where the
 * "\n" is an empty header; octets get an octet 10 in front. It names a charset also where `detect`
 * returns null, such as for text that is cut off within a character. */
export function detect(data: Octets): { readonly charset: string; readonly evidence: string } | null;

/**
 * Decodes octets in the charset of a label. Throws MailError for ill-formed octets, or replaces them with U+FFFD if `replace`
 * is true. `offset` of the error counts octets from 0.
 *
 * A byte order mark stays in the text as U+FEFF, so that `encode` gives the same octets again: `decode(data, "utf-8")
 * .replace(/^\ufeff/, "")` is what a TextDecoder returns. Only UTF-16 and UTF-32 without a named order ("utf-16", but not
 * "utf-16le") take the mark as the order of octets and leave it out; without a mark they are big-endian (a TextDecoder reads
 * "utf-16" as little-endian).
 *
 * Names of IMAP mailboxes have the label "utf-7-imap". In a name, `replace` returns what is ill-formed as it is: "R&D" stays
 * "R&D".
 */
export function decode(data: Octets, label: string, options?: { readonly replace?: boolean }): string;

/** Encodes text in the charset of a label. Throws MailError if the charset lacks a character. `offset` of the error is the
 * index of this character in the string, counted in UTF-16 units from 0. In UTF-7, a shifted sequence at the end of the text has no
 * `-`: to join the octets with others, write `-` between them. */
export function encode(characters: string, label: string): Uint8Array<ArrayBuffer>;

/** Returns the names of all charsets, each with its other labels. */
export function labels(): Map<string, string[]>;

/** Returns the version of the library. */
export function version(): string;

/** A message, text before the first message, or a whole file, that a `Mailbox` passed over. */
export interface Skipped {
  /** The offset of what was skipped, and the number of messages before it. */
  readonly offset: number;
  readonly ordinal: number;
  /** Why it was skipped, in words. */
  readonly reason: string;
}

/**
 * The messages of an mbox, or one message: `for await (const message of new Mailbox(stream))`. A stream can be read only once.
 * Reading a mailbox needs memory only for the largest message.
 *
 * An mbox begins with a `From ` line (an MMDF file with a line of four octets 0x01), after blank lines, NULs and a byte order
 * mark if there are some. Octets that begin with other text are an mbox, too, if they do not begin with a usual header field, and
 * if a blank line, a `From ` line with a date and a usual header field follow within 16 MiB. The text before this `From ` line
 * is then in `skipped`; `normalizeMailbox` copies it, and counts it as a finding `structure-doubtful`. Octets that begin
 * otherwise are one message, even if `From ` lines follow: cut other text off by `blob.slice(at)`, where `at` is the offset of
 * the first `From ` line.
 *
 * Within an mbox, a `From ` line begins a message only after a blank line, or where the Content-Length of the message before
 * says so. Otherwise it is text of the message before.
 *
 * An mbox quotes lines of a message that look like its own `From ` lines. This quoting is undone: of `>From `, `>>From ` and so
 * on at the start of a line, one `>` is taken away (mboxrd, and also right for mboxo and mboxcl). Nothing is taken away in an
 * MMDF file, and as long as each message has a right Content-Length (mboxcl2, as Dovecot writes). `data` and `size` of a
 * message, and the offsets of its parts and findings, are those of the message without the quoting and without its
 * `From ` line.
 */
export class Mailbox implements AsyncIterable<Message> {
  constructor(source: OctetStream | Promise<OctetStream>, policy?: Policy | Choices | null);
  [Symbol.asyncIterator](): AsyncGenerator<Message, void, undefined>;
  /** What was passed over so far: messages larger than `limitMessage`, text before the first message of an mbox, and files in
   * other formats, such as an archive. */
  readonly skipped: readonly Skipped[];
}

/** The totals of the conversion of a mailbox. */
export interface Totals {
  readonly messages: number;
  readonly changed: number;
  /** The number of messages with a finding of severity "unresolved". */
  readonly unresolved: number;
  /** The number of octets that were read. */
  readonly octets: number;
  /** The number of findings of each code. */
  readonly findings: Readonly<Record<string, number>>;
}

/**
 * Converts all messages of an mbox, or one message, to UTF-8, and yields the new octets in pieces. Calls `progress` with the
 * totals so far; the last call has the final ones.
 */
export function normalizeMailbox(
  source: OctetStream | Promise<OctetStream>,
  policy?: Policy | Choices | null,
  progress?: (totals: Totals) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
