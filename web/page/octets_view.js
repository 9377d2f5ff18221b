// Shows octets as numbers and as letters.

import { make } from "./dom.js";

// The maximum number of octets that are shown at once.
const MOST = 4096;
const WIDTH = 8;

/** Returns the lines of a dump, each with the offset, the octets as numbers, and the printable
 * octets as characters. */
export function dump(octets, start, end) {
  const lines = [];
  for (let at = start; at < end; at += WIDTH) {
    const line = octets.subarray(at, Math.min(end, at + WIDTH));
    const numbers = Array.from(line, (octet) => octet.toString(16).padStart(2, "0")).join(" ").padEnd(3 * WIDTH);
    const letters = Array.from(line, (octet) => (octet > 31 && octet < 127 ? String.fromCharCode(octet) : "·")).join("");
    lines.push(`${at.toString().padStart(6)}  ${numbers} ${letters}`);
  }
  return lines.join("\n");
}

/** Makes a button that shows or hides the octets from `start` to `end`. */
export function octetsButton(octets, start, end, texts) {
  const shown = make("div");
  const button = make("button", {
    type: "button",
    "aria-expanded": "false",
    onclick: () => {
      const isShown = shown.hasChildNodes();
      button.textContent = isShown ? texts.octets : texts.hideOctets;
      button.setAttribute("aria-expanded", String(!isShown));
      if (isShown) return shown.replaceChildren();
      const cut = Math.min(end, start + MOST);
      shown.replaceChildren(make("pre", { class: "octets", tabindex: "0", role: "group", "aria-label": texts.octets }, dump(octets, start, cut)));
      if (cut < end) shown.append(make("p", { class: "quiet" }, texts.octetsCut(end - cut)));
    },
  }, texts.octets);
  return make("div", {}, button, shown);
}
