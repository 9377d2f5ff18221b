"use strict";
// Shows the groups of doubtful texts, keeps a decision for each group, and makes the file with the rules. All text is shown
// as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const units = [];
const element = (name, properties = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
};
// Returns the text with control characters, and characters that change the direction of writing or break lines,
// replaced by their code points.
const visible = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16).toUpperCase()}}`);
const decoded = (sample, charset) => {
  try {
    const octets = Uint8Array.from(atob(sample.octets), (c) => c.charCodeAt(0));
    return visible(new TextDecoder(charset).decode(octets)).trim();
  } catch {
    return null; // The browser lacks this decoder; mailutf has it.
  }
};

// Returns the charsets that were typed. Returns null if a charset is unknown or is typed twice, or if there are several
// charsets and the letters of a text cannot show which one the text is in.
const named = (typed) => {
  const charsets = typed.toLowerCase().split(/[\s,]+/).filter((name) => name !== "");
  const known = charsets.length > 1 ? data.scored : data.charsets;
  const good = charsets.length > 0 && new Set(charsets).size === charsets.length && charsets.every((name) => known.includes(name));
  return good ? charsets : null;
};
// Returns a sample decoded in the charset. If there are several charsets, returns the sample decoded in each of them, because
// mailutf will choose the charset of each text by its letters.
const inEach = (sample, charsets) => {
  if (charsets.length === 1) {
    return decoded(sample, charsets[0]);
  }
  return charsets.map((charset) => `${charset}: ${decoded(sample, charset) ?? "?"}`).join("  ");
};
const toml = (charsets) => (charsets.length === 1 ? `"${charsets[0]}"` : `["${charsets.join('", "')}"]`);

const samplesOf = (group, unit) => {
  const list = element("dl");
  const show = (sample) => {
    const likely = element("dd", { className: "new", textContent: sample.likely });
    unit.shown.push([sample, likely]);
    list.append(element("dt", { textContent: "label" }), element("dd", { className: "old", textContent: sample.label }));
    list.append(element("dt", { textContent: "likely" }), likely);
    list.append(element("dd", { className: "where", textContent: sample.where }));
  };
  group.samples.forEach(show);
  if (group.others.length > 0) {
    list.append(element("dt", { textContent: "others" }), element("dd", { textContent: "texts that do not agree" }));
    group.others.forEach(show);
  }
  return list;
};

const choose = (unit, choice, rule) => {
  const same = unit.choice === choice && unit.rule === rule;
  unit.choice = same ? null : choice;
  unit.rule = same ? null : rule;
  for (const [name, button] of Object.entries(unit.buttons)) {
    button.setAttribute("aria-pressed", String(name === unit.choice));
  }
  unit.box.classList.toggle("decided", unit.rule !== null);
  count();
};

const add = (group, place) => {
  const unit = { group, shown: [], buttons: {}, choice: null, rule: null, box: element("article", { tabIndex: -1 }) };
  const button = (name, text, press) => {
    unit.buttons[name] = element("button", { type: "button", textContent: text, onclick: press });
    unit.buttons[name].setAttribute("aria-pressed", "false");
    return unit.buttons[name];
  };
  const choices = element("div", { className: "choices" });
  if (group.yes !== null) {
    choices.append(button("yes", `As likely: ${group.likely}`, () => choose(unit, "yes", group.yes)));
  }
  choices.append(button("no", "As labelled", () => choose(unit, "no", group.no)));
  choices.append(button("each", "Guess each charset", () => choose(unit, "each", group.each)));
  const other = element("input", { placeholder: "another, or several", autocomplete: "off" });
  other.setAttribute("list", "charsets");
  other.setAttribute("aria-label", "Another charset");
  other.oninput = () => {
    const charsets = named(other.value);
    for (const [sample, shown] of unit.shown) {
      shown.textContent = (charsets && inEach(sample, charsets)) || sample.likely;
    }
    unit.choice = unit.rule = null;
    choose(unit, charsets && "other", charsets && `${group.conditions}read = ${toml(charsets)}\n`);
  };
  choices.append(other);
  if (group.years.length > 0) {
    choices.append(button("split", "Year by year", () => {
      unit.box.remove();
      units.splice(units.indexOf(unit), 1, ...group.years.map((year) => add(year, place)));
      show();
    }));
  }
  unit.box.append(element("h2", { textContent: group.title }), samplesOf(group, unit), choices);
  unit.box.onclick = () => turn(units.indexOf(unit), false);
  return unit;
};

let now = 0;
const turn = (to, focus = true) => {
  units[now]?.box.classList.remove("now");
  now = Math.max(0, Math.min(units.length - 1, to));
  const box = units[now]?.box;
  box?.classList.add("now");
  if (focus && box) {
    box.scrollIntoView({ block: "nearest" });
    box.focus({ preventScroll: true });
  }
};
const show = () => {
  document.getElementById("groups").replaceChildren(...units.map((unit) => unit.box));
  turn(now, false);
  count();
};
const count = () => {
  const decided = units.filter((unit) => unit.rule !== null).length;
  document.getElementById("count").textContent = `${decided} of ${units.length} decided`;
  Object.assign(document.getElementById("done"), { max: Math.max(1, units.length), value: decided });
};

const rules = () => [data.start, ...units.filter((unit) => unit.rule !== null).map((unit) => unit.rule)].join("\n");
const save = () => {
  const link = element("a", { download: "decisions.toml", href: URL.createObjectURL(new Blob([rules()], { type: "application/toml" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
const keys = {
  y: () => press("yes"), n: () => press("no"), e: () => press("each"), s: () => press("split"),
  l: () => turn(now + 1), j: () => turn(now + 1), k: () => turn(now - 1), d: save,
};
const press = (name) => {
  const before = units[now];
  before?.buttons[name]?.click();
  if (before && before.choice === name) {
    turn(now + 1);
  }
};

const charsets = element("datalist", { id: "charsets" }, ...data.charsets.map((value) => element("option", { value })));
document.body.append(charsets);
units.push(...data.groups.map((group) => add(group)));
document.getElementById("save").onclick = save;
document.getElementById("all").onclick = () => {
  for (const unit of units) {
    if (unit.group.clear && unit.rule === null) {
      choose(unit, "yes", unit.group.yes);
    }
  }
};
document.addEventListener("keydown", (event) => {
  const typed = event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey;
  const act = keys[event.key.toLowerCase()];
  if (!typed && act) {
    event.preventDefault();
    act();
  }
});
show();
turn(0, false);
