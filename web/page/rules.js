// The rules that a person's choices make, as `mailutf normalize --rules` reads them (docs/review.md of the project).

import { encode } from "./mailutf/src/index.js";

/** The rules for choices: pairs of a label, null for text without one, and what `read` is. */
export function rulesOf(message, choices) {
  const rules = choices.map(([label, read]) => {
    const lines = [...whose(message), ["label", labelOf(label)], ["read", read]];
    return `[[rule]]\n${lines.map(([key, value]) => `${key} = ${quoted(value)}\n`).join("")}`;
  });
  return `version = 1\n\n${rules.join("\n")}`;
}

// The sender, or else the mailing list, as `mailutf review` groups mail.
function whose(message) {
  const sender = (message.from[0] ?? message.sender[0])?.address;
  if (sender) return [["from", sender]];
  return message.listId ? [["list", message.listId]] : [];
}

function labelOf(label) {
  if (label === null || label.trim() === "") return "none";
  try {
    encode("", label);
    return label;
  } catch {
    return "unknown";
  }
}

// A string of TOML is one of JSON, but for DEL.
const quoted = (value) => JSON.stringify(value).replace(/\x7f/g, "\\u007f");
