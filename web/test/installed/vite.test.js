// Tests the package in a new project of Vite, which is built and loaded by a browser.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { noBrowser, problemsOf, serve, startBrowser } from "./browser.js";
import { link, modules, printed, projectWithPackage, run, tenLines } from "./tools.js";

test("README's ten lines run in what Vite builds, with a worker", { skip: noBrowser }, async (t) => {
  const folder = projectWithPackage(t, {
    "package.json": '{ "type": "module", "private": true }',
    "index.html": '<!doctype html><title>x</title><script type="module" src="./main.js"></script>',
    "vite.config.js": 'export default { base: "./", build: { target: "es2022" }, worker: { format: "es" } };',
    "main.js": `import { MailWorker } from "mailutf/worker";\n${tenLines}
      const worker = new MailWorker();
      const { output } = await worker.normalize(new TextEncoder().encode(data));
      console.log("worker", new TextDecoder().decode(output).includes("Jörg"));
      document.title = "done";`,
  });
  link(folder, "vite");
  run(folder, process.execPath, join(modules, "vite/bin/vite.js"), "build", "--logLevel", "warn");
  const { address, end } = await serve(join(folder, "dist"));
  t.after(end);
  const chromium = await startBrowser();
  t.after(() => chromium.close());
  const page = await chromium.newPage();
  const said = [];
  page.on("console", (message) => said.push(message.text().trimEnd()));
  const problems = problemsOf(page);
  await page.goto(address);
  await page.waitForFunction(() => document.title === "done", { timeout: 20_000 }).catch(() => assert.fail(problems.concat(said).join("\n")));
  assert.deepEqual(said.filter((line) => !line.includes("favicon") && !line.includes("404")), [...printed, "worker true"]);
});
