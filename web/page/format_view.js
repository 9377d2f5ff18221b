// A file that is neither a message nor a mailbox: what it is, as the program names it, and what makes mail of it.

import { Mailbox } from "./mailutf/src/index.js";
import { make } from "./dom.js";

// So much tells the format.
const START = 64 << 10;

/** The name of the format if the file cannot be read; null if it can. */
export async function otherFormat(blob) {
  const start = new Mailbox(blob.slice(0, START));
  for await (const message of start) return message && null;
  return start.skipped[0]?.reason ?? null;
}

/** Shows what the file is and what to do with it in `place`. */
export function showFormat(place, format, texts) {
  const [advice, command] = texts.formats[format] ?? [texts.otherwiseSaved];
  place.replaceChildren(
    make("h2", { tabindex: "-1", id: "format" }, texts.isFormat(format)),
    make("p", {}, advice),
    command ? make("pre", { class: "rules", tabindex: "0", role: "group", "aria-label": texts.command }, command) : "");
}
