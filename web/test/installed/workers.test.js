// Tests the package in Cloudflare Workers. Wrangler bundles the package, and workerd runs it in Miniflare.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { modules, projectWithPackage, run, tool } from "./tools.js";

const WORKER = `
  import { Message, normalize } from "mailutf";
  import { simpleParser } from "mailutf/mailparser";
  export default {
    async fetch(request) {
      const data = new Uint8Array(await request.arrayBuffer());
      const mail = await simpleParser(data);
      return new Response([new Message(data).subject, mail.subject, new TextDecoder().decode(normalize(data).output)].join("|"));
    },
  };`;
// This worker does not use the entry for Workers in package.json. It imports the WebAssembly module and passes
// the module to `init`.
const BY_HAND = WORKER.replace("import {", 'import wasm from "mailutf/mailutf.wasm"; import { init,').replace("const data", "await init(wasm); const data");

test("a Worker reads mail without `init`, and with a module", async (t) => {
  const { Miniflare, Log, LogLevel } = tool("miniflare");
  const folder = projectWithPackage(t, { "package.json": '{ "type": "module", "private": true }', "worker.js": WORKER, "hand.js": BY_HAND });
  for (const [file, conditions] of [["worker.js", "workerd,worker,browser"], ["hand.js", "browser"]]) {
    const bundle = `out/${file.replace(".js", ".mjs")}`;
    run(folder, join(modules, ".bin/esbuild"), file, "--bundle", "--format=esm", "--loader:.wasm=copy",
      `--conditions=${conditions}`, "--log-level=warning", `--outfile=${bundle}`);
    for (const flags of [[], ["nodejs_compat"]]) {
      const workers = new Miniflare({
        modules: true, modulesRoot: folder, scriptPath: join(folder, bundle), compatibilityDate: "2026-04-01", compatibilityFlags: flags,
        modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }], log: new Log(LogLevel.ERROR),
      });
      t.after(() => workers.dispose());
      const response = await workers.dispatchFetch("http://localhost/", { method: "POST", body: "Subject: =?koi8-r?B?68/E?=\n\nx\n" });
      assert.equal(await response.text(), "Код|Код|Subject: Код\n\nx\n", `${file} ${flags}`);
    }
  }
});
