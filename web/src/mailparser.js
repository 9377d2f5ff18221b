// Implements `simpleParser` with the interface of mailparser. README.md lists the differences.

import { init } from "./machine.js";
import { Message } from "./message.js";
import { piecesOf } from "./octets.js";

const ADDRESSES = ["from", "to", "cc", "bcc", "sender", "reply-to", "delivered-to", "return-path", "resent-from", "resent-to",
  "resent-cc", "resent-bcc", "resent-sender", "resent-reply-to", "disposition-notification-to"];
const IDENTIFIERS = ["message-id", "in-reply-to", "references", "content-id", "resent-message-id"];
const PRIORITIES = ["x-priority", "x-msmail-priority", "importance", "priority"];
const WITH_PARAMETERS = ["content-type", "content-disposition", "dkim-signature"];

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
  const mail = { attachments: [], headers: new Map(), headerLines: [] };
  readHeaders(message, mail);
  mail.attachments = message.files.map(attachmentOf);

  const plain = message.textBodies.filter((part) => part.kind === "text" && part.type !== "text/html");
  const html = message.htmlBodies.filter((part) => part.type === "text/html").map((part) => withoutReturns(part.text ?? ""));
  const text = plain.map((part) => withoutReturns(part.text ?? "").replace(/\n$/, "")).join("\n");
  if (html.length) mail.html = skipImageLinks ? html.join("<br/>\n") : withImages(html.join("<br/>\n"), mail.attachments);
  else mail.html = false;
  if (plain.length) {
    mail.text = text;
    if (!skipTextToHtml) mail.textAsHtml = asHtml(text);
  } else if (html.length && !skipHtmlToText) {
    const shown = message.htmlBodies.filter((part) => part.type === "text/html").map((part) => part.plainText ?? "");
    mail.text = shown.join("\n");
    if (!skipTextToHtml) mail.textAsHtml = asHtml(mail.text);
  }
  return mail;
}

const withoutReturns = (text) => text.replace(/\r\n/g, "\n");

function readHeaders(message, mail) {
  for (const [name, value] of message.headers) {
    let key = name.toLowerCase();
    mail.headerLines.push({ key, line: `${name}: ${value}` });
    if (PRIORITIES.includes(key)) key = "priority";
    if (ADDRESSES.includes(key)) continue;
    const known = mail.headers.get(key);
    const one = valueOf(key, value, message);
    if (known === undefined || IDENTIFIERS.includes(key) || ["subject", "date", "priority"].includes(key)) {
      mail.headers.set(key, one);
    } else {
      mail.headers.set(key, [].concat(known, one));
    }
  }
  for (const key of ADDRESSES) {
    if (message.header(key) !== null) mail.headers.set(key, addressesOf(message.addresses(key)));
  }
  const { headers } = mail;
  for (const [field, key] of [["subject", "subject"], ["from", "from"], ["to", "to"], ["cc", "cc"], ["bcc", "bcc"],
    ["sender", "sender"], ["replyTo", "reply-to"], ["date", "date"], ["messageId", "message-id"], ["inReplyTo", "in-reply-to"],
    ["references", "references"], ["priority", "priority"]]) {
    if (headers.get(key) !== undefined) mail[field] = headers.get(key);
  }
}

function valueOf(key, value, message) {
  const bracketed = (ids) => ids.map((id) => `<${id}>`);
  switch (key) {
    case "date": return message.date ?? undefined;
    case "message-id": return message.messageId === null ? undefined : `<${message.messageId}>`;
    case "in-reply-to": return bracketed(message.inReplyTo)[0];
    case "references": {
      const ids = bracketed(message.references);
      return ids.length === 1 ? ids[0] : ids;
    }
    case "priority": return priorityOf(value);
    default: return WITH_PARAMETERS.includes(key) ? withParameters(value) : value.replace(/\s+/g, " ").trim();
  }
}

function priorityOf(value) {
  const word = value.trim().toLowerCase();
  if (/^[12]|high|urgent/.test(word)) return "high";
  return /^[45]|low|non/.test(word) ? "low" : "normal";
}

function withParameters(field) {
  const params = {};
  const [value, ...rest] = field.match(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? [""];
  for (const one of rest) {
    const [, name, quoted, plain] = /^\s*([^=\s]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|(.*?))\s*$/.exec(one) ?? [];
    if (name) params[name.toLowerCase()] = quoted?.replace(/\\(.)/g, "$1") ?? plain;
  }
  return { value: value.trim().toLowerCase(), params };
}

function addressesOf(value) {
  const shown = value.map(({ name, address }) => (name ? { name: `"${name}"`, plain: name, address } : { address }));
  const text = shown.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");
  const html = shown.map(({ plain, address }) => {
    const link = `<a href="mailto:${escaped(address)}" class="mp_address_email">${escaped(address)}</a>`;
    const named = plain ? `<span class="mp_address_name">${escaped(plain)}</span> &lt;${link}&gt;` : link;
    return `<span class="mp_address_group">${named}</span>`;
  }).join(", ");
  return { value: value.map(({ name, address }) => ({ address, name })), html, text };
}

function attachmentOf(part) {
  const data = part.data;
  const content = globalThis.Buffer?.from(data.buffer, data.byteOffset, data.byteLength) ?? data;
  const one = {
    type: "attachment",
    content,
    contentType: part.type,
    partId: part.section,
    release: null,
    size: data.length,
    headers: new Map(part.headers.map(([name, value]) => {
      const key = name.toLowerCase();
      return [key, WITH_PARAMETERS.includes(key) ? withParameters(value) : value];
    })),
  };
  if (part.disposition !== null) one.contentDisposition = part.disposition;
  if (part.parent?.type === "multipart/related") one.related = true;
  if (part.name !== null) one.filename = part.name;
  if (part.contentId !== null) [one.contentId, one.cid] = [`<${part.contentId}>`, part.contentId];
  return one;
}

function withImages(html, attachments) {
  return html.replace(/\bcid:([^'"\s>]{1,256})/g, (whole, escapedId) => {
    let id = escapedId;
    try {
      id = decodeURIComponent(escapedId);
    } catch {
      // The identifier contains a `%` that begins no valid escape, so the identifier stays as it
      // is.
    }
    const found = attachments.find((one) => one.cid === id);
    return found ? `data:${found.contentType};base64,${base64(found.content)}` : whole;
  });
}

function base64(octets) {
  if (globalThis.Buffer) return globalThis.Buffer.from(octets).toString("base64");
  let binary = "";
  for (let at = 0; at < octets.length; at += 8192) binary += String.fromCharCode(...octets.subarray(at, at + 8192));
  return btoa(binary);
}

function asHtml(text) {
  const linked = escaped(text).replace(/\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`);
  const paragraphs = linked.replace(/\n+$/, "").split(/\n{2,}/);
  return paragraphs.map((one) => `<p>${one.replace(/\n/g, "<br/>")}</p>`).join("\n");
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]);
}
