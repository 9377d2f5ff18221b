// Tests the package in bundles, as README.md describes for each bundler. Vite is in vite.test.js, and Cloudflare
// Workers are in workers.test.js.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { modules, projectWithPackage, recipe, run, tool } from "./tools.js";

const PLAIN = 'import { Message } from "mailutf";\nconsole.log(new Message("Subject: =?koi8-r?B?68/E?=\\n\\n").subject);\n';
const REQUIRED = PLAIN.replace(/import (.*) from (.*);/, "const $1 = require($2);");
const WITH_THREAD = `import wasm from "mailutf/mailutf.wasm";
import { MailWorker } from "mailutf/worker";
const worker = new MailWorker({ wasm, thread: new URL("./worker_thread.mjs", import.meta.url) });
worker.normalize("Subject: =?koi8-r?B?68/E?=\\n\\n").then(({ output }) => console.log(new TextDecoder().decode(output).trim()));
`;
const [appOfEsbuild, commandOfEsbuild] = recipe("esbuild");

describe("in a bundle", () => {
  let folder, remove;
  const esbuild = (...given) => run(folder, join(modules, ".bin/esbuild"), ...given, "--bundle", "--log-level=warning");
  const failure = (file) => {
    try {
      return run(folder, "node", file);
    } catch ({ stderr }) {
      return stderr;
    }
  };

  before(() => {
    folder = projectWithPackage({ after: (end) => { remove = end; } }, {
      "package.json": '{ "type": "module", "private": true }',
      "app.js": appOfEsbuild, "plain.js": PLAIN, "required.cjs": REQUIRED, "thread.js": WITH_THREAD,
    });
  });

  after(() => remove());

  test("of esbuild, README's recipe works, as CommonJS and as a module", () => {
    const [program, ...options] = commandOfEsbuild.trim().split(" ");
    assert.equal(program, "esbuild");
    esbuild(...options.filter((option) => option !== "--bundle"));
    assert.equal(run(folder, "node", "app.cjs"), "Код\n");
    esbuild("app.js", "--platform=node", "--target=node20", "--format=esm", "--loader:.wasm=binary", "--outfile=app.mjs");
    assert.equal(run(folder, "node", "app.mjs"), "Код\n");
  });

  test("of esbuild, a worker has a bundle of its own", () => {
    const options = ["--platform=node", "--target=node20", "--format=esm", "--loader:.wasm=binary", "--outdir=threads", "--out-extension:.js=.mjs"];
    esbuild("thread.js", "worker_thread=mailutf/worker_thread", ...options);
    assert.equal(run(folder, "node", "threads/thread.mjs"), "Subject: Код\n");
  });

  test("of esbuild, without its WebAssembly, an error tells what to do", () => {
    for (const format of ["cjs", "esm"]) {
      esbuild("plain.js", "--platform=node", `--format=${format}`, `--outfile=moved/plain.${format}.${format === "esm" ? "mjs" : "cjs"}`);
    }
    for (const file of ["moved/plain.cjs.cjs", "moved/plain.esm.mjs"]) assert.match(failure(file), /has no WebAssembly \(.*\): call `await init\(\)` .*: Where it runs/);
  });

  test("of esbuild that leaves packages outside, nothing is needed", () => {
    for (const [from, format] of [["plain.js", "cjs"], ["plain.js", "esm"], ["required.cjs", "cjs"]]) {
      const file = `outside.${format === "esm" ? "mjs" : "cjs"}`;
      esbuild(from, "--platform=node", "--packages=external", `--format=${format}`, `--outfile=${file}`);
      assert.equal(run(folder, "node", file), "Код\n", from);
    }
  });

  test("of webpack, nothing is needed in Node, and a browser gets the files", async () => {
    const webpack = tool("webpack");
    for (const target of ["node", "web"]) {
      const output = { path: join(folder, `webpack-${target}`), filename: "main.cjs" };
      const stats = await new Promise((done, failed) => {
        const options = { context: folder, entry: "./plain.js", mode: "production", optimization: { minimize: false }, performance: false, target, output };
        webpack(options, (error, found) => (error ? failed(error) : done(found)));
      });
      assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }).errors, []);
      assert.ok(Object.keys(stats.compilation.assets).filter((name) => name.endsWith(".wasm")).length === 2);
      if (target === "node") assert.equal(run(folder, "node", "webpack-node/main.cjs"), "Код\n");
      else assert.match(readFileSync(join(output.path, "main.cjs"), "utf8"), /\.wasm/);
    }
  });
});
