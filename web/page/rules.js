// Writes the rules for a person's choices, in the form that `mailutf normalize --rules` reads (docs/review.md of the project).

import { encode } from "./mailutf/src/index.js";

/** The rules for choices. Each choice is a pair: a label, or null for text without a label, and the value of `read`. */
export function rulesOf(message, choices) {
  const rules = choices.map(([label, read]) => {
    const lines = [...whose(message), ["label", labelOf(label)], ["read", read]];
    return `[[rule]]\n${lines.map(([key, value]) => `${key} = ${quoted(value)}\n`).join("")}`;
  });
  return `version = 1\n\n${rules.join("\n")}`;
}

// The sender, or else the mailing list: `mailutf review` groups mail in the same way.
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

// A JSON string is also a TOML string, if DEL is escaped.
const quoted = (value) => JSON.stringify(value).replace(/\x7f/g, "\\u007f");
