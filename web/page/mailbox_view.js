// Shows a mailbox, which a worker reads. The messages are listed while the mailbox is read, and the
// mailbox can be saved in UTF-8.

import { Mailbox } from "./mailutf/src/index.js";
import { MailWorker } from "./mailutf/src/worker.js";
import { longList, make, save } from "./dom.js";

// The maximum number of messages that can be listed. Further messages are only counted.
const KEPT = 20_000;
// The number of octets of the converted mailbox that are put in one blob, because a browser can move blobs from
// memory to disk.
const TOGETHER = 8 << 20;

/** Shows a mailbox in `place`, and calls `open` for each chosen message. Returns a function that ends the reading. */
export function showMailbox(place, blob, name, texts, say, open) {
  const worker = new MailWorker();
  const bar = make("progress", { max: String(blob.size || 1), value: "0", "aria-label": texts.mailbox });
  const count = make("p", { class: "quiet", id: "count" });
  const list = make("ul", { class: "plain", id: "messages" });
  let abort = new AbortController();
  const stop = make("button", { type: "button", onclick: () => abort.abort(new Error(texts.stopped)) }, texts.stop);
  const saver = make("button", { type: "button", class: "main", id: "save-mailbox", onclick: saveAll, disabled: true }, texts.saveMailbox);
  place.replaceChildren(make("h2", { tabindex: "-1" }, texts.mailbox), bar, count, make("p", {}, stop, saver), list);

  const entries = [];
  let messages = 0;
  const progress = (octets) => { bar.value = octets; };
  readAll();

  async function readAll() {
    try {
      for await (const entry of worker.list(blob, null, { progress, signal: abort.signal })) {
        messages += 1;
        if (entries.length < KEPT) entries.push(entry);
        if (messages % 500 === 0) count.textContent = `${texts.messages(messages)}, ${texts.progress(bar.value, blob.size)}`;
        if (entries.length === 100 && messages === 100) showEntries();
      }
      bar.value = blob.size;
      say(texts.messages(messages));
    } catch (error) {
      say(error.message, true);
    }
    count.textContent = [texts.messages(messages), messages > KEPT ? texts.cut(KEPT) : ""].filter(Boolean).join(". ");
    showEntries();
    stop.hidden = true;
    saver.disabled = false;
  }

  function showEntries() {
    list.replaceChildren();
    longList(list, entries.length, (at) => item(at), texts);
  }

  function item(at) {
    const { subject, from, date, reason } = entries[at];
    if (reason) return make("li", { class: "unresolved" }, texts.skipped(reason));
    const sender = from[0]?.name || from[0]?.address || "";
    return make("li", {},
      make("button", { type: "button", class: "link", onclick: () => openEntry(at) }, make("span", { dir: "auto" }, subject || texts.noSubject)),
      make("span", { class: "quiet", dir: "auto" }, ` ${[sender, date?.toLocaleDateString()].filter(Boolean).join(", ")}`));
  }

  async function openEntry(at) {
    const { offset } = entries[at];
    const end = entries[at + 1]?.offset ?? blob.size;
    for await (const message of new Mailbox(blob.slice(offset, end))) {
      open(message.data, `${name}-${at + 1}`);
      break;
    }
  }

  async function saveAll() {
    abort = new AbortController();
    saver.disabled = true;
    stop.hidden = false;
    const blobs = [];
    let pieces = [];
    let size = 0;
    let totals;
    const report = (done) => {
      totals = done;
      bar.value = done.octets;
      count.textContent = `${texts.messages(done.messages)}, ${texts.progress(done.octets, blob.size)}`;
    };
    try {
      for await (const piece of worker.normalizeMailbox(blob, { doubtful: "evidence" }, { progress: report, signal: abort.signal })) {
        pieces.push(piece);
        size += piece.length;
        if (size >= TOGETHER) {
          blobs.push(new Blob(pieces));
          [pieces, size] = [[], 0];
        }
      }
      save(`${name}.utf8.mbox`, new Blob([...blobs, ...pieces], { type: "application/mbox" }));
      say(texts.saved(totals));
      count.textContent = texts.saved(totals);
    } catch (error) {
      say(error.message, true);
    }
    saver.disabled = false;
    stop.hidden = true;
  }

  return () => {
    abort.abort(new Error(texts.stopped));
    worker.close();
  };
}
