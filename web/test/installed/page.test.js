// Tests the page in a browser: clicks, drops, downloads, work without a network, hostile mail, and accessibility. If
// SCREENS names a folder, pictures of the page are saved in this folder.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, after, describe, test } from "node:test";
import { Message, labels, normalize, normalizeMailbox } from "mailutf";
import { noBrowser, problemsOf, serve, startBrowser } from "./browser.js";
import { files } from "../corpus.js";
import texts from "../../page/texts.en.js";
import { run, tool, web } from "./tools.js";

const latin1 = (text) => Buffer.from(text, "latin1");
// A message in windows-1251 whose labels name other charsets. The octets are also valid in the declared charsets, so
// they do not prove the mistake.
const GARBLED = latin1("From: =?x-user-defined?Q?=C8=E2=E0=ED?= <ivan@example.org>\nTo: ann@example.org\nDate: Sat, 21 Nov 2026 10:00:00 +0100\n"
  + "Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=iso-8859-1\n\n"
  + "\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\n--b\nContent-Type: text/html; charset=utf-8\n\n<h1>Hi</h1><script>alert(1)</script>\n"
  + "--b\nContent-Type: image/png; name=\"=?koi8-r?B?68/E?=.png\"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\niVBORw==\n--b--\n");

describe("the page", { skip: noBrowser }, () => {
  let chromium, page, problems, server, site, downloads, cdp;

  const textOf = (selector) => page.$eval(selector, (element) => element.textContent);
  const waitFor = (condition, ...given) => page.waitForFunction(condition, { timeout: 20_000 }, ...given);
  const statusIs = (text) => waitFor((wanted) => document.querySelector("#status").textContent.includes(wanted), text);
  const file = (name, octets) => {
    const path = join(downloads, name);
    writeFileSync(path, octets);
    return path;
  };
  const choose = async (name, octets) => (await page.$("#file")).uploadFile(file(name, octets));
  const downloaded = async (name) => {
    const path = join(downloads, name);
    for (let times = 0; !existsSync(path); times++) {
      assert.ok(times < 200, `${name} was not saved`);
      await new Promise((done) => { setTimeout(done, 50); });
    }
    return readFileSync(path);
  };
  const clickText = (selector, text) => page.evaluate((selector, text) => {
    [...document.querySelectorAll(selector)].find((element) => element.textContent.includes(text)).click();
  }, selector, text);
  const screen = (name) => process.env.SCREENS && page.screenshot({ path: join(process.env.SCREENS, `${name}.png`), fullPage: true });
  const accessible = async (name) => {
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary])]), [], `${name}, ${scheme}`);
    }
    await page.setViewport({ width: 360, height: 700 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${name} is ${width} pixels wide`);
    await screen(`${name}-narrow-dark`);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await page.setViewport({ width: 1000, height: 800 });
    await screen(name);
  };

  before(async () => {
    downloads = mkdtempSync(join(tmpdir(), "mailutf-page-"));
    site = join(downloads, "site");
    run(web, "./make-page", site);
    server = await serve(site);
    chromium = await startBrowser();
    page = await chromium.newPage();
    problems = problemsOf(page);
    cdp = await chromium.target().createCDPSession();
    await cdp.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
    await page.setViewport({ width: 1000, height: 800 });
    await page.evaluateOnNewDocument(readFileSync(tool.resolve("axe-core/axe.min.js"), "utf8"));
    await page.goto(server.address);
  });

  after(async () => {
    await chromium?.close();
    await server?.end();
    rmSync(downloads, { recursive: true, force: true });
  });

  test("tells what it does, in the title, too", async () => {
    assert.match(await textOf("h1"), /garbled/);
    assert.match(await page.title(), /garbled letter – mailutf/);
    const first = await page.$eval("body", (body) => body.innerText);
    assert.doesNotMatch(first, /charset|encod|unicode|utf|mime|mbox|mailbox|\.eml|header|field|source|octet|byte/i);
    await accessible("start");
  });

  test("shows a message; another reading is chosen, and all texts follow", async () => {
    await choose("letter.eml", GARBLED);
    await statusIs("Read: ");
    const before = new Message(GARBLED);
    assert.equal(await textOf("#subject"), "Привет");
    assert.match(await textOf("#message"), /ann@example.org/);
    await accessible("message");
    // The page shows the text of the message before the list of charsets. The list begins with the charsets that fit
    // the message, and frequent charsets follow.
    assert.ok(await page.evaluate(() => document.querySelector("pre.text").compareDocumentPosition(document.querySelector("fieldset")) & Node.DOCUMENT_POSITION_FOLLOWING));
    const groups = await page.$$eval("fieldset:first-of-type optgroup", (all) => all.map(({ label, children }) => [label, [...children].map(({ value }) => value)]));
    assert.deepEqual(groups.map(([label]) => label), ["Likely for this message", "Frequent in mail", "All others"]);
    const fits = before.readings().flatMap(({ alternatives }) => alternatives.map(({ read }) => read)).filter((read) => labels().has(read));
    assert.ok(fits.length && fits.every((charset) => groups[0][1].includes(charset)), String(fits));
    assert.ok(groups[1][1].indexOf("ISO-8859-1") < 3, String(groups[1][1]));
    assert.deepEqual(groups.flatMap(([, names]) => names).sort(), [...labels().keys()].sort());
    // If the user chooses a charset for one text, the choice applies to all texts with the same label.
    const select = (await page.$$("fieldset select"))[0];
    await select.select("KOI8-R");
    await waitFor(() => document.querySelector("pre.rules"));
    const rules = await textOf("pre.rules");
    assert.equal(rules, 'version = 1\n\n[[rule]]\nfrom = "ivan@example.org"\nlabel = "iso-8859-1"\nread = "KOI8-R"\n');
    const chosen = new Message(GARBLED, { rules });
    assert.equal(await textOf("#subject"), chosen.subject);
    assert.equal((await textOf("pre.text")).trim(), chosen.text.trim());
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "SELECT");
    await screen("message-another-reading");
    // The first reading is chosen again, by the keyboard. The page then shows the original subject and no rules.
    await page.focus("fieldset input[type=radio]");
    await page.keyboard.press("Space");
    await waitFor((subject) => document.querySelector("#subject").textContent === subject, before.subject);
    assert.equal(await page.$("pre.rules"), null);
    assert.equal(await page.evaluate(() => document.activeElement.type), "radio");
  });

  test("an alternative is seen before it is chosen, and the rule is copied", async () => {
    const letter = latin1("Message-ID: <1*@example.org>\nFrom: a@example.org\nSubject: x\nContent-Type: text/plain; charset=iso-8859-1\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0 \xf3 \xf2\xe5\xe1\xff?\n");
    await choose("odd.eml", letter);
    await statusIs("Read: x");
    const radios = await page.$$("fieldset input[type=radio]");
    assert.ok(radios.length > 1);
    const sample = await page.$eval("fieldset .choice:nth-of-type(2) .sample", (element) => element.textContent);
    await page.focus("fieldset input[type=radio]");
    await page.keyboard.press("ArrowDown");
    await waitFor(() => document.querySelector("pre.rules"));
    assert.ok((await textOf("pre.text")).startsWith(sample.slice(0, 10)));
    const rules = await textOf("pre.rules");
    assert.ok((await textOf("pre.text")).startsWith("Ïðèâåò"));
    assert.match(rules, /message-id = "1\\\\\*@example.org"\nlabel = "iso-8859-1"\nread = "label"/);
    const context = chromium.defaultBrowserContext();
    await context.overridePermissions(server.address, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
    await page.bringToFront();
    await page.click("#copy");
    await statusIs("The rule was copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), rules);
    await page.click("#save-utf8");
    assert.deepEqual(await downloaded("odd.utf8.eml"), Buffer.from(normalize(letter, { rules, doubtful: "evidence" }).output));
  });

  test("a header is pasted", async () => {
    await page.focus("#pasted");
    await page.keyboard.sendCharacter("Subject: =?iso-2022-jp?B?GyRCRnxLXDhsGyhC?=\nFrom: =?utf-8?Q?J=C3=B6rg?= <j@example.org>\n");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await statusIs("日本語");
    assert.equal(await textOf("#subject"), "日本語");
    assert.match(await textOf("#message"), /Jörg <j@example.org>/);
  });

  test("a piece is pasted, garbled or encoded", async () => {
    const paste = async (text) => {
      await page.$eval("#pasted", (area, text) => { area.value = text; }, text);
      await page.click("#paste button");
    };
    await paste("=?koi8-r?B?68/E?=\n =?koi8-r?B?68/E?=");
    await statusIs("КодКод");
    await paste("Ïðèâåò, êàê äåëà");
    await statusIs("(no subject)");
    assert.equal(await textOf("pre.text"), "Привет, как дела");
  });

  test("a file of another format is named as by the program, with what to do", async () => {
    const ole = latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    for (const [name, octets, said, command] of [
      ["old.pst", latin1("!BDN\0\0"), /^This is a data file of Outlook \(PST or OST\).*readpst/, /^mkdir out && readpst /],
      ["letter.msg", ole, /^This is an OLE document, the format in which Outlook saves a message.*msgconvert/, /^msgconvert --mbox/],
      ["takeout.zip", latin1("PK\x03\x04"), /^This is a ZIP archive.*Unpack it/, /^olm2mbox/],
    ]) {
      await choose(name, Buffer.concat([octets, Buffer.alloc(70_000)]));
      await waitFor((said) => new RegExp(said).test(document.querySelector("#message").textContent), said.source);
      assert.match(await textOf("#message pre"), command);
      assert.equal(await page.evaluate(() => document.activeElement.id), "format");
    }
    await accessible("other-format");
    // The page has advice for each format that the library can name but not read, and for no other format.
    const source = readFileSync(join(web, "../src/mailbox/unsupported.rs"), "utf8").split("#[cfg(test)]")[0];
    const names = [...source.matchAll(/\b(?:mailbox|other|archive)\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name.replaceAll("\\\\", "\\"));
    assert.deepEqual([...new Set(names)].sort(), Object.keys(texts.formats).sort());
  });

  test("a file is dropped; parts, octets, HTML and attachments are shown and saved", async () => {
    const path = file("dropped.eml", GARBLED);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    const input = await page.createCDPSession();
    for (const type of ["dragEnter", "dragOver", "drop"]) await input.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    await waitFor(() => document.querySelector("#attachments"));
    await clickText(".parts button", "text/html");
    assert.equal((await textOf("#part pre.text")).trim(), "Hi");
    await clickText("#part button", "as written");
    assert.match(await textOf("#part pre.text"), /<script>alert\(1\)<\/script>/);
    await clickText("#part button", "Show the octets");
    assert.match(await textOf("#part pre.octets"), /43 6f 6e 74 65 6e 74 2d {2}Content-/);
    await clickText("#attachments button", "Код.png");
    assert.deepEqual([...await downloaded("Код.png")], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok((await page.$$("#findings li")).length > 0);
    await clickText("#findings button", "Show the octets");
    assert.ok(await page.$("#findings pre.octets"));
    await accessible("message-parts");
  });

  test("a mailbox is listed, read and saved", async () => {
    const { octets } = files.find(({ name }) => name.endsWith("mboxrd.mbox"));
    await choose("old.mbox", octets);
    await statusIs("3 messages");
    assert.equal((await page.$$("#messages button")).length, 3);
    await clickText("#messages button", "three");
    await statusIs("Read: three");
    assert.equal(await textOf("#subject"), "three");
    await accessible("mailbox");
    await page.click("#save-mailbox");
    await statusIs("3 messages, 2 changed");
    const expected = [];
    for await (const piece of normalizeMailbox(octets, { doubtful: "evidence" })) expected.push(piece);
    assert.deepEqual(await downloaded("old.utf8.mbox"), Buffer.concat(expected));
  });

  test("a large mailbox is read with progress, and can be stopped", async () => {
    const message = Buffer.concat([latin1("From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?B?68/E?=\n\n"), Buffer.alloc(50_000, "text\n"), latin1("\n")]);
    await choose("large.mbox", Buffer.concat(Array(4_000).fill(message)));
    await waitFor(() => document.querySelector("#messages li") && document.querySelector("progress").value > 0);
    await clickText("#mailbox button", "Stop");
    await statusIs("Stopped");
    assert.ok(await page.$eval("progress", ({ value, max }) => value < max));
    assert.ok(await page.$eval("#save-mailbox", ({ disabled }) => !disabled));
  });

  test("hostile mail runs nothing, asks no one, and is shown", async () => {
    const asked = [];
    page.on("request", (request) => { if (!request.url().startsWith(server.address) && !request.url().startsWith("blob:")) asked.push(request.url()); });
    const script = "<script>alert(1)</script><img src=x onerror=alert(2)><style>@import 'http://evil.example/'</style>";
    const flat = `Subject: ${script}\nFrom: "${script}" <a@example.org>\nContent-Type: multipart/mixed; boundary=b\n\n`
      + `--b\nContent-Type: text/html; name="${"../".repeat(50)}x"\nContent-Disposition: attachment; filename="\u202e${script}.exe"\n\n${script}\n`.repeat(10_000);
    await choose("hostile.eml", Buffer.from(flat));
    await statusIs("Read: ");
    assert.equal(await textOf("#subject"), script);
    const shown = await page.$$eval(".parts li", (items) => items.length);
    assert.ok(shown > 100 && shown < 200, `${shown} parts are shown at once`);
    await clickText(".parts li button", "Show ");
    assert.ok(await page.$$eval(".parts li", (items) => items.length) > shown);
    await clickText(".parts button", "text/html");
    await clickText("#part button", "as written");
    assert.equal(await page.$$eval("#message script, #message img, #message style, #message iframe", (found) => found.length), 0);
    await choose("nothing.eml", Buffer.alloc(0));
    await statusIs("(no subject)");
    await choose("noise.eml", Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 256)));
    await waitFor(() => document.querySelector("#message").textContent.includes("may not be mail"));
    assert.deepEqual(asked, []);
    assert.deepEqual(problems, []);
    await accessible("no-mail");
  });

  test("works without a network after the first load", async () => {
    await waitFor(() => document.documentElement.dataset.offline === "ready");
    await server.end();
    await page.reload();
    await choose("letter.eml", GARBLED);
    await statusIs("Read: ");
    assert.match(await textOf("#message"), /ivan@example.org/);
    const { octets } = files.find(({ name }) => name.endsWith("mboxrd.mbox"));
    await choose("old.mbox", octets);
    await statusIs("3 messages");
  });
});
