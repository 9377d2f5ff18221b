// Runs the page: takes a file that the user chooses or drops, or text that the user pastes, and shows
// the mail in it.

import { init } from "./mailutf/src/index.js";
import { otherFormat, showFormat } from "./format_view.js";
import { showMailbox } from "./mailbox_view.js";
import { showMessage } from "./message_view.js";
import texts from "./texts.en.js";

const byId = (id) => document.getElementById(id);
const [status, mailbox, message] = [byId("status"), byId("mailbox"), byId("message")];

for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
document.title = `${texts.title} – mailutf`;

function say(text, isBad = false) {
  status.textContent = text;
  status.classList.toggle("bad", isBad);
}

// The maximum number of octets of a file that is read as a whole. A larger file is read in pieces, as
// a mailbox.
const WHOLE = 64 << 20;

let close = () => {};

async function take(blob, name) {
  close();
  close = () => {};
  mailbox.replaceChildren();
  message.replaceChildren();
  say(texts.reading);
  try {
    await init();
    const format = await otherFormat(blob);
    if (format) {
      showFormat(message, format, texts);
      say(texts.notMail);
      byId("format").focus();
    } else if (await isMailbox(blob)) {
      close = showMailbox(mailbox, blob, name, texts, say, open);
      mailbox.querySelector("h2").focus();
    } else {
      open(new Uint8Array(await blob.arrayBuffer()), name);
    }
  } catch (error) {
    say(texts.failed(error.message), true);
  }
}

async function isMailbox(blob) {
  const start = await blob.slice(0, 5).text();
  return start === "From " || start.startsWith("\x01\x01\x01\x01") || blob.size > WHOLE;
}

function open(octets, name) {
  const shown = showMessage(message, octets, name, texts, say);
  say(texts.isRead(shown.subject || texts.noSubject));
  byId("subject").focus();
  byId("subject").scrollIntoView();
}

const withoutEnding = (name) => name.replace(/\.[^.]*$/, "") || "message";

byId("file").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  if (file) take(file, withoutEnding(file.name));
  // Resets the field, so that the user can choose the same file again.
  target.value = "";
});

byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  take(new Blob([letterOf(byId("pasted").value)]), "message");
});

// Turns pasted text into a message. If the text contains encoded words but does not start with a
// header field, it becomes the Subject of the message. Such text is copied, for example, from a list
// of messages.
function letterOf(pasted) {
  const isPiece = /=\?[^?\s]+\?[bq]\?/i.test(pasted) && !/^[!-9;-~]+:/.test(pasted);
  return isPiece ? `Subject: ${pasted.trim().replace(/\s*\n\s*/g, "\r\n ")}\r\n\r\n` : pasted;
}

// A file can be dropped anywhere on the page.
const drop = byId("drop");
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
document.addEventListener("dragleave", ({ relatedTarget }) => {
  if (!relatedTarget) drop.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file) take(file, withoutEnding(file.name));
  else if (event.dataTransfer.getData("text")) take(new Blob([event.dataTransfer.getData("text")]), "message");
});

if ("serviceWorker" in navigator) {
  const isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register("offline.js").then(() => navigator.serviceWorker.ready).then(() => {
    document.documentElement.dataset.offline = "ready";
    if (isFirst && !status.textContent) say(texts.isOffline);
  }, () => {
    // If the service worker cannot be installed, the page still works, but needs a network.
  });
}
