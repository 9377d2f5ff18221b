// Implements `simpleParser` with the interface of mailparser. README.md lists the differences.

import { init } from "./machine.js";
import { Message } from "./message.js";
import { piecesOf } from "./octets.js";
import { Policy } from "./policy.js";
import { decodeParameter } from "./text.js";

// Fields whose values mailparser does not return as strings, and fields of which it returns only one value.
const ADDRESSES = ["from", "to", "cc", "bcc", "sender", "reply-to", "delivered-to", "return-path", "disposition-notification-to"];
const PRIORITIES = ["x-priority", "x-msmail-priority", "importance", "priority"];
const WITH_PARAMETERS = ["content-type", "content-disposition", "dkim-signature"];
const ONCE = [...ADDRESSES, "message-id", "content-id", "in-reply-to", "references", "subject", "date", "priority", "content-type",
  "content-disposition", "content-transfer-encoding", "content-description", "mime-version", "precedence", "errors-to"];

/** Parses a message: octets, a string, or a stream. Returns a promise. If there is a `callback`,
 * calls it instead. */
export function simpleParser(source, options, callback) {
  if (typeof options === "function") [options, callback] = [{}, options];
  const parsed = parse(source, options ?? {});
  if (typeof callback !== "function") return parsed;
  parsed.then((mail) => callback(null, mail), callback);
}

async function parse(source, options) {
  await init();
  const pieces = [];
  for await (const piece of piecesOf(source)) pieces.push(piece);
  return mailOf(new Message(await joined(pieces)), options);
}

async function joined(pieces) {
  return pieces.length === 1 ? pieces[0] : new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function mailOf(message, { skipHtmlToText, skipTextToHtml, skipImageLinks }) {
  const data = message.parts.some(isEncoded) ? new Uint8Array() : message.data;
  const mail = {
    attachments: message.files.map((part) => attachmentOf(part, data)),
    headers: headersOf(message.headers, headerOf(message.parts[0], data), (key) => fieldOf(key, message)),
    headerLines: message.headers.map(([name, value]) => ({ key: name.toLowerCase(), line: `${name}: ${value}` })),
    html: false,
  };
  for (const [field, key] of [["subject", "subject"], ["from", "from"], ["to", "to"], ["cc", "cc"], ["bcc", "bcc"],
    ["sender", "sender"], ["replyTo", "reply-to"], ["date", "date"], ["messageId", "message-id"], ["inReplyTo", "in-reply-to"],
    ["references", "references"], ["priority", "priority"]]) {
    if (mail.headers.has(key)) mail[field] = mail.headers.get(key);
  }
  const hasLine = linesOf(message);
  const [ofText, ofHtml] = [skipTextToHtml ? nothing : asHtml, skipHtmlToText ? nothing : plainOf];
  const texts = bodies(message.textBodies, hasLine, (text) => text, ofHtml);
  if (texts.length) [mail.text, mail.textAsHtml] = [texts.join("\n"), texts.map(ofText).join("<br/>\n")];
  if (message.htmlBodies.some(isHtml)) {
    const html = bodies(message.htmlBodies, hasLine, ofText, (text) => text).join("<br/>\n");
    if (html) mail.html = skipImageLinks ? html : withImages(html, mail.attachments);
  }
  return mail;
}

const isHtml = (part) => part.type === "text/html";

const nothing = () => "";

/** Returns the texts of `parts`, converted by `ofText` and `ofHtml`. As in mailparser, empty parts are left out unless they
 * [have a line](linesOf), but not those of which the conversion leaves nothing. */
function bodies(parts, hasLine, ofText, ofHtml) {
  return parts.filter(({ kind }) => kind === "text").flatMap((part) => {
    const [text, convert] = isHtml(part) ? [part.text, ofHtml] : [part.plainText, ofText];
    const lines = text === "" && hasLine(part) ? "\n" : text;
    return lines ? [convert(lines.replace(/\r\n/g, "\n"))] : [];
  });
}

/** Returns a function that says whether mailparser reads an empty part as an empty line: the line end before the next part. */
function linesOf(message) {
  const last = new Map(message.parts.map((part) => [part.parent, part]));
  const isBase64 = ([name, value]) => /^content-transfer-encoding$/i.test(name) && /^\s*base64\b/i.test(value);
  return (part) => last.get(part.parent) !== part && !part.headers.some(isBase64);
}

let literal;

/** Converts HTML to plain text, with the targets of links and images. */
function plainOf(html) {
  literal ??= new Policy({ strict: true });
  const page = `Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${withTargets(html)}`;
  return (new Message(page, literal).plainText ?? "").replace(/\n$/, "");
}

const TAG = /<(?:!--|(\/?)(a|img)(?=[\s/>]))/gi;
// The end of a tag, or an attribute: its name, and its value in one of three forms.
const ATTRIBUTE = /[\s/]*(?:>|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?)/y;

/** Writes the target of each link and each image into HTML: `<a href="x">y</a>` becomes `<a href="x">y [x]</a>`. Linear time: if a
 * tag or a comment has no end, no tag follows. */
function withTargets(html) {
  let shown = "";
  let done = 0;
  let link = "";
  const insert = (at, text) => {
    shown += html.slice(done, at) + text;
    done = at;
  };
  for (const { 0: { length }, 1: slash, 2: name, index } of html.matchAll(TAG)) {
    if (index < done) continue;
    if (!name) {
      const end = html.indexOf("-->", index + 2);
      if (end < 0) break;
      insert(end, "");
      continue;
    }
    const isImage = name.toLowerCase() === "img";
    if (!isImage) {
      insert(index, link);
      link = "";
    }
    let target = "";
    let found;
    ATTRIBUTE.lastIndex = index + length;
    while ((found = ATTRIBUTE.exec(html))?.[1]) {
      if (!target && found[1].toLowerCase() === (isImage ? "src" : "href")) target = found[2] ?? found[3] ?? found[4] ?? "";
    }
    if (!found) break;
    const end = found.index + found[0].length;
    const shownTarget = slash ? "" : targetOf(target);
    insert(end, isImage ? shownTarget : "");
    if (!isImage) link = shownTarget;
  }
  return shown + html.slice(done) + link;
}

/** Returns the value of `href` or `src` as HTML text: an `&` that begins a character reference only in text is escaped. */
function targetOf(value) {
  const target = value.trim().replace(/^mailto:/i, "");
  if (target === "" || target.startsWith("#")) return "";
  return ` [${target.replace(/&(?!#?\w+;)/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")}]`;
}

/** Returns the header of a part without folds, each octet as one character. */
const headerOf = (part, data) => latin1(data.subarray(part.start, part.bodyStart)).replace(/\r?\n(?=[ \t])/g, "");

/** Whether the parts within a part are encoded as a whole. Then the places of parts are not places in the octets of the message. */
const isEncoded = ({ kind, headers }) => (kind === "multipart" || kind === "message")
  && headers.some(([name, value]) => /^content-transfer-encoding$/i.test(name) && !/^\s*(?:7bit|8bit|binary)\s*$/i.test(value));

/** Returns the values of header fields by their names. `special` returns the value of a field that is no string; undefined for
 * other fields, and null if there is no value. */
function headersOf(fields, header, special) {
  const headers = new Map();
  for (const [name, value] of fields) {
    const lower = name.toLowerCase();
    const key = PRIORITIES.includes(lower) ? "priority" : lower;
    if (headers.has(key) && ONCE.includes(key)) continue;
    let one = special(key);
    if (one === undefined) {
      if (key === "priority") one = priorityOf(value);
      else if (WITH_PARAMETERS.includes(key)) one = withParameters(key, value, header);
      else one = value.replace(/\s+/g, " ").trim();
    }
    if (one) headers.set(key, headers.has(key) ? [].concat(headers.get(key), one) : one);
  }
  return headers;
}

function fieldOf(key, message) {
  const bracketed = (ids) => ids.map((id) => `<${id}>`);
  if (ADDRESSES.includes(key)) return addressesOf(message.addresses(key));
  switch (key) {
    case "date": return message.date;
    case "message-id": return message.messageId && `<${message.messageId}>`;
    case "in-reply-to": return bracketed(message.inReplyTo)[0] ?? null;
    case "references": {
      const ids = bracketed(message.references);
      return ids.length > 1 ? ids : ids[0] ?? null;
    }
    default: return undefined;
  }
}

function priorityOf(value) {
  const word = value.trim().toLowerCase();
  const level = parseInt(word, 10);
  if (word === "high" || word === "urgent" || level < 3) return "high";
  return word === "low" || word === "non-urgent" || level > 3 ? "low" : "normal";
}

function withParameters(key, decoded, header) {
  const isMime = key.startsWith("content-");
  const written = isMime ? fieldIn(header, key) : undefined;
  const [value, ...rest] = (written ?? decoded).match(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? [""];
  // The parts of a parameter (`name*0`, `name*1*`, …) by its name.
  const parameters = new Map();
  for (const one of rest) {
    const [, name, given] = /^([^=]*)=(.*)$/s.exec(one) ?? [];
    const mark = name?.trim().toLowerCase();
    if (!mark) continue;
    const plain = /^\s*"((?:\\.|[^"\\])*)"/s.exec(given)?.[1].replace(/\\(.)/gs, "$1") ?? given.trim();
    const base = isMime ? mark.replace(/(?:\*\d+)?\*?$/, "") : mark;
    if (!parameters.has(base)) parameters.set(base, []);
    parameters.get(base).push([mark, plain]);
  }
  const params = {};
  for (const [base, parts] of parameters) {
    const given = written === undefined ? parts : parts.map(([mark, plain]) => [mark, Uint8Array.from(plain, (one) => one.charCodeAt(0))]);
    params[base] = (isMime ? decodeParameter(given, base) : null) ?? parts[0][1];
  }
  return { value: value.trim(), params };
}

/** Returns the first field called `key` as it stands in the header. Such a field can be split: decoded text can contain a semicolon
 * or a quote. */
const fieldIn = (header, key) => new RegExp(`^${key}[ \\t]*:(.*)$`, "im").exec(header)?.[1];

function latin1(octets) {
  if (globalThis.Buffer) return globalThis.Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString("latin1");
  let text = "";
  for (let at = 0; at < octets.length; at += 8192) text += String.fromCharCode(...octets.subarray(at, at + 8192));
  return text;
}

function addressesOf(value) {
  const named = (name) => `"${name.replace(/["\\]/g, "\\$&")}"`;
  const text = value.map(({ name, address }) => (name ? `${named(name)} <${address}>` : address)).join(", ");
  const html = value.map(({ name, address }) => {
    const link = `<a href="mailto:${escaped(address)}" class="mp_address_email">${escaped(address)}</a>`;
    const shown = name ? `<span class="mp_address_name">${escaped(name)}</span> &lt;${link}&gt;` : link;
    return `<span class="mp_address_group">${shown}</span>`;
  }).join(", ");
  return { value: value.map(({ name, address }) => ({ address, name })), html, text };
}

function attachmentOf(part, message) {
  const data = part.data;
  const content = globalThis.Buffer?.from(data.buffer, data.byteOffset, data.byteLength) ?? data;
  const one = {
    type: "attachment",
    content,
    contentType: part.type,
    partId: part.parent ? part.section : null,
    release: null,
    size: data.length,
    headers: headersOf(part.headers, headerOf(part, message), () => undefined),
  };
  if (part.disposition !== null) one.contentDisposition = part.disposition;
  if (part.name !== null) one.filename = part.name;
  if (part.contentId !== null) {
    [one.contentId, one.cid] = [`<${part.contentId}>`, part.contentId];
    for (let around = part.parent; around; around = around.parent) {
      if (around.type === "multipart/related") one.related = true;
    }
  }
  return one;
}

// A small message can refer to a large image many times.
const INLINED = 20 * 1024 * 1024;

/** Replaces URLs of images in the message (`cid:`) with the images themselves, up to `INLINED` characters. */
function withImages(html, attachments) {
  const images = new Map(attachments.filter(({ contentType }) => contentType.startsWith("image/")).map((one) => [one.cid, one]));
  const urls = new Map();
  let left = INLINED;
  return html.replace(/\bcid:([^'"\s>]{1,256})/g, (whole, escapedId) => {
    let id = escapedId;
    try {
      id = decodeURIComponent(escapedId);
    } catch {
      // A `%` in the identifier begins no valid escape, so the identifier stays as it is.
    }
    const image = images.get(id);
    if (!image) return whole;
    if (!urls.has(id)) urls.set(id, `data:${image.contentType};base64,${base64(image.content)}`);
    const url = urls.get(id);
    if (url.length > left) return whole;
    left -= url.length;
    return url;
  });
}

function base64(octets) {
  return globalThis.Buffer ? globalThis.Buffer.from(octets).toString("base64") : btoa(latin1(octets));
}

// A bracket belongs to a URL only with its counterpart, and punctuation only within the URL, unless URLs often end with it.
const CHARACTER = String.raw`[^\s<>"()[\]{}]`;
const BRACKETED = [["\\(", "\\)"], ["\\[", "\\]"], ["\\{", "\\}"]].map(([open, close]) => `${open}[^\\s<>"${open}${close}]*${close}`).join("|");
const URLS = new RegExp(String.raw`(\bhttps?://(?:${CHARACTER}|${BRACKETED})*(?:(?=[\P{P}/#%&*@_\-])${CHARACTER}|${BRACKETED}))`, "u");

function asHtml(text) {
  const linked = text.split(URLS).map((piece, at) => (at % 2 ? `<a href="${escaped(piece)}">${escaped(piece)}</a>` : escaped(piece)));
  const lines = linked.join("").trim().split("\n").map((line) => line.trimEnd());
  return `<p>${lines.join("\n").replace(/\n\n+/g, "</p><p>").replace(/\n/g, "<br/>")}</p>`;
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]);
}
