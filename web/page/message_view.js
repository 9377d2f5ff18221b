// Shows a message: its content, other ways to read the message, its parts, and the findings.

import { Message, normalize } from "./mailutf/src/index.js";
import { charsetList } from "./charset_list.js";
import { longList, make, save } from "./dom.js";
import { octetsButton } from "./octets_view.js";
import { rulesOf } from "./rules.js";

// The maximum number of characters of a text that are shown.
const MOST = 200_000;

// The policy for text with a doubtful charset label: the text is read in the charset that the evidence
// shows, because a person sees whether the guess is right.
const BY_EVIDENCE = { doubtful: "evidence" };

/** Shows a message in `place`. `name` is the name of its file. */
export function showMessage(place, octets, name, texts, say) {
  // `choices` is the reading that the person chose for each charset label. `open` is the section number of
  // the part that is open.
  const choices = new Map();
  let open;

  function render(focused) {
    const policy = { ...BY_EVIDENCE };
    if (choices.size) policy.rules = rulesOf(new Message(octets), [...choices]);
    const message = new Message(octets, policy);
    place.replaceChildren(...[fields(message), bodies(message), readings(message), files(message, policy), parts(message), findings(message)].flat());
    if (focused) document.getElementById(focused)?.focus();
    return message;
  }

  function fields(message) {
    const people = (list) => list.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");
    const rows = [
      [texts.from, people(message.from)],
      [texts.to, people(message.to)],
      [texts.cc, people(message.cc)],
      [texts.date, message.date?.toLocaleString() ?? ""],
    ].filter(([, value]) => value);
    const list = make("dl", {}, rows.map(([term, value]) => [make("dt", {}, term), make("dd", { dir: "auto" }, value)]).flat());
    const hint = message.headers.length ? null : make("p", { class: "guess" }, texts.noFields);
    return [make("h2", { dir: "auto", tabindex: "-1", id: "subject" }, message.subject || texts.noSubject), rows.length ? list : null, hint].filter(Boolean);
  }

  // Returns the elements that show the texts of the message.
  function bodies(message) {
    const shown = message.textBodies.filter((part) => part.plainText !== null);
    if (!shown.length) return [];
    const item = (at) => make("li", {}, textOf(shown[at].plainText));
    return [longList(make("ul", { class: "plain", id: "text", "aria-label": texts.text }), shown.length, item, texts, 10)];
  }

  const cut = (characters) => characters.slice(0, MOST).trimEnd() || texts.empty;
  const textOf = (characters) => make("pre", { class: "text", dir: "auto", tabindex: "0", role: "group", "aria-label": texts.text }, cut(characters));

  function readings(message) {
    // `choices` are not applied here. If they were, the readings that the person did not choose would be
    // missing from the list.
    const all = new Message(octets).readings();
    const doubtful = all.filter(({ alternatives, error, label }) => alternatives.length || (error && !isBinary(error)) || choices.has(label));
    const shown = doubtful.length ? doubtful : all.filter(({ place }) => place === "body").slice(0, 1);
    const title = [make("h2", {}, texts.readings), make("p", { class: "quiet" }, texts.readingsHelp)];
    if (!shown.length) return [];
    const sets = shown.map((reading, index) => choiceOf(message, reading, index, all));
    return [...title, doubtful.length ? null : make("p", {}, texts.allSure), ...sets, ...rules(message)].filter(Boolean);
  }

  const isBinary = (error) => /not text/.test(error);

  function choiceOf(message, reading, index, all) {
    const { place: where, section, label, used, because, error, alternatives, part } = reading;
    const chosen = choices.get(label);
    const group = `reading-${index}`;
    const line = (id, value, title, sample) => make("label", { class: "choice", for: id },
      make("input", { type: "radio", name: group, id, checked: value === chosen, onchange: () => choose(label, value, id) }),
      make("span", {}, title, sample ? make("span", { class: "sample", dir: "auto" }, sample) : null));
    const original = error ? texts.notRead(error) : texts.asRead(used, because);
    const lines = [line(`${group}-0`, undefined, original, where === "body" ? sampleOf(part) : undefined)];
    for (const [at, { read, how, sample }] of alternatives.entries()) lines.push(line(`${group}-${at + 1}`, read, texts.otherwise(how), sample));
    const isOther = chosen !== undefined && !alternatives.some(({ read }) => read === chosen);
    const id = `${group}-other`;
    const option = (charset) => make("option", { value: charset, selected: isOther && charset === chosen }, charset);
    const groups = charsetList(reading, all).map(([key, names]) => make("optgroup", { label: texts[key] }, names.map(option)));
    const select = make("select", { id, "aria-label": texts.anotherLabel, onchange: () => choose(label, select.value || undefined, id) },
      make("option", { value: "" }, "—"), groups);
    lines.push(make("div", { class: "choice" }, make("label", { for: id }, texts.another), select));
    const now = message.readings().find((one) => one.place === where && one.part === part);
    const isSame = chosen !== undefined && !["evidence", "label"].includes(chosen) && where === "body" && now?.used !== chosen && !sameCharset(now?.used, chosen);
    if (isSame) lines.push(make("p", { class: "guess", role: "note" }, texts.noEffect));
    return make("fieldset", {}, make("legend", {}, texts.place[where](section, label)), lines);
  }

  function sampleOf(part) {
    const text = new Message(octets).parts[part]?.plainText ?? "";
    const line = text.split("\n").find((one) => /[^\x00-\x7f]/.test(one)) ?? text.split("\n").find((one) => one.trim());
    return line?.trim().slice(0, 200);
  }

  function choose(label, read, id) {
    if (read === undefined) choices.delete(label);
    else choices.set(label, read);
    const message = render(id);
    say(texts.isRead(message.subject || texts.noSubject));
  }

  function rules(message) {
    if (!choices.size) return [];
    const text = rulesOf(message, [...choices]);
    return [
      make("h3", {}, texts.rule),
      make("p", { class: "quiet" }, texts.ruleHelp),
      make("pre", { class: "rules", tabindex: "0", role: "group", "aria-label": texts.rule }, text),
      make("button", { type: "button", id: "copy", onclick: () => copy(text) }, texts.copy),
    ];
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The page has no permission to write to the clipboard. So the text is put in a text area, selected,
      // and copied, as a user would do.
      const area = make("textarea", {}, text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      document.getElementById("copy")?.focus();
    }
    say(texts.copied);
  }

  function parts(message) {
    const inside = new Map();
    for (const part of message.parts) {
      if (inside.has(part.parent)) inside.get(part.parent).push(part);
      else inside.set(part.parent, [part]);
    }
    const shown = make("div", { id: "part" });
    const item = (part) => {
      const isOpen = part.section === open;
      const button = make("button", {
        type: "button", class: "link", "aria-pressed": String(isOpen),
        onclick: () => {
          open = part.section;
          for (const other of tree.querySelectorAll('[aria-pressed="true"]')) other.setAttribute("aria-pressed", "false");
          button.setAttribute("aria-pressed", "true");
          shown.replaceChildren(...partOf(part));
        },
      }, make("span", { dir: "auto" }, texts.part(part.section, part.type, part.name)));
      const below = inside.get(part);
      return make("li", {}, button, below ? longList(make("ul"), below.length, (at) => item(below[at]), texts) : null);
    };
    const tree = make("ul", { class: "parts" });
    tree.append(item(message.parts[0]));
    const chosen = message.part(open);
    if (chosen) shown.append(...partOf(chosen));
    return [make("h2", {}, texts.parts), tree, shown];
  }

  function partOf(part) {
    const title = make("h3", { dir: "auto" }, texts.part(part.section, part.type, part.name));
    const controls = make("div", { class: "controls" }, octetsButton(octets, part.start, part.end, texts));
    if (part.kind === "multipart") return [title, controls];
    controls.prepend(make("button", { type: "button", onclick: () => save(part.safeName ?? "part", new Blob([part.data])) }, texts.save));
    let reading;
    try {
      reading = part.reading();
    } catch (error) {
      return [title, make("p", { class: "quiet" }, part.kind === "text" ? texts.notRead(error.message) : texts.noText(part.data.length)), controls];
    }
    const isHtml = part.type === "text/html";
    const text = textOf(isHtml ? part.plainText : reading.text);
    if (isHtml) {
      let isSource = false;
      const toggle = make("button", { type: "button", onclick: () => {
        isSource = !isSource;
        toggle.textContent = isSource ? texts.readable : texts.source;
        text.textContent = cut(isSource ? reading.text : part.plainText);
      } }, texts.source);
      controls.prepend(toggle);
    }
    return [title, make("p", { class: "quiet" }, texts.inCharset(reading.charset, reading.because)), text, controls];
  }

  function files(message, policy) {
    const list = message.files;
    const item = (at) => {
      const part = list[at];
      const button = make("button", { type: "button", class: "link", onclick: () => save(part.safeName ?? "attachment", new Blob([part.data])) },
        texts.save, " ", make("span", { dir: "auto" }, part.name ?? texts.unnamed));
      return make("li", {}, button, " ", make("span", { class: "quiet" }, part.type));
    };
    const { output, isChanged } = normalize(octets, policy);
    const whole = isChanged
      ? make("p", {}, make("button", { type: "button", class: "main", id: "save-utf8", onclick: () => save(`${name}.utf8.eml`, new Blob([output], { type: "message/rfc822" })) }, texts.saveUtf8))
      : make("p", {}, texts.unchanged);
    const attachments = list.length
      ? [make("h2", {}, texts.attachments), longList(make("ul", { class: "plain", id: "attachments" }), list.length, item, texts)]
      : [];
    return [...attachments, whole];
  }

  function findings(message) {
    const list = message.findings;
    const title = make("h2", {}, texts.findings);
    if (!list.length) return [title, make("p", {}, texts.noFindings)];
    const item = (at) => {
      const { code, severity, section, start, end, detail, meaning } = list[at];
      return make("li", {},
        make("p", {}, make("span", { class: `severity ${severity}` }, texts.severity[severity]), ` ${meaning} `, make("code", {}, code)),
        make("p", { class: "quiet", dir: "auto" }, [detail, texts.where(section, start, end)].filter(Boolean).join("; ")),
        end > start ? octetsButton(octets, start, end, texts) : null);
    };
    return [title, longList(make("ul", { class: "plain", id: "findings" }), list.length, item, texts)];
  }

  const sameCharset = (one, other) => one?.toLowerCase() === other.toLowerCase();
  return render();
}
