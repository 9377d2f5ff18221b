// Tests the package in a service worker, which has no DOM and no top-level await.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { noBrowser, serve, startBrowser } from "./browser.js";
import { web } from "./tools.js";

test("a service worker reads mail", { skip: noBrowser }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "mailutf-worker-"));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(web, "src"), join(folder, "mailutf/src"), { recursive: true });
  cpSync(join(web, "mailutf.wasm"), join(folder, "mailutf/mailutf.wasm"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>x</title>");
  writeFileSync(join(folder, "sw.js"), `
    import { Message, init } from "./mailutf/src/index.js";
    addEventListener("message", async ({ data, source }) => {
      await init();
      source.postMessage(new Message(data).subject);
    });`);
  const { address, end } = await serve(folder);
  t.after(end);
  const chromium = await startBrowser();
  t.after(() => chromium.close());
  const page = await chromium.newPage();
  await page.goto(address);
  const subject = await page.evaluate(async () => {
    await navigator.serviceWorker.register("sw.js", { type: "module" });
    const { active } = await navigator.serviceWorker.ready;
    const answered = new Promise((done) => { navigator.serviceWorker.onmessage = ({ data }) => done(data); });
    navigator.serviceWorker.startMessages();
    active.postMessage("Subject: =?koi8-r?B?68/E?=\n\n");
    return answered;
  });
  assert.equal(subject, "Код");
});
