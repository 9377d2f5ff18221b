// Tests the package in a new project for Node.

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fieldLines, imageLines, printed, printedFields, printedImages, projectWithPackage, run, tenLines } from "./tools.js";

test("README's examples run in plain Node, the ten lines with and without `init`", (t) => {
  const folder = projectWithPackage(t, {
    "package.json": '{ "type": "module", "private": true }',
    "lines.js": tenLines,
    "without.js": tenLines.replace(/^await init\(\).*$/m, ""),
    "fields.js": fieldLines,
    "images.js": imageLines,
    "parser.cjs": 'import("mailutf/mailparser").then(({ simpleParser }) => simpleParser("Subject: =?koi8-r?B?68/E?=\\n\\n")).then((mail) => console.log(mail.subject));',
  });
  assert.ok(printed.length >= 4);
  for (const name of ["lines.js", "without.js"]) {
    assert.deepEqual(run(folder, "node", name).replace("Код\n\n", "Код\n").trimEnd().split("\n"), printed);
  }
  assert.ok(printedFields.length >= 4);
  assert.deepEqual(run(folder, "node", "fields.js").trimEnd().split("\n"), printedFields);
  assert.equal(printedImages.length, 1);
  assert.deepEqual(run(folder, "node", "images.js").trimEnd().split("\n"), printedImages);
  assert.equal(run(folder, "node", "parser.cjs"), "Код\n");
  const installed = join(folder, "node_modules", "mailutf");
  const names = readdirSync(installed);
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt", "mailutf.wasm", "mailutf-scalar.wasm", "package.json", "cjs", "src"]) {
    assert.ok(names.includes(name), name);
  }
  assert.equal(names.length, 9, String(names));
  for (const name of ["mailutf.wasm", "mailutf-scalar.wasm"]) assert.ok(statSync(join(installed, name)).size < 4_100_000, name);
});

test("`require` gets all that `import` gets, of one machine, with threads", (t) => {
  const folder = projectWithPackage(t, {
    "package.json": '{ "private": true }',
    "all.cjs": `
      const all = ["mailutf", "mailutf/mailparser", "mailutf/worker"].map((name) => Object.keys(require(name)).sort());
      const imported = Promise.all([import("mailutf"), import("mailutf/mailparser"), import("mailutf/worker")]);
      imported.then((found) => console.log(JSON.stringify(all) === JSON.stringify(found.map((one) => Object.keys(one).sort()))));`,
    "use.cjs": `
      const { Message, MailError, decode } = require("mailutf");
      const { simpleParser } = require("mailutf/mailparser");
      const { MailWorker } = require("mailutf/worker");
      console.log(new Message("Subject: =?koi8-r?B?68/E?=\\n\\n").subject);
      try { decode("", "klingon"); } catch (error) { console.log(error instanceof MailError); }
      simpleParser("Subject: =?koi8-r?B?68/E?=\\n\\n").then(({ subject }) => console.log(subject))
        .then(() => new MailWorker().normalize("Subject: =?koi8-r?B?68/E?=\\n\\n")).then(({ output }) => console.log(Buffer.from(output).toString().trim()));`,
  });
  // Node 20.19 and newer versions can also `require` modules. Older versions, and tools with their own loaders, need CommonJS.
  const ways = process.features.require_module ? [[], ["--no-experimental-require-module"]] : [[]];
  for (const options of ways) {
    assert.equal(run(folder, "node", ...options, "all.cjs"), "true\n");
    assert.equal(run(folder, "node", ...options, "use.cjs"), "Код\ntrue\nКод\nSubject: Код\n");
  }
});
