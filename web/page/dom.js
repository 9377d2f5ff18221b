// Makes elements of the page. Content of mail always becomes text, never markup.

/** Makes an element with attributes, listeners (whose names start with `on`), and children. A
 * string becomes text. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Saves a file. */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser can still read the blob after the click, so the URL is kept for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Makes a list that shows its first items, and shows more items when the user asks for them. */
export function longList(list, count, item, texts, step = 100) {
  let shown = 0;
  const more = make("button", { type: "button", onclick: () => show(true) });
  const last = make("li", {}, more);
  function show(isAsked) {
    const end = Math.min(count, shown + step);
    const first = shown;
    last.remove();
    for (; shown < end; shown++) list.append(item(shown));
    if (shown < count) {
      more.textContent = texts.more(count - shown);
      list.append(last);
    }
    if (isAsked) list.children[first]?.querySelector("button, a")?.focus();
  }
  show(false);
  return list;
}
