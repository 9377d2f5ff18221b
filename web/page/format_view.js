// Shows the format of a file that is neither a message nor a mailbox, and how to convert the file to mail. The names
// of formats are the same as in the output of the program `mailutf`.

import { Mailbox } from "./mailutf/src/index.js";
import { make } from "./dom.js";

// The number of octets at the start of a file from which the format is determined.
const START = 64 << 10;

/** Returns the name of the format if the file cannot be read; null if the file can be read. */
export async function otherFormat(blob) {
  const start = new Mailbox(blob.slice(0, START));
  for await (const message of start) return message && null;
  return start.skipped[0]?.reason ?? null;
}

/** Shows in `place` the format of the file and what to do with the file. */
export function showFormat(place, format, texts) {
  const [advice, command] = texts.formats[format] ?? [texts.otherwiseSaved];
  place.replaceChildren(
    make("h2", { tabindex: "-1", id: "format" }, texts.isFormat(format)),
    make("p", {}, advice),
    command ? make("pre", { class: "rules", tabindex: "0", role: "group", "aria-label": texts.command }, command) : "");
}
