// Tests the package in Deno and Bun.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { modules, printed, projectWithPackage, run, tenLines } from "./tools.js";

const runtimes = {
  Deno: ["deno", "run", "--allow-read", "--node-modules-dir=manual"],
  Bun: ["bun", "run"],
};

for (const [name, [program, ...options]] of Object.entries(runtimes)) {
  const path = join(modules, ".bin", program);
  const works = spawnSync(path, ["--version"]).status === 0;
  test(`README's ten lines run in ${name}`, { skip: works ? false : `${name} does not run here` }, (t) => {
    const folder = projectWithPackage(t, {
      "package.json": '{ "type": "module", "private": true }',
      "lines.js": tenLines,
      "without.js": tenLines.replace(/^await init\(\).*$/m, ""),
      "required.cjs": 'console.log(require("mailutf").decodeHeader("=?koi8-r?B?68/E?="));',
    });
    for (const file of ["lines.js", "without.js"]) {
      assert.deepEqual(run(folder, path, ...options, file).replace("Код\n\n", "Код\n").trimEnd().split("\n"), printed);
    }
    assert.equal(run(folder, path, ...options, "required.cjs"), "Код\n");
  });
}
