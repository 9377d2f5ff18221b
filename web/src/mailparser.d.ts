import type { OctetStream } from "./index.js";

/** The addresses in all fields of one name, as one list. */
export interface AddressObject {
  value: { address: string; name: string }[];
  /** The list as HTML, with links to the addresses. */
  html: string;
  /** The list as in the field, with each name in quotes. */
  text: string;
}

export interface Attachment {
  type: "attachment";
  /** The content: a Buffer if the runtime has the class Buffer. */
  content: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** The section number, as IMAP counts parts; null if the message is no multipart. */
  partId: string | null;
  release: null;
  contentDisposition?: string;
  filename?: string;
  contentId?: string;
  cid?: string;
  headers: Headers;
  size: number;
  /** true if the attachment has a Content-ID and is in a multipart/related, as images of HTML are. */
  related?: true;
}

export interface StructuredHeader {
  value: string;
  /** The parameters by their names in lower case: `filename`, even if the field has `filename*`. Decoded in fields of MIME. */
  params: Record<string, string>;
}

export type HeaderValue = string | string[] | AddressObject | Date | StructuredHeader;
export type Headers = Map<string, HeaderValue>;

export interface ParsedMail {
  attachments: Attachment[];
  headers: Headers;
  headerLines: { key: string; line: string }[];
  /** All texts of the message as HTML, if one of them is HTML; otherwise false. */
  html: string | false;
  /** All texts of the message as plain text; missing if the message has no text. */
  text?: string;
  /** `text` as HTML, with links. */
  textAsHtml?: string;
  subject?: string;
  from?: AddressObject;
  to?: AddressObject;
  cc?: AddressObject;
  bcc?: AddressObject;
  sender?: AddressObject;
  replyTo?: AddressObject;
  date?: Date;
  messageId?: string;
  inReplyTo?: string;
  references?: string | string[];
  priority?: "normal" | "low" | "high";
}

export interface SimpleParserOptions {
  /** Whether HTML is left out of `text`, which is then "" for a message of HTML alone. */
  skipHtmlToText?: boolean;
  /** Whether `textAsHtml` is "", and plain text is left out of `html`. */
  skipTextToHtml?: boolean;
  /** Whether `cid:` URLs of images stay in `html`. Otherwise the images take their place, as `data:` URLs. */
  skipImageLinks?: boolean;
}

type Callback = (error: unknown, mail: ParsedMail) => void;

/** Parses a message, and returns it in the form in which `simpleParser` of mailparser returns it. */
export function simpleParser(source: OctetStream, options?: SimpleParserOptions): Promise<ParsedMail>;
export function simpleParser(source: OctetStream, callback: Callback): void;
export function simpleParser(source: OctetStream, options: SimpleParserOptions, callback: Callback): void;
