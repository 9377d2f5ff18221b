// The package in a new project for Node.

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { printed, projectWithPackage, run, tenLines } from "./tools.js";

test("README's ten lines run in plain Node, with and without `init`", (t) => {
  const folder = projectWithPackage(t, {
    "package.json": '{ "type": "module", "private": true }',
    "lines.js": tenLines,
    "without.js": tenLines.replace(/^await init\(\).*$/m, ""),
    "parser.cjs": 'import("mailutf/mailparser").then(({ simpleParser }) => simpleParser("Subject: =?koi8-r?B?68/E?=\\n\\n")).then((mail) => console.log(mail.subject));',
  });
  assert.ok(printed.length >= 4);
  for (const name of ["lines.js", "without.js"]) {
    assert.deepEqual(run(folder, "node", name).replace("Код\n\n", "Код\n").trimEnd().split("\n"), printed);
  }
  assert.equal(run(folder, "node", "parser.cjs"), "Код\n");
  const installed = join(folder, "node_modules", "mailutf");
  const names = readdirSync(installed);
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt", "mailutf.wasm", "mailutf-scalar.wasm", "package.json", "src"]) {
    assert.ok(names.includes(name), name);
  }
  assert.equal(names.length, 8, String(names));
  for (const name of ["mailutf.wasm", "mailutf-scalar.wasm"]) assert.ok(statSync(join(installed, name)).size < 3_750_000, name);
});
