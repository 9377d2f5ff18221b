import type { OctetStream } from "./index.js";

/** Addresses in the form in which mailparser returns them. */
export interface AddressObject {
  value: { address: string; name: string }[];
  html: string;
  text: string;
}

export interface Attachment {
  type: "attachment";
  /** The content: a Buffer if the runtime has the class Buffer. */
  content: Uint8Array<ArrayBuffer>;
  contentType: string;
  partId: string;
  release: null;
  contentDisposition?: string;
  filename?: string;
  contentId?: string;
  cid?: string;
  headers: Headers;
  size: number;
  related?: true;
}

export interface StructuredHeader {
  value: string;
  params: Record<string, string>;
}

export type HeaderValue = string | string[] | AddressObject | Date | StructuredHeader;
export type Headers = Map<string, HeaderValue>;

export interface ParsedMail {
  attachments: Attachment[];
  headers: Headers;
  headerLines: { key: string; line: string }[];
  html: string | false;
  text?: string;
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
  skipHtmlToText?: boolean;
  skipTextToHtml?: boolean;
  skipImageLinks?: boolean;
}

type Callback = (error: unknown, mail: ParsedMail) => void;

/** Parses a message, and returns it in the form in which `simpleParser` of mailparser returns it. */
export function simpleParser(source: OctetStream, options?: SimpleParserOptions): Promise<ParsedMail>;
export function simpleParser(source: OctetStream, callback: Callback): void;
export function simpleParser(source: OctetStream, options: SimpleParserOptions, callback: Callback): void;
