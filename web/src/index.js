export { MailError, init } from "./machine.js";
export { Finding, Message, Part, meanings, normalize } from "./message.js";
export { Mailbox, normalizeMailbox } from "./mailbox.js";
export { Policy } from "./policy.js";
export { addresses, decode, decodeBody, decodeHeader, detect, encode, labels, version } from "./text.js";
