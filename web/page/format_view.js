// A file that is neither a message nor a mailbox: its format, as the program names it, and how to convert it to mail.

import { Mailbox } from "./mailutf/src/index.js";
import { make } from "./dom.js";

// The octets from which the format is determined.
const START = 64 << 10;

/** The name of the format if the file cannot be read; null if it can. */
export async function otherFormat(blob) {
  const start = new Mailbox(blob.slice(0, START));
  for await (const message of start) return message && null;
  return start.skipped[0]?.reason ?? null;
}

/** Shows in `place` what the file is and what to do with it. */
export function showFormat(place, format, texts) {
  const [advice, command] = texts.formats[format] ?? [texts.otherwiseSaved];
  place.replaceChildren(
    make("h2", { tabindex: "-1", id: "format" }, texts.isFormat(format)),
    make("p", {}, advice),
    command ? make("pre", { class: "rules", tabindex: "0", role: "group", "aria-label": texts.command }, command) : "");
}
