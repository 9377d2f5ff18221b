// Tests that engines without vector instructions load `mailutf-scalar.wasm` instead of
// `mailutf.wasm`, and that both files give the same output.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { normalize } from "mailutf";
import { files } from "./corpus.js";

const digest = (octets) => createHash("sha256").update(octets).digest("hex");

test("an engine without vectors needs the other file alone, and writes the same", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "mailutf-scalar-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["src", "mailutf-scalar.wasm", "package.json"]) {
    cpSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, "without.js"), "WebAssembly.validate = () => false;");
  writeFileSync(join(folder, "run.js"), `
    import "./without.js";
    import { readFileSync } from "node:fs";
    import { normalize } from "./src/index.js";
    for (const path of process.argv.slice(2)) process.stdout.write(normalize(readFileSync(path)).output);`);
  const given = files.filter(({ isMbox }) => !isMbox);
  const scalar = execFileSync(process.execPath, [join(folder, "run.js"), ...given.map(({ path }) => path)], { maxBuffer: 1 << 30 });
  assert.equal(digest(scalar), digest(Buffer.concat(given.map(({ octets }) => normalize(octets).output))));
  assert.ok(scalar.length > 50_000);
});
