// Writes the rules for a person's choices, in the form that `mailutf normalize --rules` reads (docs/review.md of the project).

import { encode, escapePattern } from "./mailutf/src/index.js";

/** Returns the rules for the choices of a person. Each choice is a pair of a charset label and the value of the key `read` in a
 * rule. The label is null for text without a label. */
export function rulesOf(message, choices) {
  const rules = choices.map(([label, read]) => {
    const lines = [...whose(message, read), ["label", labelOf(label)], ["read", read]];
    return `[[rule]]\n${lines.map(([key, value]) => `${key} = ${quoted(value)}\n`).join("")}`;
  });
  return `version = 1\n\n${rules.join("\n")}`;
}

// Returns the condition under which a rule applies: the sender of the message or, if there is no sender, the mailing list.
// `mailutf review` groups mail in the same way. But only a rule for a single message makes a label count more than proof, such as
// valid UTF-8.
function whose(message, read) {
  const sender = (message.from[0] ?? message.sender[0])?.address;
  if (read === "label" && message.messageId) return [["message-id", escapePattern(message.messageId)]];
  if (sender) return [["from", escapePattern(sender)]];
  return message.listId ? [["list", escapePattern(message.listId)]] : [];
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

// Quotes a value as a TOML string. A JSON string is also a TOML string if DEL is escaped.
const quoted = (value) => JSON.stringify(value).replace(/\x7f/g, "\\u007f");
