export { MailError, init } from "./machine.js";
export { Finding, Message, Part, meanings, normalize } from "./message.js";
export { Mailbox, normalizeMailbox } from "./mailbox.js";
export { Policy } from "./policy.js";
export { addresses, decode, decodeBody, decodeHeader, decodeParameter, detect, encode, labels, version } from "./text.js";
export { encodeAddresses, encodeHeader, encodeParameter, escapePattern } from "./encode.js";
